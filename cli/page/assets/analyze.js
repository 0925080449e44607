// A position and what it is worth: at once where all is known, else ever better; and what is done with it on the board.

import { action, announce, button, chooseFile, h, nowrap } from "bingo/dom";
import { PlayLine, composeMove, tilesOf } from "bingo/moment";
import { emptyCard, reasonList, scaleOf, select } from "bingo/panel";
import { playFrom } from "bingo/play";
import { draftBoard, toDraft } from "bingo/setup";
import {
  FRESH, addressOf, ask, faultLines, go, host, latestQuestion, openText, replaceAddress, set, state,
} from "bingo/state";
import { drawTile } from "bingo/table";

/** Deals to estimate with, one after the other while one looks: few, then as many as the commands draw. */
const WORLD_COUNTS = [64, undefined];
const questions = { Moves: latestQuestion(), Close: latestQuestion(), Claim: latestQuestion() };

/** Look at a position as a file has it; without one at an example. `isStep`: it is one of those stepped through. */
async function analyzePosition(/** @type {any} */ document, isStep = false) {
  const analysis = state.analyze;
  const position = document || state.data.examples.waits;
  if (!isStep) Object.assign(analysis, { path: [JSON.stringify(position)], at: 0 });
  stopQuestions();
  state.setup.document = toDraft(document || {});
  set(analysis, { ...FRESH.analyze, document: position, example: !document });
  const growTree = async (/** @type {string[]} */ after) => (await ask({ ask: "follow", position, after })).tree;
  for (const worlds of WORLD_COUNTS) {
    const answer = await questions.Moves.ask({ ask: "analyze", position, worlds });
    if (!answer) return;
    if (!answer.item) return refuse(faultLines(answer));
    const { item } = answer;
    set(analysis, {
      item, valueScale: analysis.valueScale || scaleOf(item.rows),
      line: item.tree ? new PlayLine(item.board, item.tree, growTree) : null,
    });
    if (!item.open) break;
  }
  set(analysis, { running: false });
  announce(`${analysis.item.verdict.value}. ${analysis.item.verdict.headline}`);
}

const stopQuestions = () => Object.values(questions).forEach((question) => question.stop());

function refuse(/** @type {string[]} */ reasons) {
  stopQuestions();
  set(state.analyze, { item: null, line: null, faults: reasons, running: false });
  announce(reasons.join(" "));
}

/** Take the position that an address is, unless it is there already; without one, that which was looked at. */
export async function openLink(/** @type {string[]} */ [link]) {
  const analysis = state.analyze;
  if (!link) return analysis.item || analysis.faults || analyzePosition(null);
  try {
    const text = decodeURIComponent(link);
    if (JSON.stringify(analysis.document) === text && !analysis.example) return;
    const document = JSON.parse(text);
    if (!document || typeof document !== "object" || Array.isArray(document)) throw new SyntaxError();
    await analyzePosition(document);
  } catch {
    set(analysis, { document: {}, path: [], at: 0 });
    refuse(["The link does not hold a position."]);
  }
}

/** The position that one looks at as a file has it: as a document, as text, and the deal that begins with it. */
export function writeHere() {
  const { document, item, line } = state.analyze;
  return ask({ ask: "write", position: document, after: line && line.board === item.board ? line.turns : [] });
}

// --- what an answer asks its board for ----------------------------------------------------------------

async function askLeaf(/** @type {string} */ leaf) {
  const analysis = state.analyze;
  const answer = await questions[leaf].ask({ ask: leaf.toLowerCase(), position: analysis.document });
  if (answer) set(analysis, { leafReplies: { ...analysis.leafReplies, [leaf]: answer } });
  if (answer?.item) announce(`${answer.item.verdict.value}. ${answer.item.verdict.headline}`);
}

function revisit(/** @type {number} */ at) {
  const analysis = state.analyze;
  analysis.at = at;
  analyzePosition(JSON.parse(analysis.path[at]), true);
  replaceAddress(encodeURIComponent(analysis.path[at]));
}

