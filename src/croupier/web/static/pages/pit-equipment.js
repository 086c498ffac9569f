// @ts-check
// Wheel, ball and layout of a table: the inspection before opening, work on the wheel, and the log of both.
import { html as h } from '../core/svg.js';
import { cited, form } from '../ui/form.js';
import { moment, roleName } from '../ui/words.js';
import { api, ask } from './console.js';
import { may } from './pit-table.js';

/** @typedef {import('./pit-table.js').Pit} Pit */

const KINDS = /** @type {Record<string, string>} */ ({
  inspection: 'Inspection',
  adjustment: 'Adjustment',
  replacement: 'Replacement',
  director: 'Inspection by the Director',
});
const VERDICTS = /** @type {[string, string][]} */ ([
  ['yes', 'In order'],
  ['no', 'Not in order'],
]);

/** What is asked of this person about the equipment, and what was done to it. @param {Pit} pit */
export function equipment(pit) {
  const { equipment: now } = pit.view;
  return [
    hindrance(now, pit.view.phase === 'closed') ?? fit(now),
    may(pit, 'inspect-table') && now.checks.length ? inspection(pit) : '',
    may(pit, 'inspect-replacement') && now.awaiting.length ? directors(pit) : '',
    may(pit, 'adjust-wheel') ? work(pit) : '',
    log(pit),
  ];
}

/**
 * What stands in the way of opening, or of the next spin, clause by clause; null when nothing does.
 * @param {any} now @param {boolean} closed @param {(() => void)|null} [go] leads to where it is seen to
 */
export function hindrance(now, closed, go = null) {
  if (!now?.obstacles.length) return null;
  return h(
    'section',
    { class: 'hinders', 'aria-label': 'What stands in the way' },
    h('h3', {}, closed ? 'Before the table may open' : 'Before the next spin'),
    h('ul', {}, ...now.obstacles.map((/** @type {any} */ each) => h('li', {}, ...cited(each.message, each.clause)))),
    go ? h('button', { type: 'button', class: 'tool', onclick: go }, 'See to it') : null,
  );
}

/** @param {any} now */
function fit(now) {
  const { inspection: last } = now;
  const words = last
    ? `Inspected and in order: ${last.name}, ${roleName(last.role).toLowerCase()}, ${moment(last.at)}.`
    : 'Nothing stands in the way of opening.';
  return h('p', { class: 'calm good' }, words);
}

/** Each thing is looked at and answered for by itself. @param {Pit} pit */
function inspection({ view, table }) {
  const { checks } = view.equipment;
  return form({
    title: 'Inspection',
    about: `Signed by you, as ${checks.length === 1 ? 'it was' : 'all were'} found. What is not in order keeps the table from play.`,
    fields: [
      ...checks.map((/** @type {any} */ { check, words, clause }) => ({
        name: check,
        label: words,
        hint: clause ? h('cite', {}, clause) : undefined,
        kind: 'either',
        options: VERDICTS,
      })),
      { name: 'note', label: 'Note', kind: 'long', optional: true },
    ],
    button: 'Sign the inspection',
    send: ({ note, ...found }) =>
      table.send(
        {
          type: 'inspect-table',
          checks: Object.fromEntries(Object.entries(found).map(([check, verdict]) => [check, verdict === 'yes'])),
          note,
        },
        'Signed and recorded.',
      ),
  });
}

/** An external part that was replaced waits for the Director. @param {Pit} pit */
function directors({ view, table }) {
  return form({
    title: 'Inspection by the Director or a designee',
    about: `Replaced and not yet inspected: ${view.equipment.awaiting.join(', ')}.`,
    fields: [
      { name: 'fit', label: 'Wheel and table are', kind: 'either', options: VERDICTS },
      { name: 'note', label: 'Note', kind: 'long', optional: true },
    ],
    button: 'Sign the inspection',
    send: ({ fit: verdict, note }) =>
      table.send({ type: 'inspect-replacement', fit: verdict === 'yes', note }, 'Signed and recorded.'),
  });
}

