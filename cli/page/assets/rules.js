// The rules in a minute.

import { h } from "bingo/dom";

const RULES = [
  "Seven tiles each; the rest is the boneyard. Its turned tile names the trumps: every tile with that number. A blank counts as 7.",
  "One leads a tile, whose higher end is its suit, and the other replies; the higher tile of that suit takes both, trumps beat all others, and the Bingo, 0-0, beats everything.",
  "While tiles are drawn, any reply will do. Once the boneyard is used up, or the leader has closed it, one must follow and take the trick if one can.",
  "Tiles in tricks count card points: doubles and trumps their pips, the double of trumps 28, 6-4 and 3-0 ten each. Declare two doubles or more when you lead one of them: they count 20 to 70 more, once you have a trick.",
  "Whoever has 70 card points claims, and wins 1 game point: 2 if the other has fewer than 30, 3 if they have no trick. A false claim costs 2, and so does to close and fall short.",
];

/** The rules, as a list. */
export const rules = () => h("ol", { class: "rules" }, RULES.map((rule) => h("li", {}, rule)));
