//! The host's metrics, in the format of Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the latency buckets, in microseconds.
const CLASSES: [u64; 12] =
    [500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 100_000, 250_000, 1_000_000, 5_000_000];

/// A counter.
#[derive(Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self, by: u64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A gauge.
#[derive(Default)]
pub(crate) struct Level(AtomicI64);

impl Level {
    /// Increments the gauge until the returned guard is dropped.
    pub(crate) fn enter(&'static self) -> Inside {
        self.0.fetch_add(1, Ordering::Relaxed);
        Inside(self)
    }

    pub(crate) fn set(&self, value: i64) {
        self.0.store(value, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Decrements its gauge when dropped.
pub(crate) struct Inside(&'static Level);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A histogram of durations.
#[derive(Default)]
pub(crate) struct Times {
    classes: [Count; CLASSES.len()],
    count: Count,
    sum: Count,
}

impl Times {
    pub(crate) fn took(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        if let Some(class) = CLASSES.iter().position(|end| micros <= *end) {
            self.classes[class].add(1);
        }
        self.count.add(1);
        self.sum.add(micros);
    }

    fn write(&self, name: &str, help: &str, out: &mut String) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut total = 0;
        for (end, class) in CLASSES.iter().zip(&self.classes) {
            total += class.get();
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {total}", seconds(*end));
        }
        let count = self.count.get();
        let _ = writeln!(
            out,
            "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {}\n{name}_count {count}",
            seconds(self.sum.get())
        );
    }
}

fn seconds(micros: u64) -> String {
    format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000)
}

/// All metrics. There is one host per process.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Commands that were answered as played.
    pub(crate) commands: Count,
    /// Time from a command's arrival until its answer was handed to the connection, including the commit.
    pub(crate) answers: Times,
    /// Commits of the writer.
    pub(crate) commits: Times,
    /// Commits that failed.
    pub(crate) commit_failures: Count,
    pub(crate) sockets: Level,
    /// Visitors over SSH.
    pub(crate) ssh: Level,
    pub(crate) players: Level,
    pub(crate) watchers: Level,
    pub(crate) rooms: Level,
    /// Games begun.
    pub(crate) games: Count,
    /// Connections, messages and requests refused by a limit.
    pub(crate) limited: Count,
    /// Messages and requests that were malformed.
    pub(crate) misread: Count,
    /// Verified runs, and rejected ones.
    pub(crate) verified: Count,
    pub(crate) rejected: Count,
}

impl Metrics {
    /// The metrics as text for Prometheus.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        self.answers.write(
            "undercroft_answer_seconds",
            "From a command's arrival to its answer, commit included.",
            &mut out,
        );
        self.commits.write("undercroft_commit_seconds", "Commits of the writer.", &mut out);
        let counts = [
            ("commands", "Commands that were played.", &self.commands),
            ("games", "Games that were begun.", &self.games),
            ("commit_failures", "Commits that failed.", &self.commit_failures),
            ("limited", "What a limit has refused.", &self.limited),
            ("misread", "Messages and requests that were not understood.", &self.misread),
            ("verified", "Runs that were verified.", &self.verified),
            ("rejected", "Runs that did not hold.", &self.rejected),
        ];
        for (name, help, count) in counts {
            let _ = writeln!(
                out,
                "# HELP undercroft_{name}_total {help}\n# TYPE undercroft_{name}_total counter\nundercroft_{name}_total {}",
                count.get()
            );
        }
        let levels = [
            ("sockets", "Open connections.", &self.sockets),
            ("ssh", "Visitors over SSH.", &self.ssh),
            ("players", "Players that are connected.", &self.players),
            ("watchers", "Those who only watch.", &self.watchers),
            ("rooms", "Rooms in memory.", &self.rooms),
        ];
        for (name, help, level) in levels {
            let _ = writeln!(
                out,
                "# HELP undercroft_{name} {help}\n# TYPE undercroft_{name} gauge\nundercroft_{name} {}",
                level.get()
            );
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_add_up() {
        let times = Times::default();
        times.took(Duration::from_micros(700));
        times.took(Duration::from_secs(90));
        let mut text = String::new();
        times.write("x", "Help.", &mut text);
        assert!(text.contains("x_bucket{le=\"0.000500\"} 0\n"), "{text}");
        assert!(text.contains("x_bucket{le=\"0.001000\"} 1\n"), "{text}");
        assert!(text.contains("x_bucket{le=\"+Inf\"} 2\nx_sum 90.000700\nx_count 2\n"), "{text}");
    }
}
