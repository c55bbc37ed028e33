//! Pursuit without its laboratory: who may sit on the seats, and what that makes of a run. Persons alone can play it; what puts
//! strategies and programs on the seats is attached from above.

use crate::entry::{Entry, LevelUse};
use crate::seats::SeatOption;
use crate::{feats, sniff};
use game_pursuit::{Player, Pursuit, Side};
use kernel::{Finding, Game as _};
use session::{BOT, Difference, Header, PERSON, PROGRAM};

const PLAIN: Entry = Entry::of::<Pursuit>(LevelUse::Optional, sniff::pursuit).with_lore(feats::PURSUIT);

/// The entry for two persons. A game with another player is refused: its moves could neither be made nor checked.
pub const PURSUIT: Entry = Entry {
    start: |brief| {
        let options = |side: Side| brief.options.get(Pursuit::options(), side.word());
        match Side::ALL.into_iter().find(|&side| !is_person(&options(side), side)) {
            Some(side) => Err(vec![Finding::error(0, 0, nobody(side))]),
            None => (PLAIN.start)(brief),
        }
    },
    replay: |run, upto, snapshot, listener, seating| {
        persons_only(&run.header)?;
        (PLAIN.replay)(run, upto, snapshot, listener, seating)
    },
    watch: |run, told, policy, see| {
        persons_only(&run.header)?;
        (PLAIN.watch)(run, told, policy, see)
    },
    seated,
    seats: &SEATS,
    ..PLAIN
};

const SEATS: [SeatOption; 2] = [
    SeatOption { name: "hero", seat: Side::Hero.seat(), players: || Player::names(Side::Hero) },
    SeatOption { name: "monster", seat: Side::Monster.seat(), players: || Player::names(Side::Monster) },
];

fn nobody(side: Side) -> String {
    format!("Nobody here can play the {} but a person.", side.word())
}

fn is_person(name: &str, side: Side) -> bool {
    Player::parse(name, side).is_ok_and(|(player, _)| player == Player::Human)
}

fn persons_only(header: &Header) -> Result<(), Difference> {
    match Side::ALL.into_iter().find(|&side| player(header, side) != Some(Player::Human)) {
        Some(side) => Err(Difference { turn: 0, what: nobody(side) }),
        None => Ok(()),
    }
}

/// Who plays a side, as the header says.
fn player(header: &Header, side: Side) -> Option<Player> {
    let set = header.options.iter().find(|(name, _)| name == side.word());
    let usual = || Pursuit::options().iter().find(|spec| spec.name == side.word()).map(|spec| spec.default);
    let name = set.map(|(_, value)| value.as_str()).or_else(usual).unwrap_or_default();
    Player::parse(name, side).ok().map(|(player, _)| player)
}

/// What the seats say about a run: whether a person played alone against a built-in strategy.
fn seated(header: &Header) -> Vec<&'static str> {
    let players = Side::ALL.map(|side| player(header, side));
    let persons = players.iter().filter(|player| **player == Some(Player::Human)).count();
    let mut marks = Vec::new();
    marks.extend((persons == 0).then_some(BOT));
    marks.extend((persons == 2).then_some(PERSON));
    marks.extend(players.iter().any(|player| matches!(player, Some(Player::Program(_)))).then_some(PROGRAM));
    marks
}
