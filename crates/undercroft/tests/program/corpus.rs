//! The corpus: runs of every game, option and edition that must keep their verdicts forever.
//! `UNDERCROFT_REFRESH=1` adds missing runs; it never changes an existing one.

use crate::support::{House, journal, text};

use kernel::{EDITION, Kind, OptionSpec, Options, Rng, Seat, Seed, UNUSED};
use session::{Brief, Input, Level, Run};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Minimum number of runs for each game.
const AT_LEAST: usize = 40;

/// Number of commands in a run that shows one option.
const SHORT: usize = 60;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus"))
}

/// The output of `undercroft verify` for each run when it was added, by its name below the folder.
fn verdicts() -> BTreeMap<String, String> {
    let kept = std::fs::read_to_string(folder().join("verdicts.txt")).unwrap_or_default();
    kept.lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, sentence)| (name.to_owned(), sentence.to_owned()))
        .collect()
}

/// The output of `undercroft verify` for a run.
fn verdict(house: &House, name: &str) -> String {
    let left = house.run(&["verify", &text(&folder().join(name))], b"");
    let folder = format!("{}/", text(&folder()));
    left.out.trim_end().replace(&folder, "")
}

/// A game that belongs in the corpus.
struct Wanted {
    name: String,
    seed: String,
    options: Vec<(String, String)>,
    level: Option<(String, String)>,
    /// Number of commands to play, by the game's bot or at random.
    commands: usize,
    random: bool,
}

impl Wanted {
    fn new(name: impl Into<String>, commands: usize) -> Self {
        let name = name.into();
        Self {
            seed: format!("corpus {name}"),
            name,
            options: Vec::new(),
            level: None,
            commands,
            random: false,
        }
    }

    fn with(mut self, option: &str, value: &str) -> Self {
        self.options.push((option.to_owned(), value.to_owned()));
        self
    }
}

/// The values of an option that deserve a run.
fn values(spec: &OptionSpec) -> Vec<String> {
    match spec.kind {
        Kind::Switch => vec![if spec.default == "on" { "off" } else { "on" }.to_owned()],
        Kind::Choice(words) | Kind::Preset { words, .. } => {
            words.iter().filter(|word| **word != spec.default).map(|word| (*word).to_owned()).collect()
        }
        Kind::Whole(low, high) => [low, high].map(|value| value.to_string()).into(),
        Kind::Decimal(low, high) => {
            [(low * 3 + high) / 4, (low + high) / 2].map(|value| format!("{:.6}", value as f64 / 1e6)).into()
        }
        Kind::Named(_) | Kind::Text => Vec::new(),
    }
}

/// The level files of the repository, by game.
fn levels(game: &str) -> Vec<(String, String)> {
    let places: &[&str] = match game {
        "chambers" => &["game-chambers/lessons", "game-chambers/tests/layouts"],
        "pursuit" => &["game-pursuit/lessons", "game-pursuit/tests/fields"],
        "dungeon" => &["game-dungeon/dungeons", "game-dungeon/lessons"],
        _ => &[],
    };
    let crates = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let files =
        places.iter().filter_map(|place| std::fs::read_dir(crates.join(place)).ok()).flatten().flatten();
    let mut levels: Vec<(String, String)> = files
        .filter(|file| file.path().extension().is_some_and(|end| end == "txt" || end == "xml"))
        .filter_map(|file| {
            Some((file.file_name().into_string().ok()?, std::fs::read_to_string(file.path()).ok()?))
        })
        .collect();
    levels.sort();
    levels
}

/// The games the corpus should have of one game.
fn wanted(entry: &session::Entry) -> Vec<Wanted> {
    let mut all = Vec::new();
    for number in 1..=12 {
        all.push(Wanted::new(format!("bot-{number:02}"), 300));
        all.push(Wanted { random: true, ..Wanted::new(format!("random-{number:02}"), 200) });
    }
    all.push(Wanted::new("long", 3_000));
    for number in 1..=6 {
        all.push(Wanted::new(format!("edition-{number}"), 400).with(EDITION, "undercroft"));
        let random = Wanted { random: true, ..Wanted::new(format!("edition-random-{number}"), 200) };
        all.push(random.with(EDITION, "undercroft"));
    }
    for spec in entry.options.iter().filter(|spec| spec.group != UNUSED && spec.name != EDITION) {
        for value in values(spec) {
            let name = format!("option-{}-{}", spec.name, value.replace(['.', '-'], "_"));
            all.push(Wanted::new(name, SHORT).with(spec.name, &value));
        }
    }
    for (name, level) in levels(entry.about.id) {
        let stem = name.split('.').next().unwrap_or_default().to_owned();
        all.push(Wanted { level: Some((name, level)), ..Wanted::new(format!("level-{stem}"), 200) });
    }
    all
}

