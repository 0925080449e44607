// The one way to an answer of the board: a question in JSON, an answer in JSON.

/** The answer; of a question that was given up, null. `where`: "game" for questions about the game that is kept there. */
export async function ask(question, /** @type {{signal?: AbortSignal, where?: string}} */ { signal, where = "ask" } = {}) {
  try {
    const body = JSON.stringify(question);
    const response = await fetch(where, { method: "POST", body, signal, headers: { "Content-Type": "application/json" } });
    return response.ok ? await response.json() : { error: (await response.text()).trim() };
  } catch (/** @type {any} */ error) {
    if (error.name === "AbortError") return null;
    return { error: "The board does not answer. Is it still running?" };
  }
}
