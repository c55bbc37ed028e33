//! The browser edition: `cargo xtask web` builds the page into `target/web`, `--serve` serves it on this
//! machine, `--single` writes it as one file.

use crate::page::{bundled, joined, lean, single, tight};
use crate::{cargo_with, dist, lean::lean as smaller};
use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

const TARGET: &str = "wasm32-wasip1";
/// The page and its program.
const PAGE: &str = "crates/front-web/page";
const PROGRAM: &str = "undercroft.wasm";
/// Files that are copied without comments and indentation.
const LEAN: [&str; 3] = [".js", ".css", ".html"];
/// All modules of the page in one.
const SCRIPT: &str = "main.js";
/// The service worker, which lists all other files.
const WORKER: &str = "worker.js";
/// Bytes that may be sent: of the program and of a first visit by brotli, of everything hand-written by gzip. 620,000 are
/// wanted for the program and 700,000 for a visit; they must not grow again.
const PROGRAM_MAX: usize = 634_000;
const VISIT_MAX: usize = 664_000;
const CODE_MAX: usize = 20_000;
/// Limits slow clients.
const PATIENCE: Duration = Duration::from_secs(10);
const PORT: u16 = 8000;

/// Builds the page. `--serve [PORT]` serves it until stopped, `--single` writes it as one file, `--bench`
/// measures it.
pub(crate) fn web(root: &Path, args: &[String]) -> Result<(), String> {
    let folder = build(root)?;
    match args.first().map(String::as_str) {
        None => Ok(()),
        Some("--bench") => bench(root),
        Some("--serve") => {
            let port = args.get(1).map_or(Ok(PORT), |port| port.parse());
            let port = port.map_err(|_| format!("'{}' is not a port", args[1]))?;
            serve(&folder, port)
        }
        Some("--single") => single(&folder, PROGRAM).map(drop),
        Some(other) => {
            Err(format!("there is no option {other}; cargo xtask web [--serve [PORT] | --single | --bench]"))
        }
    }
}

/// Builds the page into `target/web`.
pub(crate) fn build(root: &Path) -> Result<PathBuf, String> {
    let linked = linked(root, &[])?;
    let folder = root.join("target/web");
    let told = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| told(&folder, error))?;
    }
    fs::create_dir_all(&folder).map_err(|error| told(&folder, error))?;
    let mut names = Vec::new();
    let page = root.join(PAGE);
    for entry in fs::read_dir(&page).map_err(|error| told(&page, error))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".js") && name != WORKER {
            continue;
        }
        let mut bytes = fs::read(entry.path()).map_err(|error| told(&entry.path(), error))?;
        if LEAN.iter().any(|end| name.ends_with(end)) {
            let text = lean(&String::from_utf8_lossy(&bytes));
            bytes = if name.ends_with(".css") { tight(&text) } else { text }.into_bytes();
        }
        fs::write(folder.join(&name), bytes).map_err(|error| told(&folder.join(&name), error))?;
        names.push(name);
    }
    fs::write(folder.join(SCRIPT), bundled(&page)?).map_err(|error| told(&folder.join(SCRIPT), error))?;
    names.push(SCRIPT.to_owned());
    fs::write(folder.join(PROGRAM), linked).map_err(|error| told(&folder, error))?;
    names.push(PROGRAM.to_owned());
    names.retain(|name| name != WORKER);
    names.sort();
    let mut hash = blake3::Hasher::new();
    for name in &names {
        let bytes = fs::read(folder.join(name)).map_err(|error| told(&folder.join(name), error))?;
        hash.update(name.as_bytes()).update(&bytes);
    }
    names.push("./".to_owned());
    let worker = folder.join(WORKER);
    let text = fs::read_to_string(&worker).map_err(|error| told(&worker, error))?;
    let list = serde_json::to_string(&names).map_err(|error| error.to_string())?;
    let text = text.replace("{{build}}", &hash.finalize().to_hex()[..16]).replace("{{files}}", &list);
    fs::write(&worker, joined(&text)).map_err(|error| told(&worker, error))?;
    println!("{}", folder.display());
    sizes(&folder)?;
    Ok(folder)
}

/// Builds the page as a folder and as one file.
pub(crate) fn build_both(root: &Path) -> Result<(), String> {
    single(&build(root)?, PROGRAM).map(drop)
}

