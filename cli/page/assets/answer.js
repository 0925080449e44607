// An answer: table, verdict, moves and leaves; play stepped through. Asked for by analyze.js, or there in a report.

import { announce, button, h, icon, link, nowrap } from "bingo/dom";
import { Line, begin, signed, tileOf, tilesOf, tone, toneOf } from "bingo/moment";
import { bars, eyebrow, flip, foot, howFound, movesOf, progress, reasonList, slider, verdictOf } from "bingo/panel";
import { faults, host, redraw, set, state } from "bingo/state";
import { drawTable, flats, valuesOf } from "bingo/table";

const LEAVES = ["Moves", "Close", "Claim"];

/** Whether a hand that beats a close is played out, in place of the position that one asked about. */
const isPlayedOut = () => Boolean(state.analyze.walk) && state.analyze.walk.board !== state.analyze.item.board;

/** Go to a step of the line, or without one to an earlier position. */
function goTo(/** @type {number} */ at) {
  const { walk } = state.analyze;
  if (!walk) return host.revisit?.(at);
  walk.at = Math.max(0, Math.min(at, walk.line.length));
  redraw();
  announce(walk.turns.at(-1) || "Start");
}

/** Make a move of the list: in the line, or in the position, as the board answers it. */
async function follow(row) {
  const { walk } = state.analyze;
  if (!walk) return host.playTurns([`you ${row.move}`]);
  await walk.play(row);
  redraw();
  announce(walk.turns.at(-1) || "");
}

export function drawAnswer() {
  const { item, walk, faults: wrong, path, at } = state.analyze;
  const board = item ? item.board : host.board();
  const moment = walk ? walk.moment : begin(board);
  const rows = walk ? walk.rows : item ? item.rows : [];
  const values = item && !item.open ? valuesOf(rows) : {};
  const hidden = !walk && item?.choice;
  const act = item && !item.open && (walk || hidden) ? follow : null;
  const onplay = (tile) => follow(values[tile]?.row || rows.find((row) => tileOf(row.move) === tile));
  const { match } = board;
  const stepper = { at: walk ? walk.at : at, end: (walk ? walk.line : path.slice(1)).length, go: goTo };
  return {
    title: "Analyze", stepper,
    felt: drawTable(moment, {
      name: `${path[0]} ${isPlayedOut()}`, values, flipped: state.flipped, onplay: act && onplay,
      mover: walk ? walk.node?.mover : item?.answer.to_move || (item ? "you" : null),
      playable: walk ? Object.keys(values) : rows.map((row) => tileOf(row.move)),
      score: match && { you: `match ${match.you}`, opponent: `match ${match.opponent}` },
      status: moment.over ? "over" : "",
    }),
    bar: [slider(stepper, "move"), flip(), host.actions?.(walk)],
    panel: wrong ? host.drawFaults(wrong) : panel(board, rows, hidden, act),
  };
}

function panel(board, rows, hidden, act) {
  const a = state.analyze;
  const { item, tab } = a;
  const name = a.example ? a.document.name : item?.title === "A position" ? "" : item?.title || "";
  const leaves = LEAVES.filter((name) => host.askLeaf || a.more[name] || (name === "Moves" && rows.length));
  const choose = (name) => {
    set(a, { tab: name, how: false });
    set(state, { sheet: state.sheet && name !== "Moves" });
    if (name !== "Moves" && !a.more[name]) host.askLeaf(name);
  };
  const leaf = (name) =>
    button(name, () => choose(name), { role: "tab", "aria-selected": String(name === tab) }, "button");
  return [
    a.running && progress("Looking"), eyebrow(name, item?.about || "", host.files?.()),
    h("div.answer",
      { "data-key": "answer", role: "region", "aria-label": "Answer", "aria-busy": String(a.running) },
      verdictOf(current(), !item),
      leaves.length > 1 &&
        h("div.tabs", { "data-key": "tabs", role: "tablist", "aria-label": "Leaves" }, leaves.map(leaf)),
      body(board, rows, hidden, act),
    ),
  ];
}

