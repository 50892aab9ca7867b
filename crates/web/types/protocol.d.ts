// The messages between the lab and its pages: docs/protocol.md as types. Nothing here exists at run time.

import type {
  TreeComparison,
  TreeOverview,
  TreePlot,
  TreeSort,
  TreeStep,
  TreeView,
  TreeWhy,
} from './explorer';

/** A number, or an infinity, which JSON cannot write. */
export type Num = number | 'inf' | '-inf';
/** The index of a player, counted from 0. */
export type Player = number;
/** Whose turn it is: a player's, chance's, or none once the game is over. */
export type Turn = Player | 'chance' | null;
export type Outcome = 'win' | 'draw' | 'loss';
/** Contents of files, by name. */
export type Files = Record<string, string>;

// Messages and errors

/** A sentence for people. */
export type Message = { code: string; english: string; fields?: Record<string, Field> };
/** What fills a gap of a sentence. */
export type Field = string | number | Field[] | Row | Name | Message;
/** Pieces of notation, separated by spaces. */
export type Row = { row: string[]; name?: undefined; fields?: undefined };
/** An English text of a game or an agent. */
export type Name = { name: string; row?: undefined; fields?: undefined };

/** What went wrong. The pages add `lost`: the connection broke. */
export type Fault = {
  code: FaultCode;
  message: string;
  wrong?: Message;
  where?: Message[];
  expected?: Message;
  field?: string;
};
export type FaultCode =
  | 'bad-json'
  | 'bad-request'
  | 'unknown-request'
  | 'no-token'
  | 'forbidden'
  | 'bad-input'
  | 'illegal-move'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'busy'
  | 'stopped'
  | 'not-kept'
  | 'internal'
  | 'lost';

// Values

export type Certainty = 'exact' | 'at-least' | 'at-most' | 'estimate';
/** The value of something to a player. A score has `score`; a win or a loss `plies`, where that is known. */
export type Value = {
  of: Player;
  kind: 'score' | Outcome;
  score?: Num;
  plies?: number;
  points?: number;
  certainty: Certainty;
};
/** A term of an evaluation. */
export type Term = { name: string; value: Num };

// The catalogue

export type Catalogue = { games: GameKind[] };
export type GameKind = {
  name: string;
  aliases: string[];
  title: string;
  about: string;
  players: string[];
  depth_unit: string;
  counted_in: 'ply' | 'round';
  reports: string[];
  win_points: number | null;
  notes: Message[];
  moves: string;
  positions: string;
  named_positions: (Named & { position: string })[];
  tones: Tone[];
  featured: Featured[];
  keys: Key[];
  boards: BoardKind[];
  evals: Titled[];
  action_evals: Titled[];
  agents: AgentKind[];
  levels: Level[];
  analysis: string[];
  analysts: Analyst[];
  opponents: string[];
  interaction: Interaction | null;
  result: 'outcome' | 'points' | 'value';
  seats_alike: boolean;
};
export type Named = { name: string; about: string };
/** Something with a name in specs, and another one for people. */
export type Titled = Named & { title: string };
/** An opponent that a set-up offers before all others: an agent with one setting to choose. */
export type Featured = Named & { agent: string; key: string; label: string; values: string[]; default: string };
export type Interaction = { kind: 'drop' | 'cell' | 'join' | 'steer' | 'branch' };
export type BoardKind = Named & {
  spec: string;
  players: string[];
  backdrop: Backdrop;
  scene: Scene;
  text?: string | null;
};
export type AgentKind = Titled & { keys?: Key[]; stands_for?: string };
/** An agent that judges positions, under a name for people. */
export type Analyst = Named & {
  spec: string;
  player: Player | null;
  boards?: Record<string, string[]>;
  estimate: string | null;
  seconds: number | null;
  playouts: number;
};
export type Level = Named & { spec: string; player: Player | null; boards?: Record<string, string[]> };

