// @ts-check
/**
 * <cr-wheel>: a roulette or Big Six wheel, drawn from the card's `compartments` (clockwise).
 *
 *     wheel.compartments = card.compartments;  wheel.spun = card.spun;           // 'ball', or 'wheel' without one
 *     wheel.launch({ wheel: 'clockwise', ball: 'counterclockwise' })            // open-ended
 *     await wheel.land('17')        // only on the announced result; resolves when the ball is in its pocket
 *     wheel.rest('17')              // without motion, as after a reload
 *     wheel.halt()                  // no spin: slows down without a result
 *
 * Only transforms are animated, each on its own layer. With reduced motion, only the result is shown.
 */
import { t } from '../core/language.js';
import { html, scope, still } from '../core/svg.js';
import { coming, landing, POCKET, sampled, SPEED, thrown, TRACK } from './wheel-motion.js';
import { bigSix, bowl, clapper, gloss, insignia, rotor, sign, stand } from './wheel-drawing.js';
import { colorName, resultSign } from './display-format.js';

/** @typedef {import('./wheel-drawing.js').Compartment} Compartment */

/** @typedef {{rotor: number, rotorSpeed: number, ball: number, ballSpeed: number}} Motion angles and speeds */

/** The ball's size as a share of the wheel's width; it is the unit of its distance from the center. */
const BALL = 0.042;
const SPIN = 300;

export class CrWheel extends HTMLElement {
  /** @type {Compartment[]} */
  #compartments = [];
  #spun = '';
  /** The turning layer: an HTML box around the picture, which the compositor turns without repainting. */
  #rotor = html('div', { class: 'wheel-rotor' });
  #ball = html('div', { class: 'wheel-ball' });
  #result = html('div', { class: 'wheel-result', 'aria-hidden': 'true' });
  /** @type {SVGElement | null} */
  #clapper = null;
  /** @type {Animation[]} */
  #running = [];
  /** Angles at rest or at the launch. */
  #angle = { rotor: 0, ball: 0 };
  /** @type {{at: number, wheel: number, ball: number} | null} */
  #launched = null;

  /** @param {string} spun */
  set spun(spun) {
    this.#spun = spun;
    this.#draw();
  }

  /** @param {Compartment[]} compartments */
  set compartments(compartments) {
    this.#compartments = compartments;
    this.#draw();
  }

