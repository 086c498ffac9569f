// @ts-check
/** Runtime checks of what the type checker cannot know; they throw if a page is broken. */

/**
 * The value; throws if it is missing.
 * @template T
 * @param {T | null | undefined} value
 * @param {string} name
 * @returns {T}
 */
export function given(value, name) {
  if (value === null || value === undefined) throw new Error(`The page has no ${name}.`);
  return value;
}

/**
 * The value as an instance of the class: `instance(event.target, HTMLInputElement).value`.
 * @template T
 * @param {unknown} value
 * @param {new (...parts: never[]) => T} kind
 * @returns {T}
 */
export function instance(value, kind) {
  if (!(value instanceof kind)) throw new Error(`This is no ${kind.name}: ${value}.`);
  return value;
}

/** The message of an error. @param {unknown} trouble */
export const messageOf = (trouble) => (trouble instanceof Error ? trouble.message : String(trouble));

/** The first matching element, or null. @param {ParentNode} place @param {string} selector */
export function one(place, selector) {
  const found = place.querySelector(selector);
  return found && instance(found, HTMLElement);
}

/** All matching elements. @param {ParentNode} place @param {string} selector */
export const all = (place, selector) => [...place.querySelectorAll(selector)].map((each) => instance(each, HTMLElement));
