//! Calendar dates in UTC, so that a day is the same one everywhere.

use std::fmt;
use time::{Month, UtcDateTime};

/// A calendar date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(time::Date);

impl Date {
    /// Parses `2026-11-15`; `None` if there is no such day.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return None;
        }
        let number = |from: usize, to: usize| -> Option<u16> {
            let digits = text.get(from..to)?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
        };
        let month = Month::try_from(number(5, 7)? as u8).ok()?;
        time::Date::from_calendar_date(number(0, 4)?.into(), month, number(8, 10)? as u8).ok().map(Self)
    }

    /// Parses a date a person asked for.
    ///
    /// # Errors
    /// A sentence that says how dates are written.
    pub fn asked(text: &str) -> Result<Self, String> {
        Self::parse(text)
            .ok_or_else(|| format!("'{}' is not a date; write it as 2026-11-15.", text.escape_debug()))
    }

    /// The date of a time in seconds since 1970.
    #[must_use]
    pub fn of_seconds(seconds: u64) -> Self {
        let time = i64::try_from(seconds).ok().and_then(|time| UtcDateTime::from_unix_timestamp(time).ok());
        Self(time.map_or(time::Date::MAX, UtcDateTime::date))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_dates_are_parsed_and_others_refused() {
        for good in ["2026-11-15", "2000-02-29", "1970-01-01", "2400-02-29", "0001-12-31"] {
            assert_eq!(Date::parse(good).unwrap().to_string(), good);
        }
        for bad in [
            "",
            "2026-11-31",
            "2026-13-01",
            "2026-00-10",
            "2100-02-29",
            "2026-1-15",
            "2026-11-15 ",
            "+026-11-15",
            "2026-11-0x",
            "2026/11/15",
            "äöü-11-15",
        ] {
            assert_eq!(Date::parse(bad), None, "{bad}");
        }
        assert_eq!(Date::of_seconds(1_795_111_449).to_string(), "2026-11-19");
        assert!(Date::parse("2026-11-15") < Date::parse("2026-12-01"));
        assert_eq!(Date::asked("today").unwrap_err(), "'today' is not a date; write it as 2026-11-15.");
    }
}
