// @ts-check
// Forms of the consoles: every field has its label, an answer stands inside the form, and a refusal loses no input.
import { cents } from '../core/money.js';
import { html as h, scope } from '../core/svg.js';
import { fill } from './markup.js';

/**
 * @typedef {{name: string, label: string, kind?: 'text'|'long'|'money'|'signed'|'whole'|'choice'|'either'|'check'|'password',
 *   value?: string|number|boolean, options?: [string, string][], hint?: string|Node, optional?: boolean,
 *   quick?: [string, string][], complete?: string, list?: string, when?: (values: any) => boolean}} Field
 * @typedef {{done: boolean, message?: string, clause?: string|null, words?: string, unsent?: boolean}} Outcome
 */

/** Where the answer to a form or a step is shown; a refusal is spoken at once, with its clause. */
export class Reply {
  constructor() {
    this.element = h('div', { class: 'reply', role: 'status', 'aria-live': 'polite' });
  }
  /** @param {Outcome|null} outcome */
  show(outcome) {
    this.element.className = outcome ? `reply ${outcome.done ? 'is-done' : 'is-refused'}` : 'reply';
    if (!outcome) fill(this.element);
    else if (outcome.done) fill(this.element, outcome.words ?? 'Done.');
    else
      fill(
        this.element,
        h('strong', {}, outcome.unsent ? 'Not sent' : 'Refused'),
        ' ',
        ...cited(outcome.message ?? '', outcome.clause),
      );
  }
}

/** A message with its clause marked where it stands in it, or after it. @param {string} message @param {string|null} [clause] */
export function cited(message, clause) {
  if (!clause) return [message];
  const [before, after] = message.split(` (${clause})`, 2);
  return [before, ' ', h('cite', {}, clause), after ?? ''];
}

/**
 * A form that asks for one thing. `send` gets the values (money in cents, whole numbers as numbers) and gives the
 * outcome; after a refusal everything typed is still there.
 * @param {{title?: string, about?: string|Node, fields: Field[], button: string, send: (values: any) => Promise<Outcome>,
 *   keep?: boolean, danger?: boolean, preview?: (values: any) => string|Node|null}} asked
 */
export function form({ title, about, fields, button, send, keep = false, danger = false, preview }) {
  /** @type {Record<string, any>} */
  const inputs = {};
  const reply = new Reply();
  const submit = h('button', { class: danger ? 'go danger' : 'go', type: 'submit' }, button);
  const shown = preview ? h('div', { class: 'preview' }) : null;
  const rows = new Map(fields.map((field) => [field, row(field, inputs)]));
  const checks = fields.filter((field) => field.kind === 'check').map((field) => rows.get(field));
  const heading = title ? h('h3', { id: scope('form')('title') }, title) : null;
  const element = h(
    'form',
    { class: 'ask', novalidate: true, 'aria-labelledby': heading?.id },
    heading,
    about ? h('p', { class: 'about' }, about) : null,
    h('div', { class: 'fields' }, ...[...rows].filter(([field]) => field.kind !== 'check').map(([, each]) => each)),
    shown,
    h('div', { class: 'ask-foot' }, submit, ...checks, reply.element),
  );
  const refresh = () => {
    const { values } = read(fields, inputs);
    for (const [field, each] of rows) if (field.when) each.hidden = !field.when(values);
    if (shown && preview) shown.replaceChildren(preview(values) ?? '');
  };
  element.addEventListener('input', refresh);
  element.addEventListener('submit', async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (submit.getAttribute('aria-busy') === 'true') return;
    const { values, wrong } = read(fields, inputs);
    for (const field of fields) inputs[field.name].setAttribute('aria-invalid', String(wrong?.name === field.name));
    if (wrong) {
      reply.show({ done: false, message: wrong.message, unsent: true });
      inputs[wrong.name].focus();
      return;
    }
    submit.setAttribute('aria-busy', 'true');
    const outcome = await send(values);
    submit.removeAttribute('aria-busy');
    reply.show(outcome);
    if (outcome.done && !keep) (element.isConnected ? element : again(element))?.clear();
    refresh();
  });
  refresh();
  return Object.assign(element, {
    clear() {
      for (const field of fields) write(inputs[field.name], field);
      refresh();
    },
    /** @param {string} name @param {string|number} value */
    fill(name, value) {
      inputs[name].value = String(value);
      refresh();
    },
    inputs,
    reply,
  });
}

