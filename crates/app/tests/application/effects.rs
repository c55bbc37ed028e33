//! Effects and marks on the screen: shimmer, trails, kills, the box of a fight.

use crate::stand::{self, Stand};
use app::{Input, Start};
use ratatui_core::buffer::Buffer;
use ratatui_core::style::{Color, Modifier};
use std::fs;

/// A real game after some keys, with these settings.
fn played(name: &str, settings: &str, keys: &str) -> Stand {
    let home = stand::home(name);
    fs::create_dir_all(home.root()).unwrap();
    fs::write(home.file("settings.txt"), settings).unwrap();
    let mut stand = Stand::with(stand::real(&home), home, Start::Title, 80, 24);
    stand.keys(keys);
    stand
}

/// The same moment of the newest run, drawn for somebody who did not see what came before.
fn fresh(stand: &Stand, game: &str) -> Buffer {
    let (run, _, _) = keeper::read_run(&stand.runs(game).pop().unwrap()).unwrap();
    let seating = session::Seating::OWNER;
    let replayed = catalog::find(game).unwrap().replay(&run, usize::MAX, None, None, &seating).unwrap();
    let start = Start::Game(keeper::Opened::unkept(replayed.session));
    Stand::with(stand::real(&stand.home), stand.home.clone(), start, 80, 24).buffer()
}

/// The positions of the board where two screens differ in colour or weight. Marks change no glyph: rows that say something
/// else are messages.
fn marks(a: &Buffer, b: &Buffer) -> Vec<(u16, u16)> {
    let is_board = |y: &u16| (0..80).all(|x| a[(x, *y)].symbol() == b[(x, *y)].symbol());
    let places = (3..20).filter(is_board).flat_map(|y| (0..80).map(move |x| (x, y)));
    let style = |buffer: &Buffer, at: (u16, u16)| (buffer[at].fg, buffer[at].bg, buffer[at].modifier);
    places.filter(|at| style(a, *at) != style(b, *at)).collect()
}

const TO_A_GHOST: &str = "3 enter d s s s s s s s s s";

#[test]
fn ghosts_shimmer_for_a_while_and_then_rest() {
    let mut stand = played("shimmer", "", TO_A_GHOST);
    stand.settle();
    let rest = stand.buffer();
    assert_eq!(stand.app.pace(), None, "nothing moves while nobody plays");
    stand.keys("s");
    let mut frames = 0;
    let mut colours: Vec<Color> = Vec::new();
    while stand.app.pace().is_some() {
        frames += 1;
        assert!(frames < 100, "it never rests");
        stand.input(Input::Tick);
        let (x, y) = board_find(&mut stand, "G");
        let colour = stand.buffer()[(x, y)].fg;
        if !colours.contains(&colour) {
            colours.push(colour);
        }
    }
    assert!(colours.len() >= 4, "{colours:?}");
    assert!(
        colours.contains(&Color::Rgb(0xFF, 0xFF, 0xFF)) && colours.contains(&Color::Rgb(0xA0, 0xE7, 0xFF))
    );
    assert_ne!(rest, stand.buffer());
}

/// The position of some text on the board, below the two rows of the panel.
fn board_find(stand: &mut Stand, wanted: &str) -> (u16, u16) {
    let text = stand.text();
    let found = text
        .lines()
        .enumerate()
        .skip(3)
        .find_map(|(y, line)| line.find(wanted).map(|at| (line[..at].chars().count() as u16, y as u16)));
    found.unwrap_or_else(|| panic!("no {wanted} on the board:\n{text}"))
}

