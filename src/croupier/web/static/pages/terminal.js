// @ts-check
/** The player's terminal: wires the table's news to the elements, and what the player does to commands. */
import { api, tableInPath } from '../core/api.js';
import { Announcer } from '../core/announce.js';
import { audio } from '../core/audio.js';
import { Link } from '../core/link.js';
import { dollars } from '../core/money.js';
import { html } from '../core/svg.js';
import { ownSeat, Store, wagersOf } from '../core/store.js';
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
import { Dialogs } from './terminal-dialogs.js';
import { Play } from './terminal-play.js';
import { Stage } from './terminal-stage.js';
import { lastWin, Story } from './terminal-story.js';

const OPEN = new Set(['betting', 'in-track']);
const SHOWN_RESULT = new Set(['at-rest', 'crowned', 'collected', 'paid']);

/** @param {string} id @returns {any} */
const part = (id) => document.getElementById(id);

const number = tableInPath();
const [session, card] = await Promise.all([api.session(), api.get(`/tables/${encodeURIComponent(number)}`)]).catch((error) => {
  part('lost-words').replaceChildren(`${error.message} `, html('a', { href: '/' }, 'All tables'));
  part('lost-again').hidden = true;
  part('lost').hidden = false;
  return new Promise(() => {});  // without a table there is nothing to play
});
if (!session) location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);

const store = new Store();
const link = new Link({ table: number, store, seat: session?.seat ?? null });
const announcer = new Announcer({
  banner: part('banner'), caption: part('caption'), polite: part('live-polite'), assertive: part('live-assertive'),
  report: (said) => link.say(said),
});
const [board, track, wheel, phase, results, slip, rack, seat, prison, toasts] =
  ['board', 'track', 'wheel', 'phase', 'results', 'slip', 'rack', 'seat', 'prison', 'toasts'].map(part);
const colors = new Map(card.compartments.map((/** @type {any} */ each) => [each.label, each.color]));

const play = new Play({
  store, link, card,
  done: (command) => {
    if (command.type === 'place-wager') audio.play('chip');
  },
  refused: (command, answer) => {
    audio.play('refuse');
    const placing = command.type === 'place-wager';
    if (placing) {
      const own = ownSeat(store.state);
      const layer = command.spot.startsWith('adjacent-') ? track.chips : board.chips;
      layer.bounce({ seat: command.seat, spot: command.spot, amount: command.stake, color: command.color || own?.color || '' }, rack);
    }
    const title = answer.outcome === 'unanswered' ? 'Not confirmed' : placing ? 'Chip returned' : 'Not done';
    const refusal = answer.refusal ?? { message: answer.detail ?? 'The table did not answer.', clause: null };
    if (seat.isOpen) seat.refuse(refusal);
    else if (!part('dialog').open) toasts.refusal(refusal, title);
    announcer.tell(`${title}. ${refusal.message} ${refusal.clause ?? ''}`, true);
    if (command.type === 'choose-in-prison') prison.reopen();
  },
});
const dialogs = new Dialogs({
  dialog: part('dialog'), card, play,
  state: () => ({ own: ownSeat(store.state), round: store.state.table.round, settled: store.state.last?.round ?? 0 }),
});
/** A connection that comes back at once is not worth a word. */
const LOST_MS = 1200;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let losing;
/** The state that is drawn: behind the table's while something is being shown. */
let shown = store.state;
const stage = new Stage((happening, scene) => story.perform(happening, scene), draw);
const story = new Story({ card, board, track, wheel, toasts, announcer, seat: () => ownSeat(store.state)?.seat ?? null, balance: part('balance') });

furnish();
listen();
link.open();

