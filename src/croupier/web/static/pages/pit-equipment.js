// @ts-check
// Wheel, ball and layout of a table: the inspection before opening, work on the wheel, and the log.
import { given } from '../core/checked.js';
import { moment } from '../core/clock.js';
import { t } from '../core/language.js';
import { phrase, refusalWords } from '../core/refusal.js';
import { html as h } from '../core/svg.js';
import { roleName, roleWord } from '../ui/display-format.js';
import { cited, form } from '../ui/form.js';
import { api, ask } from './console.js';
import { papers } from './pit-papers.js';
import { may } from './pit-table.js';

/** @typedef {import('./pit-table.js').Pit} Pit */

const KINDS = /** @type {Record<string, string>} */ ({
  inspection: t('pit.inspection'),
  adjustment: t('pit.adjustment'),
  replacement: t('pit.replacement'),
  director: t('pit.inspection-by-the-director'),
});
const VERDICTS = /** @type {[string, string][]} */ ([
  ['yes', t('pit.in-order')],
  ['no', t('pit.not-in-order')],
]);

/** The equipment; everybody with this part of the pit sees it. @param {Pit} pit */
const of = ({ view }) => given(view.equipment, 'equipment');

/** The equipment tasks of this person, and the log. @param {Pit} pit */
export function equipment(pit) {
  const now = of(pit);
  return [
    hindrance(now, pit.view.phase === 'closed') ?? fit(now),
    may(pit, 'inspect-table') && now.checks.length ? inspected(pit) : '',
    may(pit, 'inspect-replacement') && now.awaiting.length ? directors(pit) : '',
    may(pit, 'adjust-wheel') ? work(pit) : '',
    may(pit, 'record-license') ? license(pit) : '',
    log(pit),
    papers(pit),
  ];
}

/**
 * What prevents the opening or the next spin, with clauses; null if nothing does.
 * @param {Service.SeenEquipment|null} now @param {boolean} closed @param {(() => void)|null} [go] opens the part where it can be resolved
 */
export function hindrance(now, closed, go = null) {
  if (!now?.obstacles.length) return null;
  return h(
    'section',
    { class: 'hinders', 'aria-label': t('pit.what-stands-in-the-way') },
    h('h3', {}, closed ? t('pit.before-the-table-may-open') : t('pit.before-the-next-spin')),
    h('ul', {}, ...now.obstacles.map((each) => h('li', {}, ...cited(refusalWords(each).message, each.clause)))),
    go ? h('button', { type: 'button', class: 'tool', onclick: go }, t('pit.see-to-it')) : null,
  );
}

/** @param {Service.SeenEquipment} now */
function fit(now) {
  const { inspection: last } = now;
  const words = last
    ? t('pit.inspected-and-in-order', { name: last.name, role: roleWord(last.role), at: moment(last.at) })
    : t('pit.nothing-stands-in-the-way-of');
  return h('p', { class: 'calm good' }, words);
}

/** Folded while no inspection is due. @param {Pit} pit */
function inspected(pit) {
  const due = of(pit).obstacles.length > 0;
  return due ? inspection(pit) : h('details', {}, h('summary', {}, t('pit.inspect-again')), inspection(pit));
}

/** Each item is checked and answered separately. @param {Pit} pit */
function inspection(pit) {
  const { table } = pit, { checks } = of(pit);
  return form({
    title: t('pit.inspection'),
    about: t('pit.signed-by-you-as', { count: checks.length }),
    fields: [
      ...checks.map(({ check, words, clause }) => /** @type {import('../ui/form.js').Field} */ ({
        name: check,
        label: phrase(words),
        hint: clause ? h('cite', {}, clause) : undefined,
        kind: 'either',
        options: VERDICTS,
      })),
      { name: 'note', label: t('pit.note'), kind: 'long', optional: true },
    ],
    button: t('pit.sign-the-inspection'),
    send: (/** @type {{note: string} & Record<string, string>} */ { note, ...found }) =>
      table.send(
        {
          type: 'inspect-table',
          checks: Object.fromEntries(Object.entries(found).map(([check, verdict]) => [check, verdict === 'yes'])),
          note,
        },
        t('pit.signed-and-recorded'),
      ),
  });
}

/** A replaced external part waits for the Director. @param {Pit} pit */
function directors(pit) {
  const { table } = pit;
  return form({
    title: t('pit.inspection-by-the-director-or-a'),
    about: t('pit.replaced-and-not-yet-inspected', { awaiting: of(pit).awaiting.join(', ') }),
    fields: [
      { name: 'fit', label: t('pit.wheel-and-table-are'), kind: 'either', options: VERDICTS },
      { name: 'note', label: t('pit.note'), kind: 'long', optional: true },
    ],
    button: t('pit.sign-the-inspection'),
    send: (/** @type {{fit: string, note: string}} */ { fit: verdict, note }) =>
      table.send({ type: 'inspect-replacement', fit: verdict === 'yes', note }, t('pit.signed-and-recorded')),
  });
}

