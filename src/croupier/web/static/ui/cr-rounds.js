// @ts-check
/**
 * <cr-rounds>: finished rounds, each with a replay: the bets, the number, the losers collected, the winners paid.
 *
 *     rounds.card = card
 *     rounds.show(list)            // finished rounds of `GET /tables/{number}/rounds`, newest first
 *
 * Nothing is computed here: results come from the records.
 */
import { all, given } from '../core/checked.js';
import { t } from '../core/language.js';
import { html } from '../core/svg.js';
import { dollars, odds } from '../core/money.js';
import { sign } from './wheel-drawing.js';
import { resultName } from './display-format.js';
import './cr-board.js';
import './cr-track.js';

const STEPS = [t('play.bets'), t('play.number'), t('play.collected'), t('play.paid')];
const [NUMBER, COLLECTED, PAID] = [1, 2, 3];
const STEP_MS = 1100;

/** The result of a bet; winnings of a bet for the dealers are theirs. @param {Service.RoundWager} wager */
function cameTo({ outcome, winnings, returned, amount, tip }) {
  if (outcome === 'imprisoned') return t('play.in-prison');
  if (tip) return winnings + returned ? t('play.to-the-dealers', { returned: dollars(winnings + returned) }) : `−${dollars(amount)}`;
  if (winnings) return `+${dollars(winnings)}`;
  return returned ? t('play.back', { returned: dollars(returned) }) : `−${dollars(amount)}`;
}

export class CrRounds extends HTMLElement {
  /** Whether to offer receipts, because the rounds are a player's own. */
  receipts = false;
  /** @type {Service.Card | null} */
  #given = null;
  get #card() {
    return given(this.#given, 'card');
  }
  /** @type {Service.FinishedRound | null} */
  #picked = null;
  get #round() {
    return given(this.#picked, 'round');
  }
  /** Increases with each choice, so that a running replay stops. */
  #run = 0;
  #board = document.createElement('cr-board');
  #track = document.createElement('cr-track');
  #tabs = html('div', { class: 'round-tabs', role: 'group', 'aria-label': t('play.rounds-newest-first') });
  #play = html('button', { class: 'button is-small is-main', type: 'button', onclick: () => this.#replay() }, t('play.play-again'));
  #steps = html('div', { class: 'round-steps', role: 'group', 'aria-label': t('play.steps-of-the-round') }, ...STEPS.map((words, step) => html(
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

  /** @param {Service.Card} card */
  set card(card) {
    this.#given = card;
    this.#board.readonly = true;
    this.#board.orientation = 'landscape';
    this.#board.card = card;
    this.#track.orientation = 'landscape';
    this.#track.card = card;
  }

  /** @param {Service.FinishedRound[]} rounds */
  show(rounds) {
    const colors = new Map(this.#card.compartments.map((each) => [each.label, each.color]));
    this.#tabs.replaceChildren(...rounds.map((round) => {
      const color = String(colors.get(round.result) ?? 'plain');
      return html('button', {
        class: 'result', type: 'button', 'data-color': color, 'data-round': round.round, 'aria-pressed': 'false',
        'aria-label': t('play.round-result', { round: round.round, result: resultName(round.result, color) }), onclick: () => this.#pick(round),
      }, sign(round.result));
    }));
    if (rounds.length) this.#pick(rounds[0]);
  }

  /** @param {Service.FinishedRound} round */
  #pick(round) {
    this.#picked = round;
    for (const tab of all(this.#tabs, 'button')) {
      tab.setAttribute('aria-pressed', String(tab.dataset.round === String(round.round)));
    }
    const around = round.wagers.some((each) => this.#card.spots[each.spot]?.parts > 1);
    given(this.#track.parentElement, 'place of the replica').hidden = !around;
    this.#play.hidden = this.#steps.hidden = !round.wagers.length;
    const sum = (/** @type {(wager: Service.RoundWager) => number} */ of) => round.wagers.reduce((total, each) => total + of(each), 0);
    const staked = sum((each) => each.amount), back = sum((each) => (each.tip ? 0 : each.winnings + each.returned));
    this.#list.replaceChildren(
      html('li', { class: 'round-sum' }, html('b', {}, t('play.round-result', { round: round.round, result: round.result })), html('span', {}, staked ? t('play.staked-back', { staked: dollars(staked), back: dollars(back) }) : t('play.you-had-no-bets')),
        this.receipts && staked ? html('a', { class: 'button is-small', target: '_blank', href: `/receipt?table=${encodeURIComponent(this.#card.number)}&round=${round.round}` }, t('play.receipt')) : null),
      ...round.wagers.map((wager) => {
        const figures = this.#card.spots[wager.spot];
        return html('li', { 'data-outcome': wager.outcome },
          html('span', {}, `${figures?.name ?? wager.spot} `, figures ? html('small', {}, odds(figures.pays)) : null, ` ${wager.tip ? t('play.amount-for-the-dealers', { amount: dollars(wager.amount) }) : dollars(wager.amount)}`),
          html('b', {}, cameTo(wager)));
      }),
    );
    this.#stop(NUMBER);
  }

  /** Stops at a step. @param {number} step */
  #stop(step) {
    this.#run += 1;
    this.#stand(step);
  }

  /** Shows the layout at a step. @param {number} step */
  #stand(step) {
    const { wagers, result } = this.#round, flat = this.#card.flat;
    [...this.#steps.children].forEach((button, at) => button.setAttribute('aria-pressed', String(at === step)));
    this.#board.chips.clearMarks();
    const stay = step < 2 ? wagers : wagers.filter((each) => each.outcome !== 'lose');
    this.#board.show(stay);
    this.#track.show(stay);
    this.#board.crown = step && !flat ? result : '';
    this.#board.win = step ? result : '';
  }

  /** Plays all steps in order. */
  async #replay() {
    const run = ++this.#run, { wagers } = this.#round;
    const lost = wagers.filter((each) => each.outcome === 'lose');
    for (let step = 0; step < STEPS.length; step += 1) {
      this.#stand(step);
      if (step === COLLECTED) await this.#board.chips.sweep(lost);
      if (step === PAID) await this.#board.chips.pay(wagers);
      await new Promise((done) => setTimeout(done, STEP_MS));
      if (run !== this.#run) return;
    }
  }
}

customElements.define('cr-rounds', CrRounds);