/** What does not change while the table is open. */
function furnish() {
  document.title = `Table ${card.number} · ${card.title}`;
  document.body.dataset.wheel = card.wheel;
  document.body.classList.toggle('has-track', Boolean(card.replica));
  part('table-number').textContent = card.number;
  part('table-kind').textContent = card.title;
  part('demonstration').hidden = !card.demonstration;
  part('tab-track').hidden = !card.replica;
  part('track-panel').hidden = !card.replica;
  part('tip-restriction').textContent = card.tip_wagers ? card.tip_restriction ?? 'accepted' : 'not accepted';
  furnishSigns();
  furnishStops();
  for (const element of [part('limits'), part('signs'), part('figures'), slip, seat]) element.card = card;
  board.card = card;
  track.card = card;
  wheel.kind = card.wheel;
  wheel.compartments = card.compartments;
  results.compartments = card.compartments;
  seat.name = session?.name ?? '';
  const value = () => ownSeat(store.state)?.value || card.chip_values[0] || 100;
  board.chips.value = value;
  track.chips.value = value;
}

/** Signs that must be in view at the table, beside the limits and the demonstration's, which always are. */
function furnishSigns() {
  const elsewhere = /^(Table limits|Limits for|This is a demonstration)/;
  const texts = card.signs.map((/** @type {any} */ sign) => sign.text).filter((/** @type {string} */ text) => !elsewhere.test(text) && text !== card.tip_restriction);
  part('sign-strip').hidden = !texts.length;
  part('sign-strip').textContent = texts.join(' ');
}

/** Under the boxes of a Big Six layout: how many stops of the wheel have each insignia. */
function furnishStops() {
  const flat = card.wheel === 'big-six', stops = part('stops');
  stops.hidden = !flat;
  if (!flat) return;
  stops.replaceChildren(...card.landscape.boxes.map((/** @type {any} */ box) => {
    const count = card.compartments.filter((/** @type {any} */ each) => each.label === box.label).length;
    return html('li', {}, html('b', {}, count), ` of ${card.compartments.length} stops`);
  }));
}

/** @param {import('../core/store.js').State} state */
function draw(state) {
  shown = state;
  const { phase: now, round, result } = state.table, own = ownSeat(state);
  document.body.dataset.phase = store.state.table.phase;
  document.body.dataset.round = String(round);
  document.body.classList.toggle('is-seated', Boolean(own));
  phase.show({ phase: now, round, result: result && SHOWN_RESULT.has(now) ? { label: result, color: String(colors.get(result) ?? 'plain') } : null, note: own || now === 'closed' ? '' : 'You are watching' });
  phase.countdown(OPEN.has(now) ? state.closesAt : null, state.skew);
  board.locked = !OPEN.has(now);
  if (board.chips.seat !== (own?.seat ?? null)) {
    board.seat = own?.seat ?? null;
    track.seat = own?.seat ?? null;
  }
  if (now === 'crowned' || now === 'collected' || now === 'paid') board.crown = result;
  else if (board.crown) board.crown = '';
  board.win = SHOWN_RESULT.has(now) ? result : '';
  results.show(state.table.results);
  rack.show(own?.value ? own : undefined, card.own_chips);
  seat.show({ seats: state.seats, own, fixed: session?.seat ?? null });
  part('sit').hidden = Boolean(own?.value);
  part('sit').textContent = own ? 'Set my chips' : 'Take a seat';
  part('acts').hidden = !own;
  const stacks = Object.values(own?.stacks ?? {});
  part('balance').textContent = own ? dollars(stacks.reduce((sum, each) => sum + each, 0)) : '–';
  part('last-win').textContent = lastWin(state) ? dollars(lastWin(state)) : '–';
  prison.show({
    spots: state.choose, until: state.table.choose_until, skew: state.skew,
    amount: (/** @type {string} */ spot) => play.own.filter((wager) => wager.spot === spot && !wager.imprisoned).reduce((sum, wager) => sum + wager.amount, 0),
    name: (/** @type {string} */ spot) => card.spots[spot]?.name ?? spot,
  });
  story.steady(state);
  drawWagers();
}

/** What stands, with what this terminal has asked for over it. */
function drawWagers() {
  const wagers = wagersOf({ ...shown, pending: store.state.pending }), own = ownSeat(shown)?.seat ?? 0;
  board.show(wagers);
  track.show(wagers);
  const mine = wagers.filter((wager) => wager.seat === own && own);
  slip.show(mine);
  const waiting = mine.filter((wager) => wager.pending === 'placing').reduce((sum, wager) => sum + wager.amount, 0);
  const total = mine.reduce((sum, wager) => sum + wager.amount, 0) - waiting;
  part('total-bet').textContent = waiting ? `${dollars(total)} + ${dollars(waiting)}` : dollars(total);
  part('tab-bets').textContent = mine.length ? String(mine.length) : '';
}

