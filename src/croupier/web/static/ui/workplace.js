// @ts-check
/** Where a person goes after signing in. */

/**
 * The page on which a role works; at a table where the role needs one.
 * @param {string} role
 * @param {string | null | undefined} table
 */
export function workplace(role, table) {
  const number = table ? encodeURIComponent(table) : '';
  switch (role) {
    case 'player':
      return number ? `/play/${number}` : '/';
    case 'dealer':
      return number ? `/dealer/${number}` : '/';
    case 'pit-supervisor':
    case 'key-manager':
    case 'security':
    case 'maintenance':
    case 'slot-technician':
      return '/pit';
    case 'surveillance':
    case 'regulator':
    case 'accountant':
      return '/surveillance';
    default:
      return '/';
  }
}

/**
 * The path that a link asked to come back to, when it is a path of this service; null for anything else, so that
 * signing in never leads to another site.
 * @param {string} search the query of the sign-in page
 */
export function wayBack(search) {
  const next = new URLSearchParams(search).get('next') ?? '';
  try {
    const url = new URL(next, location.origin);
    // Without its dots a path may begin with two slashes, as /.//evil.example does: then it names another site.
    const own = next.startsWith('/') && url.origin === location.origin && !url.pathname.startsWith('//');
    return own ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}
