// @ts-check
/**
 * Texts for the service's codes and facts in the language of the page: records of tables and of the premises, alerts.
 * A text refers to each fact by name; `has_note` tells whether there is a note, `role_name` is the name of the role.
 */
import { moment } from '../core/clock.js';
import { has, language, list, number, t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { refusalWords } from '../core/refusal.js';
import { spotName } from './card-words.js';
import { colorName, roleName } from './display-format.js';

/** @typedef {Service.CodedMessage} CodedMessage */
/** @typedef {CodedMessage['facts']} Facts */

const AMOUNTS = new Set([
  'amount', 'float_count', 'float_book', 'difference', 'value', 'coupon', 'cash', 'winnings', 'returned', 'taken', 'face', 'counted', 'owed', 'carried', 'recorded',
]);
const COUNTS = new Set(['by_ms', 'counter', 'found', 'seconds', 'files', 'points_before', 'points_now']);
/** Facts that are lists of names; how many more there are is the fact `…_more`. */
const PEOPLE = new Set(['players', 'seats', 'advanced', 'out']);
const SPOTS = new Set(['spot', 'to']);
const CHECKS = new Set(['passed', 'failed']);
const CALLS = /** @type {const} */ (['audible', 'visual', 'silent']);
/** Sentences that contain the lines below them, and how these are joined. @type {Record<string, string>} */
const INSIDE = { 'wagers-changed': '; ', 'fifths-moved': '; ', 'play-ended': '; ', 'account-changed': ', ', 'slip-requested': ', ', 'balance-corrected': ', ',
  'tournament-closed': ', ', 'entry-made': ', ', 'game-settled': ', ', 'colors-valued': ', ', 'chips-purchased': ', ', 'pool-returned': ', ', 'split-proposed': ', ',
  'split-granted': ', ', 'event-concluded': ', ',
};

const chipsKey = (/** @type {string} */ value) => `events.chips.${value}`, directionKey = (/** @type {string} */ value) => `events.direction.${value}`;
/** The text keys for the values of facts. @type {Record<string, (value: string) => string>} */
const NAMES = {
  chips: chipsKey, into: chipsKey, wheel: directionKey, ball: directionKey, way: (value) => `events.slip.${value}`,
  reason: (value) => `table.reason.${value}`, order: (value) => `refusal.command.${value}`, alert: (value) => `alert.kind.${value}`,
};

/** @typedef {{spot: (id: string) => string, named: (key: string, word: string) => string, role: (role: string) => string, color: (color: string) => string, table: (number: string) => string}} Names */

/** @type {Names} */
const PLAIN = { spot: spotName, named: (key, word) => (has(key) ? t(key) : word), role: roleName, color: colorName, table: (table) => t('events.subject-table', { table }) };

/** The values of a text. @param {Facts} facts @param {Names} names */
function values(facts, names) {
  /** @type {Record<string, string | number>} */
  const made = {};
  for (const [name, value] of Object.entries(facts)) {
    made[name] = value;
    made[`has_${name}`] = value === '' || value === 0 ? 'no' : 'yes';
    if (typeof value === 'number') {
      if (AMOUNTS.has(name)) made[name] = dollars(value, true);
      else if (COUNTS.has(name)) made[name] = number(value);
      else if (name === 'until') made[name] = moment(value);
    } else if (name in NAMES) made[`${name}_name`] = names.named(NAMES[name](value), value);
    else if (SPOTS.has(name)) made[name] = names.spot(value);
    else if (CHECKS.has(name)) made[name] = value.split(', ').map((each) => names.named(`events.check.${each}`, each)).join(', ');
    else if (PEOPLE.has(name) && `${name}_more` in facts) made[name] = listed(value, Number(facts[`${name}_more`]));
    else if (name === 'role') made.role_name = names.role(value);
    else if (name === 'color') made.color_name = names.color(value);
    else if (name === 'subject') made.subject = value.replace(/^table (\S+?)(?=,|$)/, (_, table) => names.table(table));
    else if (name === 'clause') made.clause = value || t('refusal.basis.customary');
    else if (name === 'before' || name === 'after') made[`${name}_name`] = detail(facts, value, names);
  }
  if ('basis' in facts) made.clause = authority(facts);
  if ('design' in facts) made.look = `${made.color_name} ${facts.design}`.trim();
  if ('spot' in facts && 'chips' in facts && 'tip' in facts) made.stake = t('events.stake', made);
  if ('address' in facts) made.from = facts.address ? ` ${t('events.from', made)}` : '';
  if ('address' in facts || 'count' in facts) made.times = Number(facts.count ?? 1) > 1 ? `, ${t('events.times', { count: number(Number(facts.count)) })}` : '';
  if ('audible' in facts) made.where = whereHeard(facts);
  return made;
}

/** A list, and how many more there are. @param {string} things @param {number} more */
const listed = (things, more) => (more ? `${things} ${t('events.and-more', { count: number(more) })}` : things || t('events.none-listed'));

/** Its authority: the clause, the basis unless the clause itself says it, and the record of a reading. @param {Facts} facts */
function authority({ clause, basis, adr }) {
  const kind = clause && basis === 'text' ? '' : t(`refusal.basis.${basis}`);
  return [clause, kind, adr && t('events.adr', { adr })].filter(Boolean).join(', ');
}

/** The old or new value of an account's field. @param {Facts} facts @param {string} value @param {Names} names */
function detail(facts, value, names) {
  if (facts.detail === 'role') return names.role(value);
  if (facts.detail === 'enabled') return t(value === 'yes' ? 'events.yes' : 'events.no');
  return value || t('events.nothing');
}

/** @param {Facts} facts of a call */
function whereHeard(facts) {
  const told = CALLS.filter((how) => facts[how]).map((how) => {
    const seats = String(facts[how]).split(', ');
    return t('events.call-where', { how, seats: list(seats), count: seats.length });
  });
  return told.join('; ') || t('events.call-nowhere');
}

/**
 * The sentences of a record: the first, then the lines below it.
 * @param {readonly CodedMessage[]} said
 * @param {Partial<Names>} [names] of spots and codes; default: the page's own
 */
export function sentences(said, names = {}) {
  const known = { ...PLAIN, ...names };
  const [first, ...rest] = said;
  const below = rest.map(({ code, facts }) => t(`events.${code}`, values(facts, known)));
  const inside = INSIDE[first.code];
  const line = t(`events.${first.code}`, { ...values(first.facts, known), lines: 'more' in first.facts ? listed(below.join(inside ?? ''), Number(first.facts.more)) : below.join(inside ?? '') });
  return inside ? [line] : [line, ...below];
}

/**
 * The text of a record: a sentence, then the lines below it.
 * @param {Service.RecordText} record
 * @param {(id: string) => string} [spot] the name of a spot
 * @returns {string[]}
 */
export function recordLines(record, spot) {
  if (language === 'en') return record.words.split('\n');
  if (record.refused) return [t('events.refused', { message: refusalWords(record.refused).message })];
  if (!record.said.length || !record.said.every((each) => has(`events.${each.code}`))) return record.words.split('\n');
  return sentences(record.said, spot ? { spot } : {});
}

/** The text of an alert's kind and facts. @param {string} kind @param {Facts} facts @param {Partial<Names>} [names] */
export const alertSentence = (kind, facts, names = {}) => t(`alert.${kind}`, values(facts, { ...PLAIN, ...names }));

/** The text of an alert. @param {Service.AlertAnswer} alert */
export const alertWords = (alert) => (language === 'en' || !has(`alert.${alert.kind}`) ? alert.words : alertSentence(alert.kind, alert.facts));
