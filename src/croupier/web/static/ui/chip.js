// @ts-check
/**
 * The look of a chip: color, edge pattern and seat number, so that it can be recognized without color vision and in a
 * black-and-white print. The ink has a contrast of at least 4.5:1 on each face.
 *
 *     chip({ color: 'sky', label: '5', seat: 4, radius: 16, height: 3 })    // an SVG group around (0, 0)
 *     styleOf('sky')                                                        // {face, side, ink, spot, dash}
 */
import { instance } from '../core/checked.js';
import { copied, fit, measure } from '../core/fit.js';
import { svg } from '../core/svg.js';

/** @typedef {{face: string, side: string, ink: string, spot: string, dash: string}} Style */

/** Edge patterns by color: light spots and gaps along an edge of length 96. The paints of each color are in tokens.css. @type {Record<string, string>} */
const PATTERNS = {
  sky: '12 4',
  orange: '8 8',
  pink: '4 4 12 4',
  teal: '16 16',
  yellow: '4 12',
  navy: '6 10',
  brown: '2 2',
  lime: '24 8',
  lavender: '10 2 2 2',
  coral: '2 6',
  mint: '6 2 2 6',
  magenta: '8 4 2 2',
  slate: '4 4',
  gold: '12 12',
  aqua: '2 10',
  olive: '4 8',
  // Value chips of the premises: $1, $5, $25, $100, $500.
  white: '6 10', red: '6 10', green: '6 10', black: '6 10', purple: '6 10',
};
const PLAIN = styleNamed('plain', '24 8');
/** @type {Map<string, Style>} */
const styles = new Map();

/** @param {string} name @param {string} dash @returns {Style} */
function styleNamed(name, dash) {
  const paint = (/** @type {string} */ part) => `var(--chip-${name}-${part})`;
  return { face: paint('face'), side: paint('side'), ink: paint('ink'), spot: paint('spot'), dash };
}

/** How many faces there are for unknown colors. */
const OTHERS = 8;

/** An unknown color gets a face and a pattern derived from its name. @param {string} color @returns {Style} */
function styleDerived(color) {
  let sum = 0;
  for (const letter of color) sum = (sum * 31 + letter.charCodeAt(0)) % 3600;
  const dashes = Object.values(PATTERNS);
  return styleNamed(`other${(sum % OTHERS) + 1}`, dashes[sum % dashes.length]);
}

/** @param {string} color @returns {Style} */
export function styleOf(color) {
  if (!color) return PLAIN;
  const known = styles.get(color) ?? (color in PATTERNS ? styleNamed(color, PATTERNS[color]) : styleDerived(color));
  styles.set(color, known);
  return known;
}

/** @type {Map<string, SVGElement>} */
const templates = new Map();

/** The top of a chip of radius 16; cloned for each chip, which paints about twice as fast as `use`. @param {string} color */
function top(color) {
  const known = templates.get(color);
  if (known) return known;
  const style = styleOf(color);
  const made = svg(
    'g', {},
    svg('circle', { r: 16, fill: style.face }),
    svg('circle', { r: 13.4, fill: 'none', stroke: style.spot, 'stroke-width': 5.2, 'stroke-dasharray': style.dash, pathLength: 96 }),
    svg('circle', { r: 15.6, fill: 'none', stroke: 'var(--ink-print)', 'stroke-opacity': 0.45, 'stroke-width': 0.8 }),
    svg('circle', { r: 10.9, fill: style.face, stroke: style.ink, 'stroke-opacity': 0.4, 'stroke-width': 0.8 }),
    svg('path', { d: 'M-14.6-6.2A15.9 15.9 0 0 1 6.2-14.6', fill: 'none', stroke: 'var(--white)', 'stroke-opacity': 0.55, 'stroke-width': 1.2, 'stroke-linecap': 'round' }),
  );
  templates.set(color, made);
  return made;
}

/** The number of chips drawn for a stack. @param {number} chips */
export const stackHeight = (chips) => (chips > 1 ? Math.min(6, 1 + Math.ceil(Math.log2(chips))) : 1);

/** @typedef {{color: string, label: string, seat?: number | null, radius?: number, height?: number, tip?: boolean, prison?: boolean, own?: boolean}} Look */
/** Stacks that were drawn, by look: a copy costs a third of a drawing. @type {Map<string, SVGElement>} */
const drawn = new Map();
const DRAWN_MAX = 300;
document.fonts.addEventListener('loadingdone', () => drawn.clear()); // their labels were fitted to another font

/** Measures the labels of chips before they are drawn, at once. @param {{label: string, seat?: number | null}[]} looks */
export const measureChips = (looks) => measure(looks.flatMap(({ label, seat }) => (
  seat ? [['chip-face', label], ['chip-mark', String(seat)]] : [['chip-face', label]])));

/** One stack of chips with its base at (0, 0). @param {Look} look @returns {SVGElement} */
export function chip(look) {
  const key = JSON.stringify(look), known = drawn.get(key);
  if (known) return copied(known);
  if (drawn.size >= DRAWN_MAX) drawn.clear();
  const made = draw(look);
  drawn.set(key, made);
  return copied(made);
}

/** @param {Look} look @returns {SVGElement} */
function draw({ color, label, seat = null, radius = 16, height = 1, tip = false, prison = false, own = false }) {
  const style = styleOf(color), step = radius * 0.155, rise = -(height - 1) * step;
  const group = svg('g', { class: own ? 'chip is-own' : 'chip' });
  group.append(svg('ellipse', { class: 'chip-shadow', cx: radius * 0.1, cy: radius * 0.2, rx: radius * 1.04, ry: radius * 0.98 }));
  for (let level = 0; level < height - 1; level += 1) {
    group.append(svg('circle', {
      r: radius - 0.3, cy: -level * step, fill: level % 2 ? style.face : style.side, stroke: 'var(--ink-print)', 'stroke-opacity': 0.5, 'stroke-width': 0.7,
    }));
  }
  const lid = instance(top(color).cloneNode(true), SVGElement);
  lid.setAttribute('transform', `translate(0 ${rise.toFixed(2)}) scale(${(radius / 16).toFixed(4)})`);
  group.append(lid, fit(svg('text', {
    class: 'chip-face', y: rise, fill: style.ink, 'text-anchor': 'middle', 'dominant-baseline': 'central',
  }, label), { size: radius * 0.86, wide: radius * 1.24 }));
  if (seat) group.append(badge(String(seat), radius * 0.78, rise - radius * 0.74, radius, 'chip-seat'));
  if (tip) group.append(badge('T', -radius * 0.78, rise - radius * 0.74, radius, 'chip-tip'));
  if (prison) {
    group.append(svg('path', {
      class: 'chip-bars', d: [-0.5, 0, 0.5].map((x) => `M${x * radius} ${rise - radius}v${2 * radius}`).join(''),
    }));
  }
  return group;
}

/** @param {string} text @param {number} x @param {number} y @param {number} radius @param {string} kind */
function badge(text, x, y, radius, kind) {
  return svg(
    'g', { class: kind, transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` },
    svg('circle', { r: (radius * 0.42).toFixed(2) }),
    fit(svg('text', { class: 'chip-mark', 'text-anchor': 'middle', 'dominant-baseline': 'central' }, text), { size: radius * 0.56, wide: radius * 0.68 }),
  );
}
