// @ts-check
/** Surveillance and audit: read-only. Timeline and replay, a wall of tables, the chain, alerts, the premises. */
import { instance, messageOf } from '../core/given.js';
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
import { byId, control, fill, only, say } from '../ui/markup.js';
import { TournamentWatch } from '../ui/tournament-watch.js';
import { Wall } from '../ui/wall.js';
import { roleName, seesRecords, seesTournaments } from '../ui/words.js';

const EVERY_VIEW = ['replay', 'tournaments', 'wall', 'chain', 'alerts', 'premises'];
const ALERTS_EVERY_MS = 5000;

const masthead = only('cr-masthead');
const records = control('records', CrTimeline);
const premises = control('premises-records', CrTimeline);
const replay = only('cr-replay');
const picker = control('table', HTMLSelectElement);
const live = control('live', HTMLInputElement);
const wall = new Wall(byId('wall'), (table) => {
  picker.value = table;
  turnTo('replay');
  openTable();
});
const tournaments = new TournamentWatch(byId('tournaments'), () => remember());
const lock = only('cr-lock');
const chain = new Chain(byId('chain'));
const alerts = new Alerts(byId('alerts'), (waiting) => {
  byId('alert-count').hidden = waiting === 0;
  say(byId('alert-count'), String(waiting));
});

/** @type {string[]} the running tables */
let running = [];
/** The views of this role. */
let views = EVERY_VIEW;
let view = '';
/** The tournament and record named in the page's URL. */
let wanted = { tournament: '', record: 0 };
let watching = 0;
let opened = '';

/** @param {string} next @param {boolean} [focus] */
function turnTo(next, focus = false) {
  if (view === 'wall' && next !== 'wall') wall.close();
  if (view === 'premises' && next !== 'premises') premises.close();
  if (view === 'tournaments' && next !== 'tournaments') tournaments.close();
  view = views.includes(next) ? next : 'replay';
  for (const each of EVERY_VIEW) {
    const tab = byId(`tab-${each}`);
    tab.setAttribute('aria-selected', String(each === view));
    tab.tabIndex = each === view ? 0 : -1;
    byId(each).hidden = each !== view;
  }
  if (focus) byId(`tab-${view}`).focus();
  remember();
  tellFollowing();
  if (view === 'tournaments') {
    tournaments.show(wanted.tournament, wanted.record);
    wanted = { tournament: '', record: 0 };
  }
  if (view === 'wall') wall.show(running);
  if (view === 'chain') chain.refresh();
  if (view === 'alerts') alerts.refresh();
  if (view === 'premises') premises.open('/premises/records');
}

/** Updates the URL, so that the view can be shared. */
function remember() {
  const now = new URLSearchParams({ view });
  if (view === 'replay' && picker.value) now.set('table', picker.value);
  if (view === 'replay' && replay.version && !live.checked) now.set('record', String(replay.version));
  if (view === 'tournaments') {
    const { tournament, record } = tournaments.looked;
    if (tournament) now.set('tournament', tournament);
    if (record) now.set('record', String(record));
  }
  history.replaceState(null, '', `/surveillance?${now}`);
}

async function openTable(record = 0) {
  const table = picker.value;
  if (!table) return;
  follower.follow('');
  opened = table;
  say(byId('trouble'), '');
  live.checked = record === 0;
  try {
    await replay.open(table);
  } catch (trouble) {
    say(byId('trouble'), messageOf(trouble));
    return;
  }
  if (opened !== table) return;
  records.spotName = replay.spotName;
  await records.open(`/tables/${encodeURIComponent(table)}/records`);
  if (record) await look(record);
  tellFollowing();
  remember();
}

/** Shows the table after a record and marks the record. @param {number} version */
async function look(version) {
  const shown = replay.go(version);
  await records.reach(replay.version);
  tellRecord();
  await shown;
}

/** The live connection to the followed table. It sends no requests, so an idle console still locks. */
const follower = {
  /** @type {Link | null} */
  link: null,
  table: '',

  /** Follows the table; '' stops following. @param {string} table */
  follow(table) {
    if (this.table === table) return;
    this.link?.close();
    this.table = table;
    this.link = null;
    if (!table) return;
    const store = new Store();
    this.link = new Link({ table, store });
    store.addEventListener('change', () => {
      const { version, table: now, seats, wagers } = store.state;
      if (this.table !== table || replay.table !== table || !version) return;
      replay.present(version, { ...now, seats: [...seats.values()], wagers: [...wagers.values()] });
      tellRecord();
    });
    this.link.open();
  },
};

