// @ts-check
/** Surveillance and audit: read-only. Timeline and replay, a wall of tables, the chain, alerts, the premises. */
import { api } from '../core/api.js';
import { Link } from '../core/link.js';
import { Store } from '../core/store.js';
import { html as h } from '../core/svg.js';
import { Alerts } from '../ui/alerts.js';
import { Chain } from '../ui/chain.js';
import '../ui/cr-lock.js';
import '../ui/cr-masthead.js';
import '../ui/cr-replay.js';
import '../ui/cr-timeline.js';
import { byId, fill, say } from '../ui/markup.js';
import { Wall } from '../ui/wall.js';
import { roleName, seesRecords } from '../ui/words.js';

const VIEWS = ['replay', 'wall', 'chain', 'alerts', 'premises'];
const ALERTS_EVERY_MS = 5000;

const masthead = /** @type {import('../ui/cr-masthead.js').CrMasthead} */ (document.querySelector('cr-masthead'));
const records = /** @type {import('../ui/cr-timeline.js').CrTimeline} */ (byId('records'));
const premises = /** @type {import('../ui/cr-timeline.js').CrTimeline} */ (byId('premises-records'));
const replay = /** @type {import('../ui/cr-replay.js').CrReplay} */ (byId('stage'));
const picker = /** @type {HTMLSelectElement} */ (byId('table'));
const live = /** @type {HTMLInputElement} */ (byId('live'));
const wall = new Wall(byId('wall'), (table) => {
  picker.value = table;
  turnTo('replay');
  openTable();
});
const lock = /** @type {any} */ (document.querySelector('cr-lock'));
const chain = new Chain(byId('chain'));
const alerts = new Alerts(byId('alerts'), (waiting) => {
  byId('alert-count').hidden = waiting === 0;
  say(byId('alert-count'), String(waiting));
});

/** @type {string[]} the tables that run */
let running = [];
let view = '';
let watching = 0;
let opened = '';

/** @param {string} next @param {boolean} [focus] */
function turnTo(next, focus = false) {
  if (view === 'wall' && next !== 'wall') wall.close();
  if (view === 'premises' && next !== 'premises') premises.close();
  view = VIEWS.includes(next) ? next : 'replay';
  for (const each of VIEWS) {
    const tab = byId(`tab-${each}`);
    tab.setAttribute('aria-selected', String(each === view));
    tab.tabIndex = each === view ? 0 : -1;
    byId(each).hidden = each !== view;
  }
  if (focus) byId(`tab-${view}`).focus();
  remember();
  tellFollowing();
  if (view === 'wall') wall.show(running);
  if (view === 'chain') chain.refresh();
  if (view === 'alerts') alerts.refresh();
  if (view === 'premises') premises.open('/premises/records');
}

/** The address says what is looked at, so that it can be handed on. */
function remember() {
  const now = new URLSearchParams({ view });
  if (view === 'replay' && picker.value) now.set('table', picker.value);
  if (view === 'replay' && replay.version && !live.checked) now.set('record', String(replay.version));
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
    say(byId('trouble'), /** @type {Error} */ (trouble).message);
    return;
  }
  if (opened !== table) return;
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

/** The live connection to the table that is followed. It asks for nothing, so a console left alone still locks. */
const follower = {
  /** @type {Link | null} */
  link: null,
  table: '',

  /** Follows the table, or nothing. @param {string} table */
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

/** The words of the record that is shown, and its place in the list. */
function tellRecord() {
  records.chosen = replay.version;
  const record = records.record(replay.version);
  if (record || replay.version <= records.last) replay.tell(record);
}

/** Follows the table while that is asked for and can be seen. */
const tellFollowing = () => follower.follow(live.checked && view === 'replay' ? opened : '');

records.addEventListener('cr-tail', (event) => {
  replay.last = Math.max(replay.version, /** @type {CustomEvent} */ (event).detail.last);
  replay.newest = records.record(records.last)?.round ?? 0;
  if (live.checked) tellRecord();
});

records.addEventListener('cr-record', (event) => {
  live.checked = false;
  tellFollowing();
  replay.pause();
  look(/** @type {CustomEvent} */ (event).detail.record.version).then(remember);
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
  const tab = /** @type {HTMLElement} */ (event.target).closest('[role=tab]');
  if (tab) turnTo(tab.id.slice('tab-'.length));
});
byId('tabs').addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step) turnTo(VIEWS[(VIEWS.indexOf(view) + step + VIEWS.length) % VIEWS.length], true);
});

async function begin() {
  const lobby = await api.get('/tables');
  masthead.house = lobby.house;
  document.title = `Surveillance, ${lobby.house}`;
  running = lobby.tables.filter((/** @type {any} */ tile) => tile.findings.length === 0).map((/** @type {any} */ tile) => tile.number);
  fill(picker, ...running.map((number) => h('option', { value: number }, `Table ${number}`)));
  const asked = new URLSearchParams(location.search);
  if (running.includes(asked.get('table') ?? '')) picker.value = asked.get('table') ?? '';
  turnTo(asked.get('view') ?? 'replay');
  openTable(Number.parseInt(asked.get('record') ?? '0', 10) || 0);
  alerts.refresh();
  clearInterval(watching);
  watching = window.setInterval(() => document.hidden || lock.locked || alerts.refresh(), ALERTS_EVERY_MS);
}

/** Nothing is asked for and nothing is shown. */
function rest() {
  records.close();
  premises.close();
  wall.close();
  follower.follow('');
  replay.pause();
  byId('tabs').hidden = true;
  for (const each of VIEWS) byId(each).hidden = true;
}

/** @param {any} session */
function turnAway(session) {
  const here = encodeURIComponent(location.pathname + location.search);
  rest();
  fill(
    byId('trouble'),
    session ? `Records are not shown to a ${roleName(session.role).toLowerCase()}. ` : 'Records are shown to surveillance, regulators and the house. ',
    h('a', { href: `/sign-in?next=${here}` }, 'Sign in as somebody who may see them'),
  );
}

lock.unlock = async (/** @type {string} */ password) => {
  try {
    await api.unlock(password);
    return { done: true };
  } catch (refused) {
    return { done: false, message: /** @type {Error} */ (refused).message };
  }
};
lock.addEventListener('unlocked', () => masthead.refresh());

masthead.addEventListener('session', (event) => {
  const session = /** @type {CustomEvent} */ (event).detail;
  if (!session || !seesRecords(session.role)) return turnAway(session);
  if (session.locked) {
    rest();
    return lock.lock(session.name);
  }
  alerts.role = session.role;
  byId('tabs').hidden = false;
  say(byId('trouble'), '');
  begin().catch((trouble) => say(byId('trouble'), trouble.message));
});
