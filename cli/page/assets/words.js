// What the engine tells of a game, in words for a page: its codes are in engine/games/events.hpp. Terminals have their
// own in cli/render/telling.py, where the sentences are that need nothing but to be filled in.

import sentences from "bingo/sentences";
import { capital, count, done, filled, fixed, mean } from "bingo/tiles";

/** The levels of the program, the weakest first. */
export const LEVELS = sentences.levels;

/** What is asked of you. */
const PROMPTS = {
  lead: "Your lead.",
  reply: "Your reply.",
  claim: "The opponent is about to lead. Go on, or claim.",
  show: "You won the trick with a double. Declare it with others, or go on.",
  program: "The opponent's turn.",
  next: "The deal is over.",
  nothing: "The match is over.",
};

export function prompt({ asked }) {
  return PROMPTS[asked];
}

const HELP = [
  'Type a move: a tile such as 4-4, or in full "close, declare 6-6 5-5, lead 6-6"; "claim" when you have counted enough. Or one of these words:',
  "moves: lists the possible moves",
  "count: tells the card points of both",
  "hint: tells the move that is worth most, going by what you can know",
  "what if MOVE: tells what a move would be worth, without making it",
  "back: takes back your last move, and the answer to it",
];

/** What is told always in the same words. */
const PLAIN = { ...sentences.plain, board: [], help: HELP };

function turn({ player, move, takes, scored = [0, 0], draws, exhausted }) {
  return [
    move && `${capital(done(player, move))}.`,
    takes && (takes === "you" ? "You take the trick." : "The opponent takes the trick."),
    scored[0] && `You score ${count(scored[0], "game point")} at once.`,
    scored[1] && `The opponent scores ${count(scored[1], "game point")} at once.`,
    draws && `You draw ${draws}.`,
    exhausted && "The boneyard is exhausted.",
  ].filter(Boolean).join(" ");
}

function points({ points: [yours, theirs], waiting }) {
  const more = ["your", "the opponent's"].map((whose, n) => waiting[n] && ` ${waiting[n]} more declared count with ${whose} first trick.`);
  return [`You have ${count(yours, "card point")}, the opponent has ${theirs}.`, ...more.filter(Boolean)].join("");
}

/** How a deal ended, and how the match stands. */
function end(event) {
  const { unit, score: [yours, theirs], match, winner } = event;
  if (unit === "card point") return `The deal is over: ${counted(event)}.`;
  const scored = [yours && `you score ${count(yours, unit)}`, theirs && `the opponent scores ${count(theirs, unit)}`].filter(Boolean);
  const result = `${scored.length ? `The deal is over: ${scored.join(" and ")}.` : "The deal is over. Nobody scores."} ${points(event)}`;
  if (!match) return result;
  const won = winner ? ` ${winner === "you" ? "You have" : "The opponent has"} won the match.` : "";
  return [result, `The match stands ${match.join(" : ")}.${won}`];
}

/** What both have where a deal is worth card points; a close that failed brings the other some. */
function counted({ score: [yours, theirs], points: [mine, other] }) {
  const words = `you have ${count(yours, "card point")}, the opponent has ${theirs}`;
  if (yours > mine) return `${words}; ${yours - mine} of yours are for the close, which has failed`;
  return theirs > other ? `${words}, ${theirs - other} of them for your close, which has failed` : words;
}

function worth({ move, value, low, high, kind, unit }) {
  const average = mean(low) === mean(high) ? " on average" : ` on average (${mean(low)} to ${mean(high)})`;
  const known = { estimate: average, limits: ` on average (${mean(high)} at most)` };
  return `${move}: worth ${mean(value)} ${unit}s${known[kind] || ""}`;
}

function best(found) {
  const alike = found.alike.length ? ` Just as good, as far as can be told: ${found.alike.join("; ")}.` : "";
  return `${worth(found)}.${alike}`;
}

function loses({ move, lost, unit, exact, better, alike }) {
  const words = `${move} loses ${fixed(lost, 2)} ${unit}s${exact ? "" : " on average"}`;
  return alike ? `${words}, too little to tell; ${better} may be better.` : `${words}; ${better} is better.`;
}

/** What is told in words that depend on what it is about. */
const WORDS = {
  turn,
  points,
  end,
  seed: ({ seed }) => `Seed ${seed}.`,
  aside: ({ file }) => `The game before is in ${file}.`,
  moves: ({ moves }) => `Possible: ${moves.join("; ")}.`,
  best,
  worth: (found) => `${worth(found)}; no other move is worth more.`,
  loses,
  reason: ({ sentence }) => sentence,
  "no-choice": ({ move }) => `The only move is ${move}.`,
  "no-move": ({ found }) => `move: expected close, declare TILES, lead TILE, play TILE or claim, joined by commas; found ${found ? `'${found}'` : "nothing"}`,
  illegal: (event) => {
    const rule = sentences.against[event.because];
    return `${event.move} is not possible here${rule ? `: ${filled(rule, event)}` : ""}`;
  },
};

/** What there is to tell, in paragraphs. */
export function told(events) {
  return events.flatMap((event) => PLAIN[event.code] || WORDS[event.code](event));
}
