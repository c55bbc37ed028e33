//! Admission control: limits on connections in total, per address, and over time.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Limits for visitors.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum number of connections.
    pub connections: usize,
    /// Maximum number of connections that have not signed in.
    pub unsigned: usize,
    /// Maximum number of connections per address. An address means a network: /24 for IPv4, /48 for IPv6.
    pub per_address: usize,
    /// Maximum number of connections per address that have not signed in.
    pub unsigned_per_address: usize,
    /// Maximum number of new connections per minute and address.
    pub arrivals_a_minute: u32,
    /// Maximum number of simultaneous games per key.
    pub per_key: usize,
    /// Time limit for signing in: somebody may have to type a passphrase.
    pub sign_in: Duration,
    /// A visit ends after this much time without a key press.
    pub idle: Duration,
    /// Maximum number of commands played at a time; each waits until it is saved.
    pub workers: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 600,
            unsigned: 128,
            per_address: 20,
            unsigned_per_address: 8,
            arrivals_a_minute: 60,
            per_key: 4,
            sign_in: Duration::from_secs(60),
            idle: Duration::from_secs(3600),
            workers: 16,
        }
    }
}

/// With more networks than this, those without a connection in the last minute are forgotten.
const REMEMBERED: usize = 10_000;

/// Counts connections.
#[derive(Debug)]
pub(crate) struct Gate {
    limits: Limits,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    all: Count,
    by_address: HashMap<IpAddr, Address>,
    by_key: HashMap<String, usize>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    open: usize,
    unsigned: usize,
}

#[derive(Debug)]
struct Address {
    count: Count,
    /// Number of connections it may still make.
    left: u32,
    since: Instant,
}

/// An admitted connection; dropping it gives the place back.
#[derive(Debug)]
pub(crate) struct Pass {
    gate: Arc<Gate>,
    network: IpAddr,
    key: Option<String>,
}

impl Gate {
    pub(crate) fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self { limits, counts: Mutex::default() })
    }

    /// Admits a connection, or says in a sentence why not.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr, now: Instant) -> Result<Pass, &'static str> {
        let (limits, network) = (&self.limits, network_of(address));
        let mut counts = self.counts();
        if counts.by_address.len() > REMEMBERED {
            let minute = Duration::from_secs(60);
            counts.by_address.retain(|_, one| one.count.open > 0 || now.duration_since(one.since) < minute);
        }
        let arrivals = limits.arrivals_a_minute.max(1);
        let all = counts.all;
        let one = counts.by_address.entry(network).or_insert_with(|| Address {
            count: Count::default(),
            left: arrivals,
            since: now,
        });
        let every = Duration::from_secs(60) / arrivals;
        let gained = now.saturating_duration_since(one.since).as_millis() / every.as_millis().max(1);
        let gained = u32::try_from(gained).unwrap_or(arrivals).min(arrivals);
        (one.left, one.since) = ((one.left + gained).min(arrivals), one.since + every * gained);
        if one.left == arrivals {
            one.since = now;
        }
        if one.left == 0 {
            return Err("Too many connections from your network in a minute; please wait a little.");
        }
        one.left -= 1;
        if one.count.open >= limits.per_address || one.count.unsigned >= limits.unsigned_per_address {
            return Err("There are too many connections from your network already.");
        }
        if all.open >= limits.connections || all.unsigned >= limits.unsigned {
            return Err("This host is full; please come back later.");
        }
        counts.both(network, |count| {
            count.open += 1;
            count.unsigned += 1;
        });
        drop(counts);
        Ok(Pass { gate: self.clone(), network, key: None })
    }

    /// Number of connections.
    pub(crate) fn open(&self) -> usize {
        self.counts().all.open
    }

    /// Number of connections that have signed in.
    pub(crate) fn signed_in(&self) -> usize {
        let all = self.counts().all;
        all.open - all.unsigned
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counts {
    fn both(&mut self, network: IpAddr, change: impl Fn(&mut Count)) {
        change(&mut self.all);
        if let Some(one) = self.by_address.get_mut(&network) {
            change(&mut one.count);
        }
    }
}

impl Pass {
    /// Signs a connection in with the key it proved to have. Refused with a sentence if the key already plays
    /// in too many places.
    pub(crate) fn sign_in(&mut self, key: &str) -> Result<(), String> {
        let mut counts = self.gate.counts();
        if self.key.is_some() {
            return Ok(());
        }
        counts.both(self.network, |count| count.unsigned -= 1);
        self.key = Some(key.to_owned());
        let places = counts.by_key.entry(key.to_owned()).or_default();
        *places += 1;
        if *places > self.gate.limits.per_key {
            return Err(format!("You play in {} places already: leave one of them first.", *places - 1));
        }
        Ok(())
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut counts = self.gate.counts();
        let unsigned = usize::from(self.key.is_none());
        counts.both(self.network, |count| {
            count.open -= 1;
            count.unsigned -= unsigned;
        });
        if let Some(key) = self.key.take()
            && let Some(places) = counts.by_key.get_mut(&key)
        {
            *places -= 1;
            if *places == 0 {
                counts.by_key.remove(&key);
            }
        }
    }
}

/// The network of an address: whoever has one address of it has many.
fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & 0xffff_ff00)),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 80 << 80)),
    }
}

#[cfg(test)]
#[path = "gate_tests.rs"]
mod tests;
