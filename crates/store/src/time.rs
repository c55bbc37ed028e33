//! Dates for file names and lists, in UTC. Games never see them.

use std::time::{SystemTime, UNIX_EPOCH};
use time::UtcDateTime;

/// Seconds since 1970; 0 if the clock is set earlier.
#[must_use]
pub fn now_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// `2026-11-15 18:04:09` for seconds since 1970, up to the year 9999.
#[must_use]
pub fn date_and_time(seconds: u64) -> String {
    let time = i64::try_from(seconds).ok().and_then(|seconds| UtcDateTime::from_unix_timestamp(seconds).ok());
    let time = time.unwrap_or(UtcDateTime::MAX);
    format!("{} {:02}:{:02}:{:02}", time.date(), time.hour(), time.minute(), time.second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_the_calendar_s() {
        assert_eq!(date_and_time(0), "1970-01-01 00:00:00");
        assert_eq!(date_and_time(951_782_400), "2000-02-29 00:00:00");
        assert_eq!(date_and_time(1_795_111_449), "2026-11-19 18:04:09");
        assert_eq!(date_and_time(4_107_542_399), "2100-02-28 23:59:59");
        assert_eq!(date_and_time(u64::MAX), "9999-12-31 23:59:59");
    }
}
