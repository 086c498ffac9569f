// @ts-check
/** The central screen: the table's layout with every seat's chips, without controls. */
import { messageOf } from '../core/given.js';
import { Announcer } from '../core/announce.js';
import { api, ApiError, tableInPath } from '../core/api.js';
import { t } from '../core/language.js';
import { Link } from '../core/link.js';
import { countIn, range } from '../core/money.js';
import { keyOf, Store } from '../core/store.js';
import { html as h, svg } from '../core/svg.js';
import { inLanguage } from '../ui/card-words.js';
import { chip } from '../ui/chip.js';
import '../ui/cr-board.js';
import { crown } from '../ui/cr-masthead.js';
import '../ui/cr-track.js';
import '../ui/cr-wheel.js';
import { byId, fill, only, say } from '../ui/markup.js';
import { longest, posted, resultBox } from '../ui/result.js';
import { postedWords } from '../ui/told.js';
import { colorName, limitGroup, phaseMood, resultName } from '../ui/words.js';
import { pause, Stage } from './stage.js';

const table = tableInPath();
const board = only('cr-board'), track = only('cr-track'), wheel = only('cr-wheel');
const store = new Store();
const announcer = new Announcer({
  banner: byId('banner'), caption: byId('caption'), polite: byId('polite'), assertive: byId('assertive'),
});
const RESULTS_SHOWN = 20;
const RETRY_MS = 4000;
/** Phases in which payouts are shown on the layout; a Big Six table reopens at once. */
const SETTLING = new Set(['crowned', 'collected', 'paid']);
/** How long payouts are shown before anything else. */
const READ_MS = 900;

/** @typedef {import('../core/store.js').Wager} Wager */
/** A wager with the color of its seat. @typedef {Wager & Pick<Service.WagerNews, 'winnings' | 'returned'>} Told */

/** Undefined until it is loaded; nothing is drawn before. @type {Service.Card} */
let card;
/** @type {Record<string, string>} the color of each compartment */
let colors = {};

/** The text of the phase display. @param {import('../core/store.js').State} state */
function phaseWords({ table: now }) {
  switch (now.phase) {
    case 'betting':
      return [t('felt.place-your-bets'), t('felt.round', { round: now.round })];
    case 'in-track':
      return [t('felt.the-ball-is-spinning'), t('felt.bets-close-any-moment')];
    case 'no-more-bets':
    case 'spinning':
      return [t('felt.no-more-bets'), t('felt.round', { round: now.round })];
    case 'at-rest':
    case 'crowned':
      return [resultName(now.result, colors[now.result]), now.phase === 'crowned' ? t('felt.the-crown-is-on-the-number') : t('felt.round', { round: now.round })];
    case 'collected':
      return [resultName(now.result, colors[now.result]), t('felt.losing-wagers-are-collected')];
    case 'paid':
      return [resultName(now.result, colors[now.result]), t('felt.winning-wagers-are-paid')];
    default:
      return [t('felt.the-table-is-closed'), ''];
  }
}

/** @type {Map<string, string>} the current content of each part of the screen */
const shown = new Map();

/** Whether a part must be redrawn. @param {string} part @param {unknown} what */
function isNew(part, what) {
  const text = JSON.stringify(what);
  const changed = shown.get(part) !== text;
  shown.set(part, text);
  return changed;
}

/** Shows a call at once, even while earlier events are still being shown. @param {import('../core/store.js').State} state */
function tellPhase(state) {
  const [words, more] = phaseWords(state);
  document.body.dataset.mood = phaseMood(state.table.phase);
  document.body.dataset.phase = state.table.phase;
  byId('phase').dataset.color = ['at-rest', 'crowned', 'collected', 'paid'].includes(state.table.phase) ? colors[state.table.result] ?? '' : '';
  say(byId('phase-words'), words);
  say(byId('phase-more'), more);
  board.locked = !['betting', 'in-track'].includes(state.table.phase);
}

/** The crown and the winning spots, once the ball is at rest. @param {import('../core/store.js').State} state */
function tellCrown(state) {
  const lying = ['crowned', 'collected', 'paid'].includes(state.table.phase);
  board.crown = lying && card.crown ? state.table.result : '';
  board.win = lying ? state.table.result : '';
}

/** @param {import('../core/store.js').State} state */
function tellResults(state) {
  const results = posted(state.table);
  if (!isNew('results', results)) return;
  const last = results.slice(-RESULTS_SHOWN).reverse();
  fill(byId('results'), ...last.map((number) => resultBox(number, colors[number], 'li')));
  if (!last.length) fill(byId('results'), h('li', { class: 'none' }, t('felt.no-results-yet')));
}

