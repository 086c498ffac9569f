// @ts-check
// The next step: one button for the only step that the rules allow, and above it the input that the step needs.
import { all, given } from '../core/checked.js';
import { t } from '../core/language.js';
import { stepWords } from '../core/refusal.js';
import { Reply } from './form.js';
import { html as h } from '../core/svg.js';
import { NextBody } from './next-body.js';
import { Hand } from './next-hand.js';
import { turnsBeside } from './next-parts.js';

/** Button texts by the service's next step; a step that is not listed belongs to somebody else. */
const BUTTONS = /** @type {Record<string, string>} */ ({
  'spin-ball': t('deal.spin-the-ball'),
  'spin-wheel': t('deal.spin-the-wheel'),
  'call-no-more-bets': t('deal.no-more-bets'),
  'announce-number': t('deal.announce'),
  'call-no-spin': t('deal.call-no-spin'),
  'place-crown': t('deal.place-the-crown'),
  'move-fifths': t('deal.move-the-fifths'),
  'collect-losers': t('deal.collect-losers'),
  'pay-winners': t('deal.pay-winners'),
  'lift-crown': t('deal.lift-the-crown'),
  'carry-out-direction': t('deal.done-as-directed'),
});
/** A press this soon after a step is ignored, so that a double press does not take the next step too. */
const SETTLE_MS = 450;

/**
 * Fires `step` with a command, `choice` with a command for a wager in prison, and `task` with another request. The page
 * reports the outcome through `answer`.
 */
