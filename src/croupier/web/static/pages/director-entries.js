// @ts-check
/** Entries: registration, payments, withdrawals, and later chip purchases. */
import { given } from '../core/checked.js';
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { pointsOf } from '../core/tournament.js';
import { paidBy, statusName } from '../ui/tournament-words.js';
import { html as h } from '../core/svg.js';
import { group, listed, quiet } from './director-desk.js';
import { PeopleSearch } from './director-people.js';
import { folded } from './director-tables.js';

/** @typedef {import('./director-desk.js').Desk} Desk */
/** @typedef {import('../core/tournament.js').Event} Event */

const ITEM = 'item:';

/** The tab; its search is kept when it is redrawn. @param {Desk} desk */
export function entriesRoom(desk) {
  /** @type {Map<string, PeopleSearch>} */
  const searches = new Map();
  /** @type {Map<string, ReturnType<Desk['form']>>} */
  const forms = new Map();

  /** @param {Event} event */
  const enter = (event) => {
    const made = entering(desk, event);
    forms.set(event.id, made);
    let search = searches.get(event.id);
    if (!search) {
      search = new PeopleSearch(desk.live.path, (person) => {
        const form = given(forms.get(event.id), 'form');
        form.fill('name', person.name);
        form.fill('person', person.person);
        form.inputs[person.person ? 'handed' : 'person'].focus();
      });
      searches.set(event.id, search);
    }
    return group(t('tournament.enter-a-player-in', { title: event.title }), search.element, made);
  };

  return () => {
    const open = desk.may('enter-player') ? desk.seen.events.filter((event) => ['registration', 'playing'].includes(event.stage)) : [];
    const directs = desk.session.role === 'tournament-director';
    const late = directs ? desk.seen.events.filter((event) => !open.includes(event) && !['waiting', 'concluded'].includes(event.stage)) : [];
    return [
      ...open.map(enter),
      directs && !open.length && !late.length ? quiet(t('tournament.registration-is-not-open-now')) : null,
      ...late.map((event) => folded(t('tournament.somebody-comes-late-to', { title: event.title }), entering(desk, event))),
      desk.may('purchase-chips') ? selling(desk, desk.event) : null,
      desk.books ? group(t('tournament.entries'), table(desk)) : null,
    ];
  };
}

/** Ways to pay. @param {number} amount @param {Record<string, number>} items @returns {[string, string][]} */
function ways(amount, items) {
  return [
    ['cash', t('tournament.in-cash', { amount: dollars(amount) })],
    ['complimentary', `${dollars(amount)}, complimentary`],
    ...Object.entries(items).map(([item, value]) => /** @type {[string, string]} */ ([ITEM + item, t('tournament.set-at', { item, value: dollars(value) })])),
    ['voucher', 'with a voucher'],
  ];
}

/** @param {string | number | boolean | null | undefined} chosen */
const way = (chosen) => (typeof chosen === 'string' ? chosen : undefined);

/** @param {string} key @param {string | undefined} way */
const paid = (key, way = 'cash') => (way.startsWith(ITEM) ? { [key]: 'in-kind', [`${key}_item`]: way.slice(ITEM.length) } : { [key]: way });

/** @param {Desk} desk @param {Event} event */
function entering(desk, event) {
  const { open: books } = desk, terms = desk.terms(event);
  const byVoucher = (/** @type {import('../ui/form.js').Values} */ values) => values.fee === 'voucher' || values.buy_in === 'voucher' || (!terms.fee && !terms.buy_in);
  return desk.form({
    title: t('tournament.new-entry-in', { title: event.title }),
    fields: [
      { name: 'name', label: t('tournament.name'), hint: t('tournament.as-the-player-signs-in') },
      { name: 'person', label: t('tournament.identity-shown'), hint: t('tournament.the-same-wherever-this-person-enters') },
      ...(books.licensees.length ? [/** @type {import('../ui/form.js').Field} */ ({ name: 'licensee', label: t('tournament.at'), kind: 'choice', options: books.licensees.map((each) => [each, each]) })] : []),
      ...(terms.fee ? [/** @type {import('../ui/form.js').Field} */ ({ name: 'fee', label: t('tournament.entry-fee'), kind: 'choice', options: ways(terms.fee, terms.fee_items) })] : []),
      ...(terms.buy_in ? [/** @type {import('../ui/form.js').Field} */ ({ name: 'buy_in', label: t('tournament.buy-in'), kind: 'choice', options: ways(terms.buy_in, terms.buy_in_items) })] : []),
      { name: 'voucher', label: t('tournament.voucher-number'), optional: true, when: byVoucher },
      { name: 'handed', label: t('tournament.the-written-rules-were-handed-over'), kind: 'check' },
      ...(books.criteria ? [/** @type {import('../ui/form.js').Field} */ ({ name: 'qualified', label: t('tournament.meets-the-criteria', { criteria: books.criteria }), kind: 'check' })] : []),
    ],
    button: t('tournament.enter-the-player'),
    words: t('tournament.entered-and-on-the-list-of'),
    command: ({ fee, buy_in: buyIn, voucher, qualified = false, ...rest }) => ({
      type: 'enter-player', event: event.id, qualified, ...rest, ...paid('fee', way(fee)), ...paid('buy_in', way(buyIn)), ...(voucher && { voucher }),
    }),
  });
}

