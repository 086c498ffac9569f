// @ts-check
// One table of the pit: its state, its win, and whether it waits for somebody.
import { language, t } from '../core/language.js';
import { refusalWords } from '../core/refusal.js';
import { dollars, range } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { cited } from './form.js';
import { resultBox } from './result.js';
import { decimal, findingWords, gameWords, percent, phaseOfStaff, resultSign } from './display-format.js';

const NET = /** @type {Record<string, string>} */ ({ open: t('pit.live'), polled: t('pit.told-every-few-seconds-live-once') });

/** @typedef {{phase: Service.Phase, round: number, step: string|null|undefined, disputes: number, taken: number,
 *   results: string[], dealer: string|null|undefined, obstacles: readonly Service.SeenObstacle[]}} Seen */
/** @typedef {Page.View} Live */

/**
 * The state of a table: from the live view, otherwise from the lobby.
 * @param {Service.Tile} tile @param {Live|null} view the live view, or null
 * @returns {Seen}
 */
export function seen(tile, view) {
  if (!view) return { ...tile, disputes: tile.disputes ?? 0, obstacles: tile.obstacles ?? [] };
  const { phase, round, results, dealer } = view;
  const undecided = view.disputes.filter((each) => !each.decided);
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

/** What waits for the supervisor at a table. @param {Seen} table */
export function waits({ phase, step, disputes, obstacles }) {
  const found = [];
  if (step === 'decide-irregularity') found.push(t('pit.irregularity-to-decide'));
  if (step === 'observe-action') found.push(t('pit.action-to-observe'));
  if (step === 'correct-number') found.push(t('pit.correction-to-finish'));
  if (step === 'inspect-ball') found.push(t('pit.ball-to-inspect'));
  if (phase !== 'closed' && obstacles.length) found.push(t('pit.inspection-due'));
  if (disputes) found.push(t('pit.disputes-to-decide', { count: disputes }));
  return found;
}

/** The number of due decisions; each dispute counts. @param {Seen} table */
export const decisionsDue = ({ step, disputes }) =>
  disputes + (['decide-irregularity', 'observe-action', 'correct-number', 'inspect-ball'].includes(step ?? '') ? 1 : 0);

/**
 * Who deals, as a sentence: in a demonstration it can be the automatic dealer instead of the named one.
 * @param {{automatic: boolean, automatic_name: string}} tile @param {string|null|undefined} named
 */
export function dealtBy({ automatic, automatic_name }, named) {
  if (!automatic) return t('pit.dealt-by', { dealer: named || '–' });
  return named && named !== automatic_name ? t('pit.dealt-by-the-automatic-dealer-for', { named }) : t('pit.dealt-by-the-automatic-dealer');
}

/** Fires `tile` with the number of the table. */
export class CrTile extends HTMLElement {
  #key = '';

  /** @param {Service.Tile} tile @param {Live|null} view the live view, or null @param {string} net @param {boolean} chosen */
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

  #fit(/** @type {Service.Tile} */ tile, /** @type {Seen} */ table, /** @type {string} */ net, /** @type {boolean} */ chosen) {
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
        'data-same': `table-${tile.number}`,
        onclick: () => this.dispatchEvent(new CustomEvent('tile', { detail: tile.number, bubbles: true })),
      },
      h(
        'span',
        { class: 'top' },
        h('b', { class: 'number' }, tile.number),
        h('span', { class: 'name' }, gameWords(tile.wheel, tile.title), h('small', {}, range(tile.minimum, tile.maximum))),
        last ? h('span', { class: 'last' }, resultBox(last, this.#color(last), 'i')) : null,
      ),
      h(
        'span',
        { class: 'state' },
        h('b', {}, phase === 'betting' ? t('pit.betting') : phaseOfStaff(phase)),
        phase === 'closed' ? null : h('span', {}, t('pit.round', { round: table.round })),
        tile.automatic ? h('em', {}, t('pit.automatic')) : null,
        h('i', { class: `dot ${net}`, title: NET[net] ?? t('pit.not-connected') }),
        h('span', { class: 'sr-only' }, NET[net] ?? t('pit.not-connected')),
      ),
      waiting.length ? h('span', { class: 'waits' }, waiting.join(' · ')) : null,
      table.obstacles.length ? hinders(table) : null,
      h(
        'dl',
        {},
        fact(t('pit.players'), t('pit.seats-taken-of', { taken: table.taken, seats: tile.seats })),
        fact(t('pit.rounds-h'), day?.rounds_per_hour ? decimal(day.rounds_per_hour, 0) : '–'),
        fact(t('pit.drop'), day ? dollars(day.drop) : '–'),
        fact(t('pit.hold'), day && day.hold !== null ? percent(day.hold, 1) : '–'),
      ),
      results.length
        ? h(
            'span',
            { class: 'run', 'aria-label': t('pit.last-results', { results: results.slice(-9).reverse().map(resultSign).join(', ') }), role: 'img' },
            ...results
              .slice(-9)
              .reverse()
              .map((/** @type {string} */ each) => resultBox(each, this.#color(each), 'i')),
          )
        : null,
      h('small', { class: 'dealer' }, phase === 'closed' ? ' ' : dealtBy(tile, table.dealer)),
    );
  }

  /** @type {Record<string, string>} colors of the labels, from the table's card */
  colors = {};

  #color(/** @type {string} */ label) {
    return this.colors[label] ?? 'plain';
  }
}

/** The first obstacle, with its clause. @param {Seen} table */
function hinders({ obstacles: [first, ...more], phase }) {
  return h(
    'span',
    { class: 'hinders' },
    h('b', {}, phase === 'closed' ? `${t('pit.before-opening')}: ` : `${t('pit.before-the-next-spin')}: `),
    ...cited(refusalWords(first).message, first.clause),
    more.length ? ` ${t('pit.and-more-sentence', { more: more.length })}` : null,
  );
}

/** A finding in the words of the rulebook, if the page is in another language. @param {Service.TableFinding} finding */
const quoted = ({ message }) => (language === 'en' ? [] : [' ', h('q', { lang: 'en' }, message)]);

/** Why a table may not open, with clauses. @param {Service.Tile} tile */
function unfit(tile) {
  return h(
    'div',
    { class: 'why' },
    h(
      'span',
      { class: 'top' },
      h('b', { class: 'number' }, tile.number),
      h('span', { class: 'name' }, gameWords(tile.wheel, tile.title), h('small', {}, t('pit.may-not-open'))),
    ),
    h('ul', {}, ...tile.findings.map((each) => h('li', {}, ...cited(findingWords(each), each.clause), ...quoted(each)))),
  );
}

customElements.define('cr-tile', CrTile);
