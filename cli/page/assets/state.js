// What the page shows, all of it, in one place: the page is drawn from it alone, and changed through `set`. And what
// outlives it: the browser's storage; addresses, so that back and reload do what they do elsewhere; the board's server.

/** Initial values for fields filled in later; typed `any`, so that the type checker accepts whatever comes. */
const [none, empty] = [/** @type {any} */ (null), /** @type {any[]} */ ([])];

export const FRESH = {
  analyze: {
    running: true, item: none, more: /** @type {any} */ ({}), tab: "Moves", how: false, faults: none,
    choosing: none, chosen: empty, ended: none, walk: none, home: none, scale: /** @type {any} */ (undefined),
  },
  turn: { declared: empty, closes: false, sure: false, advice: none, lit: "", shows: empty, confirming: false },
  puzzle: { tried: empty, over: false, failed: false, closes: none, shown: none, error: "", again: none },
};

export const state = {
  view: "analyze",
  data: { presets: empty, levels: none, titles: none, file: "", guide: "", examples: none },
  racks: { of: "", you: empty, opponent: empty }, menu: false, sheet: false, notice: "", flipped: false,
  analyze: { ...FRESH.analyze, running: false, document: none, example: false, path: empty, at: 0, files: empty },
  setup: { place: "you.hand", past: empty, future: empty, document: none, sound: false, wrong: empty, missing: empty },
  play: {
    ...FRESH.turn, game: none, text: "", file: "", looked: false, pending: "", resting: none, coach: none,
    review: none, judged: 0, messages: empty, supposing: false, from: none,
  },
  preferences: {
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

/** What the browser's storage says; nothing where it keeps nothing. */
function stored(/** @type {() => string | null | void} */ act) {
  try {
    return act() || "";
  } catch {
    return "";
  }
}

/** Keep a text for when the page is loaded again. */
export const remember = (/** @type {string} */ name, /** @type {string} */ text, store = () => localStorage) =>
  stored(() => store().setItem(`bingo ${name}`, text));

export const recall = (/** @type {string} */ name, store = () => localStorage) =>
  stored(() => store().getItem(`bingo ${name}`));

// --- addresses ----------------------------------------------------------------------------------------

/** Go to a view: one can come back from there. */
export function go(/** @type {string} */ address) {
  if (location.hash === `#${address}`) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = address;
}

export const addressOf = (/** @type {any} */ position) => encodeURIComponent(JSON.stringify(position));

export const dealAddress = (/** @type {number} */ deal, /** @type {number} */ at) => `deals/${deal + 1}/${at}`;

/** Let the address be that of what is shown now, without a step to come back from. */
export const keep = (/** @type {string} */ address) => history.replaceState(null, "", `#${address}`);

// --- the board's server: a question in JSON, an answer in JSON -------------------------------------------

/** The answer; of a question that was given up, null. */
export async function ask(
  /** @type {object} */ question, /** @type {AbortSignal | undefined} */ signal = undefined,
) {
  const headers = { "Content-Type": "application/json" };
  try {
    const response = await fetch("ask", { method: "POST", body: JSON.stringify(question), signal, headers });
    return response.ok ? await response.json() : { error: (await response.text()).trim() };
  } catch (/** @type {any} */ error) {
    return error.name === "AbortError"
      ? null
      : { error: "The board does not answer. Is it still running?", gone: true };
  }
}

/** Where a tile may lie. @type {Record<string, string>} */
export const PLACES = {
  "you.hand": "Your hand", turned: "Turned up", "opponent.hand": "Opponent's hand", led: "Tile led",
  "you.won": "Your tricks", "opponent.won": "Opponent's tricks", played: "Played, whoever took it",
  stock: "Stock, in drawing order", "you.shown": "Shown by you", "opponent.shown": "Shown by opponent",
};

/** Why there is no answer, a line each. @returns {string[]} */
export function faults(/** @type {any} */ { reasons = null, error = "There is no answer." }) {
  const line = ({ field, sentence, expected, found }) =>
    `${PLACES[field] || field}: ${sentence || `expected ${expected}; found ${found}.`}`;
  return reasons ? reasons.map(line) : [error];
}

/** Asks questions of which the last one counts: a new one gives up the one before, whose answer is null then. */
export function latest() {
  let control = new AbortController();
  const stop = () => control.abort();
  const question = async (/** @type {object} */ words) => {
    stop();
    const { signal } = (control = new AbortController());
    const answer = await ask(words, signal);
    return signal.aborted ? null : answer;
  };
  return { ask: question, stop };
}

/** Open a text: a link, positions, or deals, of which one is looked at first. */
export async function openText(/** @type {string} */ text, deal = 0, at = 0) {
  const link = text.trim().match(/^\S+#(%7B\S+)$/);
  if (link) return go(link[1]);
  const answer = await ask({ ask: "read", text });
  if (answer.deals) {
    set(state.deals, { list: answer.deals, text, deal: -1, item: null });
    remember("deals", text, () => sessionStorage);
    go(dealAddress(deal, at));
  } else if (answer.positions) {
    set(state.analyze, { files: answer.positions });
    go(addressOf(answer.positions[0]));
  } else return set(state, { notice: faults(answer).join(" ") });
  const notice = answer.refused?.join(" ");
  if (notice) setTimeout(() => set(state, { notice }));
}
