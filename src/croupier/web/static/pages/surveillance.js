// @ts-check
/** Surveillance and audit: read-only. Timeline and replay, a wall of tables, the chain, alerts, the premises. */
import { instance, messageOf } from '../core/checked.js';
import { api } from '../core/api.js';
import { t } from '../core/language.js';
import { Link } from '../core/link.js';
import { Store } from '../core/store.js';
import { html as h } from '../core/svg.js';
import { Alerts } from '../ui/alerts.js';
import { Chain } from '../ui/chain.js';
import '../ui/cr-lock.js';
import '../ui/cr-masthead.js';
import '../ui/cr-replay.js';
import { CrTimeline } from '../ui/cr-timeline.js';
import { roleWord, seesRecords, seesTournaments } from '../ui/display-format.js';
import { byId, control, fill, only, say } from '../ui/markup.js';
import { TournamentWatch } from '../ui/tournament-watch.js';
import { Wall } from '../ui/wall.js';

const EVERY_VIEW = ['replay', 'tournaments', 'wall', 'chain', 'alerts', 'premises'];
const ALERTS_EVERY_MS = 5000;
const masthead = only('cr-masthead');
const records = control('records', CrTimeline);
const premises = control('premises-records', CrTimeline);
const replay = only('cr-replay');
const picker = control('table', HTMLSelectElement);
const live = control('live', HTMLInputElement);
const lock = only('cr-lock');
const chain = new Chain(byId('chain'));
const alerts = new Alerts(byId('alerts'), (waiting) => {
  byId('alert-count').hidden = waiting === 0;
  say(byId('alert-count'), String(waiting));
});

/** Shows the table after a record and marks the record. @param {number} version */
async function look(version) {
  const shown = replay.go(version);
  await records.reach(replay.version);
  tellRecord();
  await shown;
}

/** The live connection to the followed table. It sends no requests, so an idle console still locks. */
class Follower {
  /** @type {Link | null} */
  #link = null;
  #table = '';

  /** Follows the table; '' stops following. @param {string} table */
  follow(table) {
    if (this.#table === table) return;
    this.#link?.close();
    this.#table = table;
    this.#link = null;
    if (!table) return;
    const store = new Store();
    this.#link = new Link({ table, store });
    store.addEventListener('change', () => {
      const { version, table: now, seats, wagers } = store.state;
      if (this.#table !== table || replay.table !== table || !version) return;
      replay.present(version, { ...now, seats: [...seats.values()], wagers: [...wagers.values()] });
      tellRecord();
    });
    this.#link.open();
  }
}

/** Shows the text of the current record and marks it in the list. */
function tellRecord() {
  records.chosen = replay.version;
  const record = records.record(replay.version);
  const coming = !record && replay.version > records.last;
  replay.tell(coming ? null : record);
  if (coming) records.hurry();
}

records.addEventListener('cr-tail', (event) => {
  replay.last = Math.max(replay.version, event.detail.last);
  replay.newest = records.record(records.last)?.round ?? 0;
  if (live.checked) tellRecord();
});

lock.unlock = async (/** @type {string} */ password) => {
  try {
    await api.unlock(password);
    return { done: true };
  } catch (refused) {
    return { done: false, message: messageOf(refused) };
  }
};

lock.addEventListener('unlocked', () => masthead.refresh());

/** The views of one desk: which is open, and what it shows. */
class SurveillanceDesk {
  #wall = new Wall(byId('wall'), (table) => {
    picker.value = table;
    this.#turnTo('replay');
    this.#openTable();
  });
  #tournaments = new TournamentWatch(byId('tournaments'), () => this.#remember());
  /** @type {string[]} the running tables */
  #running = [];
  /** The views of this role. */
  #views = EVERY_VIEW;
  #view = '';
  /** The tournament and record named in the page's URL. */
  #wanted = { tournament: '', record: 0 };
  #watching = 0;
  #opened = '';
  #follower = new Follower();
  /** Follows the table while the box is checked and the view is visible. */
  #tellFollowing = () => this.#follower.follow(live.checked && this.#view === 'replay' ? this.#opened : '');

