//! Accounts: keys, names, one-time codes, expiring sessions.

use crate::place::Place;
use kernel::Name;
use ledger::{AccountId, Accounts, Database, LedgerError};

crate::laws!(
    an_account_is_known_by_any_of_its_keys,
    a_name_is_taken_for_what_looks_like_it,
    a_guest_becomes_an_account_with_a_key_and_a_free_name,
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

async fn an_account_is_known_by_any_of_its_keys(place: Place) {
    let database = place.open().await;
    let ann = make(&database, "ann").await;
    database.add_key(&ann, "SHA256:second", 2).await.unwrap();
    for key in ["SHA256:ann", "SHA256:second"] {
        assert_eq!(database.account_by_key(key).await.unwrap().unwrap().id, ann);
    }
    assert_eq!(database.account_by_key("SHA256:third").await.unwrap(), None);
    assert_eq!(database.keys(&ann).await.unwrap(), ["SHA256:ann", "SHA256:second"]);
    let bob = make(&database, "bob").await;
    assert_eq!(database.add_key(&bob, "SHA256:ann", 3).await, Err(LedgerError::Taken));
    database.remove_key(&ann, "SHA256:ann").await.unwrap();
    assert_eq!(database.account_by_key("SHA256:ann").await.unwrap(), None);
    let last = database.remove_key(&ann, "SHA256:second").await;
    assert!(matches!(last, Err(LedgerError::Refused(_))));
    for n in 0..15 {
        database.add_key(&ann, &format!("SHA256:{n}"), 4).await.unwrap();
    }
    assert_eq!(database.add_key(&ann, "SHA256:more", 4).await, Err(LedgerError::Full));
    assert!(matches!(database.add_key(&ann, "\u{1b}", 4).await, Err(LedgerError::Refused(_))));
    database.set_seen(&ann, 9).await.unwrap();
    database.set_seen(&ann, 8).await.unwrap();
    let account = database.account(&ann).await.unwrap().unwrap();
    assert_eq!((account.made, account.seen, account.blocked, account.muted), (1, 9, false, false));
}

async fn a_name_is_taken_for_what_looks_like_it(place: Place) {
    let database = place.open().await;
    let ann = make(&database, "Ann").await;
    let second = database.create_account(&id("x"), &name("aNN"), "SHA256:x", 1).await;
    assert_eq!(second, Err(LedgerError::Taken));
    assert_eq!(database.account(&id("x")).await.unwrap(), None, "nothing of it stays");
    assert_eq!(database.account_by_name(&name("ANN")).await.unwrap().unwrap().name, "Ann");
    let bob = make(&database, "bob").await;
    assert_eq!(database.rename(&bob, &name("ann")).await, Err(LedgerError::Taken));
    database.rename(&ann, &name("Anna")).await.unwrap();
    database.rename(&bob, &name("ann")).await.unwrap();
    assert_eq!(database.rename(&id("nobody"), &name("z")).await, Err(LedgerError::Missing));
}

async fn a_guest_becomes_an_account_with_a_key_and_a_free_name(place: Place) {
    let database = place.open().await;
    for guest in ["g1", "g2"] {
        database.create_guest(&id(guest), &name("eve"), 1).await.unwrap();
    }
    assert_eq!(database.account_by_name(&name("eve")).await.unwrap(), None, "guests reserve no name");
    database.add_key(&id("g1"), "SHA256:1", 2).await.unwrap();
    let eve = database.account_by_name(&name("Eve")).await.unwrap().unwrap();
    assert_eq!((eve.id, eve.guest), (id("g1"), false));
    assert_eq!(database.add_key(&id("g2"), "SHA256:2", 3).await, Err(LedgerError::Taken));
    assert!(database.account(&id("g2")).await.unwrap().unwrap().guest);
    database.rename(&id("g2"), &name("eva")).await.unwrap();
    database.add_key(&id("g2"), "SHA256:2", 3).await.unwrap();
    assert_eq!(database.account_by_name(&name("eva")).await.unwrap().unwrap().id, id("g2"));
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