/** An adjustment or a replacement, signed with name and license number. @param {Pit} pit */
function work(pit) {
  const { table, session } = pit, { external_parts: external, secure_place: place } = of(pit);
  const adjusts = (/** @type {import('../ui/form.js').Values} */ { work: kind }) => kind === 'adjustment';
  const fields = /** @type {import('../ui/form.js').Field[]} */ ([
    {
      name: 'work',
      label: t('pit.what-was-done'),
      kind: 'either',
      options: [
        ['adjustment', KINDS.adjustment],
        ['replacement', KINDS.replacement],
      ],
    },
    { name: 'part', label: t('pit.part-of-the-wheel') },
    { name: 'what', label: t('pit.in-words'), kind: 'long' },
    { name: 'name', label: t('pit.name-of-who-did-it'), value: session.display || session.name },
    { name: 'license', label: t('pit.license-number'), value: session.license || undefined },
    ...(external
      ? [
          { name: 'witness', label: t('pit.security-member-present'), when: adjusts },
          { name: 'witness_license', label: t('pit.license-number-of-security'), when: adjusts },
        ]
      : []),
    ...(place ? [{ name: 'away', label: t('pit.the-wheel-was-at-off-the', { place }), kind: 'check', when: adjusts }] : []),
  ]);
  return form({
    title: t('pit.adjustment-or-replacement'),
    about: t('pit.goes-into-the-log-under-the'),
    fields,
    button: t('pit.sign-for-the-log'),
    send: (/** @type {{work: string} & Page.Asked<'replace-part', 'part' | 'what' | 'name' | 'license'>} */ { work: kind, ...values }) =>
      table.send({ type: kind === 'adjustment' ? 'adjust-wheel' : 'replace-part', ...values }, t('pit.signed-and-recorded')),
  });
}

/** Records a person's role and license, which anybody who signs or is present needs. @param {Pit} pit */
function license({ table }) {
  const roles = ['security', 'maintenance', 'slot-technician', 'key-manager', 'pit-supervisor'];
  return form({
    title: t('pit.license-on-record'),
    about: t('pit.who-signs-work-on-the-wheel'),
    fields: [
      { name: 'name', label: t('pit.name') },
      { name: 'role', label: t('pit.role'), kind: 'choice', options: roles.map((role) => [role, roleName(role)]) },
      { name: 'license', label: t('pit.license-number') },
    ],
    button: t('pit.record-the-license'),
    send: (/** @type {Page.Asked<'record-license', 'name' | 'role' | 'license'>} */ values) => table.send({ type: 'record-license', ...values }, t('pit.recorded')),
  });
}

/** The last entries, and a button that prints the whole log. @param {Pit} pit */
function log(pit) {
  const { card } = pit, { log: entries, log_clause: clause, checks } = of(pit);
  const said = h('p', { class: 'quiet', role: 'status' });
  const print = async () => {
    const asked = await ask(() => api.get(`/tables/${encodeURIComponent(card.number)}/log`));
    said.textContent = asked.done ? '' : (asked.message ?? '');
    if (asked.done) printed(card, { ...asked.body, log: named(asked.body.log, checks) });
  };
  return h(
    'section',
    { class: 'log', 'aria-label': t('pit.maintenance-log') },
    h(
      'div',
      { class: 'side-head' },
      h('h3', {}, `${t('pit.maintenance-log')} `, clause ? h('cite', {}, clause) : null),
      h('button', { type: 'button', class: 'tool', onclick: print }, t('pit.print-the-log')),
    ),
    said,
    entries.length
      ? h(
          'div',
          { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('pit.last-entries-of-the-log') },
          entriesTable(card, named(entries, checks).toReversed()),
        )
      : h('p', { class: 'quiet' }, t('pit.nothing-has-been-entered-yet')),
  );
}

/** Entries with the texts of failed checks. @param {Service.SeenEntry[]} entries @param {Service.SeenCheck[]} checks */
function named(entries, checks) {
  const words = new Map(checks.map((each) => [each.check, phrase(each.words)]));
  return entries.map((each) => ({ ...each, failed: each.failed.map((check) => words.get(check) ?? check) }));
}

/** @param {Service.Card} card @param {Service.SeenEntry[]} entries */
function entriesTable(card, entries) {
  const heads = [t('pit.date'), t('pit.table'), t('pit.entry'), t('pit.name'), t('pit.license'), t('pit.signature')];
  return h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...heads.map((each) => h('th', { scope: 'col' }, each)))),
    h('tbody', {}, ...entries.map((each) => entry(card, each))),
  );
}

/** @param {Service.Card} card @param {Service.SeenEntry} each */
function entry(card, each) {
  const what = [each.part, each.external ? t('pit.external-part') : '', each.what, each.place ? t('pit.at', { place: each.place }) : '', each.note];
  const failed = each.failed.length ? t('pit.not-in-order-parts', { failed: each.failed.join('; ') }) : t('pit.not-in-order-verdict');
  const verdict = ['inspection', 'director'].includes(each.kind) ? (each.passed ? t('pit.in-order-verdict') : failed) : '';
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
      each.witness ? h('small', {}, ` ${t('pit.security-present', { witness: each.witness, license: each.witness_license })}`) : null,
    ),
    h('td', {}, each.name, h('small', {}, ` ${roleName(each.role)}`)),
    h('td', {}, each.license || '–'),
    h('td', {}, each.signed ? t('pit.signed-in', { signed: each.signed.slice(each.signed.indexOf(':') + 1) }) : '–'),
  );
}

/** Prints the whole log. @param {Service.Card} card @param {Service.EquipmentLog} whole */
function printed(card, { clause, earlier, log: entries }) {
  document.querySelector('.sheet')?.remove();
    document.body.append(
    h(
      'article',
      { class: 'sheet' },
      h('h1', {}, t('pit.maintenance-log-table', { number: card.number })),
      h('p', {}, `${card.house} · ${card.title}${clause ? ` · ${clause}` : ''}`),
      entriesTable(card, entries),
      h('p', {}, earlier
        ? t('pit.entries-shown', { count: entries.length, earlier, moment: moment(Date.now()) })
        : t('pit.entries-printed', { count: entries.length, moment: moment(Date.now()) })),
    ),
  );
  window.print();
}
