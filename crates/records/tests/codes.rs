//! Codes name a game, its options and its seed; a mistyped code is refused.

use kernel::{Kind, Options, Rng, Seed};
use records::challenge::Code;

fn dice(name: &str) -> Rng {
    Rng::stream(&Seed::from_text("codes"), name, &[])
}

fn code(id: &str, seed: &str) -> Code {
    let entry = catalog::find(id).unwrap();
    Code::new(entry, Options::default(), false, seed.to_owned())
}

/// Random options of a game, from all values they take.
fn options(entry: &session::Entry, dice: &mut Rng) -> Options {
    let table = entry.options;
    let mut options = Options::default();
    for spec in table.iter().filter(|_| dice.chance(1, 3, "set")).collect::<Vec<_>>() {
        let number =
            |dice: &mut Rng, low: i64, high: i64| low + (dice.bits("value") % (high - low + 1) as u64) as i64;
        let value = match spec.kind {
            Kind::Switch => ["on", "off"][dice.below(2, "value") as usize].to_owned(),
            Kind::Choice(words) | Kind::Preset { words, .. } => (*dice.pick(words, "value")).to_owned(),
            Kind::Whole(low, high) => number(dice, low, high).to_string(),
            Kind::Decimal(low, high) => {
                let millionths = number(dice, low, high);
                format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
            }
            Kind::Text => ["human", "cmd:./bot 'x y'", "ünï", ""][dice.below(4, "value") as usize].to_owned(),
            Kind::Named(_) => ["human", "Optimal", "random"][dice.below(3, "value") as usize].to_owned(),
        };
        options.set(table, spec.name, &value).unwrap();
    }
    options
}

fn seed(dice: &mut Rng) -> String {
    match dice.below(6, "kind of seed") {
        0 => dice.bits("seed").to_string(),
        1 => dice.below(1000, "seed").to_string(),
        2 => {
            (0..dice.below(9, "length")).map(|_| *dice.pick(&["ba", "zu", "ki", "de"], "syllable")).collect()
        }
        3 => "x".repeat(dice.below(300, "length") as usize),
        4 => (0..dice.below(12, "length"))
            .map(|_| char::from_u32(dice.below(0x2FFF, "letter")).unwrap_or('?'))
            .collect(),
        _ => [
            "",
            "-5",
            "007",
            "00",
            "ünïcödé",
            " 7",
            "7 ",
            "18446744073709551616",
            "bababababababababababababababababababa",
        ][dice.below(9, "seed") as usize]
            .to_owned(),
    }
}

#[test]
fn codes_round_trip() {
    let mut dice = dice("round trip");
    for round in 0..3000 {
        let entry = &catalog::GAMES[round % catalog::GAMES.len()];
        let made = entry.contest.make.is_some() && dice.chance(1, 2, "made");
        let code = Code::new(entry, options(entry, &mut dice), made, seed(&mut dice));
        let text = code.to_string();
        for typed in [
            text.clone(),
            text.to_lowercase(),
            text.replace('-', " "),
            format!("  {}", text.replace('-', "")),
        ] {
            let back = Code::read(catalog::GAMES, &typed).unwrap_or_else(|what| panic!("{typed}: {what}"));
            assert_eq!((back.entry.id, &back.seed, back.made), (entry.id, &code.seed, made), "{typed}");
            assert_eq!(back.options, code.options, "{typed}");
            assert_eq!(back.to_string(), text);
        }
    }
}

#[test]
fn codes_are_short() {
    assert_eq!(code("boo", "7").to_string(), "boo-047D-21");
    assert!(code("boo", "fisovakebu").to_string().len() <= 20);
    assert!(code("chambers", "4294967295").to_string().len() <= 24);
}

#[test]
fn mistyped_codes_are_refused() {
    let letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    for (id, seed) in
        [("boo", "7"), ("chambers", "fisovakebu"), ("cave", "the quick brown fox, twice as long as that")]
    {
        let text = code(id, seed).to_string();
        let start = id.len() + 1;
        for place in (start..text.len()).filter(|&place| &text[place..=place] != "-") {
            for letter in letters.chars() {
                let mut slip = text.clone();
                slip.replace_range(place..=place, &letter.to_string());
                assert!(
                    slip == text || Code::read(catalog::GAMES, &slip).is_err(),
                    "{text} mistyped as {slip}"
                );
            }
        }
        let plain: Vec<char> = text[start..].chars().filter(|c| *c != '-').collect();
        for place in 1..plain.len() {
            let mut swapped = plain.clone();
            swapped.swap(place - 1, place);
            let missing: String =
                plain.iter().enumerate().filter(|(i, _)| *i != place).map(|(_, c)| c).collect();
            let swapped: String = swapped.iter().collect();
            assert!(
                swapped == plain.iter().collect::<String>()
                    || Code::read(catalog::GAMES, &format!("{id}-{swapped}")).is_err()
            );
            // A missing letter is caught by chance only (32,767 in 32,768); these are caught.
            assert!(
                Code::read(catalog::GAMES, &format!("{id}-{missing}")).is_err(),
                "{text} without letter {place}"
            );
        }
    }
}

