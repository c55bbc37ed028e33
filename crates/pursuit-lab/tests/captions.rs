//! What the document says about its example fields. Its pictures are lost, so for each caption a field of our
//! own shows it; besides the solver the oracle, which shares no code with the game, confirms every claim.

mod common;
#[path = "../../game-pursuit/tests/fields/mod.rs"]
mod fields;
mod oracle;

use common::{drawn, field, open_ended, solved};
use game_pursuit::{Command, Field, Ground, Pursuit, Side, strategy};
use kernel::Game;
use oracle::{FOR_EVER, Oracle, State};
use pursuit_lab::{Solution, Value};
use std::sync::Arc;

/// A field, a game on it, and both solutions.
struct Example {
    field: Arc<Field>,
    game: Pursuit,
    solution: Solution,
    oracle: Oracle,
    state: State,
}

impl Example {
    fn new(name: &str) -> Self {
        let field = field(fields::text(name));
        let (oracle, state) = Oracle::new(fields::text(name));
        Self { game: open_ended(&field), solution: solved(&field), field, oracle, state }
    }

    /// The legal moves that do not lose: the monster's that still win, or the hero's that still escape.
    fn good_moves(&self) -> Vec<&'static str> {
        let good = |escape: bool| escape == self.state.hero_to_move;
        let next = self.oracle.next(self.state).into_iter();
        let known: Vec<&str> = next
            .filter(|&(_, next)| good(self.oracle.worth(self.state, next) == FOR_EVER))
            .map(|(word, _)| word)
            .collect();
        let moves = self.solution.moves(&self.game).into_iter();
        let told: Vec<&str> = moves
            .filter(|(_, value)| good(*value == Value::Escape))
            .map(|(command, _)| command.word())
            .collect();
        assert_eq!(told, known, "the solver and the oracle agree");
        known
    }

    fn is_legal(&self, word: &str) -> bool {
        self.oracle.next(self.state).iter().any(|(legal, _)| *legal == word)
    }

    fn play(&mut self, word: &str) {
        let next = self.oracle.next(self.state);
        self.state = next.iter().find(|(legal, _)| *legal == word).expect("a legal move").1;
        let command = Command::from_word(word).expect("a word of the game");
        self.game.act(self.game.to_move(), command, &mut Vec::new()).expect("a legal move");
    }

    /// The move of the document's own strategy for a side.
    fn natural(&self, side: Side) -> &'static str {
        let choose = if side == Side::Hero { strategy::rogue } else { strategy::monster };
        choose(&self.game, side.seat()).word()
    }

    /// Plays the next move of the document's monster, or of a perfect hero.
    fn play_on(&mut self) {
        let word = match self.game.side() {
            Side::Monster => self.natural(Side::Monster),
            Side::Hero => self.solution.choose(&self.game).word(),
        };
        self.play(word);
    }

    fn in_hallway(&self) -> bool {
        self.field.ground(self.game.at(Side::Hero)) == Ground::Hallway
    }

    fn distance(&self) -> u16 {
        let mut room = Vec::new();
        self.field.distances(self.game.at(Side::Hero), &mut room)[usize::from(self.game.at(Side::Monster))]
    }
}

#[test]
fn the_hero_can_escape_forever_by_running_into_the_hallway() {
    let mut example = Example::new("hallway.txt");
    assert_eq!(example.solution.value(&example.game), Value::Escape);
    assert_eq!(example.natural(Side::Monster), "W");
    example.play("W");
    assert_eq!(example.good_moves(), ["N"]);
    example.play("N");
    assert!(example.in_hallway());
    // Whether the monster follows through the hallway or across the room, he stays free.
    for _ in 0..400 {
        assert!(example.game.side() == Side::Monster || !example.good_moves().is_empty());
        example.play_on();
    }
    assert!(example.game.end().is_none());
}

#[test]
fn the_monster_can_always_catch_the_hero_by_trapping_him_in_a_corner() {
    let mut example = Example::new("corner.txt");
    assert_eq!(example.oracle.values[&example.state], 5);
    assert!(example.oracle.values.values().all(|&value| value != FOR_EVER), "from every position");
    // The room has its corners at 2 and 9; a perfect hero is driven next to one of them and then caught.
    let beside_corner = |(x, y): (i32, i32)| [x, y].iter().all(|&at| !(4..=7).contains(&at));
    let mut cornered = false;
    while example.game.end().is_none() {
        cornered |= beside_corner(example.state.hero);
        example.play_on();
    }
    assert_eq!((example.game.turn(), cornered), (5, true));
}

#[test]
fn the_monster_is_sure_to_catch_by_moving_northeast_while_east_lets_the_hero_flee() {
    let mut example = Example::new("northeast.txt");
    assert_eq!(example.good_moves(), ["NE"]);
    assert!(example.is_legal("E"));
    example.play("E");
    for _ in 0..20 {
        if example.in_hallway() {
            return;
        }
        example.play_on();
    }
    panic!("the hero flees into the hallway");
}

#[test]
fn the_monster_is_only_sure_to_catch_by_moving_east() {
    let example = Example::new("east.txt");
    assert_eq!(example.good_moves(), ["E"]);
    assert!(example.is_legal("NE") && example.is_legal("SE"));
}

#[test]
fn the_hero_avoids_the_monster_only_by_moving_southeast_instead_of_fleeing() {
    let mut example = Example::new("southeast.txt");
    example.play_on();
    assert_eq!(example.good_moves(), ["SE"]);
    assert_ne!(example.natural(Side::Hero), "SE", "the document's hero flees");
    let before = example.distance();
    example.play("SE");
    assert!(example.distance() <= before, "not away from the monster");
    // In the second turn he can disappear into the corridor.
    example.play_on();
    assert!(example.good_moves().contains(&"S"));
    example.play("S");
    assert!(example.in_hallway());
}

#[test]
fn the_hero_should_move_towards_the_monster_to_consume_the_potion() {
    let mut example = Example::new("potion.txt");
    assert_eq!(example.natural(Side::Monster), "W");
    example.play("W");
    assert_eq!(example.good_moves(), ["E"]);
    let before = example.distance();
    example.play("E");
    assert_eq!((example.distance(), example.game.drunk(Side::Hero)), (before - 1, 1));
    assert_eq!(example.oracle.values[&example.state], FOR_EVER);
    // Rules page 7.7: without the potion he is caught on turn 6.
    let mut rows = [".........."; 10];
    rows[4] = "..@...V...";
    let plain = drawn(&rows);
    assert_eq!(solved(&plain).value(&open_ended(&plain)), Value::Caught(6));
}
