// What is shown of a recorded search: the node in focus, the step, the order of children. It asks the lab, and tells
// the page what came; what is asked while an answer is on its way waits, and only the last of it is sent.

/**
 * @import { RecordedTree } from '../../../types/protocol'
 * @import { ExplorerNode, TreeEvent, TreeSort, TreeView } from '../../../types/protocol'
 * @import { Client } from '../../../types/pages'
 */

/**
 * `step` is null at the end of the search, where everything is known; `event` is what happens at a step.
 * @typedef {{ view: TreeView, step: number | null, event: TreeEvent | null, previous: number | null,
 *   next: number | null }} Moment
 * @typedef {{ kind: 'node', node: number } | { kind: 'path', path: string[] } | { kind: 'open', node: number }
 *   | { kind: 'step', step: number } | { kind: 'again' }} Wish
 */

/**
 * @param {{ client: Client, recorded: RecordedTree, sort: TreeSort, follow: boolean,
 *   onMoment: (moment: Moment, wish: Wish) => void, onBusy: (busy: boolean) => void,
 *   onFault: (error: unknown) => void }} options
 */
export function session({ client, recorded, sort: first, follow: follows, onMoment, onBusy, onFault }) {
  const { tree } = recorded;
  const simulations = recorded.method === 'simulations';
  /** The step at which everything is known. */
  const end = simulations ? recorded.steps : recorded.steps - 1;
  let sort = first;
  let follow = follows;
  /** @type {Moment} */
  let now = { view: recorded.view, step: null, event: null, previous: null, next: null };
  /** @type {Wish | null} */
  let waiting = null;
  let asking = false;
  let answered = Promise.resolve();
  let gone = false;

  /**
   * Resolves when everything that was wished for is there.
   * @param {Wish} wish
   */
  function wishFor(wish) {
    waiting = wish;
    if (!asking) answered = grant();
    return answered;
  }

  async function grant() {
    asking = true;
    while (waiting && !gone) {
      /** @type {Wish} */
      const asked = waiting;
      waiting = null;
      const slow = setTimeout(() => onBusy(true), 150);
      try {
        now = await answer(asked);
        if (!gone) onMoment(now, asked);
      } catch (error) {
        if (!gone) onFault(error);
      } finally {
        clearTimeout(slow);
        if (!gone) onBusy(false);
      }
    }
    asking = false;
  }

  /** @param {number | null} step */
  const at = (step) => (step === null ? { sort } : { sort, step });

  /**
   * @param {Wish} wish
   * @returns {Promise<Moment>}
   */
  async function answer(wish) {
    if (wish.kind === 'step') return stepTo(wish.step);
    const kept = { step: now.step, event: now.event, previous: now.previous, next: now.next };
    if (wish.kind === 'open') return { ...kept, view: await client.request('tree.open', { tree, node: wish.node, sort }) };
    const where =
      wish.kind === 'path' ? { path: wish.path } : { node: wish.kind === 'node' ? wish.node : now.view.focus.node };
    return { ...kept, view: await client.request('tree.node', { tree, ...where, ...at(now.step) }) };
  }

  /**
   * @param {number} wanted
   * @returns {Promise<Moment>}
   */
  async function stepTo(wanted) {
    const step = Math.min(end, Math.max(0, wanted));
    const last = step >= end;
    if (last && !simulations) {
      const node = follow ? recorded.view.focus.node : now.view.focus.node;
      const view = await client.request('tree.node', { tree, node, sort });
      return { view, step: null, event: null, previous: end > 0 ? end - 1 : null, next: null };
    }
    const found = await client.request('tree.step', { tree, step, sort, scenes: follow });
    const { event, previous, next } = found;
    const view = follow
      ? found.view
      : await client.request('tree.node', { tree, node: now.view.focus.node, ...at(step) });
    return { view, step: last ? null : step, event, previous, next };
  }

  return {
    end,
    /** @param {number} node */
    focus: (node) => wishFor({ kind: 'node', node }),
    /** @param {string[]} path */
    walk: (path) => wishFor({ kind: 'path', path }),
    /** @param {ExplorerNode} node */
    open: (node) => wishFor({ kind: 'open', node: node.node }),
    /** @param {number} step */
    step: (step) => wishFor({ kind: 'step', step }),
    /** @param {TreeSort} next */
    sort(next) {
      sort = next;
      wishFor({ kind: 'again' });
    },
    /** @param {boolean} next */
    follow(next) {
      follow = next;
    },
    get moment() {
      return now;
    },
    destroy() {
      gone = true;
    },
  };
}
