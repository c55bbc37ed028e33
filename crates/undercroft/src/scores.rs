//! `scores`, `feats` and `morgue`: the records of finished games.

use crate::files::run_named;
use crate::play::home;
use crate::{Done, Stop};
use clap::ArgMatches;
use console::{GlyphSet, Settings};
use keeper::{Gravity, Home};
use records::{Book, Line, Morgue, Wanted, feats_page};
use std::path::Path;

/// Whether blocks and lines can be shown, by the player's settings, else by the locale.
fn is_unicode(home: &Home) -> bool {
    let (settings, _) = Settings::read(&home.note("settings.txt"));
    settings.glyphs.unwrap_or_else(|| GlyphSet::detect(|name| std::env::var(name).ok())).is_unicode()
}

fn print(lines: &[Line]) {
    for line in lines {
        say!("{}", line.text);
    }
}

/// `undercroft scores [GAME]`.
pub(crate) fn scores(args: &ArgMatches) -> Done {
    let home = home()?;
    let text = |name| args.get_one::<String>(name).cloned();
    let wanted = Wanted {
        game: text("GAME"),
        options: text("options"),
        seed_kind: text("seeds"),
        unicode: is_unicode(&home),
        paths: true,
        places: args.get_one::<u64>("places").map_or(10, |&n| usize::try_from(n).unwrap_or(usize::MAX)),
    };
    wanted.game.as_deref().map(crate::play::game_named).transpose()?;
    let book = Book::read(&home, catalog::GAMES, args.get_flag("anew"));
    if !args.get_flag("json") {
        print(&book.scores_page(catalog::GAMES, &wanted));
        return Ok(());
    }
    let all = args.get_flag("all");
    for entry in catalog::GAMES {
        let mut tables = wanted.tables(&book, entry.id);
        tables.extend(wanted.tables_apart(&book, entry.id));
        // Games against programs and persons are the player's own, too; those of bots are not.
        tables.retain(|table| all || !table.key.marks.contains(&session::BOT));
        for table in tables {
            for (index, record) in table.ranked.iter().enumerate() {
                say!("{}", record.to_json(index + 1));
            }
        }
    }
    if all {
        let is_wanted = |game: &str| wanted.game.as_ref().is_none_or(|id| id == game);
        for out in book.left_out.iter().filter(|out| is_wanted(&out.report.game)) {
            say!("{}", out.to_json());
        }
    }
    book.notes.iter().for_each(|note| note!("{note}"));
    Ok(())
}

/// `undercroft feats`.
pub(crate) fn feats(args: &ArgMatches) -> Done {
    let home = home()?;
    let book = Book::read(&home, catalog::GAMES, false);
    let feats = book.feats(catalog::GAMES);
    if args.get_flag("json") {
        feats.iter().for_each(|feat| say!("{}", feat.to_json()));
    } else {
        print(&feats_page(&feats, catalog::GAMES, is_unicode(&home)));
    }
    book.notes.iter().for_each(|note| note!("{note}"));
    Ok(())
}

/// `undercroft morgue RUN`.
pub(crate) fn morgue(args: &ArgMatches) -> Done {
    let (run, path) = run_named(args, "RUN", "shown up to that line")?;
    let entry = crate::play::game_of(&run)?;
    let morgue = Morgue::of(&run, entry, path, None)
        .map_err(|difference| Stop::bad(format!("{}: {}", path.display(), difference.what)))?;
    let Some(morgue) = morgue else { return Ok(()) };
    if args.get_flag("json") {
        say!("{}", morgue.to_json());
    } else {
        say!("{}", morgue.to_text(home().is_ok_and(|home| is_unicode(&home))).trim_end());
    }
    Ok(())
}

/// Writes the morgue of a run to the data folder. Errors only go to the log.
pub(crate) fn keep_morgue(run: Option<&Path>) {
    let (Some(run), Ok(home)) = (run, home()) else { return };
    if let Err(what) = records::keep_morgue(&home, catalog::GAMES, run) {
        home.log(Gravity::Warn, "morgue", &what);
    }
}
