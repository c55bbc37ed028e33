//! What a game may use of the machine it runs on. The default is for content from others.

use crate::Finding;
use alloc::format;

/// What a game may use of the machine. Decided at every start and opening, never recorded in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Whether a program may be started to play a seat, if the person has named it.
    pub programs: bool,
    /// Whether a level may be read from a path on this machine.
    pub level_paths: bool,
    /// The maximum size of a level text, in bytes.
    pub level_bytes: u32,
    /// The maximum memory of an exact solution, in bytes.
    pub solver_bytes: u64,
}

impl Policy {
    /// For the person at this machine.
    pub const OWNER: Self =
        Self { programs: true, level_paths: true, level_bytes: 64 << 20, solver_bytes: 1 << 30 };

    /// For everybody else: no programs, no paths, small limits.
    pub const DENY: Self =
        Self { programs: false, level_paths: false, level_bytes: 1 << 20, solver_bytes: 64 << 20 };

    /// The error about a level text that is too long. Every `prepare` calls this before it parses the level.
    #[must_use]
    pub fn refuse_level(&self, level: Option<&str>) -> Option<Finding> {
        let bytes = level.map_or(0, str::len);
        (bytes > self.level_bytes as usize).then(|| {
            Finding::error(
                0,
                0,
                format!("The level has {bytes} bytes; at most {} are read here.", self.level_bytes),
            )
        })
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::DENY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_denies() {
        let policy = Policy::default();
        assert!(!policy.programs && !policy.level_paths);
        assert!(policy.level_bytes < Policy::OWNER.level_bytes);
        assert!(policy.solver_bytes < Policy::OWNER.solver_bytes);
    }

    #[test]
    fn a_level_may_have_as_many_bytes_as_the_policy_says() {
        let policy = Policy { level_bytes: 4, ..Policy::default() };
        assert_eq!(policy.refuse_level(None), None);
        assert_eq!(policy.refuse_level(Some("1234")), None);
        let finding = policy.refuse_level(Some("12345")).unwrap();
        assert_eq!(finding.what, "The level has 5 bytes; at most 4 are read here.");
    }
}
