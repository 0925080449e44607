// Tiles, moves and values: how they are read, said and drawn.

import { h, once, svg } from "bingo/dom";

export const PLAYERS = ["you", "opponent"];

/** The tiles of a text: "6-4 5-5". */
export function tilesOf(text) {
  return text ? text.split(" ") : [];
}

/** A move as it is written, taken apart: "close, declare 6-6 5-5, lead 6-6", perhaps with a player before it. */
export function parseMove(text) {
  const move = { close: false, declare: [], lead: null, play: null, claim: false };
  for (const part of text.replace(/^(you|opponent) /, "").split(", ")) {
    const [word, ...rest] = part.split(" ");
    if (word === "declare") move.declare = rest;
    else if (word === "lead" || word === "play") move[word] = rest[0];
    else if (word in move) move[word] = true;
  }
  return move;
}

/** The tile that a move leads or plays, if any. */
export function tileOf(text) {
  const move = parseMove(text);
  return move.lead || move.play;
}

/** A whole number as "3,432": the browser's own way takes 30 ms when it is first used. */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 trick", "2 tricks". */
export function count(number, thing) {
  return `${grouped(number)} ${thing}${Math.abs(number) === 1 ? "" : "s"}`;
}

/** "+2", "−1", "0"; a mean with two decimals. */
export function signed(value) {
  const digits = Number.isInteger(value) ? Math.abs(value).toString() : Math.abs(value).toFixed(2);
  return value > 0 ? `+${digits}` : value < 0 ? `−${digits}` : "0";
}

/** The same of a mean, always with two decimals. */
export function mean(value) {
  const digits = Math.abs(value).toFixed(2);
  return `${value < 0 && Number(digits) ? "−" : "+"}${digits}`;
}

/** "92.4%". */
export function share(part) {
  return `${(100 * (part > 0 && part < 1 ? Math.min(Math.max(part, 0.001), 0.999) : part)).toFixed(1)}%`;
}

/** What a value is for you, in words. */
export function worth(value, unit) {
  const number = Number.isInteger(value) ? Math.abs(value) : Math.abs(value).toFixed(2);
  const things = `${number} ${unit}${number === 1 ? "" : "s"}`;
  return value > 0 ? `you win ${things}` : value < 0 ? `you lose ${things}` : `no ${unit}s for either`;
}

/** The class that colours a value. */
export function tone(value) {
  return value > 0 ? "plus" : value < 0 ? "minus" : "nought";
}

/**
 * The class that colours each of a player's moves: its value by what it is for you; the chance to win a match by what it
 * loses or leaves you against the player's best move. `rows`: {value, chance}.
 */
export function tones(rows, mover = "you") {
  const best = Math[mover === "you" ? "max" : "min"](...rows.map((row) => row.chance ?? 0));
  const against = (chance) => (Math.abs(chance - best) > 1e-9 ? tone(chance - best) : mover === "you" ? "plus" : "nought");
  return rows.map(({ value, chance }) => (typeof chance === "number" ? against(chance) : tone(value)));
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** The drawings that all tiles are made of; once in a page. */
export function sprite() {
  const dot = (place) => svg("circle", { cx: 9 + 11 * (place % 3), cy: 9 + 11 * Math.floor(place / 3), r: 3.7 });
  const halves = PIPS.map((places, n) => svg("symbol", { id: `pips-${n}`, viewBox: "0 0 40 40" }, places.map(dot)));
  return svg("svg", { width: 0, height: 0, class: "sprite", "aria-hidden": "true" }, halves);
}

/** The drawing of a tile; null is one seen from the back. */
function picture(tile) {
  const body = svg("rect", { x: 1, y: 1, width: 42, height: 82, rx: 6, class: tile ? "face" : "back" });
  const parts = [body];
  if (tile) {
    const [high, low] = tile.split("-");
    parts.push(svg("line", { x1: 7, y1: 42, x2: 37, y2: 42, class: "bar" }));
    parts.push(svg("use", { href: `#pips-${high}`, x: 2, y: 2, width: 40, height: 40 }));
    parts.push(svg("use", { href: `#pips-${low}`, x: 2, y: 42, width: 40, height: 40 }));
  }
  return svg("svg", { viewBox: "0 0 44 84", class: "picture", "aria-hidden": "true", focusable: "false" }, parts);
}

/** What a tile is, in words: "6-4, trump, counts 10 card points". */
export function described(tile, board) {
  const parts = [tile];
  if (tilesOf(board.trumps).includes(tile)) parts.push("trump");
  if (board.points[tile]) parts.push(`counts ${count(board.points[tile], "card point")}`);
  return parts.join(", ");
}

/**
 * A tile: a picture with what it counts, and its value where it has one.
 * `value`: {text, tone, best, label}; `onplay`: what to do when it is chosen, which makes it a button.
 */
export function drawTile(tile, board, { value = null, onplay = null, key = null, pressed = null } = {}) {
  if (tile === null) return h("span", { class: "tile", role: "img", "aria-label": "hidden tile" }, picture(null), foot());
  const trump = tilesOf(board.trumps).includes(tile);
  const counts = board.points[tile] ? String(board.points[tile]) : "";
  const label = [described(tile, board), value && value.label].filter(Boolean).join("; ");
  const badge = value && h("span", { class: `value ${value.tone || "nought"}${value.best ? " best" : ""}` }, value.text);
  const inside = [picture(tile), foot(`${trump ? "T " : ""}${counts}`.trim(), badge)];
  const kind = `tile${trump ? " trump" : ""}${value && value.best ? " chosen" : ""}`;
  if (!onplay) return h("span", { class: kind, role: "img", "aria-label": label }, inside);
  const attributes = { type: "button", class: kind, "aria-label": label, "aria-pressed": pressed, "data-key": key || tile };
  return h("button", { ...attributes, onclick: once(onplay) }, inside);
}

function foot(counts = "", badge = null) {
  return [h("span", { class: "counts", "aria-hidden": "true" }, counts || "\u00a0"), badge];
}
