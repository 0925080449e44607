// What play is made of, as plain data: tiles and moves as they are written; the table where a board begins, after a
// move, at a moment of a record; and lines of play, as solver/analysis/tree.py grows them, that are stepped through.

/** @typedef {ReturnType<typeof begin>} Moment @typedef {ReturnType<typeof branchOf>} Branch */

export const PLAYERS = ["you", "opponent"];

export const other = (/** @type {string} */ player) => (player === "you" ? "opponent" : "you");

/** The tiles of a text or a list: "6-4 5-5", "64", "6|4"; of tricks those that are known. */
export const tilesOf = (/** @type {any} */ text) =>
  [...`${text}`.matchAll(/([0-6])[-|]?([0-6])/g)].map(([, a, b]) => (a > b ? `${a}-${b}` : `${b}-${a}`));

/** A move as it is written, taken apart: "close, declare 6-6 5-5, lead 6-6", perhaps with a player before it. */
export function parseMove(/** @type {string} */ text) {
  const after = (/** @type {RegExp} */ word) => text.match(word)?.[1] ?? null;
  return {
    close: /\bclose\b/.test(text), declare: tilesOf(after(/declare ([^,]+)/)), lead: after(/lead (\S+)/),
    play: after(/play (\S+)/), act: after(/\b(claim|wait)\b/),
  };
}

export const composeMove = (close, /** @type {string[]} */ declare, /** @type {string} */ last) =>
  [close && "close", declare.length && `declare ${declare.join(" ")}`, last].filter(Boolean).join(", ");

export function tileOf(/** @type {string} */ text) {
  const move = parseMove(text);
  return move.lead || move.play;
}

