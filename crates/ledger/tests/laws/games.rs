//! Games: stored, taken over, fenced, answered once.

use crate::place::{Place, lease};
use ledger::{
    Answered, Class, Database, GameId, Games, Hold, Ledger, LedgerError, Lines, NewGame, NodeId, Privacy,
    Result,
};

crate::laws!(
    what_was_acknowledged_is_read_again,
    an_old_epoch_writes_nothing,
    an_id_is_answered_once,
    a_closed_game_stays_closed,
    a_run_grows_no_further_than_it_may,
    after_a_failed_write_nothing_is_built_on_it,
    eight_writers_lose_nothing,
    chapters_are_read_by_themselves,
    lists_show_what_is_open_and_not_private,
    old_answers_are_forgotten_and_the_last_ones_kept,
    a_commit_that_fails_is_told_to_the_whole_group,
    after_a_lost_connection_writing_goes_on,
);

pub(crate) fn id(text: &str) -> GameId {
    GameId::new(text).unwrap()
}

pub(crate) fn new(name: &str) -> NewGame {
    NewGame {
        id: id(name),
        game: "boo".to_owned(),
        header: "header\n".to_owned(),
        class: Class::Open,
        privacy: Privacy::Live,
        seal: None,
        bytes_max: 1000,
    }
}

/// A command with its answer.
pub(crate) fn line(n: i64, client: u64) -> Lines {
    let answers = vec![Answered { seat: 0, client, n, reply: format!("reply {client}") }];
    Lines { text: format!("command {n}\n"), commands: n, answers, chapter: false }
}

async fn append(database: &Database, hold: &mut Hold, lines: Lines) -> Result<()> {
    let permit = database.reserve().await?;
    hold.append(permit, 5, lines)?.await
}

async fn what_was_acknowledged_is_read_again(place: Place) {
    let database = place.open().await;
    let mut hold = database.create_game(new("g"), lease("a", 0)).await.unwrap();
    assert_eq!(database.create_game(new("g"), lease("a", 0)).await.unwrap_err(), LedgerError::Taken);
    let name = kernel::Name::new("ann").unwrap();
    database.seat(&id("g"), 0, &name, None, "secret").await.unwrap();
    append(&database, &mut hold, line(1, 17)).await.unwrap();
    append(&database, &mut hold, line(2, u64::MAX)).await.unwrap();
    database.close().await.unwrap();
    let database = place.open().await;
    let taken = database.take_game(&id("g"), lease("a", 1)).await.unwrap();
    assert_eq!(taken.text, "header\ncommand 1\ncommand 2\n");
    assert_eq!(taken.answers.iter().map(|a| (a.client, a.n)).collect::<Vec<_>>(), [(17, 1), (u64::MAX, 2)]);
    assert_eq!((taken.row.commands, taken.row.written, taken.hold.epoch()), (2, 5, 2));
    let [seat] = &taken.seats[..] else { panic!("one seat") };
    assert!(seat.is_token("secret") && !seat.is_token("Secret") && seat.name == "ann");
}

async fn an_old_epoch_writes_nothing(place: Place) {
    let (a, b) = (place.open().await, place.open().await);
    let mut old = a.create_game(new("g"), lease("a", 0)).await.unwrap();
    append(&a, &mut old, line(1, 1)).await.unwrap();
    assert_eq!(b.take_game(&id("g"), lease("b", 9_999)).await.unwrap_err(), LedgerError::Held);
    a.renew(&NodeId::new("a").unwrap(), 20_000).await.unwrap();
    assert_eq!(b.take_game(&id("g"), lease("b", 19_999)).await.unwrap_err(), LedgerError::Held);
    let mut taken = b.take_game(&id("g"), lease("b", 20_000)).await.unwrap();
    assert_eq!(taken.hold.epoch(), old.epoch() + 1);
    assert_eq!(append(&a, &mut old, line(2, 2)).await, Err(LedgerError::Fenced));
    assert_eq!(a.close_game(old, 3, "").await, Err(LedgerError::Fenced));
    append(&b, &mut taken.hold, line(2, 3)).await.unwrap();
    assert_eq!(b.game_text(&id("g"), 0).await.unwrap(), "header\ncommand 1\ncommand 2\n");
    b.give_back(taken.hold).await.unwrap();
    a.take_game(&id("g"), lease("a", 0)).await.unwrap();
}

