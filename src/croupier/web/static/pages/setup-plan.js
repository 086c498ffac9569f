// @ts-check
/** The fields of a set-up, with the keys of the file. */
import { t } from '../core/language.js';

/** @typedef {import('../ui/setup-block.js').Plan} Plan */

/** @type {Plan} */
export const TOURNAMENT = {
  title: t('tournament.tournament'),
  path: 'tournament',
  entries: [
    { key: 'title', label: t('tournament.title'), hint: t('tournament.as-it-is-announced') },
    { key: 'id', label: t('tournament.short-name'), hint: t('tournament.small-letters-digits-and-hyphens') },
    { key: 'book', label: t('tournament.rules-of'), kind: 'choice', options: [] },
    { key: 'house', label: t('tournament.licensee') },
    { key: 'premises', label: t('tournament.premises') },
    { key: 'office', label: t('tournament.local-office-that-gets-the-rules') },
    { key: 'first_day', label: t('tournament.first-day'), kind: 'date' },
    { key: 'last_day', label: t('tournament.last-day'), kind: 'date' },
    { key: 'tie', label: t('tournament.equal-points'), kind: 'choice', options: [['play-off', t('tournament.play-off')], ['draw', t('tournament.lots-before-witnesses')], ['share', t('tournament.share')]] },
    { key: 'wager_max', label: t('tournament.largest-wager-of-the-house'), kind: 'money', hint: t('tournament.initial-rounds-are-held-against-it') },
    { key: 're_entries', label: t('tournament.re-entries'), kind: 'whole', hint: t('tournament.after-an-elimination-each-is-a') },
    { key: 'criteria', label: t('tournament.who-may-play'), hint: t('tournament.empty-everybody') },
    { key: 'criteria_related', label: t('tournament.how-that-is-related-to-gaming') },
    { key: 'final_round', label: t('tournament.how-the-final-round-is-determined'), wide: true },
    { key: 'conclusion', label: t('tournament.how-the-tournament-is-concluded'), wide: true },
    { key: 'overall', label: t('tournament.how-a-series-comes-to-its'), wide: true },
    { key: 'security', label: t('tournament.security-and-surveillance-requirements-are-met'), kind: 'check' },
    { key: 'internal_controls', label: t('tournament.internal-control-procedures-are-met'), kind: 'check' },
    { key: 'split', label: t('tournament.remaining-players-may-agree-to-split'), kind: 'check' },
  ],
};

/** @type {Plan} */
export const TABLE = {
  title: t('tournament.wheel'),
  path: 'table',
  entries: [{ key: 'wheel', label: t('tournament.wheel'), kind: 'choice', options: [] }],
};

/** @type {Plan} */
export const CHIPS = {
  title: t('tournament.tournament-chips'),
  path: 'chips',
  entries: [
    { key: 'approval', label: t('tournament.approved-by'), hint: t('tournament.who-when-which-letter') },
    { key: 'colors', label: t('tournament.points-of-each-color'), kind: 'colors', value: 'green 25, black 100, purple 500' },
    { key: 'numbered', label: t('tournament.a-number-is-printed-on-them'), kind: 'check', value: true },
    { key: 'non_negotiable', label: t('tournament.non-negotiable-is-printed-on-them'), kind: 'check', value: true },
  ],
};

/** @type {Plan} */
const ROUND = {
  title: t('tournament.round-word'),
  path: 'round',
  start: [{ games: 10 }],
  entries: [
    { key: 'games', label: t('tournament.spins-at-each-table'), kind: 'whole' },
    { key: 'best_of_table', label: t('tournament.best-of-each-table-advance'), kind: 'whole', hint: t('tournament.empty-in-the-last-round') },
    { key: 'best', label: t('tournament.or-best-of-all'), kind: 'whole' },
    { key: 'second_chance', label: t('tournament.best-of-the-others'), kind: 'whole' },
    { key: 'cap', label: t('tournament.most-points-of-a-wager'), kind: 'whole', hint: t('tournament.in-initial-rounds-alone') },
    { key: 'chips', label: t('tournament.begins-with'), kind: 'choice', options: [['carried', t('tournament.the-points-so-far')], ['fresh', t('tournament.fresh-chips')]] },
    { key: 'secret_last', label: t('tournament.the-last-wager-is-secret'), kind: 'check' },
  ],
};

/** @type {Plan} */
const PRIZE = {
  title: t('tournament.prize'),
  path: 'prize',
  start: [{ place: 1, share: '1' }],
  entries: [
    { key: 'place', label: t('tournament.place'), kind: 'whole' },
    { key: 'share', label: t('tournament.share-of-the-pool'), hint: t('tournament.such-as-1-2') },
    { key: 'cash', label: t('tournament.or-cash'), kind: 'money' },
    { key: 'item', label: t('tournament.or-a-thing') },
    { key: 'voucher', label: t('tournament.or-a-voucher-for'), hint: t('tournament.the-short-name-of-a-later') },
    { key: 'value', label: t('tournament.its-cash-value'), kind: 'money' },
  ],
};

/** @type {Plan} */
const PURCHASE = {
  title: t('tournament.more-chips-after-the-buy-in'),
  path: 'purchase',
  one: true,
  entries: [
    { key: 'price', label: t('tournament.price'), kind: 'money', hint: t('tournament.empty-none-are-sold') },
    { key: 'points', label: t('tournament.points-for-it'), kind: 'whole' },
    { key: 'most', label: t('tournament.how-often'), kind: 'whole' },
    { key: 'until_round', label: t('tournament.until-round'), kind: 'whole' },
  ],
};

/** @type {Plan} */
export const EVENT = {
  title: t('tournament.event'),
  path: 'event',
  add: t('tournament.add-an-event'),
  start: [{}],
  entries: [
    { key: 'title', label: t('tournament.title') },
    { key: 'id', label: t('tournament.short-name'), value: 'open' },
    { key: 'fee', label: t('tournament.entry-fee'), kind: 'money' },
    { key: 'buy_in', label: t('tournament.buy-in'), kind: 'money' },
    { key: 'guaranteed', label: t('tournament.guaranteed-pool'), kind: 'money' },
    { key: 'points', label: t('tournament.points-at-the-start'), kind: 'whole', value: 1000 },
    { key: 'tables', label: t('tournament.tables'), kind: 'whole', value: 4 },
    { key: 'seats', label: t('tournament.seats-at-each'), kind: 'whole', value: 6 },
    { key: 'late_round', label: t('tournament.entries-until-round'), kind: 'whole', hint: t('tournament.empty-until-seats-are-drawn') },
  ],
  lists: [ROUND, PRIZE, PURCHASE],
};

/** @type {Plan} */
export const SERIES = { title: t('tournament.events'), path: '', entries: [], lists: [EVENT] };
