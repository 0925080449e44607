// The panel: the verdict, the moves on one scale, and what is told of an answer on request.

import { button, h, whole } from "bingo/dom";
import { action, icon } from "bingo/icons";
import { set, state } from "bingo/state";
import { flat, parseMove, signed, toneOf } from "bingo/tiles";

/** @typedef {import("./types").Row} Row @typedef {import("./types").Verdict} Verdict */

/** Moves that are shown at once; the others on request. */
const FIRST = 8;

/** What there is to know first: the value, large; the move; why. Its room is the same, whatever it says. */
export function verdictOf(/** @type {Verdict | null} */ verdict, waits = false) {
  const shown = verdict || { value: "", tone: "nought", how: "", headline: "", why: "" };
  const open = waits || shown.how === "so far";
  const why = open && !shown.why ? [h("span", { class: "sk" }), h("span", { class: "sk short" })] : whole(shown.why);
  return [
    h("div",
      { class: "verdict", "data-key": "verdict" },
      h("div",
        { class: `num ${shown.tone}${open ? " wait" : ""}${shown.value.length > 6 ? " long" : ""}` }, shown.value,
        h("span", { class: "how" }, shown.how),
      ),
      h("h2", { class: open ? "faint" : "" }, whole(shown.headline)),
    ),
    h("p", { class: "why", "data-key": "why" }, why),
  ];
}

export const eyebrow = (/** @type {string} */ title, /** @type {string} */ about, /** @type {any} */ link = null) =>
  h("div", { class: "eye", "data-key": "eye" }, title && h("b", {}, title), h("span", {}, whole(about)), link);

/** Leaves of which one is shown. */
export function tabs(/** @type {string[]} */ names, chosen, /** @type {(name: string) => void} */ choose) {
  const tab = (name) =>
    button(name, () => choose(name), { class: null, role: "tab", "aria-selected": String(name === chosen) });
  return h("div", { class: "tabs", "data-key": "tabs", role: "tablist", "aria-label": "Leaves" }, names.map(tab));
}

/** A move as chips: `close`, what is declared, and the tile. */
function chips(/** @type {string} */ text, board) {
  const move = parseMove(text);
  const tile = move.lead || move.play;
  const whose = text.startsWith("opponent") ? h("em", {}, "they") : null;
  const act = move.claim ? "claim" : move.wait ? "wait" : "";
  return h(
    "span", { class: "ch" }, whose, move.close ? h("span", { class: "c close" }, "close") : null,
    move.declare.length ? h("span", { class: "c" }, whole(move.declare.map((double) => `+${double}`).join(" "))) : null,
    act ? h("span", { class: "c" }, act) : null,
    tile
      ? [
          move.close || move.declare.length ? null : [h("em", {}, move.lead ? "lead" : "play"), flat(tile, board)],
          h("b", { class: "nb" }, tile),
        ]
      : null,
  );
}

/** Between what all values of a position lie: whole numbers, which do not change while an estimate runs. */
export function scaleOf(/** @type {Row[]} */ rows) {
  if (rows.some((row) => row.chance)) return { least: 0, most: 1, marks: [0, 0.5, 1] };
  const ends = rows.flatMap((row) => [row.low ?? row.value, row.high ?? row.value]);
  const [least, most] = [Math.min(-1, Math.floor(Math.min(...ends))), Math.max(1, Math.ceil(Math.max(...ends)))];
  return { least, most, marks: [least, 0, most] };
}

export const MARK = (/** @type {number} */ mark, chance = false) =>
  chance ? `${mark * 100}%` : signed(mark);

/**
 * The moves of a player, a line each: what it is worth, with its interval on one scale.
 * @param {Row[]} rows
 * @param {any} board
 * @param {{scale?: any, all?: boolean, act?: ((row: Row) => void) | null}} how
 */
