//! Accounts: keys, names, one-time codes, expiring sessions.

use crate::place::Place;
use kernel::Name;
use ledger::{AccountId, Accounts, Database, LedgerError};

crate::laws!(
    an_account_is_known_by_its_key,
    a_name_is_taken_for_what_looks_like_it,
    a_code_works_once_and_not_for_ever,
    a_web_session_ends,
);

pub(crate) fn id(text: &str) -> AccountId {
    AccountId::new(text).unwrap()
}

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// An account with the same word as name, key and id.
pub(crate) async fn make(database: &Database, word: &str) -> AccountId {
    database.create_account(&id(word), &name(word), &format!("SHA256:{word}"), 1).await.unwrap();
    id(word)
}

async fn an_account_is_known_by_its_key(place: Place) {
    let database = place.open().await;
    let ann = make(&database, "ann").await;
    assert_eq!(database.account_by_key("SHA256:ann").await.unwrap().unwrap().id, ann);
    assert_eq!(database.account_by_key("SHA256:other").await.unwrap(), None);
    let (bob, called) = (id("bob"), name("bob"));
    let taken = database.create_account(&bob, &called, "SHA256:ann", 3).await;
    assert_eq!(taken, Err(LedgerError::Taken));
    let refused = database.create_account(&bob, &called, "\u{1b}", 3).await;
    assert!(matches!(refused, Err(LedgerError::Refused(_))));
    assert_eq!(database.account(&bob).await.unwrap(), None, "nothing of it stays");
    database.set_seen(&ann, 9).await.unwrap();
    database.set_seen(&ann, 8).await.unwrap();
    let account = database.account(&ann).await.unwrap().unwrap();
    assert_eq!((account.made, account.seen, account.blocked, account.muted), (1, 9, false, false));
}

async fn a_name_is_taken_for_what_looks_like_it(place: Place) {
    let database = place.open().await;
    make(&database, "Ann").await;
    let second = database.create_account(&id("x"), &name("aNN"), "SHA256:x", 1).await;
    assert_eq!(second, Err(LedgerError::Taken));
    assert_eq!(database.account(&id("x")).await.unwrap(), None, "nothing of it stays");
    assert_eq!(database.account_by_name(&name("ANN")).await.unwrap().unwrap().name, "Ann");
}

async fn a_code_works_once_and_not_for_ever(place: Place) {
    let database = place.open().await;
    let ann = make(&database, "ann").await;
    database.create_code(&ann, "ABCD-EFGH", 100).await.unwrap();
    assert_eq!(database.use_code("ABCD-EFGI", 5).await.unwrap(), None);
    assert_eq!(database.use_code("ABCD-EFGH", 5).await.unwrap(), Some(ann.clone()));
    assert_eq!(database.use_code("ABCD-EFGH", 5).await.unwrap(), None);
    database.create_code(&ann, "late", 100).await.unwrap();
    assert_eq!(database.use_code("late", 100).await.unwrap(), None);
    database.create_code(&ann, "first", 100).await.unwrap();
    database.create_code(&ann, "second", 100).await.unwrap();
    assert_eq!(database.use_code("first", 5).await.unwrap(), None, "only the newest code works");
    // Eight at a time: exactly one succeeds.
    let all: Vec<_> = (0..8)
        .map(|_| {
            let database = database.clone();
            tokio::spawn(async move { database.use_code("second", 5).await.unwrap() })
        })
        .collect();
    let mut let_in = 0;
    for one in all {
        let_in += usize::from(one.await.unwrap().is_some());
    }
    assert_eq!(let_in, 1);
    let raw = place.raw().await;
    database.create_code(&ann, "plain", 100).await.unwrap();
    let sql = "SELECT 1 FROM sign_in_codes WHERE hash LIKE '%plain%'";
    assert!(sqlx::query(sql).fetch_optional(&raw).await.unwrap().is_none(), "only the hash is kept");
}

async fn a_web_session_ends(place: Place) {
    let database = place.open().await;
    let ann = make(&database, "ann").await;
    for token in ["one", "two"] {
        database.create_web_session(&ann, token, 100).await.unwrap();
    }
    assert_eq!(database.web_session("one", 99).await.unwrap().unwrap().id, ann);
    assert_eq!(database.web_session("one", 100).await.unwrap(), None);
    database.end_web_session("one").await.unwrap();
    assert_eq!(database.web_session("one", 5).await.unwrap(), None);
    database.forget_expired(100).await.unwrap();
    assert_eq!(database.web_session("two", 5).await.unwrap(), None);
}
