// @ts-check
// People and roles, for a key manager.
import { html as h } from '../core/svg.js';
import { form } from '../ui/form.js';
import { api, ask, words } from './console.js';

const ROLES = [
  'dealer',
  'pit-supervisor',
  'player',
  'surveillance',
  'security',
  'accountant',
  'maintenance',
  'slot-technician',
  'tournament-director',
  'regulator',
  'key-manager',
];
const OPTIONS = /** @type {[string, string][]} */ (ROLES.map((each) => [each, words(each)]));

/** @param {HTMLElement} place where the accounts are shown, and kept up to date after each change */
export async function people(place) {
  let chosen = '';
  const list = h('div', { class: 'accounts panel' }),
    side = h('div', { class: 'panel stack' });
  place.replaceChildren(list, side);
  const change = (/** @type {string} */ path, /** @type {any} */ body, /** @type {string} */ done) =>
    ask(() => api.post(path, body), done).then((outcome) => {
      if (outcome.done) load();
      return outcome;
    });
  const why = /** @type {import('../ui/form.js').Field} */ ({ name: 'why', label: 'Why' });

  function create() {
    chosen = '';
    side.replaceChildren(
      form({
        title: 'New account',
        fields: [
          { name: 'name', label: 'Name' },
          { name: 'role', label: 'Role', kind: 'choice', options: OPTIONS },
          { name: 'display', label: 'Shown as', optional: true },
          { name: 'license', label: 'License number', optional: true },
          { name: 'password', label: 'First password', kind: 'password', complete: 'new-password' },
          { ...why, optional: true },
        ],
        button: 'Create',
        send: (values) => change('/accounts', values, `${values.name} may sign in.`),
      }),
    );
  }

  function choose(/** @type {any} */ account) {
    chosen = account.name;
    const path = `/accounts/${encodeURIComponent(account.name)}`;
    side.replaceChildren(
      h(
        'div',
        { class: 'side-head' },
        h('h2', {}, account.display || account.name),
        h('button', { type: 'button', class: 'textual', onclick: create }, 'New account'),
      ),
      h('p', { class: 'quiet' }, `${words(account.role)}${account.license ? `, license ${account.license}` : ''}`),
      account.locked_out_until > Date.now()
        ? form({
            title: 'Locked out',
            fields: [why],
            button: 'Lift the lockout',
            send: (values) => change(`${path}/lift`, values, 'Lifted.'),
          })
        : '',
      form({
        title: 'New password',
        fields: [{ name: 'password', label: 'Password', kind: 'password', complete: 'new-password' }, why],
        button: 'Reset',
        send: (values) => change(`${path}/reset`, values, 'Reset. Sessions have ended.'),
      }),
      form({
        title: 'Role',
        fields: [{ name: 'role', label: 'Role', kind: 'choice', value: account.role, options: OPTIONS }, why],
        button: 'Change',
        send: (values) => change(`${path}/role`, values, 'Changed. Sessions have ended.'),
      }),
      account.enabled
        ? form({
            title: 'Disable',
            fields: [why],
            button: 'Disable',
            danger: true,
            send: (values) => change(`${path}/disable`, values, 'Disabled.'),
          })
        : form({
            title: 'Enable',
            fields: [why],
            button: 'Enable',
            send: (values) => change(`${path}/enable`, values, 'Enabled.'),
          }),
    );
  }

  async function load() {
    const { body, message } = await ask(() => api.get('/accounts'));
    const rows = (body?.accounts ?? []).map((/** @type {any} */ each) =>
      h(
        'tr',
        {},
        h(
          'th',
          { scope: 'row' },
          h('button', { type: 'button', class: 'textual', onclick: () => choose(each) }, each.display || each.name),
          each.display ? h('small', {}, ` ${each.name}`) : '',
        ),
        h('td', {}, words(each.role)),
        h(
          'td',
          { class: each.enabled && each.locked_out_until <= Date.now() ? 'good' : 'bad' },
          !each.enabled ? 'disabled' : each.locked_out_until > Date.now() ? 'locked out' : 'may sign in',
        ),
      ),
    );
    list.replaceChildren(
      h('h2', {}, 'Accounts'),
      message
        ? h('p', { class: 'quiet' }, message)
        : h(
            'table',
            {},
            h('thead', {}, h('tr', {}, ...['Name', 'Role', 'State'].map((each) => h('th', { scope: 'col' }, each)))),
            h('tbody', {}, ...rows),
          ),
    );
  }

  create();
  await load();
}
