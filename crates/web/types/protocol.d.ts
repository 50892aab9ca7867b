// The messages between the lab and its pages, written from crates/service: do not edit. Nothing here exists at run time.

/** An agent that can take the seat. */
export type AgentChecked = { agent: string };

/** An agent. */
export type AgentKind = { name: string; title: string; about: string; stands_for?: string; keys: Key[] };

/** How two values of the same measure compare. */
export type Agreement = ('agrees' | 'differs' | 'not-judged' | 'time');

/** An algorithm that can be compared. */
export type Algorithm = ('own' | 'minimax' | 'strict' | 'inclusive' | 'expectimax');

/** An agent that analyses positions, under a name for people. */
export type Analyst = { name: string; about: string; spec: string; player: (Player | null); boards?: Record<string, string[]>; estimate: (string | null); seconds: (number | null); playouts: number };

/** A question with its answer. */
export type Answer = { question: Message; sentences: Message[] };

/** A position: in a game of one's own or a shared one, by `game` and `ply`, or any other, by `spec` and what follows it. */
export type At = { game?: (string | null); ply?: (number | null); spec?: (string | null); position?: (string | null); moves?: string[]; seed?: (string | null); files?: Record<string, string> };

/** Where a game is now. */
export type AtPly = { ply: number };

/** Where to go back to. */
export type BackTo = { game: string; ply: number };

/** What all pictures of a game have in common. */
export type Backdrop = (Grid & { kind: 'board' } | Network & { kind: 'graph' } | Nodes & { kind: 'tree' } | { kind: 'text' }) & { title: string };

/** What a simulation added to a node. */
export type Backed = { node: number; visits: number; mean: (Num | null) };

/** What stands on a `Grid`. */
export type Board = { cells?: string; pieces?: Piece[] };

/** Ready-made settings, with a picture. */
export type BoardKind = { name: string; about: string; spec: string; players: string[]; backdrop: Backdrop; scene: Scene; text: (string | null) };

/** Where the bound of a cutoff comes from. */
export type BoundFrom = ('node' | 'window' | 'chance');

/** Everything that menus show. */
export type Catalogue = { games: GameKind[] };

/** How certain a value is. */
export type Certainty = ('exact' | 'at-least' | 'at-most' | 'estimate');

/** The chance to win, with its interval of 95 %; a draw is half a win. */
export type Chance = { mean: number; low: number; high: number };

/** Who plays from here on. */
export type ChangeSeats = { game: string; seats?: (string[] | null); auto?: (boolean | null); time?: (number | null); nodes?: (number | null) };

/** An agent for a seat. */
export type CheckAgent = { spec: string; agent: string; player: number; files?: Record<string, string> };

/** An experiment to read: one of `name`, `text` and `form`. */
export type CheckExperiment = { name?: (string | null); text?: (string | null); form?: (ExperimentForm | null); files?: Record<string, string> };

/** A game with its settings and players. */
export type CheckGame = { spec: string; seats?: (string[] | null); files?: Record<string, string> };

/** A hand-written tree. */
export type CheckTree = { text: string };

/** A part of an experiment. */
export type CheckedSection = { name: string; kind: string; cells: number; games: number };

/** A tree that can be searched. */
export type CheckedTree = { players: string[]; nodes: number; written: WrittenNode[]; root: (string | null); backdrop: Backdrop; scene: Scene };

/** A name that can be chosen. */
export type Choice = { name: string; about?: string };

/** Where the names of a choice come from. */
export type ChoiceSource = ('fixed' | 'game' | 'file');

/** Kinds of columns. */
export type ColumnKind = ('name' | 'words' | 'deterministic' | 'machine');

/** A number that others found, next to ours. */
export type Compared = { cell: Field; what: string; source: string; kind: ReferenceKind; theirs: Field; ours: Field; agreement: Agreement; words: Message; note?: string };

/** A new game. */
export type CreateGame = { spec: string; seats: string[]; seed?: (string | null); position?: (string | null); moves?: string[]; files?: Record<string, string>; time?: (number | null); nodes?: (number | null); auto?: (boolean | null) };

/** Why the rest of a node's children were pruned. */
export type Cut = { kind: CutKind; value?: Num; limit?: Num; words: string; skipped?: string[]; at: number };

/** The rule of a cutoff. */
export type CutKind = ('alpha' | 'beta' | 'chance-low' | 'chance-high' | 'table');

/** Why the rest of a node's children were pruned. */
export type CutReason = { at: ExplorerNode; by: CutKind; value: (Num | null); limit: (Num | null); crossed: (ExplorerNode | null); set: (ExplorerNode | null); holder: (ExplorerNode | null); from: (BoundFrom | null); pruned: string[]; strict: boolean; words: Message };

/** The value of a `Fact`: numbers stay numbers, so that no text has to be parsed. */
export type Datum = (number | string);

/** What one unit of depth is. */
export type DepthUnit = ('ply' | 'round');

/** A figure to draw. */
export type DrawTree = { tree: string; limit?: (number | null); open?: number[]; closed?: number[] };

/** What was known of a drawn node at a step. */
export type DrawnNow = { phase: PhaseNow; value: (Num | null); alpha: (Num | null); beta: (Num | null); cut: boolean; current: boolean; bound: (TreeBound | null); visits: (number | null); words: Message };

/** A figure. */
export type DrawnTree = { figure: Figure };

/** An edge that was taken. */
export type Edge = { from: number; to: number; line: LineStyle; tone: Tone; marked?: boolean };

/** How a match ended. Only `Ending::Over` is a result by the rules. */
export type Ending = ({ code: 'over'; agent?: undefined; message?: undefined } | { code: 'move-limit'; agent?: undefined; message?: undefined } | { code: 'stopped'; agent?: undefined; message?: undefined } | ({ reason: 'illegal-move'; action: string; seconds?: undefined; starved?: undefined; message?: undefined } | { reason: 'time-out'; seconds: number; starved?: boolean; action?: undefined; message?: undefined } | { reason: 'crash'; message: Message; action?: undefined; seconds?: undefined; starved?: undefined } | { reason: 'garbage'; message: Message; action?: undefined; seconds?: undefined; starved?: undefined } | { reason: 'no-start'; message: Message; action?: undefined; seconds?: undefined; starved?: undefined } | { reason: 'resigned'; action?: undefined; seconds?: undefined; starved?: undefined; message?: undefined }) & { code: 'forfeit'; agent: Player; message?: undefined } | { code: 'broken'; message: Message; agent?: undefined });

