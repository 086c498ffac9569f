// @ts-check
/** The dialogs of a player's terminal: menu, cash out, tip, dispute, saved layouts, the last rounds. */
import { ApiError, api } from '../core/api.js';
import { cents, dollars } from '../core/money.js';
import { html } from '../core/svg.js';
import { harmless } from '../core/text.js';
import '../ui/cr-rounds.js';

const ROUNDS = 10;

export class Dialogs {
  #dialog;
  #card;
  #play;
  #state;

  /** @param {{dialog: HTMLDialogElement, card: any, play: import('./terminal-play.js').Play,
   *   state: () => {own: any, round: number, settled: number, locked: string}}} parts `locked` says why no chip may be moved */
  constructor({ dialog, card, play, state }) {
    this.#dialog = dialog;
    this.#card = card;
    this.#play = play;
    this.#state = state;
  }

  /** @param {string} title @param {...import('../core/svg.js').Child} parts */
  #open(title, ...parts) {
    this.#dialog.replaceChildren(html(
      'div', { class: 'dialog-body' }, html('h2', { id: 'dialog-title' }, title), ...parts,
      html('div', { class: 'dialog-actions' }, html('button', { class: 'button is-quiet', type: 'button', onclick: () => this.#dialog.close() }, 'Close')),
    ));
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** A form with one field; closes when the service agrees.
   * @param {{title: string, words: string, label: string, value: string, button: string, long?: boolean, clause?: string | null,
   *   before?: Element | null, send: (text: string) => Promise<any> | string}} ask `before` is a field of its own */
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
      const answer = await sent;
      if (answer.outcome === 'done') this.#dialog.close();
      else wrong.textContent = harmless(answer.refusal?.message ?? answer.detail ?? 'The table did not answer.');
    };
    this.#open(title, html('p', {}, words, clause ? ' ' : null, clause ? html('span', { class: 'clause' }, clause) : null), html('form', { onsubmit: submit },
      before, html('label', { class: 'field' }, label, field), wrong,
      html('button', { class: 'button is-main', type: 'submit' }, button)));
  }

  /** A wager spoken with cash: offered here, made by the dealer's word. @param {string} spot what was last aimed at */
  spoken(spot) {
    const { own } = this.#state(), names = html('datalist', { id: 'spoken-spots' }, ...Object.keys(this.#card.spots).map((each) => html('option', { value: each }, this.#card.spots[each].name)));
    const place = html('input', { name: 'spot', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 60, list: 'spoken-spots', value: spot, required: true });
    this.#ask({
      title: 'Speak a wager', words: 'Put the cash on the table and say the wager. It stands once the dealer has confirmed it and changed the cash into chips, before “no more bets”.', clause: this.#card.verbal_clause,
      label: 'Cash in dollars', value: '', button: 'Offer the wager', before: html('label', { class: 'field' }, 'Spot', place, names),
      send: (text) => this.#amount(text, (cash) => this.#play.send({ type: 'offer-verbal-wager', seat: own?.seat ?? 0, spot: place.value.trim(), cash })),
    });
  }

  /** @param {{leave: () => void, seated: boolean}} actions */
  menu({ leave, seated }) {
    const item = (/** @type {string} */ words, /** @type {string} */ act, /** @type {() => void} */ run) =>
      html('button', { class: 'button', type: 'button', 'data-act': act, onclick: run }, words);
    this.#open(
      `Table ${this.#card.number}`,
      html('div', { class: 'menu-items' },
        ...(seated ? [
          item('Buy more chips', 'buy-more', () => { this.#dialog.close(); document.dispatchEvent(new CustomEvent('cr-buy-more')); }),
          item('Cash out', 'cash-out', () => this.cashOut()),
          item('Tip the dealers', 'give-tip', () => this.tip()),
          item('Raise a dispute', 'dispute', () => this.dispute()),
          item('Leave the seat', 'leave', () => { this.#dialog.close(); leave(); }),
        ] : []),
        item('Last rounds', 'rounds-menu', () => this.rounds()),
        html('a', { class: 'button', href: `/rules/${encodeURIComponent(this.#card.number)}` }, 'Posted rules'),
        html('a', { class: 'button', href: '/' }, 'All tables')),
      html('h3', { class: 'panel-title' }, 'Posted at this table'),
      this.#signs(),
      html('h3', { class: 'panel-title' }, 'Keys'),
      html('p', { class: 'keys' }, 'Arrows move over the layout, digits go to a number, Enter places, Backspace takes back. + and − change the chip. U undo, C clear, D double, R rebet, L saved layouts, T for the dealers, / type a bet.'),
    );
  }

  #signs() {
    const signs = /** @type {any} */ (document.createElement('cr-signs'));
    signs.card = this.#card;
    return signs;
  }

  /** @param {string} text @param {(amount: number) => Promise<any>} send */
  #amount(text, send) {
    const amount = cents(text);
    return amount ? send(amount) : 'Type an amount in dollars.';
  }

  /** The kind of chips of which the player has most. */
  #stack() {
    const stacks = Object.entries(this.#state().own?.stacks ?? {});
    const [chips, amount] = stacks.sort(([, one], [, other]) => Number(other) - Number(one))[0] ?? [this.#card.own_chips, 0];
    return { chips, amount: Number(amount) };
  }

  cashOut() {
    const { chips, amount } = this.#stack(), { own } = this.#state();
    this.#ask({
      title: 'Cash out', words: `You have ${dollars(amount)} in ${chips} chips.`, label: 'Amount in dollars', value: String(amount / 100), button: 'Cash out',
      send: (text) => this.#amount(text, (cash) => this.#play.send({ type: 'cash-out', seat: own.seat, amount: cash, chips })),
    });
  }

  tip() {
    const { chips } = this.#stack(), { own } = this.#state();
    this.#ask({
      title: 'Tip the dealers', words: 'What you give goes into the tip box.', label: 'Amount in dollars', value: String((own?.value || 100) / 100), button: 'Give',
      send: (text) => this.#amount(text, (amount) => this.#play.send({ type: 'give-tip', seat: own.seat, amount, chips })),
    });
  }

  dispute() {
    const { own, round, settled } = this.#state();
    const about = settled || round;
    this.#ask({
      title: 'Raise a dispute', words: `About round ${about}. The pit supervisor decides, and the records of the round are looked at.`, label: 'What is wrong', value: '', button: 'Raise the dispute', long: true,
      send: (text) => (text.trim() ? this.#play.send({ type: 'raise-dispute', round: about, what: text.trim(), seat: own?.seat ?? 0 }) : 'Say what is wrong.'),
    });
  }

  layouts() {
    const saved = this.#play.saved, name = html('input', { name: 'name', maxlength: 30, value: `Layout ${saved.length + 1}`, required: true });
    const keep = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#play.save(name.value.trim());
      this.layouts();
    };
    const place = (/** @type {import('./terminal-play.js').Bet[]} */ bets) => {
      if (this.#state().locked) return;
      this.#dialog.close();
      this.#play.placeAll(bets, this.#card.own_chips);
    };
    const rows = saved.map((layout) => html(
      'li', {},
      html('span', {}, html('b', {}, layout.name), ` ${layout.bets.length} bets, ${dollars(layout.bets.reduce((sum, bet) => sum + bet.amount, 0))}`),
      html('button', { class: 'button is-small is-main', type: 'button', 'data-place': layout.name, onclick: () => place(layout.bets) }, 'Place'),
      html('button', { class: 'button is-small', type: 'button', 'aria-label': `Forget ${layout.name}`, onclick: () => { this.#play.forget(layout.name); this.layouts(); } }, 'Forget'),
    ));
    this.#open(
      'Saved layouts',
      rows.length ? html('p', { id: 'layouts-why', class: 'field-wrong' }) : null,
      rows.length ? html('ul', { class: 'saved-list' }, ...rows) : html('p', {}, 'None yet. What stands on the layout now can be kept under a name, in this browser.'),
      this.#play.own.length ? html('form', { onsubmit: keep }, html('label', { class: 'field' }, 'Keep what stands now as', name), html('button', { class: 'button is-main', type: 'submit' }, 'Keep')) : null,
    );
    this.lock();
  }

  /** What is open says whether the layout is locked. */
  lock() {
    const { locked } = this.#state(), why = this.#dialog.querySelector('#layouts-why');
    if (!this.#dialog.open || !why) return;
    why.textContent = locked;
    for (const button of this.#dialog.querySelectorAll('[data-place]')) {
      button.setAttribute('aria-disabled', String(Boolean(locked)));
      button.setAttribute('aria-describedby', 'layouts-why');
    }
  }

  /** The last rounds, to be seen again. */
  async rounds() {
    const note = html('p', {}, 'Looking them up …'), shown = /** @type {import('../ui/cr-rounds.js').CrRounds} */ (document.createElement('cr-rounds'));
    shown.hidden = true;
    this.#open('Last rounds', note, shown);
    try {
      const rounds = await api.get(`/tables/${encodeURIComponent(this.#card.number)}/rounds?last=${ROUNDS}`);
      note.textContent = rounds.length ? 'Your bets of each round, as they stood and as they were settled.' : 'No round has been finished yet.';
      if (!rounds.length) return;
      shown.card = this.#card;
      shown.show(rounds);
      shown.hidden = false;
    } catch (error) {
      note.textContent = error instanceof ApiError ? error.message : String(error);
    }
  }
}
