// @ts-check
/** A result in a small box of its compartment's color, as on a table's display. */
import { isCrowned } from '../core/phases.js';
import { html as h } from '../core/svg.js';
import { resultSign } from './display-format.js';
import { insignia, sign } from './wheel-drawing.js';

/**
 * The results on a table's display, oldest first, including this round's number once it is crowned.
 * @param {{phase: string, result: string, results: string[]}} table
 */
export const posted = ({ phase, result, results }) => (isCrowned(phase) && result ? [...results, result] : results);

/** The width in characters of a box for any of these labels, at least two. @param {string[]} labels */
export const longest = (labels) => Math.max(2, ...labels.map((label) => sign(label).length));

/**
 * A box with the number; a stop without a number shows its insignia, with its name for screen readers.
 * @param {string} number
 * @param {string | undefined} color of its compartment; `plain` for a stop of the Big Six wheel
 * @param {'b' | 'i' | 'li'} [tag]
 */
export function resultBox(number, color, tag = 'b') {
  const drawn = sign(number);
  const box = h(
    tag,
    { class: `result ${color ?? 'plain'}` },
    ...(drawn === number ? [number] : [h('span', { 'aria-hidden': 'true' }, drawn), h('span', { class: 'sr-only' }, resultSign(number))]),
  );
  if (color === 'plain') {
    const { fill, ink } = insignia(number);
    box.style.background = fill;
    box.style.color = ink;
  }
  return box;
}
