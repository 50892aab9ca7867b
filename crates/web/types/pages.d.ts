// The types that the modules of the pages share. Nothing here exists at run time.

import type {
  At,
  Backdrop,
  Catalogue,
  Chance,
  Events,
  GameInProgress,
  GameKind,
  Hello,
  Heat,
  Interaction,
  Link,
  Mark,
  Outcome,
  Position,
  Reach,
  RequestName,
  Requests,
  Scene,
  Turn,
  Value,
} from './protocol.d.ts';

// Elements

/** What can be put into an element; null, undefined and false are nothing. */
export type Child = Node | string | number | null | undefined | false | Child[];
type ClassName = string | false | null | undefined;
type Data = Record<string, string | number | undefined>;
/** Attributes as `set` takes them. */
export type Attributes = {
  class?: ClassName | ClassName[];
  style?: Record<string, string>;
  data?: Data;
  onclick?: (event: MouseEvent) => unknown;
  onsubmit?: (event: SubmitEvent) => unknown;
  [name: string]:
    | string
    | number
    | boolean
    | null
    | undefined
    | ClassName[]
    | Data
    | ((event: never) => unknown);
};
/** An element that the pages make: of HTML or SVG, never of anything else. */
export type Made = HTMLElement | SVGElement;
/** A control with a name, and room for an error. */
export type LabelledField<Control extends Made = HTMLElement> = {
  element: HTMLElement;
  control: Control;
  problem: (words: string | null) => void;
};

// The frame

/** The values for the gaps of a sentence. */
export type Values = Record<string, string | number | null | undefined>;

/** The connection to the lab. */
export type Client = {
  state: 'connecting' | 'open' | 'lost';
  hello: Hello | null;
  owns(owner: string): boolean;
  end(): void;
  request<N extends RequestName>(name: N, parameters?: Requests[N]['with']): Promise<Requests[N]['ok']>;
  on<N extends keyof ClientEvents>(name: N, listener: (event: ClientEvents[N]) => unknown): () => void;
};
export type ClientEvents = Events & { state: { state: 'open' | 'lost'; back?: boolean } };

export type Navigate = (hash: string, options?: { replace?: boolean }) => void;
export type Announce = (words: string) => void;
export type Route = {
  path: string;
  page: PageEntry | null;
  params: Record<string, string | undefined>;
  query: Record<string, string | undefined>;
};
export type PageEntry = {
  path: RegExp;
  names: string[];
  load: () => Promise<PageModule>;
  nav: string;
  /** The style sheets it needs beside those of every page. */
  styles: string[];
};
/** What a page gets. */
export type Context = {
  client: Client;
  catalogue: Catalogue;
  navigate: Navigate;
  route: Route;
  t: (key: string, values?: Values) => string;
  announce: Announce;
};
/** `mount` draws the page and returns a function that takes it down. */
export type PageModule = { mount(root: HTMLElement, context: Context): (() => void) | null };

// Boards: see docs/boards.md

export type BoardContext<B extends Backdrop = Backdrop> = {
  backdrop: B;
  announce?: Announce;
  interaction?: Interaction | null;
  mini?: boolean;
  /** False for pictures so small, and so many, that shading would cost more than it shows. */
  detail?: boolean;
};
/** A position as far as boards need it. */
export type Shown<S extends Scene = Scene> = {
  scene: S;
  ply: number;
  turn?: Turn;
  outcomes?: Outcome[] | null;
};
export type ShowOptions = { from?: Shown | null; action?: string | null; animate?: number };
export type Hint = { moves?: string[] | null; onAction?: ((action: string) => unknown) | null; live?: boolean };
/** How a value is known: a proven result, an exact score, a bound, or an estimate. */
export type Knowledge = 'decided' | 'score' | 'bound' | 'estimate';
/** Whether a value is good for the player it belongs to. */
export type Tone = 'good' | 'even' | 'bad';
/** The value of a move, ready to be drawn. */
export type ValueEntry = {
  action: string;
  value: Value;
  chance?: Chance | null;
  kind: Knowledge;
  /** A number to sort moves by. */
  order: number;
  tone: Tone;
  /** How strong the tone is, from 0 to 1. */
  strength: number;
  text: string;
  /** A solver's score, below the result. */
  note: string;
  words: string;
  best: boolean;
  /** Who wins, where somebody does. */
  mark: { spec: string; seat: number } | null;
};
export type Overlay = {
  values?: ValueEntry[];
  line?: string[];
  marks?: Mark[];
  heat?: Heat | null;
  reach?: Reach | null;
};
export type Board = {
  element: Made;
  show(position: Shown, options?: ShowOptions): Promise<void>;
  hint(hint?: Hint): void;
  overlay(overlay?: Overlay): void;
  keys?(event: KeyboardEvent): boolean;
  destroy(): void;
  moving?(): boolean;
  onReady?(listener: () => void): () => void;
  describe?(): string;
  focus?(): void;
};
export type BoardModule = { create(context: BoardContext): Board };

