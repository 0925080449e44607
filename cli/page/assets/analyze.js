// A position and what it is worth: at once where all is known, else ever better; and play stepped through.

import { Latest, ask, faults, treeAfter } from "bingo/ask";
import { announce, button, choose, h, whole } from "bingo/dom";
import { action } from "bingo/icons";
import { claimLeaf, closeLeaf } from "bingo/leaves";
import { Line } from "bingo/line";
import { begin } from "bingo/moment";
import { emptyCard, eyebrow, foot, hiddenMoves, howFound, link, movesOf, progress } from "bingo/panel";
import { flip, scaleOf, stepKey, steps, tabs, verdictOf } from "bingo/panel";
import { addressOf, go, keep } from "bingo/route";
import { begun, board as laidBoard, deal, written } from "bingo/setup";
import { redraw, set, state } from "bingo/state";
import { drawTable, valuesOf } from "bingo/table";
import { drawTile, flats, signed, tileOf, tilesOf, tone } from "bingo/tiles";

/** What lies on the table before anybody has placed anything. */
const EXAMPLE = {
  name: "The Bingo waits", rules: "pagat", trump: 6, lead: "you",
  you: { hand: "6-2 5-2 5-0 4-1 3-2 3-1 0-0", points: 43, tricks: 4 },
  opponent: { hand: "6-6 5-4 4-4 4-3 4-2 1-1 1-0", points: 37, tricks: 3, declared: 20, shown: "1-1" },
};
/** Deals to estimate with, one after the other while one looks: few, then as many as the commands draw. */
const WORLDS = [64, undefined];
const lines = { analyze: new Latest(), close: new Latest(), claim: new Latest() };

/** Look at a position as a file has it; without one at an example. `path`: it is one of those stepped through. */
export async function take(/** @type {any} */ document, path = false) {
  const a = state.analyze;
  const position = document || EXAMPLE;
  const here = JSON.stringify(position);
  if (!path) Object.assign(a, { path: [here], at: 0 });
  Object.values(lines).forEach((line) => line.stop());
  state.setup.document = begun(document || {});
  set(a, {
    document: position, example: !document, running: true, item: null, more: {}, tab: "Moves", all: false, how: false,
    faults: null, choosing: null, chosen: [], ended: null, walk: null, playing: null, scale: null,
  });
  for (const worlds of WORLDS) {
    const answer = await lines.analyze.ask({ ask: "analyze", position, worlds });
    if (!answer) return;
    if (!answer.item) {
      set(a, { faults: faults(answer), running: false });
      return announce(a.faults.join(" "));
    }
    const { item } = answer;
    set(a, {
      item, scale: a.scale || scaleOf(item.rows),
      walk: item.tree ? new Line(item.board, item.tree, treeAfter(position)) : null,
    });
    if (!item.open) break;
  }
  set(a, { running: false });
  announce(`${a.item.verdict.value}. ${a.item.verdict.headline}`);
}

/** Show a leaf; what it needs is asked for. */
async function leaf(/** @type {string} */ tab) {
  const a = state.analyze;
  const kind = tab.toLowerCase();
  set(a, { tab, how: false });
  state.sheet = state.sheet && tab !== "Moves";
  if (tab === "Moves" || a.more[kind]) return;
  const answer = await lines[kind].ask({ ask: kind, position: a.document });
  if (answer) set(a, { more: { ...a.more, [kind]: answer } });
  if (answer?.item) announce(`${answer.item.verdict.value}. ${answer.item.verdict.headline}`);
}

// --- stepping -----------------------------------------------------------------------------------------

/** Where one looks in what is stepped through, and its end. @returns {[number, number]} */
function place() {
  const { playing, walk, at, path } = state.analyze;
  const line = playing || walk;
  return line ? [line.at, line.line.length] : [at, path.length - 1];
}

/** Go to a moment of what is stepped through. */
function to(/** @type {number} */ at) {
  const a = state.analyze;
  const walk = a.playing || a.walk;
  if (walk) {
    walk.at = Math.max(0, Math.min(at, walk.line.length));
    redraw();
    return announce(walk.at ? walk.made[walk.at - 1] : "Start");
  }
  a.at = at;
  take(JSON.parse(a.path[at]), true);
  keep(encodeURIComponent(a.path[at]));
}

