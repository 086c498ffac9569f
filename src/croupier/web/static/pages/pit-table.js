// @ts-check
// A supervisor's decisions and actions at one table.
import { clock, moment } from '../core/clock.js';
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { isCrowned } from '../core/phases.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-board.js';
import '../ui/cr-numpad.js';
import { colorName } from '../ui/display-format.js';
import { cited, form } from '../ui/form.js';
import { api, ask } from './console.js';
import { claimForm, slipForm } from './pit-money.js';

/**
 * @typedef {{card: Service.Card, view: Page.View, table: Speaking, session: Service.SessionAnswer}} Pit
 * @typedef {{view: Page.View | null, send: (command: Service.Command, words?: string) => Promise<import('../ui/form.js').Outcome>}} Speaking
 */

/** Whether the person's role may give this command. @param {Pit} pit @param {string} command */
export const may = ({ card, session }, command) => (card.roles[command] ?? []).includes(session.role);

/** Directions about an irregularity; the service says which are allowed now. */
const DIRECTIONS = /** @type {[string, string][]} */ ([
  ['go-on', t('pit.go-on-as-decided')],
  ['no-spin', t('pit.call-no-spin-every-wager-stands')],
  ['void-round', t('pit.void-the-round-every-wager-goes')],
  ['number', t('pit.set-the-number-right')],
]);

/** The decisions that are due. @param {Pit} pit */
export function decisions(pit) {
  const { view, table } = pit, { dealing } = view;
  const found = [];
  if (dealing?.step === 'decide-irregularity' && may(pit, 'decide-irregularity')) {
    found.push(
      form({
        title: t('pit.irregularity'),
        about: h('q', {}, dealing.irregularity),
        fields: [
          { name: 'decision', label: t('pit.decision'), kind: 'long' },
          { name: 'why', label: t('pit.why'), kind: 'long' },
          {
            name: 'action',
            label: t('pit.direct-the-dealer-to'),
            kind: 'choice',
            options: DIRECTIONS.filter(([action]) => dealing.directions.includes(action)),
          },
          { name: 'number', label: t('pit.the-right-number'), when: ({ action }) => action === 'number' },
        ],
        button: t('pit.direct'),
        send: (/** @type {Page.Asked<'decide-irregularity', 'decision' | 'why' | 'action' | 'number'>} */ values) => table.send({ type: 'decide-irregularity', ...values }, t('pit.directed-the-dealer-carries-it-out')),
      }),
    );
  }
  if (dealing?.step === 'observe-action' && may(pit, 'observe-action')) {
    found.push(
      form({
        title: t('pit.observe-the-action'),
        about: t('pit.the-dealer-has-carried-out-the'),
        fields: [{ name: 'note', label: t('pit.note'), optional: true }],
        button: t('pit.it-was-done'),
        send: (/** @type {{note: string}} */ { note }) => table.send({ type: 'observe-action', note }, t('pit.observed-and-recorded')),
      }),
    );
  }
  if (dealing?.step === 'inspect-ball' && may(pit, 'inspect-ball')) {
    found.push(
      form({
        title: t('pit.the-ball-left-the-wheel'),
        about: t('pit.it-is-inspected-before-the-next'),
        fields: [
          {
            name: 'fit',
            label: t('pit.the-ball-is'),
            kind: 'choice',
            options: [
              ['yes', t('pit.fit')],
              ['no', t('pit.not-fit')],
            ],
          },
          { name: 'note', label: t('pit.note'), optional: true },
        ],
        button: t('pit.record-the-inspection'),
        send: (/** @type {{fit: string, note: string}} */ { fit, note }) => table.send({ type: 'inspect-ball', fit: fit === 'yes', note }, t('pit.recorded')),
      }),
    );
  }
  for (const dispute of view.disputes.filter((each) => !each.decided)) {
    found.push(
      may(pit, 'decide-dispute')
        ? disputeForm(pit, dispute)
        : h(
            'p',
            { class: 'calm' },
            `${t('pit.dispute-round', { dispute: dispute.dispute, round: dispute.round })}: `,
            h('q', {}, dispute.what),
            ` ${t('pit.a-pit-supervisor-decides-it')}`,
          ),
    );
  }
  for (const [player, owed] of Object.entries(view.house?.claims ?? {}))
    if (owed && may(pit, 'settle-claim')) found.push(claimForm(pit, player, owed));
  return found;
}

