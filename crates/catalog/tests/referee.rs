//! Built-in strategies depend only on the position and the seed: the moves recorded for them can be
//! recomputed, and a game that is left at any point continues as it would have.

use game_pursuit::{Diagonals, Field, Player, Shape, Side, sketch};
use kernel::{Options, Rng, Seed};
use session::{Brief, Header, Level, Run, Session, Step};

/// Number of fields; the full number takes a while.
fn fields() -> u64 {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|soak| soak == "full") { 200 } else { 6 }
}

fn pursuit() -> &'static session::Entry {
    catalog::find("pursuit").unwrap()
}

fn brief(seed: &str, level: Option<&str>, set: &[(&str, &str)]) -> Brief {
    let mut options = Options::default();
    set.iter().for_each(|(name, value)| options.set(pursuit().options, name, value).unwrap());
    let level = level.map(|text| Level { name: "field.txt".to_owned(), text: text.to_owned() });
    Brief { seed: seed.to_owned(), options, level, ..Brief::default() }
}

fn start(brief: &Brief) -> Box<dyn Session> {
    (pursuit().start)(brief).unwrap().0
}

/// A random field; the shape depends on the number, some have potions and loops.
fn field(number: u64) -> Option<String> {
    let mut dice = Rng::stream(&Seed::from_text("referee"), "field", &[number as i64]);
    let shape =
        Shape { size: 5 + (number % 4) as u16, potions: (number % 3) as u16, loops: (number % 2) as u16 };
    let field = Field::new(sketch(shape, &mut dice)?, Diagonals::Free).ok()?;
    Some(field.text(field.hero(), field.monster()))
}

/// Plays all seats of people: any legal move, the same in the same position.
fn play_persons(session: &mut dyn Session) {
    while session.outcome().is_none() {
        let dice_seed = Seed::from_text(&session.digest().to_string());
        let mut dice = Rng::stream(&dice_seed, "person", &[]);
        let vitals = session.vitals(session.to_move());
        let legal = vitals.0.iter().find_map(|(name, value)| match value {
            kernel::Vital::Text(words) if *name == "legal" => Some(words.clone()),
            _ => None,
        });
        let words: Vec<String> = legal.unwrap_or_default().split(' ').map(str::to_owned).collect();
        let before = session.commands();
        session.play_line(&words[dice.below(words.len() as u32, "move") as usize]);
        assert!(session.commands() > before);
    }
}

fn text_of(session: &mut dyn Session) -> String {
    let mut text = String::new();
    session.journal(&mut text);
    text
}

/// A run that claims these moves, sealed and with valid pulses, as a careful forger would write it.
fn forged(header: &Header, moves: &[(u8, &str)]) -> Run {
    let mut run = Run::default();
    run.header = header.clone();
    let mut session = pursuit().replay(&run, 0, None, None, &session::Seating::OWNER).unwrap().session;
    for (seat, text) in moves {
        session.replay_step(*seat, text).unwrap();
        let pulse = session.last_step().unwrap().1;
        run.steps.push(Step { seat: *seat, text: (*text).to_owned(), pulse, line: 0 });
    }
    Run::parse(run.to_text().as_bytes()).run.unwrap()
}

#[test]
fn a_game_of_strategies_can_be_recomputed() {
    let mut played = 0;
    for number in 0..fields() {
        let Some(level) = field(number) else { continue };
        for hero in Player::names(Side::Hero) {
            for monster in Player::names(Side::Monster) {
                let set = [("hero", hero), ("monster", monster), ("limit", "40")];
                let mut session = start(&brief(&number.to_string(), Some(&level), &set));
                play_persons(session.as_mut());
                let run = Run::parse(text_of(session.as_mut()).as_bytes()).run.unwrap();
                let replayed =
                    pursuit().replay(&run, usize::MAX, None, None, &session::Seating::OWNER).unwrap();
                assert_eq!(replayed.difference, None, "{hero} against {monster} on\n{level}");
                assert_eq!(replayed.session.digest(), session.digest());
                assert!(pursuit().watch(&run, false, &kernel::Policy::OWNER, &mut |_| true).is_ok());
                played += run.steps.len();
                // Left and opened again at any point, it continues as before.
                for at in [0, 1, 2, run.steps.len() / 2, run.steps.len().saturating_sub(1)] {
                    let mut again = pursuit()
                        .replay(&run.branch(at), usize::MAX, None, None, &session::Seating::OWNER)
                        .unwrap()
                        .session;
                    again.settle();
                    play_persons(again.as_mut());
                    assert_eq!(again.log(), session.log(), "{hero} against {monster}, opened after {at}");
                }
            }
        }
    }
    assert!(played > 1000, "{played} moves prove little");
}

