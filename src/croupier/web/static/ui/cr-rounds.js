// @ts-check
/**
 * <cr-rounds>: rounds that are over, each to be seen again as it went: the bets, the number, the losers collected, the
 * winners paid.
 *
 *     rounds.card = card
 *     rounds.show(list)            // finished rounds of `GET /tables/{number}/rounds`, newest first
 *
 * Nothing is computed here: what each bet got is what the records say.
 */
import { html } from '../core/svg.js';
import { dollars, odds } from '../core/money.js';
import { sign } from './wheel-drawing.js';
import { resultName } from './words.js';
import './cr-board.js';
import './cr-track.js';

const STEPS = ['Bets', 'Number', 'Collected', 'Paid'];
const NUMBER = 1;
const STEP_MS = 1100;

/** What a bet came to, for its player. @param {any} wager */
function cameTo({ outcome, winnings, returned, amount }) {
  if (outcome === 'imprisoned') return 'in prison';
  if (winnings) return `+${dollars(winnings)}`;
  return returned ? `${dollars(returned)} back` : `−${dollars(amount)}`;
}

export class CrRounds extends HTMLElement {
  /** @type {any} */
  #card = null;
  /** @type {any} */
  #round = null;
  /** Counts up when another round or step is asked for, so that what still runs ends. */
  #run = 0;
  #board = /** @type {import('./cr-board.js').CrBoard} */ (document.createElement('cr-board'));
  #track = /** @type {import('./cr-track.js').CrTrack} */ (document.createElement('cr-track'));
  #tabs = html('div', { class: 'round-tabs', role: 'group', 'aria-label': 'Rounds, newest first' });
  #play = html('button', { class: 'button is-small is-main', type: 'button', onclick: () => this.#replay() }, 'Play again');
  #steps = html('div', { class: 'round-steps', role: 'group', 'aria-label': 'Steps of the round' }, ...STEPS.map((words, step) => html(
    'button', { class: 'button is-small', type: 'button', 'aria-pressed': 'false', onclick: () => this.#stop(step) }, words)));
  #list = html('ul', { class: 'round-wagers' });

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      this.#tabs, html('div', { class: 'round-board' }, this.#board, html('div', { class: 'round-track', inert: true }, this.#track)),
      html('div', { class: 'round-controls' }, this.#play, this.#steps), this.#list,
    );
  }

  disconnectedCallback() {
    this.#run += 1;
  }

  /** @param {any} card */
  set card(card) {
    this.#card = card;
    this.#board.readonly = true;
    this.#board.orientation = 'landscape';
    this.#board.card = card;
    this.#track.orientation = 'landscape';
    this.#track.card = card;
  }

  /** @param {any[]} rounds */
  show(rounds) {
    const colors = new Map(this.#card.compartments.map((/** @type {any} */ each) => [each.label, each.color]));
    this.#tabs.replaceChildren(...rounds.map((round) => {
      const color = String(colors.get(round.result) ?? 'plain');
      return html('button', {
        class: 'result', type: 'button', 'data-color': color, 'data-round': round.round, 'aria-pressed': 'false',
        'aria-label': `Round ${round.round}: ${resultName(round.result, color)}`, onclick: () => this.#pick(round),
      }, sign(round.result));
    }));
    if (rounds.length) this.#pick(rounds[0]);
  }

  /** @param {any} round */
  #pick(round) {
    this.#round = round;
    for (const tab of /** @type {HTMLElement[]} */ ([...this.#tabs.children])) {
      tab.setAttribute('aria-pressed', String(tab.dataset.round === String(round.round)));
    }
    const around = round.wagers.some((/** @type {any} */ each) => each.spot.startsWith('adjacent-'));
    /** @type {HTMLElement} */ (this.#track.parentElement).hidden = !around;
    this.#play.hidden = this.#steps.hidden = !round.wagers.length;
    const sum = (/** @type {(wager: any) => number} */ of) => round.wagers.reduce((/** @type {number} */ total, /** @type {any} */ each) => total + of(each), 0);
    const staked = sum((each) => each.amount), back = sum((each) => each.winnings + each.returned);
    this.#list.replaceChildren(
      html('li', { class: 'round-sum' }, html('b', {}, `Round ${round.round}: ${round.result}`), html('span', {}, staked ? `staked ${dollars(staked)}, back ${dollars(back)}` : 'you had no bets')),
      ...round.wagers.map((/** @type {any} */ wager) => {
        const figures = this.#card.spots[wager.spot];
        return html('li', { 'data-outcome': wager.outcome },
          html('span', {}, `${figures?.name ?? wager.spot} `, figures ? html('small', {}, odds(figures.pays)) : null, ` ${dollars(wager.amount)}`),
          html('b', {}, cameTo(wager)));
      }),
    );
    this.#stop(NUMBER);
  }

  /** Stands still at a step. @param {number} step */
  #stop(step) {
    this.#run += 1;
    this.#stand(step);
  }

  /** The layout as it was at a step. @param {number} step */
  #stand(step) {
    const { wagers, result } = this.#round, flat = this.#card.wheel === 'big-six';
    [...this.#steps.children].forEach((button, at) => button.setAttribute('aria-pressed', String(at === step)));
    this.#board.chips.clearMarks();
    const stay = step < 2 ? wagers : wagers.filter((/** @type {any} */ each) => each.outcome !== 'lose');
    this.#board.show(stay);
    this.#track.show(stay);
    this.#board.crown = step && !flat ? result : '';
    this.#board.win = step ? result : '';
  }

  /** All steps, one after the other, as the dealer took them. */
  async #replay() {
    const run = ++this.#run, { wagers } = this.#round;
    const lost = wagers.filter((/** @type {any} */ each) => each.outcome === 'lose');
    for (let step = 0; step < STEPS.length; step += 1) {
      this.#stand(step);
      if (STEPS[step] === 'Collected') await this.#board.chips.sweep(lost);
      if (STEPS[step] === 'Paid') await this.#board.chips.pay(wagers);
      await new Promise((done) => setTimeout(done, STEP_MS));
      if (run !== this.#run) return;
    }
  }
}

customElements.define('cr-rounds', CrRounds);
