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
  match: Both<number> | null;
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

/** How the felt is to be drawn. */
export interface TableView {
  name?: string;
  mover?: Player | null;
  values?: Record<string, any>;
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

/** What is stepped through: where one looks, and its end. */
export interface Course {
  at: number;
  end: number;
  go: (at: number) => void;
}

/** A view in its parts. */
export interface View {
  title: string;
  home?: string;
  note?: string;
  course?: Course;
  felt?: any;
  bar?: any[];
  under?: any;
  panel?: any;
  top?: any;
  cards?: any;
}

/** The page: its parts, and what all views share. */
export interface State extends Record<"analyze" | "setup" | "play" | "puzzle" | "deals" | "report", any> {
  view: string;
  data: any;
  wanted: any;
  racks: { of?: string } & Both<(string | null)[]>;
  menu: boolean;
  sheet: boolean;
  notice: string;
  flipped: boolean;
}
