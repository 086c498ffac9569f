// @ts-check
/**
 * Fits labels of drawings into their space, with whatever fonts a machine has.
 *
 *     fit(text, { size: 17, wide: 83 })      // an SVG text: maximum size and width, in units of its drawing
 *     copied(drawing)                        // a copy of a drawing with its fitted labels
 *     fitAlike(texts)                        // gives fitted labels that belong together one size
 *     const settle = fitField(select)        // fits the chosen option whenever the field's width changes
 *     widthOf('paid', '+$175')               // per unit of its size
 *     measure([['wheel-number', '17'], …])   // before a drawing with many labels: lays the page out once for all of them
 *
 * Widths are measured once per class and text, at one size, outside the drawing: a hundred equal labels cost one
 * measurement, and a drawing can be fitted before it is on the page. The font must therefore depend only on the text's
 * own class. A label that would become too small to read is narrowed instead. When fonts load later, all labels of the
 * page are fitted again.
 */
import { svg } from './svg.js';

/** @typedef {{size: number, wide: number}} Room */

/** The size at which texts are measured. */
const EM = 100;
/** Below this share of the wanted size, glyphs are narrowed. */
const SMALLEST = 0.62;

const paper = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
/** @type {WeakMap<Element, Room>} */
const rooms = new WeakMap();
/** Labels that belong together, by the first of them. @type {WeakMap<Element, SVGElement[]>} */
const rows = new WeakMap();
/** The width of a text per unit of its size, by class and text. @type {Map<string, number>} */
const widths = new Map();
const bench = svg('svg', { class: 'fit-bench', width: 1, height: 1, 'aria-hidden': 'true', focusable: 'false' });
Object.assign(bench.style, { position: 'absolute', left: '0', top: '0', visibility: 'hidden', contain: 'strict', pointerEvents: 'none' });

/** @param {string} kind @param {string} words */
const keyOf = (kind, words) => `${kind}|${words}`;

/** Measures the texts that are not known yet, each in the font of its class. @param {Iterable<[kind: string, words: string]>} labels */
export function measure(labels) {
  /** @type {Map<string, SVGTextElement>} */
  const probes = new Map();
  for (const [kind, words] of labels) {
    const key = keyOf(kind, words);
    if (widths.has(key) || probes.has(key)) continue;
    const probe = /** @type {SVGTextElement} */ (svg('text', { class: kind }, words));
    probe.style.fontSize = `${EM}px`;
    probes.set(key, probe);
  }
  if (!probes.size) return;
  bench.replaceChildren(...probes.values());
  if (!bench.isConnected) document.body.append(bench);
  for (const [key, probe] of probes) {
    const width = probe.getComputedTextLength() / EM;
    if (width) widths.set(key, width);
  }
  bench.replaceChildren();
}

/**
 * The width of a text per unit of its size, in the font of a class.
 * @param {string} kind
 * @param {string} words
 */
export function widthOf(kind, words) {
  measure([[kind, words]]);
  return widths.get(keyOf(kind, words)) ?? 0;
}

/** @param {SVGElement} text @returns {[kind: string, words: string]} */
const labelOf = (text) => [text.getAttribute('class') ?? '', text.textContent ?? ''];

/**
 * Sets the largest size up to `size` at which the text is no wider than `wide`.
 * @template {SVGElement} T
 * @param {T} text
 * @param {Room} room
 * @returns {T}
 */
export function fit(text, room) {
  rooms.set(text, room);
  write(text, room);
  return text;
}

/** @param {SVGElement} text @param {Room} room */
function write(text, { size, wide }) {
  const width = widthOf(...labelOf(text));
  const fitting = width * size > wide ? wide / width : size, least = size * SMALLEST;
  text.setAttribute('font-size', String(Math.round(Math.max(fitting, least) * 100) / 100));
  if (fitting < least) {
    text.setAttribute('textLength', String(wide));
    text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  } else {
    text.removeAttribute('textLength');
  }
}

/** A copy of a drawing whose labels stay fitted. @param {SVGElement} drawing */
export function copied(drawing) {
  const made = /** @type {SVGElement} */ (drawing.cloneNode(true)), texts = made.querySelectorAll('text');
  drawing.querySelectorAll('text').forEach((text, index) => {
    const room = rooms.get(text);
    if (room) rooms.set(texts[index], room);
  });
  return made;
}

/** Gives labels that belong together the size of the smallest. @param {SVGElement[]} texts */
export function fitAlike(texts) {
  const size = Math.min(...texts.map((text) => Number(text.getAttribute('font-size'))));
  for (const text of texts) write(text, { size, wide: rooms.get(text)?.wide ?? Infinity });
  rows.set(texts[0], texts);
}

/**
 * Shrinks the chosen option of a narrow field, because it cannot wrap.
 * @param {HTMLSelectElement} select
 * @returns {() => void} call it after changing the choice from code
 */
export function fitField(select) {
  const settle = () => {
    select.style.fontSize = '';
    const { fontFamily, fontSize, fontWeight, paddingLeft, paddingRight } = getComputedStyle(select), words = select.selectedOptions[0]?.text ?? '';
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight), wanted = parseFloat(fontSize);
    // Glyphs are aligned to whole pixels, so widths do not scale evenly: try each size.
    const wide = (/** @type {number} */ size) => {
      paper.font = `${fontWeight} ${size}px ${fontFamily}`;
      return paper.measureText(words).width;
    };
    let size = wanted;
    while (room > 0 && size > SMALLEST * wanted && wide(size) > room) size -= 0.5;
    if (size < wanted) select.style.fontSize = `${size}px`;
  };
  new ResizeObserver(settle).observe(select);
  select.addEventListener('change', settle);
  return settle;
}

document.fonts.addEventListener('loadingdone', () => {
  widths.clear();
  const texts = /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll('svg text'));
  measure([...texts].filter((text) => rooms.has(text)).map(labelOf));
  for (const text of texts) {
    const room = rooms.get(text);
    if (room) write(text, room);
  }
  for (const text of texts) {
    const row = rows.get(text);
    if (row) fitAlike(row);
  }
});
