//! Journals on failing disks, on disks without locks, and between two processes.

use super::*;
use crate::disk::tests::{Fault, Faulty};
use session::{Brief, Run, Session};
use std::fs;

/// A boo game and the lines of its header.
fn game() -> (Box<dyn Session>, String) {
    let brief = Brief { seed: "7".to_owned(), ..Brief::default() };
    let (mut session, _) = (catalog::find("boo").unwrap().start)(&brief).unwrap();
    let mut header = String::new();
    session.journal(&mut header);
    (session, header)
}

fn play(session: &mut dyn Session, line: &str) -> String {
    session.play_line(line);
    let mut lines = String::new();
    session.journal(&mut lines);
    assert!(!lines.is_empty(), "{line} is a command");
    lines
}

/// Checks that the file is a run with at most a torn last line; returns the number of commands.
fn commands(path: &Path) -> usize {
    let parsed = Run::parse(&fs::read(path).unwrap());
    assert!(parsed.damage.as_ref().is_none_or(|damage| damage.torn), "{:?}", parsed.damage);
    parsed.run.expect("the header is whole").steps.len()
}

/// The law of every failure: what was shown is in the file or the player was told, the file is a run with at
/// most a torn last line, and nothing is missing once the disk works again.
#[test]
fn whatever_fails_while_appending_is_told_and_healed_by_the_next_try() {
    for fault in [Fault::Full, Fault::Device] {
        for first in 0..8 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.run");
            let disk = Faulty::new(fault);
            let (mut session, header) = game();
            let mut journal = Journal::create_on(disk, &path, &header, false).unwrap();
            let mut waiting = play(session.as_mut(), "d");
            journal.append(&waiting).unwrap();
            waiting.clear();
            let mut told = 1;
            disk.fail_from(first);
            for line in ["a", "d", "a"] {
                waiting.push_str(&play(session.as_mut(), line));
                if journal.append(&waiting).is_ok() {
                    waiting.clear();
                    told = session.commands();
                }
                let _ = journal.synced.sync();
                assert!(commands(&path) >= told, "{fault:?} from {first}: {:?}", disk.log());
            }
            if fault == Fault::Full {
                let text = fs::read(&path).unwrap();
                assert!(text.ends_with(b"\n"), "half a line stays: {fault:?} from {first}: {:?}", disk.log());
            }
            disk.repair();
            waiting.push_str(&play(session.as_mut(), "d"));
            journal.append(&waiting).unwrap();
            journal.close().unwrap();
            assert_eq!(commands(&path), 5, "{fault:?} from {first}: {:?}", disk.log());
            assert!(Run::parse(&fs::read(&path).unwrap()).damage.is_none());
        }
    }
}

#[test]
fn a_file_that_cannot_be_made_leaves_nothing_behind_and_replaces_nothing() {
    for fault in [Fault::Full, Fault::Device] {
        for (unique, taken) in [(true, false), (true, true), (false, false), (false, true)] {
            for first in 0..6 {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("a.run");
                if taken {
                    fs::write(&path, "mine").unwrap();
                }
                let disk = Faulty::new(fault);
                disk.fail_from(first);
                let made = Journal::create_on(disk, &path, &game().1, unique);
                let files = fs::read_dir(folder.path()).unwrap().count();
                assert_eq!(files, usize::from(taken) + usize::from(made.is_ok()), "{:?}", disk.log());
                assert!(!taken || fs::read(&path).unwrap() == b"mine");
            }
        }
    }
}

#[test]
fn an_atomic_write_that_fails_anywhere_leaves_the_old_file() {
    for fault in [Fault::Full, Fault::Device] {
        for first in 0..6 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("list.txt");
            fs::write(&path, "old").unwrap();
            let disk = Faulty::new(fault);
            disk.fail_from(first);
            let written = write_atomically_on(disk, &path, b"new and longer");
            let expected: &[u8] = if written.is_ok() { b"new and longer" } else { b"old" };
            assert_eq!(fs::read(&path).unwrap(), expected, "{:?}", disk.log());
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{:?}", disk.log());
        }
    }
}

#[test]
fn after_a_failed_sync_everything_is_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let disk = Faulty::new(Fault::Device);
    let (mut session, header) = game();
    let mut journal = Journal::create_on(disk, &path, &header, false).unwrap();
    journal.append(&play(session.as_mut(), "d")).unwrap();
    disk.fail_from(0);
    assert!(journal.synced.sync().is_err());
    assert!(journal.append("").is_err(), "the player is told");
    assert!(journal.append("").is_err(), "and told again while it lasts");
    disk.repair();
    // The system has lost what was written: the file contains other bytes.
    let length = fs::metadata(&path).unwrap().len() as usize;
    fs::write(&path, "?".repeat(length)).unwrap();
    journal.append(&play(session.as_mut(), "a")).unwrap();
    assert_eq!(commands(&path), 2);
}

