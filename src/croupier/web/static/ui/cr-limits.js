// @ts-check
/**
 * <cr-limits>: the posted limits, always visible.     limits.card = card
 * <cr-signs>: every sign that the rules require.  signs.card = card
 */
import { t } from '../core/language.js';
import { html } from '../core/svg.js';
import { range } from '../core/money.js';
import { postedWords } from './posted-text.js';
import { limitGroup } from './display-format.js';

/** @type {Record<string, string>} */
const GROUPS = { every: t('table.every-bet'), inside: t('table.inside'), outside: t('table.outside') };

export class CrLimits extends HTMLElement {
  /** @param {Service.Card} card */
  set card(card) {
    const posted = card.limits.filter((each) => each.minimum != null || each.maximum != null);
    this.replaceChildren(
      html('dl', { class: 'limits', 'aria-label': t('table.posted-limits') }, ...posted.map((each) => html(
        'div', {},
        html('dt', {}, GROUPS[each.group] ?? limitGroup(each.group)),
        html('dd', {}, range(each.minimum, each.maximum)),
      ))),
    );
    this.hidden = !posted.length;
  }
}

export class CrSigns extends HTMLElement {
  /** @param {Service.Card} card */
  set card(card) {
    this.replaceChildren(html('ul', { class: 'signs' }, ...card.signs.map((sign) => html(
      'li', {}, html('span', {}, postedWords(sign.said, sign.text)), sign.clause ? html('span', { class: 'clause' }, sign.clause) : null,
    ))));
  }
}

customElements.define('cr-limits', CrLimits);
customElements.define('cr-signs', CrSigns);
