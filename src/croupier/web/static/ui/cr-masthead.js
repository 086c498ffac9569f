// @ts-check
import { api } from '../core/api.js';
import { t } from '../core/language.js';
import { html as h, svg } from '../core/svg.js';
import './cr-language.js';
import { roleName, seesRecords, worksInPit } from './display-format.js';
import { fill } from './markup.js';

/** Where the name of the house is kept for pages that do not ask for it. */
const HOUSE = 'croupier.house';
const LOOK_EVERY_MS = 15_000;
const ACTIVE_EVERY_MS = 60_000;

/**
 * The header of every page: crown, name, links, and the signed-in person.
 * Fires `session` with the session or null once it is known and whenever it changes, such as when somebody signs out or
 * an idle console locks. While somebody works at a console, it reports activity to the service.
 */
export class CrMasthead extends HTMLElement {
  #who = h('div', { class: 'who', role: 'status' });
  #nav = h('nav', { 'aria-label': t('house.nav') });
  #house = h('span', { class: 'house' }, localStorage.getItem(HOUSE) ?? 'croupier');
  /** Undefined until it is known. @type {Service.SessionAnswer | null | undefined} */
  session = undefined;
  #seen = '';
  #looking = 0;
  #active = 0;

  connectedCallback() {
    if (this.children.length) return;
    this.setAttribute('role', 'banner');
    this.append(
      h('a', { class: 'skip', href: '#main' }, t('house.skip')),
      h('a', { class: 'brand', href: '/' }, crown(), this.#house),
      this.#nav,
      h('cr-language'),
      this.#who,
    );
    this.#ways();
    this.refresh();
    this.#looking = window.setInterval(() => this.session?.locks_after_ms && !document.hidden && this.refresh(), LOOK_EVERY_MS);
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, this.#work, { passive: true });
  }

  disconnectedCallback() {
    clearInterval(this.#looking);
    for (const kind of ['pointerdown', 'keydown']) removeEventListener(kind, this.#work);
  }

  /** Reports activity, so that the console does not lock. */
  #work = () => {
    const now = Date.now();
    if (!this.session?.locks_after_ms || this.session.locked || now - this.#active < ACTIVE_EVERY_MS) return;
    this.#active = now;
    api.post('/session/active').catch(() => this.refresh());
  };

  /** @param {string} name */
  set house(name) {
    this.#house.textContent = name;
    localStorage.setItem(HOUSE, name);
  }

  /** Loads the session again. */
  async refresh() {
    try {
      this.session = await api.session();
    } catch {
      this.session ??= null;
    }
    const seen = JSON.stringify([this.session?.name, this.session?.role, this.session?.locked]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#tell();
  }

  #tell() {
    this.#ways();
    const here = encodeURIComponent(location.pathname + location.search);
    if (!this.session) fill(this.#who, h('a', { class: 'button is-ghost', href: `/sign-in?next=${here}` }, t('house.sign-in')));
    else
      fill(
        this.#who,
        h(
          'a',
          { class: 'person', href: '/account', title: t('house.account') },
          h('b', {}, this.session.display ?? this.session.name),
          h('small', {}, roleName(this.session.role)),
        ),
        h('button', { class: 'button is-ghost', type: 'button', onclick: () => this.#leave() }, t('house.sign-out')),
      );
    this.dispatchEvent(new CustomEvent('session', { detail: this.session, bubbles: true }));
  }

  #ways() {
    const role = this.session?.role ?? '';
    /** @type {[string, string, boolean][]} */
    const ways = [
      ['/', t('house.nav.tables'), true],
      ['/tournaments', t('house.nav.tournaments'), true],
      ['/odds', t('house.nav.odds'), true],
      ['/pit', t('house.nav.pit'), worksInPit(role)],
      ['/surveillance', t('house.nav.surveillance'), seesRecords(role)],
    ];
    fill(
      this.#nav,
      ...ways
        .filter(([, , shown]) => shown)
        .map(([path, words]) => h('a', { href: path, 'aria-current': location.pathname === path && 'page' }, words)),
    );
  }

  async #leave() {
    try {
      await api.signOut();
    } finally {
      await this.refresh();
    }
  }
}

/** The crown of the winning number, as the logo. */
export function crown() {
  return svg(
    'svg',
    { viewBox: '0 0 40 32', class: 'crown', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: 'M6 25H34L38 9.5Q37 8.5 36 9.4L27.6 14.6 21 4.6Q20 3.6 19 4.6L12.4 14.6 4 9.4Q3 8.5 2 9.5Z' }),
    svg('rect', { x: 6.5, y: 27, width: 27, height: 3, rx: 1.2 }),
  );
}

customElements.define('cr-masthead', CrMasthead);