/// Plays a wanted game; `None` if its options or level do not fit together.
fn play(entry: &session::Entry, wanted: &Wanted) -> Option<String> {
    let mut options = Options::default();
    for (name, value) in &wanted.options {
        options.set(entry.options, name, value).ok()?;
    }
    let level = wanted.level.clone().map(|(name, text)| Level { name, text });
    let brief = Brief { seed: wanted.seed.clone(), options, level, ..Brief::default() };
    let (mut session, _) = (entry.start)(&brief).ok()?;
    let mut dice = Rng::stream(&Seed::from_text(&wanted.seed), "corpus", &[]);
    let mut tries = 0;
    while session.commands() < wanted.commands && session.outcome().is_none() && tries < 20 * wanted.commands
    {
        tries += 1;
        if wanted.random {
            let choice = dice.below(session.vocabulary().actions as u32, "command") as usize;
            session.play_index(choice);
        } else {
            session.play_advice(&mut dice)?;
        }
    }
    session.checkpoint();
    Some(journal(session))
}

/// Commands of each chapter of a shared cave. Rooms cut later; the format is the same.
const CHAPTER: usize = 80;

/// Two chapters of a cave that two people share, as rooms write them.
fn chapters() -> [(&'static str, Vec<u8>); 2] {
    let cave = catalog::find("cave").expect("a game of the catalogue");
    let brief = Brief { seed: "corpus chapters".to_owned(), ..Brief::default() };
    let (mut session, _) = (cave.start)(&brief).expect("a cave");
    let mut dice = Rng::stream(&Seed::from_text("corpus chapters"), "corpus", &[]);
    for (seat, line) in [(0, "join ann"), (1, "join bob")] {
        session.play(Some(Seat(seat)), Input::Line(line));
    }
    let mut texts = [String::new(), String::new()];
    for number in 0..texts.len() {
        while session.commands() < CHAPTER {
            let seat = Seat(dice.below(2, "seat") as u8);
            let line: &str = dice.pick::<&str>(&["w", "a", "s", "d", "i"], "command");
            session.play(Some(seat), Input::Line(line));
        }
        session.checkpoint();
        session.journal(&mut texts[number]);
        if number == 0 {
            session::turn_page(session.as_mut(), &texts[0], "ann bob".to_owned());
        }
    }
    let [first, second] = texts.map(String::into_bytes);
    [("chapter-1", first), ("chapter-2", second)]
}

/// Damaged variants of the run.
fn damaged(run: &str) -> Vec<(&'static str, Vec<u8>)> {
    let lines: Vec<&str> = run.lines().collect();
    let middle = lines.len() / 2;
    let without = |at: usize| {
        let kept = lines.iter().enumerate().filter(|(number, _)| *number != at).map(|(_, line)| *line);
        kept.flat_map(|line| [line, "\n"]).collect::<String>().into_bytes()
    };
    let changed = |at: usize, line: String| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        lines[at] = line;
        (lines.join("\n") + "\n").into_bytes()
    };
    vec![
        ("damaged-line-missing", without(middle)),
        ("damaged-header-missing", without(0)),
        ("damaged-torn", run.as_bytes()[..run.len() - 3].to_vec()),
        ("damaged-cut", run.as_bytes()[..run.len() / 2].to_vec()),
        ("damaged-seal", changed(middle, format!("{}x", lines[middle]))),
        ("damaged-control", changed(middle, "\u{1b}[2J".to_owned())),
        ("damaged-not-utf8", [run.as_bytes(), b"\xff\xfe\n"].concat()),
        ("damaged-empty", Vec::new()),
    ]
}

