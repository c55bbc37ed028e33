//! The panel: whole panels, questions and warnings, and the law that everything they offer is possible.

use crate::common::{Played, floor_with, on_stage, stage};
use game_chambers::Chambers;
use kernel::{Bar, Choice, Game, Guide, Panel, Rng, Seat, Seed, View};
use std::fmt::Write;

const ALL: [(&str, &str); 9] = [
    ("wasd", "on"),
    ("inventory", "on"),
    ("gear", "on"),
    ("pursue", "on"),
    ("shop", "on"),
    ("classes", "on"),
    ("races", "on"),
    ("foes", "on"),
    ("chambers", "on"),
];

fn panel_of(game: &Chambers) -> Panel {
    game.panel(Seat(0), &View::default())
}

fn bar(bar: &Bar) -> String {
    format!("{} {} {:?}", bar.name, bar.text, bar.tone)
}

/// A panel as rows of text.
fn written(panel: &Panel) -> String {
    let mut out = format!("{} · {}\n", panel.title, panel.place);
    panel.bars.iter().for_each(|it| writeln!(out, "{}", bar(it)).unwrap());
    let numbers: Vec<String> =
        panel.numbers.iter().map(|(name, number)| format!("{name} {number}")).collect();
    writeln!(out, "{}", numbers.join(", ")).unwrap();
    panel.effects.iter().for_each(|(effect, tone)| writeln!(out, "* {effect} ({tone:?})").unwrap());
    if !panel.worn.is_empty() {
        writeln!(out, "worn: {}", panel.worn.join(", ")).unwrap();
    }
    for sight in &panel.in_view {
        write!(out, "{} {}", sight.cell.glyph(), sight.name).unwrap();
        if let Some(it) = &sight.bar {
            write!(out, " [{}]", bar(it)).unwrap();
        }
        if !sight.forecast.is_empty() {
            write!(out, " {}", sight.forecast).unwrap();
        }
        let steps = sight.steps.map_or("no way".into(), |steps| format!("{steps} steps"));
        write!(out, " · {:?} · {steps}", sight.tone).unwrap();
        sight.deeds.iter().for_each(|deed| write!(out, " · {} `{}`", deed.label, deed.line).unwrap());
        out.push('\n');
    }
    for item in &panel.carried {
        let worn = if item.worn { " (worn)" } else { "" };
        write!(out, "- {} ×{}{worn} {}", item.name, item.count, item.note).unwrap();
        item.deeds.iter().for_each(|deed| write!(out, " · {} `{}`", deed.label, deed.line).unwrap());
        out.push('\n');
    }
    out
}

fn answers(choice: &Choice) -> String {
    let mut out = format!("{}\n", choice.question);
    for answer in &choice.answers {
        writeln!(out, "`{}` {}: {}", answer.line, answer.label, answer.about.join(" | ")).unwrap();
    }
    out
}

