// @ts-check
/** Corrections: nothing is deleted; a new record undoes the error, until the next round starts. */
import { t } from '../core/language.js';
import { group, quiet } from './director-desk.js';

/** @typedef {import('./director-desk.js').Desk} Desk */
/** @typedef {import('../core/tournament.js').Event} Event */

const WHY = { name: 'why', label: t('tournament.what-was-wrong') };

/** @param {Desk} desk */
export function correctRoom(desk) {
  const { event } = desk;
  const parts = [
    desk.may('correct-points') ? group(t('tournament.points'), points(desk, event)) : null,
    desk.may('reinstate-entry') ? group(t('tournament.elimination'), reinstating(desk, event)) : null,
    desk.may('reopen-round') && event.round > 0 ? group(t('tournament.round-word'), reopening(desk, event)) : null,
    desk.may('reopen-event') ? group(t('tournament.conclusion'), concluded(desk)) : null,
  ];
  return parts.some(Boolean) ? parts : [quiet(t('tournament.there-is-nothing-that-can-be'))];
}

/** @param {Desk} desk @param {Event} event */
function points(desk, event) {
  return desk.form({
    title: t('tournament.a-wrong-count-of-points'),
    about: t('tournament.between-games-until-the-next-round'),
    fields: [
      { name: 'entry', label: t('tournament.player'), kind: 'choice', options: desk.entries(event) },
      { name: 'points', label: t('tournament.points-the-player-really-has'), kind: 'whole' },
      WHY,
    ],
    button: t('tournament.correct-the-points'),
    words: t('tournament.corrected-both-counts-are-on-record'),
    command: ({ entry, points: count, why }) => ({ type: 'correct-points', entry: Number(entry), points: [count], why }),
  });
}

/** @param {Desk} desk @param {Event} event */
function reinstating(desk, event) {
  const out = desk.entries(event, ['eliminated']);
  if (!out.length) return null;
  return desk.form({
    title: t('tournament.a-wrong-elimination'),
    fields: [
      { name: 'entry', label: t('tournament.player'), kind: 'choice', options: out },
      { name: 'points', label: t('tournament.points-the-player-really-has'), kind: 'whole' },
      WHY,
    ],
    button: t('tournament.bring-the-player-back'),
    words: t('tournament.back-in-the-game'),
    command: ({ entry, points: count, why }) => ({ type: 'reinstate-entry', entry: Number(entry), points: [count], why }),
  });
}

/** @param {Desk} desk @param {Event} event */
function reopening(desk, event) {
  return desk.form({
    title: t('tournament.round-was-ended-wrongly', { round: event.round }),
    about: t('tournament.it-is-taken-up-again-and'),
    fields: [WHY],
    button: t('tournament.reopen-round', { round: event.round }),
    words: t('tournament.the-round-is-open-again'),
    command: ({ why }) => ({ type: 'reopen-round', event: event.id, why }),
  });
}

/** @param {Desk} desk */
function concluded(desk) {
  const over = desk.seen.events.filter((event) => event.stage === 'concluded');
  return desk.form({
    title: t('tournament.an-event-was-concluded-wrongly'),
    about: t('tournament.its-awards-are-taken-back-nothing'),
    fields: [
      { name: 'event', label: t('tournament.event'), kind: 'choice', options: over.map((event) => /** @type {[string, string]} */ ([event.id, event.title])) },
      WHY,
    ],
    button: t('tournament.reopen-the-event'),
    danger: true,
    words: t('tournament.the-event-is-open-again'),
    command: ({ event, why }) => ({ type: 'reopen-event', event, why }),
  });
}
