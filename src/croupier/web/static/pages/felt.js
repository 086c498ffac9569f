// @ts-check
/** The central screen: the table's layout with every seat's chips, without controls. */
import { messageOf } from '../core/checked.js';
import { Announcer } from '../core/announce.js';
import { api, ApiError, tableInPath } from '../core/api.js';
import { t } from '../core/language.js';
import { Link } from '../core/link.js';
import { countIn, range } from '../core/money.js';
import { hasNumber, isCrowned, isOpen, turns } from '../core/phases.js';
import { keyOf, Store } from '../core/store.js';
import { html as h, svg } from '../core/svg.js';
import { LiveTournament, pointsOf } from '../core/tournament.js';
import { inLanguage } from '../ui/card-words.js';
import { chip } from '../ui/chip.js';
import '../ui/cr-board.js';
import { crown } from '../ui/cr-masthead.js';
import '../ui/cr-track.js';
import '../ui/cr-wheel.js';
import { colorName, limitGroup, phaseMood, resultName } from '../ui/display-format.js';
import { byId, fill, only, say } from '../ui/markup.js';
import { postedWords } from '../ui/posted-text.js';
import { longest, posted, resultBox } from '../ui/result.js';
import { pause, Stage } from './stage.js';

const table = tableInPath();
const board = only('cr-board'), track = only('cr-track'), wheel = only('cr-wheel');
const store = new Store();
const announcer = new Announcer({
  banner: byId('banner'), caption: byId('caption'), polite: byId('polite'), assertive: byId('assertive'),
});

const RESULTS_SHOWN = 20;
const RETRY_MS = 4000;
/** How long payouts are shown before anything else. */
const READ_MS = 900;

/** @typedef {import('../core/store.js').Wager} Wager */
/** A wager with the color of its seat. @typedef {Wager & Pick<Service.WagerNews, 'winnings' | 'returned'>} Told */

/** Announces a call at once, audibly and visibly. @param {Service.Happening} happening @param {import('../core/store.js').State} state */
function call(happening, { table: { round } }) {
  if (happening.kind === 'no-more-bets-called') {
    announcer.announce({ call: 'no-more-bets', round, words: t('felt.no-more-bets'), banner: true, sound: 'call', urgent: true });
  } else if (happening.kind === 'no-spin-called') {
    announcer.announce({ call: 'no-spin', round, words: t('felt.no-spin-every-wager-stands'), banner: true, sound: 'call', urgent: true });
  }
}

/** Wagers with the color of their seat. @param {Service.WagerNews[] | undefined} wagers
 * @param {import('../core/store.js').State} state @returns {Told[]} */
const colored = (wagers = [], state) =>
  wagers.map((wager) => ({ ...wager, coupon: 0, imprisoned: false, tip: Boolean(wager.tip), color: wager.color || state.seats.get(wager.seat)?.color || '' }));

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

document.querySelector('.plate-crown')?.append(crown());

/** The screen of one table. */
class FeltScreen {
  #card;
  /** @type {Record<string, string>} the color of each compartment */
  #colors;
  /** @type {Map<string, string>} the current content of each part of the screen */
  #shown = new Map();
  /** Paid wagers: they belong to their players again, but stay on the layout until the crown is lifted.
   * @type {Wager[]} */
  #paid = [];
  /** The tournament that the table is open for. @type {LiveTournament | null} */
  #tournament = null;
  /** @param {string} [number] */
  #named = (number = '') => resultName(number, this.#colors[number]);
  #stage = new Stage((happening, scene, signal) => this.#perform(happening, scene, signal), (state) => this.#draw(state), (phase) => isOpen(phase, this.#card));

  /** @param {Service.Card} card */
  constructor(card) {
    this.#card = card;
    this.#colors = Object.fromEntries(card.compartments.map((each) => [each.label, each.color]));
    this.#tellCard();
    store.watch(({ topics, happened, snapshot, state }) => {
      if (snapshot || topics.has('table')) this.#tellTournament(state.table.tournament ?? '');
      if (snapshot) {
        this.#tellWhole(state);
        this.#stage.reset(state);
        return;
      }
      if (topics.has('phase')) this.#tellPhase(state);
      for (const each of happened) call(each, state);
      if (happened.length || ['table', 'seats', 'wagers'].some((topic) => topics.has(topic))) this.#stage.push({ state, happened });
    });
  }

