// @ts-check
/** Questions to one player: a word for the draw, a chip purchase, consent to a split. */
import { api } from '../core/api.js';
import { t } from '../core/language.js';
import { dollars } from '../core/money.js';
import { html as h } from '../core/svg.js';
import { form } from '../ui/form.js';

/** @typedef {import('../core/tournament.js').LiveTournament} LiveTournament */
/** @typedef {import('../core/tournament.js').Event} Event */
/** @typedef {import('../core/tournament.js').Line} Line */

/** The questions for this player. @param {LiveTournament} live @param {Event} event @param {Line} line */
export function questions(live, event, line) {
  const tasks = live.seen?.tasks ?? [];
  return [
    event.draw && !event.draw.drawn && tasks.includes('add-nonce') ? nonce(live, event, line) : null,
    line.may_purchase ? purchase(live, line) : null,
    event.split && tasks.includes('agree-to-split') ? consent(live, event, line) : null,
    !event.split && event.split_due !== null && tasks.includes('propose-split') && line.status === 'active' ? proposal(live, event) : null,
  ];
}

/** An offer to join an open tournament. @param {LiveTournament} live */
export function joining(live) {
  if (!live.seen?.joins) return null;
  return card(
    t('tournament.anybody-can-join'),
    h('p', {}, t('tournament.read-the-rules-below-then-you')),
    form({ title: t('tournament.join-the-tournament'), fields: [], button: t('tournament.join'), send: () => live.join() }),
  );
}

/** Offers the demonstration's players to somebody who is not signed in. @param {import('../core/tournament.js').Seen} seen @param {Service.Login[]} guests */
export function inviting(seen, guests) {
  if (!seen.events.some((event) => event.stage === 'registration')) return null;
  const enter = async (/** @type {Service.Login} */ guest) => {
    await api.signIn(guest.name, guest.password);
    location.reload();
  };
  return card(
    t('tournament.anybody-can-join'),
    h('p', {}, t('tournament.sign-in-as-one-of-these')),
    h('p', { class: 'guests' }, ...guests.map((guest) => h('button', { type: 'button', class: 'button', onclick: () => enter(guest) }, t('tournament.play-as', { name: guest.name })))),
  );
}

/** @param {string} title @param {...(Node | null)} parts */
const card = (title, ...parts) => h('section', { class: 'panel question' }, h('h2', {}, title), ...parts);

/** @param {LiveTournament} live @param {Event} event @param {Line} line */
function nonce(live, event, line) {
  const given = event.draw?.nonces.includes(line.entry);
  return card(
    given ? t('tournament.your-word-is-part-of-the') : t('tournament.the-seats-are-being-drawn'),
    h('p', {}, t('tournament.the-directors-seed-is-sealed-add')),
    form({
      title: given ? t('tournament.another-word-instead') : t('tournament.your-own-word'),
      fields: [{ name: 'nonce', label: t('tournament.any-word-or-number') }],
      button: t('tournament.add-it-to-the-draw'),
      send: (values) => live.give({ type: 'add-nonce', event: event.id, entry: line.entry, ...values }, t('tournament.it-is-part-of-the-draw')),
    }),
  );
}

/** @param {LiveTournament} live @param {Line} line */
function purchase(live, line) {
  return card(
    t('tournament.you-have-no-chips-left'),
    h('p', {}, t('tournament.you-may-purchase-more-at-the')),
    form({
      title: t('tournament.i-purchase-no-more'),
      fields: [],
      button: t('tournament.i-am-out'),
      danger: true,
      send: () => live.give({ type: 'decline-purchase', entry: line.entry }),
    }),
  );
}

/** @param {LiveTournament} live @param {Event} event @param {Line} line */
function consent(live, event, line) {
  const split = /** @type {import('../core/tournament.js').Split} */ (event.split);
  const own = split.shares.find((share) => share.entry === line.entry);
  if (!own) return null;
  const agree = () => live.give({ type: 'agree-to-split', event: event.id, entry: line.entry }, t('tournament.you-agree'));
  return card(
    own.agreed ? t('tournament.you-agreed-to-the-split') : t('tournament.do-you-agree-you-would-get', { amount: dollars(own.amount, true) }),
    h('p', {}, t('tournament.proposes-to-end-the-tournament-now', { by: split.by })),
    h('ul', { class: 'shares' }, ...split.shares.map((share) => h('li', { 'data-agreed': share.agreed || null }, h('b', {}, share.name), h('span', {}, dollars(share.amount, true)), h('small', {}, share.agreed ? t('tournament.agrees') : t('tournament.has-not-answered'))))),
    own.agreed ? null : form({ title: t('tournament.yes'), fields: [], button: t('tournament.i-agree'), send: agree }),
    form({
      title: own.agreed ? t('tournament.i-have-changed-my-mind') : t('tournament.no'),
      fields: [{ name: 'why', label: t('tournament.why'), value: t('tournament.i-want-to-play-on') }],
      button: t('tournament.i-do-not-agree'),
      danger: true,
      send: ({ why }) => live.give({ type: 'refuse-split', event: event.id, why }, t('tournament.all-play-on')),
    }),
  );
}

/** @param {LiveTournament} live @param {Event} event */
function proposal(live, event) {
  const left = event.leaderboard.filter((each) => each.status === 'active');
  const details = h('details', { class: 'panel question' }, h('summary', {}, h('h2', {}, t('tournament.propose-to-split-the-prizes'))));
  details.append(
    form({
      title: t('tournament.who-gets-what'),
      about: t('tournament.the-remaining-players-divide-each-of', { split_due: dollars(event.split_due ?? 0, true) }),
      fields: left.map((each) => ({ name: String(each.entry), label: each.name, kind: /** @type {const} */ ('money') })),
      button: t('tournament.propose-it'),
      send: (amounts) => live.give({ type: 'propose-split', event: event.id, amounts }, t('tournament.proposed-to-all-remaining-players')),
    }),
  );
  return details;
}
