// @ts-check
/** The set-up of a tournament: filled in or uploaded, checked with all findings at once, and drafted. */
import { number, t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-masthead.js';
import { gameWords } from '../ui/display-format.js';
import { Reply } from '../ui/form.js';
import { byId, fill, say } from '../ui/markup.js';
import { SetupBlock } from '../ui/setup-block.js';
import { api, ask, signedIn } from './console.js';
import { CHIPS, SERIES, TABLE, TOURNAMENT } from './setup-plan.js';
import { rulesOn } from './tournament-rules.js';

/** @typedef {{key: string, wrong: string, right: string, clause: string | null}} Finding */

const KEPT = 'croupier.setup.';
const UPLOAD_MAX = 60_000;
const text = /** @type {HTMLTextAreaElement} */ (byId('text'));
const reply = new Reply();
/** Requests wait until the session is known. */
const session = signedIn((role) => role === 'tournament-director');

/** @param {Finding[]} findings */
function tell(findings) {
  say(byId('count'), findings.length ? t('tournament.findings-count', { count: findings.length }) : '');
  fill(
    byId('findings'),
    ...findings.map((each) => h('li', {}, h('code', {}, each.key), h('p', {}, `${each.wrong}. `, each.clause ? h('cite', {}, each.clause) : null), h('p', { class: 'right' }, each.right))),
  );
}

/** Whether the file has no findings; shows all of them. */
async function check() {
  await session;
  const outcome = await ask(() => api.post('/tournament-checks', { text: text.value }));
  byId('rules').hidden = true;
  if (!outcome.done) {
    reply.show(outcome);
    tell([]);
    return false;
  }
  const { findings, title, digest, rules } = outcome.body;
  tell(findings);
  if (findings.length) {
    reply.show(null);
    return false;
  }
  if (rules) rulesOn(byId('rules'), rules);
  reply.show({ done: true, words: t('tournament.has-no-findings-its-printed-rules', { title, digest: digest.slice(0, 16) }) });
  return true;
}

async function draft() {
  if (!(await check())) return;
  const outcome = await ask(() => api.post('/tournaments', { order: crypto.randomUUID(), text: text.value }));
  reply.show(outcome);
  if (!outcome.done) return;
  localStorage.setItem(KEPT + outcome.body.id, text.value);
  location.assign(`/director/${encodeURIComponent(outcome.body.id)}`);
}

/** Runs one action at a time. @param {HTMLElement} button @param {() => Promise<unknown>} work */
function onPress(button, work) {
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    await work();
    button.removeAttribute('aria-busy');
  });
}

/** @param {Event} event */
async function upload(event) {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (!file) return;
  if (file.size > UPLOAD_MAX) {
    reply.show({ done: false, unsent: true, message: t('tournament.the-file-has-more-than-bytes', { uPLOADMAX: number(UPLOAD_MAX) }) });
    return;
  }
  text.value = await file.text();
  await check();
}

async function main() {
  if (!(await session)) return;
  const parts = [TOURNAMENT, TABLE, CHIPS, SERIES].map((plan) => new SetupBlock(plan));
  const place = byId('fill');
  place.append(...parts.map((part) => part.element), h('div', { class: 'ask-foot' }, h('button', { type: 'submit', class: 'go' }, t('tournament.write-the-file-and-check-it'))));
  place.addEventListener('submit', (event) => {
    event.preventDefault();
    text.value = `${parts.flatMap((part) => part.lines()).filter((line) => line !== '[]').join('\n').trim()}\n`;
    void check();
  });
  const books = await ask(() => api.get('/tournament-books'));
  if (!books.done) return reply.show(books);
  /** @type {{id: string, title: string, wheels: string[]}[]} */
  const found = books.body.books;
  parts[0].offer('book', found.map((book) => [book.id, book.title]));
  parts[1].offer('wheel', [...new Set(found.flatMap((book) => book.wheels))].map((wheel) => [wheel, gameWords(wheel, wheel)]));
}

text.value = localStorage.getItem(KEPT + (new URLSearchParams(location.search).get('change') ?? '')) ?? '';
byId('said').append(reply.element);
byId('upload').addEventListener('change', upload);
byId('upload').removeAttribute('disabled'); // a file that was given before would be lost
onPress(byId('check'), check);
onPress(byId('draft'), draft);
main();
