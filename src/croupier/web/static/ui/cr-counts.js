// @ts-check
/**
 * <cr-counts>: the last results of a wheel and how often each came up, compared with chance.
 *
 *     counts.show(await api.get('/tables/7/results'), compartments)
 *
 * Counts, expectations and bands come from the service; the element draws them and explains their limits.
 */
import { number, rich, t } from '../core/language.js';
import { html } from '../core/svg.js';
import { boxWords } from './card-words.js';
import { resultSign } from './display-format.js';
import { insignia, sign } from './wheel-drawing.js';

/** @typedef {{exact: string, decimal: number}} Exact */
/** @typedef {{name: string, color: string, chance: Exact, count: number, expected: Exact, low: number, high: number, inside: number}} Count */
/** @typedef {{most: number, results: string[], inside: Exact, labels: Count[], groups: Count[][], outside: number, outside_expected: number}} Results */

/** @param {number} value */
const rounded = (value) => number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A result in a box of its color. @param {'b' | 'li'} tag @param {string} label @param {string} [color] */
function box(tag, label, color = 'plain') {
  const drawn = sign(label);
  const made = html(tag, { class: 'result', 'data-color': color }, ...(drawn === label ? [label] : [html('span', { 'aria-hidden': 'true' }, drawn), html('span', { class: 'sr-only' }, resultSign(label))]));
  if (color === 'plain') {
    made.style.background = insignia(label).fill;
    made.style.color = insignia(label).ink;
  }
  return made;
}

export class CrCounts extends HTMLElement {
  /** @param {Results} found @param {{label: string, color: string}[]} compartments */
  show(found, compartments) {
    const colors = new Map(compartments.map(({ label, color }) => [label, color])), { results, groups } = found;
    const labels = found.labels.every(({ name }) => Number.isFinite(Number(name))) ? found.labels.toSorted((one, other) => Number(one.name) - Number(other.name)) : found.labels;
    if (!results.length) {
      this.replaceChildren(html('p', {}, t('guest.counts.none')));
      return;
    }
    this.replaceChildren(
      ...this.#words(found),
      ...(groups.length ? [html('h3', { class: 'panel-title' }, t('guest.counts.outside-bets')), html('div', { class: 'counts-columns' }, this.#table(t('guest.counts.outside-bets'), groups))] : []),
      html('h3', { class: 'panel-title' }, labels.some(({ color }) => color === 'plain') ? t('guest.counts.stops') : t('guest.counts.numbers')),
      html('div', { class: 'counts-columns' }, this.#table(t('guest.counts.each'), [labels])),
      html('h3', { class: 'panel-title', id: 'counts-results' }, t('guest.counts.last', { count: results.length })),
      html('ol', { class: 'counts-results', tabindex: 0, 'aria-labelledby': 'counts-results' }, ...results.toReversed().map((label) => box('li', label, colors.get(label)))),
    );
  }

  /** @param {Results} found */
  #words({ results, most, inside, labels, outside, outside_expected: expected }) {
    const count = results.length, percent = Math.round(inside.decimal * 100);
    return [
      html('p', {}, `${count < most ? t('guest.counts.all', { count }) : t('guest.counts.some', { count })} ${t('guest.counts.band', { percent })}`),
      html('p', { class: 'counts-outside' }, ...rich('guest.counts.outside', { outside, labels: labels.length, expected: rounded(expected) })),
      html('p', { class: 'counts-note' }, html('b', {}, t('guest.counts.limits')), ' ', t('guest.counts.caution')),
    ];
  }

  /** A bar for each count in its band, as a table for screen readers. @param {string} caption @param {Count[][]} groups */
  #table(caption, groups) {
    const widest = Math.max(1, ...groups.flat().map(({ count, high }) => Math.max(count, high)));
    return html('table', { class: 'counts' }, html('caption', { class: 'sr-only' }, caption),
      html('thead', { class: 'sr-only' }, html('tr', {}, ...[t('guest.counts.result'), t('guest.counts.times'), t('guest.counts.chart')].map((words) => html('th', { scope: 'col' }, words)))),
      ...groups.map((group) => html('tbody', {}, ...group.map((each) => this.#row(each, widest)))));
  }

  /** @param {Count} each @param {number} widest */
  #row({ name, color, count, expected, low, high }, widest) {
    const share = (/** @type {number} */ value) => `${(100 * value) / widest}%`;
    const band = html('i', { class: 'counts-band' }), mean = html('i', { class: 'counts-mean' }), bar = html('i', { class: 'counts-bar' });
    band.style.left = share(Math.max(0, low - 0.5));
    band.style.width = share(Math.min(widest, high + 0.5) - Math.max(0, low - 0.5));
    mean.style.left = share(expected.decimal);
    bar.style.width = share(count);
    const out = count < low || count > high;
    return html('tr', out ? { class: 'is-out' } : {},
      html('th', { scope: 'row' }, color ? box('b', name, color) : boxWords(name)),
      html('td', { class: 'counts-count' }, count),
      html('td', {}, html('span', { class: 'counts-chart', 'aria-hidden': 'true' }, band, bar, mean),
        html('span', { class: 'sr-only' }, t(out ? 'guest.counts.row-out' : 'guest.counts.row', { name: sign(name) === name ? (color ? name : boxWords(name)) : resultSign(name), low, high, average: rounded(expected.decimal) }))));
  }
}

customElements.define('cr-counts', CrCounts);
