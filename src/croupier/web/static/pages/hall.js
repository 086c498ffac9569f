// @ts-check
/** The hall screen: places, seats, the round, its clock and the prizes, readable from across a room. It takes no input. */
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { eventNow, gamesLeft, idInPath, LiveTournament, pointsOf } from '../core/tournament.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-leaderboard.js';
import '../ui/cr-seating.js';
import { colorName } from '../ui/display-format.js';
import { byId, fill, say } from '../ui/markup.js';
import { runClock } from '../ui/round-clock.js';
import { cutWords, ordinal, prizePool, prizeWords } from '../ui/tournament-words.js';

/** @typedef {import('../core/tournament.js').Seen} Seen */
/** @typedef {import('../core/tournament.js').Event} Event */

const TURN_MS = 8_000;
const PRIZES_MAX = 5;
/** Narrower screens scroll. */
const NARROW = 900;
const live = new LiveTournament(idInPath());
const places = /** @type {import('../ui/cr-leaderboard.js').CrLeaderboard} */ (byId('places'));
const seating = /** @type {import('../ui/cr-seating.js').CrSeating} */ (byId('seating'));
const figures = new Map([t('tournament.round-word'), t('tournament.spins-left'), t('tournament.clock'), t('tournament.players'), t('tournament.prize-pool')].map((name) => [name, h('dd', {}, '–')]));

byId('facts').append(...[...figures].map(([name, figure]) => h('div', {}, h('dt', {}, name), figure)));

/** @param {string} name @param {string} words */
const tell = (name, words) => say(/** @type {Element} */ (figures.get(name)), words);
/** Heights in em: a line of the places, and of a table its frame and each seat. */
const LINE = 2.25, FRAME = 4.6, SEAT = 1.95;
/** The share of the screen for a name, and the width of its letters. */
const NAME_SHARE = 0.22, NAME_LETTER = 0.66;
const LINE_SIZES = { least: 1.1, most: 2.1 };
/** Sizes of tables and their number of columns, largest first. @type {[number, number][]} */
const TABLE_SIZES = [[1.7, 1], [1.35, 2], [1.1, 2], [0.9, 3], [0.72, 3]];

/** How large lines and tables can be on this screen, and how many fit at once. @param {Event} event */
function room(event) {
  const main = byId('main'), letter = parseFloat(getComputedStyle(document.body).fontSize);
  if (main.clientWidth <= NARROW) return null;
  const high = main.clientHeight, count = event.leaderboard.length;
  const fitting = high / ((count + 1) * LINE * letter);
  const longest = Math.max(1, ...event.leaderboard.map((each) => each.name.length));
  const beside = (NAME_SHARE * main.clientWidth) / (longest * NAME_LETTER * letter);
  const line = Math.max(LINE_SIZES.least, Math.min(LINE_SIZES.most, fitting, beside));
  const lines = Math.max(1, Math.floor(high / (line * LINE * letter)) - 1);
  const seated = new Map();
  for (const each of event.leaderboard) {
    const table = each.status === 'active' ? each.next_table || each.table : 0;
    if (table) seated.set(table, (seated.get(table) ?? 0) + 1);
  }
  const tall = FRAME + SEAT * Math.max(0, ...seated.values());
  const holds = (/** @type {number} */ size, /** @type {number} */ columns) => Math.max(1, Math.floor(high / (tall * size * letter))) * columns;
  const [table, columns] = TABLE_SIZES.find(([size, across]) => holds(size, across) >= seated.size) ?? TABLE_SIZES[TABLE_SIZES.length - 1];
  return { line, lines, table, columns, tables: holds(table, columns), count: seated.size };
}

/** @param {Event} event */
function words(event) {
  if (event.stage === 'registration') return t('tournament.registration-is-open');
  if (event.stage === 'registered') return event.draw?.drawn ? t('tournament.find-your-seat') : t('tournament.registration-is-closed');
  if (event.stage === 'playing') return cutWords(event) || t('tournament.the-final-round');
  if (event.stage === 'between rounds') return event.round === event.rounds ? t('tournament.the-last-round-is-over') : event.draw?.drawn ? t('tournament.find-your-seat') : t('tournament.between-rounds');
  return event.stage === 'concluded' ? t('tournament.the-winners') : t('tournament.registration-opens-soon');
}

runClock(/** @type {Element} */ (figures.get(t('tournament.clock'))), () => {
  const event = live.seen && eventNow(live.seen);
  return { since: event?.stage === 'playing' ? event.round_since : 0, skew: live.skew };
});

live.addEventListener('net', () => say(byId('trouble'), live.trouble));

live.onMissing((words) => {
  say(byId('stage'), '');
  say(byId('trouble'), words);
});

/** One screen of a hall. */
class HallScreen {
  /** If not everything fits, its parts are shown in turn. */
  #turn = 0;

  constructor() {
    setInterval(() => {
      this.#turn += 1;
      this.#show();
    }, TURN_MS);
    addEventListener('resize', () => this.#show());
    live.addEventListener('change', () => this.#show());
    live.start();
  }

  /** @param {Event} event @param {NonNullable<ReturnType<typeof room>>} fit */
  #showFitting(event, fit) {
    for (const [name, value] of Object.entries({ '--line-size': `${fit.line}em`, '--table-size': `${fit.table}em`, '--columns': String(fit.columns) })) byId('main').style.setProperty(name, value);
    const parts = Math.max(1, Math.ceil(event.leaderboard.length / fit.lines)), part = this.#turn % parts;
    places.show(event, [], event.leaderboard.slice(part * fit.lines, (part + 1) * fit.lines));
    const sheets = Math.max(1, Math.ceil(fit.count / fit.tables));
    seating.show(event, [], (this.#turn % sheets) * fit.tables, fit.tables);
  }

  #show() {
    const seen = live.seen;
    if (!seen) return;
    const event = eventNow(seen);
    document.title = seen.title;
    say(byId('title'), seen.title);
    say(byId('stage'), seen.events.length > 1 ? `${event.title}: ${words(event)}` : words(event));
    const active = event.leaderboard.filter((line) => line.status === 'active').length;
    tell(t('tournament.round-word'), event.round ? t('tournament.round-of-rounds', { round: event.round, rounds: event.rounds }) : '–');
    tell(t('tournament.spins-left'), event.stage === 'playing' ? String(gamesLeft(event)) : '–');
    tell(t('tournament.players'), event.stage === 'playing' ? t('tournament.active-of-all', { active, leaderboard: event.leaderboard.length }) : String(event.leaderboard.length));
    tell(t('tournament.prize-pool'), dollars(prizePool(event)));
    const fit = room(event);
    if (fit) this.#showFitting(event, fit);
    else {
      places.show(event, []);
      seating.show(event, []);
    }
    seating.hidden = !seating.childElementCount;
    fill(byId('prizes'), ...event.prizes.slice(0, PRIZES_MAX).map((prize) => h('li', {}, h('b', {}, ordinal(prize.place)), prize.amount ? h('em', {}, dollars(prize.amount, true)) : h('span', {}, prizeWords(prize)))));
    fill(byId('colors'), ...seen.colors.map((each) => h('li', { 'data-color': each.color }, h('b', {}, colorName(each.color)), pointsOf(each.points))));
  }
}

new HallScreen();
