// @ts-check
/** The rules, their filing, and all printed matter. */
import { moment } from '../core/clock.js';
import { t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { fill } from '../ui/markup.js';
import { paperName, paperSize } from '../ui/tournament-words.js';
import { api, ask } from './console.js';
import { group, listed, quiet } from './director-desk.js';
import { paperLanguage } from './paper.js';

/** @typedef {import('./director-desk.js').Desk} Desk */

/** The tab; its list of prints is kept when it is redrawn. @param {Desk} desk */
export function papersRoom(desk) {
  const printed = prints(desk);
  return () => papers(desk, printed);
}

/** @param {Desk} desk @param {HTMLElement} printed */
function papers(desk, printed) {
  const { books } = desk;
  return [
    books ? group(t('tournament.rules'), facts(desk)) : null,
    printed,
    desk.may('file-rules') ? filing(desk) : null,
    desk.may('find-unacceptable') ? unacceptable(desk) : null,
    desk.may('change-tournament') ? quiet(t('tournament.other-rules-are-a-new-filing')) : null,
    desk.may('change-tournament') ? h('a', { class: 'tool', href: `/director?change=${encodeURIComponent(desk.seen.id)}` }, t('tournament.change-the-set-up')) : null,
  ];
}

/** @typedef {{thing: string, title: string, clause: string | null, size: string}} Print */

/** The list of prints, loaded once when it is unfolded. @param {Desk} desk */
function prints(desk) {
  const place = h('div', { 'aria-live': 'polite' });
  const shown = /** @type {HTMLDetailsElement} */ (h('details', {}, h('summary', {}, t('tournament.forms-and-notices-to-print')), place));
  shown.addEventListener('toggle', async () => {
    if (!shown.open || place.childElementCount) return;
    const asked = await ask(() => api.get(`${desk.live.path}/prints`));
    if (!asked.done) return fill(place, quiet(asked.message ?? ''));
    const rows = asked.body.prints.map((/** @type {Print} */ each) => [
      h('a', { href: `/api/v1${desk.live.path}/prints/${encodeURIComponent(each.thing)}${paperLanguage}`, target: '_blank', rel: 'noopener' }, paperName(each.thing, each.title)),
      each.clause ? h('cite', {}, each.clause) : '–',
      paperSize(each.size),
    ]);
    return fill(place, listed(t('tournament.forms-and-notices-to-print'), [t('tournament.print'), t('tournament.asked-for-by'), t('tournament.size')], rows));
  });
  return shown;
}

/** @param {Desk} desk */
function facts(desk) {
  const { open: books } = desk;
  const lines = /** @type {[string, string | Node][]} */ ([
    [t('tournament.under'), books.book],
    [t('tournament.rules'), h('a', { href: `/tournament/${encodeURIComponent(desk.seen.id)}#rules`, target: '_blank', rel: 'noopener' }, t('tournament.read-the-printed-rules'))],
    [t('tournament.digest'), h('code', {}, books.digest.replace(/(.{8})(?=.)/g, '$1 '))],
    [t('tournament.filed-with'), books.filed_at ? `${books.office}, ${moment(books.filed_at)}` : t('tournament.not-filed-yet', { office: books.office ? ` (${books.office})` : '' })],
    ...(books.may_start_at ? [/** @type {[string, string]} */ ([t('tournament.play-from'), moment(books.may_start_at)])] : []),
  ]);
  return h('dl', { class: 'facts-list' }, ...lines.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
}

/** @param {Desk} desk */
function filing(desk) {
  return desk.form({
    title: t('tournament.file-the-printed-rules'),
    about: t('tournament.the-office-has-received-the-rules'),
    fields: [{ name: 'received_by', label: t('tournament.received-by'), value: desk.open.office }],
    button: t('tournament.record-the-filing'),
    words: t('tournament.filed'),
    command: ({ received_by }) => ({ type: 'file-rules', digest: desk.open.digest, received_by }),
  });
}

/** @param {Desk} desk */
function unacceptable(desk) {
  return desk.form({
    title: t('tournament.find-the-rules-unacceptable'),
    fields: [{ name: 'what', label: t('tournament.what-is-unacceptable'), kind: 'long' }],
    button: t('tournament.find-them-unacceptable'),
    danger: true,
    words: t('tournament.on-record-the-rules-must-be'),
    command: ({ what }) => ({ type: 'find-unacceptable', what }),
  });
}
