// @ts-check
/**
 * The tooltip of a spot: name, odds, chance, edge, limits and clause, all from the service. It is below the layout, where
 * it covers no other spot; without room for it there it is not shown.
 */
import { t } from '../core/language.js';
import { html } from '../core/svg.js';
import { exact, odds, percent, range } from '../core/money.js';
import { basisName } from './display-format.js';

const EDGE = 4;

export class BoardTip {
  element = html('div', { class: 'board-tip', 'aria-hidden': 'true', hidden: true });

  hide() {
    this.element.hidden = true;
  }

  /**
   * @param {import('./board-drawing.js').Spot} spot
   * @param {Service.SpotOnCard} figures of the spot, from the table's card
   * @param {{width: number, scale: number, pad: number}} place the layout's width and scale in pixels, and its margin in its own units
   */
  show({ name, rect }, figures, { width, scale, pad }) {
    const tip = this.element;
    tip.hidden = false;
    tip.replaceChildren(
      html('span', {}, html('b', {}, name), ' ', html('em', {}, odds(figures.pays)), ` · ${t('table.chance', { exact: exact(figures.chance), percent: percent(figures.chance) })}`),
      html('span', {}, `${range(figures.minimum, figures.maximum)} · ${t('table.edge', { percent: percent(figures.edge) })} · `, html('small', {}, figures.clause ?? basisName(figures.basis))),
    );
    const wide = tip.offsetWidth, left = Math.max(EDGE, Math.min(width - wide - EDGE, (rect.x + pad) * scale - wide / 2));
    tip.style.transform = `translateX(${Math.round(left)}px)`;
    tip.hidden = tip.getBoundingClientRect().bottom > document.documentElement.clientHeight;
  }
}
