// @ts-check
/** A result in a small box of its compartment's color, as on the board over a table. */
import { html as h } from '../core/svg.js';
import { insignia, sign } from './wheel-drawing.js';
import { resultSign } from './words.js';

const SETTLING = new Set(['crowned', 'collected', 'paid']);

/**
 * The last results as the board over a table shows them, oldest first: with the number of this round from the crown on.
 * @param {{phase: string, result: string, results: string[]}} table
 */
export const posted = ({ phase, result, results }) => (SETTLING.has(phase) && result ? [...results, result] : results);

/**
 * A stop without a number has its insignia, and its name for who cannot see it.
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
