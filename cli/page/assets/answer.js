// An answer: table, verdict, moves and leaves; play stepped through. Asked for by analyze.js, or there in a report.

import { announce, button, h, icon, link, nowrap } from "bingo/dom";
import { PlayLine, signed, tileOf, tilesOf, tone, toneOf } from "bingo/moment";
import {
  drawBars, eyebrow, flipButton, footer, howFound, movesOf, progressBar, reasonList, slider, verdictOf,
} from "bingo/panel";
import { faultLines, host, redraw, set, state } from "bingo/state";
import { drawTable, flatTiles } from "bingo/table";

const LEAF_NAMES = ["Moves", "Close", "Claim"];

/** Whether a hand that beats a close is played out, in place of the position that one asked about. */
const isPlayedOut = () => Boolean(state.analyze.line) && state.analyze.line.board !== state.analyze.item.board;

/** Go to a step of the line, or without one to an earlier position. */
function goTo(/** @type {number} */ at) {
  const { line } = state.analyze;
  if (!line) return host.revisit?.(at);
  line.at = Math.max(0, Math.min(at, line.steps.length));
  redraw();
  announce(line.turns.at(-1) || "Start");
}

/** Make a move of the list: in the line, or in the position, as the board answers it. */
async function playRow(row) {
  const { line } = state.analyze;
  if (!line) return host.playTurns([`you ${row.move}`]);
  await line.play(row);
  redraw();
  announce(line.turns.at(-1) || "");
}

export function drawAnswer() {
  const { item, line, faults, path, at } = state.analyze;
  const board = item ? item.board : host.draftBoard();
  const moment = line ? line.moment : board;
  const rows = (line ? line.node?.branches : item?.rows) || [];
  const hiddenChoice = !line && item?.choice;
  const onRow = item && !item.open && (line || hiddenChoice) ? playRow : null;
  const onplay = (tile) => playRow(rows.find((row) => tileOf(row.move) === tile));
  const { match } = board;
  const stepper = { at: line ? line.at : at, end: (line ? line.steps : path.slice(1)).length, go: goTo };
  return {
    title: "Analyze", stepper,
    felt: drawTable(moment, {
      key: `${path[0]} ${isPlayedOut()}`, flipped: state.flipped, rows: item?.open ? [] : rows,
      onplay: onRow && onplay, playable: rows.map((row) => tileOf(row.move)),
      mover: line ? line.node?.mover : item?.answer.to_move || (item ? "you" : null),
      score: match && { you: `match ${match.you}`, opponent: `match ${match.opponent}` },
      status: moment.over ? "over" : "",
    }),
    bar: [slider(stepper, "move"), flipButton(), host.actions?.(line)],
    panel: faults ? host.drawFaults(faults) : drawPanel(board, rows, hiddenChoice, onRow),
  };
}

function drawPanel(board, rows, hiddenChoice, onRow) {
  const analysis = state.analyze;
  const { item, tab } = analysis;
  const name = analysis.example ? analysis.document.name : item?.title === "A position" ? "" : item?.title || "";
  const isThere = (name) => host.askLeaf || analysis.leafReplies[name] || (name === "Moves" && rows.length);
  const leaves = LEAF_NAMES.filter(isThere);
  const openLeaf = (name) => {
    set(analysis, { tab: name, showsHow: false });
    set(state, { isSheetUp: state.isSheetUp && name !== "Moves" });
    if (name !== "Moves" && !analysis.leafReplies[name]) host.askLeaf(name);
  };
  const tabButton = (name) =>
    button(name, () => openLeaf(name), { role: "tab", "aria-selected": String(name === tab) }, "button");
  return [
    analysis.running && progressBar("Looking"), eyebrow(name, item?.about || "", host.positionSelect?.()),
    h("div.answer",
      { "data-key": "answer", role: "region", "aria-label": "Answer", "aria-busy": String(analysis.running) },
      verdictOf(currentVerdict(), !item),
      leaves.length > 1 &&
        h("div.tabs", { "data-key": "tabs", role: "tablist", "aria-label": "Leaves" }, leaves.map(tabButton)),
      leafBody(board, rows, hiddenChoice, onRow),
    ),
  ];
}

