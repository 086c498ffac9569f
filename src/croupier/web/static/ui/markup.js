// @ts-check
/** Changing what stands on a page, beside `core/svg.js`, which makes elements. Texts become harmless here, too. */
import { harmless } from '../core/text.js';

/**
 * Puts these and nothing else into an element; what is null or false is left out.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function fill(element, ...children) {
  const kept = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...kept.map((child) => (typeof child === 'string' ? harmless(child) : /** @type {Node} */ (child))));
}

/**
 * The element of the page with that id; a page without it is broken, and says so.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

/**
 * Sets the text of an element only when it differs, so that nothing is announced or painted twice.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  const said = harmless(text);
  if (element.textContent !== said) element.textContent = said;
}
