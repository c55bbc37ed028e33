//! Every limit of the gate, with a simulated clock.

use super::*;

fn gate(change: impl Fn(&mut Limits)) -> (Arc<Gate>, Instant) {
    let mut limits = Limits { arrivals_a_minute: 1_000, ..Limits::default() };
    change(&mut limits);
    (Gate::new(limits), Instant::now())
}

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn an_address_is_a_whole_network() {
    assert_eq!(network_of(ip("10.1.2.3")), network_of(ip("10.1.2.250")));
    assert_eq!(network_of(ip("10.1.2.3")), network_of(ip("::ffff:10.1.2.9")));
    assert_ne!(network_of(ip("10.1.2.3")), network_of(ip("10.1.3.3")));
    assert_eq!(network_of(ip("2001:db8:1::1")), network_of(ip("2001:db8:1:ffff::9")));
    assert_ne!(network_of(ip("2001:db8:1::1")), network_of(ip("2001:db8:2::1")));
}

#[test]
fn connections_are_counted_by_network_and_given_back() {
    let (gate, now) = gate(|limits| (limits.connections, limits.per_address) = (3, 2));
    let mut first = gate.enter(ip("10.0.0.1"), now).unwrap();
    let second = gate.enter(ip("10.0.0.2"), now).unwrap();
    assert!(gate.enter(ip("10.0.0.3"), now).unwrap_err().contains("your network"));
    let third = gate.enter(ip("10.0.1.1"), now).unwrap();
    assert!(gate.enter(ip("10.0.2.1"), now).unwrap_err().contains("full"));
    first.sign_in("SHA256:a").unwrap();
    assert_eq!((gate.open(), gate.signed_in()), (3, 1));
    drop((first, second));
    assert_eq!((gate.open(), gate.signed_in()), (1, 0));
    assert!(gate.enter(ip("10.0.0.3"), now).is_ok());
    drop(third);
    assert_eq!(gate.open(), 0);
    assert!(gate.counts().by_key.is_empty());
}

#[test]
fn those_who_have_not_signed_in_are_few() {
    let (gate, now) = gate(|limits| (limits.unsigned, limits.unsigned_per_address) = (2, 1));
    let mut first = gate.enter(ip("10.0.0.1"), now).unwrap();
    assert!(gate.enter(ip("10.0.0.2"), now).is_err());
    let _second = gate.enter(ip("10.0.1.1"), now).unwrap();
    assert!(gate.enter(ip("10.0.2.1"), now).is_err());
    first.sign_in("SHA256:a").unwrap();
    assert!(gate.enter(ip("10.0.0.2"), now).is_ok());
}

#[test]
fn arrivals_of_a_network_are_limited_by_the_minute() {
    let (gate, now) = gate(|limits| limits.arrivals_a_minute = 6);
    for _ in 0..6 {
        assert!(gate.enter(ip("10.0.0.1"), now).is_ok());
    }
    assert!(gate.enter(ip("10.0.0.9"), now).unwrap_err().contains("wait"));
    assert!(gate.enter(ip("10.0.9.9"), now).is_ok());
    let later = now + Duration::from_secs(21);
    assert!(gate.enter(ip("10.0.0.1"), later).is_ok());
    assert!(gate.enter(ip("10.0.0.1"), later).is_ok());
    assert!(gate.enter(ip("10.0.0.1"), later).is_err());
}

#[test]
fn a_key_plays_in_few_places() {
    let (gate, now) = gate(|limits| limits.per_key = 2);
    let mut passes: Vec<Pass> =
        (0..3).map(|n| gate.enter(ip(&format!("10.0.{n}.1")), now).unwrap()).collect();
    assert_eq!(passes[0].sign_in("SHA256:a"), Ok(()));
    assert_eq!(passes[1].sign_in("SHA256:a"), Ok(()));
    assert!(passes[2].sign_in("SHA256:a").unwrap_err().contains("2 places"));
    passes.clear();
    assert_eq!(gate.enter(ip("10.0.0.1"), now).unwrap().sign_in("SHA256:a"), Ok(()));
}