async fn an_id_is_answered_once(place: Place) {
    let database = place.open().await;
    let mut hold = database.create_game(new("g"), lease("a", 0)).await.unwrap();
    append(&database, &mut hold, line(1, 7)).await.unwrap();
    assert_eq!(append(&database, &mut hold, line(2, 7)).await, Err(LedgerError::Repeated));
    let taken = database.take_game(&id("g"), lease("a", 0)).await.unwrap();
    assert_eq!(taken.text, "header\ncommand 1\n");
    assert_eq!(taken.answers, line(1, 7).answers);
    // Another seat may use the same id.
    let mut hold = taken.hold;
    let mut other = line(2, 7);
    other.answers[0].seat = 1;
    append(&database, &mut hold, other).await.unwrap();
}

async fn a_closed_game_stays_closed(place: Place) {
    let database = place.open().await;
    let mut hold = database.create_game(new("g"), lease("a", 0)).await.unwrap();
    let permit = database.reserve().await.unwrap();
    let last = hold.append(permit, 5, line(1, 1)).unwrap();
    database.close_game(hold, 9, "won\u{1b}[2J").await.unwrap();
    last.await.unwrap();
    let row = database.game(&id("g")).await.unwrap().unwrap();
    assert_eq!((row.closed, row.why.as_str(), row.commands), (Some(9), "won?[2J", 1));
    assert_eq!(database.take_game(&id("g"), lease("a", 0)).await.unwrap_err(), LedgerError::Closed);
    assert_eq!(database.game_text(&id("g"), 0).await.unwrap(), "header\ncommand 1\n");
    assert_eq!(database.take_game(&id("h"), lease("a", 0)).await.unwrap_err(), LedgerError::Missing);
}

async fn a_run_grows_no_further_than_it_may(place: Place) {
    let database = place.open().await;
    let mut hold = database.create_game(NewGame { bytes_max: 20, ..new("g") }, lease("a", 0)).await.unwrap();
    append(&database, &mut hold, line(1, 1)).await.unwrap();
    assert_eq!(append(&database, &mut hold, line(2, 2)).await, Err(LedgerError::Full));
    let long = Lines { text: "x".repeat(ledger::LINES_BYTES_MAX + 1), ..Lines::default() };
    let permit = database.reserve().await.unwrap();
    assert_eq!(hold.append(permit, 0, long).unwrap_err(), LedgerError::Full);
    let huge = NewGame { bytes_max: i64::MAX, ..new("h") };
    assert_eq!(database.create_game(huge, lease("a", 0)).await.unwrap_err(), LedgerError::Full);
}

async fn after_a_failed_write_nothing_is_built_on_it(place: Place) {
    let database = place.open().await;
    let game = database.create_game(new("g"), lease("a", 0)).await.unwrap();
    let other = database.create_game(new("h"), lease("a", 0)).await.unwrap();
    let mut holds = [game, other];
    append(&database, &mut holds[0], line(1, 1)).await.unwrap();
    let mut pending = Vec::new();
    for (hold, lines) in [(0, line(2, 1)), (1, line(1, 1)), (0, line(3, 3)), (1, line(2, 2))] {
        let permit = database.reserve().await.unwrap();
        pending.push(holds[hold].append(permit, 5, lines).unwrap());
    }
    let mut answers = Vec::new();
    for pending in pending {
        answers.push(pending.await);
    }
    assert_eq!(answers, [Err(LedgerError::Repeated), Ok(()), Err(LedgerError::Fenced), Ok(())]);
    assert_eq!(database.game_text(&id("g"), 0).await.unwrap(), "header\ncommand 1\n");
    assert_eq!(database.game_text(&id("h"), 0).await.unwrap(), "header\ncommand 1\ncommand 2\n");
}

