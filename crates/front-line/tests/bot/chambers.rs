//! Bot for ChamberCrawler3000 as a troll: take gold on safe paths, fight what is worth it, rest, leave by the
//! stairs.

use super::eye::{Board, beside};
use super::{Percept, Played, Reader, Thing, Told, play, speech};
use kernel::Dir;

const COMMANDS_MOST: usize = 10_000;
/// After this many commands on a floor the bot goes straight for the stairs.
const PATIENCE: u32 = 600;

/// Letter, name, and the approximate hit points a fight costs a troll.
const FOES: [(char, &str, i64); 7] = [
    ('H', "human H", 30),
    ('W', "dwarf W", 20),
    ('L', "halfling L", 20),
    ('E', "elf E", 150),
    ('O', "orc O", 75),
    ('D', "dragon D", 35),
    ('M', "merchant M", i64::MAX),
];

/// The cost of a fight; `None` for what is not worth fighting or not hostile.
fn cost(thing: &Thing) -> Option<i64> {
    FOES.iter().find(|(_, name, cost)| *name == thing.name && *cost < i64::MAX).map(|(.., cost)| *cost)
}

/// The bot's decisions, whichever reader filled the percept. It counts its commands on each floor.
#[derive(Default)]
pub struct Mind {
    floor: i64,
    commands: u32,
}

impl Mind {
    pub fn decide(&mut self, percept: &Percept) -> String {
        if percept.floor != self.floor {
            *self = Self { floor: percept.floor, commands: 0 };
        }
        self.commands += 1;
        let patient = self.commands < PATIENCE;
        let foes: Vec<&Thing> = percept.things.iter().filter(|thing| cost(thing).is_some()).collect();
        let quiet = |way: &&Dir| foes.iter().all(|foe| foe.away_from(**way) > 1);
        let beside = foes.iter().filter(|foe| foe.away() == 1).min_by_key(|foe| cost(foe));
        if let Some(foe) = beside {
            let worth = cost(foe).is_some_and(|cost| percept.hp > cost + 15);
            return match percept.open.iter().find(quiet) {
                Some(&way) if !worth => word(way).to_owned(),
                _ => strike(foe),
            };
        }
        let rest = percept.open.iter().find(quiet).filter(|_| patient && percept.hp < 90);
        if let Some(&way) = rest {
            return word(way).to_owned();
        }
        let bold = percept.hp >= 100;
        let prize = percept.prize.as_ref().filter(|walk| patient && (walk.safe || bold));
        let stairs = percept.stairs.as_ref().filter(|walk| walk.safe || bold || !patient);
        match (prize.filter(|walk| walk.safe).or(prize).or(stairs), percept.open.first()) {
            (Some(walk), _) => word(walk.steps[0]).to_owned(),
            (None, Some(&way)) => word(way).to_owned(),
            (None, None) => "f".to_owned(),
        }
    }
}

fn strike(foe: &Thing) -> String {
    format!("a {}", word(Dir::from_delta(foe.dx, foe.dy).expect("a foe beside the player")))
}

const fn word(way: Dir) -> &'static str {
    ["no", "ne", "ea", "se", "so", "sw", "we", "nw"][way as usize]
}

/// The score in the sentence that ends a game.
fn score(text: &str) -> Option<i64> {
    let told = text.split_once("PC is slain, score ").or_else(|| text.split_once("wins, score "))?.1;
    told.split('.').next()?.parse().ok()
}

/// Reads the board of line mode.
pub struct Eye;

impl Reader for Eye {
    fn requests(&self) -> &'static str {
        ""
    }

    fn read(&mut self, text: &str) -> Told {
        if let Some(score) = score(text) {
            return Told::Over(score);
        }
        let lines: Vec<&str> = text.lines().collect();
        let frame = &lines[lines.len() - 30..];
        let number = |row: usize, name: &str| {
            let told = frame[row].split_once(name).expect("the number").1.trim_start();
            let digits: String = told.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<i64>().expect("a number")
        };
        let mut board = Board::new(&frame[..25], ".+#G@", true);
        mark_threats(&mut board);
        let (reach, safe) = (board.reach(false), board.reach(true));
        let name = |glyph| match glyph {
            'G' => "gold",
            'P' => "potion",
            '\\' => "stairs",
            _ => FOES.iter().find(|(letter, ..)| *letter == glyph).expect("a letter").1,
        };
        let thing = |cell: (i32, i32)| Thing {
            name: name(board.at(cell)).to_owned(),
            dx: cell.0 - board.hero.0,
            dy: cell.1 - board.hero.1,
            path: board.path(&reach, cell),
        };
        let mut things: Vec<Thing> = board.all("GP\\HWLEODM").into_iter().map(thing).collect();
        things.sort();
        let walked = |way: &Dir| ".+#G".contains(board.at(beside(board.hero, *way)));
        Told::Goes(Percept {
            hp: number(26, "HP: "),
            purse: number(25, "Gold: "),
            floor: number(25, "Floor "),
            open: Dir::ALL.into_iter().filter(walked).collect(),
            things,
            prize: board.way(&reach, &safe, &board.all("G")),
            stairs: board.way(&reach, &safe, &board.all("\\")),
        })
    }
}

/// Cells beside an enemy are dangerous. A dragon also attacks next to its hoard.
fn mark_threats(board: &mut Board) {
    let mut centres = board.all("HWLEOD");
    for dragon in board.all("D") {
        let hoards = Dir::ALL.into_iter().map(|way| beside(dragon, way));
        centres.extend(hoards.filter(|&cell| board.at(cell) == 'G'));
    }
    for centre in centres {
        for way in Dir::ALL {
            let cell = beside(centre, way);
            if ".+#G".contains(board.at(cell)) {
                board.mark_danger(cell);
            }
        }
    }
}

/// Reads the sentences of `--speak`.
pub struct Ear;

impl Reader for Ear {
    fn requests(&self) -> &'static str {
        "me\naround\nthings\nway gold\nway stairs\n"
    }

    fn read(&mut self, text: &str) -> Told {
        if let Some(score) = score(text) {
            return Told::Over(score);
        }
        let answers = speech::answers(text, 8);
        let thing = |line: &&str| {
            let mut thing = speech::thing(line);
            if thing.name.ends_with(" potion") {
                thing.name = "potion".to_owned();
            }
            thing
        };
        let mut things: Vec<Thing> = answers.things.iter().map(thing).collect();
        things.sort();
        Told::Goes(Percept {
            hp: speech::number(answers.me, "health"),
            purse: speech::number(answers.me, "gold"),
            floor: speech::number(answers.me, "floor"),
            open: answers.around.iter().filter_map(|line| speech::open(line, &["gold"])).collect(),
            things,
            prize: speech::walk(answers.ways[0]),
            stairs: speech::walk(answers.ways[1]),
        })
    }
}

pub fn by_eye(seed: &str) -> Played {
    let mut mind = Mind::default();
    play("chambers", seed, false, "t\n", &mut Eye, |percept| mind.decide(percept), COMMANDS_MOST)
}

pub fn by_ear(seed: &str) -> Played {
    let mut mind = Mind::default();
    play("chambers", seed, true, "t\n", &mut Ear, |percept| mind.decide(percept), COMMANDS_MOST)
}
