// @ts-check
// The dealer's tasks outside the round: seats, chips, reports to the pit.
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-numpad.js';
import { form } from '../ui/form.js';
import { kinds, plain, seated, seatOptions, stakes } from './dealer-desk.js';
import { downTask, lateTask, moveTask, placeTask, spokenTask } from './dealer-wagers.js';
import { colorName } from '../ui/display-format.js';

/** @typedef {import('./dealer-desk.js').Desk} Desk */
/** @typedef {import('./dealer-desk.js').Task} Task */

const FUNDS = /** @type {[string, string][]} */ ([
  ['cash', t('deal.cash')],
  ['atm-receipt', t('deal.atm-receipt')],
]);

const AMOUNTS = /** @type {[string, string][]} */ ([20, 50, 100, 200, 500].map((each) => [String(each), `$${each}`]));

/** The tasks at one seat, in their usual order. */
export const SEAT_TASKS = /** @type {Record<string, {label: string, make: (desk: Desk) => Task}>} */ ({
  place: { label: t('deal.place'), make: placeTask },
  move: { label: t('deal.move'), make: moveTask },
  down: { label: t('deal.take-down'), make: downTask },
  spoken: { label: t('deal.spoken'), make: spokenTask },
  sell: { label: t('deal.sell'), make: sellTask },
  chips: { label: t('deal.chips'), make: chipsTask },
  up: { label: t('deal.color-up'), make: upTask },
  cash: { label: t('deal.cash-out'), make: cashTask },
  tip: { label: t('deal.tip'), make: tipTask },
  leave: { label: t('deal.leave'), make: leaveTask },
});

export const TABLE_TASKS = /** @type {Record<string, (desk: Desk) => Task>} */ ({
  late: lateTask,
  wrong: wrongTask,
  irregularity: irregularityTask,
  dispute: disputeTask,
  slips: slipsTask,
});

/** Fills and credits in progress at this table, and the dealer's steps. @param {Desk} desk @returns {Task} */
function slipsTask({ slips }) {
  return { title: t('deal.fill-or-credit'), element: slips };
}

/** @param {Desk} desk @returns {Task} */
export function sitTask({ seat, send }) {
  const element = form({
    fields: [{ name: 'player', label: t('deal.name-of-the-player') }],
    button: t('deal.seat-at', { seat }),
    send: (/** @type {Page.Asked<'take-seat', 'player'>} */ { player }) => send({ type: 'take-seat', seat, player }, t('deal.seated')),
  });
  return { title: t('deal.seat-is-free', { seat }), element };
}

/** @param {Desk} desk @returns {Task} */
function sellTask(desk) {
  const { seat, send, card } = desk;
  const sell = form({
    fields: [
      { name: 'amount', label: t('deal.amount'), kind: 'money', quick: AMOUNTS },
      { name: 'funds', label: t('deal.paid-with'), kind: 'choice', options: FUNDS },
      { name: 'chips', label: t('deal.into'), kind: 'choice', options: kinds(desk) },
    ],
    button: t('deal.sell-chips'),
    send: (/** @type {Page.Asked<'buy-chips', 'amount' | 'funds' | 'chips'>} */ values) =>
      send({ type: 'buy-chips', seat, ...values }, t('deal.sold-the-money-goes-into-the', { amount: dollars(values.amount) })),
  });
  const bring = card.electronic
    ? null
    : form({
        title: t('deal.value-chips-from-elsewhere'),
        fields: [{ name: 'amount', label: t('deal.amount'), kind: 'money' }],
        button: t('deal.take-note'),
        send: (/** @type {{amount: number}} */ { amount }) => send({ type: 'bring-chips', seat, amount }, t('deal.noted')),
      });
  return { title: t('deal.sell-chips'), element: h('div', { class: 'pair' }, sell, bring) };
}

