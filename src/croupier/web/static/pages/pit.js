// @ts-check
// The pit console: an overview of all tables, one chosen table, and alerts until somebody acknowledges them.
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { given, instance, one } from '../core/checked.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-lock.js';
import { decisionsDue, seen, waits } from '../ui/cr-tile.js';
import { byId as find, only } from '../ui/markup.js';
import { keepTyped, Reply, typeAgain, typedIn } from '../ui/form.js';
import { roleName, seesAlerts, seesRecords } from '../ui/display-format.js';
import { api, ask, guard, LiveTable, signedIn, signOut } from './console.js';
import { showAlerts } from './pit-alerts.js';
import { equipment, hindrance } from './pit-equipment.js';
import { figures } from './pit-figures.js';
import { Floor } from './pit-floor.js';
import { changeHead, tableHead } from './pit-head.js';
import { people } from './pit-people.js';
import { correction, decisions, picture, running, terminals } from './pit-table.js';
import { WaitingList } from './waiting.js';

const POLL_MS = 5000;
const TABS = /** @type {Record<string, string>} */ ({
  decide: t('pit.decide'),
  run: t('pit.table'),
  equipment: t('pit.equipment'),
  figures: t('pit.figures'),
  terminals: t('pit.terminals'),
});
/** Whether the role sees requests for a second person and slips in progress. @param {string} role */
const seesWaiting = (role) => seesRecords(role) || role === 'security';
/** Roles that manage terminals; the service refuses all others. */
const ENROLLERS = ['key-manager', 'slot-technician'];

class Pit {
  floor = new Floor();
  chosen = '';
  tab = 'decide';
  /** The table and part whose forms are shown. */
  #made = '';
  /** @type {Map<string, import('../ui/form.js').Typed>} the input in hidden parts */
  #typed = new Map();
  #shown = '';
  #counted = { span: 'all' };
  #wanted = 'decide';
  /** Whether the table has just been chosen. */
  #arrives = false;
  #reply = new Reply();
  /** @type {{element: HTMLElement, show: (view: Page.View) => void}|null} the picture of the chosen table, if it is shown */
  #picture = null;
  /** @type {WaitingList|null} */
  #waiting = null;

  /** @param {Service.SessionAnswer} session */
  constructor(session) {
    this.session = session;
    find('who').textContent = `${session.name} · ${roleName(session.role)}`;
    this.lock = guard(only('cr-lock'), session.name, () => this.floor.live);
    if (session.locked) this.lock();
    find('tables').prepend(this.floor.element);
    this.floor.hear('chosen', (news) => this.#onChosen(news));
    this.floor.hear('change', (news) => this.#onChange(news));
    this.floor.hear('net', (news) => this.#onNews(news));
    this.floor.hear('card', (news) => this.#onNews(news));
    document.addEventListener('keydown', (event) => {
      const target = instance(event.target, Element);
      if (event.key !== '/' || event.ctrlKey || event.metaKey || target.closest('input, select, textarea, dialog')) return;
      event.preventDefault();
      this.floor.find();
    });
    this.#rooms();
  }

  get #enrolls() {
    return ENROLLERS.includes(this.session.role);
  }

  #rooms() {
    const { role } = this.session;
    const rooms = {
      tables: t('pit.tables'),
      ...(seesWaiting(role) ? { waiting: t('cage.second-persons') } : {}),
      ...(role === 'key-manager' ? { people: t('pit.people') } : {}),
    };
    if (Object.keys(rooms).length < 2) return;
    const badge = h('b', { class: 'badge', hidden: true });
    const show = (/** @type {string} */ room) => {
      for (const each of Object.keys(rooms)) find(each).hidden = each !== room;
      find('rooms').replaceChildren(
        ...Object.entries(rooms).map(([name, label]) =>
          h(
            'button',
            { type: 'button', 'data-room': name, 'data-same': name, 'aria-pressed': String(name === room), onclick: () => show(name) },
            label,
            name === 'waiting' ? badge : null,
          ),
        ),
      );
      if (room === 'people') people(find('people'));
    };
    if (seesWaiting(role)) {
      const changed = (/** @type {WaitingList} */ list) => {
        badge.textContent = String(list.count);
        badge.hidden = !list.count;
      };
      this.#waiting = new WaitingList({ send: this.#sendTo, changed });
      find('waiting').querySelector('h2')?.after(this.#waiting.element);
    }
    show('tables');
  }

  /** Sends to any table; connects first if the table is not chosen. @type {import('./waiting.js').SendTo} */
  #sendTo = async (table, command, words) => {
    const live = this.floor.places.get(table)?.live ?? new LiveTable(table);
    const idle = live.link.state === 'closed';
    if (idle) live.link.open();
    const outcome = await live.send(command, words);
    if (idle) live.link.close();
    return outcome;
  };

  async poll() {
    const [lobby, alerts] = await Promise.all([ask(() => api.get('/tables')), seesAlerts(this.session.role) ? ask(() => api.get('/alerts')) : null, this.#waiting?.poll()]);
    if (lobby.done) this.#tables(lobby.body);
    if (alerts?.done) showAlerts(find('alerts'), alerts.body.alerts, this);
  }

  #tables(/** @type {Service.Lobby} */ lobby) {
    this.floor.take(lobby.tables);
    this.#sums();
    if (!this.chosen && this.floor.first) this.choose(this.floor.first);
    this.floor.watch();
  }

  #onChosen(/** @type {{number: string}} */ { number }) {
    this.choose(number);
    if (matchMedia('(max-width: 900px)').matches) find('chosen').scrollIntoView({ block: 'start' });
  }

  #onChange(/** @type {{number: string, topics: ReadonlySet<string>}} */ { number, topics }) {
    if (topics.has('locked') && this.floor.live.some((live) => live.store.state.locked)) this.lock();
    if (topics.has('phase') || topics.has('seats')) this.#sums();
    this.#onNews({ number });
  }

  #onNews(/** @type {{number: string}} */ { number }) {
    if (number === this.chosen) this.#showChosen();
  }

