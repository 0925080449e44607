// A position that is being set up, as a file has it, and what is done to it. It knows nothing of elements.

import { PLACES, ask, faults, latest } from "bingo/ask";
import { set, state } from "bingo/state";
import { TILES, tilesOf } from "bingo/tiles";

/** Marks beside the place where a tile lies; places of one tile; the box, where tiles lie that have no place yet. */
const MARKS = ["you.shown", "opponent.shown"];
const ONE = ["led", "turned"];
export const BOX = "box";
const HAND = 7;
/** Reasons that only say that something has yet to be placed. */
const MISSING = /^(no|few|part)-/;

const checking = latest();

/** What there is; what is null is not said. */
const stated = (/** @type {any} */ values) => JSON.parse(JSON.stringify(values, (_, value) => value ?? undefined));

/** A position that a file has, to be changed; without one it is empty. @returns {any} */
export function begun({ expect: _expect, you, opponent, ...document } = /** @type {any} */ ({})) {
  const side = (part) => (part && typeof part === "object" ? part : {});
  return stated({ rules: "pagat", lead: "you", ...document, you: side(you), opponent: side(opponent) });
}

/** The position as a file has it: where tricks are known, their points and number are not said. */
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

export function lying(/** @type {string} */ place, document = now()) {
  const [player, key] = place.split(".");
  return tilesOf(key ? document[player][key] : document[player]);
}

/** A position in which these tiles lie in a place, and no others; a tile alone in a trick has an unknown one beside. */
function withTiles(document, /** @type {string} */ place, /** @type {string[]} */ tiles) {
  const [player, key] = place.split(".");
  if (!key) return { ...document, [player]: tiles.join(" ") || null };
  const pair = (tile, n) => (n % 2 ? [] : `${tile} ${tiles[n + 1] || "?"}`);
  const text = key === "won" ? tiles.flatMap(pair).join(", ") : tiles.join(" ");
  return { ...document, [player]: { ...document[player], [key]: text || null } };
}

/** A position without a tile, wherever it lay; marks are left. */
function taken(document, /** @type {string} */ tile) {
  const places = Object.keys(PLACES).filter((place) => !MARKS.includes(place) && lying(place, document).includes(tile));
  const without = (place) => lying(place, document).filter((other) => other !== tile);
  return places.reduce((rest, place) => withTiles(rest, place, without(place)), document);
}

/** Let the position be another one; that can be undone. */
export function change(document) {
  const before = JSON.stringify(now());
  const after = stated(document);
  if (JSON.stringify(after) === before) return;
  set(state.setup, { document: after, past: [...state.setup.past, before], future: [] });
  check();
}

/** Take back what was done last, or do it again. */
export function undo(/** @type {"past" | "future"} */ from = "past", /** @type {"past" | "future"} */ to = "future") {
  const { [from]: steps, [to]: others, document } = state.setup;
  if (!steps.length) return;
  const before = JSON.parse(steps.at(-1));
  set(state.setup, { document: before, [from]: steps.slice(0, -1), [to]: [...others, JSON.stringify(document)] });
  check();
}

export const redo = () => undo("future", "past");

export async function check() {
  const answer = await checking.ask({ ask: "write", position: filed(now()) });
  if (!answer) return;
  const { reasons = [], error, text } = answer;
  const wrong = reasons.filter(({ code = "" }) => !MISSING.test(code));
  const missing = reasons.filter((reason) => !wrong.includes(reason)).slice(0, 1);
  set(state.setup, {
    sound: Boolean(text), wrong: error ? [error] : faults({ reasons: wrong }), missing: faults({ reasons: missing }),
  });
}

/** Lay a tile somewhere, wherever it lay before; in the box if nowhere. After a full hand the turned tile is next. */
export function put(/** @type {string} */ tile, /** @type {string} */ place) {
  let after = MARKS.includes(place) ? now() : taken(now(), tile);
  if (place !== BOX) after = withTiles(after, place, ONE.includes(place) ? [tile] : [...lying(place, after), tile]);
  change(after);
  if (place === "you.hand" && lying(place).length === HAND && !lying("turned").length) state.setup.place = "turned";
  else if (place === "turned" && state.setup.place === place) state.setup.place = "you.won";
}

/** Put a tile where tiles go now; if it lies there, take it away. */
export function move(/** @type {string} */ tile) {
  const { place } = state.setup;
  if (!lying(place).includes(tile)) put(tile, place);
  else change(withTiles(now(), place, lying(place).filter((other) => other !== tile)));
}

/** What is typed lies where tiles go now, and nothing else does. */
export function type(/** @type {string} */ text) {
  const { place } = state.setup;
  const tiles = [...new Set(tilesOf(text))].slice(0, ONE.includes(place) ? 1 : undefined);
  const after = MARKS.includes(place) ? now() : tiles.reduce(taken, now());
  change(withTiles(after, place, tiles));
}

/** Seven tiles for you and one turned up, by chance; the opponent's stay hidden. */
export function random() {
  const tiles = TILES.map((tile) => [Math.random(), tile]).sort().map(([, tile]) => tile);
  const hand = tiles.slice(0, HAND).join(" ");
  change(begun({ rules: now().rules, turned: tiles[HAND], you: { hand } }));
}

/** The table as far as it is set up, before its position can occur. */
export function board() {
  const { trump, lead, closed = null, match, ...sides } = filed(now());
  const [[turned = null], [led = null], stock] = ["turned", "led", "stock"].map((place) => lying(place));
  const suit = trump ?? (turned && (turned.includes("0") ? "0" : turned[0]));
  const seat = (player) => {
    const { hand = "", won = "", forgotten = 0, points = null, declared = 0, shown = "", ...side } = sides[player];
    const tricks = side.tricks ?? Math.ceil(tilesOf(won).length / 2) + forgotten;
    const hidden = player === "opponent" && !hand ? tilesOf(sides.you.hand).length || HAND : 0;
    return { hand, hidden, points: points ?? (tricks ? null : 0), tricks, declared, shown };
  };
  const [you, opponent] = [seat("you"), seat("opponent")];
  const left = Math.max(13 - 2 * (you.tricks + opponent.tricks), 0);
  return {
    match, trump: suit, trumps: TILES.filter((tile) => tile.includes(suit)), points: {}, turned, stock,
    face_down: turned && !stock.length ? left : stock.length, closed, lead, led, you, opponent,
  };
}
