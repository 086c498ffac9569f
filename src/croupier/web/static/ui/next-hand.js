// @ts-check
// The dealer's choices for the next step: directions of wheel and ball, revolutions, reason for no spin.
import { OTHER } from './next-parts.js';

/** The dealer's choices at one table. The wheel's direction is stored, because it alternates; revolutions are reset for each spin. */
export class Hand {
  /** @type {Service.Direction} */
  wheel = 'counterclockwise';
  /** @type {Service.Direction} */
  ball = 'clockwise';
  revolutions = 0;
  /** @type {Service.NoSpinReason | ''} */
  reason = '';
  /** The result of trying to remove the ball. @type {Service.BallFate} */
  ball_fate = '';
  /** Whether the dealer waves a hand over the layout with the call. */
  waved = true;
  #place = '';

  /** Restores the choices stored for the table. @param {string} table */
  constructor(table = '') {
    this.#place = `croupier.dealer.${table}`;
    /** @type {{wheel?: Service.Direction}} */
    const kept = table ? JSON.parse(localStorage.getItem(this.#place) ?? '{}') : {};
    if (kept.wheel && kept.wheel in OTHER) this.#opposite(kept.wheel);
  }

  get sameWay() {
    return this.wheel === this.ball;
  }

  /** Sets the direction of the wheel or ball, independently of the other. @param {'wheel'|'ball'} which @param {Service.Direction} way */
  turn(which, way) {
    this[which] = way;
  }

  /** Reverses both, in opposite directions. */
  turnBoth() {
    this.#opposite(OTHER[this.wheel]);
  }

  /** Sets the reason for no spin and what happened to the ball. @param {{reason: Service.NoSpinReason, ball: Service.BallFate}} chosen */
  because({ reason, ball }) {
    this.reason = reason;
    this.ball_fate = ball;
  }

  /** @param {number} revolutions */
  count(revolutions) {
    this.revolutions = revolutions;
  }

  /** Reverses the wheel after a spin, with the ball in the opposite direction. @param {{wheel?: Service.Direction}} spun */
  spun({ wheel = this.wheel }) {
    this.#opposite(OTHER[wheel]);
    this.reason = '';
    this.revolutions = 0;
    this.#keep();
  }

  /**
   * The complete command for a step; null if something is missing.
   * @param {string|null} type @param {string} number @param {boolean} between @param {Service.Card} card
   * @returns {Service.Command | null}
   */
  order(type, number, between, card) {
    switch (type) {
      case null:
        return null;
      case 'spin-ball':
        return { type, wheel: this.wheel, ball: this.ball };
      case 'spin-wheel':
        return { type, wheel: this.wheel };
      case 'announce-number':
        return number && (this.revolutions || !card.revolutions_min) ? { type, number, revolutions: this.revolutions, between } : null;
      case 'call-no-more-bets':
        return { type, waved: card.wave !== null && this.waved };
      case 'call-no-spin':
        return this.reason ? { type, reason: this.reason, ball: this.ball_fate } : null;
      case 'place-crown':
      case 'move-fifths':
      case 'collect-losers':
      case 'pay-winners':
      case 'lift-crown':
      case 'carry-out-direction':
        return { type };
      default:
        throw new Error(`No dealer takes the step ${type}.`);
    }
  }

  #opposite(/** @type {Service.Direction} */ wheel) {
    this.wheel = wheel;
    this.ball = OTHER[wheel];
  }

  #keep() {
    localStorage.setItem(this.#place, JSON.stringify({ wheel: this.wheel }));
  }
}
