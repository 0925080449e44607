// Puzzles: a board, a question, and what every wrong move leads to.

import { ask } from "bingo/ask";
import { begin, drawBoard } from "bingo/board";
import { announce, busy, fill, h, once, reveal } from "bingo/dom";
import { done, tileOf, worth } from "bingo/tiles";
import { Tree, Walk, play } from "bingo/walk";

export class Puzzles {
  constructor() {
    this.element = h("section", { class: "puzzles", "aria-label": "Puzzles" });
    /** @type {any} */
    this.puzzle = null;
    this.out = button("Give up", () => this.play(""));
    this.theme = "";
    this.solved = this.tried = 0;
    this.over = this.failed = false;
  }

  async begin() {
    if (!this.puzzle) await this.pose(Math.floor(Math.random() * 1000));
  }

  /** @returns {any} Whether a move is right, or what asks for that; none is to give up. */
  attempt(move) {
    if (this.puzzle.item) return judged(this.puzzle, move);
    return { ask: "try", number: this.puzzle.number, theme: this.theme, move };
  }

  title() {
    const { number, puzzles } = this.puzzle;
    return [`Puzzle ${number + 1} of ${puzzles}`, this.tried ? `${this.solved} of ${this.tried} solved on the first try` : ""];
  }

  async pose(number) {
    const end = busy(this.element, "One moment");
    let puzzle = await ask({ ask: "puzzle", number, theme: this.theme });
    if (puzzle.position) puzzle = { ...puzzle, ...solvable(await ask({ ask: "analyze", position: puzzle.position })) };
    end();
    if (puzzle.error) return fill(this.element, h("p", { class: "error" }, puzzle.error));
    this.puzzle = puzzle;
    this.over = this.failed = false;
    this.out.hidden = false;
    this.show();
  }

  show() {
    const { puzzle } = this;
    const onplay = (tile) => this.play(puzzle.moves.find((move) => tileOf(move) === tile && !move.startsWith("close")));
    /** @type {Record<string, import("./types").Value>} */
    const values = {};
    for (const move of puzzle.moves) {
      const tile = tileOf(move);
      if (tile && !move.startsWith("close")) values[tile] = { text: "", label: move };
    }
    const choice = (move) => h("li", {}, h("button", { type: "button", class: "choice", "data-key": move, onclick: once(() => this.play(move)) }, h("span", {}, move)));
    this.verdict = h("div", { role: "region", "aria-label": "Verdict" });
    this.stage = h("div", { class: "stage" }, drawBoard(begin(puzzle.board), { mover: "you", values, onplay }));
    this.moves = h("ul", { class: "choices", "aria-label": "Moves" }, puzzle.moves.map(choice));
    fill(
      this.element,
      h(
        "div",
        { class: "walk" },
        this.stage,
        h(
          "div",
          { class: "panel" },
          h("header", {}, h("h2", {}, this.title()[0]), h("span", {}, this.title()[1])),
          h("p", { class: "asked" }, puzzle.asked),
          this.verdict,
          this.moves,
          this.tools(),
        ),
      ),
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
      this.out,
      h("button", { type: "button", onclick: () => this.pose(puzzle.number + 1) }, "Next"),
    );
  }

  /** How everything known goes on: to be walked through, on the table itself, once the puzzle is over. */
  shown(found) {
    if (!this.over) return refutation(found);
    const { board, tree } = found.item;
    if (!tree) return play();
    const { position } = this.puzzle;
    const more = async (after) => (await ask({ ask: "follow", position, after })).tree;
    const { stage, panel } = new Walk(board, new Tree(tree), { first: found.first, more });
    fill(this.stage, stage);
    return panel;
  }

  /** Try a move; none is to give up. */
  async play(move) {
    const { puzzle } = this;
    const end = busy(this.verdict, "One moment");
    const asked = this.attempt(move);
    const found = asked.ask ? await ask(asked) : asked;
    end();
    if (found.error || found.reasons || this.puzzle !== puzzle) return;
    if (!this.over && !this.failed) [this.tried, this.solved] = [this.tried + 1, this.solved + found.right];
    this.failed ||= !found.right;
    this.over ||= found.right || !move;
    const words = h("p", { class: found.right ? "right" : move ? "wrong" : "asked" }, found.words);
    fill(this.verdict, words, found.item ? this.shown(found) : dealt(found));
    this.moves.hidden = this.out.hidden = this.over;
    reveal(this.verdict.firstChild);
    announce(found.words);
  }
}

/** @returns {HTMLElement} */
function button(words, act) {
  return h("button", { type: "button", onclick: act }, words);
}

/** What the page needs of a position that is solved, to put it as a puzzle. */
function solvable({ item, error }) {
  return item ? { item, board: item.board, moves: item.answer.moves.map(({ move }) => move).sort() } : { error };
}

/** A try at a puzzle of which all tiles are seen. */
function judged({ item, about }, move) {
  const { answer, board } = item;
  const [best] = answer.best;
  const right = answer.best.includes(move);
  const does = (value) => worth(value, board.unit);
  const value = move && answer.moves.find((one) => one.move === move).value;
  const words = right || !move ? `${right ? "Right" : "The solution is"}: ${move || best}, ${does(answer.value)}. ${about}` : `No: ${move}, ${does(value)}; with the right move ${does(answer.value)}. This is what happens:`;
  return { right, words, item, first: move || best };
}

/** The hidden tiles as they were dealt against a wrong move, and the play; of the solution, what shows that it is right. */
function dealt(found) {
  if (found.proof) return h("pre", { tabindex: "0", "aria-label": "Why" }, found.proof.join("\n"));
  if (!found.board) return h("div");
  return h("div", {}, drawBoard(begin(found.board)), h("ol", {}, found.line.map((step) => h("li", {}, step))));
}

/** A wrong move and what follows it; the value of the others is not told yet. */
function refutation(found) {
  if (!found.item.tree) return play();
  const tree = new Tree(found.item.tree);
  const first = tree.node(0)?.branches.find((branch) => branch.move === found.first);
  const steps = (first ? [first, ...tree.line(first.to)] : []).map((branch) => h("li", {}, done(branch.player, branch.move)));
  return h("ol", {}, steps);
}
