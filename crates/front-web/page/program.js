// The WebAssembly program: requests in, answers and cells out. It is restarted after a trap.

import { wasi } from "./wasi.js";

const encoder = new TextEncoder(), decoder = new TextDecoder();

// Loads the program, beside the page or embedded in it.
export async function compiled() {
  const inside = document.getElementById("program");
  if (!inside) return WebAssembly.compileStreaming(fetch("undercroft.wasm"));
  const packed = Uint8Array.from(atob(inside.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class Program {
  constructor(module, files) {
    [this.module, this.files] = [module, files];
    this.start();
  }

  start() {
    let memory;
    const instance = new WebAssembly.Instance(this.module, { wasi_snapshot_preview1: wasi(this.files, () => memory) });
    this.calls = instance.exports;
    memory = this.memory = this.calls.memory;
    this.calls._initialize?.();
  }

  // A program that traps is replaced by a new one; the caller gets the error.
  guarded(act) {
    try {
      return act(this.calls);
    } catch (error) {
      this.start();
      throw error;
    }
  }

  ask(request) {
    const sent = encoder.encode(JSON.stringify(request));
    return this.guarded((calls) => {
      const room = calls.undercroft_room(sent.length);
      // The memory may have grown, so its buffer is read after the call.
      new Uint8Array(this.memory.buffer, room, sent.length).set(sent);
      const size = calls.undercroft_ask();
      return JSON.parse(decoder.decode(new Uint8Array(this.memory.buffer, calls.undercroft_answer(), size)));
    });
  }

  draw(cols, rows) {
    this.at = [this.guarded((calls) => calls.undercroft_draw(cols, rows)), cols * rows * 3];
    return this.cells();
  }

  // The cells drawn last.
  cells() {
    return new Uint32Array(this.memory.buffer, ...this.at);
  }
}
