// @ts-check
// The tables of the pit: a tile for each, as many live ones as allowed, and a search.
import { one } from '../core/checked.js';
import { t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { inLanguage } from '../ui/card-words.js';
import '../ui/cr-tile.js';
import { seen, waits } from '../ui/cr-tile.js';
import { api, ask, LiveTable } from './console.js';

/** Maximum number of live tables; the others are polled until they are chosen. */
export const LIVE_MAX = 24;
/** With more tables than this, the search is shown. */
const GLANCE = 8;

/** @typedef {{tile: Service.Tile, element: import('../ui/cr-tile.js').CrTile, live: LiveTable|null, card: Service.Card|null, at: number}} Place */
/** A change of a table. @typedef {{number: string, topics: ReadonlySet<string>}} News */

/** Which tables each filter shows. */
const FILTERS = /** @type {Record<string, {label: string, shows: (place: Place) => boolean}>} */ ({
  all: { label: t('pit.all'), shows: () => true },
  waiting: { label: t('pit.waiting'), shows: (place) => waits(now(place)).length > 0 },
  inspect: { label: t('pit.to-inspect'), shows: (place) => now(place).obstacles.length > 0 },
  open: { label: t('pit.open'), shows: (place) => isFit(place) && now(place).phase !== 'closed' },
  closed: { label: t('pit.closed'), shows: (place) => isFit(place) && now(place).phase === 'closed' },
  unfit: { label: t('pit.may-not-open'), shows: (place) => !isFit(place) },
});

const isFit = (/** @type {Place} */ { tile }) => !tile.findings.length;
const colorsOf = (/** @type {Service.Card} */ card) =>
  Object.fromEntries(card.compartments.map((each) => [each.label, each.color]));
const now = (/** @type {Place} */ { tile, live }) => seen(tile, live?.view ?? null);

/**
 * Fires `chosen` with the number of a table, `change` with the number and topics when a live one changes, `net` when its
 * connection does, and `card` when its card is loaded.
 */
export class Floor extends EventTarget {
  /** @type {Map<string, Place>} */
  places = new Map();
  #filter = 'all';
  #chosen = '';
  #turn = 0;
  /** @type {Map<string, Record<string, string>>} */
  #colors = new Map();
  #tiles = h('div', { class: 'tiles', role: 'group', 'aria-label': t('pit.tables') });
  #search = h('input', { type: 'search', id: 'find', placeholder: t('pit.find-a-table'), 'aria-label': t('pit.find-a-table-by-number-game'), maxlength: 40 });
  #filters = h('div', { class: 'tabs', role: 'group', 'aria-label': t('pit.which-tables') });
  #none = h('p', { class: 'calm', role: 'status', hidden: true }, t('pit.no-table-is-like-that'));
  #tools = h('div', { class: 'floor-tools', hidden: true }, this.#search, this.#filters);

  constructor() {
    super();
    this.element = h('div', { class: 'floor' }, this.#tools, this.#none, this.#tiles);
    this.#tiles.addEventListener('tile', (event) => this.#say('chosen', event.detail));
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

  /** All live tables. */
  get live() {
    return [...this.places.values()].flatMap(({ live }) => live ?? []);
  }

  /** The first table that waits for somebody, or the first that may open; '' if there is none. */
  get first() {
    const fit = [...this.places.values()].filter(isFit);
    return (fit.find((place) => waits(now(place)).length) ?? fit[0])?.tile.number ?? '';
  }

  /** The states of the tables, for sums. */
  get standing() {
    return [...this.places.values()].map((place) => ({ ...now(place), day: place.tile.day }));
  }

  /** Takes the tables from the lobby. @param {Service.Tile[]} tiles */
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

  /** Makes as many tables live as allowed: the chosen ones, then the first ones. */
  watch() {
    for (const place of this.places.values())
      if (isFit(place) && !place.live && this.live.length < LIVE_MAX) this.#connect(place);
  }

  /** Focuses the search. */
  find() {
    if (!this.#tools.hidden) this.#search.focus();
  }

  /** Makes the table live and loads its card; the table chosen longest ago may be polled again.
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

  #place(/** @type {Service.Tile} */ tile) {
    /** @type {Place} */
    const place = { tile, element: document.createElement('cr-tile'), live: null, card: null, at: 0 };
    this.places.set(tile.number, place);
    this.#tiles.append(place.element);
    return place;
  }

  #connect(/** @type {Place} */ place) {
    if (this.live.length >= LIVE_MAX) {
      const watched = [...this.places.values()].filter((each) => each.live);
      const [oldest] = watched.reverse().sort((one, other) => one.at - other.at); // the last one of those never chosen
      oldest.live?.link.close();
      oldest.live = null;
      this.#show(oldest);
    }
    const live = new LiveTable(place.tile.number);
    place.live = live;
    live.watch(({ topics }) => {
      if (place.live !== live) return;
      this.#show(place);
      this.#say('change', place.tile.number, topics);
    });
    live.addEventListener('net', () => {
      if (place.live !== live) return;
      this.#show(place);
      this.#say('net', place.tile.number);
    });
    live.link.open();
  }

  async #readCard(/** @type {Place} */ place) {
    const { body } = await ask(() => api.get(`/tables/${encodeURIComponent(place.tile.number)}`).then(inLanguage));
    if (!body) return;
    place.card = body;
    this.#say('card', place.tile.number);
  }

  /** Loads the colors of each kind of wheel from the card of one of its tables. */
  async #learnColors() {
    for (const { tile } of [...this.places.values()].filter(isFit)) {
      if (this.#colors.has(tile.wheel)) continue;
      this.#colors.set(tile.wheel, {});
      const { body } = await ask(() => api.get(`/tables/${encodeURIComponent(tile.number)}`).then(inLanguage));
      if (!body) this.#colors.delete(tile.wheel);
      else this.#colors.set(tile.wheel, colorsOf(body));
      for (const place of this.places.values()) this.#show(place);
    }
  }

  #show(/** @type {Place} */ place) {
    const { tile, element, live } = place;
    element.colors = this.#colors.get(tile.wheel) ?? {};
    element.show(tile, live?.view ?? null, live?.link.condition ?? 'polled', tile.number === this.#chosen);
  }

  /** Shows the tables that match the search, and the number of each kind. */
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
    const counts = Object.entries(FILTERS).map(([name, { shows }]) => /** @type {[string, number]} */ ([name, places.filter(shows).length]));
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
              'data-same': name,
              'aria-pressed': String(name === this.#filter),
              onclick: () => {
                this.#filter = name;
                this.#sift();
              },
            },
            FILTERS[name].label,
            h('b', {}, count),
          ),
        ),
    );
    if (had) one(this.#filters, '[aria-pressed=true]')?.focus();
  }

  /** Calls the listener on events of this name. @param {'chosen'|'change'|'net'|'card'} name @param {(news: News) => void} listener */
  hear(name, listener) {
    this.addEventListener(name, (event) => listener(/** @type {CustomEvent<News>} */ (event).detail));
  }

  /** @param {'chosen'|'change'|'net'|'card'} name @param {string} number @param {ReadonlySet<string>} [topics] */
  #say(name, number, topics = new Set()) {
    this.dispatchEvent(new CustomEvent(name, { detail: { number, topics } }));
  }
}
