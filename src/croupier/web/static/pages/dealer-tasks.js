// @ts-check
// What a dealer does beside the round: seats, chips, wagers on a player's instruction, late bets, reports.
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { form } from '../ui/form.js';
import { words } from './console.js';

/**
 * @typedef {{card: any, view: any, seat: number, send: (command: any, words?: string) => Promise<import('../ui/form.js').Outcome>}} Desk
 * @typedef {{title: string, element: HTMLElement, onSpot?: (spot: string) => void, hand?: string}} Task
 */

const FUNDS = /** @type {[string, string][]} */ ([['cash', 'Cash'], ['atm-receipt', 'ATM receipt']]);
/** The colors of the premises' value chips, as they lie in the rack. */
const VALUE_COLORS = ['white', 'red', 'green', 'black', 'purple'];

/** @param {Desk} desk @returns {[string, string][]} */
function kinds({ card }) {
  const own = /** @type {[string, string]} */ ([card.own_chips, card.electronic ? 'Electronic chips' : 'Own color']);
  return card.electronic ? [own] : [own, ['value', 'Value chips'], ['plaque', 'Plaques']];
}

/** @param {Desk} desk */
const seated = ({ view, seat }) => view.seats.find((/** @type {any} */ each) => each.seat === seat);

/** Stakes of one, five, ten and twenty chips of the seat. @param {Desk} desk @returns {[string, string][]} */
function stakes(desk) {
  const value = seated(desk)?.value || desk.card.chip_values[0] || 100;
  return [1, 5, 10, 20].map((count) => [plain(count * value), dollars(count * value)]);
}

const plain = (/** @type {number} */ amount) => (amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100));

const AMOUNTS = /** @type {[string, string][]} */ ([20, 50, 100, 200, 500].map((each) => [String(each), `$${each}`]));

/** The tasks at one seat, in the order in which an evening needs them. */
export const SEAT_TASKS = /** @type {Record<string, {label: string, make: (desk: Desk) => Task}>} */ ({
  place: { label: 'Place', make: placeTask },
  move: { label: 'Move', make: moveTask },
  down: { label: 'Take down', make: downTask },
  spoken: { label: 'Spoken', make: spokenTask },
  sell: { label: 'Sell', make: sellTask },
  chips: { label: 'Chips', make: chipsTask },
  up: { label: 'Color up', make: upTask },
  cash: { label: 'Cash out', make: cashTask },
  tip: { label: 'Tip', make: tipTask },
  leave: { label: 'Leave', make: leaveTask },
});

export const TABLE_TASKS = /** @type {Record<string, (desk: Desk) => Task>} */ ({
  late: lateTask,
  irregularity: irregularityTask,
  dispute: disputeTask,
});

/** @param {Desk} desk @returns {Task} */
export function sitTask({ seat, send }) {
  const element = form({
    fields: [{ name: 'player', label: 'Name of the player' }], button: `Seat at ${seat}`,
    send: ({ player }) => send({ type: 'take-seat', seat, player }, 'Seated.'),
  });
  return { title: `Seat ${seat} is free`, element };
}

/** @param {Desk} desk @returns {Task} */
function placeTask(desk) {
  const { seat, send } = desk;
  const place = (/** @type {any} */ values) => send({
    type: 'place-wager', seat, spot: values.spot, stake: values.stake, chips: values.chips,
    color: ['value', 'plaque'].includes(values.chips) ? values.color : '', coupon: values.coupon ?? 0, tip: values.tip,
  }, `${dollars(values.stake)} on ${desk.card.spots[values.spot]?.name ?? values.spot}.`);
  const element = form({
    fields: [
      { name: 'stake', label: 'Stake', kind: 'money', value: stakes(desk)[1][0], quick: stakes(desk) },
      { name: 'spot', label: 'Spot', hint: 'or touch the layout' },
      { name: 'chips', label: 'Chips', kind: 'choice', options: kinds(desk) },
      ...(desk.card.electronic ? [] : [
        /** @type {any} */ ({ name: 'color', label: 'Their color', kind: 'choice', optional: true, when: (/** @type {any} */ values) => values.chips !== 'non-value', options: [['', 'not named'], ...VALUE_COLORS.map((each) => [each, words(each)])] }),
        /** @type {any} */ ({ name: 'coupon', label: 'Coupon', kind: 'money', optional: true }),
      ]),
      { name: 'tip', label: 'For the dealers', kind: 'check', hint: desk.card.tip_restriction ?? undefined },
    ],
    button: 'Place', keep: true, send: place,
  });
  return {
    title: 'Place a wager on instruction', element, hand: 'Touch the layout to place',
    onSpot: (spot) => { element.fill('spot', spot); element.requestSubmit(); },
  };
}

