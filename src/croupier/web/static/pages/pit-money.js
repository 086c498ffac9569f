// @ts-check
// Money that a supervisor moves: fills, credits, and claims left by a correction.
import { t } from '../core/language.js';
import { dollars, written } from '../core/money.js';
import { form } from '../ui/form.js';

/** @typedef {import('./pit-table.js').Pit} Pit */

/** The denominations of value chips for fills and credits, in cents. */
const DENOMINATIONS = [100, 500, 2500, 10000, 50000, 100000];

/** The number of chips of each denomination in a form. @param {object} values @returns {Record<string, number>} */
const chipsOf = (values) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, count]) => name.startsWith('chips-') && count)
      .map(([name, count]) => [name.slice(6), count]),
  );

/** Requests a fill or credit; others prepare, carry and accept it. @param {Pit} pit */
export function slipForm({ table }) {
  return form({
    title: t('pit.fill-or-credit'),
    fields: [
      {
        name: 'way',
        label: t('pit.kind'),
        kind: 'choice',
        options: [
          ['fill', t('pit.fill-from-the-cage')],
          ['credit', t('pit.credit-to-the-cage')],
        ],
      },
      ...DENOMINATIONS.map((each) => /** @type {import('../ui/form.js').Field} */ ({
        name: `chips-${each}`,
        label: t('pit.chips-of', { denomination: dollars(each) }),
        kind: 'whole',
        optional: true,
      })),
    ],
    button: t('pit.request'),
    preview: (values) => {
      const total = Object.entries(chipsOf(values)).reduce((sum, [each, count]) => sum + Number(each) * count, 0);
      return total ? t('pit.in-all', { total: dollars(total) }) : null;
    },
    send: (/** @type {{way: Service.RequestSlip['kind']}} */ values) =>
      table.send({ type: 'request-slip', kind: values.way, chips: chipsOf(values) }, t('pit.requested')),
  });
}

/** Settles what a stack could not pay back, or what the house still owes. @param {Pit} pit @param {string} player @param {number} owed */
export function claimForm({ view, table }, player, owed) {
  const seat = view.seats.find((each) => each.player === player)?.seat;
  const most = Math.abs(owed);
  return form({
    title: t('pit.claim', { player }),
    about: t('pit.claim-about', { way: owed > 0 ? 'owes' : 'gets', player, amount: dollars(most) }),
    fields: [
      { name: 'amount', label: t('pit.amount'), kind: 'money', value: written(most, most % 100 === 0) },
      {
        name: 'place',
        label: t('pit.settled-where'),
        kind: 'choice',
        options: [['0', t('pit.at-the-cage')], ...(seat ? [/** @type {[string, string]} */ ([String(seat), t('pit.at-the-seat', { seat })])] : [])],
      },
      { name: 'why', label: t('pit.why') },
    ],
    button: t('pit.settle-the-claim'),
    send: (/** @type {{amount: number, place: string, why: string}} */ { amount, place, why }) =>
      table.send({ type: 'settle-claim', player, amount, why, seat: Number(place) }, t('pit.claim-settled')),
  });
}
