// Which actions of a page are out of reach: one line for each that cannot be brought into view, that something covers
// there, or, where a size is given, that is smaller than a fingertip.
(least) => {
  const ACTIONS = 'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=link]';
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const name = (element) => `${element.localName}${element.id ? `#${element.id}` : ''}${[...element.classList].map((each) => `.${each}`).join('')} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  const modal = document.querySelector('dialog:modal');
  const found = [];
  const places = [...document.querySelectorAll('*')].filter((each) => each.scrollTop || each.scrollLeft).map((each) => [each, each.scrollLeft, each.scrollTop]);
  for (const element of (modal ?? document).querySelectorAll(ACTIONS)) {
    if (element.disabled || element.closest('svg, [inert], [aria-hidden=true], .sr-only, .fit-bench') || !shown(element)) continue;
    if (getComputedStyle(element).clipPath === 'inset(50%)' || element.matches('.skip')) continue;
    if (element.closest('details:not([open]) > :not(summary)') || element.type === 'hidden') continue;
    const label = element.labels?.[0];
    const target = element.matches('input[type=checkbox], input[type=radio]') && label ? label : element;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = target.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) {
      found.push(`${name(element)} cannot be brought into view`);
      continue;
    }
    const top = document.elementFromPoint(x, y);
    if (top?.closest('cr-prison')) continue; // while a choice is due, no chip may be moved
    if (top && !target.contains(top) && !top.contains(target) && !top.closest('label')?.contains(element)) found.push(`${name(element)} lies under ${name(top)}`);
    const inline = target.localName === 'a' && getComputedStyle(target).display === 'inline';
    if (least && !inline && Math.min(box.width, box.height) < least - 0.5) found.push(`${name(element)} is ${Math.round(box.width)} x ${Math.round(box.height)} px`);
  }
  scrollTo(0, 0);
  for (const [each, left, up] of places) each.scrollTo(left, up);
  return [...new Set(found)];
}
