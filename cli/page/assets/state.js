// What the page shows, all of it, in one place: the page is drawn from it alone, and changed through `set`. And what
// outlives it: the browser's storage; addresses, so that back and reload do what they do elsewhere; the board's server.

/** Initial values for fields filled in later; typed `any`, so that the type checker accepts whatever comes. */
const [unset, empty] = [/** @type {any} */ (null), /** @type {any[]} */ ([])];

export const FRESH = {
  analyze: {
    running: true, item: unset, leafReplies: /** @type {any} */ ({}), tab: "Moves", showsHow: false, faults: unset,
    nextChoice: unset, chosenMoves: empty, outcome: unset, line: unset, mainLine: unset,
    valueScale: /** @type {any} */ (undefined),
  },
  turn: { declared: empty, willClose: false, asksClaim: false, advice: unset, hint: "", asksNewGame: false },
  puzzle: {
    triedMoves: empty, isOver: false, hasFailed: false, willClose: unset, reply: unset, error: "", retry: unset,
  },
};

export const state = {
  view: "analyze",
  data: { presets: empty, levels: unset, titles: unset, file: "", guide: "", examples: unset },
  racks: { table: "", you: empty, opponent: empty }, isMenuOpen: false, isSheetUp: false, notice: "", flipped: false,
  analyze: { ...FRESH.analyze, running: false, document: unset, example: false, path: empty, at: 0, documents: empty },
  setup: {
    place: "you.hand", steps: empty, step: 0, document: unset, isValid: false, faults: empty, stillMissing: empty,
  },
  play: {
    ...FRESH.turn, game: unset, text: "", file: "", isLoaded: false, pendingWord: "", trickPause: unset, coach: unset,
    review: unset, judgedStamp: 0, messages: empty, asksWhatIf: false, startRecord: unset,
  },
  preferences: {
    rules: "pagat", level: "club", seat: "", seed: "", match: true, count: false, coach: true, sounds: false,
    more: false,
  },
  puzzle: { ...FRESH.puzzle, posed: unset, theme: "", solved: 0, count: 0 },
  deals: { list: empty, text: "", deal: 0, at: 0, item: unset, showsHow: false, isJudging: false },
  report: { items: empty, heading: "", remarks: empty, chosenItem: unset },
};

/** What only a board can do, as it asks a server; set by board.js, empty in a report. @type {any} */
export const host = {};

/** What draws the page, set by who starts it; and whether it is to be drawn. */
const drawing = { draw: () => {}, isScheduled: false };

export function drawWith(/** @type {() => void} */ draw) {
  drawing.draw = draw;
  redraw();
}

/** Draw the page once the code that runs now is done; once for many changes. */
export function redraw() {
  if (drawing.isScheduled) return;
  drawing.isScheduled = true;
  queueMicrotask(() => {
    drawing.isScheduled = false;
    drawing.draw();
  });
}

/** Change a part of what is shown. @template T @param {T} part @param {Partial<T>} change */
export function set(part, change) {
  Object.assign(/** @type {any} */ (part), change);
  redraw();
}

/** What the browser's storage says; nothing where it keeps nothing. */
function fromStorage(/** @type {() => string | null | void} */ access) {
  try {
    return access() || "";
  } catch {
    return "";
  }
}

/** Keep a text for when the page is loaded again. */
export const remember = (/** @type {string} */ name, /** @type {string} */ text, storage = () => localStorage) =>
  fromStorage(() => storage().setItem(`bingo ${name}`, text));

export const recall = (/** @type {string} */ name, storage = () => localStorage) =>
  fromStorage(() => storage().getItem(`bingo ${name}`));

// --- addresses ----------------------------------------------------------------------------------------

/** Go to a view: one can come back from there. */
export function go(/** @type {string} */ address) {
  if (location.hash === `#${address}`) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = address;
}

export const addressOf = (/** @type {any} */ position) => encodeURIComponent(JSON.stringify(position));

export const dealAddress = (/** @type {number} */ deal, /** @type {number} */ at) => `deals/${deal + 1}/${at}`;

/** Let the address be that of what is shown now, without a step to come back from. */
export const replaceAddress = (/** @type {string} */ address) => history.replaceState(null, "", `#${address}`);

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
    return error.name === "AbortError" ? null : { error: "The board does not answer. Is it still running?" };
  }
}

/** Where a tile may lie. @type {Record<string, string>} */
export const PLACE_NAMES = {
  "you.hand": "Your hand", turned: "Turned up", "opponent.hand": "Opponent's hand", led: "Tile led",
  "you.won": "Your tricks", "opponent.won": "Opponent's tricks", played: "Played, whoever took it",
  stock: "Stock, in drawing order", "you.shown": "Shown by you", "opponent.shown": "Shown by opponent",
};

/** Why there is no answer, a line each. @returns {string[]} */
export function faultLines(/** @type {any} */ { reasons = null, error = "There is no answer." }) {
  const line = ({ field, sentence, expected, found }) =>
    `${PLACE_NAMES[field] || field}: ${sentence || `expected ${expected}; found ${found}.`}`;
  return reasons ? reasons.map(line) : [error];
}

/** Asks questions of which the last one counts: a new one gives up the one before, whose answer is null then. */
export function latestQuestion() {
  let abort = new AbortController();
  const stop = () => abort.abort();
  const askLatest = async (/** @type {object} */ question) => {
    stop();
    const { signal } = (abort = new AbortController());
    const answer = await ask(question, signal);
    return signal.aborted ? null : answer;
  };
  return { ask: askLatest, stop };
}

/** Open a text: a link, positions, or deals, of which one is looked at first. */
export async function openText(/** @type {string} */ text, deal = 0, at = 0) {
  const linkAddress = text.trim().match(/^\S+#(%7B\S+)$/);
  if (linkAddress) return go(linkAddress[1]);
  const answer = await ask({ ask: "read", text });
  if (answer.deals) {
    set(state.deals, { list: answer.deals, text, deal: -1, item: null });
    remember("deals", text, () => sessionStorage);
    go(dealAddress(deal, at));
  } else if (answer.positions) {
    set(state.analyze, { documents: answer.positions });
    go(addressOf(answer.positions[0]));
  } else return set(state, { notice: faultLines(answer).join(" ") });
  const notice = answer.refused?.join(" ");
  if (notice) setTimeout(() => set(state, { notice }));
}