/** A setting of a game or an agent. */
export type Key = NumberKey | ChoiceKey;
type AnyKey = {
  name: string;
  about: string;
  default: string | null;
  default_when?: { key: string; is: string; value: string }[];
  /** How its value is said in the name of an agent: `depth {value}`, without the value. */
  said?: Message;
  only_for?: 'policies' | 'bounded-evaluations' | 'report-rules';
};
export type NumberKey = AnyKey & {
  kind: 'integer' | 'real';
  min: number;
  max: number;
  unit?: 'megabytes' | 'threads' | 'simulations';
};
export type ChoiceKey = AnyKey & {
  kind: 'choice';
  choices: { name: string; about?: string }[];
  source: 'fixed' | 'game' | 'file';
};

// Pictures

export type Tone =
  | 'yellow'
  | 'red'
  | 'blue'
  | 'cyan'
  | 'pink'
  | 'orange'
  | 'green'
  | 'white'
  | 'brown'
  | 'grey';
export type Facing = 'north' | 'south' | 'east' | 'west';

/** What stays the same for a whole game. */
export type Backdrop = BoardBackdrop | GraphBackdrop | TreeBackdrop | TextBackdrop;
export type BoardBackdrop = {
  title: string;
  kind: 'board';
  width: number;
  height: number;
  column_labels?: string[];
  row_labels?: string[];
  origin?: [number, number];
  walls?: { tone: Tone; rows: string[] };
  holes?: boolean;
  legend?: (PieceStyle & { sign: string })[];
};
export type GraphBackdrop = { title: string; kind: 'graph'; points: Point[]; edges: [number, number][] };
export type TreeBackdrop = { title: string; kind: 'tree'; nodes: TreeNode[] };
export type TextBackdrop = { title: string; kind: 'text' };

/** What a position adds to the backdrop. */
export type Scene = BoardScene | GraphScene | TreeScene | TextScene;
export type BoardScene = { facts: Fact[]; kind: 'board'; cells?: string; pieces?: Piece[] };
export type GraphScene = { facts: Fact[]; kind: 'graph'; edges: Edge[] };
export type TreeScene = { facts: Fact[]; kind: 'tree'; current: number[]; nodes?: TreeNode[] };
export type TextScene = { facts: Fact[]; kind: 'text'; lines: string[] };

export type Fact = { label: string; value: number | string };
/** How a piece looks. A shape that no board knows is the name of one of the game's own figures. */
export type PieceStyle = { shape: string; tone: Tone; marked?: boolean };
export type Piece = PieceStyle & {
  x: number;
  y: number;
  facing?: Facing;
  label?: string;
  name?: string;
  note?: Message;
  count?: number;
};
export type Point = { label: string; x: number; y: number };
export type Edge = { from: number; to: number; line: 'solid' | 'dashed'; tone: Tone; marked?: boolean };
export type TreeNode = {
  parent: number | null;
  action?: string;
  chance?: number;
  name?: string;
  mover?: string;
  value?: number;
};

// Positions

export type Position = {
  ply: number;
  text: string;
  turn: Turn;
  actions: string[];
  scene: Scene;
  outcomes: Outcome[] | null;
  scores: Num[];
};
/** A position: in a game of one's own, or anywhere. */
export type At =
  | { game: string; ply?: number; spec?: undefined }
  | { spec: string; position?: string; moves?: string[]; seed?: string; files?: Files; game?: undefined };

export type Heat = { eval: string; cells: { x: number; y: number; value: number }[]; min: number; max: number };
export type Reach = { ghosts: { player: Player; cells: { x: number; y: number; after: number }[] }[] };
export type Judged = { action: string; terms: Term[]; total: Num };

// Games