/** @param {import('../core/store.js').State} state */
function tellSeats(state) {
  const seats = [...state.seats.values()].sort((one, other) => one.seat - other.seat);
  if (!isNew('seats', seats.map((seat) => [seat.seat, seat.color]))) return;
  fill(
    byId('seats'),
    ...seats.map((seat) =>
      h(
        'li',
        {},
        svg('svg', { viewBox: '-20 -20 40 40', 'aria-hidden': 'true', focusable: 'false' }, chip({ color: seat.color, label: String(seat.seat), radius: 17 })),
        h('span', {}, h('b', {}, t('felt.seat', { seat: seat.seat })), h('small', {}, seat.color ? colorName(seat.color) : t('felt.value-chips'))),
      ),
    ),
  );
  if (!seats.length) fill(byId('seats'), h('li', { class: 'none' }, t('felt.all-seats-are-free')));
}

/** Paid wagers: they belong to their players again, but stay on the layout until the crown is lifted.
 * @type {Wager[]} */
let paid = [];

/** The chips on the layout. @param {import('../core/store.js').State} state */
function lying(state) {
  const standing = [...state.wagers.values()], known = new Set(standing.map(keyOf));
  return [...standing, ...paid.filter((wager) => !known.has(keyOf(wager)))];
}

/** @param {Wager[]} wagers */
function lay(wagers) {
  board.show(wagers);
  if (card.replica) track.show(wagers);
}

/** @param {import('../core/store.js').State} state */
function tellWagers(state) {
  if (state.table.phase !== 'paid') paid = [];
  lay(lying(state));
}

/** Announces a call at once, audibly and visibly. @param {Service.Happening} happening @param {import('../core/store.js').State} state */
function call(happening, { table: { round } }) {
  if (happening.kind === 'no-more-bets-called') {
    announcer.announce({ call: 'no-more-bets', round, words: t('felt.no-more-bets'), banner: true, sound: 'call', urgent: true });
  } else if (happening.kind === 'no-spin-called') {
    announcer.announce({ call: 'no-spin', round, words: t('felt.no-spin-every-wager-stands'), banner: true, sound: 'call', urgent: true });
  }
}

/** Plays one step; the stage waits for it. @param {Service.Happening} happening @param {{state: import('../core/store.js').State}} scene @param {AbortSignal} signal */
async function perform(happening, { state }, signal) {
  const round = state.table.round, wagers = 'wagers' in happening ? colored(happening.wagers, state) : [];
  switch (happening.kind) {
    case 'ball-spun':
    case 'wheel-spun':
      wheel.launch({ wheel: happening.wheel, ball: 'ball' in happening ? happening.ball : undefined });
      announcer.announce({ call: happening.kind, round, words: happening.kind === 'ball-spun' ? t('felt.ball-spinning-sentence') : t('felt.the-wheel-is-spinning') });
      break;
    case 'number-announced':
      if (!signal.aborted) await wheel.land(happening.number ?? '');
      announcer.announce({ call: 'number', round, words: named(happening.number) });
      break;
    case 'no-spin-called':
      wheel.halt();
      break;
    case 'losers-collected':
      announcer.announce({ call: 'collected', round, words: t('felt.losers-collected-sentence') });
      lay([...state.wagers.values()]);
      await Promise.all([board.chips.sweep(wagers), card.replica && track.chips.sweep(wagers.filter((wager) => card.spots[wager.spot]?.parts > 1))]);
      break;
    case 'winners-paid':
      announcer.announce({ call: 'paid', round, words: wagers.length ? t('felt.winners-paid-sentence') : t('felt.no-winning-wagers') });
      if (signal.aborted) break;
      paid = wagers.filter(({ returned = 0 }) => returned > 0);
      lay(lying(state));
      await board.chips.pay(wagers);
      await pause(READ_MS, signal);
      break;
    case 'crown-lifted':
      board.chips.clearMarks();
      announcer.announce({ call: 'open', round, words: t('felt.place-your-bets') });
      break;
    case 'number-corrected':
      wheel.rest(happening.number ?? '');
      announcer.announce({ call: 'corrected', round, words: t('felt.the-number-was-corrected', { number: named(happening.number) }), banner: true, urgent: true });
      break;
  }
}

/** @param {string} [number] */
const named = (number = '') => resultName(number, colors[number]);

