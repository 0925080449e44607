// Tiles, and the felt, drawn from a moment: both racks, the trick, the boneyard, what each has won. Nothing moves.

import { h, nowrap } from "bingo/dom";
import { other, tileOf, toneOf } from "bingo/moment";
import { state } from "bingo/state";

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** The drawings that all tiles are made of; once in a page. */
export function sprite() {
  const dot = (place) => h("circle", { cx: 14 + 16 * (place % 3), cy: 14 + 16 * Math.floor(place / 3), r: 4.8 });
  const halves = PIPS.map((places, n) => h("g.p", { id: `pips-${n}` }, places.map(dot)));
  return h("svg.sprite", { width: 0, height: 0, "aria-hidden": "true" }, h("defs", halves));
}

/** The drawing of a tile, standing or tilesAt; null is one seen from the back. */
export function picture(/** @type {string | null} */ tile, tilesAt = false) {
  const pips = (half, y) => h("use", { href: `#pips-${half}`, y });
  const [high, low] = (tile || "").split("-");
  const drawn = [
    h("rect.f", { x: 1.5, y: 1.5, width: 57, height: 117, rx: 9 }),
    tile && [h("path.l", { d: "M10 60h40" }), pips(high, 2), pips(low, 58)],
  ];
  return h("svg",
    { viewBox: tilesAt ? "0 0 120 60" : "0 0 60 120", "aria-hidden": "true", focusable: "false" },
    tilesAt ? h("g", { transform: "translate(0 60) rotate(-90)" }, drawn) : drawn,
  );
}

export const flat = (/** @type {string} */ tile, board, width = 17) =>
  h("span.flat",
    { class: board?.trumps.includes(tile) && "trump", style: `--w:${width}px`, role: "img", "aria-label": tile },
    picture(tile, true),
  );

export const flats = (/** @type {string[]} */ tiles, board, width = 20) =>
  h("span.minis", tiles.map((tile) => flat(tile, board, width)));

