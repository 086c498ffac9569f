// @ts-check
/**
 * Turns a player's actions into commands: place, take back, undo, clear, double, rebet, saved layouts. A change of many
 * wagers is one command, which the service accepts or refuses as a whole. There are no rules here: the service decides,
 * and a refused chip goes back with the reason.
 */
import { changesOf, keyOf, ownSeat, seatOf, wagersOf } from '../core/store.js';

/** @typedef {import('../core/store.js').Wager} Wager */
/** @typedef {import('../ui/cr-rack.js').Stake} Stake */
/** @typedef {{spot: string, amount: number, tip?: boolean}} Bet */
/** @typedef {{name: string, bets: Bet[]}} Layout */
/** Storage of layouts; each call returns the stored layouts. @typedef {{load: () => Promise<Layout[]>, keep: (layouts: Layout[]) => Promise<Layout[]>}} LayoutStorage */

const UNDO_MAX = 50;
const SAVED_MAX = 12;
/** Chips identified by the player's own color, which commands need not name. */
const OWN_COLOR = new Set(['electronic', 'non-value']);

export class Play {
  /** Whether new wagers are for the dealers. */
  tip = false;
  #store;
  #link;
  #storage;
  /** @type {Layout[]} */
  #kept = [];
  /** The player's wagers before each move, newest last. @type {Map<string, Wager>[]} */
  #moves = [];
  #round = 0;
  #refused;
  #done;
  #sending;

  /**
   * @param {{store: import('../core/store.js').Store, link: import('../core/link.js').Link, storage: LayoutStorage,
   *   sending: (command: Service.Command) => void, refused: (command: Service.Command, answer: import('../core/link.js').Answer) => void,
   *   done: (command: Service.Command) => void}} parts
   */
  constructor({ store, link, storage, sending, refused, done }) {
    this.#store = store;
    this.#link = link;
    this.#storage = storage;
    this.#refused = refused;
    this.#done = done;
    this.#sending = sending;
  }

  get #seat() {
    return ownSeat(this.#store.state)?.seat ?? 0;
  }

