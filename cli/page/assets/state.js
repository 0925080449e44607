// What the page shows, all of it, in one place: the page is drawn from it alone, and changed through `set`.

/** What a question, a turn of play and a puzzle begin with. */
export const FRESH = {
  analyze: {
    running: true, item: null, more: {}, tab: "Moves", all: false, how: false, faults: null, choosing: null, chosen: [],
    ended: null, walk: null, playing: null, scale: null, notice: "",
  },
  turn: { declared: [], closes: false, sure: false, advice: null, lit: "", shows: [], confirming: false },
  puzzle: { tried: [], over: false, failed: false, closes: null, shown: null, error: "" },
};

/** @type {import("./types").State} */
export const state = {
  view: "analyze",
  data: { presets: [], levels: {}, titles: {}, file: { name: "", text: "" }, guide: "", examples: {} },
  racks: { of: undefined, you: [], opponent: [] }, menu: false, sheet: false, notice: "", flipped: false,
  analyze: { ...FRESH.analyze, running: false, document: {}, example: false, path: [], at: 0, files: [] },
  setup: { place: "you.hand", past: [], future: [], typing: false, more: false, document: null, reasons: [] },
  play: {
    ...FRESH.turn, game: null, text: "", file: "", looked: false, pending: "", resting: null, coach: null, review: null,
    messages: [], supposing: false, from: null,
  },
  wanted: {
    rules: "pagat", level: "club", seat: "", seed: "", match: true, count: false, coach: true, sounds: false,
    more: false,
  },
  puzzle: { ...FRESH.puzzle, posed: null, theme: "", solved: 0, count: 0, notice: "" },
  deals: { list: [], text: "", deal: 0, at: 0, item: null, how: false, judging: false, error: "" },
  report: { items: [], heading: "", remarks: [], chosen: null },
};

/** What only a board can do, as it asks a server; set by board.js, empty in a report. @type {any} */
export const host = {};

/** What draws the page, set by who starts it; and whether it is to be drawn. */
const page = { draw: () => {}, waits: false };

/** Set what draws the page, and draw it. */
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

/** The text that was kept; empty where there is none. */
export function recall(/** @type {string} */ name, store = () => localStorage) {
  try {
    return store().getItem(`bingo ${name}`) || "";
  } catch {
    return "";
  }
}
