// Tiles, and the felt, drawn from a moment: both racks, the trick, the boneyard, what each has won. Nothing moves.

import { h, nowrap } from "bingo/dom";
import { otherPlayer, tileOf, toneOf } from "bingo/moment";
import { state } from "bingo/state";

const PIP_PLACES = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** The drawings that all tiles are made of; once in a page. */
export function sprite() {
  const drawPip = (cell) => h("circle", { cx: 14 + 16 * (cell % 3), cy: 14 + 16 * Math.floor(cell / 3), r: 4.8 });
  const tileHalves = PIP_PLACES.map((places, n) => h("g.p", { id: `pips-${n}` }, places.map(drawPip)));
  return h("svg.sprite", { width: 0, height: 0, "aria-hidden": "true" }, h("defs", tileHalves));
}

/** The drawing of a tile, standing or lying; null is one seen from the back. */
export function tilePicture(/** @type {string | null} */ tile, isLying = false) {
  const drawPips = (pipCount, y) => h("use", { href: `#pips-${pipCount}`, y });
  const [high, low] = (tile || "").split("-");
  const shapes = [
    h("rect.f", { x: 1.5, y: 1.5, width: 57, height: 117, rx: 9 }),
    tile && [h("path.l", { d: "M10 60h40" }), drawPips(high, 2), drawPips(low, 58)],
  ];
  return h("svg",
    { viewBox: isLying ? "0 0 120 60" : "0 0 60 120", "aria-hidden": "true", focusable: "false" },
    isLying ? h("g", { transform: "translate(0 60) rotate(-90)" }, shapes) : shapes,
  );
}

export const flatTile = (/** @type {string} */ tile, board, width = 17) =>
  h("span.flat",
    { class: board?.trumps.includes(tile) && "trump", style: `--w:${width}px`, role: "img", "aria-label": tile },
    tilePicture(tile, true),
  );

export const flatTiles = (/** @type {string[]} */ tiles, board, width = 20) =>
  h("span.minis", tiles.map((tile) => flatTile(tile, board, width)));

/** A tile, a button with `onplay`: the second click of a double one does nothing, as something else lies there then. */
export function drawTile(/** @type {string | null} */ tile, board, /** @type {any} */ options = {}) {
  if (tile === null)
    return h("span.tile.back", { role: "img", "aria-label": "hidden tile" }, tilePicture(null), h("span.n"));
  const { row, onplay, tag = "", offReason } = options;
  const trump = board.trumps.includes(tile);
  const points = board.points[tile];
  const name = `${tile}${trump ? ", trump" : ""}${points ? `, counts ${count(points, "card point")}` : ""}`;
  const isRaised = row?.best || /lead|play/.test(tag);
  const attributes = {
    class: [trump && "trump", isRaised && "up", offReason && "off"].filter(Boolean).join(" "),
    "aria-label": [name, tag, row && `${row.move}: ${row.text}`, offReason].filter(Boolean).join("; "),
    "data-tile": tile, title: offReason || null,
    ...(onplay ? { onclick: (event) => event.detail > 1 || onplay() } : { role: "img" }),
  };
  const onlySeen = (/** @type {string} */ name, content) => h(name, { "aria-hidden": "true" }, content);
  return h(onplay ? "button.tile" : "span.tile", attributes,
    tag && onlySeen(`span.tag${tag.startsWith("✗") ? ".x" : ""}`, tag), tilePicture(tile), onlySeen("span.n", points),
    row && onlySeen(`span.v.${row.best ? "bst" : toneOf(row)}`, row.text),
  );
}

const count = (/** @type {number} */ number, /** @type {string} */ thing) =>
  `${number} ${thing}${number === 1 ? "" : "s"}`;

// --- the felt -----------------------------------------------------------------------------------------

export function drawTable(moment, /** @type {any} */ view) {
  if (state.racks.table !== view.key) state.racks = { table: view.key, you: [], opponent: [] };
  const upperPlayer = view.flipped ? "you" : "opponent";
  const lowerPlayer = otherPlayer(upperPlayer);
  return h("div.in",
    { class: view.strips ? "stripped" : view.pool && "laying", "data-key": `table ${!view.pool}` },
    drawSeat(moment, upperPlayer, view, "upper"), drawRack(moment, upperPlayer, view),
    view.result || drawMiddle(moment, view),
    view.strips && h("div.strips", { role: "region", "aria-label": "Advice" }, view.strips),
    view.prompt && h("p.say", nowrap(view.prompt)), drawRack(moment, lowerPlayer, view),
    drawSeat(moment, lowerPlayer, view), view.pool,
  );
}

