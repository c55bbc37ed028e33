// What IndexedDB does not have yet, in the storage that answers at once: when a command is shown, the browser has it, even if
// the tab ends in the same moment. Each entry holds what one command changed; entries are numbered without gaps.

const NAME = "undercroft ";
const ENTRY_MAX = 1 << 20;

const letters = (bytes) => {
  let all = "";
  for (let i = 0; i < bytes.length; i += 8192) all += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return all;
};
const bytes = (letters) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));

export class Journal {
  constructor() {
    [this.changes, this.size, this.first, this.last, this.isOpen] = [[], 0, 1, 0, false];
  }

  note(...change) {
    if (this.isOpen) this.changes.push(change);
  }

  wrote(node, at, piece) {
    const [path] = node.paths;
    if (!this.isOpen || !path) return;
    this.size += piece.length;
    if (this.size <= ENTRY_MAX) this.note("write", path, at, letters(piece));
  }

  resized(node) {
    const [path] = node.paths;
    if (path) this.note("resize", path, node.size);
  }

  // Hands what a command changed to the browser.
  commit() {
    if (!this.changes.length) return;
    const [entry, isLong] = [JSON.stringify([Date.now(), ...this.changes]), this.size > ENTRY_MAX];
    const key = NAME + this.end();
    // Where this storage is closed or full, IndexedDB has it a moment later; entries after a gap are not read.
    try {
      if (!isLong) localStorage.setItem(key, entry);
    } catch {}
  }

  // Ends an entry; the number of the last one.
  end() {
    if (this.changes.length) this.last++;
    [this.changes, this.size] = [[], 0];
    return this.last;
  }

  // IndexedDB has everything up to an entry.
  forget(last) {
    try {
      for (; this.first <= last; this.first++) localStorage.removeItem(NAME + this.first);
    } catch {}
  }

  // Carries out what is beyond an entry; true if there was something.
  open(before, files) {
    this.last = before;
    try {
      for (let entry; (entry = localStorage.getItem(NAME + (this.last + 1))); this.last++) this.redo(JSON.parse(entry), files);
    } catch {
      // Storage is closed, or an entry is damaged: those before it count.
    }
    try {
      const isOld = (key) => key.startsWith(NAME) && !(key.slice(NAME.length) > before && key.slice(NAME.length) <= this.last);
      Object.keys(localStorage).filter(isOld).forEach((key) => localStorage.removeItem(key));
    } catch {}
    [this.first, this.isOpen] = [before + 1, true];
    return this.last > before;
  }

  redo([time, ...changes], files) {
    for (const [what, path, ...rest] of changes) {
      const node = files.find(path);
      if (what === "write") node && files.write(node, rest[0], bytes(rest[1]));
      else if (what === "resize") node && files.resize(node, rest[0]);
      else files[what](path, ...rest);
      const now = files.find(path);
      if (now) now.time = time;
    }
  }
}
