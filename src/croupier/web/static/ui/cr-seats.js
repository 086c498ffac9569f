// @ts-check
// The seats of a table as staff see them: who sits there, with which chips, and whether the terminal can be heard.
import { dollars } from '../core/money.js';
import { html as h, svg } from '../core/svg.js';
import { chip } from './chip.js';
import { isBot, nameOf } from './words.js';

/** Terminals tell their players of the call. */
const CALLING = ['no-more-bets', 'spinning'];
/** The number is known: a terminal that has not told its player by now did not do so in time. */
const CALLED = ['at-rest', 'crowned', 'collected', 'paid'];

/** Emits `seat` with the number of the seat that was chosen. */
class CrSeats extends HTMLElement {
  #card = /** @type {any} */ ({ seats: 0, electronic: false, demonstration: false });
  #chosen = 0;
  #phase = '';
  #seats = /** @type {Map<number, any>} */ (new Map());
  #bets = /** @type {Map<number, number>} */ (new Map());
  #presence = /** @type {Map<number, any>} */ (new Map());
  #buttons = /** @type {HTMLElement[]} */ ([]);

  /** @param {any} card */
  set card(card) {
    this.#card = card;
    this.style.setProperty('--columns', String(Math.ceil(card.seats / this.rows)));
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', 'Seats');
    this.#buttons = Array.from({ length: card.seats }, (_, index) =>
      h('button', {
        type: 'button',
        class: 'seat',
        onclick: () => this.dispatchEvent(new CustomEvent('seat', { detail: index + 1, bubbles: true })),
      }),
    );
    this.replaceChildren(...this.#buttons);
    this.#draw();
  }

  /** In so many rows the seats stand side by side. */
  get rows() {
    return this.#card.seats > 8 ? 2 : 1;
  }

  get chosen() {
    return this.#chosen;
  }
  set chosen(seat) {
    this.#chosen = seat;
    this.#draw();
  }

  /** @param {any} view */
  set view(view) {
    this.#seats = new Map(view.seats.map((/** @type {any} */ each) => [each.seat, each]));
    this.#bets = new Map();
    this.#phase = view.phase;
    for (const wager of view.wagers) this.#bets.set(wager.seat, (this.#bets.get(wager.seat) ?? 0) + wager.amount);
    this.#draw();
  }

  /** @param {any[]} seats */
  set presence(seats) {
    this.#presence = new Map(seats.map((each) => [each.seat, each]));
    this.#draw();
  }

  #draw() {
    this.#buttons.forEach((button, index) => this.#fill(button, index + 1));
  }

  #fill(/** @type {HTMLElement} */ button, /** @type {number} */ number) {
    const seat = this.#seats.get(number);
    const here = this.#presence.get(number);
    const stack = seat ? Object.values(seat.stacks ?? {}).reduce((sum, each) => sum + each, 0) : 0;
    const key = JSON.stringify([seat, here, this.#bets.get(number), this.#chosen === number, seat && this.#phase]);
    if (button.dataset.key === key) return;
    button.dataset.key = key;
    button.className = `seat${seat ? '' : ' empty'}${this.#chosen === number ? ' chosen' : ''}`;
    button.setAttribute('aria-pressed', String(this.#chosen === number));
    button.replaceChildren(
      h(
        'span',
        { class: 'place' },
        seat?.color ? swatch(seat.color, number) : h('i', { class: 'swatch' }, number),
        h('strong', { title: seat?.player }, seat ? nameOf(this.#card, seat.player) : 'Free'),
      ),
      seat ? h('span', { class: 'money' }, dollars(stack)) : h('small', {}, 'seat a player'),
      seat
        ? h(
            'small',
            {},
            this.#bets.get(number)
              ? `bet ${dollars(this.#bets.get(number) ?? 0)}`
              : seat.color
                ? `chips of ${dollars(seat.value)}`
                : 'no chips set',
          )
        : '',
      this.#terminal(seat, here),
    );
  }

  /** The state of a seat's terminal; only what the dealer must act on stands out. @param {any} seat @param {any} here */
  #terminal(seat, here) {
    const [kind, words] = this.#terminalWords(seat, here);
    return words ? h('small', { class: `terminal ${kind}` }, words) : '';
  }

  #terminalWords(/** @type {any} */ seat, /** @type {any} */ here) {
    if (!here?.connected) {
      if (!seat || !this.#card.electronic) return ['', ''];
      return isBot(this.#card, seat.player) ? ['', 'a bot'] : ['mute', 'no terminal'];
    }
    const called = CALLED.includes(this.#phase);
    if (seat && (called || CALLING.includes(this.#phase))) {
      if (here.announced) return here.audio ? ['ready', 'called ✓'] : ['mute', 'called ✓ no sound'];
      return called ? ['unheard', 'call not told'] : ['mute', 'calling …'];
    }
    return here.audio ? ['ready', 'sound ready'] : ['mute', 'no sound'];
  }
}

/** @param {string} color @param {number} seat */
const swatch = (color, seat) =>
  svg(
    'svg',
    { class: 'swatch-chip', viewBox: '-17 -17 34 34', 'aria-hidden': 'true' },
    chip({ color, label: String(seat) }),
  );

customElements.define('cr-seats', CrSeats);
