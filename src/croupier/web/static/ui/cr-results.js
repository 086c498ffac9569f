// @ts-check
/**
 * <cr-results>: the last results, newest first, and how often each came up.
 *
 *     results.compartments = card.compartments
 *     results.show(view.results)            // oldest first, as the service sends them
 *
 * Frequencies are labeled as history: they say nothing about the next spin.
 */
import { t } from '../core/language.js';
import { html } from '../core/svg.js';
import { colorName, resultSign } from './display-format.js';
import { longest } from './result.js';
import { insignia, sign } from './wheel-drawing.js';

const SHOWN = 24;
const EXTREMES = 4;
/** With fewer results than this, frequencies are not shown. */
const COUNTED = 16;

export class CrResults extends HTMLElement {
  /** @type {Map<string, string>} */
  #colors = new Map();
  #list = html('ol', { class: 'results-list', 'aria-label': t('table.last-results-newest-first') });
  #shares = html('div', { class: 'results-shares' });
  #often = html('div', { class: 'results-often' });
  #shown = '-';

  connectedCallback() {
    if (!this.firstChild) this.append(this.#list, this.#shares, this.#often);
  }

  /** @param {{label: string, color: string}[]} compartments */
  set compartments(compartments) {
    this.#colors = new Map(compartments.map(({ label, color }) => [label, color]));
    this.style.setProperty('--digits', String(longest(compartments.map(({ label }) => label))));
    this.#shown = '-';
  }

  /** @param {string[]} results */
  show(results) {
    const newest = [...results].reverse(), key = newest.join();
    if (key === this.#shown) return;
    this.#shown = key;
    this.#list.replaceChildren(...(newest.length ? newest.slice(0, SHOWN).map((label) => this.#result(label)) : [
      html('li', { class: 'results-none' }, t('table.no-results-yet-today')),
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
    if (sign(label) !== label || color !== 'plain') item.setAttribute('aria-label', `${resultSign(label)}${color === 'plain' ? '' : ` ${colorName(color)}`}${more ? `, ${more}` : ''}`);
    return item;
  }

  /** @param {string[]} results */
  #bars(results) {
    const of = (/** @type {string} */ color) => results.filter((label) => this.#colors.get(label) === color).length;
    if (!results.length || of('plain')) return [];
    const came = ['red', 'green', 'black'].filter((color) => of(color)), parts = came.map((color) => {
      const part = html('span', { 'data-color': color });
      part.style.flexGrow = String(of(color));
      return part;
    });
    const words = ['red', 'black', 'green'].map((color) => `${colorName(color)} ${of(color)}`).join(', ');
    return [
      html('div', { class: 'share', role: 'img', 'aria-label': t('table.of-the-last', { results: results.length, words }) }, ...parts),
      html('p', { class: 'share-words', 'aria-hidden': 'true' }, ...came.map((color) => html('span', {}, `${colorName(color)} ${Math.round((100 * of(color)) / results.length)} %`))),
    ];
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
    // The disclaimer comes first, so that it is never the part that is cut off.
    return [
      html('p', { class: 'results-note' }, t('table.counts-of-the-last-they-do', { results: results.length })),
      row(t('table.most'), ranked.slice(0, EXTREMES)),
      row(t('table.least'), ranked.slice(-EXTREMES).reverse()),
    ];
  }
}

customElements.define('cr-results', CrResults);
