//! A sixth game costs one crate and one line of the catalogue. The crate is `game-corridor`, which holds rules and nothing
//! else; the line is the one in [`games`]. Everything that takes the list of games is given the longer one here.

use app::{App, Context, Environment, Input, Start};
use console::{Depth, GlyphSet, Key, Theme};
use game_corridor::Corridor;
use keeper::Home;
use kernel::Policy;
use ratatui_core::{buffer::Buffer, layout::Rect};
use records::challenge::{Challenge, Code, Date, Kind, Standings, TryState, begin, link_of, run_of};
use records::{Book, Wanted, feats_page};
use session::batch::Plan;
use session::{Brief, Entry, Run, SEED_KIND, Seating};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The catalogue with one line more.
fn games() -> &'static [Entry] {
    static SIX: OnceLock<Vec<Entry>> = OnceLock::new();
    SIX.get_or_init(|| [catalog::GAMES, &[Entry::of::<Corridor>(None)]].concat())
}

fn corridor() -> &'static Entry {
    session::find(games(), "corridor").unwrap()
}

/// A data folder that is removed with its first part.
fn home() -> (tempfile::TempDir, Home) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path(), games());
    (folder, home)
}

fn brief(seed: &str) -> Brief {
    Brief { seed: seed.to_owned(), seating: Seating::OWNER, ..Brief::default() }
}

/// Walks to the east end; returns the run.
fn played(home: &Home, seed: &str) -> PathBuf {
    let mut opened = home.start(corridor(), &brief(seed), &home.new_run("corridor", None)).unwrap();
    opened.session.play_line("leap");
    while opened.session.outcome().is_none() {
        opened.session.play_line("east");
    }
    let path = opened.path().unwrap().to_owned();
    opened.close().unwrap();
    path
}

#[test]
fn it_keeps_the_laws() {
    for seed in 0..50 {
        testkit::random_play::<Corridor>(&[], None, &seed.to_string(), 200, |_| {});
        let under = testkit::Under::OtherSeed;
        testkit::rolls_account_for_all::<Corridor>(&[], None, &seed.to_string(), 50, under);
    }
}

#[test]
fn it_is_played_by_line_json_speech_and_by_agents() {
    let (_folder, home) = home();
    let start = || home.start(corridor(), &brief("6"), &home.new_run("corridor", None)).unwrap();
    let lines = "west\nfrob\neast\nleap\nq\n";
    let mut told = Vec::new();
    front_line::text(start(), lines.as_bytes(), &mut told).unwrap();
    front_line::json(start(), lines.as_bytes(), &mut told).unwrap();
    front_line::speak(start(), lines.as_bytes(), &mut told).unwrap();
    let told = String::from_utf8(told).unwrap();
    for wanted in
        ["There is a wall.", "'frob' is not a command.", "You are at 1.", ".@.......", "\"refused\""]
    {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    assert_eq!(home.saves().len(), 3);
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"new_game","arguments":{"game":"corridor","seed":"6"}}}"#;
    let mut answer = Vec::new();
    front_line::mcp(games(), format!("{call}\n").as_bytes(), &mut answer).unwrap();
    let answer = String::from_utf8(answer).unwrap();
    assert!(answer.contains("@........"), "{answer}");
}

#[test]
fn its_runs_are_kept_opened_verified_explained_and_linked() {
    let (_folder, home) = home();
    let path = played(&home, "6");
    let save = &home.saves()[0];
    assert_eq!((save.game.as_str(), save.marks.len()), ("corridor", 0));
    assert_eq!(home.open(&path, &Seating::OWNER).unwrap().session.outcome().unwrap().verdict.word(), "won");
    let bytes = std::fs::read(&path).unwrap();
    let (good, told) = session::verdict(games(), "", &bytes, &Seating::OWNER);
    assert!(good && told.starts_with("verified: corridor, "), "{told}");
    let run = Run::parse(&bytes).run.unwrap();
    let rolls = corridor().explain(&run, 1, &Seating::OWNER).unwrap().rolls;
    assert_eq!((rolls.len(), rolls[0].roll.label, rolls[0].odds.as_str()), (1, "leap", "1 in 3"));
    let link = link_of(games(), &run).unwrap();
    assert_eq!(run_of(games(), &link).unwrap().steps, run.steps);
    let code = Code::of_header(corridor(), &run.header).unwrap().to_string();
    assert!(code.starts_with("corridor-"), "{code}");
    assert_eq!(Code::read(games(), &code).unwrap().seed, "6");
}