function currentVerdict() {
  const { item, outcome, line } = state.analyze;
  const dealOver = (gain, how, why) => ({
    value: signed(gain), tone: tone(gain), how, headline: "The deal is over", why,
  });
  if (outcome) return dealOver(outcome.gain, "", outcome.turn);
  if (!line || (!line.at && !isPlayedOut())) return item?.verdict;
  const why = line.turns.slice(-2).join("; ");
  if (!line.node) return dealOver(line.gain, "this line", why);
  const [row] = line.node.branches;
  const headline = `${line.node.mover === "you" ? "You" : "They"}: ${row.move.replace(/^opponent /, "")}`;
  return { value: row.text, tone: toneOf(row), how: "exact", headline, why };
}

function leafBody(board, rows, hiddenChoice, onRow) {
  const analysis = state.analyze;
  const { item, tab, line } = analysis;
  const reply = tab === "Moves" ? { item } : analysis.leafReplies[tab];
  const shownItem = reply?.item;
  if (!reply) return h("p.faint", { role: "status" }, "One moment ...");
  if (!shownItem) return tab === "Moves" ? null : reasonList(faultLines(reply));
  if (analysis.showsHow) return howFound(shownItem, "How this was found", () => set(analysis, { showsHow: false }));
  const howLink = link("How this was found", () => set(analysis, { showsHow: true }));
  if (tab !== "Moves")
    return [h("div.leaf", tab === "Close" ? closeLeaf(shownItem) : claimLeaf(shownItem)), footer(howLink)];
  const choice = analysis.nextChoice || (hiddenChoice?.words && !item.open ? hiddenChoice : null);
  return [
    h("div.leaf",
      choice && host.choice(choice, item.board),
      movesOf(rows, board, line ? undefined : analysis.valueScale, onRow), line && lineOfPlay(line),
    ),
    footer(isPlayedOut() ? link("Back to the position", () => set(analysis, { line: analysis.mainLine })) : howLink),
  ];
}

function lineOfPlay(line) {
  const tricks = /** @type {any[][]} */ ([]);
  line.steps.forEach(({ move, turn, gain }, index) => {
    const tile = tileOf(move);
    if (!tricks.length || move.includes("lead") || !tile) tricks.push([]);
    const declaration = move.replace(/(, )?(lead|play) \S+$/, "");
    const content = [
      declaration && h("em", nowrap(declaration)), tile && flatTiles([tile], line.board, 17),
      gain !== 0 && h("b", { class: tone(gain) }, signed(gain)),
    ];
    const attributes = { "aria-current": index === line.at - 1 ? "step" : null, "aria-label": turn, "data-key": index };
    tricks.at(-1)?.push(button(content, () => goTo(index + 1), attributes, "button.step"));
  });
  const trickSpans = tricks.map((trick) => h("span.minis", trick));
  return trickSpans.length > 0 && [
    h("h3", "How it goes"), h("div.row.goes", { role: "group", "aria-label": "Line of play" }, trickSpans),
  ];
}

// --- the leaves beside the moves ----------------------------------------------------------------------

/** Whether to close, the tiles that decide it, and a hand that beats it, to be played out on the table. */
function closeLeaf({ close, board, refutation, refutation_tree: tree }) {
  const analysis = state.analyze;
  const playOut = () => set(analysis, { mainLine: analysis.line, line: new PlayLine(refutation, tree), tab: "Moves" });
  const card = ({ best, name, text, note }) =>
    h("div.card",
      { class: best && "win" }, h("h3", name), h("span.num", { class: best && "plus" }, text),
      h("p.sm.faint", nowrap(note)),
    );
  return [
    h("div.two", close.cards.map(card)), h("h3", close.heading), drawBars(close.bars),
    close.why && h("p.sm", nowrap(close.why)),
    close.hand &&
      h("div.row.card.box2",
        h("p.sm.faint", "A hand that beats it"), flatTiles(tilesOf(close.hand), board),
        tree && button([icon("play"), "Play it out"], playOut, { class: "main" }),
      ),
  ];
}

function claimLeaf({ claim, board, verdict }) {
  const tileLists = (label, lists) =>
    lists.length > 0 && h("p.sm", label, " ", lists.map((tiles) => flatTiles(tilesOf(tiles), board)));
  const card = (heading, ...contents) => h("div.row.card.box2", h("h3", heading), contents);
  const arrangement = ({ heading, you, opponent, hand }) =>
    card(heading, tileLists("You took", you), tileLists("They took", opponent), tileLists("They hold", [hand]));
  const { line } = claim;
  return [
    h("p", h("b", { class: verdict.tone }, verdict.value), ": ", nowrap(verdict.headline)),
    claim.lines.map((words) => h("p", nowrap(words))), claim.ways.map(arrangement),
    line && card("The line at its worst", tileLists("They hold", [line.hand]), tileLists("Tricks", line.tricks)),
  ];
}
