// @ts-check
/** The player's terminal in a tournament: points, place, what it takes to advance, spins left, wagers, questions. */
import { api, ApiError } from '../core/api.js';
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { eventNow, idInPath, LiveTournament, pointsOf } from '../core/tournament.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-leaderboard.js';
import '../ui/cr-masthead.js';
import { colorName } from '../ui/display-format.js';
import { keepTyped } from '../ui/form.js';
import { byId, fill, say } from '../ui/markup.js';
import { cutWords, eventStage, ordinal, prizePool, prizeWords, statusName } from '../ui/tournament-words.js';
import { inviting, joining, questions } from './tournament-questions.js';
import { rulesOn } from './tournament-rules.js';
import { WagerDesk } from './tournament-wager.js';

/** @typedef {import('../core/tournament.js').Event} Event */
/** @typedef {import('../core/tournament.js').Line} Line */
/** @typedef {import('../core/tournament.js').Seen} Seen */

const NONE = '–';
const live = new LiveTournament(idInPath());
const masthead = /** @type {import('../ui/cr-masthead.js').CrMasthead} */ (document.querySelector('cr-masthead'));
const wagers = new WagerDesk(live, byId('board'), byId('wager'));

/** The viewer's line: the active one, or the last. @param {Seen} seen */
function ownLine(seen) {
  const lines = seen.events.flatMap((event) => event.leaderboard.filter((line) => seen.mine.includes(line.entry)).map((line) => ({ event, line })));
  return lines.find(({ line }) => line.status === 'active') ?? lines.at(-1) ?? null;
}

/** @param {Event} event @param {Line} line */
function figures(event, line) {
  const table = event.tables.find((each) => each.number === line.table);
  const started = event.round > 0;
  const short = line.status === 'active' && event.cut && event.stage === 'playing';
  return /** @type {[string, string, string][]} */ ([
    [t('tournament.points'), started ? pointsOf(line.points) : NONE, 'points'],
    [t('tournament.place'), started ? t('tournament.of', { place: ordinal(line.place), leaderboard: event.leaderboard.length }) : NONE, 'place'],
    [t('tournament.to-advance'), short ? (line.to_advance ? t('tournament.more', { toadvance: pointsOf(line.to_advance) }) : t('tournament.you-are-through')) : NONE, line.to_advance ? 'behind' : 'through'],
    [t('tournament.spins-left'), event.stage === 'playing' && table ? String(table.games_left) : NONE, 'spins'],
    [t('tournament.seat'), line.next_table ? `${line.next_table}-${line.next_seat}` : line.table ? `${line.table}-${line.seat}` : NONE, 'seat'],
  ]);
}

/** @param {Event} event @param {Line} line */
function ownWords(event, line) {
  if (line.next_table) return t('tournament.round-you-sit-at-table-seat', { round: event.round + 1, nexttable: line.next_table, nextseat: line.next_seat });
  if (line.status !== 'active' && line.status !== 'finished') return t('tournament.your-entry-is', { status: statusName(line.status) });
  if (event.stage === 'registration') return t('tournament.you-are-entered-in-seats-are', { title: event.title });
  const cut = event.stage === 'playing' && event.cut ? ` ${cutWords(event)}` : '';
  return event.round ? t('tournament.round-of', { round: event.round, rounds: event.rounds, cut }) : '';
}

