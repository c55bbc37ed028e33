//! Serves the built page to the test browser, like any static host.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The built page: the folder named by `UNDERCROFT_PAGE`, or the last output of `cargo xtask web`.
pub(crate) fn page() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("UNDERCROFT_PAGE") {
        return Some(folder.into());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/web");
    folder.join("undercroft.wasm").exists().then_some(folder)
}

pub(crate) struct Server {
    pub(crate) address: String,
    gone: Arc<AtomicBool>,
}

impl Server {
    pub(crate) fn start(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}/", listener.local_addr().expect("its address"));
        let gone = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&gone);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if over.load(Ordering::Relaxed) {
                    return;
                }
                let folder = folder.clone();
                std::thread::spawn(move || drop(answer(&stream, &folder)));
            }
        });
        Self { address, gone }
    }

    /// Stops answering.
    pub(crate) fn stop(&self) {
        self.gone.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address.trim_start_matches("http://").trim_end_matches('/'));
    }
}

fn answer(mut stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let name = first.split(' ').nth(1).unwrap_or("/").trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let path = match std::env::var_os("UNDERCROFT_BENCH") {
        Some(program) if name == "bench.wasm" => program.into(),
        _ => folder.join(name),
    };
    let (status, body) = match std::fs::read(path) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}
