//! The current time and date.

use ledger::Millis;
use records::challenge::Date;
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds per day.
pub(crate) const DAY: Millis = 24 * 60 * 60 * 1000;

/// Milliseconds since 1970.
pub(crate) fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

/// Today's date.
pub(crate) fn date() -> Date {
    Date::of_seconds(u64::try_from(now() / 1000).unwrap_or_default())
}

/// The day of a time, in days since 1970.
pub(crate) const fn day_of(at: Millis) -> i64 {
    at.div_euclid(DAY)
}

/// The start of a day; `None` if there is no such day.
pub(crate) fn begin_of(date: &str) -> Option<Millis> {
    let date = Date::parse(date)?;
    // Searched through the library's calendar: a host only needs days near today.
    let near = day_of(now());
    let day = (near - 4000..near + 4000)
        .find(|day| Date::of_seconds((day * DAY / 1000).cast_unsigned()) == date)?;
    Some(day * DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_begin_at_midnight() {
        let begin = begin_of("2026-11-15").unwrap();
        assert_eq!((begin % DAY, day_of(begin), day_of(begin + DAY - 1)), (0, begin / DAY, begin / DAY));
        assert_eq!(Date::of_seconds((begin / 1000).cast_unsigned()).to_string(), "2026-11-15");
        assert!(begin_of("2026-02-30").is_none() && begin_of("9999-01-01").is_none());
    }
}
