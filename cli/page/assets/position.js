// A position that can be changed, and what it is worth: at once where all is known, else ever better while one looks.

import { drawItem } from "bingo/answers";
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

  /** The set-up, with what stands `above` it, beside the answers. */
  element(...above) {
    return h("div", { class: "live" }, h("div", {}, above, this.setup.element), h("div", {}, this.questions(), this.more, this.reasons, this.answer));
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
    fill(this.more, drawItem(found.item, { level: "h2" }));
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
    const open = this.answer.querySelector("details[open]") !== null;
    const more = async (after) => (await ask({ ask: "follow", position, after })).tree;
    fill(this.reasons);
    fill(this.answer, drawItem(item, { level: "h2", more }));
    if (open) this.answer.querySelector("details").open = true;
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
