// @ts-check
/**
 * <cr-slip>: every bet of the player with its odds and amount, the total, and a field for typed bets.
 *
 *     slip.card = card
 *     slip.show(ownWagers)           // Wager[] of store.js, pending ones included
 *     slip.focusInput()
 *
 * Events: `cr-typed` {spot, stake}: the text as typed, `17-20 5` or `red`; stake in cents or null for the chosen chip.
 * `cr-take` {wager}: this bet is asked back. What was typed is read by the service, which knows every name of a spot.
 */
import { html } from '../core/svg.js';
import { cents, dollars, odds } from '../core/money.js';

export class CrSlip extends HTMLElement {
  /** @type {any} */
  #card = null;
  #list = html('ul', { class: 'slip-list', 'aria-label': 'Your bets', tabindex: 0 });
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

  focusInput() {
    this.#input.focus();
    this.#input.select();
  }

  /** @param {import('../core/store.js').Wager[]} wagers */
  show(wagers) {
    const sum = wagers.reduce((total, wager) => total + wager.amount, 0);
    this.#total.textContent = wagers.length ? dollars(sum) : '';
    this.#list.replaceChildren(...(wagers.length ? wagers.map((wager) => this.#row(wager)) : [
      html('li', { class: 'slip-none' }, 'No bets yet. Touch the layout, use the arrow keys and Enter, or type a bet.'),
    ]));
  }

  /** @param {import('../core/store.js').Wager} wager */
  #row(wager) {
    const figures = this.#card?.spots[wager.spot], name = figures?.name ?? wager.spot;
    const notes = [wager.tip && 'for the dealers', wager.imprisoned && 'in prison', wager.pending === 'placing' && 'not confirmed yet', wager.pending === 'taking' && 'asked back'].filter(Boolean);
    return html(
      'li', { class: wager.pending ? 'slip-row is-waiting' : 'slip-row', 'data-bet': wager.spot, 'data-pending': wager.pending ?? null },
      html('span', { class: 'slip-name' }, name, figures ? html('small', {}, ` ${odds(figures.pays)}`) : null, notes.length ? html('em', {}, ` ${notes.join(', ')}`) : null),
      html('b', {}, dollars(wager.amount)),
      html('button', {
        class: 'slip-take', type: 'button', 'aria-label': `Take back ${name}, ${dollars(wager.amount)}`, disabled: Boolean(wager.pending),
        onclick: () => this.dispatchEvent(new CustomEvent('cr-take', { bubbles: true, detail: { wager } })),
      }, '−'),
    );
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
