// The one way to an answer of the board: a question in JSON, an answer in JSON.

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
