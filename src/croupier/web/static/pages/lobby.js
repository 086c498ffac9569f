// @ts-check
/** The lobby: all tables of the house, live, with the links for the signed-in person. */
import { messageOf } from '../core/checked.js';
import { api } from '../core/api.js';
import { has, language, t } from '../core/language.js';
import { range } from '../core/money.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-emblem.js';
import '../ui/cr-masthead.js';
import { findingWords, phaseMood, phaseName, roleName, seesRecords, wheelWords, zeroName } from '../ui/display-format.js';
import { byId, fill, only, say } from '../ui/markup.js';
import { resultBox } from '../ui/result.js';
import { workplace } from '../ui/workplace.js';

const ASK_EVERY_MS = 2500;
/** With more tables than this, each takes less space. */
const MANY = 8;
const RESULTS_SHOWN = 9;

/** @typedef {Service.TableFinding} Finding */
/** @typedef {Service.Tile} Tile */
/** @typedef {Service.Login} Login */

const masthead = only('cr-masthead');

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

  /** @param {Tile} tile @param {string} role of the person @param {Record<string, string>} colors of the compartments */
  tell(tile, role, colors) {
    const seen = JSON.stringify([tile, role, Object.keys(colors).length]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    const shut = tile.findings.length > 0;
    this.#phase.dataset.mood = shut ? 'shut' : phaseMood(tile.phase);
    say(this.#phase, shut ? t('lobby.shut') : phaseName(tile.phase));
    fill(this.#last, tile.results.length > 0 && h('small', {}, t('lobby.last')), ...tile.results.slice(-RESULTS_SHOWN).reverse().map((number) => resultBox(number, colors[number])));
    fill(this.#seats, free(tile), seatRow(tile));
    fill(this.#dealer, tile.automatic ? t('lobby.automatic') : t('lobby.by-hand'), tile.demonstration && h('b', { class: 'demonstration' }, t('lobby.demonstration')));
    fill(this.#ways, ...ways(tile, role));
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

/** The links of a table for this person. @param {Tile} tile @param {string} role */
function ways(tile, role) {
  const number = encodeURIComponent(tile.number);
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

/** The tables of the house, as the signed-in person sees them. */
class Lobby {
  /** @type {Service.SessionAnswer | null} */
  #session = null;
  /** @type {Tile[]} */
  #tables = [];
  #shown = '';
  #again = 0;
  /** @type {Map<string, TableTile>} */
  #tiles = new Map();
  /** The color of each compartment, by kind of wheel; known once the card of a table with that wheel is loaded.
   * @type {Map<string, Record<string, string>>} */
  #colors = new Map();

  constructor() {
    masthead.addEventListener('session', (event) => {
      this.#session = event.detail;
      this.#tellEntry();
      if (this.#tables.length) this.#tellTables();
      if (this.#shown) byId('logins').hidden = Boolean(this.#session) || this.#shown === '[]';
    });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#ask();
    });
    this.#tellEntry();
    this.#ask();
  }

  /** Loads the card of one table for each wheel whose colors are not known yet, one after the other. */
  async #learnColors() {
    for (const { number, wheel, findings: found } of this.#tables) {
      if (found.length || this.#colors.has(wheel)) continue;
      this.#colors.set(wheel, {});
      try {
        const card = await api.get(`/tables/${encodeURIComponent(number)}`);
        this.#colors.set(wheel, Object.fromEntries(card.compartments.map((each) => [each.label, each.color])));
      } catch {
        this.#colors.delete(wheel); // retried with the next update of the tables
      }
      this.#tellTables();
    }
  }

  #tellEntry() {
    const role = this.#session?.role ?? '', way = WORKPLACES[role], key = `lobby.entry.${role}`;
    const words = role && has(key) ? t(key) : this.#session ? t('lobby.entry.seated') : t('lobby.entry.guest');
    const several = role === 'player' && h('a', { class: 'button is-ghost', href: '/several' }, t('lobby.several'));
    fill(byId('entry'), h('span', {}, words), several, way && h('a', { class: 'button is-main', href: way[0] }, t(way[1])));
  }

  /** @param {Service.Lobby} lobby */
  #tell(lobby) {
    this.#tables = lobby.tables.toSorted((one, other) => one.number.localeCompare(other.number, language, { numeric: true }));
    say(byId('house-name'), lobby.house);
    masthead.house = lobby.house;
    document.title = t('lobby.title.of', { house: lobby.house });
    byId('demonstration').hidden = !lobby.demonstration;
    const open = this.#tables.filter((tile) => tile.findings.length === 0 && tile.phase !== 'closed');
    const playing = open.reduce((sum, tile) => sum + tile.taken, 0);
    say(byId('summary'), t('lobby.summary', { tables: open.length, players: playing }));
    this.#tellTables();
    this.#tellLogins(lobby.logins);
    this.#learnColors();
  }

  #tellTables() {
    const list = byId('tables');
    list.classList.toggle('is-many', this.#tables.length > MANY);
    for (const tile of this.#tables) {
      let known = this.#tiles.get(tile.number);
      if (!known || known.element.classList.contains('shut') !== tile.findings.length > 0) {
        const made = new TableTile(tile);
        if (known) known.element.replaceWith(made.element);
        else list.append(made.element);
        this.#tiles.set(tile.number, (known = made));
      }
      known.tell(tile, this.#session?.role ?? '', this.#colors.get(tile.wheel) ?? {});
    }
    for (const [number, known] of this.#tiles)
      if (!this.#tables.some((tile) => tile.number === number)) {
        known.element.remove();
        this.#tiles.delete(number);
      }
    list.setAttribute('aria-busy', 'false');
    if (!this.#tables.length) fill(list, h('li', { class: 'empty' }, t('lobby.no-tables')));
  }

  /** @param {Login[]} logins */
  #tellLogins(logins) {
    byId('logins').hidden = logins.length === 0 || Boolean(this.#session);
    const now = JSON.stringify(logins);
    if (now === this.#shown) return;
    this.#shown = now;
    fill(
      byId('login-list'),
      ...logins.map((login) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'login', 'data-role': login.role, onclick: () => this.#enter(login) },
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
  async #enter(login) {
    say(byId('trouble'), '');
    try {
      await api.signIn(login.name, login.password);
    } catch (refused) {
      say(byId('trouble'), messageOf(refused));
      return;
    }
    const open = this.#tables.filter((tile) => tile.findings.length === 0);
    const own = open.find((tile) => tile.taken < tile.seats) ?? open[0];
    location.assign(workplace(login.role, own?.number));
  }

  async #ask() {
    clearTimeout(this.#again);
    try {
      this.#tell(await api.get('/tables'));
      say(byId('trouble'), '');
    } catch (trouble) {
      say(byId('trouble'), t('lobby.no-answer', { why: messageOf(trouble) }));
    }
    if (!document.hidden) this.#again = window.setTimeout(() => this.#ask(), ASK_EVERY_MS);
  }
}

new Lobby();
