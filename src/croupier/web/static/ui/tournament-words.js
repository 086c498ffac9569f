// @ts-check
/** What the service says about a tournament, by code and facts, in the language of the page; in English its own words. */
import { has, language, list, number, t } from '../core/language.js';
import { dollars } from '../core/money.js';

/** @typedef {Service.CodedMessage} CodedMessage */

const ENGLISH = language === 'en';
const ORDINALS = new Intl.PluralRules(language, { type: 'ordinal' });

/** The values of a text. @param {CodedMessage['facts']} facts */
function values(facts) {
  /** @type {Record<string, string | number>} */
  const made = { ...facts };
  if ('amount' in facts) made.amount = dollars(Number(facts.amount), true);
  if ('share' in facts) made.share = share(String(facts.share));
  if ('before' in facts) {
    made.has_before = facts.before ? 'yes' : 'no';
    made.before = list(String(facts.before).split(', ').filter(Boolean).map((kind) => t(`tournament.before.${kind}`)));
  }
  return made;
}

/** `12.5%` as the language writes it; a fraction stays. @param {string} written */
const share = (written) => (written.endsWith('%') ? `${number(Number(written.slice(0, -1)))} %` : written);

/** @param {readonly CodedMessage[]} said @param {string} otherwise @param {string} [between] */
const words = (said, otherwise, between = ' ') =>
  ENGLISH || !said.every(({ code }) => has(`tournament.${code}`)) ? otherwise : said.map(({ code, facts }) => t(`tournament.${code}`, values(facts))).join(between);

/** Who advances; empty if there is no cut. @param {Service.SeenTournamentEvent} event */
export const cutWords = (event) => words(event.cut_said, event.cut);
/** @param {Service.SeenPrize} prize */
export const prizeWords = (prize) => words([prize.said], prize.words);
/** @param {Service.SeenEntrant} line */
export const wonWords = (line) => words(line.won_said, line.won, ', ');
/** The next step, for staff. @param {Service.SeenTournament} seen */
export const nextWords = (seen) => words(seen.next_said, seen.next);
/** The prize pool; before anything is paid in, what the prizes add up to. @param {Service.SeenTournamentEvent} event */
export const prizePool = (event) => event.pool || event.prizes.reduce((sum, prize) => sum + prize.amount, 0);
/** The label of the main button. @param {Service.SuggestedCommand | null} action */
export const actionWords = (action) => (action && !ENGLISH && has(`tournament.action.${action.type}`) ? t(`tournament.action.${action.type}`, action.facts) : action?.words ?? '');

/** @param {string} key @param {string} word */
const named = (key, word) => (has(key) ? t(key) : word);
/** @param {string} stage of a tournament */
export const stageName = (stage) => named(`tournament.stage.${stage.replaceAll(' ', '-')}`, stage);
/** @param {string} stage of an event */
export const eventStage = (stage) => named(`tournament.event-stage.${stage.replaceAll(' ', '-')}`, stage);
/** @param {string} status of an entry */
export const statusName = (status) => named(`tournament.status.${status}`, status);
/** How something was paid. @param {string} how */
export const paidBy = (how) => named(`tournament.paid-by.${how}`, how);
/** An ordinal: 1st, 2nd, 11th. @param {number} place */
export const ordinal = (place) => t('tournament.ordinal', { place, form: ORDINALS.select(place) });
/** What a prize is, in addition to its amount. @param {Service.PayoutLine} line */
export const prizeName = (line) => (ENGLISH || line.item ? line.prize : line.admits ? t('tournament.award.voucher', { event: line.admits }) : paidBy('cash'));
/** @param {Service.DeskVoucher} voucher */
export const voucherState = ({ state, used_by: entry }) => (ENGLISH ? state : entry ? t('tournament.voucher-state.used', { entry }) : t(`tournament.voucher-state.${state.replace(' ', '-')}`));
/** The title of something printed. @param {string} thing @param {string} title */
export const paperName = (thing, title) => (ENGLISH ? title : named(`tournament.paper.${thing}`, title));
/** @param {string} size of a paper */
export const paperSize = (size) => named(`tournament.size.${size}`, size);