/** What stands for the seat, for forms about a wager that is there. @param {Desk} desk */
function standing({ view, seat, card }) {
  return view.wagers.filter((/** @type {any} */ each) => each.seat === seat).map((/** @type {any} */ each) => ({
    ...each, words: `${dollars(each.amount)} on ${card.spots[each.spot]?.name ?? each.spot}${each.imprisoned ? ' · in prison' : ''}${each.tip ? ' · tip' : ''}`,
  }));
}

/** @param {Desk} desk @returns {Task} */
function moveTask(desk) {
  const { seat, send } = desk;
  const wagers = standing(desk);
  if (!wagers.length) return nothing('Move a wager', 'Nothing of this seat stands on the layout.');
  const element = form({
    fields: [
      { name: 'wager', label: 'Wager', kind: 'choice', options: wagers.map((/** @type {any} */ each, /** @type {number} */ index) => [String(index), each.words]) },
      { name: 'stake', label: 'Amount', kind: 'money', optional: true, hint: 'All of it when left empty' },
      { name: 'to', label: 'To', hint: 'Touch the layout, or type the spot' },
    ],
    button: 'Move',
    send: ({ wager, stake, to }) => {
      const { spot, amount, chips, color } = wagers[wager];
      return send({ type: 'move-wager', seat, spot, to, stake: stake || amount, chips, color }, 'Moved.');
    },
  });
  return { title: 'Move a wager on instruction', element, hand: 'Touch where it goes', onSpot: (spot) => element.fill('to', spot) };
}

/** @param {Desk} desk @returns {Task} */
function downTask(desk) {
  const { seat, send } = desk;
  const wagers = standing(desk);
  if (!wagers.length) return nothing('Take a wager down', 'Nothing of this seat stands on the layout.');
  const element = form({
    fields: [
      { name: 'wager', label: 'Wager', kind: 'choice', options: wagers.map((/** @type {any} */ each, /** @type {number} */ index) => [String(index), each.words]) },
      { name: 'stake', label: 'Amount', kind: 'money', optional: true, hint: 'All of it when left empty' },
    ],
    button: 'Take down',
    send: ({ wager, stake }) => {
      const { spot, amount, chips, color } = wagers[wager];
      return send({ type: 'take-down', seat, spot, stake: stake || amount, chips, color }, 'Taken down.');
    },
  });
  return {
    title: 'Take a wager down', element, hand: 'Touch the wager',
    onSpot: (spot) => { const at = wagers.findIndex((/** @type {any} */ each) => each.spot === spot); if (at >= 0) element.fill('wager', at); },
  };
}

/** @param {Desk} desk @returns {Task} */
function spokenTask({ seat, send }) {
  const element = form({
    about: 'Cash on the table and a spoken wager. It stands once it is confirmed, before the call.',
    fields: [{ name: 'cash', label: 'Cash', kind: 'money' }, { name: 'spot', label: 'Spot', hint: 'Touch the layout, or type the spot' }],
    button: 'Repeat the wager',
    send: ({ cash, spot }) => send({ type: 'offer-verbal-wager', seat, spot, cash }, 'Offered. Confirm it.'),
  });
  return { title: 'A wager spoken with cash', element, hand: 'Touch the spot', onSpot: (spot) => element.fill('spot', spot) };
}

/** @param {Desk} desk @returns {Task} */
function sellTask(desk) {
  const { seat, send, card } = desk;
  const sell = form({
    fields: [
      { name: 'amount', label: 'Amount', kind: 'money', quick: AMOUNTS },
      { name: 'funds', label: 'Paid with', kind: 'choice', options: FUNDS },
      { name: 'chips', label: 'Into', kind: 'choice', options: kinds(desk) },
    ],
    button: 'Sell chips', send: (values) => send({ type: 'buy-chips', seat, ...values }, `Sold ${dollars(values.amount)}. The money goes into the drop box.`),
  });
  const bring = card.electronic ? null : form({
    title: 'Value chips from elsewhere',
    fields: [{ name: 'amount', label: 'Amount', kind: 'money' }], button: 'Take note',
    send: ({ amount }) => send({ type: 'bring-chips', seat, amount }, 'Noted.'),
  });
  return { title: 'Sell chips', element: h('div', { class: 'pair' }, sell, bring) };
}

