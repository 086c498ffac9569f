// @ts-check
/**
 * Sanitizes user text: a name or a dispute must not hide characters or reverse the text next to it. `core/svg.js` and
 * `ui/markup.js` use it for every text that they put on a page.
 */

/** Control and format characters such as bidi overrides, line separators, private-use characters and lone surrogates;
 * except newlines, tabs, and the joiners that some scripts and emoji need. */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
/** Right-to-left letters. */
const BACKWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LEFT_TO_RIGHT = '\u2066', END = '\u2069';

/**
 * The text with every invisible character named, such as ⟨U+202E⟩. Right-to-left text is isolated from its
 * surroundings.
 * @param {string} text
 */
export function harmless(text) {
  const seen = text.replace(UNSEEN, (unseen) => `⟨U+${code(unseen)}⟩`);
  return BACKWARD.test(seen) ? `${LEFT_TO_RIGHT}${seen}${END}` : seen;
}

/** @param {string} character */
const code = (character) =>
  /** @type {number} */ (character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0');
