//! Errors, each with one sentence.

use std::fmt;

/// The result of a ledger operation.
pub type Result<T> = std::result::Result<T, LedgerError>;

/// Why an operation failed. Unless stated otherwise, nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerError {
    /// It does not exist.
    Missing,
    /// The id, name or key is already in use.
    Taken,
    /// Somebody else holds it, and their lease has not expired.
    Held,
    /// The game or text was taken over, replaced or removed, or an earlier write to it failed: take it again.
    Fenced,
    /// The game is closed.
    Closed,
    /// This seat has already been answered for this id.
    Repeated,
    /// It would exceed its size limit.
    Full,
    /// Not allowed; the sentence says why.
    Refused(String),
    /// The database cannot be used for this; the sentence says why.
    Unusable(String),
    /// The database failed. The write was committed or lost as a whole; only reading again tells which.
    Failed(String),
}

impl LedgerError {
    pub(crate) fn refused(why: impl Into<String>) -> Self {
        Self::Refused(why.into())
    }
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "There is no such entry.",
            Self::Taken => "That is taken.",
            Self::Held => "It is open elsewhere.",
            Self::Fenced => "It was taken over or changed elsewhere; open it again.",
            Self::Closed => "It is closed.",
            Self::Repeated => "That was answered already.",
            Self::Full => "There is no room left for it.",
            Self::Refused(why) | Self::Unusable(why) => why,
            Self::Failed(why) => return write!(f, "The database failed: {}", kernel::printable(why)),
        })
    }
}

impl std::error::Error for LedgerError {}

impl From<sqlx::Error> for LedgerError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(inner) if inner.is_unique_violation() => Self::Taken,
            sqlx::Error::Database(inner) if inner.is_foreign_key_violation() => Self::Missing,
            sqlx::Error::RowNotFound => Self::Missing,
            _ => Self::Failed(error.to_string()),
        }
    }
}
