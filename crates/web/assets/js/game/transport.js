// The transport bar: back and forward through the moves, play and pause, speed, and actions on the whole game.

import { h, set } from '../ui/elements.js';
import { button, slider } from '../ui/controls.js';
import { t, number } from '../i18n.js';

/**
 * @import { Frame } from '../../../types/pages'
 * @import { Icon } from '../ui/icons.js'
 */

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

/**
 * @typedef {{ first: () => unknown, back: () => unknown, play: () => unknown, forward: () => unknown,
 *   last: () => unknown, share: () => unknown, fresh: () => unknown } & Frame['acts']} Acts
 */

/**
 * `act` has a function for each button there is; `show` sets what can be done now. What is counted are rounds of
 * `stride` plies, or single plies.
 * @param {{ act: Acts, stride: number, speed: string, onSpeed: (speed: string) => void, onSeek: (ply: number) => void }} options
 */
export function transportBar({ act, stride, speed, onSpeed, onSeek }) {
  const rounds = stride > 1;
  /**
   * @param {keyof Acts} name
   * @param {Icon} icon
   * @param {string} [key]
   * @param {{ class?: string, tip?: string }} [more]
   */
  const b = (name, icon, key, more = {}) =>
    button(null, { icon, tip: t(`game.${name}`), key, kind: 'quiet', onclick: () => act[name]?.(), ...more });
  const buttons = {
    first: b('first', 'first', 'Home'),
    back: b('back', 'back', ',', rounds ? { tip: t('game.backRound') } : {}),
    play: b('play', 'play', ' ', { class: 'play' }),
    forward: b('forward', 'forward', '.', rounds ? { tip: t('game.forwardRound') } : {}),
    last: b('last', 'last', 'End'),
    undo: act.undo && b('undo', 'undo', 'u'),
    restart: act.restart && b('restart', 'restart', 'r'),
    swap: act.swap && b('swap', 'swap', 's'),
    fresh: b('fresh', 'fresh', 'n'),
    share: b('share', 'share'),
  };
  const pause = button(null, {
    icon: 'pause',
    tip: t('game.pause'),
    key: ' ',
    class: 'play',
    onclick: () => act.play(),
  });
  const bar = slider({ min: 0, max: 0, value: 0, label: t('game.moves'), oninput: (n) => onSeek(n * stride) });
  const words = h('span', { class: 'where', role: 'status', 'aria-live': 'off' });
  const times = h('output', { class: 'number' });
  const speeds = slider({
    max: SPEEDS.length - 1,
    value: Math.max(0, SPEEDS.indexOf(Number(speed))),
    label: t('game.speed'),
    data: { tip: t('game.speed') },
    oninput: (index) => {
      showSpeed(index);
      onSpeed(String(SPEEDS[index]));
    },
  });
  /** @param {number} index */
  const showSpeed = (index) => {
    times.textContent = `${number(SPEEDS[index])}×`;
    set(speeds, { 'aria-valuetext': times.textContent });
  };
  showSpeed(Number(speeds.value));
  // Time runs from left to right here, as in every video player.
  const element = h(
    'section',
    { class: 'transport', 'aria-label': t('game.transport') },
    h(
      'div',
      { class: 'group', dir: 'ltr' },
      buttons.first,
      buttons.back,
      buttons.play,
      pause,
      buttons.forward,
      buttons.last,
    ),
    h('div', { class: 'track', dir: 'ltr' }, bar),
    words,
    h('div', { class: 'speeds', dir: 'ltr' }, speeds, times),
    h('div', { class: 'group whole' }, buttons.undo, buttons.restart, buttons.swap, buttons.share, buttons.fresh),
  );
  return {
    element,
    /** @param {{ ply: number, last: number, playing: boolean, can: ReturnType<Frame['can']> }} state */
    show({ ply, last, playing, can }) {
      const [now, end] = [Math.ceil(ply / stride), Math.ceil(last / stride)];
      const where = rounds ? t('game.round', { round: now, last: end }) : t('game.move', { ply, last });
      bar.move(now, end);
      set(bar, { disabled: last === 0 ? true : null, 'aria-valuetext': where });
      words.textContent = where;
      for (const each of [buttons.first, buttons.back]) set(each, { disabled: ply === 0 });
      set(buttons.forward, { disabled: ply === last && !can.forward });
      set(buttons.last, { disabled: ply === last });
      buttons.play.hidden = playing;
      pause.hidden = !playing;
      set(buttons.play, { disabled: !can.forward && last === 0 });
      if (buttons.undo) set(buttons.undo, { disabled: !can.undo });
      if (buttons.swap) buttons.swap.hidden = !can.swap;
    },
  };
}
