//! The part of WASI that the page implements, here on files in memory.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};
use wasmi::{Caller, Extern, Linker};

const OK: u32 = 0;
const AGAIN: u32 = 6;
const BADF: u32 = 8;
const EXIST: u32 = 20;
const INVAL: u32 = 28;
const ISDIR: u32 = 31;
const NOENT: u32 = 44;
const NOTDIR: u32 = 54;
const NOTEMPTY: u32 = 55;

/// The descriptor of the preopened folder.
const ROOT: u32 = 3;

const CREATE: u32 = 1;
const DIRECTORY: u32 = 2;
const EXCLUSIVE: u32 = 4;
const TRUNCATE: u32 = 8;
const APPEND: u32 = 1;

/// A folder has no bytes.
#[derive(Default)]
struct Node {
    bytes: Option<Vec<u8>>,
    /// Nanoseconds since 1970.
    time: u64,
}

type Shared = Rc<RefCell<Node>>;

struct Open {
    path: String,
    node: Shared,
    at: usize,
    append: bool,
}

/// Files, open files and the output on the standard streams.
pub(crate) struct Host {
    nodes: BTreeMap<String, Shared>,
    open: BTreeMap<u32, Open>,
    last: u32,
    /// A generator of pseudorandom numbers; seeds have to differ, not to be secret.
    noise: u64,
    pub(crate) messages: String,
}

impl Host {
    pub(crate) fn new() -> Self {
        let mut host = Self {
            nodes: BTreeMap::new(),
            open: BTreeMap::new(),
            last: ROOT,
            noise: 0x9E37_79B9_7F4A_7C15,
            messages: String::new(),
        };
        let root = host.create("/", None);
        host.create("/data", None);
        host.open.insert(ROOT, Open { path: "/".to_owned(), node: root, at: 0, append: false });
        host
    }

