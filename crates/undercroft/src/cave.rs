//! Exports worlds of the cave to the file format of its document, and imports them.

use crate::play::unreadable;
use crate::{Done, Stop, cli};
use catalog::cave::{Cave, Exported};
use clap::ArgMatches;
use session::{Again, Brief, Level, Replaying as _};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// `undercroft cave export|import`; `None` for neither.
pub(crate) fn tools(args: &ArgMatches) -> Option<Done> {
    let (name, args) = args.subcommand()?;
    Some(if name == "export" { export(args) } else { import(args) })
}

/// Writes world.json, player.json and the visited regions to a new folder.
fn export(args: &ArgMatches) -> Done {
    let home = crate::play::home()?;
    let name = args.get_one::<String>("WORLD").map_or("", String::as_str);
    let path = match home.saves().into_iter().find(|save| save.game == "cave" && save.name == *name) {
        Some(save) => save.path,
        None if Path::new(name).is_file() => PathBuf::from(name),
        None => return Err(Stop::bad(format!("There is no world called '{}'.", name.escape_debug()))),
    };
    let (run, _, _) = keeper::read_run(&path)?;
    let mut again = Again::<Cave>::new(Cow::Borrowed(&run), usize::MAX, None, None, &kernel::Policy::OWNER)
        .map_err(|difference| Stop::bad(format!("{}: {}", path.display(), difference.what)))?;
    let world = session::remark(&run.header.about, session::NAME).unwrap_or(name);
    again.play(usize::MAX, false);
    let seat = match args.get_one::<String>("seat") {
        Some(name) => again.game().seat_named(name).ok_or_else(|| {
            Stop::bad(format!("There is no hero called '{}' in this cave.", name.escape_debug()))
        })?,
        None => kernel::Seat(0),
    };
    let exported = again.game().export(seat, world, &run.header.seed);
    let into = cli::path(args, "DIR");
    if into.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Stop::bad(format!("{}: the folder is not empty; nothing was written", into.display())));
    }
    let files = exported.files();
    for (file, text) in &files {
        let path = into.join(file);
        keeper::write_atomically(&path, text.as_bytes()).map_err(|error| unreadable(&path, &error))?;
    }
    say!("Wrote {} files to {}.", files.len(), into.display());
    Ok(())
}

/// Makes a world from the files in a folder; the run begins with the exported state.
fn import(args: &ArgMatches) -> Done {
    let home = crate::play::home()?;
    let from = cli::path(args, "DIR");
    let mut files = Vec::new();
    for entry in from.read_dir().map_err(|error| unreadable(from, &error))?.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = std::fs::read(&path).map_err(|error| unreadable(&path, &error))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            files.push((name, String::from_utf8_lossy(&text).into_owned()));
        }
    }
    files.sort();
    let parts = files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let (exported, notes) = Exported::from_files(parts).map_err(|error| {
        let place = from.join(&error.file);
        Stop::bad(format!(
            "{}:{}:{}: error: {}",
            place.display(),
            error.line.max(1),
            error.column.max(1),
            error.what
        ))
    })?;
    notes.iter().for_each(|note| note!("{}: warning: {note}", from.display()));
    let name = args.get_one::<String>("world").unwrap_or(&exported.world.world_name);
    if home.world("cave", name).is_some() {
        return Err(Stop::bad(format!(
            "There is already a world called '{}'; choose another name with --world.",
            name.escape_debug()
        )));
    }
    let entry = catalog::find("cave").ok_or_else(|| Stop::bad("There is no game 'cave' here."))?;
    let brief = Brief {
        seed: exported.world.world_seed.clone(),
        level: Some(Level { name: "world".to_owned(), text: exported.to_text() }),
        about: vec![("name".to_owned(), name.clone())],
        seating: session::Seating::OWNER,
        ..Brief::default()
    };
    let opened = keeper::start_game(entry, &brief, Some(&home.new_run("cave", Some(name))), true)
        .map_err(|error| crate::play::refuse(&error, Some(from)))?;
    for finding in &opened.findings {
        note!("{}: warning: {}", from.display(), finding.what);
    }
    say!(
        "The world '{}' was imported. Play it with: undercroft cave --world {:?}",
        name.escape_debug(),
        name
    );
    Ok(opened.close()?)
}
