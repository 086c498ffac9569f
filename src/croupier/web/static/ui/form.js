// @ts-check
// Forms of the consoles: every field has a label, answers appear inside the form, and a refusal keeps the input.
import { t } from '../core/language.js';
import { cents, sign, written } from '../core/money.js';
import { html as h, scope } from '../core/svg.js';
import { fill } from './markup.js';

/**
 * @typedef {{name: string, label: string, kind?: 'text'|'long'|'money'|'signed'|'whole'|'choice'|'either'|'check'|'password',
 *   value?: string|number|boolean, options?: [string, string][], hint?: string|Node, optional?: boolean,
 *   quick?: [string, string][], complete?: string, list?: string, when?: (values: Values) => boolean}} Field
 * @typedef {Record<string, string | number | boolean | null>} Values
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control
 * @typedef {{value: string, checked?: boolean, focus: () => void, setAttribute: (name: string, value: string) => void}} Input
 * @typedef {HTMLFormElement & {clear?: () => void, reply?: Reply}} Form
 * @typedef {{done: boolean, message?: string, clause?: string|null, words?: string, unsent?: boolean}} Outcome
 */

/** Shows the answer to a form or a step; a refusal is announced at once, with its clause. */
export class Reply {
  constructor() {
    this.element = h('div', { class: 'reply', role: 'status', 'aria-live': 'polite' });
  }
  /** @param {Outcome|null} outcome */
  show(outcome) {
    this.element.className = outcome ? `reply ${outcome.done ? 'is-done' : 'is-refused'}` : 'reply';
    if (!outcome) fill(this.element);
    else if (outcome.done) fill(this.element, outcome.words ?? t('house.form.done'));
    else
      fill(
        this.element,
        h('strong', {}, outcome.unsent ? t('house.form.not-sent') : t('house.form.refused')),
        ' ',
        ...cited(outcome.message ?? '', outcome.clause),
      );
  }
}

/** A message with its clause marked, or appended if it is not part of it. @param {string} message @param {string|null} [clause] */
export function cited(message, clause) {
  if (!clause) return [message];
  const at = message.indexOf(` (${clause}`), from = at + clause.length + 2, end = message.indexOf(')', from);
  if (at < 0 || end < 0) return [message, ' ', h('cite', {}, clause)];
  return [message.slice(0, at), ' ', h('cite', {}, clause), message.slice(from, end), message.slice(end + 1)];
}

/**
 * A form for one request. `send` gets the values (money in cents, whole numbers as numbers) and returns the outcome; a
 * refusal keeps the input. The type of the values is that of `send`'s parameter.
 * @template {object} [Held=Values]
 * @param {{title?: string, about?: string|Node, fields: Field[], button: string, send: (values: Held) => Promise<Outcome>,
 *   keep?: boolean, danger?: boolean, preview?: (values: Partial<Held>) => string|Node|null}} asked
 */
