//! Limits per address: requests, games, sockets, uploads. An IPv4 address counts as its /24 and an IPv6
//! address as its /48, because nobody is given less.

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
/// Maximum number of simultaneous websockets of an address.
const SOCKETS_MAX: u32 = 128;
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

    /// Its first address, for comparison with blocked networks.
    pub(crate) const fn address(self) -> IpAddr {
        self.0
    }

    /// The network of a request. Behind a trusted proxy it is the address the proxy has seen, the last one in
    /// its header.
    pub(crate) fn of_request(peer: IpAddr, headers: &HeaderMap, trust_proxy: bool) -> Self {
        let seen = || {
            let header = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            header.rsplit(',').next()?.trim().parse().ok()
        };
        Self::of(trust_proxy.then(seen).flatten().unwrap_or(peer))
    }
}

/// All limits.
pub(crate) struct Limits {
    requests: DefaultKeyedRateLimiter<Net>,
    games: DefaultKeyedRateLimiter<Net>,
    account_games: DefaultKeyedRateLimiter<AccountId>,
    uploads: DefaultKeyedRateLimiter<Net>,
    codes: DefaultKeyedRateLimiter<Net>,
    sockets: Arc<Mutex<HashMap<Net, u32>>>,
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
            sockets: Arc::default(),
        }
    }

    /// Whether an address may make another request.
    pub(crate) fn request(&self, net: Net) -> bool {
        self.requests.check_key(&net).is_ok()
    }

    /// Whether an account, or an address without one, may begin another game.
    pub(crate) fn game(&self, net: Net, account: Option<&AccountId>) -> bool {
        match account {
            Some(account) => self.account_games.check_key(account).is_ok(),
            None => self.games.check_key(&net).is_ok(),
        }
    }

    /// Whether an address may upload another run.
    pub(crate) fn upload(&self, net: Net) -> bool {
        self.uploads.check_key(&net).is_ok()
    }

    /// Whether an address may try another sign-in code.
    pub(crate) fn code(&self, net: Net) -> bool {
        self.codes.check_key(&net).is_ok()
    }

    /// Counts a websocket of an address until dropped; `None` if it has too many.
    pub(crate) fn socket(&self, net: Net) -> Option<Socket> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let open = sockets.entry(net).or_default();
        if *open >= SOCKETS_MAX {
            return None;
        }
        *open += 1;
        Some(Socket { net, sockets: Arc::clone(&self.sockets) })
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

/// A counted websocket.
pub(crate) struct Socket {
    net: Net,
    sockets: Arc<Mutex<HashMap<Net, u32>>>,
}

impl Drop for Socket {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = sockets.get_mut(&self.net) {
            *open -= 1;
            if *open == 0 {
                sockets.remove(&self.net);
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
        assert_eq!(Net::of_request(peer, &headers, false), net("127.0.0.1"));
        assert_eq!(Net::of_request(peer, &headers, true), net("203.0.113.1"));
        headers.insert("x-forwarded-for", "nonsense".parse().unwrap());
        assert_eq!(Net::of_request(peer, &headers, true), net("127.0.0.1"));
    }

    #[test]
    fn games_and_sockets_run_out_for_one_address_only() {
        let limits = Limits::new(3);
        let (one, other) = (net("192.0.2.1"), net("198.51.100.1"));
        assert_eq!((0..5).filter(|_| limits.game(one, None)).count(), 3);
        assert!(limits.game(other, None));
        let sockets: Vec<_> = (0..200).map_while(|_| limits.socket(one)).collect();
        assert_eq!(sockets.len(), SOCKETS_MAX as usize);
        assert!(limits.socket(other).is_some());
        drop(sockets);
        assert!(limits.socket(one).is_some());
    }
}
