// @ts-check
// People and roles, for a key manager.
import { ApiError } from '../core/api.js';
import { t } from '../core/language.js';
import { KeyTrouble, signWithKey } from '../core/security-key.js';
import { html as h } from '../core/svg.js';
import { form } from '../ui/form.js';
import { api, ask } from './console.js';
import { roleName } from '../ui/display-format.js';

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
  'cashier',
  'device',
  'regulator',
  'key-manager',
];
/** Roles that can move money; two key managers must assign them. */
const FOR_TWO = ['pit-supervisor', 'dealer', 'cashier', 'device', 'accountant', 'tournament-director'];
const SECOND = /** @type {import('../ui/form.js').Field[]} */ ([
  { name: 'second_name', label: t('pit.second-key-manager') },
  { name: 'second_password', label: t('pit.their-password'), kind: 'password', complete: 'off' },
  { name: 'second_code', label: t('pit.their-recovery-code'), hint: t('pit.empty-when-they-use-their-security'), optional: true },
]);
/** @typedef {{second_name?: string, second_password?: string, second_code?: string}} Second */
/** @template T @typedef {Omit<T, keyof Second> & {second?: Service.SecondPerson}} ForTwo */

const OPTIONS = /** @type {[string, string][]} */ (ROLES.map((each) => [each, roleName(each)]));

