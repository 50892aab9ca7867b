// "Why was this cut?" and "Why not this move?": the nodes that decide it side by side, in the lab's sentence with the
// numbers, with a way to each and back; and the refutation, to be played on the board.

import { h, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { digits, messageText, say, t } from '../i18n.js';
import { errorText } from '../errorText.js';
import { linePlayer } from './line.js';
import { named, short, valueOf } from './words.js';

/**
 * @import { At, RecordedTree } from '../../../types/protocol'
 * @import { ExplorerNode, TreeWhy } from '../../../types/protocol'
 * @import { BoardModule, Client } from '../../../types/pages'
 * @import { boardTiles } from './tiles.js'
 */

/**
 * @param {{ client: Client, at: At, recorded: RecordedTree, module: Promise<BoardModule>,
 *   tiles: ReturnType<typeof boardTiles>, onFocus: (node: number) => void }} options
 */
export function whyPanel({ client, at, recorded, module, tiles, onFocus }) {
  const words = h('p', { class: 'why-words', role: 'status' });
  const nodes = h('div', { class: 'why-nodes', dir: 'ltr' });
  const acts = h('div', { class: 'row why-acts' });
  const player = linePlayer({ client, at, module, backdrop: recorded.backdrop, label: t('explorer.line.title') });
  const element = h('div', { class: 'why' }, words, nodes, player.element, acts);
  let serial = 0;

  const rest = () => {
    replace(words, h('span', { class: 'soft' }, t(recorded.prunes ? 'explorer.why.about' : 'explorer.why.aboutMoves')));
    replace(nodes);
    replace(acts);
    player.hide();
  };

  /**
   * The moves that lead to a node, which the answer does not list: its ancestors are asked for.
   * @param {ExplorerNode | null} node
   * @returns {Promise<{ node: ExplorerNode, moves: string[], before: ExplorerNode | undefined } | null>}
   */
  async function located(node) {
    if (!node) return null;
    const view = await client.request('tree.node', { tree: recorded.tree, node: node.node });
    return { node: view.focus, moves: view.moves, before: view.path[view.path.length - 2] };
  }

  /**
   * @param {NonNullable<Awaited<ReturnType<typeof located>>>} found
   * @param {'crossed' | 'set'} role
   * @param {string} sum the number that counts here
   */
  const plate = ({ node, moves, before }, role, sum) =>
    h(
      'button',
      {
        type: 'button',
        class: ['why-node', `is-${role}`],
        data: { node: node.node, role },
        onclick: () => onFocus(node.node),
      },
      h('span', { class: 'why-role' }, t(`explorer.why.${role}`)),
      tiles.tile(node, before?.scene, role),
      h('span', { class: 'why-number number', dir: 'ltr' }, sum),
      h('bdi', { class: 'why-name' }, named(moves)),
    );

  /** @param {number} from */
  const back = (from) =>
    button(t('explorer.back'), {
      small: true,
      icon: 'undo',
      class: 'why-back',
      onclick: () => (onFocus(from), rest()),
    });

  /**
   * @param {NonNullable<TreeWhy['cut']>} cut
   * @param {number} from
   * @param {() => boolean} current
   */
  async function showCut(cut, from, current) {
    const [crossed, set] = await Promise.all([located(cut.crossed), located(cut.set)]);
    if (!current()) return;
    replace(words, messageText(cut.words));
    const low = cut.by === 'alpha' || cut.by === 'chance-low';
    const sign = low ? (cut.strict ? '<' : '≤') : cut.strict ? '>' : '≥';
    replace(
      nodes,
      crossed ? plate(crossed, 'crossed', short(cut.value, recorded)) : null,
      crossed && set ? h('span', { class: 'why-sign number', 'aria-hidden': 'true' }, sign) : null,
      set ? plate(set, 'set', `${low ? 'α' : 'β'} ${short(cut.limit, recorded)}`) : null,
    );
    replace(acts, back(from));
    player.hide();
    const goal = set ?? crossed;
    if (goal) onFocus(goal.node.node);
  }

  /**
   * @param {TreeWhy} why
   * @param {ExplorerNode} node
   */
  function showMove({ refutation }, node) {
    if (!refutation) {
      replace(words, t('explorer.why.best'));
      return;
    }
    const { instead, line, from } = refutation;
    const own = digits(say(instead.action ?? ''));
    replace(words, messageText(refutation.words));
    player.show({ from, moves: line.map(({ action }) => action) });
    replace(
      acts,
      button(t('explorer.why.toInstead', { move: own, value: valueOf(instead, recorded) }), {
        small: true,
        kind: 'quiet',
        onclick: () => onFocus(instead.node),
      }),
      back(node.parent ?? node.node),
    );
  }

  rest();
  return {
    element,
    rest,
    /**
     * Answers a question about a node; `from` is the node in focus, to which the way back leads.
     * @param {ExplorerNode} node
     * @param {'cut' | 'move'} kind
     * @param {number} from
     */
    async ask(node, kind, from) {
      serial += 1;
      const mine = serial;
      rest();
      replace(words, t('explorer.why.asking'));
      try {
        const why = await client.request('tree.why', { tree: recorded.tree, node: node.node });
        if (mine !== serial) return;
        if (kind === 'cut' && why.cut) await showCut(why.cut, from, () => mine === serial);
        else showMove(why, node);
      } catch (error) {
        if (mine === serial) replace(words, h('span', { class: 'problem' }, errorText(error)));
      }
    },
    destroy: player.destroy,
  };
}
