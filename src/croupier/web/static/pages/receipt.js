// @ts-check
/** The receipt of a round: requested, awaited, checked in this browser, and saved as a file. */
import { messageOf } from '../core/checked.js';
import { api, ApiError } from '../core/api.js';
import { moment } from '../core/clock.js';
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { NotProved, verifyReceipt } from '../core/proof.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-masthead.js';
import { byId, control, say } from '../ui/markup.js';

const WAIT_MS = 2000;
const FILE_MAX = 1 << 16;

const place = byId('receipts'), status = byId('status'), trouble = byId('trouble');

/** @param {import('../core/proof.js').SlipWager} wager */
function cameTo({ outcome, winnings, returned }) {
  if (winnings) return t('receipt.wins-back', { winnings: dollars(winnings), returned: dollars(returned) });
  return returned ? t('receipt.back', { outcome, returned: dollars(returned) }) : outcome;
}

/** @param {import('../core/proof.js').Proved} proved @param {string} text */
function draw({ slip, origin, cosigned, witnesses }, text) {
  const name = `table-${slip.table}-round-${slip.round}${slip.parts > 1 ? `-part-${slip.part}` : ''}.tlog-proof`.replaceAll(' ', '-');
  const link = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const staked = slip.wagers.reduce((sum, each) => sum + each.amount, 0);
  const back = slip.wagers.reduce((sum, each) => sum + each.winnings + each.returned, 0);
  const witnessed = cosigned.length
    ? t('receipt.of-witnesses-outside-the-house-have', { cosigned: cosigned.length, witnesses, time: moment(1000 * Math.max(...cosigned.map((each) => each.time))) })
    : t('receipt.the-house-alone-has-signed-it');
  place.append(h('article', { class: 'panel receipt', 'data-round': slip.round },
    h('h2', {}, t('receipt.table-round-seat', { table: slip.table, round: slip.round, seat: slip.seat }), slip.parts > 1 && h('small', {}, ` ${t('receipt.part-of', { part: slip.part, parts: slip.parts })}`)),
    h('p', { class: 'number' }, `${t('receipt.the-number-was')} `, h('b', {}, slip.number), '.'),
    h('ul', {}, ...slip.wagers.map((each) => h('li', { 'data-outcome': each.outcome }, h('span', {}, `${each.wager} ${dollars(each.amount)}`), h('b', {}, cameTo(each))))),
    h('p', {}, t('receipt.staked-back', { staked: dollars(staked), back: dollars(back) })),
    h('p', { class: 'proved' }, t('receipt.proved-it-is-in-the-journal', { origin, witnessed })),
    h('a', { class: 'button', href: link, download: name }, t('receipt.keep-it-bytes', { text: new TextEncoder().encode(text).length })),
  ));
}

/** @param {unknown} error */
function tell(error) {
  const known = error instanceof NotProved || error instanceof ApiError;
  say(trouble, known ? messageOf(error) : t('receipt.it-is-not-a-receipt-it'));
  say(status, '');
}

/** Checks a receipt and shows what it proves. @param {string} text @param {string} policy */
async function check(text, policy) {
  const began = performance.now();
  draw(await verifyReceipt(text, policy), text);
  document.body.dataset.tookMs = String(Math.round(performance.now() - began));
}

/** @param {HTMLInputElement} input */
async function textOf(input) {
  const file = input.files?.[0];
  if (!file) return '';
  if (file.size > FILE_MAX) throw new NotProved(t('receipt.it-is-longer-than-any-receipt'));
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
}

/** @param {`/receipts/${string}`} path */
async function waitFor(path) {
  for (;;) {
    const answer = await api.get(path);
    if (answer.proof !== null) return answer.proof;
    await new Promise((go) => setTimeout(go, WAIT_MS));
  }
}

/** The receipts of a round, one per part, once a cosigned checkpoint covers them. @param {string} table @param {number} round */
async function ask(table, round) {
  say(status, t('receipt.asking-for-the-receipt'));
  await api.session();
  const { receipts } = await api.post(`/tables/${encodeURIComponent(table)}/receipts`, { round });
  say(status, t('receipt.on-record-it-can-be-kept'));
  const proofs = [];
  for (const { receipt, nonce } of receipts) proofs.push(await waitFor(`/receipts/${receipt}?nonce=${encodeURIComponent(nonce)}`));
  const { policy } = await api.get('/policy');
  for (const proof of proofs) await check(proof, policy);
  say(status, t('receipt.checked-in-this-browser-keep-the'));
}

byId('check').addEventListener('submit', async (event) => {
  event.preventDefault();
  say(trouble, '');
  place.replaceChildren();
  try {
    const text = await textOf(control('file', HTMLInputElement));
    const policy = await textOf(control('policy', HTMLInputElement)) || (await api.get('/policy')).policy;
    await check(text, policy);
    say(status, t('receipt.checked-in-this-browser'));
  } catch (error) {
    tell(error);
  }
});

const wanted = new URLSearchParams(location.search);
const table = wanted.get('table'), round = Number(wanted.get('round'));
if (table && round) ask(table, round).catch(tell);
