// @ts-check
// Signs and printed matter of a table: the list, each item as PDF, and the record of a posting.
import { language, t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { form } from '../ui/form.js';
import { paperTitle } from '../ui/posted-text.js';
import { api, ask } from './console.js';
import { paperButton } from './paper.js';
import { may } from './pit-table.js';

/** @typedef {import('./pit-table.js').Pit} Pit */
/** @typedef {Service.SeenPrint} Print */

const STATES = /** @type {Record<string, string>} */ ({
  posted: t('pit.posted'),
  due: t('pit.not-posted-yet'),
  replace: t('pit.print-anew-and-replace'),
  'not-approved': t('pit.not-approved-as-it-hangs'),
  remove: t('pit.take-down'),
});

/** Signs and papers of the table, folded; loaded when unfolded. @param {Pit} pit */
export function papers(pit) {
  const path = /** @type {const} */ (`/tables/${encodeURIComponent(pit.card.number)}/prints`);
  const list = h('div', { 'aria-live': 'polite' }, h('p', { class: 'quiet' }, t('pit.reading-what-is-printed')));
  const asks = h('div', {});
  const load = async () => {
    const asked = await ask(() => api.get(path));
    if (!asked.done) {
      list.replaceChildren(h('p', { class: 'quiet', role: 'status' }, asked.message ?? ''));
      return;
    }
    const { prints, languages } = asked.body, suffix = language !== 'en' && languages.includes(language) ? `?language=${language}` : '';
    list.replaceChildren(
      h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('pit.signs-and-papers') }, listed(path, prints, may(pit, 'post-sign'), suffix)),
    );
    if (!asks.childElementCount && may(pit, 'post-sign')) asks.append(...recorded(pit, prints, load));
  };
  const shown = /** @type {HTMLDetailsElement} */ (h('details', { class: 'papers' }, h('summary', {}, t('pit.signs-and-papers')), list, asks));
  shown.addEventListener('toggle', () => {
    if (shown.open) void load();
  });
  return shown;
}

/** @typedef {`/tables/${string}/prints`} Path */

/** @param {Path} path @param {Print[]} prints @param {boolean} mayPrint @param {string} suffix asks for the language of the page */
function listed(path, prints, mayPrint, suffix) {
  const heads = [t('pit.print'), t('pit.asked-for-by'), t('pit.state'), t('pit.code')];
  return h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, ...prints.map((each) => row(path, each, mayPrint, each.sign ? '' : suffix))),
  );
}

/** @param {Path} path @param {Print} each @param {boolean} prints whether the person prints slips @param {string} suffix */
function row(path, each, prints, suffix) {
  const where = each.place ? `${each.place}${each.name ? `, ${each.name}` : ''}` : '';
  const file = `/api/v1${path}/${encodeURIComponent(each.thing)}${suffix}`;
  return h(
    'tr',
    {},
    h('td', {}, each.state === 'remove' ? paperTitle(each.title) : h('a', { href: file, target: '_blank', rel: 'noopener' }, paperTitle(each.title)), ...(each.counted && prints ? [' ', ...paperButton(() => api.post(`${path}/${each.thing}${suffix}`), each.thing)] : [])),
    h('td', {}, each.clause ? h('cite', {}, each.clause) : t('pit.the-house')),
    h('td', {}, each.state ? (STATES[each.state] ?? each.state) : '–', where ? h('small', {}, ` ${where}`) : null),
    h('td', {}, each.code ? h('code', {}, each.code.replace(/(.{4})(?=.)/g, '$1-')) : '–'),
  );
}

/** The forms that record a posting and a removal. @param {Pit} pit @param {Print[]} prints @param {() => Promise<void>} load */
function recorded({ table }, prints, load) {
  const signs = prints.filter((each) => each.sign);
  const options = /** @type {[string, string][]} */ (signs.map((each) => [each.thing, paperTitle(each.title)]));
  const told = async (/** @type {Service.Command} */ command) => {
    const outcome = await table.send(command, t('pit.recorded'));
    if (outcome.done) void load();
    return outcome;
  };
  return [
    form({
      title: t('pit.a-sign-was-posted'),
      about: t('pit.with-the-code-that-is-printed'),
      fields: [
        { name: 'sign', label: t('pit.sign'), kind: 'choice', options },
        { name: 'digest', label: t('pit.code-on-the-sign') },
        { name: 'place', label: t('pit.where-it-hangs') },
      ],
      button: t('pit.record-the-posting'),
      send: (/** @type {Page.Asked<'post-sign', 'sign' | 'digest' | 'place'>} */ values) => told({ type: 'post-sign', ...values }),
    }),
    form({
      title: t('pit.a-sign-was-taken-down'),
      fields: [
        { name: 'sign', label: t('pit.sign'), kind: 'choice', options },
        { name: 'why', label: t('pit.why') },
      ],
      button: t('pit.record-the-removal'),
      send: (/** @type {Page.Asked<'remove-sign', 'sign' | 'why'>} */ values) => told({ type: 'remove-sign', ...values }),
    }),
  ];
}
