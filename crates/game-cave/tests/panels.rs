//! The panel: whole panels as text, and laws about every line they offer.

mod common;

use common::{game, soak, world};
use game_cave::{Cave, Command};
use kernel::{Deed, Dir, Game, Guide, Hue, Mood, Panel, Pos, Rng, Scene, Seed, Tone, View};
use std::fmt::Write;
use testkit::{SOLO, start};

fn offer(deeds: &[Deed], out: &mut String) {
    for deed in deeds {
        let _ = write!(out, " [{}: {}]", deed.label, deed.line);
    }
}

/// A panel as text, one line per thing.
fn shown(panel: &Panel) -> String {
    let mut out = format!("{} | {}\n", panel.title, panel.place);
    for bar in &panel.bars {
        let _ = writeln!(out, "{} {} {:?}", bar.name, bar.text, bar.tone);
    }
    let numbers: Vec<String> =
        panel.numbers.iter().map(|(name, number)| format!("{name} {number}")).collect();
    let _ = writeln!(out, "{}\n{}", numbers.join("  "), panel.worn.join(" · "));
    for (effect, tone) in &panel.effects {
        let _ = writeln!(out, "* {effect} {tone:?}");
    }
    for sight in &panel.in_view {
        let bar = sight.bar.as_ref().map_or(String::new(), |bar| format!(" {}", bar.text));
        let steps = sight.steps.map_or("no way".into(), |steps| format!("{steps} steps"));
        let _ = write!(out, "{} {}{bar}, {steps}, {:?}", sight.cell.glyph(), sight.name, sight.tone);
        let _ = write!(out, "{}{}", if sight.forecast.is_empty() { "" } else { ": " }, sight.forecast);
        offer(&sight.deeds, &mut out);
        out.push('\n');
    }
    for thing in &panel.carried {
        let worn = if thing.worn { " (worn)" } else { "" };
        let _ = write!(out, "- {} x{}{worn} {}", thing.name, thing.count, thing.note);
        offer(&thing.deeds, &mut out);
        out.push('\n');
    }
    out
}

fn panel(cave: &Cave) -> Panel {
    cave.panel(SOLO, &View::default())
}

#[test]
fn the_panel_tells_health_gear_and_how_fights_will_go() {
    let pack =
        ["Wooden Sword", "Leather Armour", "7 Gold", "Steel Sword", "Wooden Sword", "Chainmail Armour"];
    let mut cave = game(&[], &["PC.....M", "##.#####", "##.....C"], &pack, &["3 Gold"]);
    testkit::order(&mut cave, "mark 2");
    assert_eq!(
        shown(&panel(&cave)),
        "Cave explorer | 40 cells from the start\n\
         HP 50/50 Good\n\
         Attack 1  Armour 5  Gold 7  Kills 0\n\
         Wooden Sword (1 Dmg) · Leather Armour (5 Prot)\n\
         M monster 25/25, 7 steps, Deadly: you win 18 of 100 fights\n\
         2 waypoint 2, 0 steps, Plain\n\
         C chest, 1 steps, Plain [Open: d]\n\
         C chest, 9 steps, Plain\n\
         - Wooden Sword x2 (worn) 1 damage\n\
         - Leather Armour x1 (worn) 5 protection\n\
         - Gold x7 \n\
         - Steel Sword x1 8 damage, 7 more than now [Equip: e 4]\n\
         - Chainmail Armour x1 8 protection, 3 more than now [Equip: e 6]\n"
    );
    for line in ["e 4", "e 6", "d", "d", "d"] {
        testkit::order(&mut cave, line);
    }
    assert_eq!(
        shown(&panel(&cave)),
        "Cave explorer | 43 cells from the start\n\
         HP 50/50 Good\n\
         Attack 8  Armour 8  Gold 10  Kills 0\n\
         Steel Sword (8 Dmg) · Chainmail Armour (8 Prot)\n\
         M monster 25/25, 4 steps, Calm: you win in 4, losing about 7 HP [Fight: d]\n\
         2 waypoint 2, 3 steps, Plain\n\
         C chest, 8 steps, Plain\n\
         - Wooden Sword x2 1 damage, 7 less than now [Equip: e 1]\n\
         - Leather Armour x1 5 protection, 3 less than now [Equip: e 2]\n\
         - Gold x10 \n\
         - Steel Sword x1 (worn) 8 damage\n\
         - Chainmail Armour x1 (worn) 8 protection\n"
    );
}

