//! Numbered lines are answered again but played once, also after a restart; who may reclaim a seat.

use crate::world::{ROOM, World, start};
use hall::{Claims, Follows, Hall, Input, Opening, Output, Want};
use session::{ReplyKind, Run, Seating, prove};

const PICTURES: Follows = Follows::Pictures { cols: 0, rows: 0, inks: false };

fn hello(viewer: u64, want: Want) -> Input {
    Input::Hello { viewer, room: ROOM, want, key: None, follows: PICTURES }
}

fn line(viewer: u64, id: u64, text: &str) -> Input {
    Input::Line { viewer, id, text: text.to_owned() }
}

fn ann() -> Want {
    Want::Play("ann".to_owned())
}

fn closed(out: &[Output]) -> Option<&str> {
    out.iter().find_map(|output| match output {
        Output::Close(_, why) => Some(why.as_str()),
        _ => None,
    })
}

#[test]
fn a_repeated_line_number_is_answered_again_and_played_once() {
    let mut world = World::new("again");
    let viewer = world.enter(Some("ann"), PICTURES);
    world.read_all();
    world.say(viewer, "i");
    world.read_all();
    let (_, first) = world.guests[&viewer].answered.clone().unwrap();
    assert_eq!(first.kind, ReplyKind::Played);
    let commands = |hall: &Hall| hall.session(ROOM).unwrap().commands();
    assert_eq!((commands(&world.hall), world.hall.answered(ROOM, 0)), (1, first.id));
    let again = |hall: &mut Hall| {
        let out = hall.take(0, line(viewer, first.id, "i"));
        let answer = out.into_iter().find_map(|output| match output {
            Output::Show(_, message) => message.answer,
            _ => None,
        });
        assert_eq!(answer.as_ref(), Some(&first));
    };
    again(&mut world.hall);
    assert_eq!(commands(&world.hall), 1);
    // The same after a restart, from what was stored.
    let run = Run::parse(world.disk.as_bytes()).run.unwrap();
    let session = prove(catalog::GAMES, &run, &Seating::default()).unwrap().session;
    let opening = Opening::new(ROOM, session, world.disk.clone());
    let names = vec!["ann".to_owned()];
    let mut hall = Hall::default();
    hall.take(0, Input::Open(Box::new(Opening { names, receipts: world.receipts.clone(), ..opening })));
    hall.take(0, hello(viewer, Want::Return(0)));
    hall.take(0, Input::Ready(viewer));
    again(&mut hall);
    assert_eq!(commands(&hall), 1);
}

#[test]
fn seats_are_claimed_by_name_or_through_the_door() {
    for claims in [Claims::ByName, Claims::ByDoor] {
        let mut hall = Hall::default();
        let opening = Opening { claims, ..Opening::new(ROOM, start("claims"), String::new()) };
        hall.take(0, Input::Open(Box::new(opening)));
        assert!(closed(&hall.take(0, hello(1, ann()))).is_none());
        assert!(closed(&hall.take(0, hello(2, ann()))).is_some(), "the seat has its player");
        hall.take(0, Input::Gone { viewer: 1, goodbye: false });
        let refused = closed(&hall.take(0, hello(3, ann()))).is_some();
        assert_eq!(refused, claims == Claims::ByDoor);
        // A known player comes back, even while the old connection is still there.
        assert!(closed(&hall.take(0, hello(4, Want::Return(0)))).is_none() || claims == Claims::ByName);
        let out = hall.take(0, hello(5, Want::Return(0)));
        assert_eq!(closed(&out), Some("You have connected from elsewhere."));
        assert!(closed(&hall.take(0, hello(6, Want::Return(7)))).is_some(), "nobody has played that seat");
        assert_eq!(hall.players(ROOM), [("ann".to_owned(), false)]);
    }
}

#[test]
fn players_who_follow_pictures_learn_who_acted_and_what_they_noticed() {
    let mut hall = Hall::default();
    hall.take(0, Input::Open(Box::new(Opening::new(ROOM, start("by"), String::new()))));
    for (viewer, name) in [(1, "ann"), (2, "bob")] {
        hall.take(0, hello(viewer, Want::Play(name.to_owned())));
        hall.take(0, Input::Ready(viewer));
    }
    hall.take(0, Input::Ready(1));
    let out = hall.take(0, line(2, 1, "leave"));
    let shown = out.iter().find_map(|output| match output {
        Output::Show(1, message) => Some(message),
        _ => None,
    });
    let shown = shown.expect("ann is told");
    assert_eq!((shown.by, shown.heard.as_slice()), (Some(1), &["bob leaves.".to_owned()][..]));
    assert_eq!(shown.commands, 3);
    assert!(shown.vitals.as_ref().unwrap().number("turn").is_some());
    assert_eq!(shown.outcome, None);
}
