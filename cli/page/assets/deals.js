// Recorded deals, turn by turn, with what each player to move could know and hope for.

import { Line, WORLDS } from "bingo/line";
import { drawBoard, flipped, lay, recorded } from "bingo/board";
import { drawItem, parts } from "bingo/answers";
import { announce, fill, h, save, steps } from "bingo/dom";
import { PLAYERS, count } from "bingo/tiles";

export class Deals {
  /** `edit(position)`: what the player to move knows is to be changed; `from(record)`: it is to be played on. */
  constructor(edit, from) {
    this.edit = edit;
    this.from = from;
    /** @type {any[]} */
    this.deals = [];
    this.text = "";
    this.reviewed = h("div", { role: "region", "aria-label": "Review" });
    /** @type {import("./types").Board} */
    this.board;
    this.element = h("section", { class: "deals", "aria-label": "Deals" }, h("h2", {}, "Deals"), h("p", {}, "Open a file with recorded deals, under Analyze."));
    this.line = new Line();
    this.judging = new Line();
  }

  take(deals, text) {
    this.deals = deals;
    this.text = text;
    fill(this.reviewed);
    this.choose(0);
  }

  choose(deal) {
    this.deal = deal;
    this.at = 0;
    this.judging.stop();
    fill(this.reviewed);
    this.show();
  }

  go(at) {
    const on = at > this.at;
    this.at = at;
    this.show();
    const [, back, forth] = this.controls.querySelectorAll("button");
    (forth.disabled || (!on && !back.disabled) ? back : forth).focus();
  }

  show() {
    const deal = this.deals[this.deal];
    const [board, seen] = this.seen(deal);
    this.board = board;
    const before = this.at ? seen.turns[this.at - 1] : "Before the first lead";
    const next = seen.turns[this.at];
    const options = this.deals.map((one, n) => h("option", { value: n, selected: n === this.deal }, one.title));
    this.picture = h("div", {}, drawBoard(recorded(board, seen, this.at)));
    this.controls = h("div", { class: "controls", role: "group", "aria-label": "Step through the deal" }, steps("turn", this.at, deal.turns.length, (to) => this.go(to)));
    this.answer = h("div", { class: "answer", role: "region", "aria-label": "What the player to move could know" });
    fill(
      this.element,
      h("header", { class: "titled" }, h("h2", {}, deal.title), h("label", {}, "Deal ", h("select", { onchange: (event) => this.choose(Number(event.target.value)) }, options))),
      h("p", { class: "turn" }, `${before}. ${next ? `Then: ${next}.` : "Here the record ends."} (${this.at} of ${count(deal.turns.length, "turn")})`),
      h("div", { class: "walk" }, h("div", {}, this.picture, this.controls), this.answer),
      h("div", { class: "tools" }, h("button", { type: "button", onclick: () => this.review() }, "Review this deal"), h("button", { type: "button", onclick: () => save(this.text, "deals.yaml") }, "Save")),
      this.reviewed,
    );
    announce(`${before}. ${next ? `Then: ${next}.` : ""}`);
    this.ask(next);
  }

  /** The table as it is seen by whoever is to move and has tiles that are recorded: the board, and the deal so. */
  seen(deal) {
    const [yours, theirs] = deal.players;
    const frame = deal.frames[this.at];
    const turned = (deal.turns[this.at] || "").startsWith("opponent") && !frame.opponent.hidden;
    const other = theirs || (turned ? "the opponent of the record" : "");
    const board = { ...deal.board, ...frame, you: { ...frame.you, name: yours }, opponent: { ...frame.opponent, name: other } };
    return turned ? [flipped(board), { frames: deal.frames.map(flipped), turns: deal.turns.map(flipped) }] : [board, deal];
  }

  async review() {
    fill(this.reviewed, h("p", { role: "status" }, "Judging every decision, which takes some seconds ..."));
    const found = await this.judging.ask({ ask: "review", text: this.text, deal: this.deal });
    if (!found) return;
    fill(this.reviewed, found.item ? drawItem(found.item, { level: "h2" }) : [h("p", { class: "error" }, found.error || "It cannot be reviewed.")]);
    announce(found.item ? found.item.besides[0] : "It cannot be reviewed.");
  }

  async ask(next) {
    this.line.stop();
    if (!next) return;
    for (const worlds of WORLDS) {
      const found = await this.line.ask({ ask: "moment", text: this.text, deal: this.deal, moment: this.at, worlds });
      if (!found) return;
      if (!found.item) return fill(this.answer, h("p", {}, found.error || found.reasons.map((one) => `${one.field}: ${one.found}`).join("; ")));
      for (const player of PLAYERS) found.item.board[player].name = this.board[player].name;
      const { stage, panel } = parts(found.item);
      if (stage.querySelector(".controls")) fill(this.picture, stage);
      else lay(this.picture, ...stage.children);
      const edit = h("button", { type: "button", onclick: () => this.edit(found.item.position) }, "Edit this position");
      const on = found.record && h("button", { type: "button", onclick: () => this.from(found.record) }, "Play from here");
      fill(this.answer, panel, h("div", { class: "tools" }, edit, on));
      if (found.item.answer.exact || found.item.answer.every) return;
    }
  }
}
