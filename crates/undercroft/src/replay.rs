//! `undercroft replay`: a run as text or on the full screen. Recordings and pictures are in `export`.

use crate::archive::Archived;
use crate::files::run_named;
use crate::play::{has_terminal, screen};
use crate::{Done, Stop, export};
use clap::ArgMatches;
use kernel::Scene;
use session::{Run, Session};
use std::io::Write as _;

/// `undercroft replay RUN [--at TURN] [--text|--cast|--svg]`.
pub(crate) fn replay(args: &ArgMatches) -> Done {
    let (run, _) = run_named(args, "RUN", "shown up to that line")?;
    let at = args.get_one::<u64>("at").map(|&turn| usize::try_from(turn).unwrap_or(usize::MAX));
    if let Some(archived) = crate::archive::of(&run.header, args) {
        return archived.map_err(Stop::bad).and_then(|archived| older(&archived, &run, at, args));
    }
    if let Some(done) = export::export(&run, at, args) {
        return done;
    }
    if args.get_flag("text") || !has_terminal() {
        return text(&run, at);
    }
    screen(app::Start::Replay(run, at.unwrap_or(0)))
}

/// A run of older rules, shown as text by its archived module; paced when printed on a terminal.
fn older(archived: &Archived, run: &Run, at: Option<usize>, args: &ArgMatches) -> Done {
    if args.contains_id("export") {
        return Err(Stop::bad(format!(
            "Runs of archived rules ({}) can be shown only as text: use --text.",
            archived.name
        )));
    }
    let paced = !args.get_flag("text") && has_terminal();
    if paced {
        note!("This is a run of {}: its archived rules show it as text.", archived.name);
    }
    archived.show(run.to_text().as_bytes(), at, paced)
}

/// Prints all frames, or the one after a turn.
fn text(run: &Run, at: Option<usize>) -> Done {
    let entry = crate::play::game_of(run)?;
    let start = at.unwrap_or(0);
    let replayed = entry
        .replay(run, start, None, None, &session::Seating::OWNER)
        .map_err(|difference| difference.what)?;
    let mut session = replayed.session;
    let mut out = crate::output::Out;
    let mut scene = Scene::default();
    let mut page = Vec::new();
    show(session.as_ref(), &mut scene, &mut page);
    if at.is_none() {
        for step in &run.steps {
            page.extend_from_slice(format!("> {}\n", step.text).as_bytes());
            session.replay_step(step.seat, &step.text)?;
            show(session.as_ref(), &mut scene, &mut page);
            if page.len() > 1 << 16 {
                let written = out.write_all(&page);
                page.clear();
                if written.is_err() {
                    break;
                }
            }
        }
    }
    let _ = out.write_all(&page).and_then(|()| out.flush());
    match replayed.difference {
        Some(difference) => Err(Stop {
            status: 1,
            message: format!("differs at turn {}: {}", difference.turn, difference.what),
        }),
        None => Ok(()),
    }
}

fn show(session: &dyn Session, scene: &mut Scene, page: &mut Vec<u8>) {
    if !session.about().scene_speaks {
        for sentence in session.said() {
            page.extend_from_slice(sentence.as_bytes());
            page.push(b'\n');
        }
    }
    session.draw(session.to_move(), 0, 0, None, scene);
    scene.write_text(page);
    page.push(b'\n');
}
