// A board at a moment of play, and what each move makes of it.

import { h } from "bingo/dom";
import { PLAYERS, count, drawTile, parseMove, tilesOf } from "bingo/tiles";

const other = (player) => (player === "you" ? "opponent" : "you");

/** A board, or a turn in words, as the other player sees it. */
export function flipped(seen) {
  if (typeof seen === "string") return seen.replace(/^(you|opponent)/, other);
  const { you, opponent, lead, closed } = seen;
  return { ...seen, you: opponent, opponent: you, lead: other(lead), closed: closed && { ...closed, by: other(closed.by) } };
}

/** The moment that a board shows. */
export function begin(board) {
  const each = (what) => ({ you: what(board.you), opponent: what(board.opponent) });
  return {
    hands: each((seat) => tilesOf(seat.hand)),
    hidden: each((seat) => seat.hidden),
    shown: each((seat) => tilesOf(seat.shown)),
    points: each((seat) => (seat.points === null ? null : seat.points + (seat.tricks ? seat.declared : 0))),
    tricks: each((seat) => seat.tricks),
    declared: each((seat) => seat.declared),
    lead: board.lead,
    led: board.led,
    last: null,
    closed: board.closed,
    turned: board.turned,
    stock: board.stock === null ? null : tilesOf(board.stock),
    faceDown: board.face_down,
    over: false,
    counted: board.counted !== false,
  };
}

/** The moment after a move; what it does beyond moving tiles is written with it (see `tree_json`). */
export function after(moment, branch, points) {
  const move = parseMove(branch.move);
  const now = structuredClone(moment);
  const player = branch.player;
  now.last = null;
  if (move.close) now.closed = { by: player, points: moment.points[other(player)], tricks: moment.tricks[other(player)] };
  now.shown[player] = [...new Set([...now.shown[player], ...move.declare])];
  const tile = move.lead || move.play;
  if (tile) take(now, player, tile);
  if (move.lead) [now.lead, now.led] = [player, move.lead];
  if (branch.takes !== null) {
    now.last = { leader: moment.lead, led: moment.led, reply: move.play, taker: branch.takes };
    [now.lead, now.led] = [branch.takes, null];
    now.tricks[branch.takes] += 1;
  }
  if (branch.drew) draw(now, branch.drew);
  if (points) PLAYERS.forEach((name, n) => (now.points[name] = points[n]));
  now.over = branch.over;
  return now;
}

function take(now, player, tile) {
  if (now.hands[player].includes(tile)) now.hands[player] = now.hands[player].filter((one) => one !== tile);
  else now.hidden[player] -= 1;
  now.shown[player] = now.shown[player].filter((one) => one !== tile);
}

function draw(now, drew) {
  PLAYERS.forEach((name, n) => now.hands[name].push(drew[n]));
  if (now.stock) now.stock = now.stock.filter((tile) => !drew.includes(tile));
  now.faceDown = Math.max(now.faceDown - 2, 0);
  if (drew.includes(now.turned)) [now.turned, now.faceDown] = [null, null];
}

/**
 * The picture of a moment. `values`: what to show on the tiles of `mover`, by tile; `onplay(tile)`: a tile was chosen.
 */
export function drawBoard(board, moment, { mover = null, values = {}, onplay = null } = {}) {
  const seat = (player) => drawSeat(board, moment, player, mover === player ? values : {}, onplay);
  return h("div", { class: "board" }, seat("opponent"), drawTable(board, moment), seat("you"));
}

function drawSeat(board, moment, player, values, onplay) {
  const hand = moment.hands[player].map((tile) => {
    const value = values[tile] || null;
    return drawTile(tile, board, { value, onplay: value && onplay ? () => onplay(tile) : null });
  });
  const hidden = Array.from({ length: moment.hidden[player] }, () => drawTile(null, board));
  const tiles = [...hand, ...hidden].map((tile) => h("li", {}, tile));
  const name = `${player === "you" ? "You" : "Opponent"}${board[player].name ? ` (${board[player].name})` : ""}`;
  return h(
    "section",
    { class: "seat", "aria-label": name },
    h("p", { class: "who" }, h("strong", {}, name), ` ${standing(moment, player)}`),
    tiles.length ? h("ul", { class: "tiles", "aria-label": player === "you" ? "Your hand" : "The opponent's hand" }, tiles) : null,
  );
}

function standing(moment, player) {
  const points = moment.points[player];
  const parts = moment.counted ? [points === null ? "card points not known" : count(points, "card point")] : [];
  parts.push(count(moment.tricks[player], "trick"));
  if (moment.declared[player] && moment.tricks[player] && !moment.counted) parts.push(`${moment.declared[player]} declared`);
  if (moment.declared[player] && !moment.tricks[player]) parts.push(`${moment.declared[player]} declared, to count with the first trick`);
  if (moment.shown[player].length) parts.push(`shown ${moment.shown[player].join(" ")}`);
  return parts.join(" · ");
}

function drawTable(board, moment) {
  const lying = moment.last ? [moment.last.led, moment.last.reply] : moment.led ? [moment.led] : [];
  const tiles = lying.filter(Boolean).map((tile) => h("li", {}, drawTile(tile, board)));
  return h(
    "section",
    { class: "table", "aria-label": "Table" },
    tiles.length ? h("ul", { class: "tiles", "aria-label": "On the table" }, tiles) : null,
    h("div", {}, h("p", { class: "turn" }, turn(moment)), h("p", {}, boneyard(board, moment))),
    moment.stock && moment.stock.length && !moment.closed
      ? h("p", { class: "stock" }, "drawn next: ", moment.stock.join(" "))
      : null,
  );
}

function turn(moment) {
  if (moment.over) return "The deal is over.";
  const is = (player) => (player === "you" ? "you are" : "the opponent is");
  if (moment.led) return `${moment.lead === "you" ? "You" : "The opponent"} led ${moment.led}: ${is(other(moment.lead))} to reply.`;
  const took = moment.last ? `${moment.last.taker === "you" ? "You" : "The opponent"} took the trick. ` : "";
  const next = `${is(moment.lead)} to lead.`;
  return took + next[0].toUpperCase() + next.slice(1);
}

function boneyard(board, moment) {
  const trumps = `Trumps ${board.trump}. `;
  if (moment.closed) {
    const theirs = moment.closed.by === "you" ? "the opponent" : "you";
    const had = moment.counted ? `, when ${theirs} had ${count(moment.closed.points, "card point")} and ${count(moment.closed.tricks, "trick")}` : "";
    return `${trumps}Boneyard closed by ${moment.closed.by === "you" ? "you" : "the opponent"}${had}.`;
  }
  if (moment.turned === null) return `${trumps}Boneyard exhausted.`;
  return `${trumps}Boneyard open: ${count(moment.faceDown, "tile")} face down, ${moment.turned} turned up and drawn last.`;
}
