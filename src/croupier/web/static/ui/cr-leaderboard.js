// @ts-check
/** <cr-leaderboard>: the places of one event. `show(event, mine)` draws it; a line that moved slides to its place. */
import { t } from '../core/language.js';
import { pointsOf } from '../core/tournament.js';
import { ordinal, wonWords } from './tournament-words.js';
import { html as h, still } from '../core/svg.js';
import { fill } from './markup.js';

/** @typedef {import('../core/tournament.js').Event} Event */
/** @typedef {import('../core/tournament.js').Line} Line */

const SLIDE_MS = 420;

export class CrLeaderboard extends HTMLElement {
  #body = h('tbody');
  /** @type {HTMLElement} */
  #caption = h('caption');

  connectedCallback() {
    if (this.children.length) return;
    const heads = /** @type {[string, string][]} */ ([[t('tournament.place'), 'figure place'], [t('tournament.name'), ''], [t('tournament.points'), 'figure points'], [t('tournament.seat'), 'figure'], [t('tournament.standing'), 'standing']]);
    this.append(
      h('table', {}, this.#caption, h('thead', {}, h('tr', {}, ...heads.map(([words, kind]) => h('th', { scope: 'col', class: kind }, words)))), this.#body),
    );
  }

  /** @param {Event} event @param {number[]} mine @param {Line[]} [lines] some of the places, if not all fit */
  show(event, mine, lines = event.leaderboard) {
    const before = new Map([...this.#body.rows].map((row) => [row.dataset.entry, row.getBoundingClientRect().top]));
    fill(this.#caption, event.title);
    this.classList.toggle('is-empty', !event.leaderboard.length);
    this.classList.toggle('is-before', !event.round);
    this.classList.toggle('is-plain', lines.every((line) => !standing(event, line).words));
    fill(this.#body, ...(event.leaderboard.length ? lines.map((line) => row(event, line, mine)) : [nobody()]));
    if (!still()) this.#slide(before);
  }

  /** @param {Map<string | undefined, number>} before */
  #slide(before) {
    for (const each of this.#body.rows) {
      const was = before.get(each.dataset.entry);
      const moved = was === undefined ? 0 : was - each.getBoundingClientRect().top;
      if (moved) each.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], { duration: SLIDE_MS, easing: 'ease-out' });
    }
  }
}

const nobody = () => h('tr', {}, h('td', { colspan: 5 }, t('tournament.nobody-has-entered-yet')));

/** @param {Event} event @param {Line} line @param {number[]} mine */
function row(event, line, mine) {
  const state = standing(event, line);
  return h(
    'tr',
    { class: mine.includes(line.entry) ? 'own' : null, 'data-entry': line.entry, 'data-state': state.kind },
    h('td', { class: 'figure place' }, ranked(event) ? ordinal(line.place) : '–'),
    h('th', { scope: 'row' }, line.name),
    h('td', { class: 'figure points' }, event.round ? pointsOf(line.points) : '–'),
    h('td', { class: 'figure' }, seatOf(line)),
    h('td', { class: 'standing' }, state.words),
  );
}

/** Whether there are places: not before the first round. @param {Event} event */
const ranked = (event) => event.round > 0;

/** The seat of the next round, once it is drawn. @param {Line} line */
export function seatOf(line) {
  if (line.next_table) return `${line.next_table}-${line.next_seat}`;
  return line.table && line.status === 'active' ? `${line.table}-${line.seat}` : '';
}

/** @param {Event} event @param {Line} line */
function standing(event, line) {
  if (line.won) return { kind: 'won', words: wonWords(line) };
  if (line.status !== 'active' && line.status !== 'finished') return { kind: 'out', words: t(`tournament.status.${line.status}`) };
  if (event.stage !== 'playing' || !event.cut) return { kind: 'in', words: line.status === 'finished' ? t('tournament.status.finished') : '' };
  if (line.to_advance) return { kind: 'behind', words: t('tournament.short', { toadvance: pointsOf(line.to_advance) }) };
  return { kind: 'through', words: t('tournament.advances') };
}

customElements.define('cr-leaderboard', CrLeaderboard);
