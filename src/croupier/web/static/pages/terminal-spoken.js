// @ts-check
/**
 * A wager spoken with cash, where the table's rules take one: it is offered here, and it is a wager only once the
 * dealer has confirmed it, before the call. The card names the clause; without one there is no such control.
 */
import { dollars } from '../core/money.js';

export class Spoken {
  #card;
  #slip;
  #toasts;
  #announcer;
  /** @type {{name: string, cash: number} | null} */
  #offer = null;

  /** @param {{card: any, slip: import('../ui/cr-slip.js').CrSlip, toasts: any, announcer: import('../core/announce.js').Announcer}} parts */
  constructor({ card, slip, toasts, announcer }) {
    this.#card = card;
    this.#slip = slip;
    this.#toasts = toasts;
    this.#announcer = announcer;
  }

  /** What happened to what this seat has spoken. @param {import('../core/store.js').Happening} happening @param {number | null} seat */
  hear(happening, seat) {
    const { kind, spot, amount } = happening, mine = happening.seat === seat;
    if (kind === 'verbal-wager-offered' && mine) {
      this.#keep({ name: this.#name(spot), cash: amount });
    } else if (kind === 'verbal-wager-confirmed' && mine) {
      this.#end('Spoken wager confirmed', `${dollars(amount)} on ${this.#name(spot)} stands in value chips.`, 'good');
    } else if (kind === 'no-more-bets-called' && this.#offer) {
      this.#end('Spoken wager not confirmed', `${dollars(this.#offer.cash)} on ${this.#offer.name} is no wager: your cash is yours.`, 'stop');
    }
  }

  /** A snapshot came: what waits at the dealer's is no longer known here, and told when it is confirmed. */
  forget() {
    this.#keep(null);
  }

  /** @param {{name: string, cash: number} | null} offer */
  #keep(offer) {
    this.#offer = offer;
    this.#slip.spoken = offer;
  }

  /** @param {string} spot */
  #name(spot) {
    return this.#card.spots[spot]?.name ?? spot;
  }

  /** @param {string} title @param {string} message @param {'good' | 'stop'} tone */
  #end(title, message, tone) {
    this.#keep(null);
    this.#toasts.show({ title, message, clause: this.#card.verbal_clause, tone });
    this.#announcer.tell(`${title}. ${message}`);
  }
}
