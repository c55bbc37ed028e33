//! Tournaments: every hero against every monster on every field, all cores, results in a fixed order.

use crate::{Ending, Entrant, Match, Mover, Solution, play_out, solution_for_play};
use game_pursuit::{CellId, Diagonals, End, Field, Player, Pursuit, Setup, Side, read_field};
use kernel::{Finding, Seed, level_text};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
    mpsc::sync_channel,
};
use std::time::Duration;

/// Bundles of finished games that may wait to be reported in order.
const WAITING: usize = 256;

/// Games a thread plays in one go, unless programs take part: those take their time anyway.
const BUNDLE: u64 = 32;

/// From where games are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Starts {
    /// From the cells the file names.
    #[default]
    File,
    /// From every pair of room cells without potion.
    All,
}

/// A tournament.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The fields with their names.
    pub fields: Vec<(String, Arc<Field>)>,
    /// Those who play the hero.
    pub heroes: Vec<Entrant>,
    /// Those who play the monster.
    pub monsters: Vec<Entrant>,
    /// From where.
    pub starts: Starts,
    /// Games per pairing, field and start.
    pub games: u32,
    /// Rounds until a game is called off; `None` for the usual number.
    pub limit: Option<u32>,
    /// Where the dice come from; each game gets its own.
    pub seed: String,
    /// Patience with programs, and what a solve may use.
    pub settings: Match,
    /// Threads; 0 for one a core.
    pub threads: usize,
}

/// One finished game of a tournament.
#[derive(Clone, Debug)]
pub struct ArenaGame {
    /// Index of the field.
    pub field: usize,
    /// Index of the hero.
    pub hero: usize,
    /// Index of the monster.
    pub monster: usize,
    /// The cells of hero and monster, where not those of the file.
    pub start: Option<(CellId, CellId)>,
    /// How it ended.
    pub ending: Ending,
    /// The round it ended in.
    pub turns: u32,
    /// Single moves, by seat.
    pub moves: [u32; 2],
    /// Time spent thinking, by seat.
    pub time: [Duration; 2],
}

/// The sum of all games of one hero against one monster.
#[derive(Clone, Debug, Default)]
pub struct Pairing {
    /// Index of the hero.
    pub hero: usize,
    /// Index of the monster.
    pub monster: usize,
    /// Games played.
    pub games: u64,
    /// Games in which the hero was caught.
    pub caught: u64,
    /// Games that repeat for ever.
    pub escape: u64,
    /// Games that were called off.
    pub limit: u64,
    /// Games that ended by a fault.
    pub fault: u64,
    /// Sum of the turns of all captures.
    pub caught_turns: u64,
    /// Single moves, by seat.
    pub moves: [u64; 2],
    /// Time spent thinking, by seat.
    pub time: [Duration; 2],
}

/// What one task is, taken apart from its number.
struct Task {
    field: usize,
    hero: usize,
    monster: usize,
    start: u64,
}

/// What the workers share about one field.
struct Ground {
    /// Cells that can be started from; empty unless all are.
    starts: Vec<CellId>,
    /// Number of the field's first task.
    first: u64,
    left: AtomicU64,
    solution: Mutex<Option<Result<Arc<Solution>, String>>>,
}

