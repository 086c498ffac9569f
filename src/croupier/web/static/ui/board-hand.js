// @ts-check
/**
 * How hands reach a layout: a mouse aims and clicks, keys go from spot to spot, a finger aims through a loupe.
 *
 * It decides what is aimed at and what is asked for, and tells its board, which draws the one and reports the other.
 */
import { odds, range } from '../core/money.js';
import { Loupe } from './loupe.js';

/** @typedef {import('./board-drawing.js').Spot} Spot */

/**
 * What the hand needs of a board.
 * @typedef {object} Reach
 * @property {HTMLElement} host where focus and keys are heard
 * @property {SVGElement} face what is clicked and touched
 * @property {SVGElement} felt what a loupe shows
 * @property {HTMLElement} chips what lies on it
 * @property {() => boolean} alive false for a picture, which no hand moves
 * @property {() => ReadonlyMap<string, Spot>} spots
 * @property {(spot: string) => any} figures
 * @property {() => string} focus the spot that has the focus, or had it last
 * @property {(spot: string, focus: boolean) => void} rove
 * @property {(spot: string | null, by: 'pointer' | 'keyboard' | 'touch') => void} aim
 * @property {(spot: string, take: boolean) => void} bet
 */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
const DIGITS_MS = 900;

/** @param {EventTarget | null} target */
const spotOf = (target) => (target instanceof SVGElement ? target.dataset.spot ?? null : null);
/** @param {Event} event */
const byTouch = (event) => /** @type {PointerEvent} */ (event).pointerType === 'touch';

/**
 * The nearest spot that way, or none: along the arrow counts once, aside from it more.
 * @param {ReadonlyMap<string, Spot>} spots
 * @param {string} from
 * @param {[dx: number, dy: number]} way
 */
function neighbor(spots, from, [dx, dy]) {
  const here = spots.get(from)?.rect;
  let best = '', least = Infinity;
  if (!here) return best;
  for (const { id, rect } of spots.values()) {
    const x = rect.x - here.x, y = rect.y - here.y;
    const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along < 3 || aside > along * 2.4 + 2) continue;
    const cost = along + aside * 2.6;
    if (cost < least) [least, best] = [cost, id];
  }
  return best;
}

export class BoardHand {
  #reach;
  #typed = { text: '', at: 0 };
  /** The finger that aims. @type {{id: number, loupe: Loupe, spot: string | null} | null} */
  #finger = null;

  /** @param {Reach} reach */
  constructor(reach) {
    this.#reach = reach;
    this.#keys();
    this.#mouse();
    this.#touch();
  }

  #keys() {
    const { host, rove, aim } = this.#reach;
    // Chromium makes an <svg> with focus listeners a tab stop: the host listens.
    host.addEventListener('focusin', ({ target }) => {
      const id = spotOf(target);
      if (!id) return;
      rove(id, false);
      aim(id, /** @type {Element} */ (target).matches(':focus-visible') ? 'keyboard' : 'pointer');
    });
    host.addEventListener('focusout', () => aim(null, 'keyboard'));
    host.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof SVGElement)) return;
    const { spots, focus, rove, bet } = this.#reach, arrow = ARROWS[event.key];
    if (arrow) {
      const next = neighbor(spots(), focus(), arrow);
      if (next) rove(next, true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      bet(focus(), false);
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      bet(focus(), true);
    } else if (/^\d$/.test(event.key)) {
      this.#digit(event.key);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Digits typed close together are one number. @param {string} digit */
  #digit(digit) {
    const { spots, rove } = this.#reach;
    const now = performance.now(), both = now - this.#typed.at < DIGITS_MS ? this.#typed.text + digit : digit;
    const text = spots().has(both) ? both : digit;
    this.#typed = { text, at: now };
    if (spots().has(text)) rove(text, true);
  }

  #mouse() {
    const { face, aim, bet } = this.#reach;
    face.addEventListener('pointerover', (event) => byTouch(event) || aim(spotOf(event.target), 'pointer'));
    face.addEventListener('pointerleave', (event) => byTouch(event) || aim(null, 'pointer'));
    face.addEventListener('click', (event) => {
      const id = spotOf(event.target);
      if (id && !byTouch(event)) bet(id, false);
    });
    face.addEventListener('contextmenu', (event) => {
      const id = spotOf(event.target);
      event.preventDefault();
      if (id && !byTouch(event)) bet(id, true);
    });
  }

  #touch() {
    const { face, felt, chips, alive, aim, bet } = this.#reach;
    face.addEventListener('pointerdown', (event) => {
      if (!byTouch(event) || !alive() || this.#finger) return; // a second finger is no second bet
      face.setPointerCapture(event.pointerId);
      this.#finger = { id: event.pointerId, loupe: new Loupe(felt, chips), spot: null };
      this.#follow(event, true);
    });
    face.addEventListener('pointermove', (event) => {
      if (event.pointerId === this.#finger?.id) this.#follow(event, false);
    });
    const lift = (/** @type {PointerEvent} */ event, /** @type {boolean} */ place) => {
      const finger = this.#finger;
      if (event.pointerId !== finger?.id) return;
      this.#finger = null;
      finger.loupe.close();
      aim(null, 'touch');
      if (place && finger.spot) bet(finger.spot, false);
    };
    face.addEventListener('pointerup', (event) => lift(event, true));
    face.addEventListener('pointercancel', (event) => lift(event, false));
  }

  /** @param {PointerEvent} event @param {boolean} first */
  #follow({ clientX, clientY }, first) {
    const { spots, figures, aim } = this.#reach, finger = this.#finger;
    if (!finger) return;
    const id = spotOf(document.elementFromPoint(clientX, clientY)), told = id ? figures(id) : undefined;
    if (first || id !== finger.spot) aim(id, 'touch');
    finger.spot = id;
    finger.loupe.move(clientX, clientY, (id && spots().get(id)?.name) || '', told ? `${odds(told.pays)} · ${range(told.minimum, told.maximum)}` : '');
  }
}
