// @ts-check
/**
 * Formats and parses amounts and figures. Amounts are whole cents; figures come from the service as
 * `{"exact", "decimal"}`. Nothing here computes money.
 */
import { language, number, t } from './language.js';

/** @typedef {Service.Currency} Currency */
/** The currency of the page's table. @type {Currency} */
let currency = { code: 'USD', sign: '$', decimals: 2, sign_last: false };
const ENGLISH = language === 'en';
/** The group and decimal separators of the language. */
const PARTS = new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).formatToParts(1_234_567.5);
const GROUP = PARTS.find((part) => part.type === 'group')?.value ?? ',';
const POINT = PARTS.find((part) => part.type === 'decimal')?.value ?? '.';

/** Sets the currency of all amounts to that of the card. @param {Currency | undefined} of */
export function countIn(of) {
  if (of) currency = of;
}

/**
 * `$5`, `$1,250`, `$0.50`; `cents` always adds cents. Other languages use their own format, such as `1.250 $`. In
 * English the position of the sign comes from the table's rulebook.
 * @param {number} amount
 * @param {boolean} [cents]
 */
export function dollars(amount, cents = false) {
  const { sign, decimals, sign_last: last } = currency, unit = 10 ** decimals;
  const places = cents || amount % unit ? decimals : 0;
  const digits = number(Math.abs(amount) / unit, { minimumFractionDigits: places, maximumFractionDigits: places });
  const text = (ENGLISH ? last : SIGN_LAST) ? `${digits}\u00a0${sign}` : `${sign}${digits}`;
  return amount < 0 ? `−${text}` : text;
}

/** Whether the language puts the currency sign after the digits. */
const SIGN_LAST =
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).formatToParts(1).findIndex(({ type }) => type === 'currency') > 0;

/** An amount on a chip's face: `5`, `0.50`, `1.2k`. @param {number} amount */
export function face(amount) {
  const value = amount / 100;
  if (value >= 10_000) return `${number(Math.floor(value / 100) / 10, { useGrouping: false })}k`;
  return number(value, { useGrouping: false, minimumFractionDigits: amount % 100 ? 2 : 0 });
}

/**
 * Parses a typed amount into cents, or null: with or without the currency sign, with the separators of the language. A
 * point before the last one or two digits is a decimal point in every language.
 * @param {string} text
 */
export function cents(text) {
  const bare = text.replace(currency.sign, '').replace(/[\s\u00a0\u202f]/gu, '');
  const plain = /^\d+\.\d{1,2}$/.test(bare) ? bare : bare.replaceAll(GROUP, '').replace(POINT, '.');
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '0').padEnd(2, '0')) : null;
}

/** The sign of the currency. */
export const sign = () => currency.sign;

/** An amount as a person types it: `12.50`. @param {number} amount @param {boolean} [whole] whether it has no cents */
export const written = (amount, whole = false) =>
  number(amount / 10 ** currency.decimals, { useGrouping: false, minimumFractionDigits: whole ? 0 : currency.decimals });

/** `35` is `35 to 1`, `7/2` is `7 to 2`. @param {string | number} pays */
export function odds(pays) {
  const [over, under = '1'] = String(pays).split('/');
  return t('house.odds.to', { over, under });
}

/** @typedef {Service.Exact | string | number} Figure */

/** @param {Figure | null | undefined} figure */
export function decimal(figure) {
  if (figure === null || figure === undefined) return null;
  if (typeof figure === 'object') return figure.decimal;
  const [over, under = '1'] = String(figure).split('/');
  return Number(over) / Number(under);
}

/** `2.63 %` @param {Figure | null | undefined} figure */
export function percent(figure) {
  const value = decimal(figure);
  return value === null ? '–' : `${number(value * 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} %`;
}

/** `1/38` @param {Figure | null | undefined} figure */
export function exact(figure) {
  if (figure === null || figure === undefined) return '–';
  return typeof figure === 'object' ? figure.exact : String(figure);
}

/**
 * `$1 – $100`, or the posted part of it; a sign after the digits appears once: `1 – 100 $`.
 * @param {number | null} minimum @param {number | null} maximum
 */
export function range(minimum, maximum) {
  if (minimum != null && maximum != null) {
    const from = dollars(minimum), bare = from.slice(0, -(currency.sign.length + 1));
    return `${from === `${bare}\u00a0${currency.sign}` ? bare : from} – ${dollars(maximum)}`;
  }
  if (maximum != null) return t('house.limit.up-to', { amount: dollars(maximum) });
  return minimum != null ? t('house.limit.from', { amount: dollars(minimum) }) : t('house.limit.none');
}
