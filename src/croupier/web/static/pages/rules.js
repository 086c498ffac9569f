// @ts-check
/** The posted rules of one table: a sheet for the wall and for players who ask. */
import { api, ApiError, tableInPath } from '../core/api.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-masthead.js';
import { byId, fill, say } from '../ui/markup.js';
import { BASES, bookName, priced } from '../ui/words.js';

/** @typedef {{text: string, clause: string | null, basis: string | null}} Line */
/** @typedef {{title: string, lines: Line[]}} Section */

const table = tableInPath();
const masthead = /** @type {import('../ui/cr-masthead.js').CrMasthead} */ (document.querySelector('cr-masthead'));

/** @param {Section} section */
function sectionOf(section) {
  const odds = section.lines.length > 0 && section.lines.every((line) => priced(line.text));
  const heads = odds ? ['Wager', 'Pays', 'House edge', 'Clause', 'Basis'] : ['Rule', 'Clause', 'Basis'];
  return h(
    'section',
    { class: odds ? 'odds' : '' },
    h('h2', {}, section.title),
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
  const price = odds ? priced(line.text) : null;
  const said = price
    ? [h('th', { scope: 'row' }, price.wager), h('td', { class: 'pays' }, price.pays), h('td', { class: 'edge' }, price.edge)]
    : [h('td', { class: 'said' }, line.text)];
  return [...said, h('td', { class: 'cite' }, line.clause ?? '–'), h('td', { class: 'basis' }, line.basis ?? '–')];
}

/** @param {Section[]} sections */
function tellBases(sections) {
  const used = new Set(sections.flatMap((section) => section.lines.map((line) => line.basis)));
  fill(
    byId('bases'),
    ...Object.entries(BASES)
      .filter(([basis]) => used.has(basis))
      .map(([basis, words]) => h('div', {}, h('dt', {}, basis), h('dd', {}, words))),
  );
}

async function tell() {
  const path = `/tables/${encodeURIComponent(table)}`;
  const rules = /** @type {{title: string, sections: Section[]}} */ (await api.get(`${path}/rules`));
  document.title = rules.title;
  fill(byId('sections'), ...rules.sections.filter((section) => section.lines.length > 0).map(sectionOf));
  tellBases(rules.sections);
  byId('sheet').setAttribute('aria-busy', 'false');
  /** @type {HTMLAnchorElement} */ (byId('felt')).href = `/felt/${encodeURIComponent(table)}`;
  const card = await api.get(path);
  say(byId('house'), card.house);
  masthead.house = card.house;
  say(byId('title'), `Table ${card.number}: ${card.title}`);
  say(byId('book'), bookName(card.book));
  byId('demonstration').hidden = !card.demonstration;
  say(byId('digest'), `Rules ${card.digest.slice(0, 16)}, printed from the rules in force at this table.`);
}

/** @param {unknown} trouble */
function tellTrouble(trouble) {
  byId('sheet').setAttribute('aria-busy', 'false');
  const missing = trouble instanceof ApiError && trouble.status === 404;
  fill(
    byId('sections'),
    h('p', { class: 'waiting', role: 'alert' }, missing ? `There is no table ${table} in this house.` : /** @type {Error} */ (trouble).message),
    h('p', { class: 'waiting' }, h('a', { href: '/' }, 'See the tables of the house')),
  );
}

byId('print').addEventListener('click', () => window.print());
tell().catch(tellTrouble);
