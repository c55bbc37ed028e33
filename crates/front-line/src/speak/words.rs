//! Wording of places, directions, things and numbers: short lines that suit a screen reader.

use helpers::Hearing;
use kernel::{Dir, Outcome, Pos, Sort, Surroundings, Thing, Verdict, Vital, Vitals};

/// `5 east, 2 north`, or `here`.
pub(super) fn offset(east: i64, north: i64) -> String {
    let axis = |cells: i64, plus: &str, minus: &str| match cells {
        0 => None,
        1.. => Some(format!("{cells} {plus}")),
        _ => Some(format!("{} {minus}", cells.unsigned_abs())),
    };
    let parts = [axis(east, "east", "west"), axis(north, "north", "south")];
    let told: Vec<String> = parts.into_iter().flatten().collect();
    if told.is_empty() { "here".to_owned() } else { told.join(", ") }
}

/// The position of a cell relative to the player.
pub(super) fn seen_from(around: &Surroundings, at: Pos) -> String {
    offset(i64::from(at.x - around.hero.x), i64::from(around.hero.y - at.y))
}

/// `stairs: 5 east, 2 north, path 9`. If no path of that length is safe, the length of a safe one is added.
pub(super) fn thing_line(hearing: &Hearing, thing: &Thing) -> String {
    let mut line = format!("{}: {}", thing.name, seen_from(&hearing.around, thing.at));
    match hearing.path(thing.at) {
        None => line.push_str(", no path"),
        Some(steps) => {
            line.push_str(&format!(", path {steps}"));
            // A path to an enemy is never safe, so do not repeat that each time.
            if thing.sort != Sort::Foe {
                match hearing.safe_path(thing.at) {
                    Some(safe) if safe == steps => {}
                    Some(safe) => line.push_str(&format!(", safe path {safe}")),
                    None => line.push_str(", no safe path"),
                }
            }
        }
    }
    line
}

/// `4 east, then 2 north`.
pub(super) fn walk(steps: &[Dir]) -> String {
    let legs = steps.chunk_by(|one, next| one == next);
    let told: Vec<String> =
        legs.map(|leg| format!("{} {}", leg.len(), leg[0].long().to_lowercase())).collect();
    if told.is_empty() { "here".to_owned() } else { told.join(", then ") }
}

/// The things that match a player's words, nearest first. `unexplored` matches the edges of the known area.
pub(super) fn find<'h>(hearing: &'h Hearing, asked: &str) -> Vec<&'h Thing> {
    let words: Vec<String> = asked.split_whitespace().map(str::to_lowercase).collect();
    let fits = |thing: &&Thing| words.iter().all(|word| answers_to(thing, word));
    let edges = if words.iter().any(|word| word == "unexplored") { &hearing.edges[..] } else { &[] };
    let mut found: Vec<&Thing> = hearing.around.things.iter().chain(edges).filter(fits).collect();
    let hero = hearing.around.hero;
    found.sort_by_cached_key(|thing| {
        (hearing.path(thing.at).unwrap_or(u16::MAX), hero.king_distance(thing.at), thing.at.y, thing.at.x)
    });
    found
}

/// Whether a word of its name, or a word for its kind, is the one asked for, in singular or plural.
fn answers_to(thing: &Thing, asked: &str) -> bool {
    let common: &[&str] = match thing.sort {
        Sort::Foe => &["enemy", "enemies", "foe", "hostile"],
        Sort::Friend => &["friend", "neutral"],
        Sort::Prize | Sort::Tool => &["item"],
        Sort::Exit => &["exit"],
    };
    let one = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    let same = |word: &str| word == asked || one(word) == one(asked) || plural(word) == asked;
    common.iter().any(|word| same(word)) || thing.name.to_lowercase().split_whitespace().any(same)
}

