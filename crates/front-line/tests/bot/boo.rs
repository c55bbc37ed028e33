//! Bot for Meow and Boo: eat when hurt, fetch fish on safe paths, climb; if no path is safe, dodge or run.

use super::eye::{Board, beside};
use super::{Percept, Played, Reader, Thing, Told, play, speech};
use kernel::Dir;

/// Upper bound for the commands of a game; more means that something is wrong.
const COMMANDS_MOST: usize = 20_000;
/// Maximum length of a detour for a fish.
const FISH_STEPS: usize = 12;

/// The bot's decision, whichever reader filled the percept.
pub fn decide(percept: &Percept) -> String {
    if percept.purse > 0 && percept.hp <= 91 {
        return "e".to_owned();
    }
    let fish = percept.prize.as_ref().filter(|walk| walk.safe && walk.steps.len() <= FISH_STEPS);
    let stairs = percept.stairs.as_ref();
    if let Some(walk) = fish.or(stairs.filter(|walk| walk.safe)) {
        return word(walk.steps[0]);
    }
    let Some(walk) = stairs else { return word(Dir::N) };
    // A ghost is in the way. In full health it is cheapest to run through it; else wait for it in the open,
    // where the cat can go around it: take the step that keeps it farthest away.
    let ghosts = || percept.things.iter().filter(|thing| thing.name == "ghost");
    let far = |way: &&Dir| {
        let (x, y) = way.delta();
        ghosts().map(|ghost| (ghost.dx - x).abs() + (ghost.dy - y).abs()).min().unwrap_or(0)
    };
    let near = ghosts().filter_map(|ghost| ghost.path).min().unwrap_or(u16::MAX);
    match percept.open.iter().rev().max_by_key(far) {
        Some(&way) if near <= 2 && percept.hp < 30 && walk.steps.len() > 4 => word(way),
        _ => word(walk.steps[0]),
    }
}

fn word(way: Dir) -> String {
    match way {
        Dir::N => "w",
        Dir::W => "a",
        Dir::S => "s",
        _ => "d",
    }
    .to_owned()
}

/// Reads the board of line mode.
#[derive(Default)]
pub struct Eye {
    floor: i64,
    /// Ghosts seen when the floor was entered: one that is missing now is in the cat's cell, where the board
    /// cannot show it.
    ghosts: usize,
}

impl Reader for Eye {
    fn requests(&self) -> &'static str {
        ""
    }

    fn read(&mut self, text: &str) -> Told {
        if let Some((_, told)) = text.split_once("You reached the floor ") {
            let floor = told.split('.').next().and_then(|floor| floor.parse().ok());
            return Told::Over(floor.expect("the floor"));
        }
        let lines: Vec<&str> = text.trim_end_matches('\n').lines().collect();
        // A refused command shows no frame, but the bot never tries anything impossible.
        let (numbers, rows) = lines[lines.len() - 41..].split_first().expect("a frame");
        let number = |name: &str| {
            let told = numbers.split_once(name).expect("the number").1.trim_start();
            let digits: String = told.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<i64>().expect("a number")
        };
        Told::Goes(self.look(rows, (number("HP: "), number("Fish: "), number("Floor: "))))
    }
}

impl Eye {
    fn look(&mut self, rows: &[&str], (hp, purse, floor): (i64, i64, i64)) -> Percept {
        let mut board = Board::new(rows, ".fG@", false);
        let mut ghosts = board.all("G");
        if floor != self.floor {
            (self.floor, self.ghosts) = (floor, ghosts.len());
        }
        if ghosts.len() < self.ghosts {
            ghosts.push(board.hero);
        }
        let danger = board.flood(&ghosts, 2, |cell| board.is_walked(cell));
        for (y, row) in danger.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, steps)| **steps <= 2) {
                board.mark_danger((x as i32, y as i32));
            }
        }
        let (reach, safe) = (board.reach(false), board.reach(true));
        let name = |glyph| match glyph {
            'G' => "ghost",
            'f' => "fish",
            _ => "stairs",
        };
        let thing = |cell: (i32, i32)| Thing {
            name: name(board.at(cell)).to_owned(),
            dx: cell.0 - board.hero.0,
            dy: cell.1 - board.hero.1,
            path: board.path(&reach, cell),
        };
        let mut things: Vec<Thing> = board.all("Gf>").into_iter().map(thing).collect();
        things.sort();
        Percept {
            hp,
            purse,
            floor,
            open: Dir::ORTHOGONAL
                .into_iter()
                .filter(|&way| ".fG".contains(board.at(beside(board.hero, way))))
                .collect(),
            things,
            prize: board.way(&reach, &safe, &board.all("f")),
            stairs: board.way(&reach, &safe, &board.all(">")),
        }
    }
}

/// Reads the sentences of `--speak`.
pub struct Ear;

impl Reader for Ear {
    fn requests(&self) -> &'static str {
        "me\naround\nthings\nway fish\nway stairs\n"
    }

    fn read(&mut self, text: &str) -> Told {
        if let Some((_, told)) = text.split_once("The game is over: you died. Score ") {
            let score = told.split('.').next().and_then(|score| score.parse().ok());
            return Told::Over(score.expect("the score"));
        }
        let answers = speech::answers(text, 4);
        let mut things: Vec<Thing> = answers.things.iter().map(|line| speech::thing(line)).collect();
        things.sort();
        Told::Goes(Percept {
            hp: speech::number(answers.me, "health"),
            purse: speech::number(answers.me, "fish"),
            floor: speech::number(answers.me, "floor"),
            open: answers.around.iter().filter_map(|line| speech::open(line, &["fish", "ghost"])).collect(),
            things,
            prize: speech::walk(answers.ways[0]),
            stairs: speech::walk(answers.ways[1]),
        })
    }
}

pub fn by_eye(seed: &str) -> Played {
    play("boo", seed, false, "", &mut Eye::default(), decide, COMMANDS_MOST)
}

pub fn by_ear(seed: &str) -> Played {
    play("boo", seed, true, "", &mut Ear, decide, COMMANDS_MOST)
}
