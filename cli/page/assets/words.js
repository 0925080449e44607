// What the engine tells of a game, in words for a page: its codes are in native/games/events.hpp. Terminals have their
// own in cli/render/telling.py.

import { capital, count, done, mean } from "bingo/tiles";

/** The levels of the program, the weakest first. */
export const LEVELS = {
  greedy: "takes what is worth taking, and looks ahead only once nothing is drawn any more",
  textbook: "takes, keeps, leads and closes by ten rules that can be counted at the table",
  club: "plays nearly half its moves like greedy, and the others like strongest",
  strongest: "plays as well as the program can without seeing your tiles",
  cheat: "sees every tile, even those still to be drawn (for study)",
};

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

export function prompt({ asked, duplicate }) {
  return asked === "nothing" && duplicate ? "All deals are played." : PROMPTS[asked];
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
const PLAIN = {
  board: [],
  help: HELP,
  claim: "Claim: you have enough.",
  "let-lead": "Let the opponent lead.",
  "no-estimate": "There is no estimate between a trick and the draw after it. The levels of the program declare all they can.",
  "no-turn-yet": "You have not moved yet.",
  measured: "In duplicate you get no hints and cannot take moves back until the deal is over.",
  "level-stays": "In duplicate the level stays the same, since all deals count alike.",
  "nothing-back": "You have no move to take back.",
  "opponents-turn": "It is the opponent's turn.",
  "deal-over": "The deal is over.",
  "match-over": "The match is over.",
  "set-over": "The set is over.",
  elsewhere: "The game was continued elsewhere; this is how it stands.",
};

/** The rules that may stand against a move. */
const AGAINST = {
  "opponent-leads": () => "the opponent is on lead, and you may only claim",
  "not-in-hand": ({ tiles }) => `${tiles} is not in the hand`,
  "reply-due": () => "a tile has been led: reply with play",
  "other-replies": ({ tiles }) => `other tiles must be played to ${tiles}`,
  "nothing-led": () => "nothing has been led yet",
  "not-open": () => "only an open boneyard can be closed",
  "no-trick-won": () => "a player can close only after winning a trick",
  "claim-takes": ({ number }) => `a claim takes ${number} card points`,
  "only-declare": () => "the winner of the trick may only declare, or wait",
  "winner-missing": ({ tiles }) => `${tiles}, which won the trick, must be among them`,
  "cannot-declare": ({ tiles }) => `${tiles} cannot be declared from this hand`,
  "so-many-shown": () => "that many doubles cannot be declared",
  "only-doubles": () => "only doubles can be declared",
  "winner-declares": () => "under these rules only the winner of a trick may declare",
  "declared-before": ({ tiles }) => `${tiles} was declared before`,
  "single-double": () => "a single double cannot be declared",
  "so-many-doubles": () => "that many doubles cannot be declared",
  "must-lead": () => "one of the declared doubles must be led",
};

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
  const words = `${move} loses ${lost.toFixed(2)} ${unit}s${exact ? "" : " on average"}`;
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
    const rule = AGAINST[event.because];
    return `${event.move} is not possible here${rule ? `: ${rule(event)}` : ""}`;
  },
};

/** What there is to tell, in paragraphs. */
export function told(events) {
  return events.flatMap((event) => PLAIN[event.code] || WORDS[event.code](event));
}
