//! Shelves: what the application stores for an account over SSH.

use crate::accounts::make;
use crate::place::Place;
use keeper::Home;
use ledger::{AccountShelf, Database, LedgerError, NodeId, ShelfPlan, Shelves};
use session::{Brief, Seating};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime};
use store::{Shelf, Volume};

crate::laws!(
    a_text_is_kept_as_in_a_folder,
    an_open_text_belongs_to_whoever_opened_it,
    another_node_waits_for_the_lease,
    the_texts_of_an_account_stay_within_their_quota,
    names_lead_nowhere_but_down,
    accounts_see_only_their_own_texts,
    the_application_keeps_its_games_there,
    a_text_that_many_add_to_loses_no_line,
    after_a_failed_write_the_text_goes_on_as_it_was,
);

/// A clock that tests can move.
#[derive(Clone, Default)]
struct Clock(Arc<AtomicI64>);

async fn shelf(database: &Database, account: &str, node: &str, clock: &Clock) -> AccountShelf {
    shelf_of(database, account, node, clock, 100).await
}

async fn shelf_of(
    database: &Database,
    account: &str,
    node: &str,
    clock: &Clock,
    bytes_max: i64,
) -> AccountShelf {
    let clock = clock.clone();
    let plan = ShelfPlan {
        account: crate::accounts::id(account),
        node: NodeId::new(node).unwrap(),
        lease: 1000,
        bytes_max,
        clock: Arc::new(move || clock.0.load(Ordering::Relaxed)),
    };
    database.shelf(plan).await.unwrap()
}

/// Runs a test on a blocking thread.
async fn blocking(test: impl FnOnce() + Send + 'static) {
    tokio::task::spawn_blocking(test).await.unwrap();
}

fn kind<T>(result: std::io::Result<T>) -> Option<ErrorKind> {
    result.err().map(|error| error.kind())
}

fn text(volume: &dyn Volume) -> String {
    String::from_utf8(volume.text().to_vec()).unwrap()
}

async fn a_text_is_kept_as_in_a_folder(place: Place) {
    let database = place.open().await;
    make(&database, "ann").await;
    let clock = Clock::default();
    let shelf = shelf(&database, "ann", "a", &clock).await;
    blocking(move || {
        let run = Path::new("/home/runs/boo/1.run");
        assert_eq!(kind(shelf.open(run)), Some(ErrorKind::NotFound));
        let mut volume = shelf.start(run, "one\n", true).unwrap();
        clock.0.store(5_000, Ordering::Relaxed);
        volume.append("two\n").unwrap();
        assert_eq!(shelf.read(run).unwrap(), b"one\ntwo\n");
        assert_eq!(shelf.written(run), Some(SystemTime::UNIX_EPOCH + Duration::from_secs(5)));
        let second = shelf.start(run, "other\n", true).unwrap();
        assert_eq!(second.path(), Path::new("/home/runs/boo/1-2.run"));
        assert_eq!(kind(shelf.start(run, "other\n", false)), Some(ErrorKind::WouldBlock));
        volume.cut(4).unwrap();
        volume.append("three\n").unwrap();
        drop(volume);
        assert_eq!(kind(shelf.start(run, "other\n", false)), Some(ErrorKind::AlreadyExists));
        let mut volume = shelf.open(run).unwrap();
        assert_eq!(text(&*volume), "one\nthree\n");
        volume.append("four\n").unwrap();
        assert!(!volume.is_lost());
        volume.close().unwrap();
        let copy = volume.copy_to(Path::new("/home/runs/boo/copy.run"), "five\n", false).unwrap();
        assert_eq!(text(&*copy), "one\nthree\nfour\nfive\n");
        volume.replace("new\n").unwrap();
        assert_eq!(shelf.read(run).unwrap(), b"new\n");
        shelf.write(Path::new("/home/settings.txt"), b"theme = dark\n").unwrap();
        shelf.write(Path::new("/home/settings.txt"), b"theme = light\n").unwrap();
        assert_eq!(shelf.read(Path::new("/home/settings.txt")).unwrap(), b"theme = light\n");
        let list = |below: &str| shelf.list(Path::new(below));
        assert_eq!(list("/home"), [PathBuf::from("/home/runs"), PathBuf::from("/home/settings.txt")]);
        assert_eq!(list("/home/runs"), [PathBuf::from("/home/runs/boo")]);
        assert_eq!(list("/home/runs/boo").len(), 3);
        assert_eq!(list("/home/ru"), [] as [PathBuf; 0]);
        // A text in which nothing was played is removed when closed.
        let mut second = second;
        second.set_discard(true);
        drop(second);
        assert_eq!(kind(shelf.open(Path::new("/home/runs/boo/1-2.run"))), Some(ErrorKind::NotFound));
        // An existing empty text is reused.
        shelf.write(Path::new("/home/empty.run"), b"").unwrap();
        drop(shelf.start(Path::new("/home/empty.run"), "begun\n", false).unwrap());
        assert_eq!(shelf.read(Path::new("/home/empty.run")).unwrap(), b"begun\n");
    })
    .await;
}

