// @ts-check
/** The page that a person goes to after signing in. */

/**
 * The page of a role, at a table if the role needs one.
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
    case 'cashier':
      return '/cage';
    case 'tournament-director':
      return '/tournaments';
    case 'surveillance':
    case 'regulator':
    case 'accountant':
      return '/surveillance';
    default:
      return '/';
  }
}

/**
 * The path to return to after signing in, if it is a path of this service; otherwise null, so that signing in never
 * leads to another site.
 * @param {string} search the query of the sign-in page
 */
export function wayBack(search) {
  const next = new URLSearchParams(search).get('next') ?? '';
  try {
    const url = new URL(next, location.origin);
    // A normalized path may begin with two slashes, as /.//evil.example does, and then names another site.
    const own = next.startsWith('/') && url.origin === location.origin && !url.pathname.startsWith('//');
    return own ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}
