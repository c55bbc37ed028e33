//! The course's input strings for `boo`: `N123SDDWW:Q` plays a new game, `LDD` continues the one that was
//! left.

use crate::play::seed_given;
use crate::tools::Asked;
use crate::{Done, Stop};
use keeper::{Home, Opened};
use kernel::{Options, Scene};
use session::{Brief, Entry, ReplyKind};
use std::io::Write as _;

/// The screen that receives the keys.
enum Place {
    Title,
    /// After N, with the digits typed so far.
    Seed(String),
    Play(Box<Opened>),
    /// During play, after a colon.
    Colon(Box<Opened>),
}

/// `undercroft boo --keys KEYS`; `None` without it.
pub(crate) fn keys(asked: &Asked<'_>) -> Result<Option<Done>, Stop> {
    let keys = asked.args.get_one::<String>("keys");
    Ok(keys.map(|keys| play(asked.entry, keys, seed_given(asked.args), asked.options)))
}

/// Plays an input string and prints the last frame; prints nothing if no game was started.
fn play(entry: &Entry, keys: &str, seed: Option<String>, options: &Options) -> Done {
    let home = crate::play::home()?;
    let mut place = Place::Title;
    let mut last: Option<Box<Opened>> = None;
    let mut rest = keys.chars();
    while let Some(key) = rest.next() {
        let key = key.to_ascii_lowercase();
        place = match place {
            Place::Title => match key {
                'q' => break,
                'n' if !asks_for_seed(rest.as_str()) && seed.is_some() => {
                    Place::Play(start(entry, &home, seed.clone().unwrap_or_default(), options)?)
                }
                'n' => Place::Seed(String::new()),
                'l' => match home.latest_open(entry.id) {
                    Some(save) => {
                        close(last.take())?;
                        Place::Play(Box::new(home.open(&save.path, &session::Seating::OWNER)?))
                    }
                    None => {
                        note!("There is no saved game.");
                        Place::Title
                    }
                },
                _ => Place::Title,
            },
            Place::Seed(digits) => match key {
                's' if !digits.is_empty() => Place::Play(start(entry, &home, digits, options)?),
                digit if digit.is_ascii_digit() => Place::Seed(digits + &digit.to_string()),
                _ => Place::Seed(digits),
            },
            Place::Play(opened) if key == ':' => Place::Colon(opened),
            Place::Play(opened) if key == 'q' || (key == 'l' && opened.session.outcome().is_some()) => {
                close(last.replace(opened))?;
                Place::Title
            }
            Place::Play(mut opened) => {
                let reply = opened.session.play_line(&key.to_string());
                if reply.kind == ReplyKind::Played {
                    opened.keep()?;
                }
                Place::Play(opened)
            }
            Place::Colon(opened) if key == 'q' => {
                last = Some(opened);
                place = Place::Title;
                break;
            }
            Place::Colon(opened) => Place::Play(opened),
        };
    }
    if let Place::Play(opened) | Place::Colon(opened) = place {
        last = Some(opened);
    }
    if let Some(opened) = &last {
        let mut scene = Scene::default();
        opened.session.draw(opened.session.to_move(), 0, 0, None, &mut scene);
        let mut page = Vec::new();
        scene.write_text(&mut page);
        let _ = crate::output::Out.write_all(&page);
    }
    close(last)
}

/// Whether digits and an S follow: the course's notation for a seed.
fn asks_for_seed(rest: &str) -> bool {
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    digits > 0 && rest[digits..].starts_with(['s', 'S'])
}

fn start(entry: &Entry, home: &Home, seed: String, options: &Options) -> Result<Box<Opened>, Stop> {
    let brief = Brief { seed, options: options.clone(), ..Brief::default() };
    Ok(Box::new(keeper::start_game(entry, &brief, Some(&home.new_run(entry.id, None)), true)?))
}

fn close(opened: Option<Box<Opened>>) -> Done {
    Ok(opened.map_or(Ok(()), |opened| opened.close())?)
}
