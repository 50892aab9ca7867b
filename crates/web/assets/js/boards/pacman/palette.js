// The colours of the board, taken from the style sheets, so that the page and the canvas agree in light and dark.

/** @import { Tone } from '../../../../types/protocol' */

/** @type {Tone[]} */
const TONES = ['yellow', 'red', 'blue', 'cyan', 'pink', 'orange', 'green', 'white', 'brown', 'grey'];
const NAMES = {
  floor: '--pac-floor',
  wall: '--pac-wall',
  wallLine: '--pac-wall-line',
  block: '--pac-block',
  blockLine: '--pac-block-line',
  pacman: '--pac-pacman',
  pacmanLight: '--pac-pacman-light',
  pacmanLine: '--pac-pacman-line',
  pupil: '--pac-pupil',
  eye: '--pac-eye',
  eyeLine: '--pac-eye-line',
  ghostLine: '--pac-ghost-line',
  ghostInk: '--pac-ghost-ink',
  scared: '--pac-scared',
  scaredPale: '--pac-scared-pale',
  scaredLine: '--pac-scared-line',
  scaredFace: '--pac-scared-face',
  pellet: '--pac-pellet',
  pelletLine: '--pac-pellet-line',
  crumb: '--pac-crumb',
  crumbLine: '--pac-crumb-line',
  text: '--text',
  soft: '--text-soft',
  accent: '--accent',
  onAccent: '--on-accent',
  good: '--good',
  bad: '--bad',
  raised: '--raised',
  low: '--pac-heat-low',
  middle: '--pac-heat-middle',
  high: '--pac-heat-high',
};

/** @typedef {Record<keyof typeof NAMES, string> & { tones: Record<Tone, string> }} Palette */

/**
 * Reads the palette that applies to an element. Custom properties are resolved by letting the browser paint with them.
 * @param {Element} element
 * @returns {Palette}
 */
export function readPalette(element) {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  /** @param {string} name */
  const resolve = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const named = Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, resolve(name)]));
  const tones = Object.fromEntries(TONES.map((tone) => [tone, resolve(`--pac-tone-${tone}`)]));
  probe.remove();
  return /** @type {Palette} */ ({ ...named, tones });
}

/**
 * Calls back when the theme changes, on the page or in the system. Returns a function that stops it.
 * @param {() => void} listener
 */
export function onTheme(listener) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const watcher = new MutationObserver(listener);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
  system.addEventListener('change', listener);
  return () => {
    watcher.disconnect();
    system.removeEventListener('change', listener);
  };
}

/** @param {string} colour */
function parts(colour) {
  return (colour.match(/[\d.]+/g) ?? ['0', '0', '0']).slice(0, 3).map(Number);
}

/**
 * A colour on the heat scale; `part` goes from 0 (worst) to 1 (best).
 * @param {Palette} palette
 * @param {number} part
 */
export function heatColour(palette, part) {
  const [from, to, rest] =
    part < 0.5 ? [palette.low, palette.middle, part * 2] : [palette.middle, palette.high, part * 2 - 1];
  const [one, other] = [parts(from), parts(to)];
  const mixed = one.map((channel, index) => Math.round(channel + (other[index] - channel) * rest));
  return `rgb(${mixed.join(' ')})`;
}
