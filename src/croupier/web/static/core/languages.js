// @ts-check
/**
 * The languages of the pages, each with its own name and writing direction. To add a language, add a line here and a
 * folder of catalogs under `lang/`.
 * @type {Record<string, {name: string, dir: 'ltr' | 'rtl', voice: string}>}
 */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr', voice: 'en-US' },
  es: { name: 'Español', dir: 'ltr', voice: 'es-ES' },
  fr: { name: 'Français', dir: 'ltr', voice: 'fr-FR' },
  de: { name: 'Deutsch', dir: 'ltr', voice: 'de-DE' },
  'zh-Hans': { name: '简体中文', dir: 'ltr', voice: 'zh-CN' },
};

export const DEFAULT = 'en';
const KEPT_AS = 'croupier-language';
/** The choice of the signed-in account, so that the next page starts with it. */
const OF_ACCOUNT = 'croupier-language-of-account';

/**
 * The language of a page: the account's, the one chosen in this browser, or the first available one that the browser
 * requests. Regions fall back to the language: es-MX gets es, zh-CN gets zh-Hans.
 * @param {readonly (string | null)[]} chosen the account's choice, then the browser's
 * @param {readonly string[]} asked as in Accept-Language
 */
export function pick(chosen, asked) {
  const own = chosen.find((each) => each && each in LANGUAGES);
  if (own) return own;
  const known = Object.keys(LANGUAGES), base = (/** @type {string} */ tag) => tag.split('-')[0].toLowerCase();
  for (const tag of asked) {
    const found = known.find((each) => each.toLowerCase() === tag.toLowerCase()) ?? known.find((each) => base(each) === base(tag));
    if (found) return found;
  }
  return DEFAULT;
}

/** A value stored in this browser; null if there is none, or if nothing can be stored. @param {string} key */
function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} language empty to delete it */
function keep(key, language) {
  try {
    if (language) localStorage.setItem(key, language);
    else localStorage.removeItem(key);
  } catch {
    // cannot be stored: only this page is shown in it
  }
}

/** The preferred language of pages. */
export const preferred = () => pick([kept(OF_ACCOUNT), kept(KEPT_AS)], navigator.languages ?? [navigator.language]);

/** Stores the language of this browser, used while nobody is signed in. @param {string} language */
export const choose = (language) => keep(KEPT_AS, language);

/** Stores the language of the account; '' if nobody is signed in. @param {string} language */
export const followAccount = (language) => keep(OF_ACCOUNT, language in LANGUAGES ? language : '');
