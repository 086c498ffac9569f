// @ts-check
/**
 * <cr-board>: a betting layout, drawn from the card of a table; it knows no odds and no limits of its own.
 *
 *     board.card = card                        // landscape, portrait, spots, wheel, number
 *     board.orientation = 'auto'               // 'landscape' | 'portrait' | 'auto' (portrait on an upright phone)
 *     board.seat = 4                           // whose chips are highlighted; null for all
 *     board.show(wagers)                       // Wager[] of store.js
 *     board.locked = true                      // looks closed; the service refuses bets anyway
 *     board.crown = '17'                       // puts the crown on a number; '' lifts it
 *     board.light(['1', '2'])                  // highlights numbers, for the racetrack
 *     board.win = '17'                         // the winning box glows
 *     board.chips                              // its <cr-chips>, for animations
 *     board.readonly = true                    // no tab stops and no bets (felt, wall, replay)
 *     board.focusSpot('17')
 *
 * Events, all bubbling: `cr-bet` {spot, take}: place a chip there, or take one back;
 * `cr-aim` {spot: id | null, figures, by: 'pointer' | 'keyboard' | 'touch'}.
 *
 * Keyboard: one tab stop; arrows move to the nearest spot in that direction, digits go to a number, Enter and Space
 * place, Backspace and Delete take back. Touch: press aims through a loupe, sliding changes the aim, lifting places.
 */
import { given } from '../core/checked.js';
import { fit } from '../core/fit.js';
import { t } from '../core/language.js';
import { scope, still, svg } from '../core/svg.js';
import { dollars, odds } from '../core/money.js';
import { crown, measured, outline, paints, printed, printedAlike, RADIUS, standing, stretched } from './board-drawing.js';
import { BoardHand } from './board-hand.js';
import { BoardTip } from './board-tip.js';
import './cr-chips.js';

/** @typedef {import('./board-drawing.js').Drawing} Drawing */
/** @typedef {import('./board-drawing.js').Spot} Spot */
/** @typedef {Pick<Service.Card, 'landscape' | 'portrait' | 'spots' | 'flat' | 'number'>} BoardCard */
/** @typedef {import('./cr-chips.js').Standing} Standing */

const PAD = 14;
const UPRIGHT = '(max-width: 700px) and (orientation: portrait)';

export class CrBoard extends HTMLElement {
  /** Formats an amount on a spot. @type {(amount: number) => string} */
  written = dollars;
  chips = document.createElement('cr-chips');

