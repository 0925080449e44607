// What answers are in words, the answer first; terminals say the same with solver/render. No rule is known here.

import { remark } from "bingo/board";
import sentences from "bingo/sentences";
import { capital, count, filled, fixed, grouped, mean, often, share, signed, tilesOf } from "bingo/tiles";
import { Tree } from "bingo/walk";

/** An item in sentences; those that whoever answers brings with it come last. */
export function headline(/** @type {import("./types").Item} */ item) {
  const told = { analyze: analyzed, batch: plain, close: closed, claim: claimed }[item.kind];
  return [...(told ? told(item) : []), ...item.besides].filter(Boolean);
}

// --- what a position is worth ---------------------------------------------------------------------------

function analyzed(item) {
  const { answer, board, tree } = item;
  if (tree) return [new Tree(tree).verdict(0, board.unit)];
  return answer.exact ? [] : [`${answer.best.length ? `${answer.best[0]}: ` : ""}${estimated(answer, board, range(answer))}`, alike(answer), how(answer, board)];
}

/** The value and the best moves, where there is no more to tell. */
function plain({ answer, board }) {
  const { exact, value, chance, best = [] } = answer;
  const worth = chance === undefined ? `Worth ${exact ? signed(value) : `about ${mean(value)}`} in ${board.unit}s` : capital(often(chance));
  return [`${worth}${best.length ? `: ${best.slice(0, 3).join(" or ")}` : ""}.`];
}

/** How sure a value is, by its kind. */
const ABOUT = { estimate: "about ", limits: "at least ", exact: "exactly ", certain: "certain: " };

/** The verdict on hidden tiles, in a sentence; `range`: the interval of its number, in brackets. */
export function estimated({ to_move, value, chance, kind = "estimate" }, { led, unit }, range = "") {
  const about = ABOUT[kind];
  const worth = `${mean(value)} ${unit}s`;
  const wins = chance !== undefined && `${about}${share(chance)}${range}`;
  if (to_move === "you") return wins ? `${wins} to win the match, ${worth}.` : `${about}${worth}${range}.`;
  const does = `The opponent is to ${led ? "reply" : "lead"}.`;
  return wins ? `${does} You win the match ${wins} of the time.` : `${does} The position is worth ${about}${worth}${range} to you.`;
}

/** The interval of an estimate, in brackets; nothing where it has none, or its ends read alike. */
function range({ kind, low, high, chance, chance_low, chance_high }) {
  const [least, most] = chance === undefined ? [mean(low), mean(high)] : [share(chance_low), share(chance_high)];
  if (kind === "limits") return ` (at most ${most} can be guaranteed)`;
  return kind !== "estimate" || least === most ? "" : ` (${least} to ${most} with 95% confidence)`;
}

/** Whether the best move is told from the others. */
function alike({ to_move, best, alike, moves, every }) {
  const others = moves.length - 1;
  if (to_move !== "you" || !others) return "";
  if (!alike.length) {
    const shown = moves.map(({ value, chance }) => (chance === undefined ? mean(value) : share(chance)));
    const hardly = shown.lastIndexOf(shown[0]) > 0 ? `, though by less than ${shown[0].endsWith("%") ? "0.1%" : "0.01"}` : "";
    const sure = every || moves.every(({ kind }) => kind !== "estimate");
    return `It is better than every other move${hardly}${sure ? "" : ", at 95% confidence"}.`;
  }
  if (alike.length === others) return "No move is clearly better than another.";
  const near = moves.filter(({ move }) => best.includes(move) || alike.includes(move));
  const sure = near.every(({ kind }) => kind === "exact" || kind === "certain");
  const more = alike.length > 3 ? `; and ${count(alike.length - 3, "more move")}` : "";
  return `${sure ? "Just as good" : "Just as good, as far as can be told"}: ${alike.slice(0, 3).join("; ")}${more}.`;
}

/** How an estimate was found. */
function how({ method, moves, worlds, every, weighted, hands, tried, seed }, board) {
  const open = board.turned && !board.closed;
  const thing = open ? "deal" : "hand";
  const all = worlds === 1 ? `the only ${thing} that fits` : `all ${count(worlds, thing)} that fit`;
  const by = weighted ? ", weighted by how the opponent played" : "";
  const drawn = `An estimate, method ${method}: ${every ? all : `${count(worlds, thing)} drawn`}${by}; ${sentences.found[method]}.`;
  const of = hands === tried ? `all ${grouped(hands)} hands` : `a sample of ${grouped(tried)} of ${grouped(hands)} hands`;
  const most = moves.some(({ kind }) => kind === "limits") ? sentences.found.most : "";
  const solved = hands ? `${filled(sentences.found.solved, { hands: of })}${most}${open ? "" : by}.` : "";
  return [open ? drawn : "", solved, every ? "" : `Seed ${seed}.`].filter(Boolean).join(" ");
}