/** A position and an evaluation. */
export type EvaluatePosition = { at: At; eval?: (string | null) };

/** An experiment that is filled in on a page. */
export type ExperimentForm = { title: string; about?: string; seed?: (string | null); sweeps: FormSweep[] };

/** Experiments on offer, and runs. */
export type ExperimentList = { shipped: Shipped[]; runs: Run[] };

/** An experiment file. */
export type ExperimentText = { text: string };

/** A position and an evaluation, for a player. */
export type ExplainPosition = { at: At; eval?: (string | null); player?: (number | null) };

/** An evaluation term by term. */
export type Explained = { eval: string; player: Player; name: string; terms: ShownTerm[]; total: Num; value: Value };

/** Everything about a node. */
export type ExplorerNode = { node: number; parent: (number | null); depth: number; action: (string | null); weight?: number; kind: (TreeNodeKind | null); actor: (Player | null); value: (Value | null); number: (Num | null); window: (RecordedWindow | null); exit: (RecordedWindow | null); below: number; unkept: number; children: number; end: TreeEnd; chosen: boolean; best: boolean; order: number; left: (number | null); entered_at: (number | null); cut_at: (number | null); left_at: (number | null); unseen?: Num; opened?: TreeOpened; samples?: TreeSamples; now?: TreeNow; words: (Message | null); scene?: Scene };

/** A tree to export. */
export type ExportTree = { tree: string; format: TreeFormat; limit?: (number | null) };

/** A game to be taken elsewhere. */
export type ExportedGame = { line: string; link: Link };

/** A replay to be taken elsewhere. */
export type ExportedReplay = { line: string };

/** A tree as a file. */
export type ExportedTree = { format: TreeFormat; name: string; text: string };

/** The direction a piece faces. */
export type Facing = 'north' | 'south' | 'east' | 'west';

/** One line of a caption: `score` `12`. */
export type Fact = { label: string; value: Datum };

/** An error: its kind, what is wrong, where, and what would be right. */
export type Fault = { code: FaultCode; message: string; wrong: Message; field?: string; where?: Message[]; expected?: Message };

/** The kinds of errors that clients can distinguish. */
export type FaultCode = ('bad-json' | 'bad-request' | 'unknown-request' | 'no-token' | 'forbidden' | 'bad-input' | 'illegal-move' | 'not-found' | 'conflict' | 'too-large' | 'busy' | 'stopped' | 'not-kept' | 'internal') | 'lost';

/** Something that a game may have. Settings that need it are not offered for games without it. */
export type Feature = ('policies' | 'bounded-evaluations' | 'report-rules');

/** An opponent that a set-up offers before all others: an agent with one setting to choose. */
export type Featured = { name: string; about: string; agent: string; key: string; label: string; values: string[]; default: string };

/** What fills a gap of a sentence: text that was typed, a number, several fields, pieces of notation, an English name that may be translated, or a part of the sentence. */
export type Field = (string | number | Field[] | { row: string[]; name?: undefined } | { name: string; row?: undefined } | Message);

/** The drawn part of a tree. */
export type Figure = { width: number; depth: number; folded: boolean; nodes: FigureNode[] };

/** A node that is drawn. Of the recording, `parent` is the index of its parent **in this figure**; a parent comes before its children, siblings are in order. Ask for a step with the numbers of the nodes to learn what was known of each then. */
export type FigureNode = { parent: (number | null); name?: string; action?: string; weight?: number; actor?: number; role?: Role; state: NodeState; window?: RecordedWindow; value?: Num; bound?: TreeBound; cut?: Cut; entered_at?: number; left_at?: number; chosen?: boolean; unseen?: Num; unrecorded?: number; samples?: RecordedSamples; node: number; depth: number; x: number; hidden: (HiddenNodes | null) };

/** What varies in a sweep. */
export type FormAxis = { axis: string; values: string[] };

/** Games of the same players with varying settings. */
export type FormSweep = { name: string; game: string; players: string[]; vary?: FormAxis[]; games: number; quick?: (number | null); start?: (string | null); opening?: (number | null); runs?: (number | null) };

/** A game that can be played. */
export type GameChecked = { spec: string; title: string; players: string[]; notes: Message[]; seats: (string[] | null) };

/** A game in a list. */
export type GameEntry = { id: string; spec: string; title: string; players: string[]; seats: string[]; state: GameState; plies: number; outcomes: (Outcome[] | null); changed: number; shared: boolean };

/** A file that games were read from, such as a layout, as it was kept with the results. */
export type GameFile = { name: string; text: string };

/** A game in progress. */
export type GameInProgress = { id: string; spec: string; title: string; players: string[]; seats: string[]; seed: string; start: (string | null); files: Record<string, string>; time: number; nodes: (number | null); auto: boolean; state: GameState; fault: (Fault | null); moves: Move[]; position: Position; outcomes: (Outcome[] | null); resigned: (number | null); score: Score; undo: (number | null); replay: (string | null); owner: string; shared: boolean; revision: number; logs: string[] };

/** A game: what it declares, and what it has once opened. */
export type GameKind = { name: string; aliases: string[]; title: string; about: string; players: string[]; depth_unit: DepthUnit; result: ResultKind; seats_alike: boolean; notes: Message[]; counted_in: DepthUnit; reports: string[]; win_points: (number | null); moves: string; positions: string; named_positions: NamedPosition[]; tones: Tone[]; featured: Featured[]; interaction: (Interaction | null); keys: Key[]; boards: BoardKind[]; evals: Listing[]; action_evals: Listing[]; agents: AgentKind[]; levels: Level[]; analysis: string[]; analysts: Analyst[]; opponents: string[] };

/** Games in progress. */
export type GameList = { games: GameEntry[] };

/** A range of plies of a game. */
export type GamePlies = { game: string; from: number; to: number };

