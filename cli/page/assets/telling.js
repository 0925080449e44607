// What the kernel's answers are in words. No rule is known here.

import { estimated } from "bingo/answers";
import { remark } from "bingo/board";
import { count, grouped, mean, share } from "bingo/tiles";
import { Tree } from "bingo/walk";

// --- what a position is worth ---------------------------------------------------------------------------

/** `networks`: by rule set, the preset under which the networks were taught that play there. */
export async function worth({ position, ...asked }, kernel, networks = {}) {
  const found = await kernel({ ...asked, position });
  return told(found, position, ({ answer, board, tree }) => (answer.exact ? [new Tree(tree).verdict(0, board.unit)] : about(answer, board, networks[board.rules])));
}

function told(found, position, headline) {
  if (!found || !found.item) return found;
  const { item } = found;
  item.headline = headline(item).filter(Boolean);
  const { answer, tree } = item;
  const chances = tree ? Array.isArray(tree[0][3][0][1]) : "chance" in (answer.leads ? answer.leads[0] : answer);
  if (position.match && !chances) item.headline.push("The match score is ignored here: values are those of this deal.");
  item.words = item.words || [...item.headline, "", ...rows(item)];
  return found;
}

/** Where tiles are hidden: the best move, what cannot be told from it, and how it was found. */
function about(answer, board, taught) {
  const { kind, best, moves, hands, tried, worlds, every, weighted, remarks } = answer;
  const near = moves.filter((one) => best.includes(one.move) || answer.alike.includes(one.move));
  const sure = near.every((one) => one.kind === "exact" || one.kind === "certain");
  const others = near.length > 1 && near.length === moves.length ? "No move is clearly better than another." : near.length > 1 ? `${sure ? "Just as good" : "Just as good, as far as can be told"}: ${answer.alike.slice(0, 3).join("; ")}.` : "";
  const [low, high] = answer.chance === undefined ? [mean(answer.low), mean(answer.high)] : [share(answer.chance_low), share(answer.chance_high)];
  const range = low === high ? "" : ` (${low} to ${high} with 95% confidence)`;
  const limits = { estimate: range, limits: ` (at most ${high} can be guaranteed)` }[kind] || "";
  const drawn = `${grouped(worlds)} deals ${every ? "that fit, all of them" : "drawn"}${weighted ? ", weighted by how the opponent played" : ""}`;
  const networks = taught ? `networks taught under ${taught}` : "networks";
  const solved = hands === tried ? `all ${grouped(hands)} hands` : `a sample of ${grouped(tried)} of ${grouped(hands)} hands`;
  return [
    `${best.length ? `${best[0]}: ` : ""}${estimated(answer, board).slice(0, -1)}${limits}.`,
    others,
    ...(remarks || []).map(remark),
    moves.every((one) => one.kind !== "estimate") ? "" : `An estimate, method ${answer.method}: ${drawn}; each move was tried in them, and both sides played on by ${networks} that see only their own tiles.`,
    hands ? `Moves after which nothing is drawn are solved for ${solved}: each is worth what one strategy that never sees the opponent's hand is sure of, against an opponent who sees everything.` : "",
  ];
}

function rows({ answer }) {
  const moves = (answer.moves || []).map(({ move, value, low, high }) => `${String(low === undefined ? value : `${mean(value)} (${mean(low)} to ${mean(high)})`).padStart(6)}  ${move}`);
  return [...moves, "", ...(answer.line || [])];
}

// --- closing --------------------------------------------------------------------------------------------

export async function closed({ position, seed = 0 }, kernel) {
  const found = await kernel({ ask: "close", seed, position });
  if (!found || !found.item) return found;
  const { answer, board } = found.item;
  const { open, why, leads, hands, tried } = answer;
  const match = leads[0].chance !== undefined;
  const playing = match ? `Playing on wins the match about ${share(open.chance)} of the time with ${open.move}.` : `Playing on is worth about ${mean(open.value)}${mean(open.low) === mean(open.high) ? "" : ` (${mean(open.low)} to ${mean(open.high)})`} with ${open.move}.`;
  const advice = { close: `Close now: ${leads[0].move}.`, "play on": `Play on: ${open.move}.` }[answer.advice] || `Too close to call. If you close: ${leads[0].move}.`;
  const { sure } = leads[0];
  const most = (key) => Math.max(...leads.map((lead) => lead.double_dummy[key]));
  const about = answer.exact ? "" : "about ";
  const figures = (win, value, bound) => `${bound} ${about}${share(win)} of the time, ${bound} ${about}${mean(value)} ${board.unit}s on average`;
  const often = (chance, bound) => `wins the match ${bound} ${about}${share(chance)} of the time`;
  const wins = match ? (answer.advice === "play on" ? `Closing ${often(most("chance"), "at most")}, if the opponent sees your hand.` : `It ${often(sure.chance, "at least")}, the deal ${about}${share(sure.win)}.`) : answer.advice === "play on" ? `Closing wins ${figures(most("win"), most("value"), "at most")}, if the opponent sees your hand.` : `It wins ${figures(sure.win, sure.value, "at least")}.`;
  const solved = answer.exact ? `all ${grouped(hands)} hands solved` : `from a sample of ${grouped(tried)} of ${grouped(hands)} hands`;
  Object.assign(found.item, { because: because(why), playing_on: `${playing} This is an estimate: ${count(open.worlds, "deal")}.`, proof: [] });
  return told(found, position, () => [advice, wins, because(why), playing, `Closing: ${solved}; playing on: an estimate from ${count(open.worlds, "deal")}.`]);
}

function because({ failing, hands, always, pattern }) {
  if (!failing) return "It wins against every hand.";
  if (failing === hands) return "It fails against every hand.";
  const part = `${grouped(failing)} of ${count(hands, "hand")}`;
  if (always) return `It fails only if the opponent holds ${always}: ${part}.`;
  return pattern ? `It fails against ${part}, most of all against ${pattern.opponent}: ${grouped(pattern.failing)} of ${grouped(pattern.hands)}.` : `It fails against ${part}.`;
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
