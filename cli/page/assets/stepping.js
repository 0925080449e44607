// Play in which a hand is hidden, stepped into: what the opponent does and which tile is drawn, one says oneself.

import { ask } from "bingo/ask";
import { h } from "bingo/dom";
import { TILES, drawTile, parseMove, shuffled, tileOf, tilesOf } from "bingo/tiles";
import { written } from "bingo/written";

/** Deals that are tried until the rules allow a move in one. */
const DEALS = 60;

const tilesIn = (/** @type {(string | null | undefined)[]} */ ...texts) => texts.flatMap((text) => tilesOf((text || "").replaceAll(",", "")));

/** The tiles that nobody has seen in a position as a file has it, shown ones included; null where it cannot be told. */
export function unseen({ you, opponent, led, turned, played, stock }, board) {
  const seen = tilesIn(you.hand, you.won, opponent.won, led, turned, played);
  const tiles = TILES.filter((tile) => !seen.includes(tile));
  const known = opponent.hand || stock || seen.includes("?") || (!board.closed && tiles.length !== board.opponent.hidden + (board.face_down || 0));
  return known ? null : tiles;
}

/**
 * The position after a turn ("you lead 6-4"), as a file has it, if the rules allow it in a deal that fits; where that ends
 * the deal, `gain`: what it brings you. `drawn`: the tile that you draw then; without it, `draws` has those that it may be.
 * Where you may declare upon winning a trick, `shows` has what the turn may go on with ("you play 4-4; you wait").
 * @returns {Promise<{position?: any, gain?: number, draws?: string[], shows?: string[], error?: string}>}
 */
export async function step(position, board, turn, drawn = null) {
  const turns = turn.split("; ");
  const rest = /** @type {string[]} */ (unseen(position, board));
  const held = tilesOf(board.opponent.shown);
  const tile = turn.startsWith("opponent") ? tileOf(turns[0]) : null;
  const fixed = [...new Set([...held, ...(tile ? [tile, ...parseMove(turns[0]).declare] : [])])];
  /** @type {string[]} What the opponent would have had to play instead, and so cannot hold. */
  const barred = [];
  for (let n = 0; n < (/claim$/.test(turn) ? 1 : DEALS); n++) {
    const others = shuffled(rest.filter((one) => !fixed.includes(one) && one !== drawn && !barred.includes(one)));
    const hand = [...fixed, ...others.splice(0, board.opponent.hidden + held.length - fixed.length)];
    const dealt = { ...position, opponent: { ...position.opponent, hand: hand.join(" ") } };
    const after = async (/** @type {string[]} */ stock, made = turns) => await ask({ ask: "play", position: board.face_down === null ? dealt : { ...dealt, stock: stock.join(" ") }, after: made });
    let { board: now, over, gain, to_move, moves = [] } = await after(drawn ? [drawn, ...others] : others);
    if (to_move === "you" && moves.includes("wait") && !moves.includes("claim")) return { shows: moves.map((move) => `${turn}; you ${move}`) };
    const match = scored(position.match, gain);
    if (over || (match && Math.max(match.you, match.opponent) >= 7)) return { gain };
    const mine = now && tilesOf(now.you.hand).find((one) => !tilesOf(board.you.hand).includes(one));
    if (mine && !drawn && mine !== board.turned) return { draws: rest.filter((one) => !fixed.includes(one)) };
    if (mine && drawn && mine !== drawn) now = (await after([...others.slice(0, 1), drawn, ...others.slice(1)])).board;
    if (now) return { position: hidden(now, { ...position, match }, tileOf(turns[0])) };
    const instead = tile && board.led ? (await after(others, [])).moves : [];
    if (!instead) break;
    barred.push(...instead.map(tileOf).filter((one) => !held.includes(one)));
  }
  return { error: `${turn.replace(/^opponent/, "The opponent").replace(/^you/, "You")}: the rules allow it in no deal that was tried.` };
}

/** The score of a match once the deal has brought you so much more. */
function scored(match, gain) {
  if (!match || !gain) return match;
  const [player, more] = gain > 0 ? ["you", gain] : ["opponent", -gain];
  const before = { you: 0, opponent: 0, ...match.scored };
  return { ...match, [player]: match[player] + more, scored: { ...before, [player]: before[player] + more } };
}

/** A table of which you know your own tiles alone, as a file has it. */
function hidden(board, { name, rules, match, carried, you, opponent, led, played }, tile) {
  const found = written({ ...board, stock: null, opponent: { ...board.opponent, hand: "" } }, { name, rules, match, carried });
  const gone = [...tilesIn(you.won, opponent.won, played), ...(board.led ? [] : [led, tile])];
  return gone.length ? { ...found, played: gone.join(" ") } : found;
}

/**
 * Tiles to choose from, where it is not for the program to say which. `first`: what may come before a lead, "close" and
 * doubles to be declared; `act(tile, before)` is told what does, as "close, declare 6-6 5-5, ".
 */
export function choice(words, tiles, board, act, /** @type {string[]} */ first = []) {
  /** @type {string[]} */
  let chosen = [];
  const before = () => {
    const shown = first.filter((one) => one !== "close" && chosen.includes(one));
    return [chosen.includes("close") ? "close, " : "", shown.length ? `declare ${shown.join(" ")}, ` : ""].join("");
  };
  const toggle = (one) => {
    const press = ({ currentTarget }) => {
      chosen = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
      currentTarget.setAttribute("aria-pressed", String(chosen.includes(one)));
    };
    return h("button", { type: "button", "aria-pressed": "false", onclick: press }, one);
  };
  const item = (tile) => h("li", {}, drawTile(tile, board, { onplay: () => act(tile, before()), key: `choose ${tile}` }));
  const more = first.length ? h("details", {}, h("summary", {}, "After a close or a declaration"), h("div", { class: "tools" }, first.map(toggle))) : null;
  return h("section", { class: "choosing", "aria-label": words }, h("h2", {}, words), more, h("ul", { class: "tiles" }, tiles.map(item)));
}

/** What may be declared upon winning a trick, to choose from; `act(whole)` is told the turn with it. */
export function shows(words, whole, act) {
  const button = (turn) => h("button", { type: "button", onclick: () => act(turn) }, turn.replace(/.*; you /, "").replace("wait", "nothing"));
  return h("section", { class: "choosing", "aria-label": words }, h("h2", {}, words), h("div", { class: "tools" }, whole.map(button)));
}

/** What the opponent may do before a lead, as far as one can see: whether the rules allow it, is told once it is tried. */
export function beforeLead(tiles, { led, turned, closed }) {
  if (led) return [];
  return [...(turned && !closed ? ["close"] : []), ...tiles.filter((tile) => tile[0] === tile[2])];
}
