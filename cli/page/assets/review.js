// A deal that was played, judged: the chart of it, every turn on the board, what each decision lost and why.

import { averages } from "bingo/answers";
import { drawBoard, lay, recorded } from "bingo/board";
import { course } from "bingo/charts";
import { announce, h, number, renew, row, steps, table } from "bingo/dom";
import { capital, done, fixed, mean, signed } from "bingo/tiles";

/** What `bingo review --json` writes, drawn. */
export function reviewed(item) {
  return [new Reviewed(item).element, totals(item), sum(item)];
}

class Reviewed {
  constructor(/** @type {import("./types").Item} */ item) {
    this.item = item;
    this.at = 0;
    const decisions = item.answer.decisions;
    this.decisions = decisions.map((one, n) => ({ ...one, at: item.deal.at[n] }));
    this.mistakes = this.decisions.filter((one) => one.mistake);
    this.chart = h("div", { class: "chart" });
    this.picture = h("div", { class: "picture-of", tabindex: "-1" });
    this.controls = h("div", { class: "controls", role: "group", "aria-label": "Step through the deal" });
    this.told = h("section", { class: "told", "aria-label": "This turn" });
    this.list = h("section", { "aria-label": "Mistakes" });
    this.element = h("div", {}, this.chart, h("div", { class: "walk" }, h("div", {}, this.picture, this.controls), h("div", {}, this.told, this.list)));
    this.at = this.mistakes.length ? this.mistakes[0].at : 0;
    this.show();
  }

  get last() {
    return this.item.deal.frames.length - 1;
  }

  go(at) {
    this.at = Math.max(0, at);
    this.show();
    const one = this.decision();
    announce(`${this.turn()} ${one ? this.verdict(one) : ""} ${one && one.why ? one.why : ""}`);
  }

  /** The mistake after (or before) this turn. */
  mistake(step) {
    const ahead = step > 0 ? this.mistakes.find((one) => one.at > this.at) : this.mistakes.findLast((one) => one.at < this.at);
    return ahead ? ahead.at : null;
  }

  decision() {
    return this.decisions.find((one) => one.at === this.at);
  }

  turn() {
    const turn = this.item.deal.turns[this.at];
    return turn ? `${capital(done(...turn.split(/ (.*)/)))}.` : "Here the record ends.";
  }

  verdict(one) {
    if (one.mistake) return `${one.grade ? `A ${one.grade.replace("_", " ")} move` : "A mistake"}: ${one.best} was better by ${fixed(one.lost, 2)}.`;
    if (one.best === one.move || !one.lost) return "Nothing was better.";
    return `It lost ${fixed(one.lost, 2)} against ${one.best}, which is too little to tell.`;
  }

  // --- drawing ----------------------------------------------------------------------------------------

  show() {
    const { deal, board } = this.item;
    const one = this.decision();
    const moment = recorded(board, deal, this.at);
    const rows = one ? one.options.map((option) => ({ ...option, best: option.move === one.best })) : [];
    const values = one ? averages(rows, board, one.player) : {};
    lay(this.picture, drawBoard(moment, { mover: one && one.player, values }));
    const mistakes = [["‹ !", "Mistake before (Shift, arrow left)", this.mistake(-1)], ["! ›", "Next mistake (Shift, arrow right)", this.mistake(1)]];
    renew(this.controls, this.picture, steps("turn", this.at, this.last, (to) => this.go(to), mistakes));
    renew(this.told, this.picture, this.words(one));
    renew(this.list, this.picture, this.listed());
    const points = this.decisions.map((each) => ({ at: each.at, value: each.value, mark: each.mistake, label: done(each.player, each.move) }));
    const result = this.item.answer.result;
    const end = result === null ? [] : [{ at: this.last, value: result, mark: false, label: "result" }];
    const start = { at: 0, value: this.item.answer.start, mark: false, label: "before the deal" };
    const caption = `What the deal was worth to you after each decision, in ${board.unit}s; a ring marks a mistake.`;
    renew(this.chart, this.picture, course([start, ...points.map((p) => ({ ...p, at: p.at + 1 })), ...end], this.at, this.last, caption, (at) => this.go(at - 1)));
  }

  words(one) {
    const heading = h("h2", {}, this.turn());
    if (!one) return [heading];
    const sure = one.exact || one.low === one.high ? "" : ` (95%: ${fixed(one.low, 2)} to ${fixed(one.high, 2)})`;
    const parts = [heading, h("p", { class: one.mistake ? "wrong" : "" }, this.verdict(one) + (one.mistake ? sure : ""))];
    if (one.mistake && one.why) parts.push(h("p", { class: "why" }, one.why));
    const proof = one.reason && [...(one.reason.line || []), one.reason.hand].filter(Boolean);
    if (proof && proof.length) parts.push(h("p", { class: "faint" }, proof.join("; ")));
    if (one.open && one.open.lost) parts.push(h("p", {}, `With all tiles seen, ${one.open.best} was better by ${one.open.lost}.`));
    const rows = one.options.map(({ move, value }) => row(move, [number(mean(value)), h("td", {}, move === one.move ? "played" : "")], { class: move === one.move ? "best" : null }));
    parts.push(h("details", { open: true }, h("summary", {}, "Every move"), table(rows)));
    return parts;
  }

  listed() {
    if (!this.mistakes.length) return [h("h2", {}, "Mistakes"), h("p", {}, "None.")];
    const rows = this.mistakes.map((one) => {
      const here = one.at === this.at ? "step" : null;
      const words = `${one.trick}: ${done(one.player, one.move)}, which lost ${fixed(one.lost, 2)}`;
      return h("li", {}, h("button", { type: "button", class: "choice step", "aria-current": here, "data-key": `mistake ${one.n}`, onclick: () => this.go(one.at) }, h("span", {}, words)));
    });
    return [h("h2", {}, "Mistakes"), h("ul", { class: "choices" }, rows)];
  }
}

function totals({ answer }) {
  const shown = (player) => answer.totals[player];
  const judged = answer.judged.filter(shown);
  const each = (words, value) => row(words, judged.map((player) => number(value(shown(player)))));
  const body = [
    each("decisions with a choice", (one) => one.decisions),
    each("very bad", (one) => one.very_bad),
    each("bad", (one) => one.bad),
    each("doubtful", (one) => one.doubtful),
    each("lost", (one) => fixed(one.lost, 2)),
    each("lost in a decision", (one) => fixed(one.per_decision, 3)),
  ];
  return h("section", {}, h("h2", {}, "Totals"), table(body, { head: ["", ...judged] }));
}

function sum({ answer }) {
  const { result, start, luck, lost } = answer;
  if (result === null || !luck) return null;
  const parts = `${signed(result)} result = ${mean(start)} start ${mean(luck.you)} luck −${fixed(lost.you, 2)} your losses ${mean(lost.opponent)} the opponent's`;
  return h("section", {}, h("h2", {}, "The sum"), h("p", {}, parts), h("p", {}, `Luck: deal ${mean(luck.deal)}, draws ${mean(luck.draws)}, hidden tiles ${mean(luck.hidden)}.`));
}
