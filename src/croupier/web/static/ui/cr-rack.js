// @ts-check
/**
 * <cr-rack>: the chips to bet with. One touch of the layout places what is chosen here.
 *
 *     rack.show(seat, ownChips)           // Seat of store.js and the card's own_chips; null empties it
 *     rack.choice                         // {amount, chips, color} | null
 *     rack.step(1)                        // the next larger chip
 *
 * Event: `cr-chip` {amount, chips, color}. The player's own chips come in multiples of the value that was set; value
 * chips of the premises, where the player has some, in their own colors.
 */
import { html, svg } from '../core/svg.js';
import { dollars, face } from '../core/money.js';
import { chip, stackHeight } from './chip.js';

const COUNTS = [1, 5, 10, 25, 100];
/** Colors of value chips. */
const VALUES = /** @type {[number, string][]} */ ([[100, 'white'], [500, 'red'], [2500, 'green'], [10_000, 'black'], [50_000, 'purple']]);

/** @typedef {{amount: number, chips: string, color: string}} Choice */

export class CrRack extends HTMLElement {
  /** @type {Choice | null} */
  choice = null;
  /** @type {Choice[]} */
  #choices = [];
  #key = '';
  #words = html('p', { class: 'rack-words' });
  #stacks = html('div', { class: 'rack-stacks', role: 'radiogroup', 'aria-label': 'Chips for each touch' });

  connectedCallback() {
    if (this.firstChild) return;
    this.append(this.#words, this.#stacks);
    this.#stacks.addEventListener('keydown', (event) => {
      const way = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 })[event.key];
      if (!way) return;
      event.preventDefault();
      this.step(way);
      /** @type {HTMLElement | null} */ (this.#stacks.querySelector('[aria-checked="true"]'))?.focus();
    });
  }

  /** @param {import('../core/store.js').Seat | undefined} seat @param {string} ownChips */
  show(seat, ownChips) {
    const value = seat?.value ?? 0, worth = seat?.stacks?.value ?? 0;
    const key = seat ? `${seat.seat}|${seat.color}|${value}|${worth > 0}` : '';
    if (key === this.#key) return;
    this.#key = key;
    this.#choices = seat && value ? COUNTS.map((count) => ({ amount: count * value, chips: ownChips, color: '' })) : [];
    if (worth) this.#choices.push(...VALUES.map(([amount, color]) => ({ amount, chips: 'value', color })));
    this.#words.textContent = seat && value ? `Seat ${seat.seat} · ${seat.color} chips, ${dollars(value)} each` : seat ? `Seat ${seat.seat}` : '';
    this.#stacks.replaceChildren(...this.#choices.map((choice) => this.#button(choice, seat)));
    const kept = this.#choices.find((each) => each.amount === this.choice?.amount && each.chips === this.choice?.chips);
    this.#choose(kept ?? this.#choices[1] ?? this.#choices[0] ?? null);
  }

  /** @param {Choice} choice @param {import('../core/store.js').Seat | undefined} seat */
  #button(choice, seat) {
    const color = choice.color || seat?.color || '', height = choice.color ? 1 : Math.min(4, stackHeight(choice.amount / (seat?.value || choice.amount)));
    return html(
      'button', {
        class: 'rack-chip', type: 'button', role: 'radio', 'aria-checked': 'false', tabindex: -1, 'data-amount': choice.amount, 'data-chips': choice.chips,
        'aria-label': `${dollars(choice.amount)}${choice.color ? ` ${choice.color} value chip` : ''}`, onclick: () => this.#choose(choice, true),
      },
      svg('svg', { viewBox: '-20 -26 40 46', 'aria-hidden': 'true' }, chip({ color, label: face(choice.amount), radius: 17, height })),
    );
  }

  /** @param {number} way */
  step(way) {
    const at = this.choice ? this.#choices.indexOf(this.choice) : 0;
    const next = this.#choices[Math.max(0, Math.min(this.#choices.length - 1, at + way))];
    if (next) this.#choose(next, true);
  }

  /** @param {Choice | null} choice @param {boolean} [tell] */
  #choose(choice, tell = false) {
    this.choice = choice;
    [...this.#stacks.children].forEach((button, index) => {
      const chosen = this.#choices[index] === choice;
      button.setAttribute('aria-checked', String(chosen));
      button.setAttribute('tabindex', chosen ? '0' : '-1');
    });
    if (tell && choice) this.dispatchEvent(new CustomEvent('cr-chip', { bubbles: true, detail: choice }));
  }
}

customElements.define('cr-rack', CrRack);
