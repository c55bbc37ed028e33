//! Daily games and the pentathlon: the same for everybody, one scored try a day, nothing lost.

use keeper::Home;
use records::challenge::{Begun, Challenge, Date, History, Kind, Standings, TryState, begin};
use std::fs;
use std::path::PathBuf;

struct House {
    folder: tempfile::TempDir,
}

impl House {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn home(&self) -> Home {
        Home::at(self.folder.path(), catalog::GAMES)
    }

    fn history_file(&self) -> PathBuf {
        self.folder.path().join("challenges.txt")
    }

    fn begin(&self, challenge: &Challenge, today: &str, again: bool) -> Begun {
        begin(&self.home(), challenge, date(today), again).unwrap()
    }

    fn table(&self, kind: Kind, day: &str) -> Standings {
        Standings::of(&self.home(), kind, date(day)).unwrap()
    }

    /// The state of the only try of a day.
    fn state(&self, challenge: &Challenge) -> TryState {
        let table = self.table(challenge.kind, &challenge.date.to_string());
        table.rows.into_iter().find(|(row, _)| row.entry.id == challenge.entry.id).unwrap().1
    }
}

fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

fn daily(game: &str, day: &str) -> Challenge {
    Challenge {
        kind: Kind::Daily,
        entry: catalog::find(game).unwrap(),
        date: date(day),
        games: catalog::GAMES,
    }
}

/// Plays lines and closes the game.
fn play(mut begun: Begun, lines: &[&str]) -> PathBuf {
    for line in lines {
        begun.opened.session.play_line(line);
    }
    let path = begun.opened.path().unwrap().to_owned();
    begun.opened.close().unwrap();
    path
}

/// Lets the bot play until the game ends or has this many commands.
fn play_out(begun: &mut Begun, commands: usize) {
    let mut dice = kernel::Rng::stream(&kernel::Seed::from_text("trial"), "bot", &[]);
    while begun.opened.session.outcome().is_none() && begun.opened.session.commands() < commands {
        if begun.opened.session.play_advice(&mut dice).is_none() {
            break;
        }
    }
}

const DAY: &str = "2026-11-15";

#[test]
fn the_pentathlon_of_a_day_is_the_same_everywhere() {
    // Everybody gets these games in the pentathlon of this day. A code changes only with the rules of its
    // game.
    let codes: Vec<String> = catalog::GAMES
        .iter()
        .map(|entry| {
            Challenge { kind: Kind::Pentathlon, entry, date: date(DAY), games: catalog::GAMES }
                .code()
                .to_string()
        })
        .collect();
    assert_eq!(
        codes,
        [
            "cave-04DH-VW51-S9GC-5",
            "chambers-02Y1-QR0A-1663-T",
            "boo-0492-6BCY-1FM8-K",
            "pursuit-C44S-4EDX-R78T-BDC5-P0XR-P5VE-NZFM-RAMH-8",
            "dungeon-82SS-JNDH-SD3R-H",
        ]
    );
    // The starting states are the same, too: their digests.
    let digests: Vec<String> = codes
        .iter()
        .map(|code| {
            let code = records::challenge::Code::read(catalog::GAMES, code).unwrap();
            let (session, _) = (code.entry.start)(&code.to_brief().unwrap()).unwrap();
            format!("{:016x}", session.digest())
        })
        .collect();
    assert_eq!(digests, GOLDEN);
}

const GOLDEN: [&str; 5] =
    ["6a06589fb279842a", "969c9850faf34d5f", "7bea29ed72d3b230", "cc72eed62b3bf843", "e226f2937597f6c4"];

#[test]
fn every_challenge_has_its_own_seeds() {
    let mut seeds = Vec::new();
    for day in ["2026-11-15", "2026-11-16", "2027-11-15"] {
        for kind in [Kind::Daily, Kind::Pentathlon] {
            for entry in catalog::GAMES {
                let challenge = Challenge { kind, entry, date: date(day), games: catalog::GAMES };
                seeds.push(challenge.seed());
                // The rules of the challenge are set as options of the game.
                assert_eq!(
                    challenge.code().options.iter().count(),
                    entry.contest.rules.len(),
                    "{}",
                    entry.id
                );
                assert_eq!(challenge.code().made, entry.level.is_some() && entry.contest.make.is_some());
            }
        }
    }
    let count = seeds.len();
    seeds.sort();
    seeds.dedup();
    assert_eq!(seeds.len(), count);
}

