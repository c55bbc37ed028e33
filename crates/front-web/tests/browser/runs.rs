//! Runs made on the page verify here, and runs made here verify on the page.

use crate::Visit;
use kernel::{Options, Rng, Seed};
use records::challenge::Code;
use serde_json::json;
use session::{Brief, Seating};

/// Verifies a run: whether it holds, and a sentence.
pub(crate) fn verdict(text: &str) -> (bool, String) {
    session::verdict(catalog::GAMES, "", text.as_bytes(), &Seating::default())
}

/// The game at the end of a run, to be played on.
pub(crate) fn session_of(text: &str) -> Box<dyn session::Session> {
    let run = session::Run::parse(text.as_bytes()).run.expect("it is a run");
    let entry = catalog::find(&run.header.game).expect("it is one of the games");
    let replayed = entry.replay(&run, usize::MAX, None, None, &Seating::default());
    replayed.unwrap_or_else(|difference| panic!("{difference:?}")).session
}

/// Number of runs per game: a thousand with `UNDERCROFT_SOAK=full`, else a few.
fn rounds() -> usize {
    if std::env::var_os("UNDERCROFT_SOAK").is_some_and(|soak| soak == "full") { 1_000 } else { 10 }
}

/// A native run: random commands from a seed.
fn native(entry: &'static session::Entry, round: usize) -> String {
    let brief = Brief { seed: format!("native {round}"), ..Brief::default() };
    let (mut session, _) = (entry.start)(&brief).expect("every game begins without options");
    let mut dice = Rng::stream(&Seed::from_text(&brief.seed), "random play", &[]);
    for _ in 0..30 {
        let actions = u32::try_from(session.vocabulary().actions).expect("not so many");
        session.play_index(dice.below(actions, "action") as usize);
    }
    session.checkpoint();
    let mut text = String::new();
    session.journal(&mut text);
    text
}

#[test]
fn runs_hold_in_both_directions() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.tab();
    let rounds = rounds();
    for entry in catalog::GAMES {
        let texts: Vec<String> = (0..rounds).map(|round| native(entry, round)).collect();
        for some in texts.chunks(100) {
            let told = visit
                .browser
                .value(&tab, &format!("Promise.all({}.map((text) => undercroft.verify(text)))", json!(some)));
            for (text, told) in some.iter().zip(told.as_array().unwrap()) {
                assert_eq!(told, &verdict(text).1, "{text}");
                assert!(told.as_str().unwrap().starts_with("verified: "), "{told}\n{text}");
            }
        }
    }
    // The page is played by its keys; a new game begins by a link, which closes the one before.
    for entry in catalog::GAMES {
        let codes: Vec<String> = (0..rounds)
            .map(|round| Code::new(entry, Options::default(), false, format!("page {round}")).to_string())
            .collect();
        for some in codes.chunks(50) {
            let script = format!(
                "(async () => {{
                  const keys = ['up', 'down', 'left', 'right', 'home', 'end', 'page-up', 'page-down', 's', 'h', 'n'];
                  let dice = 7;
                  for (const code of {}) {{
                    location.hash = 'play=' + code;
                    await new Promise((yes) => addEventListener('hashchange', () => setTimeout(yes, 0), {{ once: true }}));
                    for (let i = 0; i < 30; i++) undercroft.key(keys[(dice = (dice * 16807) % 2147483647) % keys.length]);
                  }}
                }})()",
                json!(some)
            );
            visit.browser.value(&tab, &script);
        }
    }
    let runs = visit.browser.runs(&tab);
    assert!(runs.len() >= rounds * catalog::GAMES.len(), "{} runs", runs.len());
    for (name, text) in runs {
        let (holds, told) = verdict(&text);
        assert!(holds && told.starts_with("verified: "), "{name}: {told}\n{text}");
    }
}
