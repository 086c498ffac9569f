// @ts-check
/** Draws the boxes and labels of a layout from the card's drawing. */
import { fit, fitAlike, measure } from '../core/fit.js';
import { t } from '../core/language.js';
import { gradient, svg } from '../core/svg.js';
import { odds } from '../core/money.js';
import { insignia, sign } from './wheel-drawing.js';
import { boxWords } from './card-words.js';

/** @typedef {Service.Rect} Rect by its center */
/** @typedef {Service.DrawnBox} Box */
/** @typedef {Service.DrawnSpot} Spot */
/** @typedef {Service.LayoutDrawing} Drawing */
/** @typedef {(name: string) => string} Ids */

const SECTION = /^(\d) (black|blue|gold|red|purple|green)$/;
const LIST = /^\d+(-\d+)+$/;
const NUMBER = /^\d+$/;
const COLUMN = '2 to 1';
/** The radius of a chip, by orientation. */
export const RADIUS = { landscape: 16.5, portrait: 14.5 };
/** The gap between a label and its chip or the edge of its box. */
const GAP = 4;
/** Maximum distance of a label from the middle of its box. */
const ASTRAY = 20;
/** @type {Record<string, string>} */
const SWATCH = { black: 'var(--black)', blue: 'var(--swatch-blue)', gold: 'var(--swatch-gold)', red: 'var(--red)', purple: 'var(--swatch-purple)', green: 'var(--swatch-green)' };

