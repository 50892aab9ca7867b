// What there is: pages by address, boards by what a backdrop holds. A new one is one line here.

import { needed } from './ui/elements.js';

/**
 * @import { Backdrop, Scene } from '../../types/protocol'
 * @import { BoardModule, PageEntry } from '../../types/pages'
 */

/**
 * Pages: the pattern of the address after `#`, names for its groups, the module, and the entry in the header it belongs
 * to.
 * `#/replay?...` shows a shared game, see replays/link.js. `#/trees?at=JSON&agent=SPEC` records a search there.
 * @type {PageEntry[]}
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

/**
 * Boards: the first whose `draws` says yes to a backdrop, and the scene before it, draws them.
 * @type {{ draws: (backdrop: Backdrop, scene: Scene) => boolean, load: () => Promise<BoardModule> }[]}
 */
export const boards = [
  {
    draws: (backdrop) =>
      backdrop.kind === 'board' &&
      Boolean(backdrop.holes && backdrop.column_labels?.length && !backdrop.row_labels?.length),
    load: () => import('./boards/stones.js'),
  },
  {
    draws: (_, scene) => 'pieces' in scene && Boolean(scene.pieces?.some(({ shape }) => shape === 'pacman')),
    load: () => import('./boards/pacman.js'),
  },
  { draws: ({ kind }) => kind === 'graph', load: () => import('./boards/graph.js') },
  { draws: ({ kind }) => kind === 'tree', load: () => import('./boards/tree.js') },
  { draws: () => true, load: () => import('./boards/plain.js') },
];

/**
 * The module of the board that draws a game, by its backdrop and one of its scenes.
 * @param {Backdrop} backdrop
 * @param {Scene} scene
 */
export const boardFor = (backdrop, scene) =>
  needed(
    boards.find(({ draws }) => draws(backdrop, scene)),
    'board',
  ).load();
