// @ts-check
/** The account page: password, security keys, recovery codes. People with an open obligation are sent here. */
import { api, ApiError } from '../core/api.js';
import { day } from '../core/clock.js';
import { given, instance } from '../core/given.js';
import { t } from '../core/language.js';
import { KeyTrouble, makeKey, signWithKey } from '../core/security-key.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-masthead.js';
import { byId, control, fill, say } from '../ui/markup.js';
import { roleName } from '../ui/words.js';
import { wayBack, workplace } from '../ui/workplace.js';

/** @type {import('../core/api.js').Session | null} */
let session = null;
/** @type {Service.KeyList} */
let mine = { keys: [], codes_left: 0, required: false };

/** @param {unknown} trouble */
function words(trouble) {
  if (trouble instanceof ApiError || trouble instanceof KeyTrouble) return trouble.message;
  throw trouble;
}

/** The element for the answer in a part of the page. @param {Element} part */
const reply = (part) => given(part.querySelector('.reply'), 'reply');

/**
 * Runs the action of a button, which is disabled meanwhile, and shows the result next to it.
 * @param {HTMLButtonElement} button @param {Element} place @param {() => Promise<string>} act
 */
async function busy(button, place, act) {
  button.disabled = true;
  say(place, '');
  place.classList.remove('bad');
  try {
    say(place, await act());
  } catch (trouble) {
    place.classList.add('bad');
    say(place, words(trouble));
    if (trouble instanceof ApiError && trouble.status === 401) location.replace('/sign-in?next=/account');
  } finally {
    button.disabled = false;
  }
}

// Confirmation

const confirm = control('confirm', HTMLDialogElement);
const confirmForm = given(confirm.querySelector('form'), 'form to confirm with');

/**
 * Asks for the password, and for a key or code if there is one; returns the body for the service.
 * @param {string} about
 * @returns {Promise<Service.Confirmation | null>} null if the person canceled
 */
function confirmed(about) {
  confirmForm.reset();
  fillNames();
  const factor = mine.keys.length > 0;
  byId('confirm-code-field').hidden = !factor;
  fill(byId('confirm-about'), about, factor ? ` ${t('account.confirm.key')}` : null);
  say(byId('confirm-trouble'), '');
  confirm.showModal();
  return new Promise((resolve) => {
    const done = (/** @type {Service.Confirmation | null} */ value) => {
      confirmForm.onsubmit = confirm.oncancel = null;
      confirm.close();
      resolve(value);
    };
    byId('confirm-cancel').onclick = () => done(null);
    confirm.oncancel = () => done(null);
    confirmForm.onsubmit = async (event) => {
      event.preventDefault();
      const filled = new FormData(confirmForm);
      const password = String(filled.get('password') ?? '');
      const code = String(filled.get('code') ?? '').trim();
      try {
        if (!factor) done({ password });
        else if (code) done({ password, proof: { code } });
        else done({ password, proof: await signWithKey(await api.post('/session/keys/challenge')) });
      } catch (trouble) {
        say(byId('confirm-trouble'), words(trouble));
      }
    };
  });
}

// Password

const passwordForm = control('password-form', HTMLFormElement);
passwordForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const filled = new FormData(passwordForm);
  const button = instance(passwordForm.querySelector('[type=submit]'), HTMLButtonElement);
  busy(button, reply(passwordForm), async () => {
    if (filled.get('new') !== filled.get('again')) {
      byId('again').focus();
      throw new KeyTrouble(t('account.password.differ'));
    }
    session = await api.post('/session/password', { old: String(filled.get('old') ?? ''), new: String(filled.get('new') ?? '') });
    passwordForm.reset();
    await tell();
    return t('account.password.changed');
  });
});

// Keys

const keyForm = control('key-form', HTMLFormElement);
keyForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const label = String(new FormData(keyForm).get('label') ?? '').trim();
  const button = instance(keyForm.querySelector('[type=submit]'), HTMLButtonElement);
  busy(button, reply(keyForm), async () => {
    const proved = await confirmed(t('account.key.adding', { label }));
    if (!proved) return t('account.nothing');
    const made = await makeKey(await api.post('/session/keys/new', proved));
    const { key, codes } = await api.post('/session/keys', { ...made, label });
    keyForm.reset();
    session = await api.session();
    await tell();
    show(codes);
    return t('account.key.added', { label: key.label });
  });
});

