//! The tools for authors, and the dungeons included with the game.

mod common;

use common::{deed, findings, gear, one_room, player, soak, troll};
use game_dungeon::{Dungeon, Wishes, check, format, generate, preview, solve, starter};
use kernel::{Game, Guide, Kind, Options, Rng, Seat, Seed, Verdict};

fn chapters() -> Vec<&'static str> {
    let Kind::Choice(names) = Dungeon::ABOUT.options[0].kind else { panic!("the campaign is a choice") };
    names.to_vec()
}

fn chapter(name: &str) -> <Dungeon as Game>::Setup {
    let mut options = Options::default();
    options.set(Dungeon::ABOUT.options, "campaign", name).unwrap();
    let prepared = Dungeon::prepare(&options, None, &kernel::Policy::DENY);
    assert!(prepared.findings.is_empty(), "{name}: {:?}", prepared.findings);
    prepared.setup.unwrap()
}

/// The texts of the campaign and the starter file.
fn own_texts() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("dungeons");
    let mut all: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(path).unwrap())
        })
        .collect();
    all.sort();
    all
}

/// Number of wins of the bot, out of 40 games.
fn wins(setup: &<Dungeon as Game>::Setup) -> u32 {
    let one = |seed: i64| {
        let mut game = Dungeon::start(setup, &Seed::from_text(&seed.to_string()));
        let mut dice = Rng::stream(&Seed::from_text("bot"), "bot", &[seed]);
        let mut events = Vec::new();
        for _ in 0..2_000 {
            let Some(command) = game.advise(Seat(0), &mut dice) else { break };
            events.clear();
            game.act(Seat(0), command, &mut events).expect("good advice can be followed");
        }
        game.outcome().is_some_and(|outcome| outcome.verdict == Verdict::Won)
    };
    (0..40).map(|seed| u32::from(one(seed))).sum()
}

#[test]
fn the_campaign_is_complete_winnable_and_grows_harder() {
    let names = chapters();
    assert!(names.len() >= 6);
    let mut won = Vec::new();
    for name in &names {
        let setup = chapter(name);
        let report = solve(&setup);
        assert!(report.is_complete() && report.winnable, "{name}: {report:?}");
        assert!(report.best_score.is_some_and(|score| score > 0), "{name}");
        won.push(wins(&setup));
    }
    assert!(won.iter().all(|&won| won >= 10), "each can be won: {won:?}");
    assert!(won[0] == 40 && won.windows(2).all(|pair| pair[0] + 4 >= pair[1]), "{won:?}");
    assert!(won[0] > won[names.len() - 1] + 8, "{won:?}");
}

#[test]
fn the_first_dungeon_of_the_campaign_is_the_default() {
    let prepared = Dungeon::prepare(&Options::default(), None, &kernel::Policy::DENY);
    assert_eq!(prepared.setup.unwrap().name(), "The wine cellar");
    assert_eq!(chapter("throne").name(), "The throne under the hill");
}

#[test]
fn our_own_dungeons_fit_a_terminal_and_are_formatted() {
    for (name, text) in own_texts() {
        assert!(findings(&text).is_empty(), "{name}: {:?}", findings(&text));
        assert!(text.contains("width=\"80\" topHeight=\"2\" gameHeight=\"18\" bottomHeight=\"4\""), "{name}");
        assert_eq!(format(&text).unwrap(), text, "{name} is not formatted");
    }
}

#[test]
fn the_starter_file_is_a_dungeon_with_everything_explained() {
    let setup = check(starter()).setup.unwrap();
    let report = solve(&setup);
    assert!(report.is_complete() && report.winnable);
    assert!(wins(&setup) > 30);
    assert!(starter().matches("<!--").count() > 10);
    assert_eq!(preview(starter()).unwrap()[5], "    X.@..........+#############");
}

