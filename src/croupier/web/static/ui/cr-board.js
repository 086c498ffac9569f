// @ts-check
/**
 * <cr-board>: a betting layout, drawn from the card of a table; it knows no odds and no limits of its own.
 *
 *     board.card = card                        // landscape, portrait, spots, wheel, number
 *     board.orientation = 'auto'               // 'landscape' | 'portrait' | 'auto' (portrait on an upright phone or tablet)
 *     board.seat = 4                           // whose chips stand out; null for a view of all
 *     board.show(wagers)                       // Wager[] of store.js
 *     board.locked = true                      // looks closed; what is asked anyway is for the service to refuse
 *     board.crown = '17'                       // the crown stands on a number; '' lifts it
 *     board.light(['1', '2'])                  // lights numbers, as the racetrack does
 *     board.win = '17'                         // the winning box glows
 *     board.chips                              // its <cr-chips>, for motion
 *     board.readonly = true                    // no tab stops, no bets: a picture (felt, wall, replay)
 *     board.focusSpot('17')
 *
 * Events, all bubbling: `cr-bet` {spot, take}: a chip is asked for there, or asked back;
 * `cr-aim` {spot: id | null, figures, by: 'pointer' | 'keyboard' | 'touch'}.
 *
 * Keyboard: one tab stop; arrows move to the nearest spot in that direction, digits go to a number, Enter and Space
 * place, Backspace and Delete take back. Touch: press aims through a loupe, sliding changes the aim, lifting places.
 */
import { html, scope, still, svg } from '../core/svg.js';
import { dollars, exact, odds, percent, range } from '../core/money.js';
import { crown, outline, paints, printed, standing } from './board-drawing.js';
import { Loupe } from './loupe.js';
import './cr-chips.js';

/** @typedef {import('./board-drawing.js').Drawing} Drawing */
/** @typedef {import('./board-drawing.js').Spot} Spot */

const PAD = 14;
const RADIUS = { landscape: 16.5, portrait: 14.5 };
const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
const DIGITS_MS = 900;
const UPRIGHT = '(max-width: 1000px) and (orientation: portrait)';

export class CrBoard extends HTMLElement {
  chips = /** @type {import('./cr-chips.js').CrChips} */ (document.createElement('cr-chips'));

  /** @type {any} */
  #card = null;
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
  #tip = html('div', { class: 'board-tip', 'aria-hidden': 'true', hidden: true });
  #upper = svg('svg', { class: 'board-hits' });
  #lower = svg('svg', { class: 'board-felt', 'aria-hidden': 'true', focusable: 'false' });
  #focus = '';
  #typed = { text: '', at: 0 };
  /** @type {any[]} */
  #wagers = [];
  #crown = '';
  #win = '';
  /** @type {Loupe | null} */
  #loupe = null;
  /** @type {string | null} */
  #touched = null;
  #media = matchMedia(UPRIGHT);
  #turn = () => this.#orientation === 'auto' && this.#draw();

