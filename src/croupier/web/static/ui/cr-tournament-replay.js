// @ts-check
/**
 * <cr-tournament-replay>: a tournament after any of its records, with the text of the record.
 *
 *     await replay.open('spring-open')         // shows the newest record
 *     replay.open('spring-open', 12)           // or that one
 *     replay.go(12)
 *     replay.last = 90                         // the newest record, if known
 *
 * Events: `cr-moment` {version, by: 'person' | 'play'}: another record is shown.
 */
import { api } from '../core/api.js';
import { moment } from '../core/clock.js';
import { given, instance, messageOf } from '../core/checked.js';
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { spotName } from './card-words.js';
import { html as h } from '../core/svg.js';
import { eventNow, pointsOf } from '../core/tournament.js';
import './cr-leaderboard.js';
import './cr-seating.js';
import { fill, say } from './markup.js';
import { Scrubber } from './scrubber.js';
import { recordLines } from './coded-messages.js';
import { colorName, personName, roleName } from './display-format.js';

/** @typedef {{past: Service.PastTournament, record: Service.TournamentRecord | undefined}} Moment */

const KEPT = 200;

export class CrTournamentReplay extends HTMLElement {
  #id = '';
  /** @type {Map<number, Moment>} */
  #kept = new Map();
  #scrubber = new Scrubber((version, by) => this.#turnTo(version, by));
  #name = h('h2', { class: 'replay-name' }, t('tournament.tournament'));
  #where = h('p', { class: 'replay-where', role: 'status' }, t('records.choose-a-record'));
  #line = h('p', { class: 'replay-line' });
  #words = h('div', { class: 'replay-words' });
  #wagers = h('ul', { class: 'replay-wagers' });
  #accounts = h('dl', { class: 'replay-house' });
  #colors = h('ul', { class: 'colors' });
  #places = document.createElement('cr-leaderboard');
  #seats = document.createElement('cr-seating');

  connectedCallback() {
    if (this.children.length) return;
    const panel = (/** @type {string} */ title, /** @type {Node[]} */ ...inside) => h('section', { class: 'panel' }, h('h3', { class: 'replay-name' }, title), ...inside);
    this.append(
      h('header', { class: 'replay-head' }, h('div', { class: 'replay-title' }, this.#name, this.#where, this.#line)),
      this.#scrubber.element,
      h('div', { class: 'replay-cup' }, h('section', { class: 'panel' }, this.#places), this.#seats),
      h(
        'div',
        { class: 'replay-facts' },
        panel(t('records.what-happened'), this.#words),
        panel(t('records.on-the-layout'), this.#wagers),
        panel(t('tournament.accounts'), this.#accounts),
        panel(t('tournament.points-of-the-colors'), this.#colors),
      ),
    );
  }

  disconnectedCallback() {
    this.pause();
  }

  get version() {
    return this.#scrubber.version;
  }

  /** @param {number} last */
  set last(last) {
    this.#scrubber.last = Math.max(last, this.#scrubber.last);
    this.#tellWhere();
  }

  pause() {
    this.#scrubber.pause();
  }

  /** @param {string} id @param {number} [version] */
  async open(id, version = 0) {
    this.pause();
    this.#id = id;
    this.#kept.clear();
    this.#scrubber.version = 0;
    this.#scrubber.last = 0;
    try {
      const { version: newest } = await api.get(`${this.#path}/records?from=0&limit=1`);
      if (this.#id !== id) return;
      this.last = newest;
      await this.go(version || newest);
    } catch (trouble) {
      if (this.#id === id) say(this.#where, messageOf(trouble));
    }
  }

  /** Shows the tournament after a record. @param {number} version */
  async go(version) {
    const id = this.#id, to = this.#scrubber.within(version);
    this.#scrubber.version = to;
    this.#tellWhere();
    try {
      const found = await this.#moment(to);
      if (this.#id === id && this.version === to) this.#show(found);
    } catch (trouble) {
      if (this.#id === id && this.version === to) say(this.#where, messageOf(trouble));
    }
  }

  get #path() {
    return /** @type {const} */ (`/tournaments/${encodeURIComponent(this.#id)}`);
  }

  /** @param {number} version @param {'person' | 'play'} by */
  #turnTo(version, by) {
    const done = this.go(version);
    this.dispatchEvent(new CustomEvent('cr-moment', { bubbles: true, detail: { version: this.version, by } }));
    return done;
  }

  /** @param {number} version @returns {Promise<Moment>} */
  async #moment(version) {
    const known = this.#kept.get(version), id = this.#id;
    if (known) return known;
    const [past, told] = await Promise.all([
      api.get(`${this.#path}/at/${version}`),
      api.get(`${this.#path}/records?from=${version}&limit=1`),
    ]);
    const found = { past, record: told.records[0] };
    if (id === this.#id) {
      this.#kept.set(version, found);
      if (this.#kept.size > KEPT) this.#kept.delete(given(this.#kept.keys().next().value, 'first record'));
      this.last = told.version;
    }
    return found;
  }

  #tellWhere() {
    const { version, last } = this.#scrubber;
    say(this.#where, version ? t('records.record-of', { version, last }) : t('records.choose-a-record'));
  }

  /** @param {Moment} moment */
  #show({ past, record }) {
    const event = eventNow(past.tournament);
    this.#tell(record);
    say(this.#name, event.round ? `${past.tournament.title} · ${event.title} · ${t('tournament.round', { round: event.round })}` : `${past.tournament.title} · ${event.title}`);
    this.#places.show(event, []);
    this.#seats.show(event, []);
    const names = new Map(event.leaderboard.map((line) => [line.entry, line.name]));
    const wagers = event.tables.flatMap((table) => table.wagers.map((wager) => ({ table: table.number, ...wager })));
    fill(
      this.#wagers,
      ...wagers.map((wager) => h('li', {}, h('b', {}, names.get(wager.entry) ?? String(wager.entry)), ` ${t('tournament.points-on-spot', { points: pointsOf(wager.points), spot: spotName(wager.spot) })}`)),
      !wagers.length && h('li', { class: 'muted' }, t('tournament.no-wagers')),
    );
    const held = Object.entries(past.accounts).filter(([account]) => !account.startsWith('outside:'));
    fill(
      this.#accounts,
      ...held.map(([account, amount]) => h('div', {}, h('dt', {}, accountName(account)), h('dd', {}, dollars(amount)))),
      !held.length && h('div', {}, h('dt', {}, t('tournament.no-money')), h('dd', {}, dollars(0))),
    );
    fill(this.#colors, ...past.tournament.colors.map((each) => h('li', { 'data-color': each.color }, h('b', {}, colorName(each.color)), ` ${pointsOf(each.points)}`)));
    instance(this.#colors.parentElement, HTMLElement).hidden = !past.tournament.colors.length;
  }

  /** @param {Service.TournamentRecord | undefined} record */
  #tell(record) {
    say(this.#line, record ? recordLines(record)[0] : '');
    fill(
      this.#words,
      record && h('p', { class: 'replay-said' }, recordLines(record)[0]),
      record?.refused?.clause && h('p', {}, h('span', { class: 'clause' }, record.refused.clause)),
      record && h('p', { class: 'muted' }, `${personName(record.actor)}, ${roleName(record.role)} · ${moment(record.at)}`),
    );
  }
}

/** An account such as `pool:open` as text. @param {string} account */
function accountName(account) {
  const [kind, owner = ''] = account.split(':', 2);
  return `${t(`tournament.account.${kind}`)} ${owner}`.trim();
}

customElements.define('cr-tournament-replay', CrTournamentReplay);
