// @ts-check
// Shared by the dealer's and the pit's consoles: the session, a live table, answers as outcomes, the lock.
import { api, ApiError } from '../core/api.js';
import { t } from '../core/language.js';
import { Link } from '../core/link.js';
import { hasKeys, KeyTrouble, signWithKey } from '../core/security-key.js';
import { EMPTY, Store } from '../core/store.js';
import { html as h } from '../core/svg.js';
import { roleName } from '../ui/display-format.js';

/** @typedef {import('../ui/form.js').Outcome} Outcome */
/** The service's answer, or why there is none. @template T @typedef {{done: true, body: T, words: string, message?: undefined, clause?: undefined} | {done: false, body?: undefined, message: string, clause: string | null, code: string}} Asked */

/** A document event: the service refused a request because the console is locked. */
const LOCKED = 'croupier-locked';

/**
 * Sends an HTTP request; a refusal is an outcome, not an exception.
 * @template T
 * @param {() => Promise<T>} request
 * @param {string} [words] the message on success
 * @returns {Promise<Asked<T>>}
 */
export async function ask(request, words = t('console.done')) {
  try {
    return { done: true, body: await request(), words };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) toSignIn();
    if (error.status === 423) document.dispatchEvent(new Event(LOCKED));
    return { done: false, message: error.message, clause: error.clause, code: error.code };
  }
}

/** The outcome of a command, for a form or a step. @param {import('../core/link.js').Answer} answer @returns {Outcome} */
export function outcomeOf(answer) {
  if (answer.outcome === 'done') return { done: true };
  if (answer.outcome === 'refused') return { done: false, message: answer.refusal.message, clause: answer.refusal.clause };
  return { done: false, message: t('console.not-recorded', { reason: answer.detail || answer.reason }) };
}

/** Goes to the sign-in page, which returns here. */
function toSignIn() {
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
}

/**
 * The session, if the console is open to the role; shows a message to other roles. If nobody is signed in, goes to the
 * sign-in page, which returns here.
 * @param {(role: string) => boolean} admits
 */
export async function signedIn(admits) {
  const session = await api.session();
  if (!session) toSignIn();
  else if (!admits(session.role)) {
    const said = t('console.you-are-signed-in-as-and', { name: session.name, role: roleName(session.role) });
    document.body.classList.add('is-barred');
    document.querySelector('main')?.replaceChildren(h('div', { class: 'barred', role: 'alert' }, h('p', {}, said), h('a', { href: '/' }, t('console.all-tables'))));
    return null;
  }
  return session;
}

export async function signOut() {
  await ask(() => api.signOut());
  location.assign('/');
}

/** A live table of a console. Fires `change` with what happened; `view` is always complete. */
export class LiveTable extends EventTarget {
  store = new Store();

  /** @param {string} number */
  constructor(number) {
    super();
    this.number = number;
    this.link = new Link({ table: number, store: this.store });
    this.store.watch((detail) => this.dispatchEvent(new CustomEvent('change', { detail })));
    this.link.addEventListener('state', () => this.dispatchEvent(new Event('net')));
    this.link.addEventListener('lag', () => this.dispatchEvent(new Event('net')));
  }

  get connected() {
    return this.link.condition === 'open';
  }

  /** The protocol's View of the table; null before the first snapshot. */
  /** @returns {Page.View | null} */
  get view() {
    const { state } = this.store;
    if (state.table === EMPTY.table) return null;
    return { ...state.table, seats: [...state.seats.values()], wagers: [...state.wagers.values()] };
  }

  /** The service's clock minus ours. */
  get skew() {
    return this.store.state.skew;
  }

  /** Calls the listener on every change. @param {(change: import('../core/store.js').StoreChange) => void} listener */
  watch(listener) {
    this.store.watch(listener);
  }

  /** @param {Service.Command} command @param {string} [words] @returns {Promise<Outcome>} */
  async send(command, words) {
    const outcome = outcomeOf(await this.link.command(command));
    return outcome.done && words ? { ...outcome, words } : outcome;
  }
}

/**
 * Unlocks the console with the password, and with a security key or recovery code if the service requires one.
 * @param {string} password @param {string} code
 * @returns {Promise<Outcome & {factor?: boolean}>}
 */
async function unlock(password, code) {
  const first = await ask(() => api.unlock(password, code ? { code } : undefined), t('console.unlocked'));
  if (first.done || first.code !== 'second-factor-needed') return first;
  if (!hasKeys()) return { ...first, factor: true };
  try {
    const proof = await signWithKey(await api.post('/session/keys/challenge'));
    return { ...(await ask(() => api.unlock(password, proof), t('console.unlocked'))), factor: true };
  } catch (trouble) {
    if (!(trouble instanceof KeyTrouble || trouble instanceof ApiError)) throw trouble;
    return { done: false, message: trouble.message, factor: true };
  }
}

/**
 * Locks the page when the service does, and unlocks it with the password and a second factor if required.
 * @param {import('../ui/cr-lock.js').CrLock} lock
 * @param {string} name
 * @param {() => LiveTable[]} tables
 */
export function guard(lock, name, tables) {
  lock.unlock = unlock;
  lock.addEventListener('unlocked', () => tables().forEach((table) => table.store.unlocked()));
  document.addEventListener(LOCKED, () => lock.lock(name));
  return () => lock.lock(name);
}

/** The state of the connection, for the header. @param {LiveTable} table */
export function netWords(table) {
  const { condition, lag } = table.link;
  if (condition === 'open') return lag === null ? t('console.connected') : t('console.ms', { lag });
  return condition === 'closed' ? t('console.closed') : t('console.no-connection-trying-again');
}

export { api };
