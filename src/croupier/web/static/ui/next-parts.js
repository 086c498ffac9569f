// @ts-check
// What stands above the button of the next step: drawn from what is given, without a state of its own.
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { cited } from './form.js';
import { isBot } from './words.js';

export const OTHER = /** @type {Record<string, string>} */ ({
  clockwise: 'counterclockwise',
  counterclockwise: 'clockwise',
});
const ARROW = /** @type {Record<string, string>} */ ({ clockwise: '↻', counterclockwise: '↺' });
const TURNS = [2, 3, 4, 5, 6, 7, 8];
const TURNS_MOST = 8;

/** @param {any} card @param {string} spot */
const nameOf = (card, spot) => card.spots[spot]?.name ?? spot;

/** A paragraph in small letters. @param {...(Node|string)} children */
export const quiet = (...children) => h('p', { class: 'quiet' }, ...children);

/** A sentence that must be seen. @param {string} words */
export const big = (words) => h('p', { class: 'big-word' }, words);

/**
 * The two ways in which the wheel or the ball may run.
 * @param {'wheel'|'ball'} which @param {string} now @param {(direction: string) => void} turn
 */
export function direction(which, now, turn) {
  const option = (/** @type {string} */ each) =>
    h(
      'button',
      {
        type: 'button',
        role: 'radio',
        'aria-checked': String(each === now),
        tabindex: each === now ? '0' : '-1',
        onclick: () => turn(each),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (!event.key.startsWith('Arrow')) return;
          event.preventDefault();
          turn(OTHER[each]);
        },
      },
      h('i', { 'aria-hidden': 'true' }, ARROW[each]),
      h('span', {}, each === 'clockwise' ? 'Clockwise' : 'Counterclockwise'),
    );
  const id = `direction-${which}`;
  return h(
    'div',
    { class: `direction ${which}` },
    h('span', { class: 'name', id }, which === 'wheel' ? 'Wheel' : 'Ball'),
    h('div', { role: 'radiogroup', 'aria-labelledby': id }, option('clockwise'), option('counterclockwise')),
  );
}

/** Whether the two run against each other, and turning both. @param {boolean} same @param {() => void} turn */
export function both(same, turn) {
  return h(
    'p',
    { class: same ? 'quiet warn' : 'quiet' },
    same
      ? 'Wheel and ball run the same way: recorded so, the spin is no spin.'
      : 'Opposite ways, alternating from spin to spin.',
    h('button', { type: 'button', class: 'textual', onclick: turn }, 'Turn both'),
  );
}

/** The next choice of revolutions either way; the least that counts when there was none. @param {number} now @param {number} by @param {number} least */
export const turnsBeside = (now, by, least) =>
  now ? Math.min(TURNS_MOST, Math.max(TURNS[0], now + by)) : Math.max(TURNS[0], least);

/** How many revolutions were made. @param {number} least @param {number} now @param {(turns: number) => void} choose */
export function turns(least, now, choose) {
  const key = (/** @type {number} */ value) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': String(value === now),
        'aria-label': `${value}${value === TURNS_MOST ? ' or more' : ''} revolutions`,
        onclick: () => choose(value),
      },
      value === TURNS_MOST ? `${value}+` : value,
    );
  return h(
    'div',
    { class: 'turns', role: 'group', 'aria-labelledby': 'turns' },
    h('span', {}, h('span', { id: 'turns' }, least ? `Revolutions, at least ${least}` : 'Revolutions'), h('kbd', {}, '−'), h('kbd', {}, '+')),
    ...TURNS.map(key),
  );
}

/**
 * The reasons for no spin with their clauses; without `chosen` a touch calls it.
 * @param {any[]} list @param {string|null} chosen @param {(reason: string) => void} choose
 */
export function reasons(list, chosen, choose) {
  return list.map((each) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': chosen === null ? null : String(each.reason === chosen),
        onclick: () => choose(each.reason),
      },
      h('span', {}, each.words),
      each.clause ? h('cite', {}, each.clause) : null,
    ),
  );
}

/** The number at rest, in its color. @param {any} card @param {string} label */
export function rest(card, label) {
  const color = card.compartments.find((/** @type {any} */ each) => each.label === label)?.color ?? 'plain';
  return h('p', { class: `rest ${color}` }, h('b', {}, label), h('span', {}, color === 'plain' ? 'at rest' : color));
}

