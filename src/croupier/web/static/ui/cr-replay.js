// @ts-check
/**
 * <cr-replay>: a table after any of its records, with a scrubber through them.
 *
 *     await replay.open('7')                   // loads the card; nothing is shown before `go`
 *     replay.last = 1204                       // the newest record
 *     replay.go(812)                           // shows the table after record 812
 *     replay.present(1205, view)               // shows the table from a live connection
 *     replay.tell(record)                      // shows the text of the current record
 *     replay.newest = 31                       // the current round; earlier ones are over
 *
 * Events: `cr-moment` {version, by: 'person' | 'play'}: another record is shown.
 */
import { given, messageOf } from '../core/checked.js';
import { api } from '../core/api.js';
import { moment } from '../core/clock.js';
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { isCrowned } from '../core/phases.js';
import { html as h, svg } from '../core/svg.js';
import { chip } from './chip.js';
import './cr-board.js';
import './cr-track.js';
import { fill, say } from './markup.js';
import { recordLines } from './coded-messages.js';
import { Scrubber } from './scrubber.js';
import { colorName, personName, phaseMood, phaseName, resultName, roleName } from './display-format.js';
import { inLanguage } from './card-words.js';

const KEPT = 200;

export class CrReplay extends HTMLElement {
  #table = '';
  /** @type {Service.Card | null} */
  #given = null;
  get #card() {
    return given(this.#given, 'card');
  }
  /** @type {Record<string, string>} */
  #colors = {};
  #newest = 0;
  /** @type {Page.View | null} */
  #seen = null;
  /** @type {Map<number, Service.View>} */
  #views = new Map();
  #board = document.createElement('cr-board');
  #track = document.createElement('cr-track');
  #line = h('p', { class: 'replay-line' });
  #where = h('p', { class: 'replay-where', role: 'status' }, t('records.choose-a-record'));
  #phase = h('span', { class: 'phase-pill', 'data-mood': 'shut' }, '–');
  #result = h('b', { class: 'result', hidden: true });
  #words = h('div', { class: 'replay-words' });
  #seats = h('tbody');
  #house = h('dl', { class: 'replay-house' });
  #bundle = /** @type {HTMLAnchorElement} */ (h('a', { class: 'button', download: true, hidden: true }, t('records.dispute-bundle')));
  #scrubber = new Scrubber((version, by) => this.#turnTo(version, by));

