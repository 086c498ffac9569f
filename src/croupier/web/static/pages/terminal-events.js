// @ts-check
/** Presents events visibly and audibly: calls at once, animations in order. */
import { audio } from '../core/audio.js';
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { hasNumber, turns } from '../core/phases.js';
import { called, evenMoneyWords, reasonWords } from '../ui/card-words.js';
import { colorName } from '../ui/display-format.js';
import { pause } from './stage.js';

/** @typedef {import('../core/store.js').Happening} Happening */
/** @typedef {import('../core/store.js').State} State */

/** The last call, for people who arrive in the middle of a round. @type {Record<string, string>} */
const PRESENT = {
  closed: t('play.table-closed-title'), betting: t('play.place-your-bets'), 'in-track': t('play.the-ball-is-spun'), 'no-more-bets': t('play.no-more-bets'), spinning: t('play.no-more-bets'),
};

/**
 * The winnings of the last settled round, without stakes: of the player's own bets, or of those for the dealers.
 * @param {State} state @param {boolean} [tip]
 */
export const lastWin = ({ last }, tip = false) =>
  (last?.wagers ?? []).filter((each) => Boolean(each.tip) === tip).reduce((sum, each) => sum + Math.max(0, each.kept - each.staked), 0);

/** The text for winnings; a wager for the dealers wins for them. @param {number} own @param {number} dealers */
function winWords(own, dealers) {
  if (!dealers) return t('play.you-win', { own: dollars(own) });
  return own ? t('play.you-win-the-dealers', { own: dollars(own), dealers: dollars(dealers) }) : t('play.the-dealers-win', { dealers: dollars(dealers) });
}

/** Resolves when the step is cut short. @param {AbortSignal} signal @returns {Promise<void>} */
const cut = (signal) => new Promise((done) => signal.addEventListener('abort', () => done()));

/** Runs `tell` once: when called, or at the latest when the step is cut short. @param {AbortSignal} signal @param {() => void} tell */
function once(signal, tell) {
  let told = false;
  const now = () => {
    if (!told) tell();
    told = true;
  };
  signal.addEventListener('abort', now);
  return now;
}

export class EventPresenter {
  #card;
  #board;
  #track;
  #wheel;
  #toasts;
  #announcer;
  #seat;
  #balance;

