// What the modules of the pages hand each other. Nothing here exists when the pages run.

import type {
  At,
  Backdrop,
  Catalogue,
  Events,
  Game,
  Hello,
  Heat,
  Interaction,
  Outcome,
  Position,
  Reach,
  Replay,
  RequestName,
  Requests,
  Scene,
  Thought,
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
/** A control with a name, and a place to say what is wrong with it. */
export type LabelledField<Control extends Made = HTMLElement> = {
  element: HTMLElement;
  control: Control;
  problem: (words: string | null) => void;
};

// The frame

/** The values in the gaps of a sentence. */
export type Values = Record<string, string | number | null | undefined>;

/** The connection to the lab. */
export type Client = {
  state: 'connecting' | 'open' | 'lost';
  hello: Hello | null;
  readonly session: string | null;
  request<N extends RequestName>(name: N, parameters?: Requests[N]['with']): Promise<Requests[N]['ok']>;
  on<N extends keyof ClientEvents>(name: N, listener: (event: ClientEvents[N]) => unknown): () => void;
};
export type ClientEvents = Events & { state: { state: 'open' | 'lost'; resumed?: boolean; back?: boolean } };

export type Navigate = (hash: string, options?: { replace?: boolean }) => void;
export type Announce = (words: string) => void;
export type Route = {
  path: string;
  page: PageEntry | null;
  params: Record<string, string | undefined>;
  query: Record<string, string | undefined>;
};
export type PageEntry = { path: RegExp; names: string[]; load: () => Promise<PageModule>; nav: string };
/** What a page is given. */
export type Context = {
  client: Client;
  catalogue: Catalogue;
  navigate: Navigate;
  route: Route;
  t: (key: string, values?: Values) => string;
  announce: Announce;
};
/** `mount` draws the page and gives the way to take it down. */
export type PageModule = { mount(root: HTMLElement, context: Context): (() => void) | null };

// Boards: see docs/boards.md

export type BoardContext<B extends Backdrop = Backdrop> = {
  backdrop: B;
  announce?: Announce;
  interaction?: Interaction | null;
  mini?: boolean;
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
/** What a move is worth, ready to be drawn. */
export type ValueEntry = {
  action: string;
  value: Value;
  share: number;
  text: string;
  words: string;
  exact: boolean;
  best: boolean;
};
export type Overlay = { values?: ValueEntry[]; line?: string[]; heat?: Heat | null; reach?: Reach | null };
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

/** A way from place to place on a board, in cells. */
export type Step = [number, number];

// Looking at games

/** A place that is looked at: as the lab wants it named, and what is there. */
export type Place = { at: At; position: Position };

/** What is looked through move by move: a game that is played, or one that is over. */
export type Lookable = {
  readonly game: Game | Replay;
  readonly ply: number;
  readonly position: Position;
  seek(ply: number): Promise<void>;
  thought(ply: number): Thought | null;
};

/** A file, if a game needs one. */
export type OwnFiles = { files?: Record<string, string> };
/** Another position is looked at. */
export type Look = {
  position: Position;
  from: Position | null;
  action: string | null;
  how: 'move' | 'seek' | 'jump';
};