/** @param {Seen} seen */
function about(seen) {
  const event = eventNow(seen);
  return [
    h('h2', {}, event.title),
    h(
      'dl',
      { class: 'facts-list' },
      ...pair(t('tournament.entry-fee'), event.fee ? dollars(event.fee) : t('tournament.none')),
      ...pair(t('tournament.buy-in'), event.buy_in ? dollars(event.buy_in) : t('tournament.none')),
      ...pair(t('tournament.prize-pool'), dollars(prizePool(event), true)),
      ...pair(t('tournament.rounds'), t('tournament.spins-in', { rounds: event.rounds, games: event.games, round: event.round ? t('tournament.this-one') : t('tournament.the-first') })),
    ),
    h('h3', {}, t('tournament.prizes')),
    h('ol', { class: 'prizes' }, ...event.prizes.map((prize) => h('li', {}, h('b', {}, ordinal(prize.place)), h('span', {}, prizeWords(prize) === dollars(prize.amount, true) ? '' : prizeWords(prize)), prize.amount ? h('em', {}, dollars(prize.amount, true)) : null))),
    seen.colors.length ? h('h3', {}, t('tournament.what-each-color-stands-for')) : null,
    seen.colors.length ? h('ul', { class: 'colors' }, ...seen.colors.map((each) => h('li', { 'data-color': each.color }, h('b', {}, colorName(each.color)), t('tournament.points-count', { points: pointsOf(each.points) })))) : null,
    event.draws.length ? h('h3', {}, t('tournament.draws-of-seats-to-check-yourself')) : null,
    event.draws.length
      ? h('ul', { class: 'drawfiles' }, ...event.draws.map((round) => h('li', {}, h('a', { href: `/api/v1${live.path}/draws/${encodeURIComponent(event.id)}/${round}`, download: `${event.id}-${round}.draw.json` }, t('tournament.round', { round })))))
      : null,
  ];
}

/** @param {string} name @param {string} value */
const pair = (name, value) => [h('dt', {}, name), h('dd', {}, value)];

/** @param {Seen} seen */
function ways(seen) {
  const id = encodeURIComponent(seen.id), role = masthead.session?.role ?? '';
  const runs = seen.next !== '' || seen.desk;
  return [
    h('a', { href: `/hall/${id}` }, t('tournament.hall-screen')),
    h('a', { href: '#rules' }, t('tournament.rules')),
    runs ? h('a', { href: `/director/${id}` }, role === 'dealer' ? t('tournament.deal') : t('tournament.directors-page')) : null,
  ];
}

live.addEventListener('net', () => say(byId('trouble'), live.trouble));

live.onMissing((words) => {
  say(byId('stage'), '');
  say(byId('trouble'), words);
});

api.get(`${live.path}/rules`).then((rules) => rulesOn(byId('printed'), rules)).catch((error) => {
  if (!(error instanceof ApiError)) throw error;
});

const rules = /** @type {HTMLDetailsElement} */ (byId('rules'));
const unfold = () => {
  if (location.hash === '#rules') rules.open = true;
};
addEventListener('hashchange', unfold);
unfold();

/** The page of one tournament. */
class TournamentPage {
  /** The logins of a demonstration's players. @type {Service.Login[]} */
  #guests = [];

  constructor() {
    live.addEventListener('change', () => this.#show());
    live.addEventListener('change', () => this.#invite());
    masthead.addEventListener('session', () => live.forget().then(() => this.#invite()));
    live.start();
  }

  #show() {
    const seen = /** @type {Seen} */ (live.seen), own = ownLine(seen), event = own?.event ?? eventNow(seen);
    document.title = seen.title;
    masthead.house = seen.house;
    say(byId('title'), seen.title);
    say(byId('stage'), `${seen.house} · ${event.title}, ${eventStage(event.stage)}`);
    fill(byId('ways'), ...ways(seen));
    byId('mine').hidden = !own;
    if (own) {
      fill(byId('own-figures'), ...figures(own.event, own.line).filter(([, value]) => value !== NONE).map(([name, value, kind]) => h('div', { class: kind }, h('dt', {}, name), h('dd', {}, value))));
      say(byId('own-words'), ownWords(own.event, own.line));
    }
    const asked = byId('questions');
    keepTyped(asked, () => fill(asked, joining(live), !masthead.session && this.#guests.length ? inviting(seen, this.#guests) : null, ...(own ? questions(live, own.event, own.line) : [])));
    byId('play').hidden = !wagers.show(own?.event ?? null, own?.line ?? null);
    /** @type {import('../ui/cr-leaderboard.js').CrLeaderboard} */ (byId('places')).show(event, seen.mine);
    fill(byId('about'), ...about(seen));
  }

  /** Offers the demonstration to spectators. */
  async #invite() {
    if (masthead.session || this.#guests.length || !live.seen?.demonstration) return;
    const { logins } = await api.get('/tables');
    this.#guests = logins.filter((each) => each.role === 'player');
    this.#show();
  }
}

new TournamentPage();
