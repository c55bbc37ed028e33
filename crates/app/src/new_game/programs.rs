//! The question asked before a program is started.

use crate::dialog::{Answer, Dialog};
use session::Seating;

/// The question asked before programs are started, with the complete commands; `None` if none was named.
pub(super) fn ask(seating: &Seating) -> Result<Option<Dialog>, String> {
    let mut lines = Vec::new();
    for (_, command) in &seating.seats {
        if !command.chars().all(is_visible) {
            return Err("This command cannot be shown as it is; name it on the command line.".to_owned());
        }
        lines.push(command.clone());
    }
    if lines.is_empty() {
        return Ok(None);
    }
    lines.push("It runs on this machine with all your rights.".to_owned());
    let title = if seating.seats.len() == 1 { "Start this program?" } else { "Start these programs?" };
    Ok(Some(
        Dialog::ask(title, &lines, &[("Back", Answer::No), ("Start and play", Answer::Yes)]).read_first(),
    ))
}

/// Whether a character is visible and has no effect on others: plain ASCII, and letters and digits of any
/// script.
fn is_visible(letter: char) -> bool {
    letter == ' ' || letter.is_ascii_graphic() || letter.is_alphanumeric()
}
