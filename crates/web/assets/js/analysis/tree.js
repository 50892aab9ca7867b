// The way to the tree explorer: which agent shall search here, and how deep.

import { h } from '../ui/elements.js';
import { button, field, slider } from '../ui/controls.js';
import { t } from '../i18n.js';
import { parse, format } from '../ui/spec.js';
import { agentEditor } from '../setup/seat.js';

export function treePanel({ game, navigate }) {
  let place = null;
  const start = parse(game.analysis[0] ?? 'alphabeta');
  const isTree = game.boards[0]?.scene.picture.kind === 'tree';
  let spec = format('alphabeta', { depth: isTree ? '9' : '3', ...(start.settings.eval ? { eval: start.settings.eval } : {}) });
  let editor = agentEditor(game, spec, (next) => (spec = next));
  const quick = ['minimax', 'alphabeta', 'expectimax', 'mcts'].filter((name) => game.agents.some((a) => a.name === name));
  const body = h('div', {}, editor.element);
  const depth = h('output', { class: 'number' }, parse(spec).settings.depth ?? '');
  const pick = (name) => {
    const { settings } = parse(spec);
    spec = name === 'mcts' ? 'mcts:sims=200' : format(name, { depth: settings.depth ?? '3', ...(settings.eval ? { eval: settings.eval } : {}) });
    editor = agentEditor(game, spec, (next) => (spec = next));
    body.replaceChildren(editor.element);
  };
  const deep = field(t('analysis.treeDepth'), slider({
    min: 1,
    max: 9,
    value: Number(parse(spec).settings.depth ?? 3),
    oninput: (n) => {
      depth.textContent = String(n);
      const { name, settings } = parse(spec);
      if (name === 'mcts') return;
      spec = format(name, { ...settings, depth: String(n) });
      editor = agentEditor(game, spec, (next) => (spec = next));
      body.replaceChildren(editor.element);
    },
  }), { output: depth });
  const element = h(
    'div',
    { class: 'stack' },
    h('p', { class: 'soft small' }, t('analysis.treeLead')),
    h('div', { class: 'choices' }, quick.map((name) => button(name, { small: true, class: 'notation', onclick: () => pick(name) }))),
    deep.element,
    body,
    button(t('analysis.openTree'), { kind: 'primary', icon: 'tree', onclick: () => place && navigate(`#/trees?at=${encodeURIComponent(JSON.stringify(place.at))}&agent=${encodeURIComponent(spec)}`) }),
  );
  return {
    element,
    go(next) {
      place = next;
    },
  };
}
