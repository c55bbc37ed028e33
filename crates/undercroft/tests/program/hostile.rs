//! Nothing from a run, a level, a program, a name or a file name can control the terminal: every command is
//! given hostile files with valid seals, and its output is searched for control characters.

use crate::support;
use std::path::{Path, PathBuf};
use std::process::Output;
use support::{House, bot_game, journal};

/// A title, a beep, an 8-bit escape, reversed text, an overwritten line: what a hostile file would try.
const HOSTILE: &str =
    "A\u{1b}]0;owned\u{7}B\u{9b}2JC\u{202e}D\u{2066}E\u{200f}F\u{61c}G\u{2028}H\u{7f}I\rJ\u{8}K";

/// The same without what XML cannot contain.
const HOSTILE_XML: &str = "A\u{9b}2JC\u{202e}D\u{2066}E\u{200f}F\u{61c}G\u{2028}H\u{7f}I\u{85}K";

/// The forbidden characters of interface.md and docs/security.md, deliberately repeated here.
fn is_forbidden(letter: char) -> bool {
    let code = letter as u32;
    (code < 0x20 && letter != '\n' && letter != '\t')
        || (0x7f..=0x9f).contains(&code)
        || (0x202a..=0x202e).contains(&code)
        || (0x2066..=0x2069).contains(&code)
        || [0x200e, 0x200f, 0x061c, 0x2028, 0x2029].contains(&code)
}

/// Runs the program and checks every character it printed.
fn clean(house: &House, args: &[&str], input: &[u8]) -> Output {
    let output = finished(house, args, input);
    for (channel, bytes) in [("output", &output.stdout), ("error", &output.stderr)] {
        let text =
            String::from_utf8(bytes.clone()).unwrap_or_else(|_| panic!("{args:?}: {channel} is not UTF-8"));
        let found: Vec<char> = text.chars().filter(|letter| is_forbidden(*letter)).collect();
        assert!(found.is_empty(), "{args:?}: {found:?} on standard {channel}:\n{text:?}");
    }
    assert_ne!(output.status.code(), Some(101), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.code().is_some(), "{args:?}: {}", output.status);
    output
}

fn finished(house: &House, args: &[&str], input: &[u8]) -> Output {
    use std::io::Write as _;
    use std::process::Stdio;
    let mut command = house.command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("any text can be quoted")
}

/// The lines of a run of two commands without their seals: commands end in their pulse, all others in a
/// blank.
fn bodies() -> Vec<String> {
    let text = journal(bot_game("boo", "7", &[], 2));
    text.lines().map(|line| line[..line.len() - 4].to_owned()).collect()
}

/// That run with the line that starts with `start` replaced, sealed by the session's own writer, which also
/// gives the run the hostile name. `becomes` gets the old line and may return several.
fn run_with(start: &str, becomes: impl Fn(&str) -> String) -> String {
    let mut bodies = bodies();
    let first_command = bodies.iter().position(|body| body.starts_with("begin")).expect("a header") + 1;
    let at = match start {
        "command" => first_command,
        "checkpoint" => bodies.iter().position(|body| body.starts_with("= ")).expect("a checkpoint"),
        start => bodies.iter().position(|body| body.starts_with(start)).expect("such a line"),
    };
    bodies[at] = becomes(&bodies[at]);
    let unsealed: String =
        bodies.iter().flat_map(|body| body.split('\n')).map(|line| format!("{line}0000\n")).collect();
    session::with_name(&unsealed, HOSTILE)
}

