// @ts-check
/**
 * <cr-track>: the wheel replica of a table that accepts wagers on neighbors, from the card's `replica`.
 *
 *     track.card = card;                       // hidden when the card has no replica
 *     track.orientation = 'auto';              // as on <cr-board>
 *     track.seat = 4;  track.show(wagers);     // chips on it
 *
 * Events: `cr-bet` {spot, take} and `cr-aim` {spot, name, figures, by}, as on <cr-board>.
 * Keyboard: one tab stop; arrows go around the wheel, Enter and Space place, Backspace and Delete take back.
 */
import { given } from '../core/checked.js';
import { fit, measure } from '../core/fit.js';
import { t } from '../core/language.js';
import { scope, svg } from '../core/svg.js';
import { odds } from '../core/money.js';
import { paints } from './board-drawing.js';
import './cr-chips.js';

/** @typedef {Service.Pocket} Pocket */
/** @typedef {Pick<Service.Card, 'spots' | 'replica' | 'landscape'>} TrackCard */

const PAD = 8;
const UPRIGHT = '(max-width: 700px) and (orientation: portrait)';

/** @param {Pocket} pocket */
const wideOf = ({ outline }) => Math.max(...outline.map(([x]) => x)) - Math.min(...outline.map(([x]) => x));

export class CrTrack extends HTMLElement {
  chips = document.createElement('cr-chips');

  /** @type {TrackCard | null} */
  #given = null;
  get #card() {
    return given(this.#given, 'card');
  }
  /** @type {'landscape' | 'portrait' | 'auto'} */
  #orientation = 'auto';
  #id = scope('track');
  /** @type {Pocket[]} */
  #pockets = [];
  /** @type {Map<string, SVGElement>} */
  #nodes = new Map();
  #svg = svg('svg', { class: 'track-face' });
  #title = svg('text', { class: 'track-title', 'text-anchor': 'middle', 'aria-hidden': 'true' });
  #line = svg('text', { class: 'track-line', 'text-anchor': 'middle', 'aria-hidden': 'true' });
  #focus = 0;
  #size = 18;
  /** The space between the left and right pockets. */
  #inside = 0;
  /** @type {import('./cr-chips.js').Standing[]} */
  #wagers = [];
  #media = matchMedia(UPRIGHT);
  #turn = () => this.#orientation === 'auto' && this.#draw();

