// @ts-check
// What a supervisor decides and does at one table.
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-board.js';
import '../ui/cr-numpad.js';
import { cited, form } from '../ui/form.js';
import { api, ask } from './console.js';

/**
 * @typedef {{card: any, view: any, table: {view: any, send: (command: any, words?: string) => Promise<import('../ui/form.js').Outcome>}, session: any}} Pit
 */

/** Whether the service would hear this command from the person at all. @param {Pit} pit @param {string} command */
export const may = ({ card, session }, command) => (card.roles[command] ?? []).includes(session.role);

/** What waits for a decision now. @param {Pit} pit */
export function decisions(pit) {
  const { view, table } = pit;
  const found = [];
  if (view.dealing.step === 'decide-irregularity' && may(pit, 'decide-irregularity')) {
    found.push(
      form({
        title: 'Irregularity',
        about: h('q', {}, view.dealing.irregularity),
        fields: [
          { name: 'decision', label: 'Decision', kind: 'long' },
          { name: 'why', label: 'Why', kind: 'long' },
          { name: 'no_spin', label: 'No spin: every wager stands and the spin is made again', kind: 'check' },
        ],
        button: 'Decide',
        send: (values) => table.send({ type: 'decide-irregularity', ...values }, 'Decided.'),
      }),
    );
  }
  if (view.dealing.step === 'inspect-ball' && may(pit, 'inspect-ball')) {
    found.push(
      form({
        title: 'The ball left the wheel',
        about: 'It is inspected before the next spin; one that is not fit is replaced and the new one inspected.',
        fields: [
          {
            name: 'fit',
            label: 'The ball is',
            kind: 'choice',
            options: [
              ['yes', 'fit'],
              ['no', 'not fit'],
            ],
          },
          { name: 'note', label: 'Note', optional: true },
        ],
        button: 'Record the inspection',
        send: ({ fit, note }) => table.send({ type: 'inspect-ball', fit: fit === 'yes', note }, 'Recorded.'),
      }),
    );
  }
  for (const dispute of (view.disputes ?? []).filter((/** @type {any} */ each) => !each.decided)) {
    found.push(
      may(pit, 'decide-dispute')
        ? disputeForm(pit, dispute)
        : h(
            'p',
            { class: 'calm' },
            `Dispute ${dispute.dispute}, round ${dispute.round}: `,
            h('q', {}, dispute.what),
            ' A pit supervisor decides it.',
          ),
    );
  }
  return found;
}

/** @param {Pit} pit @param {any} dispute */
function disputeForm({ view, table, card }, dispute) {
  const seats = view.seats.map((/** @type {any} */ each) => ({
    name: `award-${each.seat}`,
    label: `Seat ${each.seat} · ${each.player}`,
    kind: 'signed',
    optional: true,
  }));
  const bundle = `/api/v1/tables/${encodeURIComponent(card.number)}/bundle?round=${dispute.round}`;
  const element = form({
    title: `Dispute ${dispute.dispute}, round ${dispute.round}`,
    about: h('span', {}, h('q', {}, dispute.what), ' ', h('a', { href: bundle, download: '' }, 'Bundle of the round')),
    fields: [
      { name: 'decision', label: 'Decision', kind: 'long' },
      { name: 'why', label: 'Why', kind: 'long' },
      ...seats,
    ],
    button: 'Decide the dispute',
    preview: (values) => {
      const given = awards(values);
      const total = Object.values(given).reduce((sum, each) => sum + each, 0);
      return Object.keys(given).length
        ? `Between float and stacks: ${Object.entries(given)
            .map(([seat, amount]) => `seat ${seat} ${amount > 0 ? 'gets' : 'gives back'} ${dollars(Math.abs(amount))}`)
            .join(', ')}. In all ${dollars(total)}.`
        : 'Nothing is awarded. A minus takes back what was paid wrongly.';
    },
    send: (values) =>
      table.send(
        {
          type: 'decide-dispute',
          dispute: dispute.dispute,
          decision: values.decision,
          why: values.why,
          awards: awards(values),
        },
        'Decided.',
      ),
  });
  element.classList.add('dispute');
  return element;
}

