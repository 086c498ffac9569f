// @ts-check
// The seats of a table for staff: the player, the chips, and whether the terminal can sound.
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { hasNumber } from '../core/phases.js';
import { html as h, svg } from '../core/svg.js';
import { chip } from './chip.js';
import { isBot, nameOf } from './display-format.js';

/** Phases in which terminals announce the call. */
const CALLING = ['no-more-bets', 'spinning'];

/** Fires `seat` with the number of the chosen seat. */
export class CrSeats extends HTMLElement {
  /** @type {Pick<Service.Card, 'seats' | 'electronic' | 'demonstration'>} */
  #card = { seats: 0, electronic: false, demonstration: false };
  #chosen = 0;
  #phase = '';
  #seats = /** @type {Map<number, Service.SeenSeat>} */ (new Map());
  #bets = /** @type {Map<number, number>} */ (new Map());
  #presence = /** @type {Map<number, Service.SeatPresence>} */ (new Map());
  #buttons = /** @type {HTMLElement[]} */ ([]);

  /** @param {Service.Card} card */
  set card(card) {
    this.#card = card;
    this.style.setProperty('--columns', String(Math.ceil(card.seats / this.rows)));
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', t('deal.seats'));
    this.#buttons = Array.from({ length: card.seats }, (_, index) =>
      h('button', {
        type: 'button',
        class: 'seat',
        'data-same': `seat-${index + 1}`,
        onclick: () => this.dispatchEvent(new CustomEvent('seat', { detail: index + 1, bubbles: true })),
      }),
    );
    this.replaceChildren(...this.#buttons);
    this.#draw();
  }

  /** The number of rows of seats. */
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

  /** @param {Pick<Service.View, 'seats' | 'wagers' | 'phase'>} view */
  set view(view) {
    this.#seats = new Map(view.seats.map((each) => [each.seat, each]));
    this.#bets = new Map();
    this.#phase = view.phase;
    for (const wager of view.wagers) this.#bets.set(wager.seat, (this.#bets.get(wager.seat) ?? 0) + wager.amount);
    this.#draw();
  }

  /** @param {Service.SeatPresence[]} seats */
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
        h('strong', { title: seat?.player }, seat ? nameOf(this.#card, seat.player ?? '') : t('deal.free')),
      ),
      seat ? h('span', { class: 'money' }, dollars(stack)) : h('small', {}, t('deal.seat-a-player')),
      seat
        ? h(
            'small',
            {},
            this.#bets.get(number)
              ? t('deal.bet', { number: dollars(this.#bets.get(number) ?? 0) })
              : seat.color
                ? t('deal.chips-of', { value: dollars(seat.value ?? 0) })
                : t('deal.no-chips-set'),
          )
        : '',
      this.#terminal(seat, here),
    );
  }

  /** The state of a seat's terminal; only what the dealer must act on is highlighted. @param {Service.SeenSeat|undefined} seat @param {Service.SeatPresence|undefined} here */
  #terminal(seat, here) {
    const [kind, words] = this.#terminalWords(seat, here);
    return words ? h('small', { class: `terminal ${kind}` }, words) : '';
  }

  #terminalWords(/** @type {Service.SeenSeat|undefined} */ seat, /** @type {Service.SeatPresence|undefined} */ here) {
    if (!here?.connected) {
      if (!seat || !this.#card.electronic) return ['', ''];
      return isBot(this.#card, seat.player) ? ['', t('deal.a-bot')] : ['mute', t('deal.no-terminal')];
    }
    const called = hasNumber(this.#phase);
    if (seat && (called || CALLING.includes(this.#phase))) {
      if (here.announced) return here.audio ? ['ready', t('deal.called')] : ['mute', t('deal.called-no-sound')];
      return called ? ['unheard', t('deal.call-not-told')] : ['mute', t('deal.calling')];
    }
    return here.audio ? ['ready', t('deal.sound-ready')] : ['mute', t('deal.no-sound')];
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
