// @ts-check
/**
 * Words for amounts and figures. Amounts are whole cents; figures come from the service as `{"exact", "decimal"}`.
 * Nothing here computes money: it only prints and reads it.
 */

const GROUPS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `$5`, `$1,250`, `$0.50`; always with cents when `cents` is asked for. @param {number} amount @param {boolean} [cents] */
export function dollars(amount, cents = false) {
  const whole = Math.trunc(Math.abs(amount) / 100), rest = Math.abs(amount) % 100;
  const text = `$${GROUPS.format(whole)}${rest || cents ? `.${String(rest).padStart(2, '0')}` : ''}`;
  return amount < 0 ? `−${text}` : text;
}

/** For a chip's face: `5`, `0.50`, `1.2k`. @param {number} amount */
export function face(amount) {
  const value = amount / 100;
  if (value >= 10_000) return `${Math.floor(value / 100) / 10}k`.replace('.0k', 'k');
  return amount % 100 ? value.toFixed(2) : String(value);
}

/** What a person typed as an amount, in cents, or null. @param {string} text */
export function cents(text) {
  const match = /^\$?\s*(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', ''));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '0').padEnd(2, '0')) : null;
}

/** `35` is `35 to 1`, `7/2` is `7 to 2`. @param {string | number} pays */
export function odds(pays) {
  const [over, under = '1'] = String(pays).split('/');
  return `${over} to ${under}`;
}

/** @typedef {{exact: string, decimal: number} | string | number} Figure */

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
  return value === null ? '–' : `${(value * 100).toFixed(2)} %`;
}

/** `1/38` @param {Figure | null | undefined} figure */
export function exact(figure) {
  if (figure === null || figure === undefined) return '–';
  return typeof figure === 'object' ? figure.exact : String(figure);
}

/** `$1 – $100`, or what of it is posted. @param {number | null} minimum @param {number | null} maximum */
export function range(minimum, maximum) {
  if (minimum != null && maximum != null) return `${dollars(minimum)} – ${dollars(maximum)}`;
  if (maximum != null) return `up to ${dollars(maximum)}`;
  return minimum != null ? `from ${dollars(minimum)}` : 'no limit posted';
}
