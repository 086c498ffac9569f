// @ts-check
// Shared by the dealer's tasks: their seat, its chips, and common amounts.
import { t } from '../core/language.js';
import { dollars, written } from '../core/money.js';

/**
 * @typedef {(command: Service.Command, words?: string) => Promise<import('../ui/form.js').Outcome>} Send
 * @typedef {{card: Service.Card, view: Page.View, seat: number, send: Send, slips: HTMLElement}} Desk
 * @typedef {{title: string, element: HTMLElement, onSpot?: (spot: string) => void, hand?: string}} Task
 */

/** The kinds of chips in use at the table. @param {Desk} desk @returns {[Service.Chips, string][]} */
export function kinds({ card }) {
  const own = /** @type {[Service.Chips, string]} */ ([card.own_chips, card.electronic ? t('deal.electronic-chips') : t('deal.own-color')]);
  return card.electronic ? [own] : [own, ['value', t('deal.value-chips')], ['plaque', t('deal.plaques')]];
}

/** Who sits at the seat of the task. @param {Desk} desk */
export const seated = ({ view, seat }) => view.seats.find((each) => each.seat === seat);

/** Stakes of one, five, ten and twenty chips of the seat. @param {Desk} desk @returns {[string, string][]} */
export function stakes(desk) {
  const value = seated(desk)?.value || desk.card.chip_values[0] || 100;
  return [1, 5, 10, 20].map((count) => [plain(count * value), dollars(count * value)]);
}

/** An amount as typed. @param {number} amount */
export const plain = (amount) => written(amount, amount % 100 === 0);

/** The taken seats, as options. @param {Desk} desk @returns {[string, string][]} */
export const seatOptions = ({ view }) =>
  view.seats.map((each) => [String(each.seat), `${each.seat} · ${each.player}`]);