/** @param {Pit} pit @param {Service.SeenDispute} dispute */
function disputeForm({ view, table, card }, dispute) {
  const seats = view.seats.map((each) => /** @type {import('../ui/form.js').Field} */ ({
    name: `award-${each.seat}`,
    label: t('pit.seat', { seat: each.seat, player: each.player ?? '' }),
    kind: 'signed',
    optional: true,
  }));
  const bundle = `/api/v1/tables/${encodeURIComponent(card.number)}/bundle?round=${dispute.round}`;
  const element = form({
    title: t('pit.dispute-round', { dispute: dispute.dispute, round: dispute.round }),
    about: h('span', {}, h('q', {}, dispute.what), ' ', h('a', { href: bundle, download: '' }, t('pit.bundle-of-the-round'))),
    fields: [
      { name: 'decision', label: t('pit.decision'), kind: 'long' },
      { name: 'why', label: t('pit.why'), kind: 'long' },
      ...seats,
    ],
    button: t('pit.decide-the-dispute'),
    preview: (values) => {
      const given = awards(values);
      const total = Object.values(given).reduce((sum, each) => sum + each, 0);
      return Object.keys(given).length
        ? t('pit.between-float-and-stacks-in-all', { amount: Object.entries(given)
            .map(([seat, amount]) => t('pit.seat-gets-or-gives-back', { seat, way: amount > 0 ? 'gets' : 'gives', amount: dollars(Math.abs(amount)) }))
            .join(', '), total: dollars(total) })
        : t('pit.nothing-is-awarded-a-minus-takes');
    },
    send: (/** @type {Page.Asked<'decide-dispute', 'decision' | 'why'>} */ values) =>
      table.send(
        {
          type: 'decide-dispute',
          dispute: dispute.dispute,
          decision: values.decision,
          why: values.why,
          awards: awards(values),
        },
        t('pit.decided'),
      ),
  });
  element.classList.add('dispute');
  return element;
}

/** @param {object} values @returns {Record<string, number>} */
function awards(values) {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, amount]) => name.startsWith('award-') && amount)
      .map(([name, amount]) => [name.slice(6), amount]),
  );
}

/** The correction of the last round's number, with the service's preview of what it pays and takes back. @param {Pit} pit */
export function correction(pit) {
  const { card, table } = pit;
  if (!may(pit, 'correct-number')) return null;
  const pad = document.createElement('cr-numpad');
  pad.card = card;
  const foreseen = h(
    'div',
    { class: 'preview', 'aria-live': 'polite' },
    t('pit.choose-the-number-at-which-the'),
  );
  const element = form({
    about:
      t('pit.the-last-settled-round-is-settled'),
    fields: [{ name: 'why', label: t('pit.why'), kind: 'long' }],
    button: t('pit.correct-the-number'),
    danger: true,
    send: (/** @type {{why: string}} */ { why }) =>
      pad.value
        ? table.send({ type: 'correct-number', number: pad.value, why }, t('pit.corrected-the-differences-are-paid'))
        : Promise.resolve({ done: false, message: t('pit.choose-the-right-number-first'), unsent: true }),
  });
  pad.addEventListener('chosen', async () => {
    const number = pad.value;
    const asked = await ask(() =>
      api.get(`/tables/${encodeURIComponent(card.number)}/correction?number=${encodeURIComponent(number)}`),
    );
    if (number === pad.value)
      foreseen.replaceChildren(
        asked.done ? differences(asked.body) : h('span', {}, ...cited(asked.message ?? '', asked.clause)),
      );
  });
  element.querySelector('.fields')?.before(pad, foreseen);
  return element;
}

