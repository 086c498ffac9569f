// @ts-check
/** The odds explorer: a layout under any rulebook, and the exact figures of every spot on it. */
import { api } from '../core/api.js';
import { odds as toOne, range } from '../core/money.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-board.js';
import '../ui/cr-masthead.js';
import '../ui/cr-track.js';
import { Ledger } from '../ui/ledger.js';
import { byId, fill, say } from '../ui/markup.js';
import { BASES, decimal, exactly, percent, wheelName, zeroName } from '../ui/words.js';

/** @typedef {{exact: string, decimal: number}} Exact */
/** @typedef {{wager: string, name: string, covers: number, pays: string, chance: Exact, edge: Exact, variance: Exact,
 *   deviation: number, optional: boolean, clause: string | null, defined: string | null, basis: string}} WagerFigures */
/** @typedef {{name: string, wager: string, numbers: string[], pays: string, chance: Exact, edge: Exact,
 *   variance: Exact, minimum: number | null, maximum: number | null, clause: string | null, defined: string | null, basis: string}} SpotFigures */
/** @typedef {{id: string, title: string, wheels: {wheel: string, zeros: string[], offers: string[]}[]}} Book */
/** @typedef {{books: Book[], book: string, title: string, wheel: string, zero: string, zero_words: string, wagers: WagerFigures[],
 *   spots: Record<string, SpotFigures>, replica: object | null}} OddsAnswer */

const selects = /** @type {Record<'book' | 'wheel' | 'zero', HTMLSelectElement>} */ ({
  book: byId('book'),
  wheel: byId('wheel'),
  zero: byId('zero'),
});
const masthead = /** @type {import('../ui/cr-masthead.js').CrMasthead} */ (document.querySelector('cr-masthead'));
const figures = byId('figures');
const board = /** @type {import('../ui/cr-board.js').CrBoard} */ (document.querySelector('cr-board'));
const track = /** @type {import('../ui/cr-track.js').CrTrack} */ (document.querySelector('cr-track'));
/** A zero rule that leaves the player a choice, in each of its ways. */
const WAYS = /** @type {Record<string, string[]>} */ ({ 'in-prison': ['in-prison-half', 'in-prison-leave', 'in-prison-best'] });

/** The last way of a rule is the best for the player, and what the plain name of the rule means. @param {string} zero */
const wayOf = (zero) => WAYS[zero]?.at(-1) ?? zero;

/** @type {OddsAnswer} */
let odds;
/** The kind of wager that the pointer or the focus is on. */
let aimed = '';

/** @type {Ledger<WagerFigures>} */
const ledger = new Ledger(
  byId('wagers'),
  'The exact figures of every wager',
  [
    { key: 'wager', title: 'Wager', value: (row) => row.name, cell: (row) => wagerName(row) },
    { key: 'covers', title: 'Covers', right: true, value: (row) => row.covers, cell: (row) => String(row.covers) },
    { key: 'pays', title: 'Pays', right: true, down: true, value: (row) => ratio(row.pays), cell: (row) => toOne(row.pays) },
    { key: 'chance', title: 'Chance', right: true, down: true, value: (row) => row.chance.decimal, cell: (row) => share(row.chance) },
    { key: 'edge', title: 'House edge', right: true, value: (row) => row.edge.decimal, cell: (row) => share(row.edge) },
    { key: 'variance', title: 'Variance', right: true, value: (row) => row.variance.decimal, cell: (row) => figure(row.variance) },
    { key: 'deviation', title: 'St. dev.', right: true, value: (row) => row.deviation, cell: (row) => decimal(row.deviation, 4) },
    { key: 'clause', title: 'Odds from', value: (row) => row.clause ?? row.basis, cell: (row) => source(row) },
  ],
  (row) => ({ 'data-wager': row.wager }),
);

/** @param {WagerFigures} row */
const wagerName = (row) => h('span', {}, row.name, row.optional && h('small', { class: 'muted' }, ' optional'));
/** @param {Exact} value */
const share = (value) => h('span', { class: 'exact' }, h('b', {}, value.exact), h('small', {}, `(${percent(value.decimal)})`));
/** @param {Exact} value */
const figure = (value) => h('span', { class: 'exact' }, h('b', {}, value.exact), h('small', {}, `(${decimal(value.decimal, 4)})`));
/** @param {{clause: string | null, basis: string}} row */
const source = (row) => h('span', {}, row.clause ? h('span', { class: 'clause' }, row.clause) : null, h('small', { class: 'muted' }, ` ${row.basis}`));

