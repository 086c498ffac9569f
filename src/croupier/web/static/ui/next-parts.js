// @ts-check
// The parts above the button of the next step; they have no state.
import { language, t } from '../core/language.js';
import { refusalWords } from '../core/refusal.js';
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { cited } from './form.js';
import { colorName, isBot } from './display-format.js';

/** @type {Record<Service.Direction, Service.Direction>} */
export const OTHER = { clockwise: 'counterclockwise', counterclockwise: 'clockwise' };
/** @type {Record<Service.Direction, string>} */
const ARROW = { clockwise: '↻', counterclockwise: '↺' };
const TURNS = [2, 3, 4, 5, 6, 7, 8];
const TURNS_MOST = 8;

/** @param {Service.Card} card @param {string} spot */
const nameOf = (card, spot) => card.spots[spot]?.name ?? spot;

/** A paragraph in small type. @param {...(Node|string)} children */
export const quiet = (...children) => h('p', { class: 'quiet' }, ...children);

/** A prominent sentence. @param {string} words */
export const big = (words) => h('p', { class: 'big-word' }, words);

/**
 * The two directions of the wheel or the ball.
 * @param {'wheel'|'ball'} which @param {Service.Direction} now @param {(direction: Service.Direction) => void} turn
 */
export function direction(which, now, turn) {
  const option = (/** @type {Service.Direction} */ each) =>
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
      h('span', {}, each === 'clockwise' ? t('deal.clockwise') : t('deal.counterclockwise')),
    );
  const id = `direction-${which}`;
  return h(
    'div',
    { class: `direction ${which}` },
    h('span', { class: 'name', id }, which === 'wheel' ? t('deal.wheel') : t('deal.ball')),
    h('div', { role: 'radiogroup', 'aria-labelledby': id }, option('clockwise'), option('counterclockwise')),
  );
}

/** Whether they run in opposite directions, and a button that reverses both. @param {boolean} same @param {() => void} turn */
export function both(same, turn) {
  return h(
    'p',
    { class: same ? 'quiet warn' : 'quiet' },
    same
      ? t('deal.wheel-and-ball-run-the-same')
      : t('deal.opposite-ways-alternating-from-spin-to'),
    h('button', { type: 'button', class: 'textual', onclick: turn }, t('deal.turn-both')),
  );
}

/** The next higher or lower number of revolutions; the minimum if there was none. @param {number} now @param {number} by @param {number} least */
export const turnsBeside = (now, by, least) =>
  now ? Math.min(TURNS_MOST, Math.max(TURNS[0], now + by)) : Math.max(TURNS[0], least);

/** The choice of the number of revolutions. @param {number} least @param {number} now @param {(turns: number) => void} choose */
export function turns(least, now, choose) {
  const key = (/** @type {number} */ value) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': String(value === now),
        'aria-label': value === TURNS_MOST ? t('deal.or-more-revolutions', { value }) : t('deal.revolutions', { value }),
        onclick: () => choose(value),
      },
      value === TURNS_MOST ? `${value}+` : value,
    );
  return h(
    'div',
    { class: 'turns', role: 'group', 'aria-labelledby': 'turns' },
    h('span', {}, h('span', { id: 'turns' }, least ? t('deal.revolutions-at-least', { least }) : t('deal.revolutions-title')), h('kbd', {}, '−'), h('kbd', {}, '+')),
    ...TURNS.map(key),
  );
}

/** The results of trying to remove the ball. */
const FATES = /** @type {[Service.BallFate, string][]} */ ([['removed', t('deal.the-ball-was-removed')], ['came-to-rest', t('deal.the-ball-came-to-rest-first')]]);

/** @typedef {Service.ReasonOnCard & {ball: Service.BallFate}} Fate a reason, and what happened to the ball */

/** A reason with each possible fate of the ball. @param {Service.ReasonOnCard} one @returns {Fate[]} */
export const fates = (one) =>
  one.remove ? FATES.map(([ball, words]) => ({ ...one, ball, words: `${one.words}: ${words}` })) : [{ ...one, ball: '' }];

/** The key of a fate. @param {Fate} fate */
export const nameOfFate = ({ reason, ball }) => `${reason} ${ball}`;

/**
 * The reasons for no spin with clauses and the fates of the ball; without `chosen`, one touch calls it.
 * @param {Service.ReasonOnCard[]} list @param {string|null} chosen
 * @param {(reason: Service.NoSpinReason, ball: Service.BallFate) => void} choose
 */
export function reasons(list, chosen, choose) {
  return list.flatMap(fates).map((each) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': chosen === null ? null : String(nameOfFate(each) === chosen),
        onclick: () => choose(each.reason, each.ball),
      },
      h('span', {}, each.words),
      each.clause ? h('cite', {}, each.clause) : null,
    ),
  );
}

