// @ts-check
/**
 * The connection to one table, as docs/protocol.md says: hello, heartbeats, measured lag, reconnect with growing
 * pauses, resync after a gap, and every unanswered command sent again with the same id and the same `seen`, so that
 * each is answered exactly once.
 *
 *     const link = new Link({ table: '7', store });                 // seat: 4 for a terminal's own, watch: true to look on
 *     link.addEventListener('state', () => show(link.state, link.lag));   // 'connecting' | 'open' | 'waiting' | 'closed'
 *     link.open();
 *     const answer = await link.command({ type: 'place-wager', seat: 4, spot: '17', stake: 500, chips: 'electronic' });
 *     if (answer.outcome === 'refused') show(answer.refusal);
 *     link.say({ type: 'audio', ready: true });
 *
 * Events: `state`, `lag`, `frame` (every frame, `detail`), `error` (a frame of that type), `bye` (`detail.reason`).
 * A command's promise never rejects; it settles with the answer frame. `again: true` answers (busy) are sent again
 * by the link, RETRIES times.
 */

/** @typedef {{type: 'answer', id: string, version: number, outcome: 'done' | 'refused' | 'unanswered',
 *   refusal?: {code: string, clause: string | null, message: string, facts: Record<string, any>},
 *   reason?: string, detail?: string, again?: boolean}} Answer */
/** @typedef {{id: string, command: any, seen: number, sent: boolean, tries: number,
 *   settle: (answer: Answer) => void}} Waiting */

const PAUSES = [250, 500, 1000, 2000, 4000, 8000];
const RETRIES = 5;
const WAITING_MAX = 256;
const QUIET_BEATS = 2;
/** Close codes after which another attempt cannot succeed: the page must do something first. */
const FINAL = new Set([4400, 4401, 4403, 4404, 4409]);

export class Link extends EventTarget {
  /** @type {'connecting' | 'open' | 'waiting' | 'closed'} */
  state = 'closed';
  /** Measured way there and back in milliseconds, null before the first pong. @type {number | null} */
  lag = null;
  /** The code with which the connection was closed for good. */
  closeCode = 0;

  #url;
  #store;
  #seat;
  #watch;
  #make;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  #welcomed = false;
  #resyncing = false;
  #failures = 0;
  #count = 0;
  #name = Math.random().toString(36).slice(2, 8) + Date.now().toString(36);
  #ping = { n: 0, at: 0 };
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

  /**
   * @param {{table: string, store: import('./store.js').Store, seat?: number | null, watch?: boolean, url?: string,
   *   socket?: (url: string) => WebSocket}} options `watch` sees what everybody may see, and does nothing
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

  /** How many commands have no answer yet. */
  get unanswered() {
    return this.#waiting.size;
  }

  open() {
    if (this.state !== 'closed') return;
    this.closeCode = 0;
    addEventListener('online', this.#wake);
    this.#connect();
  }

  /** Ends the connection; what is unanswered is settled as unanswered. */
  close() {
    this.#end(0);
  }

  /** The seat to say hello with, from the next connection on. @param {number | null} seat */
  set seat(seat) {
    this.#seat = seat;
  }

  /**
   * @param {any} command without `by` and `at`
   * @returns {Promise<Answer>}
   */
  command(command) {
    const id = `${this.#name}-${++this.#count}`;
    if (this.#waiting.size >= WAITING_MAX || this.state === 'closed') {
      const detail = this.state === 'closed' ? 'There is no connection to the table.' : 'Too many commands wait.';
      return Promise.resolve({ type: 'answer', id, version: 0, outcome: 'unanswered', reason: 'not-sent', detail });
    }
    return new Promise((settle) => {
      this.#waiting.set(id, { id, command, seen: this.#store.state.version, sent: false, tries: 0, settle });
      this.#store.pend(id, command);
      this.#send();
    });
  }

  /** Sends a frame that needs no answer; it is lost when the connection is. @param {any} frame */
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
      const hello = { type: 'hello', protocol: 1, ...(this.#seat ? { seat: this.#seat } : {}), ...(this.#watch ? { watch: true } : {}) };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => socket === this.#socket && this.#receive(event.data);
    socket.onclose = (event) => socket === this.#socket && this.#lost(event.code);
  }

  /** @param {string} text */
  #receive(text) {
    this.#heard = performance.now();
    const message = JSON.parse(text), frames = Array.isArray(message) ? message : [message];
    for (const frame of frames) this.#before(frame);
    if (this.#store.receive(frames).gap) this.resync();
    for (const frame of frames) {
      if (frame.type === 'answer') this.#answer(frame);
      this.dispatchEvent(new CustomEvent('frame', { detail: frame }));
    }
  }

  /** @param {any} frame */
  #before(frame) {
    if (frame.type === 'welcome') {
      this.#welcomed = true;
      this.#resyncing = true;
      this.#failures = 0;
      this.#heartbeat = frame.heartbeat_ms ?? this.#heartbeat;
      this.#rate = frame.commands_per_second ?? this.#rate;
      this.#tokens = 2 * this.#rate;
      this.#filled = performance.now();
      clearInterval(this.#beat);
      this.#beat = setInterval(() => this.#breathe(), Math.max(250, this.#heartbeat / 2));
      this.#breathe();
    } else if (frame.type === 'snapshot') {
      this.#resyncing = false;
      if (this.state !== 'open') {
        for (const each of this.#waiting.values()) each.sent = false;
        this.#become('open');
        this.#send();
      }
    } else if (frame.type === 'pong' && frame.n === this.#ping.n) {
      this.lag = Math.round(performance.now() - this.#ping.at);
      this.dispatchEvent(new Event('lag'));
    } else if (frame.type === 'bye' || frame.type === 'error') {
      this.dispatchEvent(new CustomEvent(frame.type, { detail: frame }));
    }
  }

  /** A ping, so that the service hears from us; a service that is silent for two beats is taken as lost. */
  #breathe() {
    if (performance.now() - this.#heard > QUIET_BEATS * this.#heartbeat + 1000) {
      this.#socket?.close();
      this.#lost(1006);
      return;
    }
    this.#ping = { n: this.#ping.n + 1, at: performance.now() };
    this.say({ type: 'ping', n: this.#ping.n });
  }

  /** Sends what waits, no faster than the service takes it. */
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
    one.settle(answer);
  }

  /** @param {number} code */
  #lost(code) {
    this.#socket = null;
    this.#welcomed = false;
    this.lag = null;
    clearInterval(this.#beat);
    if (FINAL.has(code)) {
      this.#end(code);
      return;
    }
    const pause = PAUSES[Math.min(this.#failures, PAUSES.length - 1)];
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
    socket?.close(1000);
    for (const one of this.#waiting.values()) {
      this.#store.drop(one.id);
      one.settle({
        type: 'answer', id: one.id, version: 0, outcome: 'unanswered', reason: 'closed', detail: 'The connection was closed.',
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
