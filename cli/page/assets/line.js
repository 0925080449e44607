// The tree of play below a position, as solver/analysis/tree.py grows it, and a line of it that is stepped through.

import { after, begin } from "bingo/moment";
import { PLAYERS, signed, tileOf } from "bingo/tiles";

/** @typedef {import("./types").Branch} Branch */

class Tree {
  constructor(/** @type {any[]} */ packed) {
    this.packed = packed;
    /** @type {any[]} */
    this.unpacked = [];
  }

  /** A decision; null where the tree does not go on. */
  node(/** @type {number | null} */ number) {
    if (number === null || !this.packed[number]) return null;
    const [mover, yours, theirs, branches] = this.packed[number];
    const player = PLAYERS[mover];
    return (this.unpacked[number] ||= {
      mover: player, points: [yours, theirs], branches: branches.map((branch) => branchOf(branch, player)),
    });
  }

  /** Let the tree go on after a branch, with another one. */
  graft(/** @type {Branch} */ branch, /** @type {any[]} */ packed) {
    const start = this.packed.length;
    const moved = ([move, value, to, ...rest]) => [move, value, to === null || to === -1 ? to : to + start, ...rest];
    for (const [mover, ours, theirs, branches] of packed) this.packed.push([mover, ours, theirs, branches.map(moved)]);
    branch.to = start;
  }

  /** @returns {Branch[]} Best play from a node to where the tree ends. */
  best(/** @type {number | null} */ number) {
    const line = [];
    for (let node = this.node(number); node; node = this.node(line[line.length - 1].to)) line.push(node.branches[0]);
    return line;
  }
}

/** @returns {Branch} */
function branchOf(
  /** @type {any[]} */ [text, worths, to, takes = null, gain = null, drew = null, points = null],
  mover,
) {
  const parts = text.match(/^(you|opponent) (.*)$/);
  const [player, written] = parts ? [parts[1], parts[2]] : [mover, text];
  const move = /^\d-\d$/.test(written) ? `${takes === null ? "lead" : "play"} ${written}` : written;
  const [value, chance = null, words = signed(value)] = [worths].flat();
  const taker = takes === null ? null : PLAYERS[takes];
  return {
    player, move, value, chance, text: words, to: to === -1 ? null : to, over: to === -1, takes: taker,
    gain: gain || 0, drew, points,
  };
}

/** A board that is stepped through: `at` so many moves of `line`; `more(moves)` asks for what follows its end. */
export class Line {
  constructor(
    /** @type {import("./types").Board} */ board,
    packed,
    /** @type {((moves: string[]) => Promise<any>) | null} */ more = null,
  ) {
    this.board = board;
    this.tree = new Tree(packed);
    this.more = more;
    this.line = this.tree.best(0);
    this.at = 0;
  }

  get node() {
    return this.tree.node(this.at === 0 ? 0 : this.line[this.at - 1].to);
  }

  /** The moves up to here. */
  get turns() {
    return this.line.slice(0, this.at).map(({ player, move }) => `${player} ${move}`);
  }

  /** What the line has brought, where the deal is over. */
  get gain() {
    return this.line.slice(0, this.at).reduce((sum, { gain }) => sum + gain, 0);
  }

  /** The moment that one looks at. */
  get moment() {
    let moment = begin(this.board);
    for (const branch of this.line.slice(0, this.at)) {
      const next = this.tree.node(branch.to);
      moment = after(moment, branch, next ? next.points : branch.points);
    }
    return moment;
  }

  /** The moves here, as rows. @returns {import("./types").Row[]} */
  get rows() {
    const { branches, mover } = this.node || { branches: [], mover: "you" };
    const rank = (branch) => branch.chance ?? branch.value;
    return branches.map((branch) => {
      const move = branch.player === mover ? branch.move : `${branch.player} ${branch.move}`;
      const value = rank(branch);
      const known = branch.over || branch.to !== null || this.more;
      const note = known ? "" : "not followed here";
      return {
        move, value, text: branch.text, kind: "exact", note, best: value === rank(branches[0]),
        chance: branch.chance !== null, branch,
      };
    });
  }

  /** Make a move; whether there is anything after it. */
  async play(/** @type {Branch} */ branch) {
    if (!branch.over && branch.to === null) {
      const packed = this.more && (await this.more([...this.turns, `${branch.player} ${branch.move}`]));
      if (!packed) return;
      this.tree.graft(branch, packed);
    }
    if (this.line[this.at] !== branch)
      this.line = [...this.line.slice(0, this.at), branch, ...this.tree.best(branch.to)];
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