    /// All files below the data folder.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        for (path, node) in &self.nodes {
            if let (Some(name), Some(bytes)) = (path.strip_prefix("/data/"), &node.borrow().bytes) {
                files.insert(name.to_owned(), bytes.clone());
            }
        }
        files
    }

    fn create(&mut self, path: &str, bytes: Option<Vec<u8>>) -> Shared {
        let node = Rc::new(RefCell::new(Node { bytes, time: now() }));
        self.nodes.insert(path.to_owned(), Rc::clone(&node));
        node
    }

    fn is_folder(&self, path: &str) -> bool {
        self.nodes.get(path).is_some_and(|node| node.borrow().bytes.is_none())
    }

    fn has_parent(&self, path: &str) -> bool {
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        self.is_folder(if parent.is_empty() { "/" } else { parent })
    }

    /// The names directly below a folder.
    fn names(&self, folder: &str) -> Vec<String> {
        let start = if folder == "/" { "/".to_owned() } else { format!("{folder}/") };
        let below = self.nodes.keys().filter_map(|path| path.strip_prefix(&start));
        below.filter(|name| !name.is_empty() && !name.contains('/')).map(str::to_owned).collect()
    }

    /// The absolute path of a name below an open folder.
    fn path(&self, memory: &[u8], fd: u32, at: u32, count: u32) -> Option<String> {
        let base = &self.open.get(&fd)?.path;
        let named = std::str::from_utf8(part(memory, at, count)).ok()?;
        let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
        for part in named.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()),
                _ => parts.push(part),
            }
        }
        Some(format!("/{}", parts.join("/")))
    }

    fn random_get(&mut self, memory: &mut [u8], at: u32, count: u32) -> u32 {
        for byte in &mut memory[at as usize..][..count as usize] {
            self.noise ^= self.noise << 13;
            self.noise ^= self.noise >> 7;
            self.noise ^= self.noise << 17;
            *byte = self.noise.to_be_bytes()[0];
        }
        OK
    }

    fn environ_get(&mut self, _: &mut [u8], _: u32, _: u32) -> u32 {
        OK
    }

    fn environ_sizes_get(&mut self, memory: &mut [u8], count: u32, size: u32) -> u32 {
        put(memory, count, &[0; 4]);
        put(memory, size, &[0; 4]);
        OK
    }

    fn clock_time_get(&mut self, memory: &mut [u8], _: u32, _: u64, out: u32) -> u32 {
        put(memory, out, &now().to_le_bytes());
        OK
    }

    fn fd_close(&mut self, _: &mut [u8], fd: u32) -> u32 {
        if self.open.remove(&fd).is_some() { OK } else { BADF }
    }

    fn fd_fdstat_get(&mut self, memory: &mut [u8], fd: u32, out: u32) -> u32 {
        let (kind, flags) = match self.open.get(&fd) {
            Some(open) => (kind(&open.node.borrow()), u8::from(open.append)),
            None if fd < ROOT => (2, 0),
            None => return BADF,
        };
        let mut stat = [0; 24];
        (stat[0], stat[2]) = (kind, flags);
        stat[8..12].fill(0xff);
        stat[16..20].fill(0xff);
        put(memory, out, &stat);
        OK
    }

    fn fd_fdstat_set_flags(&mut self, _: &mut [u8], fd: u32, flags: u32) -> u32 {
        let Some(open) = self.open.get_mut(&fd) else { return BADF };
        open.append = flags & APPEND != 0;
        OK
    }

    fn fd_filestat_get(&mut self, memory: &mut [u8], fd: u32, out: u32) -> u32 {
        self.open.get(&fd).map_or(BADF, |open| stat(memory, out, &open.node.borrow()))
    }

    fn fd_filestat_set_size(&mut self, _: &mut [u8], fd: u32, size: u64) -> u32 {
        let Some(open) = self.open.get(&fd) else { return BADF };
        let mut node = open.node.borrow_mut();
        node.time = now();
        node.bytes.as_mut().map_or(BADF, |bytes| {
            bytes.resize(size as usize, 0);
            OK
        })
    }

    fn fd_prestat_get(&mut self, memory: &mut [u8], fd: u32, out: u32) -> u32 {
        if fd != ROOT {
            return BADF;
        }
        put(memory, out, &[0, 0, 0, 0, 1, 0, 0, 0]);
        OK
    }

    fn fd_prestat_dir_name(&mut self, memory: &mut [u8], _: u32, at: u32, _: u32) -> u32 {
        put(memory, at, b"/");
        OK
    }

    fn fd_read(&mut self, memory: &mut [u8], fd: u32, list: u32, count: u32, out: u32) -> u32 {
        let Some(open) = self.open.get_mut(&fd) else { return BADF };
        let node = open.node.borrow();
        let Some(bytes) = &node.bytes else { return BADF };
        let mut all = 0;
        for (at, size) in pieces(memory, list, count) {
            let rest = bytes.get(open.at..).unwrap_or_default();
            let piece = &rest[..rest.len().min(size as usize)];
            put(memory, at, piece);
            open.at += piece.len();
            all += piece.len() as u32;
        }
        put(memory, out, &all.to_le_bytes());
        OK
    }

    fn fd_readdir(&mut self, memory: &mut [u8], fd: u32, at: u32, size: u32, cookie: u64, out: u32) -> u32 {
        let Some(open) = self.open.get(&fd) else { return BADF };
        let mut list = Vec::new();
        for (index, name) in self.names(&open.path).iter().enumerate().skip(cookie as usize) {
            let path = format!("{}/{name}", open.path.trim_end_matches('/'));
            list.extend((index as u64 + 1).to_le_bytes());
            list.extend([0; 8]);
            list.extend((name.len() as u32).to_le_bytes());
            list.extend([kind(&self.nodes[&path].borrow()), 0, 0, 0]);
            list.extend(name.as_bytes());
        }
        list.truncate(size as usize);
        put(memory, at, &list);
        put(memory, out, &(list.len() as u32).to_le_bytes());
        OK
    }

    fn fd_seek(&mut self, memory: &mut [u8], fd: u32, by: u64, from: u32, out: u32) -> u32 {
        let Some(open) = self.open.get_mut(&fd) else { return BADF };
        let size = open.node.borrow().bytes.as_ref().map_or(0, Vec::len);
        let to = [0, open.at, size][from as usize] as i64 + by as i64;
        let Ok(to) = usize::try_from(to) else { return INVAL };
        open.at = to;
        put(memory, out, &(to as u64).to_le_bytes());
        OK
    }

    fn fd_sync(&mut self, _: &mut [u8], _: u32) -> u32 {
        OK
    }

    fn fd_write(&mut self, memory: &mut [u8], fd: u32, list: u32, count: u32, out: u32) -> u32 {
        let mut all = 0;
        for (at, size) in pieces(memory, list, count) {
            let piece = part(memory, at, size);
            all += size;
            if fd < ROOT {
                self.messages.push_str(&String::from_utf8_lossy(piece));
                continue;
            }
            let Some(open) = self.open.get_mut(&fd) else { return BADF };
            let mut node = open.node.borrow_mut();
            node.time = now();
            let Some(bytes) = &mut node.bytes else { return BADF };
            if open.append {
                open.at = bytes.len();
            }
            let end = open.at + piece.len();
            bytes.resize(bytes.len().max(end), 0);
            bytes[open.at..end].copy_from_slice(piece);
            open.at = end;
        }
        put(memory, out, &all.to_le_bytes());
        OK
    }

    fn path_create_directory(&mut self, memory: &mut [u8], fd: u32, at: u32, count: u32) -> u32 {
        match self.path(memory, fd, at, count) {
            Some(path) if self.nodes.contains_key(&path) => EXIST,
            Some(path) if self.has_parent(&path) => {
                self.create(&path, None);
                OK
            }
            _ => NOENT,
        }
    }

    fn path_filestat_get(
        &mut self,
        memory: &mut [u8],
        fd: u32,
        _: u32,
        at: u32,
        count: u32,
        out: u32,
    ) -> u32 {
        let found = self.path(memory, fd, at, count).and_then(|path| self.nodes.get(&path));
        found.map_or(NOENT, |node| stat(memory, out, &node.borrow()))
    }

    #[expect(clippy::too_many_arguments, reason = "WASI has so many")]
    fn path_link(
        &mut self,
        memory: &mut [u8],
        fd: u32,
        _: u32,
        at: u32,
        n: u32,
        to: u32,
        to_at: u32,
        to_n: u32,
    ) -> u32 {
        let (from, to) = (self.path(memory, fd, at, n), self.path(memory, to, to_at, to_n));
        let (Some(from), Some(to)) = (from, to) else { return NOENT };
        if self.nodes.contains_key(&to) {
            return EXIST;
        }
        let Some(node) = self.nodes.get(&from).cloned() else { return NOENT };
        self.nodes.insert(to, node);
        OK
    }

    #[expect(clippy::too_many_arguments, reason = "WASI has so many")]
    fn path_open(
        &mut self,
        memory: &mut [u8],
        fd: u32,
        _: u32,
        at: u32,
        count: u32,
        flags: u32,
        _: u64,
        _: u64,
        mode: u32,
        out: u32,
    ) -> u32 {
        let Some(path) = self.path(memory, fd, at, count) else { return NOENT };
        let node = match self.nodes.get(&path).cloned() {
            Some(_) if flags & CREATE != 0 && flags & EXCLUSIVE != 0 => return EXIST,
            Some(_) if self.is_folder(&path) && flags & (CREATE | TRUNCATE) != 0 => return ISDIR,
            Some(_) if !self.is_folder(&path) && flags & DIRECTORY != 0 => return NOTDIR,
            Some(node) => node,
            None if flags & CREATE == 0 || !self.has_parent(&path) => return NOENT,
            None => self.create(&path, Some(Vec::new())),
        };
        if flags & TRUNCATE != 0 {
            *node.borrow_mut() = Node { bytes: Some(Vec::new()), time: now() };
        }
        self.last += 1;
        self.open.insert(self.last, Open { path, node, at: 0, append: mode & APPEND != 0 });
        put(memory, out, &self.last.to_le_bytes());
        OK
    }

    #[expect(clippy::too_many_arguments, reason = "WASI has so many")]
    fn path_readlink(&mut self, _: &mut [u8], _: u32, _: u32, _: u32, _: u32, _: u32, _: u32) -> u32 {
        INVAL
    }

    #[expect(clippy::too_many_arguments, reason = "WASI has so many")]
    fn path_rename(
        &mut self,
        memory: &mut [u8],
        fd: u32,
        at: u32,
        n: u32,
        to: u32,
        to_at: u32,
        to_n: u32,
    ) -> u32 {
        let (from, to) = (self.path(memory, fd, at, n), self.path(memory, to, to_at, to_n));
        let (Some(from), Some(to)) = (from, to) else { return NOENT };
        if !self.nodes.contains_key(&from) || !self.has_parent(&to) {
            return NOENT;
        }
        let below = format!("{from}/");
        let moved: Vec<String> =
            self.nodes.keys().filter(|path| **path == from || path.starts_with(&below)).cloned().collect();
        for path in moved {
            let node = self.nodes.remove(&path).expect("it was listed");
            self.nodes.insert(format!("{to}{}", &path[from.len()..]), node);
        }
        OK
    }

    fn path_remove_directory(&mut self, memory: &mut [u8], fd: u32, at: u32, count: u32) -> u32 {
        match self.path(memory, fd, at, count) {
            Some(path) if !self.names(&path).is_empty() => NOTEMPTY,
            Some(path) => self.nodes.remove(&path).map_or(NOENT, |_| OK),
            None => NOENT,
        }
    }

    fn path_unlink_file(&mut self, memory: &mut [u8], fd: u32, at: u32, count: u32) -> u32 {
        match self.path(memory, fd, at, count) {
            Some(path) if self.is_folder(&path) => ISDIR,
            Some(path) => self.nodes.remove(&path).map_or(NOENT, |_| OK),
            None => NOENT,
        }
    }

    fn poll_oneoff(&mut self, memory: &mut [u8], _: u32, _: u32, _: u32, done: u32) -> u32 {
        put(memory, done, &[0; 4]);
        AGAIN
    }

    fn sched_yield(&mut self, _: &mut [u8]) -> u32 {
        OK
    }
}