#[test]
fn without_locks_a_second_opener_is_refused_until_the_first_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let disk = Faulty::lockless();
    let (mut session, header) = game();
    let mut journal = Journal::create_on(disk, &path, &header, false).unwrap();
    for second in [disk as &'static dyn Disk, &System] {
        let refused = Journal::open_on(second, &path).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::WouldBlock, "{refused}");
    }
    journal.append(&play(session.as_mut(), "d")).unwrap();
    drop(journal);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no lock file is left");
    assert_eq!(commands(&path), 1);
    drop(Journal::open_on(disk, &path).unwrap());
}

#[test]
#[cfg(unix)]
fn without_locks_a_lock_file_of_a_dead_process_is_replaced_by_one_opener_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let disk = Faulty::lockless();
    drop(Journal::create_on(disk, &path, &game().1, false).unwrap());
    let mut child = std::process::Command::new("true").spawn().unwrap();
    let dead = child.id();
    child.wait().unwrap();
    let lock = crate::lock::lock_path(&path);
    fs::write(&lock, crate::lock::owner().replace(&std::process::id().to_string(), &dead.to_string()))
        .unwrap();
    let opened: Vec<io::Result<Journal>> = std::thread::scope(|scope| {
        let openers: Vec<_> = (0..8).map(|_| scope.spawn(|| Journal::open_on(disk, &path))).collect();
        openers.into_iter().map(|opener| opener.join().unwrap()).collect()
    });
    assert_eq!(opened.iter().filter(|opened| opened.is_ok()).count(), 1, "{opened:?}");
    drop(opened);
    fs::write(&lock, "elsewhere 1\n").unwrap();
    let refused = Journal::open_on(disk, &path).unwrap_err();
    assert!(refused.to_string().contains("delete"), "a lock of another machine is respected: {refused}");
}

#[test]
fn two_journals_on_one_file_never_interleave() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let (mut session, header) = game();
    let mut journal = Journal::create(&path, &header, false).unwrap();
    // Another program ignores the lock and appends a line.
    let line = play(session.as_mut(), "d");
    let mut other = fs::OpenOptions::new().append(true).open(&path).unwrap();
    io::Write::write_all(&mut other, line.as_bytes()).unwrap();
    assert!(journal.append(&line).is_err() && journal.is_lost());
    assert_eq!(commands(&path), 1, "his line is not written over");
    let copy = journal.copy_to(&path, &line, true).unwrap();
    assert_eq!(copy.path(), folder.path().join("a-2.run"));
    assert_eq!(commands(copy.path()), 1);
}

#[test]
#[cfg(unix)]
fn a_file_replaced_between_opening_and_locking_is_opened_again() {
    /// Replaces the file right after it was opened for the first time.
    #[derive(Debug)]
    struct Replacing(std::sync::atomic::AtomicBool);
    impl Disk for Replacing {
        fn open(&self, path: &Path) -> io::Result<File> {
            let file = System.open(path)?;
            if !self.0.swap(true, std::sync::atomic::Ordering::Relaxed) {
                crate::folder::write_atomically(path, b"the new one")?;
            }
            Ok(file)
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    fs::write(&path, "the old one").unwrap();
    let journal = Journal::open_on(Box::leak(Box::new(Replacing(false.into()))), &path).unwrap();
    assert_eq!(journal.text(), b"the new one");
}

#[test]
fn sixty_at_once_get_a_file_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs/boo/same.run");
    let header = game().1;
    let journals: Vec<Journal> = std::thread::scope(|scope| {
        let starts: Vec<_> =
            (0..60).map(|_| scope.spawn(|| Journal::create(&path, &header, true).unwrap())).collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    let mut paths: Vec<&Path> = journals.iter().map(Journal::path).collect();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), 60);
    assert!(paths.iter().all(|path| fs::read_to_string(path).unwrap() == header));
}

#[test]
fn replacing_that_fails_anywhere_leaves_a_whole_run() {
    for fault in [Fault::Full, Fault::Device] {
        for first in 0..10 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.run");
            let (mut session, mut text) = game();
            for line in ["d", "a", "d"] {
                text.push_str(&play(&mut *session, line));
            }
            fs::write(&path, &text).unwrap();
            let disk = Faulty::new(fault);
            disk.fail_from(first);
            let new = session::with_name(&text, "Zoë's 家");
            let replaced = Journal::open_on(disk, &path).and_then(|journal| Box::new(journal).replace(&new));
            let expected = if replaced.is_ok() { &new } else { &text };
            assert_eq!(&fs::read_to_string(&path).unwrap(), expected, "{:?}", disk.log());
        }
    }
}