  constructor() {
    records.addEventListener('cr-record', (event) => {
      live.checked = false;
      this.#tellFollowing();
      replay.pause();
      look(event.detail.record.version).then(() => this.#remember());
    });
    replay.addEventListener('cr-moment', () => {
      live.checked = false;
      this.#tellFollowing();
      tellRecord();
      this.#remember();
    });
    live.addEventListener('change', () => {
      replay.pause();
      this.#tellFollowing();
      this.#remember();
    });
    picker.addEventListener('change', () => this.#openTable());
    byId('tabs').addEventListener('click', (event) => {
      const tab = instance(event.target, Element).closest('[role=tab]');
      if (tab) this.#turnTo(tab.id.slice('tab-'.length));
    });
    byId('tabs').addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) this.#turnTo(this.#views[(this.#views.indexOf(this.#view) + step + this.#views.length) % this.#views.length], true);
    });
    masthead.addEventListener('session', (event) => {
      const session = event.detail;
      if (!session || !seesRecords(session.role)) return this.#turnAway(session);
      if (session.locked) {
        this.#rest();
        return lock.lock(session.name);
      }
      alerts.role = session.role;
      this.#views = EVERY_VIEW.filter((each) => each !== 'tournaments' || seesTournaments(session.role));
      byId('tab-tournaments').hidden = !seesTournaments(session.role);
      byId('tabs').hidden = false;
      say(byId('trouble'), '');
      this.#begin().catch((trouble) => say(byId('trouble'), trouble.message));
    });
  }

  /** @param {string} next @param {boolean} [focus] */
  #turnTo(next, focus = false) {
    if (this.#view === 'wall' && next !== 'wall') this.#wall.close();
    if (this.#view === 'premises' && next !== 'premises') premises.close();
    if (this.#view === 'tournaments' && next !== 'tournaments') this.#tournaments.close();
    this.#view = this.#views.includes(next) ? next : 'replay';
    for (const each of EVERY_VIEW) {
      const tab = byId(`tab-${each}`);
      tab.setAttribute('aria-selected', String(each === this.#view));
      tab.tabIndex = each === this.#view ? 0 : -1;
      byId(each).hidden = each !== this.#view;
    }
    if (focus) byId(`tab-${this.#view}`).focus();
    this.#remember();
    this.#tellFollowing();
    if (this.#view === 'tournaments') {
      this.#tournaments.show(this.#wanted.tournament, this.#wanted.record);
      this.#wanted = { tournament: '', record: 0 };
    }
    if (this.#view === 'wall') this.#wall.show(this.#running);
    if (this.#view === 'chain') chain.refresh();
    if (this.#view === 'alerts') alerts.refresh();
    if (this.#view === 'premises') premises.open('/premises/records');
  }

  /** Updates the URL, so that the view can be shared. */
  #remember() {
    const now = new URLSearchParams({ view: this.#view });
    if (this.#view === 'replay' && picker.value) now.set('table', picker.value);
    if (this.#view === 'replay' && replay.version && !live.checked) now.set('record', String(replay.version));
    if (this.#view === 'tournaments') {
      const { tournament, record } = this.#tournaments.looked;
      if (tournament) now.set('tournament', tournament);
      if (record) now.set('record', String(record));
    }
    history.replaceState(null, '', `/surveillance?${now}`);
  }

  async #openTable(record = 0) {
    const table = picker.value;
    if (!table) return;
    this.#follower.follow('');
    this.#opened = table;
    say(byId('trouble'), '');
    live.checked = record === 0;
    try {
      await replay.open(table);
    } catch (trouble) {
      say(byId('trouble'), messageOf(trouble));
      return;
    }
    if (this.#opened !== table) return;
    records.spotName = replay.spotName;
    await records.open(`/tables/${encodeURIComponent(table)}/records`);
    if (record) await look(record);
    this.#tellFollowing();
    this.#remember();
  }

  async #begin() {
    const lobby = await api.get('/tables');
    masthead.house = lobby.house;
    document.title = t('records.surveillance', { house: lobby.house });
    this.#running = lobby.tables.filter((tile) => tile.findings.length === 0).map((tile) => tile.number);
    fill(picker, ...this.#running.map((number) => h('option', { value: number }, t('records.table', { number }))));
    const asked = new URLSearchParams(location.search);
    if (this.#running.includes(asked.get('table') ?? '')) picker.value = asked.get('table') ?? '';
    const record = Number.parseInt(asked.get('record') ?? '0', 10) || 0;
    this.#wanted = { tournament: asked.get('tournament') ?? '', record };
    this.#turnTo(this.#view || (asked.get('view') ?? 'replay'));
    this.#openTable(asked.has('tournament') ? 0 : record);
    alerts.refresh();
    clearInterval(this.#watching);
    this.#watching = window.setInterval(() => document.hidden || lock.locked || alerts.refresh(), ALERTS_EVERY_MS);
  }

  /** Stops all requests and hides everything. */
  #rest() {
    records.close();
    premises.close();
    this.#wall.close();
    this.#tournaments.close();
    this.#follower.follow('');
    replay.pause();
    byId('tabs').hidden = true;
    for (const each of EVERY_VIEW) byId(each).hidden = true;
  }

  /** @param {Service.SessionAnswer | null} session */
  #turnAway(session) {
    const here = encodeURIComponent(location.pathname + location.search);
    this.#rest();
    fill(
      byId('trouble'),
      session ? `${t('records.records-are-not-shown-to-a', { role: roleWord(session.role) })} ` : `${t('records.records-are-shown-to-surveillance-regulators')} `,
      h('a', { href: `/sign-in?next=${here}` }, t('records.sign-in-as-somebody-who-may')),
    );
  }
}

new SurveillanceDesk();
