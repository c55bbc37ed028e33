//! How much of the host one address may use: connections, requests, games, uploads. An IPv4 address counts with its /24, an
//! IPv6 address with its /48, because nobody is given less.

use axum::http::HeaderMap;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use ledger::AccountId;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

/// Requests of an address: sustained rate per second, and burst.
const REQUESTS: (u32, u32) = (20, 200);
/// Messages on one websocket: sustained rate per second, and burst.
pub(crate) const MESSAGES: (u32, u32) = (100, 200);
/// Games an account may begin per hour.
const ACCOUNT_GAMES_AN_HOUR: u32 = 240;
/// Uploads of an address per hour.
const UPLOADS_AN_HOUR: u32 = 120;
/// Sign-in attempts of an address per hour: too few for guessing.
const CODES_AN_HOUR: u32 = 20;
/// Connections of one address at a time. Behind a trusted proxy they are all the proxy's and are not counted.
const CONNECTIONS_MAX: u32 = 512;
/// Maximum number of simultaneous websockets of an address.
const SOCKETS_MAX: u32 = 128;
/// Uploads of one address that are read at a time: each holds up to 2 MiB.
const UPLOADS_MAX: u32 = 4;
/// Games of one address that are started, opened or replayed at a time: each takes processor time.
const OPENINGS_MAX: u32 = 4;
/// Number of addresses remembered before those without recent use are forgotten.
const REMEMBERED: usize = 4096;

/// The network of an address, which limits are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Net(IpAddr);

impl Net {
    /// The network of an address.
    pub(crate) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => Self(Ipv4Addr::from_bits(v4.to_bits() & !0xff).into()),
            IpAddr::V6(v6) => Self(Ipv6Addr::from_bits(v6.to_bits() & !0 << 80).into()),
        }
    }
}

/// The address a request comes from. Behind a trusted proxy it is the last one in the proxy's header: those before it were
/// sent by the client, who can write anything.
pub(crate) fn address_of(peer: IpAddr, headers: &HeaderMap, trust_proxy: bool) -> IpAddr {
    let seen = || {
        let header = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        header.rsplit(',').next()?.trim().parse().ok()
    };
    trust_proxy.then(seen).flatten().unwrap_or(peer)
}

/// All limits.
pub(crate) struct Limits {
    requests: DefaultKeyedRateLimiter<Net>,
    games: DefaultKeyedRateLimiter<Net>,
    account_games: DefaultKeyedRateLimiter<AccountId>,
    uploads: DefaultKeyedRateLimiter<Net>,
    codes: DefaultKeyedRateLimiter<Net>,
    pub(crate) connections: Places,
    pub(crate) sockets: Places,
    pub(crate) reading: Places,
    pub(crate) openings: Places,
}

impl Limits {
    /// Creates the limits with this many games per hour for guests.
    pub(crate) fn new(guest_games: u32) -> Self {
        let (average, burst) = REQUESTS;
        let requests = Quota::per_second(many(average)).allow_burst(many(burst));
        Self {
            requests: RateLimiter::keyed(requests),
            games: RateLimiter::keyed(Quota::per_hour(many(guest_games))),
            account_games: RateLimiter::keyed(Quota::per_hour(many(ACCOUNT_GAMES_AN_HOUR))),
            uploads: RateLimiter::keyed(Quota::per_hour(many(UPLOADS_AN_HOUR))),
            codes: RateLimiter::keyed(Quota::per_hour(many(CODES_AN_HOUR))),
            connections: Places::new(CONNECTIONS_MAX),
            sockets: Places::new(SOCKETS_MAX),
            reading: Places::new(UPLOADS_MAX),
            openings: Places::new(OPENINGS_MAX),
        }
    }

    /// Whether an address may make another request.
    pub(crate) fn request(&self, net: Net) -> bool {
        self.requests.check_key(&net).is_ok()
    }

