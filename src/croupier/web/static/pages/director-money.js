// @ts-check
/** Money: prizes, vouchers, the count of entry fees, and escrow if the rulebook requires it. */
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { ordinal, prizeName, voucherState } from '../ui/tournament-words.js';
import { html as h } from '../core/svg.js';
import { group, listed, quiet } from './director-desk.js';
import { api } from './console.js';
import { paperButton, paperLanguage } from './paper.js';

/** @typedef {import('./director-desk.js').Desk} Desk */

/** @param {Desk} desk */
export function moneyRoom(desk) {
  const { books } = desk;
  if (!books) return [quiet(t('tournament.the-books-are-for-the-director'))];
  return [
    books.awards.length ? group(t('tournament.prizes'), prizes(books)) : null,
    desk.may('pay-prize') ? paying(desk) : null,
    books.vouchers.length ? group(t('tournament.vouchers'), vouchers(desk, books)) : null,
    group(t('tournament.pools'), pools(desk)),
    fees(desk),
    books.escrow_due === null ? null : escrow(desk),
  ];
}

/** @param {Service.TournamentDesk} books */
const prizes = (books) =>
  listed(t('tournament.prizes'), [t('tournament.award'), t('tournament.place'), t('tournament.player'), t('tournament.prize'), t('tournament.amount'), t('tournament.paid')], books.awards.map((each) => [
    String(each.award), ordinal(each.place), each.name, prizeName(each), dollars(each.amount, true), each.paid ? t('tournament.paid') : t('tournament.not-yet'),
  ]));

/** @param {Desk} desk */
function paying(desk) {
  const due = desk.open.awards.filter((each) => !each.paid);
  if (!due.length) return null;
  return desk.form({
    title: t('tournament.pay-a-prize'),
    about: t('tournament.to-its-winner-alone-who-shows'),
    fields: [
      { name: 'award', label: t('tournament.award'), kind: 'choice', options: due.map((each) => [String(each.award), `${each.award} · ${each.name}, ${dollars(each.amount, true)} ${prizeName(each)}`]) },
      { name: 'person', label: t('tournament.identity-shown') },
    ],
    button: t('tournament.pay-the-prize'),
    words: t('tournament.paid-sentence'),
    command: ({ award, person }) => ({ type: 'pay-prize', award: Number(award), person }),
  });
}

/** The prizes, each with a link to the winner's paper. @param {Desk} desk @param {Service.TournamentDesk} books */
const vouchers = (desk, books) =>
  listed(t('tournament.vouchers'), [t('tournament.number'), t('tournament.winner'), t('tournament.admits-to'), t('tournament.value'), t('tournament.state'), t('tournament.print')], books.vouchers.map((each) => [
    each.number, each.name, each.event, dollars(each.value, true), voucherState(each),
    h('span', {}, ...paperButton(() => api.post(`${desk.live.path}/prints/prize-voucher?which=${encodeURIComponent(each.number)}${paperLanguage.replace('?', '&')}`), `voucher-${each.number}`, t('tournament.print-voucher', { number: each.number }))),
  ]));

/** @param {Desk} desk */
const pools = (desk) => listed(t('tournament.pools'), [t('tournament.event'), t('tournament.prize-pool')], desk.seen.events.map((event) => [event.title, dollars(event.pool, true)]));

/** Cash from entry fees, which is kept separate until it is counted. @param {Desk} desk */
function fees(desk) {
  const { open: books } = desk, months = Object.entries(books.proceeds);
  if (!months.length) return null;
  const held = Object.fromEntries(books.fees.map((each) => [each.month, each.held]));
  return group(
    t('tournament.entry-fees'),
    listed(t('tournament.entry-fees'), [t('tournament.month'), t('tournament.proceeds'), t('tournament.cash-to-count')], months.map(([month, amount]) => [month, dollars(amount, true), dollars(held[month] ?? 0, true)])),
    desk.may('count-fees')
      ? desk.form({
          title: t('tournament.count-the-cash-of-a-month'),
          fields: [
            { name: 'month', label: t('tournament.month'), kind: 'choice', options: books.fees.map((each) => [each.month, each.month]) },
            { name: 'counted', label: t('tournament.counted'), kind: 'money' },
          ],
          button: t('tournament.record-the-count'),
          words: t('tournament.counted-sentence'),
          command: (values) => ({ type: 'count-fees', ...values }),
        })
      : books.fees.length ? quiet(t('tournament.an-accountant-or-a-key-manager')) : null,
  );
}

/** @param {Desk} desk */
function escrow(desk) {
  const { open: books } = desk;
  return group(
    t('tournament.escrow'),
    quiet(t('tournament.of-is-in-escrow', { escrow_held: dollars(books.escrow_held, true), escrow_due: dollars(books.escrow_due ?? 0, true) })),
    desk.may('deposit-escrow')
      ? desk.form({
          title: t('tournament.a-deposit-into-escrow'),
          fields: [{ name: 'amount', label: t('tournament.amount'), kind: 'money' }, { name: 'agent', label: t('tournament.escrow-agent') }],
          button: t('tournament.record-the-deposit'),
          words: t('tournament.deposited'),
          command: (values) => ({ type: 'deposit-escrow', ...values }),
        })
      : null,
  );
}
