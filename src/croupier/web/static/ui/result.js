// @ts-check
/** A result in a small box of its compartment's color, as on the board over a table. */
import { html as h } from '../core/svg.js';
import { insignia } from './wheel-drawing.js';
import { resultSign } from './words.js';

/**
 * @param {string} number
 * @param {string | undefined} color of its compartment; `plain` for a stop of the Big Six wheel
 * @param {'b' | 'li'} [tag]
 */
export function resultBox(number, color, tag = 'b') {
  const box = h(tag, { class: `result ${color ?? 'plain'}` }, resultSign(number));
  if (color === 'plain') {
    const { fill, ink } = insignia(number);
    box.style.background = fill;
    box.style.color = ink;
  }
  return box;
}
