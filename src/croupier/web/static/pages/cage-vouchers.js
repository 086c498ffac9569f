// @ts-check
// Vouchers at the cage: issued with an unguessable number, printed, and redeemed once.
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { form } from '../ui/form.js';
import { api, ask } from './console.js';
import { paperButton, paperLanguage } from './paper.js';

/** A number in groups of three, for reading aloud. @param {string} number */
const spaced = (number) => number.replace(/(...)(?=.)/g, '$1 ');

/** Forms to issue and redeem vouchers, and the last voucher issued. */
export function voucherForms() {
  const last = h('div', { class: 'voucher', 'aria-live': 'polite' });
  const issue = form({
    title: t('cage.issue-a-voucher'),
    fields: [
      { name: 'amount', label: t('cage.amount'), kind: 'money' },
      { name: 'owner', label: t('cage.only-for'), hint: t('cage.empty-for-whoever-holds-it'), optional: true },
      { name: 'name', label: t('cage.second-cashier'), hint: t('cage.above-what-one-may'), optional: true, complete: 'off' },
      { name: 'password', label: t('cage.their-password'), kind: 'password', optional: true, complete: 'off' },
    ],
    button: t('cage.issue'),
    send: async (/** @type {{amount: number, owner: string, name?: string, password?: string}} */ { amount, owner, name, password = '' }) => {
      const second = name ? { name, password } : undefined;
      const outcome = await ask(() => api.post('/vouchers', { amount, owner, second }), t('cage.voucher-issued'));
      if (outcome.done) show(last, outcome.body);
      return outcome;
    },
  });
  const redeem = form({
    title: t('cage.redeem-a-voucher'),
    fields: [
      { name: 'number', label: t('cage.number-of-the-voucher'), complete: 'off' },
      { name: 'holder', label: t('cage.who-holds-it'), hint: t('cage.where-it-is-bound'), optional: true },
    ],
    button: t('cage.redeem'),
    send: async (/** @type {{number: string, holder: string}} */ { number, holder }) => {
      const outcome = await ask(() => api.post('/vouchers/redeem', { number, holder }));
      return outcome.done ? { ...outcome, words: t('cage.redeemed-pay', { amount: dollars(outcome.body.amount) }) } : outcome;
    },
  });
  return [redeem, issue, last];
}

/** @param {HTMLElement} place @param {Service.VoucherAnswer} voucher */
function show(place, voucher) {
  place.replaceChildren(
    h('p', {}, h('b', {}, spaced(voucher.number))),
    h('p', {}, `${dollars(voucher.amount)}${voucher.owner ? ` · ${voucher.owner}` : ''}`),
    h('p', {}, ...paperButton(() => api.post(`/vouchers/${encodeURIComponent(voucher.number)}/paper${paperLanguage}`), `voucher-${voucher.number}`)),
  );
}
