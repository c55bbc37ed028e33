//! A visitor's application: keyboard bytes in, screen bytes out. It moves to a worker for every input.

use crate::visit::{Arrival, Visit, Visitors};
use crate::wishes::Wishes;
use app::{App, Context, Host, Input, KeyStream, Report, Start};
use painter::{ENTER, FRAME_BEGINS, FRAME_ENDS, MOUSE_OFF, MOUSE_ON, Sheet};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Maximum time spent on inputs before a frame is painted, when they arrive faster than frames.
const SPELL: Duration = Duration::from_millis(12);
/// Maximum number of bytes decoded at a time, because the resulting reports wait in memory.
const BITE: usize = 256;
/// Maximum size of a frame; the rest of a longer one comes with the next.
const FRAME_BYTES: usize = 8 * 1024;

thread_local! {
    /// The frame buffer, shared by all players of a worker: a frame takes more memory than everything a
    /// player keeps.
    static FRAME: RefCell<Buffer> = RefCell::new(Buffer::empty(Rect::ZERO));
}

/// Events of a player that are not handled yet.
#[derive(Debug, Default)]
pub(crate) struct Due {
    /// Bytes from the keyboard.
    pub(crate) bytes: Vec<u8>,
    /// The new size of the terminal.
    pub(crate) size: Option<(u16, u16)>,
    /// The time the screen asked for has passed.
    pub(crate) tick: bool,
    /// Nothing has arrived for a while, so a held Esc stands alone.
    pub(crate) quiet: bool,
    /// Something happened elsewhere.
    pub(crate) news: bool,
    /// A frame can be sent.
    pub(crate) paint: bool,
}

/// The state of a player after handling them.
#[derive(Debug, Default)]
pub(crate) struct Stand {
    /// The output to be sent.
    pub(crate) frame: Vec<u8>,
    /// Whether the screen may differ from what was sent.
    pub(crate) stale: bool,
    /// Whether events are left to handle.
    pub(crate) busy: bool,
    /// When the screen wants a tick.
    pub(crate) pace: Option<Duration>,
    /// Whether a held Esc may stand alone.
    pub(crate) waiting: bool,
    /// Whether the player has left.
    pub(crate) done: bool,
    /// The time spent.
    pub(crate) spent: Duration,
}

/// A visitor's application.
pub(crate) struct Player {
    app: App,
    host: Arc<dyn Host>,
    /// Why the host sends the visitor away.
    expelled: Option<String>,
    keys: KeyStream,
    told: VecDeque<Report>,
    unread: Vec<u8>,
    sheet: Sheet,
    size: (u16, u16),
    taken: bool,
    mouse: bool,
    stale: bool,
}

impl Player {
    /// Admits a visitor, if the host does.
    pub(crate) fn arrive(visitors: &dyn Visitors, arrival: Arrival, wishes: &Wishes) -> Result<Self, String> {
        let login = arrival.login.clone();
        let Visit { home, host, mut environment } = visitors.arrive(arrival)?;
        (environment.depth, environment.glyphs) = wishes.look();
        let context = Context::new(home, environment).visiting(host.clone(), &login);
        Ok(Self {
            host,
            expelled: None,
            app: App::new(context, Start::Title),
            keys: KeyStream::default(),
            told: VecDeque::new(),
            unread: Vec::new(),
            sheet: Sheet::default(),
            size: wishes.size.unwrap_or((80, 24)),
            taken: false,
            mouse: false,
            stale: true,
        })
    }

    /// Handles events and paints the result.
    pub(crate) fn take(&mut self, due: Due) -> Stand {
        let began = Instant::now();
        self.expelled = self.host.expelled();
        self.stale |= due.size.is_some() || due.tick || due.news;
        self.size = due.size.unwrap_or(self.size);
        self.unread.extend_from_slice(&due.bytes);
        if due.tick {
            self.app.input(&Input::Tick);
        }
        if due.news {
            self.app.news();
        }
        let mut reports = Vec::new();
        if due.quiet && due.bytes.is_empty() {
            self.keys.flush(&mut reports);
            self.told.extend(reports.drain(..));
        }
        while !self.is_done() && began.elapsed() < SPELL {
            let Some(report) = self.next(&mut reports) else { break };
            self.report(report);
        }
        let frame = if due.paint && self.stale { self.paint() } else { Vec::new() };
        Stand {
            frame,
            stale: self.stale,
            busy: !self.told.is_empty() || !self.unread.is_empty(),
            pace: self.app.pace(),
            waiting: self.keys.is_waiting(),
            done: self.is_done(),
            spent: began.elapsed(),
        }
    }

    fn next(&mut self, reports: &mut Vec<Report>) -> Option<Report> {
        while self.told.is_empty() && !self.unread.is_empty() {
            let bite: Vec<u8> = self.unread.drain(..self.unread.len().min(BITE)).collect();
            self.keys.feed(&bite, reports);
            self.told.extend(reports.drain(..));
        }
        self.told.pop_front()
    }

    fn report(&mut self, report: Report) {
        self.stale = true;
        match report {
            Report::Input(input) => self.app.input(&input),
            Report::Interrupt => self.app.close(),
            Report::Repaint => self.sheet.forget(),
            // There is no shell to return to.
            Report::Suspend | Report::Focus(_) => {}
        }
    }

    fn paint(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        if !self.taken {
            out.extend_from_slice(ENTER);
            self.taken = true;
        }
        let mouse = self.app.hears_mouse();
        if mouse != self.mouse {
            out.extend_from_slice(if mouse { MOUSE_ON } else { MOUSE_OFF });
            self.mouse = mouse;
        }
        let before = out.len();
        out.extend_from_slice(FRAME_BEGINS);
        let begun = out.len();
        self.stale = FRAME.with_borrow_mut(|frame| {
            frame.resize(Rect::new(0, 0, self.size.0, self.size.1));
            frame.reset();
            self.app.draw(frame);
            !self.sheet.paint(frame, FRAME_BYTES, &mut out)
        });
        if out.len() == begun {
            out.truncate(before);
        } else {
            out.extend_from_slice(FRAME_ENDS);
        }
        out
    }

    fn is_done(&self) -> bool {
        self.expelled.is_some() || self.app.is_done()
    }

    /// Closes every game; what to tell the visitor.
    pub(crate) fn close(mut self) -> Option<String> {
        self.app.close();
        let kept = || "Your game is kept; come back with the same key.".to_owned();
        self.expelled.or_else(|| self.app.farewell().map(|_| kept()))
    }
}