export type GameState = 'person' | 'thinking' | 'waiting' | 'over' | 'failed';
export type Thought = {
  agent?: string;
  value: Value | null;
  nodes?: number;
  depth?: number;
  time?: number;
  line?: string[];
  note?: string | null;
  marks?: Mark[];
};
/** What an agent draws on the board: a cell by column and row, or an edge by the labels of its points. */
export type Mark = ({ cell: [number, number]; edge?: undefined } | { edge: [string, string]; cell?: undefined }) & {
  tone: Tone;
};
export type Move = { ply: number; by: Turn; action: string; thought?: Thought | null };
export type Game = {
  id: string;
  spec: string;
  title: string;
  players: string[];
  seats: string[];
  seed: string;
  start: string | null;
  files: Files;
  time: number;
  nodes: number | null;
  auto: boolean;
  state: GameState;
  fault: Fault | null;
  moves: Move[];
  position: Position;
  outcomes: Outcome[] | null;
  resigned: Player | null;
  score: { games: number; wins: number[]; draws: number };
  undo: number | null;
  replay: string | null;
  owner: string;
  shared: boolean;
  revision: number;
  /** What the agents wrote to their logs, by seat, once the game has ended or failed. */
  logs: string[];
};
export type GameEntry = Pick<Game, 'id' | 'spec' | 'title' | 'players' | 'seats' | 'state' | 'outcomes'> & {
  plies: number;
  changed: number;
  shared: boolean;
};
/** How a game ended. */
export type Ending =
  | { code: 'over' | 'move-limit' | 'stopped' }
  | { code: 'forfeit'; agent: Player; reason: 'illegal-move' | 'time-out' | 'crash' | 'garbage' | 'no-start' | 'resigned' }
  | { code: 'broken'; message: Message };
/** A game that can be opened anywhere. */
export type Link = {
  spec: string;
  moves: string[];
  seed?: string;
  position?: string | null;
  files?: Files | null;
  seats?: string[];
};

// Analysis

/** The state of work at the lab. */
export type WorkState = 'queued' | 'running' | 'done' | 'stopped' | 'failed';
/** The chance to win that an estimate means, with its interval of 95 %. */
export type Chance = { mean: number; low: number; high: number };
export type JudgedMove = {
  action: string;
  value: Value;
  reply?: string | null;
  chance?: Chance | null;
  /** What follows a move whose result is proven: the reply and the threat. */
  then?: Message | null;
};
/** How games ended that were played out from a position, for the first player. */
export type Expected = { games: number; points: number; interval: [number, number] | null; survives: Chance };
/** The roulette wheel from which an agent drew its move. */
export type Wheel = {
  rule: 'proportional' | 'shifted' | 'softmax';
  least?: number;
  temperature?: number;
  slices: { action: string; share: number }[];
};
/** What an agent knows of a position so far. */
export type Lane = {
  agent: string;
  state: WorkState;
  moves: JudgedMove[];
  line: string[];
  text?: string;
  player?: Player;
  name?: string;
  depth?: number | null;
  nodes?: number;
  nodes_per_second?: number | null;
  time?: number;
  cuts?: number;
  table_hits?: number;
  exhaustive?: boolean;
  estimated_by?: string | null;
  value?: Value | null;
  chance?: Chance | null;
  expected?: Expected | null;
  best?: string | null;
  eval?: string | null;
  note?: string | null;
  marks?: Mark[];
  wheel?: Wheel | null;
  fault?: Fault | null;
};

// Trees

export type Role = 'max' | 'min' | 'mean' | 'leaf';
export type Cut = {
  kind: string;
  value: Num;
  limit: Num;
  words?: string;
  skipped?: string[];
  at: number;
};
export type FigureNode = {
  node: number;
  parent: number | null;
  depth: number;
  x: number;
  name?: string;
  action?: string;
  role?: Role;
  actor?: Player;
  state: 'done' | 'open' | 'skipped';
  window?: { alpha: Num; beta: Num };
  value?: Num;
  bound?: 'at-most' | 'at-least';
  cut?: Cut;
  unseen?: Num;
  entered_at?: number;
  left_at?: number;
  weight?: number;
  chosen?: boolean;
  words: string;
  hidden: { looked_at: number; skipped: number; by_depth: unknown[]; words: string } | null;
};
export type Figure = { width: number; depth: number; folded: boolean; nodes: FigureNode[] };
export type RecordedTree = {
  tree: string;
  title: string;
  agent: string;
  player: Player;
  name: string;
  value: Value | null;
  best: string;
  line: string[];
  summary: string;
  steps: number;
  looked_at: number;
  skipped: number;
  kept: number;
  players: string[];
  figure: Figure;
  method: 'search' | 'simulations';
  head_start: number;
  wins_at: number | null;
  depth: number;
  backdrop: Backdrop;
  view: TreeView;
};
export type TreeFormat = 'svg' | 'dot' | 'text' | 'json';

