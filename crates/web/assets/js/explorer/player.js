// The bar under a tree: back and forward through the steps of the search, by buttons, slider and keys, or
// automatically.

import { h, replace } from '../ui/elements.js';
import { button, select, slider } from '../ui/controls.js';
import { number, t } from '../i18n.js';

/** @import { Icon } from '../ui/icons.js' */

const STEP_MS = 900;

/**
 * `stepPlayer({ onStep })`: `element`, `set(steps, step)`, `go(step)`, `toggle()`, `step`. A step that is played waits
 * for what `onStep` returns. `strides` are steps at a time to choose from, for simulations; `next(step, by)` may go
 * further than so many.
 * @param {{ onStep: (step: number) => unknown, strides: number[], next: (step: number, by: number) => number }} options
 */
export function stepPlayer({ onStep, strides, next }) {
  /** The number of the first step: simulations are counted from 0, before which nothing is known. */
  let first = 1;
  let steps = 1;
  let step = 0;
  let timer = 0;
  let speed = 1;
  let stride = 1;
  const track = slider({ min: 0, max: 0, label: t('trees.step'), oninput: (value) => (pause(), go(value)) });
  const counter = h('output', { class: 'number tree-count' });
  const toggleButton = button(null, { icon: 'play', tip: t('trees.play'), key: ' ', onclick: () => toggle() });
  /**
   * @param {Icon} icon
   * @param {string} tip
   * @param {string} key
   * @param {() => void} run
   */
  const act = (icon, tip, key, run) => button(null, { icon, tip, key, kind: 'quiet', onclick: () => (pause(), run()) });
  const paces = select(
    strides.map((each) => ({ value: String(each), label: t('trees.stride', { n: each }) })),
    {
      value: '1',
      label: t('trees.strideLabel'),
      class: 'input tree-stride',
      onchange: (value) => {
        stride = Number(value);
      },
    },
  );
  const element = h(
    'div',
    { class: 'tree-player', dir: 'ltr', role: 'group', 'aria-label': t('trees.steps.label') },
    act('first', t('trees.first'), 'Home', () => go(0)),
    act('back', t('trees.back'), 'ArrowLeft', () => walk(-1)),
    toggleButton,
    act('forward', t('trees.forward'), 'ArrowRight', () => walk(1)),
    act('last', t('trees.last'), 'End', () => go(steps - 1)),
    track,
    counter,
    paces,
    select(
      [
        { value: '0.5', label: `${number(0.5)}×` },
        { value: '1', label: `${number(1)}×` },
        { value: '3', label: `${number(3)}×` },
        { value: '8', label: `${number(8)}×` },
        { value: '30', label: `${number(30)}×` },
      ],
      {
        value: '1',
        label: t('trees.speed'),
        class: 'input tree-speed',
        onchange: (value) => {
          speed = Number(value);
        },
      },
    ),
  );

  function show() {
    track.move(step, steps - 1);
    track.setAttribute('aria-valuetext', t('trees.stepOf', { step: step + first, steps: steps - 1 + first }));
    counter.textContent = `${number(step + first)} / ${number(steps - 1 + first)}`;
  }

  /** @param {number} to */
  function go(to) {
    step = Math.min(steps - 1, Math.max(0, to));
    show();
    return onStep(step);
  }

  /**
   * One stride forward, or back if less than 0.
   * @param {number} by
   */
  const walk = (by) => go(next(step, by * stride));

  function face() {
    const fresh = button(null, {
      icon: timer ? 'pause' : 'play',
      tip: t(timer ? 'trees.pause' : 'trees.play'),
      key: ' ',
    });
    replace(toggleButton, ...fresh.childNodes);
    toggleButton.setAttribute('aria-label', t(timer ? 'trees.pause' : 'trees.play'));
    toggleButton.dataset.tip = t(timer ? 'trees.pause' : 'trees.play');
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    face();
  }

  async function advance() {
    if (step >= steps - 1) {
      pause();
      return;
    }
    const mine = timer;
    const begun = performance.now();
    await walk(1);
    // Pausing or going elsewhere meanwhile has ended it.
    if (timer === mine) timer = setTimeout(advance, Math.max(0, STEP_MS / speed - (performance.now() - begun)));
  }

  function toggle() {
    if (timer) {
      pause();
      return;
    }
    if (step >= steps - 1) go(0);
    timer = setTimeout(advance, STEP_MS / speed);
    face();
  }

  return {
    element,
    go,
    walk,
    toggle,
    /** Is it playing by itself? */
    get playing() {
      return timer !== 0;
    },
    pause,
    /**
     * Counts steps from this number; simulations, counted from 0, are also passed many at a time.
     * @param {number} from
     */
    count(from) {
      first = from;
      stride = from === 0 ? Number(paces.value) : 1;
      paces.hidden = from !== 0;
    },
    /**
     * @param {number} many
     * @param {number} at
     */
    set(many, at) {
      steps = Math.max(1, many);
      step = Math.min(steps - 1, Math.max(0, at));
      show();
    },
    get step() {
      return step;
    },
    get steps() {
      return steps;
    },
  };
}