#[test]
fn formatting_keeps_comments_and_the_dungeon() {
    let untidy = "<!-- one --><Dungeon name='a \"b\"'  width = \"40\" topHeight=\"1\"\n gameHeight=\"8\" bottomHeight=\"4\" xmlns:x='y' x:z='1'>loose &amp; text<Rooms>\n\n\n\n<!-- two\n  lines --><Room room='1'><visible> 1 </visible> <!-- three --><posX>0</posX><posY>0</posY><width>9</width><height>6</height>
<Player name=\"P\"><visible>1</visible><posX>1</posX><posY>1</posY><hp>5</hp><maxhit>1</maxhit><CreatureAction name=\"YouWin\" type = \"hit\">\n </CreatureAction><CreatureAction name='Print' type='move'><actionMessage>  a &lt;b&gt; <![CDATA[& c]]> </actionMessage></CreatureAction></Player></Room></Rooms><?pi here?></Dungeon><!-- four -->";
    let tidy = format(untidy).unwrap();
    assert_eq!(
        tidy,
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!-- one -->
<Dungeon name='a "b"' width="40" topHeight="1" gameHeight="8" bottomHeight="4" xmlns:x="y" x:z="1">
    loose &amp; text
    <Rooms>
        <!-- two
  lines -->
        <Room room="1">
            <visible>1</visible> <!-- three -->
            <posX>0</posX>
            <posY>0</posY>
            <width>9</width>
            <height>6</height>
            <Player name="P">
                <visible>1</visible>
                <posX>1</posX>
                <posY>1</posY>
                <hp>5</hp>
                <maxhit>1</maxhit>
                <CreatureAction name="YouWin" type="hit"/>
                <CreatureAction name="Print" type="move">
                    <actionMessage>a &lt;b&gt; &amp; c</actionMessage>
                </CreatureAction>
            </Player>
        </Room>
    </Rooms>
    <?pi here?>
</Dungeon> <!-- four -->
"#
    );
    assert_eq!(format(&tidy).unwrap(), tidy);
    let same = |text: &str| testkit::bytes::<Dungeon>(&testkit::start(&[], Some(text), "7"));
    assert_eq!(same(untidy), same(&tidy));
    assert_eq!(format("<a><b></a>").unwrap_err()[0].what, "</a> closes <b>.");
}

#[test]
fn generated_dungeons_are_sound_solvable_and_stay_the_same() {
    for seed in 0..soak(2_000) {
        let mut dice = Rng::stream(&Seed::from_text("wishes"), "w", &[seed as i64]);
        let wishes =
            Wishes { rooms: dice.below(18, "r"), monsters: dice.below(30, "m"), items: dice.below(30, "i") };
        let text = generate(&Seed::from_text(&seed.to_string()), &wishes);
        let prepared = check(&text);
        assert!(prepared.findings.is_empty(), "seed {seed}, {wishes:?}: {:?}", prepared.findings);
        let report = solve(&prepared.setup.unwrap());
        assert!(report.is_complete() && report.winnable, "seed {seed}, {wishes:?}: {report:?}");
        assert!(report.monsters > 0 && report.best_score > Some(0));
    }
    let text = generate(&Seed::from_text("7"), &Wishes::default());
    assert_eq!(format(&text).unwrap(), text);
    // If the digest changes, seeds that people have kept give other dungeons.
    assert_eq!(blake3::hash(text.as_bytes()).to_hex()[..16], *"4bfd71a6c757062b");
}

#[test]
fn the_sensible_player_beats_most_generated_dungeons() {
    let won: u32 = (0..5)
        .map(|seed: u32| {
            let text = generate(&Seed::from_text(&seed.to_string()), &Wishes::default());
            wins(&check(&text).setup.unwrap())
        })
        .sum();
    assert!(won > 150, "{won} of 200");
}

fn solved(text: &str) -> game_dungeon::Report {
    solve(&check(text).setup.unwrap())
}

