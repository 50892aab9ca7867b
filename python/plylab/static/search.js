// A search, step by step. Everything but the board of the chosen node is here, so that it also works without a kernel.

const SVG = 'http://www.w3.org/2000/svg';
/** Trees up to this size are drawn whole; of larger ones the surroundings of the chosen node. */
const WHOLE = 100;
const [ACROSS, DOWN, SIZE] = [46, 66, 15];

function draw(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

const short = (value, digits = 4) => (typeof value === 'number' ? String(Number.isInteger(value) ? value : Number(value.toPrecision(digits))) : String(value).replace('inf', '∞'));

const BOUNDS = { 'at-most': '≤ ', 'at-least': '≥ ' };

/** The value of a node: `3`, or a bound, with so many digits. */
function worth(node, digits = 4) {
  const value = node.value ?? node.samples?.mean;
  return value === undefined || value === null ? '' : (BOUNDS[node.bound] ?? '') + short(value, digits);
}

/** What is known of a node at a step of a search by depth: it was not seen yet, it is being searched, it has a value, or it was
 * pruned. */
function stateAt(node, parent, step) {
  if (node.state === 'skipped') return (parent.cut?.at ?? 0) <= step ? 'pruned' : 'unseen';
  if (node.entered_at === undefined) return 'done';
  if (node.entered_at > step) return 'unseen';
  return node.left_at !== undefined && node.left_at <= step ? 'done' : 'open';
}

/** What happened at every step: the node, and a word. */
function events(nodes) {
  const list = [];
  nodes.forEach((node, index) => {
    if (node.entered_at !== undefined) list.push([node.entered_at, index, 'enters']);
    if (node.cut) list.push([node.cut.at, index, 'cuts']);
    if (node.left_at !== undefined) list.push([node.left_at, index, 'leaves']);
  });
  return list.sort((one, other) => one[0] - other[0]);
}

const ENDINGS = { over: 'the game is over there', proven: 'its value was proven before' };

/** What a simulation did, in words. */
function deed({ moves, adds, playout, ended, rewards }) {
  const way = moves.length ? `${adds ? 'adds' : 'goes to'} ${moves.join(' ')}` : 'starts at the root';
  const rest = ENDINGS[ended] ?? (playout ? `a playout of ${playout.length} moves` : 'a playout');
  return `${way}, ${rest}, rewards ${rewards.map((reward) => short(reward)).join(' and ')}; `;
}

class Tree {
  constructor(nodes, simulations, total) {
    this.nodes = nodes;
    this.children = nodes.map(() => []);
    nodes.forEach(({ parent }, index) => parent !== null && parent !== undefined && this.children[parent].push(index));
    this.events = events(nodes);
    this.runs = simulations.map((run) => ({ ...run, path: this.follow(run.moves) }));
    if (!this.runs.length) return;
    // What every node had gathered, by simulation.
    this.gathered = nodes.map(() => []);
    this.runs.forEach(({ path, backed }, number) =>
      path.forEach((index, depth) => this.gathered[index].push([number, ...backed[depth]])));
    this.events = this.runs.map(({ path }, number) => [number, path[path.length - 1], '']);
    if (total > this.runs.length) this.events.push([this.runs.length, 0, `The end, after ${total} simulations: `]);
  }

  /** The nodes along these moves, as far as they were kept. */
  follow(moves) {
    const path = [0];
    for (const move of moves) {
      const next = this.children[path[path.length - 1]].find((child) => this.nodes[child].action === move);
      if (next === undefined) break;
      path.push(next);
    }
    return path;
  }

  /** A node as it was known at a step, and how far the search was with it. */
  known(index, step, end) {
    const node = this.nodes[index];
    if (end || !this.gathered) return [node, stateAt(node, this.nodes[node.parent] ?? {}, end ? Infinity : step)];
    const then = this.gathered[index].findLast(([number]) => number <= step);
    if (!then) return [{ ...node, samples: undefined, value: undefined }, 'unseen'];
    const [, visits, mean] = then;
    return [{ ...node, value: undefined, samples: { ...node.samples, visits, mean } }, 'done'];
  }

  path(index) {
    const path = [];
    for (let at = index; at !== null && at !== undefined; at = this.nodes[at].parent) path.unshift(at);
    return path;
  }

  /** The moves from the root. */
  line(index) {
    return this.path(index).slice(1).map((node) => this.nodes[node].action);
  }

  /** Whose children are drawn. */
  opened(focus) {
    if (this.nodes.length <= WHOLE) return new Set(this.nodes.keys());
    return new Set(this.path(focus));
  }

  /** Where the nodes that are drawn stand: leaves side by side, parents above the middle of their children. */
  layout(focus) {
    const opened = this.opened(focus);
    const places = new Map();
    let next = 0;
    let deepest = 0;
    const place = (index, depth) => {
      const below = opened.has(index) ? this.children[index] : [];
      deepest = Math.max(deepest, depth);
      const xs = below.map((child) => place(child, depth + 1));
      const x = xs.length ? (xs[0] + xs[xs.length - 1]) / 2 : next++ * ACROSS;
      places.set(index, { x, y: depth * DOWN });
      return x;
    };
    place(0, 0);
    return { places, width: Math.max(1, next) * ACROSS, height: deepest * DOWN + 2 * SIZE };
  }
}

/** The shape of a node: upwards for max, downwards for min, round for chance, square for leaves. */
function shape(node) {
  const s = SIZE;
  if (node.role === 'max') return draw('path', { d: `M0 ${-s}L${s} ${s * 0.8}H${-s}Z` });
  if (node.role === 'min') return draw('path', { d: `M0 ${s}L${s} ${-s * 0.8}H${-s}Z` });
  if (node.role === 'mean') return draw('circle', { r: s });
  return draw('rect', { x: -s, y: -s * 0.7, width: 2 * s, height: s * 1.4, rx: 3 });
}

/** A node in words. */
function words(node, index, state) {
  const parts = [index === 0 ? 'root' : `move ${node.action}`];
  if (node.role && node.role !== 'leaf') parts.push(node.role === 'mean' ? 'chance' : node.role);
  if (state === 'done' && worth(node)) parts.push(`value ${worth(node)}`);
  if (state === 'open') parts.push('being searched');
  if (state === 'pruned') parts.push('pruned');
  if (state === 'unseen') parts.push('not reached yet');
  if (node.samples) parts.push(`${node.samples.visits} ${node.samples.visits === 1 ? 'visit' : 'visits'}`);
  return parts.join(', ');
}

function render({ model, el }) {
  const { nodes, steps } = model.get('tree');
  const tree = new Tree(nodes, model.get('simulations') ?? [], steps);
  const last = tree.events.length - 1;
  let at = Math.max(0, last);
  let focus = 0;
  let timer = 0;

  const root = frame('search', model.get('title'));
  const picture = make('div', { class: 'plylab-tree', tabindex: '0', role: 'application', 'aria-label': 'Search tree: arrow keys move to parent, child and neighbours' });
  const board = make('div', { class: 'plylab-board' });
  const facts = make('dl', { class: 'plylab-facts' });
  const said = make('p', { class: 'plylab-status', 'aria-live': 'polite' });
  const slider = make('input', { type: 'range', min: '0', max: String(last), 'aria-label': 'Step', oninput: () => go(Number(slider.value)) });
  const button = (label, name, action) => make('button', { type: 'button', 'aria-label': name, title: name, onclick: action }, label);
  const run = button('Run', 'Run the search', () => (timer ? stop() : start()));
  const controls = make('div', { class: 'plylab-controls' },
    button('|◀', 'First step', () => go(0)),
    button('◀', 'Previous step', () => go(at - 1)),
    run,
    button('▶', 'Next step', () => go(at + 1)),
    button('▶|', 'Last step', () => go(last)),
    slider);
  root.append(make('p', { class: 'plylab-title' }, model.get('title')));
  if (last > 0) root.append(controls);
  root.append(said, make('div', { class: 'plylab-parts' }, picture, make('div', { class: 'plylab-side' }, board, facts)));
  el.append(root);

  function stop() {
    clearInterval(timer);
    timer = 0;
    run.textContent = 'Run';
  }
  function start() {
    if (at >= last) go(0);
    timer = setInterval(() => (at < last ? go(at + 1) : stop()), 500);
    run.textContent = 'Pause';
  }
  function go(step) {
    at = Math.min(Math.max(0, step), last);
    if (at === last) stop();
    choose(tree.events[at][1]);
  }
  function choose(index) {
    focus = index;
    model.send({ type: 'look', moves: tree.line(index) });
    update();
  }

  function update() {
    const step = last >= 0 ? tree.events[at][0] : Infinity;
    const end = at >= last;
    const path = new Set(end ? [] : tree.runs[at]?.path);
    const { places, width, height } = tree.layout(focus);
    const svg = draw('svg', { width: width + 2 * SIZE, height: height + 2 * SIZE, viewBox: `${-ACROSS / 2 - SIZE} ${-2 * SIZE} ${width + 2 * SIZE} ${height + 2 * SIZE}`, 'aria-hidden': 'true' });
    const [edges, marks] = [draw('g', {}), draw('g', {})];
    for (const [index, { x, y }] of places) {
      const [node, state] = tree.known(index, step, end);
      const above = places.get(node.parent);
      if (above) {
        const chosen = (node.chosen && end) || path.has(index) ? ' chosen' : '';
        edges.append(draw('path', { class: `edge ${state}${chosen}`, d: `M${above.x} ${above.y}L${x} ${y}` }));
        const label = draw('text', { class: `action ${state}`, x: (above.x + 2 * x) / 3, y: (above.y + 2 * y) / 3 });
        label.textContent = node.action;
        marks.append(label);
      }
      const value = draw('text', { class: 'value', y: node.role === 'max' ? 8 : 4 });
      value.textContent = state === 'done' ? worth(node, 2) : state === 'pruned' ? '×' : '';
      const title = draw('title', {});
      title.textContent = words(node, index, state);
      const group = draw('g', { class: `node ${state}${index === focus ? ' focus' : ''}`, transform: `translate(${x} ${y})` }, title, shape(node), value);
      group.addEventListener('click', () => choose(index));
      if (!tree.opened(focus).has(index) && tree.children[index].length) {
        group.append(draw('path', { class: 'more', d: `M-5 ${SIZE + 4}h10m-8 4h6` }));
      }
      marks.append(group);
    }
    svg.append(edges, marks);
    const scroll = [picture.scrollLeft, picture.scrollTop];
    picture.replaceChildren(svg);
    [picture.scrollLeft, picture.scrollTop] = scroll;
    const here = places.get(focus);
    if (here) {
      const [x, y] = [here.x + ACROSS / 2 + SIZE, here.y + 2 * SIZE];
      if (x < picture.scrollLeft + SIZE || x > picture.scrollLeft + picture.clientWidth - SIZE) picture.scrollLeft = x - picture.clientWidth / 2;
      if (y < picture.scrollTop || y > picture.scrollTop + picture.clientHeight - SIZE) picture.scrollTop = y - picture.clientHeight / 2;
    }
    slider.value = String(at);
    tell(...tree.known(focus, step, end));
  }

  function tell(node, state) {
    const [, index, word] = tree.events[at] ?? [0, -1, ''];
    const run = tree.runs[at];
    const name = tree.runs.length ? 'Simulation' : 'Step';
    const step = `${name} ${at + 1} of ${last + 1}: ${run ? deed(run) : `${word} `}`;
    const event = index !== focus ? '' : tree.runs.length && !run ? word : step;
    said.textContent = event + words(node, focus, state);
    const rows = [['line', tree.line(focus).join(' ') || 'the start']];
    if (state === 'done' && worth(node)) rows.push(['value', worth(node)]);
    if (node.window) rows.push(['window', `${short(node.window.alpha)} … ${short(node.window.beta)}`]);
    if (node.cut && state === 'done') rows.push([node.cut.words, node.cut.skipped?.length ? `pruned: ${node.cut.skipped.join(' ')}` : '']);
    if (node.samples) rows.push(['visits', String(node.samples.visits)], ['mean', short(node.samples.mean)]);
    if (run?.playout?.length && index === focus) rows.push(['playout', run.playout.join(' ')]);
    if (node.unrecorded) rows.push(['not kept', `${node.unrecorded} nodes below`]);
    facts.replaceChildren(...rows.flatMap(([term, text]) => [make('dt', {}, term), make('dd', {}, text)]));
  }

  picture.addEventListener('keydown', (event) => {
    const { parent } = tree.nodes[focus];
    const beside = parent === null || parent === undefined ? [focus] : tree.children[parent];
    const near = beside.indexOf(focus);
    const target = { ArrowUp: parent, ArrowDown: tree.children[focus][0], ArrowLeft: beside[near - 1], ArrowRight: beside[near + 1], Home: 0 }[event.key];
    if (event.key.startsWith('Arrow') || event.key === 'Home') event.preventDefault();
    if (target !== undefined && target !== null) choose(target);
  });

  const ends = [followTheme(root), follow(model, ['picture'], () => (board.innerHTML = model.get('picture'))), stop];
  choose(0);
  return () => ends.forEach((end) => end());
}

export default { render };
