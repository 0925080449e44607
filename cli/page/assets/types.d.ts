// What the board answers and the page draws, in one place for `tsc` (jsconfig.json); no part of the page. Where each
// comes from: solver/render/verdict.py, cli/page/items.py, cli/board.

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
  closed: { by: Player; points: number | null; tricks: number } | null;
  lead: Player;
  led: string | null;
  remarks: any[];
  counted?: boolean;
}

/** A board as it is drawn, at a moment of play. */
export interface Moment
  extends Omit<Board, Player | "stock">,
    Both<Omit<Seat, "hand" | "shown"> & { hand: string[]; shown: string[] }> {
  stock: string[] | null;
  won: Both<string[][]>;
  last: { leader: Player; led: string | null; reply: string | null; taker: Player } | null;
  over: boolean;
}

/** A move, taken apart. */
export interface Move {
  close: boolean;
  declare: string[];
  lead: string | null;
  play: string | null;
  claim: boolean;
  wait: boolean;
}

/** What stands on a tile. */
export interface Value {
  text: string;
  tone?: string;
  best?: boolean;
  label?: string;
}

/** The answer in short; texts as they are read. */
export interface Verdict {
  value: string;
  tone: string;
  how: string;
  headline: string;
  why: string;
}

/** A move with its value: as a number, for its place on a scale, and as a text. */
export interface Row {
  move: string;
  value: number;
  text: string;
  kind: string;
  note: string;
  best?: boolean;
  chance?: boolean;
  low?: number;
  high?: number;
  open?: boolean;
}

/** A question with its answer; `answer` is what `--json` writes. */
export interface Item {
  kind: string;
  title: string;
  about: string;
  board: Board;
  answer: any;
  verdict: Verdict | null;
  rows: Row[];
  how: string[];
  words: string[];
  open?: boolean;
  tree?: any[];
  [more: string]: any;
}

/** What a move leads to, unpacked (line.js). */
export interface Branch {
  player: Player;
  move: string;
  value: number;
  chance: number | null;
  text: string;
  to: number | null;
  over: boolean;
  takes: Player | null;
  gain: number;
  drew: string[] | null;
  points: number[] | null;
}
/** How the felt is to be drawn. */
export interface TableView {
  name?: string;
  mover?: Player | null;
  values?: Record<string, Value>;
  playable?: string[];
  onplay?: ((tile: string) => void) | null;
  tags?: Record<string, string>;
  marks?: Record<string, string>;
  lifted?: string;
  flipped?: boolean;
  names?: Both<string>;
  notes?: Partial<Both<any>>;
  score?: Both<string> | null;
  status?: string;
  strips?: any;
  say?: string;
  over?: any;
  pool?: any;
  drops?: any;
}

/** A view in its parts. */
export interface View {
  title: string;
  note?: string;
  felt?: any;
  bar?: any[];
  under?: any;
  panel?: any;
  top?: any;
  cards?: any;
}

/** The page. */
export interface State {
  view: string;
  data: any;
  racks: { of: string | undefined; you: (string | null)[]; opponent: (string | null)[] };
  menu: boolean;
  sheet: boolean;
  notice: string;
  flipped: boolean;
  analyze: any;
  setup: any;
  play: any;
  wanted: any;
  puzzle: any;
  deals: any;
  report: any;
}