/// Runs with one hostile field each.
fn hostile_runs() -> Vec<(&'static str, String)> {
    let h = HOSTILE;
    let q = quoted(h);
    // Inserts into the word before the last blank of a line.
    let word = |body: &str| {
        format!("{}{h}{}", &body[..body.rfind(' ').unwrap_or(0)], &body[body.rfind(' ').unwrap_or(0)..])
    };
    vec![
        ("good", run_with("begin", str::to_owned)),
        ("version", run_with("undercroft", word)),
        ("game", run_with("game", |body| body.replace("boo", &format!("boo{h}")))),
        ("rules", run_with("game", word)),
        ("seed", run_with("seed", |_| format!("seed {q} "))),
        ("seedraw", run_with("seed", word)),
        ("option", run_with("begin", |body| format!("set {h} \"on\" \n{body}"))),
        ("value", run_with("begin", |body| format!("set rooms {q} \n{body}"))),
        ("about", run_with("begin", |body| format!("about {h} {q} \n{body}"))),
        ("level", run_with("begin", |body| format!("level {q} 1 \n| {q} \n{body}"))),
        ("mark", run_with("command", |body| format!("mark {h} \n{body}"))),
        ("step", run_with("command", word)),
        ("seat", run_with("command", |body| format!("{h}:{body}"))),
        ("pulse", run_with("command", |body| format!("{}00", &body[..body.len() - 2]))),
        ("vitals", run_with("checkpoint", |body| format!("{body}hp={h} {h}=1 "))),
        ("digest", run_with("checkpoint", |_| format!("= 2 0000000000000000 hp={h} {h}=1 "))),
        ("end", run_with("checkpoint", |body| format!("{body}\nend won{h} 5 "))),
        ("point", run_with("checkpoint", |body| format!("{body}\npoint {q} "))),
        ("kind", run_with("checkpoint", |body| format!("{body}\n{h} "))),
    ]
}

fn keep(house: &House, name: &str, text: &str) -> String {
    let folder = house.path("home/runs/boo");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}-\u{1b}]0;file\u{7}\u{202e}.run"));
    std::fs::write(&path, text).expect("a file of that name");
    path.to_str().expect("a name in UTF-8").to_owned()
}

/// Checks that the hostile text arrives: a run with bad seals would be refused before anything is shown.
fn assert_sealed(name: &str, text: &str) {
    let damage = session::Run::parse(text.as_bytes()).damage;
    assert!(damage.as_ref().is_none_or(|damage| !damage.what.contains("seal")), "{name}: {damage:?}");
}

#[test]
fn no_command_about_a_run_prints_terminal_control_characters() {
    let house = House::new();
    let runs = hostile_runs();
    let good = keep(&house, "good", &runs[0].1);
    assert!(out(&clean(&house, &["verify", &good], b"")).starts_with("verified: boo, "));
    for (name, text) in runs {
        assert_sealed(name, &text);
        let path = keep(&house, name, &text);
        for args in [
            &["verify", &path][..],
            &["verify", &path, &good],
            &["check", "--show", &path],
            &["replay", &path, "--text"],
            &["explain", &path, "--at", "1"],
            &["explain", &path, "--at", "1", "--json"],
            &["diff", &path],
            &["diff", &path, &good],
            &["code", &path],
            &["morgue", &path],
            &["morgue", &path, "--json"],
            &["open", &path, "--at", "1", "--line"],
            &["open", &path, "--point", HOSTILE, "--line"],
            &["open", &path, "--line"],
            &["open", &path, "--json"],
            &["open", &path, "--speak"],
            &["cave", "export", &path, "exported"],
        ] {
            let input = format!("save {HOSTILE}\n{HOSTILE}\nhelp\n");
            clean(&house, args, input.as_bytes());
        }
    }
}

#[test]
fn no_list_of_a_hostile_folder_prints_terminal_control_characters() {
    let house = House::new();
    for (name, text) in hostile_runs() {
        keep(&house, name, &text);
    }
    let home = house.path("home");
    for (file, text) in [
        ("settings.txt", format!("theme = {HOSTILE}\n{HOSTILE} = 1\nkeys.boo.{HOSTILE} = {HOSTILE}\n")),
        ("boo.properties", format!("{HOSTILE}=1\nrooms={HOSTILE}\n{HOSTILE}\n")),
        ("cave.properties", format!("{HOSTILE}=1\niRegionSize={HOSTILE}\n")),
        (records::challenge::HISTORY, format!("{HOSTILE}\n2026-01-01 daily {HOSTILE} {HOSTILE}\n")),
    ] {
        std::fs::write(home.join(file), text).expect("a file");
    }
    for args in [
        &["saves"][..],
        &["saves", "--json"],
        &["saves", "rename", HOSTILE, "other"],
        &["saves", "delete", HOSTILE],
        &["scores"],
        &["scores", "--json", "--all"],
        &["feats"],
        &["feats", "--json"],
        &["doctor"],
        &["doctor", "--verify"],
        &["doctor", "--verify", "--json"],
        &["daily"],
        &["daily", "--json"],
        &["daily", "--history"],
        &["pentathlon", "--list"],
        &["boo", "--seed", "7", "--line"],
        &["boo", "--keys", "LDD"],
        &["cave", "--seed", "7", "--line"],
    ] {
        clean(&house, args, b"w\n");
    }
    let listed = clean(&house, &["saves", "--json"], b"");
    let names: Vec<serde_json::Value> =
        out(&listed).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(
        names.iter().any(|save| save["name"] == HOSTILE),
        "JSON says the name as it is: {}",
        out(&listed)
    );
}