#[test]
fn the_first_try_of_a_day_counts_and_the_second_is_marked() {
    let house = House::new();
    let challenge = daily("boo", DAY);
    let mut first = house.begin(&challenge, DAY, false);
    assert!(first.scored, "{:?}", first.notes);
    assert_eq!(
        first.opened.session.header().about,
        [("challenge".to_owned(), "daily boo 2026-11-15".to_owned())]
    );
    play_out(&mut first, 20_000);
    let path = play(first, &[]);
    let TryState::Ended { result, score, points } = house.state(&challenge) else { panic!("it has ended") };
    assert_eq!(result, "died");
    assert_eq!(points, challenge.entry.contest.points(&session::Header::default(), "died", score, 0));

    let second = house.begin(&challenge, DAY, false);
    assert!(!second.scored);
    assert_eq!(
        second.notes,
        [format!(
            "The scored try of the daily boo 2026-11-15 is over (died, score {score}, {points} points): this one is not scored."
        )]
    );
    let second = play(second, &["w", "a"]);
    assert!(house.home().save(&path).unwrap().marks.is_empty());
    assert_eq!(house.home().save(&second).unwrap().marks, ["unscored"]);
    assert!(fs::read_to_string(&second).unwrap().contains("mark second try "));
    // The second try does not affect the first.
    assert_eq!(house.state(&challenge), TryState::Ended { result, score, points });
    // The next day has its own try.
    assert!(house.begin(&daily("boo", "2026-11-16"), "2026-11-16", false).scored);
}

#[test]
fn a_scored_try_can_be_left_and_continued() {
    let house = House::new();
    let challenge = daily("boo", DAY);
    play(house.begin(&challenge, DAY, false), &["w", "a", "s"]);
    assert_eq!(house.state(&challenge), TryState::Open { score: 1, points: 0 });
    // It stays the same try on the next day.
    for today in [DAY, "2026-11-16"] {
        let begun = house.begin(&challenge, today, false);
        assert!(begun.scored);
        assert!(begun.opened.session.commands() >= 3);
        assert_eq!(begun.notes, ["This continues the scored try of the daily boo 2026-11-15."]);
        play(begun, &["d"]);
    }
    // A second try can be asked for, but does not count.
    let again = house.begin(&challenge, DAY, true);
    assert!(!again.scored && again.opened.session.commands() == 0);
    assert_eq!(History::read(&house.home()).unwrap().tries.len(), 1);
}

#[test]
fn a_try_open_in_another_process_is_refused() {
    let house = House::new();
    let challenge = daily("boo", DAY);
    let first = house.begin(&challenge, DAY, false);
    let Err(what) = begin(&house.home(), &challenge, date(DAY), false) else {
        panic!("it is open elsewhere")
    };
    assert!(what.ends_with("it is open in another process"), "{what}");
    drop(first);
}

#[test]
fn two_programs_cannot_both_begin_the_scored_try() {
    for _ in 0..5 {
        let house = House::new();
        let scored: usize = std::thread::scope(|scope| {
            let tries: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| begin(&house.home(), &daily("boo", DAY), date(DAY), true).unwrap().scored)
                })
                .collect();
            tries.into_iter().map(|one| usize::from(one.join().unwrap())).sum()
        });
        assert_eq!(scored, 1);
        assert_eq!(History::read(&house.home()).unwrap().tries.len(), 1);
    }
}

#[test]
fn another_day_is_played_without_a_score() {
    let house = House::new();
    let begun = house.begin(&daily("boo", "2026-11-10"), DAY, false);
    assert!(!begun.scored);
    assert_eq!(
        begun.notes,
        ["This is the daily boo 2026-11-10, but today is 2026-11-15: this try is not scored."]
    );
    let path = play(begun, &["w"]);
    assert!(fs::read_to_string(path).unwrap().contains("mark another day "));
    // Today's try is still available.
    assert!(house.begin(&daily("boo", DAY), DAY, false).scored);
}