export class CrNext extends HTMLElement {
  /** @type {Service.Card | null} */
  #given = null;
  get #card() {
    return given(this.#given, 'card');
  }
  /** @type {Page.View | null} */
  #seen = null;
  get #view() {
    return given(this.#seen, 'view');
  }
  get #dealing() {
    return given(this.#view.dealing, 'dealing');
  }
  #automatic = false;
  #offset = 0;
  #shown = '';
  #at = '';
  #settling = 0;
  #busy = false;
  #listing = false;
  #asks = new NextBody(this, {
    again: () => this.#again(),
    back: () => {
      this.list(false);
      this.#noSpin.focus();
    },
    choice: (chosen) => this.#emit('choice', chosen),
    noSpin: (command) => {
      this.list(false);
      this.#emit('step', command);
    },
  });
  #reply = new Reply();
  #title = h('h2', { id: 'next-title' });
  #body = h('div', { class: 'step-body' });
  #button = h('button', { class: 'step', type: 'button', onclick: () => this.go() });
  #noSpin = h(
    'button',
    { class: 'no-spin', type: 'button', 'aria-expanded': 'false', onclick: () => this.list() },
    t('deal.no-spin'),
    h('kbd', {}, 'N'),
  );
  #wrong = h('button', { class: 'wrong-number', type: 'button', hidden: true, onclick: () => this.#emit('task', 'wrong') }, t('deal.wrong-number'));
  #slipsDue = h('b', { class: 'badge', hidden: true });
  #slipsTask = h('button', { type: 'button', onclick: () => this.#emit('task', 'slips') }, t('deal.fill-or-credit'), this.#slipsDue);
  #clock = 0;
  #closesAt = /** @type {number|null} */ (null);

  connectedCallback() {
    this.setAttribute('role', 'region');
    this.setAttribute('aria-labelledby', 'next-title');
    this.#asks.between.addEventListener('change', () => this.#label());
    const task = (/** @type {string} */ name, /** @type {string} */ label) =>
      h('button', { type: 'button', onclick: () => this.#emit('task', name) }, label);
    this.replaceChildren(
      this.#title,
      this.#body,
      this.#reply.element,
      this.#button,
      h(
        'div',
        { class: 'aside' },
        this.#noSpin,
        this.#wrong,
        task('late', t('deal.late-bet')),
        task('irregularity', t('deal.irregularity')),
        task('dispute', t('deal.dispute')),
        this.#slipsTask,
      ),
    );
    this.#asks.pad.addEventListener('chosen', () => this.#label());
    this.#clock = window.setInterval(() => this.#tick(), 500);
  }

  disconnectedCallback() {
    clearInterval(this.#clock);
    clearTimeout(this.#settling);
  }

  /** The number of fills and credits that wait for the dealer. @param {number} due */
  set slips(due) {
    this.#slipsDue.textContent = String(due);
    this.#slipsDue.hidden = !due;
  }

  /** @param {Service.Card} card */
  set card(card) {
    this.#given = card;
    this.#asks.pad.card = card;
    this.#asks.hand = new Hand(card.number);
  }

  /** @param {Page.View} view @param {Service.Happening[]} happened @param {number} offset the service's clock minus ours */
  show(view, happened, offset) {
    for (const each of happened) {
      if (each.kind === 'winners-paid') this.#asks.paid = each.wagers ?? [];
      if (each.kind === 'ball-spun' || each.kind === 'wheel-spun') this.#asks.hand.spun(each);
    }
    this.#seen = view;
    this.#offset = offset;
    this.#draw();
  }

  /** Whether the automatic dealer deals and takes the steps. @param {boolean} automatic */
  set automatic(automatic) {
    if (automatic === this.#automatic) return;
    this.#automatic = automatic;
    this.#again();
  }

  /** The state of the table's terminals: connected, sound ready, call announced. @param {Service.SeatPresence[]} seats */
  set presence(seats) {
    this.#asks.presence = seats;
    if (this.#command !== 'call-no-more-bets' && this.#command !== 'spin-ball') return;
    this.#again();
  }

  /** @param {import('./form.js').Outcome|null} outcome */
  answer(outcome) {
    this.#busy = false;
    this.#button.removeAttribute('aria-busy');
    this.#reply.show(outcome?.done ? null : outcome);
  }

  /** A digit typed on the console. @param {string} digit */
  type(digit) {
    if (this.#command === 'announce-number' && !this.#listing) this.#asks.pad.type(digit);
  }

  /** Adds or subtracts one revolution. @param {1|-1} by */
  turnMore(by) {
    if (this.#command !== 'announce-number' || this.#listing) return;
    this.#asks.hand.count(turnsBeside(this.#asks.hand.revolutions, by, this.#card.revolutions_min));
    this.#again();
  }

  /** Closes what is open; returns whether anything was. */
  escape() {
    if (this.#listing) {
      this.list(false);
      return true;
    }
    if (!this.#asks.pad.value || this.#command !== 'announce-number') return false;
    this.#asks.pad.value = '';
    this.#label();
    return true;
  }

  /** Shows or hides the allowed reasons for no spin, from the service; without any there is no list. */
  list(open = !this.#listing) {
    if (open && !this.#seen?.dealing?.no_spin.length) return;
    this.#listing = open;
    this.#noSpin.setAttribute('aria-expanded', String(open));
    this.#again();
    if (open) this.#body.querySelector('button')?.focus();
  }

  /** Takes the next step, if it is ready. */
  go() {
    const command = this.#listing || this.#waits ? null : this.#order();
    if (!command || this.#busy || this.#automatic || 'fresh' in this.dataset) return;
    this.#busy = true;
    this.#button.setAttribute('aria-busy', 'true');
    this.#emit('step', command);
  }

  get #command() {
    const step = this.#seen?.dealing?.step;
    return step && step in BUTTONS ? step : null;
  }

  /** Seconds until players with a choice in prison must have chosen. */
  get #waits() {
    const until = this.#seen?.dealing?.waits_until ?? 0;
    return until ? Math.max(0, Math.ceil((until - (Date.now() + this.#offset)) / 1000)) : 0;
  }

  #order() {
    return this.#asks.hand.order(this.#command, this.#asks.pad.value, this.#asks.between.checked, this.#card);
  }

  /** Redraws without news from the service, keeping the focus. */
  #again() {
    const focusable = () => all(this.#body, 'button, input');
    const at = focusable().findIndex((each) => each === document.activeElement);
    this.#shown = '';
    this.#draw();
    if (at >= 0) focusable()[at]?.focus();
  }

  #draw() {
    if (!this.#seen?.dealing || !this.#given) return;
    const command = this.#command, { no_spin: reasons, directions } = this.#dealing;
    if (this.#listing && !reasons.length) this.#listing = false;
    this.#noSpin.hidden = !reasons.length && directions.includes('number');
    this.#noSpin.disabled = !reasons.length;
    this.#noSpin.title = reasons.length ? '' : t('deal.no-spin-is-called-from-the');
    this.#noSpin.setAttribute('aria-expanded', String(this.#listing));
    this.#wrong.hidden = !directions.includes('number');
    const key = JSON.stringify([
      this.#view.next_step,
      this.#view.round,
      this.#listing,
      this.#automatic,
      this.#view.dealing,
      this.#view.equipment?.obstacles,
      this.#view.result,
      this.#view.seats.map((each) => [each.seat, each.player]),
      this.#automatic || this.#command === 'call-no-more-bets' ? this.#view.wagers : 0,
    ]);
    if (key !== this.#shown) {
      this.#shown = key;
      this.#asks.shown = { card: this.#card, view: this.#view, automatic: this.#automatic };
      const at = `${this.#view.round} ${this.#view.dealing?.step}`;
      if (at !== this.#at) {
        this.#at = at;
        this.#settle();
        this.#reply.show(null);
        this.#asks.pad.value = '';
        this.#asks.between.checked = false;
      }
      this.dataset.step = this.#listing ? 'list' : (command ?? 'wait');
      this.#title.replaceChildren(
        this.#listing ? t('deal.no-spin-why') : t('deal.next-step'),
        this.#listing ? '' : h('span', {}, stepWords(this.#view.dealing?.step, this.#view.next_step)),
      );
      this.#body.replaceChildren(...(this.#listing ? [this.#asks.reasons(null)] : this.#asks.needs(command)));
    }
    this.#label();
  }

  /** Ignores presses for a moment after a new step. */
  #settle() {
    this.dataset.fresh = '';
    clearTimeout(this.#settling);
    this.#settling = window.setTimeout(() => delete this.dataset.fresh, SETTLE_MS);
  }

  #label() {
    if (!this.#seen) return;
    const command = this.#command;
    const words = this.#automatic && command ? t('deal.the-automatic-dealer-deals') : this.#words(command);
    this.#button.disabled = this.#automatic || this.#listing || this.#waits > 0 || !this.#order();
    if (this.#button.dataset.words === words) return;
    this.#button.dataset.words = words;
    this.#button.replaceChildren(h('span', {}, words), this.#button.disabled ? '' : h('kbd', {}, 'Enter'));
  }

  /** The text of the button: the step, or the missing input. @param {string|null} command */
  #words(command) {
    if (!command) return this.#view.phase === 'closed' ? t('deal.the-table-is-closed') : t('deal.waiting-for-the-pit');
    if (this.#waits) return t('deal.choices-in-prison-s', { waits: this.#waits });
    if (command !== 'announce-number') return BUTTONS[command];
    if (!this.#asks.pad.value) return t('deal.choose-the-number');
    return this.#asks.hand.revolutions || !this.#card.revolutions_min ? `${BUTTONS[command]} ${this.#asks.pad.words}` : t('deal.choose-the-revolutions');
  }

  /** When the automatic dealer plans to call, or null. @param {number|null} at */
  set closesAt(at) {
    this.#closesAt = at;
    this.#tick();
  }

  #tick() {
    if (this.#seen?.dealing?.waits_until) this.#label();
    const closes = this.querySelector('.closes');
    const seconds = this.#closesAt ? Math.ceil((this.#closesAt - (Date.now() + this.#offset)) / 1000) : 0;
    if (closes) closes.textContent = seconds > 0 ? t('deal.bets-close-in-about-s', { seconds }) : '';
    const until = this.querySelector('.until');
    if (!until || !this.#seen?.choose_until) return;
    const left = Math.ceil((this.#seen.choose_until - (Date.now() + this.#offset)) / 1000);
    const quiet = this.#card.silence === 'half' ? t('deal.half-goes-back') : t('deal.the-bet-is-left-in-prison');
    until.textContent = left > 0 ? t('deal.s-left-then', { left, quiet }) : t('deal.time-is-over', { quiet });
  }

  #emit(/** @type {'step' | 'choice' | 'task'} */ name, /** @type {Service.Command | string} */ detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define('cr-next', CrNext);
