// @ts-check
/**
 * <cr-toasts>: what the service refused or told, in its own words, with the clause.
 *
 *     toasts.show({ title: 'Not placed', message, clause, tone: 'stop' })        // tone: 'stop' | 'info' | 'good'
 *     toasts.refusal(answer.refusal, 'Not placed')
 */
import { html } from '../core/svg.js';

const SHOWN_MS = 9000;
const AT_ONCE = 3;

export class CrToasts extends HTMLElement {
  connectedCallback() {
    this.setAttribute('role', 'log');
    this.setAttribute('aria-label', 'Messages of the table');
  }

  /** @param {{title?: string, message: string, clause?: string | null, tone?: 'stop' | 'info' | 'good'}} toast */
  show({ title = '', message, clause = null, tone = 'info' }) {
    const close = () => node.remove();
    const node = html(
      'div', { class: 'toast', 'data-tone': tone },
      html('div', { class: 'toast-words' },
        title ? html('b', {}, title) : null, html('span', {}, clause ? message.replace(` (${clause})`, '') : message), clause ? html('span', { class: 'clause' }, clause) : null),
      html('button', { class: 'toast-close', type: 'button', 'aria-label': 'Close this message', onclick: close }, '×'),
    );
    const same = [...this.children].find((each) => each.querySelector('.toast-words')?.textContent === node.querySelector('.toast-words')?.textContent);
    same?.remove();
    this.append(node);
    while (this.children.length > AT_ONCE) this.firstElementChild?.remove();
    setTimeout(close, SHOWN_MS);
  }

  /** @param {{message: string, clause: string | null} | undefined} refusal @param {string} title */
  refusal(refusal, title) {
    this.show({ title, message: refusal?.message ?? 'The table did not answer.', clause: refusal?.clause ?? null, tone: 'stop' });
  }
}

customElements.define('cr-toasts', CrToasts);
