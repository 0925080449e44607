// The table at a moment of play, as plain data: where a board begins, what a move makes of it, a moment of a record;
// and lines of play, as solver/analysis/tree.py grows them, that are stepped through.

import { PLAYERS, other, parseMove, signed, tileOf, tilesOf } from "bingo/tiles";

/** @typedef {ReturnType<typeof begin>} Moment @typedef {ReturnType<typeof branchOf>} Branch */

/** The moment that a board shows: tiles one by one, card points in all. */
export function begin(board, won = { you: [], opponent: [] }) {
  const seat = ({ hand, shown, points, ...more }) => ({
    ...more, hand: tilesOf(hand), shown: tilesOf(shown),
    points: points === null ? null : points + (more.tricks ? more.declared : 0),
  });
  const stock = board.stock === null ? null : tilesOf(board.stock);
  return { ...board, you: seat(board.you), opponent: seat(board.opponent), stock, won, last: null, over: false };
}

/** The moment after a move; what it does beyond moving tiles is written with it. */
function after(/** @type {Moment} */ moment, /** @type {Branch} */ branch, points) {
  const move = parseMove(branch.move);
  const now = structuredClone(moment);
  const { player, takes, drew } = branch;
  const mine = now[player];
  const theirs = moment[other(player)];
  now.last = null;
  if (move.close) now.closed = { by: player, points: theirs.points, tricks: theirs.tricks };
  mine.shown = [...new Set([...mine.shown, ...move.declare])];
  const tile = move.lead || move.play;
  if (tile && !mine.hand.includes(tile)) mine.hidden -= 1;
  for (const lies of ["hand", "shown"]) mine[lies] = mine[lies].filter((other) => other !== tile);
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
  now.over = branch.over;
  return now;
}

/** A moment of a recorded deal: the board after so many turns, with the tricks completed. @returns {Moment} */
export function recorded(board, { frames, turns }, /** @type {number} */ at) {
  const won = { you: [], opponent: [] };
  /** @type {any} */
  let last = null;
  for (let n = 0; n < at; n++) {
    const reply = parseMove(turns[n]).play;
    last = reply && { leader: frames[n].lead, led: frames[n].led, reply, taker: frames[n + 1].lead };
    if (last) won[last.taker].push([last.led, reply]);
  }
  return { ...begin({ ...board, ...frames[at] }, won), last, over: at === turns.length };
}

/** Who is to move, if anybody. */
export const toMove = (/** @type {Moment} */ moment) =>
  moment.over ? null : moment.led ? other(moment.lead) : moment.lead;

/** What lies in the places of a rack: tiles, backs ("?") and holes. @typedef {(string | null)[]} Slots */
const PLACES = 7;

/**
 * The places of a rack after something has changed: a tile stays where it lies, a new one goes where there is a hole.
 * Tiles that are turned over or changed for others lie where those did.
 * A hand that is another one is laid out in the middle.
 */
export function settle(/** @type {Slots} */ before, /** @type {string[]} */ hand) {
  const left = [...hand];
  const slots = before.map((lies) => {
    const at = lies === null ? -1 : left.indexOf(lies);
    return at < 0 ? null : left.splice(at, 1)[0];
  });
  const lay = before.filter((lies) => lies !== null).length;
  if (lay === hand.length) return slots.map((lies, n) => lies ?? (before[n] === null ? null : left.shift() || null));
  const holes = slots.filter((lies) => lies === null).length;
  if (left.length > 1 || left.length > holes || left.length === hand.length) {
    const places = Math.max(PLACES - Number(hand.length % 2 === 0), hand.length); // so that the hand is in the middle
    const start = (places - hand.length) >> 1;
    return Array.from({ length: places }, (_, n) => hand[n - start] ?? null);
  }
  return slots.map((lies) => lies ?? left.shift() ?? null);
}

// --- lines of play ------------------------------------------------------------------------------------

