//! Runs, verdicts and boards: boards hold only verified runs.

use crate::accounts::{make, name};
use crate::place::Place;
use ledger::{BoardQuery, Boards, Class, Database, LedgerError, RunHash, Runs, Verdict};

crate::laws!(
    a_run_is_kept_once_and_claimed_by_one,
    a_row_without_a_good_verdict_is_impossible_in_sql,
    ties_go_to_the_run_with_fewer_turns,
    classes_and_editions_are_never_mixed,
);

/// A good verdict on an uploaded run.
pub(crate) async fn verdict(database: &Database, text: &str, score: i64, turns: i64) -> Verdict {
    let (run, _) = database.upload(text.as_bytes().to_vec(), None, 1).await.unwrap();
    Verdict {
        run,
        build: "0.2.0".to_owned(),
        good: true,
        sentence: "verified: boo".to_owned(),
        game: "boo".to_owned(),
        rules: 2,
        class: Class::Open,
        edition: "classic".to_owned(),
        score,
        turns,
        marks: String::new(),
        account: None,
        made: 3,
    }
}

fn query() -> BoardQuery {
    BoardQuery {
        game: "boo".to_owned(),
        class: Class::Open,
        edition: "classic".to_owned(),
        days: None,
        one_each: false,
        limit: 10,
    }
}

async fn a_run_is_kept_once_and_claimed_by_one(place: Place) {
    let database = place.open().await;
    let ann = make(&database, "ann").await;
    let (run, new) = database.upload(b"run\0text".to_vec(), Some(&ann), 1).await.unwrap();
    assert_eq!((&run, new), (&RunHash::of(b"run\0text"), true));
    assert_eq!(database.upload(b"run\0text".to_vec(), None, 2).await.unwrap(), (run.clone(), false));
    assert_eq!(database.run_text(&run).await.unwrap().unwrap(), b"run\0text");
    let long = vec![b'x'; ledger::RUN_BYTES_MAX + 1];
    assert_eq!(database.upload(long, None, 2).await, Err(LedgerError::Full));
    let (later, _) = database.upload(b"later".to_vec(), None, 5).await.unwrap();
    assert_eq!(database.waiting(None).await.unwrap(), 2);
    assert_eq!(database.waiting(Some(&ann)).await.unwrap(), 1);
    let claim = database.claim_run(10, 20).await.unwrap().unwrap();
    assert_eq!((&claim.run, claim.tries, claim.account.as_ref()), (&run, 1, Some(&ann)));
    assert_eq!(database.claim_run(10, 20).await.unwrap().unwrap().run, later);
    assert_eq!(database.claim_run(19, 30).await.unwrap(), None);
    let again = database.claim_run(20, 30).await.unwrap().unwrap();
    assert_eq!((&again.run, again.tries), (&run, 2));
    let found = Verdict { good: false, ..verdict(&database, "run\0text", 0, 0).await };
    database.put_verdict(found.clone()).await.unwrap();
    assert_eq!(database.waiting(Some(&ann)).await.unwrap(), 0);
    assert_eq!(database.verdict(&run).await.unwrap(), Some(found.clone()));
    database.put_verdict(found.clone()).await.unwrap();
    let changed = Verdict { good: true, ..found };
    assert_eq!(database.put_verdict(changed).await, Err(LedgerError::Taken));
    let unknown = Verdict { run: RunHash::of(b"?"), ..verdict(&database, "later", 0, 0).await };
    assert_eq!(database.put_verdict(unknown).await, Err(LedgerError::Missing));
}

