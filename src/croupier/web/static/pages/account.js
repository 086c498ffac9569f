// @ts-check
/** The account page: password, security keys, recovery codes. People with an open obligation are sent here. */
import { api, ApiError } from '../core/api.js';
import { given, instance } from '../core/checked.js';
import { day } from '../core/clock.js';
import { t } from '../core/language.js';
import { KeyTrouble, makeKey, signWithKey } from '../core/security-key.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-masthead.js';
import { roleName } from '../ui/display-format.js';
import { byId, control, fill, say } from '../ui/markup.js';
import { wayBack, workplace } from '../ui/workplace.js';

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

const confirm = control('confirm', HTMLDialogElement);
const confirmForm = given(confirm.querySelector('form'), 'form to confirm with');
const passwordForm = control('password-form', HTMLFormElement);
const keyForm = control('key-form', HTMLFormElement);

/** @param {string[]} codes */
function show(codes) {
  byId('codes').hidden = codes.length === 0;
  fill(byId('code-list'), ...codes.map((code) => h('li', {}, code)));
  if (codes.length) byId('codes').focus();
}

byId('print-codes').onclick = () => window.print();

/** The page of one account. */
class AccountPage {
  /** @type {import('../core/api.js').Session | null} */
  #session = null;
  /** @type {Service.KeyList} */
  #mine = { keys: [], codes_left: 0, required: false };

  constructor() {
    passwordForm.addEventListener('submit', (event) => {
      event.preventDefault();
      const filled = new FormData(passwordForm);
      const button = instance(passwordForm.querySelector('[type=submit]'), HTMLButtonElement);
      busy(button, reply(passwordForm), async () => {
        if (filled.get('new') !== filled.get('again')) {
          byId('again').focus();
          throw new KeyTrouble(t('account.password.differ'));
        }
        this.#session = await api.post('/session/password', { old: String(filled.get('old') ?? ''), new: String(filled.get('new') ?? '') });
        passwordForm.reset();
        await this.#tell();
        return t('account.password.changed');
      });
    });
    keyForm.addEventListener('submit', (event) => {
      event.preventDefault();
      const label = String(new FormData(keyForm).get('label') ?? '').trim();
      const button = instance(keyForm.querySelector('[type=submit]'), HTMLButtonElement);
      busy(button, reply(keyForm), async () => {
        const proved = await this.#confirmed(t('account.key.adding', { label }));
        if (!proved) return t('account.nothing');
        const made = await makeKey(await api.post('/session/keys/new', proved));
        const { key, codes } = await api.post('/session/keys', { ...made, label });
        keyForm.reset();
        this.#session = await api.session();
        await this.#tell();
        show(codes);
        return t('account.key.added', { label: key.label });
      });
    });
    byId('codes-kept').onclick = () => {
      show([]);
      byId('main').focus();
      if (!this.#session?.must && location.search) location.assign(wayBack(location.search) ?? workplace(this.#session?.role ?? '', null));
    };
    byId('renew').onclick = (event) => {
      const part = byId('recovery-part');
      busy(instance(event.currentTarget, HTMLButtonElement), reply(part), async () => {
        const proved = await this.#confirmed(t('account.recovery.renewing'));
        if (!proved) return t('account.nothing');
        const { codes } = await api.post('/session/codes', proved);
        this.#mine = await api.get('/session/keys');
        this.#tellKeys();
        show(codes);
        return t('account.recovery.renewed');
      });
    };
    this.#start();
  }

  /**
   * Asks for the password, and for a key or code if there is one; returns the body for the service.
   * @param {string} about
   * @returns {Promise<Service.Confirmation | null>} null if the person canceled
   */
  #confirmed(about) {
    confirmForm.reset();
    this.#fillNames();
    const factor = this.#mine.keys.length > 0;
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

  /** @param {Service.KeyAnswer} key @param {HTMLButtonElement} button */
  #remove(key, button) {
    busy(button, reply(keyForm), async () => {
      const proved = await this.#confirmed(t('account.key.removing', { label: key.label }));
      if (!proved) return t('account.nothing');
      this.#mine = await api.post(`/session/keys/${encodeURIComponent(key.id)}/remove`, proved);
      this.#tellKeys();
      byId('keys-title').focus();
      return t('account.key.removed', { label: key.label });
    });
  }

  #tellKeys() {
    const { keys, codes_left: left, required } = this.#mine;
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
              onclick: (/** @type {Event} */ event) => this.#remove(key, instance(event.currentTarget, HTMLButtonElement)),
            },
            t('account.key.remove'),
          ),
        );
      }),
    );
    byId('recovery-part').hidden = keys.length === 0;
    fill(byId('codes-left'), t('account.recovery.left', { count: left }), left <= 3 ? ` ${t('account.recovery.few')}` : null);
  }

  #fillNames() {
    for (const each of document.querySelectorAll('input[name=username]')) instance(each, HTMLInputElement).value = this.#session?.name ?? '';
  }

  async #tell() {
    if (!this.#session) {
      location.replace('/sign-in?next=/account');
      return;
    }
    this.#fillNames();
    say(byId('who'), t('account.who', { name: this.#session.display || this.#session.name, role: roleName(this.#session.role) }));
    const terminal = this.#session.name.startsWith('terminal-');
    const staff = !['player', 'device'].includes(this.#session.role);
    const must = this.#session.must ?? '';
    byId('first').hidden = !must;
    say(byId('first'), must ? t(`account.first.${must}`) : '');
    byId('password-part').hidden = terminal;
    byId('keys-part').hidden = !staff || must === 'change-password';
    byId('keys-part').classList.toggle('is-first', must === 'enroll-key');
    if (staff && must !== 'change-password') {
      this.#mine = await api.get('/session/keys');
      this.#tellKeys();
    } else byId('recovery-part').hidden = true;
    if (terminal) say(byId('who'), t('account.terminal'));
  }

  async #start() {
    try {
      this.#session = await api.session();
      await this.#tell();
      if (this.#session?.must === 'change-password') byId('old').focus();
      else if (this.#session?.must === 'enroll-key') byId('label').focus();
    } catch (trouble) {
      say(byId('trouble'), words(trouble));
    }
  }
}

new AccountPage();
