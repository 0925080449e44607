// Figures: bars of a distribution, an interval in its row, the chart of a deal.

import { h, svg } from "bingo/dom";
import { count, losses, mean, share, signed, tone } from "bingo/tiles";

/**
 * How many hands bring which value: a row for each, with its share as a bar. `outcomes`: {"+3": 6, "-2": 12}; `chances`:
 * their shares, where hands do not count alike.
 */
export function distribution(outcomes, caption, chances = {}) {
  const all = Object.values(outcomes).reduce((sum, hands) => sum + hands, 0);
  const part = (written) => chances[written] ?? outcomes[written] / all;
  const rows = Object.entries(outcomes).map(([value, hands]) => [Number(value), hands, part(value)]);
  rows.sort((a, b) => b[0] - a[0]);
  const body = rows.map(([value, hands, portion]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: `value ${tone(value)}` }, signed(value)),
      h("td", { class: "wide" }, h("span", { class: `bar ${tone(value)}`, style: `--part: ${portion.toFixed(4)}` })),
      h("td", { class: "number" }, share(portion)),
      h("td", { class: "number" }, count(hands, "hand")),
    ),
  );
  return h("table", { class: "bars" }, h("caption", {}, caption), h("tbody", {}, body));
}

/**
 * A row of means with their intervals drawn on one scale. `rows`: {move, value, low, high, chance}; `format` writes a number.
 */
export function intervals(rows, caption, extra, format = mean) {
  const ends = rows.flatMap((row) => [row.low ?? row.value, row.high ?? row.value]);
  const [least, most] = [Math.min(...ends, 0), Math.max(...ends, 0)];
  const place = (value) => 2 + (96 * (value - least)) / (most - least || 1);
  const shades = losses(rows);
  const drawn = (row, shade) =>
    svg(
      "svg",
      { viewBox: "0 0 100 10", preserveAspectRatio: "none", class: "interval", "aria-hidden": "true" },
      svg("line", { x1: place(0), x2: place(0), y1: 0, y2: 10, class: "zero" }),
      svg("line", { x1: place(row.low ?? row.value), x2: place(row.high ?? row.value), y1: 5, y2: 5, class: `span ${shade}` }),
      svg("line", { x1: place(row.value), x2: place(row.value), y1: 1.5, y2: 8.5, class: `mark ${shade}` }),
    );
  const body = rows.map((row, n) =>
    h(
      "tr",
      { class: row.best ? "best" : null },
      h("th", { scope: "row" }, row.move),
      h("td", { class: `value ${shades[n].tone}` }, format(row.value)),
      h("td", { class: "limits" }, row.low === undefined || row.low === row.high || (row.kind && row.kind !== "estimate") ? "" : `${format(row.low)} to ${format(row.high)}`),
      h("td", { class: "wide" }, drawn(row, shades[n].tone)),
      extra ? h("td", { class: "number" }, extra(row)) : null,
    ),
  );
  return h("table", { class: "bars" }, h("caption", {}, caption), h("tbody", {}, body));
}

/** How often each move is made, as a bar, and what it brings. `rows`: {move, part, value, chance}. */
export function frequencies(rows, caption, format) {
  const shades = losses(rows);
  const body = rows.map((row, n) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, row.move),
      h("td", { class: "wide" }, h("span", { class: `bar ${shades[n].tone}`, style: `--part: ${row.part.toFixed(4)}` })),
      h("td", { class: "number" }, share(row.part)),
      h("td", { class: `value ${shades[n].tone}` }, format(row.value)),
    ),
  );
  return h("table", { class: "bars" }, h("caption", {}, caption), h("tbody", {}, body));
}

/**
 * The course of something: `points` {at, value, mark, label}, `at` from 0 to `last` + 1; `here` is where one looks.
 * A point may be clicked; the same is in the list and on the buttons for those who do not click.
 */
export function course(points, here, last, caption, ongo = null) {
  const most = Math.max(1, ...points.map((point) => Math.abs(point.value)));
  const x = (at) => 8 + (584 * at) / (last + 1);
  const y = (value) => 80 - (70 * value) / most;
  const path = points.map((point, n) => `${n ? "L" : "M"}${x(point.at).toFixed(1)} ${y(point.value).toFixed(1)}`).join("");
  const dots = points.map((point) =>
    svg(
      "circle",
      { cx: x(point.at).toFixed(1), cy: y(point.value).toFixed(1), r: point.mark ? 6 : 3.5, class: point.mark ? "mistake" : "dot", onclick: ongo && (() => ongo(point.at)) },
      svg("title", {}, `${point.label}: ${mean(point.value)}`),
    ),
  );
  const drawing = svg(
    "svg",
    { viewBox: "0 0 600 160", class: "course", role: "img", "aria-label": `${caption} From ${mean(points[0].value)} to ${mean(points.at(-1).value)}.` },
    svg("line", { x1: 0, x2: 600, y1: 80, y2: 80, class: "zero" }),
    here === null ? svg("g") : svg("line", { x1: x(here + 1), x2: x(here + 1), y1: 4, y2: 156, class: "here" }),
    svg("path", { d: path, class: "way" }),
    dots,
    svg("text", { x: 2, y: 14 }, `+${most.toFixed(most % 1 ? 1 : 0)}`),
    svg("text", { x: 2, y: 156 }, `−${most.toFixed(most % 1 ? 1 : 0)}`),
  );
  return h("figure", {}, h("figcaption", { class: "faint" }, caption), drawing);
}
