// What is said of a position beside the board: counts, a legend, and sentences for those who do not see it.

import { h } from '../../ui/elements.js';
import { number, t } from '../../i18n.js';
import { signed } from '../../analysis/values.js';
import { factOf } from '../scene.js';

function fact(label, value) {
  return h('div', {}, h('dt', {}, label), h('dd', { class: 'number' }, value));
}

export function factsOf(scene, actors) {
  const told = (label) => factOf(scene, label);
  const rows = [];
  if (told('level') !== undefined) rows.push(fact(t('pacman.level'), number(told('level'))));
  if (told('score') !== undefined) rows.push(fact(t('pacman.score'), number(told('score'))));
  if (told('food left') !== undefined) rows.push(fact(t('pacman.food'), number(told('food left'))));
  if (told('capsules left')) rows.push(fact(t('pacman.capsules'), number(told('capsules left'))));
  const scared = Math.max(0, ...actors.map((actor) => actor.scared));
  if (scared > 0) rows.push(fact(t('pacman.scared'), number(scared)));
  return rows;
}

export function sentencesOf(backdrop, position, actors) {
  const [left, bottom] = backdrop.origin ?? [0, 0];
  const place = ({ x, y }) => t('pacman.place', { x: number(x - left), y: number(backdrop.height - 1 - y - bottom) });
  const parts = [];
  for (const eater of actors.filter(({ kind }) => kind === 'pacman'))
    parts.push(t('pacman.at', { place: place(eater) }));
  actors
    .filter(({ kind }) => kind === 'ghost')
    .forEach((actor, ghost) =>
      parts.push(
        t(actor.scared > 0 ? 'pacman.scared-ghost' : 'pacman.ghost', {
          number: number(ghost + 1),
          place: place(actor),
          moves: number(actor.scared),
        }),
      ),
    );
  const [score, food] = ['score', 'food left'].map((label) => factOf(position.scene, label));
  if (score !== undefined) parts.push(t('pacman.counts', { score: number(score), food: number(food) }));
  if (position.outcomes?.[0] === 'win') parts.push(t('pacman.won'));
  if (position.outcomes?.[0] === 'loss') parts.push(t('pacman.lost'));
  return parts.join(' ');
}

export function legendOf({ heat, reach }) {
  const rows = [];
  if (heat) {
    rows.push(
      h(
        'span',
        { class: 'pac-scale' },
        h('span', { class: 'number' }, signed(heat.min)),
        h('span', { class: 'pac-ramp', 'aria-hidden': 'true' }),
        h('span', { class: 'number' }, signed(heat.max)),
        h('span', { class: 'soft' }, t('pacman.heat')),
      ),
    );
  }
  if (reach) rows.push(h('span', { class: 'soft' }, t('pacman.reach')));
  return rows;
}
