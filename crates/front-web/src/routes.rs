//! Links to the page: a game by its code, the game of the day, or the replay of a run.

use app::Start;
use keeper::Home;
use records::challenge::{self, Challenge, Code, Date, Kind};
use session::{Brief, Seating};

/// What a fragment opens; `None` if it is not a link of this kind.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub(crate) fn start_of(home: &Home, fragment: &str) -> Result<Option<Start>, String> {
    let mut parts = fragment.trim_start_matches('#').split('&');
    let Some((what, value)) = parts.next().and_then(|first| first.split_once('=')) else { return Ok(None) };
    let games = home.games();
    match what {
        "play" if let Some(level) = challenge::level_of(games, value) => {
            let (entry, level) = level?;
            let brief = Brief { seed: keeper::fresh_seed(), level: Some(level), ..Brief::default() };
            let path = home.new_run(entry.id, None);
            let opened = home.start(entry, &brief, &path);
            let opened = opened.map_err(|problem| app::printable(&problem.to_string()).into_owned())?;
            Ok(Some(Start::Game(opened)))
        }
        "play" => {
            let code = Code::read(games, value)?;
            let mut brief = code.to_brief()?;
            // The author of the code is not the person at this machine.
            brief.seating = Seating::default();
            let path = home.new_run(code.entry.id, None);
            let mut opened = home.start(code.entry, &brief, &path).map_err(|problem| problem.to_string())?;
            opened.notes.extend(code.notes);
            Ok(Some(Start::Game(opened)))
        }
        "daily" => {
            let entry = session::find(games, value).ok_or("There is no such game here.")?;
            let date = Date::of_seconds(keeper::now_seconds());
            let daily = Challenge { kind: Kind::Daily, entry, date, games };
            let begun = records::challenge::begin(home, &daily, date, false)?;
            let mut opened = begun.opened;
            opened.notes.extend(begun.notes);
            Ok(Some(Start::Game(opened)))
        }
        "run" => {
            let run = records::challenge::run_of(games, value)?;
            let at = parts.find_map(|part| part.strip_prefix("at="));
            let at = match at {
                Some(at) => at.parse().map_err(|_| "This link names no turn of its run.".to_owned())?,
                None => 0,
            };
            Ok(Some(Start::Replay(run, at)))
        }
        _ => Ok(None),
    }
}
