// @ts-check
/** The player's terminal: connects the table's events to the elements, and the player's actions to commands. */
import { all } from '../core/checked.js';
import { api, tableInPath } from '../core/api.js';
import { Announcer } from '../core/announce.js';
import { audio } from '../core/audio.js';
import { t } from '../core/language.js';
import { Link } from '../core/link.js';
import { Pane } from '../core/pane.js';
import { isOpen } from '../core/phases.js';
import { html } from '../core/svg.js';
import { changesOf, ownSeat, seatOf, Store } from '../core/store.js';
import { inLanguage } from '../ui/card-words.js';
import '../ui/cr-board.js';
import '../ui/cr-figures.js';
import '../ui/cr-limits.js';
import '../ui/cr-phase.js';
import '../ui/cr-prison.js';
import '../ui/cr-rack.js';
import '../ui/cr-results.js';
import '../ui/cr-seat.js';
import '../ui/cr-slip.js';
import '../ui/cr-toasts.js';
import '../ui/cr-track.js';
import '../ui/cr-wheel.js';
import { byId as part, control, only } from '../ui/markup.js';
import { Acts } from './terminal-acts.js';
import { Dialogs } from './terminal-dialogs.js';
import { showCard } from './terminal-card.js';
import { Net } from './terminal-net.js';
import { Play } from './terminal-play.js';
import { refusalOf, remedy } from './terminal-refusals.js';
import { Repeat } from './terminal-repeat.js';
import { Seating } from './terminal-seating.js';
import { SessionClock } from './terminal-session.js';
import { Spoken } from './terminal-spoken.js';
import { standing, wealth } from './terminal-standing.js';
import { Stage } from './stage.js';
import { EventPresenter } from './terminal-events.js';
import { TableView } from './terminal-view.js';

/** The lobby's link to a table ends in this. */
const SIT = '#sit';

const pane = new Pane();
const number = tableInPath();
const [session, card] = await Promise.all([api.session(), api.get(`/tables/${encodeURIComponent(number)}`).then(inLanguage)]).catch((error) => {
  part('lost-words').replaceChildren(`${error.message} `, html('a', { href: '/', target: '_top' }, t('play.all-tables')));
  part('lost-again').hidden = true;
  part('lost').hidden = false;
  return /** @type {Promise<never>} */ (new Promise(() => {}));  // never resolves: without a table there is nothing to play
});
if (!session) pane.go(`/sign-in?next=${encodeURIComponent(pane.address)}`);

const store = new Store();
const link = new Link({ table: number, store, seat: session?.seat ?? null });
const announcer = new Announcer({
  banner: part('banner'), caption: part('caption'), polite: part('live-polite'), assertive: part('live-assertive'),
  report: (said) => link.say(said),
  prefix: pane.held ? `${t('play.table-number', { number })}: ` : '',
});
const board = only('cr-board'), track = only('cr-track'), wheel = only('cr-wheel'), phase = only('cr-phase'), results = only('cr-results');
const slip = only('cr-slip'), rack = only('cr-rack'), seat = only('cr-seat'), prison = only('cr-prison'), toasts = only('cr-toasts');
const dialog = control('dialog', HTMLDialogElement);
/** The last spot aimed at. */
const aim = { spot: '' };
const colors = new Map(card.compartments.map((each) => [each.label, each.color]));

