// @ts-check
/** The tournaments of the house, with the links for each role. */
import { api, ApiError } from '../core/api.js';
import { t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-masthead.js';
import { byId, fill, say } from '../ui/markup.js';
import { stageName } from '../ui/tournament-words.js';

/** @typedef {{id: string, title: string, house: string, stage: string, entries: number}} Line */

const RUNNING = ['tournament-director', 'dealer', 'accountant', 'key-manager', 'regulator', 'surveillance', 'pit-supervisor'];
const masthead = /** @type {import('../ui/cr-masthead.js').CrMasthead} */ (document.querySelector('cr-masthead'));

/** @param {Line} line @param {string} role */
function row(line, role) {
  const id = encodeURIComponent(line.id);
  return h(
    'li',
    { class: 'panel', 'data-tournament': line.id },
    h('div', {}, h('h2', {}, line.title), h('p', { class: 'muted' }, `${line.house} · ${stageName(line.stage)} · ${t('tournament.entries-count', { entries: line.entries })}`)),
    h(
      'p',
      { class: 'ways' },
      RUNNING.includes(role) ? h('a', { class: 'button is-main', href: `/director/${id}` }, role === 'tournament-director' ? t('tournament.direct') : role === 'dealer' ? t('tournament.deal') : t('tournament.look-at-the-books')) : null,
      h('a', { class: RUNNING.includes(role) ? 'button' : 'button is-main', href: `/tournament/${id}` }, role === 'player' && line.stage !== 'closed' ? t('tournament.play') : t('tournament.places-and-rules')),
      h('a', { class: 'button is-ghost', href: `/hall/${id}` }, t('tournament.hall-screen')),
    ),
  );
}

async function look() {
  const role = masthead.session?.role ?? '';
  try {
    const { tournaments } = await api.get('/tournaments');
    if (tournaments.length) masthead.house = tournaments[0].house;
    say(byId('said'), tournaments.length ? '' : t('tournament.there-is-no-tournament-yet'));
    fill(byId('ways'), role === 'tournament-director' ? h('a', { class: 'button is-main', href: '/director' }, t('tournament.set-up-a-tournament')) : null);
    const ended = (/** @type {Line} */ line) => Number(line.stage === 'closed');
    const sorted = tournaments.toReversed().toSorted((one, other) => ended(one) - ended(other)); // the newest first, closed ones last
    fill(byId('list'), ...sorted.map((line) => row(line, role)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(byId('said'), error.message);
  }
}

masthead.addEventListener('session', look);
look();
