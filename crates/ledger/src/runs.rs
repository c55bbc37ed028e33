//! Runs by the hash of their text, the verification queue, and verdicts.

use crate::database::{Database, must_be_one, one, run};
use crate::limits::{RUN_BYTES_MAX, sentence, word};
use crate::{AccountId, Class, LedgerError, Millis, Result, RunHash};
use sqlx::Row as _;
use sqlx::any::AnyRow;
use std::future::Future;

/// The result of replaying a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The run.
    pub run: RunHash,
    /// The build that replayed it.
    pub build: String,
    /// Whether the run is what it claims; everything below comes from the replay.
    pub good: bool,
    /// The result in one sentence.
    pub sentence: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// Its class.
    pub class: Class,
    /// Its edition.
    pub edition: String,
    /// Its score.
    pub score: i64,
    /// Its number of turns.
    pub turns: i64,
    /// Why it is not a plain game of one player, separated by blanks; empty if it is.
    pub marks: String,
    /// The account it belongs to.
    pub account: Option<AccountId>,
    /// When it was replayed.
    pub made: Millis,
}

/// A run claimed for verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The run.
    pub run: RunHash,
    /// Its text.
    pub text: Vec<u8>,
    /// The account that sent it.
    pub account: Option<AccountId>,
    /// How often it was claimed: more than once if a worker died while verifying it.
    pub tries: i64,
}

/// Runs and verdicts.
pub trait Runs {
    /// Stores a run and queues it for verification. False if it is known already, which costs nothing.
    fn upload(
        &self,
        text: Vec<u8>,
        account: Option<&AccountId>,
        now: Millis,
    ) -> impl Future<Output = Result<(RunHash, bool)>> + Send;

    /// The text of a run.
    fn run_text(&self, run: &RunHash) -> impl Future<Output = Result<Option<Vec<u8>>>> + Send;

    /// Claims the oldest queued run. If there is no verdict by `until`, it can be claimed again.
    fn claim_run(&self, now: Millis, until: Millis) -> impl Future<Output = Result<Option<Claim>>> + Send;

    /// Number of queued runs: all, or those of one account.
    fn waiting(&self, account: Option<&AccountId>) -> impl Future<Output = Result<i64>> + Send;

    /// Stores a verdict and removes the run from the queue. A build gives a run only one verdict.
    fn put_verdict(&self, verdict: Verdict) -> impl Future<Output = Result<()>> + Send;

    /// The newest verdict on a run.
    fn verdict(&self, run: &RunHash) -> impl Future<Output = Result<Option<Verdict>>> + Send;
}

impl Runs for Database {
    async fn upload(
        &self,
        text: Vec<u8>,
        account: Option<&AccountId>,
        now: Millis,
    ) -> Result<(RunHash, bool)> {
        if text.len() > RUN_BYTES_MAX {
            return Err(LedgerError::Full);
        }
        let run = RunHash::of(&text);
        if one!(self.readers(), "SELECT 1 FROM runs WHERE hash = $1", run.as_str())?.is_some() {
            return Ok((run, false));
        }
        let (hash, account) = (run.clone(), account.map(|id| id.as_str().to_owned()));
        let new = self.write(move |c| {
            Box::pin(async move {
                let bytes = text.len() as i64;
                let sql = "INSERT INTO runs (hash, text, bytes, account, added) VALUES ($1, $2, $3, $4, $5)
                     ON CONFLICT DO NOTHING";
                let new = run!(c, sql, hash.as_str(), text, bytes, account.clone(), now)? == 1;
                if new {
                    let sql = "INSERT INTO run_queue (hash, account, added, claimed_until, tries)
                         VALUES ($1, $2, $3, 0, 0)";
                    run!(c, sql, hash.as_str(), account, now)?;
                }
                Ok(new)
            })
        });
        Ok((run, new.await?))
    }

    async fn run_text(&self, run: &RunHash) -> Result<Option<Vec<u8>>> {
        let row = one!(self.readers(), "SELECT text FROM runs WHERE hash = $1", run.as_str())?;
        row.map(|row| Ok(row.try_get(0)?)).transpose()
    }

