// @ts-check
import { svg } from '../core/svg.js';

/**
 * A small wheel as the emblem of a table: `<cr-emblem ring='grbrb…'>`, a letter for each compartment clockwise:
 * r red, b black, g green, v void, p any other. Decorative.
 */
const COLORS = /** @type {Record<string, string>} */ ({ r: 'red', b: 'black', g: 'green', v: 'green' });
/** The ring without a table. */
const USUAL = `g${'rb'.repeat(18)}`;

export class CrEmblem extends HTMLElement {
  static observedAttributes = ['ring'];

  connectedCallback() {
    this.setAttribute('aria-hidden', 'true');
    this.#draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#draw();
  }

  #draw() {
    const ring = this.getAttribute('ring') ?? USUAL, plain = /^p*$/.test(ring);
    const drawn = svg('svg', { viewBox: '-100 -100 200 200', focusable: 'false' });
    drawn.append(
      svg('circle', { r: 98, class: 'emblem-rim' }),
      svg('circle', { r: 92, class: 'emblem-bowl' }),
      svg('circle', { r: 83, class: 'emblem-edge' }),
    );
    drawn.append(...(plain ? bigSix(ring.length || 54) : compartments(ring)));
    drawn.append(...(plain ? spokes() : turret()));
    if (!plain) drawn.append(svg('circle', { cx: 40, cy: -58, r: 5.2, class: 'emblem-ball' }));
    [...ring].forEach((letter, at) => {
      if (letter === 'v') drawn.append(svg('path', { d: wedge((at - 0.5) / ring.length, (at + 0.5) / ring.length, 50, 81), class: 'emblem-cover' }));
    });
    this.replaceChildren(drawn);
  }
}

/** @param {number} turn @param {number} radius */
function at(turn, radius) {
  const angle = turn * 2 * Math.PI;
  return `${(Math.sin(angle) * radius).toFixed(2)} ${(-Math.cos(angle) * radius).toFixed(2)}`;
}

/** @param {number} from @param {number} to @param {number} inner @param {number} outer */
function wedge(from, to, inner, outer) {
  return `M${at(from, outer)}A${outer} ${outer} 0 0 1 ${at(to, outer)}L${at(to, inner)}A${inner} ${inner} 0 0 0 ${at(from, inner)}Z`;
}

/** @param {string} ring */
function compartments(ring) {
  return [...ring].map((letter, index) => {
    const d = wedge((index - 0.5) / ring.length, (index + 0.5) / ring.length, 50, 81);
    return svg('path', { d, class: COLORS[letter] ? `emblem-${COLORS[letter]}` : 'emblem-stop-a' });
  });
}

/** @param {number} size */
function bigSix(size) {
  const colors = ['a', 'b', 'a', 'c', 'a', 'b', 'a', 'd', 'b'];
  const stops = Array.from({ length: size }, (_, index) =>
    svg('path', { d: wedge(index / size, (index + 1) / size, 56, 81), class: `emblem-stop-${colors[index % colors.length]}` }),
  );
  const pegs = Array.from({ length: size }, (_, index) => {
    const [cx, cy] = at(index / size, 84).split(' ');
    return svg('circle', { cx, cy, r: 1.5, class: 'emblem-peg' });
  });
  return [...stops, ...pegs, svg('path', { d: 'M-5 -100H5L0 -80Z', class: 'emblem-clapper' })];
}

function turret() {
  return [
    svg('circle', { r: 50, class: 'emblem-cone' }),
    svg('path', { d: 'M-29 0H29M0 -29V29', class: 'emblem-arm' }),
    ...[0, 0.25, 0.5, 0.75].map((turn) => {
      const [cx, cy] = at(turn, 29).split(' ');
      return svg('circle', { cx, cy, r: 5, class: 'emblem-knob' });
    }),
    svg('circle', { r: 11, class: 'emblem-hub' }),
    svg('circle', { r: 4.5, class: 'emblem-knob' }),
  ];
}

function spokes() {
  const arms = Array.from({ length: 9 }, (_, index) => `M${at(index / 9, 14)}L${at(index / 9, 55)}`).join('');
  return [svg('circle', { r: 56, class: 'emblem-cone' }), svg('path', { d: arms, class: 'emblem-spoke' }), svg('circle', { r: 15, class: 'emblem-hub' }), svg('circle', { r: 6, class: 'emblem-knob' })];
}

customElements.define('cr-emblem', CrEmblem);