/** @param {Record<string, any>} values @returns {Record<string, number>} */
function awards(values) {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, amount]) => name.startsWith('award-') && amount)
      .map(([name, amount]) => [name.slice(6), amount]),
  );
}

/** The correction of the last round's number; the service says beforehand what it would pay and take back. @param {Pit} pit */
export function correction(pit) {
  const { card, table } = pit;
  if (!may(pit, 'correct-number')) return null;
  const pad = /** @type {import('../ui/cr-numpad.js').CrNumpad} */ (document.createElement('cr-numpad'));
  pad.card = card;
  const foreseen = h(
    'div',
    { class: 'preview', 'aria-live': 'polite' },
    'Choose the number at which the ball came to rest.',
  );
  const element = form({
    about:
      'The last settled round is settled again under the right number, and every difference is paid or taken back. It comes between rounds.',
    fields: [{ name: 'why', label: 'Why', kind: 'long' }],
    button: 'Correct the number',
    danger: true,
    send: ({ why }) =>
      pad.value
        ? table.send({ type: 'correct-number', number: pad.value, why }, 'Corrected. The differences are paid.')
        : Promise.resolve({ done: false, message: 'Choose the right number first.', unsent: true }),
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

/** @param {any} found */
function differences(found) {
  const line = (/** @type {any} */ each) =>
    h(
      'li',
      {},
      h('strong', {}, `Seat ${each.seat} · ${each.player}`),
      ' ',
      each.paid ? `${each.paid > 0 ? 'gets' : 'gives back'} ${dollars(Math.abs(each.paid))}` : '',
      each.claimed
        ? `${each.paid ? ', ' : ''}${dollars(Math.abs(each.claimed))} ${each.claimed > 0 ? 'stays owed to the house' : 'stays owed to the player'}`
        : '',
    );
  return h(
    'div',
    {},
    h('p', {}, `Round ${found.round}: ${found.was} becomes ${found.number}.`),
    found.differences.length
      ? h(
          'ul',
          {},
          ...found.differences.map(line),
          found.count > found.differences.length
            ? h('li', {}, `and ${found.count - found.differences.length} more`)
            : null,
        )
      : h('p', {}, 'Nobody is paid a difference.'),
    found.tips ? h('p', {}, `Tip box: ${dollars(found.tips)}.`) : null,
  );
}

/** The table as it stands: its layout, and who sits there with what. `show` brings it up to date. @param {Pit} pit */
export function picture({ card }) {
  const board = /** @type {import('../ui/cr-board.js').CrBoard} */ (document.createElement('cr-board'));
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
        ...['Seat', 'Player', 'Chips', 'Stack', 'On the layout'].map((each) => h('th', { scope: 'col' }, each)),
      ),
    ),
    rows,
  );
  const element = h(
    'section',
    { 'aria-label': 'The table now' },
    h('div', { class: 'small-felt', 'aria-hidden': 'true' }, board),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Seats' }, table),
  );
  const show = (/** @type {any} */ view) => {
    board.show(view.wagers);
    board.crown = ['crowned', 'collected', 'paid'].includes(view.phase) ? view.result : '';
    const bet = (/** @type {number} */ seat) =>
      view.wagers
        .filter((/** @type {any} */ each) => each.seat === seat)
        .reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.amount, 0);
    rows.replaceChildren(
      ...view.seats
        .toSorted((/** @type {any} */ a, /** @type {any} */ b) => a.seat - b.seat)
        .map((/** @type {any} */ each) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, each.seat),
            cell(each.player ?? ''),
            cell(each.color ? `${each.color} ${dollars(each.value)}` : 'not set'),
            cell(dollars(Object.values(each.stacks ?? {}).reduce((sum, amount) => sum + amount, 0))),
            cell(bet(each.seat) ? dollars(bet(each.seat)) : '–'),
          ),
        ),
    );
  };
  return { element, show };
}

