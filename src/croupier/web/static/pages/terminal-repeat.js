// @ts-check
/**
 * Repeats a player's wagers for some rounds, if the house allows it. The page sends one rebet per round, which the
 * service accepts or refuses like any other; a page that is closed, hidden, reloaded or disconnected stops betting.
 * Balances and results come from the service. See ADR 90.
 */

import { t } from '../core/language.js';
import { reasonOf } from '../core/link.js';

/** @typedef {{rounds: number, loss: number, win: boolean}} Order `loss` in cents: stops before a round that could lose more; `win` stops after a winning round */
/** @typedef {Order & {left: number, round: number, base: number, stake: number, asking: boolean}} Running */
/** @typedef {{round: number, open: boolean, held: number, staked: number, settled: number, won: boolean, seated: boolean}} Now the table's figures: `held` in the rack and on the layout, `staked` on the layout outside prison, `settled` the last round with settled wagers of the player, and whether it `won` */

export class Repeat {
  #rebet;
  #changed;
  #ended;
  /** @type {Running | null} */
  #order = null;

  /**
   * @param {{rebet: () => Promise<import('../core/link.js').Answer>, changed: () => void, ended: (words: string) => void}} parts
   *   `changed` is called when the progress changes, `ended` with the reason when it ends
   */
  constructor({ rebet, changed, ended }) {
    this.#rebet = rebet;
    this.#changed = changed;
    this.#ended = ended;
  }

  /** The number of rounds bet and ordered; null while nothing is repeated. */
  get progress() {
    return this.#order && { done: this.#order.rounds - this.#order.left, of: this.#order.rounds };
  }

  /** Whether a repeated bet is being sent. */
  get asking() {
    return Boolean(this.#order?.asking);
  }

  /** Repeats the current wagers in each of the next rounds. @param {Order} order @param {Now} now */
  start(order, now) {
    this.#order = { ...order, left: order.rounds, round: now.round, base: now.held, stake: now.staked, asking: false };
    this.#changed();
  }

  /** @param {string} words */
  stop(words) {
    if (!this.#order) return;
    this.#order = null;
    this.#changed();
    this.#ended(words);
  }

  /** Called when the table changes. @param {Now} now @param {(amount: number) => string} money */
  async follow(now, money) {
    const order = this.#order;
    if (!order || order.asking) return;
    if (!now.seated) this.stop(t('guest.repeat.left'));
    else if (!now.open || now.round <= order.round) return;
    else if (now.settled !== order.round) this.stop(t('guest.repeat.not-stood'));
    else if (!order.left) this.stop(t('guest.repeat.played'));
    else if (order.win && now.won) this.stop(t('guest.repeat.won'));
    else if (order.base - now.held + order.stake > order.loss) this.stop(t('guest.repeat.loss', { amount: money(order.loss) }));
    else await this.#again(order, now.round);
  }

  /** @param {Running} order @param {number} round */
  async #again(order, round) {
    order.asking = true;
    order.round = round;
    order.left -= 1;
    this.#changed();
    const answer = await this.#rebet();
    order.asking = false;
    if (this.#order !== order) return;
    if (answer.outcome !== 'done') this.stop(reasonOf(answer)?.message ?? t('guest.repeat.unanswered'));
  }
}
