// The board: set up a position and see what it is worth; puzzles; recorded deals.

import { drawItem } from "bingo/answers";
import { Line, ask } from "bingo/ask";
import { Deals } from "bingo/deals";
import { announce, h, save } from "bingo/dom";
import { Puzzles } from "bingo/puzzles";
import { Setup, spoken } from "bingo/setup";
import { sprite } from "bingo/tiles";

/** Deals to estimate with, one after the other while one looks. */
const WORLDS = [64, 512, 4096];

/** Show the board. The address ends in the whole position. */
export function start() {
  const data = JSON.parse(document.getElementById("data").textContent);
  document.body.prepend(sprite());
  new Board(data).begin(data.file);
}

class Board {
  constructor(data) {
    this.lines = { analyze: new Line(), close: new Line(), claim: new Line() };
    this.setup = new Setup(data.presets, () => this.changed());
    this.reasons = h("div", { class: "reasons", role: "region", "aria-label": "What is wrong" });
    this.answer = h("div", { class: "answer", role: "region", "aria-label": "Answer", "aria-busy": "false" });
    this.more = h("div", { class: "answer", role: "region", "aria-label": "Closing and claiming" });
    this.files = h("div", { class: "files" });
    this.puzzles = new Puzzles();
    this.deals = new Deals((document) => this.take(document));
    const position = h("div", { class: "live" }, h("div", {}, this.tools(), this.files, this.setup.element), h("div", {}, this.questions(), this.more, this.reasons, this.answer));
    this.tabs = { Position: position, Puzzles: this.puzzles.element, Deals: this.deals.element };
    this.nav = h("nav", { "aria-label": "Board" });
    document.getElementById("page").replaceChildren(h("header", { class: "top" }, h("h1", {}, "Bingo board"), this.nav), ...Object.values(this.tabs));
    this.show("Position");
    window.addEventListener("hashchange", () => this.linked());
  }

  begin(file) {
    if (location.hash.length > 1) this.linked();
    else if (file.text) this.open(file.text);
    else this.ask();
  }

  show(chosen) {
    const tab = (name) => h("button", { type: "button", "aria-pressed": String(name === chosen), onclick: () => this.show(name) }, name);
    this.nav.replaceChildren(...Object.keys(this.tabs).map(tab));
    for (const [name, element] of Object.entries(this.tabs)) element.hidden = name !== chosen;
    if (chosen === "Puzzles") this.puzzles.begin();
  }

  // --- positions in links and files -------------------------------------------------------------------

  linked() {
    const link = decodeURIComponent(location.hash.slice(1));
    if (!link || link === JSON.stringify(this.setup.document())) return;
    try {
      this.setup.take(JSON.parse(link));
    } catch {
      this.reasons.replaceChildren(h("p", {}, "The link does not hold a position."));
      return;
    }
    this.ask();
  }

  take(document) {
    this.setup.take(document);
    this.show("Position");
    this.changed();
  }

  changed() {
    history.replaceState(null, "", `#${encodeURIComponent(JSON.stringify(this.setup.document()))}`);
    this.ask();
  }

  tools() {
    const input = h("input", { type: "file", accept: ".yaml,.yml,.jsonl,.ndjson,.json", onchange: () => this.opened(input) });
    return h(
      "div",
      { class: "tools" },
      h("label", {}, "Open a file ", input),
      h("button", { type: "button", onclick: () => this.save() }, "Save"),
      h("button", { type: "button", onclick: () => this.setup.clear() }, "Clear"),
    );
  }

  async opened(input) {
    const [file] = input.files;
    if (file) await this.open(await file.text());
    input.value = "";
  }

  async open(text) {
    const found = await ask({ ask: "read", text });
    this.files.replaceChildren();
    if (found.deals) {
      this.deals.take(found.deals, text);
      this.show("Deals");
    } else if (found.positions) {
      if (found.positions.length > 1) this.files.replaceChildren(this.several(found.positions));
      this.take(found.positions[0]);
    } else {
      this.wrong(found);
    }
    if (found.refused && found.refused.length) this.files.append(h("pre", {}, found.refused.join("\n")));
  }

  several(positions) {
    const options = positions.map((position, n) => h("option", { value: n }, position.name || `Position ${n + 1}`));
    const choose = (event) => this.take(positions[Number(event.target.value)]);
    return h("p", {}, h("label", {}, "Position ", h("select", { onchange: choose }, options)));
  }

  async save() {
    const found = await ask({ ask: "write", position: this.setup.document() });
    if (!found.text) return this.wrong(found);
    save(found.text, "position.yaml");
  }

  // --- questions --------------------------------------------------------------------------------------

  questions() {
    const button = (kind, words) => h("button", { type: "button", onclick: () => this.question(kind) }, words);
    return h("div", { class: "tools" }, button("close", "Should I close?"), button("claim", "Can I claim?"));
  }

  async question(kind) {
    this.more.replaceChildren(h("p", { role: "status" }, "Thinking ..."));
    const found = await this.lines[kind].ask({ ask: kind, position: this.setup.document() });
    if (!found) return;
    if (!found.item) return this.more.replaceChildren(...faults(found));
    this.more.replaceChildren(...drawItem(found.item, { level: "h2" }));
    announce(found.item.headline.join(" "));
  }

  /** What the position is worth: at once where all is known, else ever better. */
  async ask() {
    const position = this.setup.document();
    Object.values(this.lines).forEach((line) => line.stop());
    this.more.replaceChildren();
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

  worth(item, position) {
    const open = this.answer.querySelector("details[open]") !== null;
    const more = async (after) => (await ask({ ask: "follow", position, after })).tree;
    this.reasons.replaceChildren();
    this.answer.replaceChildren(...drawItem(item, { level: "h2", more }));
    if (open) this.answer.querySelector("details").open = true;
    announce(item.headline[0]);
  }

  wrong(found) {
    this.answer.replaceChildren();
    this.reasons.replaceChildren(...faults(found));
    announce(this.reasons.textContent);
  }
}

function faults({ reasons, error }) {
  if (!reasons) return [h("p", { class: "error" }, error)];
  return [h("h2", {}, "This cannot be yet"), h("ul", {}, reasons.map((reason) => h("li", {}, spoken(reason))))];
}
