// @ts-check
/**
 * <cr-toasts>: refusals and notices of the service, with the clause.
 *
 *     toasts.show({ title: 'Not placed', message, clause, tone: 'stop' })        // tone: 'stop' | 'info' | 'good'
 *     toasts.refusal(answer.refusal, 'Not placed')
 *     toasts.refusal(answer.refusal, 'Not placed', { words: 'Place $5', run: () => … })      // with an alternative
 */
import { t } from '../core/language.js';
import { html } from '../core/svg.js';

const SHOWN_MS = 9000;
const READ_MS = 1500;
/** Maximum number at once; more would cover the layout. */
const AT_ONCE = 2;

/** @typedef {{words: string, run: () => void}} Remedy an allowed alternative to what was refused, in one touch */

export class CrToasts extends HTMLElement {
  connectedCallback() {
    this.setAttribute('role', 'log');
    this.setAttribute('aria-label', t('house.messages'));
  }

  /** @param {{title?: string, message: string, clause?: string | null, tone?: 'stop' | 'info' | 'good', remedy?: Remedy | null}} toast */
  show({ title = '', message, clause = null, tone = 'info', remedy = null }) {
    const close = () => node.remove();
    /** Keeps the toast while it has the pointer or focus. */
    const leave = () => (node.matches(':hover, :focus-within') ? setTimeout(leave, READ_MS) : close());
    const mend = () => {
      close();
      remedy?.run();
    };
    const node = html(
      'div', { class: 'toast', 'data-tone': tone },
      html('div', { class: 'toast-words' },
        title ? html('b', {}, title) : null, html('span', {}, clause ? message.replace(` (${clause})`, '') : message), clause ? html('span', { class: 'clause' }, clause) : null),
      remedy ? html('button', { class: 'button is-small is-main toast-remedy', type: 'button', onclick: mend }, remedy.words) : null,
      html('button', { class: 'toast-close', type: 'button', 'aria-label': t('house.close-message'), onclick: close }, '×'),
    );
    const same = [...this.children].find((each) => each.querySelector('.toast-words')?.textContent === node.querySelector('.toast-words')?.textContent);
    same?.remove();
    this.append(node);
    while (this.children.length > AT_ONCE) this.firstElementChild?.remove();
    setTimeout(leave, SHOWN_MS);
  }

  /** @param {{message: string, clause: string | null} | undefined} refusal @param {string} title @param {Remedy | null} [remedy] */
  refusal(refusal, title, remedy = null) {
    this.show({ title, message: refusal?.message ?? t('house.no-answer'), clause: refusal?.clause ?? null, tone: 'stop', remedy });
  }
}

customElements.define('cr-toasts', CrToasts);
