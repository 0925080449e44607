// Puzzles: a board, a question, and what every wrong move leads to.

import { ask } from "bingo/ask";
import { begin, drawBoard } from "bingo/board";
import { announce, h } from "bingo/dom";
import { tileOf } from "bingo/tiles";
import { Tree, Walk } from "bingo/walk";

export class Puzzles {
  constructor() {
    this.element = h("section", { class: "puzzles", "aria-label": "Puzzles" });
    Object.assign(this, { puzzle: null, theme: "", solved: 0, tried: 0 });
  }

  async begin() {
    if (!this.puzzle) await this.pose(Math.floor(Math.random() * 1000));
  }

  async pose(number) {
    const puzzle = await ask({ ask: "puzzle", number, theme: this.theme });
    if (puzzle.error) return this.element.replaceChildren(h("p", { class: "error" }, puzzle.error));
    Object.assign(this, { puzzle, over: false, failed: false });
    this.show();
  }

  show() {
    const { puzzle } = this;
    const onplay = (tile) => this.play(puzzle.moves.find((move) => tileOf(move) === tile && !move.startsWith("close")));
    const values = {};
    for (const move of puzzle.moves) {
      const tile = tileOf(move);
      if (tile && !move.startsWith("close")) values[tile] = { value: 0, text: "", best: false, label: move };
    }
    const choice = (move) => h("li", {}, h("button", { type: "button", class: "choice", "data-key": move, onclick: () => this.play(move) }, h("span", {}, move)));
    this.verdict = h("div", { role: "region", "aria-label": "Verdict" });
    this.element.replaceChildren(
      h("h2", {}, `Puzzle ${puzzle.number + 1} of ${puzzle.puzzles}`),
      h("p", { class: "faint" }, this.tried ? `${this.solved} of ${this.tried} solved at the first try.` : "Click a tile, or choose a move."),
      this.tools(),
      h("p", { class: "asked" }, puzzle.asked),
      h("div", { class: "walk" }, drawBoard(puzzle.board, begin(puzzle.board), { mover: "you", values, onplay }), h("ul", { class: "choices", "aria-label": "Moves" }, puzzle.moves.map(choice))),
      this.verdict,
    );
  }

  tools() {
    const { puzzle } = this;
    const about = ["", ...puzzle.themes].map((theme) => h("option", { value: theme, selected: theme === this.theme }, theme || "all"));
    const choose = (event) => {
      this.theme = event.target.value;
      this.pose(0);
    };
    return h(
      "div",
      { class: "tools" },
      h("label", {}, "Theme ", h("select", { onchange: choose }, about)),
      h("button", { type: "button", onclick: () => this.play("") }, "Give up"),
      h("button", { type: "button", onclick: () => this.pose(puzzle.number + 1) }, "Next"),
    );
  }

  /** Try a move; none is to give up. */
  async play(move) {
    const { number } = this.puzzle;
    const found = await ask({ ask: "try", number, theme: this.theme, move });
    if (found.error || found.reasons) return;
    if (!this.over && !this.failed) [this.tried, this.solved] = [this.tried + 1, this.solved + found.right];
    this.failed ||= !found.right;
    this.over ||= found.right || !move;
    const walk = new Walk(found.item.board, new Tree(found.item.tree), found.first);
    this.verdict.replaceChildren(h("p", { class: found.right ? "right" : "wrong" }, found.words), this.over || found.right ? walk.element : refutation(found));
    announce(found.words);
  }
}

/** A wrong move and what follows it; the value of the others is not told yet. */
function refutation(found) {
  const tree = new Tree(found.item.tree);
  const first = tree.node(0).branches.find((branch) => branch.move === found.first);
  const steps = [first, ...tree.line(first.to)].map((branch) => h("li", {}, `${branch.player} ${branch.move}`));
  return h("ol", {}, steps);
}
