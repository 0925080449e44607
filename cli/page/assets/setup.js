// A position that is being set up: where each tile lies, and what else a position file says.

import { h, renew } from "bingo/dom";
import { TILES, count, drawTile, shuffled, tilesOf } from "bingo/tiles";
import { pairs, rulesOf, rulesText, stated } from "bingo/written";

/** @type {Record<string, string>} */
const PLACES = {
  "you.hand": "Your hand",
  "opponent.hand": "Opponent's hand",
  "you.won": "Your tricks",
  "opponent.won": "Opponent's tricks",
  led: "Table: tile led",
  turned: "Turned up",
  stock: "Stock, in drawing order",
  played: "Played, whoever took it",
  "you.shown": "Shown by you",
  "opponent.shown": "Shown by opponent",
};
/** Marks beside the place where a tile lies. */
const MARKS = ["you.shown", "opponent.shown"];
const ONE = ["led", "turned"];
/** Where tiles lie that have no place yet. */
export const BOX = "box";
const NUMBERS = { points: 147, tricks: 14, declared: 80 };

/**
 * What has yet to be placed, by the code of the reason; reasons without one contradict something.
 * @type {Record<string, (reason: any, now?: number) => string>}
 */
const MISSING = {
  "no-trumps": () => "Trumps: a suit 0 to 6, or turn a tile up.",
  "no-hand": () => "Your hand: the tiles in your hand.",
  "no-turned": () => "Stock: turn a tile up first. Once the boneyard is closed or exhausted there is no stock.",
  "few-tiles": ({ field, wanted }, now) => `${PLACES[field]}: ${count(wanted, "tile")}; now ${now}.`,
  "few-face-down": ({ wanted }, now) => `Stock: ${count(wanted, "tile")}, the one turned up not among them; now ${now}.`,
  "few-tricks": ({ field, wanted }) => (field === "tricks" ? `Tricks: ${wanted} with so many tiles left, or turn a tile up.` : "Closing: the tricks that the other player then had."),
  "part-known": ({ field }) => `${PLACES[field]}: both tiles of every trick, or their card points. Only a claim can be asked about without them.`,
  "few-points": ({ field }) => (field === "closed.points" ? "Closing: the card points that the other player then had." : "Card points: as many as these tricks can hold."),
};

/** Whether a reason only says that something has yet to be placed. */
export const missing = ({ code }) => code in MISSING;

/** @returns {any} An empty position. */
function empty() {
  const side = () => ({ points: null, tricks: null, declared: null });
  const places = Object.fromEntries(Object.keys(PLACES).map((place) => [place, []]));
  return { name: null, rules: "pagat", trump: null, lead: "you", closed: null, match: null, you: side(), opponent: side(), places, kept: {} };
}

export class Setup {
  /** `presets`: names of rule sets; `onchange`: called when something was changed by hand. */
  constructor(presets, onchange) {
    this.presets = presets;
    this.onchange = onchange;
    this.state = empty();
    this.place = "you.hand";
    this.drawing = false;
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    this.now = JSON.stringify(this.state);
    this.typed = h("input", { autocomplete: "off", inputmode: "numeric", placeholder: "66 63 61 ...", oninput: () => this.type(this.typed.value) });
    this.changes = h("div", { class: "tools", role: "group", "aria-label": "Change all" });
    this.form = h("div", {});
    this.element = h("section", { class: "setup", "aria-label": "Set up the position" }, this.changes, h("label", { class: "typed" }, "Drag or tap tiles, or type them ", this.typed), this.form);
    document.addEventListener("keydown", (event) => this.key(event));
    this.show();
  }

  /** Whether nothing has been placed or said yet. */
  get empty() {
    return JSON.stringify(this.state) === JSON.stringify(empty());
  }

  /** Tiles go there from now on. */
  choose(place) {
    this.place = place;
    this.show();
  }

  /** What is typed lies where tiles go now, and nothing else does. */
  type(text) {
    const tiles = [...text.matchAll(/([0-6])[-|]?([0-6])/g)].map(([, a, b]) => `${Math.max(a, b)}-${Math.min(a, b)}`);
    const { places } = this.state;
    const wanted = [...new Set(tiles)].slice(0, ONE.includes(this.place) ? 1 : undefined);
    if (!MARKS.includes(this.place)) wanted.forEach((tile) => this.leave(tile));
    if (places[this.place].join() === wanted.join()) return;
    places[this.place] = wanted;
    this.changed();
  }