    /// Whether an account, or an address without one, may begin another game.
    pub(crate) fn game(&self, net: Net, account: Option<&AccountId>) -> bool {
        account.map_or_else(|| self.games.check_key(&net).is_ok(), |account| self.may_begin(account))
    }

    /// True when an account may begin another game.
    pub(crate) fn may_begin(&self, account: &AccountId) -> bool {
        self.account_games.check_key(account).is_ok()
    }

    /// Whether an address may upload another run.
    pub(crate) fn upload(&self, net: Net) -> bool {
        self.uploads.check_key(&net).is_ok()
    }

    /// Whether an address may try another sign-in code.
    pub(crate) fn code(&self, net: Net) -> bool {
        self.codes.check_key(&net).is_ok()
    }

    /// Forgets inactive addresses if there are many.
    pub(crate) fn forget(&self) {
        for limiter in [&self.requests, &self.games, &self.uploads, &self.codes] {
            if limiter.len() > REMEMBERED {
                limiter.retain_recent();
            }
        }
        if self.account_games.len() > REMEMBERED {
            self.account_games.retain_recent();
        }
    }
}

/// So many of something an address may have at a time.
pub(crate) struct Places {
    most: u32,
    taken: Arc<Mutex<HashMap<Net, u32>>>,
}

impl Places {
    fn new(most: u32) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// A place for an address, until it is dropped; `None` when the address has none left.
    pub(crate) fn take(&self, net: Net) -> Option<Taken> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let open = taken.entry(net).or_default();
        if *open >= self.most {
            return None;
        }
        *open += 1;
        Some(Taken { net, taken: Arc::clone(&self.taken) })
    }
}

/// One place of an address.
pub(crate) struct Taken {
    net: Net,
    taken: Arc<Mutex<HashMap<Net, u32>>>,
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = taken.get_mut(&self.net) {
            *open -= 1;
            if *open == 0 {
                taken.remove(&self.net);
            }
        }
    }
}

pub(crate) const fn many(number: u32) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(number.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net(address: &str) -> Net {
        Net::of(address.parse().unwrap())
    }

    #[test]
    fn neighbours_count_together() {
        assert_eq!(net("192.0.2.7"), net("192.0.2.200"));
        assert_eq!(net("192.0.2.7"), net("::ffff:192.0.2.9"));
        assert_ne!(net("192.0.2.7"), net("192.0.3.7"));
        assert_eq!(net("2001:db8:7::1"), net("2001:db8:7:ffff::2"));
        assert_ne!(net("2001:db8:7::1"), net("2001:db8:8::1"));
    }

    #[test]
    fn only_a_trusted_proxy_names_the_address() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "198.51.100.1, 203.0.113.9".parse().unwrap());
        let peer = "127.0.0.1".parse().unwrap();
        let address = |headers: &HeaderMap, trusted| address_of(peer, headers, trusted).to_string();
        assert_eq!(address(&headers, false), "127.0.0.1");
        assert_eq!(address(&headers, true), "203.0.113.9");
        headers.append("x-forwarded-for", "192.0.2.5".parse().unwrap());
        assert_eq!(address(&headers, true), "192.0.2.5", "a second header is the proxy's");
        headers.insert("x-forwarded-for", "nonsense".parse().unwrap());
        assert_eq!(address(&headers, true), "127.0.0.1");
    }

    #[test]
    fn games_and_sockets_run_out_for_one_address_only() {
        let limits = Limits::new(3);
        let (one, other) = (net("192.0.2.1"), net("198.51.100.1"));
        assert_eq!((0..5).filter(|_| limits.game(one, None)).count(), 3);
        assert!(limits.game(other, None));
        let sockets: Vec<_> = (0..200).map_while(|_| limits.sockets.take(one)).collect();
        assert_eq!(sockets.len(), SOCKETS_MAX as usize);
        assert!(limits.sockets.take(other).is_some());
        drop(sockets);
        assert!(limits.sockets.take(one).is_some());
    }
}
