//! Boards: ranked rows that refer to good verdicts.

use crate::database::{Database, many, run};
use crate::limits::rows;
use crate::{AccountId, Class, LedgerError, Millis, Result, RunHash, Verdict};
use kernel::Name;
use sqlx::Row as _;
use sqlx::any::AnyRow;
use std::future::Future;

/// Selects a board, and part of its rows.
#[derive(Clone, Debug)]
pub struct BoardQuery {
    /// The game.
    pub game: String,
    /// The class; each class has separate boards.
    pub class: Class,
    /// The edition.
    pub edition: String,
    /// The first and the last day; `None` for all days.
    pub days: Option<(i64, i64)>,
    /// Whether to return only the best row of each account. Rows without an account count separately.
    pub one_each: bool,
    /// Maximum number of rows.
    pub limit: u32,
}

/// A row of a board. Everything except the name and the day comes from a good verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as in Verdict")]
pub struct BoardRow {
    pub run: RunHash,
    pub build: String,
    pub game: String,
    pub class: Class,
    pub edition: String,
    pub score: i64,
    pub turns: i64,
    /// The day it counts for, in days since 1970.
    pub day: i64,
    pub account: Option<AccountId>,
    /// The displayed name, possibly empty.
    pub name: String,
    /// When the row was added.
    pub added: Millis,
}

/// Boards of verified runs.
pub trait Boards {
    /// Adds a run to the board of its verdict, once. The database itself refuses a row whose verdict is
    /// missing, not good, or different.
    fn put_on_board(
        &self,
        verdict: &Verdict,
        name: Option<&Name>,
        day: i64,
        now: Millis,
    ) -> impl Future<Output = Result<()>> + Send;

    /// The visible rows of a board: highest score first, then fewest turns, then oldest.
    fn board(&self, query: &BoardQuery) -> impl Future<Output = Result<Vec<BoardRow>>> + Send;

    /// The best row of an account for each game, class and edition.
    fn bests(&self, account: &AccountId) -> impl Future<Output = Result<Vec<BoardRow>>> + Send;
}

/// A query for rows ranked within `$part`.
macro_rules! ranked {
    ($part:literal, $where:literal, $rest:literal) => {
        concat!(
            "SELECT * FROM (SELECT board.*, ROW_NUMBER() OVER (PARTITION BY ",
            $part,
            " ORDER BY score DESC, turns, added, run) AS place FROM board WHERE hidden = 0 AND ",
            $where,
            ") AS placed ",
            $rest
        )
    };
}

impl Boards for Database {
    async fn put_on_board(
        &self,
        verdict: &Verdict,
        name: Option<&Name>,
        day: i64,
        now: Millis,
    ) -> Result<()> {
        let (verdict, name) =
            (verdict.clone(), name.map_or_else(String::new, |name| name.as_str().to_owned()));
        self.write(move |c| {
            Box::pin(async move {
                let sql = "INSERT INTO board (run, build, good, game, class, edition, score, turns, day, account, name,
                     added, hidden) VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0)";
                let done = run!(
                    c,
                    sql,
                    verdict.run.as_str(),
                    verdict.build,
                    verdict.game,
                    verdict.class.word(),
                    verdict.edition,
                    verdict.score,
                    verdict.turns,
                    day,
                    verdict.account.as_ref().map(|id| id.as_str().to_owned()),
                    name,
                    now,
                );
                done.map(drop).map_err(|error| match LedgerError::from(error) {
                    LedgerError::Missing => LedgerError::refused("That run has no good verdict that says so."),
                    other => other,
                })
            })
        })
        .await
    }

    async fn board(&self, query: &BoardQuery) -> Result<Vec<BoardRow>> {
        let sql = ranked!(
            "COALESCE(account, run)",
            "game = $1 AND class = $2 AND edition = $3 AND day >= $4 AND day <= $5",
            "WHERE place <= $6 ORDER BY score DESC, turns, added, run LIMIT $7"
        );
        let (first, last) = query.days.unwrap_or((i64::MIN, i64::MAX));
        let found = many!(
            self.readers(),
            sql,
            query.game.as_str(),
            query.class.word(),
            query.edition.as_str(),
            first,
            last,
            if query.one_each { 1 } else { i64::MAX },
            rows(query.limit),
        )?;
        found.iter().map(read).collect()
    }

    async fn bests(&self, account: &AccountId) -> Result<Vec<BoardRow>> {
        let sql =
            ranked!("game, class, edition", "account = $1", "WHERE place = 1 ORDER BY game, class, edition");
        many!(self.readers(), sql, account.as_str())?.iter().map(read).collect()
    }
}

fn read(row: &AnyRow) -> Result<BoardRow> {
    let text = |column: &str| row.try_get::<String, _>(column);
    Ok(BoardRow {
        run: RunHash::kept(text("run")?),
        build: text("build")?,
        game: text("game")?,
        class: Class::kept(&text("class")?)?,
        edition: text("edition")?,
        score: row.try_get("score")?,
        turns: row.try_get("turns")?,
        day: row.try_get("day")?,
        account: row.try_get::<Option<String>, _>("account")?.map(AccountId::kept),
        name: text("name")?,
        added: row.try_get("added")?,
    })
}
