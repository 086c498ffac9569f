// @ts-check
/**
 * Announces a call on a page by sound, voice if there is one, banner, caption and live region in one function, so that
 * none is forgotten (where a text requires it, "no more bets" is audible and visual).
 *
 *     const announcer = new Announcer({ banner, caption, polite, assertive, report: (said) => link.say(said) });
 *     announcer.announce({ call: 'no-more-bets', round: 12, words: 'No more bets', banner: true, sound: 'call' });
 *     announcer.tell('Split 17 and 20, $5')     // for a screen reader only
 *
 * `report` gets `{type: 'announced', call, round, audible, visual}`: audible if the sound of this terminal is unlocked,
 * visual if the page is in view. Every announcement also fires `cr-announced` on the document, for tests and logs.
 */
import { audio } from './audio.js';
import { harmless } from './text.js';

/** @typedef {{call: string, round: number, words: string, spoken?: string, banner?: boolean, tone?: string,
 *   sound?: Parameters<typeof audio.play>[0] | null, urgent?: boolean}} Announcement */

const BANNER_MS = 2600;

export class Announcer {
  #banner;
  #caption;
  #polite;
  #assertive;
  #report;
  #prefix;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #hide;

  /** @param {{banner: HTMLElement | null, caption: HTMLElement | null, polite: HTMLElement, assertive: HTMLElement,
   *   report?: (said: {type: 'announced', call: string, round: number, audible: boolean, visual: boolean}) => void, prefix?: string}} places
   *   `prefix` is spoken first, to tell several tables apart */
  constructor({ banner, caption, polite, assertive, report, prefix = '' }) {
    this.#banner = banner;
    this.#caption = caption;
    this.#polite = polite;
    this.#assertive = assertive;
    this.#report = report ?? (() => {});
    this.#prefix = prefix;
  }

  /** @param {Announcement} announcement */
  announce({ call, round, words, spoken = words, banner = false, tone = 'call', sound = null, urgent = false }) {
    this.caption(words);
    if (banner) this.#show(words, tone);
    this.#read(urgent ? this.#assertive : this.#polite, spoken);
    const audible = sound ? audio.play(sound) : false;
    if (sound) audio.speak(this.#prefix + spoken);
    const visual = document.visibilityState === 'visible';
    const said = { type: /** @type {const} */ ('announced'), call, round, audible, visual };
    this.#report(said);
    document.dispatchEvent(new CustomEvent('cr-announced', { detail: { ...said, words } }));
  }

  /** Shows the last call to latecomers, without announcing it. @param {string} words */
  caption(words) {
    if (this.#caption) this.#caption.textContent = words;
  }

  /** For a screen reader only. @param {string} words @param {boolean} [urgent] */
  tell(words, urgent = false) {
    this.#read(urgent ? this.#assertive : this.#polite, words);
  }

  /** @param {string} words @param {string} tone */
  #show(words, tone) {
    const banner = this.#banner;
    if (!banner) return;
    clearTimeout(this.#hide);
    banner.textContent = words;
    banner.dataset.tone = tone;
    banner.classList.remove('is-shown');
    void banner.offsetWidth; // restarts the animation of the same banner
    banner.classList.add('is-shown');
    this.#hide = setTimeout(() => banner.classList.remove('is-shown'), BANNER_MS);
  }

  /** Empties the region first, so that the same words are read again. @param {HTMLElement} region @param {string} words */
  #read(region, words) {
    region.textContent = '';
    requestAnimationFrame(() => {
      region.textContent = harmless(this.#prefix + words);
    });
  }
}