#[test]
fn a_move_a_strategy_did_not_make_is_found() {
    let mut found = 0;
    for number in 0..fields() {
        let Some(level) = field(number) else { continue };
        for (monster, hero) in [("monster", "rogue"), ("optimal", "speedy"), ("random", "optimal")] {
            let set = [("hero", hero), ("monster", monster), ("limit", "20")];
            let mut session = start(&brief("f", Some(&level), &set));
            let run = Run::parse(text_of(session.as_mut()).as_bytes()).run.unwrap();
            let log = session.log();
            let honest: Vec<(u8, &str)> = log.iter().map(|(seat, text)| (*seat, text.as_str())).collect();
            for at in 0..honest.len().min(8) {
                // Staying is always legal; where the strategy plays it anyway, nothing is forged.
                if honest[at].1 == "stay" {
                    continue;
                }
                let mut moves = honest[..at].to_vec();
                moves.push((honest[at].0, "stay"));
                let forged = forged(&run.header, &moves);
                let difference = pursuit()
                    .replay(&forged, usize::MAX, None, None, &session::Seating::OWNER)
                    .unwrap()
                    .difference;
                let difference = difference.expect("it is found");
                let (side, who) = if honest[at].0 == 0 { ("hero", hero) } else { ("monster", monster) };
                assert_eq!(difference.turn, at + 1);
                assert_eq!(
                    difference.what,
                    format!("the {side}'s strategy {who} plays '{}' here, the run has 'stay'", honest[at].1)
                );
                assert!(pursuit().watch(&forged, false, &kernel::Policy::OWNER, &mut |_| true).is_err());
                found += 1;
            }
        }
    }
    assert!(found > 20, "{found} forgeries prove little");
}

#[test]
fn an_optimal_monster_that_never_moves_does_not_verify() {
    let header = start(&brief("1", None, &[("monster", "optimal"), ("limit", "1000")])).header().clone();
    let moves: Vec<(u8, &str)> = (0..1000).flat_map(|_| [(1, "stay"), (0, "stay")]).collect();
    let run = forged(&header, &moves);
    let difference =
        pursuit().replay(&run, usize::MAX, None, None, &session::Seating::OWNER).unwrap().difference.unwrap();
    assert_eq!(difference.turn, 1);
    assert!(difference.what.starts_with("the monster's strategy optimal plays '"), "{}", difference.what);
}

#[test]
fn persons_and_programs_may_play_anything_legal() {
    for set in
        [&[("hero", "human"), ("monster", "human")], &[("hero", "human"), ("monster", "cmd:no such program")]]
    {
        let mut run = Run::default();
        run.header = Header {
            game: "pursuit".to_owned(),
            rules: pursuit().rules,
            options: set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            ..Header::default()
        };
        let run = forged(&run.header, &[(1, "stay"), (0, "stay"), (1, "stay")]);
        assert_eq!(
            pursuit().replay(&run, usize::MAX, None, None, &session::Seating::OWNER).unwrap().difference,
            None
        );
    }
}

#[test]
fn a_run_of_rules_one_is_played_unless_chance_moved_in_it() {
    for (monster, plays) in [("monster", true), ("optimal", true), ("random", false)] {
        let set = [("hero", "rogue"), ("monster", monster)];
        let mut session = start(&brief("1", None, &set));
        let mut run = Run::parse(text_of(session.as_mut()).as_bytes()).run.unwrap();
        run.header.rules = 1;
        match pursuit().replay(&run, usize::MAX, None, None, &session::Seating::OWNER) {
            Ok(replayed) => assert_eq!((plays, replayed.difference), (true, None)),
            Err(difference) => {
                assert!(!plays);
                assert_eq!(
                    difference.what,
                    "the run was played by rules 1 of pursuit, this program plays rules 2"
                );
            }
        }
    }
}

#[test]
fn optimal_is_refused_where_it_cannot_play() {
    // 24 potions in one large room: a table of all positions would be too large.
    let mut rows = vec![vec!['.'; 20]; 20];
    (0..24).for_each(|number| rows[2 + number / 12][number % 12] = 's');
    (rows[0][0], rows[19][19]) = ('@', 'M');
    let row = |row: &Vec<char>| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    let level = format!("20\n{}\n", rows.iter().map(row).collect::<Vec<_>>().join("\n"));
    let findings = (pursuit().start)(&brief("1", Some(&level), &[("monster", "optimal")])).err().unwrap();
    assert!(findings[0].what.starts_with("The strategy optimal cannot play here: "), "{findings:?}");
    assert!((pursuit().start)(&brief("1", Some(&level), &[])).is_ok());
}

#[test]
fn marks_follow_from_the_header_whatever_the_run_records() {
    let marks = |set: &[(&str, &str)]| {
        let options = set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        session::marks(
            catalog::GAMES,
            &Header { game: "pursuit".to_owned(), options, ..Header::default() },
            &[],
        )
    };
    assert!(marks(&[]).is_empty() && marks(&[("monster", "optimal")]).is_empty());
    assert!(marks(&[("hero", "rogue"), ("monster", "human")]).is_empty());
    assert_eq!(marks(&[("hero", "optimal")]), ["bot"]);
    assert_eq!(marks(&[("hero", "Rouge"), ("monster", "random")]), ["bot"]);
    assert_eq!(marks(&[("monster", "human")]), ["person"]);
    assert_eq!(marks(&[("monster", "cmd:./hunter")]), ["program"]);
    assert_eq!(marks(&[("hero", "cmd:./runner")]), ["bot", "program"]);
    let lesson = Header { about: vec![("lesson".to_owned(), "1".to_owned())], ..Header::default() };
    assert_eq!(
        session::marks(catalog::GAMES, &lesson, &["branched after 3".to_owned()]),
        ["branch", "lesson"]
    );
}
