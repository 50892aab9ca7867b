// Makes elements: the only way that anything gets onto a page. Text is always text, never markup.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Sets attributes: functions are listeners (`onclick`), `style` is an object of properties (custom ones too), `class`
 * may be a
 * list with gaps, `data` an object; `true` is an empty attribute; null, undefined and false are none.
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (name === 'style' && value) for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else if (name === 'data' && value) Object.assign(element.dataset, value);
    else if (name === 'class') element.setAttribute('class', [value].flat().filter(Boolean).join(' '));
    else if (name === 'value' && 'value' in element) element.value = value;
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  return element;
}

function fill(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

/** An HTML element: `h('p', { class: 'soft' }, 'words', child)`. */
export const h = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  fill(element, children);
  return set(element, attributes);
};

/** An SVG element, in the same way. */
export const svg = (tag, attributes, ...children) =>
  fill(set(document.createElementNS(SVG, tag), attributes), children);

/** Replaces what an element holds. */
export const replace = (element, ...children) => {
  element.replaceChildren();
  return fill(element, children);
};

/** Does this person want less motion? Asked each time, because it may change. */
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

let serial = 0;
/** A name for an element that no other has, to connect labels with what they label. */
export const unique = (stem) => `${stem}-${(serial += 1)}`;

/** Hands a text to the person as a file. */
export function download(name, text, type = 'application/json') {
  const link = h('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/**
 * `later(fn, ms)` calls `fn` once things have been quiet for that long; `.now()` does it at once, `.cancel()` never.
 */
export function later(fn, ms) {
  let timer = 0;
  const call = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...values), ms);
  };
  call.cancel = () => clearTimeout(timer);
  call.now = (...values) => {
    clearTimeout(timer);
    return fn(...values);
  };
  return call;
}