/** A step on a board, in cells. */
export type Step = [number, number];

// Looking at games

/** A position that is shown: how the lab addresses it, and the position itself. */
export type PositionView = { at: At; position: Position };

/** A file, if a game needs one. */
export type OwnFiles = { files?: Record<string, string> };
/** Another position is shown. */
export type Seek = {
  position: Position;
  from: Position | null;
  action: string | null;
  how: 'move' | 'seek' | 'jump';
};
/** What a source reports: another position is shown, or something else about the game has changed. */
export type Change = ({ kind: 'show' } & Seek) | { kind: 'game'; move?: { by: Turn; action: string } };

/** A game as the viewer shows it, in progress or finished. */
export type Viewed = Pick<
  GameInProgress,
  'spec' | 'title' | 'players' | 'seats' | 'files' | 'moves' | 'outcomes' | 'resigned' | 'state' | 'logs'
>;
/** What the viewer shows: a game in progress, or the film of a finished one. */
export type Source = {
  readonly game: Viewed;
  readonly backdrop: Backdrop;
  /** The ply of the shown position, and the number of moves. */
  readonly ply: number;
  readonly last: number;
  readonly position: Position;
  /** Is it the latest position? */
  readonly live: boolean;
  readonly current: PositionView;
  seek(ply: number): Promise<void>;
  on(listener: (change: Change) => void): () => void;
  /** How the game is exported: a link, and a line of JSON where lines can hold it. */
  export(): Promise<{ link: Link; line: string | null }>;
  /** The position that a shared link opens; the start if null. */
  readonly mark: number | null;
  /** Lets agents make this many moves; only where a game can go on, for those who may change it. */
  readonly step?: (moves: number) => Promise<unknown>;
  /** Plays a move for the person whose turn it is; in the same cases. */
  readonly play?: (action: string) => Promise<unknown>;
  /** Stops an agent that is thinking, unless agents move automatically; in the same cases. */
  readonly halt?: () => void;
  /** Who may read it at its own address, if the visitor decides that; `about` is the key of the words. */
  readonly sharing: { shared: boolean; hash: string; about: string; set(shared: boolean): Promise<unknown> } | null;
  close(): void;
};

/** What surrounds the board: it differs between a game in progress and a replay. */
export type Frame = {
  /** Above the board; the heading of the page is there. */
  head: Child;
  /** Above the tabs. */
  side: HTMLElement;
  /** Which tab is open at first, and the key under which the choice is remembered. */
  tab: { initial: TabName; memory: string };
  /** Actions on the whole game, and keys of the frame's own. */
  acts: Partial<Record<'undo' | 'restart' | 'swap', () => unknown>>;
  keys: Record<string, () => unknown>;
  /** What is possible now: a move beyond the last, and actions that are not always available. */
  can(): { forward: boolean; undo?: boolean; swap?: boolean };
  /** Do gliding actors go on by themselves? */
  running(): boolean;
  /** Draws head and side again. */
  show(): void;
  /** The line below the board: a notice, or a status; null leaves it as it is. */
  line(): { notice: Child } | { status: Child } | null;
  /** The announcement when the game is opened. */
  greeting: string;
  destroy?(): void;
};
export type TabName = 'analysis' | 'why' | 'tree' | 'log' | 'totals';
/** What the viewer passes to a frame. */
export type View<S extends Source = Source> = {
  context: Context;
  source: S;
  kind: GameKind;
  files: OwnFiles;
  /** Do actors glide on its board? */
  readonly glides: boolean;
  readonly playing: boolean;
  /** Is a move still on its way on the board? */
  readonly moving: boolean;
  /** Stops playing, and ends a preview. */
  rest(): void;
  draw(): void;
  /** Offers moves on the board again: something about them has changed. */
  settle(): void;
  fail(error: unknown): void;
};
