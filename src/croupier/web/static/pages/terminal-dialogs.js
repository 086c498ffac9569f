// @ts-check
/** The dialogs of a player's terminal: menu, session, cash out, tip, dispute, saved layouts, the last rounds and results. */
import { ApiError, api } from '../core/api.js';
import { t } from '../core/language.js';
import { reasonOf } from '../core/link.js';
import { cents, dollars, sign, written } from '../core/money.js';
import { stacksOf } from '../core/store.js';
import { html } from '../core/svg.js';
import { harmless } from '../core/text.js';
import '../ui/cr-called.js';
import '../ui/cr-counts.js';
import '../ui/cr-rounds.js';

const ROUNDS = 10;
/** The longest that the dialog of saved layouts waits for the answer. */
const CLOSING_MS = 150;

export class Dialogs {
  #dialog;
  #card;
  #play;
  #state;
  #session;

  /** @param {{dialog: HTMLDialogElement, card: Service.Card, play: import('./terminal-play.js').Play, session: import('./terminal-session.js').SessionClock,
   *   state: () => {own: Service.SeenSeat | undefined, round: number, settled: number, locked: string}}} parts `locked` says why chips cannot be moved */
  constructor({ dialog, card, play, session, state }) {
    this.#dialog = dialog;
    this.#card = card;
    this.#play = play;
    this.#state = state;
    this.#session = session;
  }

