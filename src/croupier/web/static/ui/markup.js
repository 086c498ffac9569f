// @ts-check
/** Updates elements of a page; `core/svg.js` creates them. Texts are sanitized here too. */
import { given, instance } from '../core/checked.js';
import { harmless } from '../core/text.js';

/**
 * Replaces the children of an element; null and false are omitted.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function fill(element, ...children) {
  const kept = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...kept.map((child) => (typeof child === 'string' ? harmless(child) : /** @type {Node} */ (child))));
}

/**
 * The element with the id; throws if it is missing.
 * @param {string} id
 * @returns {HTMLElement}
 */
export const byId = (id) => given(document.getElementById(id), `#${id}`);

/**
 * The same as an instance of the class: `control('file', HTMLInputElement).files`.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new (...parts: never[]) => T} kind
 * @returns {T}
 */
export const control = (id, kind) => instance(byId(id), kind);

/**
 * The only element with the tag name: `only('cr-board').show(wagers)`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @returns {HTMLElementTagNameMap[T]}
 */
export const only = (name) => given(document.querySelector(name), `<${name}>`);

/**
 * Sets the text of an element only if it differs, so that nothing is announced or painted twice.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  const said = harmless(text);
  if (element.textContent !== said) element.textContent = said;
}
