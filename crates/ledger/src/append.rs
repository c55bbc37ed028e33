//! Appends to volumes, which is the most frequent write: a whole group of appends costs a handful of
//! statements.
//!
//! Every statement takes many rows. The statement that counts the parts of a volume also checks that the
//! volume still belongs to its writer: it changes only rows with the expected epoch and number of parts, so
//! that nothing is built on a lost or foreign write.

use crate::limits::ANSWERS_KEPT;
use crate::{Answered, LedgerError, Millis, Result};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Row as _};
use std::sync::{Arc, OnceLock};
use tokio::sync::oneshot;

/// An append to a volume.
pub(crate) struct Append {
    pub(crate) volume: Arc<str>,
    pub(crate) epoch: i64,
    /// Number of parts before it.
    pub(crate) part: i64,
    pub(crate) chapter: i64,
    pub(crate) commands: i64,
    pub(crate) now: Millis,
    pub(crate) text: Vec<u8>,
    pub(crate) answers: Vec<Answered>,
    /// The account whose quota it counts towards.
    pub(crate) home: Option<Arc<str>>,
    pub(crate) done: oneshot::Sender<Result<()>>,
}

impl Append {
    fn bytes(&self) -> i64 {
        self.text.len() as i64
    }
}

/// Numbers of rows per statement; only a few different ones, so that each is prepared once.
const SIZES: [usize; 4] = [64, 16, 4, 1];

/// A statement with a variable list of rows.
struct Many {
    before: &'static str,
    columns: usize,
    after: &'static str,
    texts: [OnceLock<Arc<str>>; 4],
}

impl Many {
    const fn new(before: &'static str, columns: usize, after: &'static str) -> Self {
        Self { before, columns, after, texts: [const { OnceLock::new() }; 4] }
    }

    fn text(&self, size: usize) -> Arc<str> {
        let index = SIZES.iter().position(|other| *other == size).unwrap_or(SIZES.len() - 1);
        let write = || {
            let row = |row: usize| {
                let from = row * self.columns;
                let places: Vec<String> = (1..=self.columns).map(|at| format!("${}", from + at)).collect();
                format!("({})", places.join(", "))
            };
            let rows: Vec<String> = (0..size).map(row).collect();
            format!("{}{}{}", self.before, rows.join(", "), self.after).into()
        };
        Arc::clone(self.texts[index].get_or_init(write))
    }

    /// Runs it for all rows; returns the number of table rows it changed.
    async fn run<T>(
        &self,
        connection: &mut AnyConnection,
        mut rows: &[T],
        bind: impl for<'q> Fn(Query<'q, Any, AnyArguments>, &T) -> Query<'q, Any, AnyArguments> + Send + Sync,
    ) -> Result<u64>
    where
        T: Sync,
    {
        let mut changed = 0;
        while !rows.is_empty() {
            let size = SIZES.into_iter().find(|size| *size <= rows.len()).unwrap_or(1);
            let (now, later) = rows.split_at(size);
            let mut query = sqlx::query(AssertSqlSafe(self.text(size)));
            for row in now {
                query = bind(query, row);
            }
            changed += query.execute(&mut *connection).await?.rows_affected();
            rows = later;
        }
        Ok(changed)
    }
}

static GROW: Many = Many::new(
    "UPDATE volumes SET parts = v.column4, bytes = volumes.bytes + v.column5, commands = v.column6, \
     chapter = v.column7, written = v.column8 FROM (VALUES ",
    8,
    ") AS v WHERE volumes.id = v.column1 AND volumes.epoch = v.column2 AND volumes.parts = v.column3 \
     AND volumes.shut = 0 AND volumes.bytes + v.column5 <= volumes.bytes_max",
);
static KEEP: Many = Many::new("INSERT INTO volume_parts (volume, part, chapter, text) VALUES ", 4, "");
static ANSWER: Many =
    Many::new("INSERT INTO answers (game, seat, client, n, reply) VALUES ", 5, " ON CONFLICT DO NOTHING");
static FILL: Many = Many::new(
    "UPDATE homes SET bytes = homes.bytes + v.column2 FROM (VALUES ",
    2,
    ") AS v WHERE homes.account = v.column1 AND homes.bytes + v.column2 <= homes.bytes_max",
);

