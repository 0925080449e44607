// The rules in a minute, and how to play well.

import { button, h, whole } from "bingo/dom";
import { begin } from "bingo/moment";
import { eyebrow } from "bingo/panel";
import { go } from "bingo/route";
import { state } from "bingo/state";
import { drawTable } from "bingo/table";
import { flats } from "bingo/tiles";

/** Each rule with tiles that show it. */
const RULES = [
  ["5-1", "The turned tile names trumps: here fives. A blank counts as seven."],
  ["6-3 6-4", "You lead one, they reply: the higher tile of the suit led takes both. Trumps beat the rest."],
  ["0-0", "The Bingo beats everything."],
  ["6-6 3-3", "About to lead, show two doubles or more: 20 to 70 card points."],
  ["5-5", "Reach 70 card points and claim. The double of trumps alone counts 28."],
];
const CLOSING = "You may close the boneyard when you lead: nobody draws any more, and suits must be followed.";

/** The game in a minute. */
export function minute() {
  const board = { trumps: "5-5 5-1" };
  const rule = (/** @type {string[]} */ [tiles, words]) =>
    h("li", flats(tiles.split(" "), board, 22), h("span", whole(words)));
  return [eyebrow("The game in a minute", ""), h("ol.minute", RULES.map(rule)), h("p.why", CLOSING)];
}

/** @returns {import("bingo/frame").View} */
export function drawRules() {
  const advice = h("section.guide", { "aria-label": "How to play well" });
  advice.innerHTML = state.data.guide; // its rules lead to their positions
  return {
    title: "Rules", felt: drawTable(begin(state.data.examples.board), { name: "rules" }), panel: [minute(), advice],
    bar: [button("Play a deal", () => go("new"), { class: "main" }), button("Try a puzzle", () => go("puzzles"))],
  };
}
