// @ts-check
/** The director's page: one button for the next step, a tab for everything else, and places and seats next to them. */
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { gamesLeft, idInPath, LiveTournament } from '../core/tournament.js';
import { actionWords, nextWords, stageName } from '../ui/tournament-words.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-leaderboard.js';
import '../ui/cr-lock.js';
import '../ui/cr-seating.js';
import { roleName, roleWord, seesTournaments } from '../ui/display-format.js';
import { keepTyped } from '../ui/form.js';
import { byId, fill, only, say } from '../ui/markup.js';
import { runClock } from '../ui/round-clock.js';
import { api, ask, guard, signedIn, signOut } from './console.js';
import { correctRoom } from './director-correct.js';
import { decideRoom } from './director-decide.js';
import { Desk } from './director-desk.js';
import { drawRoom } from './director-draw.js';
import { entriesRoom } from './director-entries.js';
import { moneyRoom } from './director-money.js';
import { papersRoom } from './director-papers.js';
import { replayRoom } from './director-replay.js';
import { tablesRoom } from './director-tables.js';

/** @typedef {() => (Node | string | null | false | undefined)[]} Room */

const ACTIVE_EVERY_MS = 60_000;
const ROLES = ['tournament-director', 'dealer', 'accountant', 'key-manager', 'regulator', 'surveillance', 'pit-supervisor'];

/** The tab for the work of a stage. @param {import('../core/tournament.js').Event} event */
const roomOf = (event) =>
  /** @type {Record<string, string>} */ ({ waiting: t('tournament.rules'), registration: t('tournament.entries'), registered: t('tournament.draw'), playing: t('tournament.tables'), 'between rounds': t('tournament.draw'), concluded: t('tournament.money') })[event.stage] ?? t('tournament.rules');

/** @param {Desk} desk @returns {[string, Room][]} */
const roomsOf = (desk) => [
  [t('tournament.rules'), papersRoom(desk)],
  [t('tournament.entries'), entriesRoom(desk)],
  [t('tournament.draw'), () => drawRoom(desk)],
  [t('tournament.tables'), tablesRoom(desk)],
  [t('tournament.decide'), () => decideRoom(desk)],
  [t('tournament.correct'), () => correctRoom(desk)],
  [t('tournament.money'), () => moneyRoom(desk)],
  .../** @type {[string, Room][]} */ (seesTournaments(desk.session.role) ? [[t('tournament.replay'), replayRoom(desk)]] : []),
];