#[test]
fn a_ghost_tints_the_floor_near_it_and_nothing_moves_where_it_should_be_still() {
    for settings in ["effects = still\n", "animation = off\n"] {
        let mut stand = played("still", settings, TO_A_GHOST);
        assert_eq!(stand.app.pace(), None, "{settings}");
        let (x, y) = board_find(&mut stand, "G");
        let buffer = stand.buffer();
        assert_eq!(buffer[(x, y)].fg, Color::Rgb(0xA0, 0xE7, 0xFF), "{settings}");
        let (here, far) = (buffer[(x - 1, y)].bg, buffer[(x - 6, y)].bg);
        assert_ne!(here, far, "{settings}: the floor beside it is another than six cells away");
    }
    // Without colours, the glyph alone is shown.
    let mut stand = played("still-plain", "theme = monochrome\n", TO_A_GHOST);
    stand.settle();
    let (x, y) = board_find(&mut stand, "G");
    assert_eq!(stand.buffer()[(x, y)].fg, Color::Reset);
}

#[test]
fn both_sides_of_a_pursuit_leave_a_trail_that_fades() {
    let keys = "4 enter left right left";
    let mut stand = played("trail", "effects = still\n", keys);
    let now = stand.buffer();
    let marked = marks(&now, &fresh(&stand, "pursuit"));
    assert!(marked.len() >= 6, "{marked:?}\n{}", stand.text());
    let mut stand = played("trail-plain", "theme = monochrome\n", keys);
    let now = stand.buffer();
    let marked = marks(&now, &fresh(&stand, "pursuit"));
    assert!(!marked.is_empty() && marked.iter().all(|at| now[*at].modifier.contains(Modifier::BOLD)));
}

#[test]
fn the_mark_of_a_kill_stays_where_it_is_while_the_cave_moves() {
    let mut stand = played("cave-kill", "effects = still\n", "1 down enter tab enter ~ tab enter ~");
    stand.shows("You kill the rat!");
    let before = marks(&stand.buffer(), &fresh(&stand, "cave"));
    assert!(!before.is_empty(), "{}", stand.text());
    stand.keys("down");
    let after = marks(&stand.buffer(), &fresh(&stand, "cave"));
    let moved: Vec<(u16, u16)> = before.iter().map(|(x, y)| (*x, y - 1)).collect();
    assert_eq!(after, moved, "the board moved up by a row, and the mark with it");
}

/// A run of the cave, and a step that begins a fight told in a box.
fn before_a_fight() -> (session::Run, &'static str) {
    let entry = catalog::find("cave").unwrap();
    let ways = [("w", "up"), ("a", "left"), ("s", "down"), ("d", "right")];
    for seed in 0..200 {
        let seed = seed.to_string();
        let mut dice = kernel::Rng::stream(&kernel::Seed::from_text(&seed), "fight", &[]);
        let (mut session, _) = (entry.start)(&session::Brief { seed, ..session::Brief::default() }).unwrap();
        let (mut way, mut text) = (ways[0], String::new());
        for _ in 0..300 {
            if dice.below(6, "turn") == 0 {
                way = *dice.pick(&ways, "way");
            }
            // What was added since the last call.
            session.journal(&mut text);
            let reply = session.play_line(way.0);
            if reply.said.iter().any(|said| said.cue == kernel::Cue::Pause) {
                return (session::Run::parse(text.as_bytes()).run.unwrap(), way.1);
            }
        }
    }
    panic!("nobody fought in 200 caves");
}

/// Opens the run before the step and takes the step.
fn fighting(run: &session::Run, key: &str, size: (u16, u16)) -> (Stand, (u16, u16)) {
    fighting_with("", run, key, size)
}

fn fighting_with(
    settings: &str,
    run: &session::Run,
    key: &str,
    (cols, rows): (u16, u16),
) -> (Stand, (u16, u16)) {
    let entry = catalog::find("cave").unwrap();
    let replayed = entry.replay(run, usize::MAX, None, None, &session::Seating::OWNER).unwrap();
    let home = stand::home("fight-box");
    fs::create_dir_all(home.root()).unwrap();
    fs::write(home.file("settings.txt"), settings).unwrap();
    let start = Start::Game(keeper::Opened::unkept(replayed.session));
    let mut stand = Stand::with(stand::real(&home), home, start, cols, rows);
    stand.draw();
    let hero = board_find(&mut stand, "P");
    stand.keys(key);
    if stand.find("anyway").is_some() {
        stand.keys("enter");
    }
    (stand, hero)
}

