// @ts-check
// The pit console: every table at a glance, one of them at hand, alerts until somebody acknowledges them.
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-lock.js';
import { decisionsDue, seen, waits } from '../ui/cr-tile.js';
import { keepTyped, Reply, typeAgain, typedIn } from '../ui/form.js';
import { seesRecords } from '../ui/words.js';
import { api, ask, guard, netWords, signedIn, signOut, words } from './console.js';
import { showAlerts } from './pit-alerts.js';
import { equipment, hindrance } from './pit-equipment.js';
import { figures } from './pit-figures.js';
import { Floor } from './pit-floor.js';
import { people } from './pit-people.js';
import { correction, decisions, picture, running, terminals } from './pit-table.js';

const POLL_MS = 5000;
const TABS = /** @type {Record<string, string>} */ ({
  decide: 'Decide',
  run: 'Table',
  equipment: 'Equipment',
  figures: 'Figures',
  terminals: 'Terminals',
});
/** Who looks after terminals; the service refuses everybody else. */
const ENROLLERS = ['key-manager', 'slot-technician'];
const find = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

class Pit {
  floor = new Floor();
  chosen = '';
  tab = 'decide';
  /** The table and the part of it whose forms stand there. */
  #made = '';
  /** @type {Map<string, import('../ui/form.js').Typed>} what is typed in the parts that are out of sight */
  #typed = new Map();
  #shown = '';
  #wanted = 'decide';
  /** Whether the chosen table has just been chosen. */
  #arrives = false;
  #reply = new Reply();
  /** @type {{element: HTMLElement, show: (view: any) => void}|null} the chosen table as it stands, where it is shown */
  #picture = null;

