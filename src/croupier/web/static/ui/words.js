// @ts-check
/** Figures and names as people read them. Nothing here decides anything. */

const WHEELS = {
  american: 'American wheel, 0 and 00',
  european: 'European wheel, single 0',
  'double-as-single': 'Double-zero wheel used as single-zero',
  'big-six': 'Big Six wheel',
};

const BOOKS = {
  'co-2013': 'Colorado Rule 22, 2013',
  'co-2014': 'Colorado Rule 22, 2014',
  nj: 'New Jersey 19:47-5',
  sd: 'South Dakota 20:18:34:03',
  house: 'House sheet, $1 to $4',
};

const ZEROS = {
  'lose-all': 'Zero takes even-money wagers',
  half: 'Zero takes half of even-money wagers',
  'in-prison': 'In prison, as each player chooses',
  'in-prison-half': 'In prison, half taken back',
  'in-prison-leave': 'In prison, always left one more spin',
  'in-prison-best': 'In prison, the better choice',
};

const ROLES = {
  player: 'Player',
  dealer: 'Dealer',
  'pit-supervisor': 'Pit supervisor',
  security: 'Security',
  'key-manager': 'Key manager',
  maintenance: 'Maintenance',
  'slot-technician': 'Slot technician',
  'tournament-director': 'Tournament director',
  accountant: 'Accountant',
  surveillance: 'Surveillance',
  regulator: 'Regulator',
};

const BOT = '(bot)';

const PHASES = {
  closed: 'Closed',
  betting: 'Place your bets',
  'in-track': 'Ball in the track',
  'no-more-bets': 'No more bets',
  spinning: 'No more bets',
  'at-rest': 'Number called',
  crowned: 'Crown on the number',
  collected: 'Losers collected',
  paid: 'Winners paid',
};

/** Where staff have a word of their own. */
const PHASES_OF_STAFF = {
  'in-track': 'Ball in track',
  spinning: 'Wheel turns',
  'at-rest': 'At rest',
  crowned: 'Crowned',
  collected: 'Collected',
  paid: 'Paid',
};

/** Phases in which a chip may still be laid are green, those of the spin amber, those of the result gold. */
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

/** @param {Record<string, string>} table @param {string} key */
const found = (table, key) => table[key] ?? key;

/** @param {string} wheel */
export const wheelName = (wheel) => found(WHEELS, wheel);
/** @param {string} book */
export const bookName = (book) => found(BOOKS, book);
/** @param {string} zero */
export const zeroName = (zero) => found(ZEROS, zero);
/** @param {string} role */
export const roleName = (role) => found(ROLES, role);
/** @param {string} phase */
export const phaseName = (phase) => found(PHASES, phase);
/** @param {string} phase */
export const phaseOfStaff = (phase) => found({ ...PHASES, ...PHASES_OF_STAFF }, phase);
/** @param {string} phase */
export const phaseMood = (phase) => found(MOODS, phase);

/**
 * A result as it is called: '17 black', 'Double zero', '$20', 'Joker'.
 * @param {string} number
 * @param {string} [color]
 */
export function resultName(number, color) {
  if (number === '00') return 'Double zero';
  if (number === '0') return 'Zero';
  if (/^\d+$/.test(number)) return color === 'red' || color === 'black' ? `${number} ${color}` : number;
  return resultSign(number);
}

/** A result as it stands in a small box: '17', '$20', 'Joker'. @param {string} number */
export const resultSign = (number) => number.charAt(0).toUpperCase() + number.slice(1);

/**
 * For whom limits are posted.
 * @param {string} group
 */
export const limitGroup = (group) =>
  group === 'every' ? 'Every wager' : group.charAt(0).toUpperCase() + group.slice(1).replaceAll('-', ' ');

/**
 * Whether a player of a demonstration plays by itself; its name says so.
 * @param {{demonstration: boolean}} card
 * @param {string | null | undefined} player
 */
export const isBot = (card, player) => card.demonstration && Boolean(player?.endsWith(BOT));

/** A player's name where it is said elsewhere whether it is a bot. @param {{demonstration: boolean}} card @param {string} player */
export const nameOf = (card, player) => (isBot(card, player) ? player.slice(0, -BOT.length).trim() : player);

/** Who has something to do in the pit: decide, inspect, or see to the equipment. @param {string} role */
export const worksInPit = (role) =>
  ['pit-supervisor', 'key-manager', 'security', 'maintenance', 'slot-technician', 'regulator'].includes(role);

/** Staff who may look at everything and change nothing, and those above them.
 * @param {string} role */
export const seesRecords = (role) =>
  ['pit-supervisor', 'key-manager', 'accountant', 'surveillance', 'regulator'].includes(role);

/** Who is told of the dealing. @param {string} role */
export const isStaff = (role) => role === 'dealer' || seesRecords(role);

/**
 * A share as a percentage with so many places.
 * @param {number} share
 * @param {number} [places]
 */
export function percent(share, places = 3) {
  const figure = (share * 100).toFixed(places);
  return `${Number(figure) === 0 ? (0).toFixed(places) : figure.replace('-', '−')} %`;
}

/**
 * A share exactly and for the eye: '1/19 (5.263 %)'.
 * @param {{exact: string, decimal: number}} share
 * @param {number} [places]
 */
export const exactly = (share, places = 3) => `${share.exact} (${percent(share.decimal, places)})`;

/**
 * A number with a fixed count of places and a true minus.
 * @param {number} value
 * @param {number} places
 */
export const decimal = (value, places) => value.toFixed(places).replace('-', '−');

/**
 * The time of day of a moment of the service's clock.
 * @param {number} at
 */
export const clock = (at) => new Date(at).toLocaleTimeString('en-US', { hour12: false });

/**
 * Day and time of a moment of the service's clock.
 * @param {number} at
 */
export const moment = (at) =>
  `${new Date(at).toLocaleDateString('en-CA')} ${new Date(at).toLocaleTimeString('en-US', { hour12: false })}`;

/**
 * A line of the posted rules such as 'Split, 2 numbers: pays 17 to 1. House edge 5.263 %.' in its parts; null for any
 * other sentence.
 * @param {string} text
 * @returns {{wager: string, pays: string, edge: string} | null}
 */
export function priced(text) {
  const match = /^(.+?): pays (\d+(?:\/\d+)? to \d+)\.(?: House edge (.+?)\.?)?$/.exec(text);
  return match ? { wager: match[1], pays: match[2], edge: match[3] ?? '' } : null;
}

/** What the kind of authority behind a rule means. */
export const BASES = {
  text: 'the text says it',
  reading: 'our reading of the text',
  customary: 'the custom of the field',
  house: 'the choice of the house',
};
