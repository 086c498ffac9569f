// @ts-check
/**
 * The buttons that move a player's chips, and their keys. While the layout is locked they show it, also to screen
 * readers, and pressing one tells the reason instead of sending a command that the table must refuse.
 */
import { all } from '../core/checked.js';
import { t } from '../core/language.js';
import { hasNumber, isOpen } from '../core/phases.js';

/** Actions by key. @type {Record<string, string>} */
const KEYS = { u: 'undo', c: 'clear', d: 'double', r: 'rebet', l: 'layouts', n: 'called', e: 'repeat', s: 'spoken', t: 'tip' };
/** Actions that need open bets. */
const OPEN = new Set(['undo', 'clear', 'double', 'rebet', 'spoken', 'called']);

/**
 * Why chips cannot be moved in a phase; '' if they can.
 * @param {string} phase
 * @param {Service.Card} card
 */
export function lockedWords(phase, card) {
  const { crown } = card;
  if (isOpen(phase, card)) return '';
  if (hasNumber(phase)) return crown ? t('play.the-layout-is-locked-until-winners') : t('play.layout-locked');
  if (phase === 'closed' || !phase) return t('play.the-table-is-closed');
  return crown ? t('play.no-more-bets-every-bet-stays') : t('play.no-more-bets-until-paid');
}

export class Acts {
  #place;
  #why;
  #run;
  #tell;
  #now = { locked: '', standing: false, undoable: false, repeating: false };

  /** @param {{place: HTMLElement, why: HTMLElement, run: Record<string, () => unknown>, tell: (words: string) => void}} parts
   *   `why` shows the reason of a locked layout to screen readers; `tell` announces it when a button is pressed anyway */
  constructor({ place, why, run, tell }) {
    this.#place = place;
    this.#why = why;
    this.#run = run;
    this.#tell = tell;
  }

  /** @param {{locked: string, standing: boolean, undoable: boolean, repeating: boolean}} now why the layout is locked, whether the
  *   player has chips on it, whether there is a move to undo, whether wagers are being repeated */
  show(now) {
    this.#now = now;
    if (this.#why.textContent !== now.locked) this.#why.textContent = now.locked;
    for (const button of all(this.#place, '[data-act]')) {
      const reason = this.#reason(button.dataset.act ?? '');
      button.setAttribute('aria-disabled', String(Boolean(reason)));
      button.title = reason;
      if (reason && reason === now.locked) button.setAttribute('aria-describedby', this.#why.id);
      else button.removeAttribute('aria-describedby'); // the title describes it
    }
  }

  /** @param {string} name */
  #reason(name) {
    const { locked, standing, undoable, repeating } = this.#now;
    if (name === 'repeat') return standing || repeating ? '' : t('play.nothing-of-yours-stands-on-the');
    if (locked && OPEN.has(name)) return locked;
    if (name === 'undo' && !undoable) return t('play.there-is-nothing-to-undo');
    return (name === 'clear' || name === 'double') && !standing ? t('play.nothing-of-yours-stands-on-the') : '';
  }

  /** Runs the action, or tells why it cannot. @param {string} name */
  act(name) {
    const reason = this.#reason(name);
    if (reason) this.#tell(reason);
    else this.#run[name]?.();
  }

  /** Whether the key was handled. @param {string} key */
  key(key) {
    const name = KEYS[key.toLowerCase()], button = name && this.#place.querySelector(`[data-act="${name}"]`);
    if (!(button instanceof HTMLElement) || button.hidden) return false;
    this.act(name);
    return true;
  }
}
