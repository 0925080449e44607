// The rules in a minute.

import { h } from "bingo/dom";

const RULES = [
  "Seven tiles each; the rest is the boneyard. Its turned tile names the trumps: every tile with that number. A blank counts as 7.",
  "One leads a tile, the other replies; the higher tile of the suit led takes both, trumps beat all others, and the Bingo, 0-0, beats everything.",
  "While tiles are drawn, any reply will do. Once the boneyard is used up, or the leader has closed it, one must follow and take the trick if one can.",
  "Tiles in tricks count card points: doubles and trumps their pips, the double of trumps 28, 6-4 and 3-0 ten each. Two doubles or more, declared when leading, count more.",
  "Whoever has 70 card points claims, and wins 1 game point: 2 if the other has fewer than 30, 3 if they have no trick. A false claim costs 2.",
];

/** The rules, as a list. */
export const rules = () => h("ol", { class: "rules" }, RULES.map((rule) => h("li", {}, rule)));
