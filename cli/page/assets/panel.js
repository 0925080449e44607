// The panel: the verdict, the moves on one scale, and what an answer says on request.

import { action, button, h, link, nowrap } from "bingo/dom";
import { parseMove, signed, toneOf } from "bingo/moment";
import { set, state } from "bingo/state";
import { flatTile } from "bingo/table";

/** Moves that are shown at once; the others on request. */
const MAX_SHOWN_MOVES = 8;

/** What there is to know first: the value, large; the move; why. Its room is the same, whatever it says. */
export function verdictOf({ value = "", tone = "nought", how = "", headline = "", why = "" } = {}, isWaiting = false) {
  const unfinished = isWaiting || how === "so far";
  return [
    h("div.verdict",
      { "data-key": "verdict" },
      h(`div.num.${tone}`,
        { class: `${unfinished ? "wait" : ""}${value.length > 6 ? " long" : ""}` }, value, h("span.how.sm.faint", how),
      ),
      h("h2", { class: unfinished && "faint" }, nowrap(headline)),
    ),
    h("p.why", { "data-key": "why" }, nowrap(why)),
  ];
}

export const eyebrow = (/** @type {string} */ title, /** @type {string} */ about, /** @type {any} */ extra = null) =>
  h("div.row.eye.sm.faint", { "data-key": "eye" }, title && h("b", title), about && h("span", nowrap(about)), extra);

function moveChips(/** @type {string} */ text, board) {
  const { close, declare, lead, tile, word } = parseMove(text);
  const isSingleTile = tile && !close && !declare.length;
  return h("span.row.ch",
    text.startsWith("opponent") && h("em", "they"), close && h("span.c.close", "close"),
    declare.length > 0 && h("span.c", nowrap(declare.map((double) => `+${double}`).join(" "))),
    word && h("span.c", word),
    isSingleTile && [h("em", lead ? "lead" : "play"), flatTile(tile, board)], tile && h("b.nb", tile),
  );
}

/** Between what all values of a position lie: whole numbers, which do not change while an estimate runs. */
export function scaleOf(rows) {
  if (rows.some((row) => row.chance)) return { least: 0, most: 1, marks: [0, 0.5, 1] };
  const limits = rows.flatMap((row) => [row.low ?? row.value, row.high ?? row.value]);
  const [least, most] = [Math.min(-1, Math.floor(Math.min(...limits))), Math.max(1, Math.ceil(Math.max(...limits)))];
  return { least, most, marks: [least, 0, most] };
}

/** The moves of a player, a line each: what it is worth, with its interval on one scale. */
export function movesOf(rows, board, scale = scaleOf(rows), /** @type {((row: any) => void) | null} */ onRow = null) {
  if (!rows.length) return null;
  const { least, most, marks } = scale;
  const percentOf = (value) =>
    `${(4 + (92 * (Math.min(Math.max(value, least), most) - least)) / (most - least)).toFixed(1)}%`;
  const { chance } = rows[0];
  const moveItem = (row) => {
    const toneClass = row.open ? "nought" : toneOf(row);
    const content = [
      h(`span.val.${toneClass}`, { class: row.open && "two" }, row.text), moveChips(row.move, board),
      h(`span.sc.${toneClass}`,
        { style: `--z:${percentOf(chance ? 0.5 : 0)}` },
        row.low !== undefined &&
          h("i", { style: `left:${percentOf(row.low)};right:calc(100% - ${percentOf(row.high)})` }),
        !row.open && h("u", { class: row.kind === "estimate" && "ring", style: `--x:${percentOf(row.value)}` }),
      ),
    ];
    const attributes = {
      class: row.best && "best", title: row.note || null, "aria-label": `${row.move}: ${row.text}`,
      "data-key": `move ${row.move}`,
    };
    const isButton = onRow && row.note !== "not followed here";
    if (!isButton) return h("li", h("div.mv", attributes, content));
    return h("li", button(content, () => onRow(row), attributes, "button.mv"));
  };
  const labelledItems = (label, rowsOfGroup) =>
    rowsOfGroup.length > 0 && [h("li.group.sm.faint", label), rowsOfGroup.map(moveItem)];
  const unsolved = rows.filter((row) => row.open);
  const firstItems = unsolved.length
    ? [labelledItems("Solved", rows.filter((row) => !row.open)), labelledItems("Still open", unsolved)]
    : rows.slice(0, MAX_SHOWN_MOVES).map(moveItem);
  const otherRows = unsolved.length ? [] : rows.slice(MAX_SHOWN_MOVES);
  const scaleMark = (value) =>
    h("span", { style: `left:${percentOf(value)}` }, chance ? `${value * 100}%` : signed(value));
  return [
    h("div.axis",
      { "aria-hidden": "true" }, h("span"),
      h("span", h("span.key", h("u"), "solved"), h("span.key", h("u.ring"), "estimate")),
      h("span.sc", marks.map(scaleMark)),
    ),
    h("ul", { "aria-label": "Moves" }, firstItems),
    otherRows.length > 0 &&
      h("details", h("summary", `${otherRows.length} more moves`), h("ul", otherRows.map(moveItem))),
  ];
}