/** @param {Service.CorrectionPreview} found */
function differences(found) {
  const line = (/** @type {Service.StackDifference} */ each) =>
    h(
      'li',
      {},
      h('strong', {}, t('pit.seat', { seat: each.seat, player: each.player })),
      ' ',
      each.paid ? t('pit.gets-or-gives-back', { way: each.paid > 0 ? 'gets' : 'gives', amount: dollars(Math.abs(each.paid)) }) : '',
      each.claimed
        ? `${each.paid ? ', ' : ''}${t('pit.stays-owed', { to: each.claimed > 0 ? 'house' : 'player', amount: dollars(Math.abs(each.claimed)) })}`
        : '',
    );
  return h(
    'div',
    {},
    h('p', {}, t('pit.round-becomes', { round: found.round, was: found.was, number: found.number })),
    found.differences.length
      ? h(
          'ul',
          {},
          ...found.differences.map(line),
          found.count > found.differences.length
            ? h('li', {}, t('pit.and-more', { differences: found.count - found.differences.length }))
            : null,
        )
      : h('p', {}, t('pit.nobody-is-paid-a-difference')),
    found.tips ? h('p', {}, t('pit.tip-box', { tips: dollars(found.tips) })) : null,
  );
}

/** The current table: its layout, and the seats with their chips. `show` updates it. @param {Pit} pit */
export function picture({ card }) {
  const board = document.createElement('cr-board');
  const rows = h('tbody');
  board.readonly = true;
  board.orientation = 'landscape';
  board.card = card;
  const cell = (/** @type {string|Node} */ text) => h('td', {}, text);
  const table = h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...[t('pit.seat-word'), t('pit.player'), t('pit.chips'), t('pit.stack'), t('pit.on-the-layout')].map((each) => h('th', { scope: 'col' }, each)),
      ),
    ),
    rows,
  );
  const element = h(
    'section',
    { 'aria-label': t('pit.the-table-now') },
    h('div', { class: 'small-felt', 'aria-hidden': 'true' }, board),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('pit.seats') }, table),
  );
  const show = (/** @type {Page.View} */ view) => {
    board.show(view.wagers);
    board.crown = isCrowned(view.phase) ? view.result : '';
    const bet = (/** @type {number} */ seat) =>
      view.wagers
        .filter((each) => each.seat === seat)
        .reduce((sum, each) => sum + each.amount, 0);
    rows.replaceChildren(
      ...view.seats
        .toSorted((a, b) => a.seat - b.seat)
        .map((each) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, each.seat),
            cell(each.player ?? ''),
            cell(each.color ? `${colorName(each.color)} ${dollars(each.value ?? 0)}` : t('pit.not-set')),
            cell(dollars(Object.values(each.stacks ?? {}).reduce((sum, amount) => sum + amount, 0))),
            cell(bet(each.seat) ? dollars(bet(each.seat)) : '–'),
          ),
        ),
    );
  };
  return { element, show };
}

