// @ts-check
import { html as h } from '../core/svg.js';
import { fill } from './markup.js';

/**
 * A table that sorts by any of its columns.
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
   * @param {Column<Row>[]} columns the first one is the head of its row
   * @param {(row: Row) => Record<string, unknown>} [attributes] of a row
   */
  constructor(table, caption, columns, attributes = () => ({})) {
    this.table = table;
    this.caption = caption;
    this.columns = columns;
    this.attributes = attributes;
  }

  /** @param {Row[]} rows in their own order, which holds until a column is chosen */
  show(rows) {
    this.#rows = rows;
    this.#draw();
  }

  /** The first press of a column sorts as people first want it, the second the other way, the third not at all.
   * @param {Column<Row>} column */
  #turn(column) {
    const first = Boolean(column.down), same = this.#order.key === column.key;
    if (!same) this.#order = { key: column.key, down: first };
    else if (this.#order.down === first) this.#order = { key: column.key, down: !first };
    else this.#order = { key: '', down: false };
    this.#draw();
    /** @type {HTMLElement | null} */ (this.table.querySelector(`[data-key="${column.key}"]`))?.focus();
  }

  #draw() {
    const by = this.columns.find((column) => column.key === this.#order.key);
    const rows = by ? sorted(this.#rows, by.value, this.#order.down) : this.#rows;
    fill(
      this.table,
      h('caption', { class: 'sr-only' }, this.caption),
      h('thead', {}, h('tr', {}, ...this.columns.map((column) => this.#head(column)))),
      h('tbody', {}, ...rows.map((row) => this.#row(row))),
    );
  }

  /** @param {Column<Row>} column */
  #head(column) {
    const here = this.#order.key === column.key;
    const order = here ? (this.#order.down ? 'descending' : 'ascending') : null;
    return h(
      'th',
      { scope: 'col', class: column.right ? 'right' : '', 'aria-sort': order },
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
      this.attributes(row),
      h('th', { scope: 'row' }, first.cell(row)),
      ...rest.map((column) => h('td', { class: column.right ? 'right' : '' }, column.cell(row))),
    );
  }
}

/**
 * Rows by a value, equal ones in the order they had.
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
