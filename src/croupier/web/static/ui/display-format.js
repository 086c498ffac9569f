// @ts-check
/** Formats figures and names for display. */
import { has, language, number, t } from '../core/language.js';

const BOT = '(bot)';

/** Phases with open bets are green, those of the spin amber, those of the result gold. */
const MOODS = {
  closed: 'shut',
  betting: 'open',
  'in-track': 'last',
  'no-more-bets': 'stop',
  spinning: 'stop',
  'at-rest': 'call',
  crowned: 'call',
  collected: 'call',
  paid: 'call',
};

/** The text of a key, or the word itself if there is none. @param {string} key @param {string} word */
const named = (key, word) => (has(key) ? t(key) : word);

/** @param {string} zero */
export const zeroName = (zero) => named(`house.zero.${zero}`, zero);
/** @param {string} role */
export const roleName = (role) => named(`house.role.${role}`, role);
/** A role inside a sentence; German writes nouns with a capital everywhere. @param {string} role */
export const roleWord = (role) => (language === 'de' ? roleName(role) : roleName(role).toLowerCase());
/** Who acted; the programs of a demonstration have names in every language. @param {string} name */
export const personName = (name) => named(`house.person.${name.replaceAll(' ', '-')}`, name);
/** @param {string} phase */
export const phaseName = (phase) => named(`house.phase.${phase}`, phase);
/** The name of a phase for staff. @param {string} phase */
export const phaseOfStaff = (phase) => named(`house.staff-phase.${phase}`, phase);
/** @param {string} phase */
export const phaseMood = (phase) => MOODS[/** @type {keyof typeof MOODS} */ (phase)] ?? phase;

/**
 * A result as called: '17 black', 'Double zero', '$20', 'Joker'.
 * @param {string} number
 * @param {string} [color]
 */
export function resultName(number, color) {
  if (number === '00') return t('house.double-zero.called');
  if (number === '0') return t('house.zero.called');
  if (/^\d+$/.test(number)) return color === 'red' || color === 'black' ? t(`house.result.${color}`, { number }) : number;
  return resultSign(number);
}

/** The kind of game, such as 'American roulette'. @param {string} wheel @param {string} title */
export const gameWords = (wheel, title) => (language === 'en' ? title : named(`house.game.${wheel}`, title));

/** The kind of wheel. @param {string} wheel @param {string} title */
export const wheelWords = (wheel, title) => (language === 'en' ? title : named(`house.wheel.${wheel}`, title));

/** A color of chips or compartments. @param {string} color */
export const colorName = (color) => named(`house.color.${color}`, color);

/** A result as shown in a small box: '17', '$20', 'Joker'. @param {string} number */
export const resultSign = (number) => named(`house.stop.${number}`, number.charAt(0).toUpperCase() + number.slice(1));

/**
 * The name of a group of limits.
 * @param {string} group
 */
export const limitGroup = (group) =>
  named(`house.limits.${group}`, group.charAt(0).toUpperCase() + group.slice(1).replaceAll('-', ' '));

/**
 * Whether a player of a demonstration is a bot, by its name.
 * @param {{demonstration: boolean}} card
 * @param {string | null | undefined} player
 */
export const isBot = (card, player) => card.demonstration && Boolean(player?.endsWith(BOT));

/** A player's name without the bot suffix. @param {{demonstration: boolean}} card @param {string} player */
export const nameOf = (card, player) => (isBot(card, player) ? player.slice(0, -BOT.length).trim() : player);

/** Whether the role has work in the pit: decisions, inspections or equipment. @param {string} role */
export const worksInPit = (role) =>
  ['pit-supervisor', 'key-manager', 'security', 'maintenance', 'slot-technician', 'regulator'].includes(role);

/** Whether the role may see all records.
 * @param {string} role */
export const seesRecords = (role) =>
  ['pit-supervisor', 'key-manager', 'accountant', 'surveillance', 'regulator'].includes(role);

/** Whether the role sees alerts. @param {string} role */
export const seesAlerts = (role) => ['pit-supervisor', 'security', 'key-manager', 'surveillance', 'regulator'].includes(role);

/** Whether the role may see the records of a tournament. @param {string} role */
export const seesTournaments = (role) => ['surveillance', 'regulator', 'tournament-director', 'key-manager'].includes(role);

/** Whether the role sees the dealing. @param {string} role */
export const isStaff = (role) => role === 'dealer' || seesRecords(role);

/**
 * A share as a percentage with the given number of decimals.
 * @param {number} share
 * @param {number} [places]
 */
export function percent(share, places = 3) {
  const figure = Number((share * 100).toFixed(places));
  return `${decimal(figure === 0 ? 0 : figure, places)} %`;
}

/**
 * A share as an exact fraction and a percentage: '1/19 (5.263 %)'.
 * @param {{exact: string, decimal: number}} share
 * @param {number} [places]
 */
export const exactly = (share, places = 3) => `${share.exact} (${percent(share.decimal, places)})`;

/**
 * A number with fixed decimals and a true minus sign.
 * @param {number} value
 * @param {number} places
 */
export const decimal = (value, places) =>
  number(value, { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false }).replace('-', '−');

/** The name of a rule's basis. @param {string} basis */
export const basisName = (basis) => named(`house.basis-name.${basis}`, basis);

/** The explanation of a rule's basis. @param {string} basis */
export const basisWords = (basis) => named(`house.basis.${basis}`, basis);

/** What keeps a table from opening; its words are those of the rulebook, so another language names the key. @param {Service.TableFinding} finding */
export const findingWords = ({ message, key }) => (language === 'en' ? message : t('house.finding', { key }));
