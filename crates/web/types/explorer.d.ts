// The messages of the tree explorer: a part of docs/protocol.md as types. Nothing here exists at run time.

import type { Num, Player, Scene, Value } from './protocol';

/** Why a node has no more children. */
export type TreeEnd =
  | { why: 'searched' | 'over' | 'depth' | 'table' | 'pruned' | 'stopped' | 'new' | 'proven' }
  | { why: 'cut'; by: 'alpha' | 'beta' | 'chance-low' | 'chance-high'; value: Num; limit: Num; pruned: string[] };
/** What Monte Carlo tree search knows of a node: rewards of the player who chose the move that leads to it. */
export type TreeSamples = {
  visits: number;
  owner: Player;
  mean: Num | null;
  error: number | null;
  ucb: { score: Num; mean: Num; bonus: Num } | null;
  proven: boolean;
};
/** What was known of a node at a step. */
export type TreeNow = {
  phase: 'ahead' | 'open' | 'done' | 'pruned';
  value: Num | null;
  alpha: Num | null;
  beta: Num | null;
  cut: boolean;
  current: boolean;
};
/** A branch that was searched again. */
export type TreeOpened = {
  same: boolean;
  value: Num;
  had: Num;
  nodes: number;
  had_nodes: number;
  because: 'table' | 'ordering' | 'probe' | null;
};
export type ExplorerNode = {
  node: number;
  parent: number | null;
  depth: number;
  action: string | null;
  weight?: number;
  kind: 'max' | 'min' | 'chance' | 'leaf' | null;
  actor: Player | null;
  value: Value | null;
  number: Num | null;
  window: { alpha: Num; beta: Num } | null;
  exit: { alpha: Num; beta: Num } | null;
  below: number;
  unkept: number;
  children: number;
  end: TreeEnd;
  chosen: boolean;
  best: boolean;
  order: number;
  left: number | null;
  entered_at: number | null;
  cut_at: number | null;
  left_at: number | null;
  unseen?: Num;
  opened?: TreeOpened;
  samples?: TreeSamples;
  now?: TreeNow;
  scene?: Scene;
};
/** A node in focus, with what is around it. */
export type TreeView = {
  focus: ExplorerNode;
  path: ExplorerNode[];
  siblings: ExplorerNode[];
  children: ExplorerNode[];
  moves: string[];
  step?: number;
};
export type TreeSort = 'best' | 'searched' | 'cut';
export type TreeWhy = {
  cut: null | {
    at: ExplorerNode;
    by: 'alpha' | 'beta' | 'chance-low' | 'chance-high' | 'table';
    value: Num | null;
    limit: Num | null;
    crossed: ExplorerNode | null;
    set: ExplorerNode | null;
    holder: ExplorerNode | null;
    from: 'node' | 'window' | 'chance' | null;
    pruned: string[];
    strict: boolean;
  };
  refutation: null | {
    move: string;
    by: Player | null;
    value: Value | null;
    number: Num | null;
    instead: ExplorerNode;
    line: { action: string; player: Player | null; node: number | null }[];
    from: string[];
    equal: boolean;
  };
  samples: null | { move: TreeSamples; instead: TreeSamples; overlap: boolean };
};
export type TreeEvent =
  | { kind: 'entered' | 'cut' | 'left' | 'inside'; node: number }
  | {
      kind: 'simulation';
      number: number;
      selection: number[];
      expansion: number | null;
      playout: string[] | null;
      ended: 'playout' | 'over' | 'proven';
      rewards: Num[];
      backpropagation: { node: number; visits: number; mean: Num | null }[];
      moves: string[];
    }
  | { kind: 'none' };
export type TreeStep = {
  step: number;
  steps: number;
  previous: number | null;
  next: number | null;
  event: TreeEvent;
  view: TreeView;
};
/** A cell of the overview: x and width in pixels, class, node, nodes in it, how many were merged, mean reward. */
export type OverviewCell = [number, number, number, number, number, number, number | null];
export type TreeOverview = {
  node: number;
  width: number;
  scale: 'log' | 'linear';
  classes: string[];
  rows: { depth: number; cells: OverviewCell[] }[];
};
export type TreePlot = {
  simulations: number[];
  moves: { action: string; node: number | null; visits: number[]; mean: (Num | null)[] }[];
};
export type TreeComparison = {
  rows: {
    agent: string;
    algorithm: 'own' | 'minimax' | 'strict' | 'inclusive' | 'expectimax';
    value: Value | null;
    number: Num | null;
    best: string;
    line: string[];
    nodes: number;
    leaves: number;
    cuts: number;
    table_hits: number;
    depth: number;
    agrees: boolean;
  }[];
};
