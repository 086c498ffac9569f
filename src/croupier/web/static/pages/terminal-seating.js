// @ts-check
/** Taking a seat with chips, and leaving it with everything. */
import { audio } from '../core/audio.js';
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { ownSeat, stacksOf } from '../core/store.js';

/** @typedef {import('../core/store.js').State} State */

export class Seating {
  #session;
  #card;
  #store;
  #play;
  #seat;
  #board;
  #toasts;

  /**
   * @param {object} parts
   * @param {Service.SessionAnswer | null} parts.session
   * @param {Service.Card} parts.card
   * @param {import('../core/store.js').Store} parts.store
   * @param {import('./terminal-play.js').Play} parts.play
   * @param {import('../ui/cr-seat.js').CrSeat} parts.seat
   * @param {import('../ui/cr-board.js').CrBoard} parts.board
   * @param {import('../ui/cr-toasts.js').CrToasts} parts.toasts
   */
  constructor({ session, card, store, play, seat, board, toasts }) {
    this.#session = session;
    this.#card = card;
    this.#store = store;
    this.#play = play;
    this.#seat = seat;
    this.#board = board;
    this.#toasts = toasts;
  }

  /** Opens the seat dialog for a player who comes from the lobby without chips. @param {State} state */
  arrive(state) {
    history.replaceState(null, '', location.pathname);
    if (this.#session?.role !== 'player' || ownSeat(state)?.value || state.table.phase === 'closed') return;
    this.#seat.show({ seats: state.seats, own: ownSeat(state), fixed: this.#session.seat ?? null });
    this.#seat.open();
  }

  /**
   * Takes a seat, chips and a buy-in, one after the other, as far as requested; stops at the first refusal.
   * @param {{seat: number | null, color: string | null, value: number | null, amount: number | null}} asked
   */
  async join({ seat: place, color, value, amount }) {
    audio.unlock();
    const number = place ?? ownSeat(this.#store.state)?.seat ?? 0;
    /** @type {Service.Command[]} */
    const commands = [];
    if (place) commands.push({ type: 'take-seat', seat: number, player: this.#session?.name ?? '' });
    if (value) commands.push({ type: 'set-chips', seat: number, color: color ?? '', value });
    if (amount) commands.push({ type: 'buy-chips', seat: number, amount, funds: 'cash', chips: this.#card.own_chips });
    this.#seat.busy = true;
    let done = true;
    for (const command of commands) {
      done &&= (await this.#play.send(command)).outcome === 'done';
      if (!done) break;
    }
    this.#seat.busy = false;
    if (!done) return;
    this.#seat.close();
    this.#board.focusSpot();
  }

  /** Cashes out all chips and leaves the seat; stops at the first refusal and shows it. */
  async leave() {
    const own = ownSeat(this.#store.state), number = own?.seat ?? 0, stacks = stacksOf(own);
    for (const [chips, amount] of stacks) {
      if ((await this.#play.send({ type: 'cash-out', seat: number, amount, chips })).outcome !== 'done') return;
    }
    if ((await this.#play.send({ type: 'leave-seat', seat: number })).outcome !== 'done') return;
    const total = stacks.reduce((sum, [, each]) => sum + each, 0);
    this.#toasts.show({ title: t('play.you-have-left-the-seat'), message: t('play.cashed-out', { total: dollars(total) }), tone: 'good' });
  }
}
