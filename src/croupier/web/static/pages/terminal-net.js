// @ts-check
/** The terminal's connection status: always a short text, and an overlay if the display may be out of date. */
import { t } from '../core/language.js';

/** A connection that returns within this time is not reported. */
const LOST_MS = 1200;

/** Final close codes with a short and a full text. @type {Record<number, [string, string]>} */
const ENDS = {
  4403: [t('play.not-allowed-here'), t('play.this-table-is-not-for-you')],
  4404: [t('play.no-such-table'), t('play.there-is-no-such-table')],
  4409: [t('play.taken-over-elsewhere'), t('play.you-play-on-another-device-or')],
};
const ENDED = /** @type {[string, string]} */ ([t('play.disconnected'), t('play.the-connection-to-the-table-has')]);
const SIGNED_OUT = 4401;
/** Close codes after which reconnecting is pointless. */
const HOPELESS = new Set([4403, 4404]);

export class Net {
  #link;
  #pane;
  #short;
  #plate;
  #words;
  #again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #losing;

  /** @param {{link: import('../core/link.js').Link, pane: import('../core/pane.js').Pane, short: HTMLElement, plate: HTMLElement, words: HTMLElement, again: HTMLElement}} parts */
  constructor({ link, pane, short, plate, words, again }) {
    this.#link = link;
    this.#pane = pane;
    this.#short = short;
    this.#plate = plate;
    this.#words = words;
    this.#again = again;
    link.addEventListener('state', () => this.#show());
    link.addEventListener('lag', () => this.#show());
    again.addEventListener('click', () => link.open());
  }

  #show() {
    const { condition: state, lag, closeCode } = this.#link, end = ENDS[closeCode] ?? ENDED;
    document.body.dataset.link = state;
    this.#short.textContent = { connecting: t('play.connecting'), open: lag === null ? t('play.connected') : t('play.ms', { lag }), waiting: t('play.reconnecting'), closed: end[0] }[state];
    if (state === 'closed' && closeCode === SIGNED_OUT) this.#pane.go(`/sign-in?next=${encodeURIComponent(this.#pane.address)}`);
    if (state === 'open' || state === 'closed' || this.#link.silent) this.#tell(end[1]);
    else this.#losing ??= setTimeout(() => this.#tell(''), LOST_MS);
  }

  /** Shows the overlay while the display may be out of date. @param {string} end */
  #tell(end) {
    const { condition: state, closeCode } = this.#link, ended = state === 'closed';
    clearTimeout(this.#losing);
    this.#losing = undefined;
    this.#plate.hidden = state === 'open';
    this.#again.hidden = !ended || HOPELESS.has(closeCode);
    this.#words.textContent = ended ? end : t('play.no-connection-to-the-table-connecting');
  }
}
