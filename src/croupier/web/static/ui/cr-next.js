// @ts-check
// The next step: one button that shows the only lawful one, and above it what that step needs to be told.
import { Reply } from './form.js';
import { html as h } from '../core/svg.js';
import './cr-numpad.js';
import { Hand } from './next-hand.js';
import * as part from './next-parts.js';

/** The step that the service names, and what its button says; a step that is not here is somebody else's. */
const BUTTONS = /** @type {Record<string, string>} */ ({
  'spin-ball': 'Spin the ball',
  'spin-wheel': 'Spin the wheel',
  'call-no-more-bets': 'No more bets',
  'announce-number': 'Announce',
  'call-no-spin': 'Call no spin',
  'place-crown': 'Place the crown',
  'move-fifths': 'Move the fifths',
  'collect-losers': 'Collect losers',
  'pay-winners': 'Pay winners',
  'lift-crown': 'Lift the crown',
});
/** A second press so soon after a step is the same press: it must not take the step after it. */
const SETTLE_MS = 450;

/**
 * Emits `step` with a command, `choice` with one for a wager in prison, and `task` with what else was asked for.
 * The page says what became of it through `answer`.
 */
class CrNext extends HTMLElement {
  #card = /** @type {any} */ (null);
  #view = /** @type {any} */ (null);
  #paid = /** @type {any[]} */ ([]);
  #automatic = false;
  #presence = /** @type {any[]} */ ([]);
  #offset = 0;
  #shown = '';
  #at = '';
  #settling = 0;
  #busy = false;
  #listing = false;
  #hand = new Hand();
  #reply = new Reply();
  #pad = /** @type {import('./cr-numpad.js').CrNumpad} */ (document.createElement('cr-numpad'));
  #between = h('input', { type: 'checkbox', id: 'between' });
  #title = h('h2', { id: 'next-title' });
  #body = h('div', { class: 'step-body' });
  #button = h('button', { class: 'step', type: 'button', onclick: () => this.go() });
  #noSpin = h(
    'button',
    { class: 'no-spin', type: 'button', 'aria-expanded': 'false', onclick: () => this.list() },
    'No spin',
    h('kbd', {}, 'N'),
  );
  #clock = 0;
  #closesAt = /** @type {number|null} */ (null);

  connectedCallback() {
    this.setAttribute('role', 'region');
    this.setAttribute('aria-labelledby', 'next-title');
    this.#between.addEventListener('change', () => this.#label());
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
        task('late', 'Late bet'),
        task('irregularity', 'Irregularity'),
        task('dispute', 'Dispute'),
      ),
    );
    this.#pad.addEventListener('chosen', () => this.#label());
    this.#clock = window.setInterval(() => this.#tick(), 500);
  }

  disconnectedCallback() {
    clearInterval(this.#clock);
    clearTimeout(this.#settling);
  }

  /** @param {any} card */
  set card(card) {
    this.#card = card;
    this.#pad.card = card;
    this.#hand = new Hand(card.number);
  }

  /** @param {any} view @param {any[]} happened @param {number} offset the service's clock minus ours */
  show(view, happened, offset) {
    for (const each of happened) {
      if (each.kind === 'winners-paid') this.#paid = each.wagers ?? [];
      if (each.kind === 'ball-spun' || each.kind === 'wheel-spun') this.#hand.spun(each);
    }
    this.#view = view;
    this.#offset = offset;
    this.#draw();
  }

  /** Whether a labeled automatic dealer deals, which takes the steps then. @param {boolean} automatic */
  set automatic(automatic) {
    if (automatic === this.#automatic) return;
    this.#automatic = automatic;
    this.#again();
  }

  /** The terminals of the table: connected, able to sound, having announced. @param {any[]} seats */
  set presence(seats) {
    this.#presence = seats;
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
    if (this.#command === 'announce-number' && !this.#listing) this.#pad.type(digit);
  }

  /** One revolution more, or fewer. @param {1|-1} by */
  turnMore(by) {
    if (this.#command !== 'announce-number' || this.#listing) return;
    this.#hand.count(part.turnsBeside(this.#hand.revolutions, by, this.#card.revolutions_min));
    this.#again();
  }

  /** Whether there was something to leave. */
  escape() {
    if (this.#listing) {
      this.list(false);
      return true;
    }
    if (!this.#pad.value || this.#command !== 'announce-number') return false;
    this.#pad.value = '';
    this.#label();
    return true;
  }

  /** The reasons for no spin, always there to be looked at; the service says whether one holds. */
  list(open = !this.#listing) {
    this.#listing = open;
    this.#noSpin.setAttribute('aria-expanded', String(open));
    this.#again();
    if (open) this.#body.querySelector('button')?.focus();
  }

  /** Takes the next step, if it is ready. */
  go() {
    const command = this.#listing ? null : this.#order();
    if (!command || this.#busy || this.#automatic || 'fresh' in this.dataset) return;
    this.#busy = true;
    this.#button.setAttribute('aria-busy', 'true');
    this.#emit('step', command);
  }

  get #command() {
    const step = this.#view?.dealing?.step;
    return step in BUTTONS ? step : null;
  }

  #order() {
    return this.#hand.order(this.#command, this.#pad.value, this.#between.checked);
  }

  /** Draws although nothing came from the service; whoever has the focus keeps it. */
  #again() {
    const focusable = () => /** @type {HTMLElement[]} */ ([...this.#body.querySelectorAll('button, input')]);
    const at = focusable().findIndex((each) => each === document.activeElement);
    this.#shown = '';
    this.#draw();
    if (at >= 0) focusable()[at]?.focus();
  }

  #draw() {
    if (!this.#view?.dealing || !this.#card) return;
    const command = this.#command;
    const key = JSON.stringify([
      this.#view.next_step,
      this.#view.round,
      this.#listing,
      this.#automatic,
      this.#view.dealing,
      this.#view.equipment?.obstacles,
      this.#view.result,
      this.#view.seats.map((/** @type {any} */ each) => [each.seat, each.player]),
      this.#automatic || this.#command === 'call-no-more-bets' ? this.#view.wagers : 0,
    ]);
    if (key !== this.#shown) {
      this.#shown = key;
      const at = `${this.#view.round} ${this.#view.next_step}`;
      if (at !== this.#at) {
        this.#at = at;
        this.#settle();
        this.#reply.show(null);
        this.#pad.value = '';
        this.#between.checked = false;
      }
      this.dataset.step = this.#listing ? 'list' : (command ?? 'wait');
      this.#title.replaceChildren(
        this.#listing ? 'No spin: why?' : 'Next step',
        this.#listing ? '' : h('span', {}, this.#view.next_step ?? ''),
      );
      this.#body.replaceChildren(...(this.#listing ? [this.#reasons(null)] : this.#needs(command)));
    }
    this.#label();
  }

  /** A step that has just come is fresh, and takes no press yet. */
  #settle() {
    this.dataset.fresh = '';
    clearTimeout(this.#settling);
    this.#settling = window.setTimeout(() => delete this.dataset.fresh, SETTLE_MS);
  }

  /** What the step needs, or what there is to see before it is taken. */
  #needs(/** @type {string|null} */ command) {
    const { card, view } = { card: this.#card, view: this.#view };
    if (this.#automatic && command) return this.#watching(command);
    switch (command) {
      case 'spin-ball':
        return [this.#direction('wheel'), this.#direction('ball'), this.#both(), this.#hearing()];
      case 'spin-wheel':
        return [this.#direction('wheel')];
      case 'call-no-more-bets':
        return [
          part.big(card.wheel === 'big-six' ? 'Bets are open' : 'The ball is in the track'),
          part.onLayout(view.wagers),
          this.#hearing(),
        ];
      case 'announce-number':
        return [this.#pad, this.#turns(), card.wheel === 'big-six' ? this.#clapper() : ''];
      case 'call-no-spin':
        return [
          part.quiet('This spin is not valid. Every wager stands and the spin is made again.'),
          this.#reasons(this.#hand.reason || this.#likely()),
        ];
      case 'place-crown':
      case 'move-fifths':
        return [part.rest(card, view.result)];
      case 'collect-losers':
        return [
          part.rest(card, view.result),
          part.choosing(card, view.dealing.choosing, (chosen) => this.#emit('choice', chosen)),
        ];
      case 'pay-winners':
        return [part.rest(card, view.result), part.payments(card, 'To pay', view.dealing.due)];
      case 'lift-crown':
        return [part.rest(card, view.result), part.payments(card, 'Paid', this.#paid)];
      default:
        return this.#waiting();
    }
  }

  /** What somebody else has to do first. */
  #waiting() {
    const { phase, next_step: step, dealing, equipment } = this.#view;
    return [
      part.big(phase === 'closed' ? 'The pit supervisor opens the table.' : `The next step is ${step}.`),
      equipment?.obstacles.length ? part.obstacles(equipment.obstacles) : '',
      dealing.irregularity ? h('blockquote', {}, dealing.irregularity) : '',
      dealing.ball_out ? part.quiet('The ball left the wheel. It is inspected before the next spin.') : '',
    ];
  }

  /** What there is to see while the automatic dealer takes the steps. */
  #watching(/** @type {string} */ command) {
    const note = ' It takes the steps at this demonstration table. Switch it off above to deal by hand.';
    return [
      h('p', { class: 'auto-note' }, h('strong', {}, 'Automatic dealer.'), note),
      this.#view.result ? part.rest(this.#card, this.#view.result) : '',
      command === 'lift-crown' ? part.payments(this.#card, 'Paid', this.#paid) : part.onLayout(this.#view.wagers),
      h('p', { class: 'quiet closes' }),
    ];
  }

  #hearing() {
    return part.hearing(this.#card, this.#view.seats, this.#presence);
  }

  #direction(/** @type {'wheel'|'ball'} */ which) {
    return part.direction(which, this.#hand[which], (way) => {
      this.#hand.turn(which, way);
      this.#again();
      /** @type {HTMLElement|null} */ (this.querySelector(`.direction.${which} [aria-checked=true]`))?.focus();
    });
  }

  #both() {
    return part.both(this.#hand.sameWay, () => {
      this.#hand.turnBoth();
      this.#again();
    });
  }

  #turns() {
    return part.turns(this.#card.revolutions_min, this.#hand.revolutions, (turns) => {
      this.#hand.count(turns);
      this.#again();
    });
  }

  #clapper() {
    const words = 'The clapper rests between two stops; the number is the one just passed';
    return h('label', { class: 'between', for: 'between' }, this.#between, words);
  }

  /** The reason that the recorded directions give, or else the first. */
  #likely() {
    const { wheel, ball } = this.#view.dealing;
    return wheel && wheel === ball ? 'same-direction' : (this.#card.no_spin_reasons[0]?.reason ?? '');
  }

  #reasons(/** @type {string|null} */ chosen) {
    if (chosen !== null) this.#hand.reason = chosen;
    const list = part.reasons(this.#card.no_spin_reasons, chosen, (reason) => {
      if (chosen !== null) {
        this.#hand.reason = reason;
        this.#again();
        return;
      }
      this.list(false);
      this.#emit('step', { type: 'call-no-spin', reason });
    });
    const back = () => {
      this.list(false);
      this.#noSpin.focus();
    };
    const leave = h('button', { type: 'button', class: 'textual', onclick: back }, 'Back to the next step');
    return h('div', { class: 'reasons' }, ...list, chosen === null ? leave : null);
  }

  #label() {
    if (!this.#view) return;
    const command = this.#command;
    const words = this.#automatic && command ? 'The automatic dealer deals' : this.#words(command);
    this.#button.disabled = this.#automatic || this.#listing || !this.#order();
    if (this.#button.dataset.words === words) return;
    this.#button.dataset.words = words;
    this.#button.replaceChildren(h('span', {}, words), this.#order() && !this.#automatic ? h('kbd', {}, 'Enter') : '');
  }

  /** What the button says: the step, or what it still needs. @param {string|null} command */
  #words(command) {
    if (!command) return this.#view.phase === 'closed' ? 'The table is closed' : 'Waiting for the pit';
    if (command !== 'announce-number') return BUTTONS[command];
    if (!this.#pad.value) return 'Choose the number';
    return this.#hand.revolutions ? `${BUTTONS[command]} ${this.#pad.words}` : 'Choose the revolutions';
  }

  /** When the automatic dealer means to call, or null. @param {number|null} at */
  set closesAt(at) {
    this.#closesAt = at;
    this.#tick();
  }

  #tick() {
    const closes = this.querySelector('.closes');
    const seconds = this.#closesAt ? Math.ceil((this.#closesAt - (Date.now() + this.#offset)) / 1000) : 0;
    if (closes) closes.textContent = seconds > 0 ? `Bets close in about ${seconds} s.` : '';
    const until = this.querySelector('.until');
    if (!until || !this.#view.choose_until) return;
    const left = Math.ceil((this.#view.choose_until - (Date.now() + this.#offset)) / 1000);
    until.textContent = left > 0 ? `${left} s left, then half goes back` : 'time is over: half goes back';
  }

  #emit(/** @type {string} */ name, /** @type {any} */ detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define('cr-next', CrNext);