  /** @param {any} session */
  constructor(session) {
    this.session = session;
    find('who').textContent = `${session.name} · ${words(session.role).toLowerCase()}`;
    this.lock = guard(find('lock'), session.name, () => this.floor.live);
    if (session.locked) this.lock();
    find('tables').prepend(this.floor.element);
    for (const [name, hear] of Object.entries({ chosen: this.#onChosen, change: this.#onChange, net: this.#onNews, card: this.#onNews }))
      this.floor.addEventListener(name, (event) => hear.call(this, /** @type {CustomEvent} */ (event).detail));
    document.addEventListener('keydown', (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
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
    const rooms = { tables: 'Tables', ...(this.session.role === 'key-manager' ? { people: 'People' } : {}) };
    if (Object.keys(rooms).length < 2) return;
    const show = (/** @type {string} */ room) => {
      for (const each of Object.keys(rooms)) find(each).hidden = each !== room;
      find('rooms').replaceChildren(
        ...Object.entries(rooms).map(([name, label]) =>
          h('button', { type: 'button', 'aria-pressed': String(name === room), onclick: () => show(name) }, label),
        ),
      );
      if (room === 'people') people(find('people'));
    };
    show('tables');
  }

  async poll() {
    const [lobby, alerts] = await Promise.all([ask(() => api.get('/tables')), ask(() => api.get('/alerts'))]);
    if (lobby.done) this.#tables(lobby.body);
    if (alerts.done) showAlerts(find('alerts'), alerts.body.alerts, this);
  }

  #tables(/** @type {any} */ lobby) {
    this.floor.take(lobby.tables);
    this.#sums();
    if (!this.chosen && this.floor.first) this.choose(this.floor.first);
    this.floor.watch();
  }

  #onChosen(/** @type {{number: string}} */ { number }) {
    this.choose(number);
    if (matchMedia('(max-width: 900px)').matches) find('chosen').scrollIntoView({ block: 'start' });
  }

  #onChange(/** @type {{number: string, topics: Set<string>}} */ { number, topics }) {
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
    const sum = (/** @type {(table: any) => number} */ of) => tables.reduce((total, table) => total + of(table), 0);
    const facts = [
      ['Open', `${open.length} of ${tables.length}`],
      ['Players', sum((table) => table.taken)],
      ...(tables.some(({ day }) => day)
        ? [
            ['Drop', dollars(sum((table) => table.day?.drop ?? 0))],
            ['Win', dollars(sum((table) => table.day?.win ?? 0))],
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

  /** The chosen table, made anew only when its forms would change; what was typed is not taken away by news. */
  #showChosen() {
    const place = this.floor.places.get(this.chosen);
    const view = place?.live?.view;
    if (!place?.card || !place.live || !view) return this.#showComing();
    const head = this.#head(place, view);
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
      if (key !== this.#shown) this.#fill(find('chosen').querySelector('.table-body'), pit);
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

  /** Another part or table comes; what is typed in this one is there again when one comes back. @param {() => void} make */
  #changePart(make) {
    if (this.#made) this.#typed.set(this.#made, typedIn(find('chosen')));
    make();
    this.#made = `${this.chosen} ${this.tab}`;
    typeAgain(find('chosen'), this.#typed.get(this.#made));
  }

  /** Nothing of another table stands there while the chosen one is on its way. */
  #showComing() {
    if (!this.chosen || this.#made.startsWith(`${this.chosen} `)) return;
    if (this.#made) this.#typed.set(this.#made, typedIn(find('chosen')));
    this.#made = '';
    find('chosen').replaceChildren(
      h('div', { class: 'table-head' }, h('h2', {}, `Table ${this.chosen}`)),
      h('p', { class: 'calm', role: 'status' }, 'One moment …'),
    );
  }

  /** The parts of a table that this person has: who is not told of the dealing has nothing to decide. @param {any} view */
  #open(view) {
    const shown = { equipment: view.equipment, terminals: this.#enrolls };
    return Object.keys(TABS).filter((name) => (name in shown ? shown[/** @type {keyof typeof shown} */ (name)] : view.dealing));
  }

  /** What one comes to a table for: to decide what waits, to open it, else for what one looked at last. @param {import('../ui/cr-tile.js').Seen} now */
  #partFor(now) {
    if (decisionsDue(now)) return 'decide';
    if (now.phase !== 'closed' && now.obstacles.length) return 'equipment';
    return this.#wanted === 'decide' && now.phase === 'closed' ? 'run' : this.#wanted;
  }

  /** What the forms of the part that is shown are made from. @param {import('../ui/cr-tile.js').Seen} now @param {any} view */
  #asked(now, view) {
    switch (this.tab) {
      case 'decide':
        return [waits(now), view.disputes];
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

  /** The table, saying above its forms what was done: a decision takes its own form away. @param {LiveTable} live */
  #speaking(live) {
    return {
      get view() {
        return live.view;
      },
      send: async (/** @type {any} */ command, /** @type {string|undefined} */ done) => {
        const outcome = await live.send(command, done);
        this.#reply.show(outcome.done ? outcome : null);
        if (outcome.done) this.#reply.element.scrollIntoView({ block: 'nearest' });
        return outcome;
      },
    };
  }

  #head(/** @type {any} */ place, /** @type {any} */ view) {
    const { tile, live, card } = place;
    const deal = h(
      'button',
      {
        type: 'button',
        class: 'switch',
        role: 'switch',
        'aria-checked': String(tile.automatic),
        hidden: !card.demonstration,
        onclick: async () => {
          const outcome = await ask(() =>
            api.post(`/tables/${encodeURIComponent(tile.number)}/dealing`, { automatic: !tile.automatic }),
          );
          if (outcome.done) this.poll();
          else this.#reply.show(outcome);
        },
      },
      h('i', { 'aria-hidden': 'true' }),
      h('span', {}, 'Automatic dealer', h('small', {}, 'demonstration')),
    );
    return h(
      'div',
      { class: 'table-head', 'data-phase': view.phase },
      h(
        'div',
        {},
        h('h2', {}, `Table ${tile.number}`),
        h(
          'p',
          { class: 'quiet' },
          view.phase === 'closed'
            ? 'Closed'
            : `${view.dealing ? `${view.dealer} deals · next: ${view.next_step} · ` : ''}${netWords(live)}`,
        ),
        this.#ways(tile.number),
      ),
      deal,
    );
  }

  /** Where else this table is seen, for this person. @param {string} number */
  #ways(number) {
    const at = encodeURIComponent(number);
    const ways = [
      [`/felt/${at}`, 'Felt', true],
      [`/dealer/${at}`, 'Dealer console', this.session.role === 'pit-supervisor'],
      [`/surveillance?table=${at}`, 'Records', seesRecords(this.session.role)],
    ];
    return h('p', { class: 'ways' }, ...ways.filter(([, , shown]) => shown).map(([href, label]) => h('a', { href }, String(label))));
  }

  /** @param {number} waiting @param {any} view */
  #tabs(waiting, view) {
    return h(
      'div',
      { class: 'tabs', role: 'group', 'aria-label': `Table ${this.chosen}` },
      ...this.#open(view).map((name) =>
        h(
          'button',
          { type: 'button', 'aria-pressed': String(name === this.tab), onclick: () => this.#turnTo(name) },
          TABS[name],
          name === 'decide' && waiting ? h('b', { class: 'badge' }, waiting) : null,
          name === 'equipment' && view.equipment.obstacles.length ? h('b', { class: 'badge' }, view.equipment.obstacles.length) : null,
        ),
      ),
    );
  }

  #turnTo(/** @type {string} */ name) {
    this.tab = this.#wanted = name;
    this.#shown = '';
    this.#showChosen();
    /** @type {HTMLElement} */ (find('chosen').querySelector('.tabs [aria-pressed=true]')).focus();
  }

  async #fill(/** @type {HTMLElement} */ body, /** @type {import('./pit-table.js').Pit} */ pit) {
    switch (this.tab) {
      case 'decide': {
        const now = decisions(pit);
        const fix = correction(pit);
        this.#picture = picture(pit);
        this.#picture.show(pit.view);
        body.replaceChildren(
          ...(now.length ? now : [h('p', { class: 'calm' }, 'Nothing waits for a decision.')]),
          this.#picture.element,
        );
        if (fix) body.append(h('details', {}, h('summary', {}, 'Correct a number'), fix));
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
        const made = await figures(pit.card);
        const held = body.querySelector('select') === document.activeElement;
        body.replaceChildren(...made);
        if (held) body.querySelector('select')?.focus();
        return;
      }
      case 'terminals':
        body.append(...terminals(pit));
        return;
      default:
        body.append(h('p', { class: 'calm' }, 'More of a table is for dealers and the house.'));
    }
  }
}

/** Puts the new head in the place of the old one, where it says something else; who has the focus keeps it.
 * @param {Element} old @param {Element} head */
function changeHead(old, head) {
  if (old.isEqualNode(head)) return;
  const within = (/** @type {Element} */ each) => /** @type {HTMLElement[]} */ ([...each.querySelectorAll('a, button')]);
  const at = within(old).findIndex((each) => each === document.activeElement);
  old.replaceWith(head);
  if (at >= 0) within(head)[at]?.focus();
}

find('leave').addEventListener('click', signOut);
const session = await signedIn((role) => role !== 'player');
if (session) {
  const pit = new Pit(session);
  await pit.poll();
  setInterval(() => document.visibilityState === 'visible' && pit.poll(), POLL_MS);
}
