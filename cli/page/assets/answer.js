// An answer: table, verdict, moves and leaves; play stepped through. Asked for by analyze.js, or there in a report.

import { faults } from "bingo/ask";
import { announce, button, h, icon, link, whole } from "bingo/dom";
import { Line, begin } from "bingo/moment";
import { eyebrow, flip, foot, hiddenMoves, howFound, movesOf, progress, reasonList } from "bingo/panel";
import { slider, verdictOf } from "bingo/panel";
import { host, redraw, set, state } from "bingo/state";
import { drawTable, valuesOf } from "bingo/table";
import { flats, signed, tileOf, tilesOf, tone } from "bingo/tiles";

const LEAVES = ["Moves", "Close", "Claim"];

/** The line that is stepped through, if any: one that is played out, or the best play. */
const lineOf = ({ playing, walk }) => playing || walk;

/** Go to a step of the line, or without one to an earlier position. */
function goTo(/** @type {number} */ at) {
  const line = lineOf(state.analyze);
  if (!line) return host.revisit?.(at);
  line.at = Math.max(0, Math.min(at, line.line.length));
  redraw();
  announce(line.at ? line.turns[line.at - 1] : "Start");
}

/** Make a move of the list: in the line, or in the position, as the board answers it. */
async function follow(row) {
  const line = lineOf(state.analyze);
  if (!line) return host.make([`you ${row.move}`]);
  await line.play(row.branch);
  redraw();
  announce(line.turns.at(-1) || "");
}

/** The answer, drawn. @returns {import("bingo/frame").View} */
export function drawAnswer() {
  const a = state.analyze;
  const { item } = a;
  const walk = lineOf(a);
  const board = item ? item.board : host.board();
  const moment = walk ? walk.moment : begin(board);
  const rows = walk ? walk.rows : item ? item.rows : [];
  const values = item && !item.open ? valuesOf(rows) : {};
  const hidden = !walk && item?.choice;
  const onplay = (tile) => follow(values[tile]?.row || rows.find((row) => tileOf(row.move) === tile));
  const { match } = board;
  const course = { at: walk ? walk.at : a.at, end: (walk ? walk.line : a.path.slice(1)).length, go: goTo };
  return {
    title: "Analyze", course,
    felt: drawTable(moment, {
      name: JSON.stringify([a.path[0], a.playing ? "refuted" : ""]), values, flipped: state.flipped,
      mover: walk ? walk.node?.mover : item?.answer.to_move || (item ? "you" : null),
      playable: walk ? Object.keys(values) : hidden ? rows.map((row) => tileOf(row.move)) : [],
      onplay: item && !item.open && (walk || hidden) ? onplay : null,
      score: match && { you: `match ${match.you}`, opponent: `match ${match.opponent}` },
      status: moment.over ? "over" : "",
    }),
    bar: [slider(course, "move"), flip(), host.actions?.(walk)],
    panel: a.faults ? host.faulty(a.faults) : panel(board, rows, walk, hidden),
  };
}

function panel(board, rows, walk, hidden) {
  const a = state.analyze;
  const { item, tab } = a;
  const name = a.example ? a.document.name : item?.title === "A position" ? "" : item?.title || "";
  const leaves = LEAVES.filter((name) => host.leaf || a.more[name] || (name === "Moves" && rows.length));
  const choose = (name) => {
    set(a, { tab: name, how: false });
    set(state, { sheet: state.sheet && name !== "Moves" });
    if (name !== "Moves" && !a.more[name]) host.leaf(name);
  };
  const leaf = (name) => {
    const attributes = { role: "tab", "aria-selected": String(name === tab) };
    return button(name, () => choose(name), attributes, "button");
  };
  return [
    a.running && progress("Looking"), eyebrow(name, item?.about || "", host.files?.()),
    h("div.answer",
      { "data-key": "answer", role: "region", "aria-label": "Answer", "aria-busy": String(a.running) },
      verdictOf(current(walk), !item),
      leaves.length > 1 &&
        h("div.tabs", { "data-key": "tabs", role: "tablist", "aria-label": "Leaves" }, leaves.map(leaf)),
      body(board, rows, walk, hidden),
    ),
  ];
}

/** The verdict of the step that is shown. */
function current(walk) {
  const { item, ended, playing } = state.analyze;
  const over = (gain, how, why) => ({
    value: signed(gain), tone: tone(gain), how, headline: "The deal is over", why,
  });
  if (ended) return over(ended.gain, "", ended.turn);
  if (!walk || (!walk.at && !playing)) return item?.verdict || null;
  const why = walk.turns.slice(-2).join("; ");
  if (!walk.node) return over(walk.gain, "this line", why);
  const [row] = walk.rows;
  const headline = `${walk.node.mover === "you" ? "You" : "They"}: ${row.move.replace(/^opponent /, "")}`;
  return { value: row.text, tone: row.chance ? "nought" : tone(row.value), how: "exact", headline, why };
}

