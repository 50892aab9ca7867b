// What is shown of a recorded search: the node in focus, the step, the order of children. It asks the lab, and tells
// the page what came; what is asked while an answer is on its way waits, and only the last of it is sent.

/**
 * @import { RecordedTree } from '../../../types/protocol'
 * @import { DrawnNow, ExplorerNode, TreeEvent, TreeQuestion, TreeSort, TreeView, Message } from '../../../types/protocol'
 * @import { Client } from '../../../types/pages'
 */

/**
 * A step of the search with what was known then; at the last one everything is.
 * @typedef {{ view: TreeView, step: number, last: boolean, event: TreeEvent, words: Message,
 *   question: TreeQuestion | null, drawn: DrawnNow[], previous: number | null, next: number | null }} Moment
 * @typedef {{ kind: 'node', node: number } | { kind: 'path', path: string[] } | { kind: 'open', node: number }
 *   | { kind: 'step', step: number, path?: string[] } | { kind: 'again' }} Wish
 */

/**
 * `drawn()` lists the nodes of a picture.
 * @param {{ client: Client, recorded: RecordedTree, sort: TreeSort, follow: boolean, drawn: () => number[],
 *   onMoment: (moment: Moment, wish: Wish) => void, onBusy: (busy: boolean) => void,
 *   onFault: (error: unknown) => void }} options
 */
export function session({ client, recorded, sort: first, follow: follows, drawn, onMoment, onBusy, onFault }) {
  const { tree } = recorded;
  /** The step at which everything is known. */
  const end = recorded.method === 'simulations' ? recorded.steps : Math.max(0, recorded.steps - 1);
  let sort = first;
  let follow = follows;
  /** @type {Moment | null} */
  let now = null;
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

  /**
   * @param {Wish} wish
   * @returns {Promise<Moment>}
   */
  async function answer(wish) {
    if (wish.kind === 'step' || !now) return stepTo(wish.kind === 'step' ? wish.step : 0, wish);
    if (wish.kind === 'again') return stepTo(now.step, wish);
    const seen = { tree, sort, ...(now.last ? {} : { step: now.step }) };
    if (wish.kind === 'open') return { ...now, view: await client.request('tree.open', { tree, sort, node: wish.node }) };
    const where = wish.kind === 'path' ? { path: wish.path } : { node: wish.node };
    return { ...now, view: await client.request('tree.node', { ...seen, ...where }) };
  }

  /**
   * @param {number} wanted
   * @param {Wish} wish
   * @returns {Promise<Moment>}
   */
  async function stepTo(wanted, wish) {
    const step = Math.min(end, Math.max(0, wanted));
    const stays = now && (wish.kind === 'again' || !follow);
    const focus = stays ? { focus: now?.view.focus.node } : {};
    const found = await client.request('tree.step', { tree, step, sort, drawn: drawn(), ...focus });
    const last = step >= end;
    if (wish.kind !== 'step' || !wish.path) return { ...found, last };
    const seen = { tree, sort, path: wish.path, ...(last ? {} : { step }) };
    return { ...found, last, view: await client.request('tree.node', seen).catch(() => found.view) };
  }

  return {
    end,
    /** @param {number} node */
    focus: (node) => wishFor({ kind: 'node', node }),
    /** @param {string[]} path */
    walk: (path) => wishFor({ kind: 'path', path }),
    /** @param {ExplorerNode} node */
    open: (node) => wishFor({ kind: 'open', node: node.node }),
    /**
     * @param {number} step
     * @param {string[]} [path] the node in focus then
     */
    step: (step, path) => wishFor(path ? { kind: 'step', step, path } : { kind: 'step', step }),
    /** The same step and node once more: other nodes are drawn. */
    again: () => wishFor({ kind: 'again' }),
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
    /** Resolves when everything that was wished for is shown. */
    get answered() {
      return answered;
    },
    /** Has something else been wished for since? */
    get waiting() {
      return waiting !== null;
    },
    destroy() {
      gone = true;
    },
  };
}
