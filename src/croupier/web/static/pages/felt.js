// @ts-check
/** The central screen: the table's own layout with every seat's chips, for everybody in the room. No controls. */
import { Announcer } from '../core/announce.js';
import { api, ApiError, tableInPath } from '../core/api.js';
import { Link } from '../core/link.js';
import { range } from '../core/money.js';
import { keyOf, Store } from '../core/store.js';
import { html as h, still, svg } from '../core/svg.js';
import { chip } from '../ui/chip.js';
import '../ui/cr-board.js';
import { crown } from '../ui/cr-masthead.js';
import '../ui/cr-track.js';
import '../ui/cr-wheel.js';
import { byId, fill, say } from '../ui/markup.js';
import { posted, resultBox } from '../ui/result.js';
import { limitGroup, phaseMood, resultName } from '../ui/words.js';
import { Stage } from './stage.js';

const table = tableInPath();
const board = /** @type {import('../ui/cr-board.js').CrBoard} */ (document.querySelector('cr-board'));
const track = /** @type {import('../ui/cr-track.js').CrTrack} */ (document.querySelector('cr-track'));
const wheel = /** @type {import('../ui/cr-wheel.js').CrWheel} */ (document.querySelector('cr-wheel'));
const store = new Store();
const announcer = new Announcer({
  banner: byId('banner'), caption: byId('caption'), polite: byId('polite'), assertive: byId('assertive'),
});
const RESULTS_SHOWN = 20;
const RETRY_MS = 4000;
/** Phases in which what was paid is written on the layout; a Big Six table is open again at once. */
const SETTLING = new Set(['crowned', 'collected', 'paid']);
/** So long what was paid can be read before anything else is shown. */
const READ_MS = 900;
const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, still() ? 0 : ms));

/** @type {any} */
let card = null;
/** @type {Record<string, string>} the color of each compartment */
let colors = {};

/** The phase in the largest letters, with what there is to say about it. @param {import('../core/store.js').State} state */
function phaseWords({ table: now }) {
  switch (now.phase) {
    case 'betting':
      return ['Place your bets', `Round ${now.round}`];
    case 'in-track':
      return ['The ball is spinning', 'Bets close any moment'];
    case 'no-more-bets':
    case 'spinning':
      return ['No more bets', `Round ${now.round}`];
    case 'at-rest':
    case 'crowned':
      return [resultName(now.result, colors[now.result]), now.phase === 'crowned' && card.wheel !== 'big-six' ? 'The crown is on the number' : `Round ${now.round}`];
    case 'collected':
      return [resultName(now.result, colors[now.result]), 'Losing wagers are collected'];
    case 'paid':
      return [resultName(now.result, colors[now.result]), 'Winning wagers are paid'];
    default:
      return ['The table is closed', ''];
  }
}

/** @type {Map<string, string>} what each part of the screen shows */
const shown = new Map();

/** Whether a part has to be drawn anew. @param {string} part @param {any} what */
function isNew(part, what) {
  const text = JSON.stringify(what);
  const changed = shown.get(part) !== text;
  shown.set(part, text);
  return changed;
}

/** @param {any} state */
function tellPhase(state) {
  const [words, more] = phaseWords(state);
  document.body.dataset.mood = phaseMood(state.table.phase);
  document.body.dataset.phase = state.table.phase;
  byId('phase').dataset.color = ['at-rest', 'crowned', 'collected', 'paid'].includes(state.table.phase) ? colors[state.table.result] ?? '' : '';
  say(byId('phase-words'), words);
  say(byId('phase-more'), more);
  const lying = ['crowned', 'collected', 'paid'].includes(state.table.phase);
  board.locked = !['betting', 'in-track'].includes(state.table.phase);
  board.crown = lying && card.wheel !== 'big-six' ? state.table.result : '';
  board.win = lying ? state.table.result : '';
}

