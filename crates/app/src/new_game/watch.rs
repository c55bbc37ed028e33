//! Watching a game from its form: a bot, or strategies chosen for all seats, play it; then the theatre shows
//! every command.

use super::NewGame;
use crate::context::Context;
use crate::dialog::{Answer, Dialog};
use crate::job::Job;
use crate::play::Play;
use crate::replay::Theatre;
use crate::screen::Go;
use keeper::Opened;
use kernel::{Rng, Seat, Seed};
use session::{BOT, Brief, ReplyKind, Run, Session};

/// Maximum number of commands a bot plays; the viewer can play on from there.
const COMMANDS_MOST: usize = 5_000;
/// The strategy that knows the best moves.
const SOLVED: &str = "optimal";
/// Number of commands in one slice of the work.
const SLICE: usize = 20;

/// A bot playing a game.
struct Playing {
    session: Option<Box<dyn Session>>,
    dice: Rng,
    /// Whether a bot plays; strategies have played already.
    bot: bool,
}

impl Playing {
    /// Plays one command of the bot; false when there is nothing left to play.
    fn play(&mut self) -> bool {
        let Some(session) = self.session.as_mut().filter(|_| self.bot) else { return false };
        if session.outcome().is_some() || session.commands() >= COMMANDS_MOST {
            return false;
        }
        session.play_advice(&mut self.dice).is_some_and(|reply| reply.kind == ReplyKind::Played)
    }

    /// Opens the theatre with everything that was played.
    fn show(&mut self, context: &Context) -> Option<Go> {
        let mut session = self.session.take()?;
        let mut text = String::new();
        session.checkpoint();
        session.journal(&mut text);
        let shown = Run::parse(text.as_bytes())
            .run
            .ok_or_else(|| "The game cannot be shown.".to_owned())
            .and_then(|run| Theatre::new(run, 0, context));
        Some(match shown {
            Ok(theatre) => theatre.opened(),
            Err(what) => Go::notice("Nothing to watch", what),
        })
    }
}

impl Job for Playing {
    fn title(&self) -> &str {
        "The game is being played"
    }

    fn step(&mut self, context: &Context) -> Option<Go> {
        let goes_on = (0..SLICE).all(|_| self.play());
        if goes_on { None } else { self.show(context) }
    }

    fn progress(&self) -> Option<(usize, usize)> {
        None
    }
}

/// Opens a game that was just begun; in the theatre at its first move if strategies play all seats.
pub(super) fn play(mut opened: Opened, context: &Context) -> Go {
    let session = &mut opened.session;
    let seats = session.about().seats;
    if seats < 2 || (0..seats).any(|seat| !session.has_strategy(Seat(seat))) {
        return Go::replace(Play::new(opened, context));
    }
    session.settle();
    let run = Run::of(session.as_ref());
    let shown = opened.close().map_err(|problem| problem.to_string());
    match shown.and_then(|()| Theatre::new(run, 0, context)) {
        Ok(theatre) => theatre.opened(),
        Err(what) => Go::notice("Nothing to watch", what),
    }
}

impl NewGame {
    /// Asks who plays the next seat, or begins.
    pub(super) fn watch(&mut self, context: &Context) -> Go {
        let seats = self.entry.attached.seats;
        let Some(seat) = seats.get(self.watchers.len()) else { return self.watch_begin(context) };
        // The first player of a seat is a person.
        let players: Vec<&str> = (seat.players)().into_iter().skip(1).collect();
        let mut answers: Vec<(&str, Answer)> =
            players.iter().map(|player| (*player, Answer::Value((*player).to_owned()))).collect();
        answers.push(("Back", Answer::No));
        let solved = players.iter().position(|player| *player == SOLVED);
        // The descriptions are those of the document's page, where code stands between backquotes.
        let told = |player: &&str| format!("{player} {}.", (seat.how)(player).replace('`', ""));
        let lines: Vec<String> = players.iter().map(told).collect();
        let title = format!("Who plays the {}?", seat.name);
        Go::open(Dialog::ask(&title, &lines, &answers).chosen(solved.unwrap_or(0)).esc_is(&Answer::No))
    }

    /// Sets the player of a seat.
    pub(super) fn watch_with(&mut self, player: &str, context: &Context) -> Go {
        self.watchers.push(player.to_owned());
        self.watch(context)
    }

    fn watch_begin(&mut self, context: &Context) -> Go {
        let players = std::mem::take(&mut self.watchers);
        let seats = self.entry.attached.seats;
        let brief = self.brief(context).and_then(|mut brief| {
            for (seat, player) in seats.iter().zip(&players) {
                brief.options.set(self.options, seat.name, player)?;
            }
            Ok(brief)
        });
        match brief.map_err(|what| vec![what]).and_then(|brief| self.watched(brief, context)) {
            Ok(playing) => Go::Work(Box::new(playing)),
            Err(what) => Go::open(Dialog::notice("Nothing to watch", &what)),
        }
    }

    fn watched(&self, mut brief: Brief, context: &Context) -> Result<Playing, Vec<String>> {
        brief.seating = context.seating(Vec::new());
        let started = (self.entry.start)(&brief);
        let (mut session, _) = started.map_err(|findings| super::worst("level", &findings))?;
        let bot = self.entry.attached.seats.is_empty();
        if bot {
            session.mark(BOT);
        }
        let dice = Rng::stream(&Seed::from_text(&brief.seed), "bot", &[]);
        Ok(Playing { session: Some(session), dice, bot })
    }
}