/** @param {string} pays */
function ratio(pays) {
  const [over, under = '1'] = pays.split('/');
  return Number(over) / Number(under);
}

/** What is asked of the service, and what a link to this page says. @param {string} [zero] */
function query(zero = selects.zero.value) {
  const asked = new URLSearchParams({ book: selects.book.value, wheel: selects.wheel.value, zero });
  const offers = [...byId('offers').querySelectorAll('input:checked')].map((box) => /** @type {HTMLInputElement} */ (box).value);
  if (offers.length) asked.set('offers', offers.join(','));
  return asked;
}

/** @param {HTMLSelectElement} select @param {[string, string][]} options @param {string} chosen */
function offer(select, options, chosen) {
  fill(select, ...options.map(([value, words]) => h('option', { value, selected: value === chosen }, words)));
}

/** The choices that the book leaves, with the present ones chosen. */
function tellChoices() {
  const book = odds.books.find((each) => each.id === odds.book) ?? odds.books[0];
  const wheel = book.wheels.find((each) => each.wheel === odds.wheel) ?? book.wheels[0];
  offer(selects.book, odds.books.map((each) => [each.id, each.title]), odds.book);
  offer(selects.wheel, book.wheels.map((each) => [each.wheel, wheelName(each.wheel)]), odds.wheel);
  const zeros = wheel.zeros.flatMap((zero) => WAYS[zero] ?? [zero]);
  offer(selects.zero, zeros.map((zero) => [zero, zeroName(zero)]), odds.zero);
  selects.zero.disabled = zeros.length < 2;
  const asked = new URLSearchParams(location.search).get('offers')?.split(',') ?? [];
  const box = byId('offers');
  box.hidden = wheel.offers.length === 0;
  fill(
    box,
    h('legend', {}, 'Optional wagers'),
    ...wheel.offers.map((kind) =>
      h('label', { class: 'check' }, h('input', { type: 'checkbox', value: kind, checked: asked.includes(kind) }), kind.replaceAll('-', ' ')),
    ),
  );
}

/** @param {string | null} id of the spot, or null for what the layout says in general */
function tellSpot(id) {
  const spot = id === null ? null : odds.spots[id];
  if (!spot) return;
  mark(spot.wager);
  fill(
    figures,
    h('h3', {}, spot.name),
    h('p', { class: 'pays' }, h('b', {}, toOne(spot.pays)), spot.numbers.length > 6 ? `${spot.numbers.length} numbers` : spot.numbers.join(' · ')),
    h(
      'dl',
      {},
      row('Chance to win', exactly(spot.chance)),
      row('House edge', exactly(spot.edge), 'edge'),
      row('Variance', `${spot.variance.exact} (${decimal(spot.variance.decimal, 4)})`),
      row('Standard deviation', decimal(Math.sqrt(spot.variance.decimal), 4)),
      spot.minimum !== null || spot.maximum !== null ? row('Limits of the text', range(spot.minimum, spot.maximum)) : null,
      row('Odds from', spot.clause ?? 'no clause'),
      spot.defined && row('Defined in', spot.defined),
      row('Basis', `${spot.basis}: ${BASES[/** @type {keyof typeof BASES} */ (spot.basis)] ?? ''}`),
    ),
  );
}

/** @param {string} name @param {string} value @param {string} [kind] */
const row = (name, value, kind = '') => h('div', { class: kind }, h('dt', {}, name), h('dd', {}, value));

/** Shows in the list which wager the figures are of. @param {string} wager */
function mark(wager) {
  aimed = wager;
  for (const line of byId('wagers').querySelectorAll('tbody tr'))
    line.classList.toggle('aimed', /** @type {HTMLElement} */ (line).dataset.wager === aimed);
}

