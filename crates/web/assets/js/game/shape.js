// A drawing has its own aspect ratio: its box takes it, so that what is beside it sits right next to it.

/**
 * @import { Backdrop } from '../../../types/protocol'
 * @import { Board } from '../../../types/pages'
 */

/**
 * Gives the box, and the arena around it, the aspect ratio of what the board shows.
 * @param {{ arena: HTMLElement, box: HTMLElement, board: Board, backdrop: Backdrop }} parts
 */
export function hug({ arena, box, board, backdrop }) {
  const view = board.element instanceof SVGSVGElement ? board.element.viewBox.baseVal : null;
  box.classList.toggle('shaped', Boolean(view?.height));
  if (view?.height) box.style.setProperty('--shape', String(view.width / view.height));
  const glides = typeof board.moving === 'function';
  arena.classList.toggle('flat', glides);
  if (glides && backdrop.kind === 'board') arena.style.setProperty('--shape', String(backdrop.width / backdrop.height));
}