/** @param {Desk} desk @param {Event} event */
function selling(desk, event) {
  const terms = desk.terms(event), asked = terms.purchase;
  if (!asked) return null;
  const most = asked.most === null ? 'without a bound' : t('tournament.for-each-player', { most: asked.most });
  const items = Object.fromEntries(Object.entries(terms.buy_in_items).filter(([, value]) => value === asked.price));
  return group(
    t('tournament.sell-chips'),
    desk.form({
      title: t('tournament.a-player-purchases-chips'),
      about: t('tournament.points-for-until-round', { points: pointsOf(asked.points), price: dollars(asked.price), most, untilround: asked.until_round, conditions: asked.conditions }),
      fields: [
        { name: 'entry', label: t('tournament.player'), kind: 'choice', options: desk.entries(event) },
        { name: 'paid', label: t('tournament.paid'), kind: 'choice', options: ways(asked.price, items).slice(0, -1) },
      ],
      button: t('tournament.sell-the-chips'),
      words: t('tournament.sold-the-buy-in-is-in'),
      command: (values) => {
        const paid = String(values.paid), item = paid.startsWith(ITEM) ? paid.slice(ITEM.length) : '';
        return { type: 'purchase-chips', entry: Number(values.entry), paid_by: item ? 'in-kind' : paid, ...(item && { item }) };
      },
    }),
    desk.may('decline-purchase') ? declining(desk, event) : null,
  );
}

/** @param {Desk} desk @param {Event} event */
function declining(desk, event) {
  const broke = event.leaderboard.filter((line) => line.may_purchase);
  if (!broke.length) return null;
  return desk.form({
    title: t('tournament.a-player-without-chips-purchases-none'),
    about: t('tournament.the-player-is-eliminated'),
    fields: [{ name: 'entry', label: t('tournament.player'), kind: 'choice', options: broke.map((line) => /** @type {[string, string]} */ ([String(line.entry), line.name])) }],
    button: t('tournament.eliminate-the-player'),
    danger: true,
    words: t('tournament.the-player-is-out'),
    command: ({ entry }) => ({ type: 'decline-purchase', entry: Number(entry) }),
  });
}

/** @param {Desk} desk */
function table(desk) {
  const { entries } = desk.open;
  if (!entries.length) return quiet(t('tournament.nobody-has-entered-yet'));
  const registering = new Set(desk.seen.events.filter((event) => event.stage === 'registration').map((event) => event.id));
  const withdraws = desk.may('withdraw-entry') && registering.size > 0;
  const rows = entries.map((each) => [
    String(each.entry),
    each.name,
    each.person,
    each.fee ? `${dollars(each.fee)} ${paidBy(each.fee_paid_by)}` : t('tournament.none'),
    each.buy_in || each.re_buys
      ? `${dollars(each.buy_in)} ${paidBy(each.buy_in_paid_by)}${each.purchases ? `, ${t('tournament.more-chips', { purchases: each.purchases })} ${dollars(each.re_buys)}` : ''}`
      : t('tournament.none'),
    each.voucher ? t('tournament.voucher', { voucher: each.voucher, status: statusName(each.status) }) : statusName(each.status),
    ...(withdraws
      ? [
          each.status === 'active' && registering.has(each.event)
            ? desk.button(t('tournament.withdraw'), { type: 'withdraw-entry', entry: each.entry }, t('tournament.is-withdrawn-and-gets-back-what', { name: each.name }))
            : h('span', {}, ''),
        ]
      : []),
  ]);
  return listed(t('tournament.entries'), [t('tournament.entry'), t('tournament.name'), t('tournament.identity'), t('tournament.fee'), t('tournament.buy-ins'), t('tournament.state'), ...(withdraws ? [t('tournament.withdraw')] : [])], rows);
}