#[test]
fn the_solver_knows_what_lies_behind_rock() {
    let far = r#"<Room room="2"><visible>1</visible><posX>20</posX><posY>0</posY><width>6</width><height>6</height>
<Scroll name="Leaf"><visible>1</visible><posX>1</posX><posY>1</posY></Scroll>
<Monster name="Snake"><visible>1</visible><posX>2</posX><posY>2</posY><type>S</type><hp>1</hp><maxhit>1</maxhit></Monster></Room></Rooms>"#;
    let text = one_room(&player(&gear("Sword", "Sword", 1))).replace("</Rooms>", far);
    let report = solved(&text);
    assert_eq!((report.items, report.items_reached, report.monsters, report.monsters_beaten), (2, 1, 1, 0));
    let told: Vec<_> = report.missed.iter().map(|missed| (missed.line, missed.what.as_str())).collect();
    assert_eq!(told, [(5, "Scroll Leaf cannot be reached."), (6, "Monster Snake cannot be reached.")]);
    assert!(!report.is_complete());
    let joined = text.replace("</Dungeon>", "<Passages><Passage room1='1' room2='2'><visible>0</visible><posX>11</posX><posY>3</posY><posX>20</posX><posY>3</posY></Passage></Passages></Dungeon>");
    assert!(solved(&joined).is_complete());
}

#[test]
fn the_solver_knows_who_cannot_be_beaten_and_who_stands_in_the_way() {
    // A corridor: the player, a monster, and an item behind it.
    let corridor = |hero: &str, foe: &str| {
        let item = "<Scroll name='Leaf'><visible>1</visible><posX>5</posX><posY>1</posY></Scroll>";
        one_room(
            &(player(hero).replace("<posY>2", "<posY>1")
                + &troll(5, foe).replace("<posY>2", "<posY>1")
                + item),
        )
        .replace("<height>6", "<height>3")
    };
    let weak = solved(&corridor("", ""));
    assert_eq!(weak.missed[0].what, "Monster Troll cannot be beaten.");
    assert_eq!(weak.items_reached, 0);
    assert!(solved(&corridor(&gear("Sword", "Sword", 1), "")).is_complete());
    let last = solved(&corridor(&gear("Sword", "Sword", 1), &deed("EndGame", "death", "")));
    assert_eq!(
        (last.monsters_beaten, last.items_reached, last.winnable),
        (1, 1, true),
        "only what is carried"
    );
    assert!(solved(&corridor("", &deed("Teleport", "hit", ""))).items_reached == 1);
    assert!(solved(&corridor(&deed("Teleport", "hit", ""), "")).items_reached == 1);
    assert!(solved(&corridor(&deed("Teleport", "move", ""), "")).items_reached == 1);
}

#[test]
fn the_solver_counts_the_highest_score() {
    let points =
        |on: &str, value: i32| deed("YouWin", on, &format!("<actionIntValue>{value}</actionIntValue>"));
    let sword = gear("Sword", "Sword", 1);
    let best =
        |hero: &str, foes: &str| solved(&one_room(&(player(&(sword.clone() + hero)) + foes))).best_score;
    let foe = |acts: &str, x: u32, hit: u32| {
        troll(5, acts)
            .replace("<posX>3", &format!("<posX>{x}"))
            .replace("<maxhit>0", &format!("<maxhit>{hit}"))
    };
    assert_eq!(best("", ""), Some(0));
    assert_eq!(best("", &(foe(&points("death", 5), 3, 1) + &foe(&points("death", -9), 5, 1))), Some(5));
    assert_eq!(best("", &foe(&points("hit", 1), 3, 1)), None, "hit it for 0 again and again");
    assert_eq!(best(&points("move", 1), ""), None);
    assert_eq!(best(&points("hit", 1), ""), Some(0), "nobody is there to hit");
    assert_eq!(
        best(&points("death", 7), &foe(&points("death", 5), 3, 1)),
        Some(7),
        "dying is worth more than killing"
    );
    assert_eq!(best(&points("death", 7), &foe(&points("death", 5), 3, 0)), Some(5), "it cannot kill anybody");
    let end = deed("EndGame", "death", "");
    let two = foe(&(points("death", 5) + &end), 3, 1) + &foe(&(points("death", 8) + &end), 5, 1);
    assert_eq!(
        best("", &(two + &foe(&points("death", 2), 7, 1))),
        Some(10),
        "only one of them can be the last"
    );
}