export function form({ title, about, fields, button, send, keep = false, danger = false, preview }) {
  /** @type {Record<string, Input>} */
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
    if (shown && preview) shown.replaceChildren(preview(/** @type {Partial<Held>} */ (values)) ?? '');
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
    const outcome = await send(/** @type {Held} */ (values));
    submit.removeAttribute('aria-busy');
    reply.show(outcome);
    const current = element.isConnected ? made : again(element); // news may have rebuilt it in the meantime
    if (current !== made) current?.reply?.show(outcome);
    if (outcome.done && !keep) current?.clear?.();
    refresh();
  });
  refresh();
  const made = Object.assign(element, {
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
  return made;
}

/** @typedef {Map<string, Map<string, {value: string, checked: boolean}>>} Typed by the title of the form and the field */

/** The input of the forms in a place. @param {Element} place @returns {Typed} */
export function typedIn(place) {
  const typed = (/** @type {Control} */ field) => ({ value: field.value, checked: 'checked' in field && field.checked });
  return new Map(
    formsOf(place).map((each) => [titleOf(each), new Map(fieldsOf(each).map((field) => [keyOf(field), typed(field)]))]),
  );
}

/** Restores the input in the current forms, which are matched by title. @param {Element} place @param {Typed|undefined} typed */
export function typeAgain(place, typed) {
  for (const each of formsOf(place)) {
    const before = typed?.get(titleOf(each));
    for (const field of before ? fieldsOf(each) : []) Object.assign(field, before?.get(keyOf(field)));
    if (before) each.dispatchEvent(new Event('input'));
  }
}

/**
 * Keeps the input of the forms in a place, and the cursor, while the place is rebuilt.
 * @param {Element} place @param {() => void} make
 */
export function keepTyped(place, make) {
  const typed = typedIn(place);
  const at = document.activeElement;
  const focused = isControl(at) && place.contains(at) && at.form
    ? { title: titleOf(at.form), key: keyOf(at), end: 'selectionEnd' in at ? at.selectionEnd : null } : null;
  const opened = new Set([...place.querySelectorAll('details[open] > summary')].map((each) => each.textContent));
  make();
  for (const each of place.querySelectorAll('details'))
    if (opened.has(each.querySelector('summary')?.textContent ?? '')) each.open = true;
  typeAgain(place, typed);
  const form = formsOf(place).find((each) => focused && titleOf(each) === focused.title);
  const field = form && fieldsOf(form).find((each) => keyOf(each) === focused?.key);
  field?.focus();
  if (field && 'setSelectionRange' in field && typeof focused?.end === 'number') field.setSelectionRange(focused.end, focused.end);
}

/** The form that has replaced a sent form. @param {HTMLFormElement} sent */
const again = (sent) => formsOf(document.body).find((each) => titleOf(sent) && titleOf(each) === titleOf(sent));
/** @param {Element} place */
const formsOf = (place) => /** @type {Form[]} */ ([...place.querySelectorAll('form.ask')]);
/** @param {Element | null} element @returns {element is Control} */
const isControl = (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
/** The key of a field; radio buttons with the same name have separate keys. @param {Control} field */
const keyOf = (field) => (field.type === 'radio' ? `${field.name} ${field.value}` : field.name);
const titleOf = (/** @type {HTMLFormElement} */ each) => each.querySelector('h3')?.textContent ?? '';
/** @param {HTMLFormElement} each */
const fieldsOf = (each) => [...each.elements].filter(isControl).filter((field) => field.name);

/** @param {Field} field @param {Record<string, Input>} inputs */
function row(field, inputs) {
  const id = scope('field')(field.name);
  const hint = field.hint ? h('small', { id: `${id}-hint` }, field.hint) : null;
  const common = { id, name: field.name, 'aria-describedby': hint?.id };
  if (field.kind === 'either') {
    const radios = radiosOf(field);
    inputs[field.name] = radios;
    write(radios, field);
    return either(field, radios.radios, hint);
  }
  const input = control(field, common);
  inputs[field.name] = input;
  write(input, field);
  const label = h(
    'label',
    { for: id },
    field.label,
    field.optional ? h('span', { class: 'optional' }, ` ${t('house.form.optional')}`) : null,
  );
  if (field.kind === 'check') return h('div', { class: 'field check' }, input, label, hint);
  const quick = field.quick
    ? h(
        'div',
        { class: 'quick', role: 'group', 'aria-label': t('house.form.common-values', { label: field.label }) },
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

/** A choice of a few visible options, none of them preselected. @param {Field} field @param {HTMLElement[]} radios @param {Node|null} hint */
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

/** Radio buttons as one input. @param {Field} field */
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

/** @param {Field} field @param {import('../core/svg.js').Attributes} common @returns {Control} */
function control(field, common) {
  switch (field.kind) {
    case 'choice':
      return h('select', common, ...(field.options ?? []).map(([value, words]) => h('option', { value }, words)));
    case 'long':
      return h('textarea', { ...common, rows: 2, maxlength: 1000 });
    case 'check':
      return h('input', { ...common, type: 'checkbox' });
    case 'money':
    case 'signed':
      return h('input', { ...common, inputmode: 'decimal', autocomplete: 'off', placeholder: sign() });
    case 'whole':
      return h('input', { ...common, inputmode: 'numeric', autocomplete: 'off' });
    case 'password':
      return h('input', { ...common, type: 'password', autocomplete: field.complete ?? 'current-password' });
    default:
      return h('input', { ...common, maxlength: 1000, autocomplete: field.complete ?? 'off', list: field.list });
  }
}

/** @param {Input} input @param {Field} field */
function write(input, field) {
  if (field.kind === 'check') input.checked = Boolean(field.value);
  else if (field.kind === 'choice') input.value = String(field.value ?? field.options?.[0]?.[0] ?? '');
  else input.value = field.value === undefined ? '' : String(field.value);
}

/**
 * The values of the fields, or the first that cannot be parsed; the service decides whether they are allowed.
 * @param {Field[]} fields @param {Record<string, Input>} inputs
 */
function read(fields, inputs) {
  /** @type {Values} */
  const values = {};
  /** @type {{name: string, message: string}|null} */
  let wrong = null;
  for (const field of fields) {
    const input = inputs[field.name];
    if (field.when && !field.when(values)) continue;
    const text = field.kind === 'check' ? '' : input.value.trim();
    if (field.kind === 'check') values[field.name] = Boolean(input.checked);
    else if (!text && !field.optional) wrong ??= { name: field.name, message: t('house.form.missing', { label: field.label }) };
    else if (field.kind === 'money') {
      const amount = text ? cents(text) : 0;
      if (amount === null)
        wrong ??= { name: field.name, message: t('house.form.write-amount', { label: field.label, example: written(1250) }) };
      values[field.name] = amount;
    } else if (field.kind === 'signed') {
      const amount = text ? cents(text.replace(/^[-−]\s*/, '')) : 0;
      if (amount === null)
        wrong ??= { name: field.name, message: t('house.form.write-amount', { label: field.label, example: written(-1250) }) };
      values[field.name] = /^[-−]/.test(text) ? -(amount ?? 0) : amount;
    } else if (field.kind === 'whole') {
      if (text && !/^-?\d{1,9}$/.test(text))
        wrong ??= { name: field.name, message: t('house.form.write-whole', { label: field.label }) };
      values[field.name] = Number(text || 0);
    } else values[field.name] = field.kind === 'password' ? input.value : text;
  }
  return { values, wrong };
}
