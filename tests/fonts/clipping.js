// What of a page's texts cannot be read: a list of findings in words, empty where all of them can.
//
// A text is a run of characters in one line: a quadrilateral on the screen, since texts in drawings may be turned.
// Of its height only the middle counts: lines are higher than their letters.
() => {
  const SLACK = 1.5; // px: fractions, and the side bearings of a glyph
  const INK = 0.22; // of a line's height, above and below

  // Nothing moves while it is looked at, and most texts have the same elements above them: each is asked once.
  const once = (ask) => {
    const known = new Map();
    return (element) => {
      if (!known.has(element)) known.set(element, ask(element));
      return known.get(element);
    };
  };
  const styled = once((element) => getComputedStyle(element));
  const measured = once((element) => element.getBoundingClientRect());
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const name = (element) => {
    const own = element.id ? `#${element.id}` : [...element.classList].map((each) => `.${each}`).join('');
    const over = element.parentElement;
    return `${over && over !== document.body ? `${over.localName}${over.id ? `#${over.id}` : ''}${[...over.classList].map((each) => `.${each}`).join('')} > ` : ''}${element.localName}${own}`;
  };
  /** Of each kind, the worst. @type {Map<string, [number, string]>} */
  const worst = new Map();
  const complain = (element, words, what, by = 0, unit = '') => {
    const said = `${name(element)} "${words.trim().slice(0, 50)}" ${what}`, known = worst.get(said)?.[0] ?? -1;
    if (by > known) worst.set(said, [by, `${said}${unit ? ` by ${Math.round(by * 10) / 10} ${unit}` : ''}`]);
  };
  const corners = ({ left, right, top, bottom }) => [[left, top], [right, top], [right, bottom], [left, bottom]];

  // Texts for ears alone are out of sight on purpose, and so is the way past the head of a page.
  const spoken = once((element) => {
    if (!element || element === document.body) return false;
    return element.matches('.skip:not(:focus), .fit-bench') || styled(element).clipPath === 'inset(50%)' || spoken(element.parentElement);
  });

  /** What of an axis a text may be cut by: the boxes of all ancestors that cut, up to one that scrolls there. */
  const windows = once((element) => {
    const cuts = [];
    let across = true, down = true;
    for (let each = element; each && each !== document.documentElement; each = each.parentElement) {
      const style = styled(each);
      if (each instanceof SVGElement && each.localName !== 'svg') continue;
      const fixed = style.position === 'fixed';
      if (style.display !== 'inline' && style.display !== 'contents' && each !== document.body) {
        const box = measured(each);
        const left = box.left + each.clientLeft, top = box.top + each.clientTop;
        const inner = { left, top, right: left + (each.clientWidth || box.width), bottom: top + (each.clientHeight || box.height) };
        const scrollsAcross = /auto|scroll/.test(style.overflowX), scrollsDown = /auto|scroll/.test(style.overflowY);
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
          cuts.push({
            element: each, inner,
            across: across && !scrollsAcross && style.overflowX !== 'visible',
            down: down && !scrollsDown && style.overflowY !== 'visible',
            row: style.flexWrap === 'wrap' && style.display === 'flex',
            hidesAcross: style.overflowX !== 'visible', hidesDown: style.overflowY !== 'visible',
          });
        }
        if (scrollsAcross) across = false;
        if (scrollsDown) down = false;
      }
      if (fixed) return { cuts, across, down, fixed: each };
    }
    return { cuts, across, down, fixed: null };
  });

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const top = document.querySelector('dialog:modal');
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement, words = node.data;
    if (!words.trim() || !element || /^(script|style|noscript|option|title|desc|datalist|textarea)$/.test(element.localName)) continue;
    if (element.closest('title, desc') || spoken(element) || !shown(element)) continue;
    if (top && !top.contains(element)) continue;
    if (element.closest('details:not([open]) > :not(summary)')) continue;
    if (element instanceof SVGElement) {
      const text = element.closest('text');
      if (!text) continue;
      const box = text.getBBox(), matrix = text.getScreenCTM();
      const ink = box.height * INK;
      const quad = corners({ left: box.x, right: box.x + box.width, top: box.y + ink, bottom: box.y + box.height - ink })
        .map(([x, y]) => [matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f]);
      texts.push({ element: text, node, words, quads: [quad], drawn: true });
      continue;
    }
    range.selectNodeContents(node);
    const quads = [...range.getClientRects()].filter((each) => each.width > 0.5 && each.height > 0.5).map((each) => {
      const ink = each.height * INK;
      return corners({ left: each.left, right: each.right, top: each.top + ink, bottom: each.bottom - ink });
    });
    if (quads.length) texts.push({ element, node, words, quads, drawn: false });
  }

  const bounds = (quad) => {
    const xs = quad.map(([x]) => x), ys = quad.map(([, y]) => y);
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  };

  // 1. Every text within what shows it.
  for (const text of texts) {
    const { element, words } = text, seen = windows(element);
    text.seen = seen;
    text.parts = [];
    for (const quad of text.quads) {
      const box = bounds(quad);
      let visible = { ...box };
      for (const cut of seen.cuts) {
        const { inner } = cut;
        if (cut.across && (box.left < inner.left - SLACK || box.right > inner.right + SLACK)) {
          complain(element, words, `is cut across by ${name(cut.element)}`, Math.max(inner.left - box.left, box.right - inner.right), 'px');
        }
        // Where as many stand in a row as there is room for, the others are left out whole.
        if (cut.down && !(cut.row && box.top >= inner.bottom) && (box.top < inner.top - SLACK || box.bottom > inner.bottom + SLACK)) {
          complain(element, words, `is cut down by ${name(cut.element)}`, Math.max(inner.top - box.top, box.bottom - inner.bottom), 'px');
        }
        if (cut.hidesAcross) visible = { ...visible, left: Math.max(visible.left, inner.left), right: Math.min(visible.right, inner.right) };
        if (cut.hidesDown) visible = { ...visible, top: Math.max(visible.top, inner.top), bottom: Math.min(visible.bottom, inner.bottom) };
      }
      if (seen.across && (box.left < -SLACK || box.right > document.documentElement.clientWidth + SLACK)) {
        complain(element, words, 'leaves the page', Math.max(-box.left, box.right - document.documentElement.clientWidth), 'px');
      }
      if (visible.right - visible.left > 2 && visible.bottom - visible.top > 2) text.parts.push({ quad, visible, whole: visible.left <= box.left && visible.right >= box.right });
    }
  }

  // 2. Every text within its own box: the block that holds it, the shape that it is printed on.
  const block = (element) => {
    let each = element;
    while (each && /^(inline|contents)$/.test(styled(each).display)) each = each.parentElement;
    return each;
  };
  for (const { element, words, quads, drawn } of texts) {
    if (drawn) {
      const shape = element.parentElement?.firstElementChild;
      const place = element.closest('.box, .pocket')?.firstElementChild ?? (shape?.matches('g > :is(rect, path, circle)') ? shape : null);
      if (!place || place === element) continue;
      const room = measured(place), box = bounds(quads[0]);
      const over = Math.max(room.left - box.left, box.right - room.right, room.top - box.top, box.bottom - room.bottom);
      if (over > SLACK) complain(element, words, 'leaves its box', over, 'px');
      continue;
    }
    const holder = block(element);
    if (!holder || holder === document.body) continue;
    const room = measured(holder);
    for (const quad of quads) {
      const box = bounds(quad), style = styled(holder);
      if (/auto|scroll/.test(style.overflowX)) continue;
      const over = Math.max(room.left - box.left, box.right - room.right);
      if (over > SLACK) complain(element, words, 'is wider than its box', over, 'px');
      const boxed = style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.backgroundImage !== 'none' || parseFloat(style.borderTopWidth) > 0;
      const deep = Math.max(room.top - box.top, box.bottom - room.bottom);
      if (boxed && deep > SLACK && !/auto|scroll/.test(style.overflowY)) complain(element, words, 'is higher than its box', deep, 'px');
    }
  }

  // 3. No text upon another.
  const apart = (one, other) => {
    for (const [first, second] of [[one, other], [other, one]]) {
      for (let at = 0; at < first.length; at += 1) {
        const [x0, y0] = first[at], [x1, y1] = first[(at + 1) % first.length];
        const nx = y1 - y0, ny = x0 - x1, length = Math.hypot(nx, ny) || 1;
        const spread = (quad) => quad.map(([x, y]) => (x * nx + y * ny) / length);
        const mine = spread(first), theirs = spread(second);
        if (Math.max(...mine) - SLACK <= Math.min(...theirs) || Math.max(...theirs) - SLACK <= Math.min(...mine)) return true;
      }
    }
    return false;
  };
  const layer = once((element) => element.closest('dialog, .toast, cr-toasts, .board-tip, .loupe, cr-prison, .banner, cr-wheel') ?? null);
  const chip = (element) => element.closest('cr-chips, .crown-place');
  const stuck = once((element) => {
    if (!element || element === document.body) return null;
    return /fixed|sticky/.test(styled(element).position) ? element : stuck(element.parentElement);
  });
  const parts = texts.filter((text) => text.parts?.length && !chip(text.element)).flatMap((text) => text.parts.map((part) => ({ ...part, text })));
  parts.sort((one, other) => one.visible.left - other.visible.left);
  for (let at = 0; at < parts.length; at += 1) {
    const one = parts[at];
    for (let next = at + 1; next < parts.length && parts[next].visible.left < one.visible.right - SLACK; next += 1) {
      const other = parts[next];
      if (one.text.node === other.text.node) continue;
      if (one.visible.top >= other.visible.bottom - SLACK || other.visible.top >= one.visible.bottom - SLACK) continue;
      if (one.text.drawn && one.text.element === other.text.element) continue;
      if (layer(one.text.element) !== layer(other.text.element)) continue;
      if (stuck(one.text.element) !== stuck(other.text.element)) continue;
      if (apart(one.quad, other.quad)) continue;
      complain(one.text.element, one.text.words, `lies on ${name(other.text.element)} "${other.text.words.trim().slice(0, 50)}"`);
    }
  }

  // 4. No text under a box of something else.
  const opaque = (element) => {
    const { backgroundColor, backgroundImage, opacity } = styled(element), alpha = /rgba\(.*, ([\d.]+)\)/.exec(backgroundColor)?.[1] ?? '1';
    return Number(opacity) > 0.5 && (backgroundImage !== 'none' || Number(alpha) > 0.5);
  };
  for (const { element, words, parts: shownParts, drawn } of texts) {
    if (drawn || styled(element).pointerEvents === 'none') continue;
    for (const { visible: { left, right, top: above, bottom } } of shownParts) {
      for (const x of [left + 2, (left + right) / 2, right - 2]) {
        const hit = document.elementFromPoint(x, (above + bottom) / 2);
        if (!hit || hit.contains(element) || element.contains(hit) || stuck(hit) !== stuck(element) || layer(hit) !== layer(element)) continue;
        for (let each = hit; each && !each.contains(element); each = each.parentElement) {
          if (opaque(each)) { complain(element, words, `lies under ${name(each)}`); break; }
        }
      }
    }
  }

  // 5. What stands in a field.
  const canvas = document.createElement('canvas').getContext('2d');
  for (const field of document.querySelectorAll('input, select')) {
    if (!shown(field) || /^(checkbox|radio|range|hidden|file)$/.test(field.type) || spoken(field)) continue;
    if (top && !top.contains(field)) continue;
    const words = field.localName === 'select' ? field.selectedOptions[0]?.text ?? '' : field.value ? '' : field.placeholder ?? '';
    if (!words) continue;
    const style = styled(field);
    canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    canvas.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const wide = canvas.measureText(words).width;
    if (wide > room + SLACK) complain(field, words, 'is wider than its field', wide - room, 'px');
  }
  return [...worst.values()].map(([, said]) => said);
}
