// @ts-check
/**
 * Times in the zone of the house, whatever the zone of the machine: a player, the pit and surveillance read the same
 * clock. The service writes the zone into every page (`<html data-zone="America/Denver">`).
 */
import { language } from './language.js';

const timeZone = document.documentElement.dataset.zone || 'UTC';
const CLOCK = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone, timeZoneName: 'short' });
const DAY = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
const DATE = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone });

/** A date in the format of the language. @param {number} at */
export const day = (at) => DATE.format(at);

/** The time of day with its zone: '21:04:05 MST'. @param {number} at */
export const clock = (at) => CLOCK.format(at);

/** Date and time with the zone: '2026-11-16 21:04:05 MST'. @param {number} at */
export const moment = (at) => `${DAY.format(at)} ${clock(at)}`;
