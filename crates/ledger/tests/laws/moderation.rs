//! Moderation: actions take effect at once and are in the audit log.

use crate::accounts::make;
use crate::boards::verdict;
use crate::games::{id, line, new};
use crate::place::{Place, lease};
use ledger::{
    Accounts, AddressRange, BoardQuery, Boards, By, Class, Games, Ledger, LedgerError, Moderation, Runs,
};

crate::laws!(
    a_blocked_account_has_no_session_left,
    a_closed_game_takes_no_more_commands,
    a_hidden_row_is_on_no_board,
    addresses_are_blocked_by_range_and_for_a_time,
);

fn by(at: i64, why: &str) -> By {
    By { at, who: "operator".to_owned(), why: why.to_owned() }
}

async fn a_blocked_account_has_no_session_left(place: Place) {
    let database = place.open().await;
    let ann = make(&database, "ann").await;
    database.create_web_session(&ann, "token", 100).await.unwrap();
    database.create_code(&ann, "code", 100).await.unwrap();
    database.set_blocked(&ann, true, by(5, "spam\u{202e}\u{1b}[2J")).await.unwrap();
    assert_eq!(database.web_session("token", 6).await.unwrap(), None);
    assert_eq!(database.use_code("code", 6).await.unwrap(), None);
    assert!(database.account(&ann).await.unwrap().unwrap().blocked);
    assert_eq!(database.blocked_accounts().await.unwrap(), std::slice::from_ref(&ann));
    database.set_blocked(&ann, false, by(6, "")).await.unwrap();
    database.set_muted(&ann, true, by(7, &"long ".repeat(1000))).await.unwrap();
    let account = database.account(&ann).await.unwrap().unwrap();
    assert!(account.muted && !account.blocked);
    let audit = database.audit(None, 10).await.unwrap();
    let acts: Vec<_> = audit.iter().map(|act| (act.at, act.what.as_str(), act.whom.as_str())).collect();
    assert_eq!(acts, [(7, "mute", "ann"), (6, "unblock", "ann"), (5, "block", "ann")]);
    assert_eq!((audit[2].who.as_str(), audit[2].why.as_str()), ("operator", "spam??[2J"));
    assert_eq!(audit[0].why.len(), ledger::SENTENCE_BYTES_MAX);
    let before = database.audit(Some(audit[1].nr), 10).await.unwrap();
    assert_eq!(before.len(), 1);
    let nobody = crate::accounts::id("nobody");
    assert_eq!(database.set_blocked(&nobody, true, by(8, "")).await, Err(LedgerError::Missing));
    assert_eq!(database.audit(None, 10).await.unwrap().len(), 3, "what was not done is not in the log");
}

async fn a_closed_game_takes_no_more_commands(place: Place) {
    let database = place.open().await;
    let mut hold = database.create_game(new("g"), lease("a", 0)).await.unwrap();
    database.shut_game(&id("g"), by(5, "abuse")).await.unwrap();
    let permit = database.reserve().await.unwrap();
    assert_eq!(hold.append(permit, 6, line(1, 1)).unwrap().await, Err(LedgerError::Closed));
    let row = database.game(&id("g")).await.unwrap().unwrap();
    assert_eq!((row.closed, row.why.as_str()), (Some(5), "abuse"));
    assert_eq!(database.shut_game(&id("g"), by(6, "")).await, Err(LedgerError::Closed));
    assert_eq!(database.shut_game(&id("h"), by(6, "")).await, Err(LedgerError::Missing));
    let acts: Vec<_> = database.audit(None, 9).await.unwrap().into_iter().map(|act| act.what).collect();
    assert_eq!(acts, ["close"]);
}

async fn a_hidden_row_is_on_no_board(place: Place) {
    let database = place.open().await;
    let ann = make(&database, "ann").await;
    let verdict = ledger::Verdict { account: Some(ann.clone()), ..verdict(&database, "run", 1, 1).await };
    database.put_verdict(verdict.clone()).await.unwrap();
    database.put_on_board(&verdict, None, 0, 0).await.unwrap();
    let query = BoardQuery {
        game: "boo".to_owned(),
        class: Class::Open,
        edition: "classic".to_owned(),
        days: None,
        one_each: false,
        limit: 10,
    };
    database.set_hidden(&verdict.run, true, by(1, "")).await.unwrap();
    assert_eq!(database.board(&query).await.unwrap(), []);
    assert_eq!(database.bests(&ann).await.unwrap(), []);
    database.set_hidden(&verdict.run, false, by(2, "")).await.unwrap();
    assert_eq!(database.board(&query).await.unwrap().len(), 1);
}

async fn addresses_are_blocked_by_range_and_for_a_time(place: Place) {
    let database = place.open().await;
    let range = |text: &str| text.parse::<AddressRange>().unwrap();
    database.block_range(range("192.0.2.77/24"), 100, by(1, "flood")).await.unwrap();
    database.block_range(range("2001:db8:1:2::3/48"), 50, by(2, "flood")).await.unwrap();
    let blocked = database.blocked_ranges(49).await.unwrap();
    let is_blocked = |address: &str| blocked.iter().any(|range| range.contains(address.parse().unwrap()));
    for (address, expected) in [
        ("192.0.2.1", true),
        ("::ffff:192.0.2.1", true),
        ("192.0.3.1", false),
        ("2001:db8:1:ffff::", true),
        ("2001:db8:2::", false),
        ("::", false),
    ] {
        assert_eq!(is_blocked(address), expected, "{address}");
    }
    assert_eq!(database.blocked_ranges(50).await.unwrap(), [range("192.0.2.0/24")]);
    database.block_range(range("192.0.2.0/24"), 0, by(60, "sorry")).await.unwrap();
    assert_eq!(database.blocked_ranges(60).await.unwrap(), []);
    assert_eq!(database.audit(None, 1).await.unwrap()[0].what, "unblock");
    for wrong in ["", "192.0.2.0/", "192.0.2.0/x", "host/24", "192.0.2.0/-1"] {
        assert!(wrong.parse::<AddressRange>().is_err(), "{wrong}");
    }
    assert!(range("0.0.0.0/0").contains("1.2.3.4".parse().unwrap()));
    assert!(range("192.0.2.7").contains("192.0.2.7".parse().unwrap()));
}
