// @ts-check
/**
 * <cr-seat>: a seat, own chips and a buy-in, in one dialog. Everything has a default, so that one touch is enough; what
 * the player already has is not asked again.
 *
 *     seat.card = card
 *     seat.show({ seats, own, fixed: null })       // Map of seats, the player's Seat or undefined, a terminal's fixed seat
 *     seat.open();  seat.refuse(answer.refusal)
 *     seat.busy = true                             // a request is in progress: no redraw
 *
 * Event: `cr-join` {seat, color, value, amount}, each null if not requested. The first click is the gesture that unlocks
 * the sound.
 */
import { given } from '../core/checked.js';
import { t } from '../core/language.js';
import { html, svg } from '../core/svg.js';
import { harmless } from '../core/text.js';
import { cents, dollars, sign } from '../core/money.js';
import { colorName } from './display-format.js';
import { chip } from './chip.js';

const BUY_IN = [50, 100, 200, 500];
/** The default number of chips to buy. */
const USUAL = 100;
const SEATS_SHOWN = 200;

/** `fixed` is a terminal's own seat. @typedef {{seats: ReadonlyMap<number, Service.SeenSeat>, own: Service.SeenSeat | undefined, fixed: number | null}} Joining */

export class CrSeat extends HTMLElement {
  /** @type {Service.Card | null} */
  #given = null;
  get #card() {
    return given(this.#given, 'card');
  }
  #dialog = html('dialog', { class: 'seat-dialog', 'aria-label': t('play.take-a-seat') });
  #refusal = html('p', { class: 'field-wrong', role: 'alert' });
  #summary = html('p', { class: 'seat-summary' });
  #button = html('button', { class: 'button is-main', type: 'submit', 'data-act': 'join', autofocus: true });
  #amount = html('input', { name: 'amount', inputmode: 'decimal', autocomplete: 'off', oninput: () => this.#typed() });
  #shown = '';
  #busy = false;
  #seat = 0;
  #color = '';
  #value = 0;
  /** In cents; 0 if nothing was chosen. */
  #buyIn = 0;
  /** @type {Joining | null} */
  #table = null;