  /** Take a tile from wherever it lies. */
  leave(tile) {
    const { places } = this.state;
    for (const place of Object.keys(PLACES)) if (!MARKS.includes(place)) places[place] = places[place].filter((one) => one !== tile);
  }

  /** A reason, for those who never saw a file. */
  spoken(reason) {
    const { code, field, expected, found } = reason;
    if (missing(reason)) return MISSING[code](reason, this.state.places[field]?.length);
    const [first, ...rest] = field.split(": ");
    const name = PLACES[first] || { you: "Your hand", lead: "Who leads", trump: "Trumps", closed: "Closing", points: "Card points", tricks: "Tricks" }[first] || first.replace("you.", "your ").replace("opponent.", "the opponent's ");
    return `${name}${rest.length ? ` (${rest.join(", ")})` : ""}: expected ${expected}; found ${found}.`;
  }

  /** The table as far as it is laid, before its position can occur. */
  board() {
    const { places, trump, lead, closed, match } = this.state;
    const seat = (player) => {
      const [hand, tricks] = [places[`${player}.hand`].join(" "), Math.ceil(places[`${player}.won`].length / 2)];
      return { hand, hidden: 0, points: this.state[player].points ?? 0, tricks: this.state[player].tricks ?? tricks, declared: this.state[player].declared || 0, shown: places[`${player}.shown`].join(" ") };
    };
    const [turned = null, led = null] = [places.turned[0], places.led[0]];
    const remarks = match ? [{ code: "match", ...match }] : [];
    return { trump, trumps: "", points: {}, turned, stock: places.stock.join(" "), face_down: turned && !places.stock.length ? 13 : places.stock.length, closed, lead, led, remarks, you: seat("you"), opponent: seat("opponent") };
  }

  clear() {
    this.state = empty();
    this.changed();
  }

  /** Change seats: the opponent becomes you. */
  flip() {
    const { you, opponent, lead, closed, match, carried, ...table } = this.document();
    const other = (player) => (player === "you" ? "opponent" : "you");
    const swapped = (both) => both && { ...both, you: both.opponent, opponent: both.you };
    this.take(stated({ ...table, you: opponent, opponent: you, lead: other(lead), closed: closed && { ...closed, by: other(closed.by) }, match: swapped(match), carried: swapped(carried) }));
    this.onchange();
  }

  /** The record of a deal that begins so, dealt at random where tiles are not known; null of one that has begun. */
  deal() {
    const { name, rules, trump, lead, closed, match, turned, stock, led, played, you, opponent } = this.document();
    const begun = closed || led || played || [you, opponent].some((side) => side.won || side.points || side.tricks || side.declared || side.shown);
    const known = [you.hand, opponent.hand, turned, stock].flatMap(tilesOf);
    const rest = shuffled(TILES.filter((tile) => !known.includes(tile)));
    const theirs = tilesOf(opponent.hand || rest.splice(0, 7).join(" "));
    if (begun || !turned || tilesOf(you.hand).length !== 7 || theirs.length !== 7) return null;
    const side = (tiles) => ({ dealt: tiles });
    return stated({ name, rules, trump, match, lead, turned, you: side(you.hand), opponent: side(theirs.join(" ")), stock: stock || rest.join(" "), play: [] });
  }

  /** Seven tiles for you and one turned up, by chance; the opponent's stay hidden. */
  random() {
    const tiles = shuffled(TILES);
    this.state = { ...empty(), rules: this.state.rules };
    Object.assign(this.state.places, { "you.hand": tiles.slice(0, 7), turned: tiles.slice(7, 8) });
    this.changed();
  }

  /** Lay a tile somewhere, wherever it lay before; in the box if nowhere. */
  put(tile, place) {
    if (place !== BOX && this.state.places[place].includes(tile)) return;
    if (!MARKS.includes(place)) this.leave(tile);
    if (place !== BOX) this.state.places[place] = ONE.includes(place) ? [tile] : [...this.state.places[place], tile];
    this.changed();
  }

  // --- what was done ----------------------------------------------------------------------------------

  /** Keep the state before this one, if it is another. */
  keep() {
    const now = JSON.stringify(this.state);
    if (now === this.now) return;
    this.past.push(this.now);
    [this.now, this.future] = [now, []];
  }

