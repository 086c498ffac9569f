// @ts-check
// Wagers that a dealer places, moves, takes down or returns on a player's instruction.
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { form } from '../ui/form.js';
import { words } from './console.js';
import { kinds, seatOptions, stakes } from './dealer-desk.js';

/** @typedef {import('./dealer-desk.js').Desk} Desk */
/** @typedef {import('./dealer-desk.js').Task} Task */

/** @param {Desk} desk @returns {Task} */
export function placeTask(desk) {
  const { seat, send } = desk;
  const place = (/** @type {any} */ values) =>
    send(
      {
        type: 'place-wager',
        seat,
        spot: values.spot,
        stake: values.stake,
        chips: values.chips,
        color: ['value', 'plaque'].includes(values.chips) ? values.color : '',
        coupon: values.coupon ?? 0,
        tip: values.tip,
      },
      `${dollars(values.stake)} on ${desk.card.spots[values.spot]?.name ?? values.spot}.`,
    );
  const element = form({
    fields: [
      { name: 'stake', label: 'Stake', kind: 'money', value: stakes(desk)[1][0], quick: stakes(desk) },
      { name: 'spot', label: 'Spot', hint: 'or touch the layout' },
      { name: 'chips', label: 'Chips', kind: 'choice', options: kinds(desk) },
      ...(desk.card.electronic
        ? []
        : [
            /** @type {any} */ ({
              name: 'color',
              label: 'Their color',
              kind: 'choice',
              optional: true,
              when: (/** @type {any} */ values) => values.chips !== 'non-value',
              options: [['', 'not named'], ...desk.card.value_colors.map((/** @type {string} */ each) => [each, words(each)])],
            }),
            /** @type {any} */ ({ name: 'coupon', label: 'Coupon', kind: 'money', optional: true }),
          ]),
      { name: 'tip', label: 'For the dealers', kind: 'check', hint: desk.card.tip_restriction ?? undefined },
    ],
    button: 'Place',
    keep: true,
    send: place,
  });
  return {
    title: 'Place a wager on instruction',
    element,
    hand: 'Touch the layout to place',
    onSpot: (spot) => {
      element.fill('spot', spot);
      element.requestSubmit();
    },
  };
}

/** What stands for the seat, for forms about a wager that is there. @param {Desk} desk */
function standing({ view, seat, card }) {
  return view.wagers
    .filter((/** @type {any} */ each) => each.seat === seat)
    .map((/** @type {any} */ each) => ({
      ...each,
      words: `${dollars(each.amount)} on ${card.spots[each.spot]?.name ?? each.spot}${each.imprisoned ? ' · in prison' : ''}${each.tip ? ' · tip' : ''}`,
    }));
}

/** @param {Desk} desk @returns {Task} */
export function moveTask(desk) {
  const { seat, send } = desk;
  const wagers = standing(desk);
  if (!wagers.length) return nothing('Move a wager', 'Nothing of this seat stands on the layout.');
  const element = form({
    fields: [
      {
        name: 'wager',
        label: 'Wager',
        kind: 'choice',
        options: wagers.map((/** @type {any} */ each, /** @type {number} */ index) => [String(index), each.words]),
      },
      { name: 'stake', label: 'Amount', kind: 'money', optional: true, hint: 'All of it when left empty' },
      { name: 'to', label: 'To', hint: 'Touch the layout, or type the spot' },
    ],
    button: 'Move',
    send: ({ wager, stake, to }) => {
      const { spot, amount, chips, color } = wagers[wager];
      return send({ type: 'move-wager', seat, spot, to, stake: stake || amount, chips, color }, 'Moved.');
    },
  });
  return {
    title: 'Move a wager on instruction',
    element,
    hand: 'Touch where it goes',
    onSpot: (spot) => element.fill('to', spot),
  };
}

/** @param {Desk} desk @returns {Task} */
export function downTask(desk) {
  const { seat, send } = desk;
  const wagers = standing(desk);
  if (!wagers.length) return nothing('Take a wager down', 'Nothing of this seat stands on the layout.');
  const element = form({
    fields: [
      {
        name: 'wager',
        label: 'Wager',
        kind: 'choice',
        options: wagers.map((/** @type {any} */ each, /** @type {number} */ index) => [String(index), each.words]),
      },
      { name: 'stake', label: 'Amount', kind: 'money', optional: true, hint: 'All of it when left empty' },
    ],
    button: 'Take down',
    send: ({ wager, stake }) => {
      const { spot, amount, chips, color } = wagers[wager];
      return send({ type: 'take-down', seat, spot, stake: stake || amount, chips, color }, 'Taken down.');
    },
  });
  return {
    title: 'Take a wager down',
    element,
    hand: 'Touch the wager',
    onSpot: (spot) => {
      const at = wagers.findIndex((/** @type {any} */ each) => each.spot === spot);
      if (at >= 0) element.fill('wager', at);
    },
  };
}

/** @param {Desk} desk @returns {Task} */
export function spokenTask({ seat, send }) {
  const element = form({
    about: 'Cash on the table and a spoken wager. It stands once it is confirmed, before the call.',
    fields: [
      { name: 'cash', label: 'Cash', kind: 'money' },
      { name: 'spot', label: 'Spot', hint: 'Touch the layout, or type the spot' },
    ],
    button: 'Repeat the wager',
    send: ({ cash, spot }) => send({ type: 'offer-verbal-wager', seat, spot, cash }, 'Offered. Confirm it.'),
  });
  return {
    title: 'A wager spoken with cash',
    element,
    hand: 'Touch the spot',
    onSpot: (spot) => element.fill('spot', spot),
  };
}

/** @param {Desk} desk @returns {Task} */
export function lateTask(desk) {
  const element = form({
    about: 'A chip put down after the call goes back to its player. The spin stands.',
    fields: [
      { name: 'seat', label: 'Seat', kind: 'choice', value: desk.seat || undefined, options: seatOptions(desk) },
      { name: 'spot', label: 'Spot', hint: 'Touch the layout, or type the spot' },
      { name: 'stake', label: 'Amount', kind: 'money', quick: stakes(desk).slice(0, 3) },
    ],
    button: 'Return the late bet',
    send: ({ seat, spot, stake }) =>
      desk.send({ type: 'return-late-bet', seat: Number(seat), spot, stake }, 'Returned.'),
  });
  return { title: 'Late bet', element, hand: 'Touch where it lay', onSpot: (spot) => element.fill('spot', spot) };
}

/** @param {string} title @param {string} text @returns {Task} */
const nothing = (title, text) => ({ title, element: h('p', { class: 'quiet' }, text) });
