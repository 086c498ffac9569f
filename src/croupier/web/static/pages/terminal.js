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
import { posted } from '../ui/result.js';
import { Acts, lockedWords } from './terminal-acts.js';
import { Dialogs } from './terminal-dialogs.js';
import { Net } from './terminal-net.js';
import { Play } from './terminal-play.js';
import { Spoken } from './terminal-spoken.js';
import { Stage } from './stage.js';
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
    else if (!part('dialog').open) toasts.refusal(refusal, title, remedy(command, answer.refusal));
    announcer.tell(`${title}. ${refusal.message}`, true);
    if (command.type === 'choose-in-prison') prison.reopen();
  },
});
const dialogs = new Dialogs({
  dialog: part('dialog'), card, play,
  state: () => ({ own: ownSeat(store.state), round: store.state.table.round, settled: store.state.last?.round ?? 0, locked: locked() }),
});
const spoken = new Spoken({ card, slip, toasts, announcer });
const acts = new Acts({
  place: part('acts'), why: part('acts-why'),
  run: {
    undo: () => play.undo(), clear: () => play.clear(), double: () => play.double(), rebet: () => play.rebet(),
    layouts: () => dialogs.layouts(), spoken: () => dialogs.spoken(aimed),
    tip: () => {
      play.tip = !play.tip;
      document.querySelector('[data-act="tip"]')?.setAttribute('aria-pressed', String(play.tip));
    },
  },
  tell: tellLocked,
});
/** The spot that was last aimed at. */
let aimed = '';
/** The state that is drawn: behind the table's while something is being shown. */
let shown = store.state;
const stage = new Stage((happening, scene) => story.perform(happening, scene), draw);
const story = new Story({ card, board, track, wheel, toasts, announcer, seat: () => ownSeat(store.state)?.seat ?? null, balance: part('balance') });

furnish();
listen();
new Net({ link, short: part('net-words'), plate: part('lost'), words: part('lost-words'), again: part('lost-again') });
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
  const tips = card.tip_wagers ? card.tip_restriction ?? 'accepted' : 'not accepted';
  part('tip-restriction').textContent = tips;
  part('tip-restriction').previousElementSibling?.classList.toggle('sr-only', /^tip wagers/i.test(tips)); // said once
  furnishSigns();
  furnishStops();
  for (const element of [part('limits'), part('signs'), part('figures'), slip, rack, seat]) element.card = card;
  board.card = card;
  track.card = card;
  wheel.kind = card.wheel;
  wheel.compartments = card.compartments;
  results.compartments = card.compartments;
  seat.name = session?.name ?? '';
  document.querySelector('[data-act="spoken"]')?.toggleAttribute('hidden', !card.verbal_clause);
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
  document.body.classList.remove('is-arriving');
  document.body.classList.toggle('is-seated', Boolean(own));
  phase.show({ phase: now, round, result: result && SHOWN_RESULT.has(now) ? { label: result, color: String(colors.get(result) ?? 'plain') } : null, note: note(state) });
  phase.countdown(OPEN.has(now) ? state.closesAt : null, state.skew);
  board.locked = !OPEN.has(now);
  if (board.chips.seat !== (own?.seat ?? null)) {
    board.seat = own?.seat ?? null;
    track.seat = own?.seat ?? null;
  }
  if (now === 'crowned' || now === 'collected' || now === 'paid') board.crown = result;
  else if (board.crown) board.crown = '';
  board.win = SHOWN_RESULT.has(now) ? result : '';
  results.show(posted(/** @type {any} */ (state.table)));
  rack.show(own?.value ? own : undefined);
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

/** What the phase bar says besides the phase. @param {import('../core/store.js').State} state */
function note(state) {
  if (state.choose.length) return 'Choose: half back, or in prison';
  return ownSeat(state) || state.table.phase === 'closed' ? '' : 'You are watching';
}

/** What stands, with what this terminal has asked for over it. */
function drawWagers() {
  const wagers = wagersOf({ ...shown, pending: store.state.pending }), own = ownSeat(shown)?.seat ?? 0;
  board.show(wagers);
  track.show(wagers);
  const mine = wagers.filter((wager) => wager.seat === own && own);
  slip.show(mine);
  drawActs();
  const waiting = mine.filter((wager) => wager.pending === 'placing').reduce((sum, wager) => sum + wager.amount, 0);
  const total = mine.reduce((sum, wager) => sum + wager.amount, 0) - waiting;
  part('total-bet').textContent = waiting ? `${dollars(total)} + ${dollars(waiting)}` : dollars(total);
  part('tab-bets').textContent = mine.length ? String(mine.length) : '';
}

/** Why no chip may be moved now; '' while chips may be. */
function locked() {
  return lockedWords(store.state.table.phase, card.wheel !== 'big-six');
}

