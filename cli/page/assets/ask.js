// The one way to an answer of the board: a question in JSON, an answer in JSON.

/** @typedef {{signal?: AbortSignal, where?: "ask" | "game"}} How */

/** The answer; of a question that was given up, null. `where`: "game" for questions about the game. */
export async function ask(/** @type {object} */ question, /** @type {How} */ { signal, where = "ask" } = {}) {
  const headers = { "Content-Type": "application/json" };
  try {
    const response = await fetch(where, { method: "POST", body: JSON.stringify(question), signal, headers });
    return response.ok ? await response.json() : { error: (await response.text()).trim() };
  } catch (/** @type {any} */ error) {
    return error.name === "AbortError"
      ? null
      : { error: "The board does not answer. Is it still running?", gone: true };
  }
}

/** Why there is no answer, a line each. @returns {string[]} */
export function faults(/** @type {any} */ { reasons = null, error = "There is no answer." }) {
  return reasons
    ? reasons.map((/** @type {any} */ { field, sentence, expected, found }) =>
        `${field}: ${sentence || `expected ${expected}; found ${found}.`}`)
    : [error];
}

/** What follows a position after moves, for a line of play. */
export const treeAfter = (/** @type {any} */ position) => async (/** @type {string[]} */ after) =>
  (await ask({ ask: "follow", position, after })).tree;

/** Questions of which the last one counts: a new one gives up the one before. */
export class Latest {
  constructor(/** @type {"ask" | "game"} */ where = "ask") {
    this.where = where;
    /** @type {AbortController | null} */
    this.control = null;
  }

  /** The answer; null means that it is not wanted any more. */
  async ask(/** @type {object} */ question) {
    this.stop();
    const control = (this.control = new AbortController());
    const answer = await ask(question, { signal: control.signal, where: this.where });
    return control.signal.aborted ? null : answer;
  }

  stop() {
    this.control?.abort();
  }
}