  /** The player's wagers, including pending ones. @returns {Wager[]} */
  get own() {
    const seat = this.#seat;
    return wagersOf(this.#store.state).filter((wager) => wager.seat === seat);
  }

  /** @param {Service.Command} command */
  async send(command) {
    this.#sending(command);
    const answer = await this.#link.command(command);
    if (answer.outcome === 'done') this.#done(command);
    else this.#refused(command, answer);
    return answer;
  }

  /** Saves the seat's wagers for undo. */
  #remember() {
    const round = this.#store.state.table.round;
    if (round !== this.#round) this.#moves = [];
    this.#round = round;
    this.#moves.push(this.#sums());
    if (this.#moves.length > UNDO_MAX) this.#moves.shift();
  }

  /** The wagers after all pending commands, which are answered in the order they were sent. */
  #sums() {
    /** @type {Map<string, Wager>} */
    const sums = new Map();
    for (const wager of this.own) {
      const key = keyOf(wager), known = sums.get(key);
      sums.set(key, known ? { ...known, amount: known.amount + wager.amount } : { ...wager });
    }
    for (const { command } of this.#store.state.pending.values()) {
      for (const change of changesOf(command).filter(({ amount }) => amount < 0)) {
        const taken = [...sums].find(([, each]) =>
          each.spot === change.spot && each.chips === change.chips && each.seat === seatOf(command) &&
          Boolean(each.tip) === Boolean(change.tip) && !each.imprisoned);
        if (taken) sums.set(taken[0], { ...taken[1], amount: taken[1].amount + change.amount });
      }
    }
    for (const [key, { amount }] of sums) if (amount <= 0) sums.delete(key);
    return sums;
  }

  /** The wagers that can be moved: all except those in prison. */
  get #loose() {
    return [...this.#sums().values()].filter((wager) => !wager.imprisoned);
  }

  /** @param {string} spot @param {Stake} stake @param {boolean} [tip] */
  #place(spot, { amount, chips, color }, tip = this.tip) {
    return this.send({ type: 'place-wager', seat: this.#seat, spot, stake: amount, chips, ...(color ? { color } : {}), ...(tip ? { tip: true } : {}) });
  }

  /** A change of an existing wager by an amount. @param {Wager} wager @param {number} amount @returns {import('../core/store.js').Change} */
  #more({ spot, chips, color, tip }, amount) {
    return { spot, amount, chips, ...(OWN_COLOR.has(chips) ? {} : { color }), ...(tip ? { tip: true } : {}) };
  }

  /** Sends all changes as one command. @param {import('../core/store.js').Change[]} changes */
  #change(changes) {
    const [one] = changes;
    if (changes.length > 1) return this.send({ type: 'change-wagers', seat: this.#seat, changes });
    const { amount, ...wager } = one;
    return this.send({ type: amount < 0 ? 'take-down' : 'place-wager', seat: this.#seat, ...wager, stake: Math.abs(amount) });
  }

  /** @param {string} spot @param {Stake} stake @param {boolean} [tip] */
  place(spot, stake, tip = this.tip) {
    this.#remember();
    return this.#place(spot, stake, tip);
  }

  /**
   * Takes back one chip of the chosen size, or what there is; wagers of the current kind, own or for the dealers, come
   * first. @param {string} spot @param {Stake} stake
   */
  takeBack(spot, stake) {
    const here = this.#loose.filter((wager) => wager.spot === spot);
    const there = here.find((wager) => Boolean(wager.tip) === this.tip) ?? here[0];
    if (there) this.take(there, Math.min(stake.amount, there.amount));
  }

  /** Moves the player's wager to another spot; wagers of the current kind come first. @param {string} spot @param {string} to */
  move(spot, to) {
    const here = this.#loose.filter((wager) => wager.spot === spot);
    const there = here.find((wager) => Boolean(wager.tip) === this.tip) ?? here[0];
    if (!there) return;
    this.#remember();
    const { amount, ...wager } = this.#more(there, there.amount);
    this.send({ type: 'move-wager', seat: this.#seat, ...wager, stake: amount, to });
  }

  /** @param {Wager} wager @param {number} [amount] */
  take(wager, amount = wager.amount) {
    this.#remember();
    return this.#change([this.#more(wager, -amount)]);
  }

  /** Whether there is a move of this round to undo. */
  get undoable() {
    return this.#moves.length > 0 && this.#round === this.#store.state.table.round;
  }

  /** Undoes the last move that still has an effect. */
  undo() {
    if (this.#round !== this.#store.state.table.round) this.#moves = [];
    for (let before = this.#moves.pop(); before; before = this.#moves.pop()) {
      const now = this.#sums(), known = before;
      const more = [...now].map(([key, wager]) => ({ wager, amount: wager.amount - (known.get(key)?.amount ?? 0) })).filter(({ amount }) => amount > 0);
      const less = [...before].map(([key, wager]) => ({ wager, amount: wager.amount - (now.get(key)?.amount ?? 0) })).filter(({ amount }) => amount > 0);
      const changes = [...more.map(({ wager, amount }) => this.#more(wager, -amount)), ...less.map(({ wager, amount }) => this.#more(wager, amount))];
      if (!changes.length) continue;
      this.#change(changes);
      return true;
    }
    return false;
  }

  clear() {
    const standing = this.#loose;
    if (!standing.length) return false;
    this.#remember();
    this.#change(standing.map((wager) => this.#more(wager, -wager.amount)));
    return true;
  }

  double() {
    const standing = this.#loose;
    if (!standing.length) return false;
    this.#remember();
    this.#change(standing.map((wager) => this.#more(wager, wager.amount)));
    return true;
  }

  rebet() {
    this.#remember();
    return this.send({ type: 'rebet', seat: this.#seat });
  }

  /** The player's saved layouts. @returns {readonly Layout[]} */
  get saved() {
    return this.#kept;
  }

  /** Loads the player's saved layouts. */
  async load() {
    this.#kept = await this.#storage.load();
  }

  /** Saves the current wagers under a name. @param {string} name */
  save(name) {
    const bets = this.#loose.map(({ spot, amount, tip }) => ({ spot, amount, ...(tip ? { tip } : {}) }));
    if (!bets.length) return Promise.resolve();
    return this.#keep([{ name, bets }, ...this.#kept.filter((each) => each.name !== name)].slice(0, SAVED_MAX));
  }

  /** @param {string} name */
  forget(name) {
    return this.#keep(this.#kept.filter((each) => each.name !== name));
  }

  /** @param {Layout[]} layouts */
  async #keep(layouts) {
    this.#kept = await this.#storage.keep(layouts);
  }

  /** @param {Bet[]} bets @param {Service.Chips} chips */
  placeAll(bets, chips) {
    this.#remember();
    return bets.length ? this.#change(bets.map(({ spot, amount, tip }) => ({ spot, amount, chips, ...(tip ? { tip } : {}) }))) : Promise.resolve(null);
  }
}
