// @ts-check
/**
 * Buttons and a slider that step through or play records.
 *
 *     const scrubber = new Scrubber(async (version, by) => show(version));   // by: 'person' | 'play'
 *     scrubber.last = 1204                     // the newest record
 *     scrubber.version = 812                   // the current record, if it was chosen elsewhere
 *     scrubber.pause()
 */
import { t } from '../core/language.js';
import { html as h, svg } from '../core/svg.js';
import { say } from './markup.js';

const STEP_MS = 700;
const SPEEDS = [1, 2, 5, 10];

export class Scrubber {
  #version = 0;
  #last = 0;
  #playing = 0;
  #go;
  #slider = /** @type {HTMLInputElement} */ (h('input', { type: 'range', class: 'scrub', min: 1, max: 1, value: 1, step: 1, 'aria-label': t('records.record') }));
  #play = h('button', { type: 'button', class: 'button is-main play', onclick: () => this.#toggle() }, t('records.play'));
  #speed = /** @type {HTMLSelectElement} */ (h('select', { class: 'input speed', 'aria-label': t('records.speed') }, ...SPEEDS.map((speed) => h('option', { value: speed }, `${speed}×`))));
  element;

  /** @param {(version: number, by: 'person' | 'play') => Promise<unknown>} go shows a record; resolves when it is shown */
  constructor(go) {
    this.#go = go;
    const step = (/** @type {number} */ by) => () => this.#person(this.#version + by);
    this.element = h(
      'div',
      { class: 'replay-controls', role: 'group', 'aria-label': t('records.replay') },
      key(t('records.first-record'), 'M5 4V20M19 5L9 12L19 19Z', () => this.#person(1)),
      key(t('records.one-record-back'), 'M17 5L7 12L17 19Z', step(-1)),
      this.#play,
      key(t('records.one-record-forward'), 'M7 5L17 12L7 19Z', step(1)),
      key(t('records.newest-record'), 'M19 4V20M5 5L15 12L5 19Z', () => this.#person(this.#last)),
      this.#slider,
      this.#speed,
    );
    this.#slider.addEventListener('input', () => this.#person(Number(this.#slider.value)));
  }

  get version() {
    return this.#version;
  }

  /** @param {number} version */
  set version(version) {
    this.#version = version;
    this.#slider.value = String(version);
  }

  get last() {
    return this.#last;
  }

  /** @param {number} last */
  set last(last) {
    this.#last = last;
    this.#slider.max = String(Math.max(1, last));
  }

  /** The nearest existing version. @param {number} version */
  within(version) {
    return Math.min(Math.max(1, version), Math.max(1, this.#last));
  }

  pause() {
    clearTimeout(this.#playing);
    this.#playing = 0;
    say(this.#play, t('records.play'));
  }

  /** Goes to a record chosen by a person, which stops playback. @param {number} version */
  #person(version) {
    this.pause();
    void this.#go(this.within(version), 'person');
  }

  #toggle() {
    if (this.#playing) this.pause();
    else this.#run();
  }

  /** Plays record by record, each after the one before is shown. */
  #run() {
    if (this.#version >= this.#last) this.#version = 0;
    say(this.#play, t('records.pause'));
    const next = async () => {
      await this.#go(this.within(this.#version + 1), 'play');
      if (!this.#playing) return;
      if (this.#version >= this.#last) this.pause();
      else this.#playing = window.setTimeout(next, STEP_MS / Number(this.#speed.value));
    };
    this.#playing = window.setTimeout(next, 0);
  }
}

/** @param {string} name @param {string} path @param {() => void} press */
const key = (name, path, press) =>
  h(
    'button',
    { type: 'button', class: 'button', 'aria-label': name, title: name, onclick: press },
    svg('svg', { viewBox: '0 0 24 24', width: 22, height: 22, 'aria-hidden': 'true', focusable: 'false' }, svg('path', { d: path, fill: 'currentColor', stroke: 'currentColor', 'stroke-width': 2.4, 'stroke-linejoin': 'round' })),
  );
