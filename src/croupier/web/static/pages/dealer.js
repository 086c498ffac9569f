// @ts-check
// The dealer console of one table.
import { tableInPath } from '../core/api.js';
import { all, given, instance } from '../core/checked.js';
import { t } from '../core/language.js';
import { countIn, dollars, range } from '../core/money.js';
import { isCrowned } from '../core/phases.js';
import { wagersOf } from '../core/store.js';
import { html as h } from '../core/svg.js';
import { inLanguage } from '../ui/card-words.js';
import '../ui/cr-board.js';
import '../ui/cr-lock.js';
import '../ui/cr-next.js';
import '../ui/cr-seats.js';
import '../ui/cr-track.js';
import { isStaff, limitGroup, phaseOfStaff } from '../ui/display-format.js';
import { Reply } from '../ui/form.js';
import { byId as find, only } from '../ui/markup.js';
import { posted, resultBox } from '../ui/result.js';
import { api, ask, guard, LiveTable, netWords, signedIn, signOut } from './console.js';
import { SEAT_TASKS, sitTask, TABLE_TASKS } from './dealer-tasks.js';
import { WaitingList } from './waiting.js';

/** Interval at which slips in progress are polled. */
const SLIPS_MS = 3000;
const MIRROR = 'croupier.dealer.mirror';

