// @ts-check
/**
 * Requests to the service. `session()` is asked once when a page starts: it knows the CSRF token that every later
 * request but GET carries. What the service refuses becomes an `ApiError` with its code, words and clause.
 *
 *     import { api, ApiError } from '/static/core/api.js';
 *     const me = await api.session();               // null when nobody has signed in
 *     const card = await api.get('/tables/7');
 *     await api.post('/tables/7/dealing', { automatic: false });
 */

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

/** @typedef {{name: string, role: string, csrf: string, locks_after_ms: number | null, locked: boolean,
 *   tables: string[], seat: number | null}} Session */

let token = '';

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
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
    throw new ApiError(0, 'unreachable', 'The service cannot be reached.', null);
  }
  const text = await response.text();
  /** @type {any} */
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    answer = text;
  }
  if (response.ok) return answer;
  const error = answer?.error ?? {};
  throw new ApiError(
    response.status,
    error.code ?? `http-${response.status}`,
    error.message ?? `The service answered with status ${response.status}.`,
    error.clause ?? null,
  );
}

/** @param {Session | null} session */
function remember(session) {
  token = session?.csrf ?? '';
  return session;
}

export const api = {
  /** @param {string} path */
  get: (path) => ask('GET', path),
  /** @param {string} path @param {unknown} [body] */
  post: (path, body = {}) => ask('POST', path, body),
  /** @param {string} path */
  delete: (path) => ask('DELETE', path),
  /** Who has signed in, or null. @returns {Promise<Session | null>} */
  async session() {
    try {
      return remember(await ask('GET', '/session'));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return remember(null);
      throw error;
    }
  },
  /** @param {string} name @param {string} password @returns {Promise<Session | null>} */
  signIn: async (name, password) => remember(await ask('POST', '/session', { name, password })),
  signOut: async () => {
    await ask('DELETE', '/session');
    remember(null);
  },
  /** @param {string} password */
  unlock: async (password) => {
    const answer = await ask('POST', '/session/unlock', { password });
    if (answer?.csrf) remember(answer);
    return answer;
  },
};

/** The table that a page is about: the last part of `/play/7`. */
export const tableInPath = () => decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
