// An item: a question with its answer, drawn by what was asked.

import { begin, drawBoard } from "bingo/board";
import { frequencies, intervals } from "bingo/charts";
import { closing } from "bingo/closing";
import { h } from "bingo/dom";
import { reviewed } from "bingo/review";
import { count, drawTile, losses, mean, rank, share, tileOf, tilesOf, worth } from "bingo/tiles";
import { play } from "bingo/walk";

/**
 * Everything there is to show of an item. `level`: the heading of its title; `more(after)`: asks for what follows these
 * moves, where the tree that came with the item does not go on.
 */
export function drawItem(item, { level = "h1", more = null } = {}) {
  const about = [`Rules ${item.board.rules}`, ...item.board.remarks].join(" · ");
  return [
    h("header", {}, h(level, {}, item.title), h("p", { class: "about" }, about)),
    item.headline.length ? h("div", { class: "headline" }, item.headline.map((line, n) => h("p", { class: n ? "" : "first" }, line))) : null,
    ...body(item, more),
    item.equilibrium ? equilibrium(item) : null,
    h("details", { class: "words" }, h("summary", {}, "The same as text"), h("pre", { tabindex: "0", "aria-label": "The answer as text" }, item.words.join("\n"))),
  ];
}

function body(item, more) {
  if (item.kind === "review") return reviewed(item);
  if (item.tree) return [play(item.board, item.tree, null, more)];
  if (item.kind === "close") return [still(item, closeValues(item)), ...closing(item)];
  if (item.kind === "position") return [still(item, {})];
  if (item.kind === "claim") return [still(item, {}), ...claiming(item)];
  return [still(item, moveValues(item)), item.answer.exact ? play() : estimates(item)];
}

/** The board alone, with values on your tiles. */
function still(item, values) {
  const moment = begin(item.board);
  const mover = item.answer && item.answer.to_move ? item.answer.to_move : "you";
  return drawBoard(item.board, moment, { mover, values });
}

function moveValues({ answer, board }) {
  const rows = movesOf(answer).map((one) => ({ ...one, best: answer.best.includes(one.move) }));
  return valuesOf(rows, board, answer.to_move);
}

/** Every move with its value; the best alone where no more was asked for. */
function movesOf(answer) {
  return answer.moves || (answer.best || []).map((move) => ({ move, value: answer.value }));
}

function closeValues({ answer, board }) {
  const rows = answer.leads.map((lead, n) => ({ move: lead.move, value: lead.sure.value, best: n === 0 }));
  return valuesOf(rows, board, "you");
}

/** What to show on the tiles of the mover: of each the best of the moves with it. `rows`: {move, value, chance, best}. */
export function valuesOf(rows, board, mover) {
  const sign = mover === "opponent" ? -1 : 1;
  const [found, shades] = [{}, losses(rows, mover)];
  for (const [n, row] of rows.entries()) {
    const tile = tileOf(row.move);
    if (!tile || (found[tile] && sign * found[tile].rank >= sign * rank(row))) continue;
    const told = row.chance === undefined ? worth(row.value, board.unit) : `you win the match ${share(row.chance)} of the time`;
    const label = `${row.move}: on average ${told}${row.best ? ", best" : ""}`;
    const text = row.chance === undefined ? mean(row.value) : share(row.chance);
    found[tile] = { tone: shades[n].tone, rank: rank(row), text, best: row.best, label };
  }
  return found;
}

function estimates({ answer, board }) {
  if (!movesOf(answer).length) return h("p", {}, "The opponent is to move.");
  const rows = movesOf(answer).map((one) => ({ ...one, best: answer.best.includes(one.move) }));
  const minded = rows.every((row) => row.chance !== undefined);
  const drawn = minded ? rows.map((row) => ({ ...row, value: row.chance, low: row.chance_low, high: row.chance_high })) : rows;
  const caption = minded ? "Your moves: chance to win the match" : `Your moves: ${board.unit}s (plus is good for you)`;
  const sampled = rows.some((row) => row.worlds !== undefined);
  const behind = (row) => ({ limits: `at most ${(minded ? share : mean)(row.high)}`, exact: "exact", certain: "certain" })[row.kind] ?? count(row.worlds, "deal");
  const shown = rows.some((row) => row.kind === "estimate") ? `${caption}; of estimates the 95 % interval, and deals tried` : caption;
  const section = h("section", { "aria-label": "Moves" }, intervals(drawn, shown, sampled ? behind : null, minded ? share : mean));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Moves" }, section);
}

/** The game in which neither side sees the other's hand. `words`: what it is worth, the caption, how it was found. */
function equilibrium({ answer, equilibrium: words }) {
  const [verdict, caption, how] = words;
  const { moves } = answer.equilibrium;
  const rows = moves.map(({ move, frequency, value, chance }) => ({ move, part: frequency, value: chance ?? value, chance }));
  const format = answer.equilibrium.chance === undefined ? mean : share;
  const table = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Moves of the equilibrium" }, frequencies(rows, caption, format));
  const heading = "If neither side sees the other's hand";
  return h("section", { "aria-label": heading }, h("h2", {}, heading), h("p", {}, verdict), moves.length ? table : null, h("p", { class: "faint" }, `${how}.`));
}

// --- claims -------------------------------------------------------------------------------------------

function claiming({ answer, board }) {
  const parts = [];
  if (answer.for && answer.least !== answer.most) parts.push(arranged("It may have been like this", answer.for, board));
  if (answer.against && answer.least !== answer.most) parts.push(arranged("Or like this", answer.against, board));
  if (answer.line) parts.push(proved(answer.line, board));
  return parts;
}

function arranged(heading, found, board) {
  const trick = (text) => h("li", {}, h("span", { class: "trick" }, tilesOf(text).map((tile) => drawTile(tile, board))));
  const side = (name, tricks) => (tricks.length ? [h("h3", {}, name), h("ul", { class: "tiles" }, tricks.map(trick))] : []);
  const hand = tilesOf(found.hand).map((tile) => h("li", {}, drawTile(tile, board)));
  return h(
    "section",
    { class: "small" },
    h("h2", {}, `${heading}: ${count(found.points, "card point")}`),
    side("Your tricks", found.you),
    side("The opponent's tricks", found.opponent),
    hand.length ? [h("h3", {}, "The opponent's hand"), h("ul", { class: "tiles" }, hand)] : null,
  );
}

function proved(line, board) {
  const rows = [];
  for (let n = 0; n < line.line.length; n += 2) {
    const reply = tileOf(line.line[n + 1]);
    rows.push(h("tr", {}, h("th", { scope: "row" }, line.line[n].replace(/^you /, "")), h("td", {}, reply)));
  }
  const hand = tilesOf(line.opponent).map((tile) => h("li", {}, drawTile(tile, board)));
  const heads = ["you lead", "the opponent replies"].map((words) => h("th", { scope: "col" }, words));
  return h(
    "section",
    {},
    h("h2", {}, "The line at its worst"),
    hand.length ? [h("p", {}, "Against this hand:"), h("ul", { class: "tiles" }, hand)] : null,
    rows.length ? h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)) : null,
  );
}
