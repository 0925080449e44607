// The board: play, set up a position and see what it is worth, puzzles, recorded deals, the rules.

import { analyzeKey, drawAnalyze, hereWritten, refuse, take } from "bingo/analyze";
import { ask, faults } from "bingo/ask";
import { dealKey, drawDeals, open as openDeal, takeDeals } from "bingo/deals";
import { data, save } from "bingo/dom";
import { check, dragging, drawEditor, undoKey } from "bingo/editor";
import { drawFrame, shadeAgain } from "bingo/frame";
import { drawRules } from "bingo/guide";
import { drawNew } from "bingo/newgame";
import { drawPlay, look, playFrom } from "bingo/play";
import { drawPuzzles, open as openPuzzle } from "bingo/puzzles";
import { addressOf, go, where } from "bingo/route";
import { begun, filed } from "bingo/setup";
import { drawnBy, recall, set, state } from "bingo/state";
import { sprite } from "bingo/tiles";

/** Show the board. */
export function start() {
  state.data = data();
  Object.assign(state.wanted, JSON.parse(recall("wanted") || "{}"));
  document.body.prepend(sprite());
  shadeAgain();
  state.setup.onchange = check;
  drawnBy(draw);
  const listen = /** @type {Record<string, (event: any) => void>} */ ({
    paste: pasted, drop: dropped, dragover: (event) => event.preventDefault(), keydown: keys, pointerdown: dragging,
  });
  for (const [kind, act] of Object.entries(listen)) document.addEventListener(kind, act);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && state.view === "play" && state.play.game && !state.play.pending)
      look();
  });
  addEventListener("hashchange", arrive);
  if (state.data.file.text && location.hash.length < 2) open(state.data.file.text);
  else arrive();
}

function draw() {
  const views = {
    play: drawPlay, new: drawNew, analyze: () => drawAnalyze(playFrom, open), setup: () => drawEditor(open),
    puzzles: drawPuzzles, deals: () => drawDeals(playFrom, open), rules: drawRules,
  };
  drawFrame(views[state.view](), { share, report: shown().length ? report : null });
}

/** Show what the address names. */
function arrive() {
  const { view, rest } = where();
  const before = state.view;
  set(state, { view, menu: false, sheet: false, notice: "", ...(view === before ? {} : { flipped: false }) });
  if (view === "play" || view === "new") look();
  if (view === "puzzles") openPuzzle(rest);
  if (view === "deals") openDeal(rest);
  if (view === "setup") {
    state.setup.document ||= begun();
    check();
  }
  if (view === "analyze") linked(rest[0]);
}

/** Take the position that an address is, unless it is there already; without one, that which was looked at. */
async function linked(/** @type {string | undefined} */ link) {
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

/** Copy what is shown as text, which can be pasted into this page, a file or a command. */
async function share() {
  const text = await written();
  if (!text) return set(state, { notice: "There is nothing to share here yet." });
  try {
    await navigator.clipboard.writeText(text);
    set(state, { notice: "Copied as text: paste it into this page, a file or a command." });
  } catch {
    set(state, { notice: `The browser lets nobody copy. This is the text: ${text}` });
  }
}

/** The answers that one looks at. */
function shown() {
  const { item, more } = state.analyze;
  const items = { analyze: [item, more.close?.item, more.claim?.item], deals: [state.deals.item] }[state.view] || [];
  return items.filter((item) => item && !item.open);
}

/** Save them as a page of their own. */
async function report() {
  const items = shown().map(({ choice: _choice, ...item }) => item);
  const answer = await ask({ ask: "report", items });
  if (answer.html) save(answer.html, "report.html", "text/html");
  set(state, { notice: answer.html ? "" : faults(answer).join(" ") });
}

async function written() {
  if (state.view === "play") return state.play.text;
  if (state.view === "deals") return state.deals.text;
  const { puzzle, setup } = state;
  if (state.view === "analyze") return (await hereWritten()).text;
  const position = { puzzles: puzzle.posed?.position, setup: filed(setup.document || begun()) }[state.view];
  return position && (await ask({ ask: "write", position })).text;
}

// --- files --------------------------------------------------------------------------------------------

/** What is pasted anywhere but in fields is opened: a position, a record, a link. */
function pasted(event) {
  const text = event.clipboardData.getData("text/plain");
  if (text && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) open(text);
}

async function dropped(event) {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  const text = file ? await file.text() : event.dataTransfer.getData("text/plain");
  if (text) open(text);
}

async function open(/** @type {string} */ text) {
  const link = text.trim().match(/^\S+#(%7B\S+)$/);
  if (link) return go(link[1]);
  const answer = await ask({ ask: "read", text });
  const refused = answer.refused?.join(" ");
  if (answer.deals) takeDeals(answer.deals, text);
  else if (answer.positions) {
    set(state.analyze, { files: answer.positions });
    go(addressOf(answer.positions[0]));
  } else return set(state, { notice: faults(answer).join(" ") });
  if (refused) setTimeout(() => set(state, { notice: refused }));
}

/** Keys, wherever the focus is but in fields. */
function keys(/** @type {KeyboardEvent} */ event) {
  undoKey(event);
  const target = /** @type {HTMLElement} */ (event.target);
  if (
    event.defaultPrevented ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    target.closest("input, select, textarea, pre, .log")
  )
    return;
  analyzeKey(event);
  dealKey(event);
  if (state.view !== "play") return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const tiles = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".felt button.tile")]);
  if (!step || !tiles.length) return;
  event.preventDefault();
  const at = tiles.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  tiles[at < 0 ? 0 : (at + step + tiles.length) % tiles.length].focus();
}