function current() {
  const { item, ended, walk } = state.analyze;
  const over = (gain, how, why) => ({
    value: signed(gain), tone: tone(gain), how, headline: "The deal is over", why,
  });
  if (ended) return over(ended.gain, "", ended.turn);
  if (!walk || (!walk.at && !isPlayedOut())) return item?.verdict;
  const why = walk.turns.slice(-2).join("; ");
  if (!walk.node) return over(walk.gain, "this line", why);
  const [row] = walk.rows;
  const headline = `${walk.node.mover === "you" ? "You" : "They"}: ${row.move.replace(/^opponent /, "")}`;
  return { value: row.text, tone: toneOf(row), how: "exact", headline, why };
}

function body(board, rows, hidden, act) {
  const a = state.analyze;
  const { item, tab, walk } = a;
  const reply = tab === "Moves" ? { item } : a.more[tab];
  const shown = reply?.item;
  if (!reply) return h("p.faint", { role: "status" }, "One moment ...");
  if (!shown) return tab === "Moves" ? null : reasonList(faults(reply));
  if (a.how) return howFound(shown, "How this was found", () => set(a, { how: false }));
  const how = link("How this was found", () => set(a, { how: true }));
  if (tab !== "Moves")
    return [h("div.leaf", tab === "Close" ? closeLeaf(shown) : claimLeaf(shown)), foot(how)];
  const choice = a.choosing || (hidden?.words && !item.open ? hidden : null);
  return [
    h("div.leaf",
      choice && host.choice(choice, item.board),
      movesOf(rows, board, walk ? undefined : a.scale, act), walk && lineOfPlay(walk),
    ),
    foot(isPlayedOut() ? link("Back to the position", () => set(a, { walk: a.home })) : how),
  ];
}

function lineOfPlay(walk) {
  const tricks = /** @type {any[][]} */ ([]);
  walk.line.forEach(({ move, turn, gain }, n) => {
    const tile = tileOf(move);
    if (!tricks.length || move.includes("lead") || !tile) tricks.push([]);
    const words = move.replace(/(, )?(lead|play) \S+$/, "");
    const inside = [
      words && h("em", nowrap(words)), tile && flats([tile], walk.board, 17),
      gain !== 0 && h("b", { class: tone(gain) }, signed(gain)),
    ];
    const attributes = { "aria-current": n === walk.at - 1 ? "step" : null, "aria-label": turn, "data-key": n };
    tricks.at(-1)?.push(button(inside, () => goTo(n + 1), attributes, "button.step"));
  });
  const all = tricks.map((trick) => h("span.minis", trick));
  return all.length > 0 && [
    h("h3", "How it goes"), h("div.row.goes", { role: "group", "aria-label": "Line of play" }, all),
  ];
}

// --- the leaves beside the moves ----------------------------------------------------------------------

/** Whether to close, the tiles that decide it, and a hand that beats it, to be played out on the table. */
function closeLeaf({ close, board, refutation, refutation_tree: tree }) {
  const a = state.analyze;
  const playOut = () => set(a, { home: a.walk, walk: new Line(refutation, tree), tab: "Moves" });
  const card = ({ best, name, text, note }) =>
    h("div.card",
      { class: best && "win" }, h("h3", name), h("span.num", { class: best && "plus" }, text),
      h("p.sm.faint", nowrap(note)),
    );
  return [
    h("div.two", close.cards.map(card)), h("h3", close.heading), bars(close.bars),
    close.why && h("p.sm", nowrap(close.why)),
    close.hand &&
      h("div.row.card.box2",
        h("p.sm.faint", "A hand that beats it"), flats(tilesOf(close.hand), board),
        tree && button([icon("play"), "Play it out"], playOut, { class: "main" }),
      ),
  ];
}

function claimLeaf({ claim, board, verdict }) {
  const tricks = (name, some) =>
    some.length > 0 && h("p.sm", name, " ", some.map((two) => flats(tilesOf(two), board)));
  const box = (heading, ...parts) => h("div.row.card.box2", h("h3", heading), parts);
  const way = ({ heading, you, opponent, hand }) =>
    box(heading, tricks("You took", you), tricks("They took", opponent), tricks("They hold", [hand]));
  const { line } = claim;
  return [
    h("p", h("b", { class: verdict.tone }, verdict.value), ": ", nowrap(verdict.headline)),
    claim.lines.map((words) => h("p", nowrap(words))), claim.ways.map(way),
    line && box("The line at its worst", tricks("They hold", [line.hand]), tricks("Tricks", line.tricks)),
  ];
}
