// What the page shows, all of it, in one place: the page is drawn from it alone, and changed through `set`.

/** What comes with an answer, or is chosen: nothing yet. */
const [none, empty] = [/** @type {any} */ (null), /** @type {any[]} */ ([])];

export const FRESH = {
  analyze: {
    running: true, item: none, more: /** @type {any} */ ({}), tab: "Moves", how: false, faults: none,
    choosing: none, chosen: empty, ended: none, walk: none, home: none, scale: none,
  },
  turn: { declared: empty, closes: false, sure: false, advice: none, lit: "", shows: empty, confirming: false },
  puzzle: { tried: empty, over: false, failed: false, closes: none, shown: none, error: "", again: 0 },
};

export const state = {
  view: "analyze",
  data: { presets: empty, levels: none, titles: none, file: { name: "", text: "" }, guide: "", examples: none },
  racks: { of: "", you: empty, opponent: empty }, menu: false, sheet: false, notice: "", flipped: false,
  analyze: { ...FRESH.analyze, running: false, document: none, example: false, path: empty, at: 0, files: empty },
  setup: { place: "you.hand", past: empty, future: empty, document: none, sound: false, wrong: empty, missing: empty },
  play: {
    ...FRESH.turn, game: none, text: "", file: "", looked: false, pending: "", resting: none, coach: none,
    review: none, judged: 0, messages: empty, supposing: false, from: none,
  },
  wanted: {
    rules: "pagat", level: "club", seat: "", seed: "", match: true, count: false, coach: true, sounds: false,
    more: false,
  },
  puzzle: { ...FRESH.puzzle, posed: none, theme: "", solved: 0, count: 0 },
  deals: { list: empty, text: "", deal: 0, at: 0, item: none, how: false, judging: false },
  report: { items: empty, heading: "", remarks: empty, chosen: none },
};

/** What only a board can do, as it asks a server; set by board.js, empty in a report. @type {any} */
export const host = {};

/** What draws the page, set by who starts it; and whether it is to be drawn. */
const page = { draw: () => {}, waits: false };

export function drawWith(/** @type {() => void} */ draw) {
  page.draw = draw;
  redraw();
}

/** Draw the page once the code that runs now is done; once for many changes. */
export function redraw() {
  if (page.waits) return;
  page.waits = true;
  queueMicrotask(() => {
    page.waits = false;
    page.draw();
  });
}

/** Change a part of what is shown. @template T @param {T} part @param {Partial<T>} change */
export function set(part, change) {
  Object.assign(/** @type {any} */ (part), change);
  redraw();
}

/** Keep a text for when the page is loaded again, unless the browser keeps nothing. */
export function remember(/** @type {string} */ name, /** @type {string} */ text, store = () => localStorage) {
  try {
    store().setItem(`bingo ${name}`, text);
  } catch {
    return;
  }
}

export function recall(/** @type {string} */ name, store = () => localStorage) {
  try {
    return store().getItem(`bingo ${name}`) || "";
  } catch {
    return "";
  }
}
