// @ts-check
/**
 * Requests to the service. A page calls `session()` once when it starts: it returns the CSRF token that later requests
 * except GET carry. A refusal becomes an `ApiError` with its code, message and clause.
 *
 *     import { api, ApiError } from '/static/core/api.js';
 *     const me = await api.session();               // null if nobody is signed in
 *     const card = await api.get('/tables/7');
 *     await api.post('/tables/7/dealing', { automatic: false });
 */

import { isOutdated, speak, t } from './language.js';
import { followAccount } from './languages.js';
import { declined, refusalWords } from './refusal.js';

const ROOT = '/api/v1';

export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} message @param {string | null} clause */
  constructor(status, code, message, clause) {
    super(message);
    this.status = status;
    this.code = code;
    this.clause = clause;
  }
}

/** @typedef {Service.SessionAnswer} Session */

let token = '';
/** The last request for the session. @type {Promise<Session | null>} */
let asking = Promise.resolve(null);

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} the answer at that path
 */
async function ask(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json' };
  if (method !== 'GET') headers['X-CSRF-Token'] = token;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response;
  try {
    response = await fetch(ROOT + path, {
      method, headers, credentials: 'same-origin', body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, 'unreachable', t('house.error.unreachable'), null);
  }
  const text = await response.text();
  if (response.ok) return read(text);
  /** @type {Partial<Service.ErrorAnswer> | null} */
  const answer = read(text);
  const { code = `http-${response.status}`, message = t('house.error.status', { status: response.status }), clause = null, facts } = answer?.error ?? {};
  const words = facts ? refusalWords({ code, message, clause, facts }).message : declined(code, message);
  throw new ApiError(response.status, code, words, clause);
}

/** @param {string} text empty, JSON, or the text of a proxy's answer */
function read(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return text;
  }
}

/** @param {Session | null} session */
function remember(session) {
  token = session?.csrf ?? '';
  followAccount(session?.language ?? '');
  return session;
}

/** Sends people with an open obligation to their account page, which leads back here. @param {Session | null} session */
function doFirst(session) {
  const { pathname, search } = location;
  if (session?.must && pathname !== '/account' && pathname !== '/sign-in')
    location.replace(`/account?next=${encodeURIComponent(pathname + search)}`);
  return session;
}

/** Reloads the page if its language is not that of the signed-in person. @template S @param {S} session @returns {S | Promise<S>} */
function inItsLanguage(session) {
  if (!isOutdated()) return session;
  location.reload();
  return new Promise(() => {}); // never resolves: the page is being reloaded
}

export const api = {
  /** @type {Service.Get} */
  get: (/** @type {string} */ path) => ask('GET', path),
  /** @type {Service.Post} */
  post: (/** @type {string} */ path, /** @type {object} */ body = {}) => ask('POST', path, body),
  /** @type {Service.Delete} */
  delete: (/** @type {string} */ path) => ask('DELETE', path),
  /** The session, or null if nobody is signed in. @returns {Promise<Session | null>} */
  async session() {
    try {
      asking = ask('GET', '/session');
      return inItsLanguage(doFirst(remember(await asking)));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return inItsLanguage(remember(null));
      throw error;
    }
  },
  /** Sets the language of the pages, for the account, or for this browser if nobody is signed in. @param {string} language */
  async chooseLanguage(language) {
    await asking.catch(() => {}); // until then it is not known who is signed in
    if (token) {
      await ask('POST', '/session/language', { language });
      followAccount(language);
    }
    speak(language);
  },
  /** @param {string} name @param {string} password @param {Service.ProofBody} [proof] of a security key @returns {Promise<Session | null>} */
  signIn: async (name, password, proof) => remember(await ask('POST', '/session', { name, password, proof })),
  signOut: async () => {
    await ask('DELETE', '/session');
    remember(null);
  },
  /** @param {string} password @param {Service.ProofBody} [proof] if the house requires one for the role */
  unlock: async (password, proof) => {
    const answer = await ask('POST', '/session/unlock', { password, proof });
    if (answer?.csrf) remember(answer);
    return answer;
  },
};

/** The page's table: the last part of `/play/7`. */
export const tableInPath = () => decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
