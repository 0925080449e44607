// The table at a moment of play, as plain data: where a board begins, what a move makes of it, a moment of a record.

import { PLAYERS, other, parseMove, tilesOf } from "bingo/tiles";

/** @typedef {import("./types").Moment} Moment */

/** The moment that a board shows: tiles one by one, card points in all. @returns {Moment} */
export function begin(/** @type {import("./types").Board} */ board, won = { you: [], opponent: [] }) {
  const seat = (/** @type {import("./types").Seat} */ { hand, shown, points, ...more }) => ({
    ...more, hand: tilesOf(hand), shown: tilesOf(shown),
    points: points === null ? null : points + (more.tricks ? more.declared : 0),
  });
  const stock = board.stock === null ? null : tilesOf(board.stock);
  return { ...board, you: seat(board.you), opponent: seat(board.opponent), stock, won, last: null, over: false };
}

/** The moment after a move; what it does beyond moving tiles is written with it (solver/analysis/tree.py). */
export function after(/** @type {Moment} */ moment, /** @type {import("bingo/line").Branch} */ branch, points) {
  const move = parseMove(branch.move);
  const now = structuredClone(moment);
  const { player, takes, drew } = branch;
  const mine = now[player];
  const theirs = moment[other(player)];
  now.last = null;
  if (move.close) now.closed = { by: player, points: theirs.points, tricks: theirs.tricks };
  mine.shown = [...new Set([...mine.shown, ...move.declare])];
  const tile = move.lead || move.play;
  if (tile && !mine.hand.includes(tile)) mine.hidden -= 1;
  for (const lies of ["hand", "shown"]) mine[lies] = mine[lies].filter((other) => other !== tile);
  if (move.lead) [now.lead, now.led] = [player, move.lead];
  if (takes !== null) {
    now.last = { leader: moment.lead, led: moment.led, reply: move.play, taker: takes };
    [now.lead, now.led] = [takes, null];
    now[takes].tricks += 1;
    now.won[takes].push([moment.led || "", move.play || ""]);
  }
  if (drew) {
    PLAYERS.forEach((name, n) => now[name].hand.push(drew[n]));
    if (now.stock) now.stock = now.stock.filter((tile) => !drew.includes(tile));
    now.face_down = Math.max((now.face_down || 0) - 2, 0);
    if (now.turned && drew.includes(now.turned)) [now.turned, now.face_down] = [null, null];
  }
  if (points) PLAYERS.forEach((name, n) => (now[name].points = points[n]));
  now.over = branch.over;
  return now;
}

/** A moment of a recorded deal: the board after so many turns, with the tricks completed. @returns {Moment} */
export function recorded(board, { frames, turns }, /** @type {number} */ at) {
  const won = { you: [], opponent: [] };
  /** @type {any} */
  let last = null;
  for (let n = 0; n < at; n++) {
    const reply = parseMove(turns[n]).play;
    last = reply && { leader: frames[n].lead, led: frames[n].led, reply, taker: frames[n + 1].lead };
    if (last) won[last.taker].push([last.led, reply]);
  }
  return { ...begin({ ...board, ...frames[at] }, won), last, over: at === turns.length };
}

/** Who is to move, if anybody. */
export const toMove = (/** @type {Moment} */ moment) =>
  moment.over ? null : moment.led ? other(moment.lead) : moment.lead;

/** What lies in the places of a rack: tiles, backs ("?") and holes. @typedef {(string | null)[]} Slots */
const PLACES = 7;

/**
 * The places of a rack after something has changed: a tile stays where it lies, a new one goes where there is a hole.
 * Tiles that are turned over or changed for others lie where those did.
 * A hand that is another one is laid out in the middle.
 */
export function settle(/** @type {Slots} */ before, /** @type {string[]} */ hand) {
  const left = [...hand];
  const slots = before.map((lies) => {
    const at = lies === null ? -1 : left.indexOf(lies);
    return at < 0 ? null : left.splice(at, 1)[0];
  });
  const lay = before.filter((lies) => lies !== null).length;
  if (lay === hand.length) return slots.map((lies, n) => lies ?? (before[n] === null ? null : left.shift() || null));
  const holes = slots.filter((lies) => lies === null).length;
  if (left.length > 1 || left.length > holes || left.length === hand.length) {
    const places = Math.max(PLACES - Number(hand.length % 2 === 0), hand.length); // so that the hand is in the middle
    const start = (places - hand.length) >> 1;
    return Array.from({ length: places }, (_, n) => hand[n - start] ?? null);
  }
  return slots.map((lies) => lies ?? left.shift() ?? null);
}