async function follow(row) {
  const a = state.analyze;
  const walk = a.playing || a.walk;
  if (!walk) return make([`you ${row.move}`]);
  await walk.play(row.branch);
  redraw();
  announce(walk.made.at(-1) || "");
}

/** Go on after turns in a position of which a hand is hidden; first one may have to say what is drawn or declared. */
async function make(/** @type {string[]} */ turns, /** @type {string | null} */ drawn = null) {
  const a = state.analyze;
  const here = a.path[a.at];
  const next = await ask({ ask: "step", position: a.document, turns, drawn });
  if (a.path[a.at] !== here || state.view !== "analyze") return; // the table was changed meanwhile
  if (next.choice) {
    set(a, { choosing: next.choice, chosen: [] });
    return announce(next.choice.words);
  }
  if (next.gain !== undefined) return set(a, { ended: { gain: next.gain, turn: turns.join("; ") } });
  if (!next.position) return set(a, { notice: faults(next).join(" ") });
  a.path = [...a.path.slice(0, a.at + 1), JSON.stringify(next.position)];
  to(a.at + 1);
}

/** What is to be said before play goes on: a tile, with what comes before it, or one of several turns. */
function chooser({ words, verb, turns, tiles = [], before = [], options = [], won, claim }, board) {
  const { chosen } = state.analyze;
  const press = (name) =>
    set(state.analyze, { chosen: before.filter((one) => (one === name) !== chosen.includes(one)) });
  const toggles = before.map((name) =>
    button(name, () => press(name), { class: "btn small", "aria-pressed": String(chosen.includes(name)) }),
  );
  const shown = chosen.filter((one) => one !== "close");
  const declares = shown.length && `declare ${[...shown, won].filter(Boolean).sort().reverse().join(" ")}`;
  const turn = (last) =>
    `opponent ${[chosen.includes("close") && "close", declares, last].filter(Boolean).join(", ") || "wait"}`;
  const act = (tile) => (verb ? make([turn(`${verb} ${tile}`)]) : make(turns, tile));
  const moment = begin(board);
  return h(
    "section", { class: "choosing", "aria-label": words }, h("h3", {}, whole(words)),
    toggles.length
      ? h("div",
          { class: "tools" }, won ? null : h("span", { class: "sm faint" }, "First: "), toggles,
          won ? button("Go on", () => make([...turns, turn("")]), { class: "btn main small" }) : null,
        )
      : null,
    h("div",
      { class: "choices" }, tiles.map((tile) => drawTile(tile, moment, { onplay: () => act(tile) })),
    ),
    options.map(([name, all]) => button(name, () => make(all))),
    claim ? button("The opponent claims", () => make(["opponent claim"]), { class: "btn small" }) : null,
  );
}

// --- drawing ------------------------------------------------------------------------------------------

