// An answer: table, verdict, moves and leaves; play stepped through. Asked for by analyze.js, or there in a report.

import { faults } from "bingo/ask";
import { announce, button, h, whole } from "bingo/dom";
import { claimLeaf, closeLeaf } from "bingo/leaves";
import { Line } from "bingo/line";
import { begin } from "bingo/moment";
import { eyebrow, foot, hiddenMoves, howFound, link, movesOf, progress } from "bingo/panel";
import { flip, stepKey, steps, tabs, verdictOf } from "bingo/panel";
import { redraw, set, state } from "bingo/state";
import { drawTable, valuesOf } from "bingo/table";
import { flats, signed, tileOf, tone } from "bingo/tiles";

/** Where one looks in what is stepped through, and its end. @returns {[number, number]} */
export function place() {
  const { playing, walk, at, path } = state.analyze;
  const line = playing || walk;
  return line ? [line.at, line.line.length] : [at, path.length - 1];
}

/** Go to a moment of what is stepped through. */
export function goTo(/** @type {number} */ at, take = (/** @type {number} */ _at) => {}) {
  const a = state.analyze;
  const walk = a.playing || a.walk;
  if (walk) {
    walk.at = Math.max(0, Math.min(at, walk.line.length));
    redraw();
    return announce(walk.at ? walk.turns[walk.at - 1] : "Start");
  }
  take(at);
}

async function follow(row, make) {
  const a = state.analyze;
  const walk = a.playing || a.walk;
  if (!walk) return make([`you ${row.move}`]);
  await walk.play(row.branch);
  redraw();
  announce(walk.turns.at(-1) || "");
}

/**
 * The answer, drawn. `host`: what only a board can do, as it can ask for more.
 * @returns {import("./types").View}
 */
export function drawAnswer(/** @type {any} */ host = {}) {
  const a = state.analyze;
  const { item } = a;
  const walk = a.playing || a.walk;
  const board = item ? item.board : host.board();
  const moment = walk ? walk.moment : begin(board);
  const rows = walk ? walk.rows : item ? item.rows : [];
  const values = item && !item.open ? valuesOf(rows) : {};
  const mover = walk ? walk.node?.mover : item?.answer.to_move || (item ? "you" : null);
  const hidden = !walk && item?.choice;
  const go = (at) => goTo(at, host.take);
  const act = (row) => follow(row, host.make);
  const onplay = (tile) => act(values[tile]?.row || rows.find((row) => tileOf(row.move) === tile));
  const playable = walk ? Object.keys(values) : hidden ? rows.map((row) => tileOf(row.move)) : [];
  const [at, end] = place();
  const match = board.remarks.find((remark) => remark.code === "match");
  const score = match ? { you: `match ${match.you}`, opponent: `match ${match.opponent}` } : null;
  const slider = h("input", {
    class: "scrub", type: "range", min: 0, max: end, value: at, disabled: !end, "aria-label": `move ${at} of ${end}`,
    oninput: (event) => go(Number(event.target.value)),
  });
  return {
    title: "Analyze",
    felt: drawTable(moment, {
      name: JSON.stringify([a.path[0], a.playing ? "refuted" : ""]), mover, values, playable,
      onplay: item && !item.open && (walk || hidden) ? onplay : null, flipped: state.flipped, score,
      status: moment.over ? "over" : "",
    }),
    bar: [steps(at, end, go), slider, flip(), host.actions?.(walk)], panel: panel(host, board, rows, walk, hidden, act),
  };
}

function panel(host, board, rows, walk, hidden, act) {
  const a = state.analyze;
  const { item, tab, faults: wrong } = a;
  if (wrong) return host.faulty(wrong);
  const name = a.example ? a.document.name : item?.title === "A position" ? "" : item?.title || "";
  const head = [
    a.running && progress("Looking"),
    eyebrow(name, item?.about || "", host.files?.()),
  ];
  const leafItem = tab === "Moves" ? item : a.more[tab.toLowerCase()]?.item;
  const leaves = ["Moves", "Close", "Claim"].filter(
    (name) => host.leaf || a.more[name.toLowerCase()] || (name === "Moves" && rows.length),
  );
  const choose = (name) => {
    set(a, { tab: name, how: false });
    set(state, { sheet: state.sheet && name !== "Moves" });
    if (name !== "Moves" && !a.more[name.toLowerCase()]) host.leaf(name.toLowerCase());
  };
  const names = leaves.length > 1 ? tabs(leaves, tab, choose) : null;
  return [
    head,
    h("div",
      { class: "answer", "data-key": "answer", role: "region", "aria-label": "Answer", "aria-busy": String(a.running) },
      verdictOf(current(walk), !item), names, body(host, board, rows, walk, hidden, act, leafItem),
    ),
  ];
}

