// @ts-check
/**
 * <cr-prison>: the choice for even-money bets after a zero, timed by the service.
 *
 *     prison.show({ spots: ['red'], until: choose_until, skew, wagers, names: (spot) => 'Red' })     // no spots: closed
 *
 * Events: `cr-due` {words} when there is a choice to make; `cr-choose` {spot, choice: 'half' | 'leave'}. Both choices
 * look alike, because the house recommends neither. The posted default (`silence`) is shown from the start. The element
 * is next to the phase bar, never over it.
 */
import { instance } from '../core/checked.js';
import { html } from '../core/svg.js';
import { list, t } from '../core/language.js';
import { dollars } from '../core/money.js';

const QUIET = /** @type {Record<string, string>} */ ({
  half: t('play.without-a-choice-in-time-half'),
  leave: t('play.without-a-choice-in-time-the'),
});

export class CrPrison extends HTMLElement {
  #time = html('b', { class: 'prison-time' });
  #list = html('ul', { class: 'prison-list' });
  #quiet = html('p', { class: 'prison-default' }, QUIET.leave);
  #key = '';
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  connectedCallback() {
    if (this.firstChild) return;
    this.hidden = true;
    this.setAttribute('role', 'region');
    this.setAttribute('aria-label', t('play.in-prison-your-choice'));
    this.append(
      html('div', { class: 'prison-head' }, html('h2', {}, t('play.in-prison-title')), this.#time),
      html('p', {}, t('play.a-zero-came-up-for-each')),
      this.#list,
      this.#quiet,
    );
  }

  /** The default without a choice. @param {'half' | 'leave'} silence */
  set silence(silence) {
    this.#quiet.textContent = QUIET[silence];
  }

  /** @param {{spots: string[], until: number, skew: number, amount: (spot: string) => number, name: (spot: string) => string}} due */
  show({ spots, until, skew, amount, name }) {
    const key = spots.join();
    if (key !== this.#key) {
      if (!this.#key) this.#tell(spots.map((spot) => `${name(spot)} ${dollars(amount(spot))}`), until - Date.now() - skew);
      this.#key = key;
      this.hidden = !spots.length;
      this.#list.replaceChildren(...spots.map((spot) => {
        const choose = (/** @type {'half' | 'leave'} */ choice) => (/** @type {Event} */ event) => {
          const item = instance(event.currentTarget, HTMLElement).closest('li');
          item?.querySelectorAll('button').forEach((button) => button.toggleAttribute('disabled', true));
          this.dispatchEvent(new CustomEvent('cr-choose', { bubbles: true, detail: { spot, choice } }));
        };
        return html(
          'li', { 'data-choose': spot }, html('span', {}, `${name(spot)} ${dollars(amount(spot))}`),
          html('button', { class: 'button is-small', type: 'button', onclick: choose('half') }, t('play.half-back')),
          html('button', { class: 'button is-small', type: 'button', onclick: choose('leave') }, t('play.leave-in-prison')),
        );
      }));
    }
    clearInterval(this.#timer);
    if (!spots.length) return;
    const tick = () => {
      const left = Math.max(0, Math.ceil((until - Date.now() - skew) / 1000));
      this.#time.textContent = t('play.left-s', { left });
    };
    tick();
    this.#timer = setInterval(tick, 500);
  }

  /** @param {string[]} bets @param {number} left in milliseconds */
  #tell(bets, left) {
    const words = t('play.a-zero-came-up-choose-for', { bets: list(bets), seconds: Math.max(0, Math.round(left / 1000)), otherwise: this.#quiet.textContent ?? '' });
    this.dispatchEvent(new CustomEvent('cr-due', { bubbles: true, detail: { words } }));
  }

  /** Allows another choice after a refusal. */
  reopen() {
    this.#list.querySelectorAll('button').forEach((button) => button.toggleAttribute('disabled', false));
  }
}

customElements.define('cr-prison', CrPrison);