class Page {
  #act = /** @type {HTMLButtonElement} */ (byId('act'));
  #room = '';
  #stage = '';
  /** @type {Map<string, {button: HTMLButtonElement, room: Room}>} */
  #rooms = new Map();

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    for (const [name, room] of roomsOf(desk)) {
      const button = h('button', { type: 'button', onclick: () => this.#go(name) }, name);
      this.#rooms.set(name, { button, room });
    }
    byId('rooms').append(...[...this.#rooms.values()].map(({ button }) => button));
    byId('answer').append(desk.reply.element);
    this.#act.addEventListener('click', () => this.#next());
    runClock(this.#facts(), () => ({ since: this.#playing() ? desk.event.round_since : 0, skew: desk.live.skew }));
  }

  /** @type {Map<string, HTMLElement>} */
  #figures = new Map();

  #facts() {
    for (const name of [t('tournament.players'), t('tournament.round-word'), t('tournament.spins-left'), t('tournament.clock'), t('tournament.pool')]) {
      const figure = h('dd', {}, '–');
      this.#figures.set(name, figure);
      byId('facts').append(h('div', {}, h('dt', {}, name), figure));
    }
    return /** @type {HTMLElement} */ (this.#figures.get(t('tournament.clock')));
  }

  #playing() {
    return this.desk.live.seen !== null && this.desk.event.stage === 'playing';
  }

  /** @param {string} name */
  #go(name) {
    this.#room = name;
    if (this.desk.live.seen) this.draw();
  }

  async #next() {
    const { desk } = this, { action } = desk.seen;
    if (!action || this.#act.getAttribute('aria-busy') === 'true') return;
    this.#act.setAttribute('aria-busy', 'true');
    desk.reply.show(null);
    desk.reply.show(await this.#take(action));
    this.#act.removeAttribute('aria-busy');
  }

  /** @param {import('../core/tournament.js').Action} action */
  #take({ type, fields, words }) {
    const { desk } = this;
    if (type === 'commit-draw') return desk.commit(desk.event.id);
    if (type === 'reveal-draw') return desk.reveal(desk.event);
    return desk.give({ type, ...fields }, t('tournament.done-what', { words }));
  }

  draw() {
    const { desk } = this, { seen, event } = desk;
    const stage = `${event.id} ${event.stage}`;
    if (!this.#room || (this.#stage && this.#stage !== stage)) this.#room = roomOf(event);
    this.#stage = stage;
    this.#tell();
    for (const [name, { button }] of this.#rooms) button.setAttribute('aria-pressed', String(name === this.#room));
    const place = byId('room'), room = this.#rooms.get(this.#room);
    if (room) keepTyped(place, () => fill(place, ...room.room()));
    /** @type {import('../ui/cr-leaderboard.js').CrLeaderboard} */ (byId('places')).show(event, []);
    /** @type {import('../ui/cr-seating.js').CrSeating} */ (byId('seating')).show(event, []);
    document.title = `${seen.title} · ${roleName('tournament-director')}`;
  }

  #tell() {
    const { desk } = this, { seen, event } = desk;
    say(byId('title'), seen.title);
    say(byId('who'), `${desk.session.name}, ${roleWord(desk.session.role)} · ${stageName(seen.stage)}`);
    byId('hall').setAttribute('href', `/hall/${encodeURIComponent(seen.id)}`);
    const left = event.leaderboard.filter((line) => line.status === 'active').length;
    this.#figure(t('tournament.players'), t('tournament.left-of-all', { left, leaderboard: event.leaderboard.length }));
    this.#figure(t('tournament.round-word'), event.round ? t('tournament.round-of-rounds', { round: event.round, rounds: event.rounds }) : '–');
    this.#figure(t('tournament.spins-left'), this.#playing() ? String(gamesLeft(event)) : '–');
    this.#figure(t('tournament.pool'), dollars(event.pool));
    const next = nextWords(seen);
    byId('next').hidden = Boolean(seen.action);
    say(byId('next'), seen.next ? `${next.charAt(0).toUpperCase()}${next.slice(1)}.` : t('tournament.nothing-waits-for-you-here'));
    this.#act.hidden = !seen.action;
    say(this.#act, actionWords(seen.action));
    fill(byId('waits'), ...this.#waits());
  }

  /** @param {string} name @param {string} words */
  #figure(name, words) {
    say(/** @type {HTMLElement} */ (this.#figures.get(name)), words);
  }

  /** What waits for a person's decision, which the button cannot make. */
  #waits() {
    const { desk } = this, { event, books } = desk, found = [];
    const go = (/** @type {string} */ words, /** @type {string} */ room) =>
      h('p', { class: 'wait' }, h('span', {}, words), h('button', { type: 'button', class: 'tool', onclick: () => this.#go(room) }, t('tournament.go-there')));
    if (desk.terms(event)?.tied.length) found.push(go(t('tournament.players-are-tied-and-the-tie'), t('tournament.decide')));
    if (event.split) found.push(go(t('tournament.proposes-to-split-the-prizes', { by: event.split.by }), t('tournament.decide')));
    for (const table of event.tables) if (table.is_open) found.push(go(t('tournament.a-spin-is-open-at-table', { number: table.number }), t('tournament.tables')));
    const broke = event.leaderboard.filter((line) => line.may_purchase).map((line) => line.name);
    if (broke.length && desk.may('purchase-chips')) found.push(go(t('tournament.may-purchase-chips-or-is-out', { broke: broke.join(', ') }), t('tournament.entries')));
    if (desk.seen.stage === 'concluded' && books?.fees.length) found.push(go(t('tournament.cash-of-entry-fees-is-to'), t('tournament.money')));
    return found;
  }
}

/** Reports activity, so that the console does not lock. */
function stayActive() {
  let told = Date.now();
  const tell = () => {
    if (Date.now() - told < ACTIVE_EVERY_MS) return;
    told = Date.now();
    void ask(() => api.post('/session/active'));
  };
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, tell, { passive: true });
}

async function main() {
  const session = await signedIn((role) => ROLES.includes(role));
  if (!session) return;
  const live = new LiveTournament(idInPath());
  const page = new Page(new Desk(live, session));
  const lock = guard(only('cr-lock'), session.name, () => []);
  if (session.locked) lock();
  live.addEventListener('locked', lock);
  byId('lock').addEventListener('unlocked', () => live.forget());
  if (session.locks_after_ms) stayActive();
  byId('leave').addEventListener('click', signOut);
  live.addEventListener('change', () => page.draw());
  live.addEventListener('net', () => say(byId('trouble'), live.trouble));
  live.onMissing((words) => say(byId('trouble'), words));
  await live.start();
}

main();
