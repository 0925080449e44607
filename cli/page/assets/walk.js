// A line of play, trick by trick: the board, the moves there are with their values, and the line itself.

import { after, begin, drawBoard, lay } from "bingo/board";
import { moveList, verdict } from "bingo/charts";
import { announce, h, number, renew, steps, table } from "bingo/dom";
import { PLAYERS, capital, count, done, often, parseMove, rank, share, signed, tileOf, tone, valuesOf, worth } from "bingo/tiles";

/** The tree of play as solver/analysis/tree.py grows it. */
export class Tree {
  constructor(/** @type {import("./types").Packed[]} */ packed) {
    this.packed = packed;
    /** @type {import("./types").Node[]} */
    this.unpacked = [];
  }

  /** A decision: the mover, the card points of both, the branches; null where the tree does not go on. */
  node(/** @type {number | null} */ number) {
    if (number === null || !this.packed[number]) return null;
    return (this.unpacked[number] ||= this.unpack(this.packed[number]));
  }

  /** @returns {import("./types").Node} */
  unpack([mover, yours, theirs, branches]) {
    const player = PLAYERS[mover];
    return { mover: player, points: [yours, theirs], branches: branches.map((branch) => this.branch(branch, player)) };
  }

  /** @returns {import("./types").Branch} */
  branch(/** @type {any} */ [text, worths, to, takes = null, gain = null, drew = null, points = null], mover) {
    const said = text.match(/^(you|opponent) (.*)$/);
    const [player, written] = said ? [said[1], said[2]] : [mover, text];
    const move = /^\d-\d$/.test(written) ? `${takes === null ? "lead" : "play"} ${written}` : written;
    const [value, chance = null] = [worths].flat();
    const next = to === -1 ? null : to;
    const taker = takes === null ? null : PLAYERS[takes];
    return { player, move, value, chance, to: next, over: to === -1, takes: taker, gain: gain || 0, drew, points };
  }

  /** Let the tree go on after a branch, with another one. */
  graft(branch, packed) {
    const start = this.packed.length;
    const moved = ([move, value, to, ...rest]) => [move, value, to === null || to === -1 ? to : to + start, ...rest];
    this.packed.push(...packed.map(([mover, yours, theirs, branches]) => [mover, yours, theirs, branches.map(moved)]));
    branch.to = start;
  }

  /** @returns {import("./types").Branch[]} Best play from a node to where the tree ends. */
  line(number) {
    const line = [];
    for (let node = this.node(number); node; node = this.node(line.at(-1).to)) line.push(node.branches[0]);
    return line;
  }

  /** The verdict at a decision, in a sentence as solver/render/exact.py has it: who wins what, and with which moves. */
  verdict(number, unit) {
    const { branches: all, mover } = /** @type {import("./types").Node} */ (this.node(number));
    const branches = all.filter(({ player }) => player === mover); // without a claim of the other
    const best = branches.filter((branch) => rank(branch) === rank(branches[0])).map(({ move }) => move);
    const alike = best.length === branches.length;
    const result = this.result(number, alike ? "you" : mover, unit);
    if (branches.length === 1) return `${result}. The only move is ${best[0]}.`;
    if (alike) return `${result}, whatever ${mover === "you" ? "you play" : "the opponent plays"}.`;
    if (best.length > 3) return `${result} with ${best.length} of ${branches.length} moves, ${best[0]} among them.`;
    const { chance, value } = branches[0];
    const loses = chance === null && value && value < 0 === (mover === "you");
    const does = loses ? ["loses no more", "lose no more"] : ["does that", "do that"];
    return `${result} with ${best.join(" or ")}: ${best.length} of ${branches.length} moves ${does[Math.min(best.length, 2) - 1]}.`;
  }

  /** What a decision is worth to a player, or your chance to win the match. Where both score, only the difference is. */
  result(number, player, unit) {
    const line = this.line(number);
    const { value, chance } = line[0];
    if (chance !== null) return `${capital(often(chance))}${player === "you" ? "" : " if the opponent plays best,"}`;
    const gains = line.map(({ gain }) => Math.sign(gain));
    const both = unit === "card point" || (gains.includes(1) && gains.includes(-1));
    if (!value) return both ? `Both get the same ${unit}s` : "The deal is void";
    const does = value > 0 === (player === "you") ? "win" : "lose";
    return `${player === "you" ? `You ${does}` : `The opponent ${does}s`} ${both ? "by " : ""}${count(Math.abs(value), unit)}`;
  }
}