/** @returns {import("./types").View} */
export function drawAnalyze(
  /** @type {(record: any) => void} */ playFrom = () => {},
  /** @type {(text: string) => void} */ open = () => {},
) {
  const a = state.analyze;
  const { item, document } = a;
  const walk = a.playing || a.walk;
  const board = item ? item.board : laidBoard();
  const moment = walk ? walk.moment : begin(board);
  const rows = walk ? walk.rows : item ? item.rows : [];
  const values = item && !item.open ? valuesOf(rows) : {};
  const mover = walk ? walk.node?.mover : item?.answer.to_move || (item ? "you" : null);
  const hidden = !walk && item?.choice;
  const onplay = (tile) => follow(values[tile]?.row || rows.find((row) => tileOf(row.move) === tile));
  const playable = walk ? Object.keys(values) : hidden ? rows.map((row) => tileOf(row.move)) : [];
  const [at, end] = place();
  const match = board.remarks.find((one) => one.code === "match");
  const score = match ? { you: `match ${match.you}`, opponent: `match ${match.opponent}` } : null;
  const record = !a.still && !a.example && !walk?.at && deal(document);
  const setUp = () => {
    const { rules, match } = document;
    if (walk?.at) state.setup.document = begun(written(plain(walk.moment), { rules, match }));
    else state.setup.document = a.example ? begun() : begun(document);
    go("setup");
  };
  const more = [
    action("Set up", "edit", setUp),
    action("Play on", "play", () => playFrom(record), { disabled: !record, title: "Play from here" }),
  ];
  const slider = h("input", {
    class: "scrub", type: "range", min: 0, max: end, value: at, disabled: !end, "aria-label": `move ${at} of ${end}`,
    oninput: (event) => to(Number(event.target.value)),
  });
  return {
    title: "Analyze",
    felt: drawTable(moment, {
      name: JSON.stringify([a.path[0], a.playing ? "refuted" : ""]), mover, values, playable,
      onplay: item && !item.open && (walk || hidden) ? onplay : null, flipped: state.flipped, score,
      status: moment.over ? "over" : "",
    }),
    bar: [steps(at, end, to), slider, flip(), a.still ? null : more], panel: panel(board, rows, walk, hidden, open),
  };
}

const plain = (moment) => {
  const side = ({ hand, shown, points, declared, ...more }) => ({
    ...more, declared, hand: hand.join(" "), shown: shown.join(" "),
    points: points === null ? null : points - (more.tricks ? declared : 0),
  });
  return {
    ...moment, stock: moment.stock ? moment.stock.join(" ") : null, you: side(moment.you),
    opponent: side(moment.opponent),
  };
};

function panel(board, rows, walk, hidden, open) {
  const a = state.analyze;
  const { item, tab, faults: wrong } = a;
  if (wrong) return faulty(wrong, open);
  const name = a.example ? a.document.name : item?.title === "A position" ? "" : item?.title || "";
  const several = a.files.length > 1 ? chooseFile() : null;
  const head = [
    a.running && progress("Looking"),
    eyebrow(name, item?.about || "", several),
  ];
  const leafItem = tab === "Moves" ? item : a.more[tab.toLowerCase()]?.item;
  const leaves = ["Moves", "Close", "Claim"].filter(
    (name) => !a.still || a.more[name.toLowerCase()] || (name === "Moves" && rows.length),
  );
  const names = leaves.length > 1 ? tabs(leaves, tab, leaf) : null;
  return [
    head,
    h("div",
      { class: "answer", "data-key": "answer", role: "region", "aria-label": "Answer", "aria-busy": String(a.running) },
      verdictOf(current(walk), !item), names, body(board, rows, walk, hidden, leafItem),
    ),
  ];
}

/** The verdict of the step that one looks at. */
function current(walk) {
  const { item, ended, playing } = state.analyze;
  if (ended)
    return {
      value: signed(ended.gain), tone: tone(ended.gain), how: "", headline: "The deal is over", why: ended.turn,
    };
  if (!walk || (!walk.at && !playing)) return item?.verdict || null;
  const why = walk.made.slice(-2).join("; ");
  if (!walk.node)
    return { value: signed(walk.gain), tone: tone(walk.gain), how: "this line", headline: "The deal is over", why };
  const [row] = walk.rows;
  return {
    value: row.text, tone: row.chance ? "nought" : tone(row.value), how: "exact",
    headline: `${walk.node.mover === "you" ? "You" : "They"}: ${row.move.replace(/^opponent /, "")}`, why,
  };
}

