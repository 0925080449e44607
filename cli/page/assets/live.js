// The board: play, set up a position and see what it is worth, puzzles, recorded deals, the rules.

import { ask } from "bingo/ask";
import { Deals } from "bingo/deals";
import { data, fill, h, save } from "bingo/dom";
import { Game } from "bingo/game";
import { Position } from "bingo/position";
import { Puzzles } from "bingo/puzzles";
import { rules } from "bingo/rules";
import { picture, sprite } from "bingo/tiles";

/** How the address ends while a game is played. */
const PLAY = "#play";

/** Show the board. The address ends in the whole position. */
export function start() {
  const begun = data();
  document.body.prepend(sprite());
  new Board(begun).begin(begun.file);
}

/** Light where it is dark, and the other way round, as long as the page is open. */
function shaded() {
  const { style } = document.documentElement;
  const dark = style.colorScheme ? style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  style.colorScheme = dark ? "light" : "dark";
}

class Board {
  constructor(data) {
    this.playing = location.hash === PLAY;
    this.position = new Position(data.presets, () => this.changed(), { Play: () => this.show("Play"), Puzzles: () => this.show("Puzzles") }, (record) => this.from(record));
    this.files = h("div", { class: "files" });
    this.data = data;
    /** @type {Game | null} */
    this.game = null;
    this.puzzles = new Puzzles();
    this.deals = new Deals((position) => this.take(position), (record) => this.from(record));
    const reading = h("section", { class: "box", "aria-label": "Rules" }, h("h2", {}, "Rules"), rules(), h("p", { class: "faint" }, "These are the rules of pagat; choose others when you set up a game or a position."));
    this.guide = h("section", { class: "box guide", "aria-label": "How to play well" });
    /** @type {Record<string, HTMLElement>} */
    this.tabs = { Play: h("div", {}), Analyze: this.position.element(this.tools(), this.files), Puzzles: this.puzzles.element, Deals: this.deals.element, Rules: h("div", {}, reading, this.guide) };
    this.nav = h("nav", { "aria-label": "Board" });
    const shade = h("button", { type: "button", class: "shade", "aria-label": "Light or dark", title: "Light or dark", onclick: shaded }, "◐");
    this.sharing = h("button", { type: "button", class: "share", "aria-label": "Share", title: "Copy the link to this position", onclick: () => this.share() }, "Share");
    this.shared = h("div", {});
    const mark = h("span", { class: "mini", "aria-hidden": "true" }, picture("6-6"));
    fill(document.getElementById("page"), h("header", { class: "top" }, h("h1", {}, mark, h("span", {}, "Bingo")), this.nav, this.sharing, shade), this.shared, Object.values(this.tabs));
    this.show("Analyze");
    window.addEventListener("hashchange", () => this.linked());
    document.addEventListener("paste", (event) => this.pasted(event));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.dropped(event));
  }

  async begin(file) {
    if (location.hash.length > 1 && !this.playing) return this.linked();
    if (file.text) await this.open(file.text);
    else this.position.ask();
    if (this.playing) this.show("Play");
  }

  show(chosen) {
    const tab = (name) => h("button", { type: "button", "aria-pressed": String(name === chosen), onclick: () => this.show(name) }, name);
    fill(this.nav, Object.keys(this.tabs).map(tab));
    for (const [name, element] of Object.entries(this.tabs)) element.hidden = name !== chosen;
    this.sharing.hidden = chosen !== "Analyze";
    fill(this.shared);
    if (chosen === "Puzzles") this.puzzles.begin();
    if (chosen === "Rules") this.advise();
    if (chosen === "Play") this.play();
    if (chosen === "Play") history.replaceState(null, "", PLAY);
    else if (location.hash === PLAY) this.link();
  }

  advise() {
    if (!this.guide.firstChild) fill(this.guide, ...new DOMParser().parseFromString(this.data.guide, "text/html").body.childNodes);
  }

  play() {
    if (!this.game) {
      this.game = new Game(this.data);
      this.tabs.Play.append(this.game.element);
    }
    this.game.begin();
  }

  /** Play on from a moment of a deal. */
  from(record) {
    this.show("Play");
    this.game?.start(false, record);
  }

  // --- positions in links and files -------------------------------------------------------------------

  linked() {
    if (location.hash === PLAY) return this.show("Play");
    if (location.hash.length < 2) return;
    this.follow(location.hash.slice(1), JSON.stringify(this.position.setup.document()));
  }

  /** Take the position that a link ends in, unless it is there `already`. */
  follow(link, already = "") {
    try {
      const text = decodeURIComponent(link);
      if (text !== already) this.take(JSON.parse(text));
    } catch {
      this.show("Analyze");
      this.position.wrong({ error: "The link does not hold a position." });
    }
  }

  take(document) {
    this.position.setup.take(document);
    this.show("Analyze");
    this.changed();
  }

  changed() {
    this.link();
    this.position.ask();
  }

  link() {
    history.replaceState(null, "", `#${encodeURIComponent(JSON.stringify(this.position.setup.document()))}`);
  }

  tools() {
    const opened = () => this.opened(input.files).then(() => (input.value = ""));
    const input = h("input", { type: "file", accept: ".yaml,.yml,.jsonl,.ndjson,.json", onchange: opened });
    return h(
      "div",
      { class: "tools" },
      h("label", { class: "open" }, "Open a file ", input),
      h("button", { type: "button", onclick: () => this.save() }, "Save"),
    );
  }

  async opened([file]) {
    if (file) await this.open(await file.text());
  }

  async dropped(event) {
    event.preventDefault();
    const { files } = event.dataTransfer;
    const text = event.dataTransfer.getData("text/plain");
    if (files.length) await this.opened(files);
    else if (text) await this.open(text);
  }

  /** What is pasted anywhere but in fields is opened: a position, a record, a link. */
  pasted(event) {
    const text = event.clipboardData.getData("text/plain");
    if (text && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) this.open(text);
  }

  /** Copy the link to the position; where a browser lets nobody, show it. */
  async share() {
    this.link();
    try {
      await navigator.clipboard.writeText(location.href);
      fill(this.shared, h("p", { role: "status" }, "The link is copied: it opens this position, also when it is pasted here."));
    } catch {
      const link = h("input", { readonly: true, value: location.href });
      fill(this.shared, h("label", {}, "The link to this position ", link));
      link.select();
    }
  }

  async open(text) {
    const link = text.trim().match(/^\S+#(%7B\S+)$/);
    if (link) return this.follow(link[1]);
    const found = await ask({ ask: "read", text });
    fill(this.files);
    if (found.deals) {
      this.deals.take(found.deals, text);
      this.show("Deals");
    } else if (found.positions) {
      if (found.positions.length > 1) fill(this.files, this.several(found.positions));
      this.take(found.positions[0]);
    } else {
      this.show("Analyze");
      this.position.wrong(found);
    }
    if (found.refused && found.refused.length) this.files.append(h("pre", {}, found.refused.join("\n")));
  }

  several(positions) {
    const options = positions.map((position, n) => h("option", { value: n }, position.name || `Position ${n + 1}`));
    const choose = (event) => this.take(positions[Number(event.target.value)]);
    return h("p", {}, h("label", {}, "Position ", h("select", { onchange: choose }, options)));
  }

  async save() {
    const found = await ask({ ask: "write", position: this.position.setup.document() });
    if (!found.text) return this.position.wrong(found);
    save(found.text, found.name || "position.yaml");
  }
}
