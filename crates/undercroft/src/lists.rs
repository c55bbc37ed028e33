//! `saves`: lists and manages the saves in the data folder.

use crate::{Done, Stop};
use clap::ArgMatches;
use keeper::{Home, Save, State, date_and_time};
use records::challenge::Code;

/// `undercroft saves`.
pub(crate) fn saves(args: &ArgMatches) -> Done {
    let home = crate::play::home()?;
    match args.subcommand() {
        Some(("rename", args)) => return rename(&home, args),
        Some(("delete", args)) => return delete(&home, args),
        _ => {}
    }
    let saves = home.saves();
    if args.get_flag("json") {
        for save in &saves {
            say!("{}", json(save));
        }
        return Ok(());
    }
    if saves.is_empty() {
        say!("There are no saved games in {}.", home.root().display());
    }
    for save in &saves {
        let row = format!(
            "{:<9} {}  {:>6} commands  {:<24}  {}  {}",
            save.game,
            &date_and_time(save.written)[..16],
            save.commands,
            state_text(&save.state),
            save.name,
            save.path.display()
        );
        say!("{}", kernel::printable(&row));
    }
    Ok(())
}

fn word<'a>(args: &'a ArgMatches, name: &str) -> &'a str {
    args.get_one::<String>(name).map_or("", String::as_str)
}

/// The one save with this name or file.
fn named(home: &Home, name: &str) -> Result<Save, Stop> {
    let mut found: Vec<Save> = home.saves();
    found.retain(|save| save.name == name || save.path.as_os_str() == name);
    match found.len() {
        0 => Err(Stop::bad(format!("There is no run called '{}'.", name.escape_debug()))),
        1 => Ok(found.remove(0)),
        _ => Err(Stop::bad(format!(
            "{} runs are called '{}'; name the file instead.",
            found.len(),
            name.escape_debug()
        ))),
    }
}

fn rename(home: &Home, args: &ArgMatches) -> Done {
    let (save, new) = (named(home, word(args, "NAME"))?, word(args, "NEW"));
    home.rename(&save.path, new)?;
    say!("'{}' is now called '{}'.", save.name.escape_debug(), new.escape_debug());
    Ok(())
}

fn delete(home: &Home, args: &ArgMatches) -> Done {
    let save = named(home, word(args, "NAME"))?;
    if !args.get_flag("yes") {
        crate::output::ask(&format!(
            "Delete '{}' with {} commands permanently? Type yes: ",
            save.name.escape_debug(),
            save.commands
        ));
        let mut answer = String::new();
        let _ = std::io::stdin().read_line(&mut answer);
        if answer.trim() != "yes" {
            note!("Nothing was deleted.");
            return Ok(());
        }
    }
    home.delete(&save.path)?;
    say!("Deleted '{}'.", save.name.escape_debug());
    Ok(())
}

fn state_text(state: &State) -> String {
    match state {
        State::Open => "open".to_owned(),
        State::Ended(ending) => format!("{}, score {}", ending.result, ending.score),
        State::Damaged(what) => format!("damaged at {what}"),
    }
}

fn json(save: &Save) -> String {
    let (state, score) = match &save.state {
        State::Open => ("open", None),
        State::Ended(ending) => (ending.result.as_str(), Some(ending.score)),
        State::Damaged(_) => ("damaged", None),
    };
    let code = catalog::find(&save.game).and_then(|entry| Code::of_header(entry, &save.header).ok());
    let code = code.map(|code| code.to_string());
    serde_json::json!({
        "game": save.game, "name": save.name, "seed": save.seed, "code": code, "state": state, "score": score,
        "commands": save.commands, "written": save.written, "path": save.path.to_string_lossy(), "marks": save.marks,
    })
    .to_string()
}
