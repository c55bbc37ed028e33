// The data folder: files in memory, stored in IndexedDB in pieces, so that a command costs one small write.
// IndexedDB is asynchronous; until it has a command, the journal has it (journal.js).

import { Journal } from "./journal.js";

const PIECE = 32768;
const ROOM = 256 * 1024 * 1024;
const DATABASE = "undercroft";
const STORES = ["files", "pieces", "state"];

const promise = (request) =>
  new Promise((yes, no) => {
    request.onsuccess = () => yes(request.result);
    request.onerror = () => no(request.error);
  });

export class Files {
  constructor() {
    this.nodes = new Map([["/", { id: 1, folder: true, time: Date.now() }]]);
    this.last = 1;
    this.used = 0;
    // Not yet in the storage: pieces by path, and removed paths.
    this.changed = new Map();
    this.gone = new Set();
    this.store = this.queued = null;
    this.journal = new Journal();
    this.waiting = Promise.resolve(true);
    this.onerror = () => {};
  }

  find(path) {
    return this.nodes.get(path);
  }

  names(path) {
    const start = path === "/" ? "/" : path + "/";
    const below = (other) => other !== "/" && other.startsWith(start) && !other.slice(start.length).includes("/");
    return [...this.nodes.keys()].filter(below).map((other) => other.slice(start.length)).sort();
  }

  hasParent(path) {
    return this.nodes.get(path.slice(0, path.lastIndexOf("/")) || "/")?.folder;
  }

  makeFolder(path) {
    if (!this.hasParent(path)) return false;
    this.nodes.set(path, { id: ++this.last, folder: true, time: Date.now() });
    this.mark(path, 0);
    this.journal.note("makeFolder", path);
    return true;
  }

  create(path) {
    if (!this.hasParent(path)) return;
    const node = { id: ++this.last, data: new Uint8Array(256), size: 0, time: Date.now(), paths: new Set([path]) };
    this.nodes.set(path, node);
    this.mark(path, 0);
    this.journal.note("create", path);
    return node;
  }

  write(node, at, piece) {
    const end = at + piece.length;
    if (end > node.size && !this.resize(node, end)) return false;
    node.data.set(piece, at);
    node.time = Date.now();
    this.journal.wrote(node, at, piece);
    for (let i = Math.floor(at / PIECE); i * PIECE < end; i++) node.paths.forEach((path) => this.mark(path, i));
    return true;
  }

  resize(node, size) {
    if (size > node.size && this.used + size - node.size > ROOM) return false;
    if (size > node.data.length) {
      const data = new Uint8Array(Math.max(size, node.data.length * 2));
      data.set(node.data.subarray(0, node.size));
      node.data = data;
    }
    if (size < node.size) node.data.fill(0, size, node.size);
    this.used += size - node.size;
    node.size = size;
    node.time = Date.now();
    this.journal.resized(node);
    node.paths.forEach((path) => this.mark(path, Math.floor(size / PIECE)));
    return true;
  }

  link(from, to) {
    if (!this.hasParent(to)) return false;
    const node = this.nodes.get(from);
    this.nodes.set(to, node);
    node.paths.add(to);
    this.markAll(to, node);
    this.journal.note("link", from, to);
    return true;
  }

  rename(from, to) {
    if (!this.hasParent(to) || (this.nodes.get(to)?.folder && this.names(to).length)) return false;
    if (from === to) return true;
    const node = this.nodes.get(from);
    if (node.folder) {
      this.nodes.set(to, node);
      this.mark(to, 0);
      this.journal.note("makeFolder", to);
      for (const name of this.names(from)) this.rename(`${from}/${name}`, `${to}/${name}`);
    } else {
      if (this.nodes.has(to)) this.remove(to);
      this.link(from, to);
    }
    return this.remove(from);
  }

  remove(path) {
    const node = this.nodes.get(path);
    if (!node) return false;
    this.nodes.delete(path);
    this.journal.note("remove", path);
    if (!node.folder) {
      node.paths.delete(path);
      if (!node.paths.size) this.used -= node.size;
    }
    this.forget(path);
    return true;
  }

  mark(path, piece) {
    this.gone.delete(path);
    if (!this.changed.has(path)) this.changed.set(path, new Set());
    this.changed.get(path).add(piece);
  }

  markAll(path, node) {
    for (let i = 0; i === 0 || i * PIECE < node.size; i++) this.mark(path, i);
  }

  forget(path) {
    this.changed.delete(path);
    this.gone.add(path);
  }

