// @ts-check
/**
 * The look of a chip: color, edge pattern and seat number, so that it can be recognized without color vision and in a
 * black-and-white print. The ink has a contrast of at least 4.5:1 on each face.
 *
 *     chip({ color: 'sky', label: '5', seat: 4, radius: 16, height: 3 })    // an SVG group around (0, 0)
 *     styleOf('sky')                                                        // {face, side, ink, spot, dash}
 */
import { instance } from '../core/given.js';
import { fit } from '../core/fit.js';
import { svg } from '../core/svg.js';

/** @typedef {{face: string, side: string, ink: string, spot: string, dash: string}} Style */

/** Patterns run along an edge of length 96: light spots and gaps. @type {Record<string, Style>} */
const STYLES = {
  sky: { face: '#63bdf0', side: '#2677a6', ink: '#03202f', spot: '#ffffff', dash: '12 4' },
  orange: { face: '#ef9a1a', side: '#9a5c00', ink: '#1c0f00', spot: '#fff6e2', dash: '8 8' },
  pink: { face: '#f5a0bd', side: '#aa5576', ink: '#300512', spot: '#8c1440', dash: '4 4 12 4' },
  teal: { face: '#2bb5a0', side: '#0f6f61', ink: '#001d18', spot: '#e9fffb', dash: '16 16' },
  yellow: { face: '#f3e04a', side: '#a48f10', ink: '#211c00', spot: '#4d4300', dash: '4 12' },
  navy: { face: '#27346e', side: '#131b40', ink: '#ffffff', spot: '#f0c95a', dash: '6 10' },
  brown: { face: '#8a5428', side: '#522e12', ink: '#ffffff', spot: '#f0d9bf', dash: '2 2' },
  lime: { face: '#b6e04c', side: '#6b8a14', ink: '#172100', spot: '#3d5200', dash: '24 8' },
  lavender: { face: '#b9b4f5', side: '#6660b0', ink: '#0d0a38', spot: '#3b35a0', dash: '10 2 2 2' },
  coral: { face: '#ff8465', side: '#a83f24', ink: '#2b0900', spot: '#ffffff', dash: '2 6' },
  mint: { face: '#a8ecc6', side: '#55a079', ink: '#04240f', spot: '#0d6b3a', dash: '6 2 2 6' },
  magenta: { face: '#b3248b', side: '#6d1053', ink: '#ffffff', spot: '#ffd3f1', dash: '8 4 2 2' },
  slate: { face: '#566472', side: '#2f3944', ink: '#ffffff', spot: '#d7e2ee', dash: '4 4' },
  gold: { face: '#d9ad3a', side: '#8a6811', ink: '#1f1500', spot: '#fff3cc', dash: '12 12' },
  aqua: { face: '#7fe3ea', side: '#2f949c', ink: '#002426', spot: '#00626a', dash: '2 10' },
  olive: { face: '#6b6b1f', side: '#3f3f0d', ink: '#ffffff', spot: '#eceba6', dash: '4 8' },
  // Value chips of the premises: $1, $5, $25, $100, $500.
  white: { face: '#f7f7f5', side: '#a7a9ad', ink: '#14171b', spot: '#3f6fb5', dash: '6 10' },
  red: { face: '#c22532', side: '#74101a', ink: '#ffffff', spot: '#fff', dash: '6 10' },
  green: { face: '#14743f', side: '#0a4424', ink: '#ffffff', spot: '#f3dfa1', dash: '6 10' },
  black: { face: '#24272d', side: '#08090b', ink: '#ffffff', spot: '#f3dfa1', dash: '6 10' },
  purple: { face: '#6a3aa0', side: '#3c1d60', ink: '#ffffff', spot: '#f3dfa1', dash: '6 10' },
};
const PATTERNS = ['8 8', '12 4', '4 4', '16 16', '4 12', '6 10', '2 6', '10 2 2 2'];
const PLAIN = { face: '#d9cfb8', side: '#8f8467', ink: '#17120a', spot: '#5b4d2f', dash: '24 8' };

/** An unknown color gets a face derived from its name. @param {string} color @returns {Style} */
export function styleOf(color) {
  if (STYLES[color]) return STYLES[color];
  if (!color) return PLAIN;
  let sum = 0;
  for (const letter of color) sum = (sum * 31 + letter.charCodeAt(0)) % 3600;
  const hue = sum % 360;
  STYLES[color] = {
    face: `hsl(${hue} 62% 70%)`, side: `hsl(${hue} 45% 36%)`, ink: '#101010', spot: '#fff', dash: PATTERNS[sum % PATTERNS.length],
  };
  return STYLES[color];
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
    svg('circle', { r: 15.6, fill: 'none', stroke: '#000', 'stroke-opacity': 0.45, 'stroke-width': 0.8 }),
    svg('circle', { r: 10.9, fill: style.face, stroke: style.ink, 'stroke-opacity': 0.4, 'stroke-width': 0.8 }),
    svg('path', { d: 'M-14.6-6.2A15.9 15.9 0 0 1 6.2-14.6', fill: 'none', stroke: '#fff', 'stroke-opacity': 0.55, 'stroke-width': 1.2, 'stroke-linecap': 'round' }),
  );
  templates.set(color, made);
  return made;
}

/** The number of chips drawn for a stack. @param {number} chips */
export const stackHeight = (chips) => (chips > 1 ? Math.min(6, 1 + Math.ceil(Math.log2(chips))) : 1);

/**
 * One stack of chips with its base at (0, 0).
 * @param {{color: string, label: string, seat?: number | null, radius?: number, height?: number, tip?: boolean,
 *   prison?: boolean, own?: boolean}} look
 * @returns {SVGElement}
 */
export function chip({ color, label, seat = null, radius = 16, height = 1, tip = false, prison = false, own = false }) {
  const style = styleOf(color), step = radius * 0.155, rise = -(height - 1) * step;
  const group = svg('g', { class: own ? 'chip is-own' : 'chip' });
  group.append(svg('ellipse', { class: 'chip-shadow', cx: radius * 0.1, cy: radius * 0.2, rx: radius * 1.04, ry: radius * 0.98 }));
  for (let level = 0; level < height - 1; level += 1) {
    group.append(svg('circle', {
      r: radius - 0.3, cy: -level * step, fill: level % 2 ? style.face : style.side, stroke: '#000', 'stroke-opacity': 0.5, 'stroke-width': 0.7,
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