function body(board, rows, walk, hidden) {
  const a = state.analyze;
  const { item, tab } = a;
  const reply = tab === "Moves" ? { item } : a.more[tab];
  const shown = reply?.item;
  if (a.how && shown) return howFound(shown, "How this was found", () => set(a, { how: false }));
  const how = shown && link("How this was found", () => set(a, { how: true }));
  if (!reply) return h("p.faint", { role: "status" }, "One moment ...");
  if (tab !== "Moves") {
    if (!shown) return reasonList(faults(reply));
    return [h("div.leaf", tab === "Close" ? closeLeaf(shown) : claimLeaf(shown)), foot(h("span"), how)];
  }
  if (!item) return null;
  const choice = a.choosing || (hidden?.words && !item.open ? hidden : null);
  const left = hiddenMoves(rows, a.all);
  const act = item.open || !(walk || hidden) ? null : follow;
  return [
    h("div.leaf",
      a.notice && h("p.minus", { role: "status" }, a.notice), choice && host.choice(choice, item.board),
      movesOf(rows, board, { scale: walk ? null : a.scale, all: a.all, act }), walk && lineOfPlay(walk),
    ),
    foot(
      left ? link(`${left} more moves`, () => set(a, { all: true })) : h("span"),
      a.playing ? link("Back to the position", () => set(a, { playing: null })) : how,
    ),
  ];
}

/** The line of play, trick by trick. */
function lineOfPlay(walk) {
  /** @type {any[][]} */
  const tricks = [];
  walk.line.forEach(({ move, player, gain }, n) => {
    const tile = tileOf(move);
    if (!tricks.length || move.includes("lead") || !tile) tricks.push([]);
    const words = move.replace(/(, )?(lead|play) \S+$/, "");
    const inside = [
      words && h("em", whole(words)), tile && flats([tile], walk.board, 17),
      gain !== 0 && h("b", { class: tone(gain) }, signed(gain)),
    ];
    const here = n === walk.at - 1 ? "step" : null;
    const attributes = { "aria-current": here, "aria-label": `${player} ${move}`, "data-key": n };
    tricks.at(-1)?.push(button(inside, () => goTo(n + 1), attributes, "button.step"));
  });
  if (!tricks.length) return null;
  const all = tricks.map((trick) => h("span.pair", trick));
  return [h("h3", "How it goes"), h("div.goes", { role: "group", "aria-label": "Line of play" }, all)];
}

// --- the leaves beside the moves ----------------------------------------------------------------------

/** Bars of parts of a whole. */
const bars = (/** @type {any[]} */ some) =>
  some.map((bar) =>
    h("div.b",
      h("b", { class: bar.tone }, bar.name),
      h(`span.t.${bar.tone}`, h("i", { style: `width:${(100 * bar.part).toFixed(1)}%` })), h("em.sm.faint", bar.text),
    ),
  );

/** Whether to close, the tiles that decide it, and a hand that beats it, to be played out on the table. */
function closeLeaf({ close, board, refutation, refutation_tree: tree }) {
  const playOut = () =>
    set(state.analyze, { playing: new Line(refutation.board, tree).begin(refutation.first), tab: "Moves" });
  const card = ({ best, name, text, note }) =>
    h("div",
      { class: best && "win" }, h("h3", name), h("span.num", { class: best && "plus" }, text),
      h("p.sm.faint", whole(note)),
    );
  return [
    h("div.versus", close.cards.map(card)), h("h3", close.heading), bars(close.bars),
    close.why && h("p.sm", whole(close.why)),
    close.hand &&
      h("div.box2",
        h("p.sm.faint", "A hand that beats it"), flats(tilesOf(close.hand), board),
        tree && button([icon("play"), "Play it out"], playOut, { class: "main" }),
      ),
  ];
}

/** Whether to claim, with tricks and hands that may have been. */
function claimLeaf({ claim, board, verdict }) {
  const tricks = (name, some) =>
    some.length > 0 && h("p.sm", name, " ", some.map((two) => flats(tilesOf(two), board)));
  const box = (heading, ...parts) => h("div.box2", h("h3", heading), parts);
  const way = ({ heading, you, opponent, hand }) =>
    box(heading, tricks("You took", you), tricks("They took", opponent), tricks("They hold", [hand]));
  const { line } = claim;
  return [
    h("p", h("b", { class: verdict?.tone }, verdict?.value), ": ", whole(verdict?.headline)),
    claim.lines.map((words) => h("p", whole(words))), claim.ways.map(way),
    line && box("The line at its worst", tricks("They hold", [line.hand]), tricks("Tricks", line.tricks)),
  ];
}
