// The leaves beside the moves: whether to close, with what it hangs on; whether to claim, with how it may have been.

import { button, h, whole } from "bingo/dom";
import { icon } from "bingo/icons";
import { bars, cards } from "bingo/panel";
import { flat, flats, tilesOf } from "bingo/tiles";

/** The answer of `bingo close`; `play`: a hand that beats it is to be played out on the table. */
export function closeLeaf(/** @type {import("./types").Item} */ item, /** @type {() => void} */ play) {
  const { close, board } = item;
  const holds = close.tiles
    ? [
        h("h3", {}, "It hangs on ", whole(close.tiles), tilesOf(close.tiles).map((tile) => flat(tile, board, 18))),
        bars(close.holds, "wide"),
      ]
    : null;
  const out = button([icon("play"), "Play it out"], play, { class: "btn main", "data-key": "Play it out" });
  const beats = h("div",
    { class: "box2" }, h("p", { class: "sm faint" }, "A hand that beats it"), flats(tilesOf(close.hand), board),
    item.refutation_tree ? out : null,
  );
  return [
    cards(close.cards), h("h3", {}, close.heading), bars(close.bars),
    holds || h("p", { class: "sm" }, whole(close.why)), close.hand ? beats : null,
  ];
}

/** The answer of `bingo claim`. */
export function claimLeaf(/** @type {import("./types").Item} */ item) {
  const { claim, board, verdict } = item;
  const tricks = (name, some) =>
    some.length
      ? h("p",
          { class: "sm" }, name, " ", some.map((two) => flats(tilesOf(two), board)),
        )
      : null;
  const way = (line) =>
    h("div",
      { class: "box2" }, h("h3", {}, line.heading), tricks("You took", line.you), tricks("They took", line.opponent),
      tricks("They hold", [line.hand]),
    );
  const line =
    claim.line &&
    h("div",
      { class: "box2" }, h("h3", {}, "The line at its worst"), tricks("They hold", [claim.line.hand]),
      tricks("Tricks", claim.line.tricks),
    );
  return [
    h("p", {}, h("b", { class: verdict?.tone }, verdict?.value), ": ", whole(verdict?.headline)),
    claim.lines.map((words) => h("p", {}, whole(words))), claim.ways.map(way), line,
  ];
}