/** What may be done follows the table at once, also while what happened before is still being shown. */
function drawActs() {
  const why = locked();
  acts.show({ locked: why, standing: play.own.some((wager) => !wager.imprisoned), undoable: play.undoable });
  slip.locked = why ? 'acts-why' : '';
  dialogs.lock();
}

/** @param {string} words */
function tellLocked(words) {
  toasts.show({ title: 'Not now', message: words, tone: 'info' });
  announcer.tell(words);
}

/**
 * What may be done instead of what was refused, from what the refusal says.
 * @param {any} command @param {import('../core/link.js').Answer['refusal']} refusal
 */
function remedy(command, refusal) {
  if (refusal?.code !== 'stake-below-minimum') return null;
  if (command.type === 'take-down') {
    const whole = play.own.find((wager) => wager.spot === command.spot && wager.chips === command.chips && !wager.pending);
    return whole ? { words: `Take all ${dollars(whole.amount)}`, run: () => play.take(whole) } : null;
  }
  if (command.type !== 'place-wager') return null;
  const chip = command.chips === card.own_chips ? ownSeat(store.state)?.value || 1 : command.stake, missing = refusal.facts.minimum - refusal.facts.stake + command.stake;
  const amount = Math.ceil(missing / chip) * chip;
  return { words: `Place ${dollars(amount)}`, run: () => play.place(command.spot, { amount, chips: command.chips, color: command.color ?? '' }) };
}

function listen() {
  store.addEventListener('change', (event) => {
    const { topics, happened, snapshot, state } = /** @type {CustomEvent} */ (event).detail;
    document.body.dataset.phase = state.table.phase;
    if (topics.has('phase')) drawActs();
    if (snapshot) {
      spoken.show(state, null);
      story.settle(state);
      stage.reset(state);
      return;
    }
    for (const happening of happened) {
      story.call(happening, state);
    }
    if (topics.has('spoken')) spoken.show(state, happened);
    if (happened.length || topics.has('table') || topics.has('seats') || topics.has('wagers') || topics.has('choose')) stage.push({ state, happened });
    else if (topics.has('pace')) {
      shown = { ...shown, closesAt: state.closesAt };
      phase.countdown(OPEN.has(shown.table.phase) ? state.closesAt : null, state.skew);
    } else if (topics.has('you')) draw(stage.busy ? shown : state);
    if (topics.has('pending')) drawWagers();
  });
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
  board.addEventListener('cr-aim', (/** @type {CustomEvent} */ event) => {
    aimed = event.detail.spot ?? aimed;
    part('figures').aim(event.detail.spot);
  });
  slip.addEventListener('cr-typed', (/** @type {CustomEvent} */ event) => typed(event.detail));
  slip.addEventListener('cr-locked', () => tellLocked(locked()));
  slip.addEventListener('cr-take', (/** @type {CustomEvent} */ event) => play.take(event.detail.wager));
  rack.addEventListener('cr-chip', () => audio.play('select'));
  prison.addEventListener('cr-due', (/** @type {CustomEvent} */ event) => announcer.announce({
    call: 'in-prison', round: store.state.table.round, words: 'In prison: your choice', spoken: event.detail.words, sound: 'open', urgent: true,
  }));
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
  part('menu-open').addEventListener('click', () => dialogs.menu({
    seated: Boolean(ownSeat(store.state)),
    leave: () => play.send({ type: 'leave-seat', seat: ownSeat(store.state)?.seat ?? 0 }),
  }));
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-act], [data-show]') : null;
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset.show) view(button.dataset.show);
    else if (button.dataset.act === 'rounds') dialogs.rounds();
    else if (part('acts').contains(button)) acts.act(button.dataset.act ?? '');
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
  const stake = ownSeat(store.state)?.value ? rack.stake(spot) : null;
  if (!stake) seat.open();
  else if (take) play.takeBack(spot, stake);
  else play.place(spot, stake);
}

/** @param {{spot: string, stake: number | null}} asked */
function typed({ spot, stake }) {
  const chosen = rack.stake(spot);
  if (chosen) play.place(spot, stake === null ? chosen : { ...chosen, amount: stake });
  else seat.open();
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

/** Which part a phone shows. @param {string} name */
function view(name) {
  document.body.dataset.view = name;
  for (const tab of document.querySelectorAll('[data-show]')) {
    tab.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (tab).dataset.show === name));
  }
}

function drawSound() {
  const button = part('sound'), state = audio.state;
  button.setAttribute('aria-pressed', String(state === 'ready'));
  button.title = { locked: 'Sound is off: touch to turn it on', ready: 'Sound is on', muted: 'Sound is muted: only calls are heard' }[state];
  document.body.dataset.audio = state;
}
