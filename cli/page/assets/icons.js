// Small drawings beside words.

import { button, svg } from "bingo/dom";

const PATHS = {
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7", dark: "M20 14a8 8 0 1 1-9-10 6 6 0 0 0 9 10z",
  edit: "M4 20h4L19 9l-4-4L4 16z", flip: "M8 4v15M4 8l4-4 4 4M16 20V5M12 16l4 4 4-4", play: "M8 5l11 7-11 7z",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10c1 1 1 2 1 3h6c0-1 0-2 1-3a6 6 0 0 0-4-10z",
  back: "M9 6L4 11l5 5M4 11h11a5 5 0 0 1 5 5v2", claim: "M6 21V4h13l-3 4 3 4H6",
  close: "M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3",
  look: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM9 12a3 3 0 1 0 6 0 3 3 0 0 0-6 0", left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7", menu: "M4 7h16M4 12h16M4 17h16", more: "M5 12h.01M12 12h.01M19 12h.01",
  search: "M4 10a6 6 0 1 0 12 0 6 6 0 0 0-12 0M15 15l5 5",
  shuffle: "M4 7h4l8 10h4M4 17h4l8-10h4M17 4l3 3-3 3M17 14l3 3-3 3", clear: "M6 6l12 12M18 6L6 18",
  check: "M5 12l5 5 9-10", file: "M6 3h8l4 4v14H6zM14 3v4h4",
};

/** @typedef {keyof typeof PATHS} Icon */

/** A drawing that says nothing to those who hear the page. */
export function icon(/** @type {Icon} */ name) {
  return svg("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}

/** A button with a drawing and its name, as bars have them. */
export function action(/** @type {string} */ name, /** @type {Icon} */ shape, act, attributes = {}) {
  return button([icon(shape), name], act, { "data-key": name, ...attributes });
}
