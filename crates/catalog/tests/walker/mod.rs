//! Plays any game of the catalogue through its session, with a witness of everything that was ever shown.
// Each test file uses only part of it.
#![allow(dead_code)]

use kernel::{Chart, Dir, Grid, Ground, Scene, Stroke};
use session::{Brief, Entry, PressReply, Reply, Session};

/// The view used throughout.
pub(crate) const VIEW: (u16, u16) = (80, 24);

/// Number of rounds: `full` with `UNDERCROFT_SOAK=full`.
pub(crate) fn soak(part: usize, full: usize) -> usize {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|value| value == "full") { full } else { part }
}

pub(crate) fn start(game: &str, seed: &str, options: &[(&str, &str)]) -> Box<dyn Session> {
    start_with(game, Brief { seed: seed.to_owned(), ..Brief::default() }, options)
}

/// Starts a practice game, in which health can be set.
pub(crate) fn practice(game: &str, seed: &str, options: &[(&str, &str)]) -> Box<dyn Session> {
    let about = Vec::from([session::practice_remark()]);
    start_with(game, Brief { seed: seed.to_owned(), about, ..Brief::default() }, options)
}

fn start_with(game: &str, mut brief: Brief, options: &[(&str, &str)]) -> Box<dyn Session> {
    let entry: &Entry =
        catalog::GAMES.iter().find(|entry| entry.id == game).expect("a game of the catalogue");
    for (name, value) in options {
        brief.options.set(entry.options, name, value).expect("an option of the game");
    }
    (entry.start)(&brief).unwrap_or_else(|findings| panic!("{game}: {findings:?}")).0
}

/// Plays one step, as a key would; `None` where nobody walks.
pub(crate) fn step(session: &mut dyn Session, way: Dir) -> Option<Reply> {
    let phase = session.phase();
    let verb =
        session.verbs().iter().position(|verb| verb.way == Some(way) && verb.phases & (1 << phase) != 0)?;
    match session.press(Stroke::Verb(verb)) {
        PressReply::Done(reply) => Some(reply),
        PressReply::More(wanted) => panic!("a step wants more: {wanted}"),
    }
}

/// The cells ever shown on the board of one floor.
pub(crate) struct Witness {
    shown: Grid<bool>,
    scene: Scene,
}

impl Witness {
    pub(crate) fn new() -> Self {
        Self { shown: Grid::new(0, 0, false), scene: Scene::default() }
    }

    /// To be called on a new floor, of which nothing was shown yet.
    pub(crate) fn forget(&mut self) {
        self.shown = Grid::new(0, 0, false);
    }

    /// Looks at the screen, then checks that the chart knows no cell that was never on the screen.
    pub(crate) fn look(&mut self, session: &dyn Session) -> Option<Chart> {
        session.draw(session.to_move(), VIEW.0, VIEW.1, None, &mut self.scene);
        let chart = session.chart(session.to_move(), VIEW.0, VIEW.1)?;
        let board = self.scene.first_board().expect("a board");
        if self.shown.cells().len() != chart.ground.cells().len() {
            self.shown = Grid::new(chart.ground.cols(), chart.ground.rows(), false);
        }
        for at in chart.ground.positions() {
            let is_shown = self.scene.cell(board, at).is_some_and(|cell| cell.glyph() != ' ');
            if is_shown {
                self.shown.set(at, true);
            }
            // A blank on the screen may just as well be rock.
            let claims = matches!(
                chart.ground.get(at),
                Some(Ground::Open | Ground::Prize | Ground::Exit | Ground::Danger)
            );
            assert!(
                !claims || self.shown.get(at) == Some(&true),
                "{} after {} commands: the chart knows {at:?}, which was never shown",
                session.id(),
                session.commands()
            );
        }
        Some(chart)
    }
}
