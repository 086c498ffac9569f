// @ts-check
/**
 * <cr-called>: the racetrack, for called bets on neighbors and sections of the wheel, from the card's `called`.
 *
 *     called.card = card
 *     called.unit = 100                    // the cost of one part, in cents
 *
 * Event: `cr-called` {spot, stake, words}: the name of the bet and its total cost. The service expands it to component
 * wagers and accepts all of them or none. Keyboard: one tab stop on the wheel; arrows go around, Enter places.
 */
import { given } from '../core/checked.js';
import { has, t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { html, svg } from '../core/svg.js';
import { exactly } from './display-format.js';

/** @typedef {{name: string, spots: Record<string, number>, parts: number, numbers: string[], edge: {exact: string, decimal: number}}} Bet */

/** Length, width and band of the track: horizontal, and vertical on a phone. */
const LYING = { long: 800, wide: 210, band: 48 }, UPRIGHT = { long: 520, wide: 340, band: 40 };
const PHONE = '(max-width: 700px) and (orientation: portrait)';
/** The part of its share of the perimeter that a pocket fills, to each side. */
const FULL = 0.47;

/** The length of a track's center line. @param {typeof LYING} track */
const round = ({ long, wide, band }) => 2 * (long - wide) + Math.PI * (wide - band);

/** A point on the center line, at a share of its length. @param {typeof LYING} track @param {number} share @returns {[number, number]} */
function place(track, share) {
  const { long, wide, band } = track, radius = (wide - band) / 2, straight = long - wide, half = Math.PI * radius;
  let way = share * round(track);
  if (way < straight) return [wide / 2 + way, band / 2];
  way -= straight;
  if (way < half) return [long - wide / 2 + radius * Math.sin(way / radius), wide / 2 - radius * Math.cos(way / radius)];
  way -= half;
  if (way < straight) return [long - wide / 2 - way, wide - band / 2];
  way -= straight;
  return [wide / 2 - radius * Math.sin(way / radius), wide / 2 + radius * Math.cos(way / radius)];
}

/** The name of a called bet, such as `voisins`, `final-4` or `neighbors-17-2`; one without a text goes by its words. @param {string} name */
function title(name) {
  const [kind, number = '', reach = ''] = name.split('-'), key = `table.called.${kind}`;
  return has(key) ? t(key, { number, reach }) : name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

export class CrCalled extends HTMLElement {
  unit = 0;
  /** @type {Service.Card | null} */
  #given = null;
  get #card() {
    return given(this.#given, 'card');
  }
  get #called() {
    return given(this.#card.called, 'called bets');
  }
  #reach = 2;
  #focus = 0;
  /** @type {Map<string, SVGElement>} */
  #nodes = new Map();
  #words = html('p', { class: 'called-words', 'aria-live': 'polite' });
  #face = svg('svg', { class: 'called-face', role: 'group', 'aria-label': t('table.racetrack-arrow-keys-go-round-the') });
  #amount = html('output', {}, '2');

  /** @param {Service.Card} card */
  set card(card) {
    this.#given = card;
    const { bets, neighbors } = this.#called;
    const step = (/** @type {number} */ by) => () => this.#turn(this.#reach + by);
    const around = Object.keys(neighbors).length
      ? html('div', { class: 'called-reach', role: 'group', 'aria-label': t('table.neighbors-on-either-side') },
        html('button', { class: 'button', type: 'button', 'aria-label': t('table.one-neighbor-fewer'), onclick: step(-1) }, '−'),
        html('span', {}, `${t('table.neighbors')} `, this.#amount),
        html('button', { class: 'button', type: 'button', 'aria-label': t('table.one-neighbor-more'), onclick: step(1) }, '+'))
      : null;
    this.#draw();
    this.replaceChildren(this.#face, this.#words, around ?? '', html('div', { class: 'called-bets' }, ...bets.map((bet) => this.#button(bet))));
    this.#aim(null);
  }

  /** @param {Bet} bet */
  #button(bet) {
    return html('button', {
      class: 'button', type: 'button', 'data-called': bet.name, onclick: () => this.#place(bet),
      onpointerenter: () => this.#aim(bet), onpointerleave: () => this.#aim(null), onfocus: () => this.#aim(bet), onblur: () => this.#aim(null),
    }, title(bet.name));
  }

  /** @param {number} reach */
  #turn(reach) {
    const most = Math.max(...Object.values(this.#called.neighbors).map((bets) => bets.length));
    this.#reach = Math.min(most, Math.max(1, reach));
    this.#amount.textContent = String(this.#reach);
    this.#aim(this.#around(this.#card.compartments[this.#focus].label));
  }

  /** @param {string} label @returns {Bet | null} */
  #around(label) {
    const bets = this.#called.neighbors[label] ?? [];
    return bets[Math.min(this.#reach, bets.length) - 1] ?? null;
  }

  #draw() {
    const labels = this.#card.compartments, count = labels.length, upright = matchMedia(PHONE).matches, track = upright ? UPRIGHT : LYING;
    const radius = (FULL * round(track)) / count;
    this.#nodes.clear();
    this.#face.setAttribute('viewBox', upright ? `0 0 ${track.wide} ${track.long}` : `0 0 ${track.long} ${track.wide}`);
    const pockets = labels.map(({ label, color }, index) => {
      const at = place(track, index / count), [x, y] = upright ? [track.wide - at[1], at[0]] : at;
      const node = svg('g', { class: 'called-pocket', 'data-label': label, 'data-color': color, role: 'button', tabindex: index === this.#focus ? 0 : -1, 'aria-label': t('table.around', { value: label }) },
        svg('circle', { cx: x, cy: y, r: radius }),
        svg('text', { x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, label));
      const aim = () => this.#aim(this.#around(label));
      node.addEventListener('pointerenter', aim);
      node.addEventListener('pointerleave', () => this.#aim(null));
      node.addEventListener('focus', aim);
      node.addEventListener('click', () => this.#place(this.#around(label)));
      node.addEventListener('keydown', (event) => this.#key(event, index));
      this.#nodes.set(label, node);
      return node;
    });
    this.#face.replaceChildren(...pockets);
  }

  /** @param {KeyboardEvent} event @param {number} index */
  #key(event, index) {
    const way = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 })[event.key], nodes = [...this.#nodes.values()];
    if (way) {
      nodes[index].setAttribute('tabindex', '-1');
      this.#focus = (index + way + nodes.length) % nodes.length;
      nodes[this.#focus].setAttribute('tabindex', '0');
      nodes[this.#focus].focus();
    } else if (event.key === 'Enter' || event.key === ' ') this.#place(this.#around(this.#card.compartments[index].label));
    else return;
    event.preventDefault();
  }

  /** Shows the numbers that a bet covers, its cost and its edge. @param {Bet | null} bet */
  #aim(bet) {
    const lit = new Set(bet?.numbers ?? []);
    for (const [label, node] of this.#nodes) node.classList.toggle('is-lit', lit.has(label));
    this.#words.textContent = bet ? t('table.costs-and-edge', { costs: this.#costs(bet), edge: t('table.house-edge', { edge: exactly(bet.edge) }) }) : t('table.touch-a-number-for-itself-and');
  }

  /** @param {Bet} bet */
  #costs({ name, parts, spots }) {
    const count = Object.keys(spots).length;
    return t('table.spots', { name: title(name), parts, unit: dollars(this.unit), cost: dollars(parts * this.unit), count });
  }

  /** @param {Bet | null} bet */
  #place(bet) {
    if (!bet || !this.unit) return;
    this.#aim(bet);
    this.dispatchEvent(new CustomEvent('cr-called', { bubbles: true, detail: { spot: bet.name, stake: bet.parts * this.unit, words: this.#costs(bet) } }));
  }
}

customElements.define('cr-called', CrCalled);