/** The state of a game. */
export type GameState = ('person' | 'thinking' | 'waiting' | 'over' | 'failed');

/** The edges that were taken. */
export type Graph = { edges: Edge[] };

/** A labelled point; coordinates from -1 to 1. */
export type GraphPoint = { label: string; x: number; y: number };

/** What a board of `width` by `height` square cells always looks like; cell (0, 0) is at the bottom left. */
export type Grid = { width: number; height: number; column_labels?: string[]; row_labels?: string[]; origin?: [number, number]; walls?: Walls; holes?: boolean; legend?: Sign[]; count_words?: Message };

/** The value of each square for Pac-Man. */
export type Heat = { eval: string; cells: HeatCell[]; min: Num; max: Num };

/** The value of a square, in the coordinates of the scene. */
export type HeatCell = { x: number; y: number; value: Num };

/** What is folded below a node. */
export type HiddenNodes = { looked_at: number; skipped: number; by_depth: number[] };

/** Games to keep. */
export type ImportReplays = { lines: string };

/** Games that are kept now. */
export type ImportedReplays = { replays: string[]; errors: LineFault[] };

/** How a board takes moves. A page or a terminal that knows the interaction offers it beside the list of legal moves. */
export type Interaction = ({ kind: 'drop'; north?: undefined; south?: undefined; east?: undefined; west?: undefined; stay?: undefined } | { kind: 'cell'; north?: undefined; south?: undefined; east?: undefined; west?: undefined; stay?: undefined } | { kind: 'join'; north?: undefined; south?: undefined; east?: undefined; west?: undefined; stay?: undefined } | { kind: 'steer'; north: string; south: string; east: string; west: string; stay: string } | { kind: 'branch'; north?: undefined; south?: undefined; east?: undefined; west?: undefined; stay?: undefined });

/** A program that runs agents. */
export type Interpreter = { version: string; agents: string[] };

/** An estimate and its 95 % confidence interval. An infinite end is open: the sample sets no bound on that side. JSON, which has no infinity, has null there. */
export type Interval = { mean: number; low: number; high: number };

/** A move, term by term. */
export type Judged = { action: string; terms: ShownTerm[]; total: Num };

/** Every legal move, term by term. */
export type JudgedActions = { eval: string; player: Turn; name: string; actions: Judged[] };

/** What is known of a move. */
export type JudgedMove = { action: string; value: Value; reply: (string | null); chance: (Chance | null); then: (Message | null) };

/** A setting of a game or an agent. */
export type Key = ({ kind: 'integer'; min: number; max: number; unit?: Unit; choices?: undefined; source?: undefined } | { kind: 'real'; min: number; max: number; unit?: undefined; choices?: undefined; source?: undefined } | { kind: 'choice'; choices: Choice[]; source: ChoiceSource; min?: undefined; max?: undefined; unit?: undefined } | { kind: 'text'; min?: undefined; max?: undefined; unit?: undefined; choices?: undefined; source?: undefined }) & { name: string; about: string; default: (string | null); default_when?: When[]; said?: Message; only_for?: Feature };

/** What an agent knows of a position so far. It is sent whenever there is a new result, and several times a second as the node count grows. */
export type LaneProgress = { analysis: string; lane: number; agent: string; player: Player; name: string; text: string; state: WorkState; depth: number; nodes: number; nodes_per_second: number; time: number; cuts: number; table_hits: number; exhaustive: boolean; estimated_by: (string | null); value: (Value | null); chance: (Chance | null); expected: (PlayoutEstimates | null); best: (string | null); eval: (string | null); note: (string | null); marks: Mark[]; wheel: (RouletteWheel | null); moves: JudgedMove[]; line: string[]; fault: (Fault | null) };

/** A level of difficulty: a name for an agent. */
export type Level = { name: string; about: string; spec: string; player: (Player | null); boards?: Record<string, string[]> };

/** Limits of requests, and of what each person may use. */
export type Limits = { message_bytes: number; games_per_person: number; runs_per_person: number; analyses_per_person: number; seconds_per_person: number; megabytes_per_person: number; plies_per_game: number; file_bytes: number; tree_nodes: number; figure_nodes: number; move_time: number; analysis_time: number; analyses_per_connection: number; queue: number; queue_per_person: number; queue_reserved: number; memory: number; threads: number; idle_seconds: number; idle_games_days: number };

/** A line that is not a game. */
export type LineFault = { line: number; fault: Fault };

/** A move of a line. */
export type LineMove = { action: string; player: (Player | null); node: (number | null) };

/** How an edge is drawn. Sides differ by line as well as by colour. */
export type LineStyle = ('solid' | 'dashed');

/** A game that can be opened anywhere: what a link holds. */
export type Link = { spec: string; seed?: (string | null); position?: (string | null); moves: string[]; files?: Record<string, string>; seats?: string[] };

/** An entry of a list: a name, a description and settings. */
export type Listing = { name: string; title: string; about: string; stands_for?: string; keys?: Key[] };

/** Who uses the lab, and how much. */
export type Load = { people: PersonLoad[]; waiting: number; running: number; open_games: number; connections: number };

/** Where results come from, so that they can be repeated. */
export type Manifest = { version: string; seed: number; file_hash: string; plan: string; games: number; planned: number; runs: RunInfo[] };

/** A place on the board, highlighted. */
export type Mark = ({ cell: [number, number]; edge?: undefined } | { edge: [string, string]; cell?: undefined }) & { tone: Tone };

/** The first game of a match that a player forfeited. */
export type MatchForfeit = { game: number; player: string; why: Message; log: string };

/** A game of a match, with all that is needed to open it. */
export type MatchGameLink = { spec: string; seed: string; seats: string[]; files: Record<string, string>; moves: string[]; line: (string | null) };

/** The totals of a match, several times a second and at the end. */
export type MatchProgress = { match: string; state: WorkState; done: number; total: number; players: string[]; seats: string[]; wins: number[]; draws: number; unfinished: number; rounds: (number | null); time: number; last: (MatchGameLink | null); fault: (Fault | null); forfeits: Message[][]; first_forfeit: (MatchForfeit | null) };

