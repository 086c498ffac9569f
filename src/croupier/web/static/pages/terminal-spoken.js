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
    if (happening.kind === 'verbal-wager-offered' && happening.seat === seat) {
      this.#keep({ name: this.#card.spots[happening.spot]?.name ?? happening.spot, cash: happening.amount });
    } else if (happening.kind === 'verbal-wager-confirmed' && happening.seat === seat) {
      this.#end('Spoken wager confirmed', (offer) => `${dollars(offer.cash)} on ${offer.name} stands in value chips.`, 'good');
    } else if (happening.kind === 'no-more-bets-called') {
      this.#end('Spoken wager not confirmed', (offer) => `${dollars(offer.cash)} on ${offer.name} is no wager: your cash is yours.`, 'stop');
    }
  }

  /** Nothing waits: a snapshot came, or the seat was left. */
  forget() {
    this.#keep(null);
  }

  /** @param {{name: string, cash: number} | null} offer */
  #keep(offer) {
    this.#offer = offer;
    this.#slip.spoken = offer;
  }

  /** @param {string} title @param {(offer: {name: string, cash: number}) => string} words @param {'good' | 'stop'} tone */
  #end(title, words, tone) {
    const offer = this.#offer;
    if (!offer) return;
    this.#keep(null);
    this.#toasts.show({ title, message: words(offer), clause: this.#card.verbal_clause, tone });
    this.#announcer.tell(`${title}. ${words(offer)}`);
  }
}