/** @typedef {Map<string, Map<string, {value: string, checked: boolean}>>} Typed by the title of the form and the field */

/** What is typed in the forms of a place. @param {Element} place @returns {Typed} */
export function typedIn(place) {
  const typed = (/** @type {any} */ { value, checked }) => ({ value, checked });
  return new Map(
    formsOf(place).map((each) => [titleOf(each), new Map(fieldsOf(each).map((field) => [keyOf(field), typed(field)]))]),
  );
}

/** Types it again into the forms that are there now; a form is known by its title. @param {Element} place @param {Typed|undefined} typed */
export function typeAgain(place, typed) {
  for (const each of formsOf(place)) {
    const before = typed?.get(titleOf(each));
    for (const field of before ? fieldsOf(each) : []) Object.assign(field, before?.get(keyOf(field)));
    if (before) each.dispatchEvent(new Event('input'));
  }
}

/**
 * Takes along what is typed in the forms of a place, and where the cursor stands, while the place is made anew.
 * @param {Element} place @param {() => void} make
 */
export function keepTyped(place, make) {
  const typed = typedIn(place);
  const at = /** @type {any} */ (document.activeElement);
  const focused = place.contains(at) && at.form ? { title: titleOf(at.form), key: keyOf(at), end: at.selectionEnd } : null;
  make();
  typeAgain(place, typed);
  const form = formsOf(place).find((each) => focused && titleOf(each) === focused.title);
  const field = form && fieldsOf(form).find((each) => keyOf(each) === focused?.key);
  field?.focus();
  if (Number.isInteger(focused?.end)) field?.setSelectionRange?.(focused?.end, focused?.end);
}

/** The form that has taken a form's place since it was sent. @param {HTMLFormElement} sent @returns {any} */
const again = (sent) => formsOf(document.body).find((each) => titleOf(sent) && titleOf(each) === titleOf(sent));
/** @param {Element} place @returns {HTMLFormElement[]} */
const formsOf = (place) => [...place.querySelectorAll('form.ask')].map((each) => /** @type {any} */ (each));
/** Of several radio buttons with one name, each is a field. @param {any} field */
const keyOf = (field) => (field.type === 'radio' ? `${field.name} ${field.value}` : field.name);
const titleOf = (/** @type {HTMLFormElement} */ each) => each.querySelector('h3')?.textContent ?? '';
/** @param {HTMLFormElement} each @returns {any[]} */
const fieldsOf = (each) => [...each.elements].filter((field) => /** @type {any} */ (field).name);

/** @param {Field} field @param {Record<string, any>} inputs */
function row(field, inputs) {
  const id = scope('field')(field.name);
  const hint = field.hint ? h('small', { id: `${id}-hint` }, field.hint) : null;
  const common = { id, name: field.name, 'aria-describedby': hint?.id };
  const input = (inputs[field.name] = control(field, common));
  write(input, field);
  const label = h(
    'label',
    { for: id },
    field.label,
    field.optional ? h('span', { class: 'optional' }, ' optional') : null,
  );
  if (field.kind === 'check') return h('div', { class: 'field check' }, input, label, hint);
  if (field.kind === 'either') return either(field, input.radios, hint);
  const quick = field.quick
    ? h(
        'div',
        { class: 'quick', role: 'group', 'aria-label': `${field.label}, common values` },
        ...field.quick.map(([value, words]) =>
          h(
            'button',
            {
              type: 'button',
              onclick: () => {
                input.value = value;
                input.dispatchEvent(new Event('input', { bubbles: true }));
              },
            },
            words,
          ),
        ),
      )
    : null;
  return h('div', { class: `field ${field.kind ?? 'text'}` }, label, input, quick, hint);
}

