// @ts-check
/** What a terminal says of its connection: always in short, and on a plate when what is shown may be old. */

/** A connection that comes back at once is not worth a word. */
const LOST_MS = 1200;

/** Ends for good, in short and in full. @type {Record<number, [string, string]>} */
const ENDS = {
  4403: ['Not allowed here', 'This table is not for you to play at.'],
  4404: ['No such table', 'There is no such table.'],
  4409: ['Taken over elsewhere', 'You play on another device or in another window. What is shown here is no longer live.'],
};
const ENDED = /** @type {[string, string]} */ (['Disconnected', 'The connection to the table has ended.']);
const SIGNED_OUT = 4401;
/** Ends after which another attempt would end alike. */
const HOPELESS = new Set([4403, 4404]);

export class Net {
  #link;
  #short;
  #plate;
  #words;
  #again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #losing;

  /** @param {{link: import('../core/link.js').Link, short: HTMLElement, plate: HTMLElement, words: HTMLElement, again: HTMLElement}} parts */
  constructor({ link, short, plate, words, again }) {
    this.#link = link;
    this.#short = short;
    this.#plate = plate;
    this.#words = words;
    this.#again = again;
    link.addEventListener('state', () => this.#show());
    link.addEventListener('lag', () => this.#show());
    again.addEventListener('click', () => link.open());
  }

  #show() {
    const { state, lag, closeCode } = this.#link, end = ENDS[closeCode] ?? ENDED;
    document.body.dataset.link = state;
    this.#short.textContent = { connecting: 'Connecting', open: lag === null ? 'Connected' : `${lag} ms`, waiting: 'Reconnecting', closed: end[0] }[state];
    if (state === 'closed' && closeCode === SIGNED_OUT) location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
    if (state === 'open' || state === 'closed') this.#tell(end[1]);
    else this.#losing ??= setTimeout(() => this.#tell(''), LOST_MS);
  }

  /** Says plainly that what is shown may be old, as long as it may be. @param {string} end */
  #tell(end) {
    const { state, closeCode } = this.#link, ended = state === 'closed';
    clearTimeout(this.#losing);
    this.#losing = undefined;
    this.#plate.hidden = state === 'open';
    this.#again.hidden = !ended || HOPELESS.has(closeCode);
    this.#words.textContent = ended ? end : 'No connection to the table. Connecting again …';
  }
}
