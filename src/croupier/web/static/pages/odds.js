// @ts-check
/** The odds explorer: a layout under any rulebook, and the exact figures of every spot on it. */
import { api } from '../core/api.js';
import { all, given, messageOf } from '../core/checked.js';
import { fitField } from '../core/fit.js';
import { t } from '../core/language.js';
import { countIn, odds as toOne, range } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { inSpots, wagerWords } from '../ui/card-words.js';
import '../ui/cr-board.js';
import '../ui/cr-masthead.js';
import '../ui/cr-track.js';
import { basisName, basisWords, decimal, exactly, percent, wheelWords, zeroName } from '../ui/display-format.js';
import { Ledger } from '../ui/ledger.js';
import { byId, control, fill, only, say } from '../ui/markup.js';
import { postedWords } from '../ui/posted-text.js';

/** @typedef {Service.Exact} Exact */
/** @typedef {Service.WagerFigures} WagerFigures */

const selects = {
  book: control('book', HTMLSelectElement),
  wheel: control('wheel', HTMLSelectElement),
  zero: control('zero', HTMLSelectElement),
};

const settle = Object.values(selects).map(fitField);
const masthead = only('cr-masthead');
const figures = byId('figures');
const board = only('cr-board'), track = only('cr-track');
/** The variants of a zero rule that leaves the player a choice. */
const WAYS = /** @type {Record<string, string[]>} */ ({ 'in-prison': ['in-prison-half', 'in-prison-leave', 'in-prison-best'] });
/** The last variant of a rule is the best for the player, and the plain name of the rule means it. @param {string} zero */
const wayOf = (zero) => WAYS[zero]?.at(-1) ?? zero;
/** @type {Ledger<WagerFigures>} */
const ledger = new Ledger(
  byId('wagers'),
  t('odds.the-exact-figures-of-every-wager'),
  [
    { key: 'wager', title: t('odds.wager'), value: (row) => row.name, cell: (row) => wagerName(row) },
    { key: 'covers', title: t('odds.covers'), right: true, value: (row) => row.covers, cell: (row) => String(row.covers) },
    { key: 'pays', title: t('odds.pays'), right: true, down: true, value: (row) => ratio(row.pays), cell: (row) => toOne(row.pays) },
    { key: 'chance', title: t('odds.chance'), right: true, down: true, value: (row) => row.chance.decimal, cell: (row) => share(row.chance) },
    { key: 'edge', title: t('odds.house-edge'), right: true, value: (row) => row.edge.decimal, cell: (row) => share(row.edge) },
    { key: 'variance', title: t('odds.variance'), right: true, value: (row) => row.variance.decimal, cell: (row) => figure(row.variance) },
    { key: 'deviation', title: t('odds.st-dev'), right: true, value: (row) => row.deviation, cell: (row) => decimal(row.deviation, 4) },
    { key: 'clause', title: t('odds.odds-from'), value: (row) => row.clause ?? row.basis, cell: (row) => source(row) },
  ],
  (row) => ({ 'data-wager': row.wager }),
);

/** @param {WagerFigures} row */
const wagerName = (row) => h('span', {}, wagerWords(row.named, row.name), row.optional && h('small', { class: 'muted' }, ` ${t('house.form.optional')}`));
/** @param {Exact} value */
const share = (value) => h('span', { class: 'exact' }, h('b', {}, value.exact), h('small', {}, `(${percent(value.decimal)})`));
/** @param {Exact} value */
const figure = (value) => h('span', { class: 'exact' }, h('b', {}, value.exact), h('small', {}, `(${decimal(value.decimal, 4)})`));
/** @param {{clause: string | null, basis: string}} row */
const source = (row) => h('span', {}, row.clause ? h('span', { class: 'clause' }, row.clause) : null, h('small', { class: 'muted' }, ` ${basisName(row.basis)}`));

/** @param {string} pays */
function ratio(pays) {
  const [over, under = '1'] = pays.split('/');
  return Number(over) / Number(under);
}

/** The query for the service and for links to this page. @param {string} [zero] */
function query(zero = selects.zero.value) {
  const asked = new URLSearchParams({ book: selects.book.value, wheel: selects.wheel.value, zero });
  const offers = [...byId('offers').querySelectorAll('input')].filter((box) => box.checked).map((box) => box.value);
  if (offers.length) asked.set('offers', offers.join(','));
  return asked;
}

