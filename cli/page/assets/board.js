// The board: play, set up a position and see what it is worth, puzzles, recorded deals, the rules.

import { hereWritten, linked } from "bingo/analyze";
import { drawAnswer } from "bingo/answer";
import { ask, faults } from "bingo/ask";
import { drawDeals, showDeal } from "bingo/deals";
import { data, save } from "bingo/dom";
import { dragging, drawEditor } from "bingo/editor";
import { startPage } from "bingo/frame";
import { drawNew, drawRules } from "bingo/newgame";
import { drawPlay, look, playFrom } from "bingo/play";
import { drawPuzzles, showPuzzle } from "bingo/puzzles";
import { open, where } from "bingo/route";
import { check, filed, now, redo, undo } from "bingo/setup";
import { host, recall, set, state } from "bingo/state";

const VIEWS = {
  play: drawPlay, new: drawNew, analyze: drawAnswer, setup: drawEditor, puzzles: drawPuzzles, deals: drawDeals,
  rules: drawRules,
};

export function start() {
  state.data = data();
  Object.assign(state.wanted, JSON.parse(recall("wanted") || "{}"));
  Object.assign(host, { playFrom, share, saveReport, reportable: () => shown().length > 0 });
  const listen = /** @type {Record<string, (event: any) => void>} */ ({
    paste: pasted, drop: dropped, dragover: (event) => event.preventDefault(), keydown: undoKey,
    pointerdown: dragging,
  });
  for (const [kind, act] of Object.entries(listen)) document.addEventListener(kind, act);
  addEventListener("hashchange", arrive);
  startPage(() => VIEWS[state.view]());
  if (state.data.file.text && location.hash.length < 2) open(state.data.file.text);
  else arrive();
}

function arrive() {
  const { view, rest } = where();
  const before = state.view;
  set(state, { view, menu: false, sheet: false, notice: "", ...(view === before ? {} : { flipped: false }) });
  if (view === "play" || view === "new") look();
  if (view === "puzzles") showPuzzle(rest);
  if (view === "deals") showDeal(rest);
  if (view === "setup") check();
  if (view === "analyze") linked(rest[0]);
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

async function written() {
  const { puzzle, play, deals } = state;
  if (state.view === "play") return play.text;
  if (state.view === "deals") return deals.text;
  if (state.view === "analyze") return (await hereWritten()).text;
  const position = { puzzles: puzzle.posed?.position, setup: filed(now()) }[state.view];
  return position && (await ask({ ask: "write", position })).text;
}

function shown() {
  const { item, more } = state.analyze;
  const items = { analyze: [item, more.Close?.item, more.Claim?.item], deals: [state.deals.item] }[state.view] || [];
  return items.filter((item) => item && !item.open);
}

async function saveReport() {
  const items = shown().map(({ choice: _choice, ...item }) => item);
  const answer = await ask({ ask: "report", items });
  if (answer.html) save(answer.html, "report.html", "text/html");
  set(state, { notice: answer.html ? "" : faults(answer).join(" ") });
}

const isField = ({ target }) => /^(INPUT|SELECT)$/.test(target.tagName);

/** What is pasted anywhere but in fields is opened: a position, a record, a link. */
function pasted(event) {
  const text = event.clipboardData.getData("text/plain");
  if (text && !isField(event)) open(text);
}

/** Ctrl-Z and Ctrl-Shift-Z, but in fields that undo what is typed in them. */
function undoKey(event) {
  if (state.view !== "setup" || isField(event) || !(event.ctrlKey || event.metaKey)) return;
  if (event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  if (event.shiftKey) redo();
  else undo();
}

async function dropped(event) {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  const text = file ? await file.text() : event.dataTransfer.getData("text/plain");
  if (text) open(text);
}