/** Opening, closing, shifts, fills and credits, as far as they are possible now. @param {Pit} pit */
export function running(pit) {
  const { view, table, session } = pit;
  if (!may(pit, 'open-table')) return [h('p', { class: 'quiet' }, t('pit.a-pit-supervisor-opens-and-closes'))];
  const count = /** @type {import('../ui/form.js').Field} */ ({
    name: 'float_count',
    label: t('pit.float-counted'),
    kind: 'money',
  });
  const people = /** @type {import('../ui/form.js').Field[]} */ ([
    { name: 'dealer', label: t('pit.dealer'), value: view.dealer || undefined },
    { name: 'supervisor', label: t('pit.supervisor'), value: session.name },
  ]);
  if (view.phase === 'closed') {
    return [
      form({
        title: t('pit.open-the-table'),
        fields: [...people, count],
        button: t('pit.open'),
        keep: true,
        send: (/** @type {Page.Asked<'open-table', 'dealer' | 'supervisor' | 'float_count'>} */ values) => table.send({ type: 'open-table', ...values }, t('pit.the-table-is-open')),
      }),
    ];
  }
  const books = (/** @type {{float_count?: number}} */ values) =>
    view.house && values.float_count !== undefined ? against(values.float_count, pit) : null;
  return [
    slipForm(pit),
    form({
      title: t('pit.change-of-shift'),
      fields: [...people, count],
      button: t('pit.hand-over'),
      preview: books,
      send: (/** @type {Page.Asked<'change-shift', 'dealer' | 'supervisor' | 'float_count'>} */ values) => table.send({ type: 'change-shift', ...values }, t('pit.handed-over')),
    }),
    form({
      title: t('pit.relief'),
      about: t('pit.at-once-in-any-part-of'),
      fields: people,
      button: t('pit.relieve'),
      send: (/** @type {Page.Asked<'relieve-staff', 'dealer' | 'supervisor'>} */ values) => table.send({ type: 'relieve-staff', ...values }, t('pit.relieved')),
    }),
    form({
      title: t('pit.close-the-table'),
      about: t('pit.between-rounds-with-nothing-of-a'),
      fields: [count],
      button: t('pit.close'),
      danger: true,
      preview: books,
      send: (/** @type {Page.Asked<'close-table', 'float_count'>} */ values) => table.send({ type: 'close-table', ...values }, t('pit.the-table-is-closed')),
    }),
  ];
}

/** The count compared with the books. @param {number} counted @param {Pit} pit */
function against(counted, { table }) {
  const books = table.view?.house?.house_float;
  if (books === undefined) return null;
  if (!counted) return t('pit.the-books-say', { books: dollars(books) });
  const difference = counted - books;
  return difference
    ? t('pit.books-differ', { books: dollars(books), difference: dollars(Math.abs(difference)), way: difference > 0 ? 'over' : 'short' })
    : t('pit.the-books-say-the-same', { books: dollars(books) });
}

/** Codes for terminals, and the enrolled terminals. @param {Pit} pit */
export function terminals({ card }) {
  const shown = h('p', { class: 'code', 'aria-live': 'polite' });
  const list = h('ul', { class: 'plain-list' });
  const asked = form({
    title: t('pit.enroll-a-terminal'),
    about: t('pit.the-code-is-typed-once-at'),
    fields: [
      {
        name: 'seat',
        label: t('pit.seat-word'),
        kind: 'choice',
        options: Array.from({ length: card.seats }, (_, index) => [String(index + 1), t('pit.seat-number', { index: index + 1 })]),
      },
    ],
    button: t('pit.make-a-code'),
    keep: true,
    send: async (/** @type {{seat: string}} */ { seat }) => {
      const outcome = await ask(
        () => api.post('/terminals/codes', { table: card.number, seat: Number(seat) }),
        t('pit.valid-for-ten-minutes-once'),
      );
      if (outcome.done)
        shown.replaceChildren(
          h('b', {}, outcome.body.code),
          h('span', {}, t('pit.seat-until', { seat, until: clock(outcome.body.until) })),
        );
      return outcome;
    },
  });
  const load = async () => {
    const { body } = await ask(() => api.get('/terminals'));
    const own = (body?.terminals ?? []).filter((each) => each.table === card.number);
    list.replaceChildren(
      ...own.map((each) =>
        h(
          'li',
          {},
          form({
            about: t('pit.seat-enrolled', { seat: each.seat, enrolled: moment(each.enrolled) }),
            fields: [{ name: 'why', label: t('pit.why') }],
            button: t('pit.take-out-of-service'),
            danger: true,
            send: async (/** @type {{why: string}} */ { why }) => {
              const outcome = await ask(() => api.post(`/terminals/${encodeURIComponent(each.id)}/revoke`, { why }));
              if (outcome.done) load();
              return outcome;
            },
          }),
        ),
      ),
    );
  };
  load();
  return [asked, shown, list];
}
