// @ts-check
// Figures of a table: the day, the dealers, how often each compartment came up, and the evidence against the wheel.
// They only describe; all conclusions come from the service.
import { moment } from '../core/clock.js';
import { fit } from '../core/fit.js';
import { language, number, t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { html as h, svg } from '../core/svg.js';
import { colorName, decimal, percent } from '../ui/display-format.js';
import { api, ask } from './console.js';

/** The width of the drawing, close to its displayed width, so that its figures are readable. */
const WIDTH = 490;
const HEIGHT = 92;
/** Which numbers the service counts, with labels. */
const SPANS = /** @type {[string, string][]} */ ([
  ['all', t('pit.all-on-record')],
  ['opening', t('pit.since-the-opening')],
  ['last', t('pit.the-last-100')],
]);
/** The numbers that were chosen last, for all tables. @typedef {{span: string}} Choice */

const share = (/** @type {number|null} */ value) => (value === null ? '–' : percent(value, 1));
const rate = (/** @type {number|null} */ value) => (value === null ? '–' : decimal(value, 1));

/** @param {Service.Card} card @param {Choice} choice */
export async function figures(card, choice) {
  const path = /** @type {const} */ (`/tables/${encodeURIComponent(card.number)}`);
  const [spins, days, shifts] = await Promise.all([
    ask(() => api.get(`${path}/wheel?span=${choice.span}`)),
    ask(() => api.get(`${path}/report?by=day`)),
    ask(() => api.get(`${path}/report?by=shift`)),
  ]);
  const today = days.body?.rows.at(-1);
  return [
    wheel(card, spins, choice),
    today ? day(today) : h('p', { class: 'quiet' }, days.message ?? t('pit.no-day-on-record-yet')),
    shifts.body?.rows.length ? dealers(shifts.body.rows) : '',
  ];
}

/** @param {Service.ReportRow} row */
function day(row) {
  const facts = [
    [t('pit.win'), dollars(row.win)],
    [t('pit.drop'), dollars(row.drop)],
    [t('pit.hold'), share(row.hold)],
    [t('pit.rounds'), row.rounds],
    [t('pit.rounds-h'), rate(row.rounds_per_hour)],
    [t('pit.fills'), dollars(row.fills)],
    [t('pit.credits'), dollars(row.credits)],
    [t('pit.corrections'), dollars(row.corrections)],
    [t('pit.tips'), dollars(row.tips)],
    [t('pit.no-spins'), row.no_spins],
    [t('pit.disputes'), row.disputes],
    [t('pit.refused'), row.refused],
  ];
  return h(
    'section',
    { 'aria-label': t('pit.the-day') },
    h('h3', {}, row.counted ? t('pit.day', { day: row.day }) : t('pit.day-still-open-at-the-books', { day: row.day })),
    h(
      'dl',
      { class: 'facts' },
      ...facts.map(([name, value]) => h('div', {}, h('dt', {}, String(name)), h('dd', {}, String(value)))),
    ),
  );
}

/** The sums of the shifts by dealer. @param {Service.ReportRow[]} rows */
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
    { 'aria-label': t('pit.dealers') },
    h('h3', {}, t('pit.dealers-at-this-table')),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('pit.dealers-at-this-table') },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...[t('pit.dealer'), t('pit.rounds'), t('pit.rounds-h'), t('pit.no-spins'), t('pit.drop'), t('pit.win'), t('pit.hold')].map((each) =>
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
              cell(rate(sum.ms ? sum.rounds / (sum.ms / 3_600_000) : null)),
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
 * How often each label came up, in wheel order, compared with equal chances, and the monitor's result.
 * @param {Service.Card} card @param {import('./console.js').Asked<Service.WheelFigures>} asked @param {Choice} choice
 */
function wheel(card, asked, choice) {
  const told = h('div', { class: 'stack' }, ...spun(card, asked));
  const choose = h(
    'select',
    {
      class: 'input',
      onchange: async () => {
        choice.span = choose.value;
        told.replaceChildren(...spun(card, await ask(() => api.get(`/tables/${encodeURIComponent(card.number)}/wheel?span=${choice.span}`))));
      },
    },
    ...SPANS.map(([value, words]) => h('option', { value, selected: value === choice.span }, words)),
  );
  return h(
    'section',
    { 'aria-label': t('pit.wheel') },
    h('h3', {}, t('pit.wheel')),
    h('label', { class: 'field spin-span' }, h('span', {}, t('pit.numbers-counted')), choose),
    told,
  );
}

/** @param {Service.Card} card @param {import('./console.js').Asked<Service.WheelFigures>} asked */
function spun(card, asked) {
  if (!asked.done) return [h('p', { class: 'quiet' }, asked.message)];
  const { counts, spins, since, until, monitor } = asked.body;
  const color = Object.fromEntries(card.compartments.map((each) => [each.label, each.color]));
  const shares = ['red', 'black', 'green']
    .map((name) => /** @type {[string, number]} */ ([
      name,
      counts
        .filter((each) => color[each.label] === name)
        .reduce((sum, each) => sum + each.count, 0),
    ]))
    .filter(([, number]) => number);
  return [
    spins
      ? h(
          'p',
          { class: 'quiet' },
          `${t('pit.spins-span', { spins, since: moment(since ?? 0), until: moment(until ?? 0) })} `,
          shares.map(([name, count]) => `${colorName(name)} ${number(count)}`).join(' · '),
        )
      : h('p', { class: 'quiet' }, t('pit.no-results-yet')),
    spins
      ? h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('pit.how-often-each-came-scrollable') }, bars(counts, color))
      : '',
    monitor
      ? h('p', { class: monitor.alarm ? 'wheel-alarm' : 'quiet' }, h('b', {}, `${t('pit.monitor-of-the-whole-record')} `), monitorWords(monitor))
      : '',
    h(
      'p',
      { class: 'quiet' },
      t('pit.in-the-order-of-the-wheel'),
    ),
  ];
}

