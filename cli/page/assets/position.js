// A position that can be changed, and what it is worth: at once where all is known, else ever better while one looks.

import { heading, parts } from "bingo/answers";
import { Line, ask } from "bingo/ask";
import { announce, fill, h } from "bingo/dom";
import { Setup, spoken } from "bingo/setup";

/** Deals to estimate with, one after the other while one looks. */
const WORLDS = [64, 512, 4096];

export class Position {
  /** `presets`: names of rule sets; `onchange`: called when something was changed by hand. */
  constructor(presets, onchange) {
    this.lines = { analyze: new Line(), close: new Line(), claim: new Line() };
    this.setup = new Setup(presets, onchange);
    this.reasons = h("div", { class: "reasons", role: "region", "aria-label": "What is wrong" });
    this.answer = h("div", { class: "answer", role: "region", "aria-label": "Answer", "aria-busy": "false" });
    this.more = h("div", { class: "answer", role: "region", "aria-label": "Closing and claiming" });
  }

  /** The table with the answer beside it, then what else can be asked, and the set-up with what stands `above` it. */
  element(...above) {
    const side = h("div", { class: "side" }, this.reasons, this.questions(), this.more);
    return h("div", { class: "live" }, this.answer, side, h("div", { class: "box" }, above, this.setup.element));
  }

  questions() {
    const button = (kind, words) => h("button", { type: "button", onclick: () => this.question(kind) }, words);
    return h("div", { class: "tools" }, button("close", "Should I close?"), button("claim", "Can I claim?"));
  }

  async question(kind) {
    fill(this.more, h("p", { role: "status" }, "Thinking ..."));
    const found = await this.lines[kind].ask({ ask: kind, position: this.setup.document() });
    if (!found) return;
    if (!found.item) return fill(this.more, faults(found));
    const { panel, below } = parts(found.item);
    fill(this.more, panel, below);
    announce(found.item.headline.join(" "));
  }

  /** What it is worth as it is now. */
  async ask() {
    const position = this.setup.document();
    this.stop();
    fill(this.more);
    this.answer.setAttribute("aria-busy", "true");
    for (const worlds of WORLDS) {
      const found = await this.lines.analyze.ask({ ask: "analyze", position, worlds });
      if (!found) return;
      if (!found.item) this.wrong(found);
      else this.worth(found.item, position);
      if (!found.item || found.item.answer.exact || found.item.answer.every) break;
    }
    this.answer.setAttribute("aria-busy", "false");
  }

  /** Give up what is being asked. */
  stop() {
    Object.values(this.lines).forEach((line) => line.stop());
  }

  worth(item, position) {
    const open = this.answer.querySelector(".words[open]") !== null;
    const more = async (after) => (await ask({ ask: "follow", position, after })).tree;
    const { stage, panel } = parts(item, more);
    panel.prepend(heading(item, "h2"));
    fill(this.reasons);
    fill(this.answer, stage, panel);
    if (open) this.answer.querySelector(".words").open = true;
    announce(item.headline[0]);
  }

  /** What is wrong with it, or with a file, stands instead. */
  wrong(found) {
    fill(this.answer);
    fill(this.reasons, faults(found));
    announce(this.reasons.textContent);
  }
}

function faults({ reasons, error }) {
  if (!reasons) return [h("p", { class: "error" }, error)];
  return [h("h2", {}, "This cannot be yet"), h("ul", {}, reasons.map((reason) => h("li", {}, spoken(reason))))];
}
