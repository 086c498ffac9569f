// @ts-check
/**
 * <cr-limits>: the posted limits, always in view.     limits.card = card
 * <cr-signs>: every sign that the rules demand here.  signs.card = card
 */
import { html } from '../core/svg.js';
import { range } from '../core/money.js';

/** @type {Record<string, string>} */
const GROUPS = { every: 'Every bet', inside: 'Inside', outside: 'Outside' };

export class CrLimits extends HTMLElement {
  /** @param {any} card */
  set card(card) {
    const posted = card.limits.filter((/** @type {any} */ each) => each.minimum != null || each.maximum != null);
    this.replaceChildren(
      html('dl', { class: 'limits', 'aria-label': 'Posted limits' }, ...posted.map((/** @type {any} */ each) => html(
        'div', {},
        html('dt', {}, GROUPS[each.group] ?? each.group.replaceAll('-', ' ')),
        html('dd', {}, range(each.minimum, each.maximum)),
      ))),
    );
    this.hidden = !posted.length;
  }
}

export class CrSigns extends HTMLElement {
  /** @param {any} card */
  set card(card) {
    this.replaceChildren(html('ul', { class: 'signs' }, ...card.signs.map((/** @type {any} */ sign) => html(
      'li', {}, html('span', {}, sign.text), sign.clause ? html('span', { class: 'clause' }, sign.clause) : null,
    ))));
  }
}

customElements.define('cr-limits', CrLimits);
customElements.define('cr-signs', CrSigns);