function body(board, rows, walk, hidden, leafItem) {
  const a = state.analyze;
  const { item, tab, more } = a;
  if (a.how && leafItem)
    return [
      howFound(leafItem.how),
      h("details",
        {}, h("summary", {}, "The answer as text"),
        h("pre", { tabindex: "0", "aria-label": "The answer as text" }, leafItem.words.join("\n")),
      ),
      foot(link("Back to the answer", () => set(a, { how: false }))),
    ];
  const how = leafItem && link("How this was found", () => set(a, { how: true }));
  if (tab !== "Moves") {
    const answer = more[tab.toLowerCase()];
    if (!answer) return h("p", { class: "faint", role: "status" }, "One moment ...");
    if (!leafItem)
      return h("ul", { class: "reasons" }, faults(answer).map((line) => h("li", {}, whole(line))));
    const { refutation, refutation_tree: tree } = leafItem;
    const playOut = () =>
      set(a, { playing: new Line(refutation.board, tree).begin(refutation.first), tab: "Moves" });
    const inside = tab === "Close" ? closeLeaf(leafItem, playOut) : claimLeaf(leafItem);
    return [h("div", { class: "leaf" }, inside), foot(h("span", {}), how)];
  }
  if (!item) return null;
  const choice = a.choosing || (hidden?.words && !item.open ? hidden : null);
  const left = hiddenMoves(rows, a.all);
  const note = a.notice ? h("p", { class: "minus", role: "status" }, a.notice) : null;
  return [
    h("div",
      { class: "leaf" }, note, choice ? chooser(choice, item.board) : null,
      movesOf(rows, board, {
        scale: walk ? null : a.scale, all: a.all, act: item.open || !(walk || hidden) ? null : follow,
      }),
      walk && goes(walk),
    ),
    foot(
      left ? link(`${left} more moves`, () => set(a, { all: true })) : h("span", {}),
      a.playing ? link("Back to the position", () => set(a, { playing: null })) : how,
    ),
  ];
}

/** The line, a trick each. */
function goes(walk) {
  const tricks = [];
  walk.line.forEach((branch, n) => {
    const tile = tileOf(branch.move);
    const words = branch.move.replace(/(, )?(lead|play) \S+$/, "");
    if (!tricks.length || branch.move.includes("lead") || !tile) tricks.push([]);
    const here = n === walk.at - 1;
    const inside = [
      words ? h("em", {}, whole(words)) : null, tile ? flats([tile], walk.board, 17) : null,
      branch.gain ? h("b", { class: tone(branch.gain) }, signed(branch.gain)) : null,
    ];
    const label = `${branch.player} ${branch.move}`;
    const attributes = { class: "step", "aria-current": here ? "step" : null, "aria-label": label, "data-key": n };
    tricks.at(-1).push(button(inside, () => to(n + 1), attributes));
  });
  return tricks.length
    ? [
        h("h3", {}, "How it goes"),
        h("div",
          { class: "goes", role: "group", "aria-label": "Line of play" },
          tricks.map((trick) => h("span", { class: "pair" }, trick)),
        ),
      ]
    : null;
}

function faulty(wrong, open) {
  const empty = !tilesOf(state.analyze.document.you?.hand).length;
  const setUp = () => go("setup");
  const { close } = state.data.examples;
  const example = () => take(close).then(() => keep(addressOf(close)));
  if (empty && !wrong.some((line) => line.startsWith("The ")))
    return emptyCard(
      "Analyze", "An empty table", "Put your seven tiles on it and see what to play. Fifteen taps are enough.",
      [
        ["Set up a position", setUp],
        ["Should I close?", example],
        ["Open a file", () => choose(open), "file"],
      ],
    );
  return [
    h("div",
      { class: "reasons", role: "region", "aria-label": "What is wrong" }, h("h2", {}, "This cannot be analyzed"),
      h("ul", {}, wrong.map((line) => h("li", {}, whole(line)))),
    ),
    h("div", { class: "doors" }, button("Set it up", setUp, { class: "btn main" }), button("An example", example)),
  ];
}

function chooseFile() {
  const { files, document } = state.analyze;
  const options = files.map((position, n) =>
    h("option",
      { value: String(n), selected: JSON.stringify(position) === JSON.stringify(document) },
      position.name || `Position ${n + 1}`,
    ),
  );
  return h(
    "select",
    {
      class: "right", "aria-label": "Position",
      onchange: (event) => go(addressOf(files[Number(event.target.value)])),
    },
    options,
  );
}

/** The arrow keys step, wherever the focus is but in fields. */
export function analyzeKey(/** @type {KeyboardEvent} */ event) {
  if (state.view === "analyze") stepKey(event, ...place(), to);
}
