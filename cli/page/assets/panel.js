// The panel: the verdict, the moves on one scale, and what an answer says on request.

import { action, button, h, link, nowrap } from "bingo/dom";
import { parseMove, signed, toneOf } from "bingo/moment";
import { set, state } from "bingo/state";
import { flat } from "bingo/table";

/** Moves that are shown at once; the others on request. */
const FIRST = 8;

/** What there is to know first: the value, large; the move; why. Its room is the same, whatever it says. */
export function verdictOf({ value = "", tone = "nought", how = "", headline = "", why = "" } = {}, waits = false) {
  const unfinished = waits || how === "so far";
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

export const eyebrow = (/** @type {string} */ title, /** @type {string} */ about, /** @type {any} */ more = null) =>
  h("div.row.eye.sm.faint", { "data-key": "eye" }, title && h("b", title), about && h("span", nowrap(about)), more);

function chips(/** @type {string} */ text, board) {
  const { close, declare, lead, play, act } = parseMove(text);
  const tile = lead || play;
  const alone = tile && !close && !declare.length;
  return h("span.row.ch",
    text.startsWith("opponent") && h("em", "they"), close && h("span.c.close", "close"),
    declare.length > 0 && h("span.c", nowrap(declare.map((double) => `+${double}`).join(" "))), act && h("span.c", act),
    alone && [h("em", lead ? "lead" : "play"), flat(tile, board)], tile && h("b.nb", tile),
  );
}

/** Between what all values of a position lie: whole numbers, which do not change while an estimate runs. */
export function scaleOf(rows) {
  if (rows.some((row) => row.chance)) return { least: 0, most: 1, marks: [0, 0.5, 1] };
  const ends = rows.flatMap((row) => [row.low ?? row.value, row.high ?? row.value]);
  const [least, most] = [Math.min(-1, Math.floor(Math.min(...ends))), Math.max(1, Math.ceil(Math.max(...ends)))];
  return { least, most, marks: [least, 0, most] };
}

/** The moves of a player, a line each: what it is worth, with its interval on one scale. */
export function movesOf(rows, board, scale = scaleOf(rows), /** @type {((row: any) => void) | null} */ act = null) {
  if (!rows.length) return null;
  const { least, most, marks } = scale;
  const place = (value) =>
    `${(4 + (92 * (Math.min(Math.max(value, least), most) - least)) / (most - least)).toFixed(1)}%`;
  const { chance } = rows[0];
  const item = (row) => {
    const shade = row.open ? "nought" : toneOf(row);
    const inside = [
      h(`span.val.${shade}`, { class: row.open && "two" }, row.text), chips(row.move, board),
      h(`span.sc.${shade}`,
        { style: `--z:${place(chance ? 0.5 : 0)}` },
        row.low !== undefined && h("i", { style: `left:${place(row.low)};right:calc(100% - ${place(row.high)})` }),
        !row.open && h("u", { class: row.kind === "estimate" && "ring", style: `--x:${place(row.value)}` }),
      ),
    ];
    const attributes = {
      class: row.best && "best", title: row.note || null, "aria-label": `${row.move}: ${row.text}`,
      "data-key": `move ${row.move}`,
    };
    const active = act && row.note !== "not followed here";
    return h("li", active ? button(inside, () => act(row), attributes, "button.mv") : h("div.mv", attributes, inside));
  };
  const group = (name, some) => some.length > 0 && [h("li.group.sm.faint", name), some.map(item)];
  const unsolved = rows.filter((row) => row.open);
  const shown = unsolved.length
    ? [group("Solved", rows.filter((row) => !row.open)), group("Still open", unsolved)]
    : rows.slice(0, FIRST).map(item);
  const rest = unsolved.length ? [] : rows.slice(FIRST);
  const mark = (value) => h("span", { style: `left:${place(value)}` }, chance ? `${value * 100}%` : signed(value));
  return [
    h("div.axis",
      { "aria-hidden": "true" }, h("span"),
      h("span", h("span.key", h("u"), "solved"), h("span.key", h("u.ring"), "estimate")),
      h("span.sc", marks.map(mark)),
    ),
    h("ul", { "aria-label": "Moves" }, shown),
    rest.length > 0 && h("details", h("summary", `${rest.length} more moves`), h("ul", rest.map(item))),
  ];
}

export const foot = (/** @type {any[]} */ ...links) => h("div.foot", { "data-key": "foot" }, links);

/** All that an answer says, sentence by sentence, and the answer as text. */
export const howFound = (/** @type {any} */ item, title, /** @type {() => void} */ back) => [
  h("section.sentences", { "aria-label": title }, h("h3", title), item.how.map((line) => h("p", nowrap(line)))),
  h("details",
    h("summary", "The answer as text"),
    h("pre", { tabindex: "0", "aria-label": "The answer as text" }, item.words.join("\n")),
  ),
  foot(link("Back to the answer", back)),
];

/** Bars along one scale, each beside its name: parts of a whole, or steps from one value to another. */
export function bars(/** @type {any[]} */ rows, kind = "") {
  const ends = rows.flatMap(({ from = 0, to = 1 }) => [0, from, to]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const place = (value) => (100 * (value - least)) / (most - least || 1);
  return rows.map(({ name, tone, text, part, from = 0, to = part }) => {
    const [left, right] = [place(Math.min(from, to)), place(Math.max(from, to))];
    return h("div.b",
      { class: kind }, h("b", { class: tone }, name),
      h(`span.t.${tone}`, h("i", { style: `left:${left}%;width:${right - left}%` })), h("em.sm.faint", text),
    );
  });
}

export const reasonList = (/** @type {string[]} */ lines) => h("ul.dots", lines.map((line) => h("li", nowrap(line))));

/** A card in place of what is not there yet: words, a button, and what else leads on. */
export function emptyCard(title, words, /** @type {any[]} */ buttons) {
  const draw = ([name, act, kind = /** @type {import("bingo/dom").Icon} */ ("look")], n) =>
    n ? action(name, kind, act) : button(name, act, { class: "main" });
  return h("section.card.empty",
    { "aria-label": title }, h("h2", title), h("div", words), h("div.row", buttons.map(draw)),
  );
}

// --- forms --------------------------------------------------------------------------------------------

/** A field of a form: what is put in or chosen is handed on. */
function field(words, name, /** @type {(value: string) => void} */ act, attributes, /** @type {any[]} */ inside = []) {
  const onchange = ({ target }) => act(target.value.trim());
  return h("label.field", `${words} `, h(name, { "data-key": words, onchange, ...attributes }, inside));
}

export const input = (words, value, act, attributes = {}) =>
  field(words, "input", act, { size: 12, value, ...attributes });

export const select = (words, /** @type {any[]} */ options, value, act) => {
  const option = ([name, shown]) => h("option", { value: name, selected: name === value }, shown);
  return field(words, "select", act, {}, options.map(option));
};

export const rules = (value, act) => [
  input("Rules", value, act, { list: "presets" }),
  h("datalist", { id: "presets" }, state.data.presets.map((name) => h("option", { value: name }))),
];

/** A message on the felt, its first sentence bold. */
export const strip = (kind, /** @type {string[]} */ [first, ...lines], /** @type {any} */ buttons = null) =>
  h(`div.strip.${kind}`,
    { "data-key": `${kind} ${first} ${lines.join()}` },
    h("p", h("b", nowrap(first)), lines.map((line) => [" ", nowrap(line)])), buttons,
  );

export const slider = ({ at, end, go }, words) =>
  h("input.scrub", {
    type: "range", min: 0, max: end, value: at, disabled: !end, "aria-label": `${words} ${at} of ${end}`,
    oninput: (event) => go(Number(event.target.value)),
  });

export const flip = () =>
  action("Flip", "flip", () => set(state, { flipped: !state.flipped }), { "aria-pressed": String(state.flipped) });

export const progress = (/** @type {string} */ words) =>
  h("progress.prog", { "data-key": "prog", "aria-label": words });
