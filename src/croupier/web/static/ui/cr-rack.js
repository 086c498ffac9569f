// @ts-check
/**
 * <cr-rack>: the chips to bet with. One touch of the layout places the chosen chip.
 *
 *     rack.card = card                    // for own_chips and the minimum of each spot
 *     rack.show(seat)                     // Seat of store.js; undefined empties it
 *     rack.choice                         // {amount, chips, color, least?} | null
 *     rack.stake('red')                   // {amount, chips, color} | null: the stake of one touch of that spot
 *     rack.step(1)                        // the next larger chip
 *
 * Event: `cr-chip` {amount, chips, color}. The player's own chips are offered in multiples of their value; value chips
 * of the premises, if the player has any, in their own colors. Nothing is offered that exceeds every maximum of the
 * table. The default choice places the minimum of the touched spot, so that nobody bets too much by accident. A touch of
 * the wheel replica places the chosen stake on each of its numbers.
 */
import { given, one } from '../core/checked.js';
import { t } from '../core/language.js';
import { html, svg } from '../core/svg.js';
import { dollars, face } from '../core/money.js';
import { colorName } from './display-format.js';
import { chip, stackHeight } from './chip.js';

const COUNTS = [1, 5, 10, 25, 100];
/** Colors of value chips. */
const VALUES = /** @type {[number, string][]} */ ([[100, 'white'], [500, 'red'], [2500, 'green'], [10_000, 'black'], [50_000, 'purple']]);

/** @typedef {{amount: number, chips: Service.Chips, color: string}} Stake */
/** @typedef {Stake & {least?: boolean}} Choice `least`: the minimum number of chips of the spot; `amount` is one chip */

export class CrRack extends HTMLElement {
  /** @type {Choice | null} */
  choice = null;
  /** @type {Service.Card | null} */
  #given = null;
  get #card() {
    return given(this.#given, 'card');
  }
  #value = 0;
  #about = '';
  /** @type {Choice[]} */
  #choices = [];
  #key = '';
  #words = html('p', { class: 'rack-words' });
  #stacks = html('div', { class: 'rack-stacks', role: 'radiogroup', 'aria-label': t('play.chips-for-each-touch') });

  connectedCallback() {
    if (this.firstChild) return;
    this.append(this.#words, this.#stacks);
    this.#stacks.addEventListener('keydown', (event) => {
      const way = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 })[event.key];
      if (!way) return;
      event.preventDefault();
      this.step(way);
      one(this.#stacks, '[aria-checked="true"]')?.focus();
    });
  }

  /** @param {Service.Card} card */
  set card(card) {
    this.#given = card;
  }

  /** @param {import('../core/store.js').Seat | undefined} seat */
  show(seat) {
    const value = seat?.value ?? 0, worth = seat?.stacks?.value ?? 0;
    const key = seat ? `${seat.seat}|${seat.color}|${value}|${worth > 0}` : '';
    if (key === this.#key) return;
    this.#key = key;
    this.#value = value;
    this.#choices = seat && value ? this.#counts(value).map((each) => ({ ...each, chips: this.#card.own_chips, color: '' })) : [];
    if (worth) this.#choices.push(...VALUES.filter(([amount]) => amount <= this.#most()).map(([amount, color]) => ({ amount, chips: /** @type {const} */ ('value'), color })));
    this.#about = seat && value ? t('play.seat-chips-each', { seat: seat.seat, color: colorName(seat.color), value: dollars(value) }) : seat ? t('play.seat-number', { seat: seat.seat }) : '';
    this.#stacks.replaceChildren(...this.#choices.map((choice) => this.#button(choice, seat)));
    const kept = this.#choices.find((each) => each.amount === this.choice?.amount && each.chips === this.choice?.chips);
    this.#choose(kept ?? this.#choices[0] ?? null);
  }

  /** Stakes in the player's own chips, smallest first: the minimum if all spots have the same, otherwise each spot's own.
   * @param {number} value @returns {{amount: number, least?: boolean}[]} */
  #counts(value) {
    const spots = Object.values(this.#card.spots).filter((each) => each.parts === 1);
    const fewest = spots.map((each) => Math.max(1, Math.ceil((each.minimum ?? 0) / value)));
    const least = Math.min(...fewest), alike = fewest.every((each) => each === least);
    const more = COUNTS.filter((count) => count > least && count * value <= this.#most()).map((count) => ({ amount: count * value }));
    return [alike ? { amount: least * value } : { amount: value, least: true }, ...more];
  }

  /** The largest maximum of any spot. */
  #most() {
    return Math.max(...Object.values(this.#card.spots).map((each) => each.maximum ?? Infinity));
  }

  /** @param {string} spot @returns {Stake | null} */
  stake(spot) {
    if (!this.choice) return null;
    const { amount, chips, color, least } = this.choice, figures = this.#card.spots[spot];
    const parts = figures?.parts ?? 1, unit = parts * this.#value;
    const whole = least ? Math.max(1, Math.ceil((figures?.minimum ?? 0) / unit)) * unit : amount * parts;
    return { amount: whole, chips, color };
  }

  /** @param {Choice} choice @param {import('../core/store.js').Seat | undefined} seat */
  #button(choice, seat) {
    const color = choice.color || seat?.color || '', height = choice.color ? 1 : Math.min(4, stackHeight(choice.amount / (seat?.value || choice.amount)));
    return html(
      'button', {
        class: 'rack-chip', type: 'button', role: 'radio', 'aria-checked': 'false', tabindex: -1, 'data-amount': choice.amount, 'data-chips': choice.chips,
        'aria-label': choice.least ? t('play.the-least-of-each-bet') : choice.color ? t('play.value-chip', { amount: dollars(choice.amount), color: colorName(choice.color) }) : dollars(choice.amount), onclick: () => this.#choose(choice, true),
      },
      svg('svg', { viewBox: '-20 -26 40 46', 'aria-hidden': 'true' }, chip({ color, label: choice.least ? t('play.min') : face(choice.amount), radius: 17, height })),
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
    this.#words.textContent = choice?.least ? `${this.#about} · ${t('play.a-touch-places-the-least-of')}` : this.#about;
    [...this.#stacks.children].forEach((button, index) => {
      const chosen = this.#choices[index] === choice;
      button.setAttribute('aria-checked', String(chosen));
      button.setAttribute('tabindex', chosen ? '0' : '-1');
    });
    if (tell && choice) this.dispatchEvent(new CustomEvent('cr-chip', { bubbles: true, detail: choice }));
  }
}

customElements.define('cr-rack', CrRack);
