// The course of a deal as a line one moves along: what it was worth after each decision, with its mistakes.

import { h } from "bingo/dom";
import { slider } from "bingo/panel";
import { signed } from "bingo/tiles";

/** The room beside and below the line, in pixels. */
const [LEFT, TOP, BOTTOM] = [44, 14, 26];
/** How far beside a mistake a thumb may come down, in pixels. */
const THUMB = 22;

/** `points` {at, value, mistake, mine, number, label}, `at` from 0 to `end`; keys go along the slider. */
export function scrubber(/** @type {any[]} */ points, /** @type {any} */ where) {
  const { at: here, end, go, tricks, caption, named = "trick" } = where;
  const [WIDTH, HEIGHT] = innerWidth > 760 ? [780, 122] : [innerWidth - 16, 88];
  const most = Math.max(1, ...points.map(({ value }) => Math.ceil(value)));
  const least = Math.min(-1, ...points.map(({ value }) => Math.floor(value)));
  const x = (at) => LEFT + ((WIDTH - LEFT - 12) * at) / Math.max(end, 1);
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - value)) / (most - least);
  const step = ({ at, value }, n) => (n ? `H${x(at).toFixed(1)}V${y(value).toFixed(1)}` : `M${x(at)} ${y(value)}`);
  const words = (x, y, text, anchor = "middle", name = "text") => h(name, { x, y, "text-anchor": anchor }, text);
  const mark = (value) => [
    h("line", { x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value), class: value ? "grid" : "zero" }),
    words(LEFT - 8, y(value) + 4, signed(value), "end"),
  ];
  const mistakes = points.filter(({ mistake }) => mistake);
  const dot = ({ at, value, mine, number, label }) => [
    h("circle.mistake", { cx: x(at), cy: y(value), r: 9, class: !mine && "hollow" }, h("title", label)),
    words(x(at), y(value) + 4, number, "middle", mine ? "text.inside" : "text.outside"),
  ];
  const hit = ({ currentTarget, clientX }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const head = (at) => (mistakes.some((point) => point.at === at) ? THUMB : 0);
    const far = (at) => Math.abs(left + (x(at) / WIDTH) * width - clientX) - head(at);
    go([...Array(end + 1).keys()].sort((a, b) => far(a) - far(b))[0]);
  };
  return h("figure.card.graph",
    h("svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": caption, onclick: hit },
      [least, 0, most].map(mark),
      points.length > 0 && h("path.way", { d: `${points.map(step).join("")}H${x(end)}` }),
      h("line.here", { x1: x(here), x2: x(here), y1: 4, y2: HEIGHT - BOTTOM + 6 }), mistakes.map(dot),
      words(LEFT - 8, HEIGHT - 6, named, "end"), tricks.map((at, n) => words(x(at), HEIGHT - 6, n + 1)),
    ),
    slider(where, "turn"),
  );
}