export type * from './explorer';

// Experiments

export type Run = {
  run: string;
  title: string;
  state: WorkState;
  done: number;
  total: number;
  quick: boolean;
  started: number;
  changed: number;
  fault: Fault | null;
  owner: string;
  shared: boolean;
};
export type Shipped = { name: string; title: string; about: string; games: number; quick_games: number };
export type ExperimentForm = {
  title: string;
  about?: string;
  seed?: string;
  sweeps: {
    name: string;
    game: string;
    players: string[];
    vary?: { axis: string; values: string[] }[];
    games: number;
    quick?: number;
    start?: string;
    opening?: number;
    runs?: number;
  }[];
};
/** An experiment: one that is shipped, a file, or a form. */
export type Experiment = { name: string } | { text: string } | { form: ExperimentForm };
export type Plan = {
  title: string;
  about: string | null;
  games: number;
  quick_games: number;
  sections: { name: string; kind: string; cells: number; games: number }[];
  notes: Message[];
  text: string;
};
export type ColumnKind = 'name' | 'words' | 'deterministic' | 'machine';
export type Table = {
  title: Message;
  columns: { title: string; kind: ColumnKind }[];
  rows: unknown[][];
  texts: Field[][];
  notes?: Message[];
};
export type Report = {
  title: string;
  about?: string;
  manifest: {
    version: string;
    seed: number;
    games: number;
    runs: { interpreters: { version: string; agents: string[] }[] }[];
  };
  notes?: Message[];
  sections: { name: string; about?: string; tables: Table[]; answers?: Answer[]; notes?: Message[] }[];
};
/** A question of an experiment, and what the results say. */
export type Answer = { question: Message; sentences: Message[] };
export type Plot = { section: string; name: string; title: string; svg: string };
export type RunGame = {
  key: string;
  spec: string;
  players: string[];
  seats: string[];
  seed: string;
  outcomes: Outcome[];
  plies: number;
  ending: Ending;
  why: Message | null;
  /** Has an agent written to its log? */
  logs: boolean;
};

// Replays

export type ReplayEntry = {
  replay: string;
  spec: string;
  title: string;
  players: string[];
  seats: string[];
  outcomes: Outcome[];
  plies: number;
  when: number;
  shared: boolean;
};
export type Replay = {
  spec: string;
  title: string;
  players: string[];
  seats: string[];
  seed: string;
  start: string | null;
  files: Files;
  moves: Move[];
  outcomes: Outcome[];
  ending: Ending;
  /** Why it ended without a result, where somebody or something failed. */
  why: Message | null;
  /** What the agent at each seat wrote to its log; empty if none wrote anything. */
  logs: string[];
  /** Whose it is, and whether others may read it, if the lab keeps it as a replay. */
  owner: string | null;
  shared: boolean | null;
};
/** Identifies a finished game. */
export type ReplaySource = { replay: string } | { line: string } | { link: Link } | { run: string; key: string };

// Requests and events

type None = Record<string, never>;
type OfGame<More = unknown> = { game: string } & More;
type OfNode<More = unknown> = { tree: string; node?: number; path?: string[] } & More;
type Request<With, Ok = None> = { with: With; ok: Ok };

