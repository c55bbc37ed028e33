//! `check` and `verify`: what is wrong with a file, and whether a run is what it claims.

use crate::play::{game_named, read_level, unreadable};
use crate::{Done, Stop};
use clap::ArgMatches;
use keeper::OpenError;
use kernel::{Finding, Severity, printable};
use session::{Entry, FileKind, Run, Seating, Verified};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// `FILE:LINE:COLUMN: error: what`, always one line, whatever the file and its name contain.
pub(crate) fn finding_line(file: &str, finding: &Finding) -> String {
    let severity = finding.severity.word();
    let hint = if finding.hint.is_empty() { String::new() } else { format!(" ({})", finding.hint) };
    let (line, column) = (finding.line.max(1), finding.column.max(1));
    printable(&format!("{file}:{line}:{column}: {severity}: {}{hint}", finding.what)).into_owned()
}

fn paths<'a>(args: &'a ArgMatches, name: &str) -> impl Iterator<Item = &'a PathBuf> {
    args.get_many::<PathBuf>(name).into_iter().flatten()
}

/// `undercroft check FILE…`.
pub(crate) fn check(args: &ArgMatches) -> Done {
    let forced = args.get_one::<String>("as").map(|id| game_named(id)).transpose()?;
    let mut bad = false;
    for path in paths(args, "FILE") {
        let findings = check_file(path, forced);
        for finding in &findings {
            say!("{}", finding_line(&path.display().to_string(), finding));
            if args.get_flag("show") {
                say!("{}", drawn(path, finding));
            }
            bad |= finding.severity == Severity::Error;
        }
        if args.get_flag("solve")
            && let Ok(level) = read_level(path)
            && let Some((complete, told)) = crate::dungeon::solvability(&level.text)
        {
            say!("{}: {told}", path.display());
            bad |= !complete;
        }
    }
    if bad { Err(Stop::quiet(1)) } else { Ok(()) }
}

/// The finding with the source line it is about.
fn drawn(path: &Path, finding: &Finding) -> String {
    use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
    let text =
        keeper::read_file(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let line = finding.line.max(1) as usize;
    let start = text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
    let source = text[start..].lines().next().unwrap_or_default();
    // Columns count characters; the renderer wants bytes.
    let byte = |column: usize| source.char_indices().nth(column).map_or(source.len(), |(at, _)| at);
    let from = byte(finding.column.max(1) as usize - 1);
    let to = byte(finding.column.max(1) as usize - 1 + finding.width.max(1) as usize).max(from);
    let level = if finding.severity == Severity::Error { Level::ERROR } else { Level::WARNING };
    let name = path.display().to_string();
    let snippet = Snippet::source(source)
        .path(&name)
        .line_start(line)
        .annotation(AnnotationKind::Primary.span(from..to).label(&finding.hint));
    Renderer::plain().render(&[level.primary_title(&finding.what).element(snippet)])
}

fn check_file(path: &Path, forced: Option<&'static Entry>) -> Vec<Finding> {
    check_or(path, forced)
        .unwrap_or_else(|error| vec![Finding::error(1, 1, unreadable(path, &error).message)])
}

fn check_or(path: &Path, forced: Option<&'static Entry>) -> std::io::Result<Vec<Finding>> {
    let sort = match forced {
        Some(entry) => Some(FileKind::Level(entry)),
        None => kind_of(path)?,
    };
    Ok(match sort {
        Some(FileKind::Run) => check_run(&keeper::read_file(path)?),
        Some(FileKind::Level(entry)) => match keeper::read_level(path) {
            Ok(level) => (entry.check)(&level.text),
            Err(OpenError::Level(findings)) => findings,
            Err(problem) => vec![Finding::error(1, 1, problem.to_string())],
        },
        None => vec![Finding::error(1, 1, "this is neither a run nor a level of a known game")],
    })
}

/// The run named by an argument, and its file. If it is damaged, a note says what is done with the rest.
pub(crate) fn run_named<'a>(
    args: &'a ArgMatches,
    name: &str,
    damaged: &str,
) -> Result<(Run, &'a PathBuf), Stop> {
    let path = crate::cli::path(args, name);
    let (run, damage, _) = keeper::read_run(path)?;
    if let Some(damage) = damage {
        note!("{}:{}: {}; {damaged}", path.display(), damage.line, damage.what);
    }
    Ok((run, path))
}

/// The kind of a file, from its first bytes: an endless file must not be read whole.
pub(crate) fn kind_of(path: &Path) -> std::io::Result<Option<FileKind>> {
    let mut head = Vec::new();
    std::fs::File::open(path)?.take(session::HEAD_BYTES).read_to_end(&mut head)?;
    Ok(session::file_kind(catalog::GAMES, &head))
}

fn check_run(bytes: &[u8]) -> Vec<Finding> {
    let parsed = Run::parse(bytes);
    let mut findings: Vec<Finding> = parsed
        .damage
        .iter()
        .map(|damage| match damage.torn {
            true => Finding::warning(damage.line, 1, &*damage.what),
            false => Finding::error(damage.line, 1, &*damage.what),
        })
        .collect();
    if let Some(run) = &parsed.run
        && let Err(fault) = Verified::of(catalog::GAMES, run, &Seating::OWNER)
    {
        findings.push(Finding::error(fault.line, 1, fault.to_string()));
    }
    findings
}

/// `undercroft verify RUN…`: one line per file.
pub(crate) fn verify(args: &ArgMatches) -> Done {
    let several = paths(args, "RUN").count() > 1;
    let mut bad = false;
    for path in paths(args, "RUN") {
        let (holds, line) = verify_file(path, args);
        bad |= !holds;
        let line = if several { format!("{line} [{}]", path.display()) } else { line };
        say!("{}", printable(&line));
    }
    if bad { Err(Stop::quiet(1)) } else { Ok(()) }
}

fn verify_file(path: &Path, args: &ArgMatches) -> (bool, String) {
    let bytes = match keeper::read_file(path) {
        Ok(bytes) => bytes,
        Err(error) => return (false, format!("unreadable: {}", unreadable(path, &error).message)),
    };
    let parsed = Run::parse(&bytes);
    let whole = parsed.damage.is_none_or(|damage| damage.torn);
    let chapter = parsed.run.as_ref().and_then(|run| run.header.chapter.clone());
    if let Some(run) = parsed.run.filter(|_| whole)
        && let Some(archived) = crate::archive::of(&run.header, args)
    {
        return match archived {
            Ok(archived) => archived.verify(&run, &bytes),
            Err(what) => (false, format!("differs at turn 0: {what}")),
        };
    }
    let (holds, mut line) =
        session::verdict(catalog::GAMES, &path.display().to_string(), &bytes, &Seating::OWNER);
    // Only the file before a chapter proves that the chapter begins from the right state.
    if let Some(chapter) = chapter.filter(|_| holds) {
        line += &match keeper::chapter_before(&keeper::Files, path, &chapter) {
            Some(before) => format!("; it continues {}, which is verified separately", before.display()),
            None => "; the chapter before it is missing, so its starting state is not verified".to_owned(),
        };
    }
    (holds, line)
}
