// @ts-check
/** The lobby: every table of the house, live, and the ways in for whoever is signed in. */
import { api } from '../core/api.js';
import { range } from '../core/money.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-emblem.js';
import '../ui/cr-masthead.js';
import { byId, fill, say } from '../ui/markup.js';
import { resultBox } from '../ui/result.js';
import { bookName, phaseMood, phaseName, roleName, seesRecords, wheelName, zeroName } from '../ui/words.js';
import { workplace } from '../ui/workplace.js';

const ASK_EVERY_MS = 2500;
/** With more tables than these, each takes less room. */
const MANY = 8;
const RESULTS_SHOWN = 9;

/** @typedef {{message: string, clause: string | null}} Finding */
/** @typedef {{number: string, title: string, book: string, wheel: string, zero: string, phase: string, round: number,
 *   last: string, seats: number, taken: number, minimum: number | null, maximum: number | null, electronic: boolean,
 *   results: string[], demonstration: boolean, automatic: boolean, findings: Finding[], note: string}} Tile */
/** @typedef {{name: string, role: string, password: string, words: string}} Login */

const masthead = /** @type {import('../ui/cr-masthead.js').CrMasthead} */ (document.querySelector('cr-masthead'));
/** @type {Map<string, TableTile>} */
const tiles = new Map();
/** @type {any} */
let session = null;
/** @type {Tile[]} */
let tables = [];
/** The color of each compartment, by kind of wheel; known once the card of a table with that wheel has been read.
 * @type {Map<string, Record<string, string>>} */
const colors = new Map();

/** One table in the list; its parts are made once and then only told what changed. */
class TableTile {
  #phase = h('span', { class: 'phase-pill' });
  #last = h('p', { class: 'last' });
  #seats = h('span', { class: 'seats' });
  #dealer = h('span', { class: 'dealt' });
  #ways = h('div', { class: 'ways' });
  #seen = '';