/** One of a few answers, all in sight and none given beforehand. @param {Field} field @param {HTMLElement[]} radios @param {Node|null} hint */
function either(field, radios, hint) {
  return h(
    'fieldset',
    { class: 'field either', role: 'radiogroup' },
    h('legend', {}, field.label, hint),
    h(
      'div',
      {},
      ...(field.options ?? []).map(([, words], index) => h('label', {}, radios[index], h('span', {}, words))),
    ),
  );
}

/** Radio buttons that are read and written as one input. @param {Field} field */
function radiosOf(field) {
  const radios = (field.options ?? []).map(([value]) => h('input', { type: 'radio', name: field.name, value }));
  return {
    radios,
    get value() {
      return radios.find((each) => each.checked)?.value ?? '';
    },
    set value(value) {
      for (const each of radios) each.checked = each.value === value;
    },
    focus: () => radios[0].focus(),
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) =>
      radios[0].closest('fieldset')?.setAttribute(name, value),
  };
}

/** @param {Field} field @param {Record<string, any>} common @returns {any} */
function control(field, common) {
  switch (field.kind) {
    case 'choice':
      return h('select', common, ...(field.options ?? []).map(([value, words]) => h('option', { value }, words)));
    case 'either':
      return radiosOf(field);
    case 'long':
      return h('textarea', { ...common, rows: 2, maxlength: 1000 });
    case 'check':
      return h('input', { ...common, type: 'checkbox' });
    case 'money':
    case 'signed':
      return h('input', { ...common, inputmode: 'decimal', autocomplete: 'off', placeholder: '$' });
    case 'whole':
      return h('input', { ...common, inputmode: 'numeric', autocomplete: 'off' });
    case 'password':
      return h('input', { ...common, type: 'password', autocomplete: field.complete ?? 'current-password' });
    default:
      return h('input', { ...common, maxlength: 1000, autocomplete: field.complete ?? 'off', list: field.list });
  }
}

/** @param {any} input @param {Field} field */
function write(input, field) {
  if (field.kind === 'check') input.checked = Boolean(field.value);
  else if (field.kind === 'choice') input.value = String(field.value ?? field.options?.[0]?.[0] ?? '');
  else input.value = field.value === undefined ? '' : String(field.value);
}

/**
 * What the fields hold, or the first that cannot be read at all; whether it is lawful is the service's to say.
 * @param {Field[]} fields @param {Record<string, any>} inputs
 */
function read(fields, inputs) {
  /** @type {Record<string, any>} */
  const values = {};
  /** @type {{name: string, message: string}|null} */
  let wrong = null;
  for (const field of fields) {
    const input = inputs[field.name];
    if (field.when && !field.when(values)) continue;
    const text = field.kind === 'check' ? '' : input.value.trim();
    if (field.kind === 'check') values[field.name] = input.checked;
    else if (!text && !field.optional) wrong ??= { name: field.name, message: `${field.label} is missing.` };
    else if (field.kind === 'money') {
      const amount = text ? cents(text) : 0;
      if (amount === null)
        wrong ??= { name: field.name, message: `${field.label}: write dollars, such as 25 or 12.50.` };
      values[field.name] = amount;
    } else if (field.kind === 'signed') {
      const amount = text ? cents(text.replace(/^[-−]\s*/, '')) : 0;
      if (amount === null)
        wrong ??= { name: field.name, message: `${field.label}: write dollars, such as 25 or -12.50.` };
      values[field.name] = /^[-−]/.test(text) ? -(amount ?? 0) : amount;
    } else if (field.kind === 'whole') {
      if (text && !/^-?\d{1,9}$/.test(text))
        wrong ??= { name: field.name, message: `${field.label}: write a whole number.` };
      values[field.name] = Number(text || 0);
    } else values[field.name] = field.kind === 'password' ? input.value : text;
  }
  return { values, wrong };
}