/** @param {Service.SessionAnswer} session @param {Service.Card} card */
function run(session, card) {
  const table = new LiveTable(card.number);
  const next = only('cr-next'),
    board = only('cr-board'),
    track = only('cr-track'),
    seats = only('cr-seats'),
    lock = only('cr-lock');
  /** @type {import('./dealer-desk.js').Task|null} */
  let task = null;
  let open = '';
  let automatic = false;

  document.title = t('deal.table-dealer', { number: card.number });
  find('title').textContent = t('deal.table', { number: card.number });
  find('subtitle').textContent = `${card.title} · ${session.name}`;
  find('limits').replaceChildren(
    ...card.limits.flatMap((each) => [
      h(
        'div',
        {},
        h('dt', {}, each.group === 'every' ? t('deal.limits') : limitGroup(each.group)),
        h('dd', {}, range(each.minimum, each.maximum)),
      ),
    ]),
  );
  const upright = matchMedia('(max-width: 620px)');
  const turn = () => (board.orientation = track.orientation = upright.matches ? 'portrait' : 'landscape');
  upright.addEventListener('change', turn);
  turn();
  countIn(card.currency);
  for (const each of [next, seats, board]) each.card = card;
  find('desk').style.setProperty('--seat-rows', String(seats.rows));
  if (card.replica) {
    // Five-adjacent wagers are on the wheel replica below the layout.
    track.card = card;
    track.hidden = true;
    find('flip').hidden = false;
    find('flip').addEventListener('click', () => {
      const around = track.parentElement;
      if (track.hidden && around) around.style.minHeight = `${around.offsetHeight}px`; // prevents a jump
      board.hidden = !board.hidden;
      track.hidden = !track.hidden;
      find('flip').textContent = board.hidden ? t('deal.layout') : t('deal.replica');
    });
  }

  const showLock = guard(lock, session.name, () => [table]);
  if (session.locked) showLock();

  const slips = new WaitingList({
    send: (_, command, done) => table.send(command, done),
    table: card.number,
    requests: false,
    changed: (list) => (next.slips = list.yours),
  });
  slips.poll();
  setInterval(() => document.visibilityState === 'visible' && slips.poll(), SLIPS_MS);

  const desk = (/** @type {Page.View} */ view) => ({
    card,
    view,
    seat: seats.chosen,
    slips: slips.element,
    send: (/** @type {Service.Command} */ command, /** @type {string|undefined} */ done) => table.send(command, done),
  });

  // One task at a time is open under the seats; it keeps its input while the table plays on.
  function openTask(/** @type {string} */ name) {
    const view = table.view;
    if (!view) return;
    open = name;
    const taken = view.seats.some((each) => each.seat === seats.chosen);
    if (name in TABLE_TASKS) task = TABLE_TASKS[name](desk(view));
    else if (!seats.chosen) task = null;
    else task = taken ? SEAT_TASKS[name].make(desk(view)) : sitTask(desk(view));
    const tabs =
      name in TABLE_TASKS || !taken || !seats.chosen
        ? null
        : h(
            'div',
            { class: 'tabs', role: 'group', 'aria-label': t('deal.seat', { chosen: seats.chosen }) },
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
      { type: 'button', class: 'tool close', onclick: closeTask, 'aria-label': t('deal.close-this-task') },
      '✕',
    );
    find('task').replaceChildren(
      task
        ? h('div', { class: 'task-head' }, h('h2', { class: tabs ? 'sr-only' : null }, task.title), tabs, close)
        : '',
      task?.element ?? idle(),
    );
    find('hand').textContent = task?.hand ? `${name in TABLE_TASKS ? '' : `${t('deal.seat', { chosen: seats.chosen })}: `}${task.hand}` : '';
    if (name in TABLE_TASKS) showPart('people');
    /** @type {HTMLElement|null|undefined} */ (task?.element.querySelector('input, select, textarea'))?.focus({
      preventScroll: false,
    });
  }

  // Events at the chosen seat: refreshes lists of wagers, and leads a new player from chips to wagers.
  function follow(/** @type {string} */ kind) {
    if (kind === 'seat-taken') openTask('chips');
    else if (kind === 'chips-set' && open === 'chips') openTask('sell');
    else if (kind === 'seat-left' || (/wagers?-/.test(kind) && ['move', 'down'].includes(open))) openTask(open);
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
      card.compartments.find((each) => each.label === label)?.color ?? 'plain';
    /** @type {Map<number, string[]>} */
    const bets = new Map();
    for (const each of table.view?.wagers ?? [])
      bets.set(each.seat, [
        ...(bets.get(each.seat) ?? []),
        [
          t('deal.on', { amount: dollars(each.amount), spot: card.spots[each.spot]?.name ?? each.spot }),
          each.imprisoned && t('deal.in-prison'),
          each.tip && t('deal.for-the-dealers'),
        ].filter(Boolean).join(' '),
      ]);
    return h(
      'div',
      { class: 'idle' },
      h('h2', {}, t('deal.last-results')),
      results.length
        ? h(
            'ol',
            { class: 'results' },
            ...results
              .slice(-30)
              .reverse()
              .map((each) => resultBox(each, color(each), 'li')),
          )
        : h('p', { class: 'quiet' }, t('deal.none-yet')),
      h('h2', {}, t('deal.on-the-layout')),
      bets.size
        ? h(
            'ul',
            { class: 'bets' },
            ...[...bets]
              .sort(([a], [b]) => a - b)
              .map(([seat, list]) => h('li', {}, h('b', {}, t('deal.seat-number', { seat })), ` ${list.join(' · ')}`)),
          )
        : h(
            'p',
            { class: 'quiet' },
            t('deal.nothing-choose-a-seat-to-sell'),
          ),
    );
  }

  function showVerbal(/** @type {Service.SeenVerbal[]} */ offers) {
    const old = document.querySelector('.verbal');
    if (!offers.length) {
      old?.remove();
      return;
    }
    const reply = new Reply();
    const box = h(
      'div',
      { class: 'verbal', role: 'group', 'aria-label': t('deal.spoken-wagers') },
      ...offers.map((each) =>
        h(
          'p',
          {},
          h(
            'span',
            {},
            t('deal.seat-spoke-on', { seat: each.seat, cash: dollars(each.cash), spot: card.spots[each.spot]?.name ?? each.spot }),
          ),
          h(
            'button',
            {
              type: 'button',
              class: 'go',
              onclick: async () =>
                reply.show(await table.send({ type: 'confirm-verbal-wager', seat: each.seat, spot: each.spot, cash: each.cash }, t('deal.confirmed'))),
            },
            t('deal.confirm'),
          ),
        ),
      ),
      reply.element,
    );
    if (old) old.replaceWith(box);
    else seats.before(box);
  }

  table.watch(({ topics, happened }) => {
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
    find('phase-round').textContent = view.round ? t('deal.round', { round: view.round }) : '';
    next.show(view, happened, table.skew);
    seats.view = view;
    showVerbal(view.dealing?.verbal ?? []);
    showBoard(view);
    if (!open && ['phase', 'results', 'wagers'].some((topic) => topics.has(topic))) find('task').replaceChildren(idle());
    for (const each of happened) if (concerns(each, seats.chosen) && open in SEAT_TASKS) follow(each.kind);
  });
  table.addEventListener('net', () => {
    find('net').className = `net ${table.link.condition}`;
    given(find('net').querySelector('span'), 'connection').textContent = netWords(table);
    if (table.link.state === 'closed' && table.link.closeCode === 4401) location.reload();
  });

  function showBoard(/** @type {Page.View} */ view) {
    const wagers = wagersOf(table.store.state);
    board.show(wagers);
    if (card.replica) track.show(wagers);
    board.crown = isCrowned(view.phase) ? view.result : '';
    board.win = board.crown;
  }

  next.addEventListener('step', async (event) =>
    next.answer(await table.send(event.detail)),
  );
  next.addEventListener('choice', async (event) =>
    next.answer(await table.send(event.detail)),
  );
  next.addEventListener('task', (event) => openTask(event.detail));
  seats.addEventListener('seat', (event) => {
    const again = seats.chosen === event.detail && !(open in TABLE_TASKS);
    if (again) {
      closeTask();
      return;
    }
    seats.chosen = event.detail;
    board.seat = track.seat = event.detail;
    const seat = table.view?.seats.find((each) => each.seat === event.detail);
    openTask(open in SEAT_TASKS ? open : seat && !seat.color ? 'chips' : 'place');
  });
  for (const place of [board, track])
    place.addEventListener('cr-move', (event) => task?.onSpot?.(event.detail.to));
  for (const place of [board, track])
    place.addEventListener('cr-bet', (event) => {
      if (task?.onSpot && !event.detail.take) task.onSpot(event.detail.spot);
      else find('hand').textContent = t('deal.choose-a-seat-first-then-the');
    });

  // The automatic dealer of a demonstration table can be switched off.
  async function refreshAutomatic() {
    const { body } = await ask(() => api.get('/tables'));
    const tile = body?.tables.find((each) => each.number === card.number);
    if (tile) showAutomatic(tile.automatic);
  }
  function showAutomatic(/** @type {boolean} */ on) {
    automatic = on;
    find('automatic').setAttribute('aria-checked', String(on));
    next.automatic = on;
  }
  find('automatic').hidden = !card.demonstration;
  find('automatic').addEventListener('click', async (event) => {
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
    for (const each of all(document, '.views button')) each.setAttribute('aria-pressed', String(each.dataset.part === part));
  }
  for (const each of all(document, '.views button')) each.addEventListener('click', () => showPart(each.dataset.part ?? 'deal'));
  showPart('deal');

  document.addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault(); // holding a key counts as one press
    if (lock.locked || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = instance(event.target, Element);
    if (event.key === 'Escape') {
      if (next.escape() || closeTask()) event.preventDefault();
      return;
    }
    if (target.closest('input, select, textarea, cr-board, cr-track')) return;
    if (/^\d$/.test(event.key)) next.type(event.key);
    else if (event.key.toLowerCase() === 'n') next.list();
    else if (event.key === '+' || event.key === '-') next.turnMore(event.key === '+' ? 1 : -1);
    // Enter confirms the step on a chosen option, and otherwise chooses the option.
    else if (event.key === 'Enter' && !target.closest('button:not(cr-next .step-body [aria-pressed=true]), a')) next.go();
    else return;
    event.preventDefault();
  });

  find('task').replaceChildren(idle());
  table.link.open();
}

