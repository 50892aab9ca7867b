// The stage: the board of a game, what moves on it, who may act on it, and what is laid over it.

import { hug } from './shape.js';
import { h, calm } from '../ui/elements.js';
import { entries } from '../analysis/values.js';

/**
 * @import { Interaction, Lane, Position } from '../../../types/protocol'
 * @import { Announce, BoardModule, Child, Client, Look, Overlay } from '../../../types/pages'
 * @import { Session } from './session.js'
 */

const FALL = 700;
const STEP = 260;

/**
 * @typedef {{ moves: string[], count: number, position: Position }} Preview
 * @typedef {{ client: Client, session: Session, module: BoardModule, interaction: Interaction | null,
 *   announce: Announce, beside: Child, pace: () => number, running: () => boolean,
 *   onAct: (action: string) => Promise<boolean>, onPreview: () => void }} StageOptions
 * @typedef {ReturnType<typeof createStage>} Stage
 */

/**
 * `pace()` is the time that gliding actors have for a move, `running()` whether they go on by themselves, `beside`
 * stands at the
 * board's edge. `onAct(action)` is told what a person does, `onPreview()` that looking ahead has begun, moved or ended.
 * @param {StageOptions} options
 */
export function createStage({ client, session, module, interaction, announce, beside, pace, running, onAct, onPreview }) {
  const board = module.create({ backdrop: session.backdrop, interaction, announce });
  /** Boards whose actors glide take positions as they come; the others show one move after the other. */
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
  let waiting = 0;
  /** Moves that wait for those before them wait in vain once somebody looks elsewhere: each look has its number. */
  let looks = 0;
  let gone = false;

  function lookElsewhere() {
    looks += 1;
    waiting = 0;
  }

  /**
   * @param {Position} position
   * @param {Pick<Look, 'how'> & Partial<Look>} look
   */
  function show(position, { how, from, action }) {
    const time = glides ? pace() : how === 'move' ? FALL : STEP;
    const options = { from, action, animate: how === 'jump' || calm() ? 0 : time };
    board.hint();
    if (glides || how !== 'move') {
      lookElsewhere();
      rested = board.show(position, options) ?? Promise.resolve();
    } else {
      const look = looks;
      waiting += 1;
      rested = rested
        .then(() => {
          if (gone || look !== looks) return undefined;
          const shown = board.show(position, waiting > 2 ? {} : options);
          offer();
          return shown;
        })
        .finally(() => look === looks && (waiting -= 1));
    }
    hug({ arena: element, box, board, backdrop: session.backdrop });
    const mine = rested;
    mine.then(() => !gone && mine === rested && settle());
    if (glides) settle();
    else if (how !== 'move') offer();
  }

  /** People may act as soon as it is their turn, even while the last stone still falls. */
  function offer() {
    const { game, position, live } = session;
    const may = live && !preview && game.state === 'person' && waiting <= 1 && position.ply === session.last;
    board.hint(may ? { moves: position.actions, onAction: act, live: running() } : {});
  }

  /** @param {string} action */
  async function act(action) {
    board.hint();
    if (!(await onAct(action))) settle();
  }

  /** The board has come to rest: values are laid on it. */
  function settle() {
    offer();
    lay();
  }

  /** Lays values on the board, if they are those of the position that is shown. */
  function lay() {
    if (preview) return;
    const known = message?.text === undefined || message.text === session.position.text ? message : null;
    board.overlay({ values: known ? entries(known) : [], line: known?.line ?? [], ...overlays });
  }

  /**
   * Shows the position after so many moves of a line, without touching the game.
   * @param {string[]} moves
   * @param {number} count
   */
  async function lookAhead(moves, count) {
    const at = { game: session.game.id, ply: session.ply };
    const { positions } = await client.request('position.line', { at, moves: moves.slice(0, 200) });
    if (gone) return;
    const reached = Math.min(count, positions.length - 1);
    const from = preview ? positions[preview.count] : positions[0];
    preview = { moves: moves.slice(0, positions.length - 1), count: reached, position: positions[reached] };
    board.hint();
    lookElsewhere();
    element.classList.add('previewing');
    board.show(positions[reached], { from, action: moves[reached - 1], animate: calm() ? 0 : STEP });
    board.overlay({});
    onPreview();
  }

  /** Ends looking ahead; the game's own position is shown again, unless another one is coming anyway. */
  function comeBack({ shown = false } = {}) {
    if (!preview) return;
    preview = null;
    element.classList.remove('previewing');
    if (shown) return;
    lookElsewhere();
    board.show(session.position, {});
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
     * What else lies over a maze: heat and reach.
     * @param {Pick<Overlay, 'heat' | 'reach'>} next
     */
    cover(next) {
      overlays = next;
      lay();
    },
    /**
     * A key for the board; true if it took it.
     * @param {KeyboardEvent} event
     */
    keys: (event) => !preview && board.keys?.(event) === true,
    get preview() {
      return preview;
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
