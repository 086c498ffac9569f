// @ts-check
// Alerts, which stay on top until somebody acknowledges them.
import { moment } from '../core/clock.js';
import { has, t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { alertWords } from '../ui/coded-messages.js';
import { api, ask } from './console.js';

/**
 * @typedef {{choose: (number: string) => void, poll: () => void, floor: import('./pit-floor.js').Floor}} Pit
 * @typedef {Service.AlertAnswer} Alert
 */

/** Shows open alerts, keeping elements that already exist. @param {HTMLElement} place @param {Alert[]} alerts @param {Pit} pit */
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
  const table = /^table ([^,]+)/.exec(each.subject)?.[1] ?? '';
  const acknowledge = async () => {
    const outcome = await ask(() => api.post(`/alerts/${each.id}/acknowledge`));
    if (outcome.done) pit.poll();
    else said.textContent = outcome.message ?? '';
  };
  return h(
    'p',
    {},
    h('strong', {}, has(`alert.kind.${each.kind}`) ? t(`alert.kind.${each.kind}`) : each.kind),
    h('span', {}, alertWords(each), each.count > 1 ? ` ${t('pit.times', { count: each.count })}` : ''),
    each.clause ? h('cite', {}, each.clause) : null,
    pit.floor.places.has(table)
      ? h('button', { type: 'button', class: 'tool', 'data-same': `alert-${each.id}-table`, onclick: () => pit.choose(table) }, t('pit.table-of-alert', { table }))
      : null,
    h('time', {}, moment(each.last)),
    said,
    h('button', { type: 'button', class: 'tool', 'data-same': `alert-${each.id}`, onclick: acknowledge }, t('pit.acknowledge')),
  );
}
