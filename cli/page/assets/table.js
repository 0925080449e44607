// The felt, drawn from a moment: both racks, the trick, the boneyard, what each has won. Nothing on it moves.

import { h, whole } from "bingo/dom";
import { settle, toMove } from "bingo/moment";
import { state } from "bingo/state";
import { count, drawTile, flat, other, tileOf, toneOf } from "bingo/tiles";

/** @typedef {import("./types").Moment} Moment @typedef {import("./types").TableView} TableView */

/** @param {Moment} moment @param {TableView} view */
export function drawTable(moment, view = {}) {
  if (state.racks.of !== view.name) state.racks = { of: view.name, you: [], opponent: [] };
  const flip = view.flipped ? "you" : "opponent";
  return h(
    "div",
    { class: `in${view.strips ? " stripped" : ""}${view.pool ? " laying" : ""}`, "data-key": `table ${!view.pool}` },
    seat(moment, flip, view, true), rack(moment, flip, view), view.over || middle(moment, view),
    view.strips ? h("div", { class: "strips", role: "region", "aria-label": "Advice" }, view.strips) : null,
    view.say ? h("p", { class: "say" }, whole(view.say)) : null, rack(moment, other(flip), view),
    seat(moment, other(flip), view), view.pool || null,
  );
}

function rack(moment, player, view) {
  const side = moment[player];
  const slots = (state.racks[player] = settle(state.racks[player], [...side.hand, ...Array(side.hidden).fill("?")]));
  const mine = view.mover === player;
  const off = moment.led ? `Not now: ${moment.led} was led` : "Not now";
  const tile = (lies) => {
    if (lies === null) return h("span", { class: "hole" });
    if (lies === "?") return drawTile(null, moment);
    const value = mine ? view.values?.[lies] : null;
    const playable = mine && view.onplay && (!view.playable || view.playable.includes(lies));
    return drawTile(lies, moment, {
      value, onplay: playable ? () => view.onplay?.(lies) : null, off: mine && view.onplay && !playable ? off : "",
      tag: view.tags?.[lies], lifted: view.lifted === lies, mark: view.marks?.[lies],
    });
  };
  const label = player === "you" ? "Your hand" : "The opponent's hand";
  const attributes = { class: `rack ${player}`, "aria-label": label, role: "list", ...drop(view, `${player}.hand`) };
  return h(
    "div", attributes, slots.map((lies) => h("span", { role: lies === null ? null : "listitem" }, tile(lies))),
  );
}

/** What makes a place of the table one where tiles go. */
function drop({ drops }, place) {
  if (!drops) return {};
  return { "data-place": place, "data-hot": String(drops.place === place), onclick: () => drops.choose(place) };
}

const NAMES = { you: "You", opponent: "Opponent" };

function seat(moment, player, view, upper = false) {
  const side = moment[player];
  const turn = toMove(moment) === player && !view.over;
  const name = view.names?.[player] || NAMES[player];
  const does = turn ? h("span", { class: "does" }, moment.led ? " to reply" : " to lead") : null;
  const score = view.score && h("span", { class: "chip score" }, view.score[player]);
  return h(
    "div", { class: `seat ${player}${upper ? " upper" : ""}`, role: "group", "aria-label": name },
    h("span",
      { class: "who" }, h("span", { class: `dot${turn ? " on" : ""}` }), h("b", {}, name), does, view.notes?.[player],
    ),
    pile(moment, player, view), declared(side), score,
  );
}

function declared({ declared: points, tricks, shown }) {
  if (!points && !shown.length) return h("span", {});
  const words = points ? `declared ${points}${tricks ? "" : ", with a trick"}` : "";
  const holds = shown.length ? `${words && ", "}holds ${shown.join(" ")}` : "";
  const more = h("span", { class: words && "held" }, whole(holds));
  return h("span", { class: "chip", "data-key": words + holds }, words, more);
}

