// @ts-check
/** The printed rules on a page, each sentence with its clause. */
import { language, t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { fill } from '../ui/markup.js';

/** @typedef {Service.PrintedRules} Rules */

/** @param {HTMLElement} place @param {Rules} rules */
export function rulesOn(place, rules) {
  place.hidden = false;
  fill(
    place,
    h('h2', {}, t('tournament.rules-of-the', { title: rules.title })),
    language === 'en' ? null : h('p', { class: 'quiet' }, t('tournament.the-rules-are-in-the-words')),
    ...rules.chapters.flatMap((chapter) => [
      h('h3', {}, chapter.heading),
      ...chapter.paragraphs.map((each) => h('p', {}, each.text, ' ', each.clause ? h('cite', {}, each.clause) : null)),
    ]),
  );
}
