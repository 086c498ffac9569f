// @ts-check
/**
 * A page's state of one table. `apply` is pure: it takes a state and a frame and returns the next state and the changed
 * topics; applying a frame twice changes nothing. The page owns only `pending`, the unanswered commands; a snapshot
 * replaces everything else.
 *
 *     const store = new Store();
 *     store.addEventListener('change', (event) => event.detail.topics.has('wagers') && draw(store.state));
 *     store.receive(frames);        // if it returns a gap: request a resync
 *     wagersOf(store.state)         // the wagers, merged with pending commands
 *
 * Topics: `link` `you` `table` `phase` `results` `seats` `wagers` `choose` `last` `spoken` `pace` `presence` `pending` `locked`.
 * `change` events carry `{topics: Set, happened: Happening[], snapshot: boolean, before: State, state: State}`.
 */

/** @typedef {Service.SeenWager & {pending?: 'placing' | 'taking', id?: string}} Wager */
/** @typedef {Service.SeenSeat} Seat */
/** @typedef {Service.Happening} Happening */
/** @typedef {Omit<Service.View, 'seats' | 'wagers' | 'you'>} TableView */
/** @typedef {{id: string, command: Service.Command, at: number, version: number | null, outcome: string | null}} Pending */
/** @typedef {{topics: ReadonlySet<string>, happened: Happening[], snapshot: boolean, before: State, state: State}} StoreChange */

/**
 * @typedef {object} State
 * @property {number} version 0 before the first snapshot
 * @property {number} skew the service's clock minus this machine's, in milliseconds
 * @property {Service.Self | null} you
 * @property {Service.Welcome | null} welcome
 * @property {TableView} table the view without seats and wagers: phase, round, result, results, choose_until, next_step, …
 * @property {ReadonlyMap<number, Seat>} seats
 * @property {ReadonlyMap<string, Wager>} wagers by `keyOf`
 * @property {string[]} choose spots with an imprisoned wager that the viewer must still decide on
 * @property {Service.SeenWord[]} spoken the viewer's verbal wagers that the dealer has not confirmed yet
 * @property {Service.LastRound | null} last the viewer's last settled round
 * @property {number | null} closesAt when the automatic dealer plans to call; for display only
 * @property {Service.SeatPresence[]} presence
 * @property {boolean} locked
 * @property {ReadonlyMap<string, Pending>} pending
 */

/** @type {State} */
export const EMPTY = Object.freeze({
  version: 0, skew: 0, you: null, welcome: null,
  table: Object.freeze({
    number: '', phase: 'closed', round: 0, result: '', results: [], choose_until: 0, disputes: [], next_step: null,
    dealing: null, dealer: null, supervisor: null, house: null, equipment: null, tournament: '',
  }),
  seats: new Map(), wagers: new Map(), choose: [], last: null, spoken: [], closesAt: null, presence: [], locked: false,
  pending: new Map(),
});

/** The key of a wager. @param {Wager} wager */
export const keyOf = (wager) =>
  `${wager.seat}|${wager.spot}|${wager.chips}|${wager.color}|${wager.tip ? 'tip' : ''}|${wager.imprisoned ? 'prison' : ''}`;

/**
 * The next state; `gap` means that frames were missed and a resync is needed.
 * @param {State} state
 * @param {Service.Frame} frame
 * @param {number} [now] this machine's clock
 * @returns {{state: State, topics: string[], happened: Happening[], gap?: boolean, snapshot?: boolean}}
 */
export function apply(state, frame, now = Date.now()) {
  switch (frame.type) {
    case 'welcome':
      return changed({ ...state, you: frame.you, welcome: frame, skew: frame.now - now }, ['you', 'link']);
    case 'snapshot':
      return snapshot(state, frame, now);
    case 'news':
      return news(state, frame);
    case 'answer':
      return answered(state, frame);
    case 'pace':
      return changed({ ...state, closesAt: frame.closes_at }, ['pace']);
    case 'presence':
      return changed({ ...state, presence: merged(state.presence, frame.seats) }, ['presence']);
    case 'locked':
      return changed({ ...state, locked: true }, ['locked']);
    default:
      return { state, topics: [], happened: [] };
  }
}

/** @param {State} state @param {string[]} topics @param {Happening[]} [happened] */
const changed = (state, topics, happened = []) => ({ state, topics, happened });

