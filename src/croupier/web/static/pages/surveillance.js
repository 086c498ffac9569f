// @ts-check
/** Surveillance and audit: read-only. Timeline and replay, a wall of tables, the chain, alerts, the premises. */
import { api } from '../core/api.js';
import { html as h } from '../core/svg.js';
import { Alerts } from '../ui/alerts.js';
import { Chain } from '../ui/chain.js';
import '../ui/cr-masthead.js';
import '../ui/cr-replay.js';
import '../ui/cr-timeline.js';
import { byId, fill, say } from '../ui/markup.js';
import { Wall } from '../ui/wall.js';
import { seesRecords } from '../ui/words.js';

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
const chain = new Chain(byId('chain'));
const alerts = new Alerts(byId('alerts'), (waiting) => {
  byId('alert-count').hidden = waiting === 0;
  say(byId('alert-count'), String(waiting));
});

/** @type {string[]} the tables that run */
let running = [];
let view = '';
let begun = false;
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
  remember();
}

/** Shows the table after a record and marks the record. @param {number} version */
async function look(version) {
  const shown = replay.go(version);
  records.chosen = replay.version;
  await records.reach(replay.version);
  records.chosen = replay.version;
  replay.tell(records.record(replay.version));
  await shown;
}

records.addEventListener('cr-tail', (event) => {
  replay.last = /** @type {CustomEvent} */ (event).detail.last;
  if (live.checked) look(records.last);
});

records.addEventListener('cr-record', (event) => {
  live.checked = false;
  replay.pause();
  look(/** @type {CustomEvent} */ (event).detail.record.version).then(remember);
});

replay.addEventListener('cr-moment', (event) => {
  const { version } = /** @type {CustomEvent} */ (event).detail;
  live.checked = false;
  records.chosen = version;
  replay.tell(records.record(version));
  remember();
});

live.addEventListener('change', () => {
  replay.pause();
  if (live.checked) look(records.last).then(remember);
  else remember();
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
  setInterval(() => document.hidden || alerts.refresh(), ALERTS_EVERY_MS);
}

masthead.addEventListener('session', (event) => {
  const session = /** @type {CustomEvent} */ (event).detail;
  if (!session || !seesRecords(session.role)) {
    const here = encodeURIComponent(location.pathname + location.search);
    fill(
      byId('trouble'),
      session ? `Records are not shown to a ${session.role}. ` : 'Records are shown to surveillance, regulators and the house. ',
      h('a', { href: `/sign-in?to=${here}` }, 'Sign in as somebody who may see them'),
    );
    records.close();
    wall.close();
    byId('tabs').hidden = true;
    for (const each of VIEWS) byId(each).hidden = true;
    return;
  }
  alerts.role = session.role;
  byId('tabs').hidden = false;
  if (begun) return;
  begun = true;
  begin().catch((trouble) => say(byId('trouble'), trouble.message));
});