const play = new Play({
  store, link,
  storage: {
    load: async () => (await api.get(`/favorites?wheel=${encodeURIComponent(card.wheel)}`)).layouts,
    keep: async (layouts) => (await api.post('/favorites', { wheel: card.wheel, layouts })).layouts,
  },
  sending: ({ type }) => {
    if (!repeat.asking && type !== 'choose-in-prison') repeat.stop(t('play.you-changed-something'));
  },
  done: (command) => {
    if (['place-wager', 'change-wagers', 'rebet'].includes(command.type)) audio.play('chip');
  },
  refused: (command, answer) => {
    audio.play('refuse');
    const placed = changesOf(command).filter(({ amount }) => amount > 0), one = command.type === 'place-wager';
    for (const { spot, amount, color } of placed) {
      const layer = card.spots[spot]?.parts > 1 ? track.chips : board.chips;
      layer.bounce({ seat: seatOf(command), spot, amount, color: color || ownSeat(store.state)?.color || '' }, rack);
    }
    const title = answer.outcome === 'unanswered' ? t('play.not-confirmed') : one ? t('play.chip-returned') : t('play.not-done');
    const refusal = refusalOf(card, command, answer);
    if (seat.isOpen) seat.refuse(refusal);
    else if (!dialog.open) toasts.refusal(refusal, title, remedy(command, answer, { card, play, value: ownSeat(store.state)?.value ?? 0 }));
    announcer.tell(`${title}. ${refusal.message}`, true);
    if (command.type === 'choose-in-prison') prison.reopen();
  },
});
const repeat = new Repeat({
  rebet: () => play.rebet(),
  changed: () => table.drawActs(),
  ended: (words) => {
    toasts.show({ title: t('play.your-bets-are-no-longer-repeated'), message: words, tone: 'info' });
    announcer.tell(t('play.repeat-ended-because', { words }));
  },
});
const clock = new SessionClock({
  meter: part('session-meter'), time: part('session-time'), net: part('session-net'),
  ask: () => api.get(`/tables/${encodeURIComponent(number)}/play`),
});
/** @type {Dialogs} */
const dialogs = new Dialogs({
  dialog, card, play, session: clock,
  state: () => ({ own: ownSeat(store.state), round: store.state.table.round, settled: store.state.last?.round ?? 0, locked: table.locked() }),
});
const spoken = new Spoken({ card, slip, toasts, announcer });
const acts = new Acts({
  place: part('acts'), why: part('acts-why'),
  run: {
    undo: () => play.undo(), clear: () => play.clear(), double: () => play.double(), rebet: () => play.rebet(),
    repeat: () => (repeat.progress ? repeat.stop(t('play.you-ended-it')) : dialogs.repeat(standing(store.state, card).staked, (order) => repeat.start(order, standing(store.state, card)))),
    layouts: () => dialogs.layouts(), called: () => dialogs.called(rack.stake('')?.amount || ownSeat(store.state)?.value || 0), spoken: () => dialogs.spoken(aim.spot),
    tip: () => {
      play.tip = !play.tip;
      document.querySelector('[data-act="tip"]')?.setAttribute('aria-pressed', String(play.tip));
    },
  },
  tell: tellLocked,
});
const stage = new Stage((happening, scene, signal) => presenter.perform(happening, scene, signal), (state) => table.draw(state), (now) => isOpen(now, card));
const presenter = new EventPresenter({ card, board, track, wheel, toasts, announcer, seat: () => ownSeat(store.state)?.seat ?? null, balance: part('balance') });
/** @type {TableView} */
const table = new TableView({ phase, board, track, prison, results, rack, seat, slip }, { store, session, card, colors, pane, play, repeat, acts, dialogs, presenter });
const seating = new Seating({ session, card, store, play, seat, board, toasts });

showCard(card, { slip, rack, seat, board, track, wheel, results, value: () => ownSeat(store.state)?.value || card.chip_values[0] || 100 });
listen();
new Net({ link, pane, short: part('net-words'), plate: part('lost'), words: part('lost-words'), again: part('lost-again') });
if (session?.role === 'player') play.load().catch(() => {}); // the table works without them
link.open();

/** @param {string} words */
function tellLocked(words) {
  toasts.show({ title: t('play.not-now'), message: words, tone: 'info' });
  announcer.tell(words);
}

