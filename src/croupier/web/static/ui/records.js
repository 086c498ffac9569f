// @ts-check
/** A window on a timeline of records: what is loaded of it, and what of that a filter lets through. */

/** @typedef {{version: number, at: number, actor: string, role: string, kind: string, words: string, round: number,
 *   refused: {code: string, clause: string | null, message: string} | null}} Told */
/** @typedef {{kind: string, round: number | null, actor: string, refused: boolean}} Filter */

/** @type {Filter} */
export const EVERYTHING = Object.freeze({ kind: '', round: null, actor: '', refused: false });

export const KEPT_MAX = 5000;

/**
 * Both lists in one, by version, each record once; at most KEPT_MAX, those at the newer end when `newer`.
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
 * Whether the filter lets a record through.
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
 * The kinds that occur, in the order of the alphabet.
 * @param {Told[]} records
 */
export const kinds = (records) => [...new Set(records.map((record) => record.kind))].sort();

/** `wager-placed` as `Wager placed`. @param {string} kind */
export const kindName = (kind) => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');
