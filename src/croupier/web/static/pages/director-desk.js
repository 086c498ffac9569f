// @ts-check
/** Shared by the tabs of the director's page: the tournament's view, forms that keep their answers, and commands. */
import { given } from '../core/checked.js';
import { forgetSeed, sealSeed, seedOf } from '../core/draw-seed.js';
import { t } from '../core/language.js';
import { eventNow } from '../core/tournament.js';
import { html as h } from '../core/svg.js';
import { form, Reply } from '../ui/form.js';

/** @typedef {import('../core/tournament.js').LiveTournament} LiveTournament */
/** @typedef {import('../core/tournament.js').Event} Event */
/** @typedef {import('../core/tournament.js').Seen} Seen */
/** @typedef {import('../ui/form.js').Field} Field */
/** @typedef {import('../ui/form.js').Outcome} Outcome */
/** @typedef {{type: string} & Record<string, unknown>} Command */
/** @typedef {{title: string, about?: string | Node, fields: Field[], button: string, words?: string, danger?: boolean,
 *   command?: (values: import('../ui/form.js').Values) => Command, send?: (values: import('../ui/form.js').Values) => Promise<Outcome>}} Asked */

export class Desk {
  /** The last answer of each form, kept when the form is rebuilt. @type {Map<string, Outcome>} */
  #answers = new Map();

  /** @param {LiveTournament} live @param {{name: string, role: string}} session */
  constructor(live, session) {
    this.live = live;
    this.session = session;
    this.reply = new Reply();
  }

  /** @returns {Seen} */
  get seen() {
    return given(this.live.seen, 'tournament');
  }

  /** The books of the tournament; null if the viewer may not see them. */
  get books() {
    return this.seen.desk;
  }

  /** The books; throws if the viewer may not see them. */
  get open() {
    return given(this.books, 'books');
  }

  get event() {
    return eventNow(this.seen);
  }

  /** @param {string} task */
  may(task) {
    return this.seen.tasks.includes(task);
  }

  /** The fees and buy-ins of an event. @param {Event} event */
  terms(event) {
    return given(this.open.events.find((each) => each.id === event.id), `terms-${event.id}`);
  }

  /** @param {Command} command @param {string} [words] */
  async give(command, words) {
    this.#answers.clear();
    return this.live.give(command, words);
  }

  /** A form that sends one command, or has its own `send`. @param {Asked} asked */
  form({ command, send, words, ...asked }) {
    const made = form({
      ...asked,
      send: async (values) => {
        const outcome = await (send ? send(values) : this.give(/** @type {NonNullable<typeof command>} */ (command)(values), words));
        this.#answers.set(asked.title, outcome);
        this.reply.show(null);
        return outcome;
      },
    });
    const before = this.#answers.get(asked.title);
    if (before) made.reply.show(before);
    return made;
  }

  /** A button that sends one command without further input. @param {string} label @param {Command} command @param {string} [words] */
  button(label, command, words) {
    const made = h('button', { type: 'button', class: 'tool' }, label);
    made.addEventListener('click', () => this.press(made, command, words));
    return made;
  }

  /** @param {HTMLElement} button @param {Command} command @param {string} [words] */
  async press(button, command, words) {
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    this.reply.show(await this.give(command, words));
    button.removeAttribute('aria-busy');
  }

  /** Commits a draw with a new seed. @param {string} event @param {{beacon?: string, beacon_at?: number}} [beacon] */
  async commit(event, beacon = {}) {
    return this.give({ type: 'commit-draw', event, commitment: await sealSeed(), ...beacon }, t('tournament.the-draw-is-committed-and-sealed'));
  }

  /** Reveals the draw that this browser committed. @param {Event} event @param {string} [value] of the beacon */
  async reveal(event, value = '') {
    const commitment = event.draw?.commitment ?? '', seed = seedOf(commitment);
    if (!seed) return { done: false, unsent: true, message: t('tournament.the-seed-of-this-draw-is') };
    const outcome = await this.give({ type: 'reveal-draw', event: event.id, seed, ...(value && { beacon_value: value }) }, t('tournament.the-seats-are-drawn'));
    if (outcome.done) forgetSeed(commitment);
    return outcome;
  }

  /** Entries, as options. @param {Event} event @param {string[]} [states] @returns {[string, string][]} */
  entries(event, states = ['active']) {
    const lines = event.leaderboard.filter((line) => states.includes(line.status));
    return [...lines].sort((one, other) => one.entry - other.entry).map((line) => [String(line.entry), `${line.entry} · ${line.name}`]);
  }

  /** @param {Event} event @returns {[string, string][]} */
  tables(event) {
    return event.tables.map((table) => [String(table.number), t('tournament.table', { number: table.number })]);
  }
}

/** A heading with its content, or nothing if there is no content. @param {string} title @param {...(Node | string | null | false | undefined)} parts */
export function group(title, ...parts) {
  const shown = parts.filter(Boolean);
  return shown.length ? h('section', { class: 'group' }, h('h3', { class: 'group-title' }, title), .../** @type {Node[]} */ (shown)) : null;
}

/** A table that scrolls in its own box. @param {string} label @param {string[]} heads @param {(Node | string)[][]} rows */
export function listed(label, heads, rows) {
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label },
    h(
      'table',
      { class: 'list' },
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, ...rows.map((cells) => h('tr', {}, ...cells.map((cell) => h('td', {}, cell))))),
    ),
  );
}

/** @param {string} words */
export const quiet = (words) => h('p', { class: 'quiet' }, words);