/** @param {Desk} desk @returns {Task} */
function chipsTask({ seat, send, card, view }) {
  const taken = new Map(view.seats.filter((/** @type {any} */ each) => each.color && each.seat !== seat).map((/** @type {any} */ each) => [each.color, each.seat]));
  const now = view.seats.find((/** @type {any} */ each) => each.seat === seat);
  const free = card.colors.find((/** @type {string} */ each) => !taken.has(each));
  return {
    title: 'Color and value of the own chips',
    element: form({
      fields: [
        { name: 'color', label: 'Color', kind: 'choice', value: now?.color || free, options: card.colors.map((/** @type {string} */ each) => [each, `${words(each)}${taken.has(each) ? ` (seat ${taken.get(each)})` : ''}`]) },
        { name: 'value', label: 'Value of one chip', kind: 'money', value: now?.value ? plain(now.value) : undefined, quick: card.chip_values.slice(0, 5).map((/** @type {number} */ each) => [plain(each), dollars(each)]) },
      ],
      button: 'Set', send: (values) => send({ type: 'set-chips', seat, ...values }, 'Set. Sell the chips next.'), keep: true,
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function upTask(desk) {
  const { seat, send, card } = desk;
  const own = seated(desk)?.stacks?.[card.own_chips];
  return {
    title: 'Color up',
    element: form({
      about: 'The player’s own chips become value chips, to be taken along or cashed.',
      fields: [
        { name: 'amount', label: 'Amount', kind: 'money', value: own ? plain(own) : undefined },
        { name: 'into', label: 'Into', kind: 'choice', options: [['value', 'Value chips'], ['plaque', 'Plaques']] },
      ],
      button: 'Color up', send: ({ amount, into }) => send({ type: 'color-up', seat, amount, chips: card.own_chips, into }, 'Colored up.'),
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function cashTask(desk) {
  const { seat, send, card } = desk;
  const stacks = seated(desk)?.stacks ?? {};
  const chips = card.electronic ? card.own_chips : 'value';
  return {
    title: 'Cash out',
    element: form({
      fields: [
        { name: 'amount', label: 'Amount', kind: 'money', value: stacks[chips] ? plain(stacks[chips]) : undefined },
        { name: 'chips', label: 'Chips', kind: 'choice', value: chips, options: kinds(desk).filter(([kind]) => kind !== 'non-value') },
      ],
      button: 'Cash out', send: (values) => send({ type: 'cash-out', seat, ...values }, 'Cashed out.'),
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function tipTask(desk) {
  const { seat, send } = desk;
  return {
    title: 'A tip for the dealers',
    element: form({
      fields: [{ name: 'amount', label: 'Amount', kind: 'money', quick: stakes(desk).slice(0, 3) }, { name: 'chips', label: 'Chips', kind: 'choice', options: kinds(desk) }],
      button: 'Into the tip box', send: (values) => send({ type: 'give-tip', seat, ...values }, 'In the tip box. Thank you.'),
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function leaveTask({ seat, send }) {
  return {
    title: 'Leave the seat',
    element: form({
      about: 'A seat is left with no chips in front of it and none on the layout.', fields: [], button: `Free seat ${seat}`,
      send: () => send({ type: 'leave-seat', seat }, 'The seat is free.'),
    }),
  };
}

/** @param {Desk} desk @returns {[string, string][]} */
const seatOptions = ({ view }) => view.seats.map((/** @type {any} */ each) => [String(each.seat), `${each.seat} · ${each.player}`]);

/** @param {Desk} desk @returns {Task} */
function lateTask(desk) {
  const element = form({
    about: 'A chip put down after the call goes back to its player. The spin stands.',
    fields: [
      { name: 'seat', label: 'Seat', kind: 'choice', value: desk.seat || undefined, options: seatOptions(desk) },
      { name: 'spot', label: 'Spot', hint: 'Touch the layout, or type the spot' },
      { name: 'stake', label: 'Amount', kind: 'money', quick: stakes(desk).slice(0, 3) },
    ],
    button: 'Return the late bet',
    send: ({ seat, spot, stake }) => desk.send({ type: 'return-late-bet', seat: Number(seat), spot, stake }, 'Returned.'),
  });
  return { title: 'Late bet', element, hand: 'Touch where it lay', onSpot: (spot) => element.fill('spot', spot) };
}

/** @param {Desk} desk @returns {Task} */
function irregularityTask({ send }) {
  return {
    title: 'Report an irregularity',
    element: form({
      about: 'The round waits until the pit supervisor has decided.',
      fields: [{ name: 'what', label: 'What happened', kind: 'long' }], button: 'Call the supervisor', danger: true,
      send: ({ what }) => send({ type: 'report-irregularity', what }, 'Reported. The pit supervisor decides.'),
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function disputeTask(desk) {
  return {
    title: 'Raise a dispute',
    element: form({
      about: 'Nothing that was announced or paid is changed here: a correction is the supervisor’s decision.',
      fields: [
        { name: 'round', label: 'Round', kind: 'whole', value: desk.view.round },
        { name: 'seat', label: 'Whose affair', kind: 'choice', value: desk.seat || '0', options: [['0', 'nobody in particular'], ...seatOptions(desk)] },
        { name: 'what', label: 'What is disputed', kind: 'long' },
      ],
      button: 'Raise the dispute',
      send: ({ round, seat, what }) => desk.send({ type: 'raise-dispute', round, seat: Number(seat), what }, 'Raised. The pit supervisor decides.'),
    }),
  };
}

/** @param {string} title @param {string} text @returns {Task} */
const nothing = (title, text) => ({ title, element: h('p', { class: 'quiet' }, text) });