/** A tile, a button with `onplay`: the second click of a double one does nothing, as something else lies there then. */
export function drawTile(/** @type {string | null} */ tile, board, /** @type {any} */ on = {}) {
  if (tile === null)
    return h("span.tile.back", { role: "img", "aria-label": "hidden tile" }, picture(null), h("span.n"));
  const { value, onplay, tag = "", off } = on;
  const trump = board.trumps.includes(tile);
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

const count = (/** @type {number} */ number, /** @type {string} */ thing) =>
  `${number} ${thing}${number === 1 ? "" : "s"}`;

// --- the felt -----------------------------------------------------------------------------------------

export function drawTable(moment, /** @type {any} */ view) {
  if (state.racks.of !== view.name) state.racks = { of: view.name, you: [], opponent: [] };
  const upper = view.flipped ? "you" : "opponent";
  return h("div.in",
    { class: view.strips ? "stripped" : view.pool && "laying", "data-key": `table ${!view.pool}` },
    seat(moment, upper, view, "upper"), rack(moment, upper, view), view.over || middle(moment, view),
    view.strips && h("div.strips", { role: "region", "aria-label": "Advice" }, view.strips),
    view.say && h("p.say", nowrap(view.say)), rack(moment, other(upper), view), seat(moment, other(upper), view),
    view.pool,
  );
}

/** The places of a rack after a change: tiles (backs are "?") stay, new ones fill holes, another hand is laid anew. */
function settle(/** @type {(string | null)[]} */ before, /** @type {string[]} */ hand) {
  const left = [...hand];
  const slots = before.map((tile) => {
    const at = left.indexOf(tile || "");
    return at < 0 ? null : left.splice(at, 1)[0];
  });
  const free = [...slots.keys()].filter((n) => slots[n] === null);
  free.sort((a, b) => Number(before[a] === null) - Number(before[b] === null));
  const changed = before.filter((tile) => tile !== null).length !== hand.length;
  if (left.length > free.length || (left.length === hand.length && changed)) {
    const places = Math.max(hand.length % 2 ? 7 : 6, hand.length);
    return Array.from({ length: places }, (_, n) => hand[n - ((places - hand.length) >> 1)] ?? null);
  }
  left.forEach((tile, n) => (slots[free[n]] = tile));
  return slots;
}

function rack(moment, player, view) {
  const side = moment[player];
  const slots = (state.racks[player] = settle(state.racks[player], [...side.hand, ...Array(side.hidden).fill("?")]));
  const mine = view.mover === player;
  const drawSlot = (tile) => {
    if (tile === null) return h("span.hole");
    if (tile === "?") return drawTile(null, moment);
    const onplay = mine && view.onplay;
    const playable = onplay && (!view.playable || view.playable.includes(tile));
    return drawTile(tile, moment, {
      value: mine ? view.values?.[tile] : null, onplay: playable && (() => onplay(tile)), tag: view.tags?.[tile],
      off: onplay && !playable && (moment.led ? `Not now: ${moment.led} was led` : "Not now"),
    });
  };
  const label = player === "you" ? "Your hand" : "The opponent's hand";
  return h(`div.rack.${player}`,
    { "aria-label": label, role: "list", ...drop(view, `${player}.hand`) },
    slots.map((tile) => h("span", { role: tile === null ? null : "listitem" }, drawSlot(tile))),
  );
}

/** What makes a place of the table one where tiles go. */
const drop = ({ drops }, place) =>
  drops && { "data-place": place, "data-hot": String(drops.place === place), onclick: () => drops.choose(place) };

const toMove = (moment) => (moment.over ? null : moment.led ? other(moment.lead) : moment.lead);

const NAMES = { you: "You", opponent: "Opponent" };

function seat(moment, player, view, upper = "") {
  const turn = toMove(moment) === player && !view.over;
  const name = view.names?.[player] || NAMES[player];
  return h(`div.seat.${player}`,
    { class: upper, role: "group", "aria-label": name },
    h("span.who",
      h("span.dot", { class: turn && "on" }), h("b", name),
      turn && h("span.does", moment.led ? " to reply" : " to lead"), view.notes?.[player],
    ),
    pile(moment, player, view), declared(moment[player]), view.score && h("span.chip.score", view.score[player]),
  );
}

function declared({ declared: points, tricks, shown }) {
  if (!points && !shown.length) return h("span");
  const words = points ? `declared ${points}${tricks ? "" : ", with a trick"}` : "";
  const holds = shown.length ? `${words && ", "}holds ${shown.join(" ")}` : "";
  return h("span.chip", { "data-key": words + holds }, words, h("span", { class: words && "held" }, nowrap(holds)));
}

/** The tricks of a player, a pile that opens. */
function pile(moment, player, view) {
  const { tricks, points } = moment[player];
  if (view.drops) {
    const place = `${player}.won`;
    return h("button.pile.drop", drop(view, place), `tricks ${view.drops.tilesAt(place).length / 2 || tricks}`);
  }
  const counted = moment.counted !== false && (points === null ? "points not known" : count(points, "point"));
  const words = [count(tricks, "trick"), counted].filter(Boolean).join(" · ");
  const shown = h("span", { "data-key": words }, words);
  const known = moment.won[player].toReversed();
  if (!tricks || !known.length) return h("span.pile", shown);
  const trick = (tiles) => h("li", tiles.map((tile) => flat(tile, moment, 20)));
  const before = tricks - known.length;
  return h("details.pile",
    h("summary", shown),
    h("div.opened",
      h("ol", { "aria-label": "Tricks, the last one first" }, known.map(trick)),
      before ? h("p", `and ${count(before, "trick")} not recorded`) : null,
    ),
  );
}

function middle(moment, view) {
  const { last, led } = moment;
  const trick = last && !led ? last : { leader: moment.lead, led, reply: null };
  const next = toMove(moment);
  const place = (player, tile, does) => {
    const hot = next === player && !last && !view.drops;
    const words = player === "you" && !view.drops ? ["your", h("br"), does] : does;
    return h("div.place",
      { class: tile ? "full" : hot && "hot", role: "listitem", ...(player === trick.leader && drop(view, "led")) },
      h("span", { "data-key": tile || words }, tile ? drawTile(tile, moment) : words),
    );
  };
  return h("div.mid",
    { role: "group", "aria-label": "Table" }, boneyard(moment, view),
    h("div.trick",
      { role: "list", "aria-label": "On the table" }, place(trick.leader, trick.led, view.drops ? "led" : "lead"),
      place(other(trick.leader), trick.reply, "reply"),
    ),
    h("div.tr", h("b.suit", moment.trump ?? "?"), "trumps", view.status && h("p.status", view.status)),
  );
}

/** The tiles to draw, one for all of them, with the turned one beside it. */
function boneyard(moment, view) {
  const { turned, closed, face_down: left, stock } = moment;
  if (view.drops) {
    const drawn = view.drops.tilesAt("stock").length;
    return h("div.row.bone",
      h("button.drop", drop(view, "turned"), turned ? flat(turned, moment) : "turned"),
      drawn || view.drops.place === "stock" ? h("span", `${drawn} to draw`) : null,
    );
  }
  const open = turned !== null && !closed;
  const [bold, rest] = closed
    ? ["Closed", ` by ${closed.by === "you" ? "you" : "them"}`]
    : open
      ? [left, " to draw"]
      : moment.trump === null
        ? ["No tile", " turned yet"]
        : ["Boneyard", " exhausted"];
  return h("div.row.bone",
    turned !== null && [
      h("span.deck", { "aria-hidden": "true" }, open && left > 0 && drawTile(null, moment)),
      h("span", { class: closed && "shut" }, flat(turned, moment)),
    ],
    h("span.left",
      { "data-key": [left, turned, closed].join() }, h("b", bold), rest,
      open && !moment.over && stock?.length > 0 && h("span.next", nowrap(`next ${stock.slice(0, 2).join(" ")}`)),
    ),
  );
}

/** What slid from where it was on the felt to where it is now, unless somebody would rather it did not. */
export function slide(felt, change) {
  const spots = () => new Map([...felt.querySelectorAll("[data-tile]")].map((tile) => [tile.dataset.tile, tile]));
  const boxes = new Map([...spots()].map(([name, tile]) => [name, tile.getBoundingClientRect()]));
  const deck = felt.querySelector(".deck")?.getBoundingClientRect();
  change();
  if (!boxes.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [name, tile] of spots()) {
    const [old, now] = [boxes.get(name) || (tile.closest(".rack.you") && deck), tile.getBoundingClientRect()];
    if (!old || !now.width || (Math.abs(old.x - now.x) < 2 && Math.abs(old.y - now.y) < 2)) continue;
    const from = `translate(${old.x - now.x}px, ${old.y - now.y}px)`;
    tile.animate([{ transform: from }, {}], { duration: 240, easing: "ease-out" });
  }
}

/** Of each tile what the best move with it is worth: the first in the list. */
export function valuesOf(rows) {
  const values = /** @type {Record<string, any>} */ ({});
  for (const row of rows) {
    const tile = tileOf(row.move);
    const text = row.open ? "" : row.text;
    if (tile) values[tile] ||= { row, text, label: `${row.move}: ${row.text}`, tone: toneOf(row), best: row.best };
  }
  return values;
}