  /** @param {Tile} tile */
  constructor(tile) {
    const shut = tile.findings.length > 0;
    this.element = h(
      'li',
      { class: `tile ${shut ? 'shut' : ''}`, 'data-table': tile.number },
      h(
        'article',
        { 'aria-labelledby': `t-${tile.number}` },
        h('cr-emblem', { wheel: tile.wheel }),
        h(
          'header',
          {},
          h('h3', { id: `t-${tile.number}` }, h('small', {}, 'Table'), ` ${tile.number}`),
          h('p', { class: 'kind' }, wheelName(tile.wheel)),
          h('p', { class: 'book' }, bookName(tile.book)),
        ),
        h('p', { class: 'now' }, this.#phase),
        shut ? findings(tile.findings) : this.#facts(tile),
        !shut && this.#last,
        this.#ways,
      ),
    );
  }

  /** @param {Tile} tile */
  #facts(tile) {
    return h(
      'dl',
      { class: 'facts' },
      fact('Limits', range(tile.minimum, tile.maximum)),
      fact('Seats', this.#seats),
      fact('Dealer', this.#dealer),
      tile.wheel !== 'big-six' && fact('Zero', zeroName(tile.zero)),
    );
  }

  /** @param {Tile} tile */
  tell(tile) {
    const seen = JSON.stringify([tile, session?.role, Object.keys(colors.get(tile.wheel) ?? {}).length]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    const shut = tile.findings.length > 0;
    this.#phase.dataset.mood = shut ? 'shut' : phaseMood(tile.phase);
    say(this.#phase, shut ? 'May not open' : phaseName(tile.phase));
    fill(this.#last, tile.results.length > 0 && h('small', {}, 'Last'), ...tile.results.slice(-RESULTS_SHOWN).reverse().map((number) => result(tile, number)));
    fill(this.#seats, free(tile), seatRow(tile));
    fill(this.#dealer, tile.automatic ? 'Automatic' : 'By hand', tile.demonstration && h('b', { class: 'demonstration' }, 'DEMONSTRATION'));
    fill(this.#ways, ...ways(tile));
  }
}

/** @param {string} name @param {Node | string} value */
const fact = (name, value) => h('div', {}, h('dt', {}, name), h('dd', {}, value));

/** The clause is told once. @param {Finding} finding */
const finding = ({ message, clause }) => [clause ? message.replace(` (${clause})`, '') : message, clause && h('span', { class: 'clause' }, clause)];

/** @param {Finding[]} list */
const findings = (list) =>
  h(
    'div',
    { class: 'findings' },
    h('p', {}, list.length === 1 ? 'One finding keeps it closed:' : `${list.length} findings keep it closed:`),
    h('ul', {}, ...list.map((each) => h('li', {}, ...finding(each)))),
  );

/** @param {Tile} tile */
function free(tile) {
  const left = tile.seats - tile.taken;
  return left <= 0 ? 'all taken' : `${left} of ${tile.seats} free`;
}

/** @param {Tile} tile */
const seatRow = (tile) =>
  h('span', { class: 'dots', 'aria-hidden': 'true' }, ...Array.from({ length: Math.min(tile.seats, 12) }, (_, i) => h('i', { class: i < tile.taken ? 'taken' : '' })));

/** @param {Tile} tile @param {string} number */
const result = (tile, number) => resultBox(number, colors.get(tile.wheel)?.[number]);

/** Reads the card of one table for each wheel whose colors are not known yet, one after the other. */
async function learnColors() {
  for (const { number, wheel, findings: found } of tables) {
    if (found.length || colors.has(wheel)) continue;
    colors.set(wheel, {});
    try {
      const card = await api.get(`/tables/${encodeURIComponent(number)}`);
      colors.set(wheel, Object.fromEntries(card.compartments.map((/** @type {any} */ each) => [each.label, each.color])));
    } catch {
      colors.delete(wheel); // asked again with the next news of the tables
    }
    tellTables();
  }
}

/** What this person may do with this table. @param {Tile} tile */
function ways(tile) {
  const number = encodeURIComponent(tile.number), role = session?.role ?? '';
  const open = tile.findings.length === 0;
  const way = (/** @type {string} */ path, /** @type {string} */ words, kind = 'is-ghost') =>
    h('a', { class: `button ${kind}`, href: path, 'aria-label': `${words}, table ${tile.number}` }, words);
  const found = [];
  if (open && (role === 'player' || role === '')) found.push(way(role ? `/play/${number}` : `/sign-in?next=/play/${number}`, 'Play', 'is-main'));
  if (open && role === 'dealer') found.push(way(`/dealer/${number}`, 'Deal', 'is-main'));
  if (role === 'pit-supervisor') found.push(way(`/dealer/${number}`, 'Dealer console'));
  if (open && seesRecords(role)) found.push(way(`/surveillance?table=${number}`, 'Records', role === 'pit-supervisor' ? 'is-ghost' : 'is-main'));
  if (open) found.push(way(`/felt/${number}`, 'Watch'));
  found.push(way(`/rules/${number}`, 'Posted rules'));
  return found;
}

const ENTRIES = {
  dealer: ['Choose the table you deal.', null],
  'pit-supervisor': ['Decisions, openings and disputes wait in the pit.', ['/pit', 'Go to the pit']],
  'key-manager': ['People, roles and terminals are yours to keep.', ['/pit', 'Go to the pit']],
  security: ['Tables to inspect before opening wait in the pit.', ['/pit', 'Go to the pit']],
  maintenance: ['Wheels and their log are in the pit.', ['/pit', 'Go to the pit']],
  'slot-technician': ['Wheels, terminals and the log are in the pit.', ['/pit', 'Go to the pit']],
  surveillance: ['Every record, every chip, every moment.', ['/surveillance', 'Open surveillance']],
  regulator: ['Read everything, change nothing.', ['/surveillance', 'Open the records']],
  accountant: ['Win, drop and hold of every table.', ['/surveillance', 'Open the records']],
};

function tellEntry() {
  const [words, way] = ENTRIES[/** @type {keyof typeof ENTRIES} */ (session?.role ?? '')] ?? [
    session ? 'Take a seat: your chips wait until you are back.' : 'Take a seat, or watch any table on the felt.',
    null,
  ];
  fill(byId('entry'), h('span', {}, words), way && h('a', { class: 'button is-main', href: way[0] }, way[1]));
}

/** @param {{house: string, demonstration: boolean, logins: Login[], tables: Tile[]}} lobby */
function tell(lobby) {
  tables = lobby.tables.toSorted((one, other) => one.number.localeCompare(other.number, 'en', { numeric: true }));
  say(byId('house-name'), lobby.house);
  masthead.house = lobby.house;
  document.title = `${lobby.house}: tables`;
  byId('demonstration').hidden = !lobby.demonstration;
  const open = tables.filter((tile) => tile.findings.length === 0 && tile.phase !== 'closed');
  const playing = open.reduce((sum, tile) => sum + tile.taken, 0);
  say(byId('summary'), `${count(open.length, 'table')} open, ${count(playing, 'player')} seated.`);
  tellTables();
  tellLogins(lobby.logins ?? []);
  learnColors();
}

/** @param {number} many @param {string} noun */
const count = (many, noun) => `${many === 0 ? 'No' : many} ${noun}${many === 1 ? '' : 's'}`;

function tellTables() {
  const list = byId('tables');
  list.classList.toggle('is-many', tables.length > MANY);
  for (const tile of tables) {
    let known = tiles.get(tile.number);
    if (!known || known.element.classList.contains('shut') !== tile.findings.length > 0) {
      const made = new TableTile(tile);
      if (known) known.element.replaceWith(made.element);
      else list.append(made.element);
      tiles.set(tile.number, (known = made));
    }
    known.tell(tile);
  }
  for (const [number, known] of tiles)
    if (!tables.some((tile) => tile.number === number)) {
      known.element.remove();
      tiles.delete(number);
    }
  list.setAttribute('aria-busy', 'false');
  if (!tables.length) fill(list, h('li', { class: 'empty' }, 'This house has no tables yet.'));
}

const WORK = {
  player: 'Play from your own screen',
  dealer: 'Spin, call, collect, pay',
  'pit-supervisor': 'Decide and approve',
  surveillance: 'Watch and replay',
  regulator: 'Audit the records',
  accountant: 'Win, drop and hold',
  'key-manager': 'Keep people and keys',
  security: 'Inspect before opening',
  maintenance: 'Adjust, replace, sign',
  'slot-technician': 'Look after the machines',
};

let shown = '';

/** @param {Login[]} logins */
function tellLogins(logins) {
  byId('logins').hidden = logins.length === 0 || Boolean(session);
  const now = JSON.stringify(logins);
  if (now === shown) return;
  shown = now;
  fill(
    byId('login-list'),
    ...logins.map((login) =>
      h(
        'li',
        {},
        h(
          'button',
          { type: 'button', class: 'login', 'data-role': login.role, onclick: () => enter(login) },
          h('span', { class: 'chip', 'aria-hidden': 'true' }, login.name.slice(0, 1).toUpperCase()),
          h(
            'span',
            { class: 'login-words' },
            h('b', {}, login.name),
            h('span', {}, roleName(login.role)),
            h('small', {}, WORK[/** @type {keyof typeof WORK} */ (login.role)] ?? login.words),
          ),
        ),
      ),
    ),
  );
}

/** Signs in as one of the demonstration's people and goes where that person works. @param {Login} login */
async function enter(login) {
  say(byId('trouble'), '');
  try {
    await api.signIn(login.name, login.password);
  } catch (refused) {
    say(byId('trouble'), /** @type {Error} */ (refused).message);
    return;
  }
  const open = tables.filter((tile) => tile.findings.length === 0);
  const own = open.find((tile) => tile.taken < tile.seats) ?? open[0];
  location.assign(workplace(login.role, own?.number));
}

let again = 0;

async function ask() {
  clearTimeout(again);
  try {
    tell(await api.get('/tables'));
    say(byId('trouble'), '');
  } catch (trouble) {
    say(byId('trouble'), `The service does not answer (${/** @type {Error} */ (trouble).message}). Trying again …`);
  }
  if (!document.hidden) again = window.setTimeout(ask, ASK_EVERY_MS);
}

masthead.addEventListener('session', (event) => {
  session = /** @type {CustomEvent} */ (event).detail;
  tellEntry();
  if (tables.length) tellTables();
  if (shown) byId('logins').hidden = Boolean(session) || shown === '[]';
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) ask();
});
tellEntry();
ask();
