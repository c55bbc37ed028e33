//! Worlds exported and imported, files of other origin, and worlds that bots explore in different orders.

mod common;

use common::{item, soak, world};
use game_cave::{Cave, CellFile, Exported, Points, RegionFile};
use kernel::{Finding, Game, Guide, Options, Prepared, Rng, Seed, Severity};
use std::collections::BTreeMap;
use testkit::{SOLO, bytes, order, start};

fn explore(options: &[(&str, &str)], seed: &str, bot: &str, commands: u32) -> Cave {
    let mut cave: Cave = start(options, None, seed);
    let mut dice = Rng::stream(&Seed::from_text(bot), "bot", &[]);
    for number in 0..commands {
        let advice = cave.advise(SOLO, &mut dice).unwrap();
        // The two bots follow the advice to different degrees, so they see the world in different orders.
        let wild = kernel::Dir::ORTHOGONAL[dice.below(4, "wild") as usize];
        let command = if bot == "wild" && number % 3 != 0 { game_cave::Command::Go(wild) } else { advice };
        let _ = cave.act(SOLO, command, &mut Vec::new());
    }
    cave
}

/// The cells of a region file, by type.
fn cells(region: &RegionFile) -> Vec<String> {
    region.cells.iter().map(|column| column.iter().map(|cell| cell.t.as_str()).collect()).collect()
}

#[test]
fn two_bots_find_the_same_world() {
    for number in 0..soak(3, 60) {
        let seed = format!("same {number}");
        let (a, b) = (explore(&[], &seed, "calm", 1_500), explore(&[], &seed, "wild", 4_000));
        assert!(bytes(&a) != bytes(&b));
        let (a, b) = (a.export(testkit::SOLO, "a", &seed), b.export(testkit::SOLO, "b", &seed));
        let key = |region: &RegionFile| (region.region_coordinate.rx, region.region_coordinate.ry);
        let known: BTreeMap<_, _> = a.regions.iter().map(|region| (key(region), region)).collect();
        let mut common = 0;
        for other in &b.regions {
            let Some(region) = known.get(&key(other)) else { continue };
            common += 1;
            assert_eq!(cells(region), cells(other), "{seed}: {:?}", key(other));
            assert_eq!(region.entity_coordinates, other.entity_coordinates);
            for (left, right) in region.cells.iter().flatten().zip(other.cells.iter().flatten()) {
                if left.claimed == Some(false) && right.claimed == Some(false) {
                    assert_eq!(left.reward, right.reward, "contents come from the seed");
                }
            }
        }
        assert!(common >= 2, "{seed}: {common}");
    }
}

#[test]
fn a_world_read_back_is_the_same_world() {
    for (number, options) in [&[][..], &[("monsters", "roaming"), ("kinds", "on")], &[("iRegionSize", "20")]]
        .into_iter()
        .enumerate()
    {
        let seed = format!("files {number} ünï \"quoted\"");
        let cave = explore(options, &seed, "calm", 2_500);
        let out = cave.export(testkit::SOLO, "Testing / World", &seed);
        let files = out.files();
        assert_eq!(files[0].0, "world.json");
        assert_eq!(files[1].0, "player.json");
        let (back, notes) =
            Exported::from_files(files.iter().map(|(name, text)| (name.as_str(), text.as_str()))).unwrap();
        assert!(notes.is_empty(), "{notes:?}");
        let sorted = |mut world: Exported| {
            world.regions.sort_by_key(|region| (region.region_coordinate.ry, region.region_coordinate.rx));
            world
        };
        assert_eq!(back, sorted(out.clone()));
        let text = back.to_text();
        let prepared = prepare(options, &text);
        assert!(prepared.findings.is_empty(), "nothing to say about an own world: {:?}", prepared.findings);
        let again = Cave::start(&prepared.setup.unwrap(), &Seed::from_text("another fate"));
        assert_eq!(
            sorted(again.export(testkit::SOLO, "Testing / World", &seed)),
            back,
            "position, pack, monsters, chests"
        );
        assert_eq!(testkit::rows(&again, ""), testkit::rows(&cave, ""));
        let (before, after) = (cave.vitals(SOLO), again.vitals(SOLO));
        for name in ["gold", "kills", "x", "y", "score"] {
            assert_eq!(before.number(name), after.number(name), "{name}");
        }
    }
}