/** @param {Service.SeatPresence[]} known @param {Service.SeatPresence[]} told */
function merged(known, told) {
  const by = new Map(known.map((each) => [each.seat, each]));
  for (const each of told) by.set(each.seat, { ...by.get(each.seat), ...each });
  return [...by.values()].sort((one, other) => one.seat - other.seat);
}

const EVERYTHING = ['you', 'table', 'phase', 'results', 'seats', 'wagers', 'choose', 'last', 'spoken', 'pending'];

/** @param {State} state @param {Service.SnapshotFrame} frame @param {number} now */
function snapshot(state, frame, now) {
  const { seats = [], wagers = [], you = null, ...table } = frame.view;
  const next = {
    ...state,
    version: frame.version,
    skew: frame.now ? frame.now - now : state.skew,
    table,
    seats: new Map(seats.map((seat) => [seat.seat, seat])),
    wagers: new Map(wagers.map((wager) => [keyOf(wager), wager])),
    you: you && state.you ? { ...state.you, seat: you.seat } : state.you,
    choose: you?.choose ?? [],
    last: you?.last_round ?? null,
    spoken: you?.spoken ?? [],
  };
  next.pending = settled(next);
  return { ...changed(next, EVERYTHING), snapshot: true };
}

/** @param {State} state @param {Service.NewsFrame} frame */
function news(state, frame) {
  if (frame.version <= state.version) return changed(state, []);
  if (frame.after !== state.version) return { ...changed(state, []), gap: true };
  const topics = [], next = { ...state, version: frame.version };
  if (frame.table) {
    next.table = { ...state.table, ...frame.table };
    topics.push('table');
    if ('phase' in frame.table || 'round' in frame.table || 'result' in frame.table) topics.push('phase');
    if ('results' in frame.table) topics.push('results');
  }
  if (frame.wagers) {
    const wagers = new Map(frame.wagers.whole ? [] : state.wagers);
    for (const wager of frame.wagers.list) {
      if (wager.amount) wagers.set(keyOf(wager), wager);
      else wagers.delete(keyOf(wager));
    }
    next.wagers = wagers;
    topics.push('wagers');
  }
  if (frame.seats?.length) {
    const seats = new Map(state.seats);
    for (const seat of frame.seats) {
      if (seat.player === '' && !seat.color) seats.delete(seat.seat);
      else seats.set(seat.seat, seat);
    }
    next.seats = seats;
    topics.push('seats');
  }
  if (frame.you) {
    if ('seat' in frame.you && state.you) {
      next.you = { ...state.you, seat: frame.you.seat };
      topics.push('you');
    }
    if (frame.you.choose) {
      next.choose = frame.you.choose;
      topics.push('choose');
    }
    if (frame.you.last_round !== undefined) {
      next.last = frame.you.last_round;
      topics.push('last');
    }
    if (frame.you.spoken) {
      next.spoken = frame.you.spoken;
      topics.push('spoken');
    }
  }
  const pending = settled(next);
  if (pending.size !== state.pending.size) {
    next.pending = pending;
    topics.push('pending');
  }
  return changed(next, topics, frame.happened ?? []);
}

/** An answered command stays pending until its effect is received, so that its chip does not blink. @param {State} state
 * @param {Service.Answer} frame */
function answered(state, frame) {
  const one = state.pending.get(frame.id);
  if (!one) return changed(state, []);
  const pending = new Map(state.pending);
  if (frame.outcome === 'done' && frame.version > state.version) {
    pending.set(frame.id, { ...one, version: frame.version, outcome: 'done' });
  } else {
    pending.delete(frame.id);
  }
  return changed({ ...state, pending }, ['pending']);
}

/** The commands still pending at the state's version. @param {State} state */
const settled = (state) =>
  new Map([...state.pending].filter(([, one]) => one.version === null || one.version > state.version));

/** The state with a newly sent command. @param {State} state @param {string} id @param {Service.Command} command
 * @param {number} [now] @returns {State} */
export const pend = (state, id, command, now = Date.now()) => ({
  ...state, pending: new Map(state.pending).set(id, { id, command, at: now, version: null, outcome: null }),
});

/** @typedef {Service.WagerChange} Change */

