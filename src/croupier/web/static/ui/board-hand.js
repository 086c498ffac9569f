// @ts-check
/**
 * Input on a layout: a mouse aims, clicks and drags, keys go from spot to spot, a finger aims through a loupe. Dragging
 * one's own chip moves it, and a long touch takes it back.
 *
 * It determines the aim and the request, and passes them to its board, which draws the aim and reports the request.
 */
import { instance } from '../core/checked.js';
import { t } from '../core/language.js';
import { odds, range } from '../core/money.js';
import { Loupe } from './loupe.js';

/** @typedef {import('./board-drawing.js').Spot} Spot */

/**
 * What the hand needs from a board.
 * @typedef {object} Reach
 * @property {HTMLElement} host receives focus and key events
 * @property {SVGElement} face receives clicks and touches
 * @property {SVGElement} felt shown in the loupe
 * @property {HTMLElement} chips the chips on it
 * @property {() => boolean} alive false for a read-only board
 * @property {() => ReadonlyMap<string, Spot>} spots
 * @property {(spot: string) => Service.SpotOnCard | undefined} figures
 * @property {() => string} focus the spot that has the focus, or had it last
 * @property {(spot: string, focus: boolean) => void} rove
 * @property {(spot: string | null, by: 'pointer' | 'keyboard' | 'touch') => void} aim
 * @property {(spot: string, take: boolean) => void} bet
 * @property {(spot: string) => boolean} stands whether the player has chips there
 * @property {(spot: string, to: string) => void} move
 */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
const DIGITS_MS = 900;
/** How long a touch must rest on a chip to take it back. */
const LONG_MS = 550;

/** The label of the loupe: the spot, or where a chip would go. @param {string} from @param {string | null} id @param {string} name */
const label = (from, id, name) => (from && id && id !== from ? t('table.move-to', { name }) : name);

/** @param {EventTarget | null} target */
const spotOf = (target) => (target instanceof SVGElement ? target.dataset.spot ?? null : null);
/** @param {Event} event */
const byTouch = (event) => event instanceof PointerEvent && event.pointerType === 'touch';

/**
 * The nearest spot in a direction, or none; sideways distance counts more.
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
  /** The aiming finger: the player's chip under it, and the timer of a long touch. @type {{id: number, loupe: Loupe, spot: string | null, from: string, timer: number} | null} */
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
    // Chromium makes an <svg> with focus listeners a tab stop, so the host listens.
    host.addEventListener('focusin', ({ target }) => {
      const id = spotOf(target);
      if (!id) return;
      rove(id, false);
      aim(id, instance(target, Element).matches(':focus-visible') ? 'keyboard' : 'pointer');
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

  /** Digits typed in quick succession form one number. @param {string} digit */
  #digit(digit) {
    const { spots, rove } = this.#reach;
    const now = performance.now(), both = now - this.#typed.at < DIGITS_MS ? this.#typed.text + digit : digit;
    const text = spots().has(both) ? both : digit;
    this.#typed = { text, at: now };
    if (spots().has(text)) rove(text, true);
  }

  #mouse() {
    const { face, aim, bet, stands, move } = this.#reach;
    let held = '';
    face.addEventListener('pointerdown', (event) => {
      const id = byTouch(event) || event.button ? null : spotOf(event.target);
      held = id && stands(id) ? id : '';
      face.classList.toggle('is-dragging', Boolean(held));
    });
    const drop = (/** @type {string | null} */ to) => {
      if (held && to && to !== held) move(held, to);
      held = '';
      face.classList.remove('is-dragging');
    };
    face.addEventListener('pointerup', (event) => byTouch(event) || drop(spotOf(event.target)));
    face.addEventListener('pointerleave', (event) => byTouch(event) || drop(null));
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
    const { face, felt, chips, alive, aim, bet, stands, move } = this.#reach;
    face.addEventListener('pointerdown', (event) => {
      if (!byTouch(event) || !alive() || this.#finger) return; // ignore a second finger
      face.setPointerCapture(event.pointerId);
      const spot = spotOf(event.target), from = spot && stands(spot) ? spot : '';
      const timer = from ? window.setTimeout(() => this.#long(from), LONG_MS) : 0;
      this.#finger = { id: event.pointerId, loupe: new Loupe(felt, chips), spot: null, from, timer };
      this.#follow(event, true);
    });
    face.addEventListener('pointermove', (event) => {
      if (event.pointerId === this.#finger?.id) this.#follow(event, false);
    });
    const lift = (/** @type {PointerEvent} */ event, /** @type {boolean} */ place) => {
      const finger = this.#finger;
      if (event.pointerId !== finger?.id) return;
      this.#finger = null;
      clearTimeout(finger.timer);
      finger.loupe.close();
      aim(null, 'touch');
      if (!place || !finger.spot) return;
      if (finger.from && finger.from !== finger.spot) move(finger.from, finger.spot);
      else bet(finger.spot, false);
    };
    face.addEventListener('pointerup', (event) => lift(event, true));
    face.addEventListener('pointercancel', (event) => lift(event, false));
  }

  /** Takes the chip back after a long touch, which ends the touch. @param {string} spot */
  #long(spot) {
    const finger = this.#finger;
    if (!finger || finger.spot !== spot) return;
    this.#finger = null;
    finger.loupe.close();
    this.#reach.aim(null, 'touch');
    this.#reach.bet(spot, true);
  }

  /** @param {PointerEvent} event @param {boolean} first */
  #follow({ clientX, clientY }, first) {
    const { spots, figures, aim } = this.#reach, finger = this.#finger;
    if (!finger) return;
    const id = spotOf(document.elementFromPoint(clientX, clientY)), told = id ? figures(id) : undefined;
    if (first || id !== finger.spot) aim(id, 'touch');
    finger.spot = id;
    finger.loupe.move(clientX, clientY, label(finger.from, id, (id && spots().get(id)?.name) || ''), told ? `${odds(told.pays)} · ${range(told.minimum, told.maximum)}` : '');
  }
}
