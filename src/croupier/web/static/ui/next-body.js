// @ts-check
// What is shown above the dealer's button: the input that the step needs, or what to check before it.
import { given, one } from '../core/checked.js';
import { t } from '../core/language.js';
import { stepWords } from '../core/refusal.js';
import { html as h } from '../core/svg.js';
import './cr-numpad.js';
import { Hand } from './next-hand.js';
import * as part from './next-parts.js';

/** @typedef {{card: Service.Card, view: Page.View, automatic: boolean}} Shown */
/**
 * What the dealer does here; `again` asks for a redraw.
 * @typedef {object} Told
 * @property {() => void} again
 * @property {() => void} back
 * @property {(chosen: Service.Command) => void} choice
 * @property {(command: Service.CallNoSpin) => void} noSpin
 */

export class NextBody {
  #host;
  #told;
  /** @type {Shown | null} */
  #shown = null;
  hand = new Hand();
  pad = document.createElement('cr-numpad');
  between = h('input', { type: 'checkbox', id: 'between' });
  waved = h('input', { type: 'checkbox', id: 'waved', checked: '' });
  /** What was paid last. @type {Service.WagerNews[]} */
  paid = [];
  /** @type {Service.SeatPresence[]} */
  presence = [];

  /** @param {HTMLElement} host @param {Told} told */
  constructor(host, told) {
    this.#host = host;
    this.#told = told;
    this.waved.addEventListener('change', () => (this.hand.waved = this.waved.checked));
  }

  /** @param {Shown} shown */
  set shown(shown) {
    this.#shown = shown;
  }

  get #table() {
    return given(this.#shown, 'table');
  }

  get #dealing() {
    return given(this.#table.view.dealing, 'dealing');
  }

