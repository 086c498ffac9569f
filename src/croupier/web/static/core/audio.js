// @ts-check
/**
 * Sounds, synthesized with WebAudio, so that there are no files to fetch or license. A browser stays silent until a
 * gesture, so the page calls `audio.unlock()` when the player takes a seat, and always shows `audio.state`.
 *
 *     await audio.unlock();                 // inside a click or key handler
 *     audio.state                           // 'locked' | 'ready' | 'muted'
 *     audio.play('chip')                    // true if it was audible; 'call' sounds even if muted, because the rules require it
 *     audio.roll(true)                      // the rolling ball, until roll(false)
 *     audio.speak('No more bets')           // true if a voice spoke it; many machines have none
 *     audio.addEventListener('state', …)
 */

import { voice } from './language.js';

/** Notes of each sound: frequency, start, length, loudness, wave. @type {Record<string, [number, number, number, number, OscillatorType][]>} */
const SOUNDS = {
  call: [[659.25, 0, 1.1, 0.3, 'sine'], [1318.5, 0, 0.5, 0.08, 'sine'], [523.25, 0.24, 1.4, 0.3, 'sine'], [1046.5, 0.24, 0.6, 0.07, 'sine']],
  open: [[523.25, 0, 0.7, 0.16, 'sine'], [783.99, 0.14, 0.9, 0.16, 'sine']],
  result: [[587.33, 0, 0.6, 0.18, 'sine'], [880, 0.12, 1, 0.18, 'sine']],
  win: [[523.25, 0, 0.5, 0.15, 'triangle'], [659.25, 0.09, 0.5, 0.15, 'triangle'], [783.99, 0.18, 0.5, 0.15, 'triangle'], [1046.5, 0.27, 1.1, 0.17, 'triangle']],
  refuse: [[196, 0, 0.22, 0.22, 'triangle'], [155.56, 0.11, 0.3, 0.22, 'triangle']],
  select: [[1174.66, 0, 0.07, 0.05, 'sine']],
};

class Audio extends EventTarget {
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {GainNode | null} */
  #out = null;
  /** @type {AudioBuffer | null} */
  #noise = null;
  /** @type {{source: AudioBufferSourceNode, gain: GainNode, filter: BiquadFilterNode} | null} */
  #rolling = null;
  #muted = false;

  /** @returns {'locked' | 'ready' | 'muted'} */
  get state() {
    if (this.#context?.state !== 'running') return 'locked';
    return this.#muted ? 'muted' : 'ready';
  }

  /** Enables sound, if the machine allows it. Call it in a gesture. */
  async unlock() {
    if (!this.#context) {
      const context = new AudioContext({ latencyHint: 'interactive' });
      this.#context = context;
      const squeeze = context.createDynamicsCompressor();
      this.#out = context.createGain();
      this.#out.gain.value = 0.9;
      this.#out.connect(squeeze).connect(context.destination);
      context.addEventListener('statechange', () => this.#tell());
    }
    if (this.#context.state !== 'running') {
      // Never settles on a machine without a sound device; check the state instead.
      await Promise.race([this.#context.resume(), new Promise((done) => setTimeout(done, 800))]);
    }
    this.#tell();
    return this.state === 'ready';
  }

  /** @param {boolean} muted */
  mute(muted) {
    this.#muted = muted;
    if (muted) this.roll(false);
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event('state'));
  }

  /** @param {'call' | 'open' | 'result' | 'win' | 'refuse' | 'select' | 'chip' | 'sweep' | 'click'} name */
  play(name) {
    const context = this.#context;
    if (!context || this.state === 'locked' || (this.state === 'muted' && name !== 'call')) return false;
    const now = context.currentTime;
    if (name === 'chip') this.#clack(now, 2600, 0.5);
    else if (name === 'click') this.#clack(now, 4200, 0.25);
    else if (name === 'sweep') [0, 0.05, 0.09, 0.15, 0.2].forEach((after, i) => this.#clack(now + after, 2200 + 300 * (i % 3), 0.3));
    else for (const [pitch, start, length, loud, wave] of SOUNDS[name] ?? []) this.#note(now + start, pitch, length, loud, wave);
    return true;
  }

  /** @param {number} at @param {number} pitch @param {number} length @param {number} loud @param {OscillatorType} wave */
  #note(at, pitch, length, loud, wave) {
    const context = /** @type {AudioContext} */ (this.#context);
    const tone = context.createOscillator(), gain = context.createGain();
    tone.type = wave;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0004, at + length);
    tone.connect(gain).connect(/** @type {GainNode} */ (this.#out));
    tone.start(at);
    tone.stop(at + length + 0.05);
  }

  /** The click of two chips: a burst of noise through a narrow band. @param {number} at @param {number} pitch @param {number} loud */
  #clack(at, pitch, loud) {
    const context = /** @type {AudioContext} */ (this.#context);
    const source = context.createBufferSource(), band = context.createBiquadFilter(), gain = context.createGain();
    source.buffer = this.#hiss();
    band.type = 'bandpass';
    band.frequency.value = pitch * (0.94 + Math.random() * 0.12);
    band.Q.value = 5;
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0004, at + 0.06);
    source.connect(band).connect(gain).connect(/** @type {GainNode} */ (this.#out));
    source.start(at, Math.random());
    source.stop(at + 0.08);
  }

  #hiss() {
    const context = /** @type {AudioContext} */ (this.#context);
    if (!this.#noise) {
      this.#noise = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
      const data = this.#noise.getChannelData(0);
      for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
    }
    return this.#noise;
  }

  /** Starts or stops the sound of the rolling ball. @param {boolean} on */
  roll(on) {
    const context = this.#context;
    if (!context || !on || this.state !== 'ready') {
      if (this.#rolling && context) {
        const { source, gain } = this.#rolling;
        gain.gain.cancelScheduledValues(context.currentTime);
        gain.gain.setTargetAtTime(0, context.currentTime, 0.25);
        source.stop(context.currentTime + 1.5);
        this.#rolling = null;
      }
      return;
    }
    if (this.#rolling) return;
    const source = context.createBufferSource(), filter = context.createBiquadFilter(), gain = context.createGain();
    source.buffer = this.#hiss();
    source.loop = true;
    filter.type = 'bandpass';
    filter.frequency.value = 900;
    filter.Q.value = 1.2;
    gain.gain.setValueAtTime(0, context.currentTime);
    gain.gain.linearRampToValueAtTime(0.055, context.currentTime + 0.4);
    source.connect(filter).connect(gain).connect(/** @type {GainNode} */ (this.#out));
    source.start();
    this.#rolling = { source, gain, filter };
  }

  /** Speaks in a voice of the page's language, if the machine has one. @param {string} words */
  speak(words) {
    if (this.state !== 'ready' || !('speechSynthesis' in window)) return false;
    const own = speechSynthesis.getVoices().find(({ lang }) => lang.replace('_', '-').startsWith(voice.slice(0, 2)));
    if (!own) return false;
    const speech = new SpeechSynthesisUtterance(words);
    speech.voice = own;
    speech.lang = own.lang;
    speech.rate = 0.95;
    speechSynthesis.cancel();
    speechSynthesis.speak(speech);
    return true;
  }
}

export const audio = new Audio();