#[test]
fn a_hundred_things_are_a_short_list() {
    let tiers = ["Wooden Sword", "Iron Sword", "Steel Sword", "Leather Armour", "Iron Armour"];
    let pack: Vec<&str> =
        ["Wooden Sword", "Leather Armour"].into_iter().chain(tiers.into_iter().cycle().take(100)).collect();
    let cave = game(&[], &["P."], &pack, &[]);
    let carried = panel(&cave).carried;
    assert_eq!(carried.len(), 5);
    assert_eq!(carried.iter().map(|row| row.count).sum::<u32>(), 102);
    assert_eq!(carried[3].name, "Steel Sword");
    assert_eq!((carried[3].deeds[0].line.as_str(), carried[3].count), ("e 5", 20));
}

/// Every line that a panel offers is a possible command.
fn every_deed_is_possible(cave: &Cave) {
    let panel = panel(cave);
    let sights = panel.in_view.iter().flat_map(|sight| &sight.deeds);
    for deed in sights.chain(panel.carried.iter().flat_map(|row| &row.deeds)) {
        let commands = Cave::grammar().read(&deed.line, cave.phase()).unwrap();
        assert_eq!(commands.len(), 1);
        assert!(cave.may(SOLO, commands[0]), "{deed:?}");
    }
    let dangers = panel.in_view.windows(2);
    assert!(dangers.into_iter().all(|pair| pair[0].tone >= pair[1].tone), "the most dangerous comes first");
    let chart = cave.chart(SOLO, &View::default()).unwrap();
    let mut ids: Vec<u64> = chart.threats.iter().map(|threat| threat.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), chart.threats.len(), "every monster has an id of its own");
    let mut scene = Scene::default();
    cave.draw(SOLO, &View::default(), &mut scene);
    let board = scene.ids().next().unwrap();
    for sight in
        panel.in_view.iter().filter(|sight| sight.at != chart.hero && sight.cell.ink != kernel::Ink::Mark)
    {
        assert_eq!(scene.cell(board, sight.at), Some(sight.cell), "the panel names what the board shows");
    }
}

#[test]
fn random_play_keeps_the_laws_of_panels() {
    let variants: [&[(&str, &str)]; 2] =
        [&[], &[("monsters", "roaming"), ("kinds", "on"), ("fights", "short")]];
    for options in variants {
        for game in 0..soak(3, 60) {
            let seed = format!("panel {game}");
            let mut cave: Cave = start(options, None, &seed);
            let mut dice = Rng::stream(&Seed::from_text(&seed), "walk", &[]);
            for _ in 0..150 {
                let way = *dice.pick(&Dir::ORTHOGONAL, "way");
                let command = if dice.chance(1, 9, "equip") {
                    Command::Equip(1 + dice.below(9, "item"))
                } else {
                    Command::Go(way)
                };
                let _ = cave.act(SOLO, command, &mut Vec::new());
                every_deed_is_possible(&cave);
            }
        }
    }
}

#[test]
fn a_step_into_a_lost_fight_is_warned_of() {
    let warned = |pack: [&str; 2], way: Dir| {
        let cave = game(&[], &["P...M", "....."], &pack, &[]);
        cave.warning(SOLO, Command::Go(way)).map(|warning| (warning.guard, warning.what))
    };
    let told = "The monster sees that cell: you win 18 of 100 fights.".to_string();
    assert_eq!(warned(["Wooden Sword", "Leather Armour"], Dir::E), Some(("losing fight", told)));
    assert_eq!(
        warned(["Steel Sword", "Leather Armour"], Dir::E),
        None,
        "a fight that is won needs no warning"
    );
    assert_eq!(warned(["Wooden Sword", "Leather Armour"], Dir::S), None, "nobody sees that cell");
    assert_eq!(Cave::ABOUT.guards.iter().map(|guard| guard.name).collect::<Vec<_>>(), ["losing fight"]);
}

