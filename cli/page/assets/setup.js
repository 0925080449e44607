// A position that is being set up, as a file has it, and what is done to it. It knows nothing of elements.

import { set, state } from "bingo/state";
import { TILES, other, shuffled, tilesOf } from "bingo/tiles";

/** Where a tile may lie. @type {Record<string, string>} */
export const PLACES = {
  "you.hand": "Your hand", turned: "Turned up", "opponent.hand": "Opponent's hand", led: "Tile led",
  "you.won": "Your tricks", "opponent.won": "Opponent's tricks", played: "Played, whoever took it",
  stock: "Stock, in drawing order", "you.shown": "Shown by you", "opponent.shown": "Shown by opponent",
};
/** Marks beside the place where a tile lies; places of one tile; the box, where tiles lie that have no place yet. */
const MARKS = ["you.shown", "opponent.shown"];
const ONE = ["led", "turned"];
export const BOX = "box";
const HAND = 7;

/** Without what is not said. */
export const stated = (/** @type {object} */ values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** Tricks as a file has them; of a tile that is alone, the other is not known. */
const pairs = (tiles) =>
  tiles
    .map((tile, n) => (n % 2 ? "" : [tile, tiles[n + 1] || "?"].join(" ")))
    .filter(Boolean)
    .join(", ");

const SIDE = { hand: null, won: null, points: null, tricks: null, declared: null, shown: null };
const EMPTY = {
  name: null, rules: "pagat", trump: null, lead: "you", closed: null, match: null, led: null, turned: null,
  stock: null, played: null,
};

/** Tiles as a file may have them, as a text: lists, "64" and "6|4" too; of what is none, nothing. */
function tiles(/** @type {any} */ value) {
  const text = Array.isArray(value) ? value.join(" ") : `${value ?? ""}`;
  const tile = (_, /** @type {string} */ a, /** @type {string} */ b) => (a > b ? `${a}-${b}` : `${b}-${a}`);
  return text.replace(/\[?([0-6])[-|]?([0-6])\]?/g, tile) || null;
}

const texts = (/** @type {any} */ part, /** @type {string[]} */ keys) =>
  Object.fromEntries(keys.map((key) => [key, tiles(part?.[key])]));

/** A position that a file has, to be changed; without one it is empty. @returns {any} */
export function begun({ expect: _expect, ...document } = /** @type {any} */ ({})) {
  const side = (/** @type {any} */ given) => {
    const part = typeof given === "object" ? given : {};
    return { ...SIDE, ...part, ...texts(part, ["hand", "won", "shown"]) };
  };
  const table = texts(document, ["led", "turned", "stock", "played"]);
  const sides = { you: side(document.you), opponent: side(document.opponent) };
  return { ...EMPTY, ...stated(document), ...table, ...sides };
}

/** The position as a file has it. */
export function filed(now) {
  const side = ({ points, tricks, ...rest }) => stated(rest.won ? rest : { ...rest, points, tricks });
  return stated({ ...now, you: side(now.you), opponent: side(now.opponent) });
}

/** Rules as one types them: a preset, or one with changes ("pagat, must_beat=false"). */
export function rulesText(rules) {
  if (typeof rules === "string") return rules;
  const { preset = "pagat", ...changes } = rules;
  return [preset, ...Object.entries(changes).map(([key, value]) => `${key}=${value}`)].join(", ");
}

// --- what is done -------------------------------------------------------------------------------------

const now = () => (state.setup.document ||= begun());
export const isEmpty = () => JSON.stringify(now()) === JSON.stringify(begun());

/** The tiles that lie in a place. @returns {string[]} */
export function lying(/** @type {string} */ place) {
  const [player, key] = place.split(".");
  const text = key ? now()[player][key] : now()[player];
  return tilesOf(text).filter((tile) => tile !== "?");
}

/** Let these tiles lie in a place, and no others. */
function lay(document, place, tiles) {
  const [player, key] = place.split(".");
  const text = (key === "won" ? pairs(tiles) : tiles.join(" ")) || null;
  if (key) document[player][key] = text;
  else document[player] = text;
}

/** Change the position by hand; that can be undone. */
export function change(/** @type {(document: any) => void} */ act) {
  const { past, document } = state.setup;
  const before = JSON.stringify(document || begun());
  const after = JSON.parse(before);
  act(after);
  if (JSON.stringify(after) === before) return;
  set(state.setup, { document: after, past: [...past, before], future: [] });
  state.setup.onchange?.();
}

/** Take back what was done, or do it again. */
export function undo(/** @type {"past" | "future"} */ from = "past", /** @type {"past" | "future"} */ to = "future") {
  const { [from]: steps, [to]: others, document } = state.setup;
  if (!steps.length) return;
  set(state.setup, {
    document: JSON.parse(steps.at(-1)), [from]: steps.slice(0, -1), [to]: [...others, JSON.stringify(document)],
  });
  state.setup.onchange?.();
}

/** Take a tile from wherever it lies. */
function leave(document, tile) {
  for (const place of Object.keys(PLACES)) {
    if (!MARKS.includes(place) && lying(place).includes(tile))
      lay(document, place, lying(place).filter((other) => other !== tile));
  }
}

/** Lay a tile somewhere, wherever it lay before; in the box if nowhere. After a full hand the turned tile is next. */
export function put(/** @type {string} */ tile, /** @type {string} */ place) {
  if (place !== BOX && lying(place).includes(tile)) return;
  change((document) => {
    if (!MARKS.includes(place)) leave(document, tile);
    if (place !== BOX) lay(document, place, ONE.includes(place) ? [tile] : [...lying(place), tile]);
  });
  if (place === "you.hand" && lying(place).length === HAND && !lying("turned").length) state.setup.place = "turned";
  else if (place === "turned" && state.setup.place === place) state.setup.place = "you.won";
}

/** Put a tile where tiles go now; if it lies there, take it away. */
export function move(/** @type {string} */ tile) {
  const { place } = state.setup;
  if (!lying(place).includes(tile)) return put(tile, place);
  change((document) =>
    lay(document, place, lying(place).filter((other) => other !== tile)),
  );
}

/** What is typed lies where tiles go now, and nothing else does. */
export function type(/** @type {string} */ text) {
  const { place } = state.setup;
  const tiles = [...text.matchAll(/([0-6])[-|]?([0-6])/g)].map(([, a, b]) => (a > b ? `${a}-${b}` : `${b}-${a}`));
  const wanted = [...new Set(tiles)].slice(0, ONE.includes(place) ? 1 : undefined);
  change((document) => {
    if (!MARKS.includes(place)) wanted.forEach((tile) => leave(document, tile));
    lay(document, place, wanted);
  });
}

/** Seven tiles for you and one turned up, by chance; the opponent's stay hidden. */
export function random() {
  const tiles = shuffled(TILES);
  change((document) => {
    Object.assign(document, begun({ rules: document.rules }));
    lay(document, "you.hand", tiles.slice(0, HAND));
    lay(document, "turned", tiles.slice(HAND, HAND + 1));
  });
}

/** Change seats: the opponent becomes you. */
export function swap() {
  change((document) => {
    const swapped = (both) => both && { ...both, you: both.opponent, opponent: both.you };
    const { you, opponent, lead, closed, match, carried } = document;
    const seats = { you: opponent, opponent: you, lead: other(lead), match: swapped(match), carried: swapped(carried) };
    Object.assign(document, seats, { closed: closed && { ...closed, by: other(closed.by) } });
  });
}

/** The table as far as it is laid, before its position can occur. @returns {import("./types").Board} */
export function board() {
  const { trump, lead, closed, match } = now();
  const sides = filed(now());
  const [[turned = null], [led = null], stock] = ["turned", "led", "stock"].map(lying);
  const suit = trump ?? (turned ? Number(turned[0] === "0" ? 0 : turned[2] === "0" ? 0 : turned[0]) : null);
  const rank = (tile) => (suit !== null && tile.includes(String(suit)) ? 2 : tile === "0-0" ? 1 : 0);
  const order = (text) =>
    tilesOf(text)
      .sort((a, b) => rank(b) - rank(a) || (a < b ? 1 : -1))
      .join(" ");
  const seat = (player) => {
    const { hand = "", won = "", forgotten = 0, points = null, declared = 0, shown = "", ...side } = sides[player];
    const tricks = side.tricks ?? Math.ceil(tilesOf(won).length / 2) + forgotten;
    const hidden = player === "opponent" && !hand ? tilesOf(sides.you.hand).length || HAND : 0;
    return { hand: order(hand), hidden, points: points ?? (tricks ? null : 0), tricks, declared, shown };
  };
  const [you, opponent] = [seat("you"), seat("opponent")];
  const left = Math.max(13 - 2 * (you.tricks + opponent.tricks), 0);
  const trumps = suit === null ? "" : TILES.filter((tile) => tile.includes(String(suit))).join(" ");
  const face_down = turned && !stock.length ? left : stock.length;
  const besides = { rules: "", unit: "", remarks: match ? [{ code: "match", ...match }] : [] };
  return {
    ...besides, trump: suit, trumps, points: {}, turned, stock: stock.join(" "), face_down, closed, lead, led, you,
    opponent,
  };
}