impl Arena {
    /// Plays all games. `progress` hears how many of how many are done and stops the tournament with false; `each`
    /// sees every game in a fixed order, whatever the threads do. Returns the sums, hero by hero.
    ///
    /// # Errors
    /// Whatever `each` fails with.
    pub fn run(
        &self,
        progress: &(dyn Fn(u64, u64) -> bool + Sync),
        each: &mut dyn FnMut(&ArenaGame) -> io::Result<()>,
    ) -> io::Result<Vec<Pairing>> {
        let (grounds, total) = self.grounds();
        let next = AtomicU64::new(0);
        let halt = AtomicBool::new(false);
        let mut sums = self.pairings();
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let has_programs =
            self.heroes.iter().chain(&self.monsters).any(|entrant| matches!(entrant, Entrant::Program(_)));
        let bundle = if has_programs { 1 } else { BUNDLE };
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel::<(u64, Vec<ArenaGame>)>(WAITING);
            for _ in 0..threads {
                let (sender, grounds, next, halt) = (sender.clone(), &grounds, &next, &halt);
                scope.spawn(move || {
                    while !halt.load(Ordering::Relaxed) {
                        let first = next.fetch_add(bundle, Ordering::Relaxed);
                        let games =
                            (first..total.min(first + bundle)).map(|number| self.game(number, grounds));
                        if first >= total || sender.send((first, games.collect())).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let (mut told, mut done) = (0, 0);
            let mut result = Ok(());
            // Whatever happens the channel is emptied, or a worker would wait for ever.
            for (first, games) in receiver {
                if halt.load(Ordering::Relaxed) {
                    continue;
                }
                done += games.len() as u64;
                waiting.insert(first, games);
                while let Some(games) = waiting.remove(&told) {
                    told += games.len() as u64;
                    result = games.iter().try_for_each(|game| {
                        sums[game.hero * self.monsters.len() + game.monster].add(game);
                        each(game)
                    });
                    if result.is_err() {
                        halt.store(true, Ordering::Relaxed);
                        break;
                    }
                }
                if !progress(done, total) {
                    halt.store(true, Ordering::Relaxed);
                }
            }
            result
        })?;
        Ok(sums)
    }

    fn pairings(&self) -> Vec<Pairing> {
        let pair = |hero| {
            (0..self.monsters.len()).map(move |monster| Pairing { hero, monster, ..Pairing::default() })
        };
        (0..self.heroes.len()).flat_map(pair).collect()
    }

    fn grounds(&self) -> (Vec<Ground>, u64) {
        let mut total = 0;
        let mut ground = |(_, field): &(String, Arc<Field>)| {
            let starts: Vec<CellId> = match self.starts {
                Starts::File => Vec::new(),
                Starts::All => (0..field.count() as CellId).filter(|&cell| field.is_start(cell)).collect(),
            };
            let first = total;
            let count = self.pairs(&starts) * self.heroes.len() as u64 * self.monsters.len() as u64;
            total += count * u64::from(self.games);
            Ground { starts, first, left: AtomicU64::new(total - first), solution: Mutex::new(None) }
        };
        let grounds = self.fields.iter().map(&mut ground).collect();
        (grounds, total)
    }

    /// How many pairs of start cells a field has.
    fn pairs(&self, starts: &[CellId]) -> u64 {
        match self.starts {
            Starts::File => 1,
            Starts::All => starts.len() as u64 * (starts.len() as u64).saturating_sub(1),
        }
    }

    fn task(&self, number: u64, grounds: &[Ground]) -> Task {
        let field = grounds.partition_point(|ground| ground.first <= number) - 1;
        let rest = (number - grounds[field].first) / u64::from(self.games);
        let pairs = self.pairs(&grounds[field].starts);
        let (pairing, start) = (rest / pairs, rest % pairs);
        let monsters = self.monsters.len() as u64;
        Task { field, hero: (pairing / monsters) as usize, monster: (pairing % monsters) as usize, start }
    }

    fn game(&self, number: u64, grounds: &[Ground]) -> ArenaGame {
        let Task { field, hero, monster, start } = self.task(number, grounds);
        let ground = &grounds[field];
        let mut setup = Setup::new(
            Arc::clone(&self.fields[field].1),
            self.heroes[hero].player(),
            self.monsters[monster].player(),
        );
        if let Some(limit) = self.limit {
            setup.limit = limit;
        }
        let place = (self.starts == Starts::All).then(|| {
            let others = ground.starts.len() as u64 - 1;
            let (first, second) = (start / others, start % others);
            let second = if second >= first { second + 1 } else { second };
            (ground.starts[first as usize], ground.starts[second as usize])
        });
        let begin = match place {
            Some((hero, monster)) => Pursuit::placed(&setup, hero, monster).expect("two free room cells"),
            None => setup.begin(),
        };
        let mut told = ArenaGame {
            field,
            hero,
            monster,
            start: place,
            ending: Ending::Played(End::Limit(0)),
            turns: 1,
            moves: [0; 2],
            time: [Duration::ZERO; 2],
        };
        self.play(&setup, begin, number, ground, &mut told);
        if ground.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            // The last game on this field: its tables are not needed any more.
            *ground.solution.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        told
    }

    fn play(&self, setup: &Setup, begin: Pursuit, number: u64, ground: &Ground, told: &mut ArenaGame) {
        let steady = |player: &Player| player.is_steady();
        let seed = if steady(&setup.hero) && steady(&setup.monster) {
            self.settings.seed.clone()
        } else {
            Seed::from_text(&format!("{}/{number}", self.seed))
        };
        let solution = || {
            let mut known = ground.solution.lock().unwrap_or_else(PoisonError::into_inner);
            known.get_or_insert_with(|| solution_for_play(&setup.field, &self.settings.limits)).clone()
        };
        let mut movers = Vec::with_capacity(2);
        let entrants = [(&self.heroes[told.hero], Side::Hero), (&self.monsters[told.monster], Side::Monster)];
        for (entrant, side) in entrants {
            match Mover::new(entrant, side, &seed, self.settings.patience, solution) {
                Ok(mover) => movers.push(mover),
                Err(reason) => {
                    told.ending = Ending::Fault(side, reason);
                    return;
                }
            }
        }
        let played = play_out(begin, &mut movers, &mut |_, _| {});
        told.moves = Side::ALL.map(|side| played.moves(side));
        told.time = played.time;
        told.turns = played.turns;
        told.ending = played.ending;
    }
}

impl Pairing {
    fn add(&mut self, game: &ArenaGame) {
        self.games += 1;
        match &game.ending {
            Ending::Played(End::Caught(turn)) => {
                self.caught += 1;
                self.caught_turns += u64::from(*turn);
            }
            Ending::Played(End::Escape(_)) => self.escape += 1,
            Ending::Played(End::Limit(_)) => self.limit += 1,
            Ending::Fault(..) => self.fault += 1,
        }
        for seat in 0..2 {
            self.moves[seat] += u64::from(game.moves[seat]);
            self.time[seat] += game.time[seat];
        }
    }
}

/// Reads a list of players: `rogue,speedy,cmd:./mine.py --deep 3,4`. A comma inside a program's command line stays
/// there unless a name follows it.
///
/// # Errors
/// A sentence about the first name that is none. Hints about misspelled names come with the players.
pub fn players(list: &str, side: Side) -> Result<(Vec<Entrant>, Vec<String>), String> {
    let mut names: Vec<String> = Vec::new();
    for part in list.split(',') {
        let follows_program = names.last().is_some_and(|name| Player::command(name).is_some());
        match names.last_mut() {
            Some(last) if follows_program && Player::parse(part, side).is_err() => {
                last.push(',');
                last.push_str(part);
            }
            _ => names.push(part.to_string()),
        }
    }
    let mut all = Vec::new();
    let mut hints = Vec::new();
    for name in names {
        let (entrant, hint) = Entrant::parse(&name, side)?;
        if entrant == Entrant::Built(Player::Human) {
            return Err("A person cannot play in an arena.".into());
        }
        all.push(entrant);
        hints.extend(hint);
    }
    Ok((all, hints))
}

/// The fields of a folder, and the files that are none.
#[derive(Debug, Default)]
pub struct Fields {
    /// Name and field, in the order of the names.
    pub good: Vec<(String, Arc<Field>)>,
    /// Name and what is wrong with it.
    pub bad: Vec<(String, Vec<Finding>)>,
}

/// Reads a field file, or every `.txt` file of a folder.
///
/// # Errors
/// When the path cannot be read at all.
pub fn read_fields(path: &Path, diagonals: Diagonals) -> io::Result<Fields> {
    let mut files = Vec::new();
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            let file = entry?.path();
            if file.is_file()
                && file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"))
            {
                files.push(file);
            }
        }
        kernel::sort(&mut files);
    } else {
        files.push(path.to_path_buf());
    }
    let mut fields = Fields::default();
    for file in files {
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let bytes = std::fs::read(&file)?;
        let read = match level_text(&bytes) {
            Ok(text) => read_field(text, diagonals),
            Err(finding) => (None, vec![finding]),
        };
        match read {
            (Some(field), _) => fields.good.push((name, Arc::new(field))),
            (None, findings) => fields.bad.push((name, findings)),
        }
    }
    Ok(fields)
}