/** Every request that the pages make: its parameters, and its answer. */
export type Requests = {
  catalogue: Request<None, Catalogue>;
  'game.check': Request<
    { spec: string; seats?: string[]; files?: Files },
    { spec: string; title: string; players: string[]; seats: string[] | null }
  >;
  'agent.check': Request<{ spec: string; agent: string; player: Player; files?: Files }, { agent: string }>;
  position: Request<{ at: At }, { position: Position; players: string[]; backdrop: Backdrop }>;
  'position.line': Request<
    { at: At; moves: string[] },
    { positions: Position[]; moves: string[]; backdrop: Backdrop }
  >;
  'position.explain': Request<
    { at: At; eval?: string; player?: Player },
    { eval: string; player: Player; name: string; terms: Term[]; total: Num; value: Value }
  >;
  'position.judge': Request<
    { at: At; eval?: string },
    { eval: string; player: Player; name: string; actions: Judged[] }
  >;
  'position.heat': Request<{ at: At; eval?: string }, Heat>;
  'position.reach': Request<{ at: At; moves: number }, Reach>;
  'game.create': Request<
    {
      spec: string;
      seats: string[];
      seed?: string;
      position?: string;
      moves?: string[];
      files?: Files;
      time?: number;
      nodes?: number;
      auto?: boolean;
    },
    { game: Game; backdrop: Backdrop }
  >;
  'game.open': Request<OfGame, { game: Game; backdrop: Backdrop }>;
  'game.close': Request<OfGame>;
  'game.list': Request<None, { games: GameEntry[] }>;
  'game.play': Request<OfGame<{ action: string; ply?: number }>, { ply: number; action: string }>;
  'game.step': Request<OfGame<{ moves?: number }>>;
  'game.stop': Request<OfGame>;
  'game.undo': Request<OfGame, { ply: number }>;
  'game.back': Request<OfGame<{ ply: number }>, { ply: number }>;
  'game.restart': Request<OfGame<{ seats?: string[]; seed?: string }>>;
  'game.swap': Request<OfGame>;
  'game.seats': Request<OfGame<{ seats?: string[]; auto?: boolean; time?: number; nodes?: number }>>;
  'game.resign': Request<OfGame<{ player: Turn }>>;
  'game.positions': Request<OfGame<{ from: number; to: number }>, { positions: Position[] }>;
  'game.export': Request<OfGame, { line: string; link: Link }>;
  'match.start': Request<
    {
      spec: string;
      seats: string[];
      games: number;
      seed?: string;
      alternate?: boolean;
      time?: number;
      files?: Files;
    },
    { match: string }
  >;
  'match.stop': Request<{ match: string }>;
  'analysis.start': Request<
    { at: At; agents: string[]; time?: number; nodes?: number },
    { analysis: string; player: Player; name: string }
  >;
  'analysis.stop': Request<{ analysis: string; lane?: number }>;
  'analysis.set': Request<{ analysis: string; at: At }, { analysis: string; player: Player; name: string }>;
  'tree.record': Request<
    { at: At; agent: string; seed?: string; nodes?: number; limit?: number; time?: number },
    RecordedTree
  >;
  'tree.draw': Request<{ tree: string; limit?: number; open?: number[]; closed?: number[] }, { figure: Figure }>;
  'tree.node': Request<OfNode<{ sort?: TreeSort; step?: number; scenes?: boolean }>, TreeView>;
  'tree.open': Request<OfNode<{ sort?: TreeSort; scenes?: boolean }>, TreeView>;
  'tree.why': Request<OfNode, TreeWhy>;
  'tree.step': Request<{ tree: string; step: number; sort?: TreeSort; scenes?: boolean }, TreeStep>;
  'tree.overview': Request<
    { tree: string; node?: number; width: number; rows?: number; scale?: 'log' | 'linear'; step?: number },
    TreeOverview
  >;
  'tree.plot': Request<{ tree: string; points?: number }, TreePlot>;
  'tree.compare': Request<{ tree: string }, TreeComparison>;
  'tree.export': Request<
    { tree: string; format: TreeFormat; limit?: number },
    { format: TreeFormat; name: string; text: string }
  >;
  'experiment.list': Request<None, { shipped: Shipped[]; runs: Run[] }>;
  'experiment.text': Request<{ name: string } | { run: string }, { text: string }>;
  'experiment.check': Request<Experiment & { files?: Files }, Plan>;
  'experiment.start': Request<Experiment & { quick?: boolean; threads?: number; files?: Files }, { run: Run }>;
  'experiment.watch': Request<{ run: string }, { run: Run; tables: Table[] }>;
  'experiment.unwatch': Request<{ run: string }>;
  'experiment.stop': Request<{ run: string; now?: boolean }>;
  'experiment.resume': Request<{ run: string; threads?: number }, { run: Run }>;
  'experiment.games': Request<
    { run: string; offset?: number; limit?: number },
    { games: RunGame[]; offset: number; total: number }
  >;
  'experiment.report': Request<{ run: string; language?: string }, { report: Report; plots: Plot[] }>;
  'experiment.delete': Request<{ run: string }>;
  'replay.list': Request<{ before?: string; limit?: number }, { replays: ReplayEntry[]; more: boolean }>;
  'replay.open': Request<ReplaySource, { replay: Replay; positions: Position[]; backdrop: Backdrop }>;
  'replay.positions': Request<
    ReplaySource & { from: number; to: number },
    { positions: Position[]; backdrop: Backdrop }
  >;
  'replay.import': Request<{ lines: string }, { replays: string[]; errors: { line: number; fault: Fault }[] }>;
  'replay.export': Request<{ replay: string }, { line: string }>;
  'replay.delete': Request<{ replay: string }>;
  share: Request<{ game?: string; replay?: string; run?: string; shared: boolean }, { shared: boolean }>;
};
export type RequestName = keyof Requests;
/** Requests about one game, by what follows `game.`. */
export type GameVerb = RequestName extends infer N
  ? N extends `game.${infer Verb}`
    ? Requests[N & RequestName]['with'] extends { game: string }
      ? Verb
      : never
    : never
  : never;

