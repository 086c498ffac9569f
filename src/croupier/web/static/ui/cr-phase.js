// @ts-check
/**
 * <cr-phase>: the phase bar, which nothing on a page may cover.
 *
 *     phase.show({ phase, round, result: { label, color } | null, note: '' })
 *     phase.countdown(closesAt, skew)       // for display only: the service closes the betting; null stops it
 *
 * It is not a live region: core/announce.js announces calls, once.
 */
import { t } from '../core/language.js';
import { html, svg } from '../core/svg.js';
import { colorName } from './display-format.js';

/** @type {Record<string, {tone: string, title: string, note: string}>} */
const WORDS = {
  closed: { tone: 'closed', title: t('play.table-closed'), note: t('play.no-bets-are-taken') },
  betting: { tone: 'open', title: t('house.phase.betting'), note: '' },
  'in-track': { tone: 'open', title: t('house.phase.betting'), note: t('play.the-ball-is-in-the-track') },
  'no-more-bets': { tone: 'stop', title: t('play.no-more-bets'), note: '' },
  spinning: { tone: 'stop', title: t('play.no-more-bets'), note: t('play.the-wheel-turns') },
  'at-rest': { tone: 'result', title: '', note: t('play.the-number-is-announced') },
  crowned: { tone: 'result', title: '', note: t('play.losing-bets-are-collected') },
  collected: { tone: 'result', title: '', note: t('play.winning-bets-are-paid') },
  paid: { tone: 'result', title: '', note: t('play.paid-the-layout-opens-next') },
};
const LAST_SECONDS = 5;
const FULL = 20;

export class CrPhase extends HTMLElement {
  #ring = svg('circle', { class: 'phase-run', cx: 24, cy: 24, r: 20, pathLength: 100 });
  #seconds = svg('text', { x: 24, y: 25, 'text-anchor': 'middle', 'dominant-baseline': 'central' });
  #title = html('h1', { class: 'phase-title' });
  #note = html('p', { class: 'phase-note' });
  #round = html('p', { class: 'phase-round' });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #phase = '';

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      svg('svg', { class: 'phase-ring', viewBox: '0 0 48 48', 'aria-hidden': 'true', focusable: 'false' },
        svg('circle', { class: 'phase-rest', cx: 24, cy: 24, r: 20 }), this.#ring, this.#seconds),
      html('div', { class: 'phase-words' }, this.#title, this.#note),
      this.#round,
    );
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  /** @param {{phase: string, round: number, result?: {label: string, color: string} | null, note?: string}} table */
  show({ phase, round, result = null, note = '' }) {
    const words = WORDS[phase] ?? WORDS.closed;
    this.#phase = phase;
    this.dataset.tone = words.tone;
    this.dataset.color = result?.color ?? '';
    this.#title.textContent = words.title || (result ? `${result.label} ${result.color === 'plain' ? '' : colorName(result.color)}` : t('play.result'));
    this.#note.textContent = note || words.note;
    this.#round.textContent = round ? t('play.round-number', { round }) : '';
    if (words.tone === 'open') return;
    this.countdown(null, 0);
    this.#seconds.textContent = { stop: '✕', result: '✓' }[words.tone] ?? '';
  }

  /** @param {number | null} closesAt by the service's clock @param {number} skew */
  countdown(closesAt, skew) {
    clearInterval(this.#timer);
    if (this.dataset.tone === 'open') this.#seconds.textContent = '';
    this.toggleAttribute('data-timed', false);
    this.toggleAttribute('data-last', false);
    if (!closesAt || this.dataset.tone !== 'open') return;
    this.toggleAttribute('data-timed', true);
    const whole = Math.max(FULL * 1000, closesAt - Date.now() - skew);
    const tick = () => {
      const left = closesAt - Date.now() - skew;
      if (left <= 0) clearInterval(this.#timer);
      this.#seconds.textContent = left > 0 ? String(Math.ceil(left / 1000)) : '';
      this.#ring.setAttribute('stroke-dashoffset', String(100 - (100 * Math.max(0, left)) / whole));
      this.toggleAttribute('data-last', left > 0 && left <= LAST_SECONDS * 1000);
    };
    tick();
    this.#timer = setInterval(tick, 250);
  }
}

customElements.define('cr-phase', CrPhase);
