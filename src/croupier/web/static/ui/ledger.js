// @ts-check
import { one } from '../core/checked.js';
import { html as h } from '../core/svg.js';
import { fill } from './markup.js';

/**
 * A table that can be sorted by any column.
 * @template Row
 * @typedef {{key: string, title: string, value: (row: Row) => string | number, cell: (row: Row) => Node | string,
 *   right?: boolean, down?: boolean}} Column
 */

/** @template Row */
export class Ledger {
  /** @type {Row[]} */
  #rows = [];
  #order = { key: '', down: false };

  /**
   * @param {HTMLElement} table
   * @param {string} caption
   * @param {Column<Row>[]} columns the first one is the row header
   * @param {(row: Row) => Record<string, unknown>} [attributes] of a row
   */
  constructor(table, caption, columns, attributes = () => ({})) {
    this.table = table;
    this.table.setAttribute('role', 'table'); // keeps the table semantics in the list layout of a phone
    this.caption = caption;
    this.columns = columns;
    this.attributes = attributes;
  }

  /** @param {Row[]} rows in their default order, used until a column is chosen */
  show(rows) {
    this.#rows = rows;
    this.#draw();
  }

  /** The first press of a column sorts in its usual direction, the second in reverse, the third restores the default order.
   * @param {Column<Row>} column */
  #turn(column) {
    const first = Boolean(column.down), same = this.#order.key === column.key;
    if (!same) this.#order = { key: column.key, down: first };
    else if (this.#order.down === first) this.#order = { key: column.key, down: !first };
    else this.#order = { key: '', down: false };
    this.#draw();
    one(this.table, `[data-key="${column.key}"]`)?.focus();
  }

  #draw() {
    const by = this.columns.find((column) => column.key === this.#order.key);
    const rows = by ? sorted(this.#rows, by.value, this.#order.down) : this.#rows;
    fill(
      this.table,
      h('caption', { class: 'sr-only' }, this.caption),
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, ...this.columns.map((column) => this.#head(column)))),
      h('tbody', { role: 'rowgroup' }, ...rows.map((row) => this.#row(row))),
    );
  }

  /** @param {Column<Row>} column */
  #head(column) {
    const here = this.#order.key === column.key;
    const order = here ? (this.#order.down ? 'descending' : 'ascending') : null;
    return h(
      'th',
      { scope: 'col', role: 'columnheader', class: column.right ? 'right' : '', 'aria-sort': order },
      h(
        'button',
        { type: 'button', 'data-key': column.key, onclick: () => this.#turn(column) },
        column.title,
        h('span', { class: 'arrow', 'aria-hidden': 'true' }, here ? (this.#order.down ? '▼' : '▲') : ''),
      ),
    );
  }

  /** @param {Row} row */
  #row(row) {
    const [first, ...rest] = this.columns;
    return h(
      'tr',
      { role: 'row', ...this.attributes(row) },
      h('th', { scope: 'row', role: 'rowheader' }, first.cell(row)),
      ...rest.map((column) => h('td', { role: 'cell', class: column.right ? 'right' : '', 'data-title': column.title }, column.cell(row))),
    );
  }
}

/**
 * Sorts rows by a value; the sort is stable.
 * @template Row
 * @param {Row[]} rows
 * @param {(row: Row) => string | number} value
 * @param {boolean} down
 */
export function sorted(rows, value, down) {
  const sign = down ? -1 : 1;
  return rows.slice().sort((one, other) => {
    const a = value(one), b = value(other);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * String(a).localeCompare(String(b), 'en', { numeric: true });
  });
}
