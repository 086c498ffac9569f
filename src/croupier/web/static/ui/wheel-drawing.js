// @ts-check
/** Draws roulette and Big Six wheels as layers of a 400 by 400 picture, bowl below, rotor above. */
import { fit, measure } from '../core/fit.js';
import { gradient, polar, sector, svg } from '../core/svg.js';

const C = 200;
const BOX = { viewBox: '0 0 400 400', 'aria-hidden': 'true', focusable: 'false' };
/** The view box of a turning layer, no larger than needed, because every pixel of it is repainted in every frame. @param {number} margin of the 400 */
const turning = (margin) => ({ ...BOX, viewBox: `${margin} ${margin} ${400 - 2 * margin} ${400 - 2 * margin}`, class: 'wheel-picture' });
/** @type {Record<string, string>} */
const FILL = { red: 'var(--pocket-red)', black: 'var(--pocket-black)', green: 'var(--pocket-green)' };
/** @type {Record<string, string>} */
const DEEP = { red: 'var(--pocket-red-deep)', black: 'var(--pocket-black-deep)', green: 'var(--pocket-green-deep)' };

/** @typedef {{label: string, color: string}} Compartment */
/** @typedef {(name: string) => string} Ids */

/** @param {Ids} id */
const gold = (id) => gradient('linear', id('gold'), [[0, 'var(--brass-1)'], [0.3, 'var(--brass-3)'], [0.55, 'var(--brass-2)'], [1, 'var(--brass-4)']], { x1: 0, y1: 0, x2: 1, y2: 1 });

/** The width of a compartment at a radius. @param {number} radius @param {number} step in degrees */
const chord = (radius, step) => 2 * radius * Math.sin((step * Math.PI) / 360);

/** @param {number} radius @param {import('../core/svg.js').Attributes} more */
const ring = (radius, more) => svg('circle', { cx: C, cy: C, r: radius, fill: 'none', ...more });

/** The static bowl: wood, ball track and the eight deflectors. @param {Ids} id */
export function bowl(id) {
  const picture = svg('svg', { ...BOX, class: 'wheel-bowl' });
  picture.append(svg(
    'defs', {}, gold(id),
    gradient('radial', id('wood'), [[0.72, 'var(--wood-rim)'], [0.83, 'var(--wood-inner)'], [0.875, 'var(--wood-light)'], [0.9, 'var(--wood)'], [0.955, 'var(--wood-dark)'], [0.985, 'var(--wood-shade)'], [1, 'var(--wood-edge)']]),
    gradient('radial', id('track'), [[0.8, 'var(--ball-track-inner)'], [0.88, 'var(--ball-track-dark)'], [0.93, 'var(--ball-track)'], [0.97, 'var(--ball-track-light)'], [1, 'var(--ball-track-outer)']]),
    gradient('linear', id('light'), [[0, 'var(--white)', 0.34], [0.4, 'var(--white)', 0.02], [1, 'var(--ink-print)', 0.4]], { x1: 0.15, y1: 0, x2: 0.85, y2: 1 }),
  ));
  picture.append(
    svg('circle', { cx: C, cy: C, r: 199, fill: `url(#${id('wood')})` }),
    ring(197.6, { stroke: `url(#${id('gold')})`, 'stroke-width': 2.6 }),
    ring(189.4, { stroke: 'var(--ink-print)', 'stroke-opacity': 0.35, 'stroke-width': 1 }),
    svg('circle', { cx: C, cy: C, r: 186, fill: `url(#${id('track')})` }),
    ring(186, { stroke: `url(#${id('light')})`, 'stroke-width': 2 }),
    ring(175, { stroke: 'var(--white)', 'stroke-opacity': 0.09, 'stroke-width': 12 }),
    ring(168.4, { stroke: `url(#${id('gold')})`, 'stroke-width': 1.6 }),
    svg('circle', { cx: C, cy: C, r: 167.5, fill: 'var(--wheel-bed)' }),
  );
  for (let index = 0; index < 8; index += 1) {
    const angle = index * 45 + 22.5, [x, y] = polar(181, angle, C);
    const shape = index % 2 ? 'M0-8.5 3.2 0 0 8.5-3.2 0Z' : 'M-8.5 0 0-3.2 8.5 0 0 3.2Z';
    picture.append(svg('path', { d: shape, fill: `url(#${id('gold')})`, stroke: 'var(--deflector-line)', 'stroke-width': 0.6, transform: `translate(${x} ${y}) rotate(${angle})` }));
  }
  return picture;
}

