//! The morgue as text.

use super::{Count, GamePage, Morgue};
use crate::chart::spark;
use kernel::Vital;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Width at which lists wrap.
const COLS: usize = 76;

impl Morgue {
    /// The morgue as text; with `unicode`, charts are drawn with blocks.
    #[must_use]
    pub fn to_text(&self, unicode: bool) -> String {
        let mut out = String::new();
        self.head(&mut out);
        for page in &self.games {
            if self.games.len() > 1 {
                let _ = writeln!(out, "\n==== Game {} of {} in this run ====", page.number, self.games.len());
            }
            page.write(unicode, &mut out);
        }
        if self.games.is_empty() {
            out.push_str("\nNothing has been played yet.\n");
        }
        let _ = write!(out, "\nThe run\n  {}\n  {}\n  {}\n", self.run, self.replay, self.verify);
        out
    }

    fn head(&self, out: &mut String) {
        let _ = writeln!(out, "{}\n{}", self.title, "=".repeat(self.title.chars().count()));
        let mut row = |name: &str, value: &str| {
            let _ = writeln!(out, "{name:<10} {value}");
        };
        if let Some(name) = &self.name {
            row("Name", &name.escape_debug().to_string());
        }
        row("Game", &format!("{}, rules {}", self.game, self.rules));
        row("Seed", &format!("{:?} ({})", self.seed, self.seed_kind));
        if let Some(challenge) = &self.challenge {
            row("Challenge", challenge);
        }
        let options: Vec<String> =
            self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        row("Options", if options.is_empty() { "classic".to_owned() } else { options.join(" ") }.as_str());
        if let Some(level) = &self.level {
            row("Level", level);
        }
        let counts = match (&self.differs, self.marks.is_empty()) {
            (Some(what), _) => format!("not verified: differs at {what}; this page ends there"),
            (None, false) => {
                format!("verified, but marked as {}: it does not count for records", self.marks.join(", "))
            }
            (None, true) => "verified".to_owned(),
        };
        row("Verified", &counts);
    }
}

impl GamePage {
    fn write(&self, unicode: bool, out: &mut String) {
        let plural =
            |number: i64, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
        let result = if self.result == "open" { "not ended" } else { &self.result };
        let _ = writeln!(
            out,
            "{:<10} {result}, score {}, {}, {}",
            "Result",
            self.score,
            plural(self.turns, "turn"),
            plural(self.commands as i64, "command")
        );
        if let Some(course) = &self.course {
            let _ = writeln!(
                out,
                "\nHow it went ({} from {} to {})\n  {}",
                course.of,
                course.least,
                course.most,
                spark(&course.values, unicode)
            );
        }
        section(out, "Turning points", !self.turning_points.is_empty());
        for moment in &self.turning_points {
            let _ = writeln!(out, "  turn {:>5}  {}", moment.turn, moment.what);
            if !moment.said.is_empty() {
                let _ = writeln!(out, "              {}", moment.said);
            }
        }
        section(out, "Events", !self.counts.is_empty());
        counts(&self.counts, out);
        section(out, "At the end", !self.vitals.is_empty());
        let vitals: Vec<String> = self
            .vitals
            .iter()
            .filter_map(|(name, value)| match value {
                Vital::Text(text) if text.is_empty() => None,
                Vital::Text(text) => Some(format!("{name} {text}")),
                Vital::Number(number) => Some(format!("{name} {number}")),
            })
            .collect();
        fold("  ", &vitals, out);
        section(out, "Last messages", !self.last_said.is_empty());
        for said in &self.last_said {
            let _ = writeln!(out, "  {said}");
        }
        section(out, "Last screen", !self.screen.is_empty());
        for row in &self.screen {
            let _ = writeln!(out, "{}", format!("  {row}").trim_end());
        }
    }
}

fn section(out: &mut String, title: &str, shown: bool) {
    if shown {
        let _ = writeln!(out, "\n{title}");
    }
}

fn counts(counts: &BTreeMap<String, Count>, out: &mut String) {
    for (kind, count) in counts {
        let head = format!("  {:<14} {:>5}", kind.replace('_', " "), count.times);
        if count.of.is_empty() {
            let _ = writeln!(out, "{head}");
            continue;
        }
        let named: Vec<String> = count.of.iter().map(|(name, times)| format!("{name} {times}")).collect();
        fold(&format!("{head}  "), &named, out);
    }
}

/// A wrapped list; the first line begins with `head`, and the others are indented to match.
fn fold(head: &str, things: &[String], out: &mut String) {
    let mut line = head.to_owned();
    let blank = " ".repeat(head.chars().count());
    for (index, thing) in things.iter().enumerate() {
        let last = index + 1 == things.len();
        if line.trim() != head.trim() && line.chars().count() + thing.chars().count() > COLS {
            let _ = writeln!(out, "{}", line.trim_end());
            line.clone_from(&blank);
        }
        line.push_str(thing);
        line.push_str(if last { "" } else { ", " });
    }
    if !things.is_empty() {
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