#[test]
fn monsters_are_threats_with_the_turns_they_need() {
    let threats = |options: &[(&str, &str)], picture: &[&str]| {
        let cave = game(options, picture, &["Wooden Sword", "Leather Armour"], &[]);
        let chart = cave.chart(SOLO, &View::default()).unwrap();
        chart.threats.iter().map(|threat| (threat.at, threat.turns)).collect::<Vec<_>>()
    };
    let roaming = [("monsters", "roaming")];
    assert_eq!(threats(&[], &["P.....M"]), [(Pos::new(30, 15), None)], "it stays where it is");
    assert_eq!(
        threats(&roaming, &["P.....M"]),
        [(Pos::new(30, 15), Some(5))],
        "three steps, every second turn"
    );
    assert_eq!(threats(&roaming, &["P.#...M"]), [(Pos::new(30, 15), Some(3))], "it strolls and might come");
    let cave = game(&[], &["P.C#C"], &["Wooden Sword", "Leather Armour"], &["1 Gold"]);
    let errands = cave.chart(SOLO, &View::default()).unwrap().errands;
    assert_eq!(
        errands.iter().map(|errand| errand.at).collect::<Vec<_>>(),
        [Pos::new(26, 15), Pos::new(28, 15)]
    );
}

#[test]
fn kinds_and_chests_have_colours_and_the_cave_turns_blue_and_red() {
    let mut file = world(&["P.C....M"], &["Wooden Sword", "Leather Armour"], &["1 Gold"]);
    file.regions[0].entities[0].kind = Some("Ogre".into());
    let cave: Cave = start(&[("kinds", "on")], Some(&file.to_text()), "hues");
    let mut scene = Scene::default();
    cave.draw(SOLO, &View::default(), &mut scene);
    let board = scene.ids().next().unwrap();
    let hue = |x: i32| scene.cell(board, Pos::new(24 + x, 15)).unwrap().hue;
    assert_eq!((hue(0), hue(2), hue(7)), (Hue::Own, Hue::Gold, Hue::Orange));
    assert_eq!(cave.mood(SOLO), Some(Mood { floor: 0x2a_26_20, wall: 0x5b_4a_36, light: Some(9), trail: 0 }));
    let walls: Vec<u32> = [100, 150, 200, 240, 1 << 40]
        .map(|x| {
            file.player.as_mut().unwrap().location.wx = x;
            file.regions.clear();
            let moved: Vec<Cave> = (0..40)
                .filter_map(|step| {
                    file.player.as_mut().unwrap().location.wx = x + step;
                    let prepared = Cave::prepare(
                        &kernel::Options::default(),
                        Some(&file.to_text()),
                        &kernel::Policy::DENY,
                    );
                    prepared
                        .findings
                        .is_empty()
                        .then(|| Cave::start(&prepared.setup.unwrap(), &Seed::from_text("far")))
                })
                .take(1)
                .collect();
            moved[0].mood(SOLO).unwrap().wall
        })
        .to_vec();
    assert!(walls[0] & 0xff > 0x36 && walls[1] & 0xff > walls[1] >> 16, "blue: {walls:x?}");
    assert!(
        walls[2] >> 16 > walls[1] >> 16 && walls[3] == 0x6b_34_30 && walls[4] == walls[3],
        "red: {walls:x?}"
    );
}

#[test]
fn forecasts_change_only_when_the_fighters_do() {
    let cave = game(&[], &["P.....M"], &["Wooden Sword", "Iron Armour"], &[]);
    let first = panel(&cave);
    assert_eq!(panel(&cave), first);
    assert_eq!(first.in_view[0].tone, Tone::Dangerous);
    let before = testkit::bytes(&cave);
    let _ = (cave.panel(SOLO, &View::default()), cave.warning(SOLO, Command::Go(Dir::E)));
    assert_eq!(testkit::bytes(&cave), before);
}