/** @param {Ids} id */
export const paints = (id) => svg(
  'defs', {},
  gradient('linear', id('red'), [[0, 'var(--box-red-high)'], [1, 'var(--box-red-low)']], { x1: 0, y1: 0, x2: 0, y2: 1 }),
  gradient('linear', id('black'), [[0, 'var(--box-black-high)'], [1, 'var(--box-black-low)']], { x1: 0, y1: 0, x2: 0, y2: 1 }),
  gradient('linear', id('green'), [[0, 'var(--box-green-high)'], [1, 'var(--box-green-low)']], { x1: 0, y1: 0, x2: 0, y2: 1 }),
  gradient('radial', id('glass'), [[0, 'var(--white)'], [0.45, 'var(--glass)'], [1, 'var(--glass-low)']], { cx: 0.38, cy: 0.3 }),
  svg('pattern', { id: id('hatch'), width: 9, height: 9, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    svg('rect', { width: 9, height: 9, fill: 'var(--cover-weave-1)' }), svg('rect', { width: 4.5, height: 9, fill: 'var(--cover-weave-2)' })),
);

/** @param {Rect} rect */
const corners = ({ x, y, width, height }) => ({ x: x - width / 2, y: y - height / 2, width, height });

/** The outline of a zero's box, which ends in a point away from the numbers. @param {Rect} rect @param {boolean} portrait */
function pointed({ x, y, width, height }, portrait) {
  const left = x - width / 2, right = x + width / 2, top = y - height / 2, bottom = y + height / 2;
  const nib = 13;
  return portrait
    ? `M${left} ${top + nib}L${x} ${top}L${right} ${top + nib}V${bottom}H${left}Z`
    : `M${left + nib} ${top}H${right}V${bottom}H${left + nib}L${left} ${y}Z`;
}

/** @typedef {{chip: [number, number], fan: [number, number]}} Place of a chip, and how far further chips are fanned out */

/**
 * The place of chips on a spot: exactly on it, or at the end of a large printed box, so that its label stays visible.
 * @param {Spot} spot
 * @param {Drawing} drawing
 * @param {boolean} flat
 * @returns {Place}
 */
export function standing({ rect }, drawing, flat) {
  const box = drawing.boxes.find((each) => each.rect.x === rect.x && each.rect.y === rect.y && !/^\d+$/.test(each.label));
  if (box && flat) return besideInsignia(box.rect, drawing.orientation === 'portrait');
  return box ? shared(box, drawing.orientation === 'portrait') : { chip: [rect.x, rect.y], fan: [1, 1] };
}

/**
 * Divides a box between its label and its chips: side by side, or the chips after the label.
 * @param {Box} box
 * @param {boolean} portrait
 * @returns {Place & {x: number, y: number, wide: number, turned: boolean, beside: boolean}}
 */
function shared({ label, rect: { x, y, width, height } }, portrait) {
  const radius = portrait ? RADIUS.portrait : RADIUS.landscape;
  const turned = height > width * (portrait ? 0.8 : 1);
  if (portrait ? turned && height < 100 : label === '2 to 1') {
    const chip = Math.min(portrait ? 13 : 12, width / 2 - radius - 2);
    return { chip: [x + chip, y], fan: [0.05, 1], x: x - Math.min(17, width / 2 - 8), y, wide: height - 2 * GAP, turned: true, beside: true };
  }
  const along = turned ? height : width, fan = 0.3, reach = radius * (1 + fan);
  const end = LIST.test(label) ? along / 2 : Math.min(along / 2, turned ? 62 : 72);
  const chip = end - reach - 1, from = GAP - along / 2, to = chip - reach - GAP / 2;
  const middle = LIST.test(label) ? (from + to) / 2 : Math.max((from + to) / 2, -ASTRAY), wide = 2 * Math.min(middle - from, to - middle);
  return turned
    ? { chip: [x, y + chip], fan: [Math.min(1, (width / 2 - radius) / radius), fan], x, y: y + middle, wide, turned, beside: false }
    : { chip: [x + chip, y], fan: [fan, 0.5], x: x + middle, y, wide, turned, beside: false };
}

/** The place of chips in a Big Six box: below its insignia, or after it if the boxes are stacked.
 * @param {Rect} rect @param {boolean} portrait @returns {Place} */
function besideInsignia({ x, y, width, height }, portrait) {
  const radius = portrait ? RADIUS.portrait : RADIUS.landscape;
  return width > height
    ? { chip: [x + 54, y], fan: [1, 0.9] }
    : { chip: [x, y + Math.min(height / 2 - radius * 1.75, 18 + height * 0.17)], fan: [1, 1] };
}

/**
 * A Big Six layout with a taller row or a wider column of boxes, to fill the available space.
 * @param {Drawing} drawing
 * @param {number} ratio width to height of the space
 * @param {number} pad around the drawing
 * @returns {Drawing}
 */
export function stretched(drawing, ratio, pad) {
  const lying = drawing.width > drawing.height, edge = 2 * pad;
  const wanted = lying ? (drawing.width + edge) / ratio - edge : (drawing.height + edge) * ratio - edge, had = lying ? drawing.height : drawing.width;
  const by = Math.min(lying ? 2.5 : 2.2, Math.max(1, wanted / had)), [kx, ky] = lying ? [1, by] : [by, 1];
  const scaled = (/** @type {Rect} */ { x, y, width, height }) => ({ x: x * kx, y: y * ky, width: width * kx, height: height * ky });
  return {
    ...drawing, width: drawing.width * kx, height: drawing.height * ky,
    boxes: drawing.boxes.map((box) => ({ ...box, rect: scaled(box.rect) })),
    spots: drawing.spots.map((spot) => ({ ...spot, rect: scaled(spot.rect) })),
  };
}

/** The outline of a box. @param {Box} box @param {boolean} portrait */
export function outline(box, portrait) {
  return box.label === '0' || box.label === '00'
    ? svg('path', { d: pointed(box.rect, portrait) })
    : svg('rect', corners(box.rect));
}

/** @param {string} kind */
const look = (kind) => ({ class: `print ${kind}` });

/**
 * @param {string} words
 * @param {{x: number, y: number, kind: string, size: number, wide: number, turned?: boolean}} how
 */
function print(words, { x, y, kind, size, wide, turned = false }) {
  return fit(svg('text', {
    ...look(kind), x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central',
    transform: turned ? `rotate(-90 ${x} ${y})` : null,
  }, words), { size, wide });
}

/** Measures what most boxes say before they are printed, at once. @param {Box[]} boxes */
export const measured = (boxes) => measure(boxes.map(({ label }) => (
  NUMBER.test(label) ? [look('number').class, label] : [look(label === COLUMN ? 'column' : 'outside').class, boxWords(label)])));

/**
 * One printed box.
 * @param {Box} box
 * @param {{id: Ids, portrait: boolean, flat: boolean, pays: string | null}} look
 */
export function printed(box, { id, portrait, flat, pays }) {
  const { x, y, width, height } = box.rect, group = svg('g', { class: 'box' }), shape = outline(box, portrait);
  const number = NUMBER.test(box.label);
  group.append(shape);
  if (flat) return bigSixBox(group, shape, box, pays);
  if (box.covered) {
    shape.setAttribute('fill', `url(#${id('hatch')})`);
    shape.setAttribute('class', 'box-cover');
    const size = portrait ? 12 : 13.5, how = { x: portrait ? x : x + 5, kind: 'cover', size, wide: width - (portrait ? 8 : 18) };
    const [first, second = ''] = t('table.not-in-play').split('|');
    group.append(print(first, { ...how, y: y - size * 0.62 }), print(second, { ...how, y: y + size * 0.62 }));
    return group;
  }
  if (number) {
    shape.setAttribute('fill', `url(#${id(box.color)})`);
    const zero = box.label === '0' || box.label === '00';
    group.append(print(box.label, {
      x: zero && !portrait ? x + 5 : x, y: zero && portrait ? y + 4 : y, kind: 'number', size: portrait ? 23 : 30, wide: width * 0.72,
    }));
    return group;
  }
  shape.setAttribute('fill', 'var(--white)');
  shape.setAttribute('fill-opacity', '0.035');
  const section = SECTION.exec(box.label), room = shared(box, portrait), { turned, beside, wide } = room;
  if (box.color === 'red' || box.color === 'black') {
    const size = portrait ? 12.5 : 16, [along, across] = [beside ? height * 0.46 : wide / 2, beside ? 13 : (turned ? width : height) * 0.42];
    const [rx, ry] = turned ? [across, along] : [along, across];
    group.append(
      svg('path', { class: 'diamond', d: `M${room.x - rx} ${room.y}L${room.x} ${room.y - ry}L${room.x + rx} ${room.y}L${room.x} ${room.y + ry}Z`, fill: `url(#${id(box.color)})` }),
      print(boxWords(box.label), { ...room, kind: 'outside', size, wide: 2 * along * (1 - (size * 0.37) / across) }),
    );
  } else if (section) {
    group.append(...printedSection(boxWords(box.label), section[2], box.rect, room));
  } else {
    const list = LIST.test(box.label), column = box.label === COLUMN;
    const size = list ? (portrait ? 14 : 18) : column ? (portrait ? 15 : 19) : (portrait ? (height < 100 ? 13 : 16) : (width < 150 ? 17 : 20));
    group.append(print(list ? box.label.replaceAll('-', ' · ') : boxWords(box.label), { ...room, kind: column ? 'column' : 'outside', size }));
  }
  return group;
}

/** Gives adjacent labels one size. @param {[Box, SVGElement][]} boxes with their printed groups */
export function printedAlike(boxes) {
  /** @type {Map<string, SVGElement[]>} */
  const rows = new Map();
  for (const [{ label, color, rect: { width, height } }, group] of boxes) {
    const text = /** @type {SVGElement | null} */ (group.querySelector('.outside'));
    if (!text) continue;
    const key = [width, height, SECTION.test(label), color === 'plain'].join();
    rows.set(key, [...rows.get(key) ?? [], text]);
  }
  for (const texts of rows.values()) fitAlike(texts);
}

/**
 * A color section: its label above a bar of its color, or on it if the chip is next to the label.
 * @param {string} words @param {string} color @param {Rect} rect @param {ReturnType<typeof shared>} room
 */
function printedSection(words, color, { x, y, width, height }, room) {
  const paint = { fill: SWATCH[color], stroke: 'var(--emblem-clapper)', 'stroke-width': 0.8 };
  if (!room.beside) {
    return [
      svg('rect', { x: x - width / 2 + 6, y: y + height / 2 - 12, width: width - 12, height: 7, rx: 3.5, ...paint }),
      print(words, { ...room, y: y - 4, kind: 'outside', size: 15 }),
    ];
  }
  return [
    svg('rect', { x: room.x - 7, y: y - height / 2 + GAP, width: 14, height: height - 2 * GAP, rx: 4, ...paint }),
    print(words, { ...room, wide: room.wide - 6, kind: `outside${color === 'gold' ? ' is-dark' : ''}`, size: 11.5 }),
  ];
}

/** The insignia and its odds: above the chips, or before them if the boxes are stacked.
 * @param {SVGElement} group @param {SVGElement} shape @param {Box} box @param {string | null} pays */
function bigSixBox(group, shape, box, pays) {
  const { x, y, width, height } = box.rect, { fill, ink } = insignia(box.label), lying = width > height;
  const left = x - width / 2, top = y - height / 2, high = Math.min(1.25, Math.max(1, height / 180));
  const words = (/** @type {string} */ text, /** @type {number} */ tx, /** @type {number} */ ty, /** @type {number} */ size, /** @type {number} */ wide) => fit(
    svg('text', { class: 'insignia', x: tx, y: ty, fill: ink, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, text), { size, wide });
  const paid = pays ? odds(pays) : box.label;
  shape.setAttribute('fill', fill);
  group.append(
    svg('rect', { x: left + 4, y: top + 4, width: width - 8, height: height - 8, rx: 4, fill: 'none', stroke: ink, 'stroke-opacity': 0.45, 'stroke-width': 1 }),
    ...(lying
      ? [words(sign(box.label), left + 44, y, 32, 62), words(paid, left + 112, y, 15, 62)]
      : [words(sign(box.label), x, top + 26 * high, 37 * high, width - 16), words(paid, x, top + 55 * high, 14.5 * high, width - 16)]),
  );
  return group;
}

/** The crown that marks the winning number. @param {Ids} id */
export const crown = (id) => svg(
  'g', { class: 'crown', 'aria-hidden': 'true' },
  svg('ellipse', { cx: 0, cy: 13, rx: 15, ry: 5.5, fill: 'var(--ink-print)', 'fill-opacity': 0.5 }),
  svg('path', { d: 'M-11 12Q0 17 11 12L9 4Q0 8-9 4Z', fill: 'var(--crown-base)', stroke: 'var(--brass-line)', 'stroke-width': 0.8 }),
  svg('path', { d: 'M-12.5 5.5-15-9-7.2-2.6 0-15 7.2-2.6 15-9 12.5 5.5Q0 10-12.5 5.5Z', fill: `url(#${id('glass')})`, stroke: 'var(--brass-dark)', 'stroke-width': 1, 'stroke-linejoin': 'round' }),
  svg('circle', { cx: 0, cy: -15.5, r: 2.3, fill: 'var(--crown-pearl)', stroke: 'var(--brass-dark)', 'stroke-width': 0.7 }),
  svg('circle', { cx: -15, cy: -9.6, r: 2, fill: 'var(--crown-pearl)', stroke: 'var(--brass-dark)', 'stroke-width': 0.7 }),
  svg('circle', { cx: 15, cy: -9.6, r: 2, fill: 'var(--crown-pearl)', stroke: 'var(--brass-dark)', 'stroke-width': 0.7 }),
  svg('path', { d: 'M0-3.4 3.2.6 0 4.6-3.2.6Z', fill: 'var(--crown-gem)', stroke: 'var(--crown-gem-line)', 'stroke-width': 0.6 }),
);
