// @ts-check
/** What the phases of a round mean for a page. In which of them wagers are taken and the wheel turns is on the card of the table. */

const CROWNED = ['crowned', 'collected', 'paid'];

/** Whether wagers can be placed, moved and taken down. @param {string} phase @param {Pick<Service.Card, 'betting'>} card */
export const isOpen = (phase, { betting }) => betting.some((each) => each === phase);

/** Whether the ball or wheel turns. @param {string} phase @param {Pick<Service.Card, 'turning'>} card */
export const turns = (phase, { turning }) => turning.some((each) => each === phase);

/** Whether the number has been crowned, or marked, and is listed with the results. @param {string} phase */
export const isCrowned = (phase) => CROWNED.includes(phase);

/** Whether a number has been announced. @param {string} phase */
export const hasNumber = (phase) => phase === 'at-rest' || isCrowned(phase);
