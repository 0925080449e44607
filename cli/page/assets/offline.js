// The one way to an answer where there is no server: workers run the kernel that the page carries. It takes the place
// of ask.js.

import { played } from "bingo/kept";
import { claimed, closed, read, reviewed, tried, worth } from "bingo/telling";

const page = JSON.parse(document.getElementById("data").textContent);

// On a site the page is kept for when there is no network.
if (page.service && navigator.serviceWorker) navigator.serviceWorker.register(page.service);

/** The bytes of a part of the page, packed with gzip and written in base 64. */
async function unpacked(id) {
  const text = atob(document.getElementById(id).textContent.trim());
  const packed = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) packed[n] = text.charCodeAt(n); // many times as fast as Uint8Array.from with a function
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Made when it is first asked for, and kept. */
const once = (make) => {
  let made = null;
  return () => (made = made || make());
};
const puzzles = once(async () => JSON.parse(new TextDecoder().decode(await unpacked("puzzles"))));
const parts = once(() => Promise.all([unpacked("kernel").then((bytes) => WebAssembly.compile(bytes)), unpacked("knowledge")]));
const source = once(() => URL.createObjectURL(new Blob([page.worker], { type: "text/javascript" })));
const idle = [];

async function hired() {
  const worker = new Worker(source()); // which starts while the parts are unpacked
  const [module, data] = await parts();
  worker.postMessage({ module, data });
  return worker;
}

/** What the kernel answers; of a question that was given up, null. */
async function answered(question, signal) {
  const worker = idle.pop() || (await hired());
  return new Promise((resolve) => {
    const over = (answer, keep) => {
      worker.onmessage = worker.onerror = null;
      if (signal) signal.removeEventListener("abort", stop);
      if (keep) idle.push(worker);
      else worker.terminate();
      resolve(answer);
    };
    const stop = () => over(null, false);
    worker.onmessage = ({ data }) => over(JSON.parse(data), true);
    worker.onerror = (event) => over({ error: `The kernel cannot run here: ${event.message}` }, false);
    if (signal && signal.aborted) return stop();
    if (signal) signal.addEventListener("abort", stop);
    worker.postMessage({ question: JSON.stringify(question) });
  });
}

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
