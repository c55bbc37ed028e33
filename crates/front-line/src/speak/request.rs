//! Requests: what a listener can ask at any time. They cost nothing, change nothing and are not recorded.

use super::words::{capital, ended, find, seen_from, thing_line, vitals_sentence, walk};
use crate::{HELP, is_one_of};
use helpers::Hearing;
use kernel::{Dir, Pos, Role, Scene};
use session::{Session, VerbInfo};

/// A kind of request.
pub struct Request {
    /// Its kind.
    pub ask: Ask,
    /// The words for it; the documents use the first.
    pub words: &'static [&'static str],
    /// What may follow the word.
    pub follows: &'static str,
    /// What it answers.
    pub help: &'static str,
}

/// The kinds of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ask {
    Around,
    Nearest,
    Things,
    Way,
    Look,
    Me,
    Where,
    Read,
    Repeat,
    Help,
}

const fn request(
    ask: Ask,
    words: &'static [&'static str],
    follows: &'static str,
    help: &'static str,
) -> Request {
    Request { ask, words, follows, help }
}

/// Every request, in the order of the help.
pub const REQUESTS: [Request; 10] = [
    request(Ask::Around, &["around"], "", "what lies in each direction, and how far you can go"),
    request(Ask::Nearest, &["nearest"], "THING", "where the nearest THING is, and how many steps away"),
    request(
        Ask::Things,
        &["things", "list"],
        "",
        "everything in sight, nearest first; with a name, only things of that name",
    ),
    request(Ask::Way, &["way"], "THING", "the steps of a shortest path, a safe one if there is one"),
    request(Ask::Look, &["look"], "DIRECTION", "what is there; for cells further away: look 3 east 2 north"),
    request(Ask::Me, &["me", "status"], "", "your health and other numbers"),
    request(Ask::Where, &["where"], "", "your position on the board"),
    request(Ask::Read, &["read"], "", "the rows of text beside the board"),
    request(Ask::Repeat, &["repeat"], "", "the last answer again"),
    request(Ask::Help, &["help"], "", "this list"),
];

/// The request in a line, and the rest of the line. A command of the game takes precedence; with a question
/// mark in front, the word is the request.
pub(super) fn asked<'l>(line: &'l str, verbs: &[VerbInfo]) -> Option<(Ask, &'l str)> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let marked = word.strip_prefix('?').filter(|word| !word.is_empty());
    let name = marked.unwrap_or(word);
    let taken = || verbs.iter().any(|verb| verb.words.iter().any(|own| own.eq_ignore_ascii_case(name)));
    if marked.is_none() && taken() {
        return None;
    }
    if marked.is_none() && is_one_of(line, &HELP) {
        return Some((Ask::Help, ""));
    }
    let named = |request: &&Request| request.words.iter().any(|own| own.eq_ignore_ascii_case(name));
    REQUESTS.iter().find(named).map(|request| (request.ask, rest.trim()))
}

/// Answers a request about the game; [`Ask::Repeat`] is handled by the caller.
pub(super) fn answer(ask: Ask, rest: &str, session: &dyn Session, hearing: Option<&Hearing>) -> Vec<String> {
    match ask {
        Ask::Me => return vec![vitals_sentence(&session.vitals(session.to_move()))],
        Ask::Read => return read(session),
        Ask::Help => return help(session),
        _ => {}
    }
    let Some(hearing) = hearing else {
        let question = session
            .choice(session.to_move())
            .map(|choice| choice.prompt)
            .unwrap_or_else(|| "You are not on the board.".to_owned());
        return vec![question];
    };
    match ask {
        Ask::Around => around(hearing),
        Ask::Nearest => nearest(hearing, rest),
        Ask::Things => things(hearing, rest),
        Ask::Way => way(hearing, rest),
        Ask::Look => vec![look(session, hearing, rest)],
        _ => vec![place(hearing)],
    }
}

/// `East: floor 5, then wall`, for every direction of steps here.
fn around(hearing: &Hearing) -> Vec<String> {
    let diagonal = Dir::ALL.iter().any(|way| {
        way.is_diagonal() && hearing.around.ground.cells().iter().any(|footing| footing.ways.has(*way))
    });
    let ways: &[Dir] = if diagonal { &Dir::ALL } else { &Dir::ORTHOGONAL };
    ways.iter().map(|&way| format!("{}: {}", way.long(), along(hearing, way))).collect()
}