/** The rotor: numbers, pockets with their frets, cone and turret. @param {Ids} id @param {Compartment[]} compartments */
export function rotor(id, compartments) {
  const picture = svg('svg', turning(33)), step = 360 / compartments.length;
  picture.append(svg(
    'defs', {},
    gradient('radial', id('cone'), [[0, 'var(--cone-1)'], [0.35, 'var(--cone-2)'], [0.7, 'var(--cone-3)'], [1, 'var(--cone-4)']], { cx: 0.42, cy: 0.36 }),
    gradient('radial', id('deep'), [[0.58, 'var(--ink-print)', 0.72], [0.7, 'var(--ink-print)', 0.2], [0.79, 'var(--ink-print)', 0], [0.81, 'var(--ink-print)', 0.2], [0.86, 'var(--ink-print)', 0]]),
    gradient('radial', id('turret'), [[0, 'var(--turret-1)'], [0.4, 'var(--turret-2)'], [0.8, 'var(--turret-3)'], [1, 'var(--turret-4)']], { cx: 0.4, cy: 0.34 }),
  ));
  compartments.forEach(({ label, color }, index) => {
    const from = (index - 0.5) * step, to = (index + 0.5) * step;
    picture.append(
      svg('path', { d: sector(131, 165, from, to, C), fill: FILL[color] ?? FILL.black }),
      svg('path', { d: sector(97, 131, from, to, C), fill: DEEP[color] ?? DEEP.black }),
    );
  });
  picture.append(svg('circle', { cx: C, cy: C, r: 165, fill: `url(#${id('deep')})` }));
  measure(compartments.map(({ label }) => ['wheel-number', label]));
  compartments.forEach(({ label }, index) => {
    const [x, y] = polar(148.5, index * step, C).map((value) => value.toFixed(2)), turn = (index * step).toFixed(3);
    picture.append(fit(svg('text', {
      class: 'wheel-number', x, y, transform: `rotate(${turn} ${x} ${y})`, 'text-anchor': 'middle', 'dominant-baseline': 'central',
    }, label), { size: 15.5, wide: chord(142, step) - 4 }));
  });
  let frets = '';
  for (let index = 0; index < compartments.length; index += 1) {
    const angle = (index - 0.5) * step, [x0, y0] = polar(97, angle, C), [x1, y1] = polar(165, angle, C);
    frets += `M${x0.toFixed(2)} ${y0.toFixed(2)}L${x1.toFixed(2)} ${y1.toFixed(2)}`;
  }
  picture.append(
    svg('path', { d: frets, stroke: 'var(--fret)', 'stroke-width': 1.15 }),
    ring(165, { stroke: `url(#${id('gold')})`, 'stroke-width': 2.6 }),
    ring(131, { stroke: `url(#${id('gold')})`, 'stroke-width': 1.7 }),
    ring(97, { stroke: `url(#${id('gold')})`, 'stroke-width': 2.4 }),
    svg('circle', { cx: C, cy: C, r: 95.8, fill: `url(#${id('cone')})` }),
  );
  let grain = '';
  for (let index = 0; index < 24; index += 1) {
    const [x0, y0] = polar(34, index * 15, C), [x1, y1] = polar(94, index * 15, C);
    grain += `M${x0.toFixed(1)} ${y0.toFixed(1)}L${x1.toFixed(1)} ${y1.toFixed(1)}`;
  }
  picture.append(svg('path', { d: grain, stroke: 'var(--ink-print)', 'stroke-opacity': 0.16, 'stroke-width': 1.2 }), ring(62, { stroke: 'var(--fret)', 'stroke-opacity': 0.25, 'stroke-width': 1 }));
  for (let index = 0; index < 4; index += 1) {
    const [x, y] = polar(54, index * 90, C);
    picture.append(
      svg('path', { d: `M${C - 3.4} ${C - 16}L${C - 2.2} ${C - 52}H${C + 2.2}L${C + 3.4} ${C - 16}Z`, fill: `url(#${id('gold')})`, stroke: 'var(--turret-4)', 'stroke-width': 0.7, transform: `rotate(${index * 90} ${C} ${C})` }),
      svg('circle', { cx: x, cy: y, r: 7.2, fill: `url(#${id('turret')})`, stroke: 'var(--turret-4)', 'stroke-width': 0.7 }),
    );
  }
  picture.append(
    svg('circle', { cx: C, cy: C, r: 24, fill: `url(#${id('turret')})`, stroke: 'var(--turret-4)', 'stroke-width': 0.8 }),
    ring(16, { stroke: 'var(--turret-4)', 'stroke-opacity': 0.5, 'stroke-width': 1 }),
    svg('circle', { cx: C, cy: C, r: 9.5, fill: `url(#${id('turret')})`, stroke: 'var(--turret-4)', 'stroke-opacity': 0.6, 'stroke-width': 0.6 }),
  );
  return picture;
}