/** A sentence for people. */
export type Message = { code: string; english: string; fields: Record<string, Field> };

/** How an agent searched. */
export type Method = ('search' | 'simulations');

/** What a whole search knows and the search of one branch does not. */
export type MissingContext = ('table' | 'ordering' | 'probe');

/** A move that was made. */
export type Move = { ply: number; by: (Turn | null); action: string; thought: (ThoughtSummary | null) };

/** The visits of a move over time. */
export type MovePlot = { action: string; node: (number | null); visits: number[]; mean: (Num | null)[] };

/** A move in a game. The scenes before and after it are enough to animate it. When it ends the game, a `game` event follows with outcomes, score and replay. */
export type Moved = { game: string; revision: number; ply: number; by: (Turn | null); action: string; position: Position; state: GameState; undo: (number | null); thought: (ThoughtSummary | null) };

/** A position with a name. */
export type NamedPosition = { name: string; about: string; position: string };

/** The points of a graph, and which of them can be joined. */
export type Network = { points: GraphPoint[]; edges: [number, number][] };

/** How far the search got with a node. */
export type NodeState = ('done' | 'open' | 'skipped');

/** The nodes of a tree of moves. A node comes after its parent; siblings are in the order of moves. */
export type Nodes = { nodes: TreeNode[] };

/** No parameters, or an answer without content. */
export type Nothing = Record<string, never>;

/** A number, or an infinity, which JSON cannot write. */
export type Num = (number | 'inf' | '-inf');

/** The name of a game. */
export type OfGame = { game: string };

/** The name of a match. */
export type OfMatch = { match: string };

/** A node, and how to look at it. */
export type OfNode = { tree: string; node?: (number | null); path?: (string[] | null); sort?: TreeSort; step?: (number | null); scenes?: boolean };

/** A position. */
export type OfPosition = { at: At };

/** The name of a replay. */
export type OfReplay = { replay: string };

/** The name of a run. */
export type OfRun = { run: string };

/** The name of a tree. */
export type OfTree = { tree: string };

/** A game, and the picture that all its positions share. */
export type OpenedGame = { game: GameInProgress; backdrop: Backdrop };

/** A finished game, and its first positions. */
export type OpenedReplay = { replay: Replay; positions: Position[]; backdrop: Backdrop };

/** How a finished game ended for one agent. */
export type Outcome = ('win' | 'draw' | 'loss');

/** A cell of an overview: x, width, class (an index into `classes`), node, nodes in it, how many were merged because they are thinner than a pixel, and the mean of the searching player, for simulations. `node` is the largest of those merged, `class` that of the one that matters most. */
export type OverviewCell = [number, number, number, number, number, number, (number | null)];

/** What is seen at once. */
export type OverviewOf = { tree: string; node?: (number | null); width: number; rows?: (number | null); scale?: OverviewScale; step?: (number | null) };

/** A ply of an overview. */
export type OverviewRow = { depth: number; cells: OverviewCell[] };

/** How the width of a node follows from what is below it. */
export type OverviewScale = ('log' | 'linear');

/** A person. An `admin` owns everything; a `member` owns what they made; a `guest` owns nothing. */
export type Person = { id: string; name: string; role: PersonRole };

/** A person, and what they have and do. */
export type PersonLoad = { id: string; name: string; role: PersonRole; connections: number; games: number; runs: number; jobs: number; analyses: number; seconds: number; bytes: number };

/** What a person may do. */
export type PersonRole = ('admin' | 'member' | 'guest');

/** How far a search was with a node. */
export type PhaseNow = ('ahead' | 'open' | 'done' | 'pruned');

/** Something that stands on a board. */
export type Piece = { shape: Shape; tone: Tone; x: number; y: number; facing?: Facing; marked?: boolean; label?: string; name?: string; count?: number };

/** What an experiment would play. */
export type Plan = { title: string; about: (string | null); games: number; quick_games: number; sections: CheckedSection[]; notes: Message[]; text: string };

/** A move of a human. */
export type PlayMove = { game: string; action: string; ply?: (number | null) };

/** The move that was played. */
export type PlayedMove = { ply: number; action: string };

/** One of the agents of a game, counted from 0. Agent 0 is the one whose value the reports maximise: the first player of a board game, Pac-Man among his ghosts. */
export type Player = number;

/** The same as estimates. */
export type PlayoutEstimates = { games: number; points: number; interval: (number[] | null); survives: Interval };

/** A plot of a report. */
export type Plot = { section: string; name: string; title: string; svg: string };

/** How many points a plot has. */
export type PlotOf = { tree: string; points?: (number | null) };

/** A position, to be drawn on the game's backdrop. */
export type Position = { ply: number; text: string; turn: Turn; actions: string[]; scene: Scene; outcomes: (Outcome[] | null); scores: Num[] };

/** Positions by ply. */
export type Positions = { positions: Position[] };

/** How much a search pruned: the terminal, pictures and pages count it alike. */
export type Pruned = { branches: number; nodes: (number | null); more: boolean };

/** Whose things are deleted. */
export type Purge = { person: string };

/** What is left. */
export type Purged = { stopping: string[] };

/** Where each ghost can be. */
export type Reach = { ghosts: Reach2[] };

/** Where an agent can get. */
export type Reach2 = { player: Player; cells: ReachedCell[] };

/** How far ghosts are followed. */
export type ReachFrom = { at: At; moves: number };

/** A point that an agent can reach, in the coordinates of the scene. */
export type ReachedCell = { x: number; y: number; after: number };

/** A search to record. */
export type RecordTree = { at: At; agent: string; seed?: (string | null); nodes?: (number | null); limit?: (number | null); time?: (number | null) };

/** What simulations have gathered at a node. Rewards are those of `owner`. */
export type RecordedSamples = { visits: number; owner: number; mean: number; error?: number; bonus?: number; proven?: boolean };

/** A search that was recorded. */
export type RecordedTree = { tree: string; title: string; agent: string; player: Turn; name: string; value: (Value | null); best: string; line: string[]; method: Method; steps: number; looked_at: number; pruned: Pruned; pruned_words: (Message | null); prunes: boolean; kept: number; head_start: number; wins_at: (number | null); depth: number; players: string[]; backdrop: Backdrop; figure: Figure; view: TreeView };