/** The places of a rack after a change: tiles (backs are "?") stay, new ones fill holes, another hand is laid anew. */
function arrangeRack(/** @type {(string | null)[]} */ before, /** @type {string[]} */ hand) {
  const newTiles = [...hand];
  const slots = before.map((tile) => {
    const index = newTiles.indexOf(tile || "");
    return index < 0 ? null : newTiles.splice(index, 1)[0];
  });
  const freeSlots = [...slots.keys()].filter((n) => slots[n] === null);
  freeSlots.sort((a, b) => Number(before[a] === null) - Number(before[b] === null));
  const isOtherHand = before.filter((tile) => tile !== null).length !== hand.length;
  if (newTiles.length > freeSlots.length || (newTiles.length === hand.length && isOtherHand)) {
    const places = Math.max(hand.length % 2 ? 7 : 6, hand.length);
    return Array.from({ length: places }, (_, n) => hand[n - ((places - hand.length) >> 1)] ?? null);
  }
  newTiles.forEach((tile, n) => (slots[freeSlots[n]] = tile));
  return slots;
}

function drawRack(moment, player, view) {
  const seat = moment[player];
  const tiles = [...seat.hand, ...Array(seat.hidden).fill("?")];
  const slots = (state.racks[player] = arrangeRack(state.racks[player], tiles));
  const isMover = view.mover === player;
  const drawSlot = (tile) => {
    if (tile === null) return h("span.hole");
    if (tile === "?") return drawTile(null, moment);
    const onplay = isMover && view.onplay;
    const playable = onplay && (!view.playable || view.playable.includes(tile));
    return drawTile(tile, moment, {
      row: isMover && view.rows?.find((row) => tileOf(row.move) === tile), // the first is the best with this tile
      onplay: playable && (() => onplay(tile)), tag: view.tags?.[tile],
      offReason: onplay && !playable && (moment.led ? `Not now: ${moment.led} was led` : "Not now"),
    });
  };
  const label = player === "you" ? "Your hand" : "The opponent's hand";
  return h(`div.rack.${player}`,
    { "aria-label": label, role: "list", ...dropAttributes(view, `${player}.hand`) },
    slots.map((tile) => h("span", { role: tile === null ? null : "listitem" }, drawSlot(tile))),
  );
}

/** What makes a place of the table one where tiles go. */
const dropAttributes = ({ dropPlaces }, place) =>
  dropPlaces && {
    "data-place": place, "data-hot": String(dropPlaces.place === place), onclick: () => dropPlaces.choose(place),
  };

const playerToMove = (moment) => (moment.over ? null : moment.led ? otherPlayer(moment.lead) : moment.lead);

const SEAT_NAMES = { you: "You", opponent: "Opponent" };

function drawSeat(moment, player, view, seatClass = "") {
  const isToMove = playerToMove(moment) === player && !view.result;
  const name = view.names?.[player] || SEAT_NAMES[player];
  return h(`div.seat.${player}`,
    { class: seatClass, role: "group", "aria-label": name },
    h("span.who",
      h("span.dot", { class: isToMove && "on" }), h("b", name),
      isToMove && h("span.does", moment.led ? " to reply" : " to lead"), view.notes?.[player],
    ),
    drawPile(moment, player, view), declaredChip(moment[player]),
    view.score && h("span.chip.score", view.score[player]),
  );
}

function declaredChip({ declared: points, tricks, shown }) {
  if (!points && !shown.length) return h("span");
  const declaredText = points ? `declared ${points}${tricks ? "" : ", with a trick"}` : "";
  const held = shown.length ? `${declaredText && ", "}holds ${shown.join(" ")}` : "";
  return h("span.chip",
    { "data-key": declaredText + held }, declaredText, h("span", { class: declaredText && "held" }, nowrap(held)),
  );
}