/** The verdict of the step that one looks at. */
function current(walk) {
  const { item, ended, playing } = state.analyze;
  if (ended)
    return {
      value: signed(ended.gain), tone: tone(ended.gain), how: "", headline: "The deal is over", why: ended.turn,
    };
  if (!walk || (!walk.at && !playing)) return item?.verdict || null;
  const why = walk.turns.slice(-2).join("; ");
  if (!walk.node)
    return { value: signed(walk.gain), tone: tone(walk.gain), how: "this line", headline: "The deal is over", why };
  const [row] = walk.rows;
  return {
    value: row.text, tone: row.chance ? "nought" : tone(row.value), how: "exact",
    headline: `${walk.node.mover === "you" ? "You" : "They"}: ${row.move.replace(/^opponent /, "")}`, why,
  };
}

function body(host, board, rows, walk, hidden, act, leafItem) {
  const a = state.analyze;
  const { item, tab, more } = a;
  if (a.how && leafItem) return howFound(leafItem, "How this was found", () => set(a, { how: false }));
  const how = leafItem && link("How this was found", () => set(a, { how: true }));
  if (tab !== "Moves") {
    const answer = more[tab.toLowerCase()];
    if (!answer) return h("p", { class: "faint", role: "status" }, "One moment ...");
    if (!leafItem)
      return h("ul", { class: "reasons" }, faults(answer).map((line) => h("li", {}, whole(line))));
    const { refutation, refutation_tree: tree } = leafItem;
    const playOut = () =>
      set(a, { playing: new Line(refutation.board, tree).begin(refutation.first), tab: "Moves" });
    const inside = tab === "Close" ? closeLeaf(leafItem, playOut) : claimLeaf(leafItem);
    return [h("div", { class: "leaf" }, inside), foot(h("span", {}), how)];
  }
  if (!item) return null;
  const choice = a.choosing || (hidden?.words && !item.open ? hidden : null);
  const left = hiddenMoves(rows, a.all);
  const note = a.notice ? h("p", { class: "minus", role: "status" }, a.notice) : null;
  return [
    h("div",
      { class: "leaf" }, note, choice ? host.choice(choice, item.board) : null,
      movesOf(rows, board, {
        scale: walk ? null : a.scale, all: a.all, act: item.open || !(walk || hidden) ? null : act,
      }),
      walk && goes(walk),
    ),
    foot(
      left ? link(`${left} more moves`, () => set(a, { all: true })) : h("span", {}),
      a.playing ? link("Back to the position", () => set(a, { playing: null })) : how,
    ),
  ];
}

/** The line, a trick each. */
function goes(walk) {
  const tricks = [];
  walk.line.forEach((branch, n) => {
    const tile = tileOf(branch.move);
    const words = branch.move.replace(/(, )?(lead|play) \S+$/, "");
    if (!tricks.length || branch.move.includes("lead") || !tile) tricks.push([]);
    const here = n === walk.at - 1;
    const inside = [
      words ? h("em", {}, whole(words)) : null, tile ? flats([tile], walk.board, 17) : null,
      branch.gain ? h("b", { class: tone(branch.gain) }, signed(branch.gain)) : null,
    ];
    const label = `${branch.player} ${branch.move}`;
    const attributes = { class: "step", "aria-current": here ? "step" : null, "aria-label": label, "data-key": n };
    tricks.at(-1).push(button(inside, () => goTo(n + 1), attributes));
  });
  return tricks.length
    ? [
        h("h3", {}, "How it goes"),
        h("div",
          { class: "goes", role: "group", "aria-label": "Line of play" },
          tricks.map((trick) => h("span", { class: "pair" }, trick)),
        ),
      ]
    : null;
}

/** The arrow keys step, wherever the focus is but in fields. */
export function answerKey(/** @type {KeyboardEvent} */ event, take = (/** @type {number} */ _at) => {}) {
  if (state.view === "analyze") stepKey(event, ...place(), (at) => goTo(at, take));
}
