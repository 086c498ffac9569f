// @ts-check
/** A wall of tables: small live boards, connected while they are visible. */
import { messageOf, one } from '../core/checked.js';
import { api } from '../core/api.js';
import { t } from '../core/language.js';
import { Link } from '../core/link.js';
import { isCrowned } from '../core/phases.js';
import { Store } from '../core/store.js';
import { html as h } from '../core/svg.js';
import './cr-board.js';
import { fill, say } from './markup.js';
import { phaseMood, phaseName, resultName, resultSign } from './display-format.js';
import { inLanguage } from './card-words.js';

export const TABLES_MAX = 12;

/** One table on the wall. */
class Screen {
  #store = new Store();
  #link;
  #board = document.createElement('cr-board');
  #phase = h('span', { class: 'phase-pill', 'data-mood': 'shut' }, t('records.one-moment-title'));
  #result = h('b', { class: 'result', hidden: true });
  #line = h('span', { class: 'wall-line' });
  /** @type {Record<string, string>} */
  #colors = {};
  #crown = false;
  /** Whether the state of the table has arrived; one that was never opened has no records yet. */
  #known = false;

  /** @param {string} number @param {(table: string) => void} open */
  constructor(number, open) {
    this.number = number;
    this.#link = new Link({ table: number, store: this.#store });
    this.#board.readonly = true;
    this.#board.orientation = 'landscape';
    this.element = h(
      'li',
      { class: 'wall-screen' },
      h('header', {}, h('h2', {}, t('records.table', { number })), this.#result, this.#phase),
      h('div', { class: 'wall-felt' }, this.#board),
      h('footer', {}, this.#line, h('button', { type: 'button', class: 'button is-small', 'aria-label': t('records.replay-table', { number }), onclick: () => open(number) }, t('records.replay'))),
    );
    this.#store.watch(({ snapshot }) => {
      this.#known ||= snapshot;
      this.#tell();
    });
    this.#link.addEventListener('state', () => {
      if (this.#link.condition === 'waiting') this.#mark('shut', t('records.connecting-again'));
      else if (this.#link.condition === 'open') this.#tell();
      else if (this.#link.state === 'closed' && this.#link.closeCode) this.#mark('shut', t('records.not-shown'));
    });
  }

  async open() {
    try {
      const card = inLanguage(await api.get(`/tables/${encodeURIComponent(this.number)}`));
      this.#crown = card.crown;
      this.#colors = Object.fromEntries(card.compartments.map((each) => [each.label, each.color]));
      this.#board.card = card;
      this.#link.open();
    } catch (trouble) {
      this.#mark('shut', messageOf(trouble));
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
    if (!this.#board.card || !this.#known) return;
    this.#board.show([...wagers.values()]);
    const lying = isCrowned(table.phase);
    this.#board.crown = lying && this.#crown ? table.result : '';
    this.#board.win = lying ? table.result : '';
    const number = table.result || table.results.at(-1) || '';
    this.#result.hidden = !number;
    this.#result.className = `result ${this.#colors[number] ?? 'plain'}`;
    this.#result.title = number ? resultName(number, this.#colors[number]) : '';
    say(this.#result, number && resultSign(number));
    this.#mark(phaseMood(table.phase), phaseName(table.phase));
    const open = table.disputes.filter((each) => !each.decided).length;
    say(this.#line, [
      t('records.round-seated', { round: table.round, seated: seats.size, wagers: wagers.size }),
      ...(open ? [t('records.open-disputes-count', { open })] : []),
    ].join(' · '));
  }
}

export class Wall {
  /** @type {Screen[]} */
  #screens = [];
  /** The index of the first table shown. */
  #first = 0;

  /** @param {HTMLElement} place @param {(table: string) => void} open */
  constructor(place, open) {
    this.place = place;
    this.open = open;
  }

  /** @param {string[]} tables the running ones; TABLES_MAX of them are shown at a time */
  show(tables) {
    this.close();
    if (this.#first >= tables.length) this.#first = 0;
    const here = tables.slice(this.#first, this.#first + TABLES_MAX);
    this.#screens = here.map((number) => new Screen(number, this.open));
    fill(
      this.place,
      tables.length > TABLES_MAX && this.#pages(tables),
      this.#screens.length ? h('ol', { class: 'wall-grid', 'data-size': this.#screens.length > 9 ? 'many' : this.#screens.length > 4 ? 'some' : 'few' }, ...this.#screens.map((screen) => screen.element)) : h('p', { class: 'none' }, t('records.no-table-is-open')),
    );
    for (const screen of this.#screens) screen.open();
  }

  /** The buttons for the other tables. @param {string[]} tables */
  #pages(tables) {
    const page = (/** @type {number} */ first) => {
      const last = Math.min(first + TABLES_MAX, tables.length) - 1;
      const words = first === last ? t('records.table-first', { first: tables[first] }) : t('records.tables-to', { first: tables[first], last: tables[last] });
      const turn = () => {
        this.#first = first;
        this.show(tables);
        one(this.place, '[aria-current]')?.focus();
      };
      return h('button', { type: 'button', class: first === this.#first ? 'button is-main' : 'button', 'aria-current': first === this.#first && 'true', onclick: turn }, words);
    };
    const firsts = Array.from({ length: Math.ceil(tables.length / TABLES_MAX) }, (_, index) => index * TABLES_MAX);
    return h('nav', { class: 'wall-pages', 'aria-label': t('records.tables-on-the-wall') }, ...firsts.map(page));
  }

  /** Ends the connections when the wall is hidden. */
  close() {
    for (const screen of this.#screens) screen.close();
    this.#screens = [];
    fill(this.place);
  }
}