/** Whether the event concerns the seat. @param {Service.Happening} happening @param {number} seat */
function concerns(happening, seat) {
  if (happening.kind !== 'wagers-changed') return 'seat' in happening && happening.seat === seat;
  const { placed = [], taken = [] } = happening;
  return [...placed, ...taken.map(({ stake }) => stake)].some((each) => each.seat === seat);
}

/** Returns the focus after a click, so that Enter takes the next step. @param {MouseEvent} event */
function leave(event) {
  if (event.detail > 0) instance(event.currentTarget, HTMLElement).blur();
}

function mirror() {
  const button = find('mirror');
  const show = (/** @type {boolean} */ left) => {
    document.body.classList.toggle('left-hand', left);
    button.setAttribute('aria-pressed', String(left));
    localStorage.setItem(MIRROR, left ? 'left' : 'right');
  };
  button.addEventListener('click', (event) => {
    leave(event);
    show(!document.body.classList.contains('left-hand'));
  });
  show(localStorage.getItem(MIRROR) === 'left');
}

mirror();
find('leave').addEventListener('click', signOut);
const session = await signedIn(isStaff);
if (session) {
  const asked = await ask(() => api.get(`/tables/${encodeURIComponent(tableInPath())}`).then(inLanguage));
  if (asked.done) run(session, asked.body);
  else find('desk').replaceChildren(h('p', { class: 'big-word' }, asked.message ?? ''));
}