  get #flat() {
    return this.#spun === 'wheel';
  }

  get #step() {
    return 360 / this.#compartments.length;
  }

  /** Whether the wheel is in motion without a result. */
  get turning() {
    return this.#launched !== null;
  }

  #draw() {
    if (!this.#compartments.length || !this.#spun) return;
    const id = scope('wheel');
    this.setAttribute('role', 'img');
    if (this.#flat) {
      this.#rotor.replaceChildren(bigSix(id, this.#compartments));
      this.#clapper = clapper();
      this.replaceChildren(stand(id), this.#rotor, this.#clapper, gloss(), this.#result);
    } else {
      this.#rotor.replaceChildren(rotor(id, this.#compartments));
      this.#clapper = null;
      this.replaceChildren(bowl(id), this.#rotor, this.#ball, gloss(), this.#result);
    }
    this.classList.toggle('is-flat', this.#flat);
    this.#name('');
    this.#place(0, 0, POCKET);
    this.#ball.hidden = true;
  }

  /** @param {string} label */
  #name(label) {
    const what = this.#flat ? t('table.big-six-wheel-stops', { compartments: this.#compartments.length }) : t('table.roulette-wheel-compartments', { compartments: this.#compartments.length });
    this.setAttribute('aria-label', label ? `${what}: ${resultSign(label)}` : what);
  }

  /** @param {number} rotorAngle @param {number} ballAngle @param {number} radius */
  #place(rotorAngle, ballAngle, radius) {
    this.#angle = { rotor: rotorAngle % 360, ball: ballAngle % 360 };
    this.#rotor.style.transform = `rotate(${this.#angle.rotor}deg)`;
    this.#ball.style.transform = ballAt(ballAngle, radius);
  }

  #cancel() {
    this.#running.forEach((animation) => animation.cancel());
    this.#running = [];
  }

  /** Shows a result without any motion; '' shows none. @param {string} label */
  rest(label) {
    this.#cancel();
    this.#launched = null;
    const index = this.#compartments.findIndex((each) => each.label === label);
    this.#ball.hidden = index < 0;
    if (index >= 0) {
      if (this.#flat) this.#place(-index * this.#step, 0, POCKET);
      else this.#place(this.#angle.rotor, this.#angle.rotor + index * this.#step, POCKET);
    }
    this.#show(index < 0 ? '' : label);
  }

  /** @param {{wheel?: string | null, ball?: string | null}} [directions] */
  launch({ wheel = 'clockwise', ball = null } = {}) {
    this.#show('');
    const turn = wheel === 'counterclockwise' ? -1 : 1;
    const roll = ball ? (ball === 'clockwise' ? 1 : -1) : -turn;
    this.#cancel();
    this.#launched = { at: performance.now(), wheel: turn, ball: roll };
    this.#ball.hidden = false;
    if (still()) return;
    const { rotor: from, ball: first } = this.#angle;
    const speed = this.#flat ? SPIN : SPEED.rotor;
    this.#running.push(this.#rotor.animate(
      [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${from + turn * 360}deg)` }],
      { duration: 360_000 / speed, iterations: Infinity },
    ));
    if (this.#flat) {
      this.#flutter(Infinity, 70);
      return;
    }
    const lift = 0.3;
    const cast = sampled(SPEED.launchTime, (t) => ({
      transform: ballAt(first + thrown(t, roll).angle, t < lift ? POCKET + (TRACK - POCKET) * Math.sin((t / lift) * (Math.PI / 2)) : TRACK),
    }));
    const cruising = first + thrown(SPEED.launchTime, roll).angle;
    this.#running.push(
      this.#ball.animate(cast, { duration: SPEED.launchTime * 1000 }),
      this.#ball.animate(
        [{ transform: ballAt(cruising, TRACK) }, { transform: ballAt(cruising + roll * 360, TRACK) }],
        { delay: SPEED.launchTime * 1000, duration: 360_000 / SPEED.cruise, iterations: Infinity },
      ),
    );
  }

  /** The current angles and speeds of a launch. @returns {Motion} */
  #now() {
    const launched = this.#launched;
    if (!launched) return { ...this.#angle, rotorSpeed: SPEED.rotor, ballSpeed: -SPEED.cruise };
    const seconds = (performance.now() - launched.at) / 1000, speed = launched.wheel * (this.#flat ? SPIN : SPEED.rotor);
    const ball = thrown(seconds, launched.ball);
    return {
      rotor: this.#angle.rotor + speed * seconds, rotorSpeed: speed, ball: this.#angle.ball + ball.angle, ballSpeed: ball.speed,
    };
  }

  /**
   * Comes to rest on the announced result.
   * @param {string} label
   * @returns {Promise<void>}
   */
  async land(label) {
    const index = this.#compartments.findIndex((each) => each.label === label);
    if (index < 0) return;
    if (still() || document.hidden) {
      this.rest(label);
      return;
    }
    if (!this.#launched) this.launch();
    const now = this.#now();
    this.#launched = null;
    if (this.#flat) await this.#landFlat(label, now);
    else await this.#landBall(index, now);
    this.#show(label);
  }

  /** @param {number} index @param {Motion} now */
  async #landBall(index, now) {
    const pocket = index * this.#step, step = this.#step;
    const motion = landing({ ...now, pocket, step });
    const turning = sampled(motion.seconds, (t) => ({ transform: `rotate(${motion.rotor(t).toFixed(3)}deg)` }));
    const falling = sampled(motion.seconds, (t) => {
      const { angle, radius } = motion.ball(t);
      return { transform: ballAt(angle, radius) };
    });
    this.#cancel();
    const how = { duration: motion.seconds * 1000, fill: /** @type {const} */ ('forwards') };
    const rotorRun = this.#rotor.animate(turning, how), ballRun = this.#ball.animate(falling, how);
    this.#running = [rotorRun, ballRun];
    const last = motion.ball(motion.seconds);
    rotorRun.finished.then(() => {
      this.#cancel();
      this.#place(motion.rotor(motion.seconds), last.angle, POCKET);
    }, () => {});
    await passed(motion.landed);
  }

  /** @param {string} label @param {Motion} now */
  async #landFlat(label, now) {
    const stops = this.#compartments.flatMap((each, at) => (each.label === label ? [at * this.#step] : []));
    const motion = coming({ angle: now.rotor, speed: now.rotorSpeed, stops });
    this.#cancel();
    const run = this.#rotor.animate(
      sampled(motion.seconds, (t) => ({ transform: `rotate(${motion.angle(t).toFixed(3)}deg)` })),
      { duration: motion.seconds * 1000, fill: 'forwards' },
    );
    this.#running = [run];
    this.#flutter(Math.floor((motion.seconds * 1000 * 0.5) / 110), 110);
    await run.finished.catch(() => {});
    this.#cancel();
    this.#place(motion.end, 0, POCKET);
  }

  /** The clapper over the pegs. @param {number} iterations @param {number} duration */
  #flutter(iterations, duration) {
    const run = this.#clapper?.animate(
      [{ transform: 'rotate(0)' }, { transform: 'rotate(-13deg)' }, { transform: 'rotate(0)' }], { duration, iterations });
    if (run) this.#running.push(run);
  }

  /** No spin: slows wheel and ball down without a result. */
  halt() {
    const now = this.#now(), moving = this.#launched && !still();
    this.#launched = null;
    this.#cancel();
    this.#show('');
    if (!moving) return;
    const seconds = 2.2, slow = (/** @type {number} */ from, /** @type {number} */ speed, /** @type {number} */ t) => from + speed * (t - (t * t) / (2 * seconds));
    const how = { duration: seconds * 1000, fill: /** @type {const} */ ('forwards') };
    this.#running = [this.#rotor.animate(
      sampled(seconds, (t) => ({ transform: `rotate(${slow(now.rotor, now.rotorSpeed, t)}deg)` })), how)];
    if (!this.#flat) {
      this.#running.push(this.#ball.animate(
        sampled(seconds, (t) => ({ transform: ballAt(slow(now.ball, now.ballSpeed, t), TRACK) })), how));
    }
    this.#running[0].finished.then(() => {
      this.#cancel();
      this.#place(slow(now.rotor, now.rotorSpeed, seconds), slow(now.ball, now.ballSpeed, seconds), TRACK);
    }, () => {});
  }

  /** @param {string} label */
  #show(label) {
    this.#name(label);
    const compartment = this.#compartments.find((each) => each.label === label);
    this.#result.classList.toggle('is-shown', Boolean(compartment));
    if (!compartment) return;
    this.#result.dataset.color = compartment.color;
    this.#result.classList.toggle('is-long', sign(label).length > 2);
    this.#result.replaceChildren(html('b', {}, sign(label)), html('i', {}, this.#flat ? (sign(label) === label ? '' : resultSign(label)) : colorName(compartment.color)));
    if (this.#flat) {
      const { fill, ink } = insignia(label);
      this.#result.style.setProperty('--insignia', fill);
      this.#result.style.setProperty('--insignia-ink', ink);
    }
  }
}

/** @param {number} angle @param {number} radius share of the wheel's width */
const ballAt = (angle, radius) => `rotate(${angle.toFixed(2)}deg) translateY(${((-radius / BALL) * 100).toFixed(1)}%)`;

/** @param {number} seconds */
const passed = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

customElements.define('cr-wheel', CrWheel);
