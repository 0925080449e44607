// Puzzles: a table, a question, and what every wrong move leads to, on the same table.

import { action, announce, button, h, icon, nowrap } from "bingo/dom";
import { begin, parseMove, recorded, tileOf } from "bingo/moment";
import { emptyCard, movesOf, select, strip } from "bingo/panel";
import { FRESH, ask, faults, go, keep, set, state } from "bingo/state";
import { drawTable } from "bingo/table";

/** Pose a puzzle, by its number within a theme; without one, any. */
async function pose(number = Math.floor(Math.random() * 1000), theme = state.puzzle.theme) {
  const z = state.puzzle;
  const posed = await ask({ ask: "puzzle", number, theme });
  if (!posed.board) return set(z, { error: faults(posed).join(" "), again: () => pose(number, theme) });
  set(z, { ...FRESH.puzzle, posed, theme });
  if (state.view === "puzzles") keep(address(posed.number));
  announce(posed.question);
}

const address = (number) => `puzzles/${state.puzzle.theme || "all"}/${number + 1}`;

export function showPuzzle(/** @type {string[]} */ [theme = "", number = ""]) {
  const z = state.puzzle;
  const themeName = theme === "all" ? "" : theme;
  const same = z.posed && z.theme === themeName && (!number || z.posed.number === Number(number) - 1);
  if (same) {
    keep(address(z.posed.number));
    set(z, { error: "" });
  } else pose(/^\d+$/.test(number) ? Number(number) - 1 : undefined, themeName);
}

/** Try a move; an empty one gives up. A try without an answer does not count. */
async function attempt(/** @type {string} */ move) {
  const z = state.puzzle;
  const { posed } = z;
  const answer = await ask({ ask: "try", number: posed.number, theme: z.theme, move });
  if (z.posed !== posed) return;
  if (answer.error || answer.reasons) return set(state, { notice: faults(answer).join(" ") });
  if (!z.over && !z.failed) Object.assign(z, { count: z.count + 1, solved: z.solved + Number(answer.right) });
  if (!answer.right && move)
    z.tried = [...z.tried.filter((attempt) => attempt.move !== move), { move, text: answer.text || "" }];
  set(z, { failed: z.failed || !answer.right, over: z.over || answer.right || !move, shown: { ...answer, at: 1 } });
  announce(answer.words);
}

const closes = (/** @type {string} */ move) => parseMove(move).close;

export function drawPuzzles() {
  const z = state.puzzle;
  const { posed, shown } = z;
  if (z.error) {
    const words = `${z.error} This does not count as a failed puzzle.`;
    const buttons = [["Try again", z.again], ["Rules, which need no program", () => go("rules"), "file"]];
    return { title: "Puzzle", cards: emptyCard("No answer from the program", words, buttons) };
  }
  if (!posed) return { title: "Puzzle" };
  const mayClose = posed.moves.some(closes) && posed.moves.some((move) => !closes(move) && tileOf(move));
  const moveOf = (tile) =>
    posed.moves.find((move) => tileOf(move) === tile && (!mayClose || closes(move) === z.closes));
  const next = button(icon("right"), () => set(shown, { at: shown.at + 1 }), { "aria-label": "Next move" });
  const tried = z.tried.map(({ move, text }) => [tileOf(move), `✗ ${text}`.trim()]);
  return {
    title: "Puzzle",
    note: `${posed.number + 1} of ${posed.puzzles}${z.count ? ` · ${z.solved} of ${z.count} solved` : ""}`,
    felt: drawTable(shown?.turns ? recorded(shown.board, shown, shown.at) : begin(posed.board), {
      name: `puzzle ${z.theme} ${posed.number}`,
      ...(!shown && {
        mover: "you", onplay: (tile) => attempt(moveOf(tile)), tags: Object.fromEntries(tried),
        playable: posed.moves.map(tileOf).filter(moveOf),
      }),
      strips: [
        shown && strip(shown.right ? "hint" : "coach", ["", shown.words], shown.at < shown.turns?.length && next),
      ],
    }),
    bar: [
      action("Try again", "back", () => set(z, { shown: null }), { disabled: !shown || z.over }),
      action("Solution", "look", () => attempt(""), { disabled: z.over }),
      action("Next", "right", () => pose(posed.number + 1), { class: z.over && "main" }),
    ],
    panel: panel(posed, mayClose),
  };
}

function panel(posed, mayClose) {
  const z = state.puzzle;
  const disabled = Boolean(z.shown);
  const choice = (words, shape, closes) =>
    action(words, shape, () => set(z, { closes }), {
      "aria-pressed": String(z.closes === closes), disabled, class: "small",
    });
  const others = posed.moves.filter((move) => !tileOf(move));
  const tried = ({ move, text }) => h("span.c", h("span.minus", "✗ "), nowrap(move), h("b.minus", ` ${text}`));
  return [
    h("h2.question", nowrap(posed.question)),
    mayClose &&
      h("div.two",
        { role: "group", "aria-label": "How" }, choice("Close, then lead", "close", true),
        choice("Just lead", "check", false),
      ),
    mayClose && z.closes === null && !disabled && h("p.sm.faint", "Choose, then tap a tile."),
    others.length > 0 && h("div.row", others.map((move) => button(move, () => attempt(move), { disabled }))),
    z.tried.length > 0 &&
      h("div.row", { role: "group", "aria-label": "Tried" }, h("span.sm.faint", "Tried"), z.tried.map(tried)),
    z.shown?.rows && movesOf(z.shown.rows, posed.board),
    select("Theme", posed.themes, z.theme, (theme) => pose(0, theme)),
  ];
}