/** The tricks of a player, a pile that opens. */
function pile(moment, player, view) {
  if (view.drops) {
    const number = view.drops.lying(`${player}.won`).length;
    const words = number ? `tricks ${number / 2}` : `tricks ${moment[player].tricks}`;
    return h("button", { type: "button", class: "pile drop", ...drop(view, `${player}.won`) }, words);
  }
  const { tricks, points } = moment[player];
  const counts =
    moment.counted === false
      ? null
      : points === null
        ? " · points not known"
        : [" · ", h("b", {}, points), ` point${points === 1 ? "" : "s"}`];
  const stack = h("span",
    { class: "stack", "aria-hidden": "true" }, Array.from({ length: Math.min(tricks, 3) }, () => h("i")),
  );
  const taken = [h("b", {}, tricks), ` trick${tricks === 1 ? "" : "s"}`];
  const words = h("span", { "data-key": `${tricks} ${points}` }, taken, counts);
  const known = moment.won[player].toReversed();
  if (!tricks || !known.length) return h("span", { class: "pile" }, stack, words);
  const trick = (tiles) =>
    h("li", {}, tiles.map((tile) => flat(tile, moment, 20)));
  const before = tricks - known.length;
  const rest = before ? h("p", {}, `and ${count(before, "trick")} not recorded`) : null;
  return h(
    "details", { class: "pile" }, h("summary", {}, stack, words),
    h("div", { class: "opened" }, h("ol", { "aria-label": "Tricks, the last one first" }, known.map(trick)), rest),
  );
}

function middle(moment, view) {
  const { last, led } = moment;
  const trick = last && !led ? last : { leader: moment.lead, led, reply: null };
  const yours = trick.leader === "you";
  const next = toMove(moment);
  const hot = (player, tile) => (!tile && next === player && !last && !view.drops ? "place hot" : "place");
  const place = (player, tile, words) => {
    const target = player === trick.leader ? drop(view, "led") : {};
    return h(
      "div", { class: tile ? "place full" : hot(player, tile), role: "listitem", ...target },
      h("span", { "data-key": tile || words }, tile ? drawTile(tile, moment) : words),
    );
  };
  const words = view.drops
    ? ["led", "reply"]
    : yours
      ? [["your", h("br"), "lead"], "reply"]
      : ["lead", ["your", h("br"), "reply"]];
  return h(
    "div", { class: "mid", role: "group", "aria-label": "Table" }, boneyard(moment, view),
    h("div",
      { class: "trick", role: "list", "aria-label": "On the table" }, place(trick.leader, trick.led, words[0]),
      place(other(trick.leader), trick.reply, words[1]),
    ),
    h("div",
      { class: "tr" }, h("b", { class: "suit" }, moment.trump ?? "?"), "trumps",
      view.status ? h("p", { class: "status" }, view.status) : null,
    ),
  );
}

/** The tiles to draw, a stack with the turned one beside it. */
function boneyard(moment, view) {
  const open = moment.turned !== null && !moment.closed;
  const backs = open && moment.face_down ? Math.min(Math.ceil(moment.face_down / 3), 4) : 0;
  const stack = Array.from({ length: backs }, (_, n) => h("span", { style: `--k:${n}` }, drawTile(null, moment)));
  if (view.drops) {
    const stock = view.drops.lying("stock").length;
    return h(
      "div", { class: "bone" },
      h("button",
        { type: "button", class: "place turned", ...drop(view, "turned") },
        moment.turned ? flat(moment.turned, moment, 30) : "turned",
      ),
      stock || view.drops.place === "stock" ? h("span", {}, `${stock} to draw`) : null,
    );
  }
  const words = moment.closed
    ? [h("b", {}, "Closed"), ` by ${moment.closed.by === "you" ? "you" : "them"}`]
    : open
      ? [h("b", {}, moment.face_down), " to draw"]
      : moment.trump === null
        ? [h("b", {}, "No tile"), " turned yet"]
        : [h("b", {}, "Boneyard"), " exhausted"];
  const next =
    open && moment.stock?.length
      ? h("span", { class: "next" }, whole(`next ${moment.stock.slice(0, 2).join(" ")}`))
      : null;
  return h(
    "div", { class: "bone" }, moment.turned === null ? null : h("div", { class: "deck", "aria-hidden": "true" }, stack),
    moment.turned !== null ? h("span", { class: moment.closed ? "shut" : "" }, flat(moment.turned, moment, 42)) : null,
    h("span", { class: "left", "data-key": [moment.face_down, moment.turned, moment.closed].join() }, words, next),
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
export function valuesOf(/** @type {import("./types").Row[]} */ rows) {
  /** @type {Record<string, import("./types").Value & {row: import("./types").Row}>} */
  const values = {};
  for (const row of rows) {
    const tile = tileOf(row.move);
    const text = row.open ? "" : row.text;
    if (tile) values[tile] ||= { row, text, label: `${row.move}: ${row.text}`, tone: toneOf(row), best: row.best };
  }
  return values;
}
