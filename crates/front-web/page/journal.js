// Changes that IndexedDB does not have yet, in synchronous storage: when a command is shown, the browser has
// it, even if the tab is closed in the same moment. Each entry holds the changes of one command; entries are
// numbered without gaps.

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

  // Stores the changes of a command.
  commit() {
    if (!this.changes.length) return;
    const [entry, isLong] = [JSON.stringify([Date.now(), ...this.changes]), this.size > ENTRY_MAX];
    const key = NAME + this.end();
    // If this storage is closed or full, IndexedDB gets it a moment later; entries after a gap are not read.
    try {
      if (!isLong) localStorage.setItem(key, entry);
    } catch {}
  }

  // Ends an entry; returns the number of the last one.
  end() {
    if (this.changes.length) this.last++;
    [this.changes, this.size] = [[], 0];
    return this.last;
  }

  // Removes entries up to `last`, which IndexedDB has by now.
  forget(last) {
    try {
      for (; this.first <= last; this.first++) localStorage.removeItem(NAME + this.first);
    } catch {}
  }

  // Replays the entries after `before`; true if there were any.
  open(before, files) {
    this.last = before;
    try {
      for (let entry; (entry = localStorage.getItem(NAME + (this.last + 1))); this.last++) this.redo(JSON.parse(entry), files);
    } catch {
      // Storage is closed, or an entry is damaged: the entries before it count.
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
