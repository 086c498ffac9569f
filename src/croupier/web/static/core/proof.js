// @ts-check
/**
 * Checks a receipt in the browser with WebCrypto only: its record, the inclusion proof, the log's signature of the tree
 * head, and the cosignatures of the policy's witnesses. See docs/journal-format.md for the format.
 *
 *     const proved = await verifyReceipt(text, policy);   // throws `NotProved` with the reason
 *     proved.slip.wagers, proved.origin, proved.cosigned
 */
import { t } from './language.js';

const TITLE = 'c2sp.org/tlog-proof@v1';
const RECORD = 'croupier/record/1\0';
const DASH = '\u2014 ';
const ED25519 = 1, COSIGNATURE = 4;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class NotProved extends Error {}

/** @typedef {{name: string, type: number, id: string, raw: Uint8Array<ArrayBuffer>}} VerifierKey */
/** @typedef {{name: string, id: string, data: Uint8Array<ArrayBuffer>}} NoteLine */
/** @typedef {{logs: VerifierKey[], witnesses: Map<string, VerifierKey>, groups: {name: string, needs: number, members: string[]}[], quorum: string}} Policy */
/** @typedef {{wager: string, amount: number, outcome: string, winnings: number, returned: number}} SlipWager */
/** @typedef {{table: string, round: number, seat: number, number: string, part: number, parts: number, at: number, wagers: SlipWager[]}} Slip */
/** @typedef {{slip: Slip, origin: string, size: number, cosigned: {name: string, time: number}[], witnesses: number}} Proved */

/** @param {boolean} right @param {string} words @returns {asserts right} */
function must(right, words) {
  if (!right) throw new NotProved(words);
}

/** Decodes canonical base64; throws on any other spelling. @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function fromBase64(text) {
  let raw = '';
  try {
    raw = atob(text);
  } catch {
    throw new NotProved(t('receipt.it-is-not-written-in-base64'));
  }
  must(btoa(raw) === text, t('receipt.it-is-not-written-in-canonical'));
  return Uint8Array.from(raw, (each) => each.charCodeAt(0));
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((each) => each.toString(16).padStart(2, '0')).join('');

/** @param {Uint8Array[]} parts @returns {Uint8Array<ArrayBuffer>} */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, each) => length + each.length, 0));
  let at = 0;
  for (const each of parts) {
    whole.set(each, at);
    at += each.length;
  }
  return whole;
}

/** @param {Uint8Array[]} parts @returns {Promise<Uint8Array<ArrayBuffer>>} */
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));

/** @param {VerifierKey} key @param {Uint8Array<ArrayBuffer>} signature @param {string} message */
async function isSigned(key, signature, message) {
  const imported = await crypto.subtle.importKey('raw', key.raw, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature, encoder.encode(message));
}

/** @param {string} text @returns {Promise<VerifierKey>} */
async function readKey(text) {
  const [name, id, data, ...more] = text.split('+');
  const rest = [data ?? '', ...more].join('+');
  const bytes = fromBase64(rest);
  must(Boolean(name) && bytes.length === 33, t('receipt.a-verifier-key-of-the-policy'));
  const right = hex((await sha256(encoder.encode(`${name}\n`), bytes)).slice(0, 4));
  must(id === right, t('receipt.verifier-key-has-another-id'));
  return { name, type: bytes[0], id, raw: bytes.slice(1) };
}

/** Parses a C2SP tlog-policy. @param {string} text @returns {Promise<Policy>} */
export async function readPolicy(text) {
  /** @type {Policy} */
  const policy = { logs: [], witnesses: new Map(), groups: [], quorum: '' };
  const known = new Set();
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.trim().split(/[ \t]+/);
    if (!word || word.startsWith('#')) continue;
    if (word === 'log') policy.logs.push(await readKey(rest[0] ?? ''));
    else if (word === 'witness') {
      must(!known.has(rest[0]), t('receipt.the-policy-names-a-witness-twice'));
      policy.witnesses.set(rest[0], await readKey(rest[1] ?? ''));
      known.add(rest[0]);
    } else if (word === 'group') {
      const [name, count, ...members] = rest;
      const needs = count === 'any' ? 1 : count === 'all' ? members.length : Number(count);
      must(Number.isInteger(needs) && needs >= 1 && needs <= members.length, t('receipt.a-group-of-the-policy-cannot'));
      must(members.every((each) => known.has(each)), t('receipt.a-group-of-the-policy-names'));
      policy.groups.push({ name, needs, members });
      known.add(name);
    } else if (word === 'quorum') {
      must(!policy.quorum && (rest[0] === 'none' || known.has(rest[0])), t('receipt.the-quorum-of-the-policy-is'));
      policy.quorum = rest[0];
    } else throw new NotProved(t('receipt.it-is-not-a-policy'));
  }
  must(Boolean(policy.quorum), t('receipt.the-policy-names-no-quorum'));
  return policy;
}

/** @param {Policy} policy @param {Set<string>} signed */
function isMet(policy, signed) {
  const met = new Set(signed);
  for (const group of policy.groups) {
    if (group.members.filter((each) => met.has(each)).length >= group.needs) met.add(group.name);
  }
  return policy.quorum === 'none' || met.has(policy.quorum);
}

/** @param {string} line @returns {NoteLine} */
function readLine(line) {
  must(line.startsWith(DASH), t('receipt.a-signature-line-is-wrong'));
  const [name, data, ...more] = line.slice(DASH.length).split(' ');
  const bytes = fromBase64(data ?? '');
  must(Boolean(name) && !more.length && bytes.length > 4, t('receipt.a-signature-line-is-wrong'));
  return { name, id: hex(bytes.slice(0, 4)), data: bytes.slice(4) };
}

