// @ts-check
/** The page for unknown paths: a link back, in the reader's language. */
import '../ui/cr-emblem.js';
import '../ui/cr-language.js';
