// @ts-check
/** The clock of a round: its duration, by the service's clock. */

/** `0:07`, `12:40`, `1:02:03` @param {number} ms */
export function lasted(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * Shows the duration of the round in an element every second; empty if there is none.
 * @param {Element} element @param {() => {since: number, skew: number}} read
 */
export function runClock(element, read) {
  const tick = () => {
    const { since, skew } = read();
    const words = since ? lasted(Date.now() + skew - since) : '–';
    if (element.textContent !== words) element.textContent = words;
  };
  tick();
  return window.setInterval(tick, 250);
}
