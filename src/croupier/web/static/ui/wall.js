// @ts-check
/** A wall of tables: small boards, live, while somebody looks at them. */
import { api } from '../core/api.js';
import { Link } from '../core/link.js';
import { Store } from '../core/store.js';
import { html as h } from '../core/svg.js';
import './cr-board.js';
import { fill, say } from './markup.js';
import { phaseMood, phaseName, resultName } from './words.js';

export const TABLES_MAX = 12;

/** One table on the wall. */
class Screen {
  #store = new Store();
  #link;
  #board = /** @type {import('./cr-board.js').CrBoard} */ (document.createElement('cr-board'));
  #phase = h('span', { class: 'phase-pill', 'data-mood': 'shut' }, 'One moment');
  #result = h('b', { class: 'result', hidden: true });
  #line = h('span', { class: 'wall-line' });
  /** @type {Record<string, string>} */
  #colors = {};

  /** @param {string} number @param {(table: string) => void} open */
  constructor(number, open) {
    this.number = number;
    this.#link = new Link({ table: number, store: this.#store });
    this.#board.readonly = true;
    this.#board.orientation = 'landscape';
    this.element = h(
      'li',
      { class: 'wall-screen' },
      h('header', {}, h('h2', {}, `Table ${number}`), this.#result, this.#phase),
      h('div', { class: 'wall-felt' }, this.#board),
      h('footer', {}, this.#line, h('button', { type: 'button', class: 'button is-small', 'aria-label': `Replay table ${number}`, onclick: () => open(number) }, 'Replay')),
    );
    this.#store.addEventListener('change', () => this.#tell());
    this.#link.addEventListener('state', () => {
      if (this.#link.state === 'waiting') this.#mark('shut', 'Connecting again');
      else if (this.#link.state === 'closed' && this.#link.closeCode) this.#mark('shut', 'Not shown');
    });
  }

  async open() {
    try {
      const card = await api.get(`/tables/${encodeURIComponent(this.number)}`);
      this.#colors = Object.fromEntries(card.compartments.map((/** @type {any} */ each) => [each.label, each.color]));
      this.#board.card = card;
      this.#link.open();
    } catch (trouble) {
      this.#mark('shut', /** @type {Error} */ (trouble).message);
    }
  }

  close() {
    this.#link.close();
  }

  /** @param {string} mood @param {string} words */
  #mark(mood, words) {
    this.#phase.dataset.mood = mood;
    say(this.#phase, words);
  }

  #tell() {
    const { table, wagers, seats } = this.#store.state;
    if (!this.#board.card || !this.#store.state.version) return;
    this.#board.show([...wagers.values()]);
    const lying = ['crowned', 'collected', 'paid'].includes(table.phase);
    this.#board.crown = lying && this.#board.card.wheel !== 'big-six' ? table.result : '';
    this.#board.win = lying ? table.result : '';
    const number = table.result || table.results.at(-1) || '';
    this.#result.hidden = !number;
    this.#result.className = `result ${this.#colors[number] ?? 'plain'}`;
    this.#result.title = number ? resultName(number, this.#colors[number]) : '';
    say(this.#result, number);
    this.#mark(phaseMood(table.phase), phaseName(table.phase));
    const open = (table.disputes ?? []).filter((/** @type {any} */ each) => !each.decided).length;
    say(this.#line, `Round ${table.round} · ${seats.size} seated · ${wagers.size} ${wagers.size === 1 ? 'wager' : 'wagers'}${open ? ` · ${open} open dispute${open === 1 ? '' : 's'}` : ''}`);
  }
}

export class Wall {
  /** @type {Screen[]} */
  #screens = [];
  /** Of the tables that are on the wall. */
  #first = 0;

  /** @param {HTMLElement} place @param {(table: string) => void} open */
  constructor(place, open) {
    this.place = place;
    this.open = open;
  }

  /** @param {string[]} tables those that run; TABLES_MAX of them are shown at a time */
  show(tables) {
    this.close();
    if (this.#first >= tables.length) this.#first = 0;
    const here = tables.slice(this.#first, this.#first + TABLES_MAX);
    this.#screens = here.map((number) => new Screen(number, this.open));
    fill(
      this.place,
      tables.length > TABLES_MAX && this.#pages(tables),
      this.#screens.length ? h('ol', { class: 'wall-grid', 'data-size': this.#screens.length > 9 ? 'many' : this.#screens.length > 4 ? 'some' : 'few' }, ...this.#screens.map((screen) => screen.element)) : h('p', { class: 'none' }, 'No table is open.'),
    );
    for (const screen of this.#screens) screen.open();
  }

  /** The ways to the other tables. @param {string[]} tables */
  #pages(tables) {
    const page = (/** @type {number} */ first) => {
      const last = Math.min(first + TABLES_MAX, tables.length) - 1;
      const words = first === last ? `Table ${tables[first]}` : `Tables ${tables[first]} to ${tables[last]}`;
      const turn = () => {
        this.#first = first;
        this.show(tables);
        /** @type {HTMLElement | null} */ (this.place.querySelector('[aria-current]'))?.focus();
      };
      return h('button', { type: 'button', class: first === this.#first ? 'button is-main' : 'button', 'aria-current': first === this.#first && 'true', onclick: turn }, words);
    };
    const firsts = Array.from({ length: Math.ceil(tables.length / TABLES_MAX) }, (_, index) => index * TABLES_MAX);
    return h('nav', { class: 'wall-pages', 'aria-label': 'Tables on the wall' }, ...firsts.map(page));
  }

  /** Nobody looks: the connections end. */
  close() {
    for (const screen of this.#screens) screen.close();
    this.#screens = [];
    fill(this.place);
  }
}
