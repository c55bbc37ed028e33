// The part of WASI that the program imports, on files in memory (files.js).

const OK = 0, AGAIN = 6, BADF = 8, EXIST = 20, INVAL = 28, ISDIR = 31, NOENT = 44, NOTDIR = 54, NOTEMPTY = 55, NOSPC = 51;
const ROOT = 3;
const CREATE = 1, DIRECTORY = 2, EXCLUSIVE = 4, TRUNCATE = 8;
const APPEND = 1;
const text = new TextDecoder(), bytes = new TextEncoder();

export class Exit extends Error {}

// Resolves a path below an open folder; it cannot leave the data folder.
function join(base, path) {
  const parts = path.startsWith("/") ? [] : base.split("/").filter(Boolean);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part && part !== ".") parts.push(part);
  }
  return "/" + parts.join("/");
}

export function wasi(files, memory) {
  const open = new Map([[ROOT, { path: "/", folder: true }]]);
  let next = ROOT + 1;
  const view = () => new DataView(memory().buffer);
  const part = (at, count) => new Uint8Array(memory().buffer, at, count);
  const named = (fd, at, count) => {
    const base = open.get(fd);
    return base && join(base.path, text.decode(part(at, count)));
  };
  const stat = (out, node) => {
    if (!node) return NOENT;
    const data = view(), time = BigInt(Math.round(node.time)) * 1000000n;
    part(out, 64).fill(0);
    data.setBigUint64(out + 8, BigInt(node.id), true);
    data.setUint8(out + 16, node.folder ? 3 : 4);
    data.setBigUint64(out + 24, 1n, true);
    data.setBigUint64(out + 32, BigInt(node.size ?? 0), true);
    for (const field of [40, 48, 56]) data.setBigUint64(out + field, time, true);
    return OK;
  };
  const each = (list, count, use) => {
    const data = view();
    let all = 0;
    for (let i = 0; i < count; i++) {
      const done = use(data.getUint32(list + i * 8, true), data.getUint32(list + i * 8 + 4, true));
      if (done === undefined) return;
      all += done;
      if (!done) break;
    }
    return all;
  };
  const messages = { 1: "", 2: "" };

  return {
    random_get(at, count) {
      for (let i = 0; i < count; i += 65536) crypto.getRandomValues(part(at + i, Math.min(65536, count - i)));
      return OK;
    },
    environ_get: () => OK,
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    clock_time_get(clock, precision, out) {
      const ms = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(out, BigInt(Math.round(ms * 1e6)), true);
      return OK;
    },
    fd_close: (fd) => (open.delete(fd) ? OK : BADF),
    fd_fdstat_get(fd, out) {
      const file = open.get(fd);
      if (!file && fd > 2) return BADF;
      part(out, 24).fill(0);
      view().setUint8(out, fd <= 2 ? 2 : file.folder ? 3 : 4);
      view().setUint16(out + 2, file?.append ? APPEND : 0, true);
      view().setBigUint64(out + 8, 0xffffffffn, true);
      view().setBigUint64(out + 16, 0xffffffffn, true);
      return OK;
    },
    fd_fdstat_set_flags(fd, flags) {
      const file = open.get(fd);
      if (!file) return BADF;
      file.append = !!(flags & APPEND);
      return OK;
    },
    fd_filestat_get(fd, out) {
      const file = open.get(fd);
      return file ? stat(out, file.node ?? files.find(file.path)) : BADF;
    },
    fd_filestat_set_size(fd, size) {
      const file = open.get(fd);
      return file?.node ? (files.resize(file.node, Number(size)) ? OK : NOSPC) : BADF;
    },
    fd_prestat_get(fd, out) {
      if (fd !== ROOT) return BADF;
      view().setUint32(out, 0, true);
      view().setUint32(out + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name(fd, at) {
      part(at, 1)[0] = 47;
      return OK;
    },
    fd_read(fd, list, count, out) {
      const file = open.get(fd);
      if (!file?.node) return BADF;
      const done = each(list, count, (at, size) => {
        const piece = file.node.data.subarray(file.at, Math.min(file.at + size, file.node.size));
        part(at, piece.length).set(piece);
        file.at += piece.length;
        return piece.length;
      });
      view().setUint32(out, done, true);
      return OK;
    },
    fd_readdir(fd, at, size, cookie, out) {
      const file = open.get(fd);
      if (!file?.folder) return BADF;
      const names = files.names(file.path);
      let used = 0;
      for (let i = Number(cookie); i < names.length && used < size; i++) {
        const name = bytes.encode(names[i]), entry = new Uint8Array(24 + name.length), data = new DataView(entry.buffer);
        const node = files.find(join(file.path, names[i]));
        data.setBigUint64(0, BigInt(i + 1), true);
        data.setBigUint64(8, BigInt(node.id), true);
        data.setUint32(16, name.length, true);
        data.setUint8(20, node.folder ? 3 : 4);
        entry.set(name, 24);
        const fits = Math.min(entry.length, size - used);
        part(at + used, fits).set(entry.subarray(0, fits));
        used += fits;
      }
      view().setUint32(out, used, true);
      return OK;
    },
    fd_seek(fd, by, from, out) {
      const file = open.get(fd);
      if (!file?.node) return BADF;
      const to = [0, file.at, file.node.size][from] + Number(by);
      if (!(to >= 0)) return INVAL;
      file.at = to;
      view().setBigUint64(out, BigInt(to), true);
      return OK;
    },
    fd_sync: () => OK,
    fd_write(fd, list, count, out) {
      const file = open.get(fd);
      if (!file?.node && fd > 2) return BADF;
      const done = each(list, count, (at, size) => {
        const piece = part(at, size);
        if (fd <= 2) {
          // The message of a panic.
          const lines = (messages[fd] + text.decode(piece)).split("\n");
          messages[fd] = lines.pop();
          lines.forEach((line) => console.warn(line));
          return size;
        }
        if (file.append) file.at = file.node.size;
        if (!files.write(file.node, file.at, piece)) return;
        file.at += size;
        return size;
      });
      if (done === undefined) return NOSPC;
      view().setUint32(out, done, true);
      return OK;
    },
    path_create_directory(fd, at, count) {
      const path = named(fd, at, count);
      if (files.find(path)) return EXIST;
      return files.makeFolder(path) ? OK : NOENT;
    },
    path_filestat_get: (fd, flags, at, count, out) => stat(out, files.find(named(fd, at, count))),
    path_link(fd, flags, at, count, to, toAt, toCount) {
      const [from, path] = [named(fd, at, count), named(to, toAt, toCount)];
      if (!files.find(from)) return NOENT;
      return files.find(path) ? EXIST : files.link(from, path) ? OK : NOENT;
    },
    path_open(fd, look, at, count, flags, rights, inherited, mode, out) {
      const path = named(fd, at, count);
      let node = files.find(path);
      if (node && flags & CREATE && flags & EXCLUSIVE) return EXIST;
      if (node?.folder && (flags & CREATE || flags & TRUNCATE)) return ISDIR;
      if (node && !node.folder && flags & DIRECTORY) return NOTDIR;
      if (!node) {
        if (!(flags & CREATE)) return NOENT;
        node = files.create(path);
        if (!node) return NOENT;
      } else if (flags & TRUNCATE) files.resize(node, 0);
      open.set(next, node.folder ? { path, folder: true } : { path, node, at: 0, append: !!(mode & APPEND) });
      view().setUint32(out, next++, true);
      return OK;
    },
    path_readlink: () => INVAL,
    path_rename(fd, at, count, to, toAt, toCount) {
      const [from, path] = [named(fd, at, count), named(to, toAt, toCount)];
      if (!files.find(from)) return NOENT;
      return files.rename(from, path) ? OK : NOTEMPTY;
    },
    path_unlink_file(fd, at, count) {
      const path = named(fd, at, count);
      if (files.find(path)?.folder) return ISDIR;
      return files.remove(path) ? OK : NOENT;
    },
    poll_oneoff(list, out, count, done) {
      // Nothing is waited for: the only poll is a sleep of zero.
      view().setUint32(done, 0, true);
      return AGAIN;
    },
    proc_exit(status) {
      throw new Exit(`the program ended with status ${status}`);
    },
  };
}
