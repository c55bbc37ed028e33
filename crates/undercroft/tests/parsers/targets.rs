//! Properties that every parser keeps for any bytes. The fuzz targets call these functions with generated
//! bytes, the tests beside this file with the kept seeds.

use catalog::GAMES;
use console::{Input, Key, KeyStream, PASTE_MAX, Report, Settings};
use records::challenge::{Code, Condition, level_of, link_of, run_of};
use session::{Brief, Entry, Level, ReplyKind, Run, Seating, Session, prove, verdict};

type Target = fn(&[u8]);

/// The targets by name: the seed folder, the fuzz target and the test share it.
pub(crate) const TARGETS: [(&str, Target); 11] = [
    ("run", run),
    ("layout", |bytes| level("chambers", bytes)),
    ("field", |bytes| level("pursuit", bytes)),
    ("dungeon", |bytes| level("dungeon", bytes)),
    ("world", |bytes| level("cave", bytes)),
    ("settings", settings),
    ("code", code),
    ("condition", condition),
    ("line", line),
    ("mcp", mcp),
    ("keys", keys),
];

/// Runs one target.
pub(crate) fn run_target(name: &str, bytes: &[u8]) {
    let (_, target) = TARGETS.iter().find(|target| target.0 == name).expect("a target of the table");
    target(bytes);
}

/// Runs with more commands are parsed but not played: fuzzing is about parsers.
const COMMANDS_MAX: usize = 300;

/// A run: the good part can be written and read again, and the verdict is one printable line.
fn run(bytes: &[u8]) {
    let parsed = Run::parse(bytes);
    assert!(parsed.good_bytes <= bytes.len());
    assert!(parsed.run.is_some() || parsed.damage.is_some(), "a refusal says why");
    let Some(run) = parsed.run else { return };
    let again = Run::parse(run.to_text().as_bytes());
    assert!(again.damage.is_none(), "what is written can be read: {:?}", again.damage);
    assert_eq!(again.run.as_ref().map(|run| &run.header), Some(&run.header));
    assert_eq!(again.run.map(|run| run.steps.len()), Some(run.steps.len()));
    if run.steps.len() <= COMMANDS_MAX {
        let (_, sentence) = verdict(GAMES, "fuzz.run", bytes, &Seating::default());
        assert_clean(&sentence);
        let _ = prove(GAMES, &run, &Seating::default()).map(|proved| scene(proved.session.as_ref()));
    }
}

/// A level: it is refused with a finding, or it can be played.
fn level(game: &str, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let entry = catalog::find(game).expect("a game of the catalogue");
    let refused = (entry.check)(text).iter().any(|finding| finding.severity == kernel::Severity::Error);
    let level = Level { name: "fuzz".to_owned(), text: text.to_owned() };
    let brief = Brief { seed: "fuzz".to_owned(), level: Some(level), ..Brief::default() };
    match (entry.start)(&brief) {
        Ok((mut session, _)) => {
            assert!(!refused, "what is played passes the check");
            play(entry, session.as_mut());
        }
        Err(findings) => assert!(!findings.is_empty(), "a refusal says why"),
    }
}

/// A settings file: problems are printable sentences, and writing what was read is idempotent.
fn settings(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (settings, problems) = Settings::read(text);
    problems.iter().for_each(|problem| assert_clean(problem));
    let written = settings.amend(text);
    assert_eq!(settings.amend(&written), written, "writing twice changes nothing");
}

/// Share codes and links: refused with a printable sentence, or encoded again to the same text.
fn code(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Code::read(GAMES, text) {
        Ok(code) => {
            let spelled = code.to_string();
            assert_eq!(Code::read(GAMES, &spelled).map(|code| code.to_string()), Ok(spelled));
            let _ = code.to_brief().map(|brief| (code.entry.start)(&brief).is_ok());
        }
        Err(why) => assert_clean(&why),
    }
    match run_of(GAMES, text) {
        Ok(run) => _ = link_of(GAMES, &run),
        Err(why) => assert_clean(&why),
    }
    if let Some(Err(why)) = level_of(GAMES, text) {
        assert_clean(&why);
    }
}

/// A condition on seeds: refused with a column, or it asks only for fields and floors that exist.
fn condition(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for entry in GAMES {
        let surveys = entry.surveys;
        if let Ok(condition) = Condition::read(text, surveys.fields, surveys.floors) {
            for (floor, field) in condition.asks() {
                assert!((1..=surveys.floors).contains(&floor) && field < surveys.fields.len());
            }
        }
    }
}

/// Lines of a player in line mode and JSON: a line that is not played changes nothing.
fn line(bytes: &[u8]) {
    let Some((&game, bytes)) = bytes.split_first() else { return };
    let entry = &GAMES[usize::from(game) % GAMES.len()];
    let Ok((mut session, _)) = (entry.start)(&Brief { seed: "fuzz".to_owned(), ..Brief::default() }) else {
        return;
    };
    for line in String::from_utf8_lossy(bytes).lines().take(COMMANDS_MAX) {
        let before = (session.commands(), session.digest());
        let reply = session.play_line(line);
        if reply.kind != ReplyKind::Played {
            assert_eq!((session.commands(), session.digest()), before, "{line:?} was not played");
        }
    }
    scene(session.as_ref());
}

/// Messages of an agent, one JSON object per line: every answer is one JSON object on one line.
fn mcp(bytes: &[u8]) {
    let mut answers = Vec::new();
    front_line::mcp(GAMES, bytes, &mut answers).expect("nothing can fail in memory");
    for line in answers.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let answer: Result<serde_json::Value, _> = serde_json::from_slice(line);
        assert!(answer.is_ok_and(|answer| answer.is_object()), "{:?}", String::from_utf8_lossy(line));
    }
}

/// Bytes of a remote terminal: the same reports for pieces of any size, bounded, and no control character as
/// a key.
fn keys(bytes: &[u8]) {
    let Some((&size, bytes)) = bytes.split_first() else { return };
    let read = |size: usize| {
        let (mut stream, mut out) = (KeyStream::default(), Vec::new());
        bytes.chunks(size).for_each(|piece| stream.feed(piece, &mut out));
        stream.flush(&mut out);
        out
    };
    let whole = read(bytes.len().max(1));
    assert_eq!(read(usize::from(size).max(1)), whole, "pieces change nothing");
    for report in whole {
        match report {
            Report::Input(Input::Key(Key::Char(letter))) => assert!(!letter.is_control()),
            // An invalid byte becomes a replacement character of three bytes.
            Report::Input(Input::Paste(text)) => assert!(text.len() <= 3 * PASTE_MAX),
            _ => {}
        }
    }
}

/// Plays each verb of the game once.
fn play(entry: &Entry, session: &mut dyn Session) {
    for verb in (entry.verbs)() {
        session.play_line(verb.words.first().unwrap_or(&verb.name));
    }
    scene(session);
}

fn scene(session: &dyn Session) {
    let mut scene = kernel::Scene::default();
    session.draw(session.to_move(), 80, 24, None, &mut scene);
}

fn assert_clean(sentence: &str) {
    assert!(!sentence.contains(|letter: char| letter.is_control()), "{sentence:?}");
}
