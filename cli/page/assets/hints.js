// What has yet to be placed before a position can occur, and what contradicts: reasons, for those who never saw a file.

import { count } from "bingo/tiles";

/**
 * Where a tile may lie.
 * @type {Record<string, string>}
 */
export const PLACES = {
  "you.hand": "Your hand",
  "opponent.hand": "Opponent's hand",
  "you.won": "Your tricks",
  "opponent.won": "Opponent's tricks",
  led: "Table: tile led",
  turned: "Turned up",
  stock: "Stock, in drawing order",
  played: "Played, whoever took it",
  "you.shown": "Shown by you",
  "opponent.shown": "Shown by opponent",
};

/**
 * What has yet to be placed, by the code of the reason; reasons without one contradict something.
 * @type {Record<string, (reason: any, now?: number) => string>}
 */
const MISSING = {
  "no-trumps": () => "Trumps: a suit 0 to 6, or turn a tile up.",
  "no-hand": () => "Your hand: the tiles in your hand.",
  "no-turned": () => "Stock: turn a tile up first. Once the boneyard is closed or exhausted there is no stock.",
  "few-tiles": ({ field, wanted }, now) => `${PLACES[field]}: ${count(wanted, "tile")}; now ${now}.`,
  "few-face-down": ({ wanted }, now) => `Stock: ${count(wanted, "tile")}, the one turned up not among them; now ${now}.`,
  "few-tricks": ({ field, wanted }) => (field === "tricks" ? `Tricks: ${wanted} with so many tiles left, or turn a tile up.` : "Closing: the tricks that the other player then had."),
  "part-known": ({ field }) => `${PLACES[field]}: both tiles of every trick, or their card points. Only a claim can be asked about without them.`,
  "few-points": ({ field }) => (field === "closed.points" ? "Closing: the card points that the other player then had." : "Card points: as many as these tricks can hold."),
};

/** Whether a reason only says that something has yet to be placed. */
export const missing = ({ code }) => code in MISSING;

/** A reason in words; `lying(place)`: the tiles that lie there now. */
export function spoken(reason, lying) {
  const { code, field, expected, found } = reason;
  if (missing(reason)) return MISSING[code](reason, field in PLACES ? lying(field).length : undefined);
  const [first, ...rest] = field.split(": ");
  const name = PLACES[first] || { you: "Your hand", lead: "Who leads", trump: "Trumps", closed: "Closing", points: "Card points", tricks: "Tricks" }[first] || first.replace("you.", "your ").replace("opponent.", "the opponent's ");
  return `${name}${rest.length ? ` (${rest.join(", ")})` : ""}: expected ${expected}; found ${found}.`;
}