  /** @param {{card: Service.Card, board: import('../ui/cr-board.js').CrBoard, track: import('../ui/cr-track.js').CrTrack,
   *   wheel: import('../ui/cr-wheel.js').CrWheel, toasts: import('../ui/cr-toasts.js').CrToasts,
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

  /** Sets the wheel after a snapshot, turning or at rest. @param {State} state */
  settle({ table }) {
    this.#board.chips.clearMarks();
    this.#announcer.caption(PRESENT[table.phase] ?? this.#words(table.result));
    if (turns(table.phase, this.#card)) {
      if (!this.#wheel.turning) this.#wheel.launch();
      return;
    }
    this.#rest(table);
  }

  /** Puts the wheel at rest on the announced number if its landing was skipped, and clears old payouts. @param {State} state */
  steady({ table }) {
    if (!hasNumber(table.phase)) this.#board.chips.clearMarks();
    if (this.#wheel.turning && !turns(table.phase, this.#card)) this.#rest(table);
  }

  /** @param {import('../core/store.js').TableView} table */
  #rest(table) {
    audio.roll(false);
    this.#wheel.rest(hasNumber(table.phase) ? table.result : table.results.at(-1) ?? '');
  }

  /** Announces a call at once, audibly and visibly. @param {Happening} happening @param {State} state */
  call(happening, state) {
    const { round } = state.table;
    if (happening.kind === 'no-more-bets-called') {
      this.#announcer.announce({ call: 'no-more-bets', round, words: t('play.no-more-bets'), banner: true, tone: 'stop', sound: 'call', urgent: true });
    } else if (happening.kind === 'no-spin-called') {
      const code = happening.reason ?? '', reason = this.#card.no_spin_reasons.find((each) => each.reason === code);
      const why = reasonWords(code, reason?.words);
      const said = called(this.#card, code, t('play.no-spin'));
      this.#announcer.announce({ call: 'no-spin', round, words: said, spoken: t('play.every-bet-stands', { said, why }), banner: true, tone: 'warn', sound: 'call', urgent: true });
      this.#toasts.show({ title: t('play.no-spin'), message: t('play.every-bet-stands-and-the-spin', { why }), clause: happening.clause, tone: 'info' });
    } else if (happening.kind === 'number-corrected') {
      const { round: about = round, number = '', was = '' } = happening;
      this.#announcer.announce({ call: 'number-corrected', round: about, words: t('play.round-the-number-was-not', { round: about, number, was }), banner: true, tone: 'warn', sound: 'call' });
    } else if (happening.kind === 'number-announced' && happening.between && this.#card.says['clapper-previous']) {
      this.#announcer.announce({ call: 'clapper', round, words: t('play.the-winning-number-is-the-number', { number: happening.number ?? '' }) });
    } else if (happening.kind === 'round-voided') {
      this.#announcer.announce({ call: 'round-voided', round, words: t('play.the-round-is-void-every-bet'), banner: true, tone: 'warn', sound: 'call', urgent: true });
    } else if (happening.kind === 'number-set-right') {
      this.#announcer.announce({ call: 'number-set-right', round, words: t('play.the-number-is-not', { number: happening.number ?? '', was: happening.was ?? '' }), banner: true, tone: 'warn', sound: 'call' });
    } else if (happening.kind === 'play-ended') {
      this.#announcer.announce({ call: 'play-ended', round, words: t('play.play-has-ended-at-this-table'), banner: true, tone: 'warn', sound: 'call' });
    } else if (happening.kind === 'irregularity-reported') {
      this.#announcer.announce({ call: 'irregularity', round, words: t('play.the-supervisor-was-called-one-moment') });
    } else if (happening.kind === 'irregularity-decided') {
      this.#announcer.announce({ call: 'irregularity-decided', round, words: t('play.the-supervisor-has-decided') });
    } else {
      this.#own(happening);
    }
  }

  /** Events that concern only this player. @param {Happening} happening */
  #own(happening) {
    if (happening.kind === 'late-bet-returned' && happening.seat === this.#seat()) {
      const { spot = '', stake = 0 } = happening;
      this.#note(t('play.late-bet-returned'), t('play.on-came-after-the-call', { stake: dollars(stake), spot: this.#card.spots[spot]?.name ?? spot }), 'stop');
    } else if (happening.kind === 'dispute-raised') {
      const { dispute = '', round = '' } = happening;
      this.#note(t('play.dispute-raised'), t('play.number-about-round-the-supervisor-decides', { dispute, round }));
    } else if (happening.kind === 'dispute-decided') {
      const { decision = '', why = '' } = happening;
      this.#note(t('play.your-dispute-was-decided'), `${decision} ${why}`.trim());
    } else if (happening.kind === 'balance-corrected') {
      const { claimed = 0, paid = 0, round = '', why = '' } = happening;
      const owed = claimed > 0 ? t('play.is-still-owed-to-the-house', { amount: dollars(claimed) }) : claimed < 0 ? t('play.the-house-still-owes-you', { amount: dollars(-claimed) }) : '';
      const changed = t('play.round', { round, amount: `${paid < 0 ? '' : '+'}${dollars(paid)}` });
      this.#note(t('play.balance-corrected'), [changed, owed, why].filter(Boolean).join(' '));
    }
  }

  /** Shows and announces a note that is not a call. @param {string} title @param {string} message @param {'info' | 'stop'} [tone] */
  #note(title, message, tone = 'info') {
    this.#toasts.show({ title, message, tone });
    this.#announcer.tell(`${title}. ${message}`);
  }

  /**
   * Plays one step; the stage waits for it. A step that is cut short is announced but not drawn.
   * @param {Happening} happening @param {{state: State}} scene @param {AbortSignal} signal
   */
  async perform(happening, { state }, signal) {
    switch (happening.kind) {
      case 'ball-spun':
      case 'wheel-spun':
        this.#board.chips.clearMarks();
        this.#wheel.launch({ wheel: happening.wheel, ball: 'ball' in happening ? happening.ball : undefined });
        audio.roll(true);
        this.#announcer.announce({ call: happening.kind, round: state.table.round, words: happening.kind === 'ball-spun' ? t('play.the-ball-is-spun') : t('play.the-wheel-is-spun') });
        break;
      case 'number-announced':
        await this.#land(happening.number ?? '', state, signal);
        break;
      case 'no-spin-called':
      case 'round-voided':
        audio.roll(false);
        this.#wheel.halt();
        this.#board.crown = '';
        break;
      case 'number-set-right':
        this.#board.crown = '';
        this.#wheel.rest(happening.number ?? '');
        break;
      case 'crown-placed':
        this.#board.crown = happening.number ?? state.table.result;
        await pause(450, signal);
        break;
      case 'losers-collected':
        await this.#collect(happening.wagers ?? [], state, signal);
        break;
      case 'winners-paid':
        await this.#pay(happening.wagers ?? [], state, signal);
        break;
      case 'crown-lifted':
        this.#board.chips.clearMarks();
        this.#board.crown = '';
        this.#announcer.announce({ call: 'place-your-bets', round: state.table.round, words: t('play.place-your-bets'), sound: 'open' });
        break;
      default:
    }
  }

  /** @param {string} number @param {State} state @param {AbortSignal} signal */
  async #land(number, state, signal) {
    setTimeout(() => audio.roll(false), signal.aborted ? 0 : 1200);
    const tell = once(signal, () => this.#announcer.announce({ call: 'number-announced', round: state.table.round, words: this.#words(number), sound: 'result' }));
    if (!signal.aborted) await Promise.race([this.#wheel.land(number), cut(signal)]);
    if (!signal.aborted) this.#board.win = number;
    tell();
    await pause(350, signal);
  }

  /** The text of a number, with its even-money spots or its color. @param {string} number */
  #words(number) {
    const also = Object.keys(this.#card.spots).filter((spot) => this.#card.spots[spot].even_money && this.#card.spots[spot].numbers.includes(number)).slice(0, 2);
    const color = this.#card.compartments.find((each) => each.label === number)?.color;
    return [number, ...(also.length ? also.map((spot) => evenMoneyWords(spot, this.#card.spots[spot])) : color && color !== 'plain' ? [colorName(color)] : [])].join(', ');
  }

  /** Moves losing chips to the house; the stage draws the rest. @param {Service.WagerNews[]} lost @param {State} state @param {AbortSignal} signal */
  async #collect(lost, state, signal) {
    const stays = [...state.wagers.values()];
    audio.play(lost.length ? 'sweep' : 'click');
    this.#board.show(stays);
    this.#track.show(stays);
    const replica = lost.filter((wager) => this.#card.spots[wager.spot]?.parts > 1);
    await Promise.all([this.#board.chips.sweep(lost), this.#track.chips.sweep(replica)]);
    await pause(150, signal);
  }

  /** Pays winners on the layout, and returns the player's own chips. @param {Service.WagerNews[]} paid @param {State} state @param {AbortSignal} signal */
  async #pay(paid, state, signal) {
    const mine = paid.filter((each) => each.seat === this.#seat());
    const own = mine.filter((each) => !each.tip), tips = mine.filter((each) => each.tip);
    const winnings = own.length ? lastWin(state) : 0, dealers = tips.length ? lastWin(state, true) : 0;
    const tell = once(signal, () => {
      if (winnings || dealers) this.#announcer.announce({ call: 'winners-paid', round: state.table.round, words: winWords(winnings, dealers), banner: true, tone: 'win' });
    });
    if (winnings) audio.play('win');
    if (!signal.aborted) await this.#payOut(paid, state, signal);
    tell();
    await pause(700, signal);
    if (signal.aborted) return;
    const home = Promise.all([this.#board.chips.collect(own, this.#balance), this.#board.chips.sweep(tips)]);
    this.#board.show([...state.wagers.values()]);
    await home;
  }

  /** @param {Service.WagerNews[]} paid @param {State} state @param {AbortSignal} signal */
  async #payOut(paid, state, signal) {
    const before = paid.map((each) => ({ ...each, color: each.color ?? '', tip: Boolean(each.tip), imprisoned: false }));
    const kept = new Set([...state.wagers.values()].map((wager) => `${wager.seat}|${wager.spot}`));
    this.#board.show([...state.wagers.values(), ...before.filter((each) => !kept.has(`${each.seat}|${each.spot}`))]);
    await Promise.race([this.#board.chips.pay(paid), cut(signal)]);
  }
}
