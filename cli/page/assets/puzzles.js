// Puzzles: a table, a question, and what every wrong move leads to, on the same table.

import { ask, faults } from "bingo/ask";
import { announce, button, h, whole } from "bingo/dom";
import { select } from "bingo/editor";
import { action, icon } from "bingo/icons";
import { begin, recorded } from "bingo/moment";
import { emptyCard, movesOf } from "bingo/panel";
import { go, keep } from "bingo/route";
import { set, state } from "bingo/state";
import { drawTable } from "bingo/table";
import { parseMove, tileOf } from "bingo/tiles";

const FRESH = { tried: [], over: false, failed: false, closes: null, shown: null, error: "" };

/** Pose a puzzle, by its number within a theme; without one, any. */
async function pose(
  /** @type {number} */ number = Math.floor(Math.random() * 1000),
  theme = state.puzzle.theme,
) {
  const z = state.puzzle;
  z.theme = theme;
  const posed = await ask({ ask: "puzzle", number, theme });
  if (!posed.board) return set(z, { error: faults(posed).join(" "), again: number });
  set(z, { ...FRESH, posed });
  if (state.view === "puzzles") keep(address(posed.number));
  announce(posed.question);
}

const address = (number) => `puzzles/${state.puzzle.theme || "all"}/${number + 1}`;

/** The puzzle of an address. */
export function open(/** @type {string[]} */ [theme = "", number = ""]) {
  const z = state.puzzle;
  const wanted = theme === "all" ? "" : theme;
  const same = z.posed && z.theme === wanted && (!number || z.posed.number === Number(number) - 1);
  if (same) keep(address(z.posed.number));
  else pose(/^\d+$/.test(number) ? Number(number) - 1 : undefined, wanted);
}

/** Try a move; none is to give up. What was not answered was not tried. */
async function attempt(/** @type {string} */ move) {
  const z = state.puzzle;
  const { posed } = z;
  const answer = await ask({ ask: "try", number: posed.number, theme: z.theme, move });
  if (z.posed !== posed) return;
  if (answer.error || answer.reasons) return set(z, { notice: faults(answer).join(" ") });
  if (!z.over && !z.failed) Object.assign(z, { count: z.count + 1, solved: z.solved + Number(answer.right) });
  if (!answer.right && move)
    z.tried = [...z.tried.filter((attempt) => attempt.move !== move), { move, text: answer.text || "" }];
  set(z, {
    notice: "", failed: z.failed || !answer.right, over: z.over || answer.right || !move, shown: { ...answer, at: 1 },
  });
  announce(answer.words);
}

/** @returns {import("./types").View} */
export function drawPuzzles() {
  const z = state.puzzle;
  const { posed, shown } = z;
  if (z.error) {
    const words = `${z.error} This puzzle is still here: nothing counts as failed.`;
    const doors = [
      ["Try again", () => pose(z.again)],
      ["Rules, which need no program", () => go("rules"), "file"],
    ];
    return { title: "Puzzle", cards: [emptyCard("Puzzles", "No answer from the program", words, doors)] };
  }
  if (!posed) return { title: "Puzzle" };
  const moment = shown?.turns ? recorded(shown.board, shown, shown.at) : begin(posed.board);
  const both = posed.moves.some(closing) && posed.moves.some((move) => !closing(move) && tileOf(move));
  const tries = (tile) => posed.moves.find((move) => tileOf(move) === tile && (!both || closing(move) === z.closes));
  const free = !shown;
  const playable = posed.moves.map(tileOf).filter(tries);
  const onplay = (tile) => attempt(tries(tile));
  const step = () => set(shown, { at: shown.at + 1 });
  const strip =
    shown &&
    h("div",
      { class: `strip ${shown.right ? "hint" : "coach"}` }, h("p", {}, whole(shown.words)),
      shown.at < shown.turns?.length
        ? button(icon("right"), step, { "aria-label": "Next move", "data-key": "next move" })
        : null,
    );
  const marks = Object.fromEntries(
    z.tried.filter(({ move }) => tileOf(move)).map(({ move, text }) => [tileOf(move), `✗ ${text}`.trim()]),
  );
  const counted = z.count ? ` · ${z.solved} of ${z.count} solved` : "";
  return {
    title: "Puzzle", note: `${posed.number + 1} of ${posed.puzzles}${counted}`,
    felt: drawTable(moment, {
      name: `puzzle ${z.theme} ${posed.number}`, mover: free ? "you" : null, playable,
      onplay: free ? onplay : null, strips: strip || [], marks: free ? marks : {},
    }),
    bar: [
      action("Try again", "back", () => set(z, { shown: null }), { disabled: !shown || z.over }),
      action("Solution", "look", () => attempt(""), { disabled: z.over }),
      action("Next", "right", () => pose(posed.number + 1), { class: z.over ? "btn main" : "btn" }),
    ],
    panel: panel(posed, both),
  };
}

const closing = (/** @type {string} */ move) => parseMove(move).close;

function panel(posed, both) {
  const z = state.puzzle;
  const { shown } = z;
  const choice = (words, shape, closes) =>
    button([icon(shape), words], () => set(z, { closes }), {
      class: "btn", "aria-pressed": String(z.closes === closes), "data-key": words, disabled: Boolean(shown),
    });
  const others = posed.moves
    .filter((move) => !tileOf(move))
    .map((move) => button(move, () => attempt(move), { disabled: Boolean(shown) }));
  const tried = z.tried.map(({ move, text }) =>
    h("span", { class: "t" }, h("span", { class: "minus" }, "✗"), whole(move), h("b", { class: "minus" }, text)),
  );
  return [
    h("h2", { class: "question" }, whole(posed.question)),
    both
      ? h("div",
          { class: "pick", role: "group", "aria-label": "How" }, choice("Close, then lead", "close", true),
          choice("Just lead", "check", false),
        )
      : null,
    both && z.closes === null && !shown ? h("p", { class: "sm faint" }, "Choose, then tap a tile.") : null,
    others.length ? h("div", { class: "tools" }, others) : null,
    z.notice ? h("p", { class: "minus", role: "status" }, z.notice) : null,
    tried.length
      ? h("div",
          { class: "tried", role: "group", "aria-label": "Tried" }, h("span", { class: "sm faint" }, "Tried"), tried,
        )
      : null,
    shown?.rows ? movesOf(shown.rows, posed.board, { all: true }) : null,
    select("Theme", posed.themes, z.theme, (theme) => pose(0, theme)),
  ];
}