  connectedCallback() {
    if (this.children.length) return;
    this.#board.readonly = true;
    this.#board.orientation = 'landscape';
    this.#track.orientation = 'landscape';
    this.#track.inert = true;
    this.#track.hidden = true;
    this.append(
      h('header', { class: 'replay-head' }, h('div', { class: 'replay-title' }, this.#where, this.#line), this.#result, this.#phase, this.#bundle),
      h('div', { class: 'replay-felt' }, this.#board, this.#track),
      this.#scrubber.element,
      h(
        'div',
        { class: 'replay-facts' },
        h('section', { class: 'panel' }, h('h2', {}, t('records.what-happened')), this.#words),
        h(
          'section',
          { class: 'panel' },
          h('h2', {}, t('records.seats')),
          h(
            'table',
            { class: 'replay-seats' },
            h('thead', {}, h('tr', {}, ...[t('records.seat'), t('records.player'), t('records.chip'), t('records.stacks'), t('records.on-the-layout')].map((head) => h('th', { scope: 'col' }, head)))),
            this.#seats,
          ),
        ),
        h('section', { class: 'panel' }, h('h2', {}, t('records.house')), this.#house),
      ),
    );
  }

  disconnectedCallback() {
    this.pause();
  }

  get table() {
    return this.#given ? this.#table : '';
  }

  get version() {
    return this.#scrubber.version;
  }

  get card() {
    return this.#given;
  }

  /** @param {number} last */
  set last(last) {
    this.#scrubber.last = last;
    this.#tellWhere();
  }

  /** @param {number} round */
  set newest(round) {
    this.#newest = Math.max(this.#newest, round);
    if (this.#seen) this.#offerBundle(this.#seen.round);
  }

  /** The name of a spot; its id until the card is loaded. @param {string} id */
  spotName = (id) => this.#given?.spots[id]?.name ?? id;

  /** @param {string} table */
  async open(table) {
    this.pause();
    this.#newest = 0;
    this.#seen = null;
    this.#table = table;
    this.#given = null;
    this.#views.clear();
    this.#scrubber.version = 0;
    this.last = 0;
    const card = inLanguage(await api.get(`/tables/${encodeURIComponent(table)}`));
    if (this.#table !== table) return;
    this.#given = card;
    this.#colors = Object.fromEntries(this.#card.compartments.map((each) => [each.label, each.color]));
    this.#board.card = this.#card;
    this.#board.show([]);
    this.#track.hidden = !this.#card.replica;
    if (this.#card.replica) this.#track.card = this.#card;
  }

  /** @param {number} version */
  async go(version) {
    const to = this.#scrubber.within(version);
    this.#scrubber.version = to;
    this.#tellWhere();
    try {
      const view = await this.#view(to);
      if (this.version === to) this.#show(view);
    } catch (trouble) {
      if (this.version === to) say(this.#where, messageOf(trouble));
    }
  }

  /** @param {number} version @param {Page.View} view */
  present(version, view) {
    if (!this.#given) return;
    this.last = Math.max(this.#scrubber.last, version);
    this.#scrubber.version = version;
    this.#tellWhere();
    this.newest = view.round;
    this.#show(view);
  }

  /** @param {number} version @param {'person' | 'play'} by */
  #turnTo(version, by) {
    const done = this.go(version);
    this.dispatchEvent(new CustomEvent('cr-moment', { bubbles: true, detail: { version: this.version, by } }));
    return done;
  }

  pause() {
    this.#scrubber.pause();
  }

  /** @param {number} version */
  async #view(version) {
    const known = this.#views.get(version);
    if (known) return known;
    const table = this.#table;
    const view = await api.get(`/tables/${encodeURIComponent(table)}/at/${version}`);
    if (table === this.#table) {
      this.#views.set(version, view);
      if (this.#views.size > KEPT) this.#views.delete(given(this.#views.keys().next().value, 'first view'));
    }
    return view;
  }

  #tellWhere() {
    say(this.#where, this.version ? t('records.record-of', { version: this.version, last: this.#scrubber.last }) : t('records.choose-a-record'));
  }

  /** @param {Page.View} view */
  #show(view) {
    this.#board.show(view.wagers);
    if (this.#card.replica) this.#track.show(view.wagers);
    const lying = isCrowned(view.phase);
    this.#board.crown = lying && this.#card.crown ? view.result : '';
    this.#board.win = lying ? view.result : '';
    this.#phase.dataset.mood = phaseMood(view.phase);
    say(this.#phase, phaseName(view.phase));
    this.#result.hidden = !view.result;
    this.#result.className = `result ${this.#colors[view.result] ?? 'plain'}`;
    say(this.#result, view.result);
    this.#result.setAttribute('aria-label', view.result ? resultName(view.result, this.#colors[view.result]) : '');
    this.#seen = view;
    this.#offerBundle(view.round);
    this.#tellSeats(view);
    this.#tellHouse(view);
  }

  /** Offers the bundle of the shown round, or of the one before it while it is not over. @param {number} shown */
  #offerBundle(shown) {
    const round = this.#provable(shown);
    this.#bundle.hidden = round < 1;
    this.#bundle.href = this.#bundleOf(round);
    say(this.#bundle, t('records.dispute-bundle-of-round', { round }));
  }

  #provable(/** @type {number} */ shown) {
    return shown < this.#newest ? shown : shown - 1;
  }

  #bundleOf(/** @type {number} */ round, /** @type {number} */ seat = 0) {
    return `/api/v1/tables/${encodeURIComponent(this.#table)}/bundle?round=${round}${seat ? `&seat=${seat}` : ''}`;
  }

  /** @param {Page.View} view */
  #tellSeats(view) {
    const round = this.#provable(view.round);
    const lying = /** @type {Map<number, number>} */ (new Map());
    for (const wager of view.wagers) lying.set(wager.seat, (lying.get(wager.seat) ?? 0) + wager.amount);
    fill(
      this.#seats,
      ...view.seats.map((seat) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, svg('svg', { viewBox: '-20 -20 40 40', 'aria-hidden': 'true', focusable: 'false' }, chip({ color: seat.color, label: String(seat.seat), radius: 17 })), h('span', { class: 'sr-only' }, t('records.seat-number', { seat: seat.seat }))),
          h('td', {}, seat.player ?? '–', ' ', round >= 1 && h('a', { href: this.#bundleOf(round, seat.seat), download: true, 'aria-label': t('records.bundle-of-seat-alone-round', { seat: seat.seat, round }) }, t('records.bundle'))),
          h('td', {}, seat.color ? `${colorName(seat.color)}${seat.value ? `, ${dollars(seat.value)}` : ''}` : '–'),
          h('td', {}, stacks(seat.stacks)),
          h('td', {}, lying.has(seat.seat) ? dollars(lying.get(seat.seat) ?? 0) : '–'),
        ),
      ),
    );
    if (!view.seats.length) fill(this.#seats, h('tr', {}, h('td', { colspan: 5, class: 'none' }, t('records.nobody-is-seated'))));
  }

  /** @param {Page.View} view */
  #tellHouse(view) {
    const row = (/** @type {string} */ name, /** @type {string} */ value) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
    const open = (view.disputes ?? []).filter((each) => !each.decided);
    fill(
      this.#house,
      row(t('records.dealer'), view.dealer || '–'),
      row(t('records.supervisor'), view.supervisor || '–'),
      view.house && row(t('records.float'), dollars(view.house.house_float)),
      view.house && row(t('records.drop'), dollars(view.house.drop)),
      view.house && row(t('records.tips'), dollars(view.house.tips)),
      view.house && row(t('records.coupons'), dollars(view.house.coupons)),
      !open.length && row(t('records.open-disputes'), t('records.none')),
      ...open.map((each) =>
        h(
          'div',
          { class: 'wide' },
          h('dt', {}, t('records.dispute-round', { dispute: each.dispute, round: each.round }), each.round < this.#newest && h('a', { href: this.#bundleOf(each.round), download: true }, t('records.bundle'))),
          h('dd', {}, h('q', {}, each.what)),
        ),
      ),
    );
  }

  /** @param {import('./records.js').Told | undefined | null} record null while it is loading */
  tell(record) {
    const [line = '', ...more] = record ? recordLines(record, this.spotName) : [];
    say(this.#line, line.replace(/\s?[:：]$/, '.'));
    if (record === null) return fill(this.#words, h('p', { class: 'muted' }, t('records.one-moment')));
    if (!record) {
      fill(this.#words, h('p', { class: 'muted' }, t('records.this-record-is-not-in-the')));
      return;
    }
    fill(
      this.#words,
      h('p', { class: 'replay-said' }, line),
      more.length > 0 && h('ul', {}, ...more.map((each) => h('li', {}, each.trim()))),
      record.refused?.clause && h('p', {}, h('span', { class: 'clause' }, record.refused.clause)),
      h('p', { class: 'muted' }, `${personName(record.actor)}${record.role ? `, ${roleName(record.role)}` : ''} · ${moment(record.at)}`),
    );
  }
}

/** @param {Record<string, number> | null} held */
function stacks(held) {
  const parts = Object.entries(held ?? {}).filter(([, amount]) => amount > 0);
  return parts.length ? parts.map(([kind, amount]) => `${dollars(amount)} ${t(`events.chips.${kind}`)}`).join(', ') : '–';
}

customElements.define('cr-replay', CrReplay);
