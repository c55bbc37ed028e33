//! Where inputs come from: threads that sleep until the terminal, a signal or the end of the terminal wakes them.

use crossterm::event::{self, Event};
use std::sync::mpsc::Sender;
use std::thread;

/// Something that woke the program.
#[derive(Debug)]
pub(crate) enum Woken {
    /// An event of the terminal.
    Event(Event),
    /// A signal that ends the program.
    Signal(i32),
    /// The terminal has another size. Its own report of it is lost when it comes before the keys are listened to.
    Resized,
    /// The program is to stop until it is continued.
    Suspend,
    /// The program was stopped and goes on.
    Continued,
    /// Something has come from elsewhere: see [`crate::Bell`].
    News,
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
pub(crate) use unix::{is_job, stop, suspend_job};

/// Elsewhere there are no jobs.
#[cfg(not(unix))]
pub(crate) fn suspend_job() {}

/// Elsewhere there are no jobs.
#[cfg(not(unix))]
pub(crate) fn is_job() -> bool {
    false
}

/// Elsewhere nobody could continue us.
#[cfg(not(unix))]
pub(crate) fn stop() {}

#[cfg(unix)]
mod unix {
    use super::Woken;
    use crate::tty::give_back;
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;
    use std::sync::mpsc::Sender;

    pub(super) fn signals() -> Result<Signals, String> {
        Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT, SIGTSTP, SIGWINCH])
            .map_err(|error| format!("No signals: {error}."))
    }

    /// Passes signals on. Should the program not listen any more, the second one ends it here.
    pub(super) fn pass_on(mut signals: Signals, sender: &Sender<Woken>) {
        let mut ending = false;
        for signal in signals.forever() {
            let passing = match signal {
                SIGCONT => Some(Woken::Continued),
                SIGTSTP => Some(Woken::Suspend),
                SIGWINCH => Some(Woken::Resized),
                _ => None,
            };
            if let Some(woken) = passing {
                let _ = sender.send(woken);
                continue;
            }
            if ending || sender.send(Woken::Signal(signal)).is_err() {
                give_back();
                std::process::exit(128 + signal);
            }
            ending = true;
        }
    }

    /// Ctrl-Z: every process of the job stops, as if the terminal were not in raw mode. We hear the signal, too.
    pub(crate) fn suspend_job() {
        if is_job() {
            let _ = kill_current_process_group(Signal::TSTP);
        }
    }

    /// True when a shell with job control started us, so that somebody can continue us. Jobs have a process group of their own;
    /// in the group of the session leader nobody would notice that we stopped, and the system itself stops nobody there.
    pub(crate) fn is_job() -> bool {
        getsid(None).is_ok_and(|session| session != getpgrp())
    }

    /// Stops this process until it is continued. SIGTSTP has a handler of ours, so the stop is done without it.
    pub(crate) fn stop() {
        let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
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