#[test]
fn while_the_clock_is_set_back_nothing_is_scored_and_nothing_is_lost() {
    let house = House::new();
    play(house.begin(&daily("boo", DAY), DAY, false), &["w"]);
    let before = fs::read_to_string(house.history_file()).unwrap();
    let begun = house.begin(&daily("boo", "2026-11-14"), "2026-11-14", false);
    assert!(!begun.scored);
    assert_eq!(
        begun.notes,
        [format!(
            "The clock says 2026-11-14, but line 2 of {} has a try of 2026-11-15. No try is scored until the clock has passed that day.",
            house.history_file().display()
        )]
    );
    let path = play(begun, &["w"]);
    assert!(fs::read_to_string(path).unwrap().contains("mark clock set back "));
    assert_eq!(fs::read_to_string(house.history_file()).unwrap(), before);
    assert_eq!(house.state(&daily("boo", DAY)), TryState::Open { score: 1, points: 0 });
}

#[test]
fn bad_history_lines_are_reported_kept_and_ignored() {
    let house = House::new();
    let challenge = daily("boo", DAY);
    let path = play(house.begin(&challenge, DAY, false), &["w"]);
    let good = fs::read_to_string(house.history_file()).unwrap();
    let broken = format!(
        "nonsense\n{good}2026-11-15 daily boo begun twice.run\n2026-11-31 daily boo begun x\n\u{0}\u{0}\n2026-11-15 weekly boo begun x\n\
         2026-11-15 daily cave ended won score x points 1\n2026-11-15 daily boo beg"
    );
    fs::write(house.history_file(), &broken).unwrap();
    let history = History::read(&house.home()).unwrap();
    let file = house.history_file();
    let line = |number: usize| format!("{}:{number}: this line is not a try; it is ignored.", file.display());
    assert_eq!(
        history.notes,
        [
            line(1),
            line(4),
            line(5),
            format!("{}: 4 more lines are not tries; they are ignored.", file.display())
        ]
    );
    assert_eq!(history.tries.len(), 1);
    assert_eq!(house.home().file(&history.tries[0].run), path);
    // The next entry starts on a line of its own, and the old ones are still there.
    let begun = house.begin(&daily("cave", DAY), DAY, false);
    assert!(begun.scored);
    assert_eq!(begun.notes[0], line(1));
    let now = fs::read_to_string(house.history_file()).unwrap();
    assert!(now.starts_with(&format!("{broken}\n2026-11-15 daily cave begun ")), "{now}");
    assert_eq!(History::read(&house.home()).unwrap().tries.len(), 2);
    // Bytes that are not UTF-8 do not lose the rest.
    let mut bytes = vec![0xFF, 0xFE, b'\n'];
    bytes.extend(now.as_bytes());
    fs::write(house.history_file(), &bytes).unwrap();
    assert_eq!(History::read(&house.home()).unwrap().tries.len(), 2);
}

#[test]
fn an_unreadable_history_is_one_error() {
    let house = House::new();
    fs::create_dir(house.history_file()).unwrap();
    let Err(what) = begin(&house.home(), &daily("boo", DAY), date(DAY), false) else {
        panic!("it is a folder")
    };
    assert!(what.contains("challenges.txt: "), "{what}");
    assert_eq!(fs::read_dir(house.folder.path()).unwrap().count(), 1, "no run was begun");
}

#[test]
fn a_try_whose_run_is_gone_or_changed_does_not_count() {
    let house = House::new();
    let challenge = daily("boo", DAY);
    let path = play(house.begin(&challenge, DAY, false), &["w", "a", "w"]);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\nw ", "\ns ", 1)).unwrap();
    let TryState::Void(why) = house.state(&challenge) else { panic!("it was changed") };
    assert!(why.starts_with("its run is damaged at line "), "{why}");
    fs::remove_file(&path).unwrap();
    let TryState::Void(why) = house.state(&challenge) else { panic!("it is gone") };
    assert!(why.ends_with("cannot be read"), "{why}");
    let second = house.begin(&challenge, DAY, false);
    assert!(!second.scored && second.notes[0].contains("does not count"), "{:?}", second.notes);
}

#[test]
fn an_assisted_try_does_not_count() {
    let house = House::new();
    let challenge = daily("boo", DAY);
    let mut begun = house.begin(&challenge, DAY, false);
    begun.opened.session.mark("assisted");
    play(begun, &["w"]);
    assert_eq!(house.state(&challenge), TryState::Void("its run is marked as assisted".to_owned()));
}

