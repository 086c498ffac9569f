// @ts-check
/**
 * Refusals in the language of the page, built from their code and facts. In English, or without a text for the code,
 * the service's own message is shown, unless it tells a time: pages show times in the zone of the house.
 */
import { moment } from './clock.js';
import { has, language, t } from './language.js';
import { dollars } from './money.js';

/** @typedef {{code: string, clause: string | null, message: string, basis?: string, facts?: Record<string, string | number>}} Refused */

const AMOUNTS = new Set(['stake', 'minimum', 'maximum', 'chip', 'unit', 'coupon', 'left', 'amount', 'has']);
/** The fact that the text of a code counts. @type {Record<string, string>} */
const COUNTS = { 'choice-pending': 'count', 'text-too-long': 'length', 'revolutions-too-few': 'revolutions' };
/** The facts of a code that are times. @type {Record<string, string[]>} */
const TIMES = { 'clock-went-back': ['at', 'last'] };
/** Facts in the service's words, at times. */
const WORDS = new Set(['what', 'why', 'since', 'found', 'remedy', 'check', 'instead', 'owner', 'reason', 'chips', 'wager', 'prizes', 'phase', 'next', 'status', 'stage', 'number', 'asked', 'sign']);
const COMMANDS = new Set(['step', 'next']);
const ROLES = new Set(['who', 'allowed', 'role']);

/** @param {string} key @param {string} word */
const named = (key, word) => (has(key) ? t(key) : word);

/** Words of the service inside a message; what somebody wrote has no text and stays as it is. @param {string} words */
export const phrase = (words) => (language === 'en' ? words : named(`refusal.word.${words.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`, words));

/** A fact for display; a value without a text stays as it is. @param {string} code @param {string} name @param {string | number} value */
function readable(code, name, value) {
  if (typeof value === 'number') {
    if (AMOUNTS.has(name)) return dollars(value, true);
    if (COUNTS[code] === name) return t(`refusal.counted.${name}`, { count: value });
    return TIMES[code]?.includes(name) ? moment(value) : String(value);
  }
  if (COMMANDS.has(name)) return named(`refusal.command.${value}`, phrase(value));
  if (name === 'phase') return named(`refusal.phase.${value}`, phrase(value));
  if (ROLES.has(name)) return value.split(', ').map((role) => named(`house.role.${role}`, role)).join(', ');
  if (name === 'color') return named(`house.color.${value}`, value);
  return WORDS.has(name) ? phrase(value) : value;
}

/** The refusal with its message in the language of the page. @template {Refused} R @param {R} refusal @returns {R} */
export function refusalWords(refusal) {
  const key = `refusal.${refusal.code}`;
  if ((language === 'en' && !TIMES[refusal.code]) || !refusal.facts || !has(key)) return refusal;
  const facts = Object.fromEntries(Object.entries(refusal.facts).map(([name, value]) => [name, readable(refusal.code, name, value)]));
  const source = refusal.clause ?? named(`refusal.basis.${refusal.basis ?? ''}`, refusal.basis ?? '');
  return { ...refusal, message: t(key, { ...facts, clause: source ? ` (${source})` : '' }) };
}

/** A step of the round. @param {string | undefined} step its code @param {string | null} words the service's own */
export const stepWords = (step, words) => (language === 'en' || !step ? words ?? '' : named(`refusal.command.${step}`, words ?? ''));

/** Why the service declined a request. @param {string} code @param {string} message the service's own */
export const declined = (code, message) => (language === 'en' ? message : named(`house.declined.${code}`, message));

/** Why a command got no answer. @param {string} reason @param {string} detail the service's own words */
export const unanswered = (reason, detail) => (language === 'en' ? detail : named(`house.unanswered.${reason}`, detail));
