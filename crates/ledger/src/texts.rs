//! The texts of accounts: volumes with paths, and their total size.

use crate::database::{Database, many, must_be_one, one, run};
use crate::hold::Hold;
use crate::limits::{PATH_BYTES_MAX, TEXT_BYTES_MAX, TEXTS_MAX};
use crate::volume::{self, Lease};
use crate::{AccountId, LedgerError, Millis, Result};
use sqlx::{AnyConnection, Row as _};
use std::sync::Arc;

/// The highest number tried when a name is taken.
const NUMBER_MAX: u32 = 10_000;

/// A text of an account. Its volume's id contains a `/`, unlike any game's id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextId {
    pub(crate) account: AccountId,
    pub(crate) path: String,
}

impl TextId {
    pub(crate) fn volume(&self) -> String {
        format!("{}/{}", self.account, self.path)
    }

    fn check(&self) -> Result<()> {
        let shown = kernel::printable(&self.path) == self.path;
        if self.path.is_empty() || self.path.len() > PATH_BYTES_MAX || !shown {
            return Err(LedgerError::refused("that is not a name for a text"));
        }
        Ok(())
    }

    /// The same path with a number before its extension.
    fn numbered(&self, number: u32) -> Self {
        let (folder, name) = self.path.rsplit_once('/').map_or(("", &*self.path), |(f, name)| (f, name));
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let slash = if folder.is_empty() { "" } else { "/" };
        Self { account: self.account.clone(), path: format!("{folder}{slash}{stem}-{number}.run") }
    }
}

/// Adds to the total size of an account's texts, or subtracts from it.
async fn fill(c: &mut AnyConnection, account: &AccountId, bytes: i64) -> Result<()> {
    let sql =
        "UPDATE homes SET bytes = bytes + $2 WHERE account = $1 AND ($2 <= 0 OR bytes + $2 <= bytes_max)";
    must_be_one(run!(c, sql, account.as_str(), bytes)?, LedgerError::Full)
}

/// Size, owner and lease of a text; `None` if it does not exist.
async fn found(c: &mut AnyConnection, id: &TextId) -> Result<Option<(i64, String, Millis)>> {
    let sql = "SELECT bytes, owner, lease FROM volumes WHERE id = $1";
    let row = one!(&mut *c, sql, id.volume())?;
    row.map(|row| Ok((row.try_get("bytes")?, row.try_get("owner")?, row.try_get("lease")?))).transpose()
}

async fn create(c: &mut AnyConnection, id: &TextId, text: &[u8], lease: &Lease) -> Result<Hold> {
    id.check()?;
    let count = "SELECT COUNT(*) FROM texts WHERE account = $1";
    let texts: i64 = one!(&mut *c, count, id.account.as_str())?.map_or(Ok(0), |row| row.try_get(0))?;
    if texts >= TEXTS_MAX || text.len() as i64 > TEXT_BYTES_MAX {
        return Err(LedgerError::Full);
    }
    fill(c, &id.account, text.len() as i64).await?;
    let hold = volume::create(c, &id.volume(), text, TEXT_BYTES_MAX, lease).await?;
    let sql = "INSERT INTO texts (account, path, volume) VALUES ($1, $2, $3)";
    run!(c, sql, id.account.as_str(), id.path.as_str(), id.volume())?;
    Ok(counted(hold, id))
}

/// Makes appends to a text count towards its account's quota.
fn counted(hold: Hold, id: &TextId) -> Hold {
    Hold { home: Some(Arc::from(id.account.as_str())), ..hold }
}

/// Replaces the contents of a held volume.
async fn rewrite(
    c: &mut AnyConnection,
    id: &TextId,
    hold: &mut Hold,
    text: &[u8],
    now: Millis,
) -> Result<()> {
    let (old, _, _) = found(c, id).await?.ok_or(LedgerError::Fenced)?;
    fill(c, &id.account, text.len() as i64 - old).await?;
    volume::rewrite(c, &hold.volume, hold.epoch, text, now).await?;
    hold.parts = 1;
    Ok(())
}

impl Database {
    /// Creates the home of an account's texts.
    pub(crate) async fn make_home(&self, account: &AccountId, bytes_max: i64) -> Result<()> {
        let account = account.clone();
        self.write(move |c| {
            Box::pin(async move {
                let sql = "INSERT INTO homes (account, bytes, bytes_max) VALUES ($1, 0, $2)
                     ON CONFLICT (account) DO UPDATE SET bytes_max = excluded.bytes_max";
                run!(c, sql, account.as_str(), bytes_max)?;
                Ok(())
            })
        })
        .await
    }

    /// Starts a text. If the name belongs to a non-empty text, or with `unique` to any, it gets a number.
    pub(crate) async fn start_text(
        &self,
        id: TextId,
        text: Vec<u8>,
        unique: bool,
        lease: Lease,
    ) -> Result<(TextId, Hold)> {
        self.write(move |c| {
            Box::pin(async move {
                let mut free = id.clone();
                for number in 2..NUMBER_MAX {
                    match found(c, &free).await? {
                        None => return create(c, &free, &text, &lease).await.map(|hold| (free, hold)),
                        Some((0, _, _)) if !unique => {
                            let (hold, _) = volume::take(c, &free.volume(), &lease).await?;
                            let mut hold = counted(hold, &free);
                            rewrite(c, &free, &mut hold, &text, lease.now).await?;
                            return Ok((free, hold));
                        }
                        Some(_) if unique => free = id.numbered(number),
                        Some(_) => break,
                    }
                }
                Err(LedgerError::Taken)
            })
        })
        .await
    }

