// @ts-check
/**
 * A part of a file that people fill in: fields, and lists of further parts. It is written as TOML and not validated:
 * the service checks it.
 */
import { t } from '../core/language.js';
import { cents } from '../core/money.js';
import { html as h, scope } from '../core/svg.js';
import { fill } from './markup.js';

/** @typedef {{key: string, label: string, kind?: 'text'|'money'|'whole'|'check'|'choice'|'date'|'colors', value?: string | number | boolean,
 *   options?: [string, string][], hint?: string, wide?: boolean}} Entry */
/** @typedef {{title: string, path: string, entries: Entry[], lists?: Plan[], one?: boolean, add?: string, start?: Given[]}} Plan */
/** Initial values of a part: its fields, and the parts of its lists. @typedef {{[key: string]: string | number | boolean | Given[] | undefined}} Given */

/** @param {Given[string]} parts */
const partsOf = (parts) => (Array.isArray(parts) ? parts : undefined);

/** One part: a table of the file. */
export class SetupBlock {
  /** @type {Map<Entry, HTMLInputElement | HTMLSelectElement>} */
  #inputs = new Map();
  /** @type {SetupList[]} */
  #lists;

  /** @param {Plan} plan @param {Given} [given] @param {(() => void) | null} [remove] */
  constructor(plan, given = {}, remove = null) {
    this.plan = plan;
    this.#lists = (plan.lists ?? []).map((each) => new SetupList(each, partsOf(given[each.path])));
    const rows = plan.entries.map((entry) => this.#row(entry, given[entry.key] ?? entry.value));
    const away = remove ? h('button', { type: 'button', class: 'textual', onclick: remove }, t('tournament.remove-this', { title: plan.title.toLowerCase() })) : null;
    this.element = h('fieldset', { class: 'block' }, h('legend', {}, plan.title), h('div', { class: 'fields' }, ...rows), ...this.#lists.map((list) => list.element), away);
  }

  /** @param {Entry} entry @param {Given[string]} value */
  #row(entry, value) {
    const id = scope('setup')(entry.key), kind = entry.kind ?? 'text';
    const input =
      kind === 'choice'
        ? h('select', { id }, ...(entry.options ?? []).map(([option, words]) => h('option', { value: option }, words)))
        : h('input', { id, type: kind === 'check' ? 'checkbox' : kind === 'date' ? 'date' : 'text', inputmode: kind === 'money' ? 'decimal' : kind === 'whole' ? 'numeric' : null, autocomplete: 'off', maxlength: 2000 });
    if (input instanceof HTMLInputElement && kind === 'check') input.checked = Boolean(value);
    else if (value !== undefined) input.value = String(value);
    this.#inputs.set(entry, input);
    const hint = entry.hint ? h('small', {}, entry.hint) : null;
    const label = h('label', { for: id }, entry.label);
    return h('div', { class: `field ${kind}${entry.wide ? ' long' : ''}` }, ...(kind === 'check' ? [input, label] : [label, input]), hint);
  }

  /** @param {string} key @param {[string, string][]} options */
  offer(key, options) {
    for (const [entry, input] of this.#inputs) if (entry.key === key) fill(input, ...options.map(([value, words]) => h('option', { value }, words)));
  }

  /** The lines of the file. @param {string} [prefix] @param {boolean} [many] @returns {string[]} */
  lines(prefix = '', many = false) {
    const path = prefix ? `${prefix}.${this.plan.path}` : this.plan.path;
    const own = [...this.#inputs].flatMap(([entry, input]) => line(entry, input));
    const colors = [...this.#inputs].filter(([entry, input]) => entry.kind === 'colors' && input.value.trim()).flatMap(([entry, input]) => ['', `[${path}.${entry.key}]`, ...colorLines(input.value)]);
    const inner = this.#lists.flatMap((list) => list.lines(path));
    if (this.plan.one && !own.length) return [];
    return ['', many ? `[[${path}]]` : `[${path}]`, ...own, ...colors, ...inner];
  }
}

/** A list of parts of one kind, which people can extend. */
class SetupList {
  /** @type {Set<SetupBlock>} */
  #blocks = new Set();
  #place = h('div', { class: 'blocks' });

  /** @param {Plan} plan @param {Given[]} [given] */
  constructor(plan, given = plan.start ?? []) {
    this.plan = plan;
    const add = plan.one ? null : h('button', { type: 'button', class: 'tool', onclick: () => this.#add({}) }, plan.add ?? t('tournament.add-a', { title: plan.title.toLowerCase() }));
    this.element = h('div', { class: 'blocklist' }, this.#place, add);
    for (const each of given.length || !plan.one ? given : [{}]) this.#add(each);
  }

  /** @param {Given} given */
  #add(given) {
    const block = new SetupBlock(this.plan, given, this.plan.one ? null : () => {
      this.#blocks.delete(block);
      block.element.remove();
    });
    this.#blocks.add(block);
    this.#place.append(block.element);
  }

  /** @param {string} prefix */
  lines(prefix) {
    return [...this.#blocks].flatMap((block) => block.lines(prefix, !this.plan.one));
  }
}

/** @param {Entry} entry @param {HTMLInputElement | HTMLSelectElement} input @returns {string[]} */
function line({ key, kind = 'text' }, input) {
  if (input instanceof HTMLInputElement && kind === 'check') return [`${key} = ${input.checked}`];
  const text = input.value.trim();
  if (!text || kind === 'colors') return [];
  if (kind === 'money') return [`${key} = ${cents(text) ?? JSON.stringify(text)}`];
  if (kind === 'whole') return [`${key} = ${/^\d+$/.test(text) ? text : JSON.stringify(text)}`];
  if (kind === 'date') return [`${key} = ${text}`];
  return [`${key} = ${JSON.stringify(text)}`];
}

/** `green 25, black 100` @param {string} text */
const colorLines = (text) =>
  text.split(',').map((each) => {
    const [, color = each.trim(), points = ''] = /^\s*(.+?)\s+(\d+)\s*$/.exec(each) ?? [];
    return `${JSON.stringify(color)} = ${points || '0'}`;
  });