/// Provides the program's imports.
pub(crate) fn offer(linker: &mut Linker<Host>) {
    macro_rules! offer {
        ($($name:ident($($arg:ident: $kind:ty),*);)*) => { $(
            let call = |mut caller: Caller<'_, Host>, $($arg: $kind),*| -> u32 {
                let Some(Extern::Memory(memory)) = caller.get_export("memory") else { return INVAL };
                let (memory, host) = memory.data_and_store_mut(&mut caller);
                host.$name(memory, $($arg),*)
            };
            linker.func_wrap("wasi_snapshot_preview1", stringify!($name), call).expect("it is new");
        )* };
    }
    offer! {
        random_get(a: u32, b: u32);
        environ_get(a: u32, b: u32);
        environ_sizes_get(a: u32, b: u32);
        clock_time_get(a: u32, b: u64, c: u32);
        fd_close(a: u32);
        fd_fdstat_get(a: u32, b: u32);
        fd_fdstat_set_flags(a: u32, b: u32);
        fd_filestat_get(a: u32, b: u32);
        fd_filestat_set_size(a: u32, b: u64);
        fd_prestat_get(a: u32, b: u32);
        fd_prestat_dir_name(a: u32, b: u32, c: u32);
        fd_read(a: u32, b: u32, c: u32, d: u32);
        fd_readdir(a: u32, b: u32, c: u32, d: u64, e: u32);
        fd_seek(a: u32, b: u64, c: u32, d: u32);
        fd_sync(a: u32);
        fd_write(a: u32, b: u32, c: u32, d: u32);
        path_create_directory(a: u32, b: u32, c: u32);
        path_filestat_get(a: u32, b: u32, c: u32, d: u32, e: u32);
        path_link(a: u32, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32);
        path_open(a: u32, b: u32, c: u32, d: u32, e: u32, f: u64, g: u64, h: u32, i: u32);
        path_readlink(a: u32, b: u32, c: u32, d: u32, e: u32, f: u32);
        path_remove_directory(a: u32, b: u32, c: u32);
        path_rename(a: u32, b: u32, c: u32, d: u32, e: u32, f: u32);
        path_unlink_file(a: u32, b: u32, c: u32);
        poll_oneoff(a: u32, b: u32, c: u32, d: u32);
        sched_yield();
    }
    let exit = |status: u32| -> Result<(), wasmi::Error> { Err(wasmi::Error::i32_exit(status as i32)) };
    linker.func_wrap("wasi_snapshot_preview1", "proc_exit", exit).expect("it is new");
}