/** Shows the text of the current record and marks it in the list. */
function tellRecord() {
  records.chosen = replay.version;
  const record = records.record(replay.version);
  const coming = !record && replay.version > records.last;
  replay.tell(coming ? null : record);
  if (coming) records.hurry();
}

/** Follows the table while the box is checked and the view is visible. */
const tellFollowing = () => follower.follow(live.checked && view === 'replay' ? opened : '');

records.addEventListener('cr-tail', (event) => {
  replay.last = Math.max(replay.version, event.detail.last);
  replay.newest = records.record(records.last)?.round ?? 0;
  if (live.checked) tellRecord();
});

records.addEventListener('cr-record', (event) => {
  live.checked = false;
  tellFollowing();
  replay.pause();
  look(event.detail.record.version).then(remember);
});

replay.addEventListener('cr-moment', () => {
  live.checked = false;
  tellFollowing();
  tellRecord();
  remember();
});

live.addEventListener('change', () => {
  replay.pause();
  tellFollowing();
  remember();
});
picker.addEventListener('change', () => openTable());

byId('tabs').addEventListener('click', (event) => {
  const tab = instance(event.target, Element).closest('[role=tab]');
  if (tab) turnTo(tab.id.slice('tab-'.length));
});
byId('tabs').addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step) turnTo(views[(views.indexOf(view) + step + views.length) % views.length], true);
});

async function begin() {
  const lobby = await api.get('/tables');
  masthead.house = lobby.house;
  document.title = t('records.surveillance', { house: lobby.house });
  running = lobby.tables.filter((tile) => tile.findings.length === 0).map((tile) => tile.number);
  fill(picker, ...running.map((number) => h('option', { value: number }, t('records.table', { number }))));
  const asked = new URLSearchParams(location.search);
  if (running.includes(asked.get('table') ?? '')) picker.value = asked.get('table') ?? '';
  const record = Number.parseInt(asked.get('record') ?? '0', 10) || 0;
  wanted = { tournament: asked.get('tournament') ?? '', record };
  turnTo(view || (asked.get('view') ?? 'replay'));
  openTable(asked.has('tournament') ? 0 : record);
  alerts.refresh();
  clearInterval(watching);
  watching = window.setInterval(() => document.hidden || lock.locked || alerts.refresh(), ALERTS_EVERY_MS);
}

/** Stops all requests and hides everything. */
function rest() {
  records.close();
  premises.close();
  wall.close();
  tournaments.close();
  follower.follow('');
  replay.pause();
  byId('tabs').hidden = true;
  for (const each of EVERY_VIEW) byId(each).hidden = true;
}

/** @param {Service.SessionAnswer | null} session */
function turnAway(session) {
  const here = encodeURIComponent(location.pathname + location.search);
  rest();
  fill(
    byId('trouble'),
    session ? `${t('records.records-are-not-shown-to-a', { role: roleName(session.role).toLowerCase() })} ` : `${t('records.records-are-shown-to-surveillance-regulators')} `,
    h('a', { href: `/sign-in?next=${here}` }, t('records.sign-in-as-somebody-who-may')),
  );
}

lock.unlock = async (/** @type {string} */ password) => {
  try {
    await api.unlock(password);
    return { done: true };
  } catch (refused) {
    return { done: false, message: messageOf(refused) };
  }
};
lock.addEventListener('unlocked', () => masthead.refresh());

masthead.addEventListener('session', (event) => {
  const session = event.detail;
  if (!session || !seesRecords(session.role)) return turnAway(session);
  if (session.locked) {
    rest();
    return lock.lock(session.name);
  }
  alerts.role = session.role;
  views = EVERY_VIEW.filter((each) => each !== 'tournaments' || seesTournaments(session.role));
  byId('tab-tournaments').hidden = !seesTournaments(session.role);
  byId('tabs').hidden = false;
  say(byId('trouble'), '');
  begin().catch((trouble) => say(byId('trouble'), trouble.message));
});
