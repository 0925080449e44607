// The native kernel as WebAssembly: questions and answers are JSON, as native/answers/answer.hpp says. In a worker it
// answers messages, once it was given its parts; whoever else has the module may make one.

const NOT_A_FILE = 8; // what WASI calls a descriptor that is not open

export class Kernel {
  /** `module`: a WebAssembly.Module; `data`: its rules and networks, bytes. */
  constructor(module, data) {
    this.module = module;
    this.data = data;
    this.start();
  }

  start() {
    const closed = () => NOT_A_FILE;
    const clock = (id, precision, place) => {
      new DataView(this.exports.memory.buffer).setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    };
    const wasi = { clock_time_get: clock, fd_close: closed, fd_seek: closed, fd_write: closed, fd_read: closed, fd_fdstat_get: closed, proc_exit: (status) => this.fail(`ended with ${status}`) };
    const host = { fail: (place) => this.fail(this.words(place)) };
    /** @type {any} */
    this.exports = new WebAssembly.Instance(this.module, { host, wasi_snapshot_preview1: wasi }).exports;
    this.exports._initialize();
    this.write(this.data);
    this.exports.start();
  }

  fail(words) {
    throw new Error(words);
  }

  words(place) {
    const bytes = new Uint8Array(this.exports.memory.buffer, place);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  write(bytes) {
    const place = this.exports.reserve(bytes.length);
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
  }

  /** The answer to a question, as text. A fault of the program is one too, and the kernel then begins anew. */
  ask(question) {
    try {
      this.write(new TextEncoder().encode(question));
      const size = this.exports.answer();
      return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, this.exports.result(), size));
    } catch (/** @type {any} */ error) {
      this.start();
      return JSON.stringify({ error: `The program broke: ${error.message}` });
    }
  }
}

function bytes(text) {
  const found = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) found[n] = text.charCodeAt(n); // many times as fast as Uint8Array.from
  return found;
}

/** What was packed with gzip and written in base 64, as it comes out. */
function unpacked(part, type = "") {
  const packed = Uint8Array.fromBase64 ? Uint8Array.fromBase64(part) : bytes(atob(part));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "Content-Type": type } });
}

/** The kernel out of the parts of a page; it tells the page what others can be made of sooner. */
async function made({ kernel, knowledge }) {
  const code = WebAssembly.compileStreaming(unpacked(kernel, "application/wasm"));
  const [module, data] = await Promise.all([code, unpacked(knowledge).arrayBuffer()]);
  const ready = { module, data: new Uint8Array(data) };
  self.postMessage({ ready });
  return new Kernel(ready.module, ready.data);
}

// Every message is answered, with what went wrong if something did; the parts of a kernel by what others are made of.
if ("WorkerGlobalScope" in globalThis) {
  /** @type {Promise<Kernel> | null} */
  let making = null;
  self.addEventListener("message", async ({ data: { parts, ready, packed, question } }) => {
    try {
      if (parts) making = made(parts);
      if (ready) making = (async () => new Kernel(ready.module, ready.data))();
      if (packed) return self.postMessage({ answer: await unpacked(packed).text() });
      const kernel = await making;
      if (kernel && question) self.postMessage({ answer: kernel.ask(question) });
    } catch (/** @type {any} */ error) {
      self.postMessage({ error: error.message });
    }
  });
}
