// @ts-check
// Figures of a table: the day, the dealers, and how often each compartment came. They describe and predict nothing.
import { dollars } from '../core/money.js';
import { html as h, svg } from '../core/svg.js';
import { api, ask } from './console.js';

/** Of the drawing, about as wide as it is shown, so that its figures can be read. */
const WIDTH = 490;
const HEIGHT = 92;
const share = (/** @type {number|null} */ value) =>
  value === null ? '–' : `${(value * 100).toFixed(1)} %`.replace('-', '−');
const rate = (/** @type {number|null} */ value) => (value === null ? '–' : value.toFixed(1));

/** @param {any} card @param {any} view */
export async function figures(card, view) {
  const path = `/tables/${encodeURIComponent(card.number)}/report`;
  const [days, shifts] = await Promise.all([
    ask(() => api.get(`${path}?by=day`)),
    ask(() => api.get(`${path}?by=shift`)),
  ]);
  const today = days.body?.rows.at(-1);
  return [
    wheel(card, view.results ?? []),
    today ? day(today) : h('p', { class: 'quiet' }, days.message ?? 'No day on record yet.'),
    shifts.body?.rows.length ? dealers(shifts.body.rows) : '',
  ];
}

/** @param {any} row */
function day(row) {
  const facts = [
    ['Win', dollars(row.win)],
    ['Drop', dollars(row.drop)],
    ['Hold', share(row.hold)],
    ['Rounds', row.rounds],
    ['Rounds/h', rate(row.rounds_per_hour)],
    ['Fills', dollars(row.fills)],
    ['Credits', dollars(row.credits)],
    ['Corrections', dollars(row.corrections)],
    ['Tips', dollars(row.tips)],
    ['No spins', row.no_spins],
    ['Disputes', row.disputes],
    ['Refused', row.refused],
  ];
  return h(
    'section',
    { 'aria-label': 'The day' },
    h('h3', {}, `Day ${row.day}${row.counted ? '' : ', still open, at the books'}`),
    h(
      'dl',
      { class: 'facts' },
      ...facts.map(([name, value]) => h('div', {}, h('dt', {}, String(name)), h('dd', {}, String(value)))),
    ),
  );
}

/** The shifts added up by dealer. @param {any[]} rows */
function dealers(rows) {
  /** @type {Map<string, {rounds: number, ms: number, drop: number, win: number, noSpins: number}>} */
  const sums = new Map();
  for (const row of rows) {
    const sum = sums.get(row.dealer) ?? { rounds: 0, ms: 0, drop: 0, win: 0, noSpins: 0 };
    sums.set(row.dealer, {
      rounds: sum.rounds + row.rounds,
      ms: sum.ms + row.open_ms,
      drop: sum.drop + row.drop,
      win: sum.win + row.win,
      noSpins: sum.noSpins + row.no_spins,
    });
  }
  const cell = (/** @type {string|number} */ text) => h('td', {}, text);
  return h(
    'section',
    { 'aria-label': 'Dealers' },
    h('h3', {}, 'Dealers at this table'),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Dealers at this table' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...['Dealer', 'Rounds', 'Rounds/h', 'No spins', 'Drop', 'Win', 'Hold'].map((each) =>
              h('th', { scope: 'col' }, each),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          ...[...sums].map(([name, sum]) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, name),
              cell(sum.rounds),
              cell(sum.ms ? (sum.rounds / (sum.ms / 3_600_000)).toFixed(1) : '–'),
              cell(sum.noSpins),
              cell(dollars(sum.drop)),
              cell(dollars(sum.win)),
              cell(share(sum.drop ? sum.win / sum.drop : null)),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * How often each label came, in the order of the wheel, beside what is equally likely.
 * @param {any} card @param {string[]} results
 */
function wheel(card, results) {
  const labels = /** @type {string[]} */ ([...new Set(card.compartments.map((/** @type {any} */ each) => each.label))]);
  const color = Object.fromEntries(card.compartments.map((/** @type {any} */ each) => [each.label, each.color]));
  const stops = (/** @type {string} */ label) =>
    card.compartments.filter((/** @type {any} */ each) => each.label === label).length;
  const count = (/** @type {string} */ label) => results.filter((each) => each === label).length;
  const most = Math.max(3, ...labels.map(count));
  const step = WIDTH / labels.length;
  const bars = labels.flatMap((label, index) => {
    const came = count(label);
    const x = index * step;
    const expected = (results.length * stops(label)) / card.compartments.length;
    const top = HEIGHT - (came / most) * (HEIGHT - 16);
    return [
      svg('rect', { class: `bar ${color[label]}`, x: x + 1.5, y: top, width: step - 3, height: HEIGHT - top }),
      svg('line', {
        class: 'expected',
        x1: x,
        x2: x + step,
        y1: HEIGHT - (expected / most) * (HEIGHT - 16),
        y2: HEIGHT - (expected / most) * (HEIGHT - 16),
      }),
      came ? svg('text', { class: 'count', x: x + step / 2, y: top - 3, 'text-anchor': 'middle' }, String(came)) : '',
      svg('text', { class: 'label', x: x + step / 2, y: HEIGHT + 14, 'text-anchor': 'middle' }, label),
    ];
  });
  const shares = ['red', 'black', 'green']
    .map((each) => [each, results.filter((label) => color[label] === each).length])
    .filter(([, number]) => number);
  return h(
    'section',
    { 'aria-label': 'Wheel' },
    h('h3', {}, `Wheel, last ${results.length} ${results.length === 1 ? 'result' : 'results'}`),
    results.length
      ? svg(
          'svg',
          {
            class: 'wheel-bars',
            viewBox: `0 0 ${WIDTH} ${HEIGHT + 20}`,
            role: 'img',
            'aria-label': labels
              .filter(count)
              .map((label) => `${label}: ${count(label)}`)
              .join(', '),
          },
          ...bars,
        )
      : h('p', { class: 'quiet' }, 'No results yet.'),
    h(
      'p',
      { class: 'quiet' },
      shares.map(([name, number]) => `${name} ${number}`).join(' · '),
      shares.length ? '. ' : '',
      'In the order of the wheel; the line is what equal chances give. Past results say nothing about the next.',
    ),
  );
}
