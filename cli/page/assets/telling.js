// What the kernel's answers are in words. No rule is known here.

import { estimated } from "bingo/answers";
import { count, grouped, mean, share } from "bingo/tiles";
import { solved } from "bingo/walk";

/** What the kernel takes of a position: a score of the match and what is expected are not minded. */
function taken({ match, expect, ...position }) {
  return position;
}

// --- what a position is worth ---------------------------------------------------------------------------

/** `networks`: by rule set, the preset under which the networks were taught that play there. */
export async function worth({ position, ...asked }, kernel, networks = {}) {
  const found = await kernel({ ...asked, position: taken(position) });
  return told(found, position, ({ answer, board }) => (answer.exact ? [solved({ ...answer, moves: answer.moves.length, mover: answer.to_move }, board.unit)] : about(answer, board, networks[board.rules])));
}

function told(found, position, headline) {
  if (!found || !found.item) return found;
  const { item } = found;
  item.headline = headline(item).filter(Boolean);
  if (position.match) item.headline.push("The match score is ignored here: values are game points of this deal.");
  item.words = item.words || [...item.headline, "", ...rows(item)];
  return found;
}

/** An estimate: its best move, what cannot be told from it, and how it was found. */
function about(answer, board, taught) {
  const { low, high, best, alike, moves, method, worlds, every, weighted, remarks } = answer;
  const limits = low === high ? "" : ` (${mean(low)} to ${mean(high)} with 95 % confidence)`;
  const others = alike.length === moves.length - 1 && alike.length ? "No move is clearly better than another." : alike.length ? `As good, as far as can be told: ${alike.slice(0, 3).join("; ")}.` : "";
  const drawn = `${grouped(worlds)} ${method === "rollout" ? "deals" : "hands"} ${every ? "that fit, all of them" : "drawn"}`;
  const how = method === "rollout" ? `in each both sides play on by networks${taught ? ` taught under ${taught}` : ""} that see only their own tiles` : "each solved as if the hand were seen";
  return [
    `${best.length ? `${best[0]}: ` : ""}${estimated(answer, board).slice(0, -1)}${limits}.`,
    others,
    ...(remarks || []).map((remark) => `${remark[0].toUpperCase()}${remark.slice(1)}.`),
    `an estimate, method ${method}: ${drawn}; ${how}${weighted ? "; deals weighted by what the opponent led" : ""}.`,
  ];
}

function rows({ answer }) {
  const moves = (answer.moves || []).map(({ move, value, low, high }) => `${String(low === undefined ? value : `${mean(value)} (${mean(low)} to ${mean(high)})`).padStart(6)}  ${move}`);
  return [...moves, "", ...(answer.line || [])];
}

// --- closing --------------------------------------------------------------------------------------------

export async function closed({ position, seed = 0 }, kernel) {
  const found = await kernel({ ask: "close", seed, position: taken(position) });
  if (!found || !found.item) return found;
  const { answer, board } = found.item;
  const { open, why, close, leads } = answer;
  const playing = `About ${mean(open.value)} ${board.unit}s with ${open.move}${open.low === open.high ? "" : ` (${mean(open.low)} to ${mean(open.high)} with 95 % confidence)`}.`;
  const advice = { close: `Close now: ${close.move}.`, "play on": `Play on: ${open.move}.` }[answer.advice] || `Too close to call. If you close: ${close.move}.`;
  const sure = leads[0].sure;
  Object.assign(found.item, { because: because(why), playing_on: `${playing} This is an estimate: ${count(open.worlds, "deal")}.`, proof: [] });
  return told(found, position, () => [
    advice,
    `Closing wins ${share(sure.win)} of ${grouped(answer.hands)} hands for certain and brings ${mean(sure.value)} ${board.unit}s; if you saw the hand, ${share(close.win)} and ${mean(close.value)}.`,
    because(why),
    `Playing on: ${playing}`,
    "Every hand was solved. The best defence may do better than that.",
  ]);
}

function because({ failing, hands, always, pattern }) {
  if (!failing) return "No hand beats it.";
  if (failing === hands) return "It fails against every hand.";
  const parts = [`It fails against ${grouped(failing)} of ${count(hands, "hand")}`];
  if (always) parts.push(`in all of them the opponent holds ${always}`);
  if (pattern) parts.push(pattern.failing === pattern.hands ? `against ${pattern.opponent} it always fails` : `against ${pattern.opponent} it fails ${share(pattern.share)} of the time`);
  return `${parts.join("; ")}.`;
}

// --- files ----------------------------------------------------------------------------------------------

/** The positions of a file with one in JSON a line. */
export async function read({ text }) {
  try {
    const positions = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
    if (positions.length && positions.every((one) => one && typeof one === "object" && one.you)) return { positions, refused: [] };
  } catch {
    // not JSON: told below
  }
  return { error: "Expected positions, one in JSON a line; found something else." };
}

// --- puzzles --------------------------------------------------------------------------------------------

/** A puzzle of those that the page carries. */
export function posed({ number, theme = "" }, puzzles) {
  const themes = [...new Set(puzzles.map((puzzle) => puzzle.theme))].sort();
  const among = puzzles.filter((puzzle) => !theme || puzzle.theme === theme);
  const at = number % among.length;
  return { number: at, puzzles: among.length, themes, ...among[at] };
}
