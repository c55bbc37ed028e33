//! The endless cave through the real program: closing, saving, settings, files.

use crate::support;
use serde_json::Value;
use std::path::Path;
use std::process::Stdio;
use support::{House, json_lines, text};

/// The values that the help of the cave names first: the defaults.
const DEFAULTS: [(&str, &str); 23] = [
    ("iRegionSize", "50"),
    ("iRegionCacheSize", "8"),
    ("iRegionIterationCount", "2"),
    ("iCellDeathThreshold", "5"),
    ("fRandomBoundary", "0.5"),
    ("fChestSpawnBoundary", "0.995"),
    ("bShouldClearScreen", "on"),
    ("fFrameSleepTime", "0.75"),
    ("iChestMaxItems", "2"),
    ("iPlayerSaveFrequency", "5"),
    ("fArmourProtection", "0.3"),
    ("fDamageMultiplier", "1.2"),
    ("fCombatStunProbability", "0.05"),
    ("bShowDebugInfo", "off"),
    ("lTurnSleepTime", "500"),
    ("monsters", "still"),
    ("kinds", "off"),
    ("fights", "full"),
    ("birthplace", "random"),
    ("loss", "on"),
    ("values", "program"),
    ("monsterhealth", "25"),
    ("rules", "standard"),
];

fn header(run: &Path) -> String {
    let text = std::fs::read_to_string(run).expect("a run");
    text.lines().take_while(|line| !line.starts_with("begin")).map(|line| format!("{line}\n")).collect()
}

fn place(answer: &Value) -> (i64, i64) {
    (answer["vitals"]["x"].as_i64().unwrap(), answer["vitals"]["y"].as_i64().unwrap())
}

#[test]
fn help_shows_the_actual_defaults() {
    let help = House::new().run(&["cave", "--help"], b"").out;
    for (name, value) in DEFAULTS {
        let start = format!("  {name} = ");
        let line =
            help.lines().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("{name}: {help}"));
        let first = line[start.len()..].split(['|', ' ']).next();
        assert_eq!(first, Some(value), "{line}");
    }
}

