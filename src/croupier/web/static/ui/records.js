// @ts-check
/** Loaded records of a timeline, and filters on them. */
import { has, t } from '../core/language.js';

/** @typedef {Service.RecordText} Told */
/** @typedef {{kind: string, round: number | null, actor: string, refused: boolean}} Filter */

/** @type {Filter} */
export const EVERYTHING = Object.freeze({ kind: '', round: null, actor: '', refused: false });

export const KEPT_MAX = 5000;

/**
 * Merges two lists by version without duplicates; keeps at most KEPT_MAX, the newest ones if `newer`.
 * @param {Told[]} known
 * @param {Told[]} told
 * @param {boolean} newer
 */
export function joined(known, told, newer = true) {
  const by = new Map([...known, ...told].map((record) => [record.version, record]));
  const all = [...by.values()].sort((one, other) => one.version - other.version);
  return newer ? all.slice(-KEPT_MAX) : all.slice(0, KEPT_MAX);
}

/**
 * Whether a record passes the filter.
 * @param {Filter} filter
 * @param {Told} record
 */
export function passes(filter, record) {
  if (filter.refused && !record.refused) return false;
  if (filter.kind && record.kind !== filter.kind) return false;
  if (filter.round !== null && record.round !== filter.round) return false;
  const who = filter.actor.trim().toLowerCase();
  return !who || `${record.actor} ${record.role}`.toLowerCase().includes(who);
}

/**
 * The kinds that occur, in alphabetical order.
 * @param {Told[]} records
 */
export const kinds = (records) => [...new Set(records.map((record) => record.kind))].sort();

/** `wager-placed` as `Wager placed`. @param {string} kind */
export const kindName = (kind) => {
  const key = `events.kind.${kind}`;
  return has(key) ? t(key) : kind;
};
