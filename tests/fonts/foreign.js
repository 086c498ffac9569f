// What a page says, seen or heard: each text node, label, hint and choice that is shown now.
() => {
  const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext', 'data-title'];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const found = new Set([document.title]);
  const frames = [...document.querySelectorAll('iframe')].flatMap((frame) => frame.contentDocument?.body ?? []);
  for (const element of [document.body, ...frames].flatMap((body) => [...body.querySelectorAll('*')])) {
    if (/^(script|style|noscript|template)$/.test(element.localName)) continue;
    const menu = /^opt/.test(element.localName) ? element.closest('select') : null;
    if (!shown(menu ?? element)) continue;
    for (const name of ATTRIBUTES) found.add(element.getAttribute(name) ?? '');
    if (menu) found.add(element.label);
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.data);
  }
  return [...found].map((each) => each.trim());
}
