// The one way to an answer where there is no server: workers run the kernel that the page carries. It takes the place
// of ask.js.

import { played } from "bingo/kept";
import { claimed, closed, read, reviewed, tried, worth } from "bingo/telling";

const page = JSON.parse(document.getElementById("data").textContent);

// On a site the page is kept for when there is no network.
if (page.service && navigator.serviceWorker) navigator.serviceWorker.register(page.service);

const part = (id) => document.getElementById(id).textContent;
const source = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));
const idle = [];
/** What workers are made of; the first one unpacks it. */
let ready = null;

function hired() {
  const worker = new Worker(source);
  worker.postMessage(ready ? { ready } : { parts: { kernel: part("kernel"), knowledge: part("knowledge") } });
  return worker;
}

/** What a worker answers to a message; null where that was given up. */
function told(message, signal) {
  const worker = idle.pop() || hired();
  return new Promise((resolve) => {
    const over = (answer, keep) => {
      worker.onmessage = worker.onerror = null;
      if (signal) signal.removeEventListener("abort", stop);
      if (keep) idle.push(worker);
      else worker.terminate();
      resolve(answer);
    };
    const stop = () => over(null, false);
    worker.onmessage = ({ data }) => {
      if (data.ready) ready = data.ready;
      else over(data, true);
    };
    worker.onerror = (event) => over(JSON.stringify({ error: `The kernel cannot run here: ${event.message}` }), false);
    if (signal && signal.aborted) return stop();
    if (signal) signal.addEventListener("abort", stop);
    worker.postMessage(message);
  });
}

/** What the kernel answers; of a question that was given up, null. */
const answered = async (question, signal) => JSON.parse(await told({ question: JSON.stringify(question) }, signal));

/** The puzzles that the page carries, unpacked when they are first asked for. */
const puzzles = async () => (puzzles.all ||= JSON.parse(await told({ packed: part("puzzles") })));

// The board asks as soon as it stands: its first worker has its parts from the page itself.
if (window.firstWorker) idle.push(window.firstWorker);

/** The answer; of a question that was given up, null. */
export async function ask(question, { signal } = {}) {
  const kernel = (asked) => answered(asked, signal);
  const known = { analyze: (asked) => worth(asked, kernel, page.networks), close: closed, claim: claimed, review: reviewed, moment: reviewed, read, begin: played, game: played };
  try {
    if (question.ask === "write") return { text: `${JSON.stringify(question.position)}\n`, name: "position.jsonl" };
    if (question.ask === "puzzle" || question.ask === "try") return await tried(question, await puzzles(), kernel);
    return await (known[question.ask] || ((asked) => kernel(asked)))(question, kernel);
  } catch (error) {
    return { error: `The page cannot answer here: ${error.message}` };
  }
}

/** Asks one question at a time: a new one gives up the one before. */
export class Line {
  /** Ask, or give up what was asked; `null` means that the answer is not wanted any more. */
  async ask(question) {
    this.stop();
    const control = (this.control = new AbortController());
    const answer = await ask(question, control);
    return control.signal.aborted ? null : answer;
  }

  stop() {
    if (this.control) this.control.abort();
  }
}
