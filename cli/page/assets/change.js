// A report that carries the kernel: below each item its position, to be changed, and what it is worth then.

import { fill, h } from "bingo/dom";
import { start as begin } from "bingo/main";
import { Position } from "bingo/position";

/** Show the report. */
export function start() {
  begin(changing);
}

/** What is answered last is given up when another item is shown. */
/** @type {Position | null} */
let shown = null;

function changing(item, { presets }) {
  if (shown) shown.stop();
  shown = null;
  if (!item.position) return null;
  const place = h("div", {});
  const begun = () => {
    const position = (shown = new Position(presets, () => position.ask()));
    const back = h("button", { type: "button", onclick: () => set() }, "As it was");
    const set = () => {
      position.setup.take(item.position);
      position.ask();
    };
    fill(place, position.element(h("div", { class: "tools" }, back)));
    set();
  };
  const details = h("details", { class: "change" }, h("summary", {}, "Change this position"), place);
  details.addEventListener("toggle", () => details.open && !place.firstChild && begun(), { once: true });
  return details;
}