async fn a_row_without_a_good_verdict_is_impossible_in_sql(place: Place) {
    let database = place.open().await;
    let good = verdict(&database, "good", 10, 100).await;
    let bad = Verdict { good: false, ..verdict(&database, "bad", 10, 100).await };
    let none = verdict(&database, "none", 10, 100).await;
    database.put_verdict(good.clone()).await.unwrap();
    database.put_verdict(bad.clone()).await.unwrap();
    for wrong in [
        bad.clone(),
        none.clone(),
        Verdict { score: 11, ..good.clone() },
        Verdict { turns: 99, ..good.clone() },
        Verdict { class: Class::Live, ..good.clone() },
        Verdict { edition: "undercroft".to_owned(), ..good.clone() },
    ] {
        let answer = database.put_on_board(&wrong, None, 0, 4).await;
        assert!(matches!(answer, Err(LedgerError::Refused(_))), "{wrong:?}: {answer:?}");
    }
    // The same with raw SQL.
    let raw = place.raw().await;
    let insert = |run: &RunHash, good: i64, score: i64| {
        let sql = "INSERT INTO board (run, build, good, game, class, edition, score, turns, day, account, name, added,
             hidden) VALUES ($1, '0.2.0', $2, 'boo', 'open', 'classic', $3, 100, 0, NULL, '', 0, 0)";
        sqlx::query(sql).bind(run.as_str().to_owned()).bind(good).bind(score).execute(&raw)
    };
    for (run, is_good, score) in
        [(&bad.run, 1, 10), (&bad.run, 0, 10), (&none.run, 1, 10), (&good.run, 0, 10), (&good.run, 1, 11)]
    {
        assert!(insert(run, is_good, score).await.is_err(), "{run} {is_good} {score}");
    }
    insert(&good.run, 1, 10).await.unwrap();
    // A verdict cannot become bad or be deleted below its row.
    for sql in
        ["UPDATE verdicts SET good = 0 WHERE good = 1", "DELETE FROM verdicts", "UPDATE board SET score = 11"]
    {
        assert!(sqlx::query(sql).execute(&raw).await.is_err(), "{sql}");
    }
    assert_eq!(database.board(&query()).await.unwrap().len(), 1);
}

async fn ties_go_to_the_run_with_fewer_turns(place: Place) {
    let database = place.open().await;
    let ann = make(&database, "ann").await;
    let rows = [
        ("slow", 10, 90, 1),
        ("best", 20, 99, 2),
        ("quick", 10, 80, 3),
        ("later", 10, 80, 4),
        ("other", 5, 1, 5),
    ];
    for (text, score, turns, added) in rows {
        let account = (text != "other").then(|| ann.clone());
        let verdict = Verdict { account, ..verdict(&database, text, score, turns).await };
        database.put_verdict(verdict.clone()).await.unwrap();
        database.put_on_board(&verdict, Some(&name("ann")), added, added).await.unwrap();
        assert_eq!(database.put_on_board(&verdict, None, 0, 9).await, Err(LedgerError::Taken));
    }
    let board = async |query: BoardQuery| {
        let rows = database.board(&query).await.unwrap();
        let name = |row: ledger::BoardRow| {
            rows_named().into_iter().find(|text| RunHash::of(text.as_bytes()) == row.run).unwrap()
        };
        rows.into_iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(board(query()).await, ["best", "quick", "later", "slow", "other"]);
    assert_eq!(board(BoardQuery { limit: 2, ..query() }).await, ["best", "quick"]);
    assert_eq!(board(BoardQuery { one_each: true, ..query() }).await, ["best", "other"]);
    assert_eq!(board(BoardQuery { days: Some((3, 4)), ..query() }).await, ["quick", "later"]);
    let bests = database.bests(&ann).await.unwrap();
    assert_eq!(bests.len(), 1);
    assert_eq!((bests[0].score, bests[0].name.as_str(), bests[0].day), (20, "ann", 2));
}

fn rows_named() -> [&'static str; 5] {
    ["slow", "best", "quick", "later", "other"]
}

async fn classes_and_editions_are_never_mixed(place: Place) {
    let database = place.open().await;
    for class in [Class::Live, Class::Open, Class::Bot] {
        for edition in ["classic", "undercroft"] {
            let text = format!("{} {edition}", class.word());
            let edition = edition.to_owned();
            let verdict = Verdict { class, edition, ..verdict(&database, &text, 1, 1).await };
            database.put_verdict(verdict.clone()).await.unwrap();
            database.put_on_board(&verdict, None, 0, 0).await.unwrap();
        }
    }
    for class in [Class::Live, Class::Open, Class::Bot] {
        for edition in ["classic", "undercroft"] {
            let rows =
                database.board(&BoardQuery { class, edition: edition.to_owned(), ..query() }).await.unwrap();
            let [row] = &rows[..] else { panic!("one row") };
            assert_eq!(row.run, RunHash::of(format!("{} {edition}", class.word()).as_bytes()));
        }
    }
}
