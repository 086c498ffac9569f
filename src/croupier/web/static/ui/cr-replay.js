// @ts-check
/**
 * <cr-replay>: a table as it stood after any of its records, with a scrubber through all of them.
 *
 *     await replay.open('7')                   // reads the card; nothing is shown before `go`
 *     replay.last = 1204                       // the newest record
 *     replay.go(812)                           // shows the table after record 812
 *     replay.present(1205, view)               // shows the table as a live connection tells it
 *     replay.tell(record)                      // the words of the record that is shown
 *     replay.newest = 31                       // the round that is on now: those before it are over
 *
 * Events: `cr-moment` {version, by: 'person' | 'play'}: another record is looked at.
 */
import { api } from '../core/api.js';
import { dollars } from '../core/money.js';
import { html as h, svg } from '../core/svg.js';
import { chip } from './chip.js';
import './cr-board.js';
import './cr-track.js';
import { fill, say } from './markup.js';
import { moment, phaseMood, phaseName, resultName, roleName } from './words.js';

const KEPT = 200;
const STEP_MS = 700;
const SPEEDS = [1, 2, 5, 10];

export class CrReplay extends HTMLElement {
  #table = '';
  /** @type {any} */
  #card = null;
  /** @type {Record<string, string>} */
  #colors = {};
  #version = 0;
  #last = 0;
  #newest = 0;
  /** @type {any} */
  #seen = null;
  #playing = 0;
  /** @type {Map<number, any>} */
  #views = new Map();
  #board = /** @type {import('./cr-board.js').CrBoard} */ (document.createElement('cr-board'));
  #track = /** @type {import('./cr-track.js').CrTrack} */ (document.createElement('cr-track'));
  #line = h('p', { class: 'replay-line' });
  #where = h('p', { class: 'replay-where', role: 'status' }, 'Choose a record.');
  #phase = h('span', { class: 'phase-pill', 'data-mood': 'shut' }, '–');
  #result = h('b', { class: 'result', hidden: true });
  #words = h('div', { class: 'replay-words' });
  #seats = h('tbody');
  #house = h('dl', { class: 'replay-house' });
  #bundle = /** @type {HTMLAnchorElement} */ (h('a', { class: 'button', download: true, hidden: true }, 'Dispute bundle'));
  #scrub = /** @type {HTMLInputElement} */ (h('input', { type: 'range', class: 'scrub', min: 1, max: 1, value: 1, step: 1, 'aria-label': 'Record' }));
  #play = h('button', { type: 'button', class: 'button is-main play', onclick: () => this.#toggle() }, 'Play');
  #speed = /** @type {HTMLSelectElement} */ (h('select', { class: 'input speed', 'aria-label': 'Speed' }, ...SPEEDS.map((speed) => h('option', { value: speed }, `${speed}×`))));

