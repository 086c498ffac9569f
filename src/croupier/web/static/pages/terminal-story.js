// @ts-check
/** What happened, told to eyes and ears: calls at once, motion in its turn. */
import { audio } from '../core/audio.js';
import { dollars } from '../core/money.js';
import { still } from '../core/svg.js';

/** @typedef {import('../core/store.js').Happening} Happening */
/** @typedef {import('../core/store.js').State} State */

const SETTLING = ['at-rest', 'crowned', 'collected', 'paid'];
/** What was last called when one arrives in the middle of a round. @type {Record<string, string>} */
const PRESENT = {
  closed: 'The table is closed', betting: 'Place your bets', 'in-track': 'The ball is spun', 'no-more-bets': 'No more bets', spinning: 'No more bets',
};
const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, still() ? 0 : ms));

/** What the bets that won brought beyond their stakes in the last settled round. @param {State} state */
export const lastWin = ({ last }) => (last?.wagers ?? []).reduce((sum, each) => sum + Math.max(0, each.kept - each.staked), 0);

export class Story {
  #card;
  #board;
  #track;
  #wheel;
  #toasts;
  #announcer;
  #seat;
  #balance;

  /** @param {{card: any, board: any, track: any, wheel: import('../ui/cr-wheel.js').CrWheel, toasts: any,
   *   announcer: import('../core/announce.js').Announcer, seat: () => number | null, balance: Element}} parts */
  constructor({ card, board, track, wheel, toasts, announcer, seat, balance }) {
    this.#card = card;
    this.#board = board;
    this.#track = track;
    this.#wheel = wheel;
    this.#toasts = toasts;
    this.#announcer = announcer;
    this.#seat = seat;
    this.#balance = balance;
  }

  /** A snapshot came: the wheel stands or turns as the table says. @param {State} state */
  settle({ table }) {
    this.#board.chips.clearMarks();
    this.#announcer.caption(PRESENT[table.phase] ?? this.#words(table.result));
    if (this.#turns(table.phase)) {
      if (!this.#wheel.turning) this.#wheel.launch();
      return;
    }
    this.#rest(table);
  }

  /** A wheel whose landing was passed over rests on what was announced, and what was paid is not told for ever. @param {State} state */
  steady({ table }) {
    if (!SETTLING.includes(table.phase)) this.#board.chips.clearMarks();
    if (this.#wheel.turning && !this.#turns(table.phase)) this.#rest(table);
  }

  /** @param {string} phase */
  #turns(phase) {
    return phase === 'in-track' || phase === 'spinning' || (phase === 'no-more-bets' && this.#card.wheel !== 'big-six');
  }

  /** @param {any} table */
  #rest(table) {
    audio.roll(false);
    this.#wheel.rest(SETTLING.includes(table.phase) ? table.result : table.results.at(-1) ?? '');
  }

  /** What must be heard and seen the moment it is called. @param {Happening} happening @param {State} state */
  call(happening, state) {
    const { round } = state.table;
    if (happening.kind === 'no-more-bets-called') {
      this.#announcer.announce({ call: 'no-more-bets', round, words: 'No more bets', banner: true, tone: 'stop', sound: 'call', urgent: true });
    } else if (happening.kind === 'no-spin-called') {
      const reason = this.#card.no_spin_reasons.find((/** @type {any} */ each) => each.reason === happening.reason);
      const why = reason?.words ?? happening.reason.replaceAll('-', ' ');
      this.#announcer.announce({ call: 'no-spin', round, words: 'No spin', spoken: `No spin. ${why}. Every bet stands.`, banner: true, tone: 'warn', sound: 'call', urgent: true });
      this.#toasts.show({ title: 'No spin', message: `${why}. Every bet stands, and the spin is made again.`, clause: happening.clause, tone: 'info' });
    } else if (happening.kind === 'number-corrected') {
      this.#announcer.announce({ call: 'number-corrected', round: happening.round ?? round, words: `Round ${happening.round}: the number was ${happening.number}, not ${happening.was}`, banner: true, tone: 'warn', sound: 'call' });
    } else if (happening.kind === 'irregularity-reported') {
      this.#announcer.announce({ call: 'irregularity', round, words: 'The supervisor was called. One moment, please' });
    } else if (happening.kind === 'irregularity-decided') {
      this.#announcer.announce({ call: 'irregularity-decided', round, words: 'The supervisor has decided' });
    } else {
      this.#own(happening);
    }
  }

  /** What concerns this player alone. @param {Happening} happening */
  #own({ kind, seat, spot, amount = 0, clause, dispute, decision = '', text = '', round, claimed = 0 }) {
    if (kind === 'late-bet-returned' && seat === this.#seat()) {
      this.#note('Late bet returned', `${dollars(amount)} on ${this.#card.spots[spot]?.name ?? spot} came after the call.`, { clause, tone: 'stop' });
    } else if (kind === 'dispute-raised') {
      this.#note('Dispute raised', `Number ${dispute}, about round ${round}. The supervisor decides.`);
    } else if (kind === 'dispute-decided') {
      this.#note('Your dispute was decided', `${decision} ${text}`.trim());
    } else if (kind === 'balance-corrected') {
      const owed = claimed > 0 ? ` ${dollars(claimed)} is still owed to the house.` : claimed < 0 ? ` The house still owes you ${dollars(-claimed)}.` : '';
      this.#note('Balance corrected', `Round ${round}: ${amount < 0 ? '' : '+'}${dollars(amount)}.${owed} ${text}`.trim());
    }
  }