/// Compares a text with the file under `panels/`; `UNDERCROFT_REFRESH=1` rewrites the file.
#[track_caller]
fn kept(name: &str, text: &str) {
    let path = format!("{}/tests/pictures/panels/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UNDERCROFT_REFRESH").is_some() {
        std::fs::write(&path, text).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("every panel is kept");
    assert!(kept == text, "{name} was\n{kept}\nand is\n{text}");
}

#[track_caller]
fn shows(played: &Played, name: &str) {
    kept(name, &written(&panel_of(&played.game)));
}

#[test]
fn a_classic_panel() {
    shows(&on_stage("@H..........\n.6..........\n..1........W", "d"), "classic");
    shows(&on_stage("@.4E........\n.0..........\n.....\\......", "v u se ea u ea"), "classic-potions");
    shows(&Played::new(&[], None, "x", ""), "nobody");
}

#[test]
fn a_panel_with_a_bag_gear_and_a_bolt() {
    let options = [("inventory", "on"), ("gear", "on"), ("shop", "on"), ("classes", "on")];
    let level = stage("@0.0.M......\n)[..........\n............");
    let orders = "v wi take ea take so bag 2 take se ea";
    shows(&Played::new(&options, Some(&level), "stage", orders), "bag");
}

#[test]
fn a_panel_beside_a_merchant_and_a_dragon() {
    let options = [("inventory", "on"), ("gear", "on"), ("shop", "on")];
    let level = stage("@6M........1\n1...........\n..D9.8......");
    shows(&Played::new(&options, Some(&level), "stage", "s f take so"), "merchant");
    let rich = stage("@66666M.....\n............\n............");
    shows(&Played::new(&options, Some(&rich), "stage", "g f ea ea ea ea ea"), "shop");
}

#[test]
fn races_and_classes_are_questions_with_answers() {
    let classic = Played::new(&[], None, "x", "");
    kept("races", &answers(&classic.game.choice(Seat(0)).unwrap()));
    let played = Played::new(&[("classes", "on")], None, "x", "z g");
    kept("classes", &answers(&played.game.choice(Seat(0)).unwrap()));
    assert_eq!(Played::new(&[], None, "x", "s").game.choice(Seat(0)), None);
}

/// The warnings about each command.
fn warned(played: &Played, orders: &[&str]) -> Vec<String> {
    let warn = |order: &&str| {
        let command = Chambers::grammar().read(order, played.game.phase()).expect("orders can be read")[0];
        let warning = played.game.warning(Seat(0), command)?;
        assert!(Chambers::ABOUT.guards.iter().any(|guard| guard.name == warning.guard));
        Some(format!("{order}: {} ({})", warning.what, warning.guard))
    };
    orders.iter().filter_map(warn).collect()
}

#[test]
fn what_is_foolish_is_warned_of() {
    let mut all = String::new();
    for (picture, before, orders) in [
        ("@M..........\n..........6.\n.D9.........", "s", &["q", "r", "a ea", "so", "a so", "f"][..]),
        ("..O.........\n.@..........\n............", "g", &["a ne", "we", "ea"]),
        ("@3..........\n3...........\n............", "s u ea", &["u so", "se"]),
        ("M..........\\\n.........M@.\n........6...", "s", &["ne", "a we", "no"]),
        (".E.E........\n............\n.@..........", "v", &["no", "ne", "ea"]),
    ] {
        writeln!(all, "{}", warned(&on_stage(picture, before), orders).join("\n")).unwrap();
    }
    kept("warnings", &all);
}

/// Reads a line as the program does and asserts that the rules would accept it.
#[track_caller]
fn accepted(game: &Chambers, line: &str) {
    let commands =
        Chambers::grammar().read(line, game.phase()).unwrap_or_else(|_| panic!("cannot read {line}"));
    assert_eq!(commands.len(), 1, "{line}");
    assert_eq!(game.refusal(Seat(0), commands[0]), None, "{line}");
}

#[test]
fn all_that_panels_charts_and_questions_offer_can_be_done() {
    for (number, options) in [&[][..], &ALL[..], &ALL[1..5]].into_iter().cycle().take(60).enumerate() {
        let mut game: Chambers = testkit::start(options, None, &format!("offers {number}"));
        let mut dice = Rng::stream(&Seed::from_text("offers"), "dice", &[number as i64]);
        for _ in 0..120 {
            let panel = panel_of(&game);
            let sights = panel.in_view.iter().flat_map(|sight| &sight.deeds);
            let deeds: Vec<_> = sights.chain(panel.carried.iter().flat_map(|item| &item.deeds)).collect();
            let mut lines: Vec<&str> = deeds.iter().map(|deed| deed.line.as_str()).collect();
            let choice = game.choice(Seat(0));
            lines.extend(choice.iter().flat_map(|choice| &choice.answers).map(|answer| answer.line.as_str()));
            lines.iter().for_each(|line| accepted(&game, line));
            if let Some(chart) = game.chart(Seat(0), &View::default()) {
                let mut ids: Vec<u64> = chart.threats.iter().map(|threat| threat.id).collect();
                ids.sort_unstable();
                assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "every threat has its own id");
                let there = chart.errands.iter().filter(|errand| errand.at == chart.hero);
                there.for_each(|errand| accepted(&game, &errand.line));
            }
            // Half of the time something that was offered, since the bot hardly ever trades.
            let offered = (!lines.is_empty() && dice.below(2, "offered") == 0).then(|| {
                Chambers::grammar()
                    .read(lines[dice.below(lines.len() as u32, "line") as usize], game.phase())
                    .unwrap()[0]
            });
            let Some(command) = offered.or_else(|| game.advise(Seat(0), &mut dice)) else { break };
            let _ = game.act(Seat(0), command, &mut Vec::new());
        }
    }
}

#[test]
fn a_threat_keeps_its_id_and_says_when_it_can_strike() {
    let mut played = on_stage("@.H.........\n...........D\n............", "s");
    let threats = |played: &Played| played.game.chart(Seat(0), &View::default()).unwrap().threats;
    let before = threats(&played);
    assert_eq!(before.iter().map(|threat| threat.turns).collect::<Vec<_>>(), [Some(2), None]);
    played.orders("so");
    let after = threats(&played);
    let ids = |all: &[kernel::Threat]| {
        let mut ids: Vec<u64> = all.iter().map(|threat| threat.id).collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(ids(&before), ids(&after));
    // In a doorway or a passage no enemy comes near.
    let far = Played::new(&[], Some(&floor_with(&[(10, 43, "H"), (8, 43, "@"), (20, 70, "\\")])), "x", "s");
    assert_eq!(threats(&far)[0].turns, None);
}
