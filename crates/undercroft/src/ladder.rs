//! `undercroft GAME ladder`: lists the rungs of a game's ladder with the stars earned, or plays one.

use crate::play::{home, how, run, start};
use crate::{Done, Stop};
use clap::ArgMatches;
use session::{Brief, Entry, Ladder, Seating};

/// Lists the rungs, or plays one.
pub(crate) fn ladder(entry: &'static Entry, ladder: &Ladder, args: &ArgMatches) -> Done {
    match args.get_one::<u32>("RUNG") {
        Some(number) => play(entry, ladder, *number, args),
        None => list(entry, ladder),
    }
}

fn list(entry: &'static Entry, ladder: &Ladder) -> Done {
    let book = records::Book::read(&home()?, catalog::GAMES, false);
    let rungs = book.stars(entry, ladder);
    say!("{:>4}  {:<5}  {:>6}  {:<28} {}", "rung", "stars", "points", "task", "field");
    for (rung, stars) in &rungs {
        let shown: String =
            (0..ladder.stars_most).map(|star| if star < *stars { '*' } else { '-' }).collect();
        say!("{:>4}  {shown:<5}  {:>6}  {:<28} {}", rung.number, rung.points, rung.task, rung.about);
    }
    let earned: u32 = rungs.iter().map(|(_, stars)| stars).sum();
    say!("{earned} of {} stars. Play a rung: undercroft {} ladder RUNG", most(ladder, rungs.len()), entry.id);
    Ok(())
}

const fn most(ladder: &Ladder, rungs: usize) -> u32 {
    ladder.stars_most * rungs as u32
}

fn play(entry: &'static Entry, ladder: &Ladder, number: u32, args: &ArgMatches) -> Done {
    let rungs = (ladder.rungs)();
    let rung = rungs
        .iter()
        .find(|rung| rung.number == number)
        .ok_or_else(|| Stop::bad(format!("The ladder has the rungs 1 to {}.", rungs.len())))?;
    let seats = if args.get_flag("together") { ladder.together } else { rung.seats };
    let brief = Ladder::brief(entry, rung, seats)?;
    let brief = Brief { seating: Seating::OWNER, ..brief };
    let opened = start(entry, &brief, args)??;
    note!("Rung {number}, {} points: {}", rung.points, rung.task);
    run(opened, how(args))
}
