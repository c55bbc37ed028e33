//! The bottom area of the display: what is cut off, and what is shown in pages.

mod common;

use common::{gear, one_room, played, player, start};
use game_dungeon::Dungeon;
use kernel::{Game, Scene, Seat, View};

/// A pack of seven swords, on a display of 40 columns.
fn long_pack() -> String {
    let things: String = (1..8).map(|n| gear("Sword", &format!("Sword of number {n}"), n)).collect();
    one_room(&player(&things))
}

/// The bottom area after a command that was repeated `again` times.
fn bottom(game: &Dungeon, said: &str, again: u32) -> Vec<String> {
    let mut scene = Scene::default();
    game.draw(Seat(0), &View { said, again, ..View::default() }, &mut scene);
    scene.rows().split_off(9)
}

#[test]
fn long_sentences_wrap_inside_their_half_and_are_cut_there() {
    let game = start(&long_pack());
    let said = "One sentence that is rather long, and another one that nobody will ever see to its end.";
    assert_eq!(
        bottom(&game, said, 0),
        [
            "Pack: 1: Sword of number 1 1  2: Sword",
            "1/3   of number 2 2  3: Sword of number",
            "Info: One sentence that is rather long,",
            "      and another one that nobody will"
        ]
    );
    let rows = testkit::rows(&game, said);
    assert_eq!(rows[1], "XXXXXXXXXXXX");
    assert!(rows.iter().all(|row| row.chars().count() <= 40));
}

#[test]
fn a_pack_longer_than_the_screen_is_paged() {
    let (game, said) = played(&long_pack(), &["i"]);
    assert!((1..8).all(|n| said.contains(&format!("{n}: Sword of number {n} {n}"))), "{said}");
    let pages = [
        ["Pack: 1: Sword of number 1 1  2: Sword", "1/3   of number 2 2  3: Sword of number"],
        ["Pack: 3 3  4: Sword of number 4 4  5:", "2/3   Sword of number 5 5  6: Sword of"],
        ["Pack: number 6 6  7: Sword of number 7 7", "3/3"],
    ];
    for (again, page) in (0..).zip(pages) {
        let rows = bottom(&game, &said, again);
        assert_eq!(rows[..2], page);
        assert_eq!(
            rows[2..],
            [format!("Info: Page {} of 3 of the pack; i shows", again + 1), "      the next.".to_owned()]
        );
    }
    // The pages contain the whole list, and the first page follows the last.
    let shown: String =
        pages.concat().iter().map(|row| row.get(6..).unwrap_or_default().to_owned() + " ").collect();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&shown), words(&said));
    assert_eq!(bottom(&game, &said, 3), bottom(&game, &said, 0));
    // Any other reply shows the first page.
    assert_eq!(bottom(&game, "Other words.", 1)[..2], pages[0]);
}

#[test]
fn without_a_half_for_the_pack_the_list_itself_is_paged() {
    let flat = long_pack().replace("bottomHeight=\"4\"", "bottomHeight=\"1\"");
    let (game, said) = played(&flat, &["i"]);
    let rows: Vec<String> = (0..5).map(|again| bottom(&game, &said, again).concat()).collect();
    assert_eq!(rows[0], "1/5   1: Sword of number 1 1  2: Sword");
    assert_eq!(rows[1], "2/5   of number 2 2  3: Sword of number");
    assert_eq!(rows[4], "5/5   number 6 6  7: Sword of number 7 7");
}

#[test]
fn a_pack_that_fits_has_no_pages() {
    let (game, said) = played(&one_room(&player(&gear("Sword", "Sword", 1))), &["i"]);
    assert_eq!(bottom(&game, &said, 1), ["", "Pack: 1: Sword 1", "", "Info: 1: Sword 1"]);
}