  /** @type {BoardCard | null} */
  #given = null;
  get #card() {
    return given(this.#given, 'card');
  }
  /** @type {Drawing | null} */
  #drawing = null;
  /** @type {'landscape' | 'portrait' | 'auto'} */
  #orientation = 'auto';
  #readonly = false;
  #id = scope('board');
  /** @type {Map<string, Spot>} */
  #spots = new Map();
  /** @type {Map<string, SVGElement>} */
  #hits = new Map();
  /** @type {Map<string, SVGElement>} */
  #lights = new Map();
  #cursor = svg('rect', { class: 'spot-cursor', rx: 5 });
  #crownPlace = svg('g', { class: 'crown-place' });
  #tip = new BoardTip();
  #upper = svg('svg', { class: 'board-hits' });
  #lower = svg('svg', { class: 'board-felt', 'aria-hidden': 'true', focusable: 'false' });
  #focus = '';
  /** @type {Standing[]} */
  #wagers = [];
  #crown = '';
  #win = '';
  #media = matchMedia(UPRIGHT);
  #turn = () => this.#orientation === 'auto' && this.#draw();
  /** Width to height of the available space, which a Big Six layout fills; 0 before it is known. */
  #room = 0;
  #sizes = new ResizeObserver(([{ contentRect: { width, height } }]) => {
    const room = width && height ? Math.round((50 * width) / height) / 50 : this.#room, known = this.#room === room;
    this.#room = room;
    if (!known && this.#given?.flat) this.#draw();
  });

  connectedCallback() {
    this.#media.addEventListener('change', this.#turn);
    this.#sizes.observe(this);
    if (this.#upper.parentNode) return;
    this.append(this.#lower, this.chips, this.#upper, this.#tip.element);
    new BoardHand({
      host: this, face: this.#upper, felt: this.#lower, chips: this.chips,
      alive: () => !this.#readonly,
      spots: () => this.#spots,
      figures: (spot) => this.#card.spots[spot],
      focus: () => this.#focus,
      rove: (spot, focus) => this.#rove(spot, focus),
      aim: (spot, by) => this.#aim(spot, by),
      bet: (spot, take) => this.dispatchEvent(new CustomEvent('cr-bet', { bubbles: true, detail: { spot, take } })),
      stands: (spot) => this.#wagers.some((wager) => wager.spot === spot && wager.seat === this.chips.seat && !wager.imprisoned),
      move: (spot, to) => this.dispatchEvent(new CustomEvent('cr-move', { bubbles: true, detail: { spot, to } })),
    });
  }

  disconnectedCallback() {
    this.#media.removeEventListener('change', this.#turn);
    this.#sizes.disconnect();
  }

  /** @returns {BoardCard | null} */
  get card() {
    return this.#given;
  }

  /** @param {BoardCard} card */
  set card(card) {
    this.#given = card;
    this.#draw();
  }

  /** @param {'landscape' | 'portrait' | 'auto'} orientation */
  set orientation(orientation) {
    this.#orientation = orientation;
    this.#draw();
  }

  /** @param {boolean} readonly */
  set readonly(readonly) {
    this.#readonly = readonly;
    this.#draw();
  }

  /** @param {number | null} seat */
  set seat(seat) {
    this.chips.seat = seat;
    this.chips.show(this.#wagers);
  }

  /** @param {boolean} locked */
  set locked(locked) {
    this.classList.toggle('is-locked', locked);
  }

  #draw() {
    const card = this.#given;
    if (!card) return;
    const upright = this.#orientation === 'auto' ? this.#media.matches : this.#orientation === 'portrait';
    const plain = upright ? card.portrait : card.landscape, flat = Boolean(card.flat);
    const drawing = flat && this.#room ? stretched(plain, this.#room, PAD) : plain;
    this.#drawing = drawing;
    const { width, height } = drawing;
    this.dataset.orientation = upright ? 'portrait' : 'landscape';
    this.classList.toggle('is-flat', flat);
    const view = `${-PAD} ${-PAD} ${width + 2 * PAD} ${height + 2 * PAD}`;
    this.style.setProperty('--ratio', String((plain.width + 2 * PAD) / (plain.height + 2 * PAD)));
    this.#spots = new Map(drawing.spots.map((spot) => [spot.id, spot]));
    this.#printBoxes(drawing, upright, flat, view);
    this.#printSpots(drawing, view);
    const radius = RADIUS[upright ? 'portrait' : 'landscape'];
    const places = new Map(drawing.spots.map((spot) => [spot.id, standing(spot, drawing, flat)]));
    this.chips.frame = {
      width, height, pad: PAD, radius, at: (spot) => places.get(spot)?.chip ?? null, fan: (spot) => places.get(spot)?.fan ?? [1, 1],
    };
    this.chips.show(this.#wagers);
    this.#nameAll();
    this.crown = this.#crown;
    this.win = this.#win;
  }

  /** @param {Drawing} drawing @param {boolean} portrait @param {boolean} flat @param {string} view */
  #printBoxes(drawing, portrait, flat, view) {
    const boxes = svg('g'), lights = svg('g'), numbers = drawing.boxes.filter((box) => flat || /^\d+$/.test(box.label));
    this.#lights.clear();
    if (!flat) measured(drawing.boxes);
    const groups = drawing.boxes.map((box) => printed(box, { id: this.#id, portrait, flat, pays: this.#card.spots[box.label]?.pays ?? null }));
    printedAlike(drawing.boxes.map((box, at) => [box, groups[at]]));
    boxes.append(...groups);
    for (const box of numbers) {
      const light = outline(box, portrait);
      light.setAttribute('class', 'light');
      lights.append(light);
      this.#lights.set(box.label, light);
    }
    this.#lower.setAttribute('viewBox', view);
    this.#lower.id = this.#id('felt');
    this.#lower.replaceChildren(paints(this.#id), boxes, this.#frame(drawing), this.#plate(drawing, portrait), lights);
  }

  /** A golden line around the numbers. @param {Drawing} drawing */
  #frame(drawing) {
    const inner = drawing.boxes.filter((box) => /^[1-9]\d*$/.test(box.label)).map((box) => box.rect);
    if (!inner.length) return svg('g');
    const x = Math.min(...inner.map((r) => r.x - r.width / 2)), y = Math.min(...inner.map((r) => r.y - r.height / 2));
    const right = Math.max(...inner.map((r) => r.x + r.width / 2)), bottom = Math.max(...inner.map((r) => r.y + r.height / 2));
    return svg('rect', { class: 'frame', x, y, width: right - x, height: bottom - y, rx: 1 });
  }

  /** The table's number, in a free place of the felt. @param {Drawing} drawing @param {boolean} portrait */
  #plate(drawing, portrait) {
    const zeros = drawing.boxes.filter((box) => /^0+$/.test(box.label)).map((box) => box.rect);
    if (!zeros.length) return svg('g');
    const numbers = drawing.boxes.filter((box) => /^[1-9]\d*$/.test(box.label)).map((box) => box.rect);
    const x = portrait ? Math.min(...numbers.map((r) => r.x - r.width / 2)) / 2 : zeros[0].x;
    const below = Math.max(...zeros.map((r) => r.y + r.height / 2));
    const y = portrait ? zeros[0].y + 2 : (below + Math.min(drawing.height, below + 104)) / 2;
    const taken = drawing.boxes.some(({ rect: r }) => Math.abs(r.x - x) < r.width / 2 && Math.abs(r.y - y) < r.height / 2);
    if (taken) return svg('g');
    return svg(
      'g', { class: 'plate' },
      fit(svg('text', { x, y: y - (portrait ? 9 : 15), 'text-anchor': 'middle', class: 'plate-word' }, t('table.table')), { size: portrait ? 9 : 11, wide: 66 }),
      fit(svg('text', { x, y: y + (portrait ? 14 : 20), 'text-anchor': 'middle', class: 'plate-number' }, this.#card.number), { size: portrait ? 22 : 34, wide: 66 }),
    );
  }

  /** @param {Drawing} drawing @param {string} view */
  #printSpots(drawing, view) {
    const hits = svg('g', { class: 'hits' });
    this.#hits.clear();
    if (!this.#readonly) {
      for (const { id, rect } of drawing.spots) {
        const hit = svg('rect', {
          class: 'spot', 'data-spot': id, role: 'button', tabindex: -1, rx: 3,
          x: rect.x - rect.width / 2, y: rect.y - rect.height / 2, width: rect.width, height: rect.height,
        });
        this.#hits.set(id, hit);
        hits.append(hit);
      }
      if (!this.#hits.has(this.#focus)) this.#focus = this.#hits.has('17') ? '17' : drawing.spots[0]?.id ?? '';
      this.#hits.get(this.#focus)?.setAttribute('tabindex', '0');
      this.#upper.setAttribute('role', 'group');
      this.#upper.setAttribute('aria-label', t('table.betting-layout-arrow-keys-move-between'));
    } else {
      this.#upper.setAttribute('aria-hidden', 'true');
    }
    this.#upper.setAttribute('viewBox', view);
    this.#upper.replaceChildren(this.#crownPlace, this.#cursor, hits);
  }

  /** @param {Standing[]} wagers */
  show(wagers) {
    this.#wagers = wagers;
    this.chips.show(wagers);
    this.#nameAll();
  }

  /** Sets the label of each spot: its name, odds and wagers. */
  #nameAll() {
    if (this.#readonly) return;
    const own = new Map();
    for (const wager of this.#wagers) {
      if (wager.seat === this.chips.seat) own.set(wager.spot, (own.get(wager.spot) ?? 0) + wager.amount);
    }
    for (const [id, hit] of this.#hits) {
      const figures = this.#card.spots[id], stands = own.get(id);
      const name = this.#spots.get(id)?.name ?? id;
      const values = { name, pays: figures ? odds(figures.pays) : '', placed: stands ? this.written(stands) : '' };
      const label = !figures ? name : stands ? t('table.pays-placed', values) : t('table.pays', values);
      if (hit.getAttribute('aria-label') !== label) hit.setAttribute('aria-label', label);
    }
  }

  /** @param {string[]} numbers @param {string} [name] */
  light(numbers, name = 'is-lit') {
    const lit = new Set(numbers);
    for (const [label, light] of this.#lights) light.classList.toggle(name, lit.has(label));
  }

  /** @param {string} label */
  set win(label) {
    this.#win = label;
    this.light(label ? [label] : [], 'is-winner');
  }

  /** @param {string} label */
  set crown(label) {
    const had = this.#crown;
    this.#crown = label;
    const box = this.#drawing?.boxes.find((each) => each.label === label);
    this.#crownPlace.replaceChildren();
    this.dataset.crown = box ? label : '';
    if (!box) return;
    const piece = crown(this.#id);
    this.#crownPlace.setAttribute('transform', `translate(${box.rect.x} ${box.rect.y - 6})`);
    this.#crownPlace.append(piece);
    if (had !== label && !still()) {
      piece.animate([{ transform: 'translateY(-46px)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 420, easing: 'cubic-bezier(.3,.9,.4,1.15)' });
    }
  }

  get crown() {
    return this.#crown;
  }

  /** Focuses a spot, or the last focused one. @param {string} [spot] */
  focusSpot(spot) {
    this.#rove(spot && this.#hits.has(spot) ? spot : this.#focus, true);
  }

  /** @param {string | null} id @param {'pointer' | 'keyboard' | 'touch'} by */
  #aim(id, by) {
    const spot = id ? this.#spots.get(id) : undefined, figures = id ? this.#card.spots[id] : undefined;
    this.light(figures?.numbers ?? []);
    this.#cursor.classList.toggle('is-shown', Boolean(spot) && by !== 'pointer');
    if (spot) {
      const { x, y, width, height } = spot.rect;
      for (const [name, value] of Object.entries({ x: x - width / 2 - 1, y: y - height / 2 - 1, width: width + 2, height: height + 2 })) {
        this.#cursor.setAttribute(name, String(value));
      }
    }
    if (spot && figures && by !== 'touch') this.#explain(spot, figures);
    else this.#tip.hide();
    this.dispatchEvent(new CustomEvent('cr-aim', { bubbles: true, detail: { spot: id, name: spot?.name ?? '', figures, by } }));
  }

  /** @param {Spot} spot @param {Service.SpotOnCard} figures */
  #explain(spot, figures) {
    const { width } = this.#upper.getBoundingClientRect(), drawing = given(this.#drawing, 'drawing');
    this.#tip.show(spot, figures, { width, scale: width / (drawing.width + 2 * PAD), pad: PAD });
  }

  /** @param {string} id @param {boolean} focus */
  #rove(id, focus) {
    const hit = this.#hits.get(id);
    if (!hit) return;
    this.#hits.get(this.#focus)?.setAttribute('tabindex', '-1');
    this.#focus = id;
    hit.setAttribute('tabindex', '0');
    if (focus) hit.focus({ preventScroll: true });
  }
}

customElements.define('cr-board', CrBoard);