  /** The text of the phase display. @param {import('../core/store.js').State} state */
  #phaseWords({ table: now }) {
    switch (now.phase) {
      case 'betting':
        return [t('house.phase.betting'), t('felt.round', { round: now.round })];
      case 'in-track':
        return [t('felt.the-ball-is-spinning'), t('felt.bets-close-any-moment')];
      case 'no-more-bets':
      case 'spinning':
        return [t('felt.no-more-bets'), t('felt.round', { round: now.round })];
      case 'at-rest':
      case 'crowned':
        return [resultName(now.result, this.#colors[now.result]), now.phase === 'crowned' ? t('felt.the-crown-is-on-the-number') : t('felt.round', { round: now.round })];
      case 'collected':
        return [resultName(now.result, this.#colors[now.result]), t('felt.losing-wagers-are-collected')];
      case 'paid':
        return [resultName(now.result, this.#colors[now.result]), t('felt.winning-wagers-are-paid')];
      default:
        return [t('felt.the-table-is-closed'), ''];
    }
  }

  /** Whether a part must be redrawn. @param {string} part @param {unknown} what */
  #isNew(part, what) {
    const text = JSON.stringify(what);
    const changed = this.#shown.get(part) !== text;
    this.#shown.set(part, text);
    return changed;
  }

  /** Shows a call at once, even while earlier events are still being shown. @param {import('../core/store.js').State} state */
  #tellPhase(state) {
    const [words, more] = this.#phaseWords(state);
    document.body.dataset.mood = phaseMood(state.table.phase);
    document.body.dataset.phase = state.table.phase;
    byId('phase').dataset.color = hasNumber(state.table.phase) ? this.#colors[state.table.result] ?? '' : '';
    say(byId('phase-words'), words);
    say(byId('phase-more'), more);
    board.locked = !isOpen(state.table.phase, this.#card);
  }

  /** The crown and the winning spots, once the ball is at rest. @param {import('../core/store.js').State} state */
  #tellCrown(state) {
    const lying = isCrowned(state.table.phase);
    board.crown = lying && this.#card.crown ? state.table.result : '';
    board.win = lying ? state.table.result : '';
  }

  /** @param {import('../core/store.js').State} state */
  #tellResults(state) {
    const results = posted(state.table);
    if (!this.#isNew('results', results)) return;
    const last = results.slice(-RESULTS_SHOWN).reverse();
    fill(byId('results'), ...last.map((number) => resultBox(number, this.#colors[number], 'li')));
    if (!last.length) fill(byId('results'), h('li', { class: 'none' }, t('felt.no-results-yet')));
  }

  /** @param {import('../core/store.js').State} state */
  #tellSeats(state) {
    const seats = [...state.seats.values()].sort((one, other) => one.seat - other.seat);
    if (!this.#isNew('seats', seats.map((seat) => [seat.seat, seat.color]))) return;
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

  /** The chips on the layout. @param {import('../core/store.js').State} state */
  #lying(state) {
    const standing = [...state.wagers.values()], known = new Set(standing.map(keyOf));
    return [...standing, ...this.#paid.filter((wager) => !known.has(keyOf(wager)))];
  }

  /** @param {Wager[]} wagers */
  #lay(wagers) {
    board.show(wagers);
    if (this.#card.replica) track.show(wagers);
  }

  /** @param {import('../core/store.js').State} state */
  #tellWagers(state) {
    if (state.table.phase !== 'paid') this.#paid = [];
    this.#lay(this.#lying(state));
  }

  /** Plays one step; the stage waits for it. @param {Service.Happening} happening @param {{state: import('../core/store.js').State}} scene @param {AbortSignal} signal */
  async #perform(happening, { state }, signal) {
    const round = state.table.round, wagers = 'wagers' in happening ? colored(happening.wagers, state) : [];
    switch (happening.kind) {
      case 'ball-spun':
      case 'wheel-spun':
        wheel.launch({ wheel: happening.wheel, ball: 'ball' in happening ? happening.ball : undefined });
        announcer.announce({ call: happening.kind, round, words: happening.kind === 'ball-spun' ? t('felt.ball-spinning-sentence') : t('felt.the-wheel-is-spinning') });
        break;
      case 'number-announced':
        if (!signal.aborted) await wheel.land(happening.number ?? '');
        announcer.announce({ call: 'number', round, words: this.#named(happening.number) });
        break;
      case 'no-spin-called':
        wheel.halt();
        break;
      case 'losers-collected':
        announcer.announce({ call: 'collected', round, words: t('felt.losers-collected-sentence') });
        this.#lay([...state.wagers.values()]);
        await Promise.all([board.chips.sweep(wagers), this.#card.replica && track.chips.sweep(wagers.filter((wager) => this.#card.spots[wager.spot]?.parts > 1))]);
        break;
      case 'winners-paid':
        announcer.announce({ call: 'paid', round, words: wagers.length ? t('felt.winners-paid-sentence') : t('felt.no-winning-wagers') });
        if (signal.aborted) break;
        this.#paid = wagers.filter(({ returned = 0 }) => returned > 0);
        this.#lay(this.#lying(state));
        await board.chips.pay(wagers);
        await pause(READ_MS, signal);
        break;
      case 'crown-lifted':
        board.chips.clearMarks();
        announcer.announce({ call: 'open', round, words: t('felt.place-your-bets') });
        break;
      case 'number-corrected':
        wheel.rest(happening.number ?? '');
        announcer.announce({ call: 'corrected', round, words: t('felt.the-number-was-corrected', { number: this.#named(happening.number) }), banner: true, urgent: true });
        break;
    }
  }

  /** Draws the whole screen. @param {import('../core/store.js').State} state */
  #draw(state) {
    document.body.classList.remove('is-empty');
    this.#tellPhase(store.state);
    this.#tellCrown(state);
    this.#tellResults(state);
    this.#tellSeats(state);
    this.#tellWagers(state);
    if (!isCrowned(state.table.phase)) board.chips.clearMarks();
    if (wheel.turning && !turns(state.table.phase, this.#card)) wheel.rest(state.table.result || state.table.results.at(-1) || '');
  }

  /** Sets the wheel after a snapshot: turning, at rest on a number, or waiting. @param {import('../core/store.js').State} state */
  #tellWhole(state) {
    board.chips.clearMarks();
    if (!turns(state.table.phase, this.#card)) wheel.rest(state.table.result || state.table.results.at(-1) || '');
    else if (!wheel.turning) wheel.launch();
  }

  /** Follows the tournament of the table, whose chips are worth points by their color; '' if it plays for money. @param {string} id */
  #tellTournament(id) {
    if ((this.#tournament?.id ?? '') === id) return;
    this.#tournament?.stop();
    this.#tournament = id ? new LiveTournament(id) : null;
    this.#tellColors();
    this.#tournament?.addEventListener('change', () => this.#tellColors());
    this.#tournament?.start();
  }

  /** The notice of what each color stands for. */
  #tellColors() {
    const colors = this.#tournament?.seen?.colors ?? [];
    byId('colors').hidden = byId('colors-title').hidden = colors.length === 0;
    fill(byId('colors'), ...colors.map(({ color, points }) => h('li', { 'data-color': color },
      svg('svg', { viewBox: '-20 -20 40 40', 'aria-hidden': 'true', focusable: 'false' }, chip({ color, label: '', radius: 17 })),
      h('b', {}, colorName(color)), ` ${t('tournament.points-count', { points: pointsOf(points) })}`)));
  }

  #tellCard() {
    say(byId('number'), this.#card.number);
    say(byId('title'), `${this.#card.title} · ${this.#card.house}`);
    document.title = t('felt.table', { number: this.#card.number, house: this.#card.house });
    byId('demonstration').hidden = !this.#card.demonstration;
    fill(byId('limits'), ...this.#card.limits.map((each) => h('div', {}, h('dt', {}, limitGroup(each.group)), h('dd', {}, range(each.minimum, each.maximum)))));
    fill(byId('signs'), ...this.#card.signs.map((sign) => h('li', {}, postedWords(sign.said, sign.text), ' ', sign.clause && h('small', { class: 'clause' }, sign.clause))));
    byId('signs').dataset.many = String(this.#card.signs.length > 2);
    document.body.classList.toggle('has-track', Boolean(this.#card.replica));
    document.body.classList.toggle('is-flat', this.#card.flat);
    byId('results').style.setProperty('--digits', String(longest(Object.keys(this.#colors))));
    board.readonly = true;
    countIn(this.#card.currency);
    board.card = this.#card;
    track.hidden = !this.#card.replica;
    if (this.#card.replica) track.card = this.#card;
    wheel.compartments = this.#card.compartments;
    wheel.spun = this.#card.spun;
  }
}

/** Loads the card of the table and shows the table; tries again until the service answers. */
async function begin() {
  try {
    new FeltScreen(inLanguage(await api.get(`/tables/${encodeURIComponent(table)}`)));
  } catch (trouble) {
    const missing = trouble instanceof ApiError && [404, 409, 422].includes(trouble.status);
    say(byId('trouble'), messageOf(trouble));
    say(byId('number'), table);
    say(byId('phase-words'), missing ? t('felt.not-open') : t('felt.one-moment'));
    if (!missing) setTimeout(begin, RETRY_MS);
    return;
  }
  say(byId('trouble'), '');
  link.open();
}

begin();