/** The verdict of the monitor. @param {Service.WheelMonitor} monitor */
function monitorWords({ spins, evidence, peak, threshold, level, alarm, words }) {
  if (language === 'en') return words;
  const figure = (/** @type {number} */ value, places = 2) => number(value, { minimumFractionDigits: places, maximumFractionDigits: places });
  if (!alarm) return t('pit.monitor.calm', { spins, evidence: figure(evidence), peak: figure(peak), threshold: figure(threshold, 0) });
  const { code, facts } = alarm.suspect;
  return t('pit.monitor.alarm', { spin: number(alarm.spin), level: `${figure(level * 100, 0)} %`, suspect: t(`pit.suspect.${code}`, { ...facts, ratio: figure(Number(facts.ratio ?? 1)) }) });
}

/** @param {{label: string, count: number, expected: number}[]} counts @param {Record<string, string>} color */
function bars(counts, color) {
  const most = Math.max(3, ...counts.map((each) => Math.max(each.count, each.expected)));
  const step = WIDTH / counts.length;
  const height = (/** @type {number} */ value) => HEIGHT - (value / most) * (HEIGHT - 16);
  // Adjacent labels are on two lines, so that each may be twice as wide as its bar.
  const told = (/** @type {string} */ kind, /** @type {string} */ words, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ wide) =>
    fit(svg('text', { class: kind, x, y, 'text-anchor': 'middle' }, words), { size: 10.5, wide });
  const drawn = counts.flatMap(({ label, count, expected }, index) => {
    const x = index * step, top = height(count), middle = x + step / 2;
    return [
      svg('rect', { class: `bar ${color[label]}`, x: x + 1.5, y: top, width: step - 3, height: HEIGHT - top }),
      svg('line', { class: 'expected', x1: x, x2: x + step, y1: height(expected), y2: height(expected) }),
      count && most < 100 ? told('bars-count', String(count), middle, top - 3, step - 1) : '',
      told('bars-label', label, middle, HEIGHT + (index % 2 ? 24 : 13), 2 * step - 3),
    ];
  });
  return svg(
    'svg',
    {
      class: 'wheel-bars',
      viewBox: `0 0 ${WIDTH} ${HEIGHT + 30}`,
      role: 'img',
      'aria-label': counts
        .filter((each) => each.count)
        .map((each) => `${each.label}: ${each.count}`)
        .join(', '),
    },
    ...drawn,
  );
}