export function movesOf(rows, board, { scale = null, all = false, act = null } = {}) {
  if (!rows.length) return null;
  const { least, most, marks } = scale || scaleOf(rows);
  const place = (value) =>
    `${(4 + (92 * (Math.min(Math.max(value, least), most) - least)) / (most - least)).toFixed(1)}%`;
  const zero = `--z:${place(rows[0].chance ? 0.5 : 0)}`;
  const open = rows.some((row) => row.open);
  const item = (row) => {
    const shade = row.open ? "nought" : toneOf(row);
    const span =
      row.low === undefined ? null : h("i", { style: `left:${place(row.low)};right:calc(100% - ${place(row.high)})` });
    const dot = row.open
      ? null
      : h("u", { class: row.kind === "estimate" ? "ring" : null, style: `--x:${place(row.value)}` });
    const value = h("span", { class: `val ${shade}${row.open ? " two" : ""}` }, row.text);
    const inside = [value, chips(row.move, board), h("span", { class: `sc ${shade}`, style: zero }, span, dot)];
    const attributes = {
      class: `mv${row.best ? " best" : ""}`, title: row.note || null, "aria-label": `${row.move}: ${row.text}`,
      "data-key": `move ${row.move}`,
    };
    return h(
      "li", {},
      act && row.note !== "not followed here"
        ? button(inside, () => act(row), attributes)
        : h("div", attributes, inside),
    );
  };
  const group = (name, some) => (some.length ? [h("li", { class: "group" }, name), some.map(item)] : []);
  const solved = rows.filter((row) => !row.open);
  const shown = open
    ? [
        group("Solved", solved), group("Still open", rows.filter((row) => row.open)),
      ]
    : rows.slice(0, all ? undefined : FIRST).map(item);
  const marked = marks.map((mark) => h("span", { style: `left:${place(mark)}` }, MARK(mark, rows[0].chance)));
  return [
    h("div",
      { class: "axis", "aria-hidden": "true" }, h("span", {}),
      h("span",
        {}, h("span", { class: "key" }, h("u", {}), "solved"),
        h("span", { class: "key" }, h("u", { class: "ring" }), "estimate"),
      ),
      h("span", { class: "sc" }, marked),
    ),
    h("ul", { class: "moves", "aria-label": "Moves" }, shown),
  ];
}

/** How many moves are not shown, to be asked for. */
export const hiddenMoves = (/** @type {Row[]} */ rows, all) =>
  all || rows.some((row) => row.open) ? 0 : Math.max(rows.length - FIRST, 0);

/** The line below the panel: more moves, and how the answer was found. */
export function foot(/** @type {any[]} */ ...links) {
  return h("div", { class: "foot", "data-key": "foot" }, links);
}

export const link = (/** @type {string} */ words, /** @type {() => void} */ act) =>
  button(words, act, { class: "link" });

/** All that is told of an answer, sentence by sentence, and the answer as text. */
export const howFound = (/** @type {any} */ item, title, /** @type {() => void} */ back) => [
  h("section",
    { class: "sentences", "aria-label": title }, h("h3", {}, title), item.how.map((line) => h("p", {}, whole(line))),
  ),
  h("details",
    {}, h("summary", {}, "The answer as text"),
    h("pre", { tabindex: "0", "aria-label": "The answer as text" }, item.words.join("\n")),
  ),
  foot(link("Back to the answer", back)),
];

/** Two ways to go, side by side. */
export const cards = (/** @type {any[]} */ some) =>
  h("div",
    { class: "versus" },
    some.map((card) =>
      h("div",
        { class: card.best ? "win" : "" }, h("h3", {}, card.name),
        h("span", { class: `num ${card.best ? "plus" : ""}` }, card.text), h("p", {}, whole(card.note)),
      ),
    ),
  );

/** Bars of parts of a whole. */
export const bars = (/** @type {any[]} */ some, kind = "") =>
  some.map((bar) =>
    h("div",
      { class: `b ${kind}` }, h("b", { class: bar.tone }, bar.name),
      h("span", { class: `t ${bar.tone}` }, h("i", { style: `width:${(100 * bar.part).toFixed(1)}%` })),
      h("em", {}, bar.text),
    ),
  );

/** What is not there yet, with doors: a button, and an example. */
export function emptyCard(where, title, words, /** @type {any[]} */ doors) {
  const door = ([name, act, kind = /** @type {import("bingo/icons").Icon} */ ("look")], n) =>
    button(n ? [icon(kind), name] : name, act, { class: n ? "btn" : "btn main", "data-key": name });
  return h(
    "section", { class: "empty", "aria-label": title }, h("p", { class: "sm faint" }, h("b", {}, where)),
    h("h2", {}, title), h("p", {}, words), h("div", { class: "doors" }, doors.map(door)),
  );
}

/** Buttons that go along a line of so many steps. */
export const steps = (/** @type {number} */ at, /** @type {number} */ end, /** @type {(at: number) => void} */ to) => [
  action("Back", "left", () => to(at - 1), { disabled: !at, title: "One move back (arrow left)" }),
  action("On", "right", () => to(at + 1), { disabled: at >= end, title: "One move on (arrow right)" }),
];

/** The same for the arrow keys. */
export function stepKey(/** @type {KeyboardEvent} */ event, at, end, /** @type {(at: number) => void} */ to) {
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end }[event.key];
  if (next === undefined || next < 0 || next > end) return;
  event.preventDefault();
  to(next);
}

/** A button that changes the sides of the table. */
export const flip = () =>
  action("Flip", "flip", () => set(state, { flipped: !state.flipped }), { "aria-pressed": String(state.flipped) });

/** A thin line while something is looked at. */
export function progress(/** @type {string} */ words) {
  return h("div", { class: "prog", "data-key": "prog", role: "progressbar", "aria-label": words }, h("i", {}));
}
