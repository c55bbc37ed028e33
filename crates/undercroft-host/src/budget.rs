//! Processor-time budgets for verifying uploads, per account or per address without an account.

use crate::limits::Net;
use ledger::AccountId;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum debt.
const AT_ONCE: Duration = Duration::from_secs(60);
/// Time in which that much is paid back.
const BACK_IN: Duration = Duration::from_secs(3600);
/// Number of payers remembered before those without debt are forgotten.
const REMEMBERED: usize = 4096;

/// Who pays for verifying a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Payer {
    Account(AccountId),
    Net(Net),
}

/// The time used by every payer.
#[derive(Default)]
pub(crate) struct Budget(Mutex<HashMap<Payer, (Duration, Instant)>>);

impl Budget {
    /// Whether a payer has budget left.
    pub(crate) fn allows(&self, payer: &Payer) -> bool {
        let used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        used.get(payer).is_none_or(|(used, at)| owed(*used, *at) < AT_ONCE)
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