/** An adjustment or a replacement, signed with name and license number. @param {Pit} pit */
function work({ view, table, session }) {
  const { external_parts: external, secure_place: place } = view.equipment;
  const adjusts = (/** @type {any} */ { work: kind }) => kind === 'adjustment';
  const replaces = (/** @type {any} */ { work: kind }) => kind === 'replacement';
  const fields = /** @type {import('../ui/form.js').Field[]} */ ([
    {
      name: 'work',
      label: 'What was done',
      kind: 'either',
      options: [
        ['adjustment', KINDS.adjustment],
        ['replacement', KINDS.replacement],
      ],
    },
    { name: 'part', label: 'Part of the wheel' },
    { name: 'what', label: 'In words', kind: 'long' },
    { name: 'name', label: 'Name of who did it', value: session.display || session.name },
    { name: 'license', label: 'License number', value: session.license || undefined },
    ...(external
      ? [
          { name: 'witness', label: 'Security member present', when: adjusts },
          { name: 'witness_license', label: 'License number of security', when: adjusts },
        ]
      : []),
    { name: 'external', label: 'The part is an external one', kind: 'check', when: replaces },
    ...(place ? [{ name: 'away', label: `The wheel was at ${place}, off the floor`, kind: 'check', when: adjusts }] : []),
  ]);
  return form({
    title: 'Adjustment or replacement',
    about: 'Goes into the log under the name and license number of the person who did it.',
    fields,
    button: 'Sign for the log',
    send: ({ work: kind, ...values }) =>
      table.send({ type: kind === 'adjustment' ? 'adjust-wheel' : 'replace-part', ...values }, 'Signed and recorded.'),
  });
}

/** The last entries, and the whole of it on paper. @param {Pit} pit */
function log({ view, card }) {
  const { log: entries, log_clause: clause, checks } = view.equipment;
  const said = h('p', { class: 'quiet', role: 'status' });
  const print = async () => {
    const asked = await ask(() => api.get(`/tables/${encodeURIComponent(card.number)}/log`));
    said.textContent = asked.done ? '' : (asked.message ?? '');
    if (asked.done) printed(card, named(asked.body.log, checks), clause);
  };
  return h(
    'section',
    { class: 'log', 'aria-label': 'Maintenance log' },
    h(
      'div',
      { class: 'side-head' },
      h('h3', {}, 'Maintenance log ', clause ? h('cite', {}, clause) : null),
      h('button', { type: 'button', class: 'tool', onclick: print }, 'Print the log'),
    ),
    said,
    entries.length
      ? h(
          'div',
          { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Last entries of the log' },
          entriesTable(card, named(entries, checks).toReversed()),
        )
      : h('p', { class: 'quiet' }, 'Nothing has been entered yet.'),
  );
}

/** Entries with the checks that failed in words. @param {any[]} entries @param {any[]} checks @returns {any[]} */
function named(entries, checks) {
  const words = new Map(checks.map((each) => [each.check, each.words]));
  return entries.map((each) => ({ ...each, failed: each.failed.map((/** @type {string} */ check) => words.get(check) ?? check) }));
}

/** @param {any} card @param {any[]} entries */
function entriesTable(card, entries) {
  const heads = ['Date', 'Table', 'Entry', 'Name', 'License', 'Signature'];
  return h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...heads.map((each) => h('th', { scope: 'col' }, each)))),
    h('tbody', {}, ...entries.map((each) => entry(card, each))),
  );
}

/** @param {any} card @param {any} each */
function entry(card, each) {
  const what = [each.part, each.external ? 'external part' : '', each.what, each.place ? `at ${each.place}` : '', each.note];
  const failed = each.failed.length ? `not in order: ${each.failed.join('; ')}` : 'not in order';
  const verdict = ['inspection', 'director'].includes(each.kind) ? (each.passed ? 'in order' : failed) : '';
  return h(
    'tr',
    {},
    h('td', {}, h('time', {}, moment(each.at))),
    h('td', {}, card.number),
    h(
      'td',
      {},
      h('b', {}, KINDS[each.kind] ?? each.kind),
      ' ',
      [verdict, ...what].filter(Boolean).join(' · '),
      each.witness ? h('small', {}, ` Security present: ${each.witness}, ${each.witness_license}`) : null,
    ),
    h('td', {}, each.name, h('small', {}, ` ${roleName(each.role)}`)),
    h('td', {}, each.license || '–'),
    h('td', {}, each.signed || '–'),
  );
}

/** Lays the whole log out for paper and prints it. @param {any} card @param {any[]} entries @param {string|null} clause */
function printed(card, entries, clause) {
  document.querySelector('.sheet')?.remove();
  document.body.append(
    h(
      'article',
      { class: 'sheet' },
      h('h1', {}, `Maintenance log, table ${card.number}`),
      h('p', {}, `${card.house} · ${card.title}${clause ? ` · ${clause}` : ''}`),
      entriesTable(card, entries),
      h('p', {}, `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}, printed ${moment(Date.now())}.`),
    ),
  );
  window.print();
}