function listen() {
  store.addEventListener('change', (event) => {
    const { topics, happened, snapshot, state } = /** @type {CustomEvent} */ (event).detail;
    document.body.dataset.phase = state.table.phase;
    if (snapshot) {
      story.settle(state);
      stage.reset(state);
      return;
    }
    for (const happening of happened) story.call(happening, state);
    if (happened.length || topics.has('table') || topics.has('seats') || topics.has('wagers') || topics.has('choose')) stage.push({ state, happened });
    else if (topics.has('pace')) {
      shown = { ...shown, closesAt: state.closesAt };
      phase.countdown(OPEN.has(shown.table.phase) ? state.closesAt : null, state.skew);
    } else if (topics.has('you')) draw(stage.busy ? shown : state);
    if (topics.has('pending')) drawWagers();
  });
  link.addEventListener('state', drawLink);
  link.addEventListener('lag', drawLink);
  link.addEventListener('bye', (event) => toasts.show({ title: 'Connection', message: /** @type {CustomEvent} */ (event).detail.reason, tone: 'info' }));
  audio.addEventListener('state', () => {
    drawSound();
    link.say({ type: 'audio', ready: audio.state !== 'locked' });
  });
  link.addEventListener('state', () => link.state === 'open' && link.say({ type: 'audio', ready: audio.state !== 'locked' }));
  for (const place of [board, track]) {
    place.addEventListener('cr-bet', (/** @type {CustomEvent} */ event) => bet(event.detail));
  }
  track.addEventListener('cr-aim', (/** @type {CustomEvent} */ event) => board.light(event.detail.figures?.numbers ?? []));
  board.addEventListener('cr-aim', (/** @type {CustomEvent} */ event) => part('figures').aim(event.detail.spot));
  slip.addEventListener('cr-typed', (/** @type {CustomEvent} */ event) => typed(event.detail));
  slip.addEventListener('cr-take', (/** @type {CustomEvent} */ event) => play.take(event.detail.wager));
  rack.addEventListener('cr-chip', () => audio.play('select'));
  prison.addEventListener('cr-choose', (/** @type {CustomEvent} */ event) => play.send({ type: 'choose-in-prison', seat: ownSeat(store.state)?.seat ?? 0, ...event.detail }));
  seat.addEventListener('cr-sit', (/** @type {CustomEvent} */ event) => {
    audio.unlock();
    play.send({ type: 'take-seat', seat: event.detail.seat, player: session?.name ?? '' });
  });
  seat.addEventListener('cr-chips', (/** @type {CustomEvent} */ event) => play.send({ type: 'set-chips', seat: ownSeat(store.state)?.seat ?? 0, ...event.detail }));
  seat.addEventListener('cr-buy', async (/** @type {CustomEvent} */ event) => {
    const answer = await play.send({ type: 'buy-chips', seat: ownSeat(store.state)?.seat ?? 0, amount: event.detail.amount, funds: 'cash', chips: card.own_chips });
    if (answer.outcome !== 'done') return;
    seat.close();
    board.focusSpot();
  });
  document.addEventListener('cr-buy-more', () => seat.open());
  part('sit').addEventListener('click', () => {
    audio.unlock();
    seat.open();
  });
  part('sound').addEventListener('click', async () => {
    if (audio.state === 'locked') await audio.unlock();
    else audio.mute(audio.state === 'ready');
  });
  part('lost-again').addEventListener('click', () => link.open());
  part('menu-open').addEventListener('click', () => dialogs.menu({
    seated: Boolean(ownSeat(store.state)),
    leave: () => play.send({ type: 'leave-seat', seat: ownSeat(store.state)?.seat ?? 0 }),
  }));
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-act], [data-show]') : null;
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset.show) view(button.dataset.show);
    else act(button.dataset.act ?? '');
  });
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    view('layout');
    board.focusSpot();
  });
  document.addEventListener('keydown', shortcut);
  // A page that was loaded anew is silent until a gesture: any will do, for calls must be heard.
  for (const gesture of ['click', 'keydown']) {
    document.addEventListener(gesture, () => ownSeat(store.state) && audio.state === 'locked' && audio.unlock(), { capture: true });
  }
  drawSound();
}