/** The values that still mattered when a node was entered. */
export type RecordedWindow = { alpha: Num; beta: Num };

/** Kinds of numbers that results are compared with. */
export type ReferenceKind = ('printed' | 'exact' | 'run');

/** Why a move was not taken. */
export type Refutation = { move: string; by: (Player | null); value: (Value | null); number: (Num | null); instead: ExplorerNode; line: LineMove[]; from: string[]; equal: boolean; words: Message };

/** A finished game. */
export type Replay = { spec: string; title: string; players: string[]; seats: string[]; seed: string; start: (string | null); files: Record<string, string>; moves: Move[]; outcomes: Outcome[]; ending: Ending; why: (Message | null); logs: string[]; owner: (string | null); shared: (boolean | null) };

/** A finished game in a list. */
export type ReplayEntry = { replay: string; spec: string; title: string; players: string[]; seats: string[]; outcomes: Outcome[]; plies: number; when: number; shared: boolean };

/** Finished games. */
export type ReplayList = { replays: ReplayEntry[]; more: boolean };

/** A page of replays. */
export type ReplayPage = { before?: (string | null); limit?: (number | null) };

/** A range of plies of a finished game, which is named as in `replay.open`. */
export type ReplayPlies = { replay?: (string | null); line?: (string | null); link?: (Link | null); run?: (string | null); key?: (string | null); from: number; to: number };

/** Positions of a finished game. */
export type ReplayPositions = { positions: Position[]; backdrop: Backdrop };

/** A finished game: one of `replay`, `line`, `link`, or `run` and `key`. */
export type ReplaySource = { replay?: (string | null); line?: (string | null); link?: (Link | null); run?: (string | null); key?: (string | null) };

/** A report. */
export type Report = { title: string; about?: string; manifest: Manifest; notes?: Message[]; sections: SectionReport[]; files?: GameFile[] };

/** A report to make. */
export type ReportOf = { run: string; language?: (string | null) };

/** A report and its plots. */
export type ReportedRun = { report: Report; plots: Plot[] };

/** Who resigns. */
export type Resign = { game: string; player: number };

/** A new game in the same place. */
export type RestartGame = { game: string; seats?: (string[] | null); seed?: (string | null) };

/** What a finished game is counted in. */
export type ResultKind = ('outcome' | 'points' | 'value');

/** A run to continue. */
export type ResumeRun = { run: string; threads?: (number | null) };

/** How a node combines its children. */
export type Role = ('max' | 'min' | 'mean' | 'leaf');

/** The roulette wheel from which an agent drew its move. */
export type RouletteWheel = ({ rule: 'proportional'; least?: undefined; temperature?: undefined } | { rule: 'shifted'; least: number; temperature?: undefined } | { rule: 'softmax'; temperature: number; least?: undefined }) & { slices: WheelSlice[] };

/** A run: an experiment file with its results, stored by the lab. */
export type Run = { run: string; title: string; state: WorkState; done: number; total: number; quick: boolean; started: number; changed: number; fault: (Fault | null); owner: string; shared: boolean };

/** A game of a run. */
export type RunGame = { key: string; spec: string; players: string[]; seats: string[]; seed: string; outcomes: Outcome[]; plies: number; ending: Ending; why: (Message | null); logs: boolean };

/** Games of a run. */
export type RunGames = { games: RunGame[]; offset: number; total: number };

/** Where and how something was computed. */
export type RunInfo = { version: string; started: number; cpu: string; system: string; threads: number; shard: string; interpreters: Interpreter[] };

/** Some games of a run. */
export type RunPage = { run: string; offset?: number; limit?: (number | null) };

/** The progress of a run. */
export type RunProgress = { run: Run; fresh: number; games_per_second: (number | null); seconds_left: (number | null); tables: Table[] };

/** Two moves by what simulations know of them. */
export type SamplesCompared = { move: TreeSamples; instead: TreeSamples; overlap: boolean };

/** The picture of a state with its caption. */
export type Scene = (Board & { kind: 'board' } | Graph & { kind: 'graph' } | Tree & { kind: 'tree' } | TextScene & { kind: 'text' }) & { facts: Fact[] };

/** Games, wins and draws since creation. They belong to the players and move with them when they swap sides. */
export type Score = { games: number; wins: number[]; draws: number };

/** The results of one section. */
export type SectionReport = { name: string; about?: string; tables: Table[]; compared?: Compared[]; answers?: Answer[]; notes?: Message[] };

/** An analysis at another position. */
export type SetAnalysis = { analysis: string; at: At };

/** The form of a piece. Sides differ by form as well as by colour. */
export type Shape = ('disc' | 'ring' | 'cross' | 'dot' | 'big-dot' | 'crumb' | string);

/** Something to be read by others, or no longer: one of `game`, `replay` and `run`. */
export type Share = { game?: (string | null); replay?: (string | null); run?: (string | null); shared: boolean };

/** May others read it now? */
export type Shared = { shared: boolean };

/** A bundled experiment. */
export type Shipped = { name: string; title: string; about: (string | null); games: number; quick_games: number };

/** The positions of a variation. */
export type ShownLine = { positions: Position[]; moves: string[]; backdrop: Backdrop };

/** A position, and everything to draw it. */
export type ShownPosition = { position: Position; players: string[]; backdrop: Backdrop; report: unknown };

/** A term of an evaluation. */
export type ShownTerm = { name: string; value: Num };

/** What a character of `Board::cells` stands for. */
export type Sign = { sign: string; shape: Shape; tone: Tone; marked?: boolean };

/** How a simulation ended. */
export type SimulationEnded = ('playout' | 'over' | 'proven');

/** A position, and who searches it. */
export type StartAnalysis = { at: At; agents: string[]; time?: (number | null); nodes?: (number | null) };

/** A batch of games. */
export type StartMatch = { spec: string; seats: string[]; games: number; seed?: (string | null); alternate?: boolean; time?: (number | null); files?: Record<string, string> };

/** An experiment to run: one of `name`, `text` and `form`. */
export type StartRun = { name?: (string | null); text?: (string | null); form?: (ExperimentForm | null); files?: Record<string, string>; quick?: boolean; threads?: (number | null) };