const shown = (branch) => (branch.chance === null ? signed(branch.value) : share(branch.chance));

/** Play to click through, in two parts. */
export function play(board, tree, first) {
  const { stage, panel } = new Walk(board, new Tree(tree), { first });
  return h("div", { class: "walk" }, stage, panel);
}

/**
 * A board that can be clicked through. `first` is a move to begin with, made already; `more(after)` gives the tree after
 * these moves, where it does not go on; `edit(after)`: the table after these moves is to be changed.
 */
export class Walk {
  /**
   * @param {import("./types").Board} board
   * @param {Tree} tree
   * @param {{first?: string | null, more?: any, edit?: any}} besides
   */
  constructor(board, tree, { first = null, more = null, edit = null } = {}) {
    this.board = board;
    this.tree = tree;
    this.more = more;
    this.edit = edit;
    this.at = 0;
    this.line = tree.line(0);
    this.picture = h("div", { class: "picture-of", tabindex: "-1" });
    this.moves = h("section", { class: "moves", "aria-label": "Moves" });
    this.table = h("section", { class: "line", "aria-label": "Line of play" });
    this.controls = h("div", { class: "controls", role: "group", "aria-label": "Step through the line" });
    this.stage = h("div", { class: "stage" }, this.picture, this.controls);
    this.panel = h("div", { class: "panel" }, this.moves, this.table);
    if (first) this.begin(first);
    this.show();
  }

  begin(first) {
    const branches = this.tree.node(0)?.branches || [];
    const same = branches.find((b) => b.move === first) || branches.find((b) => tileOf(b.move) === tileOf(first));
    if (same) this.follow(same);
  }

  get number() {
    return this.at === 0 ? 0 : this.line[this.at - 1].to;
  }

  get node() {
    return this.tree.node(this.number);
  }

  follow(branch) {
    if (this.line[this.at] !== branch) this.line = [...this.line.slice(0, this.at), branch, ...this.tree.line(branch.to)];
    this.at += 1;
  }

  async play(branch) {
    if (!branch.over && branch.to === null) {
      const packed = this.more && (await this.more([...this.made(), `${branch.player} ${branch.move}`]));
      if (!packed) return;
      this.tree.graft(branch, packed);
    }
    this.follow(branch);
    this.show();
    this.say();
  }

  /** The moves of the line up to here. */
  made() {
    return this.line.slice(0, this.at).map(({ player, move }) => `${player} ${move}`);
  }

  go(to) {
    this.at = to;
    this.show();
    this.say();
  }

  /** The moments of the line, that before the first move included. */
  moments() {
    const all = [begin(this.board)];
    for (const branch of this.line) {
      const next = this.tree.node(branch.to);
      all.push(after(all.at(-1), branch, next ? next.points : branch.points));
    }
    return all;
  }

  say() {
    const last = this.line[this.at - 1];
    const made = last ? `${capital(done(last.player, last.move))}. ` : "Start. ";
    const scored = last && last.gain ? `${worth(last.gain, this.board.unit)} at once. ` : "";
    const node = this.node;
    announce(made + scored + (node ? `Now worth: ${this.worth(node.branches[0])}.` : "The deal is over."));
  }

  show() {
    const moments = this.moments();
    const node = this.node;
    const values = node ? this.values(node) : {};
    const onplay = (tile) => this.play(values[tile].row.branch);
    const drawing = drawBoard(moments[this.at], { mover: node && node.mover, values, onplay });
    lay(this.picture, drawing);
    const edit = this.edit && this.at && node ? h("button", { type: "button", "data-key": "Edit", onclick: () => this.edit(this.made()) }, "Edit") : null;
    renew(this.controls, this.picture, steps("move", this.at, this.line.length, (to) => this.go(to)), edit);
    renew(this.moves, this.picture, this.choices(node));
    renew(this.table, this.picture, this.tricks(moments));
  }

  /** What a branch is worth, in words. */
  worth({ value, chance }) {
    const points = worth(value, this.board.unit);
    return chance === null ? points : `${often(chance)}; ${points}`;
  }

