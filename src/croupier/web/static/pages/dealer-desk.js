// @ts-check
// What the tasks of a dealer share: the seat they are about, its chips, and amounts that are common there.
import { dollars } from '../core/money.js';

/**
 * @typedef {(command: any, words?: string) => Promise<import('../ui/form.js').Outcome>} Send
 * @typedef {{card: any, view: any, seat: number, send: Send}} Desk
 * @typedef {{title: string, element: HTMLElement, onSpot?: (spot: string) => void, hand?: string}} Task
 */

/** The kinds of chips that may lie at the table. @param {Desk} desk @returns {[string, string][]} */
export function kinds({ card }) {
  const own = /** @type {[string, string]} */ ([card.own_chips, card.electronic ? 'Electronic chips' : 'Own color']);
  return card.electronic ? [own] : [own, ['value', 'Value chips'], ['plaque', 'Plaques']];
}

/** Who sits at the seat of the task. @param {Desk} desk */
export const seated = ({ view, seat }) => view.seats.find((/** @type {any} */ each) => each.seat === seat);

/** Stakes of one, five, ten and twenty chips of the seat. @param {Desk} desk @returns {[string, string][]} */
export function stakes(desk) {
  const value = seated(desk)?.value || desk.card.chip_values[0] || 100;
  return [1, 5, 10, 20].map((count) => [plain(count * value), dollars(count * value)]);
}

/** An amount as one types it. @param {number} amount */
export const plain = (amount) => (amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100));

/** The seats that are taken, to choose from. @param {Desk} desk @returns {[string, string][]} */
export const seatOptions = ({ view }) =>
  view.seats.map((/** @type {any} */ each) => [String(each.seat), `${each.seat} · ${each.player}`]);
