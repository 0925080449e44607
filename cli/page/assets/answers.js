// An item: a question with its answer, drawn by what was asked.

import { begin, drawBoard, remark } from "bingo/board";
import { moveList, verdict } from "bingo/charts";
import { closing } from "bingo/closing";
import { h, row, scrolled, table } from "bingo/dom";
import { reviewed } from "bingo/review";
import { estimated, headline } from "bingo/telling";
import { capital, count, drawTile, fixed, mean, often, rank, share, signed, tileOf, tilesOf, tone, valuesOf, worth } from "bingo/tiles";
import { Tree, Walk } from "bingo/walk";

/**
 * Everything there is to show of an item. `level`: the heading of its title; `more(after)`: asks for what follows these
 * moves, where the tree that came with the item does not go on.
 */
export function drawItem(item, { level = "h1", more = null } = {}) {
  const { stage, panel, below = [] } = parts(item, more);
  return [heading(item, level), panel ? h("div", { class: "walk" }, stage, panel) : stage, below];
}

export function heading(item, level) {
  return h("header", {}, h(level, {}, item.title), h("p", { class: "about" }, [`Rules ${item.board.rules}`, ...item.board.remarks.map(remark)].join(" · ")));
}

/**
 * The same in its parts: the table, what is told beside it, and below.
 * `make(move)`: an estimated move is to be made.
 * @returns {{stage: any, panel?: any, below?: any}}
 */
export function parts(/** @type {import("./types").Item} */ item, /** @type {any} */ more = null, /** @type {any} */ edit = null, /** @type {((move: string) => void) | null} */ make = null) {
  const sentences = headline(item);
  const [first, ...others] = sentences;
  const how = h("details", { class: "words" }, h("summary", {}, "How this was found"), sentences.map((line) => h("p", {}, line)), h("pre", { tabindex: "0", "aria-label": "The answer as text" }, item.words.join("\n")));
  const beside = (...told) => h("div", { class: "panel" }, told, how);
  if (item.kind === "review") return { stage: [h("p", { class: "first" }, first), reviewed(item), how] };
  if (item.tree) {
    const walk = new Walk(item.board, new Tree(item.tree), { more, edit });
    walk.panel.append(how);
    return walk;
  }
  const { answer } = item;
  if (item.kind === "close") return { stage: still(item, closeValues(item)), panel: beside(closed(item, first, others)), below: closing(item) };
  if (item.kind === "position") return { stage: [still(item, {}), how] };
  if (item.kind === "claim") return { stage: still(item, {}), panel: beside(verdict(capital(answer.verdict), "nought words-of", "", first), others.map((line) => h("p", {}, line))), below: claiming(item) };
  return { stage: still(item, moveValues(item), make), panel: beside(estimates(item, first, make)) };
}

/** The board alone, with values on your tiles. */
function still(item, values, /** @type {((move: string) => void) | null} */ make = null) {
  const mover = item.answer && item.answer.to_move ? item.answer.to_move : "you";
  const onplay = make && mover === "you" ? (tile) => make(values[tile].row.move) : null;
  return h("div", { class: "stage" }, drawBoard(begin(item.board), { mover, values, onplay }));
}

/** Every move with its value; the best alone where no more was asked for. */
function movesOf({ moves, best = [], alike = [], value }) {
  const rows = moves || best.map((move) => ({ move, value }));
  return rows.map((row) => ({ ...row, best: best.includes(row.move), alike: alike.includes(row.move) }));
}

function moveValues({ answer, board }) {
  return averages(movesOf(answer), board, answer.to_move);
}

function closeValues({ answer, board }) {
  const rows = answer.leads.map((lead, n) => ({ move: lead.move, value: lead.sure.value, best: n === 0 }));
  return averages(rows, board, "you");
}

/** The advice on closing. */
function closed({ answer }, advice, others) {
  const closes = answer.advice !== "play on";
  const [value, move] = closes ? [answer.leads[0].sure.value, answer.leads[0].move] : [answer.open.value, answer.open.move];
  return [verdict(mean(value), tone(value), move, advice), others.slice(0, 3).map((line) => h("p", {}, line))];
}

/** What to show on the tiles of the mover, on average. `rows`: {move, value, chance, best}. */
export function averages(rows, { unit }, mover) {
  const told = ({ value, chance }) => (chance === undefined ? [mean(value), worth(value, unit)] : [share(chance), often(chance)]);
  return valuesOf(rows, mover, (row) => ({ text: told(row)[0], label: `${row.move}: on average ${told(row)[1]}` }));
}

/** A move as the list shows it: by its chance where there is one; with no whisker where it was given up. */
function shown(row, format) {
  const limits = row.chance === undefined ? row : { ...row, low: row.chance_low, high: row.chance_high, worse: row.chance_worse };
  return { ...limits, low: limits.worse === undefined ? limits.low : undefined, title: behind(limits, format) };
}

/** What stands behind the value of a move. */
function behind({ kind, chance, low, high, worse, worlds }, format) {
  if (kind === "exact" || kind === "certain") return kind;
  if (kind === "limits") return `at most ${format(high)}`;
  if (worlds === undefined) return "";
  const short = chance === undefined ? (value) => fixed(value, 2) : share;
  const interval = format(low) === format(high) ? "" : `${format(low)} to ${format(high)} with 95% confidence; `;
  const known = worse === undefined ? interval : `given up, at least ${short(worse)} worse than the best estimate; `;
  return `${known}${count(worlds, "deal")}`;
}

function estimates(item, first, make) {
  const { answer, board } = item;
  const rows = movesOf(answer);
  const chances = [answer, ...rows].every((row) => row.chance !== undefined);
  const format = chances ? share : answer.exact ? signed : mean;
  const top = rows.find((row) => row.best) || answer;
  const large = verdict(format(chances ? top.chance : top.value), chances ? "nought" : tone(top.value), rows.length ? top.move : "", item.kind === "analyze" && !answer.exact ? estimated({ ...answer, kind: top.kind }, board) : first);
  if (!rows.length) return large;
  const caption = chances ? "chance to win the match" : `in ${board.unit}s; plus is good for you`;
  return h("section", { class: "moves", "aria-label": "Moves" }, large, h("h2", {}, "Your moves"), h("p", { class: "faint" }, caption), moveList(rows.map((row) => ({ ...shown(row, format), key: `move ${row.move}`, act: make ? () => make(row.move) : null })), "Your moves", { format, mover: answer.to_move }));
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
    rows.push(row(line.line[n].replace(/^you /, ""), h("td", {}, reply)));
  }
  const hand = tilesOf(line.opponent).map((tile) => h("li", {}, drawTile(tile, board)));
  return h(
    "section",
    {},
    h("h2", {}, "The line at its worst"),
    hand.length ? [h("p", {}, "Against this hand:"), h("ul", { class: "tiles" }, hand)] : null,
    rows.length ? table(rows, { head: ["you lead", "the opponent replies"] }) : null,
  );
}