/// `2 ghosts, 4 fish, stairs`: what is on the board, nearest kind first.
pub(super) fn summary(hearing: &Hearing) -> String {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for thing in find(hearing, "") {
        match counted.iter_mut().find(|(name, _)| *name == thing.name) {
            Some((_, count)) => *count += 1,
            None => counted.push((&thing.name, 1)),
        }
    }
    let told = counted.iter().map(|(name, count)| match count {
        1 => (*name).to_owned(),
        _ => format!("{count} {}", plural(name)),
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { "Nothing in sight.".to_owned() } else { format!("In sight: {}.", told.join(", ")) }
}

/// The plural of a name; a letter at its end stays there.
pub(super) fn plural(name: &str) -> String {
    if let Some((noun, letter)) = name.rsplit_once(' ').filter(|(_, letter)| letter.chars().count() == 1) {
        return format!("{} {letter}", plural(noun));
    }
    match name {
        "potion of speed" => "potions of speed".to_owned(),
        "dwarf" => "dwarves".to_owned(),
        "elf" => "elves".to_owned(),
        _ if ["fish", "gold", "armor", "armour", "leather", "mail", "plate", "stairs"]
            .iter()
            .any(|same| name.ends_with(same)) =>
        {
            name.to_owned()
        }
        _ => format!("{name}s"),
    }
}

/// The spoken word for a vital.
fn vital_word(name: &str) -> String {
    match name {
        "hp" | "hp_text" => "health".to_owned(),
        "atk" => "attack".to_owned(),
        "def" => "defence".to_owned(),
        other => other.replace('_', " "),
    }
}

/// `Health 100, fish 0, turn 0, floor 1, score 1.`
pub(super) fn vitals_sentence(vitals: &Vitals) -> String {
    // If health has a text of its own, the bare number would be in unknown units.
    let exact = vitals.0.iter().any(|(name, _)| *name == "hp_text");
    let told =
        vitals.0.iter().filter(|(name, _)| !(exact && *name == "hp")).map(|(name, value)| match value {
            Vital::Number(number) => format!("{} {number}", vital_word(name)),
            Vital::Text(text) => format!("{} {text}", vital_word(name)),
        });
    capital(&told.collect::<Vec<_>>().join(", "))
}

/// `Health 88.`: the vitals worth hearing that a command changed.
pub(super) fn changes(before: &Vitals, after: &Vitals) -> Vec<String> {
    const WORTH: [&str; 6] = ["hp", "atk", "def", "gold", "bolts", "floor"];
    let changed = WORTH.into_iter().filter_map(|name| {
        let now = after.number(name)?;
        (before.number(name) != Some(now)).then(|| capital(&format!("{} {now}", vital_word(name))))
    });
    changed.collect()
}

/// `The game is over: you died. Score 3.`
pub(super) fn ending(outcome: &Outcome) -> String {
    let how = match outcome.verdict {
        Verdict::Won => "you won",
        Verdict::Died => "you died",
        Verdict::Quit => "you left",
        Verdict::Caught => "the hero is caught",
        Verdict::Escaped => "the hero escaped",
        Verdict::Ended => return format!("The game is over. Score {}.", outcome.score),
    };
    format!("The game is over: {how}. Score {}.", outcome.score)
}

/// A sentence with an initial capital and a full stop.
pub(super) fn capital(text: &str) -> String {
    ended(&kernel::capital(text))
}

/// Adds a full stop if there is none, so that a reading voice pauses.
pub(super) fn ended(text: &str) -> String {
    let text = text.trim_end();
    let open = text.ends_with(|last: char| last.is_alphanumeric() || [')', '\'', '"'].contains(&last));
    format!("{text}{}", if open { "." } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_told_in_steps_and_directions() {
        assert_eq!(offset(5, 2), "5 east, 2 north");
        assert_eq!(offset(-1, 0), "1 west");
        assert_eq!(offset(0, -3), "3 south");
        assert_eq!(offset(0, 0), "here");
        assert_eq!(walk(&[Dir::E, Dir::E, Dir::NE, Dir::N]), "2 east, then 1 northeast, then 1 north");
        assert_eq!(walk(&[]), "here");
    }

    #[test]
    fn things_match_their_names_in_singular_and_plural() {
        let thing = |name: &'static str, sort| Thing { name: name.into(), sort, at: Pos::default() };
        let dwarf = thing("dwarf W", Sort::Foe);
        for asked in ["dwarf", "dwarves", "w", "enemy", "enemies", "foes"] {
            assert!(answers_to(&dwarf, asked), "{asked}");
        }
        assert!(!answers_to(&dwarf, "elf"));
        let potion = thing("unknown potion", Sort::Tool);
        assert!(
            answers_to(&potion, "potions") && answers_to(&potion, "unknown") && answers_to(&potion, "item")
        );
        let stairs = thing("stairs", Sort::Exit);
        assert!(answers_to(&stairs, "stair") && answers_to(&stairs, "stairs") && answers_to(&stairs, "exit"));
        assert!(answers_to(&thing("fish", Sort::Prize), "fish"));
    }

    #[test]
    fn several_of_a_kind_have_a_plural_name() {
        let all = ["ghost", "fish", "human H", "elf E", "RH potion", "leather armour"].map(plural);
        assert_eq!(all, ["ghosts", "fish", "humans H", "elves E", "RH potions", "leather armour"]);
    }

    #[test]
    fn every_sentence_ends_with_punctuation() {
        assert_eq!(ended("3 Armour Restored"), "3 Armour Restored.");
        assert_eq!(ended("Boo!"), "Boo!");
        assert_eq!(ended("1: Sword 5 (w)"), "1: Sword 5 (w).");
        assert_eq!(capital("health 3"), "Health 3.");
    }
}
