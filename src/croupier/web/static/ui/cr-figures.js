// @ts-check
/**
 * <cr-figures>: what the bets of a table pay, with chance, edge and limits, all as the card gives them.
 *
 *     figures.card = card
 *     figures.aim('17-20')      // the row of that spot's kind stands out; null: none does
 *
 * Kinds with the same figures share a row.
 */
import { html } from '../core/svg.js';
import { exact, odds, percent, range } from '../core/money.js';

/** @type {Record<string, string>} */
const WORDS = { low: '1 to 18', high: '19 to 36', trio: 'Three numbers', 'trio-0-2-3': 'Three numbers', 'five-adjacent': 'Five adjacent' };
const word = (/** @type {string} */ wager) => WORDS[wager] ?? wager.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());

export class CrFigures extends HTMLElement {
  /** @type {any} */
  #card = null;
  /** @type {Map<string, HTMLElement>} */
  #rows = new Map();
  /** @type {HTMLElement | null} */
  #aimed = null;

  /** @param {any} card */
  set card(card) {
    this.#card = card;
    this.#rows.clear();
    /** @type {Map<string, {kinds: string[], figures: any}>} */
    const groups = new Map();
    for (const figures of Object.values(/** @type {Record<string, any>} */ (card.spots))) {
      const key = [figures.pays, exact(figures.chance), exact(figures.edge), figures.minimum, figures.maximum].join();
      const group = groups.get(key) ?? { kinds: [], figures };
      if (!group.kinds.includes(figures.wager)) group.kinds.push(figures.wager);
      groups.set(key, group);
    }
    const body = html('tbody', {}, ...[...groups.values()].map(({ kinds, figures }) => {
      const names = [...new Set(kinds.map(word))];
      const row = html(
        'tr', {}, html('th', { scope: 'row' }, names.join(', ')), html('td', {}, odds(figures.pays)),
        html('td', {}, exact(figures.chance)), html('td', {}, percent(figures.edge)), html('td', {}, range(figures.minimum, figures.maximum)),
      );
      kinds.forEach((kind) => this.#rows.set(kind, row));
      return row;
    }));
    const head = html('tr', {}, ...['Bet', 'Pays', 'Chance', 'Edge', 'Limits'].map((name) => html('th', { scope: 'col' }, name)));
    this.replaceChildren(html('table', { class: 'figures' }, html('caption', { class: 'sr-only' }, 'What bets pay'), html('thead', {}, head), body));
  }

  /** @param {string | null} spot */
  aim(spot) {
    this.#aimed?.classList.remove('is-aimed');
    this.#aimed = (spot && this.#rows.get(this.#card?.spots[spot]?.wager)) || null;
    this.#aimed?.classList.add('is-aimed');
  }
}

customElements.define('cr-figures', CrFigures);