#[test]
fn a_game_from_a_world_replays() {
    let cave = explore(&[], "replay", "calm", 800);
    let text = cave.export(testkit::SOLO, "w", "replay").to_text();
    testkit::random_play::<Cave>(&[], Some(&text), "replay", 800, |_| {});
    testkit::random_play::<Cave>(&[("monsters", "roaming")], Some(&text), "replay", 400, |_| {});
}

#[test]
fn the_files_have_the_shape_of_the_document() {
    let cave = common::game(&[], &["P.CM"], &["Wooden Sword", "Leather Armour"], &["Steel Sword", "21 Gold"]);
    let out = cave.export(testkit::SOLO, "Testing World", "abc123");
    let files: BTreeMap<String, String> = out.files().into_iter().collect();
    let world = &files["world.json"];
    assert!(world.starts_with(r#"{"worldName":"Testing World","configurationHash":""#), "{world}");
    assert!(world.ends_with(r#"","worldSeed":"abc123"}"#), "{world}");
    let player = &files["player.json"];
    let sword = r#"{"t":"SwordItem","tier":"Wooden","damage":1}"#;
    let armour = r#"{"t":"ArmourItem","tier":"Leather","shielding":5}"#;
    let rest = r#""iEquippedWeapon":0,"iEquippedArmour":1,"location":{"wx":40,"wy":15,"rx":0,"ry":0,"cx":40,"cy":15},"health":50.0,"alive":true,"armour":5,"armourChange":[0,0]}"#;
    assert_eq!(*player, format!(r#"{{"inventory":[{sword},{armour}],{rest}"#));
    let region = &files["0.0.json"];
    assert!(
        region.starts_with(r#"{"regionCoordinate":{"rx":0,"ry":0},"cells":[[{"t":"r"},"#),
        "{}",
        &region[..90]
    );
    let steel = r#"{"t":"SwordItem","tier":"Steel","damage":8}"#;
    let chest = format!(r#"{{"t":"c","reward":[{steel},{{"t":"GoldItem","quantity":21}}],"claimed":false}}"#);
    assert!(region.contains(&chest));
    let monster = r#""entityCoordinates":[{"wx":43,"wy":15,"rx":0,"ry":0,"cx":43,"cy":15}],"entities":[{"t":"m","health":25.0,"alive":true,"armour":0,"armourChange":[0,0]}]}"#;
    assert!(region.ends_with(monster), "{}", &region[region.len() - 200..]);
    let mut cave = common::game(&[], &["P...M"], &["Infused Sword", "Infused Armour"], &[]);
    assert!(order(&mut cave, "d").contains("You have killed the monster!"));
    let region = cave
        .export(testkit::SOLO, "w", "s")
        .files()
        .into_iter()
        .find(|(name, _)| name == "0.0.json")
        .unwrap()
        .1;
    assert!(region.contains(r#"{"t":"m","health":0.0,"alive":false"#));
}

fn prepare(options: &[(&str, &str)], text: &str) -> Prepared<game_cave::Setup> {
    let mut set = Options::default();
    for (name, value) in options {
        set.set(Cave::ABOUT.options, name, value).unwrap();
    }
    Cave::prepare(&set, Some(text), &kernel::Policy::OWNER)
}

fn refused(text: &str) -> Finding {
    let prepared = prepare(&[], text);
    assert!(prepared.setup.is_none(), "this should be refused: {text:.80}");
    prepared.findings.into_iter().find(|finding| finding.severity == Severity::Error).unwrap()
}

#[test]
fn damaged_worlds_are_refused_with_a_reason() {
    let whole = world(&["P.C.M"], &["Wooden Sword", "Leather Armour"], &["1 Gold"]);
    let text = whole.to_text();
    let cut = refused(&text[..text.len() / 2]);
    assert!(cut.line == 1 && cut.column > 1_000 && cut.what.starts_with("This is not an exported world: "));
    for bad in ["", "{}", "[]", "null", "{\"world\":3}", "not json\nat all", "\u{0}"] {
        assert!(refused(bad).what.starts_with("This is not an exported world: "), "{bad:?}");
    }
    let change = |change: &dyn Fn(&mut Exported)| {
        let mut world = whole.clone();
        change(&mut world);
        refused(&world.to_text()).what
    };
    let cell = CellFile { t: "q".into(), reward: None, claimed: None };
    assert_eq!(
        change(&|w| w.regions[0].cells[3][4] = cell.clone()),
        "The region (0, 0) has a cell of type 'q'."
    );
    assert_eq!(
        change(&|w| drop(w.regions[1].cells.pop())),
        "The region (1, 0) does not have 50 by 50 cells."
    );
    assert_eq!(
        change(&|w| w.regions[1].region_coordinate.rx = i64::MAX),
        "The region (9223372036854775807, 0) is beyond the edge of the world."
    );
    assert_eq!(
        change(&|w| w.player.as_mut().unwrap().location.wx = i64::MIN),
        "The position (-9223372036854775808, 15) is beyond the edge of the world."
    );
    let mut hammer = item("Iron Sword");
    hammer.t = "HammerItem".into();
    assert_eq!(
        change(&|w| w.player.as_mut().unwrap().inventory.push(hammer.clone())),
        "There is no item of type 'HammerItem'."
    );
    let glass = item("Glass Armour");
    assert_eq!(
        change(&|w| w.player.as_mut().unwrap().inventory.push(glass.clone())),
        "There is no ArmourItem of tier 'Glass'."
    );
}

#[test]
fn odd_worlds_are_played_with_a_note() {
    let notes = |world: &Exported, options: &[(&str, &str)]| -> Vec<String> {
        let prepared = prepare(options, &world.to_text());
        assert!(prepared.setup.is_some(), "{:?}", prepared.findings);
        prepared.findings.into_iter().map(|finding| finding.what).collect()
    };
    let cave: Cave = start(&[], None, "odd");
    let whole = cave.export(testkit::SOLO, "odd", "odd");
    assert!(notes(&whole, &[]).is_empty());
    let told = notes(&whole, &[("fArmourProtection", "0.5")]);
    assert_eq!(told, ["The world was made with other settings: new regions may not fit the old ones."]);
    let mut lonely = whole.clone();
    lonely.player = None;
    assert_eq!(notes(&lonely, &[]), ["There is no player: a new hero starts at the world's spawn."]);
    let again: Cave = start(&[], Some(&lonely.to_text()), "odd");
    assert_eq!(testkit::rows(&again, ""), testkit::rows(&cave, ""));
    let mut naked = whole.clone();
    naked.player.as_mut().unwrap().inventory.clear();
    assert_eq!(
        notes(&naked, &[]),
        [
            "The player has nothing to equip there: Wooden Sword is added.",
            "The player has nothing to equip there: Leather Armour is added."
        ]
    );
    let mut walled = world(&["P.C.M"], &["Wooden Sword", "Leather Armour"], &["1 Gold"]);
    walled.player.as_mut().unwrap().location.wy += 1;
    let told = notes(&walled, &[]);
    assert!(told[0].starts_with("The region (0, 0) differs from the seed's"), "{told:?}");
    assert_eq!(
        told.last().unwrap(),
        "The player is in rock at (40, 16) and starts at the world's spawn instead."
    );
}

fn points(text: &str) -> Points {
    Points::read(text).unwrap()
}

#[test]
fn a_file_keeps_the_health_of_its_monster() {
    // The region file printed in the document has a monster with health 30.
    let mut world = world(&["P.....M"], &["Infused Sword", "Infused Armour"], &[]);
    for (given, shown) in [("30.0", "30"), ("12.5", "12.50"), ("30", "30"), ("1000", "1000")] {
        world.regions[0].entities[0].health = points(given);
        let mut cave: Cave = start(&[], Some(&world.to_text()), "health");
        let mut seen = String::new();
        cave.look(SOLO, &kernel::View::default(), kernel::Pos::new(30, 15), &mut seen);
        assert_eq!(seen, format!("Monster: health {shown}, attack 3."));
        let out = cave.export(testkit::SOLO, "health", "picture");
        let written = out.regions[0].entities[0].health.to_string();
        assert_eq!(written.parse::<f64>(), given.parse::<f64>(), "and so does its export");
        if given == "30.0" {
            let told = ["d", "d", "d"].map(|way| order(&mut cave, way)).concat();
            assert_eq!(told.matches("for 15.00 damage").count(), 2, "two blows of 15: {told}");
        }
    }
    // The same holds if the region is the one its seed makes.
    let cave: Cave = start(&[], None, "odd");
    let mut whole = cave.export(testkit::SOLO, "odd", "odd");
    let at = whole.regions.iter().position(|region| !region.entities.is_empty()).unwrap();
    whole.regions[at].entities[0].health = points("30");
    let again: Cave = start(&[], Some(&whole.to_text()), "odd");
    assert_eq!(again.export(testkit::SOLO, "odd", "odd").regions[at].entities[0].health, points("30.0"));
    assert_eq!(testkit::rows(&again, ""), testkit::rows(&cave, ""));
}

/// A change to a world before it is read.
type Change<'c> = &'c dyn Fn(&mut Exported);

#[test]
fn what_an_import_changes_or_leaves_out_is_told() {
    let told = |options: &[(&str, &str)], change: &dyn Fn(&mut Exported)| -> Vec<String> {
        let mut world = world(&["P.C.M"], &["Wooden Sword", "Leather Armour", "3 Gold"], &["Iron Sword"]);
        change(&mut world);
        let prepared = prepare(options, &world.to_text());
        assert!(prepared.setup.is_some(), "{:?}", prepared.findings);
        // The regions of a picture never match its seed; that finding is always present.
        let own = |what: &String| !what.contains("differs from the seed's");
        prepared.findings.into_iter().map(|finding| finding.what).filter(own).collect()
    };
    assert_eq!(told(&[], &|_| ()), [""; 0]);
    let (player, monster) = (
        |w: &mut Exported, change: &dyn Fn(&mut game_cave::PlayerFile)| change(w.player.as_mut().unwrap()),
        |w: &mut Exported, change: &dyn Fn(&mut game_cave::EntityFile)| change(&mut w.regions[0].entities[0]),
    );
    let cases: [(Change<'_>, &str); 13] = [
        (
            &|w| player(w, &|p| p.inventory[0].damage = Some(3)),
            "Wooden Sword: damage 3 of the file is replaced by 1.",
        ),
        (
            &|w| player(w, &|p| p.inventory[1].shielding = Some(6)),
            "Leather Armour: shielding 6 of the file is replaced by 5.",
        ),
        (&|w| player(w, &|p| p.inventory[2].quantity = Some(0)), "Gold without coins counts as 1 coin."),
        (
            &|w| player(w, &|p| p.health = points("12")),
            "The player's health 12 is ignored; every fight starts with full health.",
        ),
        (&|w| player(w, &|p| p.alive = false), "The dead player of the file starts alive."),
        (
            &|w| player(w, &|p| p.armour_change = vec![0, 2]),
            "The player's armour being restored is ignored; fights start with full armour.",
        ),
        (
            &|w| player(w, &|p| p.i_equipped_weapon = 2),
            "The item with index 2 cannot be equipped there: Wooden Sword is equipped instead.",
        ),
        (
            &|w| player(w, &|p| p.location.rx = 9),
            "The player's region and cell do not match (40, 15); they are ignored.",
        ),
        (
            &|w| monster(w, &|m| m.health = points("1e9")),
            "The region (0, 0): a monster cannot have health 1000000000.0; it is set to 25.",
        ),
        (&|w| monster(w, &|m| m.armour = 4), "The region (0, 0): armour 4 of the monster is set to 0."),
        (
            &|w| monster(w, &|m| m.kind = Some("Ogre".into())),
            "The region (0, 0): the monster is read as a Monster, not a Ogre.",
        ),
        (
            &|w| w.regions[0].entity_coordinates[0].wx = 80,
            "The region (0, 0): the monster is in another region and is ignored.",
        ),
        (&|w| w.regions[0].cells[3][3].t = "e".into(), "The region (0, 0): empty cells count as rock."),
    ];
    for (change, note) in cases {
        assert_eq!(told(&[], change), [note]);
    }
    let text = world(&["P."], &["Wooden Sword", "Leather Armour"], &[]).to_text();
    let odd = text.replacen(r#""location""#, r#""moveCounter":3,"location""#, 1);
    let notes = prepare(&[], &odd).findings;
    assert!(notes.iter().any(|note| note.what == "'moveCounter' is ignored (1 times)."), "{notes:?}");
    // However many problems there are, the list of findings stays short.
    let mut gold = world(&["P.C.M"], &["Wooden Sword", "Leather Armour"], &[]);
    gold.player.as_mut().unwrap().inventory =
        (0..500).map(|n| game_cave::ItemFile { damage: Some(100 + n), ..item("Iron Sword") }).collect();
    assert!(prepare(&[], &gold.to_text()).findings.len() < 50);
}

#[test]
fn a_region_file_is_named_after_its_region() {
    let whole = world(&["P."], &["Wooden Sword", "Leather Armour"], &[]);
    let files = whole.files();
    let renamed = |from: &str, to: &str| {
        let files: Vec<(String, String)> = files
            .iter()
            .map(|(name, text)| (if name == from { to.to_string() } else { name.clone() }, text.clone()))
            .collect();
        Exported::from_files(files.iter().map(|(name, text)| (name.as_str(), text.as_str())))
    };
    assert_eq!(
        renamed("1.0.json", "r1,0.json").unwrap(),
        (whole.clone(), vec![]),
        "as the original names it"
    );
    let error = renamed("1.0.json", "3.-4.json").unwrap_err();
    assert_eq!(error.file, "3.-4.json");
    assert_eq!(error.what, "The file name says region (3, -4), but the file contains (1, 0).");
    let error = renamed("1.0.json", "r0,0.json").unwrap_err();
    assert_eq!(error.what, "The file name says region (0, 0), but the file contains (1, 0).");
    let (read, notes) = renamed("1.0.json", "backup.json").unwrap();
    assert_eq!(
        (read.regions.len(), notes),
        (1, vec!["backup.json: not the name of a region file; ignored.".to_string()])
    );
    let twice = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .chain([("r1,0.json", files[3].1.as_str())]);
    assert_eq!(Exported::from_files(twice).unwrap_err().what, "The region (1, 0) is in two files.");
    let mut double = whole.clone();
    double.regions[1].region_coordinate.rx = 0;
    assert_eq!(refused(&double.to_text()).what, "The region (0, 0) occurs twice.");
}

#[test]
fn files_that_are_no_world_are_named() {
    let error = Exported::from_files([("readme.txt", "x"), ("0.0.json", "{}")]).unwrap_err();
    assert_eq!((error.file.as_str(), error.line), ("0.0.json", 1));
    assert!(error.what.starts_with("This is not a valid 0.0.json: "));
    let error = Exported::from_files([]).unwrap_err();
    assert_eq!(error.what, "There is no world.json: this is not a world.");
    let error = Exported::from_files([("world.json", "{\"worldName\":")]).unwrap_err();
    assert_eq!(error.file, "world.json");
}
