// @ts-check
// Figures of a table: the day, the dealers, how often each compartment came, and whether that speaks against the wheel.
// They describe and predict nothing; what they conclude is the service's.
import { dollars } from '../core/money.js';
import { html as h, svg } from '../core/svg.js';
import { moment } from '../ui/words.js';
import { api, ask } from './console.js';

/** Of the drawing, about as wide as it is shown, so that its figures can be read. */
const WIDTH = 490;
const HEIGHT = 92;
/** Which numbers the service counts, and how that is called. */
const SPANS = [
  ['all', 'all on record'],
  ['opening', 'since the opening'],
  ['last', 'the last 100'],
];
/** What was chosen last, for every table. */
let span = 'all';
const whole = new Intl.NumberFormat('en-US');
const share = (/** @type {number|null} */ value) =>
  value === null ? '–' : `${(value * 100).toFixed(1)} %`.replace('-', '−');
const rate = (/** @type {number|null} */ value) => (value === null ? '–' : value.toFixed(1));

/** @param {any} card */
export async function figures(card) {
  const path = `/tables/${encodeURIComponent(card.number)}`;
  const [spins, days, shifts] = await Promise.all([
    ask(() => api.get(`${path}/wheel?span=${span}`)),
    ask(() => api.get(`${path}/report?by=day`)),
    ask(() => api.get(`${path}/report?by=shift`)),
  ]);
  const today = days.body?.rows.at(-1);
  return [
    wheel(card, spins),
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
 * How often each label came, in the order of the wheel, beside what is equally likely, and what the monitor says.
 * @param {any} card @param {{body: any, message: string}} asked
 */
function wheel(card, asked) {
  const told = h('div', { class: 'stack' }, ...spun(card, asked));
  const choose = h(
    'select',
    {
      class: 'input',
      onchange: async (/** @type {any} */ event) => {
        span = event.target.value;
        const path = `/tables/${encodeURIComponent(card.number)}/wheel?span=${span}`;
        told.replaceChildren(...spun(card, await ask(() => api.get(path))));
      },
    },
    ...SPANS.map(([value, words]) => h('option', { value, selected: value === span }, words)),
  );
  return h(
    'section',
    { 'aria-label': 'Wheel' },
    h('h3', {}, 'Wheel'),
    h('label', { class: 'field spin-span' }, h('span', {}, 'Numbers counted'), choose),
    told,
  );
}

/** @param {any} card @param {{body: any, message: string}} asked */
function spun(card, { body, message }) {
  if (!body) return [h('p', { class: 'quiet' }, message)];
  const { counts, spins, since, until, monitor } = body;
  const color = Object.fromEntries(card.compartments.map((/** @type {any} */ each) => [each.label, each.color]));
  const shares = ['red', 'black', 'green']
    .map((name) => [
      name,
      counts
        .filter((/** @type {any} */ each) => color[each.label] === name)
        .reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.count, 0),
    ])
    .filter(([, number]) => number);
  return [
    spins
      ? h(
          'p',
          { class: 'quiet' },
          `${whole.format(spins)} ${spins === 1 ? 'spin' : 'spins'}, ${moment(since)} to ${moment(until)}. `,
          shares.map(([name, number]) => `${name} ${whole.format(number)}`).join(' · '),
        )
      : h('p', { class: 'quiet' }, 'No results yet.'),
    spins ? bars(counts, color) : '',
    monitor
      ? h('p', { class: monitor.alarm ? 'wheel-alarm' : 'quiet' }, h('b', {}, 'Monitor of the whole record. '), monitor.words)
      : '',
    h(
      'p',
      { class: 'quiet' },
      'In the order of the wheel; the line is what equal chances give. Past results say nothing about the next.',
    ),
  ];
}

/** @param {{label: string, count: number, expected: number}[]} counts @param {Record<string, string>} color */
function bars(counts, color) {
  const most = Math.max(3, ...counts.map((each) => Math.max(each.count, each.expected)));
  const step = WIDTH / counts.length;
  const height = (/** @type {number} */ value) => HEIGHT - (value / most) * (HEIGHT - 16);
  const small = most > 99;
  const drawn = counts.flatMap(({ label, count, expected }, index) => {
    const x = index * step, top = height(count);
    return [
      svg('rect', { class: `bar ${color[label]}`, x: x + 1.5, y: top, width: step - 3, height: HEIGHT - top }),
      svg('line', { class: 'expected', x1: x, x2: x + step, y1: height(expected), y2: height(expected) }),
      count && !small ? svg('text', { class: 'count', x: x + step / 2, y: top - 3, 'text-anchor': 'middle' }, String(count)) : '',
      svg('text', { class: 'label', x: x + step / 2, y: HEIGHT + 14, 'text-anchor': 'middle' }, label),
    ];
  });
  return svg(
    'svg',
    {
      class: 'wheel-bars',
      viewBox: `0 0 ${WIDTH} ${HEIGHT + 20}`,
      role: 'img',
      'aria-label': counts
        .filter((each) => each.count)
        .map((each) => `${each.label}: ${each.count}`)
        .join(', '),
    },
    ...drawn,
  );
}
