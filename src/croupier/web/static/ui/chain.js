// @ts-check
/** The state of the journal's chain, and a button that verifies it. */
import { messageOf } from '../core/checked.js';
import { api } from '../core/api.js';
import { moment } from '../core/clock.js';
import { number, t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { fill, say } from './markup.js';
import { decimal } from './display-format.js';

const ASK_EVERY_MS = 400;

export class Chain {
  #verdict = h('p', { class: 'verdict', role: 'status' }, t('records.asking'));
  #facts = h('dl', { class: 'chain-facts' });
  #progress = /** @type {HTMLProgressElement} */ (h('progress', { class: 'chain-progress', max: 1, value: 0, 'aria-label': t('records.verified-so-far'), hidden: true }));
  #verify = /** @type {HTMLButtonElement} */ (h('button', { type: 'button', class: 'button is-main', onclick: () => this.verify() }, t('records.verify-now')));
  #streams = h('tbody');
  #busy = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    fill(
      place,
      h('div', { class: 'panel verdict-panel' }, this.#verdict, this.#progress, this.#verify),
      h('div', { class: 'panel' }, h('h2', {}, t('records.what-is-sealed')), this.#facts),
      h(
        'div',
        { class: 'panel streams' },
        h('h2', {}, t('records.streams')),
        h('table', { class: 'heads' }, h('thead', {}, h('tr', {}, ...[t('records.stream'), t('records.records'), t('records.head')].map((name) => h('th', { scope: 'col' }, name)))), this.#streams),
      ),
    );
  }

  /** Loads the state, repeatedly while the journal is being verified. */
  async refresh() {
    try {
      const chain = await api.get('/chain');
      this.#tell(chain);
      if (chain.verifying && !this.#busy) setTimeout(() => this.refresh(), ASK_EVERY_MS);
    } catch (trouble) {
      this.#say('bad', messageOf(trouble));
    }
  }

  async verify() {
    this.#busy = true;
    this.#verify.disabled = true;
    this.#say('busy', t('records.reading-every-record'));
    this.#progress.hidden = false;
    this.#progress.removeAttribute('value');
    const ask = window.setInterval(async () => {
      const chain = await api.get('/chain').catch(() => null);
      if (this.#busy && chain?.progress) this.#advance(chain.progress);
    }, ASK_EVERY_MS);
    try {
      await api.post('/chain');
    } catch (trouble) {
      this.#say('bad', messageOf(trouble));
      return;
    } finally {
      clearInterval(ask);
      this.#busy = false;
      this.#verify.disabled = false;
      this.#progress.hidden = true;
    }
    await this.refresh();
  }

  /** @param {Service.Progress} progress */
  #advance({ done, of }) {
    this.#progress.value = of ? done / of : 0;
    this.#say('busy', t('records.of-records-are-right-so-far', { done: number(done), whole: number(of) }));
  }

  /** @param {string} mood @param {string} words */
  #say(mood, words) {
    this.#verdict.dataset.mood = mood;
    say(this.#verdict, words);
  }

  /** @param {Service.JournalStatus} chain */
  #tell(chain) {
    const { verified, checkpoint } = chain;
    if (!this.#busy) {
      if (!verified) this.#say('none', t('records.not-verified-since-the-service-started'));
      else if (verified.ok) this.#say('good', t('records.whole-records-in-streams-are-as', { records: number(verified.records), streams: verified.streams }));
      else this.#say('bad', verified.problems.join(' ') || t('records.the-journal-is-damaged'));
    }
    const row = (/** @type {string} */ name, /** @type {string} */ value) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
    fill(
      this.#facts,
      row(t('records.records'), number(chain.records)),
      verified && row(t('records.last-verified'), t('records.in-s', { at: moment(verified.at), seconds: decimal(verified.took_ms / 1000, 1) })),
      verified && row(t('records.sealed-by-signature'), t('records.of', { sealed: number(verified.sealed), records: number(verified.records) })),
      checkpoint && row(t('records.last-checkpoint'), `${checkpoint.number}, ${moment(checkpoint.at)}`),
      checkpoint && row(t('records.records-under-it'), number(checkpoint.records)),
      checkpoint && h('div', { class: 'wide' }, h('dt', {}, t('records.signed-with-the-key')), h('dd', { class: 'hash' }, checkpoint.key)),
      checkpoint && h('div', { class: 'wide' }, h('dt', {}, t('records.root-of-the-tree-of', { origin: checkpoint.origin })), h('dd', { class: 'hash' }, checkpoint.root)),
      !checkpoint && row(t('records.last-checkpoint'), t('records.none-yet')),
    );
    fill(
      this.#streams,
      ...chain.streams.map((each) => h('tr', {}, h('th', { scope: 'row' }, each.stream), h('td', {}, number(each.version)), h('td', { class: 'hash' }, each.head))),
    );
  }
}