/** Opening, closing, shifts, fills and credits, as the table stands. @param {Pit} pit */
export function running(pit) {
  const { view, table, session } = pit;
  if (!may(pit, 'open-table')) return [h('p', { class: 'quiet' }, 'A pit supervisor opens and closes tables.')];
  const count = /** @type {import('../ui/form.js').Field} */ ({
    name: 'float_count',
    label: 'Float, counted',
    kind: 'money',
  });
  const people = /** @type {import('../ui/form.js').Field[]} */ ([
    { name: 'dealer', label: 'Dealer', value: view.dealer || undefined },
    { name: 'supervisor', label: 'Supervisor', value: session.name },
  ]);
  if (view.phase === 'closed') {
    return [
      form({
        title: 'Open the table',
        fields: [...people, count],
        button: 'Open',
        keep: true,
        send: (values) => table.send({ type: 'open-table', ...values }, 'The table is open.'),
      }),
    ];
  }
  const books = (/** @type {any} */ values) =>
    view.house && values.float_count !== undefined ? against(values.float_count, pit) : null;
  return [
    form({
      title: 'Fill or credit',
      fields: [
        {
          name: 'way',
          label: 'Kind',
          kind: 'choice',
          options: [
            ['fill', 'Fill, from the cage'],
            ['credit', 'Credit, to the cage'],
          ],
        },
        { name: 'amount', label: 'Amount', kind: 'money' },
        { name: 'slip', label: 'Number of the slip' },
      ],
      button: 'Record',
      send: ({ way, amount, slip }) =>
        table.send({ type: 'move-float', amount: way === 'fill' ? amount : -amount, slip }, 'Recorded.'),
    }),
    form({
      title: 'Change of shift',
      fields: [...people, count],
      button: 'Hand over',
      preview: books,
      send: (values) => table.send({ type: 'change-shift', ...values }, 'Handed over.'),
    }),
    form({
      title: 'Close the table',
      about: 'Between rounds, with nothing of a player’s left at the table.',
      fields: [count],
      button: 'Close',
      danger: true,
      preview: books,
      send: (values) => table.send({ type: 'close-table', ...values }, 'The table is closed.'),
    }),
  ];
}

/** The count beside the books. @param {number} counted @param {Pit} pit */
function against(counted, { table }) {
  const books = table.view?.house?.house_float;
  if (books === undefined) return null;
  if (!counted) return `The books say ${dollars(books)}.`;
  const difference = counted - books;
  return difference
    ? `The books say ${dollars(books)}: ${dollars(Math.abs(difference))} ${difference > 0 ? 'over' : 'short'}. The difference is recorded.`
    : `The books say the same, ${dollars(books)}.`;
}

/** Codes for terminals, and those that are enrolled. @param {Pit} pit */
export function terminals({ card }) {
  const shown = h('p', { class: 'code', 'aria-live': 'polite' });
  const list = h('ul', { class: 'plain-list' });
  const asked = form({
    title: 'Enroll a terminal',
    about: 'The code is typed once at the terminal, which then belongs to the seat.',
    fields: [
      {
        name: 'seat',
        label: 'Seat',
        kind: 'choice',
        options: Array.from({ length: card.seats }, (_, index) => [String(index + 1), `Seat ${index + 1}`]),
      },
    ],
    button: 'Make a code',
    keep: true,
    send: async ({ seat }) => {
      const outcome = await ask(
        () => api.post('/terminals/codes', { table: card.number, seat: Number(seat) }),
        'Valid for ten minutes, once.',
      );
      if (outcome.done)
        shown.replaceChildren(
          h('b', {}, outcome.body.code),
          h('span', {}, `seat ${seat}, until ${new Date(outcome.body.until).toLocaleTimeString()}`),
        );
      return outcome;
    },
  });
  const load = async () => {
    const { body } = await ask(() => api.get('/terminals'));
    const own = (body?.terminals ?? []).filter((/** @type {any} */ each) => each.table === card.number);
    list.replaceChildren(
      ...own.map((/** @type {any} */ each) =>
        h(
          'li',
          {},
          form({
            about: `Seat ${each.seat}: enrolled ${new Date(each.enrolled).toLocaleString()}`,
            fields: [{ name: 'why', label: 'Why' }],
            button: 'Take out of service',
            danger: true,
            send: async ({ why }) => {
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
