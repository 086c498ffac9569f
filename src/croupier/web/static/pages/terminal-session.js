// @ts-check
/**
 * The session clock: how long the player has played, and the result. Both come from the service, which reads them from
 * the house's records, so they survive a reload.
 */
import { clock } from '../core/clock.js';
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { html } from '../core/svg.js';

/** @typedef {{table: string, seat: number, since: number, until: number | null, rounds: number, bought: number, cashed: number, held: number, result: number}} Sitting */
/** @typedef {{now: number, since: number | null, rounds: number, bought: number, cashed: number, held: number, result: number, break_ms: number, shared: boolean, sittings: Sitting[]}} PlaySession */

const TICK_MS = 5_000;
/** Delay that merges the several steps of a settlement into one request. */
const SOON_MS = 200;
const MINUTE_MS = 60_000;

/** `0:42`: hours and minutes. @param {number} ms */
export function lasted(ms) {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** `42 minutes`, `1 hour 5 minutes`. @param {number} ms */
function lastedWords(ms) {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS)), hours = Math.floor(minutes / 60);
  return [...(hours ? [t('guest.session.hours', { count: hours })] : []), t('guest.session.minutes', { count: minutes % 60 })].join(' ');
}

/** `+$35`, `−$35`, `$0`. @param {number} amount */
export const signed = (amount) => `${amount > 0 ? '+' : ''}${dollars(amount)}`;

/** @param {Sitting} sitting */
function sat({ table, seat, since, until }) {
  const values = { table, seat, since: clock(since) };
  return until ? t('guest.session.sitting', { ...values, until: clock(until) }) : t('guest.session.seated', values);
}

export class SessionClock {
  #meter;
  #time;
  #net;
  #ask;
  /** @type {PlaySession | null} */
  #session = null;
  #ahead = 0;
  #due = 0;
  #asking = false;
  #again = false;

  /** @param {{meter: HTMLElement, time: HTMLElement, net: HTMLElement, ask: () => Promise<PlaySession>}} parts */
  constructor({ meter, time, net, ask }) {
    this.#meter = meter;
    this.#time = time;
    this.#net = net;
    this.#ask = ask;
    setInterval(() => this.#draw(), TICK_MS);
  }

  /** Requests an update soon; calls during an open request cause one more request after it. */
  refresh() {
    clearTimeout(this.#due);
    this.#due = window.setTimeout(() => this.#answer(), SOON_MS);
  }

  async #answer() {
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    try {
      const session = await this.#ask();
      this.#session = session;
      this.#ahead = session.now - Date.now();
      this.#draw();
    } catch {
      // The clock keeps running with the last known result; the next round tries again.
    } finally {
      this.#asking = false;
      if (this.#again) this.refresh();
      this.#again = false;
    }
  }

  #draw() {
    const since = this.#session?.since ?? null;
    this.#meter.hidden = since === null;
    if (since === null || !this.#session) return;
    const words = lasted(Date.now() + this.#ahead - since);
    if (this.#time.textContent !== words) this.#time.textContent = words;
    this.#net.textContent = signed(this.#session.result);
  }

  /** The details of the session, for a dialog. @returns {Node[]} */
  details() {
    const session = this.#session;
    if (!session || session.since === null) return [html('p', {}, t('guest.session.none'))];
    const row = (/** @type {string} */ name, /** @type {string} */ value) => html('div', {}, html('dt', {}, name), html('dd', {}, value));
    const pause = session.break_ms / MINUTE_MS, several = session.sittings.length > 1;
    return [
      html('dl', { class: 'session-sums' },
        row(t('guest.session.since'), `${clock(session.since)}, ${lastedWords(Date.now() + this.#ahead - session.since)}`),
        row(t('guest.session.rounds'), String(session.rounds)),
        row(t('guest.session.bought'), dollars(session.bought)), row(t('guest.session.cashed'), dollars(session.cashed)),
        row(t('guest.session.held'), dollars(session.held)),
        row(t('guest.session.result'), signed(session.result))),
      several ? html('ul', { class: 'session-tables' }, ...session.sittings.map((each) => html('li', {},
        html('span', {}, sat(each)),
        html('b', {}, signed(each.result))))) : html('span', { hidden: true }),
      html('p', { class: 'keys' }, session.shared
        ? t('guest.session.shared') : t('guest.session.counted', { minutes: pause }), ' ', t('guest.session.meaning')),
    ];
  }
}
