// What a game is to be: rules, level, seat, tiles; and what is shown while it goes on.

import { announce, h, renew } from "bingo/dom";
import sentences from "bingo/sentences";

/** Where they are remembered in this tab, also when the page is loaded again. */
const KEPT = "bingo options";
const USUAL = { rules: "pagat", level: "strongest", seat: "", seed: "", match: false, count: false, coach: false, sounds: false };
const SEATS = [["", "by lot"], ["first", "you lead first"], ["second", "the program leads first"]];

export class Options {
  /** `start(sure)`: begins a game, or has it confirmed first; `change(level)`: an option is changed for the game under way. */
  constructor(presets, { start, change }) {
    /** @type {any} */
    this.chosen = { ...USUAL, ...remembered() };
    this.change = change;
    const { chosen } = this;
    const rules = h("input", { list: "game-rules", value: chosen.rules, size: 14, onchange: (event) => this.set("rules", event.target.value.trim() || "pagat") });
    const names = h("datalist", { id: "game-rules" }, presets.map((name) => h("option", { value: name })));
    const seed = this.number("seed", /^\d+$/);
    this.words = h("p", { class: "faint" });
    this.select = this.choice("Level", "level", Object.keys(sentences.levels).map((name) => [name, name]));
    this.begins = h("div", {});
    this.start = start;
    this.begin();
    this.element = h(
      "details",
      { class: "form" },
      h("summary", {}, "New game and settings"),
      h("fieldset", {}, h("legend", {}, "Play"), this.select, this.words, this.begins),
      h("fieldset", {}, h("legend", {}, "At any time"), this.box("Coach: point out mistakes at once", "coach"), this.box("Show card points", "count"), this.box("Sounds", "sounds")),
      h(
        "fieldset",
        {},
        h("legend", {}, "New game"),
        h("label", {}, "Rules ", rules, names),
        this.choice("Seat", "seat", SEATS),
        h("label", {}, "Seed (same seed, same tiles) ", seed),
        this.box("A match, first to 7 game points", "match"),
      ),
    );
    this.level(chosen.level);
  }

  open(wanted) {
    this.element.open = wanted;
    this.begin();
  }

  begin() {
    renew(this.begins, this.begins, h("button", { type: "button", class: "main", "data-key": "begin", onclick: () => this.start(false) }, "Begin"));
  }

  /** Ask whether the game under way is to end. */
  confirm() {
    this.element.open = true;
    const words = "This ends the game under way. Begin a new one?";
    const button = (name, kind, act) => h("button", { type: "button", class: kind, "data-key": kind && "begin", onclick: act }, name);
    const tools = h("div", { class: "tools" }, button("Begin a new game", "main", () => this.start(true)), button("Go on with this one", null, () => this.open(false)));
    renew(this.begins, this.begins, h("p", { class: "asked" }, words), tools);
    announce(words);
  }

  /** Show which level the program plays at. */
  level(name) {
    this.chosen.level = name;
    this.select.querySelector("select").value = name;
    this.words.textContent = `The program ${sentences.levels[name]}.`;
  }

  set(key, value) {
    this.chosen[key] = value;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(this.chosen));
    } catch {
      return; // then they are forgotten with the page
    }
  }

  /** The options as a question has them: what is to be a number, is one. */
  get wanted() {
    return { ...this.chosen, seed: this.chosen.seed === "" ? null : Number(this.chosen.seed) };
  }

  /** A field for a whole number; whatever else is typed counts as none. */
  number(key, form) {
    const typed = (event) => {
      this.set(key, form.test(event.target.value.trim()) ? event.target.value.trim() : "");
      event.target.value = this.chosen[key];
      if (key === "deals") this.change("");
    };
    return h("input", { inputmode: "numeric", value: this.chosen[key], size: 8, onchange: typed });
  }

  choice(words, key, options) {
    const listed = options.map(([value, shown]) => h("option", { value, selected: value === this.chosen[key] }, shown));
    const choose = (event) => {
      this.set(key, event.target.value);
      if (key === "level") this.level(event.target.value);
      if (key === "level") this.change(event.target.value);
    };
    return h("label", {}, `${words} `, h("select", { onchange: choose }, listed));
  }

  box(words, key) {
    const input = h("input", { type: "checkbox", onchange: () => this.ticked(key, input.checked) });
    input.checked = this.chosen[key];
    return h("label", { class: "tick" }, input, ` ${words}`);
  }

  ticked(key, value) {
    this.set(key, value);
    if (key === "count") this.change("");
  }
}

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) || "null") || {};
  } catch {
    return {};
  }
}
