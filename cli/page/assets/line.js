// Questions of which the last one counts.

import { ask } from "bingo/ask";

/** Deals to estimate with, one after the other while one looks: few, then as many as the commands draw. */
export const WORLDS = [64, undefined];

/** Asks one question at a time: a new one gives up the one before. */
export class Line {
  constructor(where = "ask") {
    this.where = where;
  }

  /** Ask, or give up what was asked; `null` means that the answer is not wanted any more. */
  async ask(question, where = this.where) {
    this.stop();
    const control = (this.control = new AbortController());
    const answer = await ask(question, { signal: control.signal, where });
    return control.signal.aborted ? null : answer;
  }

  stop() {
    if (this.control) this.control.abort();
  }
}