  /** The input that the step needs, or what to check before it. */
  needs(/** @type {string|null} */ command) {
    const { card, view } = this.#table;
    if (this.#table.automatic && command) return this.#watching(command);
    switch (command) {
      case 'spin-ball':
        return [this.#direction('wheel'), this.#direction('ball'), this.#both(), this.#hearing()];
      case 'spin-wheel':
        return [this.#direction('wheel')];
      case 'call-no-more-bets':
        return [
          part.big(view.phase === 'betting' ? t('deal.bets-are-open') : t('deal.ball-or-wheel-is-in-motion')),
          card.says.bets ? h('p', { class: 'cue' }, card.says.bets) : '',
          card.wave !== null ? this.#wave() : '',
          part.onLayout(view.wagers),
          this.#hearing(),
        ];
      case 'announce-number':
        return [this.pad, card.revolutions_min ? this.#turns() : '', card.spins === 'wheel' ? this.#clapper() : ''];
      case 'carry-out-direction':
        return [part.big(this.#directed()), h('blockquote', {}, this.#dealing.irregularity)];
      case 'call-no-spin':
        return [
          part.quiet(t('deal.this-spin-is-not-valid-every')),
          this.reasons(this.hand.reason ? `${this.hand.reason} ${this.hand.ball_fate}` : this.#likely()),
        ];
      case 'place-crown':
      case 'move-fifths':
        return [part.rest(card, view.result)];
      case 'collect-losers':
        return [
          part.rest(card, view.result),
          part.choosing(card, this.#dealing.choosing, (chosen) => this.#told.choice(chosen)),
        ];
      case 'pay-winners':
        return [part.rest(card, view.result), part.payments(card, t('deal.to-pay'), this.#dealing.due)];
      case 'lift-crown':
        return [part.rest(card, view.result), part.payments(card, t('deal.paid'), this.paid)];
      default:
        return this.#waiting();
    }
  }

  /** What somebody else must do first. */
  #waiting() {
    const { phase, next_step: step, equipment } = this.#table.view, dealing = this.#dealing;
    return [
      part.big(phase === 'closed' ? t('deal.the-pit-supervisor-opens-the-table') : t('deal.the-next-step-is', { step: stepWords(dealing?.step, step) })),
      equipment?.obstacles.length ? part.obstacles(equipment.obstacles) : '',
      dealing.irregularity ? h('blockquote', {}, dealing.irregularity) : '',
      dealing.ball_out ? part.quiet(t('deal.the-ball-left-the-wheel-it')) : '',
    ];
  }

  /** What to show while the automatic dealer takes the steps. */
  #watching(/** @type {string} */ command) {
    const note = ` ${t('deal.it-takes-the-steps-at-this')}`;
    return [
      h('p', { class: 'auto-note' }, h('strong', {}, t('deal.automatic-dealer')), note),
      this.#table.view.result ? part.rest(this.#table.card, this.#table.view.result) : '',
      command === 'lift-crown' ? part.payments(this.#table.card, t('deal.paid'), this.paid) : part.onLayout(this.#table.view.wagers),
      h('p', { class: 'quiet closes' }),
    ];
  }

  #hearing() {
    return part.hearing(this.#table.card, this.#table.view.seats, this.presence);
  }

  #direction(/** @type {'wheel'|'ball'} */ which) {
    return part.direction(which, this.hand[which], (way) => {
      this.hand.turn(which, way);
      this.#told.again();
      one(this.#host, `.direction.${which} [aria-checked=true]`)?.focus();
    });
  }

  #both() {
    return part.both(this.hand.sameWay, () => {
      this.hand.turnBoth();
      this.#told.again();
    });
  }

  #turns() {
    return part.turns(this.#table.card.revolutions_min, this.hand.revolutions, (turns) => {
      this.hand.count(turns);
      this.#told.again();
    });
  }

  #clapper() {
    const words = t('deal.the-clapper-rests-between-two-stops');
    return h('label', { class: 'between', for: 'between' }, this.between, words);
  }

  /** A checkbox for the hand wave that goes with the call. */
  #wave() {
    return h('label', { class: 'between', for: 'waved' }, this.waved, t('deal.with-a-wave-of-the-hand'));
  }

  /** The text of the supervisor's direction. */
  #directed() {
    const { directed } = this.#dealing;
    const actions = /** @type {Record<string, string>} */ ({
      'go-on': t('deal.the-supervisor-has-directed-how-to'),
      'no-spin': t('deal.the-supervisor-directs-no-spin-every'),
      'void-round': t('deal.the-supervisor-directs-the-round-is'),
      number: t('deal.the-supervisor-directs-the-number-is', { number: directed?.number ?? '' }),
    });
    return actions[directed?.action ?? ''] ?? '';
  }

  /** The reason that follows from the recorded directions, otherwise the first; the dealer reports what happened to the ball. */
  #likely() {
    const { wheel, ball } = this.#dealing;
    const reasons = this.#open;
    const likely = (wheel && wheel === ball && reasons.find((each) => each.reason === 'same-direction')) || reasons[0];
    return likely ? `${likely.reason} ${likely.remove ? 'removed' : ''}` : '';
  }

  /** The currently allowed reasons, with texts and clauses. */
  get #open() {
    return this.#table.card.no_spin_reasons.filter((each) => this.#dealing.no_spin.includes(each.reason));
  }

  reasons(/** @type {string|null} */ chosen) {
    const now = this.#open.flatMap((each) => part.fates(each)).find((each) => part.nameOfFate(each) === chosen);
    if (now) this.hand.because(now);
    const list = part.reasons(this.#open, chosen, (reason, ball) => {
      if (chosen !== null) {
        this.hand.because({ reason, ball });
        this.#told.again();
        return;
      }
      this.#told.noSpin({ type: 'call-no-spin', reason, ball });
    });
    const leave = h('button', { type: 'button', class: 'textual', onclick: () => this.#told.back() }, t('deal.back-to-the-next-step'));
    return h('div', { class: 'reasons' }, ...list, chosen === null ? leave : null);
  }
}
