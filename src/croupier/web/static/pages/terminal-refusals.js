// @ts-check
/** What a terminal says when something was not done, and what it offers instead. */
import { t } from '../core/language.js';
import { reasonOf } from '../core/link.js';
import { dollars } from '../core/money.js';

/** @typedef {import('../core/link.js').Answer} Answer */

/** Why a command was refused; of several wagers it names the refused one. @param {Service.Card} card @param {Service.Command} command @param {Answer} answer */
export function refusalOf(card, command, answer) {
  if (answer.outcome !== 'refused') return reasonOf(answer) ?? { message: '', clause: null };
  const { refusal } = answer, { spot } = refusal.facts, whole = command.type === 'change-wagers' && spot;
  return whole ? { ...refusal, message: t('play.nothing-was-changed', { spot: card.spots[spot]?.name ?? spot, message: refusal.message }) } : refusal;
}

/**
 * An allowed alternative to what was refused, from the facts of the refusal.
 * @param {Service.Command} command @param {Answer} answer
 * @param {{card: Service.Card, play: import('./terminal-play.js').Play, value: number}} with the value of one chip of the player's own
 */
export function remedy(command, answer, { card, play, value }) {
  if (answer.outcome !== 'refused' || answer.refusal.code !== 'stake-below-minimum') return null;
  if (command.type === 'take-down') {
    const whole = play.own.find((wager) => wager.spot === command.spot && wager.chips === command.chips && Boolean(wager.tip) === Boolean(command.tip) && !wager.imprisoned && !wager.pending);
    return whole ? { words: t('play.take-all', { amount: dollars(whole.amount) }), run: () => play.take(whole) } : null;
  }
  if (command.type !== 'place-wager') return null;
  const chip = command.chips === card.own_chips ? value || 1 : command.stake, { minimum, stake } = answer.refusal.facts, missing = Number(minimum) - Number(stake) + command.stake;
  const amount = Math.ceil(missing / chip) * chip;
  return { words: t('play.place', { amount: dollars(amount) }), run: () => play.place(command.spot, { amount, chips: command.chips ?? card.own_chips, color: command.color ?? '' }, Boolean(command.tip)) };
}
