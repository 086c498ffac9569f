// @ts-check
/** Surveillance of tournaments: a choice, the records, and the tournament after any of them. */
import { api } from '../core/api.js';
import { messageOf } from '../core/checked.js';
import { t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { CrTimeline } from './cr-timeline.js';
import { CrTournamentReplay } from './cr-tournament-replay.js';
import { fill, say } from './markup.js';

export class TournamentWatch {
  #picker = /** @type {HTMLSelectElement} */ (h('select', { class: 'input' }));
  #live = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', checked: true }));
  #said = h('p', { class: 'muted', role: 'status' });
  #records = new CrTimeline();
  #replay = new CrTournamentReplay();
  #open = '';
  #changed;

  /** @param {HTMLElement} place @param {() => void} changed called when another one is shown */
  constructor(place, changed) {
    this.#changed = changed;
    this.#records.setAttribute('label', t('records.records'));
    this.#records.rounds = false;
    fill(
      place,
      h(
        'div',
        { class: 'replay-tools' },
        h('label', { class: 'pick' }, h('span', {}, t('tournament.tournament')), this.#picker),
        h('label', { class: 'check' }, this.#live, ` ${t('records.follow-live')}`),
        this.#said,
      ),
      h('div', { class: 'panel timeline' }, this.#records),
      h('div', { class: 'stage-column' }, this.#replay),
    );
    this.#picker.addEventListener('change', () => this.#turnTo(this.#picker.value, 0));
    this.#live.addEventListener('change', () => {
      this.#replay.pause();
      if (this.#live.checked) void this.#replay.go(this.#records.last);
      this.#changed();
    });
    this.#records.addEventListener('cr-record', (event) => {
      this.#replay.pause();
      this.#look(event.detail.record.version);
    });
    this.#records.addEventListener('cr-tail', (event) => {
      this.#replay.last = event.detail.last;
      if (this.#live.checked) void this.#show(event.detail.last);
    });
    this.#replay.addEventListener('cr-moment', (event) => {
      this.#live.checked = false;
      this.#records.chosen = event.detail.version;
      this.#changed();
    });
  }

  /** The shown tournament and record, for the page's URL. */
  get looked() {
    return { tournament: this.#open, record: this.#live.checked ? 0 : this.#replay.version };
  }

  /** Shows a tournament: the named one, the last shown, or the newest. @param {string} named @param {number} record */
  async show(named, record) {
    const id = named || this.#open;
    try {
      const { tournaments } = await api.get('/tournaments');
      fill(this.#picker, ...[...tournaments].reverse().map((each) => h('option', { value: each.id }, each.title)));
      say(this.#said, tournaments.length ? '' : t('tournament.there-is-no-tournament-yet'));
      const known = tournaments.some((each) => each.id === id);
      if (tournaments.length) await this.#turnTo(known ? id : tournaments[tournaments.length - 1].id, known ? record : 0);
    } catch (trouble) {
      say(this.#said, messageOf(trouble));
    }
  }

  /** Stops all requests. */
  close() {
    this.#replay.pause();
    this.#records.close();
  }

  /** @param {string} id @param {number} record */
  async #turnTo(id, record) {
    this.#open = id;
    this.#picker.value = id;
    this.#live.checked = record === 0;
    const path = /** @type {const} */ (`/tournaments/${encodeURIComponent(id)}/records`);
    await Promise.all([this.#records.open(path), this.#replay.open(id, record)]);
    if (record) await this.#records.reach(record);
    if (this.#open === id) this.#records.chosen = this.#replay.version;
    this.#changed();
  }

  /** @param {number} version */
  #look(version) {
    this.#live.checked = false;
    void this.#show(version);
    this.#changed();
  }

  /** @param {number} version */
  #show(version) {
    this.#records.chosen = version;
    return this.#replay.go(version);
  }
}
