// The data folder as one tar file, which every system can unpack.

const BLOCK = 512;
const text = new TextEncoder(), words = new TextDecoder("utf-8", { fatal: true });

const put = (block, at, value) => block.set(text.encode(value), at);
const octal = (number, digits) => number.toString(8).padStart(digits, "0");

function header(name, size, time, type) {
  const block = new Uint8Array(BLOCK);
  block.set(name, 0);
  put(block, 100, octal(0o644, 7));
  put(block, 108, octal(0, 7));
  put(block, 116, octal(0, 7));
  put(block, 124, octal(size, 11));
  put(block, 136, octal(Math.floor(time / 1000), 11));
  put(block, 148, "        ");
  put(block, 156, type);
  put(block, 257, "ustar\0" + "00");
  put(block, 148, octal(block.reduce((sum, byte) => sum + byte, 0), 6) + "\0 ");
  return block;
}

const padded = (data) => [data, new Uint8Array((BLOCK - (data.length % BLOCK)) % BLOCK)];

export function pack(files) {
  const parts = [];
  for (const [path, data, time] of files) {
    const name = text.encode(path);
    // A name that is too long gets a block of its own before its file.
    if (name.length > 100) parts.push(header(text.encode("././@LongLink"), name.length + 1, 0, "L"), ...padded(text.encode(path + "\0")));
    parts.push(header(name.subarray(0, 100), data.length, time, "0"), ...padded(data));
  }
  return new Blob([...parts, new Uint8Array(2 * BLOCK)], { type: "application/x-tar" });
}

// Reads everything, or fails with a message, before anything is written.
export function unpack(data) {
  const files = [];
  const string = (at, count) => words.decode(data.subarray(at, at + count)).split("\0")[0];
  const number = (at, count) => {
    const value = string(at, count).trim();
    if (!/^[0-7]*$/.test(value)) throw new Error("This file is damaged.");
    return parseInt(value || "0", 8);
  };
  let long = null, at = 0;
  while (at + BLOCK <= data.length && data[at]) {
    const block = data.slice(at, at + BLOCK);
    block.fill(32, 148, 156);
    if (block.reduce((sum, byte) => sum + byte, 0) !== number(at + 148, 8)) throw new Error("This file is damaged.");
    const [size, type] = [number(at + 124, 12), String.fromCharCode(data[at + 156] || 48)];
    if (at + BLOCK + size > data.length) throw new Error("This file is cut off.");
    const prefix = string(at + 345, 155);
    const name = long ?? (prefix ? `${prefix}/` : "") + string(at, 100);
    long = null;
    if (type === "L") long = string(at + BLOCK, size);
    else if (type === "0") {
      const path = name.replace(/^(\.\/)+/, "");
      const parts = path.split("/");
      if (!path || parts.some((part) => !part || part === "." || part === ".." || /[\0-\x1f\\]/.test(part))) throw new Error("This file holds names that are not allowed.");
      files.push([path, data.slice(at + BLOCK, at + BLOCK + size), number(at + 136, 12) * 1000]);
    } else if (type !== "5" && type !== "x" && type !== "g") throw new Error("This file holds more than files and folders.");
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  if (data.length && at + BLOCK > data.length) throw new Error("This file is cut off.");
  if (!files.length) throw new Error("There is nothing of Undercroft in this file.");
  return files;
}