/** The wager changes that a command requests; a negative amount reduces a wager. @param {Service.Command} command @returns {Change[]} */
export function changesOf(command) {
  if (command.type === 'change-wagers') return command.changes;
  if (command.type === 'place-wager') return [{ ...command, amount: command.stake }];
  return command.type === 'take-down' ? [{ ...command, amount: -command.stake }] : [];
}

/** The seat that a command names, or 0. @param {Service.Command} command */
export const seatOf = (command) => ('seat' in command ? command.seat ?? 0 : 0);

/**
 * The wagers on the layout, with this page's pending commands: new wagers have `pending: 'placing'`, and wagers to be
 * taken down have `pending: 'taking'`.
 * @param {State} state
 * @returns {Wager[]}
 */
export function wagersOf(state) {
  const taking = new Map(), placing = [];
  for (const { id, command } of state.pending.values()) {
    for (const change of changesOf(command)) {
      const seat = seatOf(command), tip = Boolean(change.tip), chips = change.chips ?? 'non-value';
      if (change.amount < 0) {
        taking.set(`${seat}|${change.spot}|${chips}|${tip}`, id);
        continue;
      }
      const color = change.color || state.seats.get(seat)?.color || '';
      placing.push({
        seat, spot: change.spot, amount: change.amount, color, chips, coupon: 0, tip, imprisoned: false,
        pending: /** @type {const} */ ('placing'), id,
      });
    }
  }
  const standing = [...state.wagers.values()].map((wager) => {
    const id = wager.imprisoned ? undefined : taking.get(`${wager.seat}|${wager.spot}|${wager.chips}|${Boolean(wager.tip)}`);
    return id ? { ...wager, pending: /** @type {const} */ ('taking'), id } : wager;
  });
  return [...standing, ...placing];
}

/** A seat's chips of each kind. @param {Seat | undefined} seat @returns {[Service.Chips, number][]} */
export const stacksOf = (seat) => /** @type {[Service.Chips, number][]} */ (Object.entries(seat?.stacks ?? {}));

/** The seat of the viewer, or undefined for a spectator. @param {State} state */
export function ownSeat(state) {
  const you = state.you;
  if (!you || you.role !== 'player') return undefined;
  const told = you.seat ? state.seats.get(you.seat) : undefined;
  if (told?.player === you.name) return told;
  return [...state.seats.values()].find((seat) => seat.player === you.name);
}

export class Store extends EventTarget {
  /** @type {State} */
  state = EMPTY;

  /**
   * Applies the frames of one message and reports them as one change.
   * @param {Service.Frame[]} frames
   * @returns {{gap: boolean}}
   */
  receive(frames) {
    const before = this.state, topics = new Set(), happened = [];
    let gap = false, whole = false;
    for (const frame of frames) {
      const step = apply(this.state, frame);
      this.state = step.state;
      step.topics.forEach((topic) => topics.add(topic));
      happened.push(...step.happened);
      gap = step.snapshot ? false : gap || Boolean(step.gap);
      whole ||= Boolean(step.snapshot);
    }
    this.#tell(before, topics, happened, whole);
    return { gap };
  }

  /** A command was sent. @param {string} id @param {Service.Command} command */
  pend(id, command) {
    const before = this.state;
    this.state = pend(before, id, command);
    this.#tell(before, new Set(['pending']), [], false);
  }

  /** Removes a command that will not be answered. @param {string} id */
  drop(id) {
    this.receive([{ type: 'answer', id, outcome: 'unanswered', version: 0, reason: 'closed', detail: '', again: false }]);
  }

  unlocked() {
    const before = this.state;
    this.state = { ...before, locked: false };
    this.#tell(before, new Set(['locked']), [], false);
  }

  /** Calls the listener on every change. @param {(change: StoreChange) => void} listener */
  watch(listener) {
    this.addEventListener('change', (event) => listener(/** @type {CustomEvent<StoreChange>} */ (event).detail));
  }

  /** @param {State} before @param {Set<string>} topics @param {Happening[]} happened @param {boolean} whole */
  #tell(before, topics, happened, whole) {
    if (!topics.size && !happened.length) return;
    this.dispatchEvent(new CustomEvent('change', {
      detail: { topics, happened, snapshot: whole, before, state: this.state },
    }));
  }
}
