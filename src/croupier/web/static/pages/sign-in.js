// @ts-check
/** The door: people sign in by name, a terminal by its code. */
import { api, ApiError } from '../core/api.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-emblem.js';
import { byId, fill, say } from '../ui/markup.js';
import { roleName } from '../ui/words.js';
import { wayBack, workplace } from '../ui/workplace.js';

const person = /** @type {HTMLFormElement} */ (byId('person'));
const terminal = /** @type {HTMLFormElement} */ (byId('terminal'));
const tabs = /** @type {HTMLButtonElement[]} */ ([byId('tab-person'), byId('tab-terminal')]);
const panels = [byId('panel-person'), byId('panel-terminal')];

/** @param {number} index @param {boolean} [focus] */
function turnTo(index, focus = false) {
  tabs.forEach((tab, at) => {
    tab.setAttribute('aria-selected', String(at === index));
    tab.tabIndex = at === index ? 0 : -1;
    panels[at].hidden = at !== index;
  });
  say(byId('title'), index === 0 ? 'Sign in' : 'Enroll this terminal');
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
  fill(byId('trouble'), /** @type {Error} */ (trouble).message, clause && h('span', { class: 'clause' }, ` (${clause})`));
}

/**
 * Sends a form, with its button out of use meanwhile.
 * @param {HTMLFormElement} form
 * @param {() => Promise<string>} send gives the path to go to
 */
function submits(form, send) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector('[type=submit]'));
    button.disabled = true;
    say(byId('trouble'), '');
    try {
      location.assign(await send());
    } catch (trouble) {
      button.disabled = false;
      if (form.closest('[hidden]')) return;
      tellTrouble(trouble);
      /** @type {HTMLInputElement} */ ([...form.querySelectorAll('input')].at(-1)).select();
    }
  });
}

/** @param {HTMLFormElement} form @param {string} name */
const value = (form, name) => String(new FormData(form).get(name) ?? '').trim();

/** @param {string} name @param {string} password */
async function enter(name, password) {
  const session = await api.signIn(name, password);
  return wayBack(location.search) ?? workplace(session?.role ?? '', session?.tables?.[0]);
}

submits(person, () => enter(value(person, 'name'), String(new FormData(person).get('password') ?? '')));

submits(terminal, async () => {
  const session = await api.post('/terminals/enroll', { code: value(terminal, 'code').toUpperCase() });
  const table = session?.table ?? session?.tables?.[0];
  return workplace('player', table);
});

async function tellHouse() {
  const lobby = await api.get('/tables');
  say(byId('house-name'), lobby.house);
  const logins = /** @type {{name: string, role: string, password: string}[]} */ (lobby.logins ?? []);
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
  if (session) say(byId('session'), `You are signed in as ${session.name}. Another name ends that session.`);
}

turnTo(new URLSearchParams(location.search).has('terminal') ? 1 : 0);
tellHouse().catch(tellTrouble);
tellSession().catch(() => undefined);
