// @ts-check
/** The lobby: all tables of the house, live, with the links for the signed-in person. */
import { messageOf } from '../core/given.js';
import { api } from '../core/api.js';
import { has, language, t } from '../core/language.js';
import { range } from '../core/money.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-emblem.js';
import '../ui/cr-masthead.js';
import { byId, fill, only, say } from '../ui/markup.js';
import { resultBox } from '../ui/result.js';
import { findingWords, phaseMood, phaseName, roleName, seesRecords, wheelWords, zeroName } from '../ui/words.js';
import { workplace } from '../ui/workplace.js';

const ASK_EVERY_MS = 2500;
/** With more tables than this, each takes less space. */
const MANY = 8;
const RESULTS_SHOWN = 9;

/** @typedef {Service.TableFinding} Finding */
/** @typedef {Service.Tile} Tile */
/** @typedef {Service.Login} Login */

const masthead = only('cr-masthead');
/** @type {Map<string, TableTile>} */
const tiles = new Map();
/** @type {Service.SessionAnswer | null} */
let session = null;
/** @type {Tile[]} */
let tables = [];
/** The color of each compartment, by kind of wheel; known once the card of a table with that wheel is loaded.
 * @type {Map<string, Record<string, string>>} */
const colors = new Map();

/** One table in the list; its parts are created once and then updated. */
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
        h('cr-emblem', { ring: tile.ring }),
        h(
          'header',
          {},
          h('h3', { id: `t-${tile.number}` }, h('small', {}, t('lobby.table')), ` ${tile.number}`),
          h('p', { class: 'kind' }, wheelWords(tile.wheel, tile.wheel_title)),
          h('p', { class: 'book' }, tile.book_title),
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
      fact(t('lobby.limits'), range(tile.minimum, tile.maximum)),
      fact(t('lobby.seats'), this.#seats),
      fact(t('lobby.dealer'), this.#dealer),
      tile.zero_words && fact(t('lobby.zero'), zeroName(tile.zero)),
    );
  }

  /** @param {Tile} tile */
  tell(tile) {
    const seen = JSON.stringify([tile, session?.role, Object.keys(colors.get(tile.wheel) ?? {}).length]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    const shut = tile.findings.length > 0;
    this.#phase.dataset.mood = shut ? 'shut' : phaseMood(tile.phase);
    say(this.#phase, shut ? t('lobby.shut') : phaseName(tile.phase));
    fill(this.#last, tile.results.length > 0 && h('small', {}, t('lobby.last')), ...tile.results.slice(-RESULTS_SHOWN).reverse().map((number) => result(tile, number)));
    fill(this.#seats, free(tile), seatRow(tile));
    fill(this.#dealer, tile.automatic ? t('lobby.automatic') : t('lobby.by-hand'), tile.demonstration && h('b', { class: 'demonstration' }, t('lobby.demonstration')));
    fill(this.#ways, ...ways(tile));
  }
}

/** @param {string} name @param {Node | string} value */
const fact = (name, value) => h('div', {}, h('dt', {}, name), h('dd', {}, value));

/** Shows the clause only once. @param {Finding} finding */
const finding = (finding) => [findingWords(finding).replace(` (${finding.clause})`, ''), finding.clause && h('span', { class: 'clause' }, finding.clause)];

/** @param {Finding[]} list */
const findings = (list) =>
  h(
    'div',
    { class: 'findings' },
    h('p', {}, t('lobby.findings', { count: list.length })),
    h('ul', {}, ...list.map((each) => h('li', {}, ...finding(each)))),
  );

/** @param {Tile} tile */
function free(tile) {
  const left = tile.seats - tile.taken;
  return left <= 0 ? t('lobby.all-taken') : t('lobby.free', { free: left, seats: tile.seats });
}

/** @param {Tile} tile */
const seatRow = (tile) =>
  h('span', { class: 'dots', 'aria-hidden': 'true' }, ...Array.from({ length: Math.min(tile.seats, 12) }, (_, i) => h('i', { class: i < tile.taken ? 'taken' : '' })));

/** @param {Tile} tile @param {string} number */
const result = (tile, number) => resultBox(number, colors.get(tile.wheel)?.[number]);

/** Loads the card of one table for each wheel whose colors are not known yet, one after the other. */
async function learnColors() {
  for (const { number, wheel, findings: found } of tables) {
    if (found.length || colors.has(wheel)) continue;
    colors.set(wheel, {});
    try {
      const card = await api.get(`/tables/${encodeURIComponent(number)}`);
      colors.set(wheel, Object.fromEntries(card.compartments.map((each) => [each.label, each.color])));
    } catch {
      colors.delete(wheel); // retried with the next update of the tables
    }
    tellTables();
  }
}

/** The links of a table for this person. @param {Tile} tile */
function ways(tile) {
  const number = encodeURIComponent(tile.number), role = session?.role ?? '';
  const open = tile.findings.length === 0;
  const way = (/** @type {string} */ path, /** @type {string} */ words, kind = 'is-ghost') =>
    h('a', { class: `button ${kind}`, href: path, 'aria-label': t('lobby.way.of', { way: words, table: tile.number }) }, words);
  const found = [];
  if (open && (role === 'player' || role === '')) found.push(way(role ? `/play/${number}#sit` : `/sign-in?next=${encodeURIComponent(`/play/${number}#sit`)}`, t('lobby.way.play'), 'is-main'));
  if (open && role === 'dealer') found.push(way(`/dealer/${number}`, t('lobby.way.deal'), 'is-main'));
  if (role === 'pit-supervisor') found.push(way(`/dealer/${number}`, t('lobby.way.console')));
  if (open && seesRecords(role)) found.push(way(`/surveillance?table=${number}`, t('lobby.way.records'), role === 'pit-supervisor' ? 'is-ghost' : 'is-main'));
  if (open) found.push(way(`/felt/${number}`, t('lobby.way.watch')));
  found.push(way(`/rules/${number}`, t('lobby.way.rules')));
  return found;
}

/** The page of a role outside the tables, and the text of its link. @type {Record<string, [string, string]>} */
const WORKPLACES = {
  'pit-supervisor': ['/pit', 'lobby.entry.to-pit'],
  'key-manager': ['/pit', 'lobby.entry.to-pit'],
  security: ['/pit', 'lobby.entry.to-pit'],
  maintenance: ['/pit', 'lobby.entry.to-pit'],
  'slot-technician': ['/pit', 'lobby.entry.to-pit'],
  'tournament-director': ['/tournaments', 'lobby.entry.to-tournaments'],
  surveillance: ['/surveillance', 'lobby.entry.to-surveillance'],
  regulator: ['/surveillance', 'lobby.entry.to-records'],
  accountant: ['/surveillance', 'lobby.entry.to-records'],
};

function tellEntry() {
  const role = session?.role ?? '', way = WORKPLACES[role], key = `lobby.entry.${role}`;
  const words = role && has(key) ? t(key) : session ? t('lobby.entry.seated') : t('lobby.entry.guest');
  const several = role === 'player' && h('a', { class: 'button is-ghost', href: '/several' }, t('lobby.several'));
  fill(byId('entry'), h('span', {}, words), several, way && h('a', { class: 'button is-main', href: way[0] }, t(way[1])));
}

/** @param {Service.Lobby} lobby */
function tell(lobby) {
  tables = lobby.tables.toSorted((one, other) => one.number.localeCompare(other.number, language, { numeric: true }));
  say(byId('house-name'), lobby.house);
  masthead.house = lobby.house;
  document.title = t('lobby.title.of', { house: lobby.house });
  byId('demonstration').hidden = !lobby.demonstration;
  const open = tables.filter((tile) => tile.findings.length === 0 && tile.phase !== 'closed');
  const playing = open.reduce((sum, tile) => sum + tile.taken, 0);
  say(byId('summary'), t('lobby.summary', { tables: open.length, players: playing }));
  tellTables();
  tellLogins(lobby.logins);
  learnColors();
}

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
  if (!tables.length) fill(list, h('li', { class: 'empty' }, t('lobby.no-tables')));
}

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
            h('small', {}, has(`lobby.work.${login.role}`) ? t(`lobby.work.${login.role}`) : login.words),
          ),
        ),
      ),
    ),
  );
}

/** Signs in as a person of the demonstration and goes to their page. @param {Login} login */
async function enter(login) {
  say(byId('trouble'), '');
  try {
    await api.signIn(login.name, login.password);
  } catch (refused) {
    say(byId('trouble'), messageOf(refused));
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
    say(byId('trouble'), t('lobby.no-answer', { why: messageOf(trouble) }));
  }
  if (!document.hidden) again = window.setTimeout(ask, ASK_EVERY_MS);
}

masthead.addEventListener('session', (event) => {
  session = event.detail;
  tellEntry();
  if (tables.length) tellTables();
  if (shown) byId('logins').hidden = Boolean(session) || shown === '[]';
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) ask();
});
tellEntry();
ask();