/** The reflection on top. */
export const gloss = () => svg(
  'svg', { ...BOX, class: 'wheel-gloss' },
  svg('ellipse', { cx: 146, cy: 88, rx: 122, ry: 56, fill: 'var(--white)', 'fill-opacity': 0.06, transform: 'rotate(-28 146 88)' }),
);

/** Colors of the insignia of a Big Six wheel. @type {Record<string, {fill: string, ink: string}>} */
export const INSIGNIA = {
  $1: { fill: 'var(--stop-1)', ink: 'var(--white)' },
  $2: { fill: 'var(--stop-2)', ink: 'var(--stop-2-ink)' },
  $5: { fill: 'var(--stop-5)', ink: 'var(--white)' },
  $10: { fill: 'var(--stop-10)', ink: 'var(--white)' },
  $20: { fill: 'var(--stop-20)', ink: 'var(--white)' },
  joker: { fill: 'var(--stop-joker)', ink: 'var(--winner)' },
  flag: { fill: 'var(--stop-flag)', ink: 'var(--stop-flag-ink)' },
};
const OTHER = { fill: 'var(--box-other)', ink: 'var(--white)' };
/** @param {string} label */
export const insignia = (label) => INSIGNIA[label] ?? OTHER;
/** The sign of a stop: the amount, or a symbol for the joker and the flag. @param {string} label */
export const sign = (label) => ({ joker: '★', flag: '⚑' })[label] ?? label;

