// @ts-check
/** Wagers in points: a spot on the layout, a number of points, and the existing wagers. */
import { api, ApiError } from '../core/api.js';
import { t } from '../core/language.js';
import { pointsOf } from '../core/tournament.js';
import { html as h } from '../core/svg.js';
import '../ui/cr-board.js';
import { form } from '../ui/form.js';
import { fill } from '../ui/markup.js';

/** @typedef {import('../core/tournament.js').LiveTournament} LiveTournament */
/** @typedef {import('../core/tournament.js').Event} Event */
/** @typedef {import('../core/tournament.js').Line} Line */

/** The board counts in hundredths, like cents. */
const PARTS = 100;
const COLORS = ['sky', 'orange', 'pink', 'teal', 'yellow', 'navy', 'brown', 'lime', 'lavender', 'coral'];

export class WagerDesk {
  /** @type {(Service.TournamentCard & {number: string}) | null} */
  #card = null;
  #asking = false;
  /** @type {ReturnType<typeof form> | null} */
  #form = null;
  #entry = 0;
  #stands = h('ul', { class: 'stands', 'aria-label': t('tournament.your-wagers-in-this-spin') });
  #left = h('p', { class: 'left', role: 'status' });

  /** @param {LiveTournament} live @param {HTMLElement} board @param {HTMLElement} place */
  constructor(live, board, place) {
    this.live = live;
    this.board = /** @type {import('../ui/cr-board.js').CrBoard} */ (board);
    this.board.written = (amount) => t('tournament.points-list', { points: pointsOf(amount / PARTS) });
    this.place = place;
    this.board.addEventListener('cr-bet', (event) => this.#aim(event.detail.spot));
  }

  /** Shows the layout while a spin is open at the player's table. @param {Event | null} event @param {Line | null} line */
  show(event, line) {
    const table = event?.tables.find((each) => each.number === line?.table);
    if (!event || !line || line.status !== 'active' || !(table?.takes_wagers ?? table?.is_open) || event.stage !== 'playing') return false;
    void this.#draw(line.table);
    if (!this.#form || this.#entry !== line.entry) this.#make(line);
    const seats = new Map(event.leaderboard.map((each) => [each.entry, each.seat]));
    if (!table) return false;
    const own = table.wagers.filter((wager) => wager.entry === line.entry);
    this.board.seat = line.seat;
    this.board.show(
      table.wagers.map((wager) => {
        const seat = seats.get(wager.entry) ?? 0;
        return { seat, spot: wager.spot, amount: wager.points * PARTS, color: COLORS[seat % COLORS.length], chips: /** @type {const} */ ('non-value'), tip: false, imprisoned: false };
      }),
    );
    fill(this.#stands, ...own.map((wager) => h('li', {}, h('b', {}, pointsOf(wager.points)), ` ${t('tournament.on', { spot: this.#name(wager.spot) })}`)));
    fill(this.#left, t('tournament.points-left-to-wager-in-this', { points: pointsOf(line.points) }));
    return true;
  }

  /** @param {string} spot */
  #name(spot) {
    return this.#card?.spots[spot]?.name ?? spot;
  }

  /** @param {number} number of the table */
  async #draw(number) {
    if (this.#asking) return;
    this.#asking = true;
    try {
      this.#card = { ...(await api.get(`${this.live.path}/card`)), number: String(number) };
      this.board.card = this.#card;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#asking = false;
    }
  }

  /** @param {Line} line */
  #make(line) {
    this.#entry = line.entry;
    const values = (this.live.seen?.colors ?? []).map((each) => each.points).slice(0, 4);
    this.#form = form({
      title: t('tournament.your-wager'),
      fields: [
        { name: 'spot', label: t('tournament.spot'), hint: t('tournament.tap-the-layout-or-type-17') },
        { name: 'points', label: t('tournament.points'), kind: 'whole', quick: values.map((each) => [String(each), pointsOf(each)]) },
      ],
      button: t('tournament.wager'),
      send: (/** @type {{spot: string, points: number}} */ { spot, points }) => this.live.give({ type: 'wager-points', entry: this.#entry, spot, points: [points] }, t('tournament.points-on-spot', { points: pointsOf(points), spot: this.#name(spot) })),
    });
    fill(this.place, this.#left, this.#form, this.#stands);
  }

  /** @param {string} spot */
  #aim(spot) {
    this.#form?.fill('spot', spot);
    this.#form?.inputs.points.focus();
  }
}
