// @ts-check
/** The state of the journal's chain, and verifying it now. */
import { api } from '../core/api.js';
import { html as h } from '../core/svg.js';
import { fill, say } from './markup.js';
import { moment } from './words.js';

/** @typedef {{at: number, took_ms: number, ok: boolean, records: number, streams: number, checkpoints: number,
 *   sealed: number, finding: string | null}} Verification */
/** @typedef {{streams: {stream: string, version: number, head: string}[], records: number,
 *   checkpoint: {number: number, at: number, records: number, key: string, hash: string} | null,
 *   verified: Verification | null, verifying: boolean, progress: {done: number, of: number} | null}} ChainState */

const ASK_EVERY_MS = 400;
const whole = new Intl.NumberFormat('en-US');

export class Chain {
  #verdict = h('p', { class: 'verdict', role: 'status' }, 'Asking …');
  #facts = h('dl', { class: 'chain-facts' });
  #progress = /** @type {HTMLProgressElement} */ (h('progress', { class: 'chain-progress', max: 1, value: 0, 'aria-label': 'Verified so far', hidden: true }));
  #verify = /** @type {HTMLButtonElement} */ (h('button', { type: 'button', class: 'button is-main', onclick: () => this.verify() }, 'Verify now'));
  #streams = h('tbody');
  #busy = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    fill(
      place,
      h('div', { class: 'panel verdict-panel' }, this.#verdict, this.#progress, this.#verify),
      h('div', { class: 'panel' }, h('h2', {}, 'What is sealed'), this.#facts),
      h(
        'div',
        { class: 'panel streams' },
        h('h2', {}, 'Streams'),
        h('table', { class: 'heads' }, h('thead', {}, h('tr', {}, ...['Stream', 'Records', 'Head'].map((name) => h('th', { scope: 'col' }, name)))), this.#streams),
      ),
    );
  }

  /** Asks how things stand, and again while the journal is being verified. */
  async refresh() {
    try {
      const chain = /** @type {ChainState} */ (await api.get('/chain'));
      this.#tell(chain);
      if (chain.verifying && !this.#busy) setTimeout(() => this.refresh(), ASK_EVERY_MS);
    } catch (trouble) {
      this.#say('bad', /** @type {Error} */ (trouble).message);
    }
  }

  async verify() {
    this.#busy = true;
    this.#verify.disabled = true;
    this.#say('busy', 'Reading every record …');
    this.#progress.hidden = false;
    this.#progress.removeAttribute('value');
    const ask = window.setInterval(async () => {
      const chain = await api.get('/chain').catch(() => null);
      if (this.#busy && chain?.progress) this.#advance(chain.progress);
    }, ASK_EVERY_MS);
    try {
      await api.post('/chain');
    } catch (trouble) {
      this.#say('bad', /** @type {Error} */ (trouble).message);
      return;
    } finally {
      clearInterval(ask);
      this.#busy = false;
      this.#verify.disabled = false;
      this.#progress.hidden = true;
    }
    await this.refresh();
  }

  /** @param {{done: number, of: number}} progress */
  #advance({ done, of }) {
    this.#progress.value = of ? done / of : 0;
    this.#say('busy', `${whole.format(done)} of ${whole.format(of)} records are right so far …`);
  }

  /** @param {string} mood @param {string} words */
  #say(mood, words) {
    this.#verdict.dataset.mood = mood;
    say(this.#verdict, words);
  }

  /** @param {ChainState} chain */
  #tell(chain) {
    const { verified, checkpoint } = chain;
    if (!this.#busy) {
      if (!verified) this.#say('none', 'Not verified since the service started.');
      else if (verified.ok) this.#say('good', `Whole: ${whole.format(verified.records)} records in ${verified.streams} streams are as they were written.`);
      else this.#say('bad', verified.finding ?? 'The journal is damaged.');
    }
    const row = (/** @type {string} */ name, /** @type {string} */ value) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
    fill(
      this.#facts,
      row('Records', whole.format(chain.records)),
      verified && row('Last verified', `${moment(verified.at)}, in ${(verified.took_ms / 1000).toFixed(1)} s`),
      verified && row('Sealed by signature', `${whole.format(verified.sealed)} of ${whole.format(verified.records)}`),
      checkpoint && row('Last checkpoint', `${checkpoint.number}, ${moment(checkpoint.at)}`),
      checkpoint && row('Records under it', whole.format(checkpoint.records)),
      checkpoint && h('div', { class: 'wide' }, h('dt', {}, 'Signed with the key'), h('dd', { class: 'hash' }, checkpoint.key)),
      checkpoint && h('div', { class: 'wide' }, h('dt', {}, 'Hash of the checkpoint'), h('dd', { class: 'hash' }, checkpoint.hash)),
      !checkpoint && row('Last checkpoint', 'none yet'),
    );
    fill(
      this.#streams,
      ...chain.streams.map((each) => h('tr', {}, h('th', { scope: 'row' }, each.stream), h('td', {}, whole.format(each.version)), h('td', { class: 'hash' }, each.head))),
    );
  }
}