    async fn claim_run(&self, now: Millis, until: Millis) -> Result<Option<Claim>> {
        self.write(move |c| {
            Box::pin(async move {
                let sql = "UPDATE run_queue SET claimed_until = $2, tries = tries + 1 WHERE claimed_until <= $1
                     AND hash = (SELECT hash FROM run_queue WHERE claimed_until <= $1 ORDER BY added, hash LIMIT 1)
                     RETURNING hash, account, tries";
                let Some(row) = one!(&mut *c, sql, now, until)? else { return Ok(None) };
                let run = RunHash::kept(row.try_get("hash")?);
                let text = one!(c, "SELECT text FROM runs WHERE hash = $1", run.as_str())?;
                let text = text.ok_or(LedgerError::Missing)?.try_get(0)?;
                let account = row.try_get::<Option<String>, _>("account")?.map(AccountId::kept);
                Ok(Some(Claim { run, text, account, tries: row.try_get("tries")? }))
            })
        })
        .await
    }

    async fn waiting(&self, account: Option<&AccountId>) -> Result<i64> {
        let row = match account {
            Some(id) => {
                one!(self.readers(), "SELECT COUNT(*) FROM run_queue WHERE account = $1", id.as_str())?
            }
            None => one!(self.readers(), "SELECT COUNT(*) FROM run_queue")?,
        };
        row.map_or(Ok(0), |row| Ok(row.try_get(0)?))
    }

    async fn put_verdict(&self, verdict: Verdict) -> Result<()> {
        let (game, build) = (word(&verdict.game, 32)?, word(&verdict.build, 100)?);
        let (edition, marks) = (word(&verdict.edition, 100)?, word(&verdict.marks, 200)?);
        let said = sentence(&verdict.sentence);
        self.write(move |c| {
            Box::pin(async move {
                let run = verdict.run.as_str();
                let sql = "INSERT INTO verdicts (run, build, good, sentence, game, rules, class, edition, score, turns,
                     marks, account, made) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
                     ON CONFLICT (run, build) DO NOTHING";
                let written = run!(
                    c,
                    sql,
                    run,
                    build.as_str(),
                    i64::from(verdict.good),
                    said,
                    game,
                    i64::from(verdict.rules),
                    verdict.class.word(),
                    edition,
                    verdict.score,
                    verdict.turns,
                    marks,
                    verdict.account.as_ref().map(|id| id.as_str().to_owned()),
                    verdict.made,
                )?;
                if written == 0 {
                    let sql = "SELECT 1 FROM verdicts WHERE run = $1 AND build = $2 AND good = $3";
                    let same = one!(&mut *c, sql, run, build, i64::from(verdict.good))?.is_some();
                    must_be_one(u64::from(same), LedgerError::Taken)?;
                }
                run!(c, "DELETE FROM run_queue WHERE hash = $1", run)?;
                Ok(())
            })
        })
        .await
    }

    async fn verdict(&self, run: &RunHash) -> Result<Option<Verdict>> {
        let sql = "SELECT * FROM verdicts WHERE run = $1 ORDER BY made DESC, build DESC LIMIT 1";
        one!(self.readers(), sql, run.as_str())?.as_ref().map(read).transpose()
    }
}

fn read(row: &AnyRow) -> Result<Verdict> {
    let text = |column: &str| row.try_get::<String, _>(column);
    Ok(Verdict {
        run: RunHash::kept(text("run")?),
        build: text("build")?,
        good: row.try_get::<i64, _>("good")? == 1,
        sentence: text("sentence")?,
        game: text("game")?,
        rules: u32::try_from(row.try_get::<i64, _>("rules")?).unwrap_or(0),
        class: Class::kept(&text("class")?)?,
        edition: text("edition")?,
        score: row.try_get("score")?,
        turns: row.try_get("turns")?,
        marks: text("marks")?,
        account: row.try_get::<Option<String>, _>("account")?.map(AccountId::kept),
        made: row.try_get("made")?,
    })
}
