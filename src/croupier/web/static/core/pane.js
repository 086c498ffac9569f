// @ts-check
/**
 * Connects a terminal in a frame to the page with several tables. Both check that messages come from this service and
 * ignore others.
 *
 *     const pane = new Pane();
 *     pane.held                                  // false if the terminal has the window to itself
 *     pane.report({ phase, closesAt, … })        // to the enclosing page
 *     pane.addEventListener('gesture', …)        // the player touched something outside the frame
 *     pane.addEventListener('money', …)          // the result of the session changed at another table
 *     pane.go('/')                               // navigates the whole window, not only the frame
 */

/** @typedef {{table: string, phase: string, round: number, closesAt: number | null, skew: number, choose: boolean, staked: number, seated: boolean, wealth: string}} PaneReport */

export class Pane extends EventTarget {
  /** Whether this page is in a frame. */
  held = window.parent !== window;
  #last = '';

  constructor() {
    super();
    if (!this.held) return;
    window.addEventListener('message', ({ origin, source, data }) => {
      if (origin === location.origin && source === window.parent && (data === 'gesture' || data === 'money')) this.dispatchEvent(new Event(data));
    });
  }

  /** @param {PaneReport} report */
  report(report) {
    const text = this.held ? JSON.stringify(report) : '';
    if (text === this.#last) return;
    this.#last = text;
    window.parent.postMessage({ type: 'pane', ...report }, location.origin);
  }

  /** @param {string} path */
  go(path) {
    (this.held ? window.parent : window).location.assign(path);
  }

  /** The address to return to. */
  get address() {
    const { pathname, search } = (this.held ? window.parent : window).location;
    return pathname + search;
  }
}
