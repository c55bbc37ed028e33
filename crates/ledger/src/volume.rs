//! Volumes in the database: created, taken over, read and shut. Games and accounts' texts are stored in them.

use crate::database::{many, must_be_one, one, run};
use crate::hold::Hold;
use crate::{LedgerError, Millis, NodeId, Result};
use sqlx::{AnyConnection, AnyPool, Row as _};
use std::sync::Arc;

/// Who takes a volume, when, and until when they own it without renewal.
#[derive(Clone, Debug)]
pub struct Lease {
    /// The process.
    pub node: NodeId,
    /// Now.
    pub now: Millis,
    /// When others may take it over.
    pub until: Millis,
}

/// Creates a volume with its first part.
pub(crate) async fn create(
    connection: &mut AnyConnection,
    id: &str,
    text: &[u8],
    bytes_max: i64,
    lease: &Lease,
) -> Result<Hold> {
    run!(
        connection,
        "INSERT INTO volumes (id, owner, epoch, lease, shut, parts, chapter, commands, bytes, bytes_max, written)
         VALUES ($1, $2, 1, $3, 0, 1, 0, 0, $4, $5, $6)",
        id,
        lease.node.as_str(),
        lease.until,
        text.len() as i64,
        bytes_max,
        lease.now,
    )?;
    put(connection, id, 0, text).await?;
    Ok(Hold { volume: Arc::from(id), epoch: 1, parts: 1, chapter: 0, home: None })
}

async fn put(connection: &mut AnyConnection, id: &str, part: i64, text: &[u8]) -> Result<()> {
    let sql = "INSERT INTO volume_parts (volume, part, chapter, text) VALUES ($1, $2, 0, $3)";
    run!(connection, sql, id, part, text.to_vec())?;
    Ok(())
}

/// Takes a volume that has no owner, belongs to this node, or has an expired lease. Its previous holder can
/// no longer write.
pub(crate) async fn take(connection: &mut AnyConnection, id: &str, lease: &Lease) -> Result<(Hold, i64)> {
    let taken = one!(
        &mut *connection,
        "UPDATE volumes SET owner = $2, lease = $3, epoch = epoch + 1
         WHERE id = $1 AND shut = 0 AND (owner = '' OR owner = $2 OR lease <= $4)
         RETURNING epoch, parts, chapter, commands",
        id,
        lease.node.as_str(),
        lease.until,
        lease.now,
    )?;
    let Some(row) = taken else {
        let row = one!(&mut *connection, "SELECT shut FROM volumes WHERE id = $1", id)?;
        let shut = row.ok_or(LedgerError::Missing)?.try_get::<i64, _>(0)?;
        return Err(if shut == 1 { LedgerError::Closed } else { LedgerError::Held });
    };
    let number = |column: &str| row.try_get::<i64, _>(column);
    let (epoch, parts, chapter) = (number("epoch")?, number("parts")?, number("chapter")?);
    Ok((Hold { volume: Arc::from(id), epoch, parts, chapter, home: None }, number("commands")?))
}

/// Releases a volume, so that anybody can take it at once.
pub(crate) async fn give_back(connection: &mut AnyConnection, id: &str, epoch: i64) -> Result<()> {
    run!(connection, "UPDATE volumes SET owner = '', lease = 0 WHERE id = $1 AND epoch = $2", id, epoch)?;
    Ok(())
}

/// Shuts a volume permanently.
pub(crate) async fn shut(connection: &mut AnyConnection, id: &str, epoch: i64) -> Result<()> {
    let sql = "UPDATE volumes SET shut = 1, owner = '', lease = 0 WHERE id = $1 AND epoch = $2 AND shut = 0";
    must_be_one(run!(connection, sql, id, epoch)?, LedgerError::Fenced)
}

/// Replaces the contents of a volume. Its holder loses it.
pub(crate) async fn replace(
    connection: &mut AnyConnection,
    id: &str,
    text: &[u8],
    now: Millis,
) -> Result<()> {
    let sql = "UPDATE volumes SET epoch = epoch + 1, parts = 1, bytes = $2, written = $3 WHERE id = $1";
    must_be_one(run!(connection, sql, id, text.len() as i64, now)?, LedgerError::Missing)?;
    run!(connection, "DELETE FROM volume_parts WHERE volume = $1", id)?;
    put(connection, id, 0, text).await
}

/// The same by its holder, who keeps it.
pub(crate) async fn rewrite(
    connection: &mut AnyConnection,
    id: &str,
    epoch: i64,
    text: &[u8],
    now: Millis,
) -> Result<()> {
    let sql = "UPDATE volumes SET parts = 1, bytes = $3, written = $4
         WHERE id = $1 AND epoch = $2 AND shut = 0 AND $3 <= bytes_max";
    must_be_one(run!(connection, sql, id, epoch, text.len() as i64, now)?, LedgerError::Fenced)?;
    run!(connection, "DELETE FROM volume_parts WHERE volume = $1", id)?;
    put(connection, id, 0, text).await
}

/// The text of the first parts of a volume, from a chapter on.
pub(crate) async fn text(pool: &AnyPool, id: &str, parts: i64, chapter: i64) -> Result<Vec<u8>> {
    let sql = "SELECT text FROM volume_parts WHERE volume = $1 AND part < $2 AND chapter >= $3 ORDER BY part";
    let mut all = Vec::new();
    for row in many!(pool, sql, id, parts, chapter)? {
        all.extend_from_slice(&row.try_get::<Vec<u8>, _>(0)?);
    }
    Ok(all)
}
