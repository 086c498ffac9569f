// @ts-check
/** <cr-language>: the language menu, which applies to all pages. */
import { api } from '../core/api.js';
import { messageOf } from '../core/checked.js';
import { language, t } from '../core/language.js';
import { LANGUAGES } from '../core/languages.js';
import { html as h } from '../core/svg.js';

export class CrLanguage extends HTMLElement {
  connectedCallback() {
    if (this.children.length) return;
    const options = Object.entries(LANGUAGES).map(([tag, { name }]) => h('option', { value: tag, lang: tag, selected: tag === language }, name));
    const menu = h('select', { class: 'language', 'aria-label': t('house.language'), onchange: () => this.#choose(menu) }, ...options);
    this.append(menu);
  }

  /** @param {HTMLSelectElement} menu */
  async #choose(menu) {
    try {
      await api.chooseLanguage(menu.value);
    } catch (trouble) {
      menu.value = language;
      menu.title = messageOf(trouble);
    }
  }
}

customElements.define('cr-language', CrLanguage);
