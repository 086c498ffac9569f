// @ts-check
/** What a state of the table means for the player at this terminal. Nothing here is kept or drawn. */
import { t } from '../core/language.js';
import { ownSeat } from '../core/store.js';

/** @typedef {import('../core/store.js').State} State */

/** Phases in which chips may be moved. */
export const OPEN = new Set(['betting', 'in-track']);
/** Phases in which the number is known. */
export const SHOWN_RESULT = new Set(['at-rest', 'crowned', 'collected', 'paid']);

/** The note of the phase bar. @param {State} state */
export function note(state) {
  if (state.choose.length) return t('play.choose-half-back-or-in-prison');
  return ownSeat(state) || state.table.phase === 'closed' ? '' : t('play.you-are-watching');
}

/** What the player holds and has staked, and how the last round ended. @param {State} state @returns {import('./terminal-repeat.js').Now} */
export function standing(state) {
  const own = ownSeat(state), { last, table } = state;
  const laid = [...state.wagers.values()].filter((wager) => wager.seat === own?.seat), sum = (/** @type {number[]} */ all) => all.reduce((total, each) => total + each, 0);
  return {
    round: table.round, open: OPEN.has(table.phase), seated: Boolean(own), settled: last?.round ?? 0,
    won: sum((last?.wagers ?? []).filter(({ tip }) => !tip).map(({ kept, staked }) => kept - staked)) > 0,
    held: sum(Object.values(own?.stacks ?? {})) + sum(laid.map(({ amount }) => amount)), staked: sum(laid.filter(({ imprisoned }) => !imprisoned).map(({ amount }) => amount)),
  };
}

/** A key that changes whenever the session's result may: round, seat and chips. @param {State} state */
export function wealth(state) {
  return `${state.table.round} ${ownSeat(state)?.seat} ${standing(state).held}`;
}
