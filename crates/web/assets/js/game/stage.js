// The stage: the board of a game, its animation, who may act on it, and its overlays.

import { hug } from './shape.js';
import { h, calm } from '../ui/elements.js';

/**
 * @import { Interaction, Lane, Position } from '../../../types/protocol'
 * @import { Announce, BoardModule, Child, Client, Overlay, Seek, Source, ValueEntry } from '../../../types/pages'
 */

const FALL = 700;
const STEP = 260;

/**
 * @typedef {{ moves: string[], count: number, position: Position }} Preview
 * @typedef {{ client: Client, source: Source, module: BoardModule, interaction: Interaction | null,
 *   announce: Announce, beside: Child, judged: (lane: Lane) => ValueEntry[], pace: () => number, playing: () => boolean,
 *   running: () => boolean, onAct: (action: string) => Promise<boolean>, onPreview: () => void,
 *   onRest: () => void }} StageOptions
 * @typedef {ReturnType<typeof createStage>} Stage
 */

/**
 * `pace()` is the time per move, `playing()` whether moves are being played back, `running()` whether gliding actors go
 * on by themselves; `beside` stands at the board's edge, and `judged(lane)` are the values to draw. `onAct(action)` is
 * called with a person's move, `onPreview()` when a preview of a line has begun, moved or ended, `onRest()` when the
 * board has come to rest.
 * @param {StageOptions} options
 */
export function createStage(options) {
  const { client, source, module, interaction, announce, beside, judged } = options;
  const { pace, playing, running, onAct, onPreview, onRest } = options;
  const board = module.create({ backdrop: source.backdrop, interaction, announce });
  /** Boards with gliding actors take positions as they come; the others show one move after the other. */
  const glides = typeof board.moving === 'function';
  const box = h('div', { class: 'board-box' }, board.element);
  const element = h('div', { class: ['arena', glides && 'flat'] }, beside, box);
  /** @type {Preview | null} */
  let preview = null;
  /** @type {Lane | null} */
  let message = null;
  /** @type {Pick<Overlay, 'heat' | 'reach'>} */
  let overlays = { heat: null, reach: null };
  /** @type {Promise<void>} */
  let rested = Promise.resolve();
  let moving = false;
  let reached = -1;
  let waiting = 0;
  /** Queued moves are dropped once another position is shown: each request to show one has its number. */
  let requests = 0;
  let gone = false;

  function dropQueue() {
    requests += 1;
    waiting = 0;
  }

  /**
   * @param {Position} position
   * @param {Pick<Seek, 'how'> & Partial<Seek>} change
   */
  function show(position, { how, from, action }) {
    const time = glides ? pace() : how === 'move' ? FALL : Math.min(STEP, pace());
    // Where all glide together, a round of several moves is one step, not a jump.
    const near = how !== 'jump' || (glides && playing() && position.ply > (from?.ply ?? position.ply));
    const options = { from, action, animate: near && !calm() ? time : 0 };
    reached = position.ply;
    board.hint();
    if (glides || how !== 'move') {
      dropQueue();
      rested = board.show(position, options) ?? Promise.resolve();
    } else {
      const request = requests;
      waiting += 1;
      rested = rested
        .then(() => {
          if (gone || request !== requests) return undefined;
          const shown = board.show(position, waiting > 2 ? {} : options);
          offer();
          return shown;
        })
        .finally(() => request === requests && (waiting -= 1));
    }
    hug({ arena: element, box, board, backdrop: source.backdrop });
    const mine = rested;
    moving = true;
    mine.then(() => {
      if (gone || mine !== rested) return;
      moving = false;
      settle();
      onRest();
    });
    if (glides) settle();
    else if (how !== 'move') offer();
  }

  /** People may act as soon as it is their turn, even while the last stone still falls. */
  function offer() {
    const { game, position, live } = source;
    const turn = live && !preview && game.state === 'person' && waiting <= 1 && position.ply === source.last;
    const may = turn && source.play;
    board.hint(may ? { moves: position.actions, onAction: act, live: running() } : {});
  }

  /** @param {string} action */
  async function act(action) {
    board.hint();
    if (!(await onAct(action))) settle();
  }

  /** The board has come to rest: values are drawn on it. */
  function settle() {
    offer();
    lay();
  }

  /** Draws values on the board, if they belong to the position that is shown. */
  function lay() {
    if (preview) return;
    const known = message?.text === undefined || message.text === source.position.text ? message : null;
    // The marks of the analyst, or of the agent that has just moved.
    const drawn = [known?.marks, source.game.moves[source.position.ply - 1]?.thought?.marks];
    const marks = drawn.find((list) => list?.length);
    board.overlay({ values: known ? judged(known) : [], line: known?.line ?? [], marks, ...overlays });
  }

  /**
   * Shows the position after `count` moves of a line, without touching the game.
   * @param {string[]} moves
   * @param {number} count
   */
  async function lookAhead(moves, count) {
    const { positions } = await client.request('position.line', { at: source.current.at, moves: moves.slice(0, 200) });
    if (gone) return;
    const reached = Math.min(count, positions.length - 1);
    const from = preview ? positions[preview.count] : positions[0];
    preview = { moves: moves.slice(0, positions.length - 1), count: reached, position: positions[reached] };
    board.hint();
    dropQueue();
    element.classList.add('previewing');
    board.show(positions[reached], { from, action: moves[reached - 1], animate: calm() ? 0 : STEP });
    board.overlay({});
    onPreview();
  }

  /** Ends the preview; the game's own position is shown again, unless another one is coming anyway. */
  function comeBack({ shown = false } = {}) {
    if (!preview) return;
    preview = null;
    element.classList.remove('previewing');
    if (shown) return;
    dropQueue();
    board.show(source.position, {});
    settle();
    onPreview();
  }

  return {
    element,
    glides,
    show,
    settle,
    lookAhead,
    comeBack,
    /**
     * What is known of the shown position: a message of the analysis, or null.
     * @param {Lane | null} next
     */
    know(next) {
      message = next;
      lay();
    },
    /**
     * The other overlays of a maze: heat and reach.
     * @param {Pick<Overlay, 'heat' | 'reach'>} next
     */
    cover(next) {
      overlays = next;
      lay();
    },
    /**
     * A key for the board; true if it was used.
     * @param {KeyboardEvent} event
     */
    keys: (event) => !preview && board.keys?.(event) === true,
    get preview() {
      return preview;
    },
    /** Is a move still on its way, or not even begun? */
    get moving() {
      return moving || reached !== source.position.ply;
    },
    /** Resolves when nothing moves any more. */
    get rested() {
      return rested;
    },
    destroy() {
      gone = true;
      board.destroy();
    },
  };
}
