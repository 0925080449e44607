// The board: play, set up a position and see what it is worth, puzzles, recorded deals, the rules.

import { openLink, writeHere } from "bingo/analyze";
import { drawAnswer } from "bingo/answer";
import { drawDeals, showDeal } from "bingo/deals";
import { pageData, saveFile } from "bingo/dom";
import { startPage } from "bingo/frame";
import { drawNew, drawRules } from "bingo/newgame";
import { drawPlay, loadGame, playFrom } from "bingo/play";
import { drawPuzzles, showPuzzle } from "bingo/puzzles";
import { check, draft, drawEditor, startDrag, stepDraft, toFile } from "bingo/setup";
import { ask, faultLines, host, openText, recall, set, state } from "bingo/state";

/** The views that have a name: what draws each, and what it takes to be there. */
const VIEWS = {
  play: { draw: drawPlay, arrive: loadGame }, new: { draw: drawNew, arrive: loadGame },
  analyze: { draw: drawAnswer, arrive: openLink }, setup: { draw: drawEditor, arrive: check },
  puzzles: { draw: drawPuzzles, arrive: showPuzzle }, deals: { draw: drawDeals, arrive: showDeal },
  rules: { draw: drawRules },
};

export function start() {
  state.data = pageData();
  Object.assign(state.preferences, JSON.parse(recall("wanted") || "{}"));
  Object.assign(host, { playFrom, share, saveReport, reportable: () => shownItems().length > 0 });
  const listeners = /** @type {Record<string, (event: any) => void>} */ ({
    paste, drop, dragover: (event) => event.preventDefault(), keydown: undoKey,
    pointerdown: startDrag,
  });
  for (const [eventName, listener] of Object.entries(listeners)) document.addEventListener(eventName, listener);
  addEventListener("hashchange", arrive);
  startPage(() => VIEWS[state.view].draw());
  if (state.data.file && location.hash.length < 2) openText(state.data.file);
  else arrive();
}

/** Show what the address names: a view, with what stands behind it; every other address is a position. */
function arrive() {
  const address = location.hash.slice(1);
  const [name, ...viewArguments] = address.split("/");
  const view = Object.hasOwn(VIEWS, name) ? name : "analyze";
  set(state, { view, isMenuOpen: false, isSheetUp: false, notice: "", flipped: state.flipped && view === state.view });
  VIEWS[view].arrive?.(view === name ? viewArguments : [address]);
}

/** Copy what is shown as text, which can be pasted into this page, a file or a command. */
async function share() {
  const text = await textToShare();
  if (!text) return set(state, { notice: "There is nothing to share here yet." });
  try {
    await navigator.clipboard.writeText(text);
    set(state, { notice: "Copied as text: paste it into this page, a file or a command." });
  } catch {
    set(state, { notice: `The browser lets nobody copy. This is the text: ${text}` });
  }
}

async function textToShare() {
  const { puzzle, play, deals } = state;
  if (state.view === "play") return play.text;
  if (state.view === "deals") return deals.text;
  if (state.view === "analyze") return (await writeHere()).text;
  const position = { puzzles: puzzle.posed?.position, setup: toFile(draft()) }[state.view];
  return position && (await ask({ ask: "write", position })).text;
}

function shownItems() {
  const { item, leafReplies } = state.analyze;
  const { Close, Claim } = leafReplies;
  const items = { analyze: [item, Close?.item, Claim?.item], deals: [state.deals.item] }[state.view] || [];
  return items.filter((item) => item && !item.open);
}

async function saveReport() {
  const items = shownItems().map(({ choice: _choice, ...item }) => item);
  const answer = await ask({ ask: "report", items });
  if (answer.html) saveFile(answer.html, "report.html", "text/html");
  set(state, { notice: answer.html ? "" : faultLines(answer).join(" ") });
}

const isField = ({ target }) => /^(INPUT|SELECT)$/.test(target.tagName);

/** What is pasted anywhere but in fields is opened: a position, a record, a link. */
function paste(event) {
  const text = event.clipboardData.getData("text/plain");
  if (text && !isField(event)) openText(text);
}

/** Ctrl-Z and Ctrl-Shift-Z, but in fields that undo what is typed in them. */
function undoKey(event) {
  if (state.view !== "setup" || isField(event) || !(event.ctrlKey || event.metaKey)) return;
  if (event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  stepDraft(event.shiftKey ? 1 : -1);
}

async function drop(event) {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  const text = file ? await file.text() : event.dataTransfer.getData("text/plain");
  if (text) openText(text);
}
