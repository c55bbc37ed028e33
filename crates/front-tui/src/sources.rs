//! Where inputs come from: threads that sleep until the terminal, a signal or the end of the terminal wakes them.

use ratatui::crossterm::event::{self, Event};
use std::sync::mpsc::Sender;
use std::thread;

/// Something that woke the program.
#[derive(Debug)]
pub(crate) enum Woken {
    /// An event of the terminal.
    Event(Event),
    /// A signal that ends the program.
    Signal(i32),
    /// The program was stopped and goes on.
    Continued,
    /// The terminal is gone.
    Gone,
}

const STACK: usize = 256 * 1024;

/// Starts all threads. They end with the program.
pub(crate) fn listen(sender: &Sender<Woken>) -> Result<(), String> {
    spawn("keys", sender, keys)?;
    #[cfg(unix)]
    {
        spawn("hang-up", sender, unix::hang_up)?;
        let signals = unix::signals()?;
        spawn("signals", sender, move |sender| unix::pass_on(signals, &sender))?;
    }
    Ok(())
}

fn spawn(
    name: &str,
    sender: &Sender<Woken>,
    work: impl FnOnce(Sender<Woken>) + Send + 'static,
) -> Result<(), String> {
    let sender = sender.clone();
    let thread = thread::Builder::new().name(name.to_owned()).stack_size(STACK);
    thread.spawn(move || work(sender)).map(drop).map_err(|error| format!("No thread for {name}: {error}."))
}

fn keys(sender: Sender<Woken>) {
    loop {
        let woken = match event::read() {
            Ok(event) => Woken::Event(event),
            Err(_) => Woken::Gone,
        };
        let gone = matches!(woken, Woken::Gone);
        if sender.send(woken).is_err() || gone {
            return;
        }
    }
}

#[cfg(unix)]
mod unix {
    use super::Woken;
    use crate::terminal::give_back;
    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::mpsc::Sender;

    pub(super) fn signals() -> Result<Signals, String> {
        Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT])
            .map_err(|error| format!("No signals: {error}."))
    }

    /// Passes signals on. Should the program not listen any more, the second one ends it here.
    pub(super) fn pass_on(mut signals: Signals, sender: &Sender<Woken>) {
        let mut ending = false;
        for signal in signals.forever() {
            if signal == SIGCONT {
                let _ = sender.send(Woken::Continued);
                continue;
            }
            if ending || sender.send(Woken::Signal(signal)).is_err() {
                give_back();
                std::process::exit(128 + signal);
            }
            ending = true;
        }
    }

    /// Sleeps until the terminal hangs up. Reading alone would not tell: it would find nothing, again and again.
    pub(super) fn hang_up(sender: Sender<Woken>) {
        let stdin = std::io::stdin();
        loop {
            let mut watched = [PollFd::new(&stdin, PollFlags::empty())];
            match poll(&mut watched, None) {
                Ok(_)
                    if watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) =>
                {
                    break;
                }
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
        let _ = sender.send(Woken::Gone);
    }
}
