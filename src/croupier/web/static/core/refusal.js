// @ts-check
/**
 * Refusals in the language of the page, built from their code and facts. In English, or without a text for the code,
 * the service's own message is shown, unless it contains a time: pages show times in the zone of the house.
 */
import { moment } from './clock.js';
import { has, language, t } from './language.js';
import { dollars } from './money.js';

/** @typedef {{code: string, clause: string | null, message: string, basis?: string, facts?: Record<string, string | number>}} Refused */

const AMOUNTS = new Set(['stake', 'minimum', 'maximum', 'chip', 'unit', 'coupon', 'face', 'left', 'amount', 'has', 'counted']);
/** The fact that the text of a code counts. @type {Record<string, string>} */
const COUNTS = { 'choice-pending': 'count', 'text-too-long': 'length', 'revolutions-too-few': 'revolutions' };
/** The facts of a code that are times. @type {Record<string, string[]>} */
const TIMES = { 'clock-went-back': ['at', 'last'] };
/** Facts in the service's words, at times. */
const WORDS = new Set(['what', 'why', 'since', 'found', 'remedy', 'check', 'instead', 'owner', 'reason', 'chips', 'wager', 'prizes', 'phase', 'next', 'status', 'stage', 'number', 'asked', 'sign', 'layout', 'kind']);
/** The catalogue that names the next step of a tournament, on the pages that have it. */
const NEXT = 'tournament.';
const COMMANDS = new Set(['step', 'next']);
const ROLES = new Set(['who', 'allowed', 'role']);

/** @param {string} key @param {string} word */
const named = (key, word) => (has(key) ? t(key) : word);

/** Says what is posted, on the pages that have its texts. @type {((code: string, facts: Record<string, string | number>) => string)[]} */
export const saysPosted = [];
const EITHER = new Intl.ListFormat(language, { type: 'disjunction' });

/**
 * Words of the service inside a message, with placeholders for other facts; what somebody wrote has no text and stays as it is.
 * @param {string} words @param {Record<string, string>} [facts]
 */
export function phrase(words, facts = {}) {
  const key = `refusal.word.${words.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`;
  return language === 'en' || !has(key) ? words.replace(/\{(\w+)\}/g, (place, name) => facts[name] ?? place) : t(key, facts);
}

/** A fact for display; a value without a text stays as it is. @param {string} code @param {string} name @param {string | number} value */
function readable(code, name, value) {
  if (typeof value === 'number') {
    if (AMOUNTS.has(name)) return dollars(value, true);
    if (COUNTS[code] === name) return t(`refusal.counted.${name}`, { count: value });
    return TIMES[code]?.includes(name) ? moment(value) : String(value);
  }
  if (WORDS.has(name) && value.includes('{')) return value; // filled by the other facts
  if (COMMANDS.has(name)) return named(`refusal.command.${value}`, phrase(value));
  if (name === 'phase') return named(`refusal.phase.${value}`, phrase(value));
  if (ROLES.has(name)) return EITHER.format(value.split(/, | or /).map((role) => named(`house.role.${role}`, phrase(role))));
  if (name === 'colors') return EITHER.format(value.split(', ').map((color) => named(`house.color.${color}`, color)));
  if (name === 'color') return named(`house.color.${value}`, value);
  if (name === 'kinds') return EITHER.format(value.split(' or ').map((kind) => phrase(kind)));
  return WORDS.has(name) ? phrase(value) : value;
}

/** What a role may not do; a command without a name of its own is this step. @param {string} value @param {Record<string, string>} facts */
function actWords(value, facts) {
  const command = `refusal.command.${value.replaceAll(' ', '-')}`, words = phrase(value, facts);
  return has(command) ? t(command) : words === value && /^[a-z ]+$/.test(value) ? t('refusal.word.this-step') : words;
}

/** The refusal with its message in the language of the page. @template {Refused} R @param {R} refusal @returns {R} */
export function refusalWords(refusal) {
  const key = `refusal.${refusal.code}`;
  if ((language === 'en' && !TIMES[refusal.code]) || !refusal.facts || !has(key)) return refusal;
  const told = refusal.facts, facts = Object.fromEntries(Object.entries(told).map(([name, value]) => [name, readable(refusal.code, name, value)]));
  for (const name of WORDS) if (facts[name]?.includes('{')) facts[name] = phrase(facts[name], facts);
  if (refusal.code === 'role-not-allowed') facts.what = actWords(String(told.what), facts);
  const next = `${NEXT}${told.next}`;
  if (has(next)) facts.next = t(next, Object.fromEntries(Object.entries(told).map(([name, value]) => [name.replace(/^next_/, ''), value])));
  for (const say of saysPosted) if (facts.posted) facts.posted = say(facts.posted, told);
  const source = refusal.clause ?? named(`refusal.basis.${refusal.basis ?? ''}`, refusal.basis ?? '');
  return { ...refusal, message: t(key, { ...facts, clause: source ? ` (${source})` : '' }) };
}

/** A step of the round. @param {string | undefined} step its code @param {string | null} words the service's own */
export const stepWords = (step, words) => (language === 'en' || !step ? words ?? '' : named(`refusal.command.${step}`, words ?? ''));

/** Why the service declined a request. @param {string} code @param {string} message the service's own */
export const declined = (code, message) => (language === 'en' ? message : named(`house.declined.${code}`, message));

/** Why a command got no answer. @param {string} reason @param {string} detail the service's own words */
export const unanswered = (reason, detail) => (language === 'en' ? detail : named(`house.unanswered.${reason}`, detail));
