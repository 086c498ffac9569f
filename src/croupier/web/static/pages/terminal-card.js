// @ts-check
/** What a terminal shows of its table's card, once. */
import { t } from '../core/language.js';
import { countIn } from '../core/money.js';
import { html } from '../core/svg.js';
import { tipWords } from '../ui/card-words.js';
import { byId as part, only } from '../ui/markup.js';
import { postedWords } from '../ui/posted-text.js';

/** Maximum ratio of width to height of a layout with many outside rows, which gets more of the page's height. */
const TALL = 2.2;
/** More buttons than this take two rows. */
const ACTS_IN_A_ROW = 6;

/**
 * @typedef {object} CardParts
 * @property {import('../ui/cr-slip.js').CrSlip} slip
 * @property {import('../ui/cr-rack.js').CrRack} rack
 * @property {import('../ui/cr-seat.js').CrSeat} seat
 * @property {import('../ui/cr-board.js').CrBoard} board
 * @property {import('../ui/cr-track.js').CrTrack} track
 * @property {import('../ui/cr-wheel.js').CrWheel} wheel
 * @property {import('../ui/cr-results.js').CrResults} results
 * @property {() => number} value of one chip of the player's own
 */

/** Afterwards the page shows everything that does not change while the table is open. @param {Service.Card} card @param {CardParts} parts */
export function showCard(card, { slip, rack, seat, board, track, wheel, results, value }) {
  countIn(card.currency);
  document.title = t('play.table', { number: card.number, title: card.title });
  document.body.dataset.wheel = card.wheel;
  document.body.classList.toggle('has-track', Boolean(card.replica));
  document.body.classList.toggle('is-flat', card.flat);
  document.body.classList.toggle('is-tall', !card.flat && card.landscape.width < TALL * card.landscape.height);
  part('table-number').textContent = card.number;
  part('table-kind').textContent = card.title;
  part('demonstration').hidden = !card.demonstration;
  part('tab-track').hidden = !card.replica;
  part('track-panel').hidden = !card.replica;
  const tips = card.tip_wagers ? tipWords(card.tip_wager_max, card.tip_restriction) : t('play.not-accepted');
  part('tip-restriction').textContent = tips;
  showSigns(card);
  showStops(card);
  for (const element of [only('cr-limits'), only('cr-signs'), only('cr-figures'), slip, rack, seat]) element.card = card;
  board.card = card;
  track.card = card;
  wheel.spun = card.spun;
  wheel.compartments = card.compartments;
  results.compartments = card.compartments;
  document.querySelector('[data-act="spoken"]')?.toggleAttribute('hidden', !card.verbal_clause);
  document.querySelector('[data-act="called"]')?.toggleAttribute('hidden', !card.called);
  document.querySelector('[data-act="repeat"]')?.toggleAttribute('hidden', !card.repeats);
  part('acts').classList.toggle('is-many', part('acts').querySelectorAll('[data-act]:not([hidden])').length > ACTS_IN_A_ROW);
  board.chips.value = value;
  track.chips.value = value;
}

/** Signs that must be visible at the table, other than the limits and the demonstration sign, which always are. @param {Service.Card} card */
function showSigns(card) {
  const elsewhere = /^(limits|tips)/;
  const texts = card.signs.filter(({ said: [first] }) => !elsewhere.test(first?.code ?? '')).map((sign) => postedWords(sign.said, sign.text));
  part('sign-strip').hidden = !texts.length;
  part('sign-strip').textContent = texts.join(' ');
}

/** Below the boxes of a Big Six layout: the number of stops of each insignia. @param {Service.Card} card */
function showStops(card) {
  const flat = card.flat, stops = part('stops');
  stops.hidden = !flat;
  if (!flat) return;
  stops.replaceChildren(...card.landscape.boxes.map((box) => {
    const count = card.compartments.filter((each) => each.label === box.label).length;
    return html('li', {}, html('b', {}, count), ` ${t('play.of-stops', { stops: card.compartments.length })}`);
  }));
}
