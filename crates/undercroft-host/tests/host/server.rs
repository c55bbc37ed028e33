//! Starts a host for a test, with plain HTTP requests to it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Time limit for any answer, however busy the machine is.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Server {
    child: Child,
    pub(crate) http: SocketAddr,
    pub(crate) ssh: SocketAddr,
    pub(crate) metrics: SocketAddr,
}

impl Server {
    /// Starts a host on free ports and waits until it is ready.
    pub(crate) fn start(data: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_undercroft-host"))
            .args(["serve", "--data"])
            .arg(data)
            .args(["--http", "127.0.0.1:0", "--ssh", "127.0.0.1:0"])
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the host starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("it says that it is ready");
        let word = |name: &str| -> SocketAddr {
            let mut words = line.split_whitespace();
            let found = words.find_map(|word| word.strip_prefix(name));
            found.unwrap_or_else(|| panic!("{name} is not in {line:?}")).parse().expect("an address")
        };
        assert!(line.starts_with("ready http="), "{line:?}");
        let (http, ssh, metrics) = (word("http="), word("ssh="), word("metrics="));
        Self { child, http, ssh, metrics }
    }

    /// Kills it, like `kill -9`.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it ends");
    }

    /// Asks it to stop and waits for that.
    pub(crate) fn stop(mut self) -> ExitStatus {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).expect("a signal");
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("its state") {
                return status;
            }
            assert!(Instant::now() < until, "the host does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Gets a page or another answer.
    pub(crate) fn get(&self, path: &str) -> Answer {
        request(self.http, "GET", path, "", b"")
    }

    /// Posts a body.
    pub(crate) fn post(&self, path: &str, headers: &str, body: &[u8]) -> Answer {
        request(self.http, "POST", path, headers, body)
    }

    /// The value of a metric.
    pub(crate) fn figure(&self, name: &str) -> f64 {
        let text = request(self.metrics, "GET", "/metrics", "", b"").text;
        let value = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
        value.unwrap_or_else(|| panic!("{name} is not in {text}")).parse().expect("a number")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

pub(crate) fn request(address: SocketAddr, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).expect("the host listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    let _ = stream.write_all(body);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, text) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_owned(), text: text.to_owned() }
}

/// A connection from another address of this machine: all of 127.0.0.0/8 is its own.
#[cfg(target_os = "linux")]
pub(crate) fn connect_from(source: [u8; 4], to: SocketAddr) -> std::io::Result<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((source, 0)))?;
        socket.connect(to).await?.into_std()
    })?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}
