//! Challenges: secret until the end, one try per account.

use crate::accounts::make;
use crate::games::{id, new};
use crate::place::{Place, lease};
use ledger::{Challenges, Games, LedgerError, NewGame, NewSeal, Seal, SealId, Secret};

crate::laws!(
    a_secret_is_published_after_the_close_and_not_before,
    the_secret_of_a_game_is_published_when_it_is_closed,
    everybody_has_one_scored_try,
);

fn seal(text: &str, closes: Option<i64>) -> NewSeal {
    NewSeal {
        id: SealId::new(text).unwrap(),
        secret: Secret([7; 32]),
        commitment: "commitment".to_owned(),
        opens: 10,
        closes,
    }
}

async fn a_secret_is_published_after_the_close_and_not_before(place: Place) {
    let database = place.open().await;
    let daily = SealId::new("20400-boo").unwrap();
    let refused = database.create_challenge(seal("20400-boo", None), "boo", 20_400, "").await;
    assert!(matches!(refused, Err(LedgerError::Refused(_))));
    database.create_challenge(seal("20400-boo", Some(20)), "boo", 20_400, "set paths on").await.unwrap();
    let second = database.create_challenge(seal("20400-boo", Some(20)), "boo", 20_400, "").await;
    assert_eq!(second, Err(LedgerError::Taken));
    assert!(matches!(database.secret(&daily, 9).await, Err(LedgerError::Refused(_))));
    assert_eq!(database.secret(&daily, 10).await, Ok(Secret([7; 32])));
    let challenge = database.challenge(&daily).await.unwrap().unwrap();
    assert_eq!((challenge.day, challenge.setup.as_str()), (20_400, "set paths on"));
    assert_eq!(challenge.seal.published, None);
    assert!(!format!("{challenge:?} {:?}", seal("x", None)).contains('7'.to_string().repeat(2).as_str()));
    assert!(matches!(database.publish(&daily, 19).await, Err(LedgerError::Refused(_))));
    assert_eq!(database.to_publish(19).await.unwrap(), []);
    assert_eq!(database.to_publish(20).await.unwrap(), std::slice::from_ref(&daily));
    assert_eq!(database.publish(&daily, 20).await, Ok(Secret([7; 32])));
    assert_eq!(database.publish(&daily, 30).await, Ok(Secret([7; 32])));
    assert_eq!(database.to_publish(40).await.unwrap(), []);
    let challenge = database.challenge(&daily).await.unwrap().unwrap();
    assert_eq!(challenge.seal.published, Some((20, Secret([7; 32]))));
}

async fn the_secret_of_a_game_is_published_when_it_is_closed(place: Place) {
    let database = place.open().await;
    let secret = SealId::new("s").unwrap();
    database.create_seal(seal("s", None)).await.unwrap();
    assert!(matches!(database.publish(&secret, 99).await, Err(LedgerError::Refused(_))), "not yet played");
    let sealed = |name: &str| NewGame { seal: Some(secret.clone()), ..new(name) };
    let first = database.create_game(sealed("g"), lease("a", 0)).await.unwrap();
    let second = database.create_game(sealed("h"), lease("a", 0)).await.unwrap();
    database.close_game(first, 5, "").await.unwrap();
    assert!(matches!(database.publish(&secret, 99).await, Err(LedgerError::Refused(_))));
    assert_eq!(database.to_publish(99).await.unwrap(), []);
    database.close_game(second, 6, "").await.unwrap();
    assert_eq!(database.to_publish(99).await.unwrap(), std::slice::from_ref(&secret));
    assert_eq!(database.publish(&secret, 99).await, Ok(Secret([7; 32])));
    let Seal { published, .. } = database.sealed(&secret).await.unwrap().unwrap();
    assert_eq!(published, Some((99, Secret([7; 32]))));
    let unknown = NewGame { seal: Some(SealId::new("t").unwrap()), ..new("i") };
    assert_eq!(database.create_game(unknown, lease("a", 0)).await.unwrap_err(), LedgerError::Missing);
    assert_eq!(database.game_text(&id("i"), 0).await.unwrap(), "", "nothing of it stays");
}

async fn everybody_has_one_scored_try(place: Place) {
    let database = place.open().await;
    let daily = SealId::new("d").unwrap();
    database.create_challenge(seal("d", Some(20)), "boo", 1, "").await.unwrap();
    let (ann, bob) = (make(&database, "ann").await, make(&database, "bob").await);
    assert!(matches!(database.begin_try(&daily, &ann, &id("g"), 9).await, Err(LedgerError::Refused(_))));
    database.begin_try(&daily, &ann, &id("g"), 10).await.unwrap();
    database.begin_try(&daily, &ann, &id("g"), 11).await.unwrap();
    assert_eq!(database.begin_try(&daily, &ann, &id("h"), 12).await, Err(LedgerError::Taken));
    assert_eq!(database.try_of(&daily, &ann).await.unwrap(), Some(id("g")));
    assert_eq!(database.try_of(&daily, &bob).await.unwrap(), None);
    database.begin_try(&daily, &bob, &id("h"), 19).await.unwrap();
    assert!(matches!(database.begin_try(&daily, &bob, &id("h"), 20).await, Err(LedgerError::Refused(_))));
}