/** The edge on an even-money wager under every zero rule that is open here. */
async function tellCompare() {
  const book = odds.books.find((each) => each.id === odds.book);
  const open = book?.wheels.find((each) => each.wheel === odds.wheel)?.zeros ?? [];
  const zeros = open.flatMap((zero) => WAYS[zero] ?? [zero]);
  byId('compare-panel').hidden = zeros.length < 2;
  if (zeros.length < 2) return;
  const asked = odds;
  const answers = await Promise.all(zeros.map((zero) => (zero === odds.zero ? odds : api.get(`/odds?${query(zero)}`))));
  if (asked !== odds) return;
  const rows = answers.map((answer, index) => ({
    zero: zeros[index],
    words: answer.zero_words,
    red: /** @type {WagerFigures} */ (answer.wagers.find((/** @type {WagerFigures} */ each) => each.wager === 'red')),
  }));
  const most = Math.max(...rows.map((each) => each.red.edge.decimal));
  fill(
    byId('compare'),
    ...rows.map(({ zero, words, red }) => {
      const bar = h('i', { class: 'bar', 'aria-hidden': 'true' });
      bar.style.setProperty('--share', String(red.edge.decimal / most));
      return h(
        'li',
        { 'aria-current': zero === odds.zero && 'true' },
        h('span', { class: 'compare-name' }, zeroName(zero), h('small', {}, words)),
        bar,
        share(red.edge),
        h('span', { class: 'muted' }, `st. dev. ${decimal(red.deviation, 4)}`),
        zero === odds.zero ? h('span', { class: 'shown' }, 'Shown') : h('button', { type: 'button', class: 'button is-ghost', 'aria-label': `Show: ${zeroName(zero)}`, onclick: () => choose(zero) }, 'Show'),
      );
    }),
  );
}

/** @param {string} zero */
function choose(zero) {
  ask(query(zero));
}

let asking = 0;

/** Asks for the chosen table and shows it; a later choice overtakes an earlier one. */
async function ask(asked = query()) {
  const turn = ++asking;
  byId('stage').setAttribute('aria-busy', 'true');
  try {
    const answer = await api.get(`/odds?${asked}`);
    if (turn !== asking) return;
    odds = { ...answer, zero: wayOf(asked.get('zero') || answer.zero) };
    history.replaceState(null, '', `/odds?${asked}`);
    say(byId('trouble'), '');
    tellChoices();
    say(byId('which'), `${odds.title}, ${wheelName(odds.wheel)}. ${odds.zero_words}`);
    ledger.show(odds.wagers);
    tellLayout();
    await tellCompare();
  } catch (trouble) {
    if (turn === asking) say(byId('trouble'), /** @type {Error} */ (trouble).message);
  } finally {
    byId('stage').setAttribute('aria-busy', 'false');
  }
}

function tellLayout() {
  const shown = { ...odds, number: '' };
  board.card = shown;
  track.hidden = !odds.replica;
  if (odds.replica) track.card = shown;
  tellSpot(Object.keys(odds.spots).find((id) => odds.spots[id].wager === aimed) ?? (odds.spots['17'] ? '17' : Object.keys(odds.spots)[0]));
}

for (const [name, select] of Object.entries(selects))
  select.addEventListener('change', () => {
    const book = odds.books.find((each) => each.id === selects.book.value) ?? odds.books[0];
    // Another book or wheel may not know the rest of the choices: keep what it knows, else take its first.
    const wheel = book.wheels.find((each) => each.wheel === selects.wheel.value) ?? book.wheels[0];
    const asked = query();
    asked.set('wheel', wheel.wheel);
    asked.set('zero', wheel.zeros.some((zero) => zero === selects.zero.value || WAYS[zero]?.includes(selects.zero.value)) ? selects.zero.value : wheel.zeros[0]);
    if (name !== 'zero') asked.delete('offers');
    ask(asked);
  });
byId('stage').addEventListener('cr-aim', (event) => tellSpot(/** @type {CustomEvent} */ (event).detail.spot));
byId('stage').addEventListener('cr-bet', (event) => tellSpot(/** @type {CustomEvent} */ (event).detail.spot));
byId('offers').addEventListener('change', () => ask());
api.get('/tables').then((lobby) => (masthead.house = lobby.house), () => undefined);
byId('print').addEventListener('click', () => window.print());
ask(new URLSearchParams(location.search));
