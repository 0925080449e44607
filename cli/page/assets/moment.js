// What play is made of, as plain data: tiles and moves as they are written; the table where a board begins, after a
// move, at a moment of a record; and lines of play, as solver/render/tree.py grows them, that are stepped through.

/** @typedef {ReturnType<typeof branchOf>} Branch */

export const PLAYERS = ["you", "opponent"];

export const otherPlayer = (/** @type {string} */ player) => (player === "you" ? "opponent" : "you");

/** The tiles of a text or a list: "6-4 5-5", "64", "6|4"; of tricks those that are known. */
export const tilesOf = (/** @type {any} */ text) =>
  [...`${text}`.matchAll(/([0-6])[-|]?([0-6])/g)].map(([, a, b]) => (a > b ? `${a}-${b}` : `${b}-${a}`));

/** A move as it is written, taken apart: "close, declare 6-6 5-5, lead 6-6", perhaps with a player before it. */
export function parseMove(/** @type {string} */ text) {
  const textAfter = (/** @type {RegExp} */ word) => text.match(word)?.[1] ?? null;
  return {
    close: /\bclose\b/.test(text), declare: tilesOf(textAfter(/declare ([^,]+)/)), lead: textAfter(/lead (\S+)/),
    tile: textAfter(/(?:lead|play) (\S+)/), word: textAfter(/\b(claim|wait)\b/),
  };
}

export const composeMove = (close, /** @type {string[]} */ declare, /** @type {string} */ lastPart) =>
  [close && "close", declare.length && `declare ${declare.join(" ")}`, lastPart].filter(Boolean).join(", ");

export const tileOf = (/** @type {string} */ text) => parseMove(text).tile;

/** A whole number of game points with its sign. */
export const signed = (/** @type {number} */ value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** What a number of game points is for you. */
export const tone = (/** @type {number} */ value) => (value > 0 ? "plus" : value < 0 ? "minus" : "nought");

/** The same of a row of moves; a chance is neither good nor bad. */
export const toneOf = (row) => (row.chance ? "nought" : tone(row.value));

// --- the table ----------------------------------------------------------------------------------------

/** The moment after a move where all tiles are known; what it does beyond moving tiles is written with it. */
function afterMove(moment, /** @type {Branch} */ branch, points) {
  const { player, takes, drew, over } = branch;
  const move = parseMove(branch.move);
  const next = structuredClone(moment);
  const moverSide = next[player];
  const otherSide = moment[otherPlayer(player)];
  next.last = null;
  if (move.close) next.closed = { by: player, points: otherSide.points, tricks: otherSide.tricks };
  moverSide.shown = [...new Set([...moverSide.shown, ...move.declare])];
  for (const place of ["hand", "shown"]) moverSide[place] = moverSide[place].filter((tile) => tile !== move.tile);
  if (move.lead) [next.lead, next.led] = [player, move.lead];
  if (takes !== null) {
    next.last = { leader: moment.lead, led: moment.led, reply: move.tile };
    [next.lead, next.led] = [takes, null];
    next[takes].tricks += 1;
    next.won[takes].push([moment.led || "", move.tile || ""]);
  }
  if (drew) {
    PLAYERS.forEach((name, n) => next[name].hand.push(drew[n]));
    if (next.stock) next.stock = next.stock.filter((tile) => !drew.includes(tile));
    next.face_down = Math.max((next.face_down || 0) - 2, 0);
    if (next.turned && drew.includes(next.turned)) [next.turned, next.face_down] = [null, null];
  }
  if (points) PLAYERS.forEach((name, n) => (next[name].points = points[n]));
  return { ...next, over };
}

/** The board of a recorded deal after so many turns. */
export const boardAfter = ({ frames, turns }, at) => ({ ...frames[at], over: at === turns.length });

// --- lines of play ------------------------------------------------------------------------------------

/** What a move leads to, unpacked: a row of the list of moves, and what it does; decisions count from `start`. */
function branchOf(/** @type {any[]} */ packed, mover, start) {
  const [packedMove, packedValue, target, takes = null, gain = 0, drew = null, points = null] = packed;
  const move = /^\d-\d$/.test(packedMove) ? `${takes === null ? "lead" : "play"} ${packedMove}` : packedMove;
  const turn = /^(you|opponent) /.test(move) ? move : `${mover} ${move}`;
  const [value, chance, valueText = signed(value)] = [packedValue].flat();
  return {
    move, turn, player: turn.split(" ")[0], value: chance ?? value, chance: chance !== undefined, text: valueText,
    kind: "exact", note: "", best: false,
    nextNode: target === null || target < 0 ? -1 : target + start, over: target === -1,
    takes: takes === null ? null : PLAYERS[takes], gain: gain || 0, drew, points,
  };
}

/** A board that is stepped through: `at` so many of its `steps`; `growTree(moves)` asks for what follows the last. */
export class PlayLine {
  nodes = /** @type {{mover: string, points: number[], branches: Branch[]}[]} */ ([]);
  at = 0;

  constructor(board, packed, /** @type {((moves: string[]) => Promise<any>) | null} */ growTree = null) {
    this.board = board;
    this.growTree = growTree;
    this.add(packed);
    this.steps = this.bestLine(0);
  }

  /** Add the decisions of a tree to those there are; the number of the first. */
  add(/** @type {any[]} */ packed) {
    const start = this.nodes.length;
    for (const [player, yours, theirs, all] of packed) {
      const mover = PLAYERS[player];
      const branches = all.map((branch) => branchOf(branch, mover, start));
      for (const branch of branches) {
        branch.best = branch.value === branches[0].value;
        branch.note = branch.over || branch.nextNode >= 0 || this.growTree ? "" : "not followed here";
      }
      this.nodes.push({ mover, points: [yours, theirs], branches });
    }
    return start;
  }

  /** Best play from a decision to where the tree ends. */
  bestLine(/** @type {number} */ nodeIndex) {
    const steps = /** @type {Branch[]} */ ([]);
    for (let node = this.nodes[nodeIndex]; node; node = this.nodes[steps[steps.length - 1].nextNode])
      steps.push(node.branches[0]);
    return steps;
  }

  /** The decision that one looks at; null where the tree does not go on. */
  get node() {
    return this.nodes[this.at ? this.steps[this.at - 1].nextNode : 0] || null;
  }

  get playedSteps() {
    return this.steps.slice(0, this.at);
  }

  get turns() {
    return this.playedSteps.map(({ turn }) => turn);
  }

  /** What the line has brought, where the deal is over. */
  get gain() {
    return this.playedSteps.reduce((sum, { gain }) => sum + gain, 0);
  }

  get moment() {
    return this.playedSteps.reduce(
      (moment, branch) => afterMove(moment, branch, this.nodes[branch.nextNode]?.points || branch.points),
      this.board,
    );
  }

  /** Make a move, and let the tree go on after it; nothing where nobody knows what follows. */
  async play(/** @type {Branch} */ branch) {
    if (!branch.over && branch.nextNode < 0) {
      const packed = this.growTree && (await this.growTree([...this.turns, branch.turn]));
      if (!packed) return;
      branch.nextNode = this.add(packed);
    }
    if (this.steps[this.at] !== branch)
      this.steps = [...this.steps.slice(0, this.at), branch, ...this.bestLine(branch.nextNode)];
    this.at += 1;
  }
}