/** @param {any} state */
function tellResults(state) {
  const results = posted(state.table);
  if (!isNew('results', results)) return;
  const last = results.slice(-RESULTS_SHOWN).reverse();
  fill(byId('results'), ...last.map((number) => resultBox(number, colors[number], 'li')));
  if (!last.length) fill(byId('results'), h('li', { class: 'none' }, 'No results yet.'));
}

/** @param {any} state */
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
        h('span', {}, h('b', {}, `Seat ${seat.seat}`), h('small', {}, seat.color || 'value chips')),
      ),
    ),
  );
  if (!seats.length) fill(byId('seats'), h('li', { class: 'none' }, 'All seats are free.'));
}

/** Wagers that were paid: by the books they are their players' again, but they lie there until the crown is lifted.
 * @type {any[]} */
let paid = [];

/** What lies on the layout. @param {any} state */
function lying(state) {
  const standing = [...state.wagers.values()], known = new Set(standing.map(keyOf));
  return [...standing, ...paid.filter((wager) => !known.has(keyOf(wager)))];
}

/** @param {any[]} wagers */
function lay(wagers) {
  board.show(wagers);
  if (card.replica) track.show(wagers);
}

/** @param {any} state */
function tellWagers(state) {
  if (state.table.phase !== 'paid') paid = [];
  lay(lying(state));
}

/** What must be heard and seen the moment it is called. @param {any} happening @param {any} state */
function call(happening, { table: { round } }) {
  if (happening.kind === 'no-more-bets-called') {
    announcer.announce({ call: 'no-more-bets', round, words: 'No more bets', banner: true, sound: 'call', urgent: true });
  } else if (happening.kind === 'no-spin-called') {
    announcer.announce({ call: 'no-spin', round, words: 'No spin: every wager stands', banner: true, sound: 'call', urgent: true });
  }
}

/** One step in its turn; the stage waits for it. @param {any} happening @param {{state: any}} scene */
async function perform(happening, { state }) {
  const round = state.table.round, wagers = colored(happening.wagers, state);
  switch (happening.kind) {
    case 'ball-spun':
    case 'wheel-spun':
      wheel.launch({ wheel: happening.wheel, ball: happening.ball });
      announcer.announce({ call: happening.kind, round, words: happening.kind === 'ball-spun' ? 'The ball is spinning.' : 'The wheel is spinning.' });
      break;
    case 'number-announced':
      await wheel.land(happening.number);
      announcer.announce({ call: 'number', round, words: resultName(happening.number, colors[happening.number]) });
      break;
    case 'no-spin-called':
      wheel.halt();
      break;
    case 'losers-collected':
      announcer.announce({ call: 'collected', round, words: 'Losing wagers are collected.' });
      lay([...state.wagers.values()]);
      await Promise.all([board.chips.sweep(wagers), card.replica && track.chips.sweep(wagers.filter((wager) => wager.spot.startsWith('adjacent-')))]);
      break;
    case 'winners-paid':
      announcer.announce({ call: 'paid', round, words: wagers.length ? 'Winning wagers are paid.' : 'No winning wagers.' });
      paid = wagers.filter((wager) => wager.returned > 0);
      lay(lying(state));
      await board.chips.pay(wagers);
      await pause(READ_MS);
      break;
    case 'crown-lifted':
      board.chips.clearMarks();
      announcer.announce({ call: 'open', round, words: 'Place your bets' });
      break;
    case 'number-corrected':
      wheel.rest(happening.number);
      announcer.announce({ call: 'corrected', round, words: `The number was corrected: ${resultName(happening.number, colors[happening.number])}`, banner: true, urgent: true });
      break;
  }
}

/** Wagers of the story with the color of their seat. @param {any[] | undefined} wagers @param {any} state */
const colored = (wagers = [], state) =>
  wagers.map((wager) => ({ ...wager, color: wager.color || state.seats.get(wager.seat)?.color || '' }));

