// @ts-check
/**
 * <cr-slip>: every bet of the player with its odds and amount, the total, and a field for typed bets.
 *
 *     slip.card = card
 *     slip.show(ownWagers)           // Wager[] of store.js, pending ones included
 *     slip.locked = 'acts-why'       // no bet can be asked back, and the element with that id says why; '' unlocks
 *     slip.spoken = [{ name, cash }] // spoken wagers that wait for the dealer
 *     slip.focusInput()
 *
 * Events: `cr-typed` {spot, stake}: the text as typed, `17-20 5` or `red`; stake in cents or null for the chosen chip.
 * `cr-take` {wager}: this bet is asked back. `cr-locked`: it was tried while locked. What was typed is read by the
 * service, which knows every name of a spot.
 */
import { html } from '../core/svg.js';
import { cents, dollars, odds } from '../core/money.js';
import { keyOf } from '../core/store.js';

/** @typedef {import('../core/store.js').Wager} Wager */

export class CrSlip extends HTMLElement {
  /** @type {any} */
  #card = null;
  #locked = '';
  /** Rows stay as long as their bets do, so that a hand or a focus on one is not lost. @type {Map<string, {node: HTMLElement, look: string, wager: Wager}>} */
  #rows = new Map();
  #none = html('li', { class: 'slip-none' }, 'No bets yet. Touch the layout, use the arrow keys and Enter, or type a bet.');
  /** @type {HTMLElement[]} */
  #spoken = [];
  #list = html('ul', { class: 'slip-list', 'aria-label': 'Your bets', tabindex: 0 }, this.#none);
  #total = html('output', { class: 'slip-total' });
  #input = html('input', { class: 'input slip-input', name: 'bet', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'done', maxlength: 60, 'aria-describedby': 'slip-help', placeholder: 'Type a bet: 17-20 5' });
  #help = html('p', { id: 'slip-help', class: 'slip-help' }, 'Spot, then dollars. Press / to type.');

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      html('h2', { class: 'panel-title slip-head' }, 'Your bets ', this.#total),
      this.#list,
      html('form', { class: 'slip-form', onsubmit: (/** @type {Event} */ event) => this.#typed(event) },
        html('label', {}, html('span', { class: 'sr-only' }, 'Type a bet: spot, then dollars'), this.#input),
        html('button', { class: 'button is-small', type: 'submit' }, 'Bet')),
      this.#help,
    );
  }

  /** @param {any} card */
  set card(card) {
    this.#card = card;
    const example = card.wheel === 'big-six' ? '$5 10' : '17-20 5';
    this.#input.placeholder = `Type a bet: ${example}`;
  }

  /** @param {string} why the id of the reason */
  set locked(why) {
    if (why === this.#locked) return;
    this.#locked = why;
    for (const { node, wager } of this.#rows.values()) this.#guard(node, wager);
  }

  /** @param {{name: string, cash: number}[]} offers */
  set spoken(offers) {
    for (const row of this.#spoken) row.remove();
    this.#spoken = offers.map(({ name, cash }) => html('li', { class: 'slip-row is-waiting' },
      html('span', { class: 'slip-name' }, name, html('em', {}, ' spoken, waits for the dealer')), html('b', {}, dollars(cash))));
    this.#none.after(...this.#spoken);
    this.#empty();
  }

  focusInput() {
    this.#input.focus();
    this.#input.select();
  }

  /** @param {Wager[]} wagers */
  show(wagers) {
    const sum = wagers.reduce((total, wager) => total + wager.amount, 0);
    this.#total.textContent = wagers.length ? dollars(sum) : '';
    const seen = new Set();
    for (const wager of wagers) {
      const key = `${keyOf(wager)}|${wager.pending === 'placing' ? wager.id : ''}`;
      seen.add(key);
      this.#put(key, wager);
    }
    for (const [key, { node }] of this.#rows) {
      if (seen.has(key)) continue;
      this.#drop(node);
      this.#rows.delete(key);
    }
    this.#empty();
  }

  /** What to do is said while nothing stands and nothing waits. */
  #empty() {
    this.#none.hidden = this.#rows.size > 0 || this.#spoken.length > 0;
  }

  /** @param {string} key @param {Wager} wager */
  #put(key, wager) {
    const look = `${wager.amount}|${wager.imprisoned}|${wager.pending ?? ''}`, known = this.#rows.get(key);
    if (known) known.wager = wager;
    if (known?.look === look) return;
    const row = known ?? { node: html('li'), look, wager };
    row.look = look;
    this.#write(row.node, wager, key);
    if (known) return;
    this.#rows.set(key, row);
    this.#list.append(row.node);
  }

  /** A row goes; the focus that was in it goes to the list. @param {HTMLElement} node */
  #drop(node) {
    const held = node.contains(document.activeElement);
    node.remove();
    if (held) this.#list.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} node @param {Wager} wager @param {string} key */
  #write(node, wager, key) {
    const figures = this.#card?.spots[wager.spot], name = figures?.name ?? wager.spot;
    const notes = [wager.tip && 'for the dealers', wager.imprisoned && 'in prison', wager.pending === 'placing' && 'not confirmed yet', wager.pending === 'taking' && 'asked back'].filter(Boolean);
    node.className = wager.pending ? 'slip-row is-waiting' : 'slip-row';
    node.dataset.bet = wager.spot;
    if (wager.pending) node.dataset.pending = wager.pending;
    else delete node.dataset.pending;
    const words = html('span', { class: 'slip-name' }, name, figures ? html('small', {}, ` ${odds(figures.pays)}`) : null, notes.length ? html('em', {}, ` ${notes.join(', ')}`) : null);
    const take = node.querySelector('button') ?? html('button', { class: 'slip-take', type: 'button', onclick: () => this.#take(key) }, '−');
    take.setAttribute('aria-label', `Take back ${name}, ${dollars(wager.amount)}`);
    if (node.firstChild) [...node.children].forEach((each) => each !== take && each.remove());
    node.prepend(words, html('b', {}, dollars(wager.amount)));
    if (!take.parentNode) node.append(take);
    this.#guard(node, wager);
  }

  /** Whether a row's bet can be asked back now. @param {HTMLElement} node @param {Wager} wager */
  #guard(node, wager) {
    const take = node.querySelector('button');
    if (this.#locked) take?.setAttribute('aria-describedby', this.#locked);
    else take?.removeAttribute('aria-describedby');
    take?.setAttribute('aria-disabled', String(Boolean(this.#locked || wager.pending)));
  }

  /** @param {string} key */
  #take(key) {
    const wager = this.#rows.get(key)?.wager;
    if (!wager || wager.pending) return;
    this.dispatchEvent(this.#locked ? new CustomEvent('cr-locked', { bubbles: true }) : new CustomEvent('cr-take', { bubbles: true, detail: { wager } }));
  }

  /** @param {Event} event */
  #typed(event) {
    event.preventDefault();
    const words = this.#input.value.trim().split(/\s+/).filter(Boolean);
    if (!words.length) return;
    const last = words.length > 1 ? cents(words[words.length - 1]) : null;
    const spot = (last === null ? words : words.slice(0, -1)).join('-');
    this.#input.value = '';
    this.dispatchEvent(new CustomEvent('cr-typed', { bubbles: true, detail: { spot, stake: last } }));
  }
}

customElements.define('cr-slip', CrSlip);
