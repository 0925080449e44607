// A position that is being set up, as a file has it, and what is done to it. It knows nothing of elements.

import { latest } from "bingo/ask";
import { set, state } from "bingo/state";
import { TILES, other, tilesOf } from "bingo/tiles";

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

const checking = latest();

/** What there is; what is null is not said. */
const stated = (/** @type {any} */ values) => JSON.parse(JSON.stringify(values, (_, value) => value ?? undefined));

const named = (/** @type {string} */ a, /** @type {string} */ b) => (a > b ? `${a}-${b}` : `${b}-${a}`);

/** The same with tiles as texts, of which files may have lists, "64" and "6|4" too. */
function withTexts(part, /** @type {string[]} */ keys) {
  const text = (value) =>
    [value].flat().join(" ").replace(/\[?([0-6])[-|]?([0-6])\]?/g, (_, a, b) => named(a, b)) || null;
  return { ...part, ...Object.fromEntries(keys.map((key) => [key, text(part[key])])) };
}

/** A position that a file has, to be changed; without one it is empty. @returns {any} */
export function begun({ expect: _expect, ...document } = /** @type {any} */ ({})) {
  const side = (part) => withTexts(part && typeof part === "object" ? part : {}, ["hand", "won", "shown"]);
  const sides = { you: side(document.you), opponent: side(document.opponent) };
  const table = withTexts(document, ["led", "turned", "stock", "played"]);
  return { rules: "pagat", lead: "you", ...stated({ ...table, ...sides }) };
}

/** The position as a file has it. */
export function filed({ you, opponent, ...now }) {
  const side = ({ points, tricks, ...part }) => (part.won ? part : { ...part, points, tricks });
  return stated({ ...now, you: side(you), opponent: side(opponent) });
}

/** Rules as one types them: a preset, or one with changes ("pagat, must_beat=false"). */
export function rulesText(rules) {
  if (typeof rules === "string") return rules;
  const { preset = "pagat", ...changes } = rules;
  return [preset, ...Object.entries(changes).map(([key, value]) => `${key}=${value}`)].join(", ");
}

// --- what is done -------------------------------------------------------------------------------------

export const now = () => (state.setup.document ||= begun());
export const isEmpty = () => JSON.stringify(now()) === JSON.stringify(begun());

/** The tiles that lie in a place. */
export function lying(/** @type {string} */ place) {
  const [player, key] = place.split(".");
  return tilesOf(key ? now()[player][key] : now()[player]).filter((tile) => tile !== "?");
}

/** Let these tiles lie in a place, and no others; of a tile that is alone in a trick, the other is not known. */
function lay(document, /** @type {string} */ place, /** @type {string[]} */ tiles) {
  const [player, key = player] = place.split(".");
  const pair = (tile, n) => (n % 2 ? [] : `${tile} ${tiles[n + 1] || "?"}`);
  const text = key === "won" ? tiles.flatMap(pair).join(", ") : tiles.join(" ");
  (key === player ? document : document[player])[key] = text || null;
}

/** Change the position by hand; that can be undone. */
export function change(/** @type {(document: any) => void} */ act) {
  const before = JSON.stringify(now());
  const after = JSON.parse(before);
  act(after);
  replace(after, before);
}

/** Let the position be another one. */
export function replace(document, before = JSON.stringify(now())) {
  const after = stated(document);
  if (JSON.stringify(after) === before) return;
  set(state.setup, { document: after, past: [...state.setup.past, before], future: [] });
  check();
}

/** Take back what was done, or do it again. */
export function undo(/** @type {"past" | "future"} */ from = "past", /** @type {"past" | "future"} */ to = "future") {
  const { [from]: steps, [to]: others, document } = state.setup;
  if (!steps.length) return;
  set(state.setup, {
    document: JSON.parse(steps.at(-1)), [from]: steps.slice(0, -1), [to]: [...others, JSON.stringify(document)],
  });
  check();
}

/** Ask what is wrong with the position, or has yet to come. */
export async function check() {
  const answer = await checking.ask({ ask: "write", position: filed(now()) });
  if (!answer) return;
  const reasons = answer.reasons || (answer.error ? [{ field: "", found: answer.error }] : []);
  set(state.setup, { reasons, sound: Boolean(answer.text) });
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
  if (!lying(place).includes(tile)) put(tile, place);
  else change((document) => lay(document, place, lying(place).filter((other) => other !== tile)));
}

/** What is typed lies where tiles go now, and nothing else does. */
export function type(/** @type {string} */ text) {
  const { place } = state.setup;
  const tiles = [...text.matchAll(/([0-6])[-|]?([0-6])/g)].map(([, a, b]) => named(a, b));
  const wanted = [...new Set(tiles)].slice(0, ONE.includes(place) ? 1 : undefined);
  change((document) => {
    if (!MARKS.includes(place)) wanted.forEach((tile) => leave(document, tile));
    lay(document, place, wanted);
  });
}

/** Seven tiles for you and one turned up, by chance; the opponent's stay hidden. */
export function random() {
  const tiles = TILES.map((tile) => [Math.random(), tile]).sort().map(([, tile]) => tile);
  const hand = tiles.slice(0, HAND).join(" ");
  replace(begun({ rules: now().rules, turned: tiles[HAND], you: { hand } }));
}

/** Change seats: the opponent becomes you. */
export function swap() {
  const { you, opponent, lead, closed, match, carried, ...rest } = now();
  const swapped = (both) => both && { ...both, you: both.opponent, opponent: both.you };
  replace({
    ...rest, you: opponent, opponent: you, lead: other(lead), match: swapped(match), carried: swapped(carried),
    closed: closed && { ...closed, by: other(closed.by) },
  });
}

/** The table as far as it is laid, before its position can occur. @returns {import("./types").Board} */
export function board() {
  const { trump, lead, closed = null, match, ...sides } = filed(now());
  const [[turned = null], [led = null], stock] = ["turned", "led", "stock"].map(lying);
  const suit = trump ?? (turned ? Number(turned.includes("0") ? 0 : turned[0]) : null);
  const trumps = suit === null ? [] : TILES.filter((tile) => tile.includes(String(suit)));
  const rank = (tile) => (trumps.includes(tile) ? 2 : tile === "0-0" ? 1 : 0);
  const order = (a, b) => rank(b) - rank(a) || (a < b ? 1 : -1);
  const seat = (player) => {
    const { hand = "", won = "", forgotten = 0, points = null, declared = 0, shown = "", ...side } = sides[player];
    const tricks = side.tricks ?? Math.ceil(tilesOf(won).length / 2) + forgotten;
    const hidden = player === "opponent" && !hand ? tilesOf(sides.you.hand).length || HAND : 0;
    const held = tilesOf(hand).sort(order).join(" ");
    return { hand: held, hidden, points: points ?? (tricks ? null : 0), tricks, declared, shown };
  };
  const [you, opponent] = [seat("you"), seat("opponent")];
  const left = Math.max(13 - 2 * (you.tricks + opponent.tricks), 0);
  return {
    rules: "", unit: "", match, trump: suit, trumps: trumps.join(" "),
    points: {}, turned, stock: stock.join(" "), face_down: turned && !stock.length ? left : stock.length, closed, lead,
    led, you, opponent,
  };
}