/** @param {string} note */
function readNote(note) {
  const at = note.lastIndexOf('\n\n');
  must(at > 0 && note.endsWith('\n') && !/[\u0000-\u0009\u000b-\u001f]/.test(note), t('receipt.it-holds-no-signed-note'));
  const text = note.slice(0, at + 1);
  const lines = note.slice(at + 2, -1).split('\n').map(readLine);
  const [origin, size, root, ...more] = text.slice(0, -1).split('\n');
  must(!more.length && /^(0|[1-9][0-9]{0,15})$/.test(size ?? ''), t('receipt.its-note-is-not-a-checkpoint'));
  const hash = fromBase64(root ?? '');
  must(hash.length === 32, t('receipt.its-note-is-not-a-checkpoint'));
  return { text, lines, origin, size: Number(size), root: hash };
}

/** @param {string} text */
function readProof(text) {
  const at = text.indexOf('\n\n');
  const lines = text.slice(0, Math.max(at, 0)).split('\n');
  must(lines[0] === TITLE && Boolean(lines[1]?.startsWith('extra ')), t('receipt.it-is-not-a-receipt'));
  const index = /^index (0|[1-9][0-9]{0,15})$/.exec(lines[2] ?? '');
  must(index !== null, t('receipt.it-is-not-a-receipt-its'));
  const hashes = lines.slice(3).map(fromBase64);
  must(hashes.length <= 63 && hashes.every((each) => each.length === 32), t('receipt.it-is-not-a-receipt-a'));
  return { extra: fromBase64(lines[1].slice(6)), index: Number(index[1]), hashes, note: readNote(text.slice(at + 2)) };
}

/** The root computed from a leaf and its proof. @param {Uint8Array} leaf @param {number} index @param {number} size @param {Uint8Array[]} hashes */
async function rootOf(leaf, index, size, hashes) {
  must(index < size, t('receipt.its-place-is-outside-the-tree'));
  let node = index, last = size - 1, found = leaf;
  const half = () => {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  };
  for (const each of hashes) {
    must(last > 0, t('receipt.its-proof-is-too-long'));
    if (node % 2 || node === last) {
      found = await sha256(Uint8Array.of(1), each, found);
      while (node && !(node % 2)) half();
    } else found = await sha256(Uint8Array.of(1), found, each);
    half();
  }
  must(last === 0, t('receipt.its-proof-is-too-short'));
  return found;
}

/** The recorded form of a receipt. @typedef {[table: string, round: number, seat: number, number: string, _: unknown, part: number, parts: number, _: unknown, wagers: [wager: string, amount: number, outcome: string, winnings: number, returned: number][]]} Written */

/** Parses the slip from the preimage of a record's hash. @param {Uint8Array<ArrayBuffer>} bytes @returns {Slip} */
function readSlip(bytes) {
  const start = RECORD.length + 32;
  must(bytes.length >= start + 26 && decoder.decode(bytes.slice(0, RECORD.length)) === RECORD, t('receipt.it-holds-no-record'));
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const lengths = [view.getUint16(start + 16), view.getUint16(start + 18), view.getUint16(start + 20)];
  let at = start + 26;
  const [stream, , kind] = lengths.map((length) => decoder.decode(bytes.slice(at, (at += length))));
  must(at + view.getUint32(start + 22) === bytes.length, t('receipt.it-holds-no-record'));
  must(stream === 'receipts' && kind === 'receipt/1', t('receipt.it-proves-another-record-than-a'));
  const [table, round, seat, number, , part, parts, , wagers] = /** @type {Written} */ (JSON.parse(decoder.decode(bytes.slice(at))));
  return {
    table, round, seat, number, part, parts, at: Number(view.getBigUint64(start + 8)),
    wagers: wagers.map(([wager, amount, outcome, winnings, returned]) => ({ wager, amount, outcome, winnings, returned })),
  };
}

/**
 * Verifies a receipt under a policy; throws `NotProved` if it proves nothing.
 *
 * @param {string} text
 * @param {string} policyText
 * @returns {Promise<Proved>}
 */
export async function verifyReceipt(text, policyText) {
  const policy = await readPolicy(policyText);
  const { extra, index, hashes, note } = readProof(text);
  const leaf = await sha256(Uint8Array.of(0), await sha256(extra));
  const root = await rootOf(leaf, index, note.size, hashes);
  must(hex(root) === hex(note.root), t('receipt.its-record-is-not-in-the'));
  let logged = false;
  const cosigned = [], names = new Set();
  for (const line of note.lines) {
    for (const key of policy.logs) {
      if (key.name !== note.origin || key.type !== ED25519 || line.name !== key.name || line.id !== key.id) continue;
      must(line.data.length === 64 && await isSigned(key, line.data, note.text), t('receipt.the-signature-of-the-house-is'));
      logged = true;
    }
    for (const [name, key] of policy.witnesses) {
      if (key.type !== COSIGNATURE || line.name !== key.name || line.id !== key.id) continue;
      must(line.data.length === 72, t('receipt.the-cosignature-of-is-wrong', { name: key.name }));
      const time = new DataView(line.data.buffer, line.data.byteOffset).getBigUint64(0);
      const message = `cosignature/v1\ntime ${time}\n${note.text}`;
      must(time > 0n && await isSigned(key, line.data.slice(8), message), t('receipt.the-cosignature-of-is-wrong', { name: key.name }));
      if (!names.has(name)) cosigned.push({ name, time: Number(time) });
      names.add(name);
    }
  }
  must(logged, t('receipt.the-log-that-the-policy-names'));
  must(isMet(policy, names), t('receipt.of-witnesses-have-cosigned-it-and', { size: names.size, size2: policy.witnesses.size }));
  return { slip: readSlip(extra), origin: note.origin, size: note.size, cosigned, witnesses: policy.witnesses.size };
}