/** The whole screen as the table is. @param {any} state */
function draw(state) {
  document.body.classList.remove('is-empty');
  tellPhase(state);
  tellResults(state);
  tellSeats(state);
  tellWagers(state);
  if (!SETTLING.has(state.table.phase)) board.chips.clearMarks();
  if (wheel.turning && !turns(state)) wheel.rest(state.table.result || state.table.results.at(-1) || '');
}

const stage = new Stage(perform, draw);

store.addEventListener('change', (event) => {
  const { topics, happened, snapshot, state } = /** @type {CustomEvent} */ (event).detail;
  if (!card) return;
  if (snapshot) {
    tellWhole(state);
    stage.reset(state);
    return;
  }
  for (const each of happened) call(each, state);
  if (happened.length || ['table', 'seats', 'wagers'].some((topic) => topics.has(topic))) stage.push({ state, happened });
});

/** After a snapshot the wheel is as it would be: turning, at rest on a number, or waiting. @param {any} state */
function tellWhole(state) {
  board.chips.clearMarks();
  if (!turns(state)) wheel.rest(state.table.result || state.table.results.at(-1) || '');
  else if (!wheel.turning) wheel.launch();
}

/** Whether the wheel turns in such a phase: a Big Six wheel is spun only after the call. @param {any} state */
const turns = ({ table: { phase } }) => phase === 'in-track' || phase === 'spinning' || (phase === 'no-more-bets' && card.wheel !== 'big-six');

function tellCard() {
  colors = Object.fromEntries(card.compartments.map((/** @type {any} */ each) => [each.label, each.color]));
  say(byId('number'), card.number);
  say(byId('title'), `${card.title} · ${card.house}`);
  document.title = `Table ${card.number}, ${card.house}`;
  byId('demonstration').hidden = !card.demonstration;
  fill(byId('limits'), ...card.limits.map((/** @type {any} */ each) => h('div', {}, h('dt', {}, limitGroup(each.group)), h('dd', {}, range(each.minimum, each.maximum)))));
  fill(byId('signs'), ...card.signs.map((/** @type {any} */ sign) => h('li', {}, sign.text, ' ', sign.clause && h('small', { class: 'clause' }, sign.clause))));
  byId('signs').dataset.many = String(card.signs.length > 2);
  document.body.classList.toggle('has-track', Boolean(card.replica));
  document.body.classList.toggle('is-flat', card.wheel === 'big-six');
  board.readonly = true;
  board.card = card;
  track.hidden = !card.replica;
  if (card.replica) track.card = card;
  wheel.compartments = card.compartments;
  wheel.kind = card.wheel;
}

const link = new Link({ table, store, watch: true });
link.addEventListener('state', () => {
  if (link.state === 'open') say(byId('trouble'), '');
  else if (link.state === 'waiting') say(byId('trouble'), 'The connection is lost. Connecting again …');
  else if (link.state === 'closed') tellClosed(link.closeCode);
});

/** @param {number} code */
function tellClosed(code) {
  if (code !== 4401 && code !== 4403) return;
  const here = encodeURIComponent(location.pathname);
  fill(byId('trouble'), 'This table is shown to people who have signed in. ', h('a', { href: `/sign-in?next=${here}` }, 'Sign in'));
}

async function begin() {
  try {
    card = await api.get(`/tables/${encodeURIComponent(table)}`);
  } catch (trouble) {
    const missing = trouble instanceof ApiError && [404, 409, 422].includes(trouble.status);
    say(byId('trouble'), /** @type {Error} */ (trouble).message);
    say(byId('number'), table);
    say(byId('phase-words'), missing ? 'Not open' : 'One moment');
    if (!missing) setTimeout(begin, RETRY_MS);
    return;
  }
  say(byId('trouble'), '');
  tellCard();
  link.open();
}

document.querySelector('.plate-crown')?.append(crown());
begin();
