// @ts-check
/**
 * <cr-slip>: the player's bets with odds and amounts, the total, and a field for typed bets.
 *
 *     slip.card = card
 *     slip.show(ownWagers)           // Wager[] of store.js, pending ones included
 *     slip.locked = 'acts-why'       // bets cannot be taken back; the element with that id says why; '' unlocks
 *     slip.spoken = [{ name, cash }] // verbal wagers that wait for the dealer
 *     slip.focusInput()
 *
 *     slip.mend('17-19 5')          // restores a refused line for editing
 *
 * Events: `cr-typed` {spot, stake, text}: what was typed, `17-20 5`, `1st 12` or `red`; stake in cents or null for the chosen chip.
 * `cr-take` {wager}: take this bet back. `cr-locked`: it was tried while locked. The service parses typed bets, because
 * it knows all names of spots.
 */
import { given } from '../core/checked.js';
import { t } from '../core/language.js';
import { html } from '../core/svg.js';
import { cents, dollars, odds } from '../core/money.js';
import { keyOf } from '../core/store.js';

/** @typedef {import('../core/store.js').Wager} Wager */

export class CrSlip extends HTMLElement {
  /** @type {Service.Card | null} */
  #given = null;
  get #card() {
    return given(this.#given, 'card');
  }
  #locked = '';
  /** Rows are kept as long as their bets, so that pointer and focus are not lost. @type {Map<string, {node: HTMLElement, look: string, wager: Wager}>} */
  #rows = new Map();
  #none = html('li', { class: 'slip-none' }, t('play.no-bets-yet-touch-the-layout'));
  /** @type {HTMLElement[]} */
  #spoken = [];
  #list = html('ul', { class: 'slip-list', 'aria-label': t('play.your-bets'), tabindex: 0 }, this.#none);
  #total = html('output', { class: 'slip-total' });
  #input = html('input', { class: 'input slip-input', name: 'bet', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'done', maxlength: 60, 'aria-describedby': 'slip-help', placeholder: t('play.type-a-bet', { example: '17-20 5' }) });
  #help = html('p', { id: 'slip-help', class: 'slip-help' }, t('play.spot-then-the-amount-press-to'));

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      html('h2', { class: 'panel-title slip-head' }, `${t('play.your-bets')} `, this.#total),
      this.#list,
      html('form', { class: 'slip-form', onsubmit: (/** @type {Event} */ event) => this.#typed(event) },
        html('label', {}, html('span', { class: 'sr-only' }, t('play.type-a-bet-spot-then-the')), this.#input),
        html('button', { class: 'button is-small', type: 'submit' }, t('play.bet'))),
      this.#help,
    );
  }

  /** @param {Service.Card} card */
  set card(card) {
    this.#given = card;
    const example = card.flat ? `${Object.keys(card.spots)[0]} 10` : '17-20 5';
    this.#input.placeholder = t('play.type-a-bet', { example });
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
      html('span', { class: 'slip-name' }, name, html('em', {}, ` ${t('play.spoken-waits-for-the-dealer')}`)), html('b', {}, dollars(cash))));
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

  /** Shows the instructions while there are no bets. */
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

  /** Removes a row; its focus moves to the list. @param {HTMLElement} node */
  #drop(node) {
    const held = node.contains(document.activeElement);
    node.remove();
    if (held) this.#list.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} node @param {Wager} wager @param {string} key */
  #write(node, wager, key) {
    const figures = this.#given?.spots[wager.spot], name = figures?.name ?? wager.spot;
    const notes = [wager.tip && t('play.for-the-dealers'), wager.imprisoned && t('play.in-prison'), wager.pending === 'placing' && t('play.not-confirmed-yet'), wager.pending === 'taking' && t('play.asked-back')].filter(Boolean);
    if (!node.firstChild) {
      node.dataset.bet = wager.spot;
      node.append(
        html('span', { class: 'slip-name' }, name, figures ? html('small', {}, ` ${odds(figures.pays)}`) : null, html('em')),
        html('b'), html('button', { class: 'slip-take', type: 'button', onclick: () => this.#take(key) }, '−'),
      );
    }
    node.className = wager.pending ? 'slip-row is-waiting' : 'slip-row';
    if (wager.pending) node.dataset.pending = wager.pending;
    else delete node.dataset.pending;
    const [words, sum, take] = node.children, amount = dollars(wager.amount), note = notes.length ? ` ${notes.join(', ')}` : '';
    const small = words.lastElementChild;
    if (small && small.textContent !== note) small.textContent = note;
    sum.textContent = amount;
    take.setAttribute('aria-label', t('play.take-back', { name, amount }));
    this.#guard(node, wager);
  }

  /** Enables or disables the button that takes a bet back. @param {HTMLElement} node @param {Wager} wager */
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
    const text = this.#input.value.trim().replace(/\s+/g, ' '), words = text.split(' ');
    if (!text) return;
    const stake = words.length > 1 && !this.#whole(text) ? cents(words[words.length - 1]) : null;
    const spot = (stake === null ? words : words.slice(0, -1)).join(' ');
    this.#input.value = '';
    this.dispatchEvent(new CustomEvent('cr-typed', { bubbles: true, detail: { spot, stake, text } }));
  }

  /** Whether the whole text names a spot, so that its last number is not an amount: '1st 12', 'split 17 20'. @param {string} text */
  #whole(text) {
    const typed = text.toLowerCase(), { spots, printed } = this.#card;
    if (typed in printed || typed in spots) return true;
    const [kind, ...numbers] = typed.split(' ');
    const alike = Object.values(spots).find((each) => each.wager === kind);
    return numbers.length === alike?.numbers.length && numbers.every((number) => number in spots);
  }

  /** Restores a refused line, unless something else is being typed. @param {string} text */
  mend(text) {
    if (!this.#input.value) this.#input.value = text;
  }
}

customElements.define('cr-slip', CrSlip);