#[test]
fn in_chambers_only_the_first_game_of_a_run_counts() {
    let house = House::new();
    let challenge = daily("chambers", DAY);
    let mut begun = house.begin(&challenge, DAY, false);
    play_out(&mut begun, 300);
    assert!(begun.opened.session.outcome().is_none(), "the day was chosen so");
    let score = begun.opened.session.vitals(begun.opened.session.to_move()).number("score").unwrap();
    assert!(score > 0);
    // A restart in the middle ends the try as it stands; a second game in the same run changes nothing.
    play(begun, &["r", "s", "no", "no"]);
    let TryState::Ended { result, score: counted, .. } = house.state(&challenge) else { panic!("given up") };
    assert_eq!((result.as_str(), counted), ("quit", score));
}

#[test]
fn in_the_cave_only_the_first_commands_count() {
    let house = House::new();
    let challenge = daily("cave", DAY);
    let counted = challenge.entry.contest.commands.unwrap();
    let mut begun = house.begin(&challenge, DAY, false);
    play_out(&mut begun, counted - 1);
    begun.opened.keep().unwrap();
    assert!(matches!(house.state(&challenge), TryState::Open { .. }));
    play_out(&mut begun, counted);
    let score = begun.opened.session.vitals(begun.opened.session.to_move()).number("score").unwrap();
    play_out(&mut begun, 4 * counted);
    play(begun, &[]);
    let TryState::Ended { result, score: found, .. } = house.state(&challenge) else { panic!("it is over") };
    assert_eq!((result.as_str(), found), ("counted", score));
}

#[test]
fn a_pentathlon_adds_up_and_its_results_are_recorded() {
    let house = House::new();
    for place in 1..=catalog::GAMES.len() {
        let next = house.table(Kind::Pentathlon, DAY).next().unwrap();
        assert_eq!(next.name(), format!("pentathlon {DAY} {place}/5"));
        let mut begun = house.begin(&next, DAY, false);
        assert!(begun.scored);
        play_out(&mut begun, 3000);
        play(begun, &["q"]);
        let state = house.state(&next);
        assert!(state.is_over(), "{}: {state}", next.entry.id);
        assert!(state.points() > 0 && state.points() <= 1000, "{}: {state}", next.entry.id);
    }
    let table = house.table(Kind::Pentathlon, DAY);
    assert!(table.next().is_none());
    let history = History::read(&house.home()).unwrap();
    let written: u32 = history.tries.iter().map(|entered| entered.ended.as_ref().unwrap().2).sum();
    assert_eq!(table.total(), written);
    // Recorded results stay, even if the runs are deleted.
    fs::remove_dir_all(house.folder.path().join("runs")).unwrap();
    assert_eq!(house.table(Kind::Pentathlon, DAY).total(), written);
    assert_eq!(house.table(Kind::Daily, DAY).total(), 0);
}

/// The run file named by the history must be the game of the day, played by the player.
#[test]
fn a_run_of_another_game_does_not_count_for_the_try() {
    let not_of = |name: &str| TryState::Void(format!("its run does not belong to the {name}"));
    let house = House::new();
    let challenge = daily("boo", DAY);
    let path = play(house.begin(&challenge, DAY, false), &["w", "a"]);
    assert!(matches!(house.state(&challenge), TryState::Open { .. }));
    let entry = challenge.entry;
    for (seed, set) in [("easy", None), (challenge.seed().as_str(), Some(("side", "8")))] {
        let mut options = kernel::Options::default();
        set.iter().for_each(|(name, value)| options.set(entry.options, name, value).unwrap());
        let brief = session::Brief { seed: seed.to_owned(), options, ..session::Brief::default() };
        let mut session = (entry.start)(&brief).unwrap().0;
        let mut text = String::new();
        session.journal(&mut text);
        fs::write(&path, text).unwrap();
        assert_eq!(house.state(&challenge), not_of(&challenge.name()));
    }
}

#[test]
fn a_pursuit_played_by_a_strategy_does_not_count() {
    let house = House::new();
    let challenge = daily("pursuit", DAY);
    let path = play(house.begin(&challenge, DAY, false), &["stay"]);
    let run = keeper::read_run(&path).unwrap().0;
    let mut options = run.header.to_options(challenge.entry.options).unwrap();
    options.set(challenge.entry.options, "hero", "optimal").unwrap();
    let (seed, level) = (run.header.seed.clone(), run.header.level.clone());
    let brief = session::Brief { seed, options, level, ..session::Brief::default() };
    let mut session = (challenge.entry.start)(&brief).unwrap().0;
    let mut text = String::new();
    session.journal(&mut text);
    fs::write(&path, text).unwrap();
    assert_eq!(house.state(&challenge), TryState::Void("its run is marked as bot".to_owned()));
}
