//! Plays large numbers of random games on all cores. Results are saved in a file block by block, so that a
//! soak can be stopped and resumed at any time.

use crate::game::{Played, Player};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Number of games per line of the file.
const BLOCK: u64 = 1_000;

/// The combined results of some games. Only sums, so that the order of the blocks does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    games: u64,
    ended: u64,
    commands: u64,
    bytes: u64,
    digest: u64,
}

impl Tally {
    fn add(&mut self, number: u64, played: Played) {
        self.games += 1;
        self.ended += u64::from(played.ended);
        self.commands += played.commands;
        self.bytes += played.bytes;
        self.digest = self.digest.wrapping_add(played.digest.rotate_left((number % 64) as u32));
    }

    fn join(&mut self, other: Self) {
        self.games += other.games;
        self.ended += other.ended;
        self.commands += other.commands;
        self.bytes += other.bytes;
        self.digest = self.digest.wrapping_add(other.digest);
    }

    fn to_line(self, block: u64) -> String {
        let Self { games, ended, commands, bytes, digest } = self;
        format!("{block} {games} {ended} {commands} {bytes} {digest:016x}\n")
    }

    /// Parses a line of the file; `None` if it was cut off.
    fn read(line: &str) -> Option<(u64, Self)> {
        let (numbers, digest) = line.rsplit_once(' ')?;
        let numbers: Option<Vec<u64>> = numbers.split(' ').map(|number| number.parse().ok()).collect();
        let [block, games, ended, commands, bytes] = numbers?[..] else { return None };
        let digest = (digest.len() == 16).then(|| u64::from_str_radix(digest, 16).ok())??;
        Some((block, Self { games, ended, commands, bytes, digest }))
    }
}

/// Plays games 0 to `games`, skipping those in the file.
pub(crate) fn soak(games: u64, file: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", file.display());
    let kept = fs::read_to_string(file).unwrap_or_default();
    let blocks = games.div_ceil(BLOCK);
    let mut done = vec![false; blocks as usize];
    let mut total = Tally::default();
    for (block, tally) in kept.lines().filter_map(Tally::read) {
        if let Some(done @ false) = done.get_mut(block as usize) {
            *done = true;
            total.join(tally);
        }
    }
    let before = total.games;
    let mut out = OpenOptions::new().create(true).append(true).open(file).map_err(told)?;
    if !kept.is_empty() && !kept.ends_with('\n') {
        out.write_all(b"\n").map_err(told)?;
    }
    let player = Player::new()?;
    let bar = ProgressBar::new(blocks * BLOCK).with_style(style());
    bar.set_position(total.games);
    let (next, began) = (AtomicU64::new(0), Instant::now());
    let shared = Mutex::new((total, out, None));
    let work = || {
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            let Some(is_done) = done.get(block as usize) else { return };
            if *is_done {
                continue;
            }
            let played = play_block(&player, block, &bar);
            let Ok(mut shared) = shared.lock() else { return };
            let (total, out, failed) = &mut *shared;
            let kept = played.and_then(|tally| {
                total.join(tally);
                out.write_all(tally.to_line(block).as_bytes()).map_err(told)
            });
            if let Err(what) = kept {
                failed.get_or_insert(what);
                // Keeps the other threads from beginning another block.
                next.store(blocks, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    bar.finish_and_clear();
    let (total, _, failed) = shared.into_inner().map_err(|_| "A game broke off.".to_owned())?;
    if let Some(what) = failed {
        return Err(what);
    }
    println!(
        "{} games, {} ended, {} commands, {} MB of runs: live, saved and replayed come to the same states",
        total.games,
        total.ended,
        total.commands,
        total.bytes / 1_000_000
    );
    println!(
        "digest {:016x}; {} games in {} s now",
        total.digest,
        total.games - before,
        began.elapsed().as_secs()
    );
    Ok(())
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn play_block(player: &Player, block: u64, bar: &ProgressBar) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for number in block * BLOCK..(block + 1) * BLOCK {
        tally.add(number, player.play(number)?);
        bar.inc(1);
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_out_the_same_live_saved_and_replayed() {
        let player = Player::new().expect("every game has actions");
        for number in 0..100 {
            player.play(number).unwrap_or_else(|what| panic!("{what}"));
        }
    }

    #[test]
    fn a_line_of_the_file_is_read_back_and_one_that_was_cut_off_is_not() {
        let tally = Tally { games: 1000, ended: 7, commands: 9, bytes: 12, digest: 0xAB };
        let line = tally.to_line(3);
        assert_eq!(Tally::read(line.trim_end()), Some((3, tally)));
        (0..line.len() - 1).for_each(|cut| assert_eq!(Tally::read(&line[..cut]), None, "{cut}"));
    }
}