/** The tricks of a player, a pile that opens. */
function drawPile(moment, player, view) {
  const { tricks, points } = moment[player];
  if (view.dropPlaces) {
    const place = `${player}.won`;
    const laidTricks = view.dropPlaces.tilesAt(place).length / 2;
    return h("button.pile.drop", dropAttributes(view, place), `tricks ${laidTricks || tricks}`);
  }
  const pointsText = moment.counted !== false && (points === null ? "points not known" : count(points, "point"));
  const label = [count(tricks, "trick"), pointsText].filter(Boolean).join(" · ");
  const summary = h("span", { "data-key": label }, label);
  const knownTricks = moment.won[player].toReversed();
  if (!tricks || !knownTricks.length) return h("span.pile", summary);
  const drawTrick = (tiles) => h("li", tiles.map((tile) => flatTile(tile, moment, 20)));
  const unrecorded = tricks - knownTricks.length;
  return h("details.pile",
    h("summary", summary),
    h("div.opened",
      h("ol", { "aria-label": "Tricks, the last one first" }, knownTricks.map(drawTrick)),
      unrecorded ? h("p", `and ${count(unrecorded, "trick")} not recorded`) : null,
    ),
  );
}

function drawMiddle(moment, view) {
  const { last, led } = moment;
  const shownTrick = last && !led ? last : { leader: moment.lead, led, reply: null };
  const toPlay = playerToMove(moment);
  const drawPlace = (player, tile, verb) => {
    const isLeader = player === shownTrick.leader;
    const isHot = toPlay === player && !last && !view.dropPlaces;
    const prompt = player === "you" && !view.dropPlaces ? ["your", h("br"), verb] : verb;
    return h("div.place",
      { class: tile ? "full" : isHot && "hot", role: "listitem", ...(isLeader && dropAttributes(view, "led")) },
      h("span", { "data-key": tile || prompt }, tile ? drawTile(tile, moment) : prompt),
    );
  };
  return h("div.mid",
    { role: "group", "aria-label": "Table" }, drawBoneyard(moment, view),
    h("div.trick",
      { role: "list", "aria-label": "On the table" },
      drawPlace(shownTrick.leader, shownTrick.led, view.dropPlaces ? "led" : "lead"),
      drawPlace(otherPlayer(shownTrick.leader), shownTrick.reply, "reply"),
    ),
    h("div.tr", h("b.suit", moment.trump ?? "?"), "trumps", view.status && h("p.status", view.status)),
  );
}

/** The tiles to draw, one for all of them, with the turned one beside it. */
function drawBoneyard(moment, view) {
  const { turned, closed, face_down: tilesLeft, stock } = moment;
  if (view.dropPlaces) {
    const stockCount = view.dropPlaces.tilesAt("stock").length;
    return h("div.row.bone",
      h("button.drop", dropAttributes(view, "turned"), turned ? flatTile(turned, moment) : "turned"),
      stockCount || view.dropPlaces.place === "stock" ? h("span", `${stockCount} to draw`) : null,
    );
  }
  const isOpen = turned !== null && !closed;
  const [status, detail] = closed
    ? ["Closed", ` by ${closed.by === "you" ? "you" : "them"}`]
    : isOpen
      ? [tilesLeft, " to draw"]
      : moment.trump === null
        ? ["No tile", " turned yet"]
        : ["Boneyard", " exhausted"];
  return h("div.row.bone",
    turned !== null && [
      h("span.deck", { "aria-hidden": "true" }, isOpen && tilesLeft > 0 && drawTile(null, moment)),
      h("span", { class: closed && "shut" }, flatTile(turned, moment)),
    ],
    h("span.left",
      { "data-key": [tilesLeft, turned, closed].join() }, h("b", status), detail,
      isOpen && !moment.over && stock?.length > 0 && h("span.next", nowrap(`next ${stock.slice(0, 2).join(" ")}`)),
    ),
  );
}

/** What slid from where it was on the felt to where it is now, unless somebody would rather it did not. */
export function animateMoves(felt, redrawTable) {
  const tilesByName = () => new Map([...felt.querySelectorAll("[data-tile]")].map((tile) => [tile.dataset.tile, tile]));
  const oldBoxes = new Map([...tilesByName()].map(([name, tile]) => [name, tile.getBoundingClientRect()]));
  const deckBox = felt.querySelector(".deck")?.getBoundingClientRect();
  redrawTable();
  if (!oldBoxes.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [name, tile] of tilesByName()) {
    const oldBox = oldBoxes.get(name) || (tile.closest(".rack.you") && deckBox);
    const newBox = tile.getBoundingClientRect();
    if (!oldBox || !newBox.width || (Math.abs(oldBox.x - newBox.x) < 2 && Math.abs(oldBox.y - newBox.y) < 2)) continue;
    const from = `translate(${oldBox.x - newBox.x}px, ${oldBox.y - newBox.y}px)`;
    tile.animate([{ transform: from }, {}], { duration: 240, easing: "ease-out" });
  }
}