  /** Go to the last state of `from`; `to` gets the one that is left. */
  step(from, to) {
    if (!from.length) return;
    to.push(this.now);
    this.now = from.pop();
    this.state = JSON.parse(this.now);
    this.typed.value = this.state.places[this.place].join(" ");
    this.show();
    this.onchange();
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }

  /** Ctrl-Z and Ctrl-Shift-Z, but in fields that undo what is typed in them. */
  key(event) {
    const field = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target !== this.typed;
    if (field || !this.element.offsetParent || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) this.redo();
    else this.undo();
  }

  /** Take over a position as a file has it. */
  take(document) {
    const state = empty();
    const { name = null, rules = "pagat", trump = null, lead = "you", closed = null, match = null, expect, carried, ...rest } = document;
    Object.assign(state, { name, rules: rulesText(rules), trump, lead, closed, match, kept: carried ? { carried } : {} });
    for (const place of ["led", "turned", "stock", "played"]) state.places[place] = tilesOf(rest[place]);
    for (const player of ["you", "opponent"]) {
      const side = rest[player] || {};
      state.places[`${player}.hand`] = tilesOf(side.hand);
      state.places[`${player}.won`] = tilesOf((side.won || "").replaceAll(",", "")).filter((tile) => tile !== "?");
      state.places[`${player}.shown`] = tilesOf(side.shown);
      const { points = null, tricks = null, declared = null } = side;
      state[player] = { points, tricks, declared };
      const { hand, won, shown, points: p, tricks: t, declared: d, ...others } = side;
      if (Object.keys(others).length) state.kept[player] = others;
      if (/\?/.test(side.won || "")) [state.kept[player], state.places[`${player}.won`]] = [{ ...others, won: side.won }, []];
    }
    this.state = state;
    this.keep();
    this.show();
  }

  /** The position as a file has it. */
  document() {
    const { state } = this;
    const { places } = state;
    const found = { name: state.name, rules: rulesOf(state.rules), trump: state.trump, lead: state.lead, closed: state.closed, match: state.match };
    for (const place of ["led", "turned", "stock", "played"]) found[place] = places[place].join(" ") || null;
    for (const player of ["you", "opponent"]) {
      const won = places[`${player}.won`];
      const told = won.length ? { won: pairs(won) } : { points: state[player].points, tricks: state[player].tricks };
      const hand = places[`${player}.hand`].join(" ") || null;
      found[player] = stated({ hand, ...told, declared: state[player].declared, shown: places[`${player}.shown`].join(" ") || null, ...state.kept[player] });
    }
    const { you, opponent, ...kept } = state.kept;
    return stated({ ...found, ...kept });
  }

  changed() {
    this.keep();
    this.show();
    this.onchange();
  }

  /** Put a tile where tiles go now; if it lies there, take it away. */
  move(tile) {
    const { places } = this.state;
    const here = this.place;
    if (!places[here].includes(tile)) return this.put(tile, here);
    places[here] = places[here].filter((one) => one !== tile);
    this.changed();
  }

  // --- drawing ----------------------------------------------------------------------------------------