  #sums() {
    const tables = this.floor.standing;
    const open = tables.filter(({ phase }) => phase !== 'closed');
    const sum = (/** @type {(table: Floor['standing'][number]) => number} */ of) => tables.reduce((total, table) => total + of(table), 0);
    const facts = [
      [t('pit.open'), t('pit.of', { open: open.length, tables: tables.length })],
      [t('pit.players'), sum((table) => table.taken)],
      ...(tables.some(({ day }) => day)
        ? [
            [t('pit.drop'), dollars(sum((table) => table.day?.drop ?? 0))],
            [t('pit.win'), dollars(sum((table) => table.day?.win ?? 0))],
          ]
        : []),
    ];
    find('sums').replaceChildren(
      ...facts.map(([name, value]) => h('div', {}, h('dt', {}, String(name)), h('dd', {}, String(value)))),
    );
  }

  choose(/** @type {string} */ number) {
    this.chosen = number;
    this.#reply.show(null);
    this.#shown = '';
    this.#arrives = true;
    this.floor.choose(number);
    this.#showChosen();
  }

  /** Shows the chosen table, rebuilt only if its forms change; updates keep the input. */
  #showChosen() {
    const place = this.floor.places.get(this.chosen);
    const view = place?.live?.view;
    if (!place?.card || !place.live || !view) return this.#showComing();
    const switched = (/** @type {import('../ui/form.js').Outcome} */ outcome) => (outcome.done ? this.poll() : this.#reply.show(outcome));
    const head = tableHead({ tile: place.tile, live: place.live, card: place.card, view }, this.session.role, switched);
    const now = seen(place.tile, view);
    const open = this.#open(view);
    if (this.#arrives) this.tab = this.#partFor(now);
    if (!open.includes(this.tab)) this.tab = open[0] ?? '';
    this.#arrives = false;
    const key = JSON.stringify([this.chosen, this.tab, decisionsDue(now), this.#asked(now, view)]);
    const same = this.#made === `${this.chosen} ${this.tab}`;
    const old = find('chosen').querySelector('.table-head');
    const pit = { card: place.card, view, table: this.#speaking(place.live), session: this.session };
    if (old && same && (key === this.#shown || this.tab === 'figures')) {
      changeHead(old, head);
      this.#picture?.show(view);
      if (key !== this.#shown) this.#fill(given(find('chosen').querySelector('.table-body'), 'table-body'), pit);
      this.#shown = key;
      return;
    }
    this.#shown = key;
    this.#picture = null;
    const make = () => {
      const body = h('div', { class: 'table-body stack' });
      find('chosen').replaceChildren(head, this.#reply.element, this.#tabs(decisionsDue(now), view), body);
      this.#fill(body, pit);
    };
    if (same) keepTyped(find('chosen'), make);
    else this.#changePart(make);
  }

  /** Switches to another part or table; the input of this one is restored later. @param {() => void} make */
  #changePart(make) {
    if (this.#made) this.#typed.set(this.#made, typedIn(find('chosen')));
    make();
    this.#made = `${this.chosen} ${this.tab}`;
    typeAgain(find('chosen'), this.#typed.get(this.#made));
  }

  /** Clears the other table while the chosen one is loading. */
  #showComing() {
    if (!this.chosen || this.#made.startsWith(`${this.chosen} `)) return;
    if (this.#made) this.#typed.set(this.#made, typedIn(find('chosen')));
    this.#made = '';
    find('chosen').replaceChildren(
      h('div', { class: 'table-head' }, h('h2', {}, t('pit.table-chosen', { chosen: this.chosen }))),
      h('p', { class: 'calm', role: 'status' }, t('pit.one-moment')),
    );
  }

  /** The parts of a table for this person; only those who see the dealing have decisions. @param {Page.View} view */
  #open(view) {
    const shown = { equipment: view.equipment, terminals: this.#enrolls };
    return Object.keys(TABS).filter((name) => (name in shown ? shown[/** @type {keyof typeof shown} */ (name)] : view.dealing));
  }

  /** The part to show first: due decisions, the opening, otherwise the last part shown. @param {import('../ui/cr-tile.js').Seen} now */
  #partFor(now) {
    if (decisionsDue(now)) return 'decide';
    if (now.phase !== 'closed' && now.obstacles.length) return 'equipment';
    return this.#wanted === 'decide' && now.phase === 'closed' ? 'run' : this.#wanted;
  }

  /** The data that the forms of the shown part depend on. @param {import('../ui/cr-tile.js').Seen} now @param {Page.View} view */
  #asked(now, view) {
    switch (this.tab) {
      case 'decide':
        return [waits(now), view.disputes, view.house?.claims];
      case 'run':
        return [view.phase === 'closed', view.dealer, view.equipment?.obstacles];
      case 'equipment':
        return [view.phase === 'closed', view.equipment];
      case 'figures':
        return [view.phase === 'closed', view.round, view.results.length];
      default:
        return [];
    }
  }

  /** The table, with results shown above its forms, because a decision removes its own form. @param {import('./console.js').LiveTable} live */
  #speaking(live) {
    return {
      get view() {
        return live.view;
      },
      send: async (/** @type {Service.Command} */ command, /** @type {string|undefined} */ done) => {
        const outcome = await live.send(command, done);
        this.#reply.show(outcome.done ? outcome : null);
        if (outcome.done) this.#reply.element.scrollIntoView({ block: 'nearest' });
        return outcome;
      },
    };
  }

  /** @param {number} waiting @param {Page.View} view */
  #tabs(waiting, view) {
    return h(
      'div',
      { class: 'tabs', role: 'group', 'aria-label': t('pit.table-chosen', { chosen: this.chosen }) },
      ...this.#open(view).map((name) =>
        h(
          'button',
          { type: 'button', 'data-tab': name, 'data-same': `${this.chosen}-${name}`, 'aria-pressed': String(name === this.tab), onclick: () => this.#turnTo(name) },
          TABS[name],
          name === 'decide' && waiting ? h('b', { class: 'badge' }, waiting) : null,
          name === 'equipment' && view.equipment?.obstacles.length ? h('b', { class: 'badge' }, view.equipment.obstacles.length) : null,
        ),
      ),
    );
  }

  #turnTo(/** @type {string} */ name) {
    this.tab = this.#wanted = name;
    this.#shown = '';
    this.#showChosen();
    one(find('chosen'), '.tabs [aria-pressed=true]')?.focus();
  }

  async #fill(/** @type {Element} */ body, /** @type {import('./pit-table.js').Pit} */ pit) {
    switch (this.tab) {
      case 'decide': {
        const now = decisions(pit);
        const fix = correction(pit);
        this.#picture = picture(pit);
        this.#picture.show(pit.view);
        body.replaceChildren(
          ...(now.length ? now : [h('p', { class: 'calm' }, t('pit.nothing-waits-for-a-decision'))]),
          this.#picture.element,
        );
        if (fix) body.append(h('details', {}, h('summary', {}, t('pit.correct-a-number')), fix));
        return;
      }
      case 'run':
        body.append(
          hindrance(pit.view.equipment, pit.view.phase === 'closed', () => this.#turnTo('equipment')) ?? '',
          ...running(pit),
        );
        return;
      case 'equipment':
        body.append(...equipment(pit));
        return;
      case 'figures': {
        const made = await figures(pit.card, this.#counted);
        const held = body.querySelector('select') === document.activeElement;
        body.replaceChildren(...made);
        if (held) body.querySelector('select')?.focus();
        return;
      }
      case 'terminals':
        body.append(...terminals(pit));
        return;
      default:
        body.append(h('p', { class: 'calm' }, t('pit.more-of-a-table-is-for')));
    }
  }
}

find('leave').addEventListener('click', signOut);
const session = await signedIn((role) => role !== 'player');
if (session) {
  const pit = new Pit(session);
  await pit.poll();
  setInterval(() => document.visibilityState === 'visible' && pit.poll(), POLL_MS);
}
