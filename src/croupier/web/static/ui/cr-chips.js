// @ts-check
/**
 * <cr-chips>: the chips on a layout, drawn over a <cr-board> or <cr-track> (which own one each).
 *
 *     chips.frame = { width, height, pad, radius, at: (spot) => [x, y] | null }     // units of the drawing
 *                                           // `fan`: how far further chips spread across and down next to a label
 *     chips.seat = 4                        // whose chips are drawn on top and highlighted
 *     chips.value = (seat) => 100           // value of one chip, for the height of a stack
 *     chips.show(wagers)                    // Wager[] of store.js, pending ones included
 *     await chips.sweep(wagers)             // moves losing chips to the house
 *     await chips.pay(payments)             // pays winners: [{seat, spot, winnings, returned, color, chips}]
 *     chips.bounce({spot, amount, color, seat}, target)     // moves a refused chip back
 *
 * The first chip of a spot is exactly on it, because position decides the wager; further chips are fanned out behind it.
 * A pending wager gets its pending style after 120 ms, so that a quick answer does not flicker.
 */
import { given } from '../core/checked.js';
import { widthOf } from '../core/fit.js';
import { html, still, svg } from '../core/svg.js';
import { dollars, face } from '../core/money.js';
import { chip, measureChips, stackHeight } from './chip.js';

/** A wager on a spot. @typedef {Omit<import('../core/store.js').Wager, 'coupon'>} Standing */
/** A wager that is animated. @typedef {{seat: number, spot: string, amount: number, color?: string}} Flying */
/** @typedef {{width: number, height: number, pad: number, radius: number, at: (spot: string) => [number, number] | null,
 *   fan?: (spot: string) => [number, number]}} Frame */

const PENDING_AFTER = 120;
const FLIGHTS_MAX = 48;
/** The height of a line of winnings, in units of the drawing. */
const MARK_HIGH = 18;
/** Maximum number of chips that drop one by one; more appear at once, as after a reload. */
const DROPS_MAX = 8;
const FAN = [[0, 0], [-0.9, -0.5], [0.95, -0.45], [-0.75, 0.7], [0.8, 0.72], [0, -1.05], [-1.25, 0.12], [1.3, 0.15]];

export class CrChips extends HTMLElement {
  /** @type {number | null} */
  seat = null;
  /** @type {(seat: number) => number} */
  value = () => 100;

  /** @type {Frame | null} */
  #frame = null;
  #svg = svg('svg', { 'aria-hidden': 'true', focusable: 'false' });
  #others = svg('g');
  #own = svg('g');
  #marks = svg('g');
  #air = html('div', { class: 'chips-air', 'aria-hidden': 'true' });
  /** @type {Map<string, {node: SVGElement, look: string, place: string}>} */
  #nodes = new Map();

