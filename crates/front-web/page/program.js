// The program in WebAssembly: requests in, answers and cells out. A program that breaks off is started again.

import { wasi } from "./wasi.js";

const encoder = new TextEncoder(), decoder = new TextDecoder();

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

  ask(request) {
    const sent = encoder.encode(JSON.stringify(request));
    const room = this.calls.undercroft_room(sent.length);
    // The memory may have grown: its buffer is taken after the call.
    new Uint8Array(this.memory.buffer, room, sent.length).set(sent);
    const size = this.calls.undercroft_ask();
    return JSON.parse(decoder.decode(new Uint8Array(this.memory.buffer, this.calls.undercroft_answer(), size)));
  }

  draw(cols, rows) {
    const at = this.calls.undercroft_draw(cols, rows);
    return new Uint32Array(this.memory.buffer, at, cols * rows * 3);
  }
}
