// @ts-check
// Slips in progress and requests for a second person at all tables, who acts next, and the forms for it.
import { moment } from '../core/clock.js';
import { has, list, t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { roleName } from '../ui/display-format.js';
import { form, keepTyped, Reply } from '../ui/form.js';
import { api, ask } from './console.js';

/**
 * @typedef {(table: string, command: Service.Command, words?: string) => Promise<import('../ui/form.js').Outcome>} SendTo
 * @typedef {{send: SendTo, table?: string, requests?: boolean, changed?: (list: WaitingList) => void}} Options
 */

/** Pending work, updated by `poll`; input is kept while others act. */
export class WaitingList {
  #reply = new Reply();
  #cards = h('div', { class: 'waiting-cards' });
  element = h('div', { class: 'waiting-list' }, this.#reply.element, this.#cards);
  /** The number of pending items; `yours` of them wait for the viewer. */
  count = 0;
  yours = 0;
  #shown = '';

  /** @param {Options} options `table` limits it to one table; without `requests` it shows only slips */
  constructor({ send, table = '', requests = true, changed = () => {} }) {
    this.send = send;
    this.table = table;
    this.requests = requests;
    this.changed = changed;
  }

  async poll() {
    const asked = await ask(() => api.get(this.table ? `/waiting?table=${encodeURIComponent(this.table)}` : '/waiting'));
    if (asked.done) this.#show(asked.body);
    else this.#reply.show(asked);
  }

  /** @param {Service.WaitingAnswer} found */
  #show(found) {
    const { slips } = found;
    const requests = this.requests ? found.requests : [];
    this.count = slips.length + requests.length;
    this.yours = [...slips, ...requests].filter(({ yours }) => yours).length;
    const key = JSON.stringify([slips, requests]);
    if (key !== this.#shown) {
      this.#shown = key;
      keepTyped(this.#cards, () => this.#make(slips, requests));
    }
    this.changed(this);
  }

  /** @param {Service.WaitingSlip[]} slips @param {Service.WaitingRequest[]} requests */
  #make(slips, requests) {
    const act = (/** @type {string} */ table) => (/** @type {Service.Command} */ command, /** @type {string} */ done) => this.#act(table, command, done);
    const cards = [...requests.map((each) => requestCard(each, act(each.table))), ...slips.map((each) => slipCard(each, act(each.table)))];
    this.#cards.replaceChildren(...(cards.length ? cards : [h('p', { class: 'calm' }, t('cage.nothing-waits'))]));
  }

  /** Shows the answer above the list, because a finished item has no card. @param {string} table @param {Service.Command} command @param {string} done */
  async #act(table, command, done) {
    const outcome = await this.send(table, command, done);
    this.#reply.show(outcome.done ? outcome : null);
    await this.poll();
    return outcome;
  }
}

/** @typedef {(command: Service.Command, done: string) => Promise<import('../ui/form.js').Outcome>} Act */

/** @param {Service.WaitingSlip} slip @param {Act} act */
function slipCard(slip, act) {
  const { table, kind, step } = slip;
  const title = t('cage.slip', { kind, slip: slip.slip, table, amount: dollars(slip.amount) });
  const chips = Object.entries(slip.chips).map(([denomination, count]) => ({ denomination: Number(denomination), count }));
  const about = h(
    'div',
    { class: 'about' },
    h('ul', { class: 'chips-list' }, ...chips.map(({ denomination, count }) => h('li', {}, `${count} × ${dollars(denomination)}`))),
    h('p', {}, t('cage.slip-people', { requested: slip.people[0] ?? '', prepared: slip.people[1] ?? '', carried: slip.people[2] ?? '', has: String(slip.people.length) })),
    h('p', { class: slip.yours ? 'turn' : '' }, t('cage.slip-waits', { step, who: roleName(slip.role) })),
  );
  const counted = chips.map(({ denomination }) => /** @type {import('../ui/form.js').Field} */ ({
    name: `count-${denomination}`,
    label: t('cage.counted-of', { denomination: dollars(denomination) }),
    kind: 'whole',
  }));
  const next = slip.yours
    ? form({
        title,
        about,
        fields: step === 'accept' ? counted : [],
        button: t('cage.slip-act', { step }),
        send: (values) => act(command(slip, values), t('cage.slip-done', { step, slip: slip.slip })),
      })
    : h('div', { class: 'ask' }, h('h3', {}, title), about);
  return h('article', { class: 'waiting-card', 'data-slip': `${table}/${slip.slip}` }, next, slip.voidable ? voiding(slip, act) : null);
}

