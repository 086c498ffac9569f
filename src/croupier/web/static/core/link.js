// @ts-check
/**
 * The connection to one table, as in docs/protocol.md: hello, heartbeats, measured lag, reconnect with backoff, resync
 * after a gap. Unanswered commands are resent with the same id and `seen`, so that each is answered exactly once.
 *
 *     const link = new Link({ table: '7', store });                 // seat: 4 for a terminal's own seat, watch: true to only watch
 *     link.addEventListener('state', () => show(link.condition, link.lag));   // 'connecting' | 'open' | 'waiting' | 'closed'
 *     link.open();
 *     const answer = await link.command({ type: 'place-wager', seat: 4, spot: '17', stake: 500, chips: 'electronic' });
 *     if (answer.outcome === 'refused') show(answer.refusal);
 *     link.say({ type: 'audio', ready: true });
 *
 * Events: `state`, `lag`, `frame` (every frame, `detail`), `error` (a frame of that type), `bye` (`detail.reason`).
 * A command's promise never rejects; it resolves with the answer frame. After an answer with `again: true` (busy) the
 * link resends the command, up to RETRIES times.
 */
import { t } from './language.js';
import { refusalWords, unanswered } from './refusal.js';

/** @typedef {Service.Answer} Answer */
/** Why the rules refused a command, or that there was no answer. @typedef {{message: string, clause: string | null}} Reason */
/** @typedef {{id: string, command: Service.Command, seen: number, sent: boolean, tries: number,
 *   settle: (answer: Answer) => void}} Waiting */

/** Why a command was not carried out; null if it was. @param {Answer} answer @returns {Reason | null} */
export function reasonOf(answer) {
  if (answer.outcome === 'done') return null;
  return answer.outcome === 'refused' ? answer.refusal : { message: answer.detail || t('house.no-answer'), clause: null };
}

const PAUSES = [250, 500, 1000, 2000, 4000, 8000];
/** Pauses before reconnecting: for as long as another node takes to take over, every second. */
const RETURNS = [250, 500, 1000, 1000, 1000, 1000, 1000, 1000, ...PAUSES.slice(3)];
/** The same after a planned stop or move, where another node or process takes over at once. */
const MOVES = [50, 100, 100, 150, 200, 300, ...RETURNS.slice(2)];
/** Close codes of these: the service restarts or the table moves; the node stands by. */
const MOVED = new Set([1012, 1013]);
const RETRIES = 5;
const WAITING_MAX = 256;
const QUIET_BEATS = 2;
/** Silence after which the link sends a ping. */
const ASK_MS = 750;
/** Time without an answer to a ping after which the connection is shown as lost: within 3 s, with ASK_MS and a tick. */
const SILENT_MS = 1250;
const TICK_MS = 250;
/** Close codes after which reconnecting is pointless until the page does something. */
const FINAL = new Set([4400, 4401, 4403, 4404, 4409]);

/** The answer with its message in the language of the page. @param {Answer} answer @returns {Answer} */
function inLanguage(answer) {
  if (answer.outcome === 'refused') return { ...answer, refusal: refusalWords(answer.refusal) };
  return answer.outcome === 'unanswered' && answer.detail ? { ...answer, detail: unanswered(answer.reason, answer.detail) } : answer;
}

export class Link extends EventTarget {
  /** @type {'connecting' | 'open' | 'waiting' | 'closed'} */
  state = 'closed';
  /** Measured round trip in milliseconds; null before the first pong. @type {number | null} */
  lag = null;
  /** The final close code. */
  closeCode = 0;
  /** Whether the socket is open but the service does not answer. */
  silent = false;

  #url;
  #store;
  #seat;
  #watch;
  #make;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  /** The highest version that came with a mark, and the mark: proof for a service that has lost it. */
  #shown = { seen: 0, mark: '' };
  #welcomed = false;
  #resyncing = false;
  #failures = 0;
  #count = 0;
  /** A random prefix of command ids, so that nobody can guess a record's contents from its hash. */
  #name = Array.from(crypto.getRandomValues(new Uint32Array(3)), (each) => each.toString(36)).join('');
  #ping = { n: 0, at: 0, answered: true };
  #heard = 0;
  #heartbeat = 5000;
  #rate = 10;
  #tokens = 20;
  #filled = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #beat;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #drain;
  #wake = () => this.state === 'waiting' && this.#connect();
  #offline = () => this.state === 'open' && this.#hush(true);

