//! There is one help command, and what it says is true.

use crate::support;
use kernel::Options;
use support::House;

#[test]
fn help_lists_every_command_and_each_has_a_page() {
    let house = House::new();
    let all = house.run(&["help"], b"");
    assert_eq!((all.status, all.err.as_str()), (0, ""));
    let mut names: Vec<&str> = all
        .out
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for entry in catalog::GAMES {
        assert!(names.contains(&entry.id), "{}", all.out);
    }
    assert!(names.contains(&"verify") && names.contains(&"help"), "{}", all.out);
    names.retain(|name| *name != "help");
    for name in names {
        let page = house.run(&["help", name], b"");
        assert_eq!(page.status, 0, "{name}: {}", page.err);
        assert!(page.out.contains(&format!("Usage: undercroft {name}")), "{}", page.out);
        assert_eq!(page.out, house.run(&[name, "--help"], b"").out);
    }
    let inner = house.run(&["help", "cave", "import"], b"");
    assert!(inner.out.contains("Usage: undercroft cave import"), "{}", inner.out);
    let unknown = house.run(&["help", "chess"], b"");
    assert_eq!((unknown.status, unknown.out.as_str()), (2, ""));
    assert!(unknown.err.contains("chess"), "{}", unknown.err);
}

#[test]
fn a_file_may_be_called_help() {
    let house = House::new();
    house.write("help", "4\n@ . . A\n. . . .\n. . . .\n. . . .\n");
    let left = house.run(&["pursuit", "help", "--hero", "rogue", "--monster", "monster", "--quiet"], b"");
    assert!(
        left.out.lines().nth(1).is_some_and(|line| line.starts_with("moves: ")),
        "{}{}",
        left.out,
        left.err
    );
}

#[test]
fn the_help_of_a_game_shows_the_defaults_in_effect() {
    let house = House::new();
    for entry in catalog::GAMES {
        let help = house.run(&[entry.id, "--help"], b"").out;
        for spec in entry.options {
            let start = format!("  {} = ", spec.name);
            let line = help.lines().find_map(|line| line.strip_prefix(&start));
            let shown = line.and_then(|line| line.split(['|', ' ']).next());
            let played = Options::default().get(entry.options, spec.name);
            assert_eq!(shown, Some(played.as_str()), "{} {}", entry.id, spec.name);
        }
    }
}