/** The number at rest, in its color. @param {Service.Card} card @param {string} label */
export function rest(card, label) {
  const color = card.compartments.find((each) => each.label === label)?.color ?? 'plain';
  return h('p', { class: `rest ${color}` }, h('b', {}, label), h('span', {}, color === 'plain' ? t('deal.at-rest') : colorName(color)));
}

/**
 * Open choices in prison, which the dealer enters for a player.
 * @param {Service.Card} card @param {Service.SeenChoice[]} waiting @param {(command: Service.ChooseInPrison) => void} choose
 */
export function choosing(card, waiting, choose) {
  if (!waiting.length) return '';
  const button = (/** @type {Service.SeenChoice} */ { seat, spot }, /** @type {Service.Choice} */ choice, /** @type {string} */ label) =>
    h(
      'button',
      {
        type: 'button',
        'aria-label': t('deal.seat-spot-value', { seat, spot: nameOf(card, spot), value: label }),
        onclick: () => choose({ type: 'choose-in-prison', seat, spot, choice }),
      },
      label,
    );
  const line = (/** @type {Service.SeenChoice} */ each) =>
    h(
      'li',
      {},
      h('span', {}, t('deal.seat-and-spot', { seat: each.seat, spot: nameOf(card, each.spot) })),
      h('b', {}, dollars(each.amount)),
      button(each, 'half', t('deal.half-back')),
      button(each, 'leave', t('deal.leave-it')),
    );
  return h(
    'div',
    { class: 'choosing' },
    h('h3', {}, `${t('deal.choices-in-prison')} `, h('span', { class: 'until' })),
    h('ul', {}, ...waiting.map(line)),
  );
}

/** @typedef {Pick<Service.WagerNews, 'seat' | 'spot' | 'amount' | 'tip' | 'winnings' | 'returned'>} Paid */

/** The payments by seat. @param {Service.Card} card @param {string} title @param {Paid[]} wagers */
export function payments(card, title, wagers) {
  /** @type {Map<string, Paid[]>} */
  const seats = new Map();
  for (const each of wagers) {
    const name = each.tip ? t('deal.tip-box') : t('deal.seat-number', { seat: each.seat });
    seats.set(name, [...(seats.get(name) ?? []), each]);
  }
  if (!seats.size) return big(t('deal.no-winners'));
  const words = (/** @type {Paid} */ { amount, spot, winnings = 0, returned = 0 }) =>
    winnings
      ? t('deal.on-wins', { amount: dollars(amount), spot: nameOf(card, spot), won: dollars(winnings) })
      : t('deal.on-keeps', { amount: dollars(amount), spot: nameOf(card, spot), kept: dollars(returned) });
  const line = (/** @type {[string, Paid[]]} */ [name, list]) => {
    const total = list.reduce((sum, each) => sum + (each.winnings ?? 0), 0);
    return h(
      'li',
      {},
      h('strong', {}, name),
      total ? h('b', {}, dollars(total)) : h('em', {}, t('deal.nothing-to-pay')),
      h('span', {}, list.map(words).join(' · ')),
    );
  };
  const sorted = [...seats].sort(([a], [b]) => a.localeCompare(b, language, { numeric: true }));
  return h('div', { class: 'payments' }, h('h3', {}, title), h('ul', {}, ...sorted.map(line)));
}

/** Obstacles to play, with clauses. @param {Service.SeenObstacle[]} found */
export const obstacles = (found) =>
  h('ul', { class: 'hearing' }, ...found.map((each) => h('li', {}, ...cited(refusalWords(each).message, each.clause))));

/** The total on the layout. @param {{amount: number}[]} wagers */
export function onLayout(wagers) {
  const total = wagers.reduce((sum, each) => sum + each.amount, 0);
  return quiet(t('deal.wagers-count', { count: wagers.length, total: dollars(total) }));
}

/**
 * The players whose terminals cannot announce the call, so that the dealer tells them aloud.
 * @param {Service.Card} card @param {Service.SeenSeat[]} seats @param {Service.SeatPresence[]} presence
 */
export function hearing(card, seats, presence) {
  if (!card.electronic) return '';
  const at = new Map(presence.map((each) => [each.seat, each]));
  const people = seats.filter((each) => !isBot(card, each.player));
  const deaf = people.filter(({ seat }) => !at.get(seat)?.connected || !at.get(seat)?.audio);
  if (!people.length) return '';
  if (!deaf.length) {
        return h('p', { class: 'hearing' }, t('deal.terminals-will-announce', { count: people.length }));
  }
  const line = (/** @type {{seat: number}} */ { seat }) =>
    at.get(seat)?.connected
      ? h('li', {}, t('deal.seat-no-sound', { seat }))
      : h('li', {}, t('deal.seat-no-terminal', { seat }));
  return h(
    'div',
    { class: 'hearing' },
    h('p', {}, t('deal.call-aloud-to-these-players-too')),
    h('ul', {}, ...deaf.map(line)),
  );
}