  connectedCallback() {
    this.#media.addEventListener('change', this.#turn);
    if (this.#upper.parentNode) return;
    this.append(this.#lower, this.chips, this.#upper, this.#tip);
    this.#listen();
  }

  disconnectedCallback() {
    this.#media.removeEventListener('change', this.#turn);
  }

  get card() {
    return this.#card;
  }

  /** @param {any} card */
  set card(card) {
    this.#card = card;
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
    const card = this.#card;
    if (!card) return;
    const upright = this.#orientation === 'auto' ? this.#media.matches : this.#orientation === 'portrait';
    const drawing = /** @type {Drawing} */ (upright ? card.portrait : card.landscape);
    this.#drawing = drawing;
    const { width, height } = drawing, flat = card.wheel === 'big-six';
    this.dataset.orientation = upright ? 'portrait' : 'landscape';
    const view = `${-PAD} ${-PAD} ${width + 2 * PAD} ${height + 2 * PAD}`;
    this.style.setProperty('--ratio', String((width + 2 * PAD) / (height + 2 * PAD)));
    this.#spots = new Map(drawing.spots.map((spot) => [spot.id, spot]));
    this.#printBoxes(drawing, upright, flat, view);
    this.#printSpots(drawing, view);
    const radius = RADIUS[upright ? 'portrait' : 'landscape'];
    const places = new Map(drawing.spots.map((spot) => [spot.id, standing(spot, drawing, radius)]));
    this.chips.frame = { width, height, pad: PAD, radius, at: (spot) => places.get(spot) ?? null };
    this.chips.show(this.#wagers);
    this.#nameAll();
    this.crown = this.#crown;
    this.win = this.#win;
  }

  /** @param {Drawing} drawing @param {boolean} portrait @param {boolean} flat @param {string} view */
  #printBoxes(drawing, portrait, flat, view) {
    const boxes = svg('g'), lights = svg('g'), numbers = drawing.boxes.filter((box) => flat || /^\d+$/.test(box.label));
    this.#lights.clear();
    for (const box of drawing.boxes) {
      boxes.append(printed(box, { id: this.#id, portrait, flat, pays: this.#card.spots[box.label]?.pays ?? null }));
    }
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

  /** The table's number, on the felt where nothing else is printed. @param {Drawing} drawing @param {boolean} portrait */
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
      svg('text', { x, y: y - (portrait ? 9 : 15), 'text-anchor': 'middle', 'font-size': portrait ? 9 : 11, class: 'plate-word' }, 'TABLE'),
      svg('text', { x, y: y + (portrait ? 14 : 20), 'text-anchor': 'middle', 'font-size': portrait ? 22 : 34, class: 'plate-number' }, this.#card.number),
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
      this.#upper.setAttribute('aria-label', 'Betting layout. Arrow keys move between spots, Enter places a chip, Backspace takes it back, digits go to a number.');
    } else {
      this.#upper.setAttribute('aria-hidden', 'true');
    }
    this.#upper.setAttribute('viewBox', view);
    this.#upper.replaceChildren(this.#crownPlace, this.#cursor, hits);
  }

  /** @param {any[]} wagers */
  show(wagers) {
    this.#wagers = wagers;
    this.chips.show(wagers);
    this.#nameAll();
  }

  /** What a screen reader says of each spot: its name, what it pays, and what stands there. */
  #nameAll() {
    if (this.#readonly) return;
    const own = new Map();
    for (const wager of this.#wagers) {
      if (wager.seat === this.chips.seat) own.set(wager.spot, (own.get(wager.spot) ?? 0) + wager.amount);
    }
    for (const [id, hit] of this.#hits) {
      const figures = this.#card.spots[id], stands = own.get(id);
      const name = this.#spots.get(id)?.name ?? id;
      const label = `${name}${figures ? `, pays ${odds(figures.pays)}` : ''}${stands ? `, ${dollars(stands)} placed` : ''}`;
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

  /** Goes to a spot, or to the one that was last gone to. @param {string} [spot] */
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
    this.#explain(by === 'touch' ? undefined : spot, figures);
    this.dispatchEvent(new CustomEvent('cr-aim', { bubbles: true, detail: { spot: id, name: spot?.name ?? '', figures, by } }));
  }

  /** The card beside a spot: name, odds, chance, edge, limits and clause, all as the service gave them.
   * @param {Spot | undefined} spot @param {any} figures */
  #explain(spot, figures) {
    this.#tip.hidden = !spot || !figures;
    if (!spot || !figures) return;
    this.#tip.replaceChildren(
      html('b', {}, spot.name),
      html('span', {}, html('em', {}, odds(figures.pays)), ` · chance ${exact(figures.chance)} (${percent(figures.chance)})`),
      html('span', {}, `${range(figures.minimum, figures.maximum)} · edge ${percent(figures.edge)}`),
      figures.clause ? html('small', {}, figures.clause) : figures.basis ? html('small', {}, figures.basis) : null,
    );
    const drawing = /** @type {Drawing} */ (this.#drawing), box = this.#upper.getBoundingClientRect();
    const scale = box.width / (drawing.width + 2 * PAD);
    const x = (spot.rect.x + PAD) * scale, top = (spot.rect.y - spot.rect.height / 2 + PAD) * scale, bottom = top + spot.rect.height * scale;
    const { offsetWidth: wide, offsetHeight: high } = this.#tip;
    const left = Math.max(4, Math.min(box.width - wide - 4, x - wide / 2));
    const gap = 22, above = top - high - gap;
    this.#tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(above > -34 ? above : bottom + gap)}px)`;
  }

  /** @param {string} spot @param {boolean} [take] */
  #bet(spot, take = false) {
    this.dispatchEvent(new CustomEvent('cr-bet', { bubbles: true, detail: { spot, take } }));
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

  /** The nearest spot that way: along the arrow counts once, aside from it more. @param {number} dx @param {number} dy */
  #neighbor(dx, dy) {
    const from = this.#spots.get(this.#focus);
    let best = '', least = Infinity;
    if (!from || !this.#drawing) return best;
    for (const spot of this.#drawing.spots) {
      const x = spot.rect.x - from.rect.x, y = spot.rect.y - from.rect.y;
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along < 3 || aside > along * 2.4 + 2) continue;
      const cost = along + aside * 2.6;
      if (cost < least) [least, best] = [cost, spot.id];
    }
    return best;
  }

  #listen() {
    const spotOf = (/** @type {EventTarget | null} */ target) =>
      (target instanceof SVGElement ? target.dataset.spot ?? null : null);
    // Chromium makes an <svg> with focus listeners a tab stop: the host listens.
    this.addEventListener('focusin', (event) => {
      const id = spotOf(event.target);
      if (!id) return;
      this.#rove(id, false);
      const hit = /** @type {Element} */ (event.target);
      this.#aim(id, hit.matches(':focus-visible') ? 'keyboard' : 'pointer');
    });
    this.addEventListener('focusout', () => this.#aim(null, 'keyboard'));
    this.addEventListener('keydown', (event) => this.#key(event));
    const face = this.#upper;
    face.addEventListener('pointerover', (event) => event.pointerType !== 'touch' && this.#aim(spotOf(event.target), 'pointer'));
    face.addEventListener('pointerleave', (event) => event.pointerType !== 'touch' && this.#aim(null, 'pointer'));
    face.addEventListener('click', (event) => {
      const id = spotOf(event.target);
      if (id && /** @type {PointerEvent} */ (event).pointerType !== 'touch') this.#bet(id);
    });
    face.addEventListener('contextmenu', (event) => {
      const id = spotOf(event.target);
      event.preventDefault();
      if (id && /** @type {PointerEvent} */ (event).pointerType !== 'touch') this.#bet(id, true);
    });
    this.#touch(face, spotOf);
  }

  /** @param {SVGElement} face @param {(target: EventTarget | null) => string | null} spotOf */
  #touch(face, spotOf) {
    const follow = (/** @type {PointerEvent} */ event) => {
      const id = spotOf(document.elementFromPoint(event.clientX, event.clientY));
      if (id !== this.#touched || !this.#loupe) this.#aim(id, 'touch');
      this.#touched = id;
      this.#loupe ??= new Loupe(this.#lower, this.chips);
      const spot = id ? this.#spots.get(id) : undefined, figures = id ? this.#card.spots[id] : undefined;
      this.#loupe.move(event.clientX, event.clientY, spot ? spot.name : '', figures ? `${odds(figures.pays)} · ${range(figures.minimum, figures.maximum)}` : '');
    };
    const end = (/** @type {PointerEvent} */ event, /** @type {boolean} */ place) => {
      if (event.pointerType !== 'touch' || !this.#loupe) return;
      this.#loupe.close();
      this.#loupe = null;
      const id = this.#touched;
      this.#touched = null;
      this.#aim(null, 'touch');
      if (place && id) this.#bet(id);
    };
    face.addEventListener('pointerdown', (event) => {
      if (event.pointerType !== 'touch' || this.#readonly) return;
      face.setPointerCapture(event.pointerId);
      follow(event);
    });
    face.addEventListener('pointermove', (event) => event.pointerType === 'touch' && this.#loupe && follow(event));
    face.addEventListener('pointerup', (event) => end(event, true));
    face.addEventListener('pointercancel', (event) => end(event, false));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof SVGElement)) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const next = this.#neighbor(...arrow);
      if (next) this.#rove(next, true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#bet(this.#focus);
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      this.#bet(this.#focus, true);
    } else if (/^\d$/.test(event.key)) {
      this.#digit(event.key);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Digits typed close together are one number. @param {string} digit */
  #digit(digit) {
    const now = performance.now(), both = now - this.#typed.at < DIGITS_MS ? this.#typed.text + digit : digit;
    const text = this.#hits.has(both) ? both : digit;
    this.#typed = { text, at: now };
    if (this.#hits.has(text)) this.#rove(text, true);
  }
}

customElements.define('cr-board', CrBoard);
