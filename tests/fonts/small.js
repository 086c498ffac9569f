// Whether the page is wider than the screen, and every control that a finger can meet and that is smaller than 24 px, but
// the spots of a layout.
() => {
  const root = document.documentElement, found = [];
  if (root.scrollWidth > root.clientWidth) found.push(`is ${root.scrollWidth - root.clientWidth} px too wide`);
  for (const each of document.querySelectorAll("a[href], button, input, select, textarea, [role='button'], [role='tab']")) {
    if (each.matches('[data-spot]') || each.closest('[hidden], [inert], dialog:not([open])')) continue;
    const label = each.closest('label');
    const box = (each.matches('input') && label ? label : each).getBoundingClientRect();
    if (!box.width || each.matches('.sr-only, .skip') || getComputedStyle(each).visibility === 'hidden') continue;
    const inText = each.matches('a') && getComputedStyle(each).display === 'inline';
    if (!inText && (box.width < 23.5 || box.height < 23.5)) {
      found.push(`${each.outerHTML.slice(0, 90)}: ${box.width.toFixed()} x ${box.height.toFixed()}`);
    }
  }
  return found;
}