/// Describes one direction: how far the ground stays the same, and what follows.
fn along(hearing: &Hearing, way: Dir) -> String {
    let around = &hearing.around;
    let mut at = around.hero;
    let mut run: Option<(&str, u32)> = None;
    loop {
        let may_leave = around.ground.get(at).is_some_and(|footing| footing.ways.has(way));
        at = at.step(way);
        let next = match (around.thing_at(at), around.ground.get(at)) {
            (Some(thing), _) => thing.name.as_ref(),
            (None, None) => "the edge",
            (None, Some(footing)) if footing.open && may_leave => match run {
                None => {
                    run = Some((footing.name, 1));
                    continue;
                }
                Some((name, cells)) if name == footing.name => {
                    run = Some((name, cells + 1));
                    continue;
                }
                Some(_) => footing.name,
            },
            (None, Some(footing)) if footing.open => "no diagonal move",
            (None, Some(footing)) => footing.name,
        };
        return match run {
            None => next.to_owned(),
            Some((name, cells)) => format!("{name} {cells}, then {next}"),
        };
    }
}

fn nearest(hearing: &Hearing, rest: &str) -> Vec<String> {
    let found = find(hearing, rest);
    match (found.first(), rest) {
        (None, "") => vec!["nothing in sight".to_owned()],
        (None, _) => vec![none_of(rest)],
        (Some(thing), _) => {
            let of = if found.len() > 1 { format!(", nearest of {}", found.len()) } else { String::new() };
            vec![thing_line(hearing, thing) + &of]
        }
    }
}

fn things(hearing: &Hearing, rest: &str) -> Vec<String> {
    let found = find(hearing, rest);
    if found.is_empty() {
        return nearest(hearing, rest);
    }
    found.into_iter().map(|thing| thing_line(hearing, thing)).collect()
}

fn way(hearing: &Hearing, rest: &str) -> Vec<String> {
    let found = find(hearing, rest);
    let Some(thing) = found.first() else { return nearest(hearing, rest) };
    // Prefer the nearest that can be reached safely.
    let safe = found.iter().filter_map(|thing| Some((hearing.safe_path(thing.at)?, thing)));
    let line = match safe.min_by_key(|(steps, _)| *steps) {
        Some((_, thing)) => {
            hearing.way(thing.at, true).map(|steps| format!("{}: {}", thing.name, walk(&steps)))
        }
        None => {
            hearing.way(thing.at, false).map(|steps| format!("{}, not safe: {}", thing.name, walk(&steps)))
        }
    };
    vec![line.unwrap_or_else(|| format!("no known path to {}", thing.name))]
}

fn none_of(asked: &str) -> String {
    let shown: String = asked.chars().take(40).map(kernel::printable_char).collect();
    format!("no {shown} in sight")
}

/// Looks at a place given by distances and directions.
fn look(session: &dyn Session, hearing: &Hearing, rest: &str) -> String {
    let Some(at) = cell_at(hearing.around.hero, rest) else {
        return "Say where to look: look north, or look 3 east 2 north.".to_owned();
    };
    let told = session.look(session.to_move(), 0, 0, at);
    let told = if told.is_empty() { "nothing to see there".to_owned() } else { told };
    format!("{}: {}", capital(&seen_from(&hearing.around, at)).trim_end_matches('.'), ended(&told))
}

/// The cell meant by `north`, `3 east 2 north` or `here`; `None` if it is out of range.
fn cell_at(hero: Pos, rest: &str) -> Option<Pos> {
    let mut at = hero;
    let mut count: Option<i32> = None;
    let mut any = false;
    for word in
        rest.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty())
    {
        if let Ok(number) = word.parse::<u16>() {
            if count.replace(i32::from(number)).is_some() {
                return None;
            }
            continue;
        }
        any = true;
        if word.eq_ignore_ascii_case("here") {
            continue;
        }
        let named =
            |way: &&Dir| way.long().eq_ignore_ascii_case(word) || way.short().eq_ignore_ascii_case(word);
        let (dx, dy) = Dir::ALL.iter().find(named)?.delta();
        let cells = count.take().unwrap_or(1);
        at = Pos::new(at.x + dx * cells, at.y + dy * cells);
    }
    (any && count.is_none()).then_some(at)
}

