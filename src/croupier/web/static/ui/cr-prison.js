// @ts-check
/**
 * <cr-prison>: the choice over even-money bets when a zero came up, timed by the service.
 *
 *     prison.show({ spots: ['red'], until: choose_until, skew, wagers, names: (spot) => 'Red' })     // no spots: closed
 *
 * Events: `cr-due` {words} when there is something to choose; `cr-choose` {spot, choice: 'half' | 'leave'}. Both choices
 * look alike: the house advises neither. What happens to a bet without a choice is said from the start:
 * half of it goes back. It lies beside the phase bar, never over it.
 */
import { html } from '../core/svg.js';
import { dollars } from '../core/money.js';

const DEFAULT = 'Without a choice in time, half of the bet is returned.';

export class CrPrison extends HTMLElement {
  #time = html('b', { class: 'prison-time' });
  #list = html('ul', { class: 'prison-list' });
  #key = '';
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  connectedCallback() {
    if (this.firstChild) return;
    this.hidden = true;
    this.setAttribute('role', 'region');
    this.setAttribute('aria-label', 'In prison: your choice');
    this.append(
      html('div', { class: 'prison-head' }, html('h2', {}, 'In prison'), this.#time),
      html('p', {}, 'A zero came up. For each of these bets: take half of it back now, or leave it for one more spin.'),
      this.#list,
      html('p', { class: 'prison-default' }, DEFAULT),
    );
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
          const item = /** @type {HTMLElement} */ (event.currentTarget).closest('li');
          item?.querySelectorAll('button').forEach((button) => button.toggleAttribute('disabled', true));
          this.dispatchEvent(new CustomEvent('cr-choose', { bubbles: true, detail: { spot, choice } }));
        };
        return html(
          'li', { 'data-choose': spot }, html('span', {}, `${name(spot)} ${dollars(amount(spot))}`),
          html('button', { class: 'button is-small', type: 'button', onclick: choose('half') }, 'Half back'),
          html('button', { class: 'button is-small', type: 'button', onclick: choose('leave') }, 'Leave in prison'),
        );
      }));
    }
    clearInterval(this.#timer);
    if (!spots.length) return;
    const tick = () => {
      const left = Math.max(0, Math.ceil((until - Date.now() - skew) / 1000));
      this.#time.textContent = `${left} s`;
    };
    tick();
    this.#timer = setInterval(tick, 500);
  }

  /** @param {string[]} bets @param {number} left in milliseconds */
  #tell(bets, left) {
    const words = `A zero came up. Choose for ${bets.join(' and ')}: half back, or in prison for one more spin. ${Math.max(0, Math.round(left / 1000))} seconds. ${DEFAULT}`;
    this.dispatchEvent(new CustomEvent('cr-due', { bubbles: true, detail: { words } }));
  }

  /** A choice was refused: it may be made again. */
  reopen() {
    this.#list.querySelectorAll('button').forEach((button) => button.toggleAttribute('disabled', false));
  }
}

customElements.define('cr-prison', CrPrison);