  // Reads everything stored: IndexedDB, and the journal's entries beyond it.
  async load() {
    const request = indexedDB.open(DATABASE, 2);
    request.onupgradeneeded = () => {
      for (const name of STORES) if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name);
    };
    this.store = await promise(request);
    this.store.onversionchange = () => this.store.close();
    const reading = this.store.transaction(STORES);
    const [paths, heads, keys, pieces, state] = await Promise.all([
      promise(reading.objectStore("files").getAllKeys()),
      promise(reading.objectStore("files").getAll()),
      promise(reading.objectStore("pieces").getAllKeys()),
      promise(reading.objectStore("pieces").getAll()),
      promise(reading.objectStore("state").get("journal")),
    ]);
    paths.forEach((path, i) => {
      const { folder, size, time } = heads[i];
      const node = folder ? { folder, time } : { size, time, data: new Uint8Array(Math.max(256, size)), paths: new Set([path]) };
      this.nodes.set(path, { id: ++this.last, ...node });
      this.used += size ?? 0;
    });
    keys.forEach(([path, piece], i) => {
      const node = this.nodes.get(path);
      if (node?.data && piece * PIECE < node.size) node.data.set(pieces[i].subarray(0, node.size - piece * PIECE), piece * PIECE);
    });
    if (this.journal.open(state ?? 0, this)) this.keep();
  }

  // Writes all changes; the promise tells whether they are stored. One write at a time: the next one includes
  // everything that changes meanwhile.
  keep(durability = "relaxed") {
    if (!this.store || (!this.changed.size && !this.gone.size)) return this.waiting;
    if (!this.queued) this.waiting = this.waiting.then(() => this.flush());
    if (this.queued !== "strict") this.queued = durability;
    return this.waiting;
  }

  async flush() {
    const [changed, gone, durability] = [this.changed, this.gone, this.queued];
    [this.changed, this.gone, this.queued] = [new Map(), new Set(), null];
    const last = this.journal.end();
    const done = new Promise((yes, no) => {
      const writing = this.store.transaction(STORES, "readwrite", { durability });
      const [heads, pieces] = [writing.objectStore("files"), writing.objectStore("pieces")];
      for (const path of gone) {
        heads.delete(path);
        pieces.delete(IDBKeyRange.bound([path, 0], [path, Infinity]));
      }
      for (const [path, parts] of changed) {
        const node = this.nodes.get(path);
        if (!node) continue;
        heads.put({ folder: node.folder, size: node.size, time: node.time }, path);
        for (const i of node.folder ? [] : parts) {
          const piece = node.data.slice(i * PIECE, Math.min((i + 1) * PIECE, node.size));
          if (piece.length) pieces.put(piece, [path, i]);
          else pieces.delete([path, i]);
        }
      }
      writing.objectStore("state").put(last, "journal");
      writing.oncomplete = yes;
      writing.onabort = () => no(writing.error);
      writing.commit?.();
    });
    try {
      await done;
      this.journal.forget(last);
      return true;
    } catch (error) {
      // Retried with the next command.
      for (const [path, parts] of changed) for (const part of parts) if (this.nodes.has(path)) this.mark(path, part);
      for (const path of gone) if (!this.nodes.has(path)) this.gone.add(path);
      this.onerror(error);
      return false;
    }
  }

  // Every file below a folder: [path, bytes, time].
  all(folder) {
    const below = (path, node) => !node.folder && path.startsWith(folder + "/");
    return [...this.nodes].filter(([path, node]) => below(path, node)).map(([path, node]) => [path, node.data.subarray(0, node.size), node.time]);
  }

  // Writes a file, creating its folders.
  put(path, data, time) {
    const parts = path.split("/").slice(1, -1);
    parts.reduce((above, part) => {
      const folder = `${above}/${part}`;
      if (!this.nodes.has(folder)) this.makeFolder(folder);
      return folder;
    }, "");
    if (this.nodes.has(path)) this.remove(path);
    const node = this.create(path);
    if (!node || !this.write(node, 0, data)) throw new Error("There is no room for that.");
    node.time = time;
  }

  // Imports a file. No run is lost: an existing one that only continues it is kept, any other is renamed.
  bring(path, data, time) {
    const here = path.endsWith(".run") && this.find(path), old = here && here.data.subarray(0, here.size);
    const begins = (whole, part) => part.length <= whole.length && part.every((byte, i) => byte === whole[i]);
    if (here && begins(old, data)) return;
    if (here && !begins(data, old)) {
      let count = 2;
      const other = () => path.replace(/\.run$/, `-${count}.run`);
      while (this.nodes.has(other())) count++;
      this.rename(path, other());
    }
    this.put(path, data, time);
  }

  // A snapshot of all files, and restoring it: later writes do not change the snapshot.
  copy() {
    return [...this.nodes];
  }

  restore(nodes) {
    for (const path of this.nodes.keys()) if (path !== "/") this.forget(path);
    this.nodes = new Map(nodes);
    for (const node of this.nodes.values()) node.paths?.clear();
    for (const [path, node] of this.nodes) if (path !== "/") this.markAll(path, node);
    for (const [path, node] of this.nodes) node.paths?.add(path);
    this.used = [...new Set(this.nodes.values())].reduce((sum, node) => sum + (node.size ?? 0), 0);
    this.keep();
  }
}
