// @ts-check
/** The posted rules of one table: a sheet for the wall and for players who ask. */
import { messageOf } from '../core/checked.js';
import { api, ApiError, tableInPath } from '../core/api.js';
import { language, t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-masthead.js';
import { byId, control, fill, only, say } from '../ui/markup.js';
import { odds as oddsWords } from '../core/money.js';
import { paperTitle, posted, postedWords } from '../ui/posted-text.js';
import { basisName, basisWords, gameWords, percent } from '../ui/display-format.js';

/** @typedef {Service.PostedLine} Line */
/** @typedef {Service.PostedSection} Section */

const table = tableInPath();
const masthead = only('cr-masthead');

/** @param {Section} section */
function sectionOf(section) {
  const odds = section.code === 'wagers';
  const heads = odds ? [t('rules.wager'), t('rules.pays'), t('rules.house-edge'), t('rules.clause'), t('rules.basis')] : [t('rules.rule'), t('rules.clause'), t('rules.basis')];
  return h(
    'section',
    { class: odds ? 'odds' : '' },
    h('h2', {}, section.code ? t(`posted.section.${section.code}`) : section.title),
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, ...section.lines.map((line) => h('tr', {}, ...cells(line, odds)))),
    ),
  );
}

/** @param {Line} line @param {boolean} odds */
function cells(line, odds) {
  const said = odds ? priceOf(line.said) : [h('td', { class: 'said' }, postedWords(line.said, line.text))];
  return [...said, h('td', { class: 'cite' }, line.clause ?? '–'), h('td', { class: 'basis' }, basisName(line.basis))];
}

/** A wager, what it pays and its edge. @param {readonly Service.CodedMessage[]} said */
function priceOf([wager, ...more]) {
  const { odds, edge } = wager.facts;
  const pays = more.some(({ code }) => code === 'wager-parts') ? more : [null, ...more];
  return [
    h('th', { scope: 'row' }, posted(wager)),
    h('td', { class: 'pays' }, pays.map((each) => (each ? posted(each) : oddsWords(odds))).join(', ')),
    h('td', { class: 'edge' }, percent(Number(edge), 2)),
  ];
}

const BASES = ['text', 'reading', 'customary', 'house', 'variation'];

/** @param {Section[]} sections */
function tellBases(sections) {
  const used = /** @type {Set<string>} */ (new Set(sections.flatMap((section) => section.lines.map((line) => line.basis))));
  fill(
    byId('bases'),
    ...BASES.filter((basis) => used.has(basis)).map((basis) => h('div', {}, h('dt', {}, basisName(basis)), h('dd', {}, basisWords(basis)))),
  );
}

/** Links to the printed copies, each sheet as PDF. @param {`/tables/${string}`} path @param {Service.PostedCopy[]} copies */
async function offerCopies(path, copies) {
  /** @type {readonly string[]} */
  const languages = language === 'en' || !copies.length ? [] : (await api.get(`${path}/prints`)).languages;
  byId('felt').before(
    ...copies.map((each) => h('a', { class: 'button', href: `/api/v1${path}/prints/${each.thing}${languages.includes(language) && each.thing !== 'jackpot_rules' ? `?language=${language}` : ''}` }, `${paperTitle(each.title)} (PDF)`)),
  );
}

async function tell() {
  const path = /** @type {const} */ (`/tables/${encodeURIComponent(table)}`);
  const rules = await api.get(`${path}/rules`);
  fill(byId('sections'), ...rules.sections.filter((section) => section.lines.length > 0).map(sectionOf));
  tellBases(rules.sections);
  byId('sheet').setAttribute('aria-busy', 'false');
  control('felt', HTMLAnchorElement).href = `/felt/${encodeURIComponent(table)}`;
  await offerCopies(path, rules.copies);
  const card = await api.get(path);
  say(byId('house'), card.house);
  masthead.house = card.house;
  const title = t('rules.table', { number: card.number, title: gameWords(card.wheel, card.title) });
  document.title = `${card.house}: ${title}, ${card.book_title}`;
  say(byId('title'), title);
  say(byId('book'), card.book_title);
  byId('demonstration').hidden = !card.demonstration;
  say(byId('digest'), t('rules.rules-printed-from-the-rules-in', { digest: card.digest.slice(0, 16) }));
}

/** @param {unknown} trouble */
function tellTrouble(trouble) {
  byId('sheet').setAttribute('aria-busy', 'false');
  const missing = trouble instanceof ApiError && trouble.status === 404;
  fill(
    byId('sections'),
    h('p', { class: 'waiting', role: 'alert' }, missing ? t('rules.there-is-no-table-in-this', { table }) : messageOf(trouble)),
    h('p', { class: 'waiting' }, h('a', { href: '/' }, t('rules.see-the-tables-of-the-house'))),
  );
}

byId('print').addEventListener('click', () => window.print());
tell().catch(tellTrouble);