/** @param {HTMLElement} place where the accounts are shown and updated after each change */
export async function people(place) {
  let chosen = '';
  const list = h('div', { class: 'accounts panel' }),
    side = h('div', { class: 'panel stack' });
  place.replaceChildren(list, side);
  const change = async (/** @type {() => Promise<Service.AccountAnswer>} */ order, /** @type {string} */ done) => {
    const outcome = await ask(order, done);
    if (outcome.done) load();
    return outcome;
  };
  /** The same with a second key manager, who gives a key or code if they have one. @template T */
  const changeForTwo = (/** @type {T & Second} */ values, /** @type {(body: ForTwo<T>) => Promise<Service.AccountAnswer>} */ order, /** @type {string} */ done) =>
    twoOf(values).then(
      (body) => change(() => order(body), done),
      (trouble) => {
        if (!(trouble instanceof KeyTrouble || trouble instanceof ApiError)) throw trouble;
        return { done: false, message: trouble.message };
      },
    );
  const why = /** @type {import('../ui/form.js').Field} */ ({ name: 'why', label: t('pit.why') });

  function create() {
    chosen = '';
    side.replaceChildren(
      form({
        title: t('pit.new-account'),
        fields: [
          { name: 'name', label: t('pit.name') },
          { name: 'role', label: t('pit.role'), kind: 'choice', options: OPTIONS },
          { name: 'display', label: t('pit.shown-as'), optional: true },
          { name: 'license', label: t('pit.license-number'), optional: true },
          { name: 'password', label: t('pit.first-password'), kind: 'password', complete: 'new-password' },
          { ...why, optional: true },
          ...SECOND.map((each) => ({ ...each, when: (/** @type {import('../ui/form.js').Values} */ { role }) => FOR_TWO.includes(String(role)) })),
        ],
        button: t('pit.create'),
        send: (/** @type {Service.Create & Second} */ values) => changeForTwo(values, (body) => api.post('/accounts', body), t('pit.may-sign-in-and-chooses-a', { name: values.name })),
      }),
    );
  }

  function choose(/** @type {Service.AccountAnswer} */ account) {
    chosen = account.name;
    const path = /** @type {const} */ (`/accounts/${encodeURIComponent(account.name)}`);
    side.replaceChildren(
      h(
        'div',
        { class: 'side-head' },
        h('h2', {}, account.display || account.name),
        h('button', { type: 'button', class: 'textual', onclick: create }, t('pit.new-account')),
      ),
      h('p', { class: 'quiet' }, `${roleName(account.role)}${account.license ? `, ${t('pit.license-number-of', { license: account.license })}` : ''}`),
      account.locked_out_until > Date.now()
        ? form({
            title: t('pit.locked-out'),
            fields: [why],
            button: t('pit.lift-the-lockout'),
            send: (/** @type {Service.Why} */ values) => change(() => api.post(`${path}/lift`, values), t('pit.lifted')),
          })
        : '',
      form({
        title: t('pit.new-password'),
        about: t('pit.it-is-changed-at-the-first'),
        fields: [{ name: 'password', label: t('pit.password'), kind: 'password', complete: 'new-password' }, why, ...SECOND],
        button: t('pit.reset'),
        send: (/** @type {Service.Reset & Second} */ values) => changeForTwo(values, (body) => api.post(`${path}/reset`, body), t('pit.reset-sessions-have-ended')),
      }),
      account.keys
        ? form({
            title: t('pit.lost-second-factor'),
            about: t('pit.all-of-them-and-the-recovery', { account: account.keys === 1 ? t('pit.1-security-key') : t('pit.security-keys', { account: account.keys }) }),
            fields: [why, ...SECOND],
            button: t('pit.remove'),
            danger: true,
            send: (/** @type {Service.ResetFactor & Second} */ values) => changeForTwo(values, (body) => api.post(`${path}/factor`, body), t('pit.removed-sessions-have-ended')),
          })
        : '',
      form({
        title: t('pit.role'),
        fields: [{ name: 'role', label: t('pit.role'), kind: 'choice', value: account.role, options: OPTIONS }, why, ...SECOND],
        button: t('pit.change'),
        send: (/** @type {Service.ChangeRole & Second} */ values) => changeForTwo(values, (body) => api.post(`${path}/role`, body), t('pit.changed-sessions-have-ended')),
      }),
      account.enabled
        ? form({
            title: t('pit.disable'),
            fields: [why],
            button: t('pit.disable'),
            danger: true,
            send: (/** @type {Service.Why} */ values) => change(() => api.post(`${path}/disable`, values), t('pit.disabled')),
          })
        : form({
            title: t('pit.enable'),
            fields: [why],
            button: t('pit.enable'),
            send: (/** @type {Service.Why} */ values) => change(() => api.post(`${path}/enable`, values), t('pit.enabled')),
          }),
    );
  }

  async function load() {
    const { body, message } = await ask(() => api.get('/accounts'));
    const rows = (body?.accounts ?? []).map((each) =>
      h(
        'tr',
        {},
        h(
          'th',
          { scope: 'row' },
          h('button', { type: 'button', class: 'textual', onclick: () => choose(each) }, each.display || each.name),
          each.display ? h('small', {}, ` ${each.name}`) : '',
        ),
        h('td', {}, roleName(each.role)),
        h(
          'td',
          { class: each.enabled && each.locked_out_until <= Date.now() ? 'good' : 'bad' },
          !each.enabled ? t('pit.disabled-state') : each.locked_out_until > Date.now() ? t('pit.locked-out-state') : t('pit.may-sign-in-state'),
        ),
      ),
    );
    list.replaceChildren(
      h('h2', {}, t('pit.accounts')),
      message
        ? h('p', { class: 'quiet' }, message)
        : h(
            'table',
            {},
            h('thead', {}, h('tr', {}, ...[t('pit.name'), t('pit.role'), t('pit.state')].map((each) => h('th', { scope: 'col' }, each)))),
            h('tbody', {}, ...rows),
          ),
    );
  }

  create();
  await load();
}

/** The body of a request by two key managers. @template T @param {T & Second} values @returns {Promise<ForTwo<T>>} */
async function twoOf({ second_name: name, second_password: password = '', second_code: code, ...body }) {
  if (!name) return body;
  const second = { name, password };
  if (code) return { ...body, second: { ...second, proof: { code } } };
  try {
    const proof = await signWithKey(await api.post('/accounts/challenge', second));
    return { ...body, second: { ...second, proof } };
  } catch (trouble) {
    const without = trouble instanceof ApiError && ['no-second-factor', 'wrong-address'].includes(trouble.code);
    if (without) return { ...body, second }; // the service decides whether that is enough
    throw trouble;
  }
}