/** What a move leads to, unpacked. */
function branchOf(/** @type {any[]} */ packed, mover) {
  const [text, worths, to, takes = null, gain = 0, drew = null, points = null] = packed;
  const [, player = mover, written] = text.match(/^(?:(you|opponent) )?(.*)$/);
  const move = /^\d-\d$/.test(written) ? `${takes === null ? "lead" : "play"} ${written}` : written;
  const [value, chance = null, words = signed(value)] = [worths].flat();
  return {
    player, move, value, chance, text: words, to: to === -1 ? null : to, over: to === -1,
    takes: takes === null ? null : PLAYERS[takes], gain: gain || 0, drew, points,
  };
}

/** A board that is stepped through: `at` so many moves of `line`; `more(moves)` asks for what follows its end. */
export class Line {
  /**
   * @param {any} board
   * @param {any[]} packed
   * @param {((moves: string[]) => Promise<any>) | null} more
   */
  constructor(board, packed, more = null) {
    this.board = board;
    this.packed = packed;
    this.more = more;
    /** @type {any[]} */
    this.nodes = [];
    this.line = this.best(0);
    this.at = 0;
  }

  /** A decision; null where the tree does not go on. */
  decision(/** @type {number | null} */ number) {
    if (number === null || !this.packed[number]) return null;
    const [mover, yours, theirs, branches] = this.packed[number];
    const player = PLAYERS[mover];
    return (this.nodes[number] ||= {
      mover: player, points: [yours, theirs], branches: branches.map((branch) => branchOf(branch, player)),
    });
  }

  /** Best play from a decision to where the tree ends. */
  best(/** @type {number | null} */ number) {
    /** @type {Branch[]} */
    const line = [];
    for (let node = this.decision(number); node; node = this.decision(line[line.length - 1].to))
      line.push(node.branches[0]);
    return line;
  }

  get node() {
    return this.decision(this.at === 0 ? 0 : this.line[this.at - 1].to);
  }

  /** The branches up to here. */
  get past() {
    return this.line.slice(0, this.at);
  }

  /** The moves up to here. */
  get turns() {
    return this.past.map(({ player, move }) => `${player} ${move}`);
  }

  /** What the line has brought, where the deal is over. */
  get gain() {
    return this.past.reduce((sum, { gain }) => sum + gain, 0);
  }

  /** The moment that one looks at. */
  get moment() {
    return this.past.reduce(
      (moment, branch) => after(moment, branch, this.decision(branch.to)?.points || branch.points),
      begin(this.board),
    );
  }

  /** The moves here, as rows. */
  get rows() {
    const { branches, mover } = this.node || { branches: [], mover: "you" };
    const rank = (branch) => branch.chance ?? branch.value;
    return branches.map((branch) => {
      const value = rank(branch);
      const known = branch.over || branch.to !== null || this.more;
      return {
        move: branch.player === mover ? branch.move : `${branch.player} ${branch.move}`, value, text: branch.text,
        kind: "exact", note: known ? "" : "not followed here", best: value === rank(branches[0]),
        chance: branch.chance !== null, branch,
      };
    });
  }

  /** Make a move, and let the tree go on after it; nothing where nobody knows what follows. */
  async play(/** @type {Branch} */ branch) {
    if (!branch.over && branch.to === null) {
      const packed = this.more && (await this.more([...this.turns, `${branch.player} ${branch.move}`]));
      if (!packed) return;
      const start = (branch.to = this.packed.length);
      const moved = ([move, value, to, ...rest]) => [move, value, to === null || to === -1 ? to : to + start, ...rest];
      for (const [mover, yours, theirs, all] of packed) this.packed.push([mover, yours, theirs, all.map(moved)]);
    }
    if (this.line[this.at] !== branch)
      this.line = [...this.line.slice(0, this.at), branch, ...this.best(branch.to)];
    this.at += 1;
  }

  /** Begin with this move, or with another of its tile. */
  begin(/** @type {string} */ first) {
    const branches = this.node?.branches || [];
    const branch =
      branches.find(({ move }) => move === first) || branches.find(({ move }) => tileOf(move) === tileOf(first));
    if (branch) this.play(branch);
    return this;
  }
}