async fn eight_writers_lose_nothing(place: Place) {
    let databases = [place.open().await, place.open().await];
    let mut tasks = Vec::new();
    for writer in 0..8_usize {
        let database = databases[writer % 2].clone();
        tasks.push(tokio::spawn(async move {
            let game = NewGame { bytes_max: 100_000, ..new(&format!("g{writer}")) };
            let mut hold = database.create_game(game, lease("a", 0)).await.unwrap();
            let mut pending = Vec::new();
            for n in 1..=100 {
                let permit = database.reserve().await.unwrap();
                pending.push(hold.append(permit, n, line(n, n.cast_unsigned())).unwrap());
            }
            for pending in pending {
                pending.await.unwrap();
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    for writer in 0..8 {
        let text = databases[0].game_text(&id(&format!("g{writer}")), 0).await.unwrap();
        let lines: Vec<String> = (1..=100).map(|n| format!("command {n}\n")).collect();
        assert_eq!(text, format!("header\n{}", lines.concat()));
    }
    // Old answers are deleted, the latest are kept.
    let taken = databases[1].take_game(&id("g0"), lease("a", 0)).await.unwrap();
    assert_eq!(taken.answers.len(), 100);
}

async fn chapters_are_read_by_themselves(place: Place) {
    let database = place.open().await;
    let mut hold = database.create_game(new("g"), lease("a", 0)).await.unwrap();
    append(&database, &mut hold, line(1, 1)).await.unwrap();
    append(&database, &mut hold, Lines { chapter: true, ..line(2, 2) }).await.unwrap();
    append(&database, &mut hold, line(3, 3)).await.unwrap();
    assert_eq!(database.game_text(&id("g"), 1).await.unwrap(), "command 2\ncommand 3\n");
    assert_eq!(hold.chapter(), 1);
    let mut taken = database.take_game(&id("g"), lease("a", 0)).await.unwrap();
    assert_eq!(taken.hold.chapter(), 1);
    append(&database, &mut taken.hold, Lines { chapter: true, ..line(4, 4) }).await.unwrap();
    assert_eq!(database.game_text(&id("g"), 2).await.unwrap(), "command 4\n");
}

async fn lists_show_what_is_open_and_not_private(place: Place) {
    let database = place.open().await;
    let hold = database.create_game(new("first"), lease("a", 1)).await.unwrap();
    database.create_game(new("second"), lease("a", 2)).await.unwrap();
    let hidden = NewGame { privacy: Privacy::Private, ..new("hidden") };
    database.create_game(hidden, lease("b", 3)).await.unwrap();
    let names =
        |rows: Vec<ledger::GameRow>| rows.into_iter().map(|row| row.id.to_string()).collect::<Vec<_>>();
    assert_eq!(names(database.open_games(10).await.unwrap()), ["second", "first"]);
    assert_eq!(names(database.open_games(1).await.unwrap()), ["second"]);
    let a = NodeId::new("a").unwrap();
    assert_eq!(database.games_to_take(&a, 100, 10).await.unwrap(), [id("second"), id("first")]);
    assert_eq!(database.games_to_take(&a, 99_999, 10).await.unwrap().len(), 3, "the lease of b has run out");
    let given = database.create_game(new("given"), lease("a", 4)).await.unwrap();
    database.give_back(given).await.unwrap();
    assert!(
        !database.games_to_take(&a, 99_999, 10).await.unwrap().contains(&id("given")),
        "nobody had it open"
    );
    database.close_game(hold, 4, "").await.unwrap();
    assert_eq!(names(database.open_games(10).await.unwrap()), ["given", "second"]);
}

async fn old_answers_are_forgotten_and_the_last_ones_kept(place: Place) {
    let database = place.open().await;
    let game = NewGame { bytes_max: 100_000, ..new("g") };
    let mut hold = database.create_game(game, lease("a", 0)).await.unwrap();
    for n in 1..=600 {
        // Some commands have no id: a player who is dropped leaves without one.
        let lines = line(n, n.cast_unsigned());
        let answers = if n % 10 == 0 { Vec::new() } else { lines.answers };
        let permit = database.reserve().await.unwrap();
        let pending = hold.append(permit, n, Lines { answers, ..lines }).unwrap();
        if n % 50 == 0 {
            pending.await.unwrap();
        }
    }
    let taken = database.take_game(&id("g"), lease("a", 0)).await.unwrap();
    let kept: Vec<i64> = taken.answers.iter().map(|answer| answer.n).collect();
    let last: Vec<i64> = (600 - ledger::ANSWERS_KEPT + 1..=600).filter(|n| n % 10 != 0).collect();
    assert!(kept.ends_with(&last), "{kept:?}");
    assert!(kept.len() < 400, "{} are kept", kept.len());
}

/// Makes the commit fail for a part with the text `poison`.
pub(crate) async fn poison(place: &Place) {
    let raw = place.raw().await;
    let table = "CREATE TABLE broken (account TEXT REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED)";
    let triggers: &[&str] = if place.is_server() {
        &[
            "CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN INSERT INTO broken VALUES ('nobody'); RETURN NEW; END $$",
            "CREATE TRIGGER break_it BEFORE INSERT ON volume_parts FOR EACH ROW
             WHEN (NEW.text = 'poison'::bytea) EXECUTE FUNCTION break_it()",
        ]
    } else {
        &["CREATE TRIGGER break_it BEFORE INSERT ON volume_parts WHEN NEW.text = CAST('poison' AS BLOB)
           BEGIN INSERT INTO broken VALUES ('nobody'); END"]
    };
    for sql in [table].iter().chain(triggers) {
        sqlx::raw_sql(*sql).execute(&raw).await.unwrap();
    }
}

async fn a_commit_that_fails_is_told_to_the_whole_group(place: Place) {
    let database = place.open_slowly().await;
    let mut holds = Vec::new();
    for name in ["g", "h", "i"] {
        holds.push(database.create_game(new(name), lease("a", 0)).await.unwrap());
    }
    poison(&place).await;
    let mut pending = Vec::new();
    for (hold, text) in holds.iter_mut().zip(["fine\n", "poison", "fine\n"]) {
        let permit = database.reserve().await.unwrap();
        pending.push(hold.append(permit, 1, Lines { text: text.to_owned(), ..Lines::default() }).unwrap());
    }
    for pending in pending {
        assert!(matches!(pending.await, Err(LedgerError::Failed(_))));
    }
    for (name, mut hold) in ["g", "h", "i"].into_iter().zip(holds) {
        assert_eq!(database.game_text(&id(name), 0).await.unwrap(), "header\n", "nothing of it stays");
        assert_eq!(append(&database, &mut hold, line(1, 1)).await, Err(LedgerError::Fenced));
        let mut taken = database.take_game(&id(name), lease("a", 0)).await.unwrap();
        append(&database, &mut taken.hold, line(1, 1)).await.unwrap();
    }
}

async fn after_a_lost_connection_writing_goes_on(place: Place) {
    let database = place.open().await;
    database.create_game(new("g"), lease("a", 0)).await.unwrap();
    if place.is_server() {
        let cut = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()";
        sqlx::query(cut).execute(&place.raw().await).await.unwrap();
    }
    database.ping().await.unwrap();
    let mut taken = database.take_game(&id("g"), lease("a", 0)).await.unwrap();
    append(&database, &mut taken.hold, line(1, 1)).await.unwrap();
}
