// @ts-check
/** The replay for surveillance: all records in order, with places, seats and accounts after each. */
import { CrTournamentReplay } from '../ui/cr-tournament-replay.js';

/** @typedef {import('./director-desk.js').Desk} Desk */

/** The tab; nothing is loaded before it is opened. @param {Desk} desk */
export function replayRoom(desk) {
  const replay = new CrTournamentReplay();
  let opened = false;
  return () => {
    if (!opened) void replay.open(desk.live.id);
    opened = true;
    return [replay];
  };
}
