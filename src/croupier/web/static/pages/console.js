// @ts-check
// What the dealer's and the pit's console share: who is signed in, a live table, answers as outcomes, the lock.
import { api, ApiError } from '../core/api.js';
import { Link } from '../core/link.js';
import { Store } from '../core/store.js';
import { html as h } from '../core/svg.js';

/** @typedef {import('../ui/form.js').Outcome} Outcome */

/** The service heard nothing because the console is locked: an event of the document. */
const LOCKED = 'croupier-locked';

/**
 * Asks the service over HTTP; a refusal is an outcome, not an exception.
 * @param {() => Promise<any>} request
 * @param {string} [words] what to say when it was done
 * @returns {Promise<Outcome & {body?: any}>}
 */
export async function ask(request, words = 'Done.') {
  try {
    return { done: true, body: await request(), words };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) toSignIn();
    if (error.status === 423) document.dispatchEvent(new Event(LOCKED));
    return { done: false, message: error.message, clause: error.clause };
  }
}

/** What became of a command, as a form or a step shows it. @param {import('../core/link.js').Answer} answer @returns {Outcome} */
export function outcomeOf(answer) {
  if (answer.outcome === 'done') return { done: true };
  if (answer.refusal) return { done: false, message: answer.refusal.message, clause: answer.refusal.clause };
  return { done: false, message: `Not recorded: ${answer.detail || answer.reason}` };
}

/** The page where one signs in, and which comes back here. */
function toSignIn() {
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
}

/**
 * Who is signed in, where the console is for them; anybody else is told so. Without anybody the page goes to sign in,
 * and comes back.
 * @param {(role: string) => boolean} admits
 */
export async function signedIn(admits) {
  const session = await api.session();
  if (!session) toSignIn();
  else if (!admits(session.role)) {
    const said = `You are signed in as ${session.name} (${words(session.role).toLowerCase()}), and this console is not for you.`;
    document.body.classList.add('is-barred');
    document.querySelector('main')?.replaceChildren(h('div', { class: 'barred', role: 'alert' }, h('p', {}, said), h('a', { href: '/' }, 'All tables')));
    return null;
  }
  return session;
}

export async function signOut() {
  await ask(() => api.signOut());
  location.assign('/');
}

/** Words for a name of the protocol: `pit-supervisor` is "Pit supervisor". @param {string} name */
export function words(name) {
  const plain = name.replaceAll('-', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** One table that a console watches. `change` says what happened; the view is whole at any time. */
export class LiveTable extends EventTarget {
  store = new Store();

  /** @param {string} number */
  constructor(number) {
    super();
    this.number = number;
    this.link = new Link({ table: number, store: this.store });
    this.store.addEventListener('change', (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      this.dispatchEvent(new CustomEvent('change', { detail }));
    });
    this.link.addEventListener('state', () => this.dispatchEvent(new Event('net')));
    this.link.addEventListener('lag', () => this.dispatchEvent(new Event('net')));
  }

  get connected() {
    return this.link.state === 'open';
  }

  /** The table as the protocol's View; null before the first snapshot. */
  get view() {
    const { state } = this.store;
    if (state.table.number === undefined) return null;
    return { ...state.table, seats: [...state.seats.values()], wagers: [...state.wagers.values()] };
  }

  /** What the service's clock is ahead of ours. */
  get skew() {
    return this.store.state.skew;
  }

  /** @param {any} command @param {string} [words] @returns {Promise<Outcome>} */
  async send(command, words) {
    const outcome = outcomeOf(await this.link.command(command));
    return outcome.done && words ? { ...outcome, words } : outcome;
  }
}

/**
 * Locks the page when the service says so, and opens it by password.
 * @param {any} lock the `cr-lock` of the page
 * @param {string} name
 * @param {() => LiveTable[]} tables
 */
export function guard(lock, name, tables) {
  lock.unlock = (/** @type {string} */ password) => ask(() => api.unlock(password), 'Unlocked.');
  lock.addEventListener('unlocked', () => tables().forEach((table) => table.store.unlocked()));
  document.addEventListener(LOCKED, () => lock.lock(name));
  return () => lock.lock(name);
}

/** The connection in words, for the mark in the header. @param {LiveTable} table */
export function netWords(table) {
  if (table.link.state === 'open') return table.link.lag === null ? 'connected' : `${table.link.lag} ms`;
  return table.link.state === 'closed' ? 'closed' : 'reconnecting';
}

export { api };