  /** Drawn once what goes on now is done: what has changed by then, and what was asked for goes first. */
  show() {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => this.draw());
  }

  draw() {
    this.drawing = false;
    if (document.activeElement !== this.typed) this.typed.value = this.state.places[this.place].join(" ");
    renew(this.changes, this.changes, this.history());
    renew(this.form, this.form, this.places(), this.pool(), this.fields());
  }

  history() {
    const button = (words, act, title, disabled = false) => h("button", { type: "button", "data-key": words, title, disabled, onclick: act }, words);
    return [
      button("Undo", () => this.undo(), "Ctrl-Z", !this.past.length),
      button("Redo", () => this.redo(), "Ctrl-Shift-Z", !this.future.length),
      button("Deal at random", () => this.random(), "Seven tiles for you, and one turned up"),
      button("Flip", () => this.flip(), "Change seats", !this.state.places["opponent.hand"].length),
      button("Clear", () => this.clear(), "Clear the table"),
    ];
  }

  places() {
    const choice = ([place, words]) => {
      const number = this.state.places[place].length;
      const attributes = { type: "button", class: "place-of", "data-place": place, "aria-pressed": String(this.place === place), "data-key": `to ${place}` };
      return h("button", { ...attributes, onclick: () => this.choose(place) }, `${words}${number ? ` (${number})` : ""}`);
    };
    return h("div", { class: "places", role: "group", "aria-label": "Put tiles into" }, Object.entries(PLACES).map(choice));
  }

  pool() {
    const { places } = this.state;
    const blank = { trumps: "", points: {} };
    const tiles = TILES.map((tile) => {
      const lies = Object.keys(PLACES).filter((place) => places[place].includes(tile));
      const here = lies.includes(this.place);
      const value = lies.length ? { text: "", label: lies.map((place) => PLACES[place]).join(", ") } : null;
      const drawn = drawTile(tile, blank, { value, onplay: () => this.move(tile), key: `tile ${tile}`, pressed: String(here) });
      drawn.classList.toggle("placed", lies.length > 0 && !here);
      drawn.classList.toggle("here", here);
      return h("li", {}, drawn);
    });
    return h("ul", { class: "tiles pool", "aria-label": `Tiles: click to put into ${PLACES[this.place]}` }, tiles);
  }

  fields() {
    const { state } = this;
    const sides = ["you", "opponent"].map((player) => {
      const won = state.places[`${player}.won`].length > 0;
      const fields = Object.entries(NUMBERS).map(([key, most]) => this.number(player, key, most, won && key !== "declared"));
      return h("fieldset", {}, h("legend", {}, player === "you" ? "You" : "Opponent"), fields);
    });
    const who = [["you", "you"], ["opponent", "opponent"]];
    const trumps = [["", "as turned up"], ...Array.from({ length: 7 }, (_, n) => [String(n), n ? String(n) : "0 (blanks)"])];
    const by = state.closed ? state.closed.by : "";
    const close = (value) => (state.closed = value ? { points: 0, tricks: 0, ...state.closed, by: value } : null);
    const rules = h("input", { list: "presets", value: state.rules, "data-key": "rules", size: 14, onchange: (e) => this.set(() => (state.rules = e.target.value.trim() || "pagat")) });
    return h(
      "div",
      { class: "form fields" },
      h("fieldset", {}, h("legend", {}, "Deal"),
        h("label", {}, "Rules ", rules, h("datalist", { id: "presets" }, this.presets.map((name) => h("option", { value: name })))),
        this.select("Trumps", "trump", trumps, state.trump === null ? "" : String(state.trump), (v) => (state.trump = v === "" ? null : Number(v))),
        this.select("Leads this trick", "lead", who, state.lead, (v) => (state.lead = v)),
        this.select("Boneyard closed by", "closed", [["", "nobody"], ...who], by, close),
        state.closed ? [this.closing("points", 147), this.closing("tricks", 14)] : null,
        this.match("you"), this.match("opponent")),
      sides,
    );
  }

  set(change) {
    change();
    this.changed();
  }

  select(words, key, options, value, change) {
    const listed = options.map(([given, shown]) => h("option", { value: given, selected: given === value }, shown));
    return h("label", {}, `${words} `, h("select", { "data-key": key, onchange: (e) => this.set(() => change(e.target.value)) }, listed));
  }

  count(words, key, most, value, change) {
    const typed = ({ target }) => this.set(() => change(target.value === "" ? null : Math.min(Math.max(Math.trunc(target.value), 0), most)));
    return h("label", {}, `${words} `, h("input", { type: "number", inputmode: "numeric", min: 0, max: most, value, "data-key": key, onchange: typed }));
  }

  number(player, key, most, counted) {
    if (counted) return null;
    const words = { points: "Card points in tricks", tricks: "Tricks", declared: "Card points declared" }[key];
    return this.count(words, `${player} ${key}`, most, this.state[player][key], (v) => (this.state[player][key] = v));
  }

  closing(key, most) {
    const words = key === "points" ? "The other then had card points" : "and tricks";
    return this.count(words, `closed ${key}`, most, this.state.closed[key], (v) => (this.state.closed[key] = v || 0));
  }

  match(player) {
    const value = this.state.match ? this.state.match[player] : null;
    const words = player === "you" ? "Match: your game points" : "Match: the opponent's";
    return this.count(words, `match ${player}`, 6, value, (v) => {
      const both = { you: 0, opponent: 0, ...this.state.match, [player]: v || 0 };
      this.state.match = v === null ? null : both;
    });
  }
}
