// @ts-check
/**
 * What a page knows of one table. `apply` is pure: a state and a frame give the next state and the topics that
 * changed; the same frame applied twice changes nothing. The only thing the page owns is `pending`, the commands that
 * have not been answered; a snapshot replaces everything else.
 *
 *     const store = new Store();
 *     store.addEventListener('change', (event) => event.detail.topics.has('wagers') && draw(store.state));
 *     store.receive(frames);        // 'gap' in the answer: ask for a resync
 *     wagersOf(store.state)         // what stands, merged with what is pending
 *
 * Topics: `link` `you` `table` `phase` `results` `seats` `wagers` `choose` `last` `spoken` `pace` `presence` `pending` `locked`.
 * `change` events carry `{topics: Set, happened: Happening[], snapshot: boolean, before: State, state: State}`.
 */

/** @typedef {{seat: number, spot: string, amount: number, color: string, chips: string, coupon: number, tip: boolean,
 *   imprisoned: boolean, pending?: 'placing' | 'taking', id?: string}} Wager */
/** @typedef {{seat: number, color: string, player: string | null, value: number | null,
 *   stacks: Record<string, number> | null}} Seat */
/** @typedef {{kind: string, [fact: string]: any}} Happening */
/** @typedef {{id: string, command: any, at: number, version: number | null, outcome: string | null}} Pending */

/**
 * @typedef {object} State
 * @property {number} version 0 before the first snapshot
 * @property {number} skew what to add to this machine's clock to have the service's, in milliseconds
 * @property {{name: string, role: string, seat: number | null} | null} you
 * @property {any} welcome
 * @property {any} table the view without seats and wagers: phase, round, result, results, choose_until, next_step, …
 * @property {ReadonlyMap<number, Seat>} seats
 * @property {ReadonlyMap<string, Wager>} wagers by `keyOf`
 * @property {string[]} choose spots on which the viewer has yet to choose in prison
 * @property {{spot: string, cash: number}[]} spoken what the viewer spoke with cash, and the dealer has yet to confirm
 * @property {{round: number, number: string, staked: number, kept: number, wagers: any[]} | null} last the viewer's last settled round
 * @property {number | null} closesAt when an automatic dealer means to call; decoration
 * @property {any[]} presence
 * @property {boolean} locked
 * @property {ReadonlyMap<string, Pending>} pending
 */

/** @type {State} */
export const EMPTY = Object.freeze({
  version: 0, skew: 0, you: null, welcome: null,
  table: Object.freeze({ phase: 'closed', round: 0, result: '', results: [], choose_until: 0, disputes: [] }),
  seats: new Map(), wagers: new Map(), choose: [], last: null, spoken: [], closesAt: null, presence: [], locked: false,
  pending: new Map(),
});

/** What names a wager. @param {Wager} wager */
export const keyOf = (wager) =>
  `${wager.seat}|${wager.spot}|${wager.chips}|${wager.color}|${wager.tip ? 'tip' : ''}`;

/**
 * The next state; `gap` says that something was missed and a resync is needed.
 * @param {State} state
 * @param {any} frame
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

/** @param {any[]} known @param {any[]} told */
function merged(known, told) {
  const by = new Map(known.map((each) => [each.seat, each]));
  for (const each of told) by.set(each.seat, { ...by.get(each.seat), ...each });
  return [...by.values()].sort((one, other) => one.seat - other.seat);
}

const EVERYTHING = ['you', 'table', 'phase', 'results', 'seats', 'wagers', 'choose', 'last', 'spoken', 'pending'];

/** @param {State} state @param {any} frame @param {number} now */
function snapshot(state, frame, now) {
  const { seats = [], wagers = [], you = null, ...table } = frame.view;
  const next = {
    ...state,
    version: frame.version,
    skew: frame.now ? frame.now - now : state.skew,
    table,
    seats: new Map(seats.map((/** @type {Seat} */ seat) => [seat.seat, seat])),
    wagers: new Map(wagers.map((/** @type {Wager} */ wager) => [keyOf(wager), wager])),
    you: you && state.you ? { ...state.you, seat: you.seat } : state.you,
    choose: you?.choose ?? [],
    last: you?.last_round ?? null,
    spoken: you?.spoken ?? [],
  };
  next.pending = settled(next);
  return { ...changed(next, EVERYTHING), snapshot: true };
}

/** @param {State} state @param {any} frame */
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

/** An answered command stays pending until what it did has been seen, so that its chip never blinks. @param {State} state
 * @param {any} frame */
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

/** What is still pending at the state's version. @param {State} state */
const settled = (state) =>
  new Map([...state.pending].filter(([, one]) => one.version === null || one.version > state.version));

/** The state with a command that was just sent. @param {State} state @param {string} id @param {any} command
 * @param {number} [now] @returns {State} */
export const pend = (state, id, command, now = Date.now()) => ({
  ...state, pending: new Map(state.pending).set(id, { id, command, at: now, version: null, outcome: null }),
});

/**
 * What stands on the layout, and over it what this page has asked for: placed wagers as wagers of their own with
 * `pending: 'placing'`, and standing wagers that are asked down as `pending: 'taking'`.
 * @param {State} state
 * @returns {Wager[]}
 */
export function wagersOf(state) {
  const taking = new Map(), placing = [];
  for (const { id, command } of state.pending.values()) {
    if (command.type === 'place-wager') {
      const color = command.color || state.seats.get(command.seat)?.color || '';
      placing.push({
        seat: command.seat, spot: command.spot, amount: command.stake, color, chips: command.chips, coupon: 0,
        tip: command.tip ?? false, imprisoned: false, pending: /** @type {const} */ ('placing'), id,
      });
    } else if (command.type === 'take-down') {
      taking.set(`${command.seat}|${command.spot}|${command.chips}`, id);
    }
  }
  const standing = [...state.wagers.values()].map((wager) => {
    const id = taking.get(`${wager.seat}|${wager.spot}|${wager.chips}`);
    return id ? { ...wager, pending: /** @type {const} */ ('taking'), id } : wager;
  });
  return [...standing, ...placing];
}

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
   * Takes in the frames of one message and reports them as one change.
   * @param {any[]} frames
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

  /** A command was sent. @param {string} id @param {any} command */
  pend(id, command) {
    const before = this.state;
    this.state = pend(before, id, command);
    this.#tell(before, new Set(['pending']), [], false);
  }

  /** A command will not be answered: the connection gave it up. @param {string} id */
  drop(id) {
    this.receive([{ type: 'answer', id, outcome: 'unanswered', version: 0 }]);
  }

  unlocked() {
    const before = this.state;
    this.state = { ...before, locked: false };
    this.#tell(before, new Set(['locked']), [], false);
  }

  /** @param {State} before @param {Set<string>} topics @param {Happening[]} happened @param {boolean} whole */
  #tell(before, topics, happened, whole) {
    if (!topics.size && !happened.length) return;
    this.dispatchEvent(new CustomEvent('change', {
      detail: { topics, happened, snapshot: whole, before, state: this.state },
    }));
  }
}
