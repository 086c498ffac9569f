// @ts-check
/** Alerts, which stay until somebody acknowledges them. */
import { messageOf } from '../core/checked.js';
import { api } from '../core/api.js';
import { moment } from '../core/clock.js';
import { t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { fill } from './markup.js';
import { alertWords } from './coded-messages.js';
import { seesAlerts } from './display-format.js';

/** @typedef {Service.AlertAnswer} Alert */

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
      h('div', { class: 'panel' }, h('h2', {}, t('records.waiting')), this.#waiting),
      h('div', { class: 'panel' }, h('h2', {}, t('records.acknowledged')), this.#done),
    );
  }

  async refresh() {
    if (this.role && !seesAlerts(this.role)) {
      fill(this.#waiting, h('li', { class: 'none' }, t('records.alerts-are-not-shown-to-this')));
      return;
    }
    try {
      const { alerts, acknowledged } = await api.get('/alerts');
      this.count(alerts.length);
      fill(this.#waiting, ...alerts.map((alert) => this.#row(alert)));
      if (!alerts.length) fill(this.#waiting, h('li', { class: 'none' }, t('records.nothing-waits')));
      fill(this.#done, ...acknowledged.map((alert) => this.#row(alert)));
      if (!acknowledged.length) fill(this.#done, h('li', { class: 'none' }, t('records.nothing-yet')));
    } catch (trouble) {
      fill(this.#waiting, h('li', { class: 'none' }, messageOf(trouble)));
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
        h('p', { class: 'alert-words' }, alertWords(alert), alert.clause && h('span', { class: 'clause' }, alert.clause)),
        h(
          'p',
          { class: 'muted' },
          moment(alert.raised),
          alert.count > 1 && `, ${t('records.times-last', { count: alert.count, moment: moment(alert.last) })}`,
          alert.acknowledged > 0 && ` · ${t('records.acknowledged-by', { who: alert.by, moment: moment(alert.acknowledged) })}`,
        ),
      ),
      may && h('button', { type: 'button', class: 'button', 'data-same': `alert-${alert.id}`, 'aria-label': t('records.acknowledge', { words: alertWords(alert) }), onclick: () => this.#acknowledge(alert) }, t('records.acknowledge-button')),
    );
  }

  /** @param {Alert} alert */
  async #acknowledge(alert) {
    try {
      await api.post(`/alerts/${alert.id}/acknowledge`);
    } catch {
      // The list is reloaded either way: somebody else may have been faster.
    }
    await this.refresh();
  }
}
