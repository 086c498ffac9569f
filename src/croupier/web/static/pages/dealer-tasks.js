// @ts-check
// What a dealer does beside the round: who sits where, chips, reports to the pit.
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { form } from '../ui/form.js';
import { words } from './console.js';
import { kinds, plain, seated, seatOptions, stakes } from './dealer-desk.js';
import { downTask, lateTask, moveTask, placeTask, spokenTask } from './dealer-wagers.js';

/** @typedef {import('./dealer-desk.js').Desk} Desk */
/** @typedef {import('./dealer-desk.js').Task} Task */

const FUNDS = /** @type {[string, string][]} */ ([
  ['cash', 'Cash'],
  ['atm-receipt', 'ATM receipt'],
]);

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
    fields: [{ name: 'player', label: 'Name of the player' }],
    button: `Seat at ${seat}`,
    send: ({ player }) => send({ type: 'take-seat', seat, player }, 'Seated.'),
  });
  return { title: `Seat ${seat} is free`, element };
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
    button: 'Sell chips',
    send: (values) =>
      send({ type: 'buy-chips', seat, ...values }, `Sold ${dollars(values.amount)}. The money goes into the drop box.`),
  });
  const bring = card.electronic
    ? null
    : form({
        title: 'Value chips from elsewhere',
        fields: [{ name: 'amount', label: 'Amount', kind: 'money' }],
        button: 'Take note',
        send: ({ amount }) => send({ type: 'bring-chips', seat, amount }, 'Noted.'),
      });
  return { title: 'Sell chips', element: h('div', { class: 'pair' }, sell, bring) };
}

/** @param {Desk} desk @returns {Task} */
function chipsTask({ seat, send, card, view }) {
  const taken = new Map(
    view.seats
      .filter((/** @type {any} */ each) => each.color && each.seat !== seat)
      .map((/** @type {any} */ each) => [each.color, each.seat]),
  );
  const now = view.seats.find((/** @type {any} */ each) => each.seat === seat);
  const free = card.colors.find((/** @type {string} */ each) => !taken.has(each));
  return {
    title: 'Color and value of the own chips',
    element: form({
      fields: [
        {
          name: 'color',
          label: 'Color',
          kind: 'choice',
          value: now?.color || free,
          options: card.colors.map((/** @type {string} */ each) => [
            each,
            `${words(each)}${taken.has(each) ? ` (seat ${taken.get(each)})` : ''}`,
          ]),
        },
        {
          name: 'value',
          label: 'Value of one chip',
          kind: 'money',
          value: now?.value ? plain(now.value) : undefined,
          quick: card.chip_values.slice(0, 5).map((/** @type {number} */ each) => [plain(each), dollars(each)]),
        },
      ],
      button: 'Set',
      send: (values) => send({ type: 'set-chips', seat, ...values }, 'Set. Sell the chips next.'),
      keep: true,
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
        {
          name: 'into',
          label: 'Into',
          kind: 'choice',
          options: [
            ['value', 'Value chips'],
            ['plaque', 'Plaques'],
          ],
        },
      ],
      button: 'Color up',
      send: ({ amount, into }) => send({ type: 'color-up', seat, amount, chips: card.own_chips, into }, 'Colored up.'),
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
        {
          name: 'chips',
          label: 'Chips',
          kind: 'choice',
          value: chips,
          options: kinds(desk).filter(([kind]) => kind !== 'non-value'),
        },
      ],
      button: 'Cash out',
      send: (values) => send({ type: 'cash-out', seat, ...values }, 'Cashed out.'),
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function tipTask(desk) {
  const { seat, send } = desk;
  return {
    title: 'A tip for the dealers',
    element: form({
      fields: [
        { name: 'amount', label: 'Amount', kind: 'money', quick: stakes(desk).slice(0, 3) },
        { name: 'chips', label: 'Chips', kind: 'choice', options: kinds(desk) },
      ],
      button: 'Into the tip box',
      send: (values) => send({ type: 'give-tip', seat, ...values }, 'In the tip box. Thank you.'),
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function leaveTask({ seat, send }) {
  return {
    title: 'Leave the seat',
    element: form({
      about: 'A seat is left with no chips in front of it and none on the layout.',
      fields: [],
      button: `Free seat ${seat}`,
      send: () => send({ type: 'leave-seat', seat }, 'The seat is free.'),
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function irregularityTask({ send }) {
  return {
    title: 'Report an irregularity',
    element: form({
      about: 'The round waits until the pit supervisor has decided.',
      fields: [{ name: 'what', label: 'What happened', kind: 'long' }],
      button: 'Call the supervisor',
      danger: true,
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
        {
          name: 'seat',
          label: 'Whose affair',
          kind: 'choice',
          value: desk.seat || '0',
          options: [['0', 'nobody in particular'], ...seatOptions(desk)],
        },
        { name: 'what', label: 'What is disputed', kind: 'long' },
      ],
      button: 'Raise the dispute',
      send: ({ round, seat, what }) =>
        desk.send({ type: 'raise-dispute', round, seat: Number(seat), what }, 'Raised. The pit supervisor decides.'),
    }),
  };
}
