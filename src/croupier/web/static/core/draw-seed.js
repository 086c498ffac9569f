// @ts-check
/**
 * The secret seed of a draw, created in the director's browser and kept only there until it is revealed. It survives a
 * reload; another browser cannot reveal it and must commit a new draw.
 */
const KEY = 'croupier.draw.';

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Creates a seed and returns its commitment. */
export async function sealSeed() {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const commitment = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', seed)));
  localStorage.setItem(KEY + commitment, hex(seed));
  return commitment;
}

/** The seed of a commitment, or null if another browser created it. @param {string} commitment */
export const seedOf = (commitment) => localStorage.getItem(KEY + commitment);

/** @param {string} commitment */
export const forgetSeed = (commitment) => localStorage.removeItem(KEY + commitment);
