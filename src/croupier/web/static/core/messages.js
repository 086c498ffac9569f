// @ts-check
/**
 * Message format of the catalogs, with placeholders for values:
 *
 *     Seat {seat} is taken.
 *     {count, plural, =0 {No tables} one {# table} other {# tables}} open
 *     {who, select, dealer {The dealer} other {A player}} decides.
 *
 * `#` is the number of the innermost plural. A brace always belongs to a placeholder; nothing else is special.
 */

/** @typedef {string | {name: string, kind: 'value'} | {number: true}
 *   | {name: string, kind: 'plural' | 'select', options: Record<string, Part[]>}} Part */

/** Values are printed as they are; a number in a plural is formatted for the language. @typedef {string | number | Node} Value */

/** Parses a text; throws if it is malformed. @param {string} text @returns {Part[]} */
export function parse(text) {
  let at = 0;

  /** @param {boolean} nested @param {boolean} counts @returns {Part[]} */
  const sequence = (nested, counts) => {
    /** @type {Part[]} */
    const parts = [];
    let words = '';
    const flush = () => {
      if (words) parts.push(words);
      words = '';
    };
    for (; at < text.length; at += 1) {
      const letter = text[at];
      if (letter === '}' && nested) break;
      if (letter === '}') throw new Error(`A brace closes nothing: ${text}`);
      if (letter === '#' && counts) {
        flush();
        parts.push({ number: true });
      } else if (letter === '{') {
        flush();
        at += 1;
        parts.push(place(counts));
      } else words += letter;
    }
    flush();
    return parts;
  };

  /** @param {boolean} counts @returns {Part} */
  const place = (counts) => {
    const head = /^\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?/.exec(text.slice(at));
    if (!head) throw new Error(`A place has no name: ${text}`);
    at += head[0].length;
    const [, name, kind] = head;
    if (!kind) {
      if (text[at] !== '}') throw new Error(`The place ${name} is not closed: ${text}`);
      return { name, kind: 'value' };
    }
    /** @type {Record<string, Part[]>} */
    const options = {};
    for (;;) {
      const option = /^\s*([=\w-]+)\s*\{/.exec(text.slice(at));
      if (!option) break;
      at += option[0].length;
      options[option[1]] = sequence(true, counts || kind === 'plural');
      if (text[at] !== '}') throw new Error(`The choice ${option[1]} of ${name} is not closed: ${text}`);
      at += 1;
    }
    while (/\s/.test(text[at] ?? '')) at += 1;
    if (text[at] !== '}' || !options.other) throw new Error(`The choices of ${name} have no "other", or no end: ${text}`);
    return { name, kind: /** @type {'plural' | 'select'} */ (kind), options };
  };

  return sequence(false, false);
}

/**
 * The text with its values, in pieces; nodes stay nodes.
 * @param {Part[]} parts
 * @param {Record<string, Value>} values
 * @param {{plurals: Intl.PluralRules, numbers: Intl.NumberFormat}} ways
 * @param {number} [count] of the enclosing plural
 * @returns {(string | Node)[]}
 */
export function spell(parts, values, ways, count = 0) {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [part];
    if ('number' in part) return [ways.numbers.format(count)];
    const value = values[part.name];
    if (value === undefined) throw new Error(`No value is given for ${part.name}.`);
    if (part.kind === 'value') return [typeof value === 'number' ? String(value) : value];
    if (part.kind === 'select') return spell(part.options[String(value)] ?? part.options.other, values, ways, count);
    const many = Number(value);
    const chosen = part.options[`=${many}`] ?? part.options[ways.plurals.select(many)] ?? part.options.other;
    return spell(chosen, values, ways, many);
  });
}
