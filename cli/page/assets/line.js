// The tree of play below a position, as solver/analysis/tree.py grows it, and a line of it that is stepped through.

import { after, begin } from "bingo/moment";
import { PLAYERS, signed, tileOf } from "bingo/tiles";

/** @typedef {ReturnType<typeof branchOf>} Branch */

/** What a move leads to, unpacked. */
function branchOf(/** @type {any[]} */ [text, worths, to, takes = null, gain = null, drew = null, points = null], mover) {
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
   * @param {import("./types").Board} board
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

  /** The moves here, as rows. @returns {import("./types").Row[]} */
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
