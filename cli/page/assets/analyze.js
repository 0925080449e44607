// A position and what it is worth: at once where all is known, else ever better; and what is done with it on the board.

import { action, announce, button, choose, h, nowrap } from "bingo/dom";
import { Line, begin, composeMove, tilesOf } from "bingo/moment";
import { emptyCard, reasonList, scaleOf, select } from "bingo/panel";
import { playFrom } from "bingo/play";
import { board, toDraft } from "bingo/setup";
import { FRESH, addressOf, ask, faults, go, host, keep, latest, openText, set, state } from "bingo/state";
import { drawTile } from "bingo/table";

/** Deals to estimate with, one after the other while one looks: few, then as many as the commands draw. */
const WORLDS = [64, undefined];
const asking = { Moves: latest(), Close: latest(), Claim: latest() };

/** Look at a position as a file has it; without one at an example. `path`: it is one of those stepped through. */
async function take(/** @type {any} */ document, path = false) {
  const a = state.analyze;
  const position = document || state.data.examples.waits;
  if (!path) Object.assign(a, { path: [JSON.stringify(position)], at: 0 });
  stop();
  state.setup.document = toDraft(document || {});
  set(a, { ...FRESH.analyze, document: position, example: !document });
  const after = async (/** @type {string[]} */ after) => (await ask({ ask: "follow", position, after })).tree;
  for (const worlds of WORLDS) {
    const answer = await asking.Moves.ask({ ask: "analyze", position, worlds });
    if (!answer) return;
    if (!answer.item) return refuse(faults(answer));
    const { item } = answer;
    set(a, {
      item, scale: a.scale || scaleOf(item.rows), walk: item.tree ? new Line(item.board, item.tree, after) : null,
    });
    if (!item.open) break;
  }
  set(a, { running: false });
  announce(`${a.item.verdict.value}. ${a.item.verdict.headline}`);
}

const stop = () => Object.values(asking).forEach((question) => question.stop());

function refuse(/** @type {string[]} */ reasons) {
  stop();
  set(state.analyze, { item: null, walk: null, faults: reasons, running: false });
  announce(reasons.join(" "));
}

/** Take the position that an address is, unless it is there already; without one, that which was looked at. */
export async function openLink(/** @type {string[]} */ [link]) {
  const a = state.analyze;
  if (!link) return a.item || a.faults || take(null);
  try {
    const text = decodeURIComponent(link);
    if (JSON.stringify(a.document) === text && !a.example) return;
    const document = JSON.parse(text);
    if (!document || typeof document !== "object" || Array.isArray(document)) throw new SyntaxError();
    await take(document);
  } catch {
    set(a, { document: {}, path: [], at: 0 });
    refuse(["The link does not hold a position."]);
  }
}

/** The position that one looks at as a file has it: as a document, as text, and the deal that begins with it. */
export function writeHere() {
  const { document, item, walk } = state.analyze;
  return ask({ ask: "write", position: document, after: walk && walk.board === item.board ? walk.turns : [] });
}

// --- what an answer asks its board for ----------------------------------------------------------------

async function askLeaf(/** @type {string} */ name) {
  const a = state.analyze;
  const answer = await asking[name].ask({ ask: name.toLowerCase(), position: a.document });
  if (answer) set(a, { more: { ...a.more, [name]: answer } });
  if (answer?.item) announce(`${answer.item.verdict.value}. ${answer.item.verdict.headline}`);
}

function revisit(/** @type {number} */ at) {
  const a = state.analyze;
  a.at = at;
  take(JSON.parse(a.path[at]), true);
  keep(encodeURIComponent(a.path[at]));
}

/** Go on after turns in a position of which a hand is hidden; first one may have to say what is drawn or declared. */
async function playTurns(/** @type {string[]} */ turns, /** @type {string | null} */ drawn = null) {
  const a = state.analyze;
  const here = a.path[a.at];
  const next = await ask({ ask: "step", position: a.document, turns, drawn });
  if (a.path[a.at] !== here || state.view !== "analyze") return; // the table was changed meanwhile
  if (next.choice) {
    set(a, { choosing: next.choice, chosen: [] });
    return announce(next.choice.words);
  }
  if (next.gain !== undefined) return set(a, { ended: { gain: next.gain, turn: turns.join("; ") } });
  if (!next.position) return set(state, { notice: faults(next).join(" ") });
  a.path = [...a.path.slice(0, a.at + 1), JSON.stringify(next.position)];
  revisit(a.at + 1);
}

/** What is to be said before play goes on: a tile, with what comes before it, or one of several turns. */
function choice({ words, verb, turns, tiles = [], before = [], options = [], won, claim }, board) {
  const { chosen } = state.analyze;
  const press = (name) =>
    set(state.analyze, { chosen: before.filter((move) => (move === name) !== chosen.includes(move)) });
  const toggle = (name) =>
    button(name, () => press(name), { class: "small", "aria-pressed": String(chosen.includes(name)) });
  const doubles = chosen.filter((move) => move !== "close");
  const declare = doubles.length ? [...doubles, ...(won ? [won] : [])].sort().reverse() : [];
  const turn = (last) => `opponent ${composeMove(chosen.includes("close"), declare, last) || "wait"}`;
  const act = (tile) => (verb ? playTurns([turn(`${verb} ${tile}`)]) : playTurns(turns, tile));
  const moment = begin(board);
  return h("section.card.choosing",
    { "aria-label": words }, h("h3", nowrap(words)),
    before.length > 0 &&
      h("div.row",
        !won && h("span.sm.faint", "First: "), before.map(toggle),
        won && button("Go on", () => playTurns([...turns, turn("")]), { class: "main small" }),
      ),
    h("div.choices", tiles.map((tile) => drawTile(tile, moment, { onplay: () => act(tile) }))),
    options.map(([name, all]) => button(name, () => playTurns(all))),
    claim && button("The opponent claims", () => playTurns(["opponent claim"]), { class: "small" }),
  );
}

function actions(walk) {
  const { document, example, item } = state.analyze;
  const begins = item && !example && !walk?.at && item.board.face_down === 13 && !item.board.led;
  const setUp = async () => {
    const { position = document } = walk?.at ? await writeHere() : { position: example ? {} : document };
    state.setup.document = toDraft(position);
    go("setup");
  };
  const playOn = async () => playFrom((await writeHere()).record);
  return [
    action("Set up", "edit", setUp), action("Play on", "play", playOn, { disabled: !begins, title: "Play from here" }),
  ];
}

function drawFaults(wrong) {
  const doors = [
    ["Set up a position", () => go("setup")], ["Should I close?", () => go(addressOf(state.data.examples.close))],
    ["Open a file", () => choose(openText), "file"],
  ];
  if (tilesOf(state.analyze.document.you?.hand).length || wrong.some((line) => line.startsWith("The ")))
    return emptyCard("This cannot be analyzed", reasonList(wrong), doors);
  const words = "Put your seven tiles on it and see what to play. Fifteen taps are enough.";
  return emptyCard("An empty table", words, doors);
}

function files() {
  const { files, document } = state.analyze;
  const texts = files.map((position) => JSON.stringify(position));
  const names = files.map(({ name }, n) => [texts[n], name || `Position ${n + 1}`]);
  const act = (text) => go(encodeURIComponent(text));
  return files.length > 1 && select("Position", names, JSON.stringify(document), act);
}

Object.assign(host, { board, actions, drawFaults, files, askLeaf, choice, playTurns, revisit });
