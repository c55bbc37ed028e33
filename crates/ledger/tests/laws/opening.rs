//! Opening: tables are created once, and foreign databases are refused and left unchanged.

use crate::accounts::make;
use crate::place::Place;
use ledger::{Accounts, Database, Games as _, Grouping, LedgerError};
use std::fs;
use std::path::Path;

crate::laws!(
    tables_are_made_once_and_kept,
    eight_processes_may_open_it_at_once,
    a_database_of_another_program_is_refused,
    an_older_database_is_brought_up_to_date_and_keeps_what_it_holds,
    a_database_of_a_newer_version_is_refused,
);

async fn refused(url: &str) -> String {
    match Database::open(url, Grouping::default()).await {
        Err(LedgerError::Unusable(why)) => why,
        other => panic!("{other:?}"),
    }
}

async fn tables_are_made_once_and_kept(place: Place) {
    let database = place.open().await;
    let ann = make(&database, "ann").await;
    database.close().await.unwrap();
    for _ in 0..2 {
        let database = place.open().await;
        assert_eq!(database.account(&ann).await.unwrap().unwrap().name, "ann");
        database.close().await.unwrap();
    }
}

async fn eight_processes_may_open_it_at_once(place: Place) {
    let url = place.url.clone();
    let all: Vec<_> = (0..8)
        .map(|_| {
            let url = url.clone();
            tokio::spawn(async move { Database::open(&url, Grouping::default()).await.map(drop) })
        })
        .collect();
    for one in all {
        one.await.unwrap().unwrap();
    }
}

async fn a_database_of_another_program_is_refused(place: Place) {
    if !place.is_server() {
        // An empty SQLite file has to be created first.
        let path = place.url.strip_prefix("sqlite:").unwrap();
        fs::write(path, b"").unwrap();
    }
    let raw = place.raw().await;
    sqlx::query("CREATE TABLE accounts (id TEXT)").execute(&raw).await.unwrap();
    let why = refused(&place.url).await;
    assert!(why.ends_with(": it belongs to another program."), "{why}");
    let left = sqlx::query("SELECT id FROM accounts").fetch_all(&raw).await.unwrap();
    assert!(left.is_empty());
}

async fn an_older_database_is_brought_up_to_date_and_keeps_what_it_holds(place: Place) {
    let database = place.open().await;
    database.create_game(crate::games::new("g"), crate::place::lease("a", 1)).await.unwrap();
    database.close().await.unwrap();
    let raw = place.raw().await;
    for sql in ["DROP INDEX seals_to_publish", "DELETE FROM undercroft_migrations WHERE version = 2"] {
        sqlx::query(sql).execute(&raw).await.unwrap();
    }
    let database = place.open().await;
    assert_eq!(database.open_games(10).await.unwrap().len(), 1);
    let made = sqlx::query("DROP INDEX seals_to_publish").execute(&raw).await;
    assert!(made.is_ok(), "the index is there again: {made:?}");
}

async fn a_database_of_a_newer_version_is_refused(place: Place) {
    place.open().await.close().await.unwrap();
    let raw = place.raw().await;
    let sql = "UPDATE undercroft_migrations SET version = 999 WHERE version = 2";
    sqlx::query(sql).execute(&raw).await.unwrap();
    let why = refused(&place.url).await;
    assert!(why.ends_with(": a newer version of this program has made it."), "{why}");
}

fn in_runtime(test: impl AsyncFnOnce(&Path)) {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(test(folder.path()));
}

#[test]
fn files_that_are_no_database_are_refused_and_left_as_they_are() {
    in_runtime(async |folder| {
        let file = folder.join("no database.db");
        let url = format!("sqlite:{}", file.display());
        for text in ["some text\n", "SQLite format 3\0 but then nothing of the kind"] {
            fs::write(&file, text).unwrap();
            let why = refused(&url).await;
            assert!(why.starts_with(&file.display().to_string()) && why.lines().count() == 1, "{why}");
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        for (url, expected) in [
            ("sqlite:", "sqlite: must be followed by the name of a file."),
            ("mysql://host/db", "A database is sqlite:FILE or postgres://…."),
        ] {
            assert_eq!(refused(url).await, expected);
        }
        assert!(refused(&format!("sqlite:{}", folder.display())).await.contains("not a regular file"));
        let missing = refused(&format!("sqlite:{}/none/x.db", folder.display())).await;
        assert!(missing.contains("no such file"), "{missing}");
        let down = refused("postgres://user:secret@127.0.0.1:1/db").await;
        assert!(!down.contains("secret"), "{down}");
    });
}

#[test]
fn a_damaged_database_is_refused() {
    in_runtime(async |folder| {
        let file = folder.join("x.db");
        let url = format!("sqlite:{}", file.display());
        let database = Database::open(&url, Grouping::default()).await.unwrap();
        for n in 0..50 {
            make(&database, &format!("name{n}")).await;
        }
        database.close().await.unwrap();
        assert!(!folder.join("x.db-wal").exists(), "what is closed is one file");
        let mut bytes = fs::read(&file).unwrap();
        let length = bytes.len();
        for at in (4096..length).step_by(4096) {
            bytes[at..at + 64].fill(0xff);
        }
        fs::write(&file, &bytes).unwrap();
        let why = refused(&url).await;
        assert!(why.starts_with(&file.display().to_string()), "{why}");
    });
}

#[cfg(unix)]
#[test]
fn a_database_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    in_runtime(async |folder| {
        let file = folder.join("x.db");
        let database =
            Database::open(&format!("sqlite:{}", file.display()), Grouping::default()).await.unwrap();
        make(&database, "ann").await;
        for entry in fs::read_dir(folder).unwrap().flatten() {
            assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", entry.path());
        }
        assert!(folder.join("x.db-wal").exists(), "a write-ahead log");
    });
}