/// Adds what is missing if asked to, once for all tests.
fn refresh() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    if std::env::var_os("UNDERCROFT_REFRESH").is_some() {
        ONCE.call_once(add_missing);
    }
}

/// Adds the missing runs with their verdicts.
fn add_missing() {
    let (house, mut kept) = (House::new(), verdicts());
    for entry in catalog::GAMES {
        let game = entry.about.id;
        std::fs::create_dir_all(folder().join(game)).unwrap();
        let mut add = |name: &str, bytes: &dyn Fn() -> Option<Vec<u8>>| {
            let name = format!("{game}/{name}.run");
            if kept.contains_key(&name) {
                return;
            }
            let Some(bytes) = bytes() else { return };
            std::fs::write(folder().join(&name), bytes).unwrap();
            let sentence = verdict(&house, &name);
            kept.insert(name, sentence);
        };
        for wanted in wanted(entry) {
            add(&wanted.name, &|| play(entry, &wanted).map(String::into_bytes));
        }
        if game == "cave" {
            for (name, bytes) in chapters() {
                add(name, &|| Some(bytes.clone()));
            }
        }
        let whole = std::fs::read_to_string(folder().join(game).join("bot-01.run")).unwrap();
        for (name, bytes) in damaged(&whole) {
            add(name, &|| Some(bytes.clone()));
        }
    }
    // Runs that people played are put there by hand.
    for entry in catalog::GAMES {
        for file in std::fs::read_dir(folder().join(entry.about.id)).unwrap().flatten() {
            let name = format!("{}/{}", entry.about.id, file.file_name().to_string_lossy());
            kept.entry(name.clone()).or_insert_with(|| verdict(&house, &name));
        }
    }
    let lines = kept.iter().flat_map(|(name, sentence)| [name.as_str(), "\t", sentence, "\n"]);
    std::fs::write(folder().join("verdicts.txt"), lines.collect::<String>()).unwrap();
}

#[test]
fn every_run_of_the_corpus_has_its_recorded_verdict() {
    refresh();
    let (house, kept) = (House::new(), verdicts());
    let (mut wrong, mut good) = (Vec::new(), 0);
    for (name, before) in &kept {
        let now = verdict(&house, name);
        good += usize::from(now.starts_with("verified: "));
        if now != *before {
            let differs = house.run(&["diff", &text(&folder().join(name))], b"").out;
            wrong.push(format!("{name}\n  was: {before}\n  is:  {now}\n{differs}"));
        }
    }
    assert!(wrong.is_empty(), "verdicts of the corpus moved:\n{}", wrong.join("\n"));
    assert!(good >= AT_LEAST * catalog::GAMES.len(), "{good} runs of the corpus are good");
}

#[test]
fn the_corpus_has_runs_of_every_game_option_and_edition() {
    refresh();
    let kept = verdicts();
    for entry in catalog::GAMES {
        let game = entry.about.id;
        let mut missing: Vec<String> = entry
            .options
            .iter()
            .filter(|spec| spec.group != UNUSED && !spec.kind.is_preset())
            .filter(|spec| !values(spec).is_empty())
            .map(|spec| spec.name.to_owned())
            .collect();
        let (mut runs, mut damaged, mut people) = (0, 0, 0);
        for file in std::fs::read_dir(folder().join(game)).expect("a folder of the game").flatten() {
            let name = format!("{game}/{}", file.file_name().to_string_lossy());
            assert!(kept.contains_key(&name), "{name} has no verdict in corpus/verdicts.txt");
            runs += 1;
            damaged += usize::from(name.contains("damaged-"));
            people += usize::from(name.contains("person-"));
            if let Some(run) = Run::parse(&std::fs::read(file.path()).unwrap()).run {
                missing.retain(|option| !run.header.options.iter().any(|(name, _)| name == option));
            }
        }
        assert!(runs >= AT_LEAST + damaged && damaged >= 8, "{game}: {runs} runs, {damaged} of them damaged");
        assert!(people > 0, "{game}: no run of the corpus was played by a person");
        assert!(missing.is_empty(), "{game}: no run of the corpus sets {}", missing.join(", "));
    }
}