/** Go on after turns in a position of which a hand is hidden; first one may have to say what is drawn or declared. */
async function playTurns(/** @type {string[]} */ turns, /** @type {string | null} */ drawn = null) {
  const analysis = state.analyze;
  const positionText = analysis.path[analysis.at];
  const reply = await ask({ ask: "step", position: analysis.document, turns, drawn });
  if (analysis.path[analysis.at] !== positionText || state.view !== "analyze") return; // another table by now
  if (reply.choice) {
    set(analysis, { nextChoice: reply.choice, chosenMoves: [] });
    return announce(reply.choice.words);
  }
  if (reply.gain !== undefined) return set(analysis, { outcome: { gain: reply.gain, turn: turns.join("; ") } });
  if (!reply.position) return set(state, { notice: faultLines(reply).join(" ") });
  analysis.path = [...analysis.path.slice(0, analysis.at + 1), JSON.stringify(reply.position)];
  revisit(analysis.at + 1);
}

/** What is to be said before play goes on: a tile, with what comes before it, or one of several turns. */
function choice({ words, verb, turns, tiles = [], before = [], options = [], won, claim }, board) {
  const { chosenMoves } = state.analyze;
  const toggleMove = (label) =>
    set(state.analyze, { chosenMoves: before.filter((move) => (move === label) !== chosenMoves.includes(move)) });
  const toggleButton = (label) =>
    button(label, () => toggleMove(label), { class: "small", "aria-pressed": String(chosenMoves.includes(label)) });
  const doubles = chosenMoves.filter((move) => move !== "close");
  const declare = doubles.length ? [...doubles, ...(won ? [won] : [])].sort().reverse() : [];
  const turn = (last) => `opponent ${composeMove(chosenMoves.includes("close"), declare, last) || "wait"}`;
  const onTile = (tile) => (verb ? playTurns([turn(`${verb} ${tile}`)]) : playTurns(turns, tile));
  return h("section.card.choosing",
    { "aria-label": words }, h("h3", nowrap(words)),
    before.length > 0 &&
      h("div.row",
        !won && h("span.sm.faint", "First: "), before.map(toggleButton),
        won && button("Go on", () => playTurns([...turns, turn("")]), { class: "main small" }),
      ),
    h("div.choices", tiles.map((tile) => drawTile(tile, board, { onplay: () => onTile(tile) }))),
    options.map(([label, allTurns]) => button(label, () => playTurns(allTurns))),
    claim && button("The opponent claims", () => playTurns(["opponent claim"]), { class: "small" }),
  );
}

function actions(line) {
  const { document, example, item } = state.analyze;
  const isDealStart = item && !example && !line?.at && item.board.face_down === 13 && !item.board.led;
  const setUp = async () => {
    const { position = document } = line?.at ? await writeHere() : { position: example ? {} : document };
    state.setup.document = toDraft(position);
    go("setup");
  };
  const playOn = async () => playFrom((await writeHere()).record);
  return [
    action("Set up", "edit", setUp),
    action("Play on", "play", playOn, { disabled: !isDealStart, title: "Play from here" }),
  ];
}

function drawFaults(faults) {
  const buttons = [
    ["Set up a position", () => go("setup")], ["Should I close?", () => go(addressOf(state.data.examples.close))],
    ["Open a file", () => chooseFile(openText), "file"],
  ];
  if (tilesOf(state.analyze.document.you?.hand).length || faults.some((line) => line.startsWith("The ")))
    return emptyCard("This cannot be analyzed", reasonList(faults), buttons);
  const words = "Put your seven tiles on it and see what to play. Fifteen taps are enough.";
  return emptyCard("An empty table", words, buttons);
}

function positionSelect() {
  const { documents, document } = state.analyze;
  const texts = documents.map((position) => JSON.stringify(position));
  const names = documents.map(({ name }, n) => [texts[n], name || `Position ${n + 1}`]);
  const openPosition = (text) => go(encodeURIComponent(text));
  return documents.length > 1 && select("Position", names, JSON.stringify(document), openPosition);
}

Object.assign(host, { draftBoard, actions, drawFaults, positionSelect, askLeaf, choice, playTurns, revisit });
