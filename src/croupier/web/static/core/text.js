// @ts-check
/**
 * Words that others wrote, made harmless: nobody's name or dispute hides a character, or turns around what stands
 * beside it. Every text that `core/svg.js` and `ui/markup.js` put on a page has gone through here.
 */

/** Controls, formats such as the bidi overrides, line separators, private characters and halves of characters; not new
 * lines, tabs, and the joiners with which some scripts and emoji are written. */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
/** Letters that run from right to left. */
const BACKWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LEFT_TO_RIGHT = '\u2066', END = '\u2069';

/**
 * The same words with every unseen character named, such as ⟨U+202E⟩. Words that run from right to left move nothing
 * around them.
 * @param {string} text
 */
export function harmless(text) {
  const seen = text.replace(UNSEEN, (unseen) => `⟨U+${code(unseen)}⟩`);
  return BACKWARD.test(seen) ? `${LEFT_TO_RIGHT}${seen}${END}` : seen;
}

/** @param {string} character */
const code = (character) =>
  /** @type {number} */ (character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0');