/// Builds the program with some features and makes it smaller.
fn linked(root: &Path, features: &[&str]) -> Result<Vec<u8>, String> {
    // Only as a `cdylib`: with a Rust library beside it, the crates would not be optimised as a whole.
    let args = [
        &["rustc", "--quiet", "--package", "front-web", "--lib", "--crate-type", "cdylib"][..],
        features,
        &["--profile", "page", "--target", TARGET, "--", "-C", "link-arg=--compress-relocations"],
    ];
    cargo_with(&args.concat(), &[("RUSTFLAGS", &dist::remapped(root)?)])?;
    let program = root.join("target").join(TARGET).join("page/front_web.wasm");
    let linked = fs::read(&program).map_err(|error| format!("{}: {error}", program.display()))?;
    smaller(&linked).ok_or_else(|| "the program is not as the linker writes it".to_owned())
}

/// Whether this machine can build the page.
pub(crate) fn can_build() -> bool {
    let mut command = Command::new("rustc");
    let told = command.args(["--print", "target-libdir", "--target", TARGET]).output();
    told.is_ok_and(|told| Path::new(String::from_utf8_lossy(&told.stdout).trim()).exists())
}

/// Whether this machine can compress as hosts do.
pub(crate) fn measures_as_sent() -> bool {
    packed(&["brotli", "-q", "11", "-c"], b"").is_some()
}

/// Prints the size of a first visit, compressed as hosts send it: with brotli, or with gzip if brotli is not
/// installed.
fn sizes(folder: &Path) -> Result<(), String> {
    let tool = if measures_as_sent() { "brotli" } else { "gzip" };
    let flags: &[&str] = if tool == "brotli" { &["brotli", "-q", "11", "-c"] } else { &["gzip", "-9", "-c"] };
    let (mut program, mut code, mut all) = (0, Vec::new(), 0);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(bytes) = fs::read(entry.path()) else { continue };
        let Some(size) = packed(flags, &bytes) else { return Ok(()) };
        match name.rsplit('.').next() {
            Some("wasm") => program = size,
            Some("js" | "html" | "css") => code.extend(bytes),
            _ => {}
        }
        all += if name.ends_with(".txt") { 0 } else { size };
    }
    let code = packed(&["gzip", "-9", "-c"], &code).unwrap_or(0);
    println!(
        "{PROGRAM} {program} bytes by {tool}, first visit {all}; HTML, CSS and JavaScript {code} by gzip"
    );
    let mut limits = vec![("HTML, CSS and JavaScript", code, CODE_MAX)];
    // The limits are for brotli.
    if tool == "brotli" {
        limits.extend([(PROGRAM, program, PROGRAM_MAX), ("the first visit", all, VISIT_MAX)]);
    }
    let over = limits.into_iter().find(|(_, size, most)| size > most);
    over.map_or(Ok(()), |(what, size, most)| Err(format!("{what}: {size} bytes, and {most} are allowed")))
}

/// The size of some bytes after compression by a tool.
fn packed(command: &[&str], bytes: &[u8]) -> Option<usize> {
    let mut child = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut to = child.stdin.take()?;
    thread::scope(|scope| {
        scope.spawn(move || to.write_all(bytes));
        child.wait_with_output().ok().map(|out| out.stdout.len())
    })
}

/// Measures the page in a browser and prints a table.
fn bench(root: &Path) -> Result<(), String> {
    let program = root.join("target/web-bench.wasm");
    fs::write(&program, linked(root, &["--features", "bench"])?)
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let status = Command::new(env!("CARGO"))
        .args([
            "test",
            "--quiet",
            "--package",
            "front-web",
            "--test",
            "browser",
            "speed::",
            "--",
            "--nocapture",
            "--include-ignored",
        ])
        .env("UNDERCROFT_BENCH", &program)
        .env("UNDERCROFT_SOAK", "full")
        .status()
        .map_err(|error| format!("cargo test cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo test ended with {status}")) }
}

/// Serves a folder on this machine only.
fn serve(folder: &Path, port: u16) -> Result<(), String> {
    let listener = TcpListener::bind(("127.0.0.1", port)).map_err(|error| format!("port {port}: {error}"))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("http://{address}/");
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        thread::spawn(move || drop(answer(&stream, &folder)));
    }
    Ok(())
}

/// Answers one request.
fn answer(stream: &TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = first.split(' ').nth(1).unwrap_or("/").split(['?', '#']).next().unwrap_or("/");
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    // A folder without subfolders: names with slashes or leading dots are refused.
    let found = (!name.contains('/') && !name.starts_with('.')).then(|| fs::read(folder.join(name)).ok());
    let (status, body) = match found.flatten() {
        Some(body) => ("200 OK", body),
        None => ("404 Not Found", b"There is no such page.".to_vec()),
    };
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        kind_of(name),
        body.len()
    )?;
    stream.write_all(&body)
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}
