// The game where there is no server: its records are kept in this browser, so that it is continued when the page is
// loaded again. Where a browser keeps nothing, the page does. What becomes of a word is said by the kernel.

import { signed } from "bingo/tiles";

const PLACE = "bingo game";
/** What a game is called that is saved. */
const FILE = "bingo-game.yaml";

let here = null;
let keeps = true;

function read() {
  try {
    return keeps ? localStorage.getItem(PLACE) : here;
  } catch {
    return here;
  }
}

function write(records) {
  here = records;
  try {
    localStorage.setItem(PLACE, records);
  } catch {
    keeps = false;
  }
}

/** The records that were kept; none where they are no JSON. */
function parsed(kept) {
  try {
    return JSON.parse(kept) || [];
  } catch {
    return [];
  }
}

/** How the deals of duplicate went, as played. */
function compared(records) {
  const net = ({ result }) => result.you - result.opponent;
  const pairs = records.filter((_, n) => n % 2 === 0).map((mine, n) => [mine, records[2 * n + 1]]);
  const ended = pairs.filter(([mine]) => mine.result);
  if (!ended.length) return null;
  const deals = ended.map((pair) => pair.map(net)).map((results) => ({ results, difference: results[0] - results[1] }));
  const ahead = deals.reduce((sum, { difference }) => sum + difference, 0);
  return { players: ["you", ended[0][1].players.you], deals, words: [`In all ${signed(ahead)} for you as played, luck included.`] };
}

/** The answer to a question about the game. What another tab has done meanwhile is never written over. */
export async function played(question, kernel) {
  const before = read();
  if (question.say === "compare") return { compared: compared(parsed(before)) };
  const { record, level, count } = question;
  const from = record && { ask: "game", say: "look", count, records: [{ ...record, players: { opponent: level || "strongest" } }] };
  const seed = question.seed ?? crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
  const found = await kernel(from || (question.ask === "begin" ? { ...question, seed } : { ...question, records: parsed(before) }));
  if (!found || !found.records) return found;
  if (read() !== before) return played({ ask: "game", stamp: -1, count: question.count }, kernel);
  const { records, ...answer } = found;
  write(JSON.stringify(records));
  return { ...answer, file: FILE, kept: keeps ? "kept in this browser" : "this browser cannot keep the game: save it" };
}
