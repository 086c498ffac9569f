// @ts-check
/** <cr-seating>: the seating, with one card per table: its seats, the games left and the last number. */
import { t } from '../core/language.js';
import { pointsOf } from '../core/tournament.js';
import { html as h } from '../core/svg.js';
import { fill } from './markup.js';
import { resultName } from './display-format.js';

/** @typedef {import('../core/tournament.js').Event} Event */
/** @typedef {import('../core/tournament.js').Line} Line */
/** @typedef {import('../core/tournament.js').Table} Table */

export class CrSeating extends HTMLElement {
  /** @param {Event} event @param {number[]} mine @param {number} [first] the first table to show @param {number} [most] */
  show(event, mine, first = 0, most = Infinity) {
    if (event.stage === 'concluded') return fill(this);
    const drawn = event.leaderboard.some((line) => line.next_table);
    const numbers = drawn ? [...new Set(event.leaderboard.map((line) => line.next_table).filter(Boolean))].sort((a, b) => a - b) : event.tables.map((table) => table.number);
    fill(
      this,
      ...numbers.slice(first, first + most).map((number) => card(event, number, drawn, mine)),
    );
  }
}

/** @param {Event} event @param {number} number @param {boolean} drawn @param {number[]} mine */
function card(event, number, drawn, mine) {
  const table = drawn ? undefined : event.tables.find((each) => each.number === number);
  const seated = event.leaderboard
    .filter((line) => line.status === 'active' && (drawn ? line.next_table : line.table) === number)
    .map((line) => ({ line, seat: drawn ? line.next_seat : line.seat }))
    .sort((one, other) => one.seat - other.seat);
  return h(
    'section',
    { class: 'tablecard', 'data-table': number, 'data-open': table?.is_open || null },
    h('header', {}, h('h3', {}, t('tournament.table', { number })), table ? state(table, event) : h('span', { class: 'tablestate' }, t('tournament.round', { round: event.round + 1 }))),
    h(
      'ol',
      {},
      ...seated.map(({ line, seat }) =>
        h(
          'li',
          { class: mine.includes(line.entry) ? 'own' : null, 'data-entry': line.entry },
          h('span', { class: 'seatnumber', 'aria-label': t('tournament.seat-number', { seat }) }, String(seat)),
          h('span', { class: 'seatname' }, line.name),
          drawn ? null : h('b', {}, pointsOf(line.points)),
        ),
      ),
    ),
  );
}

/** @param {Table} table @param {Event} event */
function state(table, event) {
  const spins = t('tournament.spins-left-count', { spins: table.games_left });
  const words = table.is_open ? t('tournament.spin-of-place-your-bets', { games: table.games + 1, games2: event.games }) : spins;
  const last = table.last_number
    ? h('span', { class: `result ${table.last_color || 'plain'}`, 'aria-label': t('tournament.last-number', { lastcolor: resultName(table.last_number, table.last_color) }) }, table.last_number)
    : null;
  return h('span', { class: 'tablestate' }, words, last);
}

customElements.define('cr-seating', CrSeating);
