// @ts-check
/**
 * Converts between the browser's and the service's form of security keys. The service uses base64url for bytes.
 *
 *     import { makeKey, signWithKey } from '/static/core/security-key.js';
 *     const answer = await signWithKey(await api.post('/session/challenge', { name, password }));
 */

import { instance } from './checked.js';
import { t } from './language.js';

/** A failure of a security key; its message is for the person. */
export class KeyTrouble extends Error {}

/** @param {string} text */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

/** @param {ArrayBuffer} buffer */
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Whether this browser supports security keys on this page. */
export const hasKeys = () => 'PublicKeyCredential' in window;

/**
 * Lets one of the person's keys sign the challenge; returns the proof for the service.
 * @param {Service.KeyChallengeAnswer} asked
 */
export async function signWithKey(asked) {
  const found = instance(
    await atTheKey(() =>
      navigator.credentials.get({
        publicKey: {
          challenge: bytes(asked.challenge),
          rpId: asked.rp_id,
          timeout: asked.timeout_ms,
          userVerification: 'discouraged',
          allowCredentials: asked.keys.map(({ credential, transports }) => ({
            type: 'public-key',
            id: bytes(credential),
            transports: transports.length ? /** @type {AuthenticatorTransport[]} */ (transports) : undefined,
          })),
        },
      }),
    ),
    PublicKeyCredential,
  );
  const response = instance(found.response, AuthenticatorAssertionResponse);
  return {
    ticket: asked.ticket,
    credential: text(found.rawId),
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.authenticatorData),
    signature: text(response.signature),
  };
}

/**
 * Creates a key; returns the body for the service, without the key's name.
 * @param {Service.NewKeyChallenge} asked
 */
export async function makeKey(asked) {
  const made = instance(
    await atTheKey(() =>
      navigator.credentials.create({
        publicKey: {
          challenge: bytes(asked.challenge),
          rp: { id: asked.rp_id, name: 'croupier' },
          user: { id: bytes(asked.user), name: asked.name, displayName: asked.display },
          pubKeyCredParams: asked.algorithms.map((alg) => ({ type: 'public-key', alg })),
          timeout: asked.timeout_ms,
          attestation: 'none',
          authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
          excludeCredentials: asked.exclude.map((id) => ({ type: 'public-key', id: bytes(id) })),
        },
      }),
    ),
    PublicKeyCredential,
  );
  const response = instance(made.response, AuthenticatorAttestationResponse);
  return {
    ticket: asked.ticket,
    client_data: text(response.clientDataJSON),
    attestation: text(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  };
}

/** @template T @param {() => Promise<T>} act */
async function atTheKey(act) {
  if (!hasKeys()) throw new KeyTrouble(t('house.key.cannot'));
  try {
    return await act();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'InvalidStateError') throw new KeyTrouble(t('house.key.enrolled'));
    if (name === 'SecurityError') throw new KeyTrouble(t('house.key.address'));
    if (name === 'NotAllowedError' || name === 'AbortError') throw new KeyTrouble(t('house.key.silent'));
    throw new KeyTrouble(t('house.key.failed'));
  }
}
