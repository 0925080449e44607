// The one way to an answer where there is no server: workers run the kernel that the page carries. It takes the place
// of ask.js.

import { data, part } from "bingo/dom";
import { played } from "bingo/kept";
import sentences from "bingo/sentences";
import { headline } from "bingo/telling";
import { mean, rank } from "bingo/tiles";
import { Tree } from "bingo/walk";

const page = data();

// On a site the page is kept for when there is no network.
if (page.service && navigator.serviceWorker) navigator.serviceWorker.register(page.service);

const UNABLE = "its kernel could not be started";
const source = URL.createObjectURL(new Blob([part("worker")], { type: "text/javascript" }));
/** Workers that may be asked. @type {Worker[]} */
const idle = [];
/** What workers are made of, once the first one has unpacked it. @type {Promise<any> | null} */
let ready = null;

/** Have a first worker unpack the parts of the page; the board's has them from the page itself. */
function unpack() {
  const { first } = window;
  window.first = undefined;
  const worker = first ? first.worker : new Worker(source);
  return new Promise((resolve, reject) => {
    const hear = (/** @type {any} */ { data = { error: "" }, message }) => {
      if (!data.ready) return reject(new Error(data.error || message || UNABLE));
      idle.push(worker);
      resolve(data.ready);
    };
    worker.onmessage = worker.onerror = hear;
    if (first?.told) hear(first.told);
    if (!first) worker.postMessage({ parts: { kernel: part("kernel"), knowledge: part("knowledge") } });
  });
}

async function hired() {
  ready ||= unpack();
  try {
    const made = await ready;
    const worker = idle.pop();
    if (worker) return worker;
    const another = new Worker(source);
    another.postMessage({ ready: made });
    return another;
  } catch (error) {
    ready = null; // the next question tries again
    throw error;
  }
}

/** What a worker answers to a message; null where that was given up. */
async function told(message, /** @type {AbortSignal | undefined} */ signal = undefined) {
  const worker = await hired();
  return new Promise((resolve, reject) => {
    const over = (keep) => {
      worker.onmessage = worker.onerror = null;
      signal?.removeEventListener("abort", stop);
      if (keep) idle.push(worker);
      else worker.terminate();
    };
    const broken = (words) => {
      over(false);
      reject(new Error(words || UNABLE));
    };
    const stop = () => {
      over(false);
      resolve(null);
    };
    worker.onmessage = ({ data }) => {
      if (data.error) return broken(data.error);
      over(true);
      resolve(data.answer);
    };
    worker.onerror = (event) => broken(event.message);
    if (signal?.aborted) {
      over(true);
      return resolve(null);
    }
    signal?.addEventListener("abort", stop);
    worker.postMessage(message);
  });
}

/** What the kernel answers; of a question that was given up, null. */
const answered = async (question, signal) => JSON.parse(await told({ question: JSON.stringify(question) }, signal));

/** Parts that the page carries, unpacked when they are first asked for. */
const carried = async (name) => (unpacked[name] ||= JSON.parse(await told({ packed: part(name) })));
/** @type {Record<string, any>} */
const unpacked = {};

/** With a match score what is to be maximized, where the page has it: chances to win the match. Else it plays no part. */
async function goal(/** @type {any} */ position) {
  const { rules = "pagat", match = null, lead, you, opponent } = position || {};
  if (!match) return {};
  if (match.scored) return { position: { ...position, match: { ...match, scored: undefined } } };
  const begun = [you, opponent].some((side) => side?.won || side?.tricks);
  const table = (await carried("matches"))[[rules, match.you, match.opponent, match.first || (begun ? "" : lead)].join(" ")];
  return table ? { objective: { table } } : {};
}

// --- what a server answers in Python --------------------------------------------------------------------

/** An answer of the kernel, and what a server's has besides: what of the question counts for nothing, all as text. */
function finished(found, { position }) {
  if (!found || !found.item) return found;
  const { answer, kind, tree } = found.item;
  const chances = tree ? Array.isArray(tree[0][3][0][1]) : "chance" in (answer.leads ? answer.leads[0] : answer);
  const ignored = kind === "close" || (kind === "analyze" && !answer.exact);
  found.item.besides = [
    ignored && position?.opponent?.hand ? sentences.found.ignored : "",
    position?.match && !chances && (kind !== "claim" || answer.gain) ? "The match score is ignored here: values are those of this deal." : "",
  ];
  const moves = (answer.moves || []).map(({ move, value, low, high }) => `${String(low === undefined ? value : `${mean(value)} (${mean(low)} to ${mean(high)})`).padStart(6)}  ${move}`);
  found.item.words = [...headline(found.item), "", ...moves, "", ...(answer.line || [])];
  return found;
}

/** Can I claim? Where that is certain and the next move, beside the best way to go on without. */
async function claimed(asked, kernel) {
  const found = await kernel(asked);
  const { answer, board } = found?.item || {};
  if (answer?.verdict !== "certain" || board.led) return found;
  const { item } = (await kernel({ ...asked, ask: "analyze" })) || {};
  if (!item) return found;
  const { tree } = item;
  const rows = tree ? /** @type {any} */ (new Tree(tree).node(0)).branches : item.answer.moves;
  const mine = rows.filter(({ player = "you" }) => player === "you");
  const others = mine.filter(({ move }) => !/claim$/.test(move)).sort((one, other) => rank(other) - rank(one));
  if (!others.length || !mine.some(({ move }) => move === "claim")) return found;
  const [{ move, value, chance, kind }] = others;
  const exact = Boolean(tree) || kind === "exact" || kind === "certain";
  if (answer.chance) answer.chance.wait = { move, chance, exact };
  else answer.wait = { move, value, exact };
  return found;
}

/** The positions of a file with one in JSON a line. */
function read({ text }) {
  try {
    const positions = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
    if (positions.length && positions.every((one) => one && typeof one === "object" && one.you)) return { positions, refused: [] };
  } catch {
    // not JSON: told below
  }
  return { error: "Expected positions, one in JSON a line; found something else." };
}

/** A puzzle of those that the page carries. */
function posed({ number, theme = "" }, puzzles) {
  const themes = [...new Set(puzzles.map((puzzle) => puzzle.theme))].sort();
  const among = puzzles.filter((puzzle) => !theme || puzzle.theme === theme);
  const at = number % among.length;
  return { number: at, puzzles: among.length, themes, ...among[at] };
}

/** The kernel judges no deals and reads no YAML: neither is offered. */
export const PYTHON = false;

/** How to play well, as HTML. */
export const guide = () => carried("guide");

/** The answer; of a question that was given up, null. */
export async function ask(question, /** @type {{signal?: AbortSignal, where?: string}} */ { signal } = {}) {
  const kernel = async (asked) => answered({ ...asked, ...(await goal(asked.position)) }, signal);
  const known = { claim: claimed, read, begin: played, game: played };
  const half = ({ won = "", took, forgotten } = /** @type {any} */ ({})) => won.includes("?") || took || forgotten;
  const part = ["you", "opponent"].find((player) => half(question.position?.[player]));
  try {
    if (question.ask === "write") return { text: `${JSON.stringify(question.position)}\n`, name: "position.jsonl" };
    if (question.ask === "puzzle") return posed(question, await carried("puzzles"));
    if (part) return { reasons: [{ field: `${part}.won`, code: "part-known" }] }; // a proof would take Python
    return finished(await (known[question.ask] || kernel)(question, kernel), question);
  } catch (/** @type {any} */ error) {
    return { error: `The page cannot answer here: ${error.message}` };
  }
}
