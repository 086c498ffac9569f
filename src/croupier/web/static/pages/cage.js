// @ts-check
// The cage: slips in progress, tickets and coupons, cash at terminals, vouchers, and the count of drop boxes.
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-lock.js';
import { form, keepTyped } from '../ui/form.js';
import { byId as find, only } from '../ui/markup.js';
import { gameWords, roleName } from '../ui/display-format.js';
import { api, ask, guard, LiveTable, signedIn, signOut } from './console.js';
import { voucherForms } from './cage-vouchers.js';
import { WaitingList } from './waiting.js';

const POLL_MS = 3000;
const COUPONS_MAX = 1000;

class Cage {
  /** @type {Map<string, LiveTable>} */
  #links = new Map();
  /** @type {Service.Tile[]} */
  #tables = [];
  #chosen = '';
  #shown = '';

  /** @param {Service.SessionAnswer} session */
  constructor(session) {
    this.session = session;
    find('who').textContent = `${session.name} · ${roleName(session.role)}`;
    const lock = guard(only('cr-lock'), session.name, () => [...this.#links.values()]);
    if (session.locked) lock();
    this.list = new WaitingList({ send: this.send, requests: false });
    find('waiting').append(this.list.element);
    const choice = /** @type {HTMLSelectElement} */ (find('table'));
    choice.addEventListener('change', () => {
      this.#chosen = choice.value;
      this.#showForms();
    });
    if (session.role === 'cashier') find('vouchers').append(...voucherForms());
    find('vouchers-panel').hidden = session.role !== 'cashier';
  }

  async poll() {
    await Promise.all([this.list.poll(), this.#readTables()]);
  }

  async #readTables() {
    const asked = await ask(() => api.get('/tables'));
    if (!asked.done) return;
    this.#tables = asked.body.tables.filter((each) => !each.findings.length);
    if (!this.#tables.some((each) => each.number === this.#chosen)) this.#chosen = this.#tables[0]?.number ?? '';
    this.#showForms();
  }

  /** The connection to the table, which carries its commands. @param {string} number */
  #link(number) {
    let link = this.#links.get(number);
    if (!link || link.link.state === 'closed') {
      link = new LiveTable(number);
      link.link.open();
      this.#links.set(number, link);
    }
    return link;
  }

  /** @type {import('./waiting.js').SendTo} */
  send = (table, command, words) => this.#link(table).send(command, words);

  /** The forms of the chosen table, rebuilt only if they change. */
  #showForms() {
    const tile = this.#tables.find((each) => each.number === this.#chosen);
    const key = JSON.stringify([this.#chosen, this.#tables.map((each) => each.number), tile?.electronic]);
    if (key === this.#shown) return;
    this.#shown = key;
    const options = this.#tables.map((each) => h('option', { value: each.number, selected: each.number === this.#chosen }, t('cage.table', { table: each.number, title: gameWords(each.wheel, each.title) })));
    find('table').replaceChildren(...options);
    keepTyped(find('forms'), () => find('forms').replaceChildren(...(tile ? this.#forms(tile) : [h('p', { class: 'calm' }, t('cage.no-table'))])));
  }

  /** @param {Service.Tile} tile */
  #forms(tile) {
    const send = (/** @type {Service.Command} */ command, /** @type {string} */ done) => this.send(tile.number, command, done);
    if (this.session.role === 'accountant') return [this.#drop(send)];
    const seats = /** @type {[string, string][]} */ (Array.from({ length: tile.seats }, (_, at) => [String(at + 1), t('cage.seat', { seat: at + 1 })]));
    return [this.#ticket(), this.#coupons(send), ...(tile.electronic ? this.#cash(send, seats) : [])];
  }

  /** A ticket's number begins with its table's number. */
  #ticket() {
    const tableOf = (/** @type {string} */ ticket) =>
      this.#tables.map(({ number }) => number).filter((number) => ticket.startsWith(`${number}-`)).sort((a, b) => b.length - a.length)[0] ?? this.#chosen;
    return form({
      title: t('cage.redeem-a-ticket'),
      about: t('cage.a-ticket-is-good-once'),
      fields: [{ name: 'ticket', label: t('cage.number-of-the-ticket'), complete: 'off' }],
      button: t('cage.redeem'),
      send: (/** @type {{ticket: string}} */ { ticket }) =>
        this.send(tableOf(ticket.trim()), { type: 'redeem-ticket', ticket: ticket.trim() }, t('cage.redeemed-pay-the-ticket')),
    });
  }

  /** @param {(command: Service.Command, done: string) => Promise<import('../ui/form.js').Outcome>} send */
  #coupons(send) {
    return form({
      title: t('cage.issue-coupons'),
      about: t('cage.each-coupon-has-its-serial'),
      fields: [
        { name: 'serial', label: t('cage.first-serial'), complete: 'off' },
        { name: 'count', label: t('cage.how-many'), kind: 'whole', value: 1 },
        { name: 'face', label: t('cage.face'), kind: 'money' },
      ],
      button: t('cage.issue'),
      preview: (/** @type {{serial?: string, count?: number}} */ { serial = '', count = 0 }) => {
        const made = serials(serial, count);
        return made.length > 1 ? t('cage.from-to', { first: made[0], last: made.at(-1) ?? '' }) : null;
      },
      send: async (/** @type {{serial: string, count: number, face: number}} */ { serial, count, face }) => {
        const made = serials(serial, count);
        if (!made.length) return { done: false, message: t('cage.so-many-serials', { most: COUPONS_MAX }), unsent: true };
        return send({ type: 'issue-coupons', serials: made, face }, t('cage.issued', { count: made.length, face: dollars(face) }));
      },
    });
  }

  /** @param {(command: Service.Command, done: string) => Promise<import('../ui/form.js').Outcome>} send @param {[string, string][]} seats */
  #cash(send, seats) {
    const fields = /** @type {import('../ui/form.js').Field[]} */ ([
      { name: 'seat', label: t('cage.at-seat'), kind: 'choice', options: seats },
      { name: 'amount', label: t('cage.amount'), kind: 'money' },
    ]);
    /** @typedef {{seat: string, amount: number}} Held */
    return [
      form({
        title: t('cage.cash-in'),
        about: t('cage.the-money-is-in-your-hands'),
        fields,
        button: t('cage.give-credits'),
        send: (/** @type {Held} */ { seat, amount }) =>
          send({ type: 'buy-chips', seat: Number(seat), amount, funds: 'cash', chips: 'electronic' }, t('cage.credited', { seat, amount: dollars(amount) })),
      }),
      form({
        title: t('cage.cash-out'),
        about: t('cage.pay-what-was-taken'),
        fields,
        button: t('cage.take-credits'),
        send: (/** @type {Held} */ { seat, amount }) =>
          send({ type: 'cash-out', seat: Number(seat), amount, chips: 'electronic' }, t('cage.cashed-out', { seat, amount: dollars(amount) })),
      }),
    ];
  }

  /** @param {(command: Service.Command, done: string) => Promise<import('../ui/form.js').Outcome>} send */
  #drop(send) {
    return form({
      title: t('cage.count-the-drop'),
      about: t('cage.a-difference-is-recorded'),
      fields: [{ name: 'counted', label: t('cage.counted'), kind: 'money' }],
      button: t('cage.record-the-count'),
      send: (/** @type {{counted: number}} */ { counted }) => send({ type: 'count-drop', counted }, t('cage.recorded')),
    });
  }
}

/** Consecutive serials from the first. Empty if they cannot be counted. @param {string} first @param {number} count */
function serials(first, count) {
  const [, head = '', tail = ''] = /^(.*?)(\d*)$/.exec(first.trim()) ?? [];
  if (!(count >= 1 && count <= COUPONS_MAX) || !(head || tail)) return [];
  if (count === 1) return [head + tail];
  if (!tail || tail.length > 15) return [];
  return Array.from({ length: count }, (_, at) => head + String(Number(tail) + at).padStart(tail.length, '0'));
}

find('leave').addEventListener('click', signOut);
const session = await signedIn((role) => ['cashier', 'accountant'].includes(role));
if (session) {
  const cage = new Cage(session);
  await cage.poll();
  setInterval(() => document.visibilityState === 'visible' && cage.poll(), POLL_MS);
}
