//! Charts for terminals: one line of blocks, or columns with a scale. Plain characters where blocks cannot be
//! shown.

const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const PLAIN: [char; 8] = ['_', '.', ':', '-', '=', '+', '*', '#'];

/// How several values that share a column are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gather {
    /// Their mean.
    Mean,
    /// Their minimum.
    Least,
    /// The last one.
    Last,
}

/// Reduces the values to at most `cols`, combining equal shares of them.
#[must_use]
pub fn gather(values: &[i64], cols: usize, how: Gather) -> Vec<i64> {
    if values.len() <= cols || cols == 0 {
        return values.to_vec();
    }
    let part = |col: usize| &values[col * values.len() / cols..(col + 1) * values.len() / cols];
    (0..cols)
        .map(|col| match how {
            Gather::Mean => {
                let sum: i128 = part(col).iter().map(|&value| i128::from(value)).sum();
                (sum / part(col).len() as i128) as i64
            }
            Gather::Least => part(col).iter().copied().min().unwrap_or(0),
            Gather::Last => part(col).last().copied().unwrap_or(0),
        })
        .collect()
}

/// The height of a value in `steps`, at least 1. The scale goes from `low` to `high` and includes 0.
fn height(value: i64, low: i64, high: i64, steps: i64) -> i64 {
    let (span, above) = (i128::from(high) - i128::from(low), i128::from(value) - i128::from(low));
    if span == 0 { steps.min(1) } else { ((above * i128::from(steps) / span) as i64).max(1) }
}

fn range(values: &[i64]) -> (i64, i64) {
    let low = values.iter().copied().min().unwrap_or(0).min(0);
    (low, values.iter().copied().max().unwrap_or(0).max(low))
}

/// One line, one character per value.
#[must_use]
pub fn spark(values: &[i64], unicode: bool) -> String {
    let (low, high) = range(values);
    let glyphs = if unicode { BLOCKS } else { PLAIN };
    values.iter().map(|&value| glyphs[height(value, low, high, 8) as usize - 1]).collect()
}

/// A chart of this many rows, with the ends of the scale at the side.
#[must_use]
pub fn columns(values: &[i64], rows: usize, unicode: bool) -> Vec<String> {
    let (low, high) = range(values);
    let labels = [high.to_string(), low.to_string()];
    let width = labels.iter().map(String::len).max().unwrap_or(0);
    (0..rows)
        .map(|row| {
            let label = match row {
                0 => labels[0].as_str(),
                _ if row + 1 == rows => labels[1].as_str(),
                _ => "",
            };
            let below = 8 * (rows - 1 - row) as i64;
            let bars: String = values
                .iter()
                .map(|&value| match height(value, low, high, 8 * rows as i64) - below {
                    ..=0 => ' ',
                    part if unicode => BLOCKS[part.min(8) as usize - 1],
                    1..=4 => '.',
                    _ => '#',
                })
                .collect();
            let edge = if unicode { '│' } else { '|' };
            format!("{label:>width$} {edge}{}", bars.trim_end())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sparkline_follows_its_values() {
        assert_eq!(spark(&[0, 1, 2, 3, 4, 5, 6, 7, 8], true), "▁▁▂▃▄▅▆▇█");
        assert_eq!(spark(&[0, 1, 2, 3, 4, 5, 6, 7, 8], false), "__.:-=+*#");
        assert_eq!(spark(&[], true), "");
        assert_eq!(spark(&[0, 0], true), "▁▁");
        assert_eq!(spark(&[5], true), "█");
        assert_eq!(spark(&[i64::MIN, 0, i64::MAX], false), "_-#");
    }

    #[test]
    fn column_charts_have_a_scale() {
        assert_eq!(columns(&[1, 8, 4, 16], 2, true), ["16 │   █", " 0 │▁█▄█"]);
        assert_eq!(columns(&[1, 8, 4, 16], 2, false), ["16 |   #", " 0 |.#.#"]);
        assert_eq!(columns(&[-4, 4], 3, false), [" 4 | #", "   | #", "-4 |.#"]);
    }

    #[test]
    fn many_values_share_columns_evenly() {
        let many: Vec<i64> = (0..100).collect();
        assert_eq!(gather(&many, 4, Gather::Mean), [12, 37, 62, 87]);
        assert_eq!(gather(&many, 4, Gather::Least), [0, 25, 50, 75]);
        assert_eq!(gather(&many, 3, Gather::Last), [32, 65, 99]);
        assert_eq!(gather(&[3, 1], 4, Gather::Mean), [3, 1]);
    }
}
