//! Tournaments: every hero against every monster on every field, on all cores, with results in a fixed order.

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

/// Maximum number of bundles of finished games that wait to be reported in order.
const WAITING: usize = 256;

/// Number of games a worker plays per task; 1 if programs take part, as they dominate the cost.
const BUNDLE: u64 = 32;

/// Start positions of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Starts {
    /// The cells in the file.
    #[default]
    File,
    /// Every pair of room cells without potion.
    All,
}

/// A tournament.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The fields with their names.
    pub fields: Vec<(String, Arc<Field>)>,
    /// The players of the hero.
    pub heroes: Vec<Entrant>,
    /// The players of the monster.
    pub monsters: Vec<Entrant>,
    /// The start positions.
    pub starts: Starts,
    /// Games per pairing, field and start.
    pub games: u32,
    /// The round limit; `None` for the default.
    pub limit: Option<u32>,
    /// The seed; each game derives its own dice from it.
    pub seed: String,
    /// The time limit of programs, and the limits of a solve.
    pub settings: Match,
    /// Number of threads; 0 for one per core.
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
    /// The start cells of hero and monster, if not those of the file.
    pub start: Option<(CellId, CellId)>,
    /// How it ended.
    pub ending: Ending,
    /// The round it ended in.
    pub turns: u32,
    /// Number of single moves, by seat.
    pub moves: [u32; 2],
    /// Total thinking time, by seat.
    pub time: [Duration; 2],
}

/// The totals of all games of one hero against one monster.
#[derive(Clone, Debug, Default)]
pub struct Pairing {
    /// Index of the hero.
    pub hero: usize,
    /// Index of the monster.
    pub monster: usize,
    /// Number of games.
    pub games: u64,
    /// Games in which the hero was caught.
    pub caught: u64,
    /// Games in which the position repeated.
    pub escape: u64,
    /// Games that reached the round limit.
    pub limit: u64,
    /// Games that ended with a fault.
    pub fault: u64,
    /// Sum of the turns of all captures.
    pub caught_turns: u64,
    /// Number of single moves, by seat.
    pub moves: [u64; 2],
    /// Total thinking time, by seat.
    pub time: [Duration; 2],
}

/// A task, decoded from its number.
struct Task {
    field: usize,
    hero: usize,
    monster: usize,
    start: u64,
}

/// State of one field, shared by the workers.
struct Ground {
    /// The possible start cells; empty if only those of the file are used.
    starts: Vec<CellId>,
    /// Number of the field's first task.
    first: u64,
    left: AtomicU64,
    solution: Mutex<Option<Result<Arc<Solution>, String>>>,
}

impl Arena {
    /// Plays all games. `progress` is called with the number of games done and the total, and stops the
    /// tournament by returning false. `each` gets every game in a fixed order, independent of the threads.
    /// Returns the totals, hero by hero.
    ///
    /// # Errors
    /// Any error of `each`.
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
            // Keep receiving in any case, or a worker would block for ever.
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

    /// Number of pairs of start cells of a field.
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
            // This was the last game on the field, so its tables can go.
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

/// Parses a list of players: `rogue,speedy,cmd:./mine.py --deep 3,4`. A comma inside a program's command line
/// belongs to it unless a name follows.
///
/// # Errors
/// A sentence about the first invalid name. Hints about misspelled names are returned with the players.
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

/// The fields of a folder, and the files that are not valid fields.
#[derive(Debug, Default)]
pub struct Fields {
    /// Names and fields, ordered by name.
    pub good: Vec<(String, Arc<Field>)>,
    /// Names and findings.
    pub bad: Vec<(String, Vec<Finding>)>,
}

/// Reads a field file, or every `.txt` file of a folder.
///
/// # Errors
/// If the path cannot be read at all.
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
