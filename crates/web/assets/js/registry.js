// The registry: pages by address, boards by interaction, games by spec. A new page or board is one line here.

import { needed } from './ui/elements.js';
import { parse } from './ui/spec.js';

/**
 * @import { Backdrop, Catalogue, Interaction } from '../../types/protocol'
 * @import { BoardModule, PageEntry } from '../../types/pages'
 */

const board = ['setup', 'game', 'panel', 'transport', 'analysis'];

/**
 * Pages: the pattern of the address after `#`, names for its groups, the module, its entry in the header, and the style
 * sheets that it needs beside those of every page.
 * `#/replay?...` shows a shared game, see replays/link.js. `#/search?...` records a search, see
 * explorer/address.js.
 * @type {PageEntry[]}
 */
export const pages = [
  { path: /^\/$/, names: [], load: () => import('./pages/menu.js'), nav: 'menu', styles: [] },
  {
    path: /^\/play\/([^/]+)$/,
    names: ['game'],
    load: () => import('./pages/setup.js'),
    nav: 'play',
    styles: ['setup'],
  },
  { path: /^\/game\/([^/]+)$/, names: ['id'], load: () => import('./pages/game.js'), nav: 'game', styles: board },
  { path: /^\/trees$/, names: [], load: () => import('./pages/trees.js'), nav: 'trees', styles: [...board, 'trees', 'explorer'] },
  {
    path: /^\/search$/,
    names: [],
    load: () => import('./pages/explorer.js'),
    nav: 'trees',
    styles: [...board, 'trees', 'explorer'],
  },
  {
    path: /^\/experiments(?:\/([^/]+))?$/,
    names: ['run'],
    load: () => import('./pages/experiments.js'),
    nav: 'experiments',
    styles: ['trees', 'pictures', 'experiments'],
  },
  { path: /^\/replays$/, names: [], load: () => import('./pages/replays.js'), nav: 'replays', styles: ['trees', 'replays'] },
  {
    path: /^\/replay(?:\/(.+))?$/,
    names: ['replay'],
    load: () => import('./pages/replay.js'),
    nav: 'replays',
    styles: [...board, 'replays'],
  },
];

/**
 * Is it the first page? It loads with few texts.
 * @param {PageEntry} page
 */
export const isFirst = (page) => page.nav === 'menu';

/**
 * Boards by the interaction that a game declares.
 * @type {Record<Interaction['kind'], () => Promise<BoardModule>>}
 */
const boards = {
  drop: () => import('./boards/stones.js'),
  cell: () => import('./boards/plain.js'),
  join: () => import('./boards/graph.js'),
  steer: () => import('./boards/pacman.js'),
  branch: () => import('./boards/tree.js'),
};

/**
 * Boards by what they draw, for games that declare no interaction.
 * @type {Partial<Record<Backdrop['kind'], () => Promise<BoardModule>>>}
 */
const drawings = { graph: boards.join, tree: boards.branch };

/**
 * The module of the board that draws a game: by the interaction it declares, or else by the contents of its backdrop.
 * @param {Interaction | null} interaction
 * @param {Backdrop} backdrop
 */
export const boardFor = (interaction, { kind }) => {
  const load = interaction ? boards[interaction.kind] : drawings[kind];
  return load ? load() : import('./boards/plain.js');
};

/**
 * The catalogue entry of the game that a spec names; none if this lab does not have it.
 * @param {Catalogue} catalogue
 * @param {string} spec
 */
export const knownKind = (catalogue, spec) => {
  const called = parse(spec).name;
  return catalogue.games.find(({ name, aliases }) => name === called || aliases.includes(called));
};

/**
 * The catalogue entry of a game that this lab has.
 * @param {Catalogue} catalogue
 * @param {string} spec
 */
export const kindOf = (catalogue, spec) =>
  needed(knownKind(catalogue, spec), `game '${parse(spec).name}' in the catalogue`);
