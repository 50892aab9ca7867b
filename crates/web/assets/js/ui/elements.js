// Makes elements: the only way to put anything on a page. Text is always text, never markup.

/** @import { Attributes, Child, Made } from '../../../types/pages' */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Sets attributes: functions are listeners (`onclick`), `style` is an object of properties (custom ones too), `class`
 * may be a list with gaps, `data` an object; `true` is an empty attribute; null, undefined and false are none.
 * @template {Made} E
 * @param {E} element
 * @param {Attributes} [attributes]
 * @returns {E}
 */
export function set(element, { style, data, ...attributes } = {}) {
  for (const [key, value] of Object.entries(style ?? {})) element.style.setProperty(key, value);
  Object.assign(element.dataset, data);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === 'class') element.setAttribute('class', [value].flat().filter(Boolean).join(' '));
    else if (name === 'value' && 'value' in element) Object.assign(element, { value });
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  return element;
}

/**
 * @template {Made} E
 * @param {E} element
 * @param {Child[]} children
 * @returns {E}
 */
function fill(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) fill(element, child);
    else element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

/**
 * An HTML element: `h('p', { class: 'soft' }, 'words', child)`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export const h = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  fill(element, children);
  return set(element, attributes);
};

/**
 * An SVG element, in the same way.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export const svg = (tag, attributes, ...children) =>
  fill(set(document.createElementNS(SVG, tag), attributes), children);

/**
 * Replaces the content of an element.
 * @template {Made} E
 * @param {E} element
 * @param {...Child} children
 */
export const replace = (element, ...children) => {
  element.replaceChildren();
  return fill(element, children);
};

/**
 * Makes these the children of an element. Those that are there already are not touched, so that nothing of them is
 * drawn again.
 * @param {HTMLElement} element
 * @param {HTMLElement[]} wanted
 */
export function arrange(element, wanted) {
  wanted.forEach((child, index) => {
    const there = element.children[index] ?? null;
    if (there !== child) element.insertBefore(child, there);
  });
  while (element.children.length > wanted.length) element.lastElementChild?.remove();
}

/**
 * The closest element around an event's target that matches a selector, or null.
 * @param {Event} event
 * @param {string} selector
 * @returns {Made | null}
 */
export const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * The elements that a page has put into another one.
 * @param {Made} element
 */
export const parts = (element) => /** @type {Made[]} */ ([...element.children]);

/**
 * Something that a page made itself and cannot do without: the thing itself, or an error that names it.
 * @template T
 * @param {T | null | undefined} thing
 * @param {string} name
 * @returns {T}
 */
export function needed(thing, name) {
  if (thing === null || thing === undefined) throw new Error(`the page has no ${name}`);
  return thing;
}

/** Does the user prefer reduced motion? Asked each time, because it may change. */
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

let serial = 0;
/**
 * A unique id for an element, to connect labels with what they label.
 * @param {string} stem
 */
export const unique = (stem) => `${stem}-${(serial += 1)}`;

/**
 * Offers a text to the user as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text, type = 'application/json') {
  const link = h('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/**
 * `later(fn, ms)` calls `fn` after that long without another call; `.now()` calls it at once, `.cancel()` drops it.
 * @template {unknown[]} V
 * @template R
 * @param {(...values: V) => R} fn
 * @param {number} ms
 */
export function later(fn, ms) {
  let timer = 0;
  /** @param {V} values */
  const call = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...values), ms);
  };
  call.cancel = () => clearTimeout(timer);
  /** @param {V} values */
  call.now = (...values) => {
    clearTimeout(timer);
    return fn(...values);
  };
  return call;
}

/**
 * `seldom(fn, ms)` calls `fn` at once, but never twice within that time: the last call of several is made when it is
 * over. `.cancel()` drops it.
 * @param {() => void} fn
 * @param {number} ms
 */
export function seldom(fn, ms) {
  let timer = 0;
  let last = -Infinity;
  const call = () => {
    clearTimeout(timer);
    const rest = last + ms - performance.now();
    if (rest > 0) {
      timer = setTimeout(call, rest);
      return;
    }
    last = performance.now();
    fn();
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}
