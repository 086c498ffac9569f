// @ts-check
/** The sign-in page: people sign in with a name, a terminal enrolls with a code. */
import { given, instance, messageOf, one } from '../core/checked.js';
import { api, ApiError } from '../core/api.js';
import { t } from '../core/language.js';
import { hasKeys, signWithKey } from '../core/security-key.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-emblem.js';
import '../ui/cr-language.js';
import { roleName } from '../ui/display-format.js';
import { byId, control, fill, say } from '../ui/markup.js';
import { wayBack, workplace } from '../ui/workplace.js';

const person = control('person', HTMLFormElement);
const terminal = control('terminal', HTMLFormElement);
const tabs = [byId('tab-person'), byId('tab-terminal')];
const panels = [byId('panel-person'), byId('panel-terminal')];

/** @param {number} index @param {boolean} [focus] */
function turnTo(index, focus = false) {
  tabs.forEach((tab, at) => {
    tab.setAttribute('aria-selected', String(at === index));
    tab.tabIndex = at === index ? 0 : -1;
    panels[at].hidden = at !== index;
  });
  say(byId('title'), index === 0 ? t('house.sign-in') : t('sign-in.enroll'));
  document.title = byId('title').textContent ?? '';
  say(byId('trouble'), '');
  if (focus) tabs[index].focus();
  else panels[index].querySelector('input')?.focus();
}

tabs.forEach((tab, index) => {
  tab.addEventListener('click', () => turnTo(index));
  tab.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') turnTo(1 - index, true);
  });
});

/** @param {unknown} trouble */
function tellTrouble(trouble) {
  const clause = trouble instanceof ApiError ? trouble.clause : null;
  fill(byId('trouble'), messageOf(trouble), clause && h('span', { class: 'clause' }, ` (${clause})`));
}

/** @param {HTMLFormElement} form */
const submitOf = (form) => instance(form.querySelector('[type=submit]'), HTMLButtonElement);

/**
 * Sends a form, with its button disabled meanwhile.
 * @param {HTMLFormElement} form
 * @param {() => Promise<string>} send returns the path to go to
 */
function submits(form, send) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = submitOf(form);
    button.disabled = true;
    say(byId('trouble'), '');
    try {
      const on = await send();
      if (on) location.assign(on);
      else button.disabled = false;
    } catch (trouble) {
      button.disabled = false;
      if (form.closest('[hidden]')) return;
      tellTrouble(trouble);
      [...form.querySelectorAll('input')].at(-1)?.select();
    }
  });
}

/** @param {HTMLFormElement} form @param {string} name */
const value = (form, name) => String(new FormData(form).get(name) ?? '').trim();

/** @param {import('../core/api.js').Session | null} session */
function wayOn(session) {
  const on = wayBack(location.search) ?? workplace(session?.role ?? '', session?.tables[0]);
  return session?.must ? `/account?next=${encodeURIComponent(on)}` : on;
}

/** @param {string} name @param {string} password */
const enter = async (name, password) => wayOn(await api.signIn(name, password));

const factor = control('factor', HTMLFormElement);
const useKey = control('use-key', HTMLButtonElement);

/** The second step: a key, or a recovery code. It knows the name and password of the first until they are used. */
class SecondStep {
  #name = '';
  #password = '';

  constructor() {
    useKey.addEventListener('click', () => this.#prove(async () => signWithKey(await api.post('/session/challenge', { name: this.#name, password: this.#password }))));
    factor.addEventListener('submit', (event) => {
      event.preventDefault();
      const code = value(factor, 'recovery');
      if (code) this.#prove(async () => ({ code }));
      else byId('recovery').focus();
    });
    byId('other-person').addEventListener('click', () => {
      this.#password = '';
      person.reset();
      this.#turn(false);
      byId('name').focus();
    });
  }

  /** @param {string} name @param {string} password */
  ask(name, password) {
    this.#name = name;
    this.#password = password;
    this.#turn(true);
    useKey.hidden = !hasKeys();
    if (useKey.hidden) {
      say(byId('factor-about'), t('sign-in.step.no-keys'));
      control('use-code', HTMLDetailsElement).open = true;
      byId('recovery').focus();
    } else useKey.focus();
  }

  /** @param {boolean} second */
  #turn(second) {
    factor.hidden = !second;
    panels[0].hidden = second;
    given(one(document, '.tabs'), 'tabs').hidden = second;
    if (second) byId('logins').hidden = true;
    say(byId('title'), second ? t('sign-in.step') : t('house.sign-in'));
    document.title = byId('title').textContent ?? '';
    say(byId('trouble'), '');
    factor.reset();
  }

  /** @param {() => Promise<Service.ProofBody>} show returns the second factor */
  async #prove(show) {
    const buttons = factor.querySelectorAll('button');
    buttons.forEach((each) => (each.disabled = true));
    say(byId('trouble'), '');
    try {
      location.assign(wayOn(await api.signIn(this.#name, this.#password, await show())));
    } catch (trouble) {
      tellTrouble(trouble);
    } finally {
      buttons.forEach((each) => (each.disabled = false));
    }
  }
}

const second = new SecondStep();
submits(person, async () => {
  const [name, password] = [value(person, 'name'), String(new FormData(person).get('password') ?? '')];
  try {
    return await enter(name, password);
  } catch (trouble) {
    if (!(trouble instanceof ApiError) || trouble.code !== 'second-factor-needed') throw trouble;
    second.ask(name, password);
    return '';
  }
});
submits(terminal, async () => {
  const session = await api.post('/terminals/enroll', { code: value(terminal, 'code').toUpperCase() });
  return workplace('player', session.tables[0]);
});

async function tellHouse() {
  const lobby = await api.get('/tables');
  say(byId('house-name'), lobby.house);
  const { logins } = lobby;
  byId('logins').hidden = logins.length === 0;
  fill(
    byId('login-list'),
    ...logins.map((login) =>
      h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: 'button',
            onclick: async () => {
              try {
                location.assign(await enter(login.name, login.password));
              } catch (trouble) {
                tellTrouble(trouble);
              }
            },
          },
          login.name,
          h('small', {}, roleName(login.role)),
        ),
      ),
    ),
  );
}

async function tellSession() {
  const session = await api.session();
  if (session) say(byId('session'), t('sign-in.signed-in', { name: session.name }));
}

submitOf(person).disabled = submitOf(terminal).disabled = false; // until now a submission would leave the page
turnTo(new URLSearchParams(location.search).has('terminal') ? 1 : 0);
tellHouse().catch(tellTrouble);
tellSession().catch(() => undefined);
