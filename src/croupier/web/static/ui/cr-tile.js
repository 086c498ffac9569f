// @ts-check
// One table of the pit: how it stands, what it makes, and whether it waits for somebody.
import { dollars, range } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { cited } from './form.js';
import { resultBox } from './result.js';
import { phaseOfStaff } from './words.js';

const NET = /** @type {Record<string, string>} */ ({ open: 'live', polled: 'told every few seconds; live once chosen' });

/** @typedef {{phase: string, round: number, step: string|null|undefined, disputes: number, taken: number,
 *   results: string[], dealer: string|null|undefined, obstacles: {message: string, clause: string|null}[]}} Seen */

/**
 * How a table stands: live where it is watched, else as the lobby last told it.
 * @param {any} tile @param {any} view the live view, or null
 * @returns {Seen}
 */
export function seen(tile, view) {
  if (!view) return { ...tile, disputes: tile.disputes ?? 0, results: tile.results ?? [], obstacles: tile.obstacles ?? [] };
  const { phase, round, results, dealer } = view;
  const undecided = (view.disputes ?? []).filter((/** @type {any} */ each) => !each.decided);
  return {
    phase,
    round,
    results,
    dealer: dealer || tile.dealer,
    step: view.dealing?.step,
    disputes: undecided.length,
    taken: view.seats.length,
    obstacles: view.equipment?.obstacles ?? [],
  };
}

/** What of a table waits for the supervisor, in words. @param {Seen} table */
export function waits({ phase, step, disputes, obstacles }) {
  const found = [];
  if (step === 'decide-irregularity') found.push('Irregularity to decide');
  if (step === 'inspect-ball') found.push('Ball to inspect');
  if (phase !== 'closed' && obstacles.length) found.push('Inspection due');
  if (disputes) found.push(`${disputes} ${disputes === 1 ? 'dispute' : 'disputes'} to decide`);
  return found;
}

/** How many decisions wait: each dispute is one. @param {Seen} table */
export const decisionsDue = ({ step, disputes }) =>
  disputes + (step === 'decide-irregularity' || step === 'inspect-ball' ? 1 : 0);

/** Emits `tile` with the number of the table. */
class CrTile extends HTMLElement {
  #key = '';

  /** @param {any} tile @param {any} view the live view, or null @param {string} net @param {boolean} chosen */
  show(tile, view, net, chosen) {
    const table = seen(tile, view);
    const key = JSON.stringify([tile, table, net, chosen, this.colors]);
    if (key === this.#key) return;
    this.#key = key;
    const had = this.contains(document.activeElement);
    this.className = `${tile.findings.length ? 'unfit' : ''}${chosen ? ' chosen' : ''}`;
    this.replaceChildren(tile.findings.length ? unfit(tile) : this.#fit(tile, table, net, chosen));
    if (had) this.querySelector('button')?.focus();
  }

  #fit(/** @type {any} */ tile, /** @type {Seen} */ table, /** @type {string} */ net, /** @type {boolean} */ chosen) {
    const { phase, results } = table;
    const last = results.at(-1);
    const waiting = waits(table);
    const day = tile.day;
    const fact = (/** @type {string} */ name, /** @type {string|number} */ value) =>
      h('div', {}, h('dt', {}, name), h('dd', {}, value));
    return h(
      'button',
      {
        type: 'button',
        'aria-pressed': String(chosen),
        'data-phase': phase,
        onclick: () => this.dispatchEvent(new CustomEvent('tile', { detail: tile.number, bubbles: true })),
      },
      h(
        'span',
        { class: 'top' },
        h('b', { class: 'number' }, tile.number),
        h('span', { class: 'name' }, tile.title, h('small', {}, range(tile.minimum, tile.maximum))),
        last ? h('span', { class: 'last' }, resultBox(last, this.#color(last), 'i')) : null,
      ),
      h(
        'span',
        { class: 'state' },
        h('b', {}, phase === 'betting' ? 'Betting' : phaseOfStaff(phase)),
        phase === 'closed' ? null : h('span', {}, `round ${table.round}`),
        tile.automatic ? h('em', {}, 'automatic') : null,
        h('i', { class: `dot ${net}`, title: NET[net] ?? 'not connected' }),
        h('span', { class: 'sr-only' }, NET[net] ?? 'not connected'),
      ),
      waiting.length ? h('span', { class: 'waits' }, waiting.join(' · ')) : null,
      table.obstacles.length ? hinders(table) : null,
      h(
        'dl',
        {},
        fact('Players', `${table.taken} of ${tile.seats}`),
        fact('Rounds/h', day?.rounds_per_hour ? day.rounds_per_hour.toFixed(0) : '–'),
        fact('Drop', day ? dollars(day.drop) : '–'),
        fact('Hold', day && day.hold !== null ? `${(day.hold * 100).toFixed(1)} %`.replace('-', '−') : '–'),
      ),
      results.length
        ? h(
            'span',
            { class: 'run', 'aria-label': `Last results ${results.slice(-9).reverse().join(', ')}`, role: 'img' },
            ...results
              .slice(-9)
              .reverse()
              .map((/** @type {string} */ each) => resultBox(each, this.#color(each), 'i')),
          )
        : null,
      h('small', { class: 'dealer' }, phase === 'closed' ? ' ' : `Dealt by ${table.dealer || '–'}`),
    );
  }

  /** @type {Record<string, string>} colors of the labels, from the table's card */
  colors = {};

  #color(/** @type {string} */ label) {
    return this.colors[label] ?? 'plain';
  }
}

/** The first thing that stands in the way, with its clause. @param {Seen} table */
function hinders({ obstacles: [first, ...more], phase }) {
  return h(
    'span',
    { class: 'hinders' },
    h('b', {}, phase === 'closed' ? 'Before opening: ' : 'Before the next spin: '),
    ...cited(first.message, first.clause),
    more.length ? ` And ${more.length} more.` : null,
  );
}

/** A table that may not open says why, clause by clause. @param {any} tile */
function unfit(tile) {
  return h(
    'div',
    { class: 'why' },
    h(
      'span',
      { class: 'top' },
      h('b', { class: 'number' }, tile.number),
      h('span', { class: 'name' }, tile.title, h('small', {}, 'May not open')),
    ),
    h('ul', {}, ...tile.findings.map((/** @type {any} */ each) => h('li', {}, ...cited(each.message, each.clause)))),
  );
}

customElements.define('cr-tile', CrTile);
