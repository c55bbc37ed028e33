//! The words for why a run is not a plain game of one player.
//!
//! Runs record marks as free text (`branched after 40`). Lists and JSON use one word of a fixed set for each.

/// The player had help: a hint, a coach, a command taken back.
pub const ASSISTED: &str = "assisted";
/// A bot or strategies played for the player.
pub const BOT: &str = "bot";
/// It began in the middle of another run, or lines were removed from its end.
pub const BRANCH: &str = "branch";
/// It is a tutorial; also the remark in its header.
pub const LESSON: &str = "lesson";
/// It is a practice game, in which numbers can be set; also the remark in its header.
pub const PRACTICE: &str = "practice";
/// A program played a seat.
pub const PROGRAM: &str = "program";
/// Persons played all seats.
pub const PERSON: &str = "person";
/// Several people played it, each on their own seat.
pub const TOGETHER: &str = "together";
/// It says that it does not count, such as a second try at a challenge.
pub const UNSCORED: &str = "unscored";

/// The order of the words.
const ORDER: [&str; 9] = [ASSISTED, BOT, BRANCH, PROGRAM, LESSON, PRACTICE, PERSON, TOGETHER, UNSCORED];

/// The words for recorded marks and other ones, each once, in a fixed order.
#[must_use]
pub fn mark_words(recorded: &[String], found: &[&'static str]) -> Vec<&'static str> {
    let word = |mark: &String| match mark.split(' ').next().unwrap_or_default() {
        "branch" | "branched" => BRANCH,
        first => ORDER.into_iter().find(|word| *word == first).unwrap_or(UNSCORED),
    };
    let mut words: Vec<&'static str> = recorded.iter().map(word).chain(found.iter().copied()).collect();
    kernel::sort_by_key(&mut words, |word| ORDER.iter().position(|other| other == word));
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_has_one_word() {
        let recorded = |marks: &[&str]| marks.iter().map(|mark| (*mark).to_owned()).collect::<Vec<_>>();
        let marks = recorded(&["branched after 40", "assisted", "second try", "branched after 7", "lesson"]);
        assert_eq!(mark_words(&marks, &[BOT]), ["assisted", "bot", "branch", "lesson", "unscored"]);
        assert_eq!(
            mark_words(&recorded(&["program ./hero.py", "\u{1b}[2J"]), &[PERSON]),
            ["program", "person", "unscored"]
        );
        assert!(mark_words(&[], &[]).is_empty());
    }
}