function listen() {
  store.watch(({ topics, happened, snapshot, before, state }) => {
    if (['table', 'seats', 'wagers', 'choose', 'pace', 'you'].some((topic) => topics.has(topic))) table.drawNow(state);
    if (session?.role === 'player' && (snapshot || wealth(state) !== wealth(before))) clock.refresh();
    if (snapshot) {
      if (location.hash === SIT) seating.arrive(state);
      spoken.show(state, null);
      presenter.settle(state);
      stage.reset(state);
      return;
    }
    for (const happening of happened) {
      presenter.call(happening, state);
    }
    if (topics.has('spoken')) spoken.show(state, happened);
    const waits = !stage.busy;
    if (happened.length || topics.has('table') || topics.has('seats') || topics.has('wagers') || topics.has('choose')) {
      stage.push({ state, happened });
      if (waits && topics.has('wagers')) return; // the stage draws them too
    } else if (topics.has('you')) table.draw(stage.busy ? table.shown : state);
    if (topics.has('pending')) table.drawWagers();
  });
  link.onBye(({ reason }) => toasts.show({ title: t('play.connection'), message: reason, tone: 'info' }));
  audio.addEventListener('state', () => {
    drawSound();
    link.say({ type: 'audio', ready: audio.state !== 'locked' });
  });
  link.addEventListener('state', () => link.condition !== 'open' && repeat.stop(t('play.the-connection-was-lost')));
  document.addEventListener('visibilitychange', () => document.hidden && repeat.stop(t('play.you-left-this-page')));
  link.addEventListener('state', () => link.state === 'open' && link.say({ type: 'audio', ready: audio.state !== 'locked' }));
  for (const place of [board, track]) {
    place.addEventListener('cr-bet', (event) => bet(event.detail));
    place.addEventListener('cr-move', (event) => play.move(event.detail.spot, event.detail.to));
  }
  track.addEventListener('cr-aim', (event) => board.light(event.detail.figures?.numbers ?? []));
  board.addEventListener('cr-aim', (event) => {
    aim.spot = event.detail.spot ?? aim.spot;
    only('cr-figures').aim(event.detail.spot);
  });
  slip.addEventListener('cr-typed', (event) => typed(event.detail));
  slip.addEventListener('cr-locked', () => tellLocked(table.locked()));
  slip.addEventListener('cr-take', (event) => play.take(event.detail.wager));
  rack.addEventListener('cr-chip', () => audio.play('select'));
  prison.addEventListener('cr-due', (event) => announcer.announce({
    call: 'in-prison', round: store.state.table.round, words: t('play.in-prison-your-choice'), spoken: event.detail.words, sound: 'open', urgent: true,
  }));
  prison.addEventListener('cr-choose', (event) => play.send({ type: 'choose-in-prison', seat: ownSeat(store.state)?.seat ?? 0, ...event.detail }));
  seat.addEventListener('cr-join', (event) => seating.join(event.detail));
  document.addEventListener('cr-buy-more', () => seat.open());
  part('sit').addEventListener('click', () => {
    audio.unlock();
    seat.open();
  });
  part('sound').addEventListener('click', async () => {
    if (audio.state === 'locked') await audio.unlock();
    else audio.mute(audio.state === 'ready');
  });
  part('menu-open').addEventListener('click', () => dialogs.menu({ seated: Boolean(ownSeat(store.state)), leave: () => seating.leave(), held: pane.held }));
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-act], [data-show]') : null;
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset.show) view(button.dataset.show);
    else if (button.dataset.act === 'rounds') dialogs.rounds();
    else if (button.dataset.act === 'counts') dialogs.counts();
    else if (part('acts').contains(button)) acts.act(button.dataset.act ?? '');
  });
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    view('layout');
    board.focusSpot();
  });
  document.addEventListener('keydown', shortcut);
  // A reloaded page is silent until a gesture: use any, because calls must be audible.
  for (const gesture of ['click', 'keydown']) {
    document.addEventListener(gesture, () => ownSeat(store.state) && audio.state === 'locked' && audio.unlock(), { capture: true });
  }
  pane.addEventListener('gesture', () => ownSeat(store.state) && audio.state === 'locked' && audio.unlock());
  pane.addEventListener('money', () => clock.refresh());
  drawSound();
}

/** @param {{spot: string, take: boolean}} asked */
function bet({ spot, take }) {
  const stake = ownSeat(store.state)?.value ? rack.stake(spot) : null;
  if (!stake) seat.open();
  else if (take) play.takeBack(spot, stake);
  else play.place(spot, stake);
}

/** A refused line stays in the field for editing. @param {{spot: string, stake: number | null, text: string}} asked */
async function typed({ spot, stake, text }) {
  const chosen = rack.stake(card.printed[spot.toLowerCase()] ?? spot);
  if (!chosen) seat.open();
  else if ((await play.place(spot, stake === null ? chosen : { ...chosen, amount: stake })).outcome === 'done') return;
  slip.mend(text);
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  const field = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
  if (field || event.ctrlKey || event.metaKey || event.altKey) return;
  if (ownSeat(store.state) && acts.key(event.key)) event.preventDefault();
  else if (event.key === '/') {
    view('info');
    slip.focusInput();
  } else if (event.key === '+' || event.key === '=') rack.step(1);
  else if (event.key === '-') rack.step(-1);
  else return;
  event.preventDefault();
}

/** Selects the part that a phone shows. @param {string} name */
function view(name) {
  document.body.dataset.view = name;
  for (const tab of all(document, '[data-show]')) {
    tab.setAttribute('aria-pressed', String(tab.dataset.show === name));
  }
}

function drawSound() {
  const button = part('sound'), state = audio.state;
  button.setAttribute('aria-pressed', String(state === 'ready'));
  button.title = { locked: t('play.sound-is-off-touch-to-turn'), ready: t('play.sound-is-on'), muted: t('play.sound-is-muted-only-calls-are') }[state];
  document.body.dataset.audio = state;
}
