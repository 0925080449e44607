// What the engine answers and the page draws, in one place for `tsc` (jsconfig.json); no part of the page. Where each
// comes from: cli/page/data.py, cli/page/items.py, cli/board/game.py.

export type Player = "you" | "opponent";
export type Both<T> = { you: T; opponent: T };

/** One side of a board; null is what is not known. */
export interface Seat {
  hand: string;
  hidden: number;
  points: number | null;
  tricks: number;
  declared: number;
  shown: string;
  name?: string;
}

export interface Board extends Both<Seat> {
  rules: string;
  unit: string;
  trump: number | null;
  trumps: string;
  points: Record<string, number>;
  turned: string | null;
  stock: string | null;
  face_down: number | null;
  closed: { by: Player; points: number; tricks: number } | null;
  lead: Player;
  led: string | null;
  remarks: { code: string; [key: string]: unknown }[];
  counted?: boolean;
}

/** A board as it is drawn, at a moment of play. */
export interface Moment extends Omit<Board, Player | "stock">, Both<Omit<Seat, "hand" | "shown"> & { hand: string[]; shown: string[] }> {
  stock: string[] | null;
  won: Both<string[][]>;
  last: { leader: Player; led: string | null; reply: string | null; taker: Player } | null;
  over: boolean;
}

/** What stands on a tile. */
export interface Value {
  text: string;
  tone?: string;
  best?: boolean;
  label?: string;
}

/** What a move leads to, unpacked (walk.js). */
export interface Branch {
  player: Player;
  move: string;
  value: number;
  chance: number | null;
  to: number | null;
  over: boolean;
  takes: Player | null;
  gain: number;
  drew: string[] | null;
  points: number[] | null;
}
export interface Node {
  mover: Player;
  points: number[];
  branches: Branch[];
}
export type Packed = [mover: number, yours: number, theirs: number, branches: any[][]];

/** A question with its answer; `answer` is what `--json` writes. */
export interface Item {
  kind: string;
  title: string;
  board: Board;
  answer: any;
  besides: string[];
  words: string[];
  tree?: Packed[];
  position?: any;
  [more: string]: any;
}

/** The state of a game, as cli/board/game.py makes it. */
export interface GameState {
  board: Board;
  asked: string;
  moves: string[];
  log: any[];
  last: Moment["last"];
  over: boolean;
  deal: number;
  stamp: number;
  [more: string]: any;
}