#[test]
fn the_box_of_a_fight_covers_nobody() {
    let (run, key) = before_a_fight();
    for size in [(80, 24), (120, 36), (200, 60)] {
        let (mut stand, hero) = fighting(&run, key, size);
        stand.settle();
        stand.shows("Any key goes on.");
        let text = stand.text();
        let corner = stand.find("╭").unwrap_or_else(|| panic!("no box:\n{text}"));
        assert_eq!(stand.buffer()[hero].symbol(), "P", "{corner:?} covers the hero:\n{text}");
    }
}

#[test]
fn bars_shrink_while_a_fight_is_told() {
    let home = stand::home("shrinking");
    let mut stand = Stand::with(stand::real(&home), home, Start::Title, 120, 36);
    stand.keys(crate::shots::TO_THE_DWARF_AND_STRIKE);
    let mut seen: Vec<u32> = Vec::new();
    for _ in 0..1_000 {
        let text = stand.text();
        let row =
            text.lines().find_map(|line| line.split_once(" Dwarf ")).unwrap_or_else(|| panic!("{text}")).1;
        let number = row.split('/').next().and_then(|part| part.rsplit(' ').next()).unwrap();
        let health = number.parse().unwrap_or_else(|_| panic!("{text}"));
        if seen.last() != Some(&health) {
            seen.push(health);
        }
        if stand.app.pace().is_none() {
            break;
        }
        stand.input(Input::Tick);
    }
    assert_eq!((seen.first(), seen.last()), (Some(&100), Some(&80)), "{seen:?}");
    assert!(seen.len() >= 3 && seen.is_sorted_by(|a, b| a >= b), "{seen:?}");
}

/// The rows with bars in the box of a fight, each from its name on.
fn duel(stand: &mut Stand) -> Vec<String> {
    let text = stand.text();
    let corner =
        text.lines().position(|line| line.contains('╭')).unwrap_or_else(|| panic!("no box:\n{text}"));
    let inside = text.lines().skip(corner + 1).take_while(|line| !line.contains('╰'));
    let rows = inside.filter_map(|line| line.split('│').find(|part| part.contains(['█', '░'])));
    rows.map(|row| row.trim().to_owned()).collect()
}

/// The health at the end of such a row.
fn health(row: &str) -> u32 {
    let number = row.rsplit(['█', '░']).next().and_then(|rest| rest.split_whitespace().next());
    number.and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no number in {row:?}"))
}

#[test]
fn the_box_of_a_fight_has_bars_that_shrink() {
    let (run, key) = before_a_fight();
    for size in [(80, 24), (120, 36), (200, 60)] {
        let (mut stand, _) = fighting(&run, key, size);
        let mut seen: Vec<[u32; 2]> = Vec::new();
        for _ in 0..1_000 {
            let rows = duel(&mut stand);
            assert!(
                rows.len() == 2 && rows[0].starts_with("You ") && rows[1].starts_with("Enemy "),
                "{rows:?}"
            );
            let now = [health(&rows[0]), health(&rows[1])];
            if seen.last() != Some(&now) {
                seen.push(now);
            }
            if stand.app.pace().is_none() {
                break;
            }
            stand.input(Input::Tick);
        }
        stand.shows("Any key goes on.");
        assert!(seen.len() >= 3, "{size:?}: {seen:?}");
        for side in 0..2 {
            assert!(seen.is_sorted_by(|a, b| a[side] >= b[side]), "{size:?}: {seen:?}");
        }
        assert!(seen.last().unwrap().contains(&0), "one has fallen: {seen:?}");
    }
}

#[test]
fn where_nothing_moves_the_bars_of_a_fight_show_how_it_ended() {
    let (run, key) = before_a_fight();
    let (mut moving, _) = fighting(&run, key, (120, 36));
    moving.settle();
    let (mut still, _) = fighting_with("animation = off\n", &run, key, (120, 36));
    assert_eq!(still.app.pace(), None);
    assert_eq!(duel(&mut still), duel(&mut moving));
}