#[test]
fn closing_ends_the_program_and_keeps_the_game() {
    for word in ["x", "q", "quit"] {
        for mode in ["--json", "--line"] {
            let house = House::new();
            let input = format!("d\na\nw\ns\n{word}\nd\nd\nd\nd\n");
            let left = house.run(&["cave", "--seed", "7", "--world", "mine", mode], input.as_bytes());
            assert_eq!((left.status, left.err.as_str()), (0, ""), "{word} {mode}");
            let run = text(&house.runs("cave")[0]);
            let kept = std::fs::read_to_string(&run).unwrap();
            assert_eq!(house.run(&["verify", &run], b"").status, 0);
            let again = house.run(&["cave", "--world", "mine", "--json"], b"");
            let whole = json_lines(
                &House::new().run(&["cave", "--seed", "7", "--world", "home", "--json"], b"d\na\nw\ns\n").out,
            );
            let (first, last) = (&json_lines(&again.out)[0], whole.last().unwrap());
            assert_eq!(
                (&first["scene"], &first["vitals"]),
                (&last["scene"], &last["vitals"]),
                "{word} {mode}"
            );
            assert!(
                std::fs::read_to_string(&run).unwrap().starts_with(kept.trim_end()),
                "nothing after {word} counts"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn worlds_are_kept_in_the_usual_place_of_the_system() {
    let house = House::new();
    let play = |home: &str, data: Option<&str>| {
        let mut command = house.command(&["cave", "--seed", "7", "--world", "home", "--json"]);
        command.env_remove("UNDERCROFT_HOME").env_remove("XDG_DATA_HOME").env("HOME", house.path(home));
        if let Some(data) = data {
            command.env("XDG_DATA_HOME", house.path(data));
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        assert!(command.status().expect("the program starts").success());
    };
    let runs = |path: &str| std::fs::read_dir(house.path(path)).map_or(0, Iterator::count);
    play("user", None);
    assert!(runs("user/.local/share/undercroft/runs/cave") > 0, "the data folder of the user");
    play("other", Some("data"));
    assert!(runs("data/undercroft/runs/cave") > 0 && !house.path("other").exists());
}

#[test]
fn waiting_takes_a_turn() {
    let answers = json_lines(
        &House::new().run(&["cave", "--seed", "7", "--world", "home", "--json"], b"wait\n.\nz\n").out,
    );
    for (turn, answer) in answers.iter().enumerate() {
        assert_eq!(answer["vitals"]["turn"], turn, "{answer}");
        assert_eq!(place(answer), place(&answers[0]));
    }
    assert_eq!(answers[1]["events"][0]["kind"], "waited");
}

#[test]
fn settings_come_from_the_file_and_from_the_command_line() {
    let house = House::new();
    let start = |args: &[&str]| {
        let mut all = vec!["cave", "--seed", "7", "--json"];
        all.extend(args);
        let left = house.run(&all, b"d\na\n");
        let run =
            house.runs("cave").into_iter().max_by_key(|run| run.metadata().unwrap().modified().unwrap());
        (left, run.map(|run| header(&run)).unwrap_or_default())
    };
    // The first start leaves a template that changes nothing.
    let (left, plain) = start(&["--world", "one"]);
    assert_eq!(left.err, "");
    assert!(!plain.contains("set "), "{plain}");
    let own = house.path("home/cave.properties");
    let template = std::fs::read_to_string(&own).unwrap();
    for (name, value) in DEFAULTS {
        assert!(template.contains(&format!("\n#{name}={value}\n")), "{name}: {template}");
    }
    // The document's settings file, under its name and with its spelling.
    let document = house.path("home/cavegame.properties");
    std::fs::write(
        &document,
        "fCombatStunProbability=0.1\nITurnSleepTime=20\nbShowDebugInfo=true\niRegionSize=x\n",
    )
    .unwrap();
    let (left, set) = start(&["--world", "two"]);
    assert!(left.err.contains("cavegame.properties:4: iRegionSize takes a whole number"), "{}", left.err);
    for line in
        ["set fCombatStunProbability \"0.1\"", "set lTurnSleepTime \"20\"", "set bShowDebugInfo \"on\""]
    {
        assert!(set.contains(line), "{set}");
    }
    // The command line has precedence, and the template is never overwritten.
    std::fs::write(&document, "fCombatStunProbability=0.1\n").unwrap();
    let (_, set) = start(&["--world", "three", "--set", "fCombatStunProbability=0.2"]);
    assert!(set.contains("set fCombatStunProbability \"0.2\""), "{set}");
    std::fs::write(&own, "kinds=on\n").unwrap();
    let (_, set) = start(&["--world", "four"]);
    assert!(set.contains("set kinds \"on\"") && set.contains("set fCombatStunProbability \"0.1\""), "{set}");
    assert_eq!(std::fs::read_to_string(&own).unwrap(), "kinds=on\n");
    // A world remembers its settings and reports where they differ from the requested ones.
    let again = house.run(&["cave", "--world", "three", "--json"], b"");
    assert!(
        again
            .err
            .contains("It was made with fCombatStunProbability = 0.2 and keeps it; asked for now is 0.1."),
        "{}",
        again.err
    );
    let doctor = house.run(&["doctor"], b"");
    assert!(!doctor.out.contains("cavegame.properties"), "the doctor knows the name: {}", doctor.out);
}

#[test]
fn rules_document_plays_by_the_document() {
    let house = House::new();
    let frame = |args: &[&str]| {
        let mut all = vec!["cave", "--seed", "7", "--json", "--unsaved"];
        all.extend(args);
        json_lines(&house.run(&all, b"i\n").out).swap_remove(0)["vitals"].clone()
    };
    assert_eq!(frame(&[])["weapon"], "Wooden Sword (1 Dmg)");
    assert_eq!(frame(&["--set", "rules=document"])["weapon"], "Wooden Sword (3 Dmg)");
    assert_eq!(
        frame(&["--set", "rules=document", "--set", "values=program"])["weapon"],
        "Wooden Sword (1 Dmg)"
    );
    assert_eq!(
        frame(&["--set", "values=program", "--set", "rules=document"])["weapon"],
        "Wooden Sword (1 Dmg)"
    );
    let wrong = house.run(&["cave", "--set", "rules=mine", "--json"], b"");
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("rules takes one of standard, document, not 'mine'."), "{}", wrong.err);
    assert!(!house.path("home").exists(), "a game that is not kept leaves no settings file");
}

#[test]
fn an_exported_world_can_be_imported() {
    let house = House::new();
    let keys = "d\nw\na\ns\n".repeat(20) + &"d\n".repeat(30) + &"w\n".repeat(30);
    let played =
        json_lines(&house.run(&["cave", "--seed", "x", "--world", "mine", "--json"], keys.as_bytes()).out);
    let read = |folder: &str| -> Vec<(String, String)> {
        let mut files: Vec<(String, String)> = std::fs::read_dir(house.path(folder))
            .unwrap()
            .flatten()
            .map(|file| (text(Path::new(&file.file_name())), std::fs::read_to_string(file.path()).unwrap()))
            .collect();
        files.sort();
        files
    };
    let run = |args: &[&str]| {
        let left = house.run(args, b"");
        (left.status, left.err)
    };
    let folder = |name: &str| text(&house.path(name));
    assert_eq!(run(&["cave", "export", "mine", &folder("out")]), (0, String::new()));
    assert_eq!(
        run(&["cave", "import", &folder("out"), "--world", "copy"]),
        (0, String::new()),
        "nothing to tell"
    );
    let copy = json_lines(&house.run(&["cave", "--world", "copy", "--json"], b"").out);
    let last = played.last().unwrap();
    assert_eq!(copy[0]["scene"], last["scene"]);
    for name in ["x", "y", "gold", "kills", "weapon", "armour"] {
        assert_eq!(copy[0]["vitals"][name], last["vitals"][name], "{name}");
    }
    assert_eq!(run(&["cave", "export", "copy", &folder("again")]), (0, String::new()));
    let (out, again) = (read("out"), read("again"));
    assert!(out.iter().any(|(name, _)| name == "0.0.json") && out.len() > 3);
    for ((name, one), (other, two)) in out.iter().zip(&again) {
        assert_eq!(name, other);
        let own = |text: &str| text.replace("\"worldName\":\"copy\"", "\"worldName\":\"mine\"");
        assert_eq!(own(one), own(two), "{name}");
    }
    assert_eq!(out.len(), again.len());
    // Changed values are reported; a file under another region's name is refused.
    let player = house.path("out/player.json");
    let text = std::fs::read_to_string(&player).unwrap();
    std::fs::write(&player, text.replace("\"health\":50.0", "\"health\":7.5,\"moveCounter\":2")).unwrap();
    let (status, told) = run(&["cave", "import", &folder("out"), "--world", "changed"]);
    assert_eq!(status, 0);
    assert!(told.contains("player.json: 'moveCounter' is ignored (1 times)."), "{told}");
    assert!(told.contains("The player's health 7.5 is ignored"), "{told}");
    std::fs::rename(house.path("out/0.0.json"), house.path("out/8.8.json")).unwrap();
    let (status, told) = run(&["cave", "import", &folder("out"), "--world", "wrong"]);
    assert_eq!(status, 2);
    assert!(
        told.contains("8.8.json:1:1: error: The file name says region (8, 8), but the file contains (0, 0)."),
        "{told}"
    );
}
