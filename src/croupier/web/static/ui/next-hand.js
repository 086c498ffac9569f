// @ts-check
// What a dealer has in hand for the next step: the ways of wheel and ball, the revolutions, the reason for no spin.
import { OTHER } from './next-parts.js';

/** The dealer's choices at one table; ways and revolutions are kept between visits, for they alternate and repeat. */
export class Hand {
  wheel = 'counterclockwise';
  ball = 'clockwise';
  revolutions = 0;
  reason = '';
  #place = '';

  /** Takes up what was kept at the table. @param {string} table */
  constructor(table = '') {
    this.#place = `croupier.dealer.${table}`;
    const kept = table ? JSON.parse(localStorage.getItem(this.#place) ?? '{}') : {};
    if (kept.wheel in OTHER) this.#opposite(kept.wheel);
    if (Number.isInteger(kept.revolutions)) this.revolutions = kept.revolutions;
  }

  get sameWay() {
    return this.wheel === this.ball;
  }

  /** Lets one of the two run the other way, whatever the other does. @param {'wheel'|'ball'} which @param {string} way */
  turn(which, way) {
    this[which] = way;
  }

  /** Lets both run the other way, against each other. */
  turnBoth() {
    this.#opposite(OTHER[this.wheel]);
  }

  /** @param {number} revolutions */
  count(revolutions) {
    this.revolutions = revolutions;
    this.#keep();
  }

  /** After a spin the wheel turns the other way, and the ball against it. @param {{wheel: string}} spun */
  spun({ wheel }) {
    this.#opposite(OTHER[wheel]);
    this.reason = '';
    this.#keep();
  }

  /**
   * The command for a step with all that it has to say; null while something is missing.
   * @param {string|null} type @param {string} number @param {boolean} between
   */
  order(type, number, between) {
    switch (type) {
      case null:
        return null;
      case 'spin-ball':
        return { type, wheel: this.wheel, ball: this.ball };
      case 'spin-wheel':
        return { type, wheel: this.wheel };
      case 'announce-number':
        return number && this.revolutions ? { type, number, revolutions: this.revolutions, between } : null;
      case 'call-no-spin':
        return this.reason ? { type, reason: this.reason } : null;
      default:
        return { type };
    }
  }

  #opposite(/** @type {string} */ wheel) {
    this.wheel = wheel;
    this.ball = OTHER[wheel];
  }

  #keep() {
    localStorage.setItem(this.#place, JSON.stringify({ wheel: this.wheel, revolutions: this.revolutions }));
  }
}
