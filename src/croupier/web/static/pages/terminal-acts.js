// @ts-check
/**
 * The buttons that move a player's chips, and their keys. While the layout is locked they say so to eyes and to screen
 * readers, and pressing one tells why instead of asking the table for what it must refuse.
 */

/** What a key does. @type {Record<string, string>} */
const KEYS = { u: 'undo', c: 'clear', d: 'double', r: 'rebet', l: 'layouts', s: 'spoken', t: 'tip' };
/** What needs open bets. */
const OPEN = new Set(['undo', 'clear', 'double', 'rebet', 'spoken']);

/**
 * Why chips stay where they are in a phase; '' while they may be moved.
 * @param {string} phase
 * @param {boolean} crown false at a wheel without one
 */
export function lockedWords(phase, crown) {
  const until = crown ? 'winners are paid and the crown is lifted' : 'winners are paid';
  switch (phase) {
    case 'betting':
    case 'in-track':
      return '';
    case 'no-more-bets':
    case 'spinning':
      return `No more bets. Every bet stays until ${until}.`;
    case 'at-rest':
    case 'crowned':
    case 'collected':
    case 'paid':
      return `The layout is locked until ${until}.`;
    default:
      return 'The table is closed.';
  }
}

export class Acts {
  #place;
  #why;
  #run;
  #tell;
  #now = { locked: '', standing: false, undoable: false };

  /** @param {{place: HTMLElement, why: HTMLElement, run: Record<string, () => unknown>, tell: (words: string) => void}} parts
   *   `why` has the reason of a locked layout, for screen readers; `tell` says it when a button is pressed all the same */
  constructor({ place, why, run, tell }) {
    this.#place = place;
    this.#why = why;
    this.#run = run;
    this.#tell = tell;
  }

  /** @param {{locked: string, standing: boolean, undoable: boolean}} now why the layout is locked, whether chips of one's own
   *   stand on it, whether there is a move to undo */
  show(now) {
    this.#now = now;
    if (this.#why.textContent !== now.locked) this.#why.textContent = now.locked;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.#place.querySelectorAll('[data-act]'))) {
      const reason = this.#reason(button.dataset.act ?? '');
      button.setAttribute('aria-disabled', String(Boolean(reason)));
      button.title = reason;
      if (reason && reason === now.locked) button.setAttribute('aria-describedby', this.#why.id);
      else button.removeAttribute('aria-describedby'); // the title describes it
    }
  }

  /** @param {string} name */
  #reason(name) {
    const { locked, standing, undoable } = this.#now;
    if (locked && OPEN.has(name)) return locked;
    if (name === 'undo' && !undoable) return 'There is nothing to undo.';
    return (name === 'clear' || name === 'double') && !standing ? 'Nothing of yours stands on the layout.' : '';
  }

  /** Does it, or tells why not. @param {string} name */
  act(name) {
    const reason = this.#reason(name);
    if (reason) this.#tell(reason);
    else this.#run[name]?.();
  }

  /** Gives whether the key was one of these. @param {string} key */
  key(key) {
    const name = KEYS[key.toLowerCase()], button = name && this.#place.querySelector(`[data-act="${name}"]`);
    if (!(button instanceof HTMLElement) || button.hidden) return false;
    this.act(name);
    return true;
  }
}
