// @ts-check
/**
 * The texts of a page in its language. Importing this module waits until they are loaded, so `t` can be called anywhere:
 *
 *     t('lobby.limits')                                      // 'Limits'
 *     t('lobby.summary', { tables: 3, players: 1 })          // '3 tables open, 1 player seated.'
 *     h('p', {}, ...rich('lobby.foot', { odds: link }))      // the same with an element inside
 *
 * The first word of a key is its catalog: `lobby.limits` is in `lang/<language>/lobby.json`. A page names the catalogs
 * that it needs in addition to `house`: `<html data-texts="lobby">`; without names it gets all of them. In markup,
 * `data-t` names a text and `data-t-…` an attribute: `<input data-t-placeholder="sign-in.code">`.
 */
import { choose, LANGUAGES, preferred } from './languages.js';
import { parse, spell } from './messages.js';

/** @typedef {import('./messages.js').Value} Value */

export const language = preferred();
export const { dir: direction, voice } = LANGUAGES[language];

const CATALOGUES = [
  'account', 'alert', 'cage', 'console', 'deal', 'events', 'felt', 'guest', 'house', 'lobby', 'odds', 'pit', 'play', 'posted', 'receipt', 'records', 'refusal', 'rules', 'several',
  'sign-in', 'table', 'tournament',
];
const ATTRIBUTES = ['aria-label', 'data-empty', 'label', 'placeholder', 'title', 'content', 'alt'];
const ways = { plurals: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) };
/** @type {Record<string, string>} */
const texts = {};
/** Parsed texts. @type {Map<string, import('./messages.js').Part[]>} */
const read = new Map();

/** @param {string} name */
async function load(name) {
  const response = await fetch(`/static/lang/${language}/${name}.json`);
  if (!response.ok) throw new Error(`There is no catalogue ${name} in ${language}.`);
  for (const [key, text] of Object.entries(await response.json())) texts[`${name}.${key}`] = text;
}

/** Whether the page has a text for the key. @param {string} key */
export const has = (key) => key in texts;

/**
 * The text in pieces, with elements as values. A key without a text is logged and shown as it is.
 * @param {string} key
 * @param {Record<string, Value>} [values]
 */
export function rich(key, values = {}) {
  let parts = read.get(key);
  if (!parts) {
    if (!has(key)) {
      console.error(`There is no text ${key} in ${language}.`);
      return [key];
    }
    read.set(key, (parts = parse(texts[key])));
  }
  return spell(parts, values, ways);
}

/** The text of a key with its values. @param {string} key @param {Record<string, string | number>} [values] */
export const t = (key, values) => rich(key, values).join('');

/** Inserts the texts that the markup names. @param {ParentNode} [root] */
export function translate(root = document) {
  for (const element of root.querySelectorAll('[data-t]')) element.textContent = t(element.getAttribute('data-t') ?? '');
  for (const name of ATTRIBUTES)
    for (const element of root.querySelectorAll(`[data-t-${name}]`)) element.setAttribute(name, t(element.getAttribute(`data-t-${name}`) ?? ''));
}

/** Shows this and all later pages in another language. @param {string} to */
export function speak(to) {
  choose(to);
  location.reload();
}

/** Whether the preferred language has changed since the page was loaded. */
export const isOutdated = () => preferred() !== language;

/** Joins items as in the language: '1, 2 and 3'. @param {readonly string[]} things */
export const list = (things) => LIST.format(things);
const LIST = new Intl.ListFormat(language, { type: 'conjunction' });

/** Formats by their options, because creating one takes longer than using it a hundred times. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** A number in the format of the language. @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  const key = JSON.stringify(options ?? null), known = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, known);
  return known.format(value);
}

const root = document.documentElement;
const asked = root.dataset.texts;
await Promise.all((asked === undefined ? CATALOGUES : ['house', ...asked.split(/\s+/).filter(Boolean)]).map(load));
root.lang = language;
root.dir = direction;
translate();
