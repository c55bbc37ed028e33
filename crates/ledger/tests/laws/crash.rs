//! Crashes: a process killed in the middle of its groups has kept everything it acknowledged.

use crate::games::{id, line, new};
use crate::place::{Place, lease};
use ledger::{Database, Games, Grouping, Ledger, NewGame};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::Duration;

const GAMES: usize = 8;
const KILLS: u64 = 6;
const URL: &str = "UNDERCROFT_TEST_LEDGER";
const VICTIM: &str = "crash::sqlite::nothing_acknowledged_is_lost_when_the_process_is_killed";

mod sqlite {
    #[test]
    fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
        match std::env::var(super::URL) {
            // The process that the test starts and kills.
            Ok(url) => super::victim(&url),
            Err(_) => crate::place::on_sqlite("killed", super::kill),
        }
    }
}

mod postgres {
    #[test]
    fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
        crate::place::on_postgres("killed", super::kill);
    }
}

fn victim(url: &str) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let grouping = Grouping { wait: Duration::from_millis(1), ..Grouping::default() };
        let database = Database::open(url, grouping).await.unwrap();
        let tasks: Vec<_> = (0..GAMES).map(|game| tokio::spawn(play(database.clone(), game))).collect();
        for task in tasks {
            task.await.unwrap();
        }
    });
}

async fn play(database: Database, game: usize) {
    let name = id(&format!("g{game}"));
    let mut n = 0;
    let mut hold = match database.take_game(&name, lease("a", 0)).await {
        Ok(taken) => {
            n = taken.row.commands;
            taken.hold
        }
        Err(_) => {
            let new = NewGame { bytes_max: 1_000_000, ..new(name.as_str()) };
            database.create_game(new, lease("a", 0)).await.unwrap()
        }
    };
    loop {
        n += 1;
        let permit = database.reserve().await.unwrap();
        hold.append(permit, n, line(n, n.cast_unsigned())).unwrap().await.unwrap();
        let mut out = std::io::stdout().lock();
        writeln!(out, "ack {game} {n}").and_then(|()| out.flush()).unwrap();
    }
}

async fn kill(place: Place) {
    let mut acknowledged = BTreeMap::new();
    for kill in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", VICTIM, "--nocapture", "--test-threads=1"])
            .env(URL, &place.url)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut acks = 0;
        let wanted = 40 + 13 * kill;
        // Lines read after the signal were written before the process died.
        for line in lines {
            let Some(ack) = line.rsplit_once("ack ").map(|(_, ack)| ack) else { continue };
            let Some((game, n)) = ack.split_once(' ') else { continue };
            let (Ok(game), Ok(n)) = (game.parse::<usize>(), n.parse::<i64>()) else { continue };
            let last = acknowledged.insert(game, n).unwrap_or(0);
            assert!(n > last, "command {n} of game {game} was played twice");
            acks += 1;
            if acks == wanted {
                child.kill().unwrap();
            }
        }
        child.wait().unwrap();
        assert!(acks >= wanted, "{acks} commands, then it ended by itself");
        let database = place.open().await;
        for (game, n) in &acknowledged {
            let name = id(&format!("g{game}"));
            let row = database.game(&name).await.unwrap().unwrap();
            assert!(row.commands >= *n, "game {game}: {n} acknowledged, {} kept", row.commands);
            let lines: Vec<String> = (1..=row.commands).map(|n| format!("command {n}\n")).collect();
            let text = database.game_text(&name, 0).await.unwrap();
            assert_eq!(text, format!("header\n{}", lines.concat()));
        }
        database.close().await.unwrap();
    }
    assert_eq!(acknowledged.len(), GAMES);
}
