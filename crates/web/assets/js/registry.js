// What there is: pages by address, boards by what a picture holds. A new one is one line here.

/**
 * Pages: the pattern of the address after `#`, names for its groups, the module, and the entry in the header it belongs
 * to.
 * `#/replay?...` shows a shared game, see replays/link.js. `#/trees?at=JSON&agent=SPEC` records a search there.
 */
export const pages = [
  { path: /^\/$/, names: [], load: () => import('./pages/menu.js'), nav: 'menu' },
  { path: /^\/play\/([^/]+)$/, names: ['game'], load: () => import('./pages/setup.js'), nav: 'play' },
  { path: /^\/game\/([^/]+)$/, names: ['id'], load: () => import('./pages/game.js'), nav: 'game' },
  { path: /^\/trees$/, names: [], load: () => import('./pages/trees.js'), nav: 'trees' },
  {
    path: /^\/experiments(?:\/([^/]+))?$/,
    names: ['run'],
    load: () => import('./pages/experiments.js'),
    nav: 'experiments',
  },
  { path: /^\/replays$/, names: [], load: () => import('./pages/replays.js'), nav: 'replays' },
  { path: /^\/replay(?:\/(.+))?$/, names: ['replay'], load: () => import('./pages/replays.js'), nav: 'replays' },
];

/** Boards: the first whose `draws` says yes to a picture draws it. */
export const boards = [
  { draws: (picture) => picture.kind === 'board' && holds(picture, 'hole'), load: () => import('./boards/stones.js') },
  { draws: (picture) => picture.kind === 'board', load: () => import('./boards/pacman.js') },
  { draws: (picture) => picture.kind === 'graph', load: () => import('./boards/graph.js') },
  { draws: (picture) => picture.kind === 'tree', load: () => import('./boards/tree.js') },
];

const holds = (picture, shape) => picture.pieces.some((piece) => piece.shape === shape);

/** The module of the board that draws this scene. */
export const boardFor = (scene) => boards.find(({ draws }) => draws(scene.picture)).load();