  /**
   * @param {{table: string, store: import('./store.js').Store, seat?: number | null, watch?: boolean, url?: string,
   *   socket?: (url: string) => WebSocket}} options `watch` sees only public information and sends no commands
   */
  constructor({ table, store, seat = null, watch = false, url, socket }) {
    super();
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#url = url ?? `${scheme}//${location.host}/api/v1/tables/${encodeURIComponent(table)}/socket`;
    this.#store = store;
    this.#seat = seat;
    this.#watch = watch;
    this.#make = socket ?? ((address) => new WebSocket(address));
  }

  /** The state to show; a silent connection is shown as lost. */
  get condition() {
    return this.state === 'open' && this.silent ? 'waiting' : this.state;
  }

  /** Calls the listener with the reason when the service ends the connection. @param {(bye: Service.Bye) => void} listener */
  onBye(listener) {
    this.addEventListener('bye', (event) => listener(/** @type {CustomEvent<Service.Bye>} */ (event).detail));
  }

  /** Number of unanswered commands. */
  get unanswered() {
    return this.#waiting.size;
  }

  open() {
    if (this.state !== 'closed') return;
    this.closeCode = 0;
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#offline);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  /** Ends the connection; open commands resolve as unanswered. */
  close() {
    this.#end(0);
  }

  /** The seat for the hello of the next connection. @param {number | null} seat */
  set seat(seat) {
    this.#seat = seat;
  }

  /**
   * @param {Service.Command} command without `by` and `at`
   * @returns {Promise<Answer>}
   */
  command(command) {
    const id = `${this.#name}-${++this.#count}`;
    if (this.#waiting.size >= WAITING_MAX || this.state === 'closed') {
      const detail = this.state === 'closed' ? t('table.there-is-no-connection-to-the') : t('table.too-many-commands-wait');
      return Promise.resolve({ type: 'answer', id, version: 0, outcome: 'unanswered', reason: 'not-sent', detail, again: false });
    }
    return new Promise((settle) => {
      this.#waiting.set(id, { id, command, seen: this.#store.state.version, sent: false, tries: 0, settle });
      this.#store.pend(id, command);
      this.#send();
    });
  }

  /** Sends a frame that needs no answer; it is not resent. @param {Service.SentFrame} frame */
  say(frame) {
    if (this.#welcomed && this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(frame));
  }

  resync() {
    if (this.#resyncing) return;
    this.#resyncing = true;
    this.say({ type: 'resync' });
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#become('connecting');
    const socket = this.#make(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = performance.now();
      const shown = this.#shown.mark ? this.#shown : {};
      const hello = { type: 'hello', protocol: 1, ...shown, ...(this.#seat ? { seat: this.#seat } : {}), ...(this.#watch ? { watch: true } : {}) };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => socket === this.#socket && this.#receive(event.data);
    socket.onclose = (event) => socket === this.#socket && this.#lost(event.code);
  }

  /** @param {string} text */
  #receive(text) {
    this.#heard = performance.now();
    this.#hush(false);
    /** @type {Service.Frame[]} */
    const frames = JSON.parse(text);
    for (const frame of frames) this.#before(frame);
    if (this.#store.receive(frames).gap) this.resync();
    for (const frame of frames) {
      if (frame.type === 'answer') this.#answer(frame);
      this.dispatchEvent(new CustomEvent('frame', { detail: frame }));
    }
  }

  /** @param {Service.Frame} frame */
  #before(frame) {
    if ((frame.type === 'snapshot' || frame.type === 'news') && frame.mark && frame.version > this.#shown.seen) {
      this.#shown = { seen: frame.version, mark: frame.mark };
    }
    if (frame.type === 'welcome') {
      this.#welcomed = true;
      this.#resyncing = true;
      this.#failures = 0;
      this.#heartbeat = frame.heartbeat_ms ?? this.#heartbeat;
      this.#rate = frame.commands_per_second ?? this.#rate;
      this.#tokens = 2 * this.#rate;
      this.#filled = performance.now();
      clearInterval(this.#beat);
      this.#beat = setInterval(() => this.#checkSilence(), TICK_MS);
      this.#ask();
    } else if (frame.type === 'snapshot') {
      this.#resyncing = false;
      if (this.state !== 'open') {
        for (const each of this.#waiting.values()) each.sent = false;
        this.#become('open');
        this.#send();
      }
    } else if (frame.type === 'pong' && frame.n === this.#ping.n) {
      this.#ping.answered = true;
      this.lag = Math.round(performance.now() - this.#ping.at);
      this.dispatchEvent(new Event('lag'));
    } else if (frame.type === 'bye' || frame.type === 'error') {
      this.dispatchEvent(new CustomEvent(frame.type, { detail: frame }));
    }
  }

  /** Pings a quiet service, reports a silent one, and gives up after two heartbeats of silence. */
  #checkSilence() {
    const now = performance.now(), waited = now - this.#ping.at;
    if (now - this.#heard > QUIET_BEATS * this.#heartbeat + 1000) {
      this.#socket?.close();
      this.#lost(1006);
    } else if (!this.#ping.answered && this.#heard < this.#ping.at) {
      if (waited > SILENT_MS) this.#hush(true);
      if (waited > 2 * SILENT_MS) this.#ask();
    } else if (now - Math.max(this.#heard, this.#ping.at) >= ASK_MS || waited > this.#heartbeat / 2) this.#ask();
  }

  /** Sends a ping. */
  #ask() {
    this.#ping = { n: this.#ping.n + 1, at: performance.now(), answered: false };
    this.say({ type: 'ping', n: this.#ping.n });
  }

  /** @param {boolean} silent */
  #hush(silent) {
    if (this.silent === silent) return;
    this.silent = silent;
    this.dispatchEvent(new Event('state'));
  }

  /** Sends queued commands, no faster than the service accepts them. */
  #send() {
    clearTimeout(this.#drain);
    if (this.state !== 'open') return;
    const now = performance.now();
    this.#tokens = Math.min(2 * this.#rate, this.#tokens + ((now - this.#filled) / 1000) * this.#rate);
    this.#filled = now;
    for (const each of this.#waiting.values()) {
      if (each.sent) continue;
      if (this.#tokens < 1) {
        this.#drain = setTimeout(() => this.#send(), 1000 / this.#rate);
        return;
      }
      this.#tokens -= 1;
      each.sent = true;
      this.say({ type: 'command', id: each.id, seen: each.seen, command: each.command });
    }
  }

  /** @param {Answer} answer */
  #answer(answer) {
    const one = this.#waiting.get(answer.id);
    if (!one) return;
    if (answer.outcome === 'unanswered' && answer.again && one.tries < RETRIES) {
      one.tries += 1;
      this.#store.pend(one.id, one.command);
      setTimeout(() => {
        one.sent = false;
        this.#send();
      }, PAUSES[one.tries - 1]);
      return;
    }
    this.#waiting.delete(answer.id);
    one.settle(inLanguage(answer));
  }

  /** @param {number} code */
  #lost(code) {
    this.#socket = null;
    this.#welcomed = false;
    this.silent = false;
    this.lag = null;
    clearInterval(this.#beat);
    if (FINAL.has(code)) {
      this.#end(code);
      return;
    }
    const pauses = MOVED.has(code) ? MOVES : RETURNS;
    const pause = pauses[Math.min(this.#failures, pauses.length - 1)];
    this.#failures += 1;
    this.#become('waiting');
    this.#retry = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  /** @param {number} code */
  #end(code) {
    const socket = this.#socket;
    this.#socket = null;
    this.closeCode = code;
    clearTimeout(this.#retry);
    clearTimeout(this.#drain);
    clearInterval(this.#beat);
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#offline);
    document.removeEventListener('visibilitychange', this.#wake);
    socket?.close(1000);
    for (const one of this.#waiting.values()) {
      this.#store.drop(one.id);
      one.settle({
        type: 'answer', id: one.id, version: 0, outcome: 'unanswered', reason: 'closed', detail: t('table.the-connection-was-closed'), again: false,
      });
    }
    this.#waiting.clear();
    this.#become('closed');
  }

  /** @param {Link['state']} state */
  #become(state) {
    this.state = state;
    this.dispatchEvent(new Event('state'));
  }
}
