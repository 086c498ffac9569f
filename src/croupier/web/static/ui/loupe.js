// @ts-check
/** A magnifying glass above the aiming finger, because spots on a phone are smaller than a fingertip. */
import { html, scope, svg } from '../core/svg.js';

const SIZE = 148;
const ZOOM = 1.6;

export class Loupe {
  #felt;
  #chips;
  #view = svg('svg', { width: SIZE, height: SIZE, 'aria-hidden': 'true' });
  #words = html('b');
  #root = html('div', { class: 'loupe', 'aria-hidden': 'true' }, this.#words, this.#view);
  #side = 0;

  /** @param {SVGElement} felt @param {HTMLElement} chips the element drawn over the felt */
  constructor(felt, chips) {
    this.#felt = felt;
    const id = scope('loupe'), picture = chips.querySelector('svg');
    this.#chips = picture;
    this.#felt.id ||= id('felt');
    if (picture) picture.id ||= id('chips');
    document.body.append(this.#root);
  }

  /** @param {number} x @param {number} y @param {string} words @param {string} more */
  move(x, y, words, more) {
    const box = this.#felt.getBoundingClientRect(), view = /** @type {SVGSVGElement} */ (this.#felt).viewBox.baseVal;
    const scale = Math.min(box.width / view.width, box.height / view.height);
    const left = (box.width - view.width * scale) / 2, top = (box.height - view.height * scale) / 2;
    const u = view.x + (x - box.x - left) / scale, v = view.y + (y - box.y - top) / scale, reach = SIZE / (scale * ZOOM);
    this.#view.setAttribute('viewBox', `${u - reach / 2} ${v - reach / 2} ${reach} ${reach}`);
    if (!this.#view.firstChild) {
      const same = { x: view.x, y: view.y, width: view.width, height: view.height };
      this.#view.append(svg('use', { href: `#${this.#felt.id}`, ...same }));
      if (this.#chips) this.#view.append(svg('use', { href: `#${this.#chips.id}`, ...same }));
    }
    this.#words.replaceChildren(words, html('small', {}, more));
    this.#words.hidden = !words;
    const px = Math.max(4, Math.min(innerWidth - SIZE - 4, x - SIZE / 2));
    const over = y - SIZE - 56;
    this.#side = over > 8 ? over : y + 56;
    this.#root.style.transform = `translate(${Math.round(px)}px, ${Math.round(this.#side)}px)`;
  }

  close() {
    this.#root.remove();
  }
}