async fn an_open_text_belongs_to_whoever_opened_it(place: Place) {
    let database = place.open().await;
    make(&database, "ann").await;
    let shelf = shelf(&database, "ann", "a", &Clock::default()).await;
    blocking(move || {
        let run = Path::new("1.run");
        let mut volume = shelf.start(run, "one\n", false).unwrap();
        let other = shelf.clone();
        assert_eq!(kind(other.open(run)), Some(ErrorKind::WouldBlock));
        assert_eq!(kind(other.remove(run)), Some(ErrorKind::WouldBlock));
        // Overwriting the whole text takes it away from its holder.
        other.write(run, b"written over\n").unwrap();
        assert!(volume.is_lost());
        assert!(volume.append("two\n").is_err());
        assert!(volume.close().is_err());
        drop(volume);
        for _ in 0..20 {
            let mut volume = shelf.open(run).unwrap();
            volume.append("x\n").unwrap();
        }
        assert_eq!(shelf.read(run).unwrap().len(), 13 + 40);
        shelf.remove(run).unwrap();
        assert_eq!(kind(shelf.open(run)), Some(ErrorKind::NotFound));
        assert_eq!(shelf.list(Path::new("")), [] as [PathBuf; 0]);
    })
    .await;
}

async fn another_node_waits_for_the_lease(place: Place) {
    let (here, there) = (place.open().await, place.open().await);
    make(&here, "ann").await;
    let clock = Clock::default();
    let a = shelf(&here, "ann", "a", &clock).await;
    let b = shelf(&there, "ann", "b", &clock).await;
    blocking(move || {
        let run = Path::new("1.run");
        let mut old = a.start(run, "one\n", false).unwrap();
        assert_eq!(kind(b.open(run)), Some(ErrorKind::WouldBlock));
        assert_eq!(kind(b.remove(run)), Some(ErrorKind::WouldBlock));
        clock.0.store(1_000, Ordering::Relaxed);
        let mut new = b.open(run).unwrap();
        new.append("two\n").unwrap();
        assert!(old.append("three\n").is_err() && old.is_lost());
        drop(old);
        new.append("four\n").unwrap();
        assert_eq!(b.read(run).unwrap(), b"one\ntwo\nfour\n");
        drop(new);
        b.open(run).unwrap();
        // It was released, so nobody waits for the lease.
        let given_back = (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            a.open(run).is_ok()
        });
        assert!(given_back);
    })
    .await;
}

async fn the_texts_of_an_account_stay_within_their_quota(place: Place) {
    let database = place.open().await;
    make(&database, "ann").await;
    let shelf = shelf(&database, "ann", "a", &Clock::default()).await;
    blocking(move || {
        let full = Some(ErrorKind::StorageFull);
        let (first, second) = (Path::new("1.run"), Path::new("2.run"));
        let mut volume = shelf.start(first, &"x".repeat(60), false).unwrap();
        assert_eq!(kind(shelf.start(second, &"y".repeat(41), false)), full);
        assert_eq!(kind(volume.append(&"z".repeat(41))), full);
        volume.append(&"z".repeat(40)).unwrap();
        assert_eq!(kind(shelf.write(second, b"y")), full);
        // Cutting, replacing or removing frees space.
        volume.cut(50).unwrap();
        shelf.write(second, &[b'y'; 50]).unwrap();
        assert_eq!(kind(shelf.write(second, &[b'y'; 51])), full);
        assert_eq!(kind(volume.append("z")), full);
        shelf.remove(second).unwrap();
        volume.append(&"z".repeat(50)).unwrap();
        assert_eq!(volume.text().len(), 100);
        assert_eq!(shelf.read(first).unwrap(), volume.text());
    })
    .await;
}

async fn names_lead_nowhere_but_down(place: Place) {
    let database = place.open().await;
    make(&database, "ann").await;
    let shelf = shelf(&database, "ann", "a", &Clock::default()).await;
    blocking(move || {
        for name in ["../bob/1.run", "a/../../1.run", "", "/", "a\u{1b}[2J.run", "a\u{202e}.run"] {
            assert!(shelf.start(Path::new(name), "x\n", false).is_err(), "{name:?}");
            assert!(shelf.write(Path::new(name), b"x\n").is_err(), "{name:?}");
        }
        assert!(shelf.write(Path::new(&"x".repeat(256)), b"x\n").is_err());
        assert_eq!(shelf.list(Path::new("")), [] as [PathBuf; 0]);
    })
    .await;
}

