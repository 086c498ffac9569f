// @ts-check
// Wagers that a dealer places, moves, takes down or returns on a player's instruction.
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { form } from '../ui/form.js';
import { kinds, seatOptions, stakes } from './dealer-desk.js';
import { postedWords } from '../ui/posted-text.js';
import { colorName } from '../ui/display-format.js';

/** @typedef {import('./dealer-desk.js').Desk} Desk */
/** @typedef {import('./dealer-desk.js').Task} Task */

/** @param {Desk} desk @returns {Task} */
export function placeTask(desk) {
  const { seat, send } = desk;
  const place = (/** @type {{spot: string, stake: number, chips: Service.Chips, color?: string, coupon?: number, tip: boolean}} */ values) =>
    send(
      {
        type: 'place-wager',
        seat,
        spot: values.spot,
        stake: values.stake,
        chips: values.chips,
        color: ['value', 'plaque'].includes(values.chips) ? values.color ?? '' : '',
        coupon: values.coupon ?? 0,
        tip: values.tip,
      },
      t('deal.stake-on-spot', { stake: dollars(values.stake), spot: desk.card.spots[values.spot]?.name ?? values.spot }),
    );
  const element = form({
    fields: [
      { name: 'stake', label: t('deal.stake'), kind: 'money', value: stakes(desk)[1][0], quick: stakes(desk) },
      { name: 'spot', label: t('deal.spot'), hint: t('deal.or-touch-the-layout') },
      { name: 'chips', label: t('deal.chips'), kind: 'choice', options: kinds(desk).filter(([kind]) => desk.card.chips.includes(kind)) },
      ...(desk.card.electronic
        ? []
        : [
            /** @type {import('../ui/form.js').Field} */ ({
              name: 'color',
              label: t('deal.their-color'),
              kind: 'choice',
              optional: true,
              when: (values) => values.chips !== 'non-value',
              options: [['', t('deal.not-named')], ...desk.card.value_colors.map((each) => /** @type {[string, string]} */ ([each, colorName(each)]))],
            }),
            /** @type {import('../ui/form.js').Field} */ ({ name: 'coupon', label: t('deal.coupon'), kind: 'money', optional: true }),
          ]),
      { name: 'tip', label: t('deal.for-the-dealers-title'), kind: 'check', hint: postedWords(desk.card.tip_said, desk.card.tip_restriction ?? '') || undefined },
    ],
    button: t('deal.place'),
    keep: true,
    send: place,
  });
  return {
    title: t('deal.place-a-wager-on-instruction'),
    element,
    hand: t('deal.touch-the-layout-to-place'),
    onSpot: (spot) => {
      element.fill('spot', spot);
      element.requestSubmit();
    },
  };
}

/** The seat's wagers, as options of a form. @param {Desk} desk */
function standing({ view, seat, card }) {
  return view.wagers
    .filter((each) => each.seat === seat)
    .map((each) => ({
      ...each,
      words: t('deal.wager-on-spot', { amount: dollars(each.amount), spot: card.spots[each.spot]?.name ?? each.spot, imprisoned: each.imprisoned ? ` · ${t('deal.in-prison')}` : '', tip: each.tip ? ' · tip' : '' }),
    }));
}

/** @param {Desk} desk @returns {Task} */
export function moveTask(desk) {
  const { seat, send } = desk;
  const wagers = standing(desk);
  if (!wagers.length) return nothing(t('deal.move-a-wager'), t('deal.nothing-of-this-seat-stands-on'));
  const element = form({
    fields: [
      {
        name: 'wager',
        label: t('deal.wager'),
        kind: 'choice',
        options: wagers.map((each, index) => [String(index), each.words]),
      },
      { name: 'stake', label: t('deal.amount'), kind: 'money', optional: true, hint: t('deal.all-of-it-when-left-empty') },
      { name: 'to', label: t('deal.to'), hint: t('deal.touch-the-layout-or-type-the') },
    ],
    button: t('deal.move'),
    send: (/** @type {{wager: string, stake: number, to: string}} */ { wager, stake, to }) => {
      const { spot, amount, chips, color, tip } = wagers[Number(wager)];
      return send({ type: 'move-wager', seat, spot, to, stake: stake || amount, chips, color, tip }, t('deal.moved'));
    },
  });
  return {
    title: t('deal.move-a-wager-on-instruction'),
    element,
    hand: t('deal.touch-where-it-goes'),
    onSpot: (spot) => element.fill('to', spot),
  };
}

/** @param {Desk} desk @returns {Task} */
export function downTask(desk) {
  const { seat, send } = desk;
  const wagers = standing(desk);
  if (!wagers.length) return nothing(t('deal.take-a-wager-down'), t('deal.nothing-of-this-seat-stands-on'));
  const element = form({
    fields: [
      {
        name: 'wager',
        label: t('deal.wager'),
        kind: 'choice',
        options: wagers.map((each, index) => [String(index), each.words]),
      },
      { name: 'stake', label: t('deal.amount'), kind: 'money', optional: true, hint: t('deal.all-of-it-when-left-empty') },
    ],
    button: t('deal.take-down'),
    send: (/** @type {{wager: string, stake: number}} */ { wager, stake }) => {
      const { spot, amount, chips, color, tip } = wagers[Number(wager)];
      return send({ type: 'take-down', seat, spot, stake: stake || amount, chips, color, tip }, t('deal.taken-down'));
    },
  });
  return {
    title: t('deal.take-a-wager-down'),
    element,
    hand: t('deal.touch-the-wager'),
    onSpot: (spot) => {
      const at = wagers.findIndex((each) => each.spot === spot);
      if (at >= 0) element.fill('wager', at);
    },
  };
}

/** @param {Desk} desk @returns {Task} */
export function spokenTask({ seat, send }) {
  const element = form({
    about: t('deal.cash-on-the-table-and-a'),
    fields: [
      { name: 'cash', label: t('deal.cash'), kind: 'money' },
      { name: 'spot', label: t('deal.spot'), hint: t('deal.touch-the-layout-or-type-the') },
    ],
    button: t('deal.repeat-the-wager'),
    send: (/** @type {Page.Asked<'offer-verbal-wager', 'cash' | 'spot'>} */ { cash, spot }) => send({ type: 'offer-verbal-wager', seat, spot, cash }, t('deal.offered-confirm-it')),
  });
  return {
    title: t('deal.a-wager-spoken-with-cash'),
    element,
    hand: t('deal.touch-the-spot'),
    onSpot: (spot) => element.fill('spot', spot),
  };
}

/** @param {Desk} desk @returns {Task} */
export function lateTask(desk) {
  const element = form({
    about: t('deal.a-chip-put-down-after-the'),
    fields: [
      { name: 'seat', label: t('deal.seat-word'), kind: 'choice', value: desk.seat || undefined, options: seatOptions(desk) },
      { name: 'spot', label: t('deal.spot'), hint: t('deal.touch-the-layout-or-type-the') },
      { name: 'stake', label: t('deal.amount'), kind: 'money', quick: stakes(desk).slice(0, 3) },
    ],
    button: t('deal.return-the-late-bet'),
    send: (/** @type {{seat: string, spot: string, stake: number}} */ { seat, spot, stake }) =>
      desk.send({ type: 'return-late-bet', seat: Number(seat), spot, stake }, t('deal.returned')),
  });
  return { title: t('deal.late-bet'), element, hand: t('deal.touch-where-it-lay'), onSpot: (spot) => element.fill('spot', spot) };
}

/** @param {string} title @param {string} text @returns {Task} */
const nothing = (title, text) => ({ title, element: h('p', { class: 'quiet' }, text) });