/// `You are at column 12, row 8, of 60 columns and 40 rows.`
fn place(hearing: &Hearing) -> String {
    let (around, (east, north)) = (&hearing.around, hearing.around.place);
    let (hero, ground) = (around.hero, &around.ground);
    if (east, north) == (i64::from(hero.x), -i64::from(hero.y)) {
        let (cols, rows) = (ground.cols(), ground.rows());
        format!("You are at column {}, row {}, of {cols} columns and {rows} rows.", hero.x + 1, hero.y + 1)
    } else {
        format!("You are at {}, counted from the middle of the world.", super::words::offset(east, north))
    }
}

/// The text beside the board, row by row, with wide gaps as pauses.
fn read(session: &dyn Session) -> Vec<String> {
    let mut scene = Scene::default();
    session.draw(session.to_move(), 0, 0, None, &mut scene);
    let mut rows = Vec::new();
    for id in scene.ids().filter(|&id| scene.area(id).role == Role::Text) {
        for row in 0..scene.area(id).rows {
            let mut text = String::new();
            scene.row(id, row, &mut text);
            let parts: Vec<&str> = text.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
            if !parts.is_empty() {
                rows.push(parts.join(", "));
            }
        }
    }
    if rows.is_empty() { vec!["There is no text beside the board.".to_owned()] } else { rows }
}

/// The commands available now, then the requests, one per line. Repeated descriptions are left out.
fn help(session: &dyn Session) -> Vec<String> {
    let mut lines = vec!["Commands of the game:".to_owned()];
    let here = 1u8.checked_shl(u32::from(session.phase())).unwrap_or(u8::MAX);
    let mut said: Vec<&str> = Vec::new();
    for verb in session.verbs().iter().filter(|verb| verb.phases & here != 0) {
        let more = if said.contains(&verb.help) { String::new() } else { format!(" {}", capital(verb.help)) };
        said.push(verb.help);
        lines.push(format!("{}: {}.{more}", typed(verb.words, &verb.follows.to_string()), verb.name));
    }
    lines.push("save NAME: mark a save point.".to_owned());
    if let Some(word) = session.about().leave.first() {
        lines.push(format!("{word}: leave; the game is saved."));
    }
    lines.push("Requests, which take no time:".to_owned());
    let requests = REQUESTS.iter();
    lines.extend(
        requests.map(|request| format!("{}: {}.", typed(request.words, request.follows), request.help)),
    );
    lines
}

/// `w or up or north`, `take DIRECTION`.
fn typed(words: &[&str], follows: &str) -> String {
    format!("{}{}{follows}", words.join(" or "), if follows.is_empty() { "" } else { " " })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verb(words: &'static [&'static str]) -> VerbInfo {
        let (kind, follows) = (kernel::VerbKind::Talk, kernel::Follows::Nothing);
        VerbInfo {
            name: "look",
            kind,
            words,
            keys: &[],
            way: None,
            phases: u8::MAX,
            help: "",
            follows,
            ways: &[],
        }
    }

    #[test]
    fn commands_come_before_requests_and_a_question_mark_makes_a_request() {
        let verbs = [verb(&["look", "?"])];
        assert_eq!(asked("look north", &verbs), None);
        assert_eq!(asked("?look north", &verbs), Some((Ask::Look, "north")));
        assert_eq!(asked("?", &verbs), None);
        assert_eq!(asked("?", &[]), Some((Ask::Help, "")));
        assert_eq!(asked("  Nearest   RH  potion ", &verbs), Some((Ask::Nearest, "RH  potion")));
        assert_eq!(asked("nearestpotion", &verbs), None);
        assert_eq!(asked("", &verbs), None);
    }

    #[test]
    fn places_to_look_at_are_parsed() {
        let hero = Pos::new(10, 10);
        let at = |text| cell_at(hero, text);
        assert_eq!(at("north"), Some(Pos::new(10, 9)));
        assert_eq!(at("3 east, 2 north"), Some(Pos::new(13, 8)));
        assert_eq!(at("2 SE"), Some(Pos::new(12, 12)));
        assert_eq!(at("here"), Some(hero));
        for text in ["", "3", "3 4 east", "3 upwards", "99999999 east", "-1 east", "east 2"] {
            assert_eq!(at(text), None, "{text:?}");
        }
    }
}