    /// Opens and reads a text.
    pub(crate) async fn open_text(&self, id: &TextId, lease: Lease) -> Result<(Hold, Vec<u8>)> {
        let volume = id.volume();
        let taken = self.write(move |c| Box::pin(async move { volume::take(c, &volume, &lease).await }));
        let (hold, _) = taken.await?;
        let text = volume::text(self.readers(), &hold.volume, hold.parts, 0).await?;
        Ok((counted(hold, id), text))
    }

    /// Reopens a text that this process has open, after a failed write. Its contents are as before that
    /// write.
    pub(crate) async fn reopen_text(
        &self,
        id: &TextId,
        epoch: i64,
        text: &[u8],
        lease: Lease,
    ) -> Result<Hold> {
        let (id, text) = (id.clone(), text.to_vec());
        self.write(move |c| {
            Box::pin(async move {
                let sql = "SELECT 1 FROM volumes WHERE id = $1 AND epoch = $2";
                one!(&mut *c, sql, id.volume(), epoch)?.ok_or(LedgerError::Fenced)?;
                let (hold, _) = volume::take(c, &id.volume(), &lease).await?;
                let mut hold = counted(hold, &id);
                rewrite(c, &id, &mut hold, &text, lease.now).await?;
                Ok(hold)
            })
        })
        .await
    }

    /// Replaces the contents of a held text; returns the new hold.
    pub(crate) async fn rewrite_text(
        &self,
        id: &TextId,
        hold: Hold,
        text: Vec<u8>,
        now: Millis,
    ) -> Result<Hold> {
        let id = id.clone();
        self.write(move |c| {
            Box::pin(async move {
                let mut hold = hold;
                rewrite(c, &id, &mut hold, &text, now).await?;
                Ok(hold)
            })
        })
        .await
    }

    /// Writes a complete text, even if it is open elsewhere.
    pub(crate) async fn write_text(&self, id: TextId, text: Vec<u8>, lease: Lease) -> Result<()> {
        self.write(move |c| {
            Box::pin(async move {
                let Some((old, _, _)) = found(c, &id).await? else {
                    let hold = create(c, &id, &text, &lease).await?;
                    return volume::give_back(c, &hold.volume, hold.epoch).await;
                };
                if text.len() as i64 > TEXT_BYTES_MAX {
                    return Err(LedgerError::Full);
                }
                fill(c, &id.account, text.len() as i64 - old).await?;
                volume::replace(c, &id.volume(), &text, lease.now).await
            })
        })
        .await
    }

    /// Reads a text, even if it is open elsewhere.
    pub(crate) async fn read_text(&self, id: &TextId) -> Result<Vec<u8>> {
        self.text_written(id).await?.ok_or(LedgerError::Missing)?;
        volume::text(self.readers(), &id.volume(), i64::MAX, 0).await
    }

    /// When a text was last written.
    pub(crate) async fn text_written(&self, id: &TextId) -> Result<Option<Millis>> {
        let row = one!(self.readers(), "SELECT written FROM volumes WHERE id = $1", id.volume())?;
        row.map(|row| Ok(row.try_get(0)?)).transpose()
    }

    /// The epoch of a text.
    pub(crate) async fn text_epoch(&self, id: &TextId) -> Result<Option<i64>> {
        let row = one!(self.readers(), "SELECT epoch FROM volumes WHERE id = $1", id.volume())?;
        row.map(|row| Ok(row.try_get(0)?)).transpose()
    }

    /// The paths of all texts of an account, at most [`TEXTS_MAX`].
    pub(crate) async fn text_paths(&self, account: &AccountId) -> Result<Vec<String>> {
        let found = many!(self.readers(), "SELECT path FROM texts WHERE account = $1", account.as_str())?;
        found.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// Removes a text that is not open on another node, or with `epoch` one that is held in that epoch.
    pub(crate) async fn remove_text(&self, id: TextId, lease: Lease, epoch: Option<i64>) -> Result<()> {
        self.write(move |c| {
            Box::pin(async move {
                let (bytes, owner, until) = found(c, &id).await?.ok_or(LedgerError::Missing)?;
                if !owner.is_empty() && owner != lease.node.as_str() && until > lease.now {
                    return Err(LedgerError::Held);
                }
                let sql = "DELETE FROM volumes WHERE id = $1 AND ($2 < 0 OR epoch = $2)";
                must_be_one(run!(c, sql, id.volume(), epoch.unwrap_or(-1))?, LedgerError::Fenced)?;
                fill(c, &id.account, -bytes).await
            })
        })
        .await
    }

    /// Releases a text.
    pub(crate) async fn close_text(&self, volume: Arc<str>, epoch: i64) -> Result<()> {
        self.write(move |c| Box::pin(async move { volume::give_back(c, &volume, epoch).await })).await
    }
}
