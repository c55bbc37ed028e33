//! A full disk: what cannot be written fails with the reason, and once there is room again everything goes on.

use crate::accounts::make;
use crate::games::new;
use crate::place::{Place, lease};
use kernel::Name;
use ledger::{AccountId, Accounts as _, Games as _, Ledger as _, LedgerError, Lines};

#[test]
fn writing_goes_on_when_the_disk_has_room_again() {
    crate::place::on_sqlite("writing_goes_on_when_the_disk_has_room_again", goes_on);
}

/// `RAISE(ROLLBACK)` does what SQLite does when the disk is full: it undoes the whole transaction by itself.
async fn goes_on(place: Place) {
    let database = place.open().await;
    let ann = make(&database, "ann").await;
    let mut hold = database.create_game(new("g"), lease("a", 1)).await.unwrap();
    let raw = place.raw().await;
    for table in ["accounts", "volume_parts"] {
        let sql = format!(
            "CREATE TRIGGER full_{table} BEFORE INSERT ON {table} BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END"
        );
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&raw).await.unwrap();
    }
    for round in 0..3 {
        let bob = AccountId::new(&format!("bob-{round}")).unwrap();
        let made = database.create_account(&bob, &Name::new("bob").unwrap(), "SHA256:bob", 1).await;
        assert!(matches!(&made, Err(LedgerError::Failed(why)) if why.contains("full")), "{made:?}");
        let permit = database.reserve().await.unwrap();
        let lines = Lines { text: "w\n".to_owned(), commands: 1, ..Lines::default() };
        let kept = hold.append(permit, 1, lines).unwrap().await;
        assert!(kept.is_err(), "{kept:?}");
    }
    for table in ["accounts", "volume_parts"] {
        let sql = format!("DROP TRIGGER full_{table}");
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&raw).await.unwrap();
    }
    make(&database, "bob").await;
    assert_eq!(database.account(&ann).await.unwrap().unwrap().name, "ann");
    let taken = database.take_game(&ledger::GameId::new("g").unwrap(), lease("a", 2)).await;
    assert!(taken.is_ok(), "{taken:?}");
    database.close().await.unwrap();
}
