// @ts-check
/** A search for people to enter: by name, display name or an identity shown before. */
import { api, ApiError } from '../core/api.js';
import { t } from '../core/language.js';
import { html as h, scope } from '../core/svg.js';
import { fill } from '../ui/markup.js';

/** @typedef {{name: string, display: string, person: string, entry: number}} Person */

const WAIT_MS = 180;

export class PeopleSearch {
  #list = h('ul', { class: 'found-people', 'aria-label': t('tournament.people-found') });
  #said = h('p', { class: 'quiet', role: 'status' });
  #waiting = 0;
  #asked = 0;

  /** @param {`/tournaments/${string}`} path of the tournament @param {(person: Person) => void} pick */
  constructor(path, pick) {
    this.path = path;
    this.pick = pick;
    const id = scope('people')('find');
    this.input = h('input', { id, type: 'search', class: 'input', autocomplete: 'off', maxlength: 100, placeholder: t('tournament.name-or-identity') });
    this.input.addEventListener('input', () => {
      clearTimeout(this.#waiting);
      this.#waiting = window.setTimeout(() => this.#look(), WAIT_MS);
    });
    this.element = h('div', { class: 'people-search' }, h('label', { for: id }, t('tournament.find-a-person')), this.input, this.#list, this.#said);
  }

  async #look() {
    const words = this.input.value.trim(), asked = ++this.#asked;
    if (!words) return this.#show([], '');
    try {
      const { people } = await api.get(`${this.path}/people?find=${encodeURIComponent(words)}`);
      if (asked === this.#asked) this.#show(people, people.length ? '' : t('tournament.nobody-of-that-name-type-name'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#show([], error.message);
    }
  }

  /** @param {Person[]} people @param {string} words */
  #show(people, words) {
    fill(this.#said, words);
    fill(
      this.#list,
      ...people.map((person) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'tool', onclick: () => this.#picked(person) },
            h('b', {}, person.display || person.name),
            h('small', {}, [person.display && person.name, person.person, person.entry ? t('tournament.has-entry', { entry: person.entry }) : ''].filter(Boolean).join(' · ')),
          ),
        ),
      ),
    );
  }

  /** @param {Person} person */
  #picked(person) {
    this.input.value = '';
    this.#show([], '');
    this.pick(person);
  }
}
