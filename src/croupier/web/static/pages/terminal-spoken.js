// @ts-check
/**
 * Wagers spoken with cash, where the table's rules take them: offered here, each is a wager only once the dealer has
 * confirmed it, before the call. What waits is the table's to say, so it is here again after a reload. The card names
 * the clause; without one there is no such control.
 */
import { dollars } from '../core/money.js';
import { ownSeat } from '../core/store.js';

/** @typedef {{spot: string, cash: number}} Word */

export class Spoken {
  #card;
  #slip;
  #toasts;
  #announcer;
  /** @type {Word[]} */
  #words = [];

  /** @param {{card: any, slip: import('../ui/cr-slip.js').CrSlip, toasts: any, announcer: import('../core/announce.js').Announcer}} parts */
  constructor({ card, slip, toasts, announcer }) {
    this.#card = card;
    this.#slip = slip;
    this.#toasts = toasts;
    this.#announcer = announcer;
  }

  /**
   * What waits now, and what became of what waited before; null for `happened` after a snapshot, when nobody heard.
   * @param {import('../core/store.js').State} state @param {import('../core/store.js').Happening[] | null} happened
   */
  show(state, happened) {
    const before = this.#words, seat = ownSeat(state)?.seat ?? null;
    this.#words = state.spoken;
    this.#slip.spoken = state.spoken.map(({ spot, cash }) => ({ name: this.#name(spot), cash }));
    for (const word of before) this.#tell(word, state.spoken.find((each) => each.spot === word.spot), happened, seat);
  }

  /** @param {Word} was @param {Word | undefined} now @param {import('../core/store.js').Happening[] | null} happened @param {number | null} seat */
  #tell(was, now, happened, seat) {
    const what = `${dollars(was.cash)} on ${this.#name(was.spot)}`;
    const confirmed = happened?.some((each) => each.kind === 'verbal-wager-confirmed' && each.seat === seat && each.spot === was.spot);
    if (confirmed) this.#say('Spoken wager confirmed', `${what} stands in value chips.`, 'good');
    else if (now && now.cash !== was.cash) this.#say('Spoken wager changed', `${dollars(now.cash)} on ${this.#name(now.spot)} waits for the dealer, not ${dollars(was.cash)}.`, 'info');
    else if (!now && happened) this.#say('Spoken wager not confirmed', `${what} is no wager: your cash is yours.`, 'stop');
    else if (!now) this.#say('Spoken wager decided', `${what} no longer waits. It is a wager only if it stands among your bets.`, 'info');
  }

  /** @param {string} spot */
  #name(spot) {
    return this.#card.spots[spot]?.name ?? spot;
  }

  /** @param {string} title @param {string} message @param {'good' | 'stop' | 'info'} tone */
  #say(title, message, tone) {
    this.#toasts.show({ title, message, clause: this.#card.verbal_clause, tone });
    this.#announcer.tell(`${title}. ${message}`);
  }
}
