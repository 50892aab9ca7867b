// A game that is played in the notebook. The kernel knows the rules; this shows the board and sends moves.

const ARROWS = { ArrowUp: 'north', ArrowDown: 'south', ArrowRight: 'east', ArrowLeft: 'west', ' ': 'stay' };

/** The label of the kind that is nearest to a point of the picture, along x, y or both. */
function nearest(svg, event, labels, along) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  let best = null;
  for (const text of svg.querySelectorAll('text')) {
    if (!labels.includes(text.textContent)) continue;
    const { x, y, width, height } = text.getBBox();
    const [across, down] = [x + width / 2 - point.x, y + height / 2 - point.y];
    const distance = Math.hypot(along.includes('x') ? across : 0, along.includes('y') ? down : 0);
    if (!best || distance < best.distance) best = { label: text.textContent, distance, text };
  }
  return best;
}

/** How a click on the board becomes a move, by the interaction that the game declares. */
const CLICKS = {
  drop: (svg, event, state) => nearest(svg, event, state.columns, 'x')?.label,
  cell: (svg, event, state) => {
    const column = nearest(svg, event, state.columns, 'x');
    const row = nearest(svg, event, state.rows, 'y');
    return column && row && column.label + row.label;
  },
  join: (svg, event, state) => {
    const point = nearest(svg, event, state.points, 'xy');
    if (!point) return null;
    const first = svg.querySelector('.plylab-picked');
    if (!first) {
      point.text.classList.add('plylab-picked');
      return null;
    }
    first.classList.remove('plylab-picked');
    const ends = [first.textContent, point.label];
    return state.legal.find((move) => move === ends.join('') || move === ends.reverse().join(''));
  },
};

function render({ model, el }) {
  const root = frame('play', model.get('title'));
  const board = make('div', { class: 'plylab-board' });
  const status = make('p', { class: 'plylab-status', 'aria-live': 'polite' });
  const moves = make('div', { class: 'plylab-moves', role: 'group', 'aria-label': 'Legal moves' });
  const undo = make('button', { type: 'button', onclick: () => model.send({ type: 'undo' }) }, 'Undo');
  const restart = make('button', { type: 'button', onclick: () => model.send({ type: 'restart' }) }, 'New game');
  const line = make('p', { class: 'plylab-line' });
  root.append(board, make('div', { class: 'plylab-side' }, status, moves, make('div', {}, undo, ' ', restart), line));
  el.append(root);

  const play = (move) => {
    const { legal, thinking } = model.get('state');
    if (move && !thinking && legal.includes(move)) model.send({ type: 'move', move });
  };
  board.addEventListener('click', (event) => {
    const state = model.get('state');
    const svg = board.querySelector('svg');
    if (svg) play(CLICKS[state.interaction?.kind]?.(svg, event, state));
  });
  root.addEventListener('keydown', (event) => {
    const { interaction, legal } = model.get('state');
    const onButton = event.key === ' ' && event.target instanceof HTMLButtonElement;
    const way = interaction?.kind === 'steer' && !onButton ? ARROWS[event.key] : undefined;
    const move = way ? interaction[way] : legal.find((each) => each === event.key);
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    play(move);
  });

  let remembered = null;
  const update = () => {
    const state = model.get('state');
    board.innerHTML = model.get('picture');
    board.dataset.takes = state.thinking ? '' : state.interaction?.kind ?? '';
    status.textContent = state.status;
    line.textContent = state.line;
    undo.disabled = state.thinking || !state.undo;
    restart.disabled = state.thinking;
    if (moves.contains(document.activeElement)) remembered = document.activeElement.textContent;
    else if (document.activeElement !== root) remembered = null;
    moves.replaceChildren(
      ...state.legal.map((move) =>
        make('button', { type: 'button', disabled: state.thinking, onclick: () => play(move) }, move),
      ),
    );
    // The focus stays where it was, or near it, also while others think.
    if (remembered !== null) {
      const same = [...moves.children].find((button) => button.textContent === remembered) ?? moves.firstElementChild;
      (same ?? root).focus();
    }
  };
  root.tabIndex = -1;
  const ends = [followTheme(root), follow(model, ['state', 'picture'], update)];
  return () => ends.forEach((end) => end());
}

export default { render };
