// Figures: the verdict, moves with their intervals, bars of a distribution, the chart of a deal.

import { h, number, once, svg, table } from "bingo/dom";
import { capital, count, losses, mean, picture, rank, share, signed, tileOf, tone } from "bingo/tiles";

/**
 * How many hands bring which value. `outcomes`: {"+3": 6, "-2": 12}; `chances`: their shares, where hands do not count alike.
 */
export function distribution(outcomes, caption, chances = {}) {
  const all = Object.values(outcomes).reduce((sum, hands) => sum + hands, 0);
  const rows = Object.entries(outcomes).map(([written, hands]) => {
    const [value, part] = [Number(written), chances[written] ?? hands / all];
    const name = h("th", { scope: "row", class: `value ${tone(value)}` }, signed(value));
    const bar = h("td", { class: "wide" }, h("span", { class: `bar ${tone(value)}`, style: `--part: ${part.toFixed(4)}` }));
    return { value, row: h("tr", {}, name, bar, number(share(part)), number(count(hands, "hand"))) };
  });
  return table(rows.sort((a, b) => b.value - a.value).map(({ row }) => row), { caption, kind: "bars" });
}

/** What there is to know first: the value, large; the move; one sentence. */
export function verdict(value, shade, move, sentence) {
  const tile = tileOf(move);
  const head = move ? h("p", { class: "best-move" }, capital(move), tile ? h("span", { class: "mini", "aria-hidden": "true" }, picture(tile)) : null) : null;
  return h("div", { class: "verdict" }, h("strong", { class: `num ${shade}` }, value), h("div", {}, head, sentence ? h("p", {}, capital(sentence)) : null));
}

/** Moves that are shown at once; the others on request. */
const FIRST = 5;

/**
 * The moves of a player, a line each: what it is worth, with its interval on one scale, and what it loses.
 * `rows`: {move, value, chance, low, high, alike, title, act, key}; `act` makes a button of it; `format` writes a number.
 */
export function moveList(rows, label, { format = mean, mover = "you" } = {}) {
  const ends = rows.flatMap((row) => [row.low ?? rank(row), row.high ?? rank(row)]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const place = (value) => (2 + (96 * (value - least)) / (most - least || 1)).toFixed(1);
  const whisker = (row, shade) => row.low === undefined ? null : svg(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", class: `interval ${shade}`, "aria-hidden": "true" },
    svg("line", { x1: place(row.low), x2: place(row.high), y1: 5, y2: 5 }),
    svg("line", { x1: place(rank(row)), x2: place(rank(row)), y1: 1, y2: 9 }),
  );
  const lost = losses(rows, mover);
  const item = (row, n) => {
    const { tone: shade, words } = lost[n];
    const inside = [h("span", { class: `value ${shade}` }, format(rank(row))), h("span", { class: "move" }, row.move), whisker(row, shade), h("em", {}, words)];
    const attributes = { class: `choice${words === "best" ? " best" : ""}`, title: row.title || null };
    return h("li", {}, row.act ? h("button", { ...attributes, type: "button", "data-key": row.key, onclick: once(row.act) }, inside) : h("span", attributes, inside));
  };
  const items = rows.map(item);
  const rest = items.slice(FIRST);
  return [
    h("ul", { class: "choices", "aria-label": label }, items.slice(0, FIRST)),
    rest.length ? h("details", { class: "more" }, h("summary", { "data-key": "more" }, `${count(rest.length, "more move")}`), h("ul", { class: "choices" }, rest)) : null,
  ];
}

/** How far beside a mark a thumb may come down, in pixels. */
const THUMB = 22;

/**
 * The course of something: `points` {at, value, mark, label}, `at` from 0 to `last` + 1; `here` is where one looks. As wide
 * as there is room. A click goes to the nearest mark, or point where no mark is near; the buttons go there too.
 */
export function course(points, here, last, caption, ongo = /** @type {((at: number) => void) | null} */ (null)) {
  const most = Math.max(1, ...points.map((point) => Math.abs(point.value)));
  const x = (at) => Number(((600 * (at + 0.5)) / (last + 2)).toFixed(1));
  const y = (value) => (80 - (70 * value) / most).toFixed(1);
  const path = points.map((point, n) => `${n ? "L" : "M"}${x(point.at)} ${y(point.value)}`).join("");
  const dot = (point, kind) => svg("path", { d: `M${x(point.at)} ${y(point.value)}h0`, class: kind }, svg("title", {}, `${point.label}: ${mean(point.value)}`));
  const hit = ({ currentTarget, clientX }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const far = (point) => Math.abs(left + (x(point.at) / 600) * width - clientX);
    const near = points.toSorted((one, other) => far(one) - far(other));
    const mark = near.find((point) => point.mark && far(point) <= THUMB);
    ongo?.((mark || near[0]).at);
  };
  const drawing = svg(
    "svg",
    { viewBox: "0 0 600 160", preserveAspectRatio: "none", class: "course", role: "img", "aria-label": `${caption} From ${mean(points[0].value)} to ${mean(points.at(-1).value)}.`, onclick: hit },
    svg("line", { x1: 0, x2: 600, y1: 80, y2: 80, class: "zero" }),
    here === null ? null : svg("line", { x1: x(here + 1), x2: x(here + 1), y1: 0, y2: 160, class: "here" }),
    svg("path", { d: path, class: "way" }),
    points.flatMap((point) => (point.mark ? ["mistake", "inside"] : ["dot"]).map((kind) => dot(point, kind))),
  );
  const end = (sign) => h("span", { class: "faint", "aria-hidden": "true" }, `${sign}${most.toFixed(most % 1 ? 1 : 0)}`);
  return h("figure", {}, h("figcaption", { class: "faint" }, caption), h("div", { class: "courses" }, h("div", { class: "ends" }, end("+"), end("−")), drawing));
}
