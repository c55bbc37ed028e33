//! Golden games. A digest that changes here is a change of the rules: bump `ABOUT.rules` and say so. The second number is
//! made of the pulses after each command, which stand in runs and stay for ever, too.

use game_boo::Boo;
use kernel::{Game, Guide, Rng, Seed};
use testkit::{SOLO, bytes, order, rows, start};

/// The pulses so far and that of now.
fn mixed(pulses: u64, game: &Boo) -> u64 {
    pulses.rotate_left(7) ^ game.pulse()
}

/// Plays letters and reports the state of the game.
fn told(options: &[(&str, &str)], seed: &str, keys: &str) -> String {
    let mut game: Boo = start(options, None, seed);
    let mut pulses = 0;
    for key in keys.chars() {
        order(&mut game, &key.to_string());
        pulses = mixed(pulses, &game);
    }
    let number = |name| game.vitals(SOLO).number(name).expect("a number");
    let [turn, floor, hp, fish] = ["turn", "floor", "hp", "fish"].map(number);
    let digest = &blake3::hash(&bytes(&game)).to_hex()[..16];
    format!("turn {turn} floor {floor} hp {hp} fish {fish} {digest} {pulses:016x}")
}

const TO_FLOOR_TEN: &str = "\
    ssssdwddddddddddsdsssssssssssssssddddddddddwwwwwwwwwwwwwdddwwwwwwwwwdddddsdsswwwdwwwddddddssssssssdw\
    wwawwwwwwwwwwwwwwwwwwwwssssssssaaaaaawwwwwddddwwwwwwwddddddddwwwwwwsssssssswwwweeaaeeassssssssssssss\
    aaaaaawwwwwwwwwwwwwwaaawawwwwwwwaawwwwwwwwwssasssssessasssessdddddddwesssssddd";

const LARGE_ROOMS: &str = "\
    sssssaaaaaaawaaaaaasssaaaaaaaaeaaeaawwwwaaawwwwwwwwdwwdewssssaaaaaessddssesssssssssssssddddddddddwww\
    wwddsssssssddddddddddddwwwwwwwwwwwwwdddwwwwwwwwaaaaasessssssaaasssssaaaaaawwaaaaaawwaaaassssssssssss\
    aaaasddddwwwwwwwdddwwwwwwwwwwddddddssssssssssssssssssssddewwddddwwwwwwwwwwwwwwwwwwasssdddddwwdwwwwww\
    wwwwwwaaawwwwwwaaasssssssssssssssssaaaaaaaassssssssssaaa";

const IN_FOG: &str = "\
    wwwaswddsaassssssdddddddaaaaaaawwwwwwaaaaaaassssaaaaaaawwwwwwwwwwwdwwwwwwwwwsssssssssssasssssssssddd\
    ddddwwwwwwwwwwwwdwessssdesssaaaaawawwwwwwwaassssssaaaassssssssdsssssssaaaaddddwswwswwwwwwwawwwwwwwww\
    wwwwssssessssssssssdsssssssaaaaaasaaadddwwwwwwwdwwwdwwadadsssssssswwwwww";

#[test]
fn recorded_games_end_as_they_did() {
    assert_eq!(
        told(&[], "9", TO_FLOOR_TEN),
        "turn 278 floor 10 hp 0 fish 0 3fd38eb9393780c5 2cefeb370881c8d5"
    );
    assert_eq!(
        told(&[("rooms", "plus"), ("side", "8")], "1487", LARGE_ROOMS),
        "turn 356 floor 10 hp 0 fish 0 58e0b4d648391ac3 27c8fdf32d3ebf20"
    );
    assert_eq!(
        told(&[("fog", "on")], "454", IN_FOG),
        "turn 272 floor 6 hp 0 fish 0 dee5ae990252873b 4f2787dc7d199855"
    );
}

/// Games of the Undercroft edition, with doors, bait and loops, played by the bot.
#[test]
fn advised_games_of_the_edition_end_as_they_did() {
    let told = |seed: &str| {
        let mut game: Boo = start(&[("edition", "undercroft")], None, seed);
        let mut dice = Rng::stream(&Seed::from_text(seed), "golden", &[]);
        let (mut throws, mut pulses) = (0, 0);
        while let Some(command) = game.advise(SOLO, &mut dice) {
            throws += u32::from(matches!(command, game_boo::Command::Throw(_)));
            game.act(SOLO, command, &mut Vec::new()).expect("advice can be followed");
            pulses = mixed(pulses, &game);
        }
        let number = |name| game.vitals(SOLO).number(name).expect("a number");
        let digest = &blake3::hash(&bytes(&game)).to_hex()[..16];
        format!("turn {} floor {} throws {throws} {digest} {pulses:016x}", number("turn"), number("floor"))
    };
    assert_eq!(
        ["9", "cat", "ünïcödé"].map(told),
        [
            "turn 295 floor 7 throws 4 b9a150484011593e bb5e597b4a822604",
            "turn 213 floor 4 throws 2 c40f306581bf65fc 471a047146ce4591",
            "turn 137 floor 5 throws 1 43172d7efa6a2307 a3813919f2a30cf2",
        ]
    );
}

#[test]
fn games_of_chance_end_as_they_did() {
    let digests: Vec<String> = ["7", "", "ünïcödé", "-5"]
        .iter()
        .map(|seed| {
            let mut dice = Rng::stream(&Seed::from_text(seed), "golden", &[]);
            let keys: String = (0..300).map(|_| *dice.pick(&['w', 'a', 's', 'd', 'e'], "key")).collect();
            told(&[], seed, &keys)
        })
        .collect();
    assert_eq!(
        digests,
        [
            "turn 152 floor 1 hp 0 fish 0 c521ad43a54a4dbd b81393b57b4b5373",
            "turn 88 floor 1 hp 0 fish 0 7e1166e57b12d262 87cb58f36d3f21a7",
            "turn 98 floor 2 hp 0 fish 0 d22f56c16c6046e6 7e2fb9cf514f7dd1",
            "turn 70 floor 1 hp 0 fish 0 612a4c0df77b2ae5 257931c0e45a46b5"
        ]
    );
}

#[test]
fn the_first_screen_of_seed_seven_stays() {
    let shown = rows(&start::<Boo>(&[], None, "7"), "").join("\n") + "\n";
    if std::env::var_os("UNDERCROFT_REFRESH").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/seed-7.txt"), &shown).unwrap();
    }
    assert_eq!(shown, include_str!("golden/seed-7.txt"));
}
