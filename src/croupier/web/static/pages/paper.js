// @ts-check
// Papers whose prints the journal counts: vouchers and slips.
import { language, t } from '../core/language.js';
import { html as h } from '../core/svg.js';
import { ask } from './console.js';

/** Asks for the language of the page; the service prints English if it has no font for it. */
export const paperLanguage = /** @type {'' | `?${string}`} */ (language === 'en' ? '' : `?language=${language}`);

/**
 * A button that prints the paper, and a line that says which copy it was.
 * @param {() => Promise<Service.PrintedPaper>} request @param {string} name of the file, without the copy
 */
export function paperButton(request, name, words = t('house.print')) {
  const said = h('span', { role: 'status' });
  const print = async () => {
    const outcome = await ask(request);
    said.textContent = outcome.done ? t('house.paper', { copy: outcome.body.copy }) : (outcome.message ?? '');
    if (outcome.done) save(outcome.body.pdf, `${name}-${outcome.body.copy}.pdf`);
  };
  return [h('button', { type: 'button', class: 'tool', onclick: print }, words), ' ', said];
}

/** @param {string} base64 @param {string} name */
function save(base64, name) {
  const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  const href = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
