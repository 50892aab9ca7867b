// A sheet that zooms by wheel, pinch and keys, and pans by dragging.
//
// paper({ world, label }) returns { element, box, zoom, pan, fit, show, hold, keys, destroy }.

import { calm, h, svg } from '../ui/elements.js';

const SCALE = { min: 0.04, max: 3 };
/** Below this scale, small print is left out. */
const FAR = 0.45;

/**
 * @typedef {{ x: number, y: number, scale: number }} Spot
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Box
 */

/**
 * `grip(event)` may take a drag over: it gets the pointer's moves, in the sheet's coordinates, instead of the sheet.
 * @typedef {{ move: (x: number, y: number, event: PointerEvent) => void, end: (dropped: boolean) => void }} Grip
 * @param {{ world: SVGGElement, grip?: (event: PointerEvent) => Grip | null }} options
 */
export function paper({ world, grip }) {
  const sheet = svg('svg', { class: 'tree-paper', role: 'tree', dir: 'ltr' }, world);
  const element = h('div', { class: 'tree-stage', dir: 'ltr' }, sheet);
  let at = { x: 0, y: 0, scale: 1 };
  let glide = 0;

  function transform() {
    world.setAttribute('transform', `translate(${at.x} ${at.y}) scale(${at.scale})`);
    element.classList.toggle('tree-far', at.scale < FAR);
  }

  /** @param {Spot} next */
  function goTo(next, smooth = true) {
    cancelAnimationFrame(glide);
    if (!smooth || calm()) {
      at = next;
      transform();
      return;
    }
    const from = { ...at };
    const begin = performance.now();
    /** @param {number} now */
    const frame = (now) => {
      const part = Math.min(1, (now - begin) / 220);
      const eased = 1 - (1 - part) ** 3;
      at = {
        x: from.x + (next.x - from.x) * eased,
        y: from.y + (next.y - from.y) * eased,
        scale: from.scale + (next.scale - from.scale) * eased,
      };
      transform();
      if (part < 1) glide = requestAnimationFrame(frame);
    };
    glide = requestAnimationFrame(frame);
  }

  /** @param {number} factor */
  function zoom(factor, x = element.clientWidth / 2, y = element.clientHeight / 2, smooth = true) {
    const scale = Math.min(SCALE.max, Math.max(SCALE.min, at.scale * factor));
    const ratio = scale / at.scale;
    goTo({ x: x - (x - at.x) * ratio, y: y - (y - at.y) * ratio, scale }, smooth);
  }

  /**
   * Fits a box; if it would be much smaller than `readable`, shows the spot `begin` at its upper edge at that scale.
   * @param {Box} box
   * @param {{ smooth?: boolean, readable?: number, begin?: number, foot?: number }} [options] `foot` is covered below
   */
  function fit({ left, right, top, bottom }, { smooth = true, readable = 0, begin = 0, foot = 0 } = {}) {
    const [width, height] = [element.clientWidth, element.clientHeight - foot];
    if (width === 0) return;
    const scale = Math.min(1.6, Math.max(SCALE.min, Math.min(width / (right - left), height / (bottom - top))));
    // A little too small is better than cut off.
    if (scale < 0.6 * readable) goTo({ x: width / 2 - begin * readable, y: -top * 1.6, scale: readable }, smooth);
    else goTo({ x: (width - (right + left) * scale) / 2, y: (height - (bottom + top) * scale) / 2, scale }, smooth);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  const pan = (dx, dy) => goTo({ ...at, x: at.x + dx, y: at.y + dy });

  /**
   * Scrolls a spot of the sheet into view if it is not; `foot` is covered below.
   * @param {number} worldX
   * @param {number} worldY
   */
  function show(worldX, worldY, foot = 0) {
    const [x, y] = [worldX * at.scale + at.x, worldY * at.scale + at.y];
    const [width, height] = [element.clientWidth, element.clientHeight - foot];
    // On a phone a tree that fits has its outer leaves closer to the edge, and must not move for them.
    const room = Math.min(60, width / 13);
    const dx = x < room ? room - x : x > width - room ? width - room - x : 0;
    const dy = y < room ? room - y : y > height - room ? height - room - y : 0;
    if (dx !== 0 || dy !== 0) pan(dx, dy);
  }

  /**
   * Keeps what is drawn at one spot of the sheet where it is on the screen, although it is now at another.
   * @param {{ x: number, y: number }} old
   * @param {{ x: number, y: number }} fresh
   */
  function hold(old, fresh) {
    at = { ...at, x: at.x + (old.x - fresh.x) * at.scale, y: at.y + (old.y - fresh.y) * at.scale };
    transform();
  }

  /** @type {Map<number, [number, number]>} */
  const pointers = new Map();
  /** @type {Grip | null} */
  let gripped = null;
  let dragged = false;
  let spread = 0;

  /**
   * @param {MouseEvent} event
   * @returns {[number, number]}
   */
  const spot = (event) => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      cancelAnimationFrame(glide);
      zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), ...spot(event), false);
    },
    { passive: false },
  );

  element.addEventListener('pointerdown', (event) => {
    pointers.set(event.pointerId, spot(event));
    dragged = false;
    spread = 0;
    gripped = pointers.size === 1 ? (grip?.(event) ?? null) : null;
  });
  element.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = spot(event);
    if (pointers.size === 1) {
      if (!dragged && Math.hypot(now[0] - before[0], now[1] - before[1]) < 4) return;
      if (!dragged) element.setPointerCapture(event.pointerId);
      dragged = true;
      if (gripped) {
        gripped.move((now[0] - at.x) / at.scale, (now[1] - at.y) / at.scale, event);
        return;
      }
      at = { ...at, x: at.x + now[0] - before[0], y: at.y + now[1] - before[1] };
      transform();
    }
    pointers.set(event.pointerId, now);
    if (pointers.size === 2) {
      dragged = true;
      const [one, other] = [...pointers.values()];
      const apart = Math.hypot(one[0] - other[0], one[1] - other[1]);
      if (spread > 0) zoom(apart / spread, (one[0] + other[0]) / 2, (one[1] + other[1]) / 2, false);
      spread = apart;
    }
  });
  /** @param {PointerEvent} event */
  const letGo = (event) => {
    pointers.delete(event.pointerId);
    spread = 0;
    gripped?.end(dragged && event.type === 'pointerup');
    gripped = null;
  };
  element.addEventListener('pointerup', letGo);
  element.addEventListener('pointercancel', letGo);

  return {
    element,
    sheet,
    zoom,
    fit,
    show,
    hold,
    /** Was the last press of the pointer a drag? Then it is no click. */
    get dragged() {
      return dragged;
    },
    /**
     * @param {KeyboardEvent} event
     * @param {() => void} whole
     */
    keys(event, whole) {
      if (event.key === '+' || event.key === '=') zoom(1.3);
      else if (event.key === '-') zoom(1 / 1.3);
      else if (event.key === '0') whole();
      else return false;
      return true;
    },
    destroy: () => cancelAnimationFrame(glide),
  };
}
