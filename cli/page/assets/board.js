// The table at a moment of play: both racks, the trick, the boneyard, what each has won; and what each move makes of it.

import { h, renew } from "bingo/dom";
import sentences from "bingo/sentences";
import { PLAYERS, TILES, capital, count, drawTile, filled, parseMove, tilesOf } from "bingo/tiles";

const other = (player) => (player === "you" ? "opponent" : "you");

/** What is told beside a board, in words. */
export const remark = (one) => filled(sentences.remarks[one.code], one);

/** A board, or a turn in words, as the other player sees it. */
export function flipped(seen) {
  if (typeof seen === "string") return seen.replace(/^(you|opponent)/, other);
  const { you, opponent, lead, closed, remarks } = seen;
  const told = ({ you, opponent, player, ...more }) => ({ you: opponent, opponent: you, player: player && other(player), ...more });
  const turned = remarks && { remarks: remarks.map(told) };
  return { ...seen, you: opponent, opponent: you, lead: other(lead), closed: closed && { ...closed, by: other(closed.by) }, ...turned };
}

/** The moment that a board shows: tiles one by one, card points in all. `won`: the tricks whose tiles are known, by who took them. */
export function begin(board, won = { you: [], opponent: [] }) {
  const seat = ({ hand, shown, points, ...more }) => ({ ...more, hand: tilesOf(hand), shown: tilesOf(shown), points: points === null ? null : points + (more.tricks ? more.declared : 0) });
  const stock = board.stock === null ? null : tilesOf(board.stock);
  return { ...board, you: seat(board.you), opponent: seat(board.opponent), stock, won, last: null, over: false };
}

/** The moment after a move; what it does beyond moving tiles is written with it (solver/analysis/tree.py). */
export function after(moment, branch, points) {
  const move = parseMove(branch.move);
  const now = structuredClone(moment);
  const player = branch.player;
  const mine = now[player];
  now.last = null;
  if (move.close) now.closed = { by: player, points: moment[other(player)].points, tricks: moment[other(player)].tricks };
  mine.shown = [...new Set([...mine.shown, ...move.declare])];
  const tile = move.lead || move.play;
  if (tile && !mine.hand.includes(tile)) mine.hidden -= 1;
  for (const lies of ["hand", "shown"]) mine[lies] = mine[lies].filter((one) => one !== tile);
  if (move.lead) [now.lead, now.led] = [player, move.lead];
  if (branch.takes !== null) {
    now.last = { leader: moment.lead, led: moment.led, reply: move.play, taker: branch.takes };
    [now.lead, now.led] = [branch.takes, null];
    now[branch.takes].tricks += 1;
    now.won[branch.takes].push([moment.led, move.play]);
  }
  if (branch.drew) draw(now, branch.drew);
  if (points) PLAYERS.forEach((name, n) => (now[name].points = points[n]));
  now.over = branch.over;
  return now;
}

/** A moment of a recorded deal: the board after so many turns, with the tricks that these completed. */
export function recorded(board, { frames, turns }, at) {
  const won = { you: [], opponent: [] };
  /** @type {any} */
  let last = null;
  for (let n = 0; n < at; n++) {
    const reply = turns[n].match(/play (\S+)$/);
    last = reply && { leader: frames[n].lead, led: frames[n].led, reply: reply[1], taker: frames[n + 1].lead };
    if (last) won[last.taker].push([last.led, last.reply]);
  }
  const named = (player) => ({ ...frames[at][player], name: board[player].name });
  return { ...begin({ ...board, ...frames[at], you: named("you"), opponent: named("opponent") }, won), last };
}

function draw(now, drew) {
  PLAYERS.forEach((name, n) => now[name].hand.push(drew[n]));
  if (now.stock) now.stock = now.stock.filter((tile) => !drew.includes(tile));
  now.face_down = Math.max(now.face_down - 2, 0);
  if (drew.includes(now.turned)) [now.turned, now.face_down] = [null, null];
}

// --- drawing ------------------------------------------------------------------------------------------

