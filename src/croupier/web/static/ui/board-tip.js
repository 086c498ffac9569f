// @ts-check
/** The tooltip of a spot: name, odds, chance, edge, limits and clause, all from the service. */
import { t } from '../core/language.js';
import { html } from '../core/svg.js';
import { exact, odds, percent, range } from '../core/money.js';
import { basisName } from './words.js';

/** Distance from the spot in pixels, to leave room for a chip or the pointer. */
const GAP = 22;
/** How far it may extend above the layout before it moves below the spot. */
const ABOVE = -34;
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
      html('b', {}, name),
      html('span', {}, html('em', {}, odds(figures.pays)), ` · ${t('table.chance', { exact: exact(figures.chance), percent: percent(figures.chance) })}`),
      html('span', {}, `${range(figures.minimum, figures.maximum)} · ${t('table.edge', { percent: percent(figures.edge) })}`),
      html('small', {}, figures.clause ?? basisName(figures.basis)),
    );
    const x = (rect.x + pad) * scale, top = (rect.y - rect.height / 2 + pad) * scale, bottom = top + rect.height * scale;
    const { offsetWidth: wide, offsetHeight: high } = tip;
    const left = Math.max(EDGE, Math.min(width - wide - EDGE, x - wide / 2)), above = top - high - GAP;
    tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(above > ABOVE ? above : bottom + GAP)}px)`;
  }
}
