// @ts-check
/**
 * Up to four tables on one screen for one player. Each is the terminal in a frame, with its own clock, slip and
 * connection; this page arranges them, shows their states, and draws attention to a table whose bets are closing.
 */
import { api } from '../core/api.js';
import { t } from '../core/language.js';
import { html } from '../core/svg.js';
import { gameWords, phaseName } from '../ui/display-format.js';

const TABLES_MAX = 4;
/** Time before the automatic dealer's call at which the table alerts its player. */
const CLOSING_MS = 8_000;
const TICK_MS = 500;

/** @typedef {import('../core/pane.js').PaneReport} PaneReport */

/** One table: its frame, and its tab with its state. */
class TablePane {
  /** @type {PaneReport | null} */
  report = null;
  #state = html('small', {}, t('several.opening'));
  #frame;

  /** @param {string} number @param {{show: (pane: TablePane) => void, close: (pane: TablePane) => void}} acts */
  constructor(number, { show, close }) {
    this.number = number;
    this.#frame = html('iframe', { src: `/play/${encodeURIComponent(number)}`, title: t('several.table', { table: number }) });
    this.place = html('section', { class: 'several-pane', 'aria-label': t('several.table', { table: number }) }, this.#frame);
    this.tab = html('li', { class: 'several-tab' },
      html('button', { type: 'button', 'data-same': `table-${number}`, onclick: () => show(this) }, t('several.table', { table: number }), this.#state),
      html('button', { class: 'several-close', type: 'button', 'aria-label': t('several.close', { table: number }), title: t('several.stays'), onclick: () => close(this) }, '×'));
  }

  get window() {
    return this.#frame.contentWindow;
  }

  focus() {
    this.place.scrollIntoView({ inline: 'start', block: 'nearest' });
    this.#frame.focus();
  }

  /** The text of the tab, and the alert: '' | 'closing' | 'choose'. @param {number} now */
  state(now) {
    const report = this.report;
    if (!report) return { call: '', words: t('several.opening') };
    if (report.choose) return { call: 'choose', words: t('several.choice') };
    const left = report.closesAt === null ? null : report.closesAt - (now + report.skew);
    const open = report.phase === 'betting' && left !== null && left > 0, seconds = Math.ceil((left ?? 0) / 1000);
    const closing = report.seated && (report.phase === 'in-track' || (open && left <= CLOSING_MS));
    return { call: closing ? 'closing' : '', words: open ? t('several.closing', { seconds }) : phaseName(report.phase) };
  }

  /** Draws the tab and returns its alert. @param {number} now */
  draw(now) {
    const { call, words } = this.state(now);
    if (this.#state.textContent !== words) this.#state.textContent = words;
    for (const part of [this.place, this.tab]) {
      if (call) part.dataset.call = call;
      else delete part.dataset.call;
    }
    return call;
  }
}

export class Several {
  /** @type {TablePane[]} */
  #panes = [];
  /** The last alert of each table. @type {Map<string, string>} */
  #called = new Map();
  #parts;

  /** @param {{tabs: HTMLElement, panes: HTMLElement, add: HTMLFormElement, more: HTMLSelectElement, note: HTMLElement, live: HTMLElement}} parts */
  constructor(parts) {
    this.#parts = parts;
    parts.add.addEventListener('submit', (event) => {
      event.preventDefault();
      if (parts.more.value) this.add(parts.more.value);
    });
    window.addEventListener('message', (event) => this.#hear(event));
    document.addEventListener('click', () => this.#tell('gesture'));
    setInterval(() => this.#draw(), TICK_MS);
  }

  /** Opens the tables of the URL and lists the others of the house. */
  async open() {
    const session = await api.session();
    if (session?.role !== 'player') {
      location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
      return;
    }
    const named = (new URLSearchParams(location.search).get('tables') ?? '').split(',').filter(Boolean);
    for (const number of new Set(named)) this.add(number);
    this.#settle();
  }

  /** @param {string} number */
  add(number) {
    if (this.#panes.length >= TABLES_MAX || this.#panes.some((pane) => pane.number === number)) return;
    const pane = new TablePane(number, { show: (one) => one.focus(), close: (one) => this.#close(one) });
    this.#panes.push(pane);
    this.#parts.tabs.append(pane.tab);
    this.#parts.panes.append(pane.place);
    this.#settle();
  }

  /** @param {TablePane} pane */
  #close(pane) {
    this.#panes = this.#panes.filter((each) => each !== pane);
    this.#called.delete(pane.number);
    pane.tab.remove();
    pane.place.remove();
    this.#settle();
    this.#parts.panes.focus();
  }

  /** Updates the URL, so that a reload shows the same tables. */
  #settle() {
    const tables = this.#panes.map(({ number }) => encodeURIComponent(number)).join(',');
    history.replaceState(null, '', `${location.pathname}${tables ? `?tables=${tables}` : ''}`);
    this.#parts.note.textContent = this.#panes.length ? '' : t('several.none');
    this.#offer().catch(() => {}); // the list is loaded again with the next change
  }

  async #offer() {
    const { tables } = await api.get('/tables'), shown = new Set(this.#panes.map(({ number }) => number));
    const others = tables.filter((tile) => tile.electronic && !tile.findings.length && !shown.has(tile.number));
    const full = this.#panes.length >= TABLES_MAX;
    this.#parts.more.replaceChildren(...others.map((tile) => html('option', { value: tile.number }, t('several.option', { table: tile.number, title: gameWords(tile.wheel, tile.title) }))));
    this.#parts.add.hidden = full || !others.length;
  }

  /** @param {MessageEvent} event */
  #hear({ origin, source, data }) {
    const pane = this.#panes.find((each) => each.window === source);
    if (origin !== location.origin || !pane || data?.type !== 'pane') return;
    const before = pane.report?.wealth;
    pane.report = data;
    if (before !== undefined && before !== data.wealth) this.#tell('money', pane);
    this.#draw();
  }

  /** Sends to all tables except one. @param {'gesture' | 'money'} words @param {TablePane} [but] */
  #tell(words, but) {
    for (const pane of this.#panes) if (pane !== but) pane.window?.postMessage(words, location.origin);
  }

  #draw() {
    const now = Date.now();
    for (const pane of this.#panes) {
      const call = pane.draw(now), before = this.#called.get(pane.number) ?? '';
      this.#called.set(pane.number, call);
      if (call && call !== before) this.#parts.live.textContent = t(`several.call.${call}`, { table: pane.number });
    }
  }
}

/** @template {HTMLElement} T @param {string} id @returns {T} */
const part = (id) => /** @type {T} */ (document.getElementById(id));

new Several({ tabs: part('tabs'), panes: part('panes'), add: part('add'), more: part('more'), note: part('note'), live: part('live') })
  .open().catch((error) => {
    part('note').textContent = error.message;
  });
