// Overlays of a maze: the value of each cell, and the cells that ghosts can reach.

import { h } from '../ui/elements.js';
import { select, slider, toggle } from '../ui/controls.js';
import { usualEval } from './analysts.js';
import { say, sentence, t } from '../i18n.js';

/**
 * @import { At, GameKind } from '../../../types/protocol'
 * @import { Client, Overlay } from '../../../types/pages'
 */

/**
 * `mazeOverlays({ client, game, onChange })`: `element`, `go(at)`; calls `onChange({ heat, reach })`. `game` is its
 * entry in the catalogue.
 * @param {{ client: Client, game: GameKind, onChange: (over: Pick<Overlay, 'heat' | 'reach'>) => void }} options
 */
export function mazeOverlays({ client, game, onChange }) {
  // The evaluation the analysis uses, or else the most detailed one: the plain score is the same wherever Pac-Man
  // stands.
  let evaluation = usualEval(game) ?? game.evals.at(-1)?.name;
  /** @type {At | null} */
  let shownAt = null;
  let moves = 3;
  let turn = 0;
  const words = h('p', { class: 'soft small' }, t('analysis.reachAbout', { n: moves }));
  const heat = toggle(t('analysis.heat'), { onchange: () => refresh() });
  const evals = select(
    game.evals.map(({ name, title, about }) => ({ value: name, label: sentence(title), about: say(about) })),
    {
      value: evaluation,
      label: t('analysis.eval'),
      onchange: (next) => {
        evaluation = next;
        heat.input.checked = true;
        refresh();
      },
    },
  );
  const reach = toggle(t('analysis.reach'), { onchange: () => refresh() });
  const far = slider({
    min: 1,
    max: 10,
    value: moves,
    label: t('analysis.reach'),
    oninput: (n) => {
      moves = n;
      words.textContent = t('analysis.reachAbout', { n });
      reach.input.checked = true;
      refresh();
    },
  });

  async function refresh() {
    turn += 1;
    const mine = turn;
    if (!shownAt) return;
    try {
      const [warm, near] = await Promise.all([
        heat.input.checked ? client.request('position.heat', { at: shownAt, eval: evaluation }) : null,
        reach.input.checked ? client.request('position.reach', { at: shownAt, moves }) : null,
      ]);
      if (mine === turn) onChange({ heat: warm, reach: near });
    } catch {
      if (mine === turn) onChange({ heat: null, reach: null });
    }
  }

  return {
    element: h(
      'section',
      { class: 'overlays stack' },
      h('h2', {}, t('analysis.overlays')),
      heat,
      h('p', { class: 'soft small' }, t('analysis.heatAbout')),
      evals,
      reach,
      far,
      words,
    ),
    /** @param {At} at */
    go(at) {
      shownAt = at;
      if (heat.input.checked || reach.input.checked) refresh();
    },
  };
}
