// @ts-check
/**
 * Shows events in order and at a readable pace: each step is played, then the state after it is drawn. The stage is
 * never ahead of the table and never delays it: when bets open again or the queue grows long, the current step is cut
 * short and the stage jumps to the present.
 */
import { still } from '../core/svg.js';

/** @typedef {import('../core/store.js').State} State */
/** @typedef {import('../core/store.js').Happening} Happening */
/** @typedef {{state: State, happened: Happening[]}} Scene */

const BEHIND_MAX = 6;
/** Steps that must be announced or take no time: they are played even if the stage jumps to the present. */
const TOLD = new Set(['crown-lifted', 'ball-spun', 'wheel-spun', 'no-spin-called', 'number-announced', 'winners-paid']);
const CUT = AbortSignal.abort();

/** Waits, except with reduced motion or after the step was cut short. @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
export const pause = (ms, signal) => new Promise((done) => {
  if (still() || signal.aborted) {
    done();
    return;
  }
  const timer = setTimeout(done, ms);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    done();
  });
});

export class Stage {
  #perform;
  #draw;
  #isOpen;
  /** @type {Scene[]} */
  #queue = [];
  /** The scene being played. @type {Scene | null} */
  #playing = null;
  #cut = new AbortController();

  /**
   * @param {(happening: Happening, scene: Scene, signal: AbortSignal) => Promise<void> | void} perform once the signal is
   *   aborted, it only makes required announcements and draws nothing
   * @param {(state: State) => void} draw
   * @param {(phase: string) => boolean} isOpen whether bets are taken in the phase
   */
  constructor(perform, draw, isOpen) {
    this.#isOpen = isOpen;
    this.#perform = perform;
    this.#draw = draw;
  }

  get busy() {
    return this.#playing !== null;
  }

  /** @param {Scene} scene */
  push(scene) {
    const playing = this.#playing, open = this.#isOpen(scene.state.table.phase);
    const late = open && [playing, ...this.#queue].some((each) => each && !this.#isOpen(each.state.table.phase));
    this.#queue.push(scene);
    if (late || this.#queue.length > BEHIND_MAX || document.hidden) this.#jump();
    else if (!playing) this.#run();
  }

  /** Drops all queued scenes after a snapshot. @param {State} state */
  reset(state) {
    this.#stop();
    this.#queue = [];
    this.#draw(state);
  }

  #stop() {
    this.#cut.abort();
    this.#cut = new AbortController();
    this.#playing = null;
  }

  /** Cuts the current step short, announces queued steps without playing them, and plays the last one. */
  #jump() {
    const last = this.#queue.pop();
    if (!last) return;
    const missed = this.#queue.flatMap((scene) => scene.happened.filter((each) => TOLD.has(each.kind)).map((each) => ({ each, scene })));
    this.#stop();
    this.#queue = [last];
    for (const { each, scene } of missed) this.#play(each, scene, CUT);
    this.#run();
  }

  /** @param {Happening} happening @param {Scene} scene @param {AbortSignal} signal */
  async #play(happening, scene, signal) {
    try {
      await this.#perform(happening, scene, signal);
    } catch (error) {
      console.error(error); // even if an animation fails, the state is drawn
    }
  }

  async #run() {
    const { signal } = this.#cut;
    for (let scene = this.#queue.shift(); scene; scene = this.#queue.shift()) {
      this.#playing = scene;
      for (const happening of scene.happened) {
        await this.#play(happening, scene, signal);
        if (signal.aborted) return;
      }
      this.#draw(scene.state);
    }
    this.#playing = null;
  }
}