/** @param {Service.WaitingSlip} slip @param {object} values @returns {Service.Command} */
function command({ slip, step, chips }, values) {
  switch (step) {
    case 'prepare':
      return { type: 'prepare-slip', slip };
    case 'carry':
      return { type: 'carry-slip', slip };
    default: {
      const typed = /** @type {Record<string, number>} */ (values);
      const counted = Object.keys(chips).map((each) => /** @type {[string, number]} */ ([each, typed[`count-${each}`] ?? 0]));
      return { type: 'accept-slip', slip, chips: Object.fromEntries(counted) };
    }
  }
}

/** @param {Service.WaitingSlip} slip @param {Act} act */
function voiding({ slip, table }, act) {
  return h(
    'details',
    {},
    h('summary', {}, t('cage.void-slip', { slip, table })),
    form({
      title: t('cage.void-title', { slip, table }),
      about: t('cage.a-void-number-is-not-used'),
      fields: [{ name: 'why', label: t('cage.why') }],
      button: t('cage.void'),
      danger: true,
      send: (/** @type {{why: string}} */ { why }) => act({ type: 'void-slip', slip, why }, t('cage.slip-voided', { slip })),
    }),
  );
}

/** @param {Service.WaitingRequest} asked @param {Act} act */
function requestCard(asked, act) {
  const { table, request } = asked;
  const title = t('cage.request', { request, table, amount: dollars(asked.amount) });
  const awards = Object.entries(asked.awards ?? {}).filter(([, amount]) => amount);
  const facts = [
    requestWords(asked),
    asked.decision,
    awards.length ? list(awards.map(([seat, amount]) => t('cage.award', { seat, way: amount > 0 ? 'gets' : 'gives', amount: dollars(Math.abs(amount)) }))) : '',
    asked.why ? t('cage.because', { why: asked.why }) : '',
    t('cage.asked-by', { name: asked.by, time: moment(asked.at) }),
    asked.yours ? '' : t('cage.another-supervisor-agrees'),
  ].filter(Boolean);
  const about = h('div', { class: 'about' }, ...facts.map((each) => h('p', {}, each)));
  const agree = asked.yours
    ? form({
        title,
        about,
        fields: [],
        button: t('cage.agree'),
        send: () => act({ type: 'give-second', request }, t('cage.agreed', { request })),
      })
    : h('div', { class: 'ask' }, h('h3', {}, title), about);
  const refuse = asked.refusable
    ? h(
        'details',
        {},
        h('summary', {}, t('cage.refuse-request', { request, whose: asked.yours ? 'other' : 'own' })),
        form({
          title: t('cage.refuse-title', { request, table }),
          fields: [{ name: 'why', label: t('cage.why') }],
          button: t('cage.refuse'),
          danger: true,
          send: (/** @type {{why: string}} */ { why }) => act({ type: 'deny-second', request, why }, t('cage.refused', { request })),
        }),
      )
    : null;
  return h('article', { class: 'waiting-card is-request', 'data-request': `${table}/${request}` }, agree, refuse);
}

/** The subject in one line. @param {Service.WaitingRequest} asked */
function requestWords({ kind, dispute = 0, number = '', player = '', seat = 0 }) {
  switch (kind) {
    case 'decide-dispute':
      return t('cage.decide-dispute', { dispute });
    case 'correct-number':
      return t('cage.correct-number', { number });
    case 'settle-claim':
      return t('cage.settle-claim', { player, place: seat ? 'seat' : 'cage', seat });
    default:
      return has(`refusal.command.${kind}`) ? t(`refusal.command.${kind}`) : kind;
  }
}
