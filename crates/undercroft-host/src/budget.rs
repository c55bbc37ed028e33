//! Processor time that one account, or one address without an account, may use: verifying runs, starting and opening games,
//! replaying runs for pages. What players do in a game is limited by the game itself and is not counted.

use crate::limits::Net;
use ledger::AccountId;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much may be used at once.
const AT_ONCE: Duration = Duration::from_secs(60);
/// After how long all of that can be used again.
const BACK_IN: Duration = Duration::from_secs(3600);
/// Number of payers remembered before those without debt are forgotten.
const REMEMBERED: usize = 4096;

/// What somebody is told who has used too much.
pub(crate) const SPENT: &str =
    "You have used the processor time this host gives one visitor; come back in a few minutes.";

/// Whose budget something counts for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Payer {
    Account(AccountId),
    Net(Net),
}

impl Payer {
    /// The account, or the address of somebody without one.
    pub(crate) fn of(account: Option<&AccountId>, net: Net) -> Self {
        account.map_or(Self::Net(net), |account| Self::Account(account.clone()))
    }
}

/// The time used by every payer.
#[derive(Default)]
pub(crate) struct Budget(Mutex<HashMap<Payer, (Duration, Instant)>>);

impl Budget {
    /// Whether a payer has budget left.
    pub(crate) fn allows(&self, payer: &Payer) -> bool {
        !self.left(payer).is_zero()
    }

    /// How much somebody may still use now.
    pub(crate) fn left(&self, payer: &Payer) -> Duration {
        let used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        used.get(payer).map_or(AT_ONCE, |(used, at)| AT_ONCE.saturating_sub(owed(*used, *at)))
    }

    /// Charges a payer for time used.
    pub(crate) fn charge(&self, payer: Payer, took: Duration) {
        let mut used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= REMEMBERED {
            used.retain(|_, (used, at)| !owed(*used, *at).is_zero());
        }
        let entry = used.entry(payer).or_insert((Duration::ZERO, Instant::now()));
        *entry = (owed(entry.0, entry.1) + took, Instant::now());
    }
}

fn owed(used: Duration, at: Instant) -> Duration {
    let ratio = BACK_IN.as_secs() / AT_ONCE.as_secs();
    used.saturating_sub(at.elapsed() / u32::try_from(ratio).unwrap_or(1))
}

/// Processor time of this thread.
#[cfg(unix)]
pub(crate) fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.cast_unsigned(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The clock, where threads have none of their own.
#[cfg(not(unix))]
pub(crate) fn cpu_time() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_used_too_much_waits_and_others_do_not() {
        let budget = Budget::default();
        let one = Payer::Net(Net::of("192.0.2.1".parse().unwrap()));
        let other = Payer::Net(Net::of("198.51.100.1".parse().unwrap()));
        budget.charge(one.clone(), AT_ONCE / 2);
        assert!(budget.allows(&one));
        budget.charge(one.clone(), AT_ONCE);
        assert!(!budget.allows(&one) && budget.allows(&other));
        let long_ago = Instant::now().checked_sub(Duration::from_secs(1800)).unwrap_or_else(Instant::now);
        assert!(owed(AT_ONCE, long_ago) <= AT_ONCE / 2 + Duration::from_secs(1));
    }
}
