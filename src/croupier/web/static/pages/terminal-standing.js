// @ts-check
/** What a state of the table means for the player at this terminal. Nothing here is kept or drawn. */
import { t } from '../core/language.js';
import { isOpen } from '../core/phases.js';
import { ownSeat } from '../core/store.js';

/** @typedef {import('../core/store.js').State} State */

/** The note of the phase bar. @param {State} state */
export function note(state) {
  if (state.choose.length) return t('play.choose-half-back-or-in-prison');
  return ownSeat(state) || state.table.phase === 'closed' ? '' : t('play.you-are-watching');
}

/** @param {number[]} all */
const sum = (all) => all.reduce((total, each) => total + each, 0);

/** The player's wagers on the layout. @param {State} state */
function laid(state) {
  const seat = ownSeat(state)?.seat;
  return [...state.wagers.values()].filter((wager) => wager.seat === seat);
}

/** What the player owns, on the layout and off it. @param {State} state */
const held = (state) => sum(Object.values(ownSeat(state)?.stacks ?? {})) + sum(laid(state).map(({ amount }) => amount));

/** What the player holds and has staked, and how the last round ended. @param {State} state @param {Service.Card} card @returns {import('./terminal-repeat.js').Now} */
export function standing(state, card) {
  const { last, table } = state;
  return {
    round: table.round, open: isOpen(table.phase, card), seated: Boolean(ownSeat(state)), settled: last?.round ?? 0,
    won: sum((last?.wagers ?? []).filter(({ tip }) => !tip).map(({ kept, staked }) => kept - staked)) > 0,
    held: held(state), staked: sum(laid(state).filter(({ imprisoned }) => !imprisoned).map(({ amount }) => amount)),
  };
}

/** A key that changes whenever the session's result may: round, seat and chips. @param {State} state */
export const wealth = (state) => `${state.table.round} ${ownSeat(state)?.seat} ${held(state)}`;
