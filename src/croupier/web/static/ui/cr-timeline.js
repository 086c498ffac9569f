// @ts-check
/**
 * <cr-timeline>: the records of one stream, newest first, with filters, a live tail, and older records on demand.
 *
 *     timeline.open('/tables/7/records')       // loads the newest records and follows the stream
 *     timeline.following = false               // stops loading newer ones
 *     timeline.chosen = 812                    // marks a record and scrolls to it
 *
 * Events: `cr-record` {record}: one was chosen; `cr-tail` {last}: the newest version is known or has changed.
 * Keyboard: up and down arrows go from record to record.
 */
import { all, given, instance, messageOf } from '../core/checked.js';
import { api } from '../core/api.js';
import { clock, moment } from '../core/clock.js';
import { t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { fill, say } from './markup.js';
import { EVERYTHING, joined, kindName, kinds, passes } from './records.js';
import { recordLines } from './coded-messages.js';
import { personName, roleName } from './display-format.js';

/** @typedef {import('./records.js').Told} Told */

const PAGE = 200;
/** Number of records shown at first; older ones are added on demand. */
const SHOWN_FIRST = 400;
const ASK_EVERY_MS = 1500;
/** Minimum interval between requests for newer records. */
const HURRY_MS = 300;
const PAGES_SEARCHED = 10;

/** @typedef {`/tables/${string}/records` | `/tournaments/${string}/records` | '/premises/records'} RecordsPath */

export class CrTimeline extends HTMLElement {
  following = true;
  /** Whether the records belong to rounds, so that rounds can be searched. */
  rounds = true;
  /** Returns the name of a spot, if the table's card is known. @type {((id: string) => string) | undefined} */
  spotName = undefined;

  /** @type {RecordsPath | null} */
  #path = null;
  /** @type {Told[]} */
  #records = [];
  #filter = { ...EVERYTHING };
  #chosen = 0;
  #shownMax = SHOWN_FIRST;
  /** @type {Map<number, HTMLElement>} existing rows, which are reused to keep focus and scroll position */
  #rows = new Map();
  #timer = 0;
  #turn = 0;
  #asking = false;
  #late = false;
  #askedAt = 0;
  #kind = h('select', { class: 'input' });
  #round = /** @type {HTMLInputElement} */ (h('input', { class: 'input', type: 'number', min: 1, inputmode: 'numeric', placeholder: t('records.any') }));
  #actor = /** @type {HTMLInputElement} */ (h('input', { class: 'input', type: 'search', maxlength: 64, placeholder: t('records.anyone') }));
  #refused = h('input', { type: 'checkbox' });
  #list = h('ol', { class: 'records' });
  #count = h('p', { class: 'records-count', role: 'status' });
  #older = h('button', { type: 'button', class: 'button is-small', onclick: () => this.#back() }, t('records.earlier-records'));

  connectedCallback() {
    if (this.children.length) return;
    const label = this.getAttribute('label') ?? t('records.records');
    this.append(
      h(
        'form',
        { class: 'filters', 'aria-label': t('records.filter', { value: label }), onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        h('label', { class: 'field' }, h('span', {}, t('records.kind')), this.#kind),
        h('label', { class: 'field' }, h('span', {}, t('records.who')), this.#actor),
        this.rounds && h('label', { class: 'field short' }, h('span', {}, t('records.round')), this.#round),
        h('label', { class: 'check' }, this.#refused, t('records.refused-only')),
      ),
      h('div', { class: 'records-head' }, this.#count, this.#older),
      h('div', { class: 'records-scroll', role: 'region', tabindex: 0, 'aria-label': label }, this.#list),
    );
    for (const field of [this.#kind, this.#round, this.#actor, this.#refused]) field.addEventListener('input', () => this.#sift());
    this.#list.addEventListener('keydown', (event) => this.#key(event));
  }

  disconnectedCallback() {
    this.close();
  }

  /** Stops following. */
  close() {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.#path = null;
    this.#asking = false;
  }

  get last() {
    return this.#records.at(-1)?.version ?? 0;
  }

  get first() {
    return this.#records[0]?.version ?? 0;
  }

  /** @param {number} version @returns {Told | undefined} */
  record(version) {
    return this.#records.find((each) => each.version === version);
  }

  /** The first and last loaded versions of a round. @param {number} round */
  bounds(round) {
    const own = this.#records.filter((each) => each.round === round);
    return own.length ? { first: own[0].version, last: own[own.length - 1].version } : null;
  }

  /** @param {RecordsPath} path */
  async open(path) {
    this.close();
    const turn = this.#turn;
    this.#path = path;
    this.#records = [];
    this.#rows.clear();
    this.#shownMax = SHOWN_FIRST;
    this.#chosen = 0;
    fill(this.#list, h('li', { class: 'none' }, t('records.reading')));
    await this.#follow(turn);
  }

  /** Loads newer records soon. */
  hurry() {
    this.#late = true;
    if (this.#asking || !this.#path) return;
    clearTimeout(this.#timer);
    this.#again(this.#turn);
  }

  #again(/** @type {number} */ turn) {
    const pause = this.#late ? HURRY_MS : ASK_EVERY_MS;
    this.#timer = window.setTimeout(() => this.#follow(turn), Math.max(0, this.#askedAt + pause - performance.now()));
  }

  /** @param {string} which @returns {Promise<Told[]>} */
  async #ask(which) {
    const path = given(this.#path, 'path'), query = `${which}&limit=${PAGE}`;
    if (path === '/premises/records') return api.get(`${path}?${query}`);
    return isOfTournament(path) ? (await api.get(`${path}?${query}`)).records : api.get(`${path}?${query}`);
  }

  /** @param {number} turn */
  async #follow(turn) {
    this.#asking = true;
    this.#late = false;
    this.#askedAt = performance.now();
    try {
      if (!this.#records.length || (this.following && !document.hidden)) {
        const told = await this.#ask(`from=${this.#records.length ? this.last + 1 : 0}`);
        if (turn !== this.#turn) return;
        this.#take(told, true);
      }
    } catch (trouble) {
      if (turn !== this.#turn) return;
      say(this.#count, messageOf(trouble));
    }
    if (turn !== this.#turn) return;
    this.#asking = false;
    this.#again(turn);
  }

  /** @param {Told[]} told @param {boolean} newer */
  #take(told, newer) {
    if (!told.length && this.#records.length) return;
    const before = this.last;
    this.#records = joined(this.#records, told, newer);
    this.#offerKinds();
    this.#draw();
    if (this.last !== before) this.dispatchEvent(new CustomEvent('cr-tail', { bubbles: true, detail: { last: this.last } }));
  }

  /** Loads older records. */
  async #back() {
    if (this.first <= 1) return;
    const turn = this.#turn, button = this.#older;
    button.disabled = true;
    try {
      const told = await this.#ask(`before=${this.first}`);
      if (turn !== this.#turn) return;
      this.#shownMax += told.length;
      this.#take(told, false);
    } catch (trouble) {
      say(this.#count, messageOf(trouble));
    } finally {
      button.disabled = false;
    }
  }

  /** Loads the records around a version. @param {number} version */
  async reach(version) {
    for (let page = 0; page < PAGES_SEARCHED && version < this.first; page += 1) await this.#back();
  }

  #offerKinds() {
    const now = kinds(this.#records);
    if (now.length + 1 === this.#kind.options.length) return;
    const chosen = this.#kind.value;
    fill(this.#kind, h('option', { value: '' }, t('records.every-kind')), ...now.map((kind) => h('option', { value: kind }, kindName(kind))));
    this.#kind.value = now.includes(chosen) ? chosen : '';
  }

  async #sift() {
    const round = Number.parseInt(this.#round.value, 10);
    this.#filter = {
      kind: this.#kind.value, actor: this.#actor.value, refused: this.#refused.checked, round: Number.isNaN(round) ? null : round,
    };
    this.#draw();
    // Searches for an older round, within limits.
    for (let page = 0; page < PAGES_SEARCHED && this.#filter.round !== null && this.#filter.round === round; page += 1) {
      if (this.first <= 1 || (this.#records[0]?.round ?? 0) < round) break;
      await this.#back();
    }
  }

  #draw() {
    const found = this.#records.filter((record) => passes(this.#filter, record));
    this.#place(found.slice(-this.#shownMax).reverse());
    if (!found.length) fill(this.#list, h('li', { class: 'none' }, this.#records.length ? t('records.no-record-matches') : t('records.nothing-has-been-recorded-yet')));
    const all = found.length === this.#records.length;
    say(this.#count, all
      ? t('records.records-count', { count: this.#records.length, first: this.first, last: this.last })
      : t('records.records-found', { found: found.length, count: this.#records.length, first: this.first, last: this.last }));
    this.#older.hidden = this.first <= 1;
    this.#rove();
  }

  /** Shows these records, reusing existing rows. @param {Told[]} records */
  #place(records) {
    const rows = new Map(records.map((record) => [record.version, this.#rows.get(record.version) ?? this.#row(record)]));
    this.#rows = rows;
    const kept = new Set(rows.values());
    for (const row of [...this.#list.children]) if (!kept.has(instance(row, HTMLElement))) row.remove();
    let at = this.#list.firstChild;
    for (const row of rows.values()) {
      if (row === at) at = at.nextSibling;
      else this.#list.insertBefore(row, at);
    }
  }

  /** @param {Told} record */
  #row(record) {
    const [line, ...more] = recordLines(record, this.spotName);
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button', class: record.refused ? 'record refused' : 'record', tabindex: -1, 'data-version': record.version,
          'aria-current': record.version === this.#chosen && 'true', onclick: () => this.#choose(record),
        },
        h('span', { class: 'record-when' }, h('b', {}, String(record.version)), h('time', { title: moment(record.at) }, clock(record.at))),
        h(
          'span',
          { class: 'record-what' },
          h('span', { class: 'record-words' }, line, more.length > 0 && h('small', {}, ` ${t('records.wagers-count', { count: more.length })}`)),
          h('span', { class: 'record-who' }, personName(record.actor), record.role && ` · ${roleName(record.role)}`, record.round > 0 && ` · ${t('records.round-number', { round: record.round })}`),
        ),
      ),
    );
  }

  /** @param {Told} record */
  #choose(record) {
    this.chosen = record.version;
    this.dispatchEvent(new CustomEvent('cr-record', { bubbles: true, detail: { record } }));
  }

  /** @param {number} version */
  set chosen(version) {
    if (version === this.#chosen) return;
    this.#chosen = version;
    for (const button of this.#list.querySelectorAll('.record')) {
      if (button.getAttribute('data-version') === String(version)) {
        button.setAttribute('aria-current', 'true');
        this.#into(button);
      } else button.removeAttribute('aria-current');
    }
    this.#rove();
  }

  /** Scrolls only the list to a record, not the page. @param {Element} record */
  #into(record) {
    const list = given(this.#list.parentElement, 'list'), seen = list.getBoundingClientRect(), box = record.getBoundingClientRect();
    if (box.top < seen.top) list.scrollTop -= seen.top - box.top;
    else if (box.bottom > seen.bottom) list.scrollTop += box.bottom - seen.bottom;
  }

  /** Puts one record in the tab order: the chosen one, or the newest. */
  #rove() {
    const buttons = all(this.#list, '.record');
    const chosen = buttons.find((each) => each.hasAttribute('aria-current')) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = all(this.#list, '.record');
    const next = buttons[buttons.findIndex((each) => each === document.activeElement) + (step ?? 0)];
    if (!step || !next) return;
    event.preventDefault();
    next.focus();
    next.click();
  }
}

/** @param {RecordsPath} path @returns {path is `/tournaments/${string}/records`} */
const isOfTournament = (path) => path.startsWith('/tournaments/');

customElements.define('cr-timeline', CrTimeline);