  connectedCallback() {
    this.#media.addEventListener('change', this.#turn);
    if (this.#svg.parentNode) return;
    this.append(this.#svg, this.chips);
    this.#listen();
  }

  disconnectedCallback() {
    this.#media.removeEventListener('change', this.#turn);
  }

  /** @param {TrackCard} card */
  set card(card) {
    this.#given = card;
    this.hidden = !card.replica;
    this.#draw();
  }

  /** @param {'landscape' | 'portrait' | 'auto'} orientation */
  set orientation(orientation) {
    this.#orientation = orientation;
    this.#draw();
  }

  /** @param {number | null} seat */
  set seat(seat) {
    this.chips.seat = seat;
    this.chips.show(this.#wagers);
  }

  /** @param {import('./cr-chips.js').Standing[]} wagers */
  show(wagers) {
    this.#wagers = wagers.filter((wager) => (this.#given?.spots[wager.spot]?.parts ?? 1) > 1);
    this.chips.show(this.#wagers);
  }

  #draw() {
    const replica = this.#given?.replica;
    if (!replica) return;
    const upright = this.#orientation === 'auto' ? this.#media.matches : this.#orientation === 'portrait';
    const drawing = upright ? replica.portrait : replica.landscape;
    const { width, height } = drawing;
    this.#pockets = drawing.pockets;
    this.#svg.setAttribute('viewBox', `${-PAD} ${-PAD} ${width + 2 * PAD} ${height + 2 * PAD}`);
    this.#svg.setAttribute('role', 'group');
    this.#svg.setAttribute('aria-label', t('table.wheel-replica-arrow-keys-go-round'));
    this.style.setProperty('--ratio', String((width + 2 * PAD) / (height + 2 * PAD)));
    this.#nodes.clear();
    this.#size = upright ? 18 : 24;
    const covered = new Set((this.#card.landscape?.boxes ?? []).filter((box) => box.covered).map((box) => box.label));
    measure(this.#pockets.map(({ label }) => ['pocket-number', label]));
    const pockets = this.#pockets.map((pocket, index) => this.#pocket(pocket, index, covered.has(pocket.label)));
    for (const [text, dy] of /** @type {[SVGElement, number][]} */ ([[this.#title, upright ? -8 : -6], [this.#line, upright ? 16 : 26]])) {
      text.setAttribute('x', String(width / 2));
      text.setAttribute('y', String(height / 2 + dy));
    }
    this.#inside = width - 2 * Math.max(...this.#pockets.map(wideOf)) - 4 * PAD;
    this.#svg.replaceChildren(paints(this.#id), ...pockets, this.#title, this.#line);
    const at = new Map(this.#pockets.map((pocket) => [pocket.spot, /** @type {[number, number]} */ ([pocket.x, pocket.y])]));
    this.chips.frame = { width, height, pad: PAD, radius: upright ? 14 : 18, at: (spot) => at.get(spot) ?? null };
    this.chips.show(this.#wagers);
    this.#aim(null, 'pointer', false);
  }

  /** @param {Pocket} pocket @param {number} index @param {boolean} covered */
  #pocket(pocket, index, covered) {
    const figures = this.#card.spots[pocket.spot], d = `M${pocket.outline.map((point) => point.join(' ')).join('L')}Z`;
    const node = svg(
      'g', {
        class: `pocket${covered ? ' is-covered' : ''}`, 'data-spot': pocket.spot, role: 'button', tabindex: index === this.#focus ? 0 : -1,
        'aria-label': figures ? t('table.spot-pays', { name: figures.name, numbers: figures.numbers.join(', '), pays: odds(figures.pays) }) : t('table.around-not-in-play', { pocket: pocket.label }),
        'aria-disabled': figures ? null : 'true',
      },
      svg('path', { class: 'pocket-face', d, fill: covered ? `url(#${this.#id('hatch')})` : `url(#${this.#id(pocket.color)})` }),
      svg('path', { class: 'pocket-light', d }),
      fit(svg('text', { class: 'pocket-number', x: pocket.x, y: pocket.y, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, pocket.label), { size: this.#size, wide: wideOf(pocket) * 0.78 }),
    );
    this.#nodes.set(pocket.label, node);
    return node;
  }

  /** @param {Pocket | null} pocket @param {'pointer' | 'keyboard'} by @param {boolean} [tell] */
  #aim(pocket, by, tell = true) {
    const figures = pocket ? this.#card.spots[pocket.spot] : undefined, lit = new Set(figures?.numbers ?? []);
    for (const [label, node] of this.#nodes) {
      node.classList.toggle('is-lit', lit.has(label));
      node.classList.toggle('is-center', pocket?.label === label);
    }
    const around = pocket ? this.#around(pocket) : [];
    this.#title.textContent = figures ? around.join(' · ') : t('table.neighbors-on-the-wheel');
    this.#line.textContent = figures ? t('table.pays-odds', { pays: odds(figures.pays) }) : t('table.touch-the-middle-one-of-the');
    fit(this.#title, { size: this.#size * 1.02, wide: this.#inside });
    fit(this.#line, { size: this.#size * 0.78, wide: this.#inside });
    if (tell) this.dispatchEvent(new CustomEvent('cr-aim', { bubbles: true, detail: { spot: figures ? pocket?.spot : null, name: figures?.name ?? '', figures, by } }));
  }

  /** The numbers that a pocket's wager covers, from the service, in wheel order. @param {Pocket} pocket */
  #around(pocket) {
    const lit = new Set(this.#card.spots[pocket.spot]?.numbers ?? []), count = this.#pockets.length, center = this.#pockets.indexOf(pocket);
    const labels = [];
    for (let step = -count / 2; step < count / 2; step += 1) {
      const { label } = this.#pockets[(center + Math.ceil(step) + count) % count];
      if (lit.has(label)) labels.push(label);
    }
    return labels;
  }

  #listen() {
    const pocketOf = (/** @type {EventTarget | null} */ target) => {
      const node = target instanceof Element ? target.closest('.pocket') : null;
      return this.#pockets.find((pocket) => pocket.spot === node?.getAttribute('data-spot')) ?? null;
    };
    const bet = (/** @type {Pocket | null} */ pocket, take = false) =>
      pocket && this.dispatchEvent(new CustomEvent('cr-bet', { bubbles: true, detail: { spot: pocket.spot, take } }));
    this.addEventListener('focusin', (event) => this.#aim(pocketOf(event.target), 'keyboard'));
    this.addEventListener('focusout', () => this.#aim(null, 'keyboard'));
    this.#svg.addEventListener('pointerover', (event) => this.#aim(pocketOf(event.target), 'pointer'));
    this.#svg.addEventListener('pointerleave', () => this.#aim(null, 'pointer'));
    this.#svg.addEventListener('click', (event) => bet(pocketOf(event.target)));
    this.#svg.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      if (!(event instanceof PointerEvent && event.pointerType === 'touch')) bet(pocketOf(event.target), true);
    });
    this.addEventListener('keydown', (event) => {
      const way = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 })[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (way) this.#rove((this.#focus + way + this.#pockets.length) % this.#pockets.length);
      else if (event.key === 'Enter' || event.key === ' ') bet(this.#pockets[this.#focus]);
      else if (event.key === 'Backspace' || event.key === 'Delete') bet(this.#pockets[this.#focus], true);
      else return;
      event.preventDefault();
    });
  }

  /** @param {number} index */
  #rove(index) {
    this.#nodes.get(this.#pockets[this.#focus].label)?.setAttribute('tabindex', '-1');
    this.#focus = index;
    const node = this.#nodes.get(this.#pockets[index].label);
    node?.setAttribute('tabindex', '0');
    node?.focus();
  }
}

customElements.define('cr-track', CrTrack);