/// What a group appends to one volume.
struct Growth<'a> {
    first: &'a Append,
    last: &'a Append,
    bytes: i64,
}

/// Writes all appends. False if one is impossible; the transaction must then be rolled back.
pub(crate) async fn all(connection: &mut AnyConnection, appends: &[&Append]) -> Result<bool> {
    let Some(growths) = growths(appends) else { return Ok(false) };
    let grown = GROW.run(connection, &growths, |query, growth| {
        let (first, last) = (growth.first, growth.last);
        query
            .bind(first.volume.to_string())
            .bind(first.epoch)
            .bind(first.part)
            .bind(last.part + 1)
            .bind(growth.bytes)
            .bind(last.commands)
            .bind(last.chapter)
            .bind(last.now)
    });
    if grown.await? != growths.len() as u64 {
        return Ok(false);
    }
    let kept = KEEP.run(connection, appends, |query, append| {
        query.bind(append.volume.to_string()).bind(append.part).bind(append.chapter).bind(append.text.clone())
    });
    kept.await?;
    let answers: Vec<(&Append, &Answered)> = appends
        .iter()
        .flat_map(|append| append.answers.iter().map(move |answer| (*append, answer)))
        .collect();
    let answered = ANSWER.run(connection, &answers, |query, (append, answer)| {
        query
            .bind(append.volume.to_string())
            .bind(i64::from(answer.seat))
            .bind(answer.client.cast_signed())
            .bind(answer.n)
            .bind(answer.reply.clone())
    });
    if answered.await? != answers.len() as u64 {
        return Ok(false);
    }
    let homes = homes(appends);
    let filled =
        FILL.run(connection, &homes, |query, (account, bytes)| query.bind(account.clone()).bind(*bytes));
    if filled.await? != homes.len() as u64 {
        return Ok(false);
    }
    for (append, answer) in answers.iter().filter(|(_, answer)| answer.n % (ANSWERS_KEPT / 4) == 0) {
        sqlx::query("DELETE FROM answers WHERE game = $1 AND n <= $2")
            .bind(append.volume.to_string())
            .bind(answer.n - ANSWERS_KEPT)
            .execute(&mut *connection)
            .await?;
    }
    Ok(true)
}

/// Combines the appends to each volume; `None` if they are not consecutive.
fn growths<'a>(appends: &[&'a Append]) -> Option<Vec<Growth<'a>>> {
    let mut sorted = appends.to_vec();
    // A fixed order, so that two nodes cannot deadlock.
    sorted.sort_by(|a, b| (&a.volume, a.part).cmp(&(&b.volume, b.part)));
    let mut growths: Vec<Growth<'a>> = Vec::new();
    for append in sorted {
        match growths.last_mut().filter(|growth| growth.last.volume == append.volume) {
            Some(growth) if growth.last.epoch == append.epoch && growth.last.part + 1 == append.part => {
                growth.last = append;
                growth.bytes += append.bytes();
            }
            Some(_) => return None,
            None => growths.push(Growth { first: append, last: append, bytes: append.bytes() }),
        }
    }
    Some(growths)
}

/// Number of bytes added to each home.
fn homes(appends: &[&Append]) -> Vec<(String, i64)> {
    let mut homes = std::collections::BTreeMap::new();
    for append in appends {
        if let Some(account) = &append.home {
            *homes.entry(account.to_string()).or_insert(0) += append.bytes();
        }
    }
    homes.into_iter().collect()
}

/// Why this append is impossible.
pub(crate) async fn reason(connection: &mut AnyConnection, append: &Append) -> Result<LedgerError> {
    let row = sqlx::query("SELECT epoch, parts, shut, bytes, bytes_max FROM volumes WHERE id = $1")
        .bind(append.volume.to_string())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(LedgerError::Fenced) };
    let number = |column: &str| row.try_get::<i64, _>(column);
    Ok(if number("shut")? == 1 {
        LedgerError::Closed
    } else if number("epoch")? != append.epoch || number("parts")? != append.part {
        LedgerError::Fenced
    } else if number("bytes")? + append.bytes() > number("bytes_max")? || append.home.is_some() {
        LedgerError::Full
    } else {
        LedgerError::Repeated
    })
}
