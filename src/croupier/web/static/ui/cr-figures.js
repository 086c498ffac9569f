// @ts-check
/**
 * <cr-figures>: odds, chance, edge and limits of a table's bets, from the card.
 *
 *     figures.card = card
 *     figures.aim('17-20')      // highlights the row of that spot's kind; null: none
 *
 * Kinds with the same figures share a row.
 */
import { t } from '../core/language.js';
import { html } from '../core/svg.js';
import { exact, odds, percent, range } from '../core/money.js';

export class CrFigures extends HTMLElement {
  /** @type {Service.Card | null} */
  #card = null;
  /** @type {Map<string, HTMLElement>} */
  #rows = new Map();
  /** @type {HTMLElement | null} */
  #aimed = null;

  /** @param {Service.Card} card */
  set card(card) {
    this.#card = card;
    this.#rows.clear();
    /** @type {Map<string, {kinds: string[], titles: Map<string, boolean>, figures: Service.SpotOnCard}>} */
    const groups = new Map();
    for (const figures of Object.values(card.spots)) {
      const key = [figures.pays, exact(figures.chance), exact(figures.edge), figures.minimum, figures.maximum].join();
      /** @type {{kinds: string[], titles: Map<string, boolean>, figures: Service.SpotOnCard}} */
      const group = groups.get(key) ?? { kinds: [], titles: new Map(), figures };
      if (!group.kinds.includes(figures.wager)) group.kinds.push(figures.wager);
      group.titles.set(figures.title, figures.even_money);
      groups.set(key, group);
    }
    const body = html('tbody', {}, ...[...groups.values()].map(({ kinds, titles, figures }) => {
      const even = [...titles].filter(([, money]) => money).length;
      const names = even > 4 ? [t('table.even-money'), ...[...titles].filter(([, money]) => !money).map(([title]) => title)] : [...titles.keys()];
      const row = html(
        'tr', {}, html('th', { scope: 'row' }, names.join(', ')), html('td', {}, odds(figures.pays)),
        html('td', {}, exact(figures.chance)), html('td', {}, percent(figures.edge)), html('td', {}, range(figures.minimum, figures.maximum)),
      );
      kinds.forEach((kind) => this.#rows.set(kind, row));
      return row;
    }));
    const head = html('tr', {}, ...[t('table.bet'), t('table.pays-head'), t('table.chance-head'), t('table.edge-head'), t('table.limits')].map((name) => html('th', { scope: 'col' }, name)));
    this.replaceChildren(html('table', { class: 'figures' }, html('caption', { class: 'sr-only' }, t('table.what-bets-pay')), html('thead', {}, head), body));
  }

  /** @param {string | null} spot */
  aim(spot) {
    this.#aimed?.classList.remove('is-aimed');
    this.#aimed = (spot && this.#rows.get(this.#card?.spots[spot]?.wager ?? '')) || null;
    this.#aimed?.classList.add('is-aimed');
  }
}

customElements.define('cr-figures', CrFigures);
