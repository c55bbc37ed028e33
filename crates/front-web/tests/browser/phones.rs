//! Phones: games from the title to their end by taps alone, on targets of finger size. Four games end by random taps;
//! the dungeon is won by taps for what the bot advises.

use crate::devtools::Tab;
use crate::{Visit, commands, runs};
use kernel::{Rng, Seed};
use serde_json::{Value, json};

/// Portrait, landscape, and small.
const SIZES: [(u32, u32); 3] = [(390, 844), (844, 390), (320, 568)];
/// Games, with an edition of each that can end.
const GAMES: [(&str, &str); 4] = [
    ("CaveGame", "Undercroft edition"),
    ("ChamberCrawler3000", "Classic"),
    ("Meow and Boo", "Classic"),
    ("Pursuit", "Classic"),
];
/// Minimum width and height of a target in pixels.
const FINGER: f64 = 48.0;
const TAPS_MAX: usize = 4_000;

/// `targets()`: what can be tapped; `nameOf(one)`: its name; `aim(one)`: scrolls it into view and returns its
/// position. `ended()`: whether a game has ended.
const TOOLS: &str = "
window.targets = () => [...document.querySelectorAll('#game button')].filter((one) => one.checkVisibility());
window.nameOf = (one) => one.ariaLabel || one.textContent;
window.aim = async (one) => {
  one.scrollIntoView({ block: 'nearest' });
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const { x, y, width, height } = one.getBoundingClientRect();
  const at = [x + width / 2, y + height / 2], there = document.elementFromPoint(...at);
  return { name: nameOf(one), x: at[0], y: at[1], width, height, over: one.contains(there) ? '' : there?.outerHTML.slice(0, 99) ?? '?' };
};
window.ended = async () => (await undercroft.runs()).some((run) => /^end /m.test(run.text));
let dice = 7;
const roll = (sides) => (dice = (dice * 16807) % 2147483647) % sides;
// An answer to a list that leaves no game; exploring and fighting now and then; else a step.
window.play = async () => {
  if (await ended()) return null;
  const all = targets(), inList = document.body.classList.contains('list');
  const answers = all.filter((one) => one.closest('#entries') && !/leave|give up|title|menu|settings|again|new game/i.test(nameOf(one)));
  if (inList && answers.length) return aim(answers[roll(answers.length)]);
  const deeds = all.filter((one) => one.closest('#keys') && /explore|fight|attack/i.test(nameOf(one)));
  if (!inList && deeds.length && roll(3)) return aim(deeds[roll(deeds.length)]);
  const steps = all.filter((one) => one.closest('#pad'));
  return aim(steps[roll(steps.length)]);
};";

fn tap(visit: &mut Visit, tab: &Tab, at: &Value) {
    let number = |name: &str| at[name].as_f64().unwrap_or_default();
    assert!(number("width") >= FINGER && number("height") >= FINGER, "too small for a finger: {at}");
    assert_eq!(at["over"], "", "something lies over it: {at}");
    visit.browser.tap(tab, number("x"), number("y"));
}

/// Taps the first target whose name contains a text.
fn tap_named(visit: &mut Visit, tab: &Tab, name: &str) {
    tap_first(visit, tab, &format!("nameOf(one).includes({})", json!(name)));
}

/// Taps the first target for which a condition on `one` holds.
fn tap_first(visit: &mut Visit, tab: &Tab, condition: &str) {
    let found = format!("targets().find((one) => {condition})");
    visit.browser.wait(tab, &found);
    let at = visit.browser.value(tab, &format!("aim({found})"));
    tap(visit, tab, &at);
}

fn play_to_the_end(size: (u32, u32), (game, edition): (&str, &str)) {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.browser.tab(TOOLS);
    visit.browser.become_phone(&tab, size);
    visit.open(&tab, "");
    assert_eq!(visit.browser.value(&tab, "matchMedia('(pointer: coarse)').matches"), true);
    tap_named(&mut visit, &tab, game);
    tap_named(&mut visit, &tab, edition);
    visit.browser.wait(&tab, "!document.body.classList.contains('list') || targets().length");
    for taps in 0..TAPS_MAX {
        let next = visit.browser.value(&tab, "play()");
        if next.is_null() {
            println!("{game} at {size:?}: {taps} taps");
            let run = visit.browser.runs(&tab).remove(0).1;
            assert!(crate::runs::verdict(&run).0, "{run}");
            return;
        }
        tap(&mut visit, &tab, &next);
    }
    panic!("{game} at {size:?} does not end: {}", visit.browser.value(&tab, "undercroft.rows().join('\\n')"));
}