#[test]
fn its_games_enter_the_records_and_move_no_feat_of_the_others() {
    let (_folder, home) = home();
    for seed in ["6", "7", "8"] {
        played(&home, seed);
    }
    let book = Book::read(&home, games(), true);
    assert!(book.left_out.is_empty(), "{:?}", book.left_out);
    assert!(book.records.iter().all(|record| record.game == "corridor" && record.won));
    assert_eq!(book.records.len(), 3);
    let page = book.scores_page(games(), &Wanted::default());
    assert!(page.iter().any(|line| line.text.contains("Corridor")), "{page:?}");
    // Feats that span games name theirs: neither their number nor what is missing depends on one game more.
    let feats = book.feats(games());
    assert_eq!(feats, book.feats(catalog::GAMES));
    assert!(feats.iter().all(|feat| feat.missing.iter().all(|missing| missing != "corridor")));
    assert!(!feats_page(&feats, games(), true).is_empty());
}

#[test]
fn it_has_a_daily_game_and_is_not_part_of_the_pentathlon() {
    let (_folder, home) = home();
    let day = Date::of_seconds(1_794_589_200);
    let try_of = |kind| Challenge { kind, entry: corridor(), date: day, games: games() };
    let refused = begin(&home, &try_of(Kind::Pentathlon), day, false).err();
    assert_eq!(refused.as_deref(), Some("Corridor is not part of the pentathlon."));
    let mut begun = begin(&home, &try_of(Kind::Daily), day, false).unwrap();
    assert!(begun.scored);
    while begun.opened.session.outcome().is_none() {
        begun.opened.session.play_line("east");
    }
    begun.opened.close().unwrap();
    let daily = Standings::of(&home, Kind::Daily, day).unwrap();
    assert_eq!(daily.rows.len(), 6);
    let ended = TryState::Ended { result: "won".to_owned(), score: 92, points: 647 };
    assert_eq!(daily.rows[5].1, ended);
    let pentathlon = Standings::of(&home, Kind::Pentathlon, day).unwrap();
    let ids: Vec<&str> = pentathlon.rows.iter().map(|(row, _)| row.entry.id).collect();
    assert_eq!(ids, ["cave", "chambers", "boo", "pursuit", "dungeon"]);
    assert_eq!(pentathlon.rows[4].0.name(), format!("pentathlon {day} 5/5"));
    assert_eq!(Kind::Pentathlon.points_max(games()), 5000);
}

#[test]
fn it_is_chosen_played_left_and_watched_in_the_application() {
    let (_folder, home) = home();
    let environment = Environment {
        depth: Depth::True,
        glyphs: GlyphSet::Unicode,
        theme: Theme::Dark,
        still: true,
        clock: || 1_794_589_200,
        fresh_seed: || "tamariso".to_owned(),
        user_folder: None,
        policy: Policy::OWNER,
        later: |task| task(),
    };
    let mut app = App::new(Context::new(home.clone(), environment).without_hints(), Start::Title);
    let mut screen = |keys: &str| {
        for key in keys.split_whitespace() {
            app.key(Key::read(key).unwrap());
            for _ in 0..100 {
                if app.pace().is_none() {
                    break;
                }
                app.input(&Input::Tick);
            }
        }
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 30));
        app.draw(&mut buffer);
        let rows = buffer.content.chunks(80);
        rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>() + "\n").collect::<String>()
    };
    let title = screen("");
    assert!(title.contains("Corridor"), "{title}");
    let card = screen("down down down down down enter");
    assert!(card.contains("Nine cells.") || card.contains("Reach the east end."), "{card}");
    let game = screen("enter right");
    assert!(game.contains("You are at 1."), "{game}");
    let over = screen("right right right right right right right");
    assert!(over.contains("92"), "{over}");
    assert_eq!(home.saves().len(), 1);
}

#[test]
fn it_is_played_in_batches() {
    let batch = (corridor().batch)(&Plan::of(brief("6"))).unwrap();
    let shape = batch.shape();
    assert_eq!((shape.cols, shape.rows, shape.words.len()), (9, 1, 3));
    assert_eq!(corridor().surveys.fields.len(), 0);
    let remark = (SEED_KIND.to_owned(), "chosen".to_owned());
    let (session, _) = (corridor().start)(&Brief { about: vec![remark], ..brief("6") }).unwrap();
    assert_eq!(session.verbs().len(), 3);
}
