// @ts-check
/** The draw of seats: committed, joined by the players, revealed, downloaded and verified; or drawn with cards. */
import { moment } from '../core/clock.js';
import { t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { group, listed, quiet } from './director-desk.js';

/** @typedef {import('./director-desk.js').Desk} Desk */
/** @typedef {import('../core/tournament.js').Event} Event */

const MINUTE_MS = 60_000;

/** @param {Desk} desk */
export function drawRoom(desk) {
  const { event } = desk;
  return [
    event.draw ? sealed(desk, event) : null,
    desk.may('commit-draw') ? committing(desk, event) : null,
    desk.may('record-card-draw') ? group(t('tournament.drawn-with-cards'), cards(desk, event)) : null,
    !event.draw && !desk.may('commit-draw') ? quiet(t('tournament.no-seats-are-to-be-drawn')) : null,
    files(desk),
  ];
}

/** The public facts of a draw before it is revealed. @param {Desk} desk @param {Event} event */
function sealed(desk, event) {
  const draw = /** @type {import('../core/tournament.js').Draw} */ (event.draw);
  const names = event.leaderboard.filter((line) => draw.nonces.includes(line.entry)).map((line) => line.name);
  const facts = /** @type {[string, string | Node][]} */ ([
    [t('tournament.commitment'), h('code', {}, draw.commitment.replace(/(.{8})(?=.)/g, '$1 '))],
    [t('tournament.entries'), t('tournament.listed-before-the-seed-was-known', { entries: draw.entries })],
    [t('tournament.words-of-players'), names.length ? t('tournament.words-of-players-count', { names: names.length, entries: draw.entries, list: names.join(', ') }) : t('tournament.none-yet')],
    [t('tournament.beacon'), draw.beacon ? t('tournament.published', { beacon: draw.beacon, beaconat: moment(draw.beacon_at) }) : 'none'],
  ]);
  return group(
    t('tournament.draw-for-round', { round: draw.round, drawn: draw.drawn ? 'revealed' : t('tournament.committed-and-sealed') }),
    h('dl', { class: 'facts-list' }, ...facts.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
    draw.drawn || !desk.may('reveal-draw') ? null : revealing(desk, event),
  );
}

/** @param {Desk} desk @param {Event} event */
function revealing(desk, event) {
  if (event.draw?.beacon) {
    return desk.form({
      title: t('tournament.reveal-with-the-beacon'),
      fields: [{ name: 'value', label: t('tournament.what-published', { beacon: event.draw.beacon }) }],
      button: t('tournament.reveal-the-draw'),
      send: ({ value }) => desk.reveal(event, String(value)),
    });
  }
  return quiet(t('tournament.wait-until-every-player-who-wants'));
}

/** @param {Desk} desk @param {Event} event */
function committing(desk, event) {
  const again = event.draw && !event.draw.drawn;
  return group(
    again ? t('tournament.commit-a-new-draw-instead') : t('tournament.commit-the-draw'),
    desk.form({
      title: again ? t('tournament.a-new-seed') : t('tournament.a-seed-that-nobody-knows'),
      about: t('tournament.this-browser-makes-a-secret-seed'),
      fields: [
        { name: 'beacon', label: t('tournament.public-beacon'), optional: true, hint: t('tournament.a-number-that-others-publish-later') },
        { name: 'minutes', label: t('tournament.published-in-minutes'), kind: 'whole', value: 5, when: (values) => Boolean(values.beacon) },
      ],
      button: t('tournament.commit-and-seal'),
      send: ({ beacon, minutes }) =>
        desk.commit(event.id, beacon ? { beacon: String(beacon), beacon_at: Math.round(Date.now() + desk.live.skew + Number(minutes) * MINUTE_MS) } : {}),
    }),
  );
}

/** @param {Desk} desk @param {Event} event */
function cards(desk, event) {
  const lines = event.leaderboard.filter((line) => line.status === 'active');
  return desk.form({
    title: t('tournament.seats-as-the-cards-gave-them'),
    about: t('tournament.table-and-seat-hint', { tables: desk.terms(event)?.tables, seats: desk.terms(event)?.seats }),
    fields: [
      ...lines.map((line) => ({ name: `seat-${line.entry}`, label: line.name })),
      { name: 'witness', label: t('tournament.witness') },
    ],
    button: t('tournament.record-the-draw'),
    words: t('tournament.the-seats-are-drawn'),
    command: ({ witness, ...values }) => ({
      type: 'record-card-draw',
      event: event.id,
      witness,
      seats: Object.fromEntries(lines.map((line) => [String(line.entry), seat(String(values[`seat-${line.entry}`]))])),
    }),
  });
}

/** @param {string} text */
const seat = (text) => text.split(/\D+/).filter(Boolean).map(Number);

/** Draws as files that anybody can download and verify. @param {Desk} desk */
function files(desk) {
  const rows = desk.seen.events.flatMap((event) =>
    event.draws.map((round) => {
      const name = `${event.id}-${round}.draw.json`;
      const href = `/api/v1${desk.live.path}/draws/${encodeURIComponent(event.id)}/${round}`;
      return [event.title, t('tournament.round', { round }), h('a', { href, download: name }, name), h('code', {}, `croupier draw verify ${name}`)];
    }),
  );
  return rows.length ? group(t('tournament.draws-to-check'), listed(t('tournament.draws-to-check'), [t('tournament.event'), t('tournament.round-word'), t('tournament.file'), t('tournament.check-it-with')], rows)) : null;
}