// --- closing --------------------------------------------------------------------------------------------

/** Where a mean is no bound: not seeing your hand, an opponent may leave you more. */
const SEEN = "if the opponent sees your hand";

function closed({ answer, board }) {
  return [advice(answer), brings(answer, board), hangsOn(answer), playingOn(answer.open, board), howSure(answer)];
}

function advice({ advice, leads, open }) {
  if (advice === "close") return `Close now: ${leads[0].move}.`;
  if (advice === "play on") return `${open.worlds ? "Play on" : "Do not close"}: ${open.move}.`;
  return `Too close to call. If you close: ${leads[0].move}.`;
}

/** What is said of how much a close brings: what it is sure of, or where one should play on, the most of any lead. */
function figures({ advice, leads }) {
  if (advice !== "play on") return [leads[0].sure, leads[0].sure];
  const most = (key) => leads.map((lead) => lead.double_dummy).reduce((one, other) => (other[key] > one[key] ? other : one));
  return [most("win"), most("value")];
}

/** How often closing wins, and what it is worth on average. */
function brings(answer, { unit }) {
  const { exact, leads } = answer;
  const { sure } = leads[0];
  const about = exact ? "" : "about ";
  const often = (chance) => `${about}${share(chance)} of the time`;
  const results = Object.keys(sure.outcomes);
  const least = results.length === 1 ? `at least ${signed(Number(results[0]))} ${unit}s` : `at least ${mean(sure.value)} ${unit}s on average`;
  const always = exact && sure.win === 1;
  const match = sure.chance !== undefined;
  if (answer.advice === "play on") {
    const [{ win }, { value }] = figures(answer);
    if (!match) return `Closing wins at most ${often(win)}, at most ${about}${mean(value)} ${unit}s on average, ${SEEN}.`;
    const most = Math.max(...leads.map((lead) => lead.double_dummy.chance));
    if (exact && most === 0) return "Closing loses the match against every hand.";
    return exact && most === 1 ? "At best closing wins the match too." : `Closing wins the match at most ${often(most)}, ${SEEN}.`;
  }
  if (!match) return always ? `It wins whatever the opponent holds, ${least}.` : `It wins at least ${often(sure.win)}, at least ${about}${mean(sure.value)} ${unit}s on average.`;
  if (exact && sure.chance === 1) return "It wins the match whatever the opponent holds.";
  const deal = always ? `the deal whatever the opponent holds, ${least}` : `the deal at least ${about}${share(sure.win)}, ${mean(sure.value)} ${unit}s on average`;
  return `It wins the match at least ${often(sure.chance)}, ${deal}.`;
}

/** When the advised close fails. */
export function hangsOn({ advice, exact, leads, why }) {
  const { failing, hands, always, pattern } = why;
  const close = advice === "play on" ? `closing with ${leads[0].move.replace("close, ", "")}` : "it";
  const it = capital(exact ? close : `in the sample ${close}`);
  if (!failing) return `${it} wins against every hand.`;
  if (failing === hands) return `${it} fails against every hand.`;
  const part = `${grouped(failing)} of ${grouped(hands)} hands`;
  if (always) return `${it} fails only if the opponent holds ${listed(always)}: ${part}.`;
  if (!pattern) return `${it} fails against ${part}.`;
  return `${it} fails against ${part}, most of all against ${listed(pattern.opponent)}: ${grouped(pattern.failing)} of ${grouped(pattern.hands)}.`;
}

/** "5-4, 4-4 and 3-0". */
const listed = (text) => tilesOf(text).join(", ").replace(/, (?=\S+$)/, " and ");

/** What playing on is thought to be worth. */
function playingOn({ move, value, low, high, worlds, every, chance, chance_low: least, chance_high: most }, { unit }) {
  const match = chance !== undefined;
  if (!worlds) {
    if (chance === 1) return `You can ${move} now, which wins the match.`;
    return `You can ${move} now, for ${mean(value)}${match ? `, and ${share(chance)} to win the match` : ""}.`;
  }
  const nearly = (some) => some < 1e-9;
  if (match && nearly(Math.min(least, 1 - most)) && nearly(most - least)) return `Playing on ${nearly(least) ? "loses" : "wins"} the match in every deal tried, with ${move}.`;
  if (!match && !every && nearly(high - low)) return `Playing on is worth ${signed(Number(fixed(value, 2)))} in every deal tried, with ${move}.`;
  const ends = match ? [share(least), share(most)] : [mean(low), mean(high)];
  const limits = every || ends[0] === ends[1] ? "" : ` (${ends.join(" to ")})`;
  if (!match) return `Playing on is worth about ${mean(value)}${limits} with ${move}.`;
  return `Playing on wins the match about ${share(chance)} of the time${limits} with ${move}, ${mean(value)} ${unit}s on average.`;
}

