// @ts-check
/**
 * Clicks on what is redrawn while it is pressed. Browsers drop a click if the pressed element, or the part of it under
 * the pointer, is replaced or moved away between press and release. Then the control gets the click that does the same:
 * the pressed one, otherwise the one that replaced it.
 *
 * Two controls are the same if they read the same and have the same data; of several that do, those in the same row of
 * a list or in the same form. A control whose text changes with the news says what it is itself:
 * `data-same="table-7"`. A control that has become another one gets no click.
 */

/** The attributes that are part of what a control does, besides its data. */
const TELLING = new Set(['href', 'id', 'name', 'value', 'aria-label', 'aria-checked']);
/** A pointer that moves farther than this has left the control. */
const SLOP_PX = 8;

/** What a control is and does; empty for none. @param {Element | null} control @param {boolean} row whether its row counts */
function identity(control, row = false) {
  if (!control) return '';
  const own = control.getAttribute('data-same');
  if (own !== null) return `${control.tagName} ${own}`;
  const told = [...control.attributes].filter(({ name }) => name.startsWith('data-') || TELLING.has(name)).map(({ name, value }) => [name, value]);
  return JSON.stringify([control.tagName, control.textContent, told, row ? control.parentElement?.closest('li, tr, p, form, fieldset, article, dialog')?.textContent : '']);
}

/** @param {Element} control @param {string} same @param {boolean} [row] */
const alike = (control, same, row) => [...document.querySelectorAll(control.tagName)].filter((each) => identity(each, row) === same);

/** @param {EventTarget | null} target */
const controlOf = (target) => (target instanceof Element ? target.closest('button, a[href], summary, label, input, [role="button"]') : null);

/** @typedef {{control: Element, own: string, same: string, row: boolean}} Press */

/** @param {Element} control @returns {Press} */
function pressOn(control) {
  const own = identity(control), row = alike(control, own).length > 1;
  return { control, own, same: identity(control, row), row };
}

/** The pressed control or its successor: the one at the pointer, or the only one that is the same. @param {Press} press
 * @param {PointerEvent} event */
function successor({ control, own, same, row }, { clientX, clientY }) {
  if (control.isConnected) return identity(control) === own ? control : null;
  const here = controlOf(document.elementFromPoint(clientX, clientY));
  if (identity(here, row) === same) return here;
  const others = alike(control, same, row);
  return others.length === 1 ? others[0] : null;
}

/** @param {Element | null} control @param {PointerEvent} event */
function click(control, { clientX, clientY }) {
  if (!control || control.matches(':disabled')) return;
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
  control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window, clientX, clientY }));
}

/** @param {PointerEvent} down */
function follow(down) {
  const { target, pointerId, clientX, clientY } = down, control = controlOf(target);
  if (!control || down.button || down.pointerType === 'touch') return; // a tap begins and ends at once
  const press = pressOn(control), over = new AbortController(), once = { capture: true, signal: over.signal };
  let clicked = false;
  addEventListener('click', (event) => (clicked ||= controlOf(event.target) !== null), once);
  addEventListener('pointercancel', () => over.abort(), once);
  addEventListener('pointerup', (up) => {
    if (up.pointerId !== pointerId) return;
    setTimeout(() => {
      over.abort();
      const stays = control.isConnected && target instanceof Node && target.isConnected && control.contains(document.elementFromPoint(up.clientX, up.clientY));
      if (clicked || stays || Math.hypot(up.clientX - clientX, up.clientY - clientY) > SLOP_PX) return;
      click(successor(press, up), up);
    });
  }, once);
}

addEventListener('pointerdown', follow, true);