export const footer = (/** @type {any[]} */ ...links) => h("div.foot", { "data-key": "foot" }, links);

/** All that an answer says, sentence by sentence, and the answer as text. */
export const howFound = (/** @type {any} */ item, title, /** @type {() => void} */ onBack) => [
  h("section.sentences", { "aria-label": title }, h("h3", title), item.how.map((sentence) => h("p", nowrap(sentence)))),
  h("details",
    h("summary", "The answer as text"),
    h("pre", { tabindex: "0", "aria-label": "The answer as text" }, item.words.join("\n")),
  ),
  footer(link("Back to the answer", onBack)),
];

/** Bars along one scale, each beside its name: parts of a whole, or steps from one value to another. */
export function drawBars(/** @type {any[]} */ rows, barClass = "") {
  const limits = rows.flatMap(({ from = 0, to = 1 }) => [0, from, to]);
  const [least, most] = [Math.min(...limits), Math.max(...limits)];
  const percentOf = (value) => (100 * (value - least)) / (most - least || 1);
  return rows.map(({ name, tone, text, part, from = 0, to = part }) => {
    const [start, end] = [percentOf(Math.min(from, to)), percentOf(Math.max(from, to))];
    return h("div.b",
      { class: barClass }, h("b", { class: tone }, name),
      h(`span.t.${tone}`, h("i", { style: `left:${start}%;width:${end - start}%` })), h("em.sm.faint", text),
    );
  });
}

export const reasonList = (/** @type {string[]} */ lines) => h("ul.dots", lines.map((line) => h("li", nowrap(line))));

/** A card in place of what is not there yet: words, a button, and what else leads on. */
export function emptyCard(title, words, /** @type {any[]} */ buttons) {
  const drawButton = ([label, onPress, iconName = /** @type {import("bingo/dom").Icon} */ ("look")], index) =>
    index ? action(label, iconName, onPress) : button(label, onPress, { class: "main" });
  return h("section.card.empty",
    { "aria-label": title }, h("h2", title), h("div", words), h("div.row", buttons.map(drawButton)),
  );
}

// --- forms --------------------------------------------------------------------------------------------

/** A field of a form: what is put in or chosen is handed on. */
function field(label, tag, onValue, attributes, /** @type {any[]} */ options = []) {
  const onchange = ({ target }) => onValue(target.value.trim());
  return h("label.field", `${label} `, h(tag, { "data-key": label, onchange, ...attributes }, options));
}

export const input = (label, value, onValue, attributes = {}) =>
  field(label, "input", onValue, { size: 12, value, ...attributes });

export const select = (label, /** @type {any[]} */ options, value, onValue) => {
  const drawOption = ([name, text]) => h("option", { value: name, selected: name === value }, text);
  return field(label, "select", onValue, {}, options.map(drawOption));
};

export const rulesInput = (value, onValue) => [
  input("Rules", value, onValue, { list: "presets" }),
  h("datalist", { id: "presets" }, state.data.presets.map((name) => h("option", { value: name }))),
];

/** A message on the felt, its first sentence bold. */
export const strip = (kind, /** @type {string[]} */ [firstLine, ...otherLines], /** @type {any} */ buttons = null) =>
  h(`div.strip.${kind}`,
    { "data-key": `${kind} ${firstLine} ${otherLines.join()}` },
    h("p", h("b", nowrap(firstLine)), otherLines.map((line) => [" ", nowrap(line)])), buttons,
  );

export const slider = ({ at, end, go }, label) =>
  h("input.scrub", {
    type: "range", min: 0, max: end, value: at, disabled: !end, "aria-label": `${label} ${at} of ${end}`,
    oninput: (event) => go(Number(event.target.value)),
  });

export const flipButton = () =>
  action("Flip", "flip", () => set(state, { flipped: !state.flipped }), { "aria-pressed": String(state.flipped) });

export const progressBar = (/** @type {string} */ label) =>
  h("progress.prog", { "data-key": "prog", "aria-label": label });
