// @ts-check
/**
 * A live view of a tournament. Fires `change` when the view changes, `net` when the connection is lost or restored,
 * `missing` if there is no such tournament, and `locked` if the console is locked.
 *
 *     const tournament = new LiveTournament('spring-open');
 *     tournament.addEventListener('change', () => draw(tournament.seen));
 *     const outcome = await tournament.give({ type: 'open-registration', event: 'open' }, 'Registration is open.');
 */
import { api, ApiError } from './api.js';
import { number, t } from './language.js';

/** @typedef {Service.SeenEntrant} Line */
/** @typedef {Service.SeenPointsWager} PointsWager */
/** @typedef {Service.SeenTournamentTable} Table */
/** @typedef {Service.SeenPrize} Prize */
/** @typedef {Service.SeenDraw} Draw */
/** @typedef {Service.SeenSplit} Split */
/** @typedef {Service.SeenTournamentEvent} Event */
/** @typedef {Service.SuggestedCommand} Action */
/** @typedef {Service.SeenTournament} Seen */
/** @typedef {import('../ui/form.js').Outcome} Outcome */

const ASK_EVERY_MS = 450;
const SEND_AGAIN_MS = 700;
const SENDS_MAX = 4;

export class LiveTournament extends EventTarget {
  /** @type {Seen | null} */
  seen = null;
  /** The service's clock minus ours, in milliseconds. */
  skew = 0;
  /** Why the service cannot be reached; empty if it can. */
  trouble = '';
  #version = 0;
  #text = '';
  #stopped = false;

  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    this.path = /** @type {const} */ (`/tournaments/${encodeURIComponent(id)}`);
  }

  /** Calls the listener with a message if there is no such tournament. @param {(words: string) => void} listener */
  onMissing(listener) {
    this.addEventListener('missing', (event) => listener(/** @type {CustomEvent<string>} */ (event).detail));
  }

  /** Polls until it is stopped. */
  async start() {
    while (!this.#stopped) {
      await this.look();
      await pause(ASK_EVERY_MS);
    }
  }

  stop() {
    this.#stopped = true;
  }

  /** Starts over, because somebody signed in or out. */
  forget() {
    this.#version = 0;
    return this.look();
  }

  async look() {
    try {
      const answer = await api.get(`${this.path}?after=${this.#version}`);
      this.skew = answer.now - Date.now();
      this.#net('');
      this.#version = answer.version;
      if (answer.tournament) this.#see(answer.tournament);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) {
        this.stop();
        this.dispatchEvent(new CustomEvent('missing', { detail: error.message }));
      } else if (error.status === 423) this.dispatchEvent(new Event('locked'));
      else this.#net(error.message);
    }
  }

  /** A refusal is recorded too, but does not change the view. @param {Seen} seen */
  #see(seen) {
    const text = JSON.stringify(seen);
    if (text === this.#text) return;
    this.#text = text;
    this.seen = seen;
    this.dispatchEvent(new Event('change'));
  }

  /** @param {string} trouble */
  #net(trouble) {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.dispatchEvent(new Event('net'));
  }

  /**
   * Sends a command.
   * @param {{type: string} & Record<string, unknown>} command @param {string} [words] the message on success
   */
  give(command, words) {
    return this.#post((order) => api.post(`${this.path}/commands`, { order, command }), words);
  }

  /** Enters an open tournament. */
  join() {
    return this.#post((order) => api.post(`${this.path}/join`, { order }));
  }

  /**
   * Sends an order. Without an answer it is resent under the same id, so that it is carried out only once.
   * @param {(order: string) => Promise<unknown>} send @param {string} [words]
   * @returns {Promise<Outcome>}
   */
  async #post(send, words = t('tournament.done')) {
    const order = crypto.randomUUID();
    for (let sent = 1; ; sent += 1) {
      try {
        await send(order);
        setTimeout(() => this.look());
        return { done: true, words };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 423) this.dispatchEvent(new Event('locked'));
        const unanswered = error.status === 0 || error.status === 503;
        if (!unanswered || sent === SENDS_MAX) return { done: false, message: error.message, clause: error.clause };
      }
      await pause(SEND_AGAIN_MS);
    }
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** The event to show: the current one, or the last. @param {Seen} seen @returns {Event} */
export const eventNow = (seen) => seen.events.find((event) => event.stage !== 'concluded') ?? seen.events[seen.events.length - 1];

/** @param {number} points */
export const pointsOf = (points) => number(points);

/** The most games left at any table. @param {Event} event */
export const gamesLeft = (event) => Math.max(0, ...event.tables.map((table) => table.games_left));

/** The id in the path of the page. */
export const idInPath = () => decodeURIComponent(location.pathname.split('/').filter(Boolean)[1] ?? '');
