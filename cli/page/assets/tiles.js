// Tiles, moves and values: how they are read, said and drawn.

import { announce, h, once, svg } from "bingo/dom";

/** @type {import("./types").Player[]} */
export const PLAYERS = ["you", "opponent"];
/** Every tile, from high to low. */
export const TILES = Array.from({ length: 7 }, (_, a) => Array.from({ length: a + 1 }, (_, b) => `${a}-${b}`)).flat().reverse();

/** The tiles of a text: "6-4 5-5". */
export function tilesOf(text) {
  return text ? text.split(" ") : [];
}

/** A sentence, with what it is about in the place of the names in braces. */
export const filled = (sentence, about) => sentence.replace(/\{(\w+)\}/g, (_, name) => about[name]);

/** In an order by chance. */
export const shuffled = (tiles) => tiles.map((tile) => [Math.random(), tile]).sort().map(([, tile]) => tile);

/** A move as it is written, taken apart: "close, declare 6-6 5-5, lead 6-6", perhaps with a player before it. */
export function parseMove(text) {
  const move = { close: false, declare: /** @type {string[]} */ ([]), lead: null, play: null, claim: false };
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

/** Words as a sentence begins with them. */
export const capital = (words) => words && words[0].toUpperCase() + words.slice(1);

/** What an act is called that you do, and that the opponent does. */
const ACTS = { close: ["close the boneyard", "closes the boneyard"], declare: ["declare", "declares"], lead: ["lead", "leads"], play: ["play", "plays"], claim: ["claim", "claims"], wait: ["go on", "goes on"] };

/** A move in a sentence: "the opponent declares 2-2 0-0 and claims". */
export function done(player, move) {
  const mine = player === "you";
  const all = move.split(", ").map((part) => part.replace(/^\S+/, (verb) => ACTS[verb][mine ? 0 : 1]));
  return `${mine ? "you" : "the opponent"} ${[all.slice(0, -1).join(", "), all.at(-1)].filter(Boolean).join(" and ")}`;
}

/** "1 trick", "2 tricks". */
export function count(number, thing) {
  return `${grouped(number)} ${thing}${Math.abs(number) === 1 ? "" : "s"}`;
}

/** A number with so many decimals, rounded as Python does: where it lies between two, to the even one. */
export function fixed(value, decimals) {
  const between = Math.abs(value * 2 ** (decimals + 1)) % 2 === 1;
  return (between ? (2 * Math.round((value * 10 ** decimals) / 2)) / 10 ** decimals : value).toFixed(decimals);
}

/** "+2", "−1", "0"; a mean with two decimals. */
export function signed(value) {
  const digits = Number.isInteger(value) ? Math.abs(value).toString() : fixed(Math.abs(value), 2);
  return value > 0 ? `+${digits}` : value < 0 ? `−${digits}` : "0";
}

/** The same of a mean, always with two decimals. */
export function mean(value) {
  const digits = fixed(Math.abs(value), 2);
  return `${value < 0 && Number(digits) ? "−" : "+"}${digits}`;
}

/** "92.4%". */
export function share(part) {
  return `${fixed(100 * (part > 0 && part < 1 ? Math.min(Math.max(part, 0.001), 0.999) : part), 1)}%`;
}

/** The chance to win the match, in words. */
export function often(chance) {
  return { 0: "you lose the match", 1: "you win the match" }[chance] || `you win the match ${share(chance)} of the time`;
}

/** What a value is for you, in words. */
export function worth(value, unit) {
  const number = Number.isInteger(value) ? Math.abs(value) : fixed(Math.abs(value), 2);
  const things = `${number} ${unit}${number === 1 ? "" : "s"}`;
  return value > 0 ? `you win ${things}` : value < 0 ? `you lose ${things}` : `no ${unit}s for either`;
}

/** The class that colours a value by what it is for you. */
export function tone(value) {
  return value > 0 ? "plus" : value < 0 ? "minus" : "nought";
}

/** What moves are the better for: the chance to win the match, where that counts, else the value. */
export const rank = (row) => row.chance ?? row.value;

/**
 * For each of a player's moves the class that colours it, by what it loses or leaves you against that player's best, and
 * the same in words. `rows`: {value, chance, alike}; of those that are `alike` nothing can be told.
 */
export function losses(rows, mover = "you") {
  const best = Math[mover === "you" ? "max" : "min"](...rows.map(rank));
  return rows.map((row) => {
    const lost = rank(row) - best;
    if (Math.abs(lost) < 1e-9) return { tone: mover === "you" ? "plus" : "nought", words: "best" };
    if (row.alike) return { tone: "nought", words: "as good?" };
    const much = row.chance === undefined || row.chance === null ? (Number.isInteger(lost) ? Math.abs(lost) : fixed(Math.abs(lost), 2)) : share(Math.abs(lost));
    return { tone: tone(lost), words: `${lost < 0 ? "loses" : "gives you"} ${much}` };
  });
}

/**
 * What to show on the tiles of the mover: of each the best of the moves with it. `rows`: {move, value, chance, best, player};
 * `told(row)`: its text and label.
 */
export function valuesOf(rows, mover, told) {
  const sign = mover === "opponent" ? -1 : 1;
  const shades = losses(rows, mover);
  /** @type {Record<string, any>} */
  const found = {};
  for (const [n, row] of rows.entries()) {
    const tile = (row.player ?? mover) === mover && tileOf(row.move);
    if (!tile || (found[tile] && sign * rank(found[tile].row) >= sign * rank(row))) continue;
    const { text, label } = told(row);
    found[tile] = { row, text, label: `${label}${row.best ? ", best" : ""}`, tone: shades[n].tone, best: row.best };
  }
  return found;
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** The drawings that all tiles are made of; once in a page. */
export function sprite() {
  const dot = (place) => svg("circle", { cx: 9 + 11 * (place % 3), cy: 9 + 11 * Math.floor(place / 3), r: 3.7 });
  const halves = PIPS.map((places, n) => svg("symbol", { id: `pips-${n}`, viewBox: "0 0 40 40" }, places.map(dot)));
  return svg("svg", { width: 0, height: 0, class: "sprite", "aria-hidden": "true" }, halves);
}

/** The drawing of a tile; null is one seen from the back. */
export function picture(tile) {
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
 * `value`: {text, tone, best, label}; `onplay`: what to do when it is chosen, which makes it a button; `off`: why it
 * cannot be.
 */
export function drawTile(tile, board, /** @type {{value?: import("./types").Value | null, onplay?: ((event: any) => void) | null, key?: string | null, pressed?: string | null, off?: string}} */ { value = null, onplay = null, key = null, pressed = null, off = "" } = {}) {
  if (tile === null) return h("span", { class: "tile back", role: "img", "aria-label": "hidden tile" }, picture(null));
  const trump = tilesOf(board.trumps).includes(tile);
  const label = [described(tile, board), value && value.label, off].filter(Boolean).join("; ");
  const badge = value && value.text ? h("span", { class: `value ${value.tone || "nought"}` }, value.text) : null;
  const counts = h("span", { class: "counts", "aria-hidden": "true" }, board.points[tile]);
  const inside = [picture(tile), counts, badge];
  const kind = `tile${trump ? " trump" : ""}${value && value.best ? " chosen" : ""}${off ? " off" : ""}`;
  const attributes = { class: kind, "aria-label": label, "data-tile": tile, title: off || null };
  if (onplay) return h("button", { ...attributes, type: "button", "aria-pressed": pressed, "data-key": key || tile, onclick: once(onplay) }, inside);
  return h("span", { ...attributes, role: "img", onclick: off ? (event) => refuse(event.currentTarget, off) : null }, inside);
}

/** Say why a tile cannot be chosen, on the table where it lies. */
function refuse(element, words) {
  element.closest(".board").querySelector(".turn").textContent = `${words}.`;
  announce(words);
}
