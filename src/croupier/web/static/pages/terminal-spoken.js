// @ts-check
/**
 * Verbal wagers with cash, if the table's rules accept them: each becomes a wager only when the dealer confirms it,
 * before the call. Pending ones come from the table, so they survive a reload. Without a clause on the card there is no
 * such control.
 */
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { ownSeat } from '../core/store.js';

/** @typedef {Service.SeenWord} Word */

export class Spoken {
  #card;
  #slip;
  #toasts;
  #announcer;
  /** @type {Word[]} */
  #words = [];

  /** @param {{card: Service.Card, slip: import('../ui/cr-slip.js').CrSlip, toasts: import('../ui/cr-toasts.js').CrToasts, announcer: import('../core/announce.js').Announcer}} parts */
  constructor({ card, slip, toasts, announcer }) {
    this.#card = card;
    this.#slip = slip;
    this.#toasts = toasts;
    this.#announcer = announcer;
  }

  /**
   * Shows pending verbal wagers, and the outcome of earlier ones; `happened` is null after a snapshot.
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
    const what = t('play.on', { cash: dollars(was.cash), spot: this.#name(was.spot) });
    const confirmed = happened?.some((each) => each.kind === 'verbal-wager-confirmed' && each.seat === seat && each.spot === was.spot);
    if (confirmed) this.#say(t('play.spoken-wager-confirmed'), t('play.stands-in-value-chips', { what }), 'good');
    else if (now && now.cash !== was.cash) this.#say(t('play.spoken-wager-changed'), t('play.on-waits-for-the-dealer-not', { cash: dollars(now.cash), spot: this.#name(now.spot), cash2: dollars(was.cash) }), 'info');
    else if (!now && happened) this.#say(t('play.spoken-wager-not-confirmed'), t('play.is-no-wager-your-cash-is', { what }), 'stop');
    else if (!now) this.#say(t('play.spoken-wager-decided'), t('play.no-longer-waits-it-is-a', { what }), 'info');
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
