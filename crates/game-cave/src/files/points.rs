//! Health in points, as the files write it.

use crate::content::HEALTH_MOST;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;
use kernel::{Json, JsonValue};
use serde::{Serialize, Serializer};

/// A number of points as JSON writes it, with or without decimals. Rules count in hundredths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points(String);

impl Points {
    /// Reads a number; nothing for any other text.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Self::of_json(&Json::read(text).ok()?)
    }

    pub(super) fn of_json(json: &Json) -> Option<Self> {
        if let JsonValue::Number(number) = &json.value { Some(Self(number.clone())) } else { None }
    }

    /// So many hundredths, with one decimal at least, as the document's files have them.
    pub(crate) fn of(hundredths: u32) -> Self {
        let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        Self(text.strip_suffix('0').unwrap_or(&text).to_owned())
    }

    /// In hundredths, further decimals cut off; nothing for what is no sensible health.
    pub(crate) fn hundredths(&self) -> Option<u32> {
        let (number, exponent) = self.0.split_once(['e', 'E']).unwrap_or((&self.0, "0"));
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        // The point moves by the exponent, among as many noughts as it needs.
        let exponent: i32 = exponent.parse().ok().filter(|shift| (-20..=20).contains(shift))?;
        let digits = format!("{:0>20}{whole}{part:0<22}", "");
        let point = (20 + whole.len() as i32 + exponent) as usize;
        let whole: u32 = digits[..point].parse().ok().filter(|points| *points <= HEALTH_MOST)?;
        let part: u32 = digits[point..point + 2].parse().ok()?;
        Some((whole * 100 + part).min(HEALTH_MOST * 100))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number: json::Number = json::from_str(&self.0).map_err(serde::ser::Error::custom)?;
        number.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_in_hundredths() {
        let read = |text| Points::read(text).and_then(|points: Points| points.hundredths());
        for (text, wanted) in [
            ("30", Some(3000)),
            ("30.0", Some(3000)),
            ("0.05", Some(5)),
            ("12.349", Some(1234)),
            ("1.25e1", Some(1250)),
            ("125E-1", Some(1250)),
            ("2e1", Some(2000)),
            ("1e-9", Some(0)),
            ("0", Some(0)),
            ("-1", None),
            ("-0.0", None),
            ("1e9", None),
            ("1e400", None),
            ("99999999999999999999999", None),
            ("text", None),
            ("\"3\"", None),
        ] {
            assert_eq!(read(text), wanted, "{text}");
        }
    }

    #[test]
    fn hundredths_are_written_with_one_decimal_at_least() {
        for (hundredths, text) in
            [(0, "0.0"), (2500, "25.0"), (2550, "25.5"), (2555, "25.55"), (2505, "25.05")]
        {
            assert_eq!(format!("{}", Points::of(hundredths)), text);
            assert_eq!(Points::of(hundredths).hundredths(), Some(hundredths));
        }
    }
}