/** @param {Service.KeyAnswer} key @param {HTMLButtonElement} button */
function remove(key, button) {
  busy(button, reply(keyForm), async () => {
    const proved = await confirmed(t('account.key.removing', { label: key.label }));
    if (!proved) return t('account.nothing');
    mine = await api.post(`/session/keys/${encodeURIComponent(key.id)}/remove`, proved);
    tellKeys();
    byId('keys-title').focus();
    return t('account.key.removed', { label: key.label });
  });
}

function tellKeys() {
  const { keys, codes_left: left, required } = mine;
  say(byId('keys-about'), required ? t('account.keys.required') : t('account.keys.about'));
  fill(
    byId('key-list'),
    ...keys.map((key) => {
      const added = day(key.added);
      return h(
        'li',
        {},
        h(
          'div',
          {},
          h('b', {}, key.label),
          h('small', { class: 'muted' }, key.used ? t('account.key.used', { added, used: day(key.used) }) : t('account.key.unused', { added })),
          key.blocked && h('small', { class: 'bad' }, t('account.key.blocked')),
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'button',
            'aria-label': t('account.key.remove.label', { label: key.label }),
            onclick: (/** @type {Event} */ event) => remove(key, instance(event.currentTarget, HTMLButtonElement)),
          },
          t('account.key.remove'),
        ),
      );
    }),
  );
  byId('recovery-part').hidden = keys.length === 0;
  fill(byId('codes-left'), t('account.recovery.left', { count: left }), left <= 3 ? ` ${t('account.recovery.few')}` : null);
}

// Recovery codes

/** @param {string[]} codes */
function show(codes) {
  byId('codes').hidden = codes.length === 0;
  fill(byId('code-list'), ...codes.map((code) => h('li', {}, code)));
  if (codes.length) byId('codes').focus();
}

byId('print-codes').onclick = () => window.print();
byId('codes-kept').onclick = () => {
  show([]);
  byId('main').focus();
  if (!session?.must && location.search) location.assign(wayBack(location.search) ?? workplace(session?.role ?? '', null));
};
byId('renew').onclick = (event) => {
  const part = byId('recovery-part');
  busy(instance(event.currentTarget, HTMLButtonElement), reply(part), async () => {
    const proved = await confirmed(t('account.recovery.renewing'));
    if (!proved) return t('account.nothing');
    const { codes } = await api.post('/session/codes', proved);
    mine = await api.get('/session/keys');
    tellKeys();
    show(codes);
    return t('account.recovery.renewed');
  });
};

function fillNames() {
  for (const each of document.querySelectorAll('input[name=username]')) instance(each, HTMLInputElement).value = session?.name ?? '';
}

async function tell() {
  if (!session) {
    location.replace('/sign-in?next=/account');
    return;
  }
  fillNames();
  say(byId('who'), t('account.who', { name: session.display || session.name, role: roleName(session.role) }));
  const terminal = session.name.startsWith('terminal-');
  const staff = !['player', 'device'].includes(session.role);
  const must = session.must ?? '';
  byId('first').hidden = !must;
  say(byId('first'), must ? t(`account.first.${must}`) : '');
  byId('password-part').hidden = terminal;
  byId('keys-part').hidden = !staff || must === 'change-password';
  byId('keys-part').classList.toggle('is-first', must === 'enroll-key');
  if (staff && must !== 'change-password') {
    mine = await api.get('/session/keys');
    tellKeys();
  } else byId('recovery-part').hidden = true;
  if (terminal) say(byId('who'), t('account.terminal'));
}

async function start() {
  try {
    session = await api.session();
    await tell();
    if (session?.must === 'change-password') byId('old').focus();
    else if (session?.must === 'enroll-key') byId('label').focus();
  } catch (trouble) {
    say(byId('trouble'), words(trouble));
  }
}

start();