/** Whoever is connected. */
export type Person = { id: string; name: string; role: 'admin' | 'member' | 'guest' };
export type Hello = {
  event: 'hello';
  protocol: number;
  version: string;
  person: Person;
  pages: string;
  limits: Record<string, number>;
};
export type Moved = Required<Pick<Move, 'ply' | 'by' | 'action'>> & {
  event: 'moved';
  game: string;
  revision: number;
  position: Position;
  state: GameState;
  undo: number | null;
  thought: Thought | null;
};
export type PhaseChanged = { event: 'phase'; game: string; revision: number; state: GameState };
export type MatchEvent = {
  event: 'match';
  match: string;
  state: WorkState;
  done: number;
  total: number;
  players: string[];
  seats: string[];
  wins: number[];
  draws: number;
  unfinished: number;
  rounds: number | null;
  time: number;
  last: (Link & { seed: string; line: string | null }) | null;
  fault: Fault | null;
  /** Their forfeits, by player and kind. */
  forfeits: Message[][];
  first_forfeit: { game: number; player: string; why: Message; log: string } | null;
};
export type AnalysisEvent = Lane & { event: 'analysis'; analysis: string; lane: number };
export type RunEvent = {
  event: 'run';
  run: Run;
  fresh: number;
  games_per_second: number | null;
  seconds_left: number | null;
  tables?: Table[];
};
/** Events that the lab sends without a request, by name. */
export type Events = {
  hello: Hello;
  game: { event: 'game'; game: Game };
  moved: Moved;
  phase: PhaseChanged;
  match: MatchEvent;
  analysis: AnalysisEvent;
  run: RunEvent;
  kept: { event: 'kept'; fault: Fault | null };
};
/** Everything that comes over the connection. */
export type Incoming =
  | { id: number | string; ok: unknown; error?: undefined; event?: undefined }
  | { id: number | string; error: Fault; ok?: undefined; event?: undefined }
  | (Events[keyof Events] & { id?: undefined });