  /** The best branch of each tile of the mover, as a value for the tile. */
  values(node) {
    const best = rank(node.branches[0]);
    const rows = node.branches.map((branch) => ({ ...branch, branch, best: rank(branch) === best }));
    return valuesOf(rows, node.mover, (row) => ({ text: `${shown(row)}${/^(lead|play) \S+$/.test(row.move) ? "" : "*"}`, label: `${row.move}: ${this.worth(row)}` }));
  }

  choices(node) {
    if (!node) return this.over();
    const { branches, mover } = node;
    const [{ value, chance, move, player }] = branches;
    const sentence = this.tree.verdict(this.number, this.board.unit);
    const rows = branches.map((branch) => {
      const off = !branch.over && branch.to === null && !this.more;
      const name = `${branch.player === mover ? "" : `${branch.player} `}${branch.move}`;
      const title = [this.worth(branch), off ? "not followed here" : ""].filter(Boolean).join("; ");
      return { ...branch, move: name, title, key: `move ${branch.player} ${branch.move}`, act: off ? null : () => this.play(branch) };
    });
    const whose = mover === "you" ? "Your moves" : "The opponent's moves";
    const starred = Object.values(this.values(node)).some((one) => one.text.endsWith("*"));
    return [
      verdict(shown(branches[0]), chance === null ? tone(value) : "nought", player === "you" ? move : `They ${move}`, sentence),
      h("h2", {}, whose),
      h("p", { class: "faint" }, chance === null ? `in ${this.board.unit}s; plus is good for you` : "your chance to win the match", starred ? "; * on a tile: with the close or declaration listed here" : ""),
      moveList(rows, whose, { format: chance === null ? signed : share, mover }),
    ];
  }

  over() {
    const total = this.line.reduce((sum, branch) => sum + branch.gain, 0);
    return [verdict(signed(total), tone(total), "The deal is over", `This line: ${worth(total, this.board.unit)}.`)];
  }

  /** The line, a row for each trick, and notes of what else happens in it. */
  tricks(moments) {
    const rows = [];
    /** @type {any} */
    let row = null;
    let trick = this.board.you.tricks + this.board.opponent.tricks;
    const start = begin(this.board);
    this.line.forEach((branch, n) => {
      const { lead, play } = parseMove(branch.move);
      if (play === null || row === null) {
        row = { number: lead || play ? (trick += 1) : "", lead: null, reply: null, takes: "", points: null, notes: [] };
        if (start.led && n === 0) row.lead = `${start.lead === "you" ? "you" : "opp."} ${start.led}`;
        rows.push(row);
      }
      const cell = this.step(branch, n);
      if (play === null) row.lead = cell;
      else Object.assign(row, { reply: cell, takes: branch.takes === "you" ? "you" : branch.takes ? "opp." : "" });
      const points = PLAYERS.map((player) => moments[n + 1][player].points);
      if (branch.takes || branch.over) row.points = points;
      if (branch.drew) row.notes.push(`you draw ${branch.drew[0]}, the opponent ${branch.drew[1]}`);
      if (branch.gain) row.notes.push(worth(branch.gain, this.board.unit));
    });
    const body = rows.flatMap((one) => [
      h(
        "tr",
        {},
        one.number ? h("th", { scope: "row" }, one.number) : h("td"),
        h("td", {}, one.lead),
        h("td", {}, one.reply),
        h("td", {}, one.takes),
        number(one.points && one.points[0]),
        number(one.points && one.points[1]),
      ),
      one.notes.length ? h("tr", { class: "note" }, h("td"), h("td", { colspan: 5 }, one.notes.join("; "))) : null,
    ]);
    return table(body, { head: ["", "lead", "reply", "takes", "you", "opp."], caption: "The line, and the card points of both" });
  }

  step(branch, n) {
    const who = branch.player === "you" ? "you" : "opp.";
    const here = n === this.at - 1;
    const words = `${who} ${branch.move.replace(/^(lead|play) /, "")}`;
    const kind = words.includes(",") ? "step" : "step short";
    const attributes = { type: "button", class: kind, "data-key": `step ${n}`, "aria-current": here ? "step" : null };
    return h("button", { ...attributes, onclick: () => this.go(n + 1) }, words);
  }
}
