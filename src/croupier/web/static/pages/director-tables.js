// @ts-check
/** Tables: seating, opening games, announcing numbers, voiding spins, and breaking tables. */
import { api, ApiError } from '../core/api.js';
import { t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-numpad.js';
import { group, quiet } from './director-desk.js';

/** @typedef {import('./director-desk.js').Desk} Desk */
/** @typedef {import('../core/tournament.js').Event} Event */
/** @typedef {import('../core/tournament.js').Table} Table */

/** The tab; each table's number pad is kept until its spin is settled. @param {Desk} desk */
export function tablesRoom(desk) {
  /** @type {Map<string, import('../ui/cr-numpad.js').CrNumpad>} */
  const pads = new Map();
  const card = api.get(`${desk.live.path}/card`).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    return null;
  });

  /** The pad of this spin, so that a late answer does not clear the choice for the next one. @param {Table} table */
  const padOf = (table) => {
    const spin = `${desk.event.id} ${desk.event.round} ${table.number} ${table.games}`;
    let pad = pads.get(spin);
    if (!pad) {
      pad = /** @type {import('../ui/cr-numpad.js').CrNumpad} */ (document.createElement('cr-numpad'));
      pads.set(spin, pad);
      void card.then((found) => {
        if (found && pad) pad.card = found;
      });
    }
    return pad;
  };

  return () => {
    const { event } = desk;
    if (event.stage !== 'playing') return [quiet(t('tournament.no-round-is-being-played'))];
    return [
      ...event.tables.map((table) => onTable(desk, event, table, padOf)),
      desk.may('seat-entrant') ? folded(t('tournament.seat-a-player'), seating(desk, event)) : null,
      desk.may('wager-points') ? folded(t('tournament.a-wager-on-a-players-instruction'), instructed(desk, event)) : null,
      desk.may('balance-tables') ? moving(desk, event) : null,
    ];
  };
}

/** @param {Desk} desk @param {Event} event @param {Table} table @param {(table: Table) => any} padOf */
function onTable(desk, event, table, padOf) {
  const at = { event: event.id, table: table.number };
  const spins = t('tournament.spins-left-count', { spins: table.games_left });
  if (!table.is_open) {
    const opens = desk.may('open-game') && table.games_left > 0;
    return group(
      t('tournament.table-spins', { number: table.number, spins }),
      opens ? desk.button(t('tournament.open-spin-of', { games: table.games + 1, games2: event.games }), { type: 'open-game', ...at }, t('tournament.wagers-are-taken')) : quiet(t('tournament.all-its-spins-are-played')),
    );
  }
  return group(
    t('tournament.table-spin-of-is-open', { table: table.number, spin: table.games + 1, spins: event.games, wagers: table.wagers.length }),
    desk.may('settle-game') ? announcing(desk, table, padOf(table), at) : null,
    desk.may('void-game') ? voiding(desk, table, at) : null,
  );
}

/** Choosing a number and announcing it are two steps. @param {Desk} desk @param {Table} table @param {import('../ui/cr-numpad.js').CrNumpad} pad @param {{event: string, table: number}} at */
function announcing(desk, table, pad, at) {
  const button = h('button', { type: 'button', class: 'go announce' });
  const tell = () => {
    button.disabled = !pad.value;
    button.textContent = pad.value ? t('tournament.announce-at-table', { words: pad.words, number: table.number }) : t('tournament.choose-the-number-first');
  };
  pad.addEventListener('chosen', tell);
  button.addEventListener('click', async () => {
    await desk.press(button, { type: 'settle-game', ...at, number: pad.value }, t('tournament.at-table-every-wager-is-settled', { words: pad.words, number: table.number }));
    pad.value = '';
    tell();
  });
  tell();
  return h('div', { class: 'announcing' }, pad, button);
}

/** @param {Desk} desk @param {Table} table @param {{event: string, table: number}} at */
function voiding(desk, table, at) {
  return folded(
    t('tournament.the-spin-at-table-is-not', { number: table.number }),
    desk.form({
      title: t('tournament.no-spin-at-table', { number: table.number }),
      about: t('tournament.every-wager-goes-back-and-the'),
      fields: [{ name: 'why', label: t('tournament.why') }],
      button: t('tournament.void-the-spin'),
      danger: true,
      words: t('tournament.void-every-wager-went-back'),
      command: ({ why }) => ({ type: 'void-game', ...at, why }),
    }),
  );
}

/** @param {Desk} desk @param {Event} event */
function seating(desk, event) {
  return desk.form({
    title: t('tournament.a-player-sits-down'),
    about: t('tournament.nobody-sits-in-for-a-player'),
    fields: [
      { name: 'entry', label: t('tournament.player'), kind: 'choice', options: desk.entries(event) },
      { name: 'person', label: t('tournament.identity-shown') },
    ],
    button: t('tournament.seat-the-player'),
    words: t('tournament.seated'),
    command: ({ entry, person }) => ({ type: 'seat-entrant', entry: Number(entry), person }),
  });
}

/** @param {Desk} desk @param {Event} event */
function instructed(desk, event) {
  return desk.form({
    title: t('tournament.place-it-for-the-player'),
    about: t('tournament.only-where-that-player-says-so'),
    fields: [
      { name: 'entry', label: t('tournament.player'), kind: 'choice', options: desk.entries(event) },
      { name: 'spot', label: t('tournament.spot'), hint: t('tournament.such-as-17-17-20-red') },
      { name: 'points', label: t('tournament.points'), kind: 'whole' },
    ],
    button: t('tournament.place-the-wager'),
    words: t('tournament.placed'),
    command: ({ entry, spot, points }) => ({ type: 'wager-points', entry: Number(entry), spot, points: [points] }),
  });
}

/** @param {Desk} desk @param {Event} event */
function moving(desk, event) {
  if (event.tables.length < 2) return null;
  return group(
    t('tournament.balance-and-break'),
    quiet(t('tournament.balanced-the-last-seat-of-the')),
    desk.button(t('tournament.balance-the-tables'), { type: 'balance-tables', event: event.id }, t('tournament.the-tables-are-balanced-new-seats')),
    desk.form({
      title: t('tournament.break-a-table'),
      fields: [{ name: 'table', label: t('tournament.table-word'), kind: 'choice', options: desk.tables(event) }],
      button: t('tournament.break-the-table'),
      words: t('tournament.the-table-is-broken-new-seats'),
      command: ({ table }) => ({ type: 'break-table', event: event.id, table: Number(table) }),
    }),
  );
}

/** A folded section for rarely used controls. @param {string} title @param {Node} inside */
export const folded = (title, inside) => h('details', {}, h('summary', {}, title), inside);