/**
 * The picture of a moment. `values`: what to show on the tiles of `mover`, by tile; `onplay(tile)`: a tile was chosen,
 * which those without a value cannot be.
 */
export function drawBoard(moment, /** @type {{mover?: string | null, values?: Record<string, any>, onplay?: ((tile: string) => void) | null}} */ { mover = null, values = {}, onplay = null } = {}) {
  const seat = (player) => drawSeat(moment, player, mover === player ? { values, onplay } : {});
  return h("div", { class: "board" }, seat("opponent"), drawTable(moment), seat("you"));
}

/** The same in place of the picture before. What changed its place slides there, unless somebody would rather it did not. */
export function lay(place, ...picture) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const spots = (element) => new Map([...element.querySelectorAll("[data-tile]")].map((tile) => [tile.dataset.tile, tile]));
  const before = still ? new Map() : new Map([...spots(place)].map(([name, tile]) => [name, tile.getBoundingClientRect()]));
  const stack = place.querySelector(".deck");
  const from = stack && stack.getBoundingClientRect();
  renew(place, place, ...picture);
  if (!before.size) return;
  for (const [name, tile] of spots(place)) {
    const [old, now] = [before.get(name) || (tile.closest(".rack") && from), tile.getBoundingClientRect()];
    if (!old || !now.width || (Math.abs(old.x - now.x) < 1 && Math.abs(old.y - now.y) < 1)) continue;
    tile.animate([{ transform: `translate(${old.x - now.x}px, ${old.y - now.y}px)` }, {}], { duration: 260, easing: "ease-out" });
  }
}

/** Who is to move, if anybody. */
const toMove = (moment) => (moment.over ? null : moment.led ? other(moment.lead) : moment.lead);

function drawSeat(moment, player, /** @type {any} */ { values = {}, onplay = null }) {
  const side = moment[player];
  const why = moment.led ? `Not now: ${moment.led} was led, and other tiles must be played to it` : "Not now: other tiles must be led";
  const hand = side.hand.map((tile) => {
    const value = values[tile] || null;
    return drawTile(tile, moment, { value, onplay: value && onplay ? () => onplay(tile) : null, off: onplay && !value ? why : "" });
  });
  const hidden = Array.from({ length: side.hidden }, () => drawTile(null, moment));
  const tiles = [...hand, ...hidden].map((tile) => h("li", {}, tile));
  const name = `${player === "you" ? "You" : "Opponent"}${side.name ? ` (${side.name})` : ""}`;
  const turn = toMove(moment) === player;
  const doing = turn ? h("span", {}, moment.led ? " to reply" : " to lead") : "";
  const rack = h("ul", { class: "tiles rack", "aria-label": player === "you" ? "Your hand" : "The opponent's hand" }, tiles);
  const who = h("p", { class: turn ? "who on" : "who" }, h("strong", {}, name), doing);
  const head = h("div", { class: "head" }, who, pile(moment, player), declared(side));
  return h("div", { class: `seat ${player}`, role: "group", "aria-label": name }, player === "you" ? [rack, head] : [head, rack]);
}

function declared({ declared: points, tricks, ...side }) {
  const shown = side.shown.join(" ");
  if (!points && !shown) return null;
  const words = [points ? `declared ${points}` : "", shown ? `${points ? "holds" : "shown"} ${shown}` : ""].filter(Boolean).join("; ");
  return h("p", { class: "chip" }, words, points && !tricks ? ", to count with the first trick" : "");
}