/** @param {{spot: string, take: boolean}} asked */
function bet({ spot, take }) {
  const own = ownSeat(store.state), choice = rack.choice;
  if (!own?.value || !choice) {
    seat.open();
    return;
  }
  if (take) play.takeBack(spot, choice);
  else play.place(spot, choice);
}

/** @param {{spot: string, stake: number | null}} asked */
function typed({ spot, stake }) {
  const choice = rack.choice;
  if (!choice) {
    seat.open();
    return;
  }
  play.place(spot, stake === null ? choice : { ...choice, amount: stake });
}

/** @param {string} name */
function act(name) {
  const acts = /** @type {Record<string, () => unknown>} */ ({
    undo: () => play.undo(), clear: () => play.clear(), double: () => play.double(), rebet: () => play.rebet(),
    layouts: () => dialogs.layouts(), rounds: () => dialogs.rounds(),
    tip: () => {
      play.tip = !play.tip;
      document.querySelector('[data-act="tip"]')?.setAttribute('aria-pressed', String(play.tip));
    },
  });
  acts[name]?.();
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  const field = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
  if (field || event.ctrlKey || event.metaKey || event.altKey) return;
  const name = /** @type {Record<string, string>} */ ({ u: 'undo', c: 'clear', d: 'double', r: 'rebet', l: 'layouts', t: 'tip' })[event.key.toLowerCase()];
  if (name && ownSeat(store.state)) act(name);
  else if (event.key === '/') {
    view('info');
    slip.focusInput();
  } else if (event.key === '+' || event.key === '=') rack.step(1);
  else if (event.key === '-') rack.step(-1);
  else return;
  event.preventDefault();
}

/** Which part a phone shows. @param {string} name */
function view(name) {
  document.body.dataset.view = name;
  for (const tab of document.querySelectorAll('[data-show]')) {
    tab.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (tab).dataset.show === name));
  }
}

function drawLink() {
  document.body.dataset.link = link.state;
  const words = { connecting: 'Connecting', open: link.lag === null ? 'Connected' : `${link.lag} ms`, waiting: 'Reconnecting', closed: closed(link.closeCode)[0] };
  part('net-words').textContent = words[link.state];
  if (link.state === 'closed' && link.closeCode === 4401) location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
  if (link.state === 'open' || link.state === 'closed') drawLost();
  else losing ??= setTimeout(drawLost, LOST_MS);
}

/** Says plainly that what is shown may be old, as long as it may be. */
function drawLost() {
  clearTimeout(losing);
  losing = undefined;
  const ended = link.state === 'closed';
  part('lost').hidden = link.state === 'open';
  part('lost-again').hidden = !ended || link.closeCode === 4403 || link.closeCode === 4404;
  part('lost-words').textContent = ended ? closed(link.closeCode)[1] : 'No connection to the table. Connecting again …';
}

/** In short and in full. @param {number} code @returns {[string, string]} */
function closed(code) {
  return /** @type {Record<number, [string, string]>} */ ({
    4403: ['Not allowed here', 'This table is not for you to play at.'],
    4404: ['No such table', 'There is no such table.'],
    4409: ['Taken over elsewhere', 'You play on another device or in another window. What is shown here is no longer live.'],
  })[code] ?? ['Disconnected', 'The connection to the table has ended.'];
}

function drawSound() {
  const button = part('sound'), state = audio.state;
  button.setAttribute('aria-pressed', String(state === 'ready'));
  button.title = { locked: 'Sound is off: touch to turn it on', ready: 'Sound is on', muted: 'Sound is muted: only calls are heard' }[state];
  document.body.dataset.audio = state;
}
