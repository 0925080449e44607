// The box of tiles and the form below the table, where a position is set up by hand: drawn from its state.

import { h, renew } from "bingo/dom";
import { PLACES } from "bingo/hints";
import { TILES, drawTile } from "bingo/tiles";
import { rulesOf, rulesText } from "bingo/written";

const NUMBERS = { points: 147, tricks: 14, declared: 80 };

export class Box {
  /** `presets`: names of rule sets. */
  constructor(/** @type {import("bingo/setup").Setup} */ setup, presets) {
    this.setup = setup;
    this.presets = presets;
    this.drawing = false;
    this.typed = h("input", { autocomplete: "off", inputmode: "numeric", placeholder: "66 63 61 ...", oninput: () => setup.type(this.typed.value) });
    this.changes = h("div", { class: "tools changes", role: "group", "aria-label": "Change all" });
    this.tray = h("div", {});
    this.form = h("div", { class: "form fields" });
    this.element = h("section", { class: "setup", "aria-label": "Set up the position" }, this.changes, this.tray, h("label", { class: "typed" }, "Drag or tap tiles, or type them ", this.typed), this.form);
    document.addEventListener("keydown", (event) => this.key(event));
    setup.show = () => this.show();
    this.show();
  }

  /** Ctrl-Z and Ctrl-Shift-Z, but in fields that undo what is typed in them. */
  key(event) {
    const field = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target !== this.typed;
    if (field || !this.element.offsetParent || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) this.back("redo");
    else this.back("undo");
  }

  /** Drawn once what goes on now is done: what has changed by then, and what was asked for goes first. */
  show() {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => this.draw());
  }

  draw() {
    this.drawing = false;
    if (document.activeElement !== this.typed) this.write();
    renew(this.changes, this.changes, this.history());
    renew(this.tray, this.tray, this.places(), this.pool());
    renew(this.form, this.form, this.fields());
  }

  /** What lies where tiles go now, as one types it. */
  write() {
    this.typed.value = this.setup.lying(this.setup.place).join(" ");
  }

  /** Take back what was done, or do it again; what is typed goes with it. */
  back(/** @type {"undo" | "redo"} */ way) {
    this.setup[way]();
    this.write();
  }

  history() {
    const button = (words, act, title, disabled = false) => h("button", { type: "button", "data-key": words, title, disabled, onclick: act }, words);
    return [
      button("Undo", () => this.back("undo"), "Ctrl-Z", !this.setup.past.length),
      button("Redo", () => this.back("redo"), "Ctrl-Shift-Z", !this.setup.future.length),
      button("Deal at random", () => this.setup.random(), "Seven tiles for you, and one turned up"),
      button("Flip", () => this.setup.flip(), "Change seats", !this.setup.lying("opponent.hand").length),
      button("Clear", () => this.setup.clear(), "Clear the table"),
    ];
  }

  places() {
    const choice = ([place, words]) => {
      const number = this.setup.lying(place).length;
      const attributes = { type: "button", class: "place-of", "data-place": place, "aria-pressed": String(this.setup.place === place), "data-key": `to ${place}` };
      return h("button", { ...attributes, onclick: () => this.setup.choose(place) }, `${words}${number ? ` (${number})` : ""}`);
    };
    return h("div", { class: "places", role: "group", "aria-label": "Put tiles into" }, Object.entries(PLACES).map(choice));
  }

  pool() {
    const blank = { trumps: "", points: {} };
    const tiles = TILES.map((tile) => {
      const lies = Object.keys(PLACES).filter((place) => this.setup.lying(place).includes(tile));
      const here = lies.includes(this.setup.place);
      const value = lies.length ? { text: "", label: lies.map((place) => PLACES[place]).join(", ") } : null;
      const drawn = drawTile(tile, blank, { value, onplay: () => this.setup.move(tile), key: `tile ${tile}`, pressed: String(here) });
      drawn.classList.toggle("placed", lies.length > 0 && !here);
      drawn.classList.toggle("here", here);
      return h("li", {}, drawn);
    });
    return h("ul", { class: "tiles pool", "aria-label": `Tiles: click to put into ${PLACES[this.setup.place]}` }, tiles);
  }

  fields() {
    const { state } = this.setup;
    const sides = ["you", "opponent"].map((player) => {
      const won = this.setup.lying(`${player}.won`).length > 0;
      const fields = Object.entries(NUMBERS).map(([key, most]) => this.number(player, key, most, won && key !== "declared"));
      return h("fieldset", {}, h("legend", {}, player === "you" ? "You" : "Opponent"), fields);
    });
    const who = [["you", "you"], ["opponent", "opponent"]];
    const trumps = [["", "as turned up"], ...Array.from({ length: 7 }, (_, n) => [String(n), n ? String(n) : "0 (blanks)"])];
    const by = state.closed ? state.closed.by : "";
    const close = (value) => (state.closed = value ? { points: 0, tricks: 0, ...state.closed, by: value } : null);
    const rules = h("input", { list: "presets", value: rulesText(state.rules), "data-key": "rules", size: 14, onchange: (e) => this.setup.set(() => (state.rules = rulesOf(e.target.value.trim() || "pagat"))) });
    const deal = h(
      "fieldset",
      {},
      h("legend", {}, "Deal"),
      h("label", {}, "Rules ", rules, h("datalist", { id: "presets" }, this.presets.map((name) => h("option", { value: name })))),
      this.select("Trumps", "trump", trumps, state.trump === null ? "" : String(state.trump), (v) => (state.trump = v === "" ? null : Number(v))),
      this.select("Leads this trick", "lead", who, state.lead, (v) => (state.lead = v)),
      this.select("Boneyard closed by", "closed", [["", "nobody"], ...who], by, close),
      state.closed ? [this.closing("points", 147), this.closing("tricks", 14)] : null,
      this.match("you"), this.match("opponent"),
    );
    return [deal, sides];
  }

  select(words, key, options, value, change) {
    const listed = options.map(([given, shown]) => h("option", { value: given, selected: given === value }, shown));
    return h("label", {}, `${words} `, h("select", { "data-key": key, onchange: (e) => this.setup.set(() => change(e.target.value)) }, listed));
  }

  count(words, key, most, value, change) {
    const typed = ({ target }) => this.setup.set(() => change(target.value === "" ? null : Math.min(Math.max(Math.trunc(target.value), 0), most)));
    return h("label", {}, `${words} `, h("input", { type: "number", inputmode: "numeric", min: 0, max: most, value, "data-key": key, onchange: typed }));
  }

  number(player, key, most, counted) {
    if (counted) return null;
    const words = { points: "Card points in tricks", tricks: "Tricks", declared: "Card points declared" }[key];
    return this.count(words, `${player} ${key}`, most, this.setup.state[player][key], (v) => (this.setup.state[player][key] = v));
  }

  closing(key, most) {
    const words = key === "points" ? "The other then had card points" : "and tricks";
    return this.count(words, `closed ${key}`, most, this.setup.state.closed?.[key], (v) => this.setup.state.closed && (this.setup.state.closed[key] = v || 0));
  }

  match(player) {
    const value = this.setup.state.match ? this.setup.state.match[player] : null;
    const words = player === "you" ? "Match: your game points" : "Match: the opponent's";
    return this.count(words, `match ${player}`, 6, value, (v) => {
      const both = { you: 0, opponent: 0, ...this.setup.state.match, [player]: v || 0 };
      this.setup.state.match = v === null ? null : both;
    });
  }
}
