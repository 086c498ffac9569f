// @ts-check
// The number pad: every compartment of the wheel and a large display of the choice. It sends nothing to the service.
import { t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { colorName } from './display-format.js';

const TYPING_MS = 1200;

/** Chooses a number; announcing it is a separate step. Fires `chosen` with the label, or "" when cleared. */
class CrNumpad extends HTMLElement {
  #labels = /** @type {string[]} */ ([]);
  #colors = /** @type {Record<string, string>} */ ({});
  #covered = new Set();
  #value = '';
  #typed = '';
  #typedAt = 0;
  #keys = /** @type {Map<string, HTMLElement>} */ (new Map());
  #echo = h('output', { class: 'echo', 'aria-live': 'polite' });

  /** The wheel, from the card; a compartment without an open box on the layout is covered. @param {Pick<Service.Card, 'landscape' | 'compartments'>} card */
  set card(card) {
    const open = new Set(
      card.landscape.boxes.filter((box) => !box.covered).map((box) => box.label),
    );
    this.#colors = Object.fromEntries(card.compartments.map((each) => [each.label, each.color]));
    const labels = Object.keys(this.#colors);
    const symbols = labels.some((label) => !/^\d+$/.test(label));
    this.#labels = symbols
      ? card.landscape.boxes
          .map((box) => box.label)
          .filter((label) => label in this.#colors)
      : labels.sort(byNumber);
    this.#covered = new Set(labels.filter((label) => !open.has(label)));
    this.classList.toggle('symbols', symbols);
    this.#draw();
  }

  get value() {
    return this.#value;
  }
  set value(label) {
    this.#value = label;
    this.#show();
  }

  /** "17 black", or "00, covered: no spin". */
  get words() {
    if (!this.#value) return '';
    if (this.#covered.has(this.#value)) return `${this.#value}, covered`;
    const color = this.#colors[this.#value];
    return color === 'plain' ? this.#value : `${this.#value} ${color}`;
  }

  /** A digit typed anywhere on the console; two in quick succession form one number. @param {string} digit */
  type(digit) {
    const now = performance.now();
    const longer = now - this.#typedAt < TYPING_MS ? this.#typed + digit : digit;
    this.#typed = longer in this.#colors ? longer : digit in this.#colors ? digit : '';
    this.#typedAt = now;
    if (!this.#typed) return;
    this.#choose(this.#typed);
    if (this.contains(document.activeElement)) this.#keys.get(this.#typed)?.focus(); // Enter confirms what is shown
  }

  #choose(/** @type {string} */ label) {
    this.value = label;
    this.dispatchEvent(new CustomEvent('chosen', { detail: label, bubbles: true }));
  }

  #draw() {
    this.#keys.clear();
    const keys = this.#labels.map((label) => {
      const covered = this.#covered.has(label);
      const key = h(
        'button',
        {
          type: 'button',
          class: `key ${this.#colors[label]}${covered ? ' covered' : ''}${/^0+$/.test(label) ? ' zero' : ''}`,
          'aria-pressed': 'false',
          'aria-label': `${label}${this.#colors[label] === 'plain' ? '' : ` ${colorName(this.#colors[label])}`}${covered ? `, ${t('console.covered-not-in-play')}` : ''}`,
          onclick: () => this.#choose(label),
        },
        label,
        covered ? h('small', { 'aria-hidden': 'true' }, 'covered') : null,
      );
      this.#keys.set(label, key);
      return key;
    });
    this.replaceChildren(this.#echo, h('div', { class: 'keys', role: 'group', 'aria-label': t('console.number') }, ...keys));
    this.#show();
  }

  #show() {
    const label = this.#value;
    for (const [each, key] of this.#keys) key.setAttribute('aria-pressed', String(each === label));
    this.#echo.className = `echo ${label ? this.#colors[label] : 'none'}`;
    this.#echo.replaceChildren(
      ...(label
        ? [
            h('b', {}, label),
            h(
              'span',
              {},
              this.#covered.has(label)
                ? t('console.covered-no-spin')
                : this.#colors[label] === 'plain'
                  ? 'stop'
                  : colorName(this.#colors[label]),
            ),
          ]
        : [h('span', {}, t('console.where-did-it-come-to-rest'))]),
    );
  }
}

/** 0, 00, then 1 to 36. @param {string} a @param {string} b */
function byNumber(a, b) {
  return Number(a) - Number(b) || a.length - b.length;
}

customElements.define('cr-numpad', CrNumpad);
export { CrNumpad };