/**
 * Choices in prison that are still open, to be entered on a player's word.
 * @param {any} card @param {any[]} waiting @param {(command: any) => void} choose
 */
export function choosing(card, waiting, choose) {
  if (!waiting.length) return '';
  const button = (/** @type {any} */ { seat, spot }, /** @type {string} */ choice, /** @type {string} */ label) =>
    h(
      'button',
      {
        type: 'button',
        'aria-label': `Seat ${seat}, ${nameOf(card, spot)}: ${label}`,
        onclick: () => choose({ type: 'choose-in-prison', seat, spot, choice }),
      },
      label,
    );
  const line = (/** @type {any} */ each) =>
    h(
      'li',
      {},
      h('span', {}, `Seat ${each.seat} · ${nameOf(card, each.spot)}`),
      h('b', {}, dollars(each.amount)),
      button(each, 'half', 'Half back'),
      button(each, 'leave', 'Leave it'),
    );
  return h(
    'div',
    { class: 'choosing' },
    h('h3', {}, 'Choices in prison ', h('span', { class: 'until' })),
    h('ul', {}, ...waiting.map(line)),
  );
}

/** What is paid to whom, seat by seat. @param {any} card @param {string} title @param {any[]} wagers */
export function payments(card, title, wagers) {
  /** @type {Map<string, any[]>} */
  const seats = new Map();
  for (const each of wagers) {
    const name = each.tip ? 'Tip box' : `Seat ${each.seat}`;
    seats.set(name, [...(seats.get(name) ?? []), each]);
  }
  if (!seats.size) return big('No winners');
  const words = (/** @type {any} */ { amount, spot, winnings = 0, returned = 0 }) =>
    `${dollars(amount)} on ${nameOf(card, spot)} ${winnings ? `wins ${dollars(winnings)}` : `keeps ${dollars(returned)}`}`;
  const line = (/** @type {[string, any[]]} */ [name, list]) => {
    const total = list.reduce((sum, each) => sum + (each.winnings ?? 0), 0);
    return h(
      'li',
      {},
      h('strong', {}, name),
      total ? h('b', {}, dollars(total)) : h('em', {}, 'nothing to pay'),
      h('span', {}, list.map(words).join(' · ')),
    );
  };
  const sorted = [...seats].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  return h('div', { class: 'payments' }, h('h3', {}, title), h('ul', {}, ...sorted.map(line)));
}

/** What stands in the way of play, with its clauses. @param {{message: string, clause: string|null}[]} found */
export const obstacles = (found) =>
  h('ul', { class: 'hearing' }, ...found.map((each) => h('li', {}, ...cited(each.message, each.clause))));

/** How much stands on the layout. @param {any[]} wagers */
export function onLayout(wagers) {
  const total = wagers.reduce((sum, each) => sum + each.amount, 0);
  return quiet(`${wagers.length} ${wagers.length === 1 ? 'wager' : 'wagers'} on the layout, ${dollars(total)} in all.`);
}

/**
 * Which players their terminals will not tell of the call, so that the dealer calls to them aloud.
 * @param {any} card @param {any[]} seats @param {any[]} presence
 */
export function hearing(card, seats, presence) {
  if (!card.electronic) return '';
  const at = new Map(presence.map((each) => [each.seat, each]));
  const people = seats.filter((each) => !isBot(card, each.player));
  const deaf = people.filter(({ seat }) => !at.get(seat)?.connected || !at.get(seat)?.audio);
  if (!people.length) return '';
  if (!deaf.length) {
    const all = people.length === 1 ? 'The one terminal' : `All ${people.length} terminals`;
    return h('p', { class: 'hearing' }, `${all} will show and sound the call.`);
  }
  const line = (/** @type {any} */ { seat }) =>
    at.get(seat)?.connected
      ? h('li', {}, `Seat ${seat}: no sound`)
      : h('li', {}, `Seat ${seat}: no terminal`);
  return h(
    'div',
    { class: 'hearing' },
    h('p', {}, 'Call aloud to these players too:'),
    h('ul', {}, ...deaf.map(line)),
  );
}
