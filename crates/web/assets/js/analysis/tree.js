// The way to the tree explorer: which agent to search with here, and how.

import { h, replace } from '../ui/elements.js';
import { button, segments } from '../ui/controls.js';
import { say, sentence, t } from '../i18n.js';
import { parse, format } from '../ui/spec.js';
import { agentEditor } from '../setup/seat.js';
import { usualEval } from './analysts.js';
import { searchAddress } from '../explorer/address.js';

/**
 * @import { GameKind } from '../../../types/protocol'
 * @import { Navigate, PositionView } from '../../../types/pages'
 */

const SEARCHERS = ['minimax', 'alphabeta', 'expectimax', 'mcts'];
/** Deep enough to show something, small enough to be drawn. */
const SHALLOW = 3;
const WHOLE = 9;

/** @param {{ game: GameKind, navigate: Navigate }} options */
export function treePanel({ game, navigate }) {
  /** @type {PositionView | null} */
  let current = null;
  const judged = usualEval(game);
  const depth = game.boards[0]?.backdrop.kind === 'tree' ? WHOLE : SHALLOW;
  /** @param {string} name */
  const specOf = (name) => (name === 'mcts' ? 'mcts:sims=200' : format(name, { depth: String(depth), eval: judged }));
  const known = SEARCHERS.filter((name) => game.agents.some((agent) => agent.name === name));
  /** @param {string} name */
  const labelOf = (name) =>
    name === 'mcts' ? say('MCTS') : sentence(game.agents.find((agent) => agent.name === name)?.title ?? name);
  let spec = specOf(known.includes('alphabeta') ? 'alphabeta' : known[0]);
  const body = h('div', {});
  const edit = () => replace(body, agentEditor(game, spec, (next) => (spec = next)).element);
  const quick = segments(
    known.map((name) => ({ value: name, label: labelOf(name) })),
    {
      value: parse(spec).name,
      label: t('analysis.agent'),
      onchange: (name) => {
        spec = specOf(name);
        edit();
      },
    },
  );
  edit();
  const open = button(t('analysis.openTree'), {
    kind: 'primary',
    icon: 'tree',
    onclick: () => current && navigate(searchAddress(current.at, spec)),
  });
  const over = h('p', { class: 'soft small', hidden: true }, t('analysis.treeOver'));
  return {
    element: h(
      'div',
      { class: 'stack' },
      h('p', { class: 'soft small' }, t('analysis.treeLead')),
      quick,
      h('div', {}, open),
      over,
      body,
    ),
    /** @param {PositionView} next */
    go(next) {
      current = next;
      // Where nobody moves, nothing is searched.
      open.disabled = next.position.actions.length === 0;
      over.hidden = !open.disabled;
    },
  };
}