#[test]
fn games_are_played_to_their_end_by_taps_alone() {
    let full = std::env::var_os("UNDERCROFT_SOAK").is_some_and(|soak| soak == "full");
    for (index, game) in GAMES.into_iter().enumerate() {
        for (turn, size) in SIZES.into_iter().enumerate() {
            if full || index % SIZES.len() == turn {
                play_to_the_end(size, game);
            }
        }
    }
}

/// The directions of the dungeon's commands on the pad.
const WAYS: [(&str, &str); 4] = [("h", "West"), ("j", "South"), ("k", "North"), ("l", "East")];

#[test]
fn the_dungeon_is_won_by_taps_alone() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.browser.tab(TOOLS);
    visit.browser.become_phone(&tab, SIZES[2]);
    visit.open(&tab, "");
    tap_named(&mut visit, &tab, "Dungeons in XML");
    tap_named(&mut visit, &tab, "Classic");
    visit.browser.wait(&tab, "targets().some((one) => one.closest('#pad') && nameOf(one) === 'North-east')");
    // The same game is played here, where the bot can be asked.
    let mut here = runs::session_of(&visit.browser.runs(&tab).remove(0).1);
    let mut dice = Rng::stream(&Seed::from_text("taps"), "bot", &[]);
    while let Some(line) = here.advise(&mut dice) {
        let (verb, number) = line.split_once(' ').unwrap_or((&line, ""));
        let target = match WAYS.iter().find(|(letter, _)| *letter == verb) {
            Some((_, way)) => format!("one.closest('#pad') && nameOf(one) === '{way}'"),
            None => format!("one.closest('#keys') && one.title === 'Key {verb}'"),
        };
        let carried = here.panel(here.to_move(), 40, 24).carried;
        let thing = number.parse().ok().and_then(|number: usize| carried.get(number.checked_sub(1)?));
        here.play_line(&line);
        let played = here.status().commands;
        // The page asks before a dangerous step; the same target confirms.
        for _ in 0..2 {
            tap_first(&mut visit, &tab, &target);
            if let Some(thing) = thing {
                let name = json!(thing.name.to_lowercase());
                let entry =
                    format!("one.closest('#entries') && nameOf(one).toLowerCase().startsWith({name})");
                tap_first(&mut visit, &tab, &entry);
            }
            visit.browser.value(&tab, "new Promise((yes) => setTimeout(yes, 0))");
            if commands(&visit.browser.runs(&tab).remove(0).1) >= played {
                break;
            }
        }
    }
    let run = visit.browser.runs(&tab).remove(0).1;
    assert!(run.contains("\nend won "), "{run}");
    assert!(runs::verdict(&run).0, "{run}");
}

#[test]
fn lists_are_rows_for_fingers_and_say_what_the_screen_says() {
    for size in SIZES {
        let Some(mut visit) = Visit::new() else { return };
        let tab = visit.browser.tab(TOOLS);
        visit.browser.become_phone(&tab, size);
        visit.open(&tab, "");
        for name in ["ChamberCrawler3000", "Classic"] {
            let small = "targets().map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 48 || height < 48)";
            assert_eq!(visit.browser.value(&tab, small), json!([]), "{name} at {size:?}");
            let wide = "document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(visit.browser.value(&tab, wide), true, "{name} at {size:?}");
            tap_named(&mut visit, &tab, name);
        }
        visit.browser.wait(&tab, "targets().some((one) => nameOf(one).includes('Vampire'))");
        let about = "document.getElementById('about').textContent.includes('attack')";
        assert_eq!(visit.browser.value(&tab, about), true, "what a race can do");
    }
}