/** @param {Desk} desk @returns {Task} */
function chipsTask({ seat, send, card, view }) {
  const taken = new Map(
    view.seats
      .filter((each) => each.color && each.seat !== seat)
      .map((each) => [each.color, each.seat]),
  );
  const now = view.seats.find((each) => each.seat === seat);
  const free = card.colors.find((each) => !taken.has(each));
  return {
    title: t('deal.color-and-value-of-the-own'),
    element: form({
      fields: [
        {
          name: 'color',
          label: t('deal.color'),
          kind: 'choice',
          value: now?.color || free,
          options: card.colors.map((each) => [
            each,
            `${colorName(each)}${taken.has(each) ? ` ${t('deal.seat-taken-mark', { taken: taken.get(each) ?? '' })}` : ''}`,
          ]),
        },
        {
          name: 'value',
          label: t('deal.value-of-one-chip'),
          kind: 'money',
          value: now?.value ? plain(now.value) : undefined,
          quick: card.chip_values.slice(0, 5).map((each) => [plain(each), dollars(each)]),
        },
        ...(card.electronic ? [] : [{ name: 'design', label: t('deal.design'), optional: true, hint: t('deal.plain-when-left-empty') }]),
      ],
      button: t('deal.set'),
      send: (/** @type {Page.Asked<'set-chips', 'color' | 'value'>} */ values) => send({ type: 'set-chips', seat, ...values }, t('deal.set-sell-the-chips-next')),
      keep: true,
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function upTask(desk) {
  const { seat, send, card } = desk;
  const own = seated(desk)?.stacks?.[card.own_chips];
  return {
    title: t('deal.color-up'),
    element: form({
      about: t('deal.the-players-own-chips-become-value'),
      fields: [
        { name: 'amount', label: t('deal.amount'), kind: 'money', value: own ? plain(own) : undefined },
        {
          name: 'into',
          label: t('deal.into'),
          kind: 'choice',
          options: kinds(desk).filter(([kind]) => card.color_up.includes(kind)),
        },
      ],
      button: t('deal.color-up'),
      send: (/** @type {Page.Asked<'color-up', 'amount' | 'into'>} */ { amount, into }) => send({ type: 'color-up', seat, amount, chips: card.own_chips, into }, t('deal.colored-up')),
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function cashTask(desk) {
  const { seat, send, card } = desk;
  const stacks = seated(desk)?.stacks ?? {};
  const chips = card.electronic ? card.own_chips : 'value';
  return {
    title: t('deal.cash-out'),
    element: form({
      fields: [
        { name: 'amount', label: t('deal.amount'), kind: 'money', value: stacks[chips] ? plain(stacks[chips]) : undefined },
        {
          name: 'chips',
          label: t('deal.chips'),
          kind: 'choice',
          value: chips,
          options: kinds(desk).filter(([kind]) => kind !== 'non-value'),
        },
      ],
      button: t('deal.cash-out'),
      send: (/** @type {Page.Asked<'cash-out', 'amount' | 'chips'>} */ values) => send({ type: 'cash-out', seat, ...values }, t('deal.cashed-out')),
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function tipTask(desk) {
  const { seat, send } = desk;
  return {
    title: t('deal.a-tip-for-the-dealers'),
    element: form({
      fields: [
        { name: 'amount', label: t('deal.amount'), kind: 'money', quick: stakes(desk).slice(0, 3) },
        { name: 'chips', label: t('deal.chips'), kind: 'choice', options: kinds(desk) },
      ],
      button: t('deal.into-the-tip-box'),
      send: (/** @type {Page.Asked<'give-tip', 'amount' | 'chips'>} */ values) => send({ type: 'give-tip', seat, ...values }, t('deal.in-the-tip-box-thank-you')),
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function leaveTask({ seat, send }) {
  return {
    title: t('deal.leave-the-seat'),
    element: form({
      about: t('deal.a-seat-is-left-with-no'),
      fields: [],
      button: t('deal.free-seat', { seat }),
      send: () => send({ type: 'leave-seat', seat }, t('deal.the-seat-is-free')),
    }),
  };
}

/** @param {Desk} desk @returns {Task} */
function irregularityTask({ send }) {
  return {
    title: t('deal.report-an-irregularity'),
    element: form({
      about: t('deal.the-round-waits-until-the-pit'),
      fields: [{ name: 'what', label: t('deal.what-happened'), kind: 'long' }],
      button: t('deal.call-the-supervisor'),
      danger: true,
      send: (/** @type {{what: string}} */ { what }) => send({ type: 'report-irregularity', what }, t('deal.reported-the-pit-supervisor-decides')),
    }),
  };
}

/** Reports a wrongly entered number: nothing is paid until the supervisor decides which one counts. @param {Desk} desk @returns {Task} */
function wrongTask({ card, view, send }) {
  const pad = document.createElement('cr-numpad');
  pad.card = card;
  const element = form({
    about: t('deal.was-announced-choose-the-number-at', { result: view.result }),
    fields: [{ name: 'how', label: t('deal.how-it-happened'), kind: 'long', optional: true }],
    button: t('deal.call-the-supervisor'),
    danger: true,
    send: (/** @type {{how: string}} */ { how }) =>
      pad.value && pad.value !== view.result
        ? send({ type: 'report-irregularity', what: `${view.result} was announced, and ${pad.value} is right. ${how}`.trim() }, t('deal.reported-the-pit-supervisor-sets-the'))
        : Promise.resolve({ done: false, message: t('deal.choose-the-right-number-first'), unsent: true }),
  });
  element.querySelector('.fields')?.before(pad);
  return { title: t('deal.wrong-number'), element };
}

/** @param {Desk} desk @returns {Task} */
function disputeTask(desk) {
  return {
    title: t('deal.raise-a-dispute'),
    element: form({
      about: t('deal.nothing-that-was-announced-or-paid'),
      fields: [
        { name: 'round', label: t('deal.round-word'), kind: 'whole', value: desk.view.round },
        {
          name: 'seat',
          label: t('deal.whose-affair'),
          kind: 'choice',
          value: desk.seat || '0',
          options: [['0', t('deal.nobody-in-particular')], ...seatOptions(desk)],
        },
        { name: 'what', label: t('deal.what-is-disputed'), kind: 'long' },
      ],
      button: t('deal.raise-the-dispute'),
      send: (/** @type {{round: number, seat: string, what: string}} */ { round, seat, what }) =>
        desk.send({ type: 'raise-dispute', round, seat: Number(seat), what }, t('deal.raised-the-pit-supervisor-decides')),
    }),
  };
}
