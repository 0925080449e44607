// Tiles and moves: how they are read and drawn.

import { h, once, svg } from "bingo/dom";

/** @type {import("./types").Player[]} */
export const PLAYERS = ["you", "opponent"];
/** Every tile, from high to low. */
export const TILES = Array.from({ length: 7 }, (_, a) => Array.from({ length: a + 1 }, (_, b) => `${a}-${b}`))
  .flat()
  .reverse();

export const other = (/** @type {string} */ player) => (player === "you" ? "opponent" : "you");

/** The tiles of a text: "6-4 5-5". */
export const tilesOf = (/** @type {any} */ text) => /** @type {string[]} */ (text ? `${text}`.split(/[ ,]+/) : []);

/** In an order by chance. @template T @param {T[]} things @returns {T[]} */
export const shuffled = (things) =>
  things
    .map((thing) => ({ thing, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ thing }) => thing);

/** A move as it is written, taken apart: "close, declare 6-6 5-5, lead 6-6", perhaps with a player before it. */
export function parseMove(/** @type {string} */ text) {
  /** @type {import("./types").Move} */
  const move = { close: false, declare: [], lead: null, play: null, claim: false, wait: false };
  for (const part of text.replace(/^(you|opponent) /, "").split(", ")) {
    const [word, ...rest] = part.split(" ");
    if (word === "declare") move.declare = rest;
    else if (word === "lead" || word === "play") move[word] = rest[0];
    else if (word === "close" || word === "claim" || word === "wait") move[word] = true;
  }
  return move;
}

/** The tile that a move leads or plays, if any. */
export function tileOf(/** @type {string} */ text) {
  const move = parseMove(text);
  return move.lead || move.play;
}

/** "1 trick", "2 tricks". */
export const count = (/** @type {number} */ number, /** @type {string} */ thing) =>
  `${number} ${thing}${number === 1 ? "" : "s"}`;

/** A whole number of game points with its sign. */
export const signed = (/** @type {number} */ value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** What a number of game points is for you. */
export const tone = (/** @type {number} */ value) => (value > 0 ? "plus" : value < 0 ? "minus" : "nought");

/** The same of a row of moves; a chance is neither good nor bad. */
export const toneOf = (/** @type {import("./types").Row} */ row) => (row.chance ? "nought" : tone(row.value));

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** The drawings that all tiles are made of; once in a page. */
export function sprite() {
  const dot = (place) => svg("circle", { cx: 14 + 16 * (place % 3), cy: 14 + 16 * Math.floor(place / 3), r: 4.8 });
  const halves = PIPS.map((places, n) => svg("g", { id: `pips-${n}`, class: "p" }, places.map(dot)));
  return svg("svg", { width: 0, height: 0, class: "sprite", "aria-hidden": "true" }, svg("defs", {}, halves));
}

/** The drawing of a tile, standing or lying; null is one seen from the back. */
export function picture(/** @type {string | null} */ tile, lying = false) {
  const face = svg("rect", { x: 1.5, y: 1.5, width: 57, height: 117, rx: 9, class: "f" });
  const [high, low] = (tile || "").split("-");
  const pips = (half, y) => svg("use", { href: `#pips-${half}`, y });
  const marks = tile
    ? [svg("path", { d: "M10 60h40", class: "l" }), pips(high, 2), pips(low, 58)]
    : svg("path", { d: "M12 14h36v92H12z", class: "k" });
  const turned = lying ? svg("g", { transform: "translate(0 60) rotate(-90)" }, face, marks) : [face, marks];
  return svg("svg",
    { viewBox: lying ? "0 0 120 60" : "0 0 60 120", "aria-hidden": "true", focusable: "false" }, turned,
  );
}

/** A small tile that lies. */
export function flat(/** @type {string} */ tile, board, width = 17) {
  const trump = board && tilesOf(board.trumps).includes(tile);
  return h(
    "span", { class: `flat${trump ? " trump" : ""}`, style: `--w:${width}px`, role: "img", "aria-label": tile },
    picture(tile, true),
  );
}

/** Tiles that lie in a row, which may break. */
export const flats = (/** @type {string[]} */ tiles, board, width = 20) =>
  h("span", { class: "minis" }, tiles.map((tile) => flat(tile, board, width)));

/** What a tile is, in words: "6-4, trump, counts 10 card points". */
function described(tile, board) {
  const trump = tilesOf(board.trumps).includes(tile) ? ", trump" : "";
  return `${tile}${trump}${board.points[tile] ? `, counts ${count(board.points[tile], "card point")}` : ""}`;
}

/**
 * A tile: a picture with what it counts, what stands on it, and its value if it has one. With `onplay` it is a button.
 * @param {string | null} tile
 * @param {import("./types").Moment} board
 * @param {any} on
 */
export function drawTile(tile, board, on = {}) {
  if (tile === null)
    return h(
      "span", { class: "tile back", role: "img", "aria-label": "hidden tile" }, picture(null),
      h("span", { class: "n" }),
    );
  const { value, onplay, tag, lifted, off, mark, pressed = null } = on;
  const label = [described(tile, board), tag, value?.label, off].filter(Boolean).join("; ");
  const trump = tilesOf(board.trumps).includes(tile);
  const kind = ["tile", trump && "trump", (lifted || value?.best) && "up", off && "off"].filter(Boolean).join(" ");
  const inside = [
    tag ? h("span", { class: "tag", "aria-hidden": "true" }, tag) : null, picture(tile),
    h("span", { class: "n", "aria-hidden": "true" }, board.points[tile]),
    value?.text
      ? h("span", { class: `v ${value.best ? "bst" : value.tone}`, "aria-hidden": "true" }, value.text)
      : null,
    mark ? h("span", { class: "x" }, mark) : null,
  ];
  const attributes = { class: kind, "aria-label": label, "data-tile": tile, title: off || null };
  if (!onplay) return h("span", { ...attributes, role: "img" }, inside);
  return h("button", { ...attributes, type: "button", "aria-pressed": pressed, onclick: once(onplay) }, inside);
}
