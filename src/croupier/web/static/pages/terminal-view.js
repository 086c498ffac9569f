// @ts-check
/** What a terminal draws of its table: what a player acts on at once, and what is on the layout after its animation. */
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { hasNumber, isCrowned, isOpen } from '../core/phases.js';
import { changesOf, ownSeat, wagersOf } from '../core/store.js';
import { byId as part } from '../ui/markup.js';
import { posted } from '../ui/result.js';
import { lockedWords } from './terminal-acts.js';
import { lastWin } from './terminal-events.js';
import { note, standing, wealth } from './terminal-standing.js';

/** @typedef {import('../core/store.js').State} State */
/**
 * @typedef {object} Parts
 * @property {import('../ui/cr-phase.js').CrPhase} phase
 * @property {import('../ui/cr-board.js').CrBoard} board
 * @property {import('../ui/cr-track.js').CrTrack} track
 * @property {import('../ui/cr-prison.js').CrPrison} prison
 * @property {import('../ui/cr-results.js').CrResults} results
 * @property {import('../ui/cr-rack.js').CrRack} rack
 * @property {import('../ui/cr-seat.js').CrSeat} seat
 * @property {import('../ui/cr-slip.js').CrSlip} slip
 */
/**
 * @typedef {object} With
 * @property {import('../core/store.js').Store} store
 * @property {Service.SessionAnswer | null} session
 * @property {Service.Card} card
 * @property {Map<string, string>} colors of compartments
 * @property {import('../core/pane.js').Pane} pane
 * @property {import('./terminal-play.js').Play} play
 * @property {import('./terminal-repeat.js').Repeat} repeat
 * @property {import('./terminal-acts.js').Acts} acts
 * @property {import('./terminal-dialogs.js').Dialogs} dialogs
 * @property {import('./terminal-events.js').EventPresenter} presenter
 */

/** How many wagers of one command are drawn as pending at once; more only after PENDING_MS, because the answer is usually sooner. */
const FEW = 8;
const PENDING_MS = 120;

export class TableView {
  #parts;
  #with;
  /** The drawn state, which is behind the table's while events are being shown. */
  #shown;
  #timer = 0;

  /** @param {Parts} parts @param {With} others */
  constructor(parts, others) {
    this.#parts = parts;
    this.#with = others;
    this.#shown = others.store.state;
  }

  /** The state that is drawn. */
  get shown() {
    return this.#shown;
  }

  /**
   * Updates at once what a player acts on, even while earlier events are still being shown: the phase, its countdown,
   * whether the layout is locked, and a choice in prison.
   * @param {State} state
   */
  drawNow(state) {
    const { phase: now, round, result } = state.table;
    document.body.dataset.phase = now;
    document.body.dataset.round = String(round);
    this.#parts.phase.show({ phase: now, round, result: result && hasNumber(now) ? { label: result, color: String(this.#with.colors.get(result) ?? 'plain') } : null, note: note(state) });
    this.#parts.phase.countdown(isOpen(now, this.#with.card) ? state.closesAt : null, state.skew);
    this.#parts.board.locked = !isOpen(now, this.#with.card);
    this.#parts.prison.silence = this.#with.card.silence;
    this.#parts.prison.show({
      spots: state.choose, until: state.table.choose_until, skew: state.skew,
      amount: (spot) => this.#with.play.own.filter((wager) => wager.spot === spot && !wager.imprisoned).reduce((sum, wager) => sum + wager.amount, 0),
      name: (spot) => this.#with.card.spots[spot]?.name ?? spot,
    });
    this.drawActs();
    const own = standing(state, this.#with.card);
    this.#with.pane.report({
      table: this.#with.card.number, phase: now, round, closesAt: isOpen(now, this.#with.card) ? state.closesAt : null, skew: state.skew, choose: state.choose.length > 0,
      staked: own.staked, seated: own.seated, wealth: wealth(state),
    });
    this.#with.repeat.follow(own, dollars);
  }

  /** Draws the table up to the last event shown. @param {State} state */
  draw(state) {
    this.#shown = state;
    const { phase: now, result } = state.table, own = ownSeat(state);
    document.body.classList.remove('is-arriving');
    document.body.classList.toggle('is-seated', Boolean(own));
    if (this.#parts.board.chips.seat !== (own?.seat ?? null)) {
      this.#parts.board.seat = own?.seat ?? null;
      this.#parts.track.seat = own?.seat ?? null;
    }
    if (isCrowned(now)) this.#parts.board.crown = result;
    else if (this.#parts.board.crown) this.#parts.board.crown = '';
    this.#parts.board.win = hasNumber(now) ? result : '';
    this.#parts.results.show(posted(state.table));
    this.#parts.rack.show(own?.value ? own : undefined);
    this.#parts.seat.show({ seats: state.seats, own, fixed: this.#with.session?.seat ?? null });
    part('sit').hidden = Boolean(own?.value);
    part('sit').textContent = own ? t('play.set-my-chips') : t('play.take-a-seat');
    part('acts').hidden = !own;
    const stacks = Object.values(own?.stacks ?? {});
    part('balance').textContent = own ? dollars(stacks.reduce((sum, each) => sum + each, 0)) : '–';
    part('last-win').textContent = lastWin(state) ? dollars(lastWin(state)) : '–';
    this.#with.presenter.steady(state);
    this.drawWagers();
  }

  /** The commands to draw as pending. One that changes many wagers is drawn once, when it is answered, unless that takes long. */
  #pending() {
    const { pending } = this.#with.store.state, now = Date.now();
    const young = [...pending.values()].filter(({ at, command }) => now - at < PENDING_MS && changesOf(command).length > FEW);
    clearTimeout(this.#timer);
    if (!young.length) return pending;
    this.#timer = setTimeout(() => this.drawWagers(), PENDING_MS);
    return new Map([...pending].filter(([, one]) => !young.includes(one)));
  }

  /** Draws the wagers, including this terminal's pending ones. */
  drawWagers() {
    const wagers = wagersOf({ ...this.#shown, pending: this.#pending() }), own = ownSeat(this.#shown)?.seat ?? 0;
    this.#parts.board.show(wagers);
    this.#parts.track.show(wagers);
    const mine = wagers.filter((wager) => wager.seat === own && own);
    this.#parts.slip.show(mine);
    this.drawActs();
    const waiting = mine.filter((wager) => wager.pending === 'placing').reduce((sum, wager) => sum + wager.amount, 0);
    const total = mine.reduce((sum, wager) => sum + wager.amount, 0) - waiting;
    part('total-bet').textContent = waiting ? `${dollars(total)} + ${dollars(waiting)}` : dollars(total);
    part('tab-bets').textContent = mine.length ? String(mine.length) : '';
  }

  /** Why chips cannot be moved now; '' if they can. */
  locked() {
    return lockedWords(this.#with.store.state.table.phase, this.#with.card);
  }

  /** Updates the actions at once, even while earlier events are still being shown. */
  drawActs() {
    const why = this.locked(), repeated = this.#with.repeat.progress;
    this.#with.acts.show({ locked: why, standing: this.#with.play.own.some((wager) => !wager.imprisoned), undoable: this.#with.play.undoable, repeating: Boolean(repeated) });
    part('repeat-words').textContent = repeated ? t('play.end', { done: repeated.done, repeated: repeated.of }) : t('play.repeat');
    part('repeat-words').closest('button')?.setAttribute('aria-pressed', String(Boolean(repeated)));
    this.#parts.slip.locked = why ? 'acts-why' : '';
    this.#with.dialogs.lock();
  }
}
