//! Watchers: live, some commands behind, or not admitted; and viewers who read slowly or never.

use crate::world::{ROOM, start};
use hall::{Follows, Hall, Input, Message, Opening, Output, ViewerId, Want, Watching};

const PICTURES: Follows = Follows::Pictures { cols: 0, rows: 0, inks: false };

/// A room with a player and a watcher.
fn watched(watching: Watching, follows: Follows) -> (Hall, Vec<Output>) {
    let mut hall = Hall::default();
    hall.take(
        0,
        Input::Open(Box::new(Opening { watching, ..Opening::new(ROOM, start("watch"), String::new()) })),
    );
    let hello = |viewer, want, follows| Input::Hello { viewer, room: ROOM, want, key: None, follows };
    hall.take(0, hello(1, Want::Play("ann".to_owned()), PICTURES));
    hall.take(0, Input::Ready(1));
    let out = hall.take(0, hello(2, Want::Watch, follows));
    (hall, out)
}

fn shown(out: Vec<Output>, to: ViewerId) -> Vec<Message> {
    let message = |output| match output {
        Output::Show(viewer, message) if viewer == to => Some(message),
        _ => None,
    };
    out.into_iter().filter_map(message).collect()
}

fn play(hall: &mut Hall, id: u64, text: &str) -> Vec<Output> {
    let mut out = hall.take(0, Input::Line { viewer: 1, id, text: text.to_owned() });
    out.extend(hall.take(0, Input::Ready(1)));
    out
}

#[test]
fn watchers_are_delayed_by_the_chosen_number_of_commands() {
    let (mut live, _) = watched(Watching::Live, PICTURES);
    let (mut late, first) = watched(Watching::Delayed(3), PICTURES);
    let (mut run, _) = watched(Watching::Delayed(3), Follows::Run);
    assert_eq!(shown(first, 2).len(), 1);
    for hall in [&mut live, &mut late, &mut run] {
        hall.take(0, Input::Ready(2));
    }
    let (mut now, mut then) = (vec![Vec::new()], vec![Vec::new()]);
    for id in 1..=40 {
        let text = ["d", "s", "i", "a", "w"][id as usize % 5];
        for (hall, frames) in [(&mut live, &mut now), (&mut late, &mut then)] {
            let mut screen = frames.last().unwrap().clone();
            for message in shown(play(hall, id, text), 2) {
                if let Some(picture) = message.picture {
                    picture.show_on(&mut screen);
                }
            }
            frames.push(screen);
            hall.take(0, Input::Ready(2));
        }
        let commands = run.session(ROOM).unwrap().commands();
        for message in shown(play(&mut run, id, text), 2) {
            assert!(message.commands + 3 <= commands.max(3) + 1, "{} of {commands}", message.commands);
            let steps = message.run.lines().filter_map(session::Step::read).count();
            assert!(steps <= 1, "{}", message.run);
        }
        run.take(0, Input::Ready(2));
    }
    assert_ne!(now, then);
    let moved = |frames: &[Vec<String>]| {
        let mut frames: Vec<_> = frames.iter().filter(|frame| !frame.is_empty()).cloned().collect();
        frames.dedup();
        frames
    };
    // The same pictures, only later.
    let (now, then) = (moved(&now), moved(&then));
    assert!(then.len() > 5 && now.len() >= then.len());
    assert!(now.windows(then.len() - 1).any(|frames| frames == &then[1..]), "the same, only later");
}

#[test]
fn a_private_game_cannot_be_watched() {
    let (_, out) = watched(Watching::Private, PICTURES);
    assert!(matches!(&out[..], [Output::Close(2, why)] if why == "This game is private."));
    let (mut hall, _) = watched(Watching::Live, PICTURES);
    let out = hall.take(0, Input::Watching(ROOM, Watching::Private));
    assert!(out.iter().any(|output| matches!(output, Output::Close(2, _))));
    assert_eq!(hall.viewers(ROOM), 1);
}

#[test]
fn a_viewer_that_never_reads_gets_one_message_then_the_newest() {
    for follows in [PICTURES, Follows::Run] {
        let (mut hall, first) = watched(Watching::Live, follows);
        let first = shown(first, 2);
        assert_eq!(first.len(), 1);
        let mut run = first[0].run.clone();
        for id in 1..=2000 {
            // Down and to the right, so that the picture at the end differs from the one at the start.
            for output in play(&mut hall, id, ["d", "s", "i"][id as usize % 3]) {
                match output {
                    Output::Show(2, _) => panic!("nothing is sent to who does not read"),
                    Output::Keep(_, kept) => run += &kept.run,
                    _ => {}
                }
            }
        }
        let newest = shown(hall.take(0, Input::Ready(2)), 2);
        assert_eq!(newest.len(), 1);
        assert_eq!(newest[0].commands, hall.session(ROOM).unwrap().commands());
        assert!(follows != Follows::Run || run.ends_with(&newest[0].run));
        assert_eq!(follows == PICTURES, newest[0].picture.is_some());
    }
}
