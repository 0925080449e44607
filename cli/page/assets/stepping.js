// Play in which a hand is hidden, stepped into: what the opponent does and which tile is drawn, one says oneself.

import { ask } from "bingo/ask";
import { TILES, parseMove, shuffled, tileOf, tilesOf } from "bingo/tiles";
import { stated, written } from "bingo/setup";

/** Deals that are tried until the rules allow a move in one. */
const DEALS = 60;

const tilesIn = (/** @type {(string | null | undefined)[]} */ ...texts) =>
  texts.flatMap((text) => tilesOf(text));
export const isDouble = (/** @type {string} */ tile) => tile[0] === tile[2];

/** The tiles that nobody has seen in a position as a file has it, shown ones included; null where it cannot be told. */
export function unseen({ you, opponent, led, turned, played, stock }, board) {
  const seen = tilesIn(you.hand, you.won, opponent.won, led, turned, played);
  const tiles = TILES.filter((tile) => !seen.includes(tile));
  const known =
    opponent.hand ||
    stock ||
    seen.includes("?") ||
    (!board.closed && tiles.length !== board.opponent.hidden + (board.face_down || 0));
  return known ? null : tiles;
}

/**
 * The position after a turn ("you lead 6-4"), as a file has it, if the rules allow it in a deal that fits; where that
 * ends the deal, `gain`: what it brings you. `drawn`: the tile that you draw then; without it, `draws` has those that
 * it may be. Where you may declare upon winning a trick, `shows` has what the turn may go on with ("you play 4-4; you
 * wait"); where the opponent may, `won` has the double that took it, and `doubles` those that may be declared with it.
 * @returns {Promise<{position?: any, gain?: number, draws?: string[], shows?: string[], won?: string,
 *   doubles?: string[], error?: string}>}
 */
export async function step(position, board, /** @type {string} */ turn, /** @type {string | null} */ drawn = null) {
  const turns = turn.split("; ");
  const rest = /** @type {string[]} */ (unseen(position, board));
  const held = tilesOf(board.opponent.shown);
  const tile = turn.startsWith("opponent") ? tileOf(turns[0]) : null;
  const declared = turns.filter((one) => one.startsWith("opponent")).flatMap((one) => parseMove(one).declare);
  const fixed = [...new Set([...held, ...(tile ? [tile] : []), ...declared])].filter((one) => one !== board.led);
  /** @type {any[]} What the opponent would have had to play instead, and so cannot hold. */
  const barred = [];
  for (let n = 0; n < (/claim$/.test(turn) ? 1 : DEALS); n++) {
    const others = shuffled(rest.filter((one) => !fixed.includes(one) && one !== drawn && !barred.includes(one)));
    if (!n) others.sort((a, b) => Number(isDouble(b)) - Number(isDouble(a))); // which the opponent may then declare
    const hand = [...fixed, ...others.splice(0, board.opponent.hidden + held.length - fixed.length)];
    const dealt = { ...position, opponent: { ...position.opponent, hand: hand.join(" ") } };
    const after = async (/** @type {string[]} */ stock, made = turns) => {
      const stocked = board.face_down === null ? dealt : { ...dealt, stock: stock.join(" ") };
      return await ask({ ask: "play", position: stocked, after: made });
    };
    let { board: now, over, gain, to_move, moves = [] } = await after(drawn ? [drawn, ...others] : others);
    const may = moves.includes("wait") && !moves.includes("claim");
    if (may && to_move === "you") return { shows: moves.map((/** @type {string} */ move) => `${turn}; you ${move}`) };
    const won = [tile, board.led].find((one) =>
      moves.some((/** @type {string} */ move) => parseMove(move).declare.includes(one)),
    );
    if (may && won) return { won, doubles: rest.filter((one) => isDouble(one) && one !== won) };
    const match = scored(position.match, gain);
    if (over || (match && Math.max(match.you, match.opponent) >= 7)) return { gain };
    const mine = now && tilesOf(now.you.hand).find((one) => !tilesOf(board.you.hand).includes(one));
    if (mine && !drawn && mine !== board.turned) return { draws: rest.filter((one) => !fixed.includes(one)) };
    if (mine && drawn && mine !== drawn) now = (await after([...others.slice(0, 1), drawn, ...others.slice(1)])).board;
    if (now) return { position: hidden(now, { ...position, match }, tileOf(turns[0])) };
    const instead = tile && board.led ? (await after(others, [])).moves : [];
    if (!instead) break;
    barred.push(...instead.map(tileOf).filter((/** @type {string} */ one) => !held.includes(one)));
  }
  return { error: "The rules allow that in no deal that was tried." };
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
  const after = written(
    { ...board, stock: null, opponent: { ...board.opponent, hand: "" } }, stated({ name, rules, match, carried }),
  );
  const gone = [...tilesIn(you.won, opponent.won, played), ...(board.led ? [] : [led, tile])];
  return gone.length ? { ...after, played: gone.join(" ") } : after;
}
