// @ts-check
/**
 * Sentences from the service's codes and facts: posted rules, signs and notices, in the language of the page. What a
 * fact is follows from its name, as in `terms/wording.py`. In English the service's own words are shown.
 */
import { has, language, list, t } from '../core/language.js';
import { dollars, odds } from '../core/money.js';
import { saysPosted } from '../core/refusal.js';

/** @typedef {Service.CodedMessage} CodedMessage */

const AMOUNTS = new Set(['amount', 'minimum', 'maximum', 'unit', 'value', 'price', 'fee', 'carried', 'held', 'recorded']);
const ODDS = new Set(['odds', 'whole_odds']);
/** Facts that are lists, how these are joined, and where their names are. @type {Record<string, [string, (name: string) => string]>} */
const LISTS = {
  zeros: ['or', (name) => name],
  void: ['or', (name) => name],
  pays: ['or', (name) => name],
  wagers: ['and', (name) => named(`posted.on.${name}`, name)],
  fates: ['or', (name) => named(`posted.chosen.${name}`, name)],
  groups: ['and', (name) => named(`posted.group.${name}`, name)],
  order: ['comma', (name) => named(`posted.on.${name}`, name)],
};
const next = (/** @type {string} */ name) => named(`posted.next.${name}`, name);
/** Facts that are names. @type {Record<string, (name: string) => string>} */
const NAMES = {
  again: next, win: next, lose: next, close: next,
  group: (name) => named(`posted.group.${name}`, name),
  wager: (name) => named(`table.wager.${name}`, named(`house.stop.${name}`, name)),
};
const EITHER = new Intl.ListFormat(language, { type: 'disjunction' });
/** Between two sentences; Chinese has no space there. */
const SPACE = language.startsWith('zh') ? '' : ' ';

/** @param {string} key @param {string} word */
const named = (key, word) => (has(key) ? t(key) : word);

/** @param {string} how @param {string[]} things */
const joined = (how, things) => (how === 'and' ? list(things) : how === 'or' ? EITHER.format(things) : things.join(SPACE ? ', ' : '、'));

/** The values of a text. @param {CodedMessage['facts']} facts */
export function textValues(facts) {
  /** @type {Record<string, string | number>} */
  const made = {};
  for (const [name, value] of Object.entries(facts)) {
    made[name] = value;
    made[`has_${name}`] = value === '' || value === 0 ? 'no' : 'yes';
    if (typeof value === 'number') {
      if (AMOUNTS.has(name)) made[name] = dollars(value, true);
    } else if (name in LISTS) made[name] = joined(LISTS[name][0], value.split(', ').map(LISTS[name][1]));
    else if (ODDS.has(name)) made[`${name}_name`] = odds(value);
    else if (name in NAMES) made[`${name}_name`] = NAMES[name](value);
  }
  return made;
}

/** The text of one message. @param {CodedMessage} message */
export const posted = ({ code, facts }) => t(`posted.${code}`, textValues(facts));

saysPosted.push((code, facts) => (has(`posted.${code}`) ? posted({ code, facts }) : code));

/**
 * What is posted, in the language of the page; without texts for it, the service's words.
 * @param {readonly CodedMessage[]} said @param {string} otherwise
 */
export const postedWords = (said, otherwise) =>
  language === 'en' || !said.length || !said.every(({ code }) => has(`posted.${code}`)) ? otherwise : said.map(posted).join(SPACE);

/** The title of a paper or a sign. @param {string} title */
export const paperTitle = (title) =>
  language === 'en' ? title : named(`posted.paper.${title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`, title);