  /** Seen and heard, and no call. @param {string} title @param {string} message @param {{clause?: string | null, tone?: 'info' | 'stop'}} [how] */
  #note(title, message, { clause = null, tone = 'info' } = {}) {
    this.#toasts.show({ title, message, clause, tone });
    this.#announcer.tell(`${title}. ${message}`);
  }

  /** One step in its turn; the stage waits for it. @param {Happening} happening @param {{state: State}} scene */
  async perform(happening, { state }) {
    switch (happening.kind) {
      case 'ball-spun':
      case 'wheel-spun':
        this.#board.chips.clearMarks();
        this.#wheel.launch({ wheel: happening.wheel, ball: happening.ball });
        audio.roll(true);
        this.#announcer.announce({ call: happening.kind, round: state.table.round, words: happening.kind === 'ball-spun' ? 'The ball is spun' : 'The wheel is spun' });
        break;
      case 'number-announced':
        await this.#land(happening.number, state);
        break;
      case 'no-spin-called':
        audio.roll(false);
        this.#wheel.halt();
        break;
      case 'crown-placed':
        this.#board.crown = happening.number ?? state.table.result;
        await pause(450);
        break;
      case 'losers-collected':
        await this.#collect(happening, state);
        break;
      case 'winners-paid':
        await this.#pay(happening, state);
        break;
      case 'crown-lifted':
        this.#board.chips.clearMarks();
        this.#board.crown = '';
        this.#announcer.announce({ call: 'place-your-bets', round: state.table.round, words: 'Place your bets', sound: 'open' });
        break;
      default:
    }
  }

  /** @param {string} number @param {State} state */
  async #land(number, state) {
    setTimeout(() => audio.roll(false), 1200);
    await this.#wheel.land(number);
    this.#board.win = number;
    this.#announcer.announce({ call: 'number-announced', round: state.table.round, words: this.#words(number), sound: 'result' });
    await pause(350);
  }

  /** A number in words: its color, and what else the layout says of it. @param {string} number */
  #words(number) {
    const also = ['red', 'black', 'odd', 'even'].filter((spot) => this.#card.spots[spot]?.numbers.includes(number));
    const color = this.#card.compartments.find((/** @type {any} */ each) => each.label === number)?.color;
    return [number, ...(also.length ? also : color && color !== 'plain' ? [color] : [])].join(', ');
  }

  /** Losing chips go to the house; what stays is drawn by the stage. @param {Happening} happening @param {State} state */
  async #collect(happening, state) {
    const lost = happening.wagers ?? [], stays = [...state.wagers.values()];
    audio.play(lost.length ? 'sweep' : 'click');
    this.#board.show(stays);
    this.#track.show(stays);
    const replica = lost.filter((/** @type {any} */ wager) => wager.spot.startsWith('adjacent-'));
    await Promise.all([this.#board.chips.sweep(lost), this.#track.chips.sweep(replica)]);
    await pause(150);
  }

  /** Winners are paid on the layout, and the player's own come home. @param {Happening} happening @param {State} state */
  async #pay(happening, state) {
    const paid = happening.wagers ?? [], own = paid.filter((/** @type {any} */ each) => each.seat === this.#seat());
    const winnings = own.length ? lastWin(state) : 0;
    if (winnings) audio.play('win');
    const before = paid.map((/** @type {any} */ each) => ({ ...each, coupon: 0, tip: Boolean(each.tip), imprisoned: false }));
    const kept = new Set([...state.wagers.values()].map((wager) => `${wager.seat}|${wager.spot}`));
    this.#board.show([...state.wagers.values(), ...before.filter((/** @type {any} */ each) => !kept.has(`${each.seat}|${each.spot}`))]);
    await this.#board.chips.pay(paid);
    if (winnings) {
      this.#announcer.announce({ call: 'winners-paid', round: state.table.round, words: `You win ${dollars(winnings)}`, banner: true, tone: 'win' });
    }
    await pause(700);
    const home = this.#board.chips.collect(own, this.#balance);
    this.#board.show([...state.wagers.values()]);
    await home;
  }
}
