// @ts-check
/**
 * <cr-results>: the last results, newest first, and how often each came up.
 *
 *     results.compartments = card.compartments
 *     results.show(view.results)            // oldest first, as the service sends them
 *
 * Frequencies are labeled as what they are: the past of a wheel says nothing about its next spin.
 */
import { html } from '../core/svg.js';
import { insignia, sign } from './wheel-drawing.js';

const SHOWN = 24;
const EXTREMES = 4;
/** With fewer results than these, how often each came says nothing at all. */
const COUNTED = 16;

export class CrResults extends HTMLElement {
  /** @type {Map<string, string>} */
  #colors = new Map();
  #list = html('ol', { class: 'results-list', 'aria-label': 'Last results, newest first' });
  #shares = html('div', { class: 'results-shares' });
  #often = html('div', { class: 'results-often' });
  #shown = '-';

  connectedCallback() {
    if (!this.firstChild) this.append(this.#list, this.#shares, this.#often);
  }

  /** @param {{label: string, color: string}[]} compartments */
  set compartments(compartments) {
    this.#colors = new Map(compartments.map(({ label, color }) => [label, color]));
    this.#shown = '-';
  }

  /** @param {string[]} results */
  show(results) {
    const newest = [...results].reverse(), key = newest.join();
    if (key === this.#shown) return;
    this.#shown = key;
    this.#list.replaceChildren(...(newest.length ? newest.slice(0, SHOWN).map((label) => this.#result(label)) : [
      html('li', { class: 'results-none' }, 'No results yet today.'),
    ]));
    this.#shares.replaceChildren(...this.#bars(newest));
    this.#often.replaceChildren(...this.#extremes(newest));
  }

  /** @param {string} label @param {string} [more] */
  #result(label, more) {
    const color = this.#colors.get(label) ?? 'plain';
    const item = html('li', { class: 'result', 'data-color': color }, sign(label), more ? html('small', {}, more) : null);
    if (color === 'plain') {
      item.style.background = insignia(label).fill;
      item.style.color = insignia(label).ink;
    }
    if (sign(label) !== label || color !== 'plain') item.setAttribute('aria-label', `${label}${color === 'plain' ? '' : ` ${color}`}${more ? `, ${more}` : ''}`);
    return item;
  }

  /** @param {string[]} results */
  #bars(results) {
    const of = (/** @type {string} */ color) => results.filter((label) => this.#colors.get(label) === color).length;
    if (!results.length || of('plain')) return [];
    const parts = ['red', 'green', 'black'].filter((color) => of(color)).map((color) => {
      const count = of(color), share = Math.round((100 * count) / results.length);
      const part = html('span', { 'data-color': color }, share >= 30 ? `${color} ${share} %` : share >= 16 ? `${share} %` : '');
      part.style.flexGrow = String(count);
      return part;
    });
    const words = ['red', 'black', 'green'].map((color) => `${color} ${of(color)}`).join(', ');
    return [html('div', { class: 'share', role: 'img', 'aria-label': `Of the last ${results.length}: ${words}` }, ...parts)];
  }

  /** @param {string[]} results */
  #extremes(results) {
    const counts = new Map([...this.#colors.keys()].map((label) => [label, 0]));
    for (const label of results) counts.set(label, (counts.get(label) ?? 0) + 1);
    const ranked = [...counts].sort(([, one], [, other]) => other - one);
    if (results.length < COUNTED || ranked.length <= EXTREMES * 2) return [];
    const row = (/** @type {string} */ title, /** @type {[string, number][]} */ entries) => html(
      'div', { class: 'often' }, html('span', {}, title),
      html('ul', {}, ...entries.map(([label, count]) => this.#result(label, `×${count}`))),
    );
    // What they are worth comes first: where room is short, it is never the part that is cut off.
    return [
      html('p', { class: 'results-note' }, `Counts of the last ${results.length}: they do not predict the next spin.`),
      row('Most', ranked.slice(0, EXTREMES)),
      row('Least', ranked.slice(-EXTREMES).reverse()),
    ];
  }
}

customElements.define('cr-results', CrResults);