fn part(memory: &[u8], at: u32, count: u32) -> &[u8] {
    &memory[at as usize..][..count as usize]
}

fn put(memory: &mut [u8], at: u32, bytes: &[u8]) {
    memory[at as usize..][..bytes.len()].copy_from_slice(bytes);
}

/// Addresses and sizes of the buffers of a read or write.
fn pieces(memory: &[u8], list: u32, count: u32) -> Vec<(u32, u32)> {
    let word = |at: u32| u32::from_le_bytes(part(memory, at, 4).try_into().expect("four bytes"));
    (0..count).map(|index| (word(list + index * 8), word(list + index * 8 + 4))).collect()
}

fn kind(node: &Node) -> u8 {
    if node.bytes.is_none() { 3 } else { 4 }
}

fn stat(memory: &mut [u8], out: u32, node: &Node) -> u32 {
    let mut stat = [0; 64];
    stat[16] = kind(node);
    stat[24] = 1;
    stat[32..40].copy_from_slice(&(node.bytes.as_ref().map_or(0, Vec::len) as u64).to_le_bytes());
    for field in [40, 48, 56] {
        stat[field..field + 8].copy_from_slice(&node.time.to_le_bytes());
    }
    put(memory, out, &stat);
    OK
}

/// Nanoseconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}
