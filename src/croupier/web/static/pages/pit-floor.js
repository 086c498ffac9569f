// @ts-check
// The tables of the pit: a tile for each, as many as may be live, and a search among them.
import { html as h } from '../core/svg.js';
import '../ui/cr-tile.js';
import { seen, waits } from '../ui/cr-tile.js';
import { api, ask, LiveTable } from './console.js';

/** The most tables that are watched live at once; the others are polled until they are chosen. */
export const LIVE_MAX = 24;
/** So many tables are found at a glance. */
const GLANCE = 8;

/** @typedef {{tile: any, element: any, live: LiveTable|null, card: any, at: number}} Place */

/** Which tables each filter shows. */
const FILTERS = /** @type {Record<string, {label: string, shows: (place: Place) => boolean}>} */ ({
  all: { label: 'All', shows: () => true },
  waiting: { label: 'Waiting', shows: (place) => waits(now(place)).length > 0 },
  open: { label: 'Open', shows: (place) => isFit(place) && now(place).phase !== 'closed' },
  closed: { label: 'Closed', shows: (place) => isFit(place) && now(place).phase === 'closed' },
  unfit: { label: 'May not open', shows: (place) => !isFit(place) },
});

const isFit = (/** @type {Place} */ { tile }) => !tile.findings.length;
const colorsOf = (/** @type {any} */ card) =>
  Object.fromEntries(card.compartments.map((/** @type {any} */ each) => [each.label, each.color]));
const now = (/** @type {Place} */ { tile, live }) => seen(tile, live?.view ?? null);

/**
 * Fires `chosen` with the number of a table, `change` with the number and the topics when a live one changed, `net`
 * when the connection to one did, and `card` when the card of one has come.
 */
export class Floor extends EventTarget {
  /** @type {Map<string, Place>} */
  places = new Map();
  #filter = 'all';
  #chosen = '';
  #turn = 0;
  /** @type {Map<string, Record<string, string>>} */
  #colors = new Map();
  #tiles = h('div', { class: 'tiles', role: 'group', 'aria-label': 'Tables' });
  #search = h('input', { type: 'search', id: 'find', placeholder: 'Find a table', 'aria-label': 'Find a table by number, game or dealer', maxlength: 40 });
  #filters = h('div', { class: 'tabs', role: 'group', 'aria-label': 'Which tables' });
  #none = h('p', { class: 'calm', role: 'status', hidden: true }, 'No table is like that.');
  #tools = h('div', { class: 'floor-tools', hidden: true }, this.#search, this.#filters);