  connectedCallback() {
    if (!this.firstChild) this.append(this.#dialog);
  }

  /** @param {Service.Card} card */
  set card(card) {
    this.#given = card;
  }

  get isOpen() {
    return this.#dialog.open;
  }

  /** @param {boolean} busy */
  set busy(busy) {
    this.#busy = busy;
    this.#button.disabled = busy;
    if (!busy && this.#dialog.open) this.#draw();
  }

  open() {
    this.#shown = '';
    this.#refusal.textContent = '';
    this.#draw();
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  close() {
    this.#dialog.close();
  }

  /** Shows a refusal in the dialog. @param {{message: string}} refusal */
  refuse({ message }) {
    this.#refusal.textContent = harmless(message);
  }

  /** @param {Joining} table */
  show(table) {
    this.#table = table;
    if (this.#dialog.open && !this.#busy) this.#draw();
  }

  get #own() {
    return this.#table?.own;
  }

  /** Whether the player buys chips here; otherwise the dealer sells them. */
  get #buys() {
    return (this.#card.roles['buy-chips'] ?? []).includes('player');
  }

  get #stack() {
    return Object.values(this.#own?.stacks ?? {}).reduce((sum, each) => sum + each, 0);
  }

  #draw() {
    const table = this.#table;
    if (!table || !this.#given) return;
    const own = this.#own, taken = own?.value ? '' : [...table.seats.values()].map((each) => `${each.seat}${each.color}`).join();
    const key = `${own?.seat}|${own?.value}|${this.#stack}|${taken}`;
    if (key === this.#shown) return;
    this.#shown = key;
    this.#choose();
    const parts = [own ? null : this.#seats(), own?.value ? null : this.#colors(), own?.value ? null : this.#values(), this.#buys ? this.#amounts() : null];
    const title = !own ? t('play.take-a-seat') : !own.value ? t('play.your-chips') : this.#stack ? t('play.buy-more-chips') : t('play.buy-in');
    const held = this.#dialog.contains(document.activeElement);
    const heading = html('h2', { tabindex: -1 }, title), asks = !own?.value || this.#buys;
    this.#dialog.replaceChildren(html('form', { class: 'dialog-body', onsubmit: (/** @type {Event} */ event) => this.#join(event) },
      heading, this.#summary, this.#refusal, asks ? this.#button : null, ...parts,
      html('div', { class: 'dialog-actions' }, html('button', { class: 'button is-quiet', type: 'button', onclick: () => this.close() }, t('play.close')))));
    if (held) heading.focus();
    this.#label();
  }

  /** Sets defaults: the first free seat and color, the smallest chip, a hundred of them. */
  #choose() {
    const table = this.#table, used = new Set([...(table?.seats.values() ?? [])].map((each) => each.color));
    const free = Array.from({ length: this.#card.seats }, (_, index) => index + 1).filter((number) => !table?.seats.has(number));
    if (!free.includes(this.#seat)) this.#seat = table?.fixed ?? free[0] ?? 0;
    if (!this.#color || used.has(this.#color)) this.#color = this.#card.colors.find((/** @type {string} */ color) => !used.has(color)) ?? '';
    this.#value ||= this.#card.chip_values[0];
  }

  /** The value of one chip: the seat's, or the chosen one. */
  get #chip() {
    return this.#own?.value || this.#value;
  }

  get #asked() {
    return this.#buyIn || USUAL * this.#chip;
  }

  #label() {
    const own = this.#own, values = { color: colorName(own?.color || this.#color), value: dollars(this.#chip) };
    const chips = own ? t('play.chips-of', values) : t('play.seat-chips-of', { ...values, seat: this.#seat ?? '' });
    const has = own?.value && this.#stack ? t('play.you-have', { stack: dollars(this.#stack) }) : '';
    const sells = this.#buys ? '' : this.#card.electronic ? t('play.the-dealer-a-cashier-or-the') : t('play.the-dealer-sells-you-chips-at');
    this.#summary.textContent = [chips, has, sells].filter(Boolean).join(' ');
    if (document.activeElement !== this.#amount) this.#amount.value = String(this.#asked / 100);
    const amount = dollars(this.#asked), step = !own ? 'sit' : !own.value ? 'set' : 'buy';
    this.#button.textContent = this.#buys
      ? t('play.seat-step-with-amount', { step, amount })
      : t('play.seat-step', { step });
  }

  #typed() {
    this.#buyIn = cents(this.#amount.value) ?? 0;
    this.#label();
  }

  /** @param {Event} event */
  #join(event) {
    event.preventDefault();
    this.#refusal.textContent = '';
    const own = this.#own, amount = cents(this.#amount.value);
    if (this.#buys && !amount) {
      this.#refusal.textContent = t('play.type-an-amount-in', { sign: sign() });
      return;
    }
    this.dispatchEvent(new CustomEvent('cr-join', { bubbles: true, detail: {
      seat: own ? null : this.#seat, color: own?.value ? null : this.#color, value: own?.value ? null : this.#value, amount: this.#buys ? amount : null,
    } }));
  }

  /**
   * One radio button.
   * @param {string} name @param {string | number} value @param {boolean} checked @param {() => void} choose @param {boolean} [disabled]
   */
  #radio(name, value, checked, choose, disabled = false) {
    return html('input', { type: 'radio', name, value, checked, disabled, onchange: () => { choose(); this.#label(); } });
  }

  #seats() {
    const table = this.#table, places = [];
    for (let number = 1; number <= Math.min(this.#card.seats, SEATS_SHOWN); number += 1) {
      const taken = table?.seats.get(number), no = Boolean(taken) || (table?.fixed != null && table.fixed !== number);
      places.push(html('label', { class: 'seat-place', 'data-seat': number },
        this.#radio('seat', number, number === this.#seat, () => { this.#seat = number; }, no),
        html('b', {}, number), html('span', {}, taken ? (taken.color ? colorName(taken.color) : t('play.taken')) : t('play.free'))));
    }
    return html('fieldset', { class: 'seat-places' }, html('legend', {}, t('play.seat')), ...places);
  }

  #colors() {
    const used = new Map([...(this.#table?.seats.values() ?? [])].map((each) => [each.color, each.seat]));
    const colors = this.#card.colors.map((/** @type {string} */ color) => html(
      'label', { class: 'seat-color' },
      this.#radio('color', color, color === this.#color, () => { this.#color = color; }),
      svg('svg', { viewBox: '-19 -19 38 38', 'aria-hidden': 'true' }, chip({ color, label: '', radius: 16 })),
      html('span', {}, colorName(color), used.has(color) ? html('small', {}, ` ${t('play.seat-in-sentence', { seat: used.get(color) ?? '' })}`) : null),
    ));
    return html('fieldset', { class: 'seat-colors' }, html('legend', {}, t('play.color-nobody-else-at-the-table')), ...colors);
  }

  #values() {
    const values = this.#card.chip_values.map((/** @type {number} */ value) => html(
      'label', { class: 'seat-value' },
      this.#radio('value', value, value === this.#value, () => { this.#value = value; }),
      html('span', {}, dollars(value)),
    ));
    return html('fieldset', { class: 'seat-values' }, html('legend', {}, t('play.one-chip-is-worth-from-the')), ...values);
  }

  #amounts() {
    const take = (/** @type {number} */ count) => () => {
      this.#buyIn = count * this.#chip;
      this.#amount.blur();
      this.#label();
    };
    return html('div', { class: 'seat-buy' },
      html('label', { class: 'field' }, t('play.amount-in', { sign: sign() }), this.#amount),
      html('div', { class: 'seat-quick' }, ...BUY_IN.map((count) => html('button', { class: 'button', type: 'button', onclick: take(count) }, t('play.chips-count', { count })))));
  }
}

customElements.define('cr-seat', CrSeat);