/** A Big Six wheel: stops, pegs between them, a star in the center. @param {Ids} id @param {Compartment[]} stops */
export function bigSix(id, stops) {
  const picture = svg('svg', turning(12)), step = 360 / stops.length;
  picture.append(svg(
    'defs', {}, gold(id),
    gradient('radial', id('hub'), [[0, 'var(--hub-1)'], [0.7, 'var(--hub-2)'], [1, 'var(--hub-3)']], { cx: 0.42, cy: 0.36 }),
    gradient('radial', id('shade'), [[0.4, 'var(--white)', 0.06], [0.8, 'var(--ink-print)', 0.02], [1, 'var(--ink-print)', 0.42]], { cx: 0.45, cy: 0.4 }),
    gradient('radial', id('turret'), [[0, 'var(--turret-1)'], [0.4, 'var(--turret-2)'], [0.8, 'var(--turret-3)'], [1, 'var(--turret-4)']], { cx: 0.4, cy: 0.34 }),
  ));
  picture.append(svg('circle', { cx: C, cy: C, r: 186, fill: 'var(--wheel-six-bed)' }), ring(180, { stroke: `url(#${id('gold')})`, 'stroke-width': 8 }));
  measure(stops.map(({ label }) => ['wheel-stop', sign(label)]));
  stops.forEach(({ label }, index) => {
    const from = (index - 0.5) * step, to = (index + 0.5) * step, { fill, ink } = insignia(label);
    const words = sign(label), radius = 152, [x, y] = polar(radius, index * step, C).map((value) => value.toFixed(2));
    // A stop is narrow and deep: text runs along the spoke, a single sign is upright under the clapper.
    const turn = (index * step - (words.length > 1 ? 90 : 0)).toFixed(3), size = Math.min(15, chord(radius - 12, step) - 1);
    picture.append(
      svg('path', { d: sector(76, 175, from, to, C), fill, stroke: 'var(--fret)', 'stroke-opacity': 0.7, 'stroke-width': 0.8 }),
      fit(svg('text', {
        class: 'wheel-stop', x, y, fill: ink, 'text-anchor': 'middle', 'dominant-baseline': 'central', transform: `rotate(${turn} ${x} ${y})`,
      }, words), { size, wide: words.length > 1 ? 38 : chord(radius - 6, step) - 2 }),
    );
    const [px, py] = polar(180, (index - 0.5) * step, C);
    picture.append(svg('circle', { cx: px.toFixed(2), cy: py.toFixed(2), r: 2.6, fill: `url(#${id('turret')})`, stroke: 'var(--brass-line)', 'stroke-width': 0.5 }));
  });
  picture.append(
    svg('circle', { cx: C, cy: C, r: 176, fill: `url(#${id('shade')})` }),
    svg('circle', { cx: C, cy: C, r: 76, fill: `url(#${id('hub')})`, stroke: `url(#${id('gold')})`, 'stroke-width': 4 }),
  );
  let star = '';
  for (let index = 0; index < 12; index += 1) {
    const [x, y] = polar(index % 2 ? 30 : 66, index * 30, C);
    star += `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  picture.append(
    svg('path', { d: `${star}Z`, fill: `url(#${id('gold')})`, stroke: 'var(--turret-4)', 'stroke-width': 0.8 }),
    svg('circle', { cx: C, cy: C, r: 17, fill: `url(#${id('turret')})`, stroke: 'var(--turret-4)', 'stroke-width': 0.8 }),
  );
  return picture;
}

/** The frame of a Big Six wheel, with the clapper on top. @param {Ids} id */
export function stand(id) {
  return svg(
    'svg', { ...BOX, class: 'wheel-bowl' },
    svg('defs', {}, gradient('radial', id('wood'), [[0.86, 'var(--six-wood-inner)'], [0.93, 'var(--ball-track)'], [0.97, 'var(--ball-track-outer)'], [1, 'var(--wood-edge)']])),
    svg('circle', { cx: C, cy: C, r: 199, fill: `url(#${id('wood')})` }),
    ring(197.6, { stroke: 'var(--gold)', 'stroke-width': 2 }),
  );
}

export const clapper = () => svg(
  'svg', { viewBox: '-14 -10 28 44', class: 'wheel-clapper', 'aria-hidden': 'true' },
  svg('path', { d: 'M-9-6H9L3 30Q0 36-3 30Z', fill: 'var(--brass-3)', stroke: 'var(--brass-line)', 'stroke-width': 1.2 }),
  svg('path', { d: 'M-5-4H5L1.6 24Q0 28-1.6 24Z', fill: 'var(--brass-1)', 'fill-opacity': 0.55 }),
  svg('circle', { cx: 0, cy: -2, r: 4.2, fill: 'var(--brass-dark)', stroke: 'var(--brass-light)', 'stroke-width': 1 }),
);