#[test]
fn recordings_and_pictures_contain_only_our_own_escapes() {
    let house = House::new();
    for (name, text) in hostile_runs() {
        let path = keep(&house, name, &text);
        let svg = clean(&house, &["replay", &path, "--svg"], b"");
        if svg.status.success() {
            roxmltree::Document::parse(out(&svg)).expect("XML");
        }
        let cast = clean(&house, &["replay", &path, "--cast"], b"");
        for line in out(&cast).lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("one JSON value a line");
            let written = value[2].as_str().or(value["title"].as_str()).unwrap_or_default();
            let found: Vec<char> =
                without_own_escapes(written).chars().filter(|c| is_forbidden(*c)).collect();
            assert!(found.is_empty(), "{name}: {found:?} in {written:?}");
        }
    }
}

/// The text without the sequences of a recording: `ESC [`, numbers, and one of `H m J l`.
fn without_own_escapes(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';' || c == '?');
        assert!(rest.starts_with(['H', 'm', 'J', 'l']), "an escape that is not ours: {part:?}");
        kept.push_str(&rest[1..]);
    }
    kept
}

fn write(house: &House, name: &str, text: &str) -> String {
    let path: PathBuf = house.path(&format!("{name}\u{1b}]0;x\u{7}"));
    std::fs::write(&path, text).expect("a file");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn no_level_prints_terminal_control_characters() {
    let house = House::new();
    let dungeon = clean(&house, &["dungeon", "new"], b"");
    let renamed = out(&dungeon).replace("name=\"", &format!("name=\"{HOSTILE_XML}"));
    assert_ne!(renamed, out(&dungeon));
    let files = [
        ("dungeon", write(&house, "names", &renamed)),
        ("dungeon", write(&house, "tag", &out(&dungeon).replace("<Rooms>", &format!("<{HOSTILE_XML}>")))),
        ("dungeon", write(&house, "raw", &format!("<Dungeon {HOSTILE}=\"{HOSTILE}\">"))),
        ("pursuit", write(&house, "field", &format!("4\n@ . . A\n. {HOSTILE} . .\n. . . .\n. . . .\n"))),
        ("pursuit", write(&house, "size", &format!("{HOSTILE}\n@ . . A\n"))),
        ("chambers", write(&house, "layout", &format!("|-----|\n|{HOSTILE}@|\n|-----|\n"))),
        ("chambers", write(&house, "nothing", HOSTILE)),
    ];
    for (game, file) in &files {
        for args in [
            &["check", file][..],
            &["check", file, "--show", "--solve"],
            &["check", "--as", game, "--show", file],
            &["open", file, "--line"],
            &["open", file, "--json"],
            &["open", file, "--speak"],
            &[game, file, "--seed", "7", "--line"],
            &[game, file, "--seed", "7", "--json"],
            &[game, file, "--seed", "7", "--speak"],
            &["dungeon", "preview", file],
            &["dungeon", "fmt", file],
            &["solve", file],
            &["solve", file, "--json"],
            &["arena", "--hero", "rogue", "--monster", "monster", "--fields", file],
        ] {
            clean(&house, args, b"l\ni\nlook\nwhat\nd 1\nk\n");
        }
    }
}

#[test]
fn no_exported_world_prints_terminal_control_characters() {
    let house = House::new();
    clean(&house, &["cave", "--world", "plain", "--seed", "7", "--line"], b"w\n");
    clean(&house, &["cave", "export", "plain", "world"], b"");
    let world = house.path("world/world.json");
    let text = std::fs::read_to_string(&world).expect("an exported world");
    for old in ["\"plain\"", "\"7\""] {
        assert!(text.contains(old), "{text}");
        std::fs::write(&world, text.replace(old, &quoted(HOSTILE))).expect("a file");
        clean(&house, &["cave", "import", "world"], b"");
        clean(&house, &["saves"], b"");
        clean(&house, &["cave", "--world", HOSTILE, "--line"], b"w\n");
        clean(&house, &["cave", "export", HOSTILE, "again"], b"");
    }
    std::fs::write(&world, format!("{{{HOSTILE}")).expect("a file");
    clean(&house, &["cave", "import", "world"], b"");
}

#[cfg(unix)]
#[test]
fn no_answer_of_a_program_prints_terminal_control_characters() {
    use std::os::unix::fs::PermissionsExt as _;
    let house = House::new();
    let field = write(&house, "field", "4\n@ . . A\n. . . .\n. . . .\n. . . .\n");
    let script = house.write(
        "bot.sh",
        &format!("#!/bin/sh\nread line\nprintf '%s\\n' '{HOSTILE}'\necho '{HOSTILE}' >&2\n"),
    );
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    let program = format!("cmd:{}", script.display());
    clean(&house, &["pursuit", &field, "--hero", &program, "--monster", "monster", "--quiet"], b"");
    clean(&house, &["pursuit", &field, "--hero", &program, "--monster", "monster"], b"");
    clean(&house, &["pursuit", &field, "--hero", &format!("cmd:{HOSTILE}"), "--monster", "monster"], b"");
    for how in ["--json", "--csv"] {
        let args = ["arena", "--hero", &program, "--monster", "monster", "--fields", &field, how];
        clean(&house, &args, b"");
    }
}

#[test]
fn no_argument_is_repeated_with_terminal_control_characters() {
    let house = House::new();
    let set = format!("{HOSTILE}=1");
    let value = format!("rooms={HOSTILE}");
    for args in [
        &[HOSTILE][..],
        &["help", HOSTILE],
        &["boo", HOSTILE],
        &["boo", "--seed", HOSTILE, "--line"],
        &["boo", "--seed", HOSTILE, "--json"],
        &["boo", "--set", &set, "--line"],
        &["boo", "--set", &value, "--line"],
        &["boo", "--world", HOSTILE, "--line"],
        &["boo", "--record", HOSTILE, "--line"],
        &["boo", "--keys", HOSTILE],
        &["pursuit", "--hero", HOSTILE, "--line"],
        &["open", HOSTILE],
        &["verify", HOSTILE],
        &["check", HOSTILE],
        &["code", HOSTILE],
        &["code", "boo", "--seed", HOSTILE],
        &["play", HOSTILE],
        &["daily", HOSTILE],
        &["daily", "--date", HOSTILE],
        &["seeds", HOSTILE],
        &["seeds", "boo", "--where", HOSTILE],
        &["seeds", "boo", "--prefix", HOSTILE, "--tries", "5"],
        &["seeds", "boo", "--prefix", HOSTILE, "--tries", "5", "--json"],
        &["scores", HOSTILE],
        &["scores", "--options", HOSTILE],
        &["saves", "rename", HOSTILE, HOSTILE],
        &["cave", "export", HOSTILE, HOSTILE],
        &["cave", "import", HOSTILE],
        &["solve", HOSTILE],
        &["arena", "--hero", HOSTILE, "--monster", "monster", "--fields", HOSTILE],
        &["pursuit", "new", "--turns", HOSTILE],
        &["bench", HOSTILE],
        &["dungeon", "new", HOSTILE],
        &["dungeon", "fmt", HOSTILE],
        &["completions", HOSTILE],
    ] {
        clean(&house, args, b"d\n");
    }
    assert!(Path::new(&house.path("home")).exists());
}
