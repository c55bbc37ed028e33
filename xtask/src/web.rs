//! The browser edition: `cargo xtask web` builds the page into `target/web`, `--serve` shows it on this machine, `--single`
//! writes it as one file.

use crate::cargo;
use crate::page::{bundled, lean, single};
use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

const TARGET: &str = "wasm32-wasip1";
/// The page and the program that it loads.
const PAGE: &str = "crates/front-web/page";
const PROGRAM: &str = "undercroft.wasm";
/// Files whose comments and indentation stay at home.
const LEAN: [&str; 3] = [".js", ".css", ".html"];
/// All modules of the page in one.
const SCRIPT: &str = "main.js";
/// The service worker, which has to know everything else.
const WORKER: &str = "worker.js";
/// A slow client may not hold a thread for ever.
const PATIENCE: Duration = Duration::from_secs(10);
const PORT: u16 = 8000;

/// Builds the page; with `--serve [PORT]` serves it until it is stopped, with `--single` writes it as one file.
pub(crate) fn web(root: &Path, args: &[String]) -> Result<(), String> {
    let folder = build(root)?;
    match args.first().map(String::as_str) {
        None => Ok(()),
        Some("--serve") => {
            let port = args.get(1).map_or(Ok(PORT), |port| port.parse());
            let port = port.map_err(|_| format!("'{}' is not a port", args[1]))?;
            serve(&folder, port)
        }
        Some("--single") => single(&folder, PROGRAM).map(drop),
        Some(other) => {
            Err(format!("there is no option {other}; cargo xtask web [--serve [PORT] | --single]"))
        }
    }
}

/// Builds the page into `target/web`.
pub(crate) fn build(root: &Path) -> Result<PathBuf, String> {
    cargo(&["build", "--quiet", "--package", "front-web", "--lib", "--profile", "web", "--target", TARGET])?;
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
            bytes = lean(&String::from_utf8_lossy(&bytes)).into_bytes();
        }
        fs::write(folder.join(&name), bytes).map_err(|error| told(&folder.join(&name), error))?;
        names.push(name);
    }
    fs::write(folder.join(SCRIPT), bundled(&page)?).map_err(|error| told(&folder.join(SCRIPT), error))?;
    names.push(SCRIPT.to_owned());
    let program = root.join("target").join(TARGET).join("web/front_web.wasm");
    fs::copy(&program, folder.join(PROGRAM)).map_err(|error| told(&program, error))?;
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
    fs::write(&worker, text).map_err(|error| told(&worker, error))?;
    println!("{}", folder.display());
    Ok(folder)
}

/// Serves a folder on this machine alone.
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
    // One folder without folders below it: a name with a slash or a leading dot is none of ours.
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
