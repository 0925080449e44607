// The course of a deal as a line one moves along: what it was worth after each decision, with its mistakes.

import { h, svg } from "bingo/dom";
import { MARK } from "bingo/panel";

/** The room beside and below the line, in pixels. */
const [LEFT, TOP, BOTTOM] = [44, 14, 26];
/** How far beside a mark a thumb may come down, in pixels. */
const THUMB = 22;

/**
 * `points` {at, value, mistake, mine, number, label}, `at` from 0 to `end`; `here` is where one looks. A click goes to
 * the nearest mistake, or turn where none is near; keys go along the slider.
 * @param {any[]} points
 * @param {{here: number, end: number, tricks: number[], caption: string, go: any, named?: string}} where
 */
export function scrubber(points, { here, end, tricks, caption, go, named = "trick" }) {
  const [WIDTH, HEIGHT] = innerWidth > 760 ? [780, 122] : [innerWidth - 16, 88];
  const most = Math.max(1, ...points.map(({ value }) => Math.ceil(value)));
  const least = Math.min(-1, ...points.map(({ value }) => Math.floor(value)));
  const x = (at) => LEFT + ((WIDTH - LEFT - 12) * at) / Math.max(end, 1);
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - value)) / (most - least);
  const step = (point, n) =>
    n ? `H${x(point.at).toFixed(1)}V${y(point.value).toFixed(1)}` : `M${x(point.at)} ${y(point.value)}`;
  const path = points.map(step).join("");
  const marks = [least, 0, most].map((mark) => [
    svg("line", { x1: LEFT, x2: WIDTH, y1: y(mark), y2: y(mark), class: mark ? "grid" : "zero" }),
    svg("text", { x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" }, MARK(mark)),
  ]);
  const dot = ({ at, value, mine, number, label }) => [
    svg("circle",
      { cx: x(at), cy: y(value), r: 9, class: mine ? "mistake" : "mistake hollow" }, svg("title", {}, label),
    ),
    svg("text", { x: x(at), y: y(value) + 4, "text-anchor": "middle", class: mine ? "inside" : "outside" }, number),
  ];
  const label = (at, words, anchor = "middle") => svg("text", { x: at, y: HEIGHT - 6, "text-anchor": anchor }, words);
  const below = [label(LEFT - 8, named, "end"), tricks.map((at, n) => label(x(at), n + 1))];
  const hit = ({ currentTarget, clientX }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const far = (at) => Math.abs(left + (x(at) / WIDTH) * width - clientX);
    const mistake = points
      .filter((point) => point.mistake && far(point.at) <= THUMB)
      .sort((a, b) => far(a.at) - far(b.at))[0];
    const turns = Array.from({ length: end + 1 }, (_, at) => at);
    go(mistake ? mistake.at : turns.sort((a, b) => far(a) - far(b))[0]);
  };
  return h(
    "figure", { class: "graph" },
    svg("svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": caption, onclick: hit }, marks,
      path ? svg("path", { d: `${path}H${x(end)}`, class: "way" }) : null,
      svg("line", { x1: x(here), x2: x(here), y1: 4, y2: HEIGHT - BOTTOM + 6, class: "here" }),
      points.filter((point) => point.mistake).map(dot), below,
    ),
    h("input", {
      class: "scrub", type: "range", min: 0, max: end, value: here, "aria-label": `turn ${here} of ${end}`,
      oninput: (event) => go(Number(event.target.value)),
    }),
  );
}
