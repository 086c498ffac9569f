// The texts of a page, seen or heard: one for each text node, label, hint and choice that is shown now.
() => {
  const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'data-title'];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const found = new Set([document.title]);
  const roots = [document.body];
  for (const frame of document.querySelectorAll('iframe')) if (frame.contentDocument) roots.push(frame.contentDocument.body);
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (/^(script|style|noscript|template)$/.test(element.localName)) continue;
      const option = element.localName === 'option' || element.localName === 'optgroup';
      if (!(option ? element.closest('select, datalist') && (element.closest('datalist') || shown(element.closest('select'))) : shown(element))) continue;
      for (const name of ATTRIBUTES) found.add(element.getAttribute(name) ?? '');
      if (element.label && option) found.add(element.label);
      if (element.closest('[translate=no]')) continue;
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.data);
      if (element instanceof HTMLInputElement && ['button', 'submit'].includes(element.type)) found.add(element.value);
    }
  }
  return [...found].map((each) => each.trim()).filter((each) => /[A-Za-z]{2}/.test(each));
}