/** A whole number of game points with its sign. */
export const signed = (/** @type {number} */ value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** What a number of game points is for you. */
export const tone = (/** @type {number} */ value) => (value > 0 ? "plus" : value < 0 ? "minus" : "nought");

/** The same of a row of moves; a chance is neither good nor bad. */
export const toneOf = (row) => (row.chance ? "nought" : tone(row.value));

// --- the table ----------------------------------------------------------------------------------------

/** The moment that a board shows: tiles one by one, card points in all; without tricks, where it has none. */
export function begin(board) {
  const seat = ({ hand, shown, points, ...more }) => ({
    ...more, hand: tilesOf(hand), shown: tilesOf(shown),
    points: points === null ? null : points + (more.tricks ? more.declared : 0),
  });
  const stock = board.stock === null ? null : tilesOf(board.stock);
  const play = { won: { you: [], opponent: [] }, last: null, over: false };
  return { ...play, ...board, you: seat(board.you), opponent: seat(board.opponent), stock };
}

/** The moment after a move where all tiles are known; what it does beyond moving tiles is written with it. */
function after(/** @type {Moment} */ moment, /** @type {Branch} */ { move: text, player, takes, drew, over }, points) {
  const move = parseMove(text);
  const now = structuredClone(moment);
  const mine = now[player];
  const theirs = moment[other(player)];
  now.last = null;
  if (move.close) now.closed = { by: player, points: theirs.points, tricks: theirs.tricks };
  mine.shown = [...new Set([...mine.shown, ...move.declare])];
  for (const lies of ["hand", "shown"]) mine[lies] = mine[lies].filter((tile) => tile !== (move.lead || move.play));
  if (move.lead) [now.lead, now.led] = [player, move.lead];
  if (takes !== null) {
    now.last = { leader: moment.lead, led: moment.led, reply: move.play, taker: takes };
    [now.lead, now.led] = [takes, null];
    now[takes].tricks += 1;
    now.won[takes].push([moment.led || "", move.play || ""]);
  }
  if (drew) {
    PLAYERS.forEach((name, n) => now[name].hand.push(drew[n]));
    if (now.stock) now.stock = now.stock.filter((tile) => !drew.includes(tile));
    now.face_down = Math.max((now.face_down || 0) - 2, 0);
    if (now.turned && drew.includes(now.turned)) [now.turned, now.face_down] = [null, null];
  }
  if (points) PLAYERS.forEach((name, n) => (now[name].points = points[n]));
  return { ...now, over };
}

/** A moment of a recorded deal: the board after so many turns. */
export const recorded = (board, { frames, turns }, /** @type {number} */ at) =>
  begin({ ...board, ...frames[at], over: at === turns.length });

// --- lines of play ------------------------------------------------------------------------------------

/** What a move leads to, unpacked: a row of the list of moves, and what it does; decisions count from `start`. */
function branchOf(/** @type {any[]} */ packed, mover, start) {
  const [text, worths, to, takes = null, gain = 0, drew = null, points = null] = packed;
  const move = /^\d-\d$/.test(text) ? `${takes === null ? "lead" : "play"} ${text}` : text;
  const turn = /^(you|opponent) /.test(move) ? move : `${mover} ${move}`;
  const [value, chance, words = signed(value)] = [worths].flat();
  return {
    move, turn, player: turn.split(" ")[0], value: chance ?? value, chance: chance !== undefined, text: words,
    kind: "exact", note: "", best: false, to: to === null || to < 0 ? -1 : to + start, over: to === -1,
    takes: takes === null ? null : PLAYERS[takes], gain: gain || 0, drew, points,
  };
}

/** A board that is stepped through: `at` so many moves of `line`; `more(moves)` asks for what follows its end. */
export class Line {
  nodes = /** @type {{mover: string, points: number[], branches: Branch[]}[]} */ ([]);
  at = 0;

  constructor(board, packed, /** @type {((moves: string[]) => Promise<any>) | null} */ more = null) {
    this.board = board;
    this.more = more;
    this.add(packed);
    this.line = this.best(0);
  }

  /** Add the decisions of a tree to those there are; the number of the first. */
  add(/** @type {any[]} */ packed) {
    const start = this.nodes.length;
    for (const [player, yours, theirs, all] of packed) {
      const mover = PLAYERS[player];
      const branches = all.map((branch) => branchOf(branch, mover, start));
      for (const branch of branches) {
        branch.best = branch.value === branches[0].value;
        branch.note = branch.over || branch.to >= 0 || this.more ? "" : "not followed here";
      }
      this.nodes.push({ mover, points: [yours, theirs], branches });
    }
    return start;
  }

  /** Best play from a decision to where the tree ends. */
  best(/** @type {number} */ number) {
    const line = /** @type {Branch[]} */ ([]);
    for (let node = this.nodes[number]; node; node = this.nodes[line[line.length - 1].to]) line.push(node.branches[0]);
    return line;
  }

  /** The decision that one looks at; null where the tree does not go on. */
  get node() {
    return this.nodes[this.at ? this.line[this.at - 1].to : 0] || null;
  }

  get past() {
    return this.line.slice(0, this.at);
  }

  get turns() {
    return this.past.map(({ turn }) => turn);
  }

  /** What the line has brought, where the deal is over. */
  get gain() {
    return this.past.reduce((sum, { gain }) => sum + gain, 0);
  }

  get moment() {
    return this.past.reduce(
      (moment, branch) => after(moment, branch, this.nodes[branch.to]?.points || branch.points),
      begin(this.board),
    );
  }

  get rows() {
    return this.node?.branches || [];
  }

  /** Make a move, and let the tree go on after it; nothing where nobody knows what follows. */
  async play(/** @type {Branch} */ branch) {
    if (!branch.over && branch.to < 0) {
      const packed = this.more && (await this.more([...this.turns, branch.turn]));
      if (!packed) return;
      branch.to = this.add(packed);
    }
    if (this.line[this.at] !== branch)
      this.line = [...this.line.slice(0, this.at), branch, ...this.best(branch.to)];
    this.at += 1;
  }
}