  /** @param {string} title @param {...import('../core/svg.js').Child} parts */
  #open(title, ...parts) {
    this.#dialog.replaceChildren(html(
      'div', { class: 'dialog-body' }, html('h2', { id: 'dialog-title' }, title), ...parts,
      html('div', { class: 'dialog-actions' }, html('button', { class: 'button is-quiet', type: 'button', onclick: () => this.#dialog.close() }, t('play.close'))),
    ));
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** A form with one field; closes when the service accepts it.
   * @param {{title: string, words: string, label: string, value: string, button: string, long?: boolean, clause?: string | null,
   *   before?: Element | null, send: (text: string) => Promise<import('../core/link.js').Answer> | string}} ask `before` is an additional field */
  #ask({ title, words, label, value, button, long = false, clause = null, before = null, send }) {
    const field = long ? html('textarea', { name: 'text', maxlength: 1000, required: true }, value) : html('input', { name: 'text', inputmode: 'decimal', autocomplete: 'off', value, required: true });
    const wrong = html('p', { class: 'field-wrong', role: 'alert' });
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const sent = send(field.value);
      if (typeof sent === 'string') {
        wrong.textContent = sent;
        return;
      }
      const reason = reasonOf(await sent);
      if (!reason) this.#dialog.close();
      else wrong.textContent = harmless(reason.message);
    };
    this.#open(title, html('p', {}, words, clause ? ' ' : null, clause ? html('span', { class: 'clause' }, clause) : null), html('form', { onsubmit: submit },
      before, html('label', { class: 'field' }, label, field), wrong,
      html('button', { class: 'button is-main', type: 'submit' }, button)));
  }

  /** A verbal wager with cash, which becomes a wager when the dealer confirms it. @param {string} spot the last spot aimed at */
  spoken(spot) {
    const { own } = this.#state(), names = html('datalist', { id: 'spoken-spots' }, ...Object.keys(this.#card.spots).map((each) => html('option', { value: each }, this.#card.spots[each].name)));
    const place = html('input', { name: 'spot', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 60, list: 'spoken-spots', value: spot, required: true });
    this.#ask({
      title: t('play.speak-a-wager'), words: t('play.put-the-cash-on-the-table'), clause: this.#card.verbal_clause,
      label: t('play.cash-in', { sign: sign() }), value: '', button: t('play.offer-the-wager'), before: html('label', { class: 'field' }, t('play.spot'), place, names),
      send: (text) => this.#amount(text, (cash) => this.#play.send({ type: 'offer-verbal-wager', seat: own?.seat ?? 0, spot: place.value.trim(), cash })),
    });
  }

  /** @param {{leave: () => void, seated: boolean, held: boolean}} actions `held` if it is one of several tables */
  menu({ leave, seated, held }) {
    const item = (/** @type {string} */ words, /** @type {string} */ act, /** @type {() => void} */ run) =>
      html('button', { class: 'button', type: 'button', 'data-act': act, onclick: run }, words);
    this.#open(
      t('play.table-number', { number: this.#card.number }),
      html('div', { class: 'menu-items' },
        ...(seated ? [
          item(t('play.buy-more-chips'), 'buy-more', () => { this.#dialog.close(); document.dispatchEvent(new CustomEvent('cr-buy-more')); }),
          item(t('play.cash-out'), 'cash-out', () => this.cashOut()),
          item(t('play.tip-the-dealers'), 'give-tip', () => this.tip()),
          item(t('play.raise-a-dispute'), 'dispute', () => this.dispute()),
          item(t('play.cash-out-and-leave'), 'leave', () => { this.#dialog.close(); leave(); }),
        ] : []),
        item(t('play.my-session'), 'session', () => this.#open(t('play.my-session'), ...this.#session.details())),
        item(t('play.last-rounds'), 'rounds-menu', () => this.rounds()),
        item(t('play.charts-of-results'), 'counts-menu', () => this.counts()),
        html('a', { class: 'button', target: '_top', href: `/rules/${encodeURIComponent(this.#card.number)}` }, t('play.posted-rules')),
        held ? null : html('a', { class: 'button', href: `/several?tables=${encodeURIComponent(this.#card.number)}` }, t('play.several-tables')),
        html('a', { class: 'button', target: '_top', href: '/' }, t('play.all-tables'))),
      html('h3', { class: 'panel-title' }, t('play.posted-at-this-table')),
      this.#signs(),
      html('h3', { class: 'panel-title' }, t('play.keys')),
      html('p', { class: 'keys' }, t('play.keys-with-repeat')),
    );
  }

  #signs() {
    const signs = document.createElement('cr-signs');
    signs.card = this.#card;
    return signs;
  }

  /** @param {string} text @param {(amount: number) => Promise<import('../core/link.js').Answer>} send */
  #amount(text, send) {
    const amount = cents(text);
    return amount ? send(amount) : t('play.type-an-amount-in', { sign: sign() });
  }

  /** The kind of chips that the player has most of. */
  #stack() {
    const [chips, amount] = stacksOf(this.#state().own).sort(([, one], [, other]) => other - one)[0] ?? [this.#card.own_chips, 0];
    return { chips, amount };
  }

  cashOut() {
    const { chips, amount } = this.#stack(), { own } = this.#state();
    if (!(this.#card.roles['cash-out'] ?? []).includes('player')) {
      this.#open(t('play.cash-out'), html('p', {}, t('play.you-have-in-chips-the-dealer', { amount: dollars(amount), chips })));
      return;
    }
    this.#ask({
      title: t('play.cash-out'), words: t('play.chips-held', { amount: dollars(amount), chips }), label: t('play.amount-in', { sign: sign() }), value: written(amount), button: t('play.cash-out'),
      send: (text) => this.#amount(text, (cash) => this.#play.send({ type: 'cash-out', seat: own?.seat ?? 0, amount: cash, chips })),
    });
  }

  tip() {
    const { chips } = this.#stack(), { own } = this.#state();
    this.#ask({
      title: t('play.tip-the-dealers'), words: t('play.what-you-give-goes-into-the'), label: t('play.amount-in', { sign: sign() }), value: written(own?.value || 100), button: t('play.give'),
      send: (text) => this.#amount(text, (amount) => this.#play.send({ type: 'give-tip', seat: own?.seat ?? 0, amount, chips })),
    });
  }

  dispute() {
    const { own, round, settled } = this.#state();
    const about = settled || round;
    this.#ask({
      title: t('play.raise-a-dispute'), words: t('play.about-round-the-pit-supervisor-decides', { about }), label: t('play.what-is-wrong'), value: '', button: t('play.raise-the-dispute'), long: true,
      send: (text) => (text.trim() ? this.#play.send({ type: 'raise-dispute', round: about, what: text.trim(), seat: own?.seat ?? 0 }) : t('play.say-what-is-wrong')),
    });
  }

  /** The racetrack; the dialog stays open after each bet and shows what was placed. @param {number} unit the cost of one part */
  called(unit) {
    const track = document.createElement('cr-called'), said = html('p', { class: 'field-wrong', role: 'status' });
    track.unit = unit;
    track.card = this.#card;
    track.addEventListener('cr-called', async (event) => {
      const { spot, stake, words } = event.detail;
      const answer = this.#state().locked ? null : await this.#play.place(spot, { amount: stake, chips: this.#card.own_chips, color: '' });
      said.textContent = answer?.outcome === 'done' ? t('play.placed', { words }) : harmless((answer && reasonOf(answer)?.message) ?? this.#state().locked);
    });
    this.#open(t('play.racetrack'), track, said);
  }

  /** Asks how often to repeat the wagers, and when to stop. @param {number} staked @param {(order: import('./terminal-repeat.js').Order) => void} start */
  repeat(staked, start) {
    const most = this.#card.repeats, rounds = html('input', { name: 'rounds', type: 'number', inputmode: 'numeric', min: 1, max: most, value: Math.min(10, most), required: true });
    const loss = html('input', { name: 'loss', inputmode: 'decimal', autocomplete: 'off', value: String((staked * Math.min(10, most)) / 100), required: true });
    const win = html('input', { name: 'win', type: 'checkbox', checked: true }), wrong = html('p', { class: 'field-wrong', role: 'alert' });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const amount = cents(loss.value);
      if (amount === null || amount < staked) {
        wrong.textContent = t('play.type-an-amount-of-at-least', { staked: dollars(staked) });
        return;
      }
      this.#dialog.close();
      start({ rounds: Number(rounds.value), loss: amount, win: win.checked });
    };
    this.#open(t('play.repeat-my-bets'), html('p', {}, t('play.what-stands-now-is-bet-again', { staked: dollars(staked) })), html('form', { onsubmit: submit },
      html('label', { class: 'field' }, t('play.rounds-up-to', { most }), rounds), html('label', { class: 'field' }, t('play.lose-at-most-in-dollars'), loss),
      html('label', { class: 'field-check' }, win, t('play.end-after-a-round-that-wins')), wrong,
      html('p', { class: 'keys' }, t('play.it-also-ends-when-a-bet')),
      html('button', { class: 'button is-main', type: 'submit' }, t('play.repeat'))));
  }

  layouts() {
    const saved = this.#play.saved, name = html('input', { name: 'name', maxlength: 30, value: t('play.layout', { saved: saved.length + 1 }), required: true });
    const after = (/** @type {Promise<void>} */ change) => change.then(() => this.layouts(), (error) => { wrong.textContent = harmless(error.message); });
    const wrong = html('p', { class: 'field-wrong', role: 'alert' });
    const keep = (/** @type {Event} */ event) => {
      event.preventDefault();
      after(this.#play.save(name.value.trim()));
    };
    let placing = false;
    const place = async (/** @type {import('./terminal-play.js').Bet[]} */ bets) => {
      if (this.#state().locked || placing) return;
      placing = true;
      // closing redraws the whole page: together with the wagers it is one drawing instead of two
      await Promise.race([this.#play.placeAll(bets, this.#card.own_chips), new Promise((done) => setTimeout(done, CLOSING_MS))]);
      this.#dialog.close();
    };
    const rows = saved.map((layout) => html(
      'li', {},
      html('span', {}, html('b', {}, layout.name), ` ${t('play.bets-count', { count: layout.bets.length, total: dollars(layout.bets.reduce((sum, bet) => sum + bet.amount, 0)) })}`),
      html('button', { class: 'button is-small is-main', type: 'button', 'data-place': layout.name, onclick: () => place(layout.bets) }, t('play.place-button')),
      html('button', { class: 'button is-small', type: 'button', 'aria-label': t('play.forget', { name: layout.name }), onclick: () => after(this.#play.forget(layout.name)) }, t('play.forget-button')),
    ));
    this.#open(
      t('play.saved-layouts'),
      rows.length ? html('p', { id: 'layouts-why', class: 'field-wrong' }) : null,
      rows.length ? html('ul', { class: 'saved-list' }, ...rows) : html('p', {}, t('play.none-yet-what-stands-on-the')),
      wrong,
      this.#play.own.length ? html('form', { onsubmit: keep }, html('label', { class: 'field' }, t('play.keep-what-stands-now-as'), name), html('button', { class: 'button is-main', type: 'submit' }, t('play.keep'))) : null,
    );
    this.lock();
  }

  /** Updates the dialog of saved layouts when the table's layout is locked or unlocked. */
  lock() {
    const { locked } = this.#state(), why = this.#dialog.querySelector('#layouts-why');
    if (!this.#dialog.open || !why) return;
    why.textContent = locked;
    for (const button of this.#dialog.querySelectorAll('[data-place]')) {
      button.setAttribute('aria-disabled', String(Boolean(locked)));
      button.setAttribute('aria-describedby', 'layouts-why');
    }
  }

  /** The last results and their counts, with a note on what counts cannot tell. */
  async counts() {
    const shown = /** @type {import('../ui/cr-counts.js').CrCounts} */ (document.createElement('cr-counts'));
    shown.textContent = t('play.looking-them-up');
    this.#open(t('play.last-results'), shown);
    try {
      shown.show(await api.get(`/tables/${encodeURIComponent(this.#card.number)}/results`), this.#card.compartments);
    } catch (error) {
      shown.textContent = error instanceof ApiError ? error.message : String(error);
    }
  }

  /** The last rounds, for replay. */
  async rounds() {
    const note = html('p', {}, t('play.looking-them-up')), shown = document.createElement('cr-rounds');
    shown.hidden = true;
    this.#open(t('play.last-rounds'), note, shown);
    try {
      const rounds = await api.get(`/tables/${encodeURIComponent(this.#card.number)}/rounds?last=${ROUNDS}`);
      note.textContent = rounds.length ? t('play.your-bets-of-each-round-as') : t('play.no-round-has-been-finished-yet');
      if (!rounds.length) return;
      shown.card = this.#card;
      shown.receipts = true;
      shown.show(rounds);
      shown.hidden = false;
    } catch (error) {
      note.textContent = error instanceof ApiError ? error.message : String(error);
    }
  }
}
