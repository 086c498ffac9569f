// @ts-check
// The lock of a console that was left idle: nothing of the table is shown, and the password opens it.
import { form } from './form.js';
import { html as h } from '../core/svg.js';

/** A dialog over the whole console; `unlock` gets the password and gives the outcome. Emits `unlocked`. */
class CrLock extends HTMLElement {
  #dialog = /** @type {HTMLDialogElement} */ (h('dialog', { class: 'lock', 'aria-labelledby': 'lock-title' }));
  /** @type {(password: string) => Promise<import('./form.js').Outcome>} */
  unlock = async () => ({ done: false });

  connectedCallback() {
    this.#dialog.addEventListener('cancel', (event) => event.preventDefault());
    this.append(this.#dialog);
  }

  get locked() {
    return this.#dialog.open;
  }

  /** @param {string} name who is signed in here */
  lock(name) {
    if (this.#dialog.open) return;
    const asked = form({
      about: `${name} is signed in. The console was left idle.`,
      fields: [{ name: 'password', label: 'Password', kind: 'password' }],
      button: 'Unlock',
      send: async ({ password }) => {
        const outcome = await this.unlock(password);
        if (outcome.done) this.open();
        return outcome;
      },
    });
    this.#dialog.replaceChildren(h('h2', { id: 'lock-title' }, 'Console locked'), asked);
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