  constructor() {
    super();
    this.element = h('div', { class: 'floor' }, this.#tools, this.#none, this.#tiles);
    this.#tiles.addEventListener('tile', (event) => this.#say('chosen', /** @type {CustomEvent} */ (event).detail));
    this.#search.addEventListener('input', () => this.#sift());
    this.#search.addEventListener('keydown', (event) => {
      const first = [...this.places.values()].find((place) => isFit(place) && !place.element.hidden);
      if (event.key === 'Enter' && first) this.#say('chosen', first.tile.number);
      if (event.key === 'Escape') {
        this.#search.value = '';
        this.#sift();
      }
    });
  }

  /** Every live table. */
  get live() {
    return [...this.places.values()].flatMap(({ live }) => live ?? []);
  }

  /** The first table that waits for somebody, or the first that may open; '' when there is none. */
  get first() {
    const fit = [...this.places.values()].filter(isFit);
    return (fit.find((place) => waits(now(place)).length) ?? fit[0])?.tile.number ?? '';
  }

  /** How the tables stand, for sums. */
  get standing() {
    return [...this.places.values()].map((place) => ({ ...now(place), day: place.tile.day }));
  }

  /** The tables as the lobby tells them. @param {any[]} tiles */
  take(tiles) {
    for (const tile of tiles.toSorted((one, other) => one.number.localeCompare(other.number, 'en', { numeric: true }))) {
      const place = this.places.get(tile.number) ?? this.#place(tile);
      place.tile = tile;
      this.#show(place);
    }
    this.#tools.hidden = this.places.size <= GLANCE;
    this.#sift();
    this.#learnColors();
  }

  /** Brings the search under the fingers. */
  find() {
    if (!this.#tools.hidden) this.#search.focus();
  }

  /** Afterwards the table is live and its card is known or asked for; the table chosen longest ago may be polled again.
   * @param {string} number */
  choose(number) {
    const place = this.places.get(number);
    if (!place) return;
    const before = this.places.get(this.#chosen);
    this.#chosen = number;
    place.at = ++this.#turn;
    if (!place.live && isFit(place)) this.#connect(place);
    if (!place.card) this.#readCard(place);
    if (before) this.#show(before);
    this.#show(place);
  }

  #place(/** @type {any} */ tile) {
    const place = /** @type {Place} */ ({ tile, element: document.createElement('cr-tile'), live: null, card: null, at: 0 });
    this.places.set(tile.number, place);
    this.#tiles.append(place.element);
    if (isFit(place) && this.live.length < LIVE_MAX) this.#connect(place);
    return place;
  }

  #connect(/** @type {Place} */ place) {
    if (this.live.length >= LIVE_MAX) {
      const watched = [...this.places.values()].filter((each) => each.live);
      const [oldest] = watched.reverse().sort((one, other) => one.at - other.at); // of those never chosen, the last
      oldest.live?.link.close();
      oldest.live = null;
      this.#show(oldest);
    }
    const live = new LiveTable(place.tile.number);
    place.live = live;
    live.addEventListener('change', (event) => {
      if (place.live !== live) return;
      this.#show(place);
      this.#say('change', place.tile.number, /** @type {CustomEvent} */ (event).detail.topics);
    });
    live.addEventListener('net', () => {
      if (place.live !== live) return;
      this.#show(place);
      this.#say('net', place.tile.number);
    });
    live.link.open();
  }

  async #readCard(/** @type {Place} */ place) {
    const { body } = await ask(() => api.get(`/tables/${encodeURIComponent(place.tile.number)}`));
    if (!body) return;
    place.card = body;
    this.#say('card', place.tile.number);
  }

  /** The colors of each kind of wheel, from the card of one table that has it. */
  async #learnColors() {
    for (const { tile } of [...this.places.values()].filter(isFit)) {
      if (this.#colors.has(tile.wheel)) continue;
      this.#colors.set(tile.wheel, {});
      const { body } = await ask(() => api.get(`/tables/${encodeURIComponent(tile.number)}`));
      if (!body) this.#colors.delete(tile.wheel);
      else this.#colors.set(tile.wheel, colorsOf(body));
      for (const place of this.places.values()) this.#show(place);
    }
  }

  #show(/** @type {Place} */ place) {
    const { tile, element, live } = place;
    element.colors = this.#colors.get(tile.wheel) ?? {};
    element.show(tile, live?.view ?? null, live?.link.state ?? 'polled', tile.number === this.#chosen);
  }

  /** Shows the tables that are looked for, and how many of each kind there are. */
  #sift() {
    const asked = this.#search.value.trim().toLowerCase();
    const places = [...this.places.values()];
    let shown = 0;
    for (const place of places) {
      const { tile } = place;
      const words = `${tile.number} ${tile.title} ${tile.book} ${now(place).dealer ?? ''}`.toLowerCase();
      place.element.hidden = !(FILTERS[this.#filter].shows(place) && words.includes(asked));
      shown += place.element.hidden ? 0 : 1;
    }
    this.#none.hidden = shown > 0 || !places.length;
    const counts = Object.entries(FILTERS).map(([name, { shows }]) => [name, places.filter(shows).length]);
    const key = JSON.stringify([counts, this.#filter]);
    if (this.#filters.dataset.key === key) return;
    this.#filters.dataset.key = key;
    const had = this.#filters.contains(document.activeElement);
    this.#filters.replaceChildren(
      ...counts
        .filter(([name, count]) => name === 'all' || count || name === this.#filter)
        .map(([name, count]) =>
          h(
            'button',
            {
              type: 'button',
              class: name === 'waiting' ? 'waiting' : null,
              'aria-pressed': String(name === this.#filter),
              onclick: () => {
                this.#filter = String(name);
                this.#sift();
              },
            },
            FILTERS[name].label,
            h('b', {}, count),
          ),
        ),
    );
    if (had) /** @type {HTMLElement|null} */ (this.#filters.querySelector('[aria-pressed=true]'))?.focus();
  }

  #say(/** @type {string} */ name, /** @type {string} */ number, /** @type {Set<string>|undefined} */ topics) {
    this.dispatchEvent(new CustomEvent(name, { detail: { number, topics } }));
  }
}