/** Wagers with the color of their seat. @param {Service.WagerNews[] | undefined} wagers
 * @param {import('../core/store.js').State} state @returns {Told[]} */
const colored = (wagers = [], state) =>
  wagers.map((wager) => ({ ...wager, coupon: 0, imprisoned: false, tip: Boolean(wager.tip), color: wager.color || state.seats.get(wager.seat)?.color || '' }));

/** Draws the whole screen. @param {import('../core/store.js').State} state */
function draw(state) {
  document.body.classList.remove('is-empty');
  tellPhase(store.state);
  tellCrown(state);
  tellResults(state);
  tellSeats(state);
  tellWagers(state);
  if (!SETTLING.has(state.table.phase)) board.chips.clearMarks();
  if (wheel.turning && !turns(state)) wheel.rest(state.table.result || state.table.results.at(-1) || '');
}

const stage = new Stage(perform, draw);

store.watch(({ topics, happened, snapshot, state }) => {
  if (!card) return;
  if (snapshot) {
    tellWhole(state);
    stage.reset(state);
    return;
  }
  if (topics.has('phase')) tellPhase(state);
  for (const each of happened) call(each, state);
  if (happened.length || ['table', 'seats', 'wagers'].some((topic) => topics.has(topic))) stage.push({ state, happened });
});

/** Sets the wheel after a snapshot: turning, at rest on a number, or waiting. @param {import('../core/store.js').State} state */
function tellWhole(state) {
  board.chips.clearMarks();
  if (!turns(state)) wheel.rest(state.table.result || state.table.results.at(-1) || '');
  else if (!wheel.turning) wheel.launch();
}

/** Whether the wheel turns in the phase; a Big Six wheel is spun only after the call. @param {import('../core/store.js').State} state */
const turns = ({ table: { phase } }) => phase === 'in-track' || phase === 'spinning' || (phase === 'no-more-bets' && card.call === 'during-spin');

function tellCard() {
  colors = Object.fromEntries(card.compartments.map((each) => [each.label, each.color]));
  say(byId('number'), card.number);
  say(byId('title'), `${card.title} · ${card.house}`);
  document.title = t('felt.table', { number: card.number, house: card.house });
  byId('demonstration').hidden = !card.demonstration;
  fill(byId('limits'), ...card.limits.map((each) => h('div', {}, h('dt', {}, limitGroup(each.group)), h('dd', {}, range(each.minimum, each.maximum)))));
  fill(byId('signs'), ...card.signs.map((sign) => h('li', {}, postedWords(sign.said, sign.text), ' ', sign.clause && h('small', { class: 'clause' }, sign.clause))));
  byId('signs').dataset.many = String(card.signs.length > 2);
  document.body.classList.toggle('has-track', Boolean(card.replica));
  document.body.classList.toggle('is-flat', card.flat);
  byId('results').style.setProperty('--digits', String(longest(Object.keys(colors))));
  board.readonly = true;
  countIn(card.currency);
  board.card = card;
  track.hidden = !card.replica;
  if (card.replica) track.card = card;
  wheel.compartments = card.compartments;
  wheel.spun = card.spun;
}

const link = new Link({ table, store, watch: true });
link.addEventListener('state', () => {
  if (link.condition === 'open') say(byId('trouble'), '');
  else if (link.condition === 'waiting') say(byId('trouble'), t('felt.the-connection-is-lost-connecting-again'));
  else if (link.state === 'closed') tellClosed(link.closeCode);
});

/** @param {number} code */
function tellClosed(code) {
  if (code !== 4401 && code !== 4403) return;
  const here = encodeURIComponent(location.pathname);
  fill(byId('trouble'), `${t('felt.this-table-is-shown-to-people')} `, h('a', { href: `/sign-in?next=${here}` }, t('felt.sign-in')));
}

async function begin() {
  try {
    card = inLanguage(await api.get(`/tables/${encodeURIComponent(table)}`));
  } catch (trouble) {
    const missing = trouble instanceof ApiError && [404, 409, 422].includes(trouble.status);
    say(byId('trouble'), messageOf(trouble));
    say(byId('number'), table);
    say(byId('phase-words'), missing ? t('felt.not-open') : t('felt.one-moment'));
    if (!missing) setTimeout(begin, RETRY_MS);
    return;
  }
  say(byId('trouble'), '');
  tellCard();
  link.open();
}

document.querySelector('.plate-crown')?.append(crown());
begin();