/** The tricks of a player, a pile that opens. */
function pile(moment, player) {
  const { tricks, points } = moment[player];
  const told = moment.counted !== false ? [h("br"), points === null ? "card points not known" : count(points, "card point")] : null;
  const words = h("span", {}, count(tricks, "trick"), told);
  if (!tricks) return h("p", { class: "pile" }, words);
  const stack = h("span", { class: "stack", "aria-hidden": "true" }, Array.from({ length: Math.min(tricks, 7) }, () => h("i")));
  const known = moment.won[player].toReversed();
  const before = tricks - known.length;
  const gone = before > 0 && !moment.won.you.length && !moment.won.opponent.length ? played(moment) : [];
  const trick = (tiles) => h("li", {}, tiles.map((tile) => drawTile(tile, moment)));
  return h("details", { class: "pile" }, h("summary", {}, stack, words), h(
    "div",
    { class: "opened" },
    known.length ? h("ol", { class: "tiles", "aria-label": "Tricks, the last one first" }, known.map(trick)) : null,
    before > 0 ? h("p", {}, `${known.length ? `And ${count(before, "trick")}` : count(before, "trick")} whose tiles are not recorded.`) : null,
    gone.length ? h("p", {}, `Played by now, whoever took them: ${gone.join(" ")}`) : null,
  ));
}

/** What has been played, where every other tile is seen. */
function played(moment) {
  if (moment.you.hidden || moment.opponent.hidden || (moment.face_down && !moment.stock)) return [];
  const seen = [...moment.you.hand, ...moment.opponent.hand, ...(moment.stock || []), moment.turned, moment.led];
  return TILES.filter((tile) => !seen.includes(tile));
}

function drawTable(moment) {
  const trick = moment.last || { leader: moment.lead, led: moment.led, reply: null };
  const [lead, reply] = trick.leader === "you" ? ["your lead", "reply"] : ["lead", "your reply"];
  const next = moment.over ? null : moment.led ? reply : lead;
  const place = (tile, words) => h("li", { class: words === next && !tile ? "place next" : "place" }, tile ? drawTile(tile, moment) : words);
  const score = moment.remarks.find((one) => one.code === "match");
  return h(
    "div",
    { class: "table", role: "group", "aria-label": "Table" },
    boneyard(moment),
    h("ul", { class: "trick", "aria-label": "On the table" }, place(trick.led, lead), place(trick.reply, reply)),
    h("p", { class: "score" }, score ? [h("b", {}, `${score.you} : ${score.opponent}`), "first to 7"] : null),
    h("p", { class: "turn" }, turn(moment)),
  );
}

function turn(moment) {
  if (moment.over) return "The deal is over.";
  const is = (player) => (player === "you" ? "you are" : "the opponent is");
  if (moment.led) return `${moment.lead === "you" ? "You" : "The opponent"} led ${moment.led}: ${is(other(moment.lead))} to reply.`;
  if (moment.last) return `${moment.last.taker === "you" ? "You took the trick and lead" : "The opponent took the trick and leads"}.`;
  return capital(`${is(moment.lead)} to lead.`);
}

/** The tiles to draw, a stack with the turned one below it; and what trumps are. */
function boneyard(moment) {
  const trumps = moment.trump === null ? null : h("p", { class: "trumps" }, h("b", {}, moment.trump), " trumps");
  const open = moment.turned !== null && !moment.closed;
  const backs = open ? Math.min(Math.ceil(moment.face_down / 3), 4) : 0;
  const deck = moment.turned === null ? null : h("div", { class: `deck${open ? "" : " shut"}` }, h("span", { class: "turned" }, drawTile(moment.turned, moment)), Array.from({ length: backs || (open ? 0 : 1) }, () => drawTile(null, moment)));
  return h("div", { class: "boneyard" }, deck, h("div", {}, trumps, h("p", {}, left(moment)), open && moment.stock && moment.stock.length ? h("p", { class: "stock" }, "drawn next: ", moment.stock.join(" ")) : null));
}

function left(moment) {
  if (moment.closed) {
    const theirs = moment.closed.by === "you" ? "the opponent" : "you";
    const had = moment.counted !== false ? `, when ${theirs} had ${count(moment.closed.points, "card point")} and ${count(moment.closed.tricks, "trick")}` : "";
    return `closed by ${moment.closed.by === "you" ? "you" : "the opponent"}${had}`;
  }
  if (moment.turned === null) return moment.trump === null ? "no tile turned up yet" : "boneyard exhausted";
  return `${moment.face_down} face down, ${moment.turned} turned up`;
}
