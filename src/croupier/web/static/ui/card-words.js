// @ts-check
/**
 * The names of a card in the language of the page: spots, wagers, wheels, reasons and calls. A name without a
 * translation stays as in the rulebook.
 */
import { has, language, list, t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { colorName, gameWords, wheelWords } from './display-format.js';

/** @param {string} key @param {string} otherwise @param {Record<string, string | number>} [values] */
const named = (key, otherwise, values) => (has(key) ? t(key, values) : otherwise);
const ENGLISH = language === 'en';
const COURTESY = '@courtesy';
/** A box that covers some numbers of one color. */
const SECTION = /^(\d+) ([a-z]+)$/;

/**
 * The spoken name of a spot: 'Split 17 and 20'.
 * @param {string} id
 * @param {{name: string, named: string, wager: string, numbers: readonly string[]}} spot
 */
export function spotWords(id, { name, named: title, wager, numbers }) {
  if (ENGLISH || title !== wager) return name;
  const last = id.split('-').at(-1) ?? '', color = colorName(last);
  const values = { numbers: list(numbers), count: last, color: color.charAt(0).toUpperCase() + color.slice(1) };
  const words = named(`table.spot.${wager}`, named(`house.stop.${wager}`, name), values);
  return id.endsWith(COURTESY) ? t('table.spot-courtesy', { spot: words }) : words;
}

/** The name of a spot without its card, such as in a record of a tournament; other spots are named by their numbers. @param {string} id */
export function spotName(id) {
  const [, kind = id, count = ''] = /^(dozen|column)-(\d)$/.exec(id) ?? [];
  return ENGLISH || !/^[a-z]+$/.test(kind) ? id : named(`table.spot.${kind}`, id, { count });
}

/** The name of an even-money spot as called with the number; in English its id. @param {string} id @param {{name: string}} spot of the card in the language of the page */
export const evenMoneyWords = (id, { name }) => (ENGLISH ? id : name);

/** The name of a wager in a table of odds; a title that differs from the usual one stays as the book has it. @param {string} wager its kind, or that title @param {string} title */
export const wagerWords = (wager, title) => (ENGLISH ? title : named(`table.wager.${wager}`, named(`house.stop.${wager}`, title)));

/** The label of a box of the layout. @param {string} label */
export function boxWords(label) {
  if (ENGLISH) return label;
  const section = SECTION.exec(label);
  return section ? `${section[1]} ${colorName(section[2])}` : named(`table.box.${label.toLowerCase().replaceAll(' ', '-')}`, label);
}

/** Why a spin does not count. @param {string} reason @param {string} [words] the service's */
export const reasonWords = (reason, words) => (ENGLISH && words ? words : named(`table.reason.${reason}`, words ?? reason.replaceAll('-', ' ')));

/** The call at a step; in English as in the rulebook. @param {{says: Record<string, string>}} card @param {string} step @param {string} otherwise */
export const called = (card, step, otherwise) =>
  ENGLISH ? card.says[step] ?? otherwise : card.says[step] ? named(`table.says.${step}`, card.says[step]) : otherwise;

/** The posted text on wagers for the dealers. @param {number | null} most @param {string | null} restriction */
export const tipWords = (most, restriction) =>
  ENGLISH && restriction ? restriction : most === null ? t('table.tips-accepted') : t('table.tips-up-to', { amount: dollars(most) });

/**
 * The card with its names in the language of the page. Typed bets are understood in that language too.
 * @param {Service.Card} card
 */
export function inLanguage(card) {
  if (ENGLISH) return card;
  card.title = gameWords(card.wheel, card.title);
  card.wheel_title = wheelWords(card.wheel, card.wheel_title);
  inSpots(card);
  for (const [id, spot] of Object.entries(card.spots)) card.printed[spot.name.toLowerCase()] ??= id;
  for (const each of card.no_spin_reasons) each.words = reasonWords(each.reason, each.words);
  return card;
}

/** The same for its spots only. @template {Pick<Service.Card, 'spots' | 'landscape' | 'portrait'>} C @param {C} card */
export function inSpots(card) {
  if (ENGLISH) return card;
  for (const [id, spot] of Object.entries(card.spots)) {
    spot.name = spotWords(id, spot);
    spot.title = wagerWords(spot.named, spot.title);
  }
  for (const drawing of [card.landscape, card.portrait])
    for (const spot of drawing.spots) {
      const known = card.spots[spot.id];
      if (known) spot.name = known.name;
    }
  return card;
}
