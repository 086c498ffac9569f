// @ts-check
// The next step: one button that shows the only lawful one, and above it what that step needs to be told.
import { dollars } from '../core/money.js';
import { Reply } from './form.js';
import { html as h } from '../core/svg.js';
import './cr-numpad.js';

/** The step that the service names, and what its button says; a step that is not here is somebody else's. */
const BUTTONS = /** @type {Record<string, string>} */ ({
  'spin-ball': 'Spin the ball', 'spin-wheel': 'Spin the wheel', 'call-no-more-bets': 'No more bets', 'announce-number': 'Announce',
  'call-no-spin': 'Call no spin', 'place-crown': 'Place the crown', 'move-fifths': 'Move the fifths', 'collect-losers': 'Collect losers',
  'pay-winners': 'Pay winners', 'lift-crown': 'Lift the crown',
});
const OTHER = /** @type {Record<string, string>} */ ({ clockwise: 'counterclockwise', counterclockwise: 'clockwise' });
const ARROW = /** @type {Record<string, string>} */ ({ clockwise: '↻', counterclockwise: '↺' });
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
  #changedAt = 0;
  #busy = false;
  #listing = false;
  #wheel = 'counterclockwise';
  #ball = 'clockwise';
  #revolutions = 0;
  #reason = '';
  #reply = new Reply();
  #pad = /** @type {import('./cr-numpad.js').CrNumpad} */ (document.createElement('cr-numpad'));
  #between = h('input', { type: 'checkbox', id: 'between' });
  #title = h('h2', { id: 'next-title' });
  #body = h('div', { class: 'step-body' });
  #button = h('button', { class: 'step', type: 'button', onclick: () => this.go() });
  #noSpin = h('button', { class: 'no-spin', type: 'button', 'aria-expanded': 'false', onclick: () => this.list() }, 'No spin', h('kbd', {}, 'N'));
  #clock = 0;
  #closesAt = /** @type {number|null} */ (null);

  connectedCallback() {
    this.setAttribute('role', 'region');
    this.setAttribute('aria-labelledby', 'next-title');
    this.#between.addEventListener('change', () => this.#label());
    const task = (/** @type {string} */ name, /** @type {string} */ label) =>
      h('button', { type: 'button', onclick: () => this.#emit('task', name) }, label);
    this.replaceChildren(
      this.#title, this.#body, this.#reply.element, this.#button,
      h('div', { class: 'aside' }, this.#noSpin, task('late', 'Late bet'), task('irregularity', 'Irregularity'), task('dispute', 'Dispute')),
    );
    this.#pad.addEventListener('chosen', () => this.#label());
    this.#clock = window.setInterval(() => this.#tick(), 500);
  }

  disconnectedCallback() {
    clearInterval(this.#clock);
  }

  /** @param {any} card */
  set card(card) {
    this.#card = card;
    this.#pad.card = card;
    this.#recall();
  }

  /** @param {any} view @param {any[]} happened @param {number} offset the service's clock minus ours */
  show(view, happened, offset) {
    for (const each of happened) {
      if (each.kind === 'winners-paid') this.#paid = each.wagers ?? [];
      if (each.kind === 'ball-spun' || each.kind === 'wheel-spun') this.#remember(each);
    }
    this.#view = view;
    this.#offset = offset;
    this.#draw();
  }

  /** Whether a labelled automatic dealer deals, which takes the steps then. @param {boolean} automatic */
  set automatic(automatic) {
    if (automatic === this.#automatic) return;
    this.#automatic = automatic;
    this.#shown = '';
    this.#draw();
  }

  /** The terminals of the table: connected, able to sound, having announced. @param {any[]} seats */
  set presence(seats) {
    this.#presence = seats;
    if (this.#command !== 'call-no-more-bets' && this.#command !== 'spin-ball') return;
    this.#shown = '';
    this.#draw();
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
    this.#shown = '';
    this.#draw();
    if (open) this.#body.querySelector('button')?.focus();
  }

  /** Takes the next step, if it is ready. */
  go() {
    const command = this.#listing ? null : this.#order();
    if (!command || this.#busy || this.#automatic || performance.now() - this.#changedAt < SETTLE_MS) return;
    this.#busy = true;
    this.#button.setAttribute('aria-busy', 'true');
    this.#emit('step', command);
  }

  get #command() {
    const step = this.#view?.dealing?.step;
    return step in BUTTONS ? step : null;
  }

  #order() {
    const type = this.#command;
    switch (type) {
      case null:
        return null;
      case 'spin-ball':
        return { type, wheel: this.#wheel, ball: this.#ball };
      case 'spin-wheel':
        return { type, wheel: this.#wheel };
      case 'announce-number':
        if (!this.#pad.value || !this.#revolutions) return null;
        return { type, number: this.#pad.value, revolutions: this.#revolutions, between: this.#between.checked };
      case 'call-no-spin':
        return this.#reason ? { type, reason: this.#reason } : null;
      default:
        return { type };
    }
  }

  #draw() {
    if (!this.#view?.dealing || !this.#card) return;
    const command = this.#command;
    const key = JSON.stringify([this.#view.next_step, this.#view.round, this.#listing, this.#automatic, this.#view.dealing, this.#view.result, this.#automatic || this.#command === 'call-no-more-bets' ? this.#view.wagers : 0]);
    if (key !== this.#shown) {
      this.#shown = key;
      const at = `${this.#view.round} ${this.#view.next_step}`;
      if (at !== this.#at) {
        this.#at = at;
        this.#changedAt = performance.now();
        this.#reply.show(null);
        this.#pad.value = '';
        this.#between.checked = false;
      }
      this.dataset.step = this.#listing ? 'list' : (command ?? 'wait');
      this.#title.replaceChildren(this.#listing ? 'No spin: why?' : 'Next step', this.#listing ? '' : h('span', {}, this.#view.next_step ?? ''));
      this.#body.replaceChildren(...(this.#listing ? [this.#reasons(true)] : this.#needs(command)));
    }
    this.#label();
  }

  /** What the step needs, or what there is to see before it is taken. */
  #needs(/** @type {string|null} */ command) {
    const dealing = this.#view.dealing;
    if (this.#automatic && command) return this.#watching(command);
    switch (command) {
      case 'spin-ball':
        return [this.#direction('Wheel', 'wheel'), this.#direction('Ball', 'ball'), this.#swap(), this.#hearing()];
      case 'spin-wheel':
        return [this.#direction('Wheel', 'wheel')];
      case 'call-no-more-bets':
        return [h('p', { class: 'big-word' }, this.#card.wheel === 'big-six' ? 'Bets are open' : 'The ball is in the track'), this.#onLayout(), this.#hearing()];
      case 'announce-number':
        return [this.#pad, this.#turns(), this.#card.wheel === 'big-six' ? h('label', { class: 'between', for: 'between' }, this.#between, 'The clapper rests between two stops; the number is the one just passed') : ''];
      case 'call-no-spin':
        return [h('p', { class: 'quiet' }, 'This spin is not valid. Every wager stands and the spin is made again.'), this.#reasons(false)];
      case 'place-crown':
      case 'move-fifths':
        return [this.#rest()];
      case 'collect-losers':
        return [this.#rest(), ...this.#choosing(dealing.choosing)];
      case 'pay-winners':
        return [this.#rest(), this.#payments('To pay', dealing.due)];
      case 'lift-crown':
        return [this.#rest(), this.#payments('Paid', this.#paid)];
      default:
        return [h('p', { class: 'big-word' }, this.#view.phase === 'closed' ? 'The pit supervisor opens the table.' : `The next step is ${this.#view.next_step}.`),
          dealing.irregularity ? h('blockquote', {}, dealing.irregularity) : '',
          dealing.ball_out ? h('p', { class: 'quiet' }, 'The ball left the wheel. It is inspected before the next spin.') : ''];
    }
  }

  /** What there is to see while the automatic dealer takes the steps. */
  #watching(/** @type {string} */ command) {
    return [
      h('p', { class: 'auto-note' }, h('strong', {}, 'Automatic dealer.'), ' It takes the steps at this demonstration table. Switch it off above to deal by hand.'),
      this.#view.result ? this.#rest() : '',
      command === 'lift-crown' ? this.#payments('Paid', this.#paid) : this.#onLayout(),
      h('p', { class: 'quiet closes' }),
    ];
  }

  #direction(/** @type {string} */ name, /** @type {'wheel'|'ball'} */ which) {
    const now = which === 'wheel' ? this.#wheel : this.#ball;
    const option = (/** @type {string} */ direction) =>
      h('button', {
        type: 'button', role: 'radio', 'aria-checked': String(direction === now), tabindex: direction === now ? '0' : '-1',
        onclick: () => this.#turn(which, direction),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (!event.key.startsWith('Arrow')) return;
          event.preventDefault();
          this.#turn(which, OTHER[direction], true);
        },
      }, h('i', { 'aria-hidden': 'true' }, ARROW[direction]), h('span', {}, direction === 'clockwise' ? 'Clockwise' : 'Counterclockwise'));
    return h('div', { class: `direction ${which}` }, h('span', { class: 'name', id: `direction-${which}` }, name), h('div', { role: 'radiogroup', 'aria-labelledby': `direction-${which}` }, option('clockwise'), option('counterclockwise')));
  }

  #turn(/** @type {'wheel'|'ball'} */ which, /** @type {string} */ direction, focus = false) {
    if (which === 'wheel') this.#wheel = direction;
    else this.#ball = direction;
    this.#shown = '';
    this.#draw();
    if (focus) /** @type {HTMLElement|null} */ (this.querySelector(`.direction.${which} [aria-checked=true]`))?.focus();
  }

  #swap() {
    const same = this.#wheel === this.#ball;
    return h('p', { class: same ? 'quiet warn' : 'quiet' }, same ? 'Wheel and ball run the same way: recorded so, the spin is no spin.' : 'Opposite ways, alternating from spin to spin.',
      h('button', { type: 'button', class: 'textual', onclick: () => { [this.#wheel, this.#ball] = [OTHER[this.#wheel], OTHER[this.#wheel]]; this.#shown = ''; this.#draw(); } }, 'Turn both'));
  }

  #turns() {
    const values = [2, 3, 4, 5, 6, 7, 8];
    return h('div', { class: 'turns', role: 'group', 'aria-labelledby': 'turns' }, h('span', { id: 'turns' }, this.#card.revolutions_min ? `Revolutions, at least ${this.#card.revolutions_min}` : 'Revolutions'),
      ...values.map((value) => h('button', {
        type: 'button', 'aria-pressed': String(value === this.#revolutions), 'aria-label': `${value}${value === 8 ? ' or more' : ''} revolutions`,
        onclick: () => { this.#revolutions = value; this.#keep(); this.#shown = ''; this.#draw(); },
      }, value === 8 ? '8+' : value)));
  }

  #reasons(/** @type {boolean} */ direct) {
    const dealing = this.#view.dealing;
    const reasons = this.#card.no_spin_reasons;
    if (!direct && !this.#reason) this.#reason = dealing.wheel && dealing.wheel === dealing.ball ? 'same-direction' : (reasons[0]?.reason ?? '');
    return h('div', { class: 'reasons' }, ...reasons.map((/** @type {any} */ each) => h('button', {
      type: 'button', 'aria-pressed': direct ? null : String(each.reason === this.#reason),
      onclick: () => {
        if (direct) {
          this.list(false);
          this.#emit('step', { type: 'call-no-spin', reason: each.reason });
        } else {
          this.#reason = each.reason;
          this.#shown = '';
          this.#draw();
        }
      },
    }, h('span', {}, each.words), each.clause ? h('cite', {}, each.clause) : null)),
    direct ? h('button', { type: 'button', class: 'textual', onclick: () => { this.list(false); this.#noSpin.focus(); } }, 'Back to the next step') : null);
  }

  #rest() {
    const label = this.#view.result;
    const color = this.#card.compartments.find((/** @type {any} */ each) => each.label === label)?.color ?? 'plain';
    return h('p', { class: `rest ${color}` }, h('b', {}, label), h('span', {}, color === 'plain' ? 'at rest' : color));
  }

  #choosing(/** @type {any[]} */ waiting) {
    if (!waiting.length) return [];
    const choose = (/** @type {any} */ each, /** @type {string} */ choice, /** @type {string} */ label) =>
      h('button', { type: 'button', 'aria-label': `Seat ${each.seat}, ${each.spot}: ${label}`, onclick: () => this.#emit('choice', { type: 'choose-in-prison', seat: each.seat, spot: each.spot, choice }) }, label);
    return [h('div', { class: 'choosing' },
      h('h3', {}, 'Choices in prison ', h('span', { class: 'until' })),
      h('ul', {}, ...waiting.map((each) => h('li', {}, h('span', {}, `Seat ${each.seat} · ${this.#spot(each.spot)}`), h('b', {}, dollars(each.amount)), choose(each, 'half', 'Half back'), choose(each, 'leave', 'Leave it')))))];
  }

  #payments(/** @type {string} */ title, /** @type {any[]} */ wagers) {
    /** @type {Map<string, {total: number, lines: any[]}>} */
    const seats = new Map();
    for (const each of wagers) {
      const key = each.tip ? 'Tip box' : `Seat ${each.seat}`;
      const entry = seats.get(key) ?? { total: 0, lines: [] };
      entry.total += each.winnings ?? 0;
      entry.lines.push(each);
      seats.set(key, entry);
    }
    if (!seats.size) return h('p', { class: 'big-word' }, 'No winners');
    return h('div', { class: 'payments' }, h('h3', {}, title),
      h('ul', {}, ...[...seats].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })).map(([name, entry]) => h('li', {},
        h('strong', {}, name), entry.total ? h('b', {}, dollars(entry.total)) : h('em', {}, 'nothing to pay'),
        h('span', {}, entry.lines.map((each) => `${dollars(each.amount)} on ${this.#spot(each.spot)}${each.winnings ? ` wins ${dollars(each.winnings)}` : ` keeps ${dollars(each.returned ?? 0)}`}`).join(' · '))))));
  }

  #onLayout() {
    const { wagers } = this.#view;
    const total = wagers.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.amount, 0);
    return h('p', { class: 'quiet' }, `${wagers.length} ${wagers.length === 1 ? 'wager' : 'wagers'} on the layout, ${dollars(total)} in all.`);
  }

  /** Which terminals will not be heard when the call is made, so that the dealer calls to those players aloud. */
  #hearing() {
    if (!this.#presence.length) return '';
    const deaf = this.#presence.filter((each) => !each.connected || !each.audio);
    return h('div', { class: 'hearing' },
      h('p', {}, deaf.length ? 'Call aloud. These terminals will not sound:' : `All ${this.#presence.length} terminals will show and sound the call.`),
      deaf.length ? h('ul', {}, ...deaf.map((each) => h('li', { class: each.connected ? 'mute' : 'off' }, `Seat ${each.seat}: ${each.connected ? 'no sound' : 'not connected'}`))) : '');
  }

  #spot(/** @type {string} */ id) {
    return this.#card.spots[id]?.name ?? id;
  }

  #label() {
    if (!this.#view) return;
    const command = this.#command;
    const button = command ? BUTTONS[command] : this.#view.phase === 'closed' ? 'The table is closed' : 'Waiting for the pit';
    const chosen = command === 'announce-number' ? this.#pad.words : '';
    const missing = command === 'announce-number' ? (!chosen ? 'Choose the number' : !this.#revolutions ? 'Choose the revolutions' : '') : '';
    const words = this.#automatic && command ? 'The automatic dealer deals' : missing || (chosen ? `${button} ${chosen}` : button);
    this.#button.disabled = this.#automatic || this.#listing || !this.#order();
    if (this.#button.dataset.words === words) return;
    this.#button.dataset.words = words;
    this.#button.replaceChildren(h('span', {}, words), this.#order() && !this.#automatic ? h('kbd', {}, 'Enter') : '');
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

  /** The wheel turns the other way next time, and the ball against it. @param {any} spun */
  #remember(spun) {
    this.#wheel = OTHER[spun.wheel];
    this.#ball = OTHER[this.#wheel];
    this.#reason = '';
    this.#keep();
  }

  #keep() {
    localStorage.setItem(`croupier.dealer.${this.#card.number}`, JSON.stringify({ wheel: this.#wheel, revolutions: this.#revolutions }));
  }

  #recall() {
    const kept = JSON.parse(localStorage.getItem(`croupier.dealer.${this.#card.number}`) ?? '{}');
    if (kept.wheel in OTHER) {
      this.#wheel = kept.wheel;
      this.#ball = OTHER[kept.wheel];
    }
    if (Number.isInteger(kept.revolutions)) this.#revolutions = kept.revolutions;
  }

  #emit(/** @type {string} */ name, /** @type {any} */ detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define('cr-next', CrNext);
