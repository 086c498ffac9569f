// @ts-check
// The lock of an idle console, which hides the table. The password unlocks it, with a security key or recovery code if
// the house requires one for the role.
import { t } from '../core/language.js';
import { form } from './form.js';
import { html as h } from '../core/svg.js';

/** A dialog over the whole console; `unlock` gets password and code and returns the outcome. Fires `unlocked`. */
export class CrLock extends HTMLElement {
  #dialog = h('dialog', { class: 'lock', 'aria-labelledby': 'lock-title' });
  /** Whether the service requires a second factor. */
  #factor = false;
  /** @type {(password: string, code: string) => Promise<import('./form.js').Outcome & {factor?: boolean}>} */
  unlock = async () => ({ done: false });

  connectedCallback() {
    this.#dialog.addEventListener('cancel', (event) => event.preventDefault());
    this.append(this.#dialog);
  }

  get locked() {
    return this.#dialog.open;
  }

  /** @param {string} name of the signed-in person */
  lock(name) {
    if (this.#dialog.open) return;
    this.#factor = false;
    const asked = form({
      about: t('console.is-signed-in-the-console-was', { name }),
      fields: [
        { name: 'password', label: t('console.password'), kind: 'password' },
        { name: 'code', label: t('console.recovery-code'), hint: t('console.empty-for-the-key'), optional: true, complete: 'off', when: () => this.#factor },
      ],
      button: t('console.unlock'),
      send: async (/** @type {{password: string, code?: string}} */ { password, code }) => {
        const outcome = await this.unlock(password, code ?? '');
        this.#factor ||= outcome.factor ?? false;
        if (outcome.done) this.open();
        return outcome;
      },
    });
    this.#dialog.replaceChildren(h('h2', { id: 'lock-title' }, t('console.console-locked')), asked);
    this.#dialog.showModal();
    asked.inputs.password.focus();
  }

  open() {
    if (!this.#dialog.open) return;
    this.#dialog.close();
    this.dispatchEvent(new CustomEvent('unlocked', { bubbles: true }));
  }
}

customElements.define('cr-lock', CrLock);