/** An analysis that has begun. */
export type StartedAnalysis = { analysis: string; player: Player; name: string };

/** A match that has begun. */
export type StartedMatch = { match: string };

/** A run that was started. */
export type StartedRun = { run: Run };

/** How many moves agents make. */
export type StepGame = { game: string; moves?: (number | null) };

/** An analysis to stop. */
export type StopAnalysis = { analysis: string; lane?: (number | null) };

/** A run to stop. */
export type StopRun = { run: string; now?: boolean };

/** A table with its title. */
export type Table = { title: Message; columns: TableColumn[]; rows: unknown[][]; texts?: Field[][]; notes?: Message[] };

/** A column. */
export type TableColumn = { title: string; kind: ColumnKind };

/** A bundled experiment, by `name`, or that of a `run`. */
export type TextOf = { name?: (string | null); run?: (string | null) };

/** A picture made of characters of equal width. */
export type TextScene = { lines: string[] };

/** What an agent thought of its move, in short. */
export type ThoughtSummary = { agent?: string; value: (Value | null); nodes: number; depth: number; time?: number; line?: string[]; note?: string; marks?: Mark[] };

/** A colour by its meaning to the eye; an interface chooses the shade. */
export type Tone = 'yellow' | 'red' | 'blue' | 'cyan' | 'pink' | 'orange' | 'green' | 'white' | 'brown' | 'grey';

/** Where a game is in its tree. */
export type Tree = { current: number[]; nodes?: TreeNode[] };

/** A value that is only a bound, because something below was pruned. */
export type TreeBound = ('at-most' | 'at-least');

/** A search beside others of the same position. */
export type TreeComparison = { rows: TreeComparisonRow[]; remarks: Message[] };

/** What an algorithm finds, and what it costs. */
export type TreeComparisonRow = { agent: string; algorithm: Algorithm; value: (Value | null); number: (Num | null); best: string; line: string[]; nodes: number; leaves: number; cuts: number; pruned: (Pruned | null); pruned_words: (Message | null); table_hits: number; depth: number; agrees: boolean };

/** Why a node has no more children than it has. */
export type TreeEnd = ({ why: 'searched'; by?: undefined; value?: undefined; limit?: undefined; pruned?: undefined } | { why: 'over'; by?: undefined; value?: undefined; limit?: undefined; pruned?: undefined } | { why: 'depth'; by?: undefined; value?: undefined; limit?: undefined; pruned?: undefined } | { why: 'table'; by?: undefined; value?: undefined; limit?: undefined; pruned?: undefined } | { why: 'cut'; by: CutKind; value: Num; limit: Num; pruned: string[] } | { why: 'pruned'; by?: undefined; value?: undefined; limit?: undefined; pruned?: undefined } | { why: 'stopped'; by?: undefined; value?: undefined; limit?: undefined; pruned?: undefined } | { why: 'new'; by?: undefined; value?: undefined; limit?: undefined; pruned?: undefined } | { why: 'proven'; by?: undefined; value?: undefined; limit?: undefined; pruned?: undefined });

/** What happened at a step. */
export type TreeEvent = ({ kind: 'entered'; node: number; number?: undefined; selection?: undefined; expansion?: undefined; playout?: undefined; ended?: undefined; rewards?: undefined; backpropagation?: undefined; moves?: undefined } | { kind: 'cut'; node: number; number?: undefined; selection?: undefined; expansion?: undefined; playout?: undefined; ended?: undefined; rewards?: undefined; backpropagation?: undefined; moves?: undefined } | { kind: 'left'; node: number; number?: undefined; selection?: undefined; expansion?: undefined; playout?: undefined; ended?: undefined; rewards?: undefined; backpropagation?: undefined; moves?: undefined } | { kind: 'inside'; node: number; number?: undefined; selection?: undefined; expansion?: undefined; playout?: undefined; ended?: undefined; rewards?: undefined; backpropagation?: undefined; moves?: undefined } | { kind: 'simulation'; number: number; selection: number[]; expansion: (number | null); playout: (string[] | null); ended: SimulationEnded; rewards: Num[]; backpropagation: Backed[]; moves: string[]; node?: undefined } | { kind: 'none'; node?: undefined; number?: undefined; selection?: undefined; expansion?: undefined; playout?: undefined; ended?: undefined; rewards?: undefined; backpropagation?: undefined; moves?: undefined });

/** How a tree is written. */
export type TreeFormat = ('svg' | 'dot' | 'text' | 'json');

/** A node of a tree. */
export type TreeNode = { parent: (number | null); action?: string; chance?: number; name?: string; mover?: string; value?: number };

/** How a node combines its children. */
export type TreeNodeKind = ('max' | 'min' | 'chance' | 'leaf');

/** What was known of a node at the step that was asked for. */
export type TreeNow = { phase: PhaseNow; value: (Num | null); alpha: (Num | null); beta: (Num | null); cut: boolean; current: boolean };

/** How a branch that was not kept was searched again. */
export type TreeOpened = { same: boolean; value: Num; had: Num; nodes: number; had_nodes: number; because: (MissingContext | null); words: Message };

/** All that was searched below a node. */
export type TreeOverview = { node: number; width: number; scale: OverviewScale; classes: string[]; rows: OverviewRow[] };

/** Visits over time. */
export type TreePlot = { simulations: number[]; moves: MovePlot[] };

/** What happens next, asked before it is shown. */
export type TreeQuestion = { words: Message; choices: Message[]; right: number };

/** What Monte Carlo tree search knows of a node. Values are rewards of `owner`. */
export type TreeSamples = { visits: number; owner: Player; mean: (Num | null); error: (number | null); ucb: (UcbScore | null); proven: boolean };

/** The order of children. */
export type TreeSort = ('best' | 'searched' | 'cut');

/** A step and what was known then. */
export type TreeStep = { step: number; steps: number; previous: (number | null); next: (number | null); event: TreeEvent; words: Message; question: (TreeQuestion | null); drawn: DrawnNow[]; view: TreeView };

