//! Event sources: threads that wait for the terminal, for signals and for the terminal's end.

use crossterm::event::{self, Event};
use std::sync::mpsc::Sender;
use std::thread;

/// An event that wakes the main loop.
#[derive(Debug)]
pub(crate) enum Woken {
    /// An event of the terminal.
    Event(Event),
    /// A signal that ends the program.
    Signal(i32),
    /// The terminal was resized. The terminal's own report is lost if it arrives before keys are read.
    Resized,
    /// The program is to stop until it is continued.
    Suspend,
    /// The program was continued after a stop.
    Continued,
    /// Something happened elsewhere: see [`crate::Waker`].
    News,
    /// The terminal was closed.
    Gone,
}

const STACK: usize = 256 * 1024;

/// Starts all threads. They end with the process.
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
    thread
        .spawn(move || work(sender))
        .map(drop)
        .map_err(|error| format!("The thread for {name} cannot be started: {error}."))
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

/// Other systems have no job control.
#[cfg(not(unix))]
pub(crate) fn suspend_job() {}

/// Other systems have no job control.
#[cfg(not(unix))]
pub(crate) fn is_job() -> bool {
    false
}

/// On other systems, nobody could continue the process.
#[cfg(not(unix))]
pub(crate) fn stop() {}

#[cfg(unix)]
mod unix {
    use super::Woken;
    use crate::tty::restore;
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;
    use std::sync::mpsc::Sender;

    pub(super) fn signals() -> Result<Signals, String> {
        Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT, SIGTSTP, SIGWINCH])
            .map_err(|error| format!("Signals cannot be handled: {error}."))
    }

    /// Forwards signals. If the program no longer reacts, the second signal ends it here.
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
                restore();
                std::process::exit(128 + signal);
            }
            ending = true;
        }
    }

    /// Ctrl-Z: stops every process of the job, as if the terminal were not in raw mode. This process handles
    /// the signal, too.
    pub(crate) fn suspend_job() {
        if is_job() {
            let _ = kill_current_process_group(Signal::TSTP);
        }
    }

    /// Whether a shell with job control started us and can continue us. Jobs have their own process group; in
    /// the session leader's group nobody would notice a stop, and the system itself does not stop orphaned
    /// groups.
    pub(crate) fn is_job() -> bool {
        getsid(None).is_ok_and(|session| session != getpgrp())
    }

    /// Stops this process until it is continued. SIGTSTP has a handler here, so the default action is
    /// emulated.
    pub(crate) fn stop() {
        let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
    }

    /// Waits until the terminal hangs up. Reads alone do not tell: they would return nothing, again and
    /// again.
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
