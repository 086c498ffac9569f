// @ts-check
/**
 * Creates elements without markup strings: text stays text, and the content security policy stays strict.
 *
 * - `svg(tag, attributes, ...children)` and `html(tag, attributes, ...children)` create one element. An attribute that
 *   is null, undefined or false is omitted; true becomes an empty string; `on…` attributes take a listener;
 *   `class` and `dataset` work as expected.
 * - `scope(prefix)` creates ids of one instance, so that a wall of boards has no duplicate ids.
 * - `still()` tells whether the person prefers reduced motion.
 *
 * Displayed texts are sanitized, whoever wrote them: see `core/text.js`.
 */
import { harmless } from './text.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Attributes with text for people. */
const READ = new Set(['aria-label', 'title', 'alt', 'placeholder']);

/** @typedef {Record<string, unknown>} Attributes */
/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === 'dataset') {
      for (const [key, text] of Object.entries(/** @type {object} */ (value))) {
        /** @type {HTMLElement} */ (element).dataset[key] = String(text);
      }
    } else {
      const text = value === true ? '' : String(value);
      element.setAttribute(name, READ.has(name) ? harmless(text) : text);
    }
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : harmless(String(child)));
  }
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  fill(element, attributes, children);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

let instances = 0;

/**
 * Ids of one instance: `scope('wheel')('wood')` is `wheel3-wood`.
 * @param {string} prefix
 * @returns {(name: string) => string}
 */
export function scope(prefix) {
  const instance = ++instances;
  return (name) => `${prefix}${instance}-${name}`;
}

/**
 * A gradient for use as a color.
 * @param {'linear' | 'radial'} kind
 * @param {string} id
 * @param {[offset: number, color: string, opacity?: number][]} stops
 * @param {Attributes} [attributes]
 */
export function gradient(kind, id, stops, attributes = {}) {
  return svg(
    `${kind}Gradient`,
    { id, ...attributes },
    ...stops.map(([offset, color, opacity]) =>
      svg('stop', { offset, 'stop-color': color, 'stop-opacity': opacity ?? null })),
  );
}

/** @param {number} radius @param {number} degrees clockwise from the top @param {number} [center] */
export function polar(radius, degrees, center = 0) {
  const angle = (degrees * Math.PI) / 180;
  return /** @type {[number, number]} */ ([center + radius * Math.sin(angle), center - radius * Math.cos(angle)]);
}

/** The outline of a ring's sector. @param {number} inner @param {number} outer @param {number} from @param {number} to
 * @param {number} [center] */
export function sector(inner, outer, from, to, center = 0) {
  const at = (/** @type {number} */ radius, /** @type {number} */ degrees) =>
    polar(radius, degrees, center).map((value) => value.toFixed(2)).join(' ');
  const wide = Math.abs(to - from) > 180 ? 1 : 0;
  return `M${at(outer, from)}A${outer} ${outer} 0 ${wide} 1 ${at(outer, to)}`
    + `L${at(inner, to)}A${inner} ${inner} 0 ${wide} 0 ${at(inner, from)}Z`;
}

export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