/** A step of a search. */
export type TreeStepOf = { tree: string; step: number; focus?: (number | null); drawn?: number[]; sort?: TreeSort; scenes?: boolean };

/** A node in focus, with what is around it. */
export type TreeView = { focus: ExplorerNode; path: ExplorerNode[]; siblings: ExplorerNode[]; children: ExplorerNode[]; moves: string[]; step?: number };

/** Why a node was cut, and why a move was not taken. */
export type TreeWhy = { cut: (CutReason | null); refutation: (Refutation | null); samples: (SamplesCompared | null) };

/** Who is to move: a player, `"chance"` where chance decides, `null` when the game is over. */
export type Turn = (Player | 'chance' | null);

/** The score by which selection chooses: mean and exploration. */
export type UcbScore = { score: Num; mean: Num; bonus: Num };

/** What an integer counts. Servers limit some of these. */
export type Unit = ('megabytes' | 'threads' | 'simulations');

/** The value of a position or a move for an agent. */
export type Value = ({ kind: 'score'; score: Num; plies?: undefined } | { kind: 'win'; plies?: number; score?: undefined } | { kind: 'draw'; score?: undefined; plies?: undefined } | { kind: 'loss'; plies?: number; score?: undefined }) & { of: Player; certainty: Certainty; points?: number };

/** A variation. */
export type Variation = { at: At; moves: string[] };

/** Cells that no piece can enter. */
export type Walls = { tone: Tone; rows: string[] };

/** A run that is watched. */
export type WatchedRun = { run: Run; tables: Table[] };

/** The slice of a move. */
export type WheelSlice = { action: string; share: number };

/** A default that applies if another setting has a certain value. */
export type When = { key: string; is: string; value: string };

/** How far work of the lab is. */
export type WorkState = ('queued' | 'running' | 'stopped' | 'done' | 'failed');

/** A node of a tree as it is written in a text. Places are pairs of a start and an end, in UTF-16 units, as editors count. */
export type WrittenNode = { parent: (number | null); action: string; mover: (string | null); value: (string | null); part: (number | null); span: [number, number]; body: [number, number]; word: [number, number]; odds: ([number, number] | null); label: ([number, number] | null) };

/** Every request: its parameters, and its answer. */
export type Requests = {
  /** The games, agents and settings on offer. */
  'catalogue': { with: Nothing; ok: Catalogue };
  /** Checks whether an agent can take a seat. */
  'agent.check': { with: CheckAgent; ok: AgentChecked };
  /** Checks the spec of a game and of its players, and stores nothing. */
  'game.check': { with: CheckGame; ok: GameChecked };
  /** Creates a game; the connection has opened it. */
  'game.create': { with: CreateGame; ok: OpenedGame };
  /** Receives the events of a game from now on. */
  'game.open': { with: OfGame; ok: OpenedGame };
  /** Stops receiving them. While nobody does, the agents of the game rest. */
  'game.close': { with: OfGame; ok: Nothing };
  /** Lists the games of the person who asks, the latest first. */
  'game.list': { with: Nothing; ok: GameList };
  /** Plays a human's move. */
  'game.play': { with: PlayMove; ok: PlayedMove };
  /** Lets agents move, until a human is to move; requests add up. */
  'game.step': { with: StepGame; ok: Nothing };
  /** Makes a thinking agent play its best move so far; cancels requested steps. */
  'game.stop': { with: OfGame; ok: Nothing };
  /** Goes back to the last turn of a human; without a human, one move. */
  'game.undo': { with: OfGame; ok: AtPly };
  /** Goes back to a ply and continues from there; agents wait for `game.step` or a human's move. */
  'game.back': { with: BackTo; ok: AtPly };
  /** Starts a new game with the same players; the score stays unless `seats` changes. */
  'game.restart': { with: RestartGame; ok: Nothing };
  /** Swaps sides and restarts; two-player games only. */
  'game.swap': { with: OfGame; ok: Nothing };
  /** Changes who plays from here on. */
  'game.seats': { with: ChangeSeats; ok: Nothing };
  /** Resigns for a human; two-player games only. */
  'game.resign': { with: Resign; ok: Nothing };
  /** Deletes a game; its replays stay. */
  'game.delete': { with: OfGame; ok: Nothing };
  /** Exports a game as a line of `plylab-game/4`, and as the content of a link. */
  'game.export': { with: OfGame; ok: ExportedGame };
  /** Positions by ply, at most 100. */
  'game.positions': { with: GamePlies; ok: Positions };
  /** A position, its picture and the facts of its game. */
  'position': { with: OfPosition; ok: ShownPosition };
  /** The position and those after each move, to step through a variation. It ends before the first illegal move. */
  'position.line': { with: Variation; ok: ShownLine };
  /** The terms of an evaluation. */
  'position.explain': { with: ExplainPosition; ok: Explained };
  /** The same for each legal move; games without action evaluations answer `bad-input`. */
  'position.judge': { with: EvaluatePosition; ok: JudgedActions };
  /** Pac-Man only: the value of each square for Pac-Man. */
  'position.heat': { with: EvaluatePosition; ok: Heat };
  /** Pac-Man only: where each ghost can be, and after how many of its own moves at the earliest, if no ghost is eaten meanwhile. */
  'position.reach': { with: ReachFrom; ok: Reach };
  /** Plays a batch of games between agents, whose totals come as events. Game number n is the same as in `plylab match` with the same seed. */
  'match.start': { with: StartMatch; ok: StartedMatch };
  /** Stops a match. */
  'match.stop': { with: OfMatch; ok: Nothing };
  /** Lets agents search a position side by side; each is a lane, and its progress comes as events. */
  'analysis.start': { with: StartAnalysis; ok: StartedAnalysis };
  /** Moves an analysis to another position, so that it follows the game: the same as stop and start, under the same name. Earlier events may still arrive, but every event has the `text` of its position. */
  'analysis.set': { with: SetAnalysis; ok: StartedAnalysis };
  /** Stops an analysis, or one lane of it: a last event with `state` `stopped` has the best result so far. */
  'analysis.stop': { with: StopAnalysis; ok: Nothing };
  /** Lets an agent search a position, and records the search. It answers when the search is over. */
  'tree.record': { with: RecordTree; ok: RecordedTree };
  /** A kept node in focus, after the branch at it, and every branch on the way to `path`, has been searched again: with the same window, depth and evaluation. */
  'tree.open': { with: OfNode; ok: TreeView };
  /** Why a node was cut, or a move was not taken. */
  'tree.why': { with: OfNode; ok: TreeWhy };
  /** The agent's own search, then `minimax`, alpha-beta with both cut rules and `expectimax` with the same evaluation, depth and model of the others. Record an `agent` to switch to it. */
  'tree.compare': { with: OfTree; ok: TreeComparison };
  /** A kept node in focus. */
  'tree.node': { with: OfNode; ok: TreeView };
  /** A step of the search, and what was known then. */
  'tree.step': { with: TreeStepOf; ok: TreeStep };
  /** All that was searched below a node, a row a ply. */
  'tree.overview': { with: OverviewOf; ok: TreeOverview };
  /** Simulations only: the visits of every root move over time. */
  'tree.plot': { with: PlotOf; ok: TreePlot };
  /** The drawn part of a tree, with other nodes folded. */
  'tree.draw': { with: DrawTree; ok: DrawnTree };
  /** A tree as a file. */
  'tree.export': { with: ExportTree; ok: ExportedTree };
  /** Reads a hand-written tree. */
  'tree.check': { with: CheckTree; ok: CheckedTree };
  /** The bundled experiments, and the runs of the person who asks, the latest first; for an admin all. */
  'experiment.list': { with: Nothing; ok: ExperimentList };
  /** The file of an experiment. */
  'experiment.text': { with: TextOf; ok: ExperimentText };
  /** Reads an experiment and counts its games. */
  'experiment.check': { with: CheckExperiment; ok: Plan };
  /** Starts a run; the connection watches it. One run plays at a time; others wait, and people take turns. */
  'experiment.start': { with: StartRun; ok: StartedRun };
  /** Receives the events of a run from now on. */
  'experiment.watch': { with: OfRun; ok: WatchedRun };
  /** Stops receiving them; the run goes on. */
  'experiment.unwatch': { with: OfRun; ok: Nothing };
  /** Stops a run after the games in progress. Results are kept. */
  'experiment.stop': { with: StopRun; ok: Nothing };
  /** Continues a run where it stopped. */
  'experiment.resume': { with: ResumeRun; ok: StartedRun };
  /** The finished games so far, in the order of the file; open one with `replay.open` with `run` and `key`. */
  'experiment.games': { with: RunPage; ok: RunGames };
  /** The report of the results so far; the plots are drawn in the language. */
  'experiment.report': { with: ReportOf; ok: ReportedRun };
  /** Deletes a run. */
  'experiment.delete': { with: OfRun; ok: Nothing };
  /** The replays of the person who asks, the latest first. */
  'replay.list': { with: ReplayPage; ok: ReplayList };
  /** A finished game, with its first positions, at most 100. */
  'replay.open': { with: ReplaySource; ok: OpenedReplay };
  /** Positions of a finished game by ply, at most 100. */
  'replay.positions': { with: ReplayPlies; ok: ReplayPositions };
  /** Keeps games that were exported. */
  'replay.import': { with: ImportReplays; ok: ImportedReplays };
  /** Exports a replay as a line of `plylab-game/4`. */
  'replay.export': { with: OfReplay; ok: ExportedReplay };
  /** Deletes a replay. */
  'replay.delete': { with: OfReplay; ok: Nothing };
  /** Lets others read a game, a replay or a run, or no longer. */
  'share': { with: Share; ok: Shared };
  /** Who uses the lab, and how much. */
  'lab.load': { with: Nothing; ok: Load };
  /** Deletes everything that a person made, except runs in progress, which are stopped; ask again to delete those. */
  'lab.purge': { with: Purge; ok: Purged };
};