/** @param {HTMLSelectElement} select @param {[string, string][]} options @param {string} chosen */
function offer(select, options, chosen) {
  fill(select, ...options.map(([value, words]) => h('option', { value, selected: value === chosen }, words)));
}

/** @param {string} name @param {string} value @param {string} [kind] */
const row = (name, value, kind = '') => h('div', { class: kind }, h('dt', {}, name), h('dd', {}, value));

api.get('/tables').then((lobby) => (masthead.house = lobby.house), () => undefined);

byId('print').addEventListener('click', () => window.print());

/** The explorer and the table that it shows. */
class OddsExplorer {
  /** @type {Service.Explorer | null} */
  #loaded = null;
  /** The kind of wager under the pointer or focus. */
  #aimed = '';
  #asking = 0;

  get #odds() {
    return given(this.#loaded, 'table');
  }

  constructor() {
    for (const [name, select] of Object.entries(selects))
      select.addEventListener('change', () => {
        const book = this.#odds.books.find((each) => each.id === selects.book.value) ?? this.#odds.books[0];
        // Another book or wheel may not have the other choices: keep those it has, otherwise take its first.
        const wheel = book.wheels.find((each) => each.wheel === selects.wheel.value) ?? book.wheels[0];
        const asked = query();
        asked.set('wheel', wheel.wheel);
        asked.set('zero', wheel.zeros.some((zero) => zero === selects.zero.value || WAYS[zero]?.includes(selects.zero.value)) ? selects.zero.value : wheel.zeros[0]);
        if (name !== 'zero') asked.delete('offers');
        this.#ask(asked);
      });
    byId('stage').addEventListener('cr-aim', (event) => this.#tellSpot(event.detail.spot));
    byId('stage').addEventListener('cr-bet', (event) => this.#tellSpot(event.detail.spot));
    byId('offers').addEventListener('change', () => this.#ask());
    this.#ask(new URLSearchParams(location.search));
  }

  /** Fills the choices that the book allows, with the current ones selected. */
  #tellChoices() {
    const book = this.#odds.books.find((each) => each.id === this.#odds.book) ?? this.#odds.books[0];
    const wheel = book.wheels.find((each) => each.wheel === this.#odds.wheel) ?? book.wheels[0];
    offer(selects.book, this.#odds.books.map((each) => [each.id, each.title]), this.#odds.book);
    offer(selects.wheel, book.wheels.map((each) => [each.wheel, wheelWords(each.wheel, each.title)]), this.#odds.wheel);
    const zeros = wheel.zeros.flatMap((zero) => WAYS[zero] ?? [zero]);
    offer(selects.zero, zeros.map((zero) => [zero, zeroName(zero)]), this.#odds.zero);
    selects.zero.disabled = zeros.length < 2;
    settle.forEach((fitted) => fitted());
    const asked = new URLSearchParams(location.search).get('offers')?.split(',') ?? [];
    const box = byId('offers');
    box.hidden = wheel.offers.length === 0;
    fill(
      box,
      h('legend', {}, t('odds.optional-wagers')),
      ...wheel.offers.map((kind) =>
        h('label', { class: 'check' }, h('input', { type: 'checkbox', value: kind, checked: asked.includes(kind) }), wagerWords(kind, kind.replaceAll('-', ' '))),
      ),
    );
  }

  /** @param {string | null} id of the spot, or null for the layout in general */
  #tellSpot(id) {
    const spot = id === null ? null : this.#odds.spots[id];
    if (!spot) return;
    this.#mark(spot.wager);
    fill(
      figures,
      h('h3', {}, spot.name),
      h('p', { class: 'pays' }, h('b', {}, toOne(spot.pays)), spot.numbers.length > 6 ? t('odds.numbers', { numbers: spot.numbers.length }) : spot.numbers.join(' · ')),
      h(
        'dl',
        {},
        row(t('odds.chance-to-win'), exactly(spot.chance)),
        row(t('odds.house-edge'), exactly(spot.edge), 'edge'),
        row(t('odds.variance'), `${spot.variance.exact} (${decimal(spot.variance.decimal, 4)})`),
        row(t('odds.standard-deviation'), decimal(Math.sqrt(spot.variance.decimal), 4)),
        spot.minimum !== null || spot.maximum !== null ? row(t('odds.limits-of-the-text'), range(spot.minimum, spot.maximum)) : null,
        row(t('odds.odds-from'), spot.clause ?? t('odds.no-clause')),
        spot.defined && row(t('odds.defined-in'), spot.defined),
        row(t('odds.basis'), `${basisName(spot.basis)}: ${basisWords(spot.basis)}`),
      ),
    );
  }

  /** Marks in the list the wager whose figures are shown. @param {string} wager */
  #mark(wager) {
    this.#aimed = wager;
    for (const line of all(byId('wagers'), 'tbody tr')) line.classList.toggle('aimed', line.dataset.wager === this.#aimed);
  }

  /** The edge on an even-money wager under every available zero rule. */
  async #tellCompare() {
    const book = this.#odds.books.find((each) => each.id === this.#odds.book);
    const open = book?.wheels.find((each) => each.wheel === this.#odds.wheel)?.zeros ?? [];
    const zeros = open.flatMap((zero) => WAYS[zero] ?? [zero]);
    byId('compare-panel').hidden = zeros.length < 2;
    if (zeros.length < 2) return;
    const asked = this.#odds;
    const answers = await Promise.all(zeros.map((zero) => (zero === this.#odds.zero ? this.#odds : api.get(`/odds?${query(zero)}`))));
    if (asked !== this.#loaded) return;
    const rows = answers.map((answer, index) => ({
      zero: zeros[index],
      words: postedWords(answer.zero_said, answer.zero_words),
      red: given(answer.wagers.find((each) => each.wager === 'red'), 'wager'),
    }));
    const most = Math.max(...rows.map((each) => each.red.edge.decimal));
    fill(
      byId('compare'),
      ...rows.map(({ zero, words, red }) => {
        const bar = h('i', { class: 'bar', 'aria-hidden': 'true' });
        bar.style.setProperty('--share', String(red.edge.decimal / most));
        return h(
          'li',
          { 'aria-current': zero === this.#odds.zero && 'true' },
          h('span', { class: 'compare-name' }, zeroName(zero), h('small', {}, words)),
          bar,
          share(red.edge),
          h('span', { class: 'muted' }, t('odds.deviation-value', { deviation: decimal(red.deviation, 4) })),
          zero === this.#odds.zero ? h('span', { class: 'shown' }, t('odds.shown')) : h('button', { type: 'button', class: 'button is-ghost', 'aria-label': t('odds.show', { zero: zeroName(zero) }), onclick: () => this.#choose(zero) }, t('odds.show-field')),
        );
      }),
    );
  }

  /** @param {string} zero */
  #choose(zero) {
    this.#ask(query(zero));
  }

  /** Loads the chosen table and shows it; a later choice replaces an earlier one. */
  async #ask(asked = query()) {
    const turn = ++this.#asking;
    byId('stage').setAttribute('aria-busy', 'true');
    try {
      const answer = await api.get(`/odds?${asked}`);
      if (turn !== this.#asking) return;
      this.#loaded = { ...answer, zero: wayOf(asked.get('zero') || answer.zero) };
      history.replaceState(null, '', `/odds?${asked}`);
      say(byId('trouble'), '');
      this.#tellChoices();
      say(byId('which'), `${this.#odds.title}, ${wheelWords(this.#odds.wheel, this.#odds.wheel_title)}. ${postedWords(this.#odds.zero_said, this.#odds.zero_words)}`);
      ledger.show(this.#odds.wagers);
      this.#tellLayout();
      await this.#tellCompare();
    } catch (trouble) {
      if (turn === this.#asking) say(byId('trouble'), messageOf(trouble));
    } finally {
      byId('stage').setAttribute('aria-busy', 'false');
    }
  }

  #tellLayout() {
    const shown = inSpots({ ...this.#odds, number: '' });
    countIn(this.#odds.currency);
    board.card = shown;
    track.hidden = !this.#odds.replica;
    if (this.#odds.replica) track.card = shown;
    this.#tellSpot(Object.keys(this.#odds.spots).find((id) => this.#odds.spots[id].wager === this.#aimed) ?? (this.#odds.spots['17'] ? '17' : Object.keys(this.#odds.spots)[0]));
  }
}

new OddsExplorer();
