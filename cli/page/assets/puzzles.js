// Puzzles: a table, a question, and what every wrong move leads to, on the same table.

import { action, announce, button, h, icon, nowrap } from "bingo/dom";
import { boardAfter, tileOf } from "bingo/moment";
import { emptyCard, movesOf, select, strip } from "bingo/panel";
import { FRESH, ask, faultLines, go, replaceAddress, set, state } from "bingo/state";
import { drawTable } from "bingo/table";

/** Pose a puzzle, by its number within a theme; without one, any. */
async function posePuzzle(number = Math.floor(Math.random() * 1000), theme = state.puzzle.theme) {
  const puzzle = state.puzzle;
  const posed = await ask({ ask: "puzzle", number, theme });
  if (!posed.board) return set(puzzle, { error: faultLines(posed).join(" "), retry: () => posePuzzle(number, theme) });
  set(puzzle, { ...FRESH.puzzle, posed, theme });
  if (state.view === "puzzles") replaceAddress(puzzleAddress(posed.number));
  announce(posed.question);
}

const puzzleAddress = (number) => `puzzles/${state.puzzle.theme || "all"}/${number + 1}`;

export function showPuzzle(/** @type {string[]} */ [theme = "", number = ""]) {
  const puzzle = state.puzzle;
  const themeName = theme === "all" ? "" : theme;
  const isPosed = puzzle.posed && puzzle.theme === themeName && (!number || puzzle.posed.number === Number(number) - 1);
  if (isPosed) {
    replaceAddress(puzzleAddress(puzzle.posed.number));
    set(puzzle, { error: "" });
  } else posePuzzle(/^\d+$/.test(number) ? Number(number) - 1 : undefined, themeName);
}

/** Try a move; an empty one gives up. A try without an answer does not count. */
async function tryMove(/** @type {string} */ move) {
  const puzzle = state.puzzle;
  const { posed } = puzzle;
  const answer = await ask({ ask: "try", number: posed.number, theme: puzzle.theme, move });
  if (puzzle.posed !== posed) return;
  if (answer.error || answer.reasons) return set(state, { notice: faultLines(answer).join(" ") });
  if (!puzzle.isOver && !puzzle.hasFailed)
    Object.assign(puzzle, { count: puzzle.count + 1, solved: puzzle.solved + Number(answer.right) });
  if (!answer.right && move)
    puzzle.triedMoves = [...puzzle.triedMoves.filter((tried) => tried.move !== move), { move, text: answer.brought }];
  set(puzzle, {
    hasFailed: puzzle.hasFailed || !answer.right, isOver: puzzle.isOver || answer.right || !move,
    reply: { ...answer, at: 1 },
  });
  announce(answer.words);
}

const isClose = (/** @type {string} */ move) => move.startsWith("close");

export function drawPuzzles() {
  const puzzle = state.puzzle;
  const { posed, reply } = puzzle;
  if (puzzle.error) {
    const words = `${puzzle.error} This does not count as a failed puzzle.`;
    const buttons = [["Try again", puzzle.retry], ["Rules, which need no program", () => go("rules"), "file"]];
    return { title: "Puzzle", cards: emptyCard("No answer from the program", words, buttons) };
  }
  if (!posed) return { title: "Puzzle" };
  const mayClose = posed.moves.some(isClose) && posed.moves.some((move) => !isClose(move) && tileOf(move));
  const moveOf = (tile) =>
    posed.moves.find((move) => tileOf(move) === tile && (!mayClose || isClose(move) === puzzle.willClose));
  const nextButton = button(icon("right"), () => set(reply, { at: reply.at + 1 }), { "aria-label": "Next move" });
  const score = puzzle.count ? ` · ${puzzle.solved} of ${puzzle.count} solved` : "";
  const tags = puzzle.triedMoves.map(({ move, text }) => [tileOf(move), `✗ ${text}`.trim()]);
  return {
    title: "Puzzle",
    note: `${posed.number + 1} of ${posed.puzzles}${score}`,
    felt: drawTable(reply?.turns ? boardAfter(reply, reply.at) : posed.board, {
      key: `puzzle ${puzzle.theme} ${posed.number}`,
      ...(!reply && {
        mover: "you", onplay: (tile) => tryMove(moveOf(tile)), tags: Object.fromEntries(tags),
        playable: posed.moves.map(tileOf).filter(moveOf),
      }),
      strips: [
        reply && strip(reply.right ? "hint" : "coach", ["", reply.words], reply.at < reply.turns?.length && nextButton),
      ],
    }),
    bar: [
      action("Try again", "back", () => set(puzzle, { reply: null }), { disabled: !reply || puzzle.isOver }),
      action("Solution", "look", () => tryMove(""), { disabled: puzzle.isOver }),
      action("Next", "right", () => posePuzzle(posed.number + 1), { class: puzzle.isOver && "main" }),
    ],
    panel: drawPanel(posed, mayClose),
  };
}

function drawPanel(posed, mayClose) {
  const puzzle = state.puzzle;
  const disabled = Boolean(puzzle.reply);
  const closeButton = (label, iconName, willClose) =>
    action(label, iconName, () => set(puzzle, { willClose }), {
      "aria-pressed": String(puzzle.willClose === willClose), disabled, class: "small",
    });
  const otherMoves = posed.moves.filter((move) => !tileOf(move));
  const triedMove = ({ move, text }) => h("span.c", h("span.minus", "✗ "), nowrap(move), h("b.minus", ` ${text}`));
  return [
    h("h2.question", nowrap(posed.question)),
    mayClose &&
      h("div.two",
        { role: "group", "aria-label": "How" }, closeButton("Close, then lead", "close", true),
        closeButton("Just lead", "check", false),
      ),
    mayClose && puzzle.willClose === null && !disabled && h("p.sm.faint", "Choose, then tap a tile."),
    otherMoves.length > 0 && h("div.row", otherMoves.map((move) => button(move, () => tryMove(move), { disabled }))),
    puzzle.triedMoves.length > 0 &&
      h("div.row", { role: "group", "aria-label": "Tried" }, h("span.sm.faint", "Tried"),
        puzzle.triedMoves.map(triedMove),
      ),
    puzzle.reply?.rows && movesOf(puzzle.reply.rows, posed.board),
    select("Theme", posed.themes, puzzle.theme, (theme) => posePuzzle(0, theme)),
  ];
}