/** Events that the lab sends without a request, by name. */
export type Events = {
  /** The first message after connecting. */
  hello: { event: 'hello'; protocol: number; version: string; person: Person; pages: string; limits: Limits };
  /** A game has changed, other than by a plain move. */
  game: { event: 'game'; game: GameInProgress };
  /** A move was made. */
  moved: Moved & { event: 'moved' };
  /** A game has a new state without a move, after `game.step`. */
  phase: { event: 'phase'; game: string; revision: number; state: GameState };
  /** The totals of a match. */
  match: MatchProgress & { event: 'match' };
  /** The progress of a lane. */
  analysis: LaneProgress & { event: 'analysis' };
  /** The progress of a run, at most twice a second and at the end. */
  run: RunProgress & { event: 'run' };
  /** Changes of games cannot be kept, or can again. */
  kept: { event: 'kept'; fault: (Fault | null) };
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
/** Everything that comes over the connection. */
export type Incoming =
  | { id: number | string; ok: unknown; error?: undefined; event?: undefined }
  | { id: number | string; error: Fault; ok?: undefined; event?: undefined }
  | (Events[keyof Events] & { id?: undefined });
export type Hello = Events['hello'];
export type PhaseChanged = Events['phase'];
export type MatchEvent = Events['match'];
export type AnalysisEvent = Events['analysis'];
export type RunEvent = Events['run'];
/** What a page knows of a lane: at first only who it is. */
export type Lane = Pick<LaneProgress, 'agent' | 'state' | 'moves' | 'line'> &
  Omit<Partial<LaneProgress>, 'fault'> & { fault?: (Pick<Fault, 'code' | 'message'> & Partial<Fault>) | null };
export type NumberKey = Extract<Key, { kind: 'integer' | 'real' }>;
export type PieceStyle = Pick<Piece, 'shape' | 'tone' | 'marked'>;
export type BoardBackdrop = Extract<Backdrop, { kind: 'board' }>;
export type GraphBackdrop = Extract<Backdrop, { kind: 'graph' }>;
export type TreeBackdrop = Extract<Backdrop, { kind: 'tree' }>;
export type BoardScene = Extract<Scene, { kind: 'board' }>;
export type GraphScene = Extract<Scene, { kind: 'graph' }>;
export type TreeScene = Extract<Scene, { kind: 'tree' }>;
