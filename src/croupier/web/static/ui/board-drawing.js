// @ts-check
/** What is printed on a layout: boxes with their labels, as the card's drawing says where. */
import { gradient, svg } from '../core/svg.js';
import { odds } from '../core/money.js';
import { insignia, sign } from './wheel-drawing.js';

/** @typedef {{x: number, y: number, width: number, height: number}} Rect by its center */
/** @typedef {{label: string, color: string, covered: boolean, rect: Rect}} Box */
/** @typedef {{id: string, name: string, rect: Rect}} Spot */
/** @typedef {{orientation: string, width: number, height: number, boxes: Box[], spots: Spot[]}} Drawing */
/** @typedef {(name: string) => string} Ids */

const SECTION = /^(\d) (black|blue|gold|red|purple|green)$/;
const LIST = /^\d+(-\d+)+$/;
/** A box so wide has room for a turned label and a chip beside it. */
const ROOMY = 60;
/** @type {Record<string, string>} */
const SWATCH = { black: '#17191d', blue: '#1e5fb0', gold: '#d6a52c', red: '#b3121d', purple: '#6d34a8', green: '#0f7a46' };

/** @param {Ids} id */
export const paints = (id) => svg(
  'defs', {},
  gradient('linear', id('red'), [[0, '#c41d2a'], [1, '#920f1a']], { x1: 0, y1: 0, x2: 0, y2: 1 }),
  gradient('linear', id('black'), [[0, '#272a31'], [1, '#0e1013']], { x1: 0, y1: 0, x2: 0, y2: 1 }),
  gradient('linear', id('green'), [[0, '#0f7d48'], [1, '#085c34']], { x1: 0, y1: 0, x2: 0, y2: 1 }),
  gradient('radial', id('glass'), [[0, '#ffffff'], [0.45, '#ffe9ae'], [1, '#b9822a']], { cx: 0.38, cy: 0.3 }),
  svg('pattern', { id: id('hatch'), width: 9, height: 9, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    svg('rect', { width: 9, height: 9, fill: '#2a1b12' }), svg('rect', { width: 4.5, height: 9, fill: '#3d2a19' })),
);

/** @param {Rect} rect */
const corners = ({ x, y, width, height }) => ({ x: x - width / 2, y: y - height / 2, width, height });

/** A zero's box ends in a point, away from the numbers. @param {Rect} rect @param {boolean} portrait */
function pointed({ x, y, width, height }, portrait) {
  const left = x - width / 2, right = x + width / 2, top = y - height / 2, bottom = y + height / 2;
  const nib = 13;
  return portrait
    ? `M${left} ${top + nib}L${x} ${top}L${right} ${top + nib}V${bottom}H${left}Z`
    : `M${left + nib} ${top}H${right}V${bottom}H${left + nib}L${left} ${y}Z`;
}

/**
 * Where a chip stands on a spot: exactly on it; in a large printed box at its end, so that the label stays in sight.
 * @param {Spot} spot
 * @param {Drawing} drawing
 * @param {number} radius
 * @returns {[number, number]}
 */
export function standing({ rect }, drawing, radius) {
  const box = drawing.boxes.find((each) => each.rect.x === rect.x && each.rect.y === rect.y && !/^\d+$/.test(each.label));
  if (!box) return [rect.x, rect.y];
  const inset = radius + 3, upright = drawing.orientation === 'portrait';
  if (aside(box, upright)) return [rect.x + (upright ? 13 : 12), rect.y];
  if (box.rect.width >= box.rect.height) return [Math.max(rect.x, Math.min(rect.x + rect.width / 2, rect.x + 72) - inset), rect.y];
  return [rect.x, Math.max(rect.y, Math.min(rect.y + rect.height / 2, rect.y + 62) - inset)];
}

/** Whether a chip stands beside the turned label of a box: there is no room after it. @param {Box} box @param {boolean} portrait */
const aside = ({ label, rect }, portrait) => portrait
  ? rect.width >= ROOMY && rect.height > rect.width * 0.8 && rect.height < 100
  : label === '2 to 1';

/** How far a label moves away from a chip after it. @param {Box} box @param {boolean} turned */
const back = ({ rect }, turned) => turned ? (rect.height < 100 ? 9 : 20) : Math.min(20, rect.width * 0.165);

/** The outline of a box. @param {Box} box @param {boolean} portrait */
export function outline(box, portrait) {
  return box.label === '0' || box.label === '00'
    ? svg('path', { d: pointed(box.rect, portrait) })
    : svg('rect', corners(box.rect));
}

/** @param {string} words @param {number} x @param {number} y @param {string} kind @param {boolean} turned @param {number} [size] */
function print(words, x, y, kind, turned, size) {
  return svg('text', {
    class: `print ${kind}`, x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central',
    transform: turned ? `rotate(-90 ${x} ${y})` : null, 'font-size': size ?? null,
  }, words);
}

/**
 * One printed box.
 * @param {Box} box
 * @param {{id: Ids, portrait: boolean, flat: boolean, pays: string | null}} look
 */
export function printed(box, { id, portrait, flat, pays }) {
  const { x, y, width, height } = box.rect, group = svg('g', { class: 'box' }), shape = outline(box, portrait);
  const number = /^\d+$/.test(box.label), turned = portrait && !number && height > width * 0.8 && !flat;
  group.append(shape);
  if (flat) return bigSixBox(group, shape, box, pays);
  if (box.covered) {
    shape.setAttribute('fill', `url(#${id('hatch')})`);
    shape.setAttribute('class', 'box-cover');
    const size = portrait ? 12 : 13.5, shift = portrait ? 0 : 5;
    group.append(
      print('NOT IN', x + shift, y - size * 0.62, 'cover', false, size),
      print('PLAY', x + shift, y + size * 0.62, 'cover', false, size),
    );
    return group;
  }
  if (number) {
    shape.setAttribute('fill', `url(#${id(box.color)})`);
    const zero = box.label === '0' || box.label === '00';
    group.append(print(box.label, zero && !portrait ? x + 5 : x, zero && portrait ? y + 4 : y, 'number', false, portrait ? 23 : 30));
    return group;
  }
  shape.setAttribute('fill', '#fff');
  shape.setAttribute('fill-opacity', '0.035');
  const section = SECTION.exec(box.label), beside = aside(box, portrait), move = back(box, turned);
  const [tx, ty] = beside ? [x - 17, y] : turned ? [x, y - move] : [x - move, y];
  if (box.color === 'red' || box.color === 'black') {
    const rx = beside ? 13 : turned ? width * 0.36 : width * 0.35, ry = beside ? height * 0.46 : turned ? height * 0.34 : height * 0.42;
    group.append(
      svg('path', { class: 'diamond', d: `M${tx - rx} ${ty}L${tx} ${ty - ry}L${tx + rx} ${ty}L${tx} ${ty + ry}Z`, fill: `url(#${id(box.color)})` }),
      print(box.label, tx, ty, 'outside', turned, portrait ? 12.5 : 16),
    );
  } else if (section) {
    const [, count, color] = section, along = turned ? height : width;
    const bar = turned ? { x: x - width / 2 + 4, y: y - along / 2 + 6, width: 7, height: along - 12 } : { x: x - along / 2 + 6, y: y + height / 2 - 12, width: along - 12, height: 7 };
    group.append(
      svg('rect', { ...bar, rx: 3.5, fill: SWATCH[color], stroke: '#f4ead0', 'stroke-width': 0.8 }),
      print(`${count} ${color}`, turned ? tx + 4 : tx, turned ? ty : ty - 4, 'outside', turned, portrait ? 13 : 15),
    );
  } else {
    const size = LIST.test(box.label) ? (portrait ? 14 : 18) : box.label === '2 to 1' ? (portrait ? 15 : 19) : (portrait ? (height < 100 ? 13 : 16) : (width < 150 ? 17 : 20));
    const words = LIST.test(box.label) ? box.label.replaceAll('-', ' · ') : box.label;
    group.append(print(words, tx, ty, box.label === '2 to 1' ? 'column' : 'outside', beside || turned, size));
  }
  return group;
}

/** The insignia and what it pays: above the chips, or before them where the boxes lie one below the other.
 * @param {SVGElement} group @param {SVGElement} shape @param {Box} box @param {string | null} pays */
function bigSixBox(group, shape, box, pays) {
  const { x, y, width, height } = box.rect, { fill, ink } = insignia(box.label), lying = width > height;
  const words = (/** @type {string} */ text, /** @type {number} */ tx, /** @type {number} */ ty, /** @type {number} */ size) =>
    svg('text', { class: 'insignia', x: tx, y: ty, fill: ink, 'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-size': size }, text);
  shape.setAttribute('fill', fill);
  group.append(
    svg('rect', { x: x - width / 2 + 4, y: y - height / 2 + 4, width: width - 8, height: height - 8, rx: 4, fill: 'none', stroke: ink, 'stroke-opacity': 0.45, 'stroke-width': 1 }),
    lying ? words(sign(box.label), x - 92, y, 32) : words(sign(box.label), x, y - 44, 37),
    lying ? words(pays ? odds(pays) : box.label, x - 28, y, 15) : words(pays ? odds(pays) : box.label, x, y - 15, 14.5),
  );
  return group;
}

/** The crown that marks the winning number. @param {Ids} id */
export const crown = (id) => svg(
  'g', { class: 'crown', 'aria-hidden': 'true' },
  svg('ellipse', { cx: 0, cy: 13, rx: 15, ry: 5.5, fill: '#000', 'fill-opacity': 0.5 }),
  svg('path', { d: 'M-11 12Q0 17 11 12L9 4Q0 8-9 4Z', fill: '#8c611c', stroke: '#4b340b', 'stroke-width': 0.8 }),
  svg('path', { d: 'M-12.5 5.5-15-9-7.2-2.6 0-15 7.2-2.6 15-9 12.5 5.5Q0 10-12.5 5.5Z', fill: `url(#${id('glass')})`, stroke: '#6b4a14', 'stroke-width': 1, 'stroke-linejoin': 'round' }),
  svg('circle', { cx: 0, cy: -15.5, r: 2.3, fill: '#fff6d8', stroke: '#6b4a14', 'stroke-width': 0.7 }),
  svg('circle', { cx: -15, cy: -9.6, r: 2, fill: '#fff6d8', stroke: '#6b4a14', 'stroke-width': 0.7 }),
  svg('circle', { cx: 15, cy: -9.6, r: 2, fill: '#fff6d8', stroke: '#6b4a14', 'stroke-width': 0.7 }),
  svg('path', { d: 'M0-3.4 3.2.6 0 4.6-3.2.6Z', fill: '#a3121d', stroke: '#5d0710', 'stroke-width': 0.6 }),
);
