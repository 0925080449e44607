// Tiles and moves: how they are read and drawn.

import { h } from "bingo/dom";

export const PLAYERS = ["you", "opponent"];
export const TILES = Array.from({ length: 7 }, (_, a) => Array.from({ length: a + 1 }, (_, b) => `${a}-${b}`))
  .flat()
  .reverse();

export const other = (/** @type {string} */ player) => (player === "you" ? "opponent" : "you");

/** The tiles of a text or a list: "6-4 5-5", "64", "6|4"; of tricks those that are known. */
export const tilesOf = (/** @type {any} */ text) =>
  [...`${text}`.matchAll(/([0-6])[-|]?([0-6])/g)].map(([, a, b]) => (a > b ? `${a}-${b}` : `${b}-${a}`));

/** A move as it is written, taken apart: "close, declare 6-6 5-5, lead 6-6", perhaps with a player before it. */
export function parseMove(/** @type {string} */ text) {
  const after = (/** @type {RegExp} */ word) => text.match(word)?.[1] ?? null;
  return {
    close: /\bclose\b/.test(text), declare: tilesOf(after(/declare ([^,]+)/)), lead: after(/lead (\S+)/),
    play: after(/play (\S+)/), act: after(/\b(claim|wait)\b/),
  };
}

export const composeMove = (close, /** @type {string[]} */ declare, /** @type {string} */ last) =>
  [close && "close", declare.length && `declare ${declare.join(" ")}`, last].filter(Boolean).join(", ");

export function tileOf(/** @type {string} */ text) {
  const move = parseMove(text);
  return move.lead || move.play;
}

export const count = (/** @type {number} */ number, /** @type {string} */ thing) =>
  `${number} ${thing}${number === 1 ? "" : "s"}`;

/** A whole number of game points with its sign. */
export const signed = (/** @type {number} */ value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** What a number of game points is for you. */
export const tone = (/** @type {number} */ value) => (value > 0 ? "plus" : value < 0 ? "minus" : "nought");

/** The same of a row of moves; a chance is neither good nor bad. */
export const toneOf = (row) => (row.chance ? "nought" : tone(row.value));

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** The drawings that all tiles are made of; once in a page. */
export function sprite() {
  const dot = (place) => h("circle", { cx: 14 + 16 * (place % 3), cy: 14 + 16 * Math.floor(place / 3), r: 4.8 });
  const halves = PIPS.map((places, n) => h("g.p", { id: `pips-${n}` }, places.map(dot)));
  return h("svg.sprite", { width: 0, height: 0, "aria-hidden": "true" }, h("defs", halves));
}

/** The drawing of a tile, standing or lying; null is one seen from the back. */
export function picture(/** @type {string | null} */ tile, lying = false) {
  const pips = (half, y) => h("use", { href: `#pips-${half}`, y });
  const [high, low] = (tile || "").split("-");
  const drawn = [
    h("rect.f", { x: 1.5, y: 1.5, width: 57, height: 117, rx: 9 }),
    tile && [h("path.l", { d: "M10 60h40" }), pips(high, 2), pips(low, 58)],
  ];
  return h("svg",
    { viewBox: lying ? "0 0 120 60" : "0 0 60 120", "aria-hidden": "true", focusable: "false" },
    lying ? h("g", { transform: "translate(0 60) rotate(-90)" }, drawn) : drawn,
  );
}

const isTrump = (tile, board) => tilesOf(board?.trumps).includes(tile);

export const flat = (/** @type {string} */ tile, board, width = 17) =>
  h("span.flat",
    { class: isTrump(tile, board) && "trump", style: `--w:${width}px`, role: "img", "aria-label": tile },
    picture(tile, true),
  );

export const flats = (/** @type {string[]} */ tiles, board, width = 20) =>
  h("span.minis", tiles.map((tile) => flat(tile, board, width)));

/** A tile, a button with `onplay`: the second click of a double one does nothing, as something else lies there then. */
export function drawTile(/** @type {string | null} */ tile, board, /** @type {any} */ on = {}) {
  if (tile === null)
    return h("span.tile.back", { role: "img", "aria-label": "hidden tile" }, picture(null), h("span.n"));
  const { value, onplay, tag = "", off } = on;
  const trump = isTrump(tile, board);
  const points = board.points[tile];
  const words = [`${tile}${trump ? ", trump" : ""}${points ? `, counts ${count(points, "card point")}` : ""}`];
  const attributes = {
    class: [trump && "trump", (value?.best || /lead|play/.test(tag)) && "up", off && "off"].filter(Boolean).join(" "),
    "aria-label": [...words, tag, value?.label, off].filter(Boolean).join("; "), "data-tile": tile,
    title: off || null,
    ...(onplay ? { onclick: (event) => event.detail > 1 || onplay() } : { role: "img" }),
  };
  const seen = (/** @type {string} */ name, inside) => h(name, { "aria-hidden": "true" }, inside);
  return h(onplay ? "button.tile" : "span.tile", attributes,
    tag && seen(`span.tag${tag.startsWith("✗") ? ".x" : ""}`, tag), picture(tile), seen("span.n", points),
    value?.text && seen(`span.v.${value.best ? "bst" : value.tone}`, value.text),
  );
}