/** The same, and how that was found. */
export function playedOn({ open }, board) {
  const words = playingOn(open, board);
  const { alike, worlds, deals, every } = open;
  if (!worlds) return words;
  const more = alike.length > 1 ? ` and ${count(alike.length - 1, "more move")}` : "";
  const near = alike.length ? ` That is not clearly better than ${alike[0]}${more}.` : "";
  const tried = every ? `all ${count(deals, "deal")} that fit` : `${count(worlds, "deal")} drawn`;
  const how = "both sides play on by networks that see only their own tiles, and may close later";
  return `${words}${near} This is an estimate${words.includes("(") ? " with its 95% interval" : ""}: ${tried}, in each of which ${how}.`;
}

/** On how much all that stands. */
function howSure(answer) {
  const { exact, hands, tried, weighted, open } = answer;
  const [often, much] = figures(answer);
  const sample = () => `from a sample of ${grouped(tried)} of ${grouped(hands)} hands (${share(often.win_low)} to ${share(often.win_high)}, ${mean(much.low)} to ${mean(much.high)} with 95% confidence)`;
  const closing = exact ? `${hands > 1 ? `all ${grouped(hands)} hands` : "the only hand"} solved` : sample();
  const by = weighted ? ", weighted by how the opponent played" : "";
  const deals = open.every ? `all ${count(open.deals, "deal")}` : count(open.worlds, "deal");
  return `Closing: ${closing}${by}${open.worlds ? `; playing on: an estimate from ${deals}` : ""}.`;
}

// --- claims ---------------------------------------------------------------------------------------------

function claimed({ answer }) {
  const { gain, cost, verdict, chance, remarks } = answer;
  const true_ = gain && span(gain, (points) => grouped(points), "game point");
  const false_ = `A false claim gives the opponent ${cost}.`;
  const scores = verdict === "certain" ? `It scores ${true_}.` : verdict === "impossible" ? false_ : `A true claim scores ${true_}. ${false_}`;
  const possible = verdict !== "impossible" || remarks.some((one) => one.code === "declare-first");
  const wins = chance && (possible ? `With a true claim you win the match ${span(chance.claim, share)} of the time, with a false one ${share(chance.false)}.` : `With a false claim you win the match ${share(chance.false)} of the time.`);
  const more = remarks.filter((one) => one.code !== "declare-first" && (one.code !== "tile-led" || verdict !== "certain"));
  return [counted(answer), ...more.map(remark), gain ? scores : "", wins, goingOn(answer)];
}

/** A number, or from the least to the most of it. */
function span({ least, most }, show, thing = "") {
  const things = thing && ` ${thing}${most === 1 ? "" : "s"}`;
  return `${least === most ? show(most) : `${show(least)} to ${show(most)}`}${things}`;
}

/** Whether the card points are there. */
function counted({ verdict, least, most, target, gain, limit, remarks }) {
  if (least === null || most === null) return `Whether you can claim was not decided in ${limit} s.`;
  const have = `you have ${span({ least, most }, grouped, "card point")}`;
  if (!gain) return `There is nothing to claim. ${capital(have)}.`;
  const first = remarks.find((one) => one.code === "declare-first");
  if (first) return `Not yet: declare ${first.declare} first, then claim for ${span(gain, grouped)}. ${capital(have)} now; ${target} are needed.`;
  if (verdict === "certain" && remarks.some((one) => one.code === "tile-led")) return `Not yet: reply first. ${capital(have)}, so you can claim after this trick.`;
  if (verdict === "possible") return `Perhaps: ${have}, and ${target} are needed. Of the arrangements that fit what you remember, some make a claim true, others false.`;
  const fits = least === most ? "" : ", whatever lies in the tricks that you do not remember";
  return `${verdict === "certain" ? "Yes" : "No"}: ${have}${fits}; ${target} are needed.`;
}

/** Whether to go on instead of a claim that is certain. */
function goingOn({ gain, chance, wait = chance && chance.wait }) {
  if (!wait) return "";
  const about = wait.exact ? "" : "about ";
  const worth = chance ? `makes it ${about}${share(wait.chance)}` : `is worth ${about}${(wait.exact ? signed : mean)(wait.value)}`;
  const better = chance ? wait.chance > chance.claim.least : wait.value > gain.least;
  return `${better ? "Do not claim yet" : "Claim now"}: the best other move, ${wait.move}, ${worth}.`;
}
