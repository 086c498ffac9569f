// @ts-check
/** Alerts: what stays until somebody acknowledges it. */
import { api, ApiError } from '../core/api.js';
import { html as h } from '../core/svg.js';
import { fill } from './markup.js';
import { moment } from './words.js';

/** @typedef {{id: number, kind: string, subject: string, words: string, clause: string, raised: number, last: number,
 *   count: number, by: string, acknowledged: number}} Alert */

const ACKNOWLEDGERS = ['pit-supervisor', 'security', 'key-manager', 'surveillance'];

export class Alerts {
  #waiting = h('ol', { class: 'alert-list' });
  #done = h('ol', { class: 'alert-list done' });

  /** @param {HTMLElement} place @param {(waiting: number) => void} count */
  constructor(place, count) {
    this.count = count;
    this.role = '';
    fill(
      place,
      h('div', { class: 'panel' }, h('h2', {}, 'Waiting'), this.#waiting),
      h('div', { class: 'panel' }, h('h2', {}, 'Acknowledged'), this.#done),
    );
  }

  async refresh() {
    try {
      const { alerts, acknowledged } = /** @type {{alerts: Alert[], acknowledged: Alert[]}} */ (await api.get('/alerts'));
      this.count(alerts.length);
      fill(this.#waiting, ...alerts.map((alert) => this.#row(alert)));
      if (!alerts.length) fill(this.#waiting, h('li', { class: 'none' }, 'Nothing waits.'));
      fill(this.#done, ...acknowledged.map((alert) => this.#row(alert)));
      if (!acknowledged.length) fill(this.#done, h('li', { class: 'none' }, 'Nothing yet.'));
    } catch (trouble) {
      const denied = trouble instanceof ApiError && trouble.status === 403;
      fill(this.#waiting, h('li', { class: 'none' }, denied ? 'Alerts are not shown to this role.' : /** @type {Error} */ (trouble).message));
      fill(this.#done);
    }
  }

  /** @param {Alert} alert */
  #row(alert) {
    const may = !alert.acknowledged && ACKNOWLEDGERS.includes(this.role);
    return h(
      'li',
      {},
      h(
        'div',
        {},
        h('p', { class: 'alert-words' }, alert.words, alert.clause && h('span', { class: 'clause' }, alert.clause)),
        h(
          'p',
          { class: 'muted' },
          moment(alert.raised),
          alert.count > 1 && `, ${alert.count} times, last ${moment(alert.last)}`,
          alert.acknowledged > 0 && ` · acknowledged by ${alert.by}, ${moment(alert.acknowledged)}`,
        ),
      ),
      may && h('button', { type: 'button', class: 'button', 'aria-label': `Acknowledge: ${alert.words}`, onclick: () => this.#acknowledge(alert) }, 'Acknowledge'),
    );
  }

  /** @param {Alert} alert */
  async #acknowledge(alert) {
    try {
      await api.post(`/alerts/${alert.id}/acknowledge`);
    } catch {
      // What stands is asked again either way: another watcher may have been quicker.
    }
    await this.refresh();
  }
}