  connectedCallback() {
    if (this.children.length) return;
    this.#board.readonly = true;
    this.#board.orientation = 'landscape';
    this.#track.orientation = 'landscape';
    this.#track.inert = true;
    this.#track.hidden = true;
    const step = (/** @type {number} */ by) => () => this.#person(this.#version + by);
    this.append(
      h('header', { class: 'replay-head' }, h('div', { class: 'replay-title' }, this.#where, this.#line), this.#result, this.#phase, this.#bundle),
      h('div', { class: 'replay-felt' }, this.#board, this.#track),
      h(
        'div',
        { class: 'replay-controls', role: 'group', 'aria-label': 'Replay' },
        key('First record', 'M5 4V20M19 5L9 12L19 19Z', () => this.#person(1)),
        key('One record back', 'M17 5L7 12L17 19Z', step(-1)),
        this.#play,
        key('One record forward', 'M7 5L17 12L7 19Z', step(1)),
        key('Newest record', 'M19 4V20M5 5L15 12L5 19Z', () => this.#person(this.#last)),
        this.#scrub,
        this.#speed,
      ),
      h(
        'div',
        { class: 'replay-facts' },
        h('section', { class: 'panel' }, h('h2', {}, 'What happened'), this.#words),
        h(
          'section',
          { class: 'panel' },
          h('h2', {}, 'Seats'),
          h(
            'table',
            { class: 'replay-seats' },
            h('thead', {}, h('tr', {}, ...['Seat', 'Player', 'Chip', 'Stacks', 'On the layout'].map((head) => h('th', { scope: 'col' }, head)))),
            this.#seats,
          ),
        ),
        h('section', { class: 'panel' }, h('h2', {}, 'House'), this.#house),
      ),
    );
    this.#scrub.addEventListener('input', () => this.#person(Number(this.#scrub.value)));
  }

  disconnectedCallback() {
    this.pause();
  }

  get table() {
    return this.#card ? this.#table : '';
  }

  get version() {
    return this.#version;
  }

  get card() {
    return this.#card;
  }

  /** @param {number} last */
  set last(last) {
    this.#last = last;
    this.#scrub.max = String(Math.max(1, last));
    this.#tellWhere();
  }

  /** @param {number} round */
  set newest(round) {
    this.#newest = Math.max(this.#newest, round);
    if (this.#seen) this.#offerBundle();
  }

  /** @param {string} table */
  async open(table) {
    this.pause();
    this.#newest = 0;
    this.#seen = null;
    this.#table = table;
    this.#card = null;
    this.#views.clear();
    this.#version = 0;
    this.last = 0;
    this.#card = await api.get(`/tables/${encodeURIComponent(table)}`);
    if (this.#table !== table) return;
    this.#colors = Object.fromEntries(this.#card.compartments.map((/** @type {any} */ each) => [each.label, each.color]));
    this.#board.card = this.#card;
    this.#board.show([]);
    this.#track.hidden = !this.#card.replica;
    if (this.#card.replica) this.#track.card = this.#card;
  }

  /** @param {number} version */
  async go(version) {
    const to = Math.min(Math.max(1, version), Math.max(1, this.#last));
    this.#version = to;
    this.#scrub.value = String(to);
    this.#tellWhere();
    try {
      const view = await this.#view(to);
      if (this.#version === to) this.#show(view);
    } catch (trouble) {
      if (this.#version === to) say(this.#where, /** @type {Error} */ (trouble).message);
    }
  }

  /** @param {number} version @param {any} view */
  present(version, view) {
    if (!this.#card) return;
    this.last = Math.max(this.#last, version);
    this.#version = version;
    this.#scrub.value = String(version);
    this.#tellWhere();
    this.newest = view.round;
    this.#show(view);
  }

  /** What a person did ends playing. @param {number} version */
  #person(version) {
    this.pause();
    this.#turnTo(version, 'person');
  }

  /** @param {number} version @param {'person' | 'play'} by */
  #turnTo(version, by) {
    const done = this.go(version);
    this.dispatchEvent(new CustomEvent('cr-moment', { bubbles: true, detail: { version: this.#version, by } }));
    return done;
  }

  #toggle() {
    if (this.#playing) this.pause();
    else this.#run();
  }

  pause() {
    clearTimeout(this.#playing);
    this.#playing = 0;
    say(this.#play, 'Play');
  }

  /** From record to record, each when the one before is on the layout. */
  #run() {
    if (this.#version >= this.#last) this.#version = 0;
    say(this.#play, 'Pause');
    const next = async () => {
      await this.#turnTo(this.#version + 1, 'play');
      if (!this.#playing) return;
      if (this.#version >= this.#last) this.pause();
      else this.#playing = window.setTimeout(next, STEP_MS / Number(this.#speed.value));
    };
    this.#playing = window.setTimeout(next, 0);
  }

  /** @param {number} version */
  async #view(version) {
    const known = this.#views.get(version);
    if (known) return known;
    const table = this.#table;
    const view = await api.get(`/tables/${encodeURIComponent(table)}/at/${version}`);
    if (table === this.#table) {
      this.#views.set(version, view);
      if (this.#views.size > KEPT) this.#views.delete(/** @type {number} */ (this.#views.keys().next().value));
    }
    return view;
  }

  #tellWhere() {
    say(this.#where, this.#version ? `Record ${this.#version} of ${this.#last}` : 'Choose a record.');
  }

  /** @param {any} view */
  #show(view) {
    this.#board.show(view.wagers);
    if (this.#card.replica) this.#track.show(view.wagers);
    const lying = ['crowned', 'collected', 'paid'].includes(view.phase);
    this.#board.crown = lying && this.#card.wheel !== 'big-six' ? view.result : '';
    this.#board.win = lying ? view.result : '';
    this.#phase.dataset.mood = phaseMood(view.phase);
    say(this.#phase, phaseName(view.phase));
    this.#result.hidden = !view.result;
    this.#result.className = `result ${this.#colors[view.result] ?? 'plain'}`;
    say(this.#result, view.result);
    this.#result.setAttribute('aria-label', view.result ? resultName(view.result, this.#colors[view.result]) : '');
    this.#seen = view;
    this.#offerBundle();
    this.#tellSeats(view);
    this.#tellHouse(view);
  }

  /** The bundle of the round that is shown, or of the one before it while it is not over. */
  #offerBundle() {
    const round = this.#seen.round < this.#newest ? this.#seen.round : this.#seen.round - 1;
    this.#bundle.hidden = round < 1;
    this.#bundle.href = this.#bundleOf(round);
    say(this.#bundle, `Dispute bundle of round ${round}`);
  }

  #bundleOf(/** @type {number} */ round) {
    return `/api/v1/tables/${encodeURIComponent(this.#table)}/bundle?round=${round}`;
  }

  /** @param {any} view */
  #tellSeats(view) {
    const lying = /** @type {Map<number, number>} */ (new Map());
    for (const wager of view.wagers) lying.set(wager.seat, (lying.get(wager.seat) ?? 0) + wager.amount);
    fill(
      this.#seats,
      ...view.seats.map((/** @type {any} */ seat) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, svg('svg', { viewBox: '-20 -20 40 40', 'aria-hidden': 'true', focusable: 'false' }, chip({ color: seat.color, label: String(seat.seat), radius: 17 })), h('span', { class: 'sr-only' }, `Seat ${seat.seat}`)),
          h('td', {}, seat.player ?? '–'),
          h('td', {}, seat.color ? `${seat.color}${seat.value ? `, ${dollars(seat.value)}` : ''}` : '–'),
          h('td', {}, stacks(seat.stacks)),
          h('td', {}, lying.has(seat.seat) ? dollars(lying.get(seat.seat) ?? 0) : '–'),
        ),
      ),
    );
    if (!view.seats.length) fill(this.#seats, h('tr', {}, h('td', { colspan: 5, class: 'none' }, 'Nobody is seated.')));
  }

  /** @param {any} view */
  #tellHouse(view) {
    const row = (/** @type {string} */ name, /** @type {string} */ value) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
    const open = (view.disputes ?? []).filter((/** @type {any} */ each) => !each.decided);
    fill(
      this.#house,
      row('Dealer', view.dealer || '–'),
      row('Supervisor', view.supervisor || '–'),
      view.house && row('Float', dollars(view.house.house_float)),
      view.house && row('Drop', dollars(view.house.drop)),
      view.house && row('Tips', dollars(view.house.tips)),
      view.house && row('Coupons', dollars(view.house.coupons)),
      !open.length && row('Open disputes', 'none'),
      ...open.map((/** @type {any} */ each) =>
        h(
          'div',
          { class: 'wide' },
          h('dt', {}, `Dispute ${each.dispute}, round ${each.round}`, each.round < this.#newest && h('a', { href: this.#bundleOf(each.round), download: true }, 'Bundle')),
          h('dd', {}, h('q', {}, each.what)),
        ),
      ),
    );
  }

  /** @param {import('./records.js').Told | undefined | null} record null: it is on its way */
  tell(record) {
    say(this.#line, record ? record.words.split('\n', 1)[0].replace(/:$/, '.') : '');
    if (record === null) return fill(this.#words, h('p', { class: 'muted' }, 'One moment …'));
    if (!record) {
      fill(this.#words, h('p', { class: 'muted' }, 'This record is not in the list; load earlier ones to read it.'));
      return;
    }
    const [line, ...more] = record.words.split('\n');
    fill(
      this.#words,
      h('p', { class: 'replay-said' }, line),
      more.length > 0 && h('ul', {}, ...more.map((each) => h('li', {}, each.trim()))),
      record.refused?.clause && h('p', {}, h('span', { class: 'clause' }, record.refused.clause)),
      h('p', { class: 'muted' }, `${record.actor}${record.role ? `, ${roleName(record.role)}` : ''} · ${moment(record.at)}`),
    );
  }
}

/** @param {string} name @param {string} path @param {() => void} press */
const key = (name, path, press) =>
  h(
    'button',
    { type: 'button', class: 'button', 'aria-label': name, title: name, onclick: press },
    svg('svg', { viewBox: '0 0 24 24', width: 22, height: 22, 'aria-hidden': 'true', focusable: 'false' }, svg('path', { d: path, fill: 'currentColor', stroke: 'currentColor', 'stroke-width': 2.4, 'stroke-linejoin': 'round' })),
  );

/** @param {Record<string, number> | null} held */
function stacks(held) {
  const parts = Object.entries(held ?? {}).filter(([, amount]) => amount > 0);
  return parts.length ? parts.map(([kind, amount]) => `${dollars(amount)} ${kind}`).join(', ') : '–';
}

customElements.define('cr-replay', CrReplay);
