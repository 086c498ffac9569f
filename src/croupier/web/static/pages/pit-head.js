// @ts-check
// The head of a table in the pit: who deals, what comes next, and the links to its other pages.
import { all } from '../core/checked.js';
import { t } from '../core/language.js';
import { stepWords } from '../core/refusal.js';
import { html as h } from '../core/svg.js';
import { dealtBy } from '../ui/cr-tile.js';
import { seesRecords } from '../ui/display-format.js';
import { postedWords } from '../ui/posted-text.js';
import { api, ask, netWords } from './console.js';

/**
 * @param {{tile: Service.Tile, live: import('./console.js').LiveTable, card: Service.Card, view: Page.View}} table
 * @param {string} role of the person
 * @param {(outcome: import('../ui/form.js').Outcome) => void} switched the outcome of switching the automatic dealer
 */
export function tableHead({ tile, live, card, view }, role, switched) {
  const deal = h(
    'button',
    {
      type: 'button',
      class: 'switch',
      role: 'switch',
      'aria-checked': String(tile.automatic),
      hidden: !card.demonstration || role !== 'pit-supervisor',
      onclick: async () => {
        switched(await ask(() => api.post(`/tables/${encodeURIComponent(tile.number)}/dealing`, { automatic: !tile.automatic })));
      },
    },
    h('i', { 'aria-hidden': 'true' }),
    h('span', {}, t('pit.automatic-dealer'), h('small', {}, t('pit.demonstration'))),
  );
  return h(
    'div',
    { class: 'table-head', 'data-phase': view.phase },
    h(
      'div',
      {},
      h('h2', {}, t('pit.table-number', { number: tile.number })),
      h(
        'p',
        { class: 'quiet' },
        view.phase === 'closed'
          ? t('pit.closed')
          : `${view.dealing ? `${t('pit.dealt-by-next', { dealt: dealtBy(tile, view.dealer), nextstep: stepWords(view.dealing.step, view.next_step) })} ` : ''}${netWords(live)}`,
      ),
      ways(tile.number, role),
      ...[card.note, ...card.notes.map((note, at) => postedWords([card.notes_said[at]], note))].filter(Boolean).map((note) => h('p', { class: 'quiet note' }, note)),
    ),
    deal,
  );
}

/** Links to this table's other pages for this person. @param {string} number @param {string} role */
function ways(number, role) {
  const at = encodeURIComponent(number);
  const found = [
    [`/felt/${at}`, t('pit.felt'), true],
    [`/dealer/${at}`, t('pit.dealer-console'), role === 'pit-supervisor'],
    [`/surveillance?table=${at}`, t('pit.records'), seesRecords(role)],
  ];
  return h('p', { class: 'ways' }, ...found.filter(([, , shown]) => shown).map(([href, label]) => h('a', { href }, String(label))));
}

/** Replaces the old head if it differs, keeping the focus.
 * @param {Element} old @param {Element} head */
export function changeHead(old, head) {
  if (old.isEqualNode(head)) return;
  const within = (/** @type {Element} */ each) => all(each, 'a, button');
  const at = within(old).findIndex((each) => each === document.activeElement);
  old.replaceWith(head);
  if (at >= 0) within(head)[at]?.focus();
}
