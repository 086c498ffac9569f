// @ts-check
// Alerts, which stand above everything until somebody acknowledges them.
import { html as h } from '../core/svg.js';
import { api, ask, words } from './console.js';

/**
 * @typedef {{choose: (number: string) => void, poll: () => void, floor: import('./pit-floor.js').Floor}} Pit
 * @typedef {{id: number, kind: string, subject: string, words: string, clause: string, last: number, count: number}} Alert
 */

/** Shows what waits; nothing is made anew that is there already. @param {HTMLElement} place @param {Alert[]} alerts @param {Pit} pit */
export function showAlerts(place, alerts, pit) {
  const key = JSON.stringify(alerts);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.hidden = !alerts.length;
  place.replaceChildren(...alerts.map((each) => alert(each, pit)));
}

/** @param {Alert} each @param {Pit} pit */
function alert(each, pit) {
  const said = h('span', { class: 'said', role: 'status' });
  const table = /^table (.+)$/.exec(each.subject)?.[1] ?? '';
  const acknowledge = async () => {
    const outcome = await ask(() => api.post(`/alerts/${each.id}/acknowledge`));
    if (outcome.done) pit.poll();
    else said.textContent = outcome.message ?? '';
  };
  return h(
    'p',
    {},
    h('strong', {}, words(each.kind)),
    h('span', {}, each.words, each.count > 1 ? ` (${each.count} times)` : ''),
    each.clause ? h('cite', {}, each.clause) : null,
    pit.floor.places.has(table)
      ? h('button', { type: 'button', class: 'tool', onclick: () => pit.choose(table) }, `Table ${table}`)
      : null,
    h('time', {}, new Date(each.last).toLocaleTimeString()),
    said,
    h('button', { type: 'button', class: 'tool', onclick: acknowledge }, 'Acknowledge'),
  );
}