#[test]
fn invalid_codes_are_refused() {
    let told = |text: &str| Code::read(catalog::GAMES, text).unwrap_err();
    assert_eq!(
        told("hello"),
        "'hello' is not a code: a code begins with the name of its game (cave, chambers, boo, pursuit, dungeon)."
    );
    assert_eq!(told("boo"), "This code is mistyped: its check letters do not match.");
    assert_eq!(told("boo-02U7"), "This code is mistyped: codes cannot contain 'U'.");
    for hostile in
        ["", "-", "boo-\u{0}", "böö-0277", "boo-0277-6B-0277-6B", "cave-0277-6B", &"boo-".repeat(9000)]
    {
        assert!(Code::read(catalog::GAMES, hostile).is_err(), "{hostile:?}");
    }
}

#[test]
fn names_in_codes_have_distinct_hashes() {
    // Codes hold ten bits of a hash of each name, so no two names of one table may share them.
    for entry in catalog::GAMES {
        for spec in entry.options {
            let values: Vec<String> = match spec.kind {
                Kind::Switch => vec!["on".to_owned(), "off".to_owned()],
                Kind::Choice(words) | Kind::Preset { words, .. } => {
                    words.iter().map(|word| (*word).to_owned()).collect()
                }
                Kind::Whole(low, high) => vec![low.to_string(), high.to_string()],
                Kind::Decimal(low, _) => vec![(low / 1_000_000).to_string(), "0.000001".to_owned()],
                Kind::Text | Kind::Named(_) => vec!["human".to_owned(), "optimal".to_owned()],
            };
            for value in values {
                let mut options = Options::default();
                options.set(entry.options, spec.name, &value).unwrap();
                let code = Code::new(entry, options, false, String::new());
                assert_eq!(
                    Code::read(catalog::GAMES, &code.to_string()).unwrap().options,
                    code.options,
                    "{} {value}",
                    spec.name
                );
            }
        }
    }
}

#[test]
fn a_code_cannot_hold_a_level_file() {
    let entry = catalog::find("dungeon").unwrap();
    let level = session::Level { name: "cellar.xml".to_owned(), text: "<Dungeon/>".to_owned() };
    let header = session::Header { level: Some(level), ..session::Header::default() };
    assert_eq!(
        Code::of_header(entry, &header).unwrap_err(),
        "A code cannot hold the level file 'cellar.xml'; share the run itself instead."
    );
}

fn hunted_by(player: &str) -> Options {
    let mut options = Options::default();
    options.set(catalog::find("pursuit").unwrap().options, "monster", player).unwrap();
    options
}

const PERSON: &str = "A program was named for the monster; it is not started, a person plays the monster.";

#[test]
fn a_code_never_names_a_program() {
    let entry = catalog::find("pursuit").unwrap();
    for player in ["cmd:touch /tmp/x", " cmd: ./x", "program"] {
        let code = Code::new(entry, hunted_by(player), false, "7".to_owned());
        assert_eq!((&code.options, code.notes.as_slice()), (&hunted_by("human"), &[PERSON.to_owned()][..]));
        let options =
            hunted_by(player).iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let header = session::Header { seed: "7".to_owned(), options, ..session::Header::default() };
        let same = Code::of_header(entry, &header).unwrap();
        assert_eq!((same.to_string(), same.notes), (code.to_string(), code.notes));
    }
    assert!(Code::new(entry, hunted_by("optimal"), false, "7".to_owned()).notes.is_empty());
}

#[test]
fn a_program_in_a_code_is_dropped() {
    let entry = catalog::find("pursuit").unwrap();
    let made = Code::new(entry, Options::default(), false, "7".to_owned());
    let hostile = Code { options: hunted_by("cmd:touch /tmp/x"), ..made };
    let read = Code::read(catalog::GAMES, &hostile.to_string()).unwrap();
    assert_eq!((&read.options, read.notes.as_slice()), (&hunted_by("human"), &[PERSON.to_owned()][..]));
}