async fn accounts_see_only_their_own_texts(place: Place) {
    let database = place.open().await;
    let clock = Clock::default();
    make(&database, "ann").await;
    make(&database, "bob").await;
    let (ann, bob) = (shelf(&database, "ann", "a", &clock).await, shelf(&database, "bob", "a", &clock).await);
    blocking(move || {
        let name = Path::new("settings.txt");
        ann.write(name, b"ann").unwrap();
        assert_eq!(kind(bob.read(name)), Some(ErrorKind::NotFound));
        bob.write(name, b"bob").unwrap();
        assert_eq!((ann.read(name).unwrap(), bob.read(name).unwrap()), (b"ann".to_vec(), b"bob".to_vec()));
    })
    .await;
    let nobody = ShelfPlan {
        account: crate::accounts::id("nobody"),
        node: NodeId::new("a").unwrap(),
        lease: 1,
        bytes_max: 1,
        clock: Arc::new(|| 0),
    };
    assert_eq!(database.shelf(nobody).await.unwrap_err(), LedgerError::Missing);
}

async fn the_application_keeps_its_games_there(place: Place) {
    let database = place.open().await;
    make(&database, "ann").await;
    let shelf = shelf_of(&database, "ann", "a", &Clock::default(), 1 << 20).await;
    blocking(move || {
        let home = Home::at("/home", catalog::GAMES).on(Arc::new(shelf));
        home.set_note("settings.txt", "theme = dark\n").unwrap();
        assert_eq!(home.note("settings.txt"), "theme = dark\n");
        let brief = Brief { seed: "7".to_owned(), ..Brief::default() };
        let path = home.new_run("boo", Some("tower"));
        let mut opened = home.start(catalog::find("boo").unwrap(), &brief, &path).unwrap();
        for line in ["d", "a", "d", "a"] {
            opened.session.play_line(line);
            opened.keep().unwrap();
        }
        // Saved commands are there before the game is closed.
        let kept = home.read_run(&path).unwrap().0.steps.len();
        assert!(kept > 0 && kept == opened.session.commands());
        opened.close().unwrap();
        let again = home.open(&path, &Seating::OWNER).unwrap();
        assert_eq!((again.session.commands(), again.notes.len()), (kept, 0), "{:?}", again.notes);
        drop(again);
        let saves = home.saves();
        assert_eq!((saves.len(), &saves[0].path, saves[0].commands), (1, &path, kept));
        home.rename(&path, "my tower").unwrap();
        assert_eq!(home.saves()[0].name, "my tower");
        let deleted = home.delete(&path).unwrap();
        assert!(home.saves().is_empty());
        home.bring_back(&deleted).unwrap();
        assert_eq!(home.run_files(), [path]);
    })
    .await;
    assert!(!Path::new("/home/runs/boo/tower.run").exists(), "no file was made");
}

async fn a_text_that_many_add_to_loses_no_line(place: Place) {
    let (here, there) = (place.open().await, place.open().await);
    make(&here, "ann").await;
    let clock = Clock::default();
    let a = shelf_of(&here, "ann", "a", &clock, 1 << 20).await;
    let b = shelf_of(&there, "ann", "b", &clock, 1 << 20).await;
    let shelves = [a.clone(), a.clone(), b.clone(), b];
    let tasks: Vec<_> = (0..4)
        .zip(shelves)
        .map(|(writer, shelf)| {
            tokio::task::spawn_blocking(move || {
                for n in 0..10 {
                    let mut log = keeper::open_shared(&shelf, Path::new("log.txt")).unwrap();
                    log.append(&format!("{writer} {n}\n")).unwrap();
                    log.release();
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    blocking(move || {
        let text = String::from_utf8(a.read(Path::new("log.txt")).unwrap()).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        let all: Vec<String> =
            (0..4).flat_map(|writer| (0..10).map(move |n| format!("{writer} {n}"))).collect();
        assert_eq!(lines, all);
    })
    .await;
}

async fn after_a_failed_write_the_text_goes_on_as_it_was(place: Place) {
    let database = place.open().await;
    make(&database, "ann").await;
    let shelf = shelf(&database, "ann", "a", &Clock::default()).await;
    crate::games::poison(&place).await;
    blocking(move || {
        let run = Path::new("1.run");
        let mut volume = shelf.start(run, "one\n", false).unwrap();
        for _ in 0..2 {
            assert_eq!(kind(volume.append("poison")), Some(ErrorKind::Other));
            assert!(!volume.is_lost());
        }
        volume.append("two\n").unwrap();
        assert_eq!(text(&*volume), "one\ntwo\n");
        assert_eq!(shelf.read(run).unwrap(), volume.text());
        // A failed write does not count towards the quota.
        volume.append(&"x".repeat(92)).unwrap();
    })
    .await;
}
