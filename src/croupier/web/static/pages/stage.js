// @ts-check
/**
 * Shows what happened in its order and at a pace that eyes can follow: each step is played, then the state after it is
 * drawn. The stage is never ahead of the table, and it never holds the table up: when the next round is open or the
 * queue grows long, it jumps to now.
 */

/** @typedef {{state: import('../core/store.js').State, happened: import('../core/store.js').Happening[]}} Scene */

const BEHIND_MAX = 6;
/** Steps that take no time: they are played even when the stage has to catch up. */
const QUICK = new Set(['crown-lifted', 'ball-spun', 'wheel-spun', 'no-spin-called']);

export class Stage {
  #perform;
  #draw;
  /** @type {Scene[]} */
  #queue = [];
  #busy = false;
  #cut = 0;

  /**
   * @param {(happening: import('../core/store.js').Happening, scene: Scene) => Promise<void> | void} perform
   * @param {(state: import('../core/store.js').State) => void} draw
   */
  constructor(perform, draw) {
    this.#perform = perform;
    this.#draw = draw;
  }

  get busy() {
    return this.#busy;
  }

  /** @param {Scene} scene */
  push(scene) {
    this.#queue.push(scene);
    const open = scene.state.table.phase === 'betting' && scene.happened.some((each) => each.kind === 'wager-placed');
    if (this.#queue.length > BEHIND_MAX || (open && this.#queue.length > 1) || document.hidden) this.#hurry();
    if (!this.#busy) this.#run();
  }

  /** Everything before is forgotten: a snapshot came. @param {import('../core/store.js').State} state */
  reset(state) {
    this.#cut += 1;
    this.#queue = [];
    this.#busy = false;
    this.#draw(state);
  }

  /** What waits is drawn without being played, but for the last step and what takes no time. */
  #hurry() {
    const last = this.#queue.at(-1);
    if (!last || this.#queue.length < 2) return;
    const quick = this.#queue.slice(0, -1).flatMap((scene) => scene.happened.filter((each) => QUICK.has(each.kind)));
    this.#queue = [{ state: last.state, happened: [...quick, ...last.happened] }];
  }

  async #run() {
    this.#busy = true;
    const cut = this.#cut;
    for (let scene = this.#queue.shift(); scene; scene = this.#queue.shift()) {
      for (const happening of scene.happened) {
        try {
          await this.#perform(happening, scene);
        } catch (error) {
          console.error(error); // what is shown may fail, what is true is drawn all the same
        }
        if (cut !== this.#cut) return;
      }
      this.#draw(scene.state);
    }
    this.#busy = false;
  }
}
