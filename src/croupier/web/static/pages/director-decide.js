// @ts-check
/** The director's decisions: ties, an agreed split, colors, disqualification, cancellation. */
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { group, quiet } from './director-desk.js';
import { folded } from './director-tables.js';

/** @typedef {import('./director-desk.js').Desk} Desk */
/** @typedef {import('../core/tournament.js').Event} Event */

/** @param {Desk} desk */
export function decideRoom(desk) {
  const { event } = desk;
  const parts = [
    desk.may('decide-tie') ? tie(desk, event) : null,
    event.split ? consent(desk, event) : null,
    desk.may('set-color-points') ? group(t('tournament.what-each-color-stands-for'), colors(desk)) : null,
    desk.may('disqualify-player') ? folded(t('tournament.disqualify-a-player-with-concurrent-entries'), disqualifying(desk, event)) : null,
    desk.may('cancel-tournament') ? folded(t('tournament.cancel-the-tournament'), canceling(desk)) : null,
  ];
  return parts.some(Boolean) ? parts : [quiet(t('tournament.nothing-waits-for-a-decision'))];
}

/** @param {Desk} desk @param {Event} event */
function tie(desk, event) {
  const tied = /** @type {number[]} */ (desk.terms(event)?.tied ?? []);
  if (!tied.length) return null;
  const lines = event.leaderboard.filter((line) => tied.includes(line.entry));
  const options = lines.map((line) => /** @type {[string, string]} */ ([String(line.entry), `${line.entry} · ${line.name}`]));
  return group(
    t('tournament.a-tie-stands-in-the-way'),
    desk.form({
      title: t('tournament.have-equal-points', { name: lines.map((line) => line.name).join(' and ') }),
      about: t('tournament.the-rules-of-this-tournament-say', { tie: desk.open.tie ?? '' }),
      fields: [
        ...lines.map((_, at) => ({ name: `place-${at}`, label: `${at + 1}.`, kind: /** @type {const} */ ('choice'), options, value: options[at][0] })),
        { name: 'how', label: t('tournament.how-it-was-decided'), hint: t('tournament.such-as-play-off-17-fell') },
      ],
      button: t('tournament.decide-the-tie'),
      words: t('tournament.the-tie-is-decided'),
      command: ({ how, ...places }) => ({ type: 'decide-tie', event: event.id, order: lines.map((_, at) => Number(places[`place-${at}`])), how }),
    }),
  );
}

/** The consent of each remaining player, which only the player can give. @param {Desk} desk @param {Event} event */
function consent(desk, event) {
  const split = /** @type {import('../core/tournament.js').Split} */ (event.split);
  const agreed = split.shares.filter((share) => share.agreed).length;
  return group(
    t('tournament.a-split-that-proposes-of-agree', { by: split.by, agreed, shares: split.shares.length }),
    h(
      'ul',
      { class: 'shares' },
      ...split.shares.map((share) =>
        h('li', { 'data-agreed': share.agreed || null }, h('b', {}, share.name), h('span', {}, dollars(share.amount, true)), h('small', {}, share.agreed ? 'agrees' : t('tournament.has-not-answered'))),
      ),
    ),
    desk.may('grant-split')
      ? desk.form({
          title: t('tournament.the-directors-statement'),
          fields: [
            { name: 'understood', label: t('tournament.everybody-understands-that-it-must-be'), kind: 'check' },
            { name: 'voluntary', label: t('tournament.every-agreement-is-voluntary'), kind: 'check' },
            { name: 'pressured', label: t('tournament.somebody-is-coerced-or-pressed'), kind: 'check' },
          ],
          button: t('tournament.permit-the-split'),
          words: t('tournament.permitted-the-prizes-are-split-as'),
          command: (values) => ({ type: 'grant-split', event: event.id, ...values }),
        })
      : null,
    desk.may('refuse-split')
      ? desk.form({
          title: t('tournament.do-not-permit-it'),
          fields: [{ name: 'why', label: t('tournament.why') }],
          button: t('tournament.refuse-the-split'),
          danger: true,
          words: t('tournament.refused-all-play-on'),
          command: ({ why }) => ({ type: 'refuse-split', event: event.id, why }),
        })
      : null,
  );
}

/** @param {Desk} desk */
function colors(desk) {
  return desk.form({
    title: t('tournament.points-of-the-colors'),
    about: t('tournament.they-change-between-rounds-only-the'),
    fields: desk.seen.colors.map(({ color, points }) => ({ name: color, label: color, kind: /** @type {const} */ ('whole'), value: points })),
    button: t('tournament.change-the-points'),
    words: t('tournament.changed-and-shown-in-the-hall'),
    command: (values) => ({ type: 'set-color-points', values: desk.seen.colors.map(({ color }) => ({ color, points: [values[color]] })) }),
  });
}

/** @param {Desk} desk @param {Event} event */
function disqualifying(desk, event) {
  return desk.form({
    title: t('tournament.concurrent-entries-of-one-person'),
    about: t('tournament.all-of-them-are-out-and'),
    fields: [
      { name: 'entries', label: t('tournament.entries'), hint: t('tournament.numbers-such-as-2-5-active', { words: desk.entries(event).map(([, words]) => words).join(', ') }) },
      { name: 'why', label: t('tournament.what-was-found') },
    ],
    button: t('tournament.disqualify'),
    danger: true,
    words: t('tournament.disqualified'),
    command: ({ entries, why }) => ({ type: 'disqualify-player', entries: String(entries).split(/\D+/).filter(Boolean).map(Number), why }),
  });
}

/** @param {Desk} desk */
function canceling(desk) {
  return desk.form({
    title: t('tournament.before-the-first-game'),
    about: t('tournament.everybody-gets-back-what-was-paid'),
    fields: [{ name: 'why', label: t('tournament.why') }],
    button: t('tournament.cancel-the-tournament'),
    danger: true,
    words: t('tournament.canceled-everything-paid-goes-back'),
    command: ({ why }) => ({ type: 'cancel-tournament', why }),
  });
}
