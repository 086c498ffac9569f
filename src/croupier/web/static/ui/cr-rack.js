// @ts-check
/**
 * <cr-rack>: the chips to bet with. One touch of the layout places what is chosen here.
 *
 *     rack.card = card                    // its own_chips, and the least of each spot
 *     rack.show(seat)                     // Seat of store.js; undefined empties it
 *     rack.choice                         // {amount, chips, color, least?} | null
 *     rack.stake('red')                   // {amount, chips, color} | null: what one touch of that spot places
 *     rack.step(1)                        // the next larger chip
 *
 * Event: `cr-chip` {amount, chips, color}. The player's own chips come in multiples of the value that was set; value
 * chips of the premises, where the player has some, in their own colors. Nobody bets more than they meant with a first
 * touch: it places the fewest chips that the touched spot takes. A touch of the wheel replica puts what is chosen on
 * each of its numbers.
 */
import { html, svg } from '../core/svg.js';
import { dollars, face } from '../core/money.js';
import { chip, stackHeight } from './chip.js';

const COUNTS = [1, 5, 10, 25, 100];
/** Colors of value chips. */
const VALUES = /** @type {[number, string][]} */ ([[100, 'white'], [500, 'red'], [2500, 'green'], [10_000, 'black'], [50_000, 'purple']]);

/** @typedef {{amount: number, chips: string, color: string}} Stake */
/** @typedef {Stake & {least?: boolean}} Choice `least`: as many chips as a spot takes at least, and `amount` is one chip */

const ADJACENT = 'five-adjacent';

export class CrRack extends HTMLElement {
  /** @type {Choice | null} */
  choice = null;
  /** @type {any} */
  #card = null;
  #value = 0;
  #about = '';
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

  /** @param {any} card */
  set card(card) {
    this.#card = card;
  }

  /** @param {import('../core/store.js').Seat | undefined} seat */
  show(seat) {
    const value = seat?.value ?? 0, worth = seat?.stacks?.value ?? 0;
    const key = seat ? `${seat.seat}|${seat.color}|${value}|${worth > 0}` : '';
    if (key === this.#key) return;
    this.#key = key;
    this.#value = value;
    this.#choices = seat && value ? this.#counts(value).map((each) => ({ ...each, chips: this.#card.own_chips, color: '' })) : [];
    if (worth) this.#choices.push(...VALUES.map(([amount, color]) => ({ amount, chips: 'value', color })));
    this.#about = seat && value ? `Seat ${seat.seat} · ${seat.color} chips, ${dollars(value)} each` : seat ? `Seat ${seat.seat}` : '';
    this.#stacks.replaceChildren(...this.#choices.map((choice) => this.#button(choice, seat)));
    const kept = this.#choices.find((each) => each.amount === this.choice?.amount && each.chips === this.choice?.chips);
    this.#choose(kept ?? this.#choices[0] ?? null);
  }

  /** The player's own chips, the fewest first: one number of them where every spot takes that few, else as the spot asks.
   * @param {number} value @returns {{amount: number, least?: boolean}[]} */
  #counts(value) {
    const spots = Object.values(/** @type {Record<string, any>} */ (this.#card.spots)).filter((each) => each.wager !== ADJACENT);
    const fewest = spots.map((each) => Math.max(1, Math.ceil((each.minimum ?? 0) / value)));
    const least = Math.min(...fewest), alike = fewest.every((each) => each === least);
    const more = COUNTS.filter((count) => count > least).map((count) => ({ amount: count * value }));
    return [alike ? { amount: least * value } : { amount: value, least: true }, ...more];
  }

  /** @param {string} spot @returns {Stake | null} */
  stake(spot) {
    if (!this.choice) return null;
    const { amount, chips, color, least } = this.choice, figures = this.#card.spots[spot];
    const parts = figures?.wager === ADJACENT ? figures.numbers.length : 1, unit = parts * this.#value;
    const whole = least ? Math.max(1, Math.ceil((figures?.minimum ?? 0) / unit)) * unit : amount * parts;
    return { amount: whole, chips, color };
  }

  /** @param {Choice} choice @param {import('../core/store.js').Seat | undefined} seat */
  #button(choice, seat) {
    const color = choice.color || seat?.color || '', height = choice.color ? 1 : Math.min(4, stackHeight(choice.amount / (seat?.value || choice.amount)));
    return html(
      'button', {
        class: 'rack-chip', type: 'button', role: 'radio', 'aria-checked': 'false', tabindex: -1, 'data-amount': choice.amount, 'data-chips': choice.chips,
        'aria-label': choice.least ? 'The least of each bet' : `${dollars(choice.amount)}${choice.color ? ` ${choice.color} value chip` : ''}`, onclick: () => this.#choose(choice, true),
      },
      svg('svg', { viewBox: '-20 -26 40 46', 'aria-hidden': 'true' }, chip({ color, label: choice.least ? 'MIN' : face(choice.amount), radius: 17, height })),
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
    this.#words.textContent = choice?.least ? `${this.#about} · a touch places the least of that bet` : this.#about;
    [...this.#stacks.children].forEach((button, index) => {
      const chosen = this.#choices[index] === choice;
      button.setAttribute('aria-checked', String(chosen));
      button.setAttribute('tabindex', chosen ? '0' : '-1');
    });
    if (tell && choice) this.dispatchEvent(new CustomEvent('cr-chip', { bubbles: true, detail: choice }));
  }
}

customElements.define('cr-rack', CrRack);
