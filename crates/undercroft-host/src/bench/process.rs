//! The measured host as a separate process, and its resource usage.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Units of processor time per second in /proc.
const TICKS: f64 = 100.0;

pub(super) struct Process {
    child: Child,
    pub(super) http: SocketAddr,
    metrics: SocketAddr,
}

impl Process {
    /// Starts a host that trusts the addresses named by this load generator.
    pub(super) fn start(data: &Path) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("The host cannot be started: {error}.");
        let program = std::env::current_exe().map_err(failed)?;
        let mut child = Command::new(program)
            .args(["serve", "--trust-proxy", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(failed)?;
        }
        let address = |name: &str| -> Option<SocketAddr> {
            line.split_whitespace().find_map(|word| word.strip_prefix(name))?.parse().ok()
        };
        match (address("http="), address("metrics=")) {
            (Some(http), Some(metrics)) => Ok(Self { child, http, metrics }),
            _ => Err("The host does not get ready.".to_owned()),
        }
    }

    /// Processor time used so far in seconds, where the system reports it.
    pub(super) fn cpu_seconds(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let mut words = stat.rsplit_once(") ")?.1.split(' ').skip(11);
        let mut next = || words.next()?.parse::<f64>().ok();
        Some((next()? + next()?) / TICKS)
    }

    /// Peak memory in MB.
    pub(super) fn memory_mb(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
    }

    /// The value of one of its metrics.
    pub(super) fn figure(&self, name: &str) -> Option<f64> {
        let mut stream = TcpStream::connect(self.metrics).ok()?;
        stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n").ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).ok()?;
        text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?.parse().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
