// @ts-check
/**
 * <cr-seat>: taking a seat, choosing chips of one's own, buying in. A panel in three steps that shows the next one by
 * itself, from what the table says of the seat.
 *
 *     seat.card = card;  seat.name = 'ana'
 *     seat.show({ seats, own, fixed: null })       // Map of seats, the own Seat or undefined, a terminal's fixed seat
 *     seat.open();  seat.refuse(answer.refusal)
 *
 * Events: `cr-sit` {seat}, `cr-chips` {color, value}, `cr-buy` {amount}. The first click is the gesture that unlocks
 * the sound.
 */
import { html, svg } from '../core/svg.js';
import { harmless } from '../core/text.js';
import { cents, dollars } from '../core/money.js';
import { chip } from './chip.js';

const BUY_IN = [50, 100, 200, 500];

export class CrSeat extends HTMLElement {
  name = '';
  /** @type {any} */
  #card = null;
  #dialog = html('dialog', { class: 'seat-dialog', 'aria-label': 'Take a seat' });
  #refusal = html('p', { class: 'field-wrong', role: 'alert' });
  #step = '';
  #color = '';
  #value = 0;
  /** @type {{seats: ReadonlyMap<number, any>, own: any, fixed: number | null} | null} */
  #table = null;

  connectedCallback() {
    if (!this.firstChild) this.append(this.#dialog);
  }

  /** @param {any} card */
  set card(card) {
    this.#card = card;
  }

  get isOpen() {
    return this.#dialog.open;
  }

  open() {
    this.#step = '';
    this.#draw();
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  close() {
    this.#dialog.close();
  }

  /** What was asked here was refused: said where the player looks. @param {{message: string}} refusal */
  refuse({ message }) {
    this.#refusal.textContent = harmless(message);
  }

  /** @param {{seats: ReadonlyMap<number, any>, own: any, fixed: number | null}} table */
  show(table) {
    this.#table = table;
    if (this.#dialog.open) this.#draw();
  }

  /** Which step is next follows from the seat alone. */
  get step() {
    const own = this.#table?.own;
    if (!own) return 'sit';
    if (!own.value) return 'chips';
    return 'buy';
  }

  #draw() {
    const table = this.#table, card = this.#card;
    if (!table || !card) return;
    const own = table.own, stack = own ? Object.values(own.stacks ?? {}).reduce((sum, each) => sum + each, 0) : 0;
    const step = this.step;
    const taken = [...table.seats.values()].map((each) => `${each.seat}${each.color}`).join();
    const key = `${step}|${own?.seat}|${step === 'buy' ? stack : taken}`;
    if (key === this.#step) return;
    this.#step = key;
    const body = { sit: () => this.#sit(), chips: () => this.#chips(), buy: () => this.#buy(stack) }[step]();
    const held = this.#dialog.contains(document.activeElement);
    this.#dialog.replaceChildren(body);
    if (held) body.querySelector('h2')?.focus();
  }

  /** @param {string} title @param {string} words @param {...import('../core/svg.js').Child} parts */
  #body(title, words, ...parts) {
    this.#refusal.textContent = '';
    return html('div', { class: 'dialog-body' },
      html('h2', { tabindex: -1 }, title), html('p', {}, words), ...parts, this.#refusal,
      html('div', { class: 'dialog-actions' }, html('button', { class: 'button is-quiet', type: 'button', onclick: () => this.close() }, 'Close')));
  }

  /** @param {string} type @param {any} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }

  #sit() {
    const table = this.#table, seats = [];
    if (!table) return html('div');
    for (let number = 1; number <= Math.min(this.#card.seats, 200); number += 1) {
      const taken = table.seats.get(number);
      seats.push(html(
        'button', { class: 'seat-place', type: 'button', 'data-seat': number, disabled: Boolean(taken) || (table.fixed !== null && table.fixed !== number), onclick: () => this.#tell('cr-sit', { seat: number }) },
        html('b', {}, number), html('span', {}, taken ? taken.color || 'taken' : 'free'),
      ));
    }
    return this.#body('Take a seat', `${this.#card.title}, table ${this.#card.number}. Sound is turned on with it: calls must be heard.`, html('div', { class: 'seat-places' }, ...seats));
  }

  #chips() {
    const used = new Map([...(this.#table?.seats.values() ?? [])].map((each) => [each.color, each.seat]));
    const free = this.#card.colors.filter((/** @type {string} */ color) => !used.has(color));
    this.#color = free.includes(this.#color) ? this.#color : free[0] ?? '';
    this.#value = this.#value || this.#card.chip_values[0];
    const colors = this.#card.colors.map((/** @type {string} */ color) => html(
      'label', { class: 'seat-color' },
      html('input', { type: 'radio', name: 'color', value: color, checked: color === this.#color, onchange: () => { this.#color = color; } }),
      svg('svg', { viewBox: '-19 -19 38 38', 'aria-hidden': 'true' }, chip({ color, label: '', radius: 16 })),
      html('span', {}, color, used.has(color) ? html('small', {}, ` seat ${used.get(color)}`) : null),
    ));
    const values = this.#card.chip_values.map((/** @type {number} */ value) => html(
      'label', { class: 'seat-value' },
      html('input', { type: 'radio', name: 'value', value, checked: value === this.#value, onchange: () => { this.#value = value; } }),
      html('span', {}, dollars(value)),
    ));
    return this.#body(
      'Your chips', 'Nobody else at the table has chips of your color. What one of them is worth is set before you bet.',
      html('fieldset', { class: 'seat-colors' }, html('legend', {}, 'Color'), ...colors),
      html('fieldset', { class: 'seat-values' }, html('legend', {}, 'One chip is worth'), ...values),
      html('button', { class: 'button is-main', type: 'button', 'data-act': 'set-chips', onclick: () => this.#tell('cr-chips', { color: this.#color, value: this.#value }) }, 'Set my chips'),
    );
  }

  /** @param {number} stack */
  #buy(stack) {
    const own = this.#table?.own, value = own?.value ?? 100;
    if (!(this.#card.roles['buy-chips'] ?? []).includes('player')) {
      return this.#body('Buy chips', stack ? `You have ${dollars(stack)}.` : 'The dealer sells you chips at this table: say how much you want.');
    }
    const input = html('input', { name: 'amount', inputmode: 'decimal', autocomplete: 'off', value: String((value * BUY_IN[1]) / 100) });
    const wrong = html('span', { class: 'field-wrong', role: 'alert' });
    const buy = (/** @type {Event} */ event) => {
      event.preventDefault();
      const amount = cents(input.value);
      wrong.textContent = amount ? '' : 'Type an amount in dollars.';
      if (amount) this.#tell('cr-buy', { amount });
    };
    return this.#body(
      stack ? 'Buy more chips' : 'Buy in', `${own.color} chips of ${dollars(value)}.${stack ? ` You have ${dollars(stack)}.` : ''}`,
      html('div', { class: 'seat-quick' }, ...BUY_IN.map((count) => html(
        'button', { class: 'button', type: 'button', onclick: () => { input.value = String((count * value) / 100); } }, dollars(count * value)))),
      html('form', { class: 'seat-buy', onsubmit: buy },
        html('label', { class: 'field' }, 'Amount in dollars', input, wrong),
        html('button', { class: 'button is-main', type: 'submit', 'data-act': 'buy' }, 'Buy chips')),
    );
  }
}

customElements.define('cr-seat', CrSeat);
