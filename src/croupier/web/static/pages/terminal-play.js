// @ts-check
/**
 * Turns what a player does into commands: place, take back, undo, clear, double, rebet, saved layouts. It holds no
 * rules: every answer comes from the service, and a refused chip goes back with the reason.
 */
import { keyOf, ownSeat, wagersOf } from '../core/store.js';

/** @typedef {import('../core/store.js').Wager} Wager */
/** @typedef {{amount: number, chips: string, color: string}} Stake */
/** @typedef {{spot: string, amount: number, tip?: boolean}} Bet */

const UNDO_MAX = 50;
const SAVED_MAX = 6;
/** Chips that are the player's own by their color, which needs no naming. */
const OWN_COLOR = new Set(['electronic', 'non-value']);

export class Play {
  /** Wagers are for the dealers. */
  tip = false;
  #store;
  #link;
  #shelf;
  /** What the player had on each spot before each move, newest last. @type {Map<string, Wager>[]} */
  #moves = [];
  #round = 0;
  #refused;
  #done;

  /**
   * @param {{store: import('../core/store.js').Store, link: import('../core/link.js').Link, card: any,
   *   refused: (command: any, answer: import('../core/link.js').Answer) => void, done: (command: any) => void}} parts
   */
  constructor({ store, link, card, refused, done }) {
    this.#store = store;
    this.#link = link;
    this.#shelf = `croupier.layouts.${card.wheel}`;
    this.#refused = refused;
    this.#done = done;
  }

  get #seat() {
    return ownSeat(this.#store.state)?.seat ?? 0;
  }

  /** The player's own wagers, the pending ones merged into what stands. @returns {Wager[]} */
  get own() {
    const seat = this.#seat;
    return wagersOf(this.#store.state).filter((wager) => wager.seat === seat);
  }

  /** @param {any} command */
  async send(command) {
    const answer = await this.#link.command(command);
    if (answer.outcome === 'done') this.#done(command);
    else this.#refused(command, answer);
    return answer;
  }

  /** What the seat has on each spot, for a later undo. */
  #remember() {
    const round = this.#store.state.table.round;
    if (round !== this.#round) this.#moves = [];
    this.#round = round;
    this.#moves.push(this.#sums());
    if (this.#moves.length > UNDO_MAX) this.#moves.shift();
  }

  /** What will stand when everything asked for is done: commands are answered in the order in which they were sent. */
  #sums() {
    /** @type {Map<string, Wager>} */
    const sums = new Map();
    for (const wager of this.own) {
      const key = keyOf(wager), known = sums.get(key);
      sums.set(key, known ? { ...known, amount: known.amount + wager.amount } : { ...wager });
    }
    for (const { command } of this.#store.state.pending.values()) {
      if (command.type !== 'take-down') continue;
      const taken = [...sums].find(([, each]) => each.spot === command.spot && each.chips === command.chips && each.seat === command.seat);
      if (taken) sums.set(taken[0], { ...taken[1], amount: taken[1].amount - command.stake });
    }
    for (const [key, { amount }] of sums) if (amount <= 0) sums.delete(key);
    return sums;
  }

  /** What may still be moved: all but what is in prison. */
  get #loose() {
    return [...this.#sums().values()].filter((wager) => !wager.imprisoned);
  }

  /** @param {string} spot @param {Stake} stake @param {boolean} [tip] */
  #place(spot, { amount, chips, color }, tip = this.tip) {
    const command = { type: 'place-wager', seat: this.#seat, spot, stake: amount, chips };
    return this.send({ ...command, ...(color ? { color } : {}), ...(tip ? { tip: true } : {}) });
  }

  /** So much more of a wager, as it was made. @param {Wager} wager @param {number} amount */
  #placeMore({ spot, chips, color, tip }, amount) {
    return this.#place(spot, { amount, chips, color: OWN_COLOR.has(chips) ? '' : color }, tip);
  }

  /** @param {Wager} wager @param {number} stake */
  #takeDown(wager, stake) {
    const command = { type: 'take-down', seat: wager.seat, spot: wager.spot, stake, chips: wager.chips };
    return this.send(OWN_COLOR.has(wager.chips) ? command : { ...command, color: wager.color });
  }

  /** @param {string} spot @param {Stake} stake */
  place(spot, stake) {
    this.#remember();
    return this.#place(spot, stake);
  }

  /** One chip of the chosen size comes back, or what there is. @param {string} spot @param {Stake} stake */
  takeBack(spot, stake) {
    const there = this.#loose.find((wager) => wager.spot === spot);
    if (there) this.take(there, Math.min(stake.amount, there.amount));
  }

  /** @param {Wager} wager @param {number} [amount] */
  take(wager, amount = wager.amount) {
    this.#remember();
    return this.#takeDown(wager, amount);
  }

  /** Whether there is a move of this round to undo. */
  get undoable() {
    return this.#moves.length > 0 && this.#round === this.#store.state.table.round;
  }

  /** The last move that still shows is undone: what it placed is taken back, and what it took back is placed again. */
  undo() {
    if (this.#round !== this.#store.state.table.round) this.#moves = [];
    for (let before = this.#moves.pop(); before; before = this.#moves.pop()) {
      const now = this.#sums(), known = before;
      const more = [...now].map(([key, wager]) => ({ wager, amount: wager.amount - (known.get(key)?.amount ?? 0) })).filter(({ amount }) => amount > 0);
      const less = [...before].map(([key, wager]) => ({ wager, amount: wager.amount - (now.get(key)?.amount ?? 0) })).filter(({ amount }) => amount > 0);
      more.forEach(({ wager, amount }) => this.#takeDown(wager, amount));
      less.forEach(({ wager, amount }) => this.#placeMore(wager, amount));
      if (more.length || less.length) return true;
    }
    return false;
  }

  clear() {
    const standing = this.#loose;
    if (!standing.length) return false;
    this.#remember();
    standing.forEach((wager) => this.#takeDown(wager, wager.amount));
    return true;
  }

  double() {
    const standing = this.#loose;
    if (!standing.length) return false;
    this.#remember();
    standing.forEach((wager) => this.#placeMore(wager, wager.amount));
    return true;
  }

  rebet() {
    this.#remember();
    return this.send({ type: 'rebet', seat: this.#seat });
  }

  /** @returns {{name: string, bets: Bet[]}[]} */
  get saved() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#shelf) ?? '[]');
      return Array.isArray(kept) ? kept.filter((each) => typeof each?.name === 'string' && Array.isArray(each.bets)) : [];
    } catch {
      return [];
    }
  }

  /** What stands now is kept under a name, in this browser. @param {string} name */
  save(name) {
    const bets = this.#loose.map(({ spot, amount, tip }) => ({ spot, amount, ...(tip ? { tip } : {}) }));
    if (!bets.length) return false;
    this.#keep([{ name, bets }, ...this.saved.filter((each) => each.name !== name)].slice(0, SAVED_MAX));
    return true;
  }

  /** @param {string} name */
  forget(name) {
    this.#keep(this.saved.filter((each) => each.name !== name));
  }

  /** @param {any[]} layouts */
  #keep(layouts) {
    try {
      localStorage.setItem(this.#shelf, JSON.stringify(layouts));
    } catch {
      // A browser that keeps nothing can still play.
    }
  }

  /** @param {Bet[]} bets @param {string} chips */
  placeAll(bets, chips) {
    this.#remember();
    bets.forEach(({ spot, amount, tip = false }) => this.#place(spot, { amount, chips, color: '' }, tip));
  }
}
