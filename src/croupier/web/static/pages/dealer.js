// @ts-check
// The dealer console of one table.
import { tableInPath } from '../core/api.js';
import { dollars, range } from '../core/money.js';
import { wagersOf } from '../core/store.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-board.js';
import '../ui/cr-lock.js';
import '../ui/cr-next.js';
import '../ui/cr-seats.js';
import '../ui/cr-track.js';
import { Reply } from '../ui/form.js';
import { posted, resultBox } from '../ui/result.js';
import { isStaff, phaseOfStaff } from '../ui/words.js';
import { api, ask, guard, LiveTable, netWords, signedIn, signOut, words } from './console.js';
import { SEAT_TASKS, sitTask, TABLE_TASKS } from './dealer-tasks.js';

const MIRROR = 'croupier.dealer.mirror';
const find = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

/** @param {any} session @param {any} card */
function run(session, card) {
  const table = new LiveTable(card.number);
  const next = find('next'),
    board = find('board'),
    track = find('track'),
    seats = find('seats'),
    lock = find('lock');
  /** @type {import('./dealer-desk.js').Task|null} */
  let task = null;
  let open = '';
  let automatic = false;

  document.title = `Table ${card.number} · dealer`;
  find('title').textContent = `Table ${card.number}`;
  find('subtitle').textContent = `${card.title} · ${session.name}`;
  find('limits').replaceChildren(
    ...card.limits.flatMap((/** @type {any} */ each) => [
      h(
        'div',
        {},
        h('dt', {}, each.group === 'every' ? 'Limits' : words(each.group)),
        h('dd', {}, range(each.minimum, each.maximum)),
      ),
    ]),
  );
  const upright = matchMedia('(max-width: 620px)');
  const turn = () => (board.orientation = track.orientation = upright.matches ? 'portrait' : 'landscape');
  upright.addEventListener('change', turn);
  turn();
  next.card = seats.card = board.card = card;
  find('desk').style.setProperty('--seat-rows', String(seats.rows));
  if (card.replica) {
    // Five-adjacent wagers stand on the replica of the wheel, which lies under the layout.
    track.card = card;
    track.hidden = true;
    find('flip').hidden = false;
    find('flip').addEventListener('click', () => {
      if (track.hidden) track.parentElement.style.minHeight = `${track.parentElement.offsetHeight}px`; // nothing jumps
      board.hidden = !board.hidden;
      track.hidden = !track.hidden;
      find('flip').textContent = board.hidden ? 'Layout' : 'Replica';
    });
  }

  const showLock = guard(lock, session.name, () => [table]);
  if (session.locked) showLock();

  const desk = () => ({
    card,
    view: table.view,
    seat: seats.chosen,
    send: (/** @type {any} */ command, /** @type {string|undefined} */ done) => table.send(command, done),
  });

  // One task at a time stands under the seats; it keeps what was typed while the table goes on.
  function openTask(/** @type {string} */ name) {
    const view = table.view;
    if (!view) return;
    open = name;
    const taken = view.seats.some((/** @type {any} */ each) => each.seat === seats.chosen);
    if (name in TABLE_TASKS) task = TABLE_TASKS[name](desk());
    else if (!seats.chosen) task = null;
    else task = taken ? SEAT_TASKS[name].make(desk()) : sitTask(desk());
    const tabs =
      name in TABLE_TASKS || !taken || !seats.chosen
        ? null
        : h(
            'div',
            { class: 'tabs', role: 'group', 'aria-label': `Seat ${seats.chosen}` },
            ...Object.entries(SEAT_TASKS)
              .filter(([key]) => !(key === 'up' && card.electronic) && !(key === 'spoken' && !card.verbal_clause))
              .map(([key, each]) =>
                h(
                  'button',
                  { type: 'button', 'aria-pressed': String(key === name), onclick: () => openTask(key) },
                  each.label,
                ),
              ),
          );
    const close = h(
      'button',
      { type: 'button', class: 'tool close', onclick: closeTask, 'aria-label': 'Close this task' },
      '✕',
    );
    find('task').replaceChildren(
      task
        ? h('div', { class: 'task-head' }, h('h2', { class: tabs ? 'sr-only' : null }, task.title), tabs, close)
        : '',
      task?.element ?? idle(),
    );
    find('hand').textContent = task?.hand ? `${name in TABLE_TASKS ? '' : `Seat ${seats.chosen}: `}${task.hand}` : '';
    if (name in TABLE_TASKS) showPart('people');
    /** @type {HTMLElement|null|undefined} */ (task?.element.querySelector('input, select, textarea'))?.focus({
      preventScroll: false,
    });
  }

  // What happened to the chosen seat: lists of what stands are made anew, and a new player is led from chips to wagers.
  function follow(/** @type {string} */ kind) {
    if (kind === 'seat-taken') openTask('chips');
    else if (kind === 'chips-set' && open === 'chips') openTask('sell');
    else if (kind === 'seat-left' || (kind.startsWith('wager-') && ['move', 'down'].includes(open))) openTask(open);
  }

  function closeTask() {
    if (!open) return false;
    open = '';
    task = null;
    seats.chosen = 0;
    board.seat = track.seat = null;
    find('hand').textContent = '';
    find('task').replaceChildren(idle());
    return true;
  }

  function idle() {
    const results = table.view ? posted(table.view) : [];
    const color = (/** @type {string} */ label) =>
      card.compartments.find((/** @type {any} */ each) => each.label === label)?.color ?? 'plain';
    /** @type {Map<number, string[]>} */
    const bets = new Map();
    for (const each of table.view?.wagers ?? [])
      bets.set(each.seat, [
        ...(bets.get(each.seat) ?? []),
        `${dollars(each.amount)} on ${card.spots[each.spot]?.name ?? each.spot}${each.imprisoned ? ' in prison' : ''}${each.tip ? ' for the dealers' : ''}`,
      ]);
    return h(
      'div',
      { class: 'idle' },
      h('h2', {}, 'Last results'),
      results.length
        ? h(
            'ol',
            { class: 'results' },
            ...results
              .slice(-30)
              .reverse()
              .map((/** @type {string} */ each) => resultBox(each, color(each), 'li')),
          )
        : h('p', { class: 'quiet' }, 'None yet.'),
      h('h2', {}, 'On the layout'),
      bets.size
        ? h(
            'ul',
            { class: 'bets' },
            ...[...bets]
              .sort(([a], [b]) => a - b)
              .map(([seat, list]) => h('li', {}, h('b', {}, `Seat ${seat}`), ` ${list.join(' · ')}`)),
          )
        : h(
            'p',
            { class: 'quiet' },
            'Nothing. Choose a seat to sell chips, set colors, or place a wager on instruction.',
          ),
    );
  }

  function showVerbal(/** @type {any[]} */ offers) {
    const old = document.querySelector('.verbal');
    if (!offers.length) {
      old?.remove();
      return;
    }
    const reply = new Reply();
    const box = h(
      'div',
      { class: 'verbal', role: 'group', 'aria-label': 'Spoken wagers' },
      ...offers.map((/** @type {any} */ each) =>
        h(
          'p',
          {},
          h(
            'span',
            {},
            `Seat ${each.seat} spoke: ${dollars(each.cash)} on ${card.spots[each.spot]?.name ?? each.spot}`,
          ),
          h(
            'button',
            {
              type: 'button',
              class: 'go',
              onclick: async () =>
                reply.show(await table.send({ type: 'confirm-verbal-wager', seat: each.seat, spot: each.spot, cash: each.cash }, 'Confirmed.')),
            },
            'Confirm',
          ),
        ),
      ),
      reply.element,
    );
    if (old) old.replaceWith(box);
    else seats.before(box);
  }

  table.addEventListener('change', (event) => {
    const { topics, happened } = /** @type {CustomEvent} */ (event).detail;
    if (topics.has('locked') && table.store.state.locked) showLock();
    if (topics.has('presence')) seats.presence = next.presence = table.store.state.presence;
    if (topics.has('pace')) {
      next.closesAt = table.store.state.closesAt;
      if (table.store.state.closesAt !== null && !automatic) refreshAutomatic();
    }
    const view = table.view;
    if (!view || !['table', 'seats', 'wagers', 'phase', 'pending'].some((topic) => topics.has(topic))) return;
    document.body.dataset.phase = view.phase;
    find('phase-words').textContent = phaseOfStaff(view.phase);
    find('phase-round').textContent = view.round ? `Round ${view.round}` : '';
    next.show(view, happened, table.skew);
    seats.view = view;
    showVerbal(view.dealing.verbal);
    showBoard(view);
    if (!open && ['phase', 'results', 'wagers'].some((topic) => topics.has(topic))) find('task').replaceChildren(idle());
    for (const each of happened) if (each.seat === seats.chosen && open in SEAT_TASKS) follow(each.kind);
  });
  table.addEventListener('net', () => {
    find('net').className = `net ${table.link.state}`;
    find('net').querySelector('span').textContent = netWords(table);
    if (table.link.state === 'closed' && table.link.closeCode === 4401) location.reload();
  });

  function showBoard(/** @type {any} */ view) {
    const wagers = wagersOf(table.store.state);
    board.show(wagers);
    if (card.replica) track.show(wagers);
    board.crown = ['crowned', 'collected', 'paid'].includes(view.phase) ? view.result : '';
    board.win = board.crown;
  }

  next.addEventListener('step', async (/** @type {CustomEvent} */ event) =>
    next.answer(await table.send(event.detail)),
  );
  next.addEventListener('choice', async (/** @type {CustomEvent} */ event) =>
    next.answer(await table.send(event.detail)),
  );
  next.addEventListener('task', (/** @type {CustomEvent} */ event) => openTask(event.detail));
  seats.addEventListener('seat', (/** @type {CustomEvent} */ event) => {
    const again = seats.chosen === event.detail && !(open in TABLE_TASKS);
    if (again) {
      closeTask();
      return;
    }
    seats.chosen = event.detail;
    board.seat = track.seat = event.detail;
    const seat = table.view?.seats.find((/** @type {any} */ each) => each.seat === event.detail);
    openTask(open in SEAT_TASKS ? open : seat && !seat.color ? 'chips' : 'place');
  });
  for (const place of [board, track])
    place.addEventListener('cr-bet', (/** @type {CustomEvent} */ event) => {
      if (task?.onSpot && !event.detail.take) task.onSpot(event.detail.spot);
      else find('hand').textContent = 'Choose a seat first; then the layout takes its wager.';
    });

  // Demonstration tables have an automatic dealer that can be switched off.
  async function refreshAutomatic() {
    const { body } = await ask(() => api.get('/tables'));
    const tile = body?.tables.find((/** @type {any} */ each) => each.number === card.number);
    if (tile) showAutomatic(tile.automatic);
  }
  function showAutomatic(/** @type {boolean} */ on) {
    automatic = on;
    find('automatic').setAttribute('aria-checked', String(on));
    next.automatic = on;
  }
  find('automatic').hidden = !card.demonstration;
  find('automatic').addEventListener('click', async (/** @type {MouseEvent} */ event) => {
    leave(event);
    const outcome = await ask(() =>
      api.post(`/tables/${encodeURIComponent(card.number)}/dealing`, { automatic: !automatic }),
    );
    if (outcome.done) showAutomatic(!automatic);
    else next.answer(outcome);
  });
  if (card.demonstration) refreshAutomatic();

  function showPart(/** @type {string} */ part) {
    document.body.dataset.part = part;
    for (const each of document.querySelectorAll('.views button'))
      each.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (each).dataset.part === part));
  }
  for (const each of document.querySelectorAll('.views button'))
    each.addEventListener('click', () => showPart(/** @type {HTMLElement} */ (each).dataset.part ?? 'deal'));
  showPart('deal');

  document.addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault(); // a key held down is one press
    if (lock.locked || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === 'Escape') {
      if (next.escape() || closeTask()) event.preventDefault();
      return;
    }
    if (target.closest('input, select, textarea, cr-board, cr-track')) return;
    if (/^\d$/.test(event.key)) next.type(event.key);
    else if (event.key.toLowerCase() === 'n') next.list();
    else if (event.key === '+' || event.key === '-') next.turnMore(event.key === '+' ? 1 : -1);
    // On what is chosen already, Enter confirms the step; on anything else it chooses that.
    else if (event.key === 'Enter' && !target.closest('button:not(cr-next .step-body [aria-pressed=true]), a')) next.go();
    else return;
    event.preventDefault();
  });

  find('task').replaceChildren(idle());
  table.link.open();
}

/** A button that was touched, not reached by keys, gives the focus back: Enter is for the next step. @param {MouseEvent} event */
function leave(event) {
  if (event.detail > 0) /** @type {HTMLElement} */ (event.currentTarget).blur();
}

function mirror() {
  const button = find('mirror');
  const show = (/** @type {boolean} */ left) => {
    document.body.classList.toggle('left-hand', left);
    button.setAttribute('aria-pressed', String(left));
    localStorage.setItem(MIRROR, left ? 'left' : 'right');
  };
  button.addEventListener('click', (/** @type {MouseEvent} */ event) => {
    leave(event);
    show(!document.body.classList.contains('left-hand'));
  });
  show(localStorage.getItem(MIRROR) === 'left');
}

mirror();
find('leave').addEventListener('click', signOut);
const session = await signedIn(isStaff);
if (session) {
  const asked = await ask(() => api.get(`/tables/${encodeURIComponent(tableInPath())}`));
  if (asked.done) run(session, asked.body);
  else find('desk').replaceChildren(h('p', { class: 'big-word' }, asked.message ?? ''));
}