  connectedCallback() {
    if (this.#svg.parentNode) return;
    this.#svg.append(this.#others, this.#own, this.#marks);
    this.append(this.#svg, this.#air);
  }

  /** @param {Frame} frame */
  set frame(frame) {
    this.#frame = frame;
    const { width, height, pad } = frame;
    this.#svg.setAttribute('viewBox', `${-pad} ${-pad} ${width + 2 * pad} ${height + 2 * pad}`);
    for (const { node } of this.#nodes.values()) node.remove();
    this.#nodes.clear();
  }

  /** @param {Standing[]} wagers */
  show(wagers) {
    const frame = this.#frame;
    if (!frame) return;
    const company = /** @type {Map<string, number>} */ (new Map()), seen = new Set();
    /** @type {SVGElement[]} */
    const fresh = [];
    const order = [...wagers].sort((one, other) => Number(other.seat === this.seat) - Number(one.seat === this.seat)
      || Number(Boolean(one.pending)) - Number(Boolean(other.pending)) || one.seat - other.seat);
    measureChips(order.map(({ amount, seat }) => ({ label: face(amount), seat })));
    for (const wager of order) {
      const at = frame.at(wager.spot);
      if (!at) continue;
      const rank = company.get(wager.spot) ?? 0;
      company.set(wager.spot, rank + 1);
      const key = `${wager.spot}|${wager.seat}|${wager.chips}|${wager.color}|${wager.tip}|${wager.pending === 'placing' ? wager.id : ''}`;
      seen.add(key);
      const node = this.#put(key, wager, at, rank);
      if (node) fresh.push(node);
    }
    if (fresh.length <= DROPS_MAX && !still()) fresh.forEach((node) => this.#drop(node));
    for (const [key, { node }] of this.#nodes) {
      if (seen.has(key)) continue;
      node.remove();
      this.#nodes.delete(key);
    }
  }

  /** Returns the node if it is new. @param {string} key @param {Standing} wager @param {[number, number]} at @param {number} rank
   * @returns {SVGElement | null} */
  #put(key, wager, [x, y], rank) {
    const frame = given(this.#frame, 'frame'), own = wager.seat === this.seat;
    const radius = frame.radius * (own || this.seat === null ? 1 : 0.88);
    const [dx, dy] = FAN[Math.min(rank, FAN.length - 1)], [across, down] = frame.fan?.(wager.spot) ?? [1, 1];
    const place = `translate(${(x + dx * across * frame.radius).toFixed(1)} ${(y + dy * down * frame.radius).toFixed(1)})`;
    const look = `${wager.amount}|${wager.imprisoned}|${wager.pending ?? ''}|${radius}|${own}`;
    const known = this.#nodes.get(key);
    if (known && known.look === look) {
      if (known.place !== place) known.node.setAttribute('transform', place);
      known.place = place;
      return null;
    }
    const node = this.#draw(wager, radius, own);
    node.setAttribute('transform', place);
    node.dataset.chip = wager.spot;
    node.dataset.seat = String(wager.seat);
    if (wager.pending) {
      node.dataset.pending = wager.pending;
      setTimeout(() => node.classList.add('is-pending'), PENDING_AFTER);
    }
    if (known) known.node.replaceWith(node);
    else if (own) this.#own.append(node);
    else this.#others.prepend(node);
    this.#nodes.set(key, { node, look, place });
    return known ? null : node;
  }

  /** @param {Standing} wager @param {number} radius @param {boolean} own */
  #draw(wager, radius, own) {
    const height = stackHeight(Math.round(wager.amount / (this.value(wager.seat) || 100)));
    const body = chip({
      color: wager.color, label: face(wager.amount), seat: wager.seat, radius, height, tip: wager.tip, prison: wager.imprisoned, own,
    });
    const node = svg('g', {}, body);
    if (wager.pending) node.append(svg('circle', { class: 'chip-ring', r: radius + 3, pathLength: 60 }));
    return node;
  }

  /** Animates a new chip dropping on the felt. @param {SVGElement} node */
  #drop(node) {
    node.firstElementChild?.animate(
      [{ transform: 'translateY(-14px) scale(1.12)', opacity: 0.2 }, { transform: 'none', opacity: 1 }],
      { duration: 170, easing: 'cubic-bezier(.3,.7,.4,1.2)' },
    );
  }

  /** The position of a spot, in pixels of this element. @param {string} spot */
  #pixels(spot) {
    const frame = this.#frame, at = frame?.at(spot);
    if (!frame || !at) return null;
    const box = this.#svg.getBoundingClientRect();
    const scale = Math.min(box.width / (frame.width + 2 * frame.pad), box.height / (frame.height + 2 * frame.pad));
    const left = (box.width - scale * (frame.width + 2 * frame.pad)) / 2;
    const above = (box.height - scale * (frame.height + 2 * frame.pad)) / 2;
    return { x: left + (at[0] + frame.pad) * scale, y: above + (at[1] + frame.pad) * scale };
  }

  /**
   * Animates a chip as a separate element, so that only the compositor works.
   * @param {Omit<Flying, 'spot'>} wager
   * @param {{x: number, y: number}} from
   * @param {{x: number, y: number}} to
   * @param {{delay?: number, duration?: number, fade?: boolean, label?: string}} [how]
   */
  #fly(wager, from, to, { delay = 0, duration = 520, fade = false, label } = {}) {
    const radius = (this.#frame?.radius ?? 16) * this.#scale();
    const size = Math.ceil(radius * 2.8);
    const picture = svg('svg', { viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`, width: size, height: size },
      chip({ color: wager.color ?? '', label: label ?? face(wager.amount), seat: wager.seat, radius, height: stackHeight(wager.amount / (this.value(wager.seat) || 100)) }));
    const flyer = html('div', { class: 'flyer' }, picture);
    this.#air.append(flyer);
    const place = (/** @type {{x: number, y: number}} */ { x, y }, lift = 0, scale = 1) =>
      `translate(${(x - size / 2).toFixed(1)}px, ${(y - size / 2 - lift).toFixed(1)}px) scale(${scale})`;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const lift = Math.min(60, Math.hypot(to.x - from.x, to.y - from.y) * 0.12);
    return flyer.animate(
      [
        { transform: place(from), opacity: 1 },
        { transform: place(middle, lift, 1.12), opacity: 1 },
        { transform: place(to), opacity: fade ? 0 : 1 },
      ],
      { duration, delay, easing: 'cubic-bezier(.45,.05,.3,1)', fill: 'both' },
    ).finished.then(() => flyer.remove(), () => flyer.remove());
  }

  #scale() {
    const frame = this.#frame;
    if (!frame) return 1;
    const box = this.#svg.getBoundingClientRect();
    return Math.min(box.width / (frame.width + 2 * frame.pad), box.height / (frame.height + 2 * frame.pad)) || 1;
  }

  /** The center of another element, in pixels of this one. @param {Element} element */
  #middle(element) {
    const box = element.getBoundingClientRect(), own = this.#svg.getBoundingClientRect();
    return { x: box.x + box.width / 2 - own.x, y: box.y + box.height / 2 - own.y };
  }

  /** Sweeps losing chips to the dealer, at the upper middle of the felt. @param {Flying[]} wagers */
  async sweep(wagers) {
    if (still()) return;
    const box = this.#svg.getBoundingClientRect(), house = { x: box.width / 2, y: -40 };
    const flights = wagers.slice(0, FLIGHTS_MAX).map((wager, index) => {
      const from = this.#pixels(wager.spot);
      return from && this.#fly(wager, from, house, { delay: index * 12, duration: 560, fade: true });
    });
    await Promise.all(flights);
  }

  /**
   * Pays winners on their spots: chips come from the house, and the winnings are shown above the spot.
   * @param {(Flying & {winnings?: number})[]} payments
   */
  async pay(payments) {
    this.clearMarks();
    const box = this.#svg.getBoundingClientRect(), house = { x: box.width / 2, y: -40 };
    const paid = payments.map((payment) => ({ ...payment, winnings: payment.winnings ?? 0 })).filter(({ winnings }) => winnings > 0);
    /** @type {{x: number, y: number, wide: number}[]} */
    const written = [];
    for (const payment of paid.slice(0, FLIGHTS_MAX)) {
      const at = this.#frame?.at(payment.spot);
      if (!at || (this.seat !== null && payment.seat !== this.seat)) continue;
      const words = `+${dollars(payment.winnings)}`, mark = { x: at[0], y: at[1] - (this.#frame?.radius ?? 16) * 1.7, wide: widthOf('paid', words) * MARK_HIGH };
      // Stack adjacent winnings, so that all of them are readable.
      while (written.some((other) => Math.abs(other.x - mark.x) < (other.wide + mark.wide) / 2 && Math.abs(other.y - mark.y) < MARK_HIGH)) mark.y -= MARK_HIGH;
      written.push(mark);
      this.#marks.append(svg('text', { class: 'paid', x: mark.x, y: mark.y, 'text-anchor': 'middle', 'font-size': MARK_HIGH }, words));
    }
    if (still()) return;
    await Promise.all(paid.slice(0, FLIGHTS_MAX).map((payment, index) => {
      const to = this.#pixels(payment.spot), radius = (this.#frame?.radius ?? 16) * this.#scale();
      return to && this.#fly({ ...payment, amount: payment.winnings }, house, { x: to.x + radius * 1.9, y: to.y }, { delay: index * 30, duration: 640 });
    }));
  }

  /** Moves winnings to their player. @param {Flying[]} wagers
   * @param {Element} target */
  async collect(wagers, target) {
    if (still()) return;
    const to = this.#middle(target);
    await Promise.all(wagers.slice(0, FLIGHTS_MAX).map((wager, index) => {
      const from = this.#pixels(wager.spot);
      return from && this.#fly(wager, from, to, { delay: index * 25, fade: true });
    }));
  }

  /** Moves a refused chip back. @param {Flying} wager
   * @param {Element} target */
  async bounce(wager, target) {
    const from = this.#pixels(wager.spot);
    if (!still() && from) await this.#fly(wager, from, this.#middle(target), { duration: 620, fade: true });
  }

  clearMarks() {
    this.#marks.replaceChildren();
  }
}

customElements.define('cr-chips', CrChips);
