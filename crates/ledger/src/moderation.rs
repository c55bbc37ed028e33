//! Moderation, and its audit log.

use crate::database::{Database, many, must_be_one, one, run};
use crate::games::set_closed;
use crate::limits::{rows, sentence};
use crate::{AccountId, GameId, LedgerError, Millis, Result, RunHash, volume};
use sqlx::{AnyConnection, Row as _};
use std::fmt;
use std::future::Future;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// Who acts, when and why: recorded in the audit log.
#[derive(Clone, Debug)]
pub struct By {
    /// When.
    pub at: Millis,
    /// Who.
    pub who: String,
    /// Why.
    pub why: String,
}

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Its number, which increases over time.
    pub nr: i64,
    /// When.
    pub at: Millis,
    /// Who did it.
    pub who: String,
    /// What was done, one word: `block`.
    pub what: String,
    /// Its target.
    pub whom: String,
    /// Why.
    pub why: String,
}

/// A network: `192.0.2.0/24`. IPv4 addresses mapped to IPv6 count as IPv4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRange {
    first: IpAddr,
    bits: u8,
}

impl AddressRange {
    /// The network of an address with this prefix length.
    #[must_use]
    pub fn new(address: IpAddr, bits: u8) -> Self {
        let address = address.to_canonical();
        match address {
            IpAddr::V4(address) => {
                let bits = bits.min(32);
                let mask = u32::MAX.checked_shl(32 - u32::from(bits)).unwrap_or(0);
                Self { first: IpAddr::V4((address.to_bits() & mask).into()), bits }
            }
            IpAddr::V6(address) => {
                let bits = bits.min(128);
                let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or(0);
                Self { first: IpAddr::V6(Ipv6Addr::from(address.to_bits() & mask)), bits }
            }
        }
    }

    /// Whether the network contains an address.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.first.is_ipv4() && Self::new(address, self.bits).first == self.first
    }
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.bits)
    }
}

impl FromStr for AddressRange {
    type Err = LedgerError;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = || LedgerError::refused("An address range looks like 192.0.2.0/24 or 2001:db8::/48.");
        let (address, bits) = text.split_once('/').unwrap_or((text, "128"));
        let bits = if text.contains('/') { bits.parse().map_err(|_| wrong())? } else { 128 };
        Ok(Self::new(address.parse().map_err(|_| wrong())?, bits))
    }
}

/// Actions of a moderator, each recorded in the audit log.
pub trait Moderation {
    /// Blocks or unblocks an account. Its web sessions and codes end.
    fn set_blocked(
        &self,
        account: &AccountId,
        blocked: bool,
        by: By,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Mutes or unmutes an account.
    fn set_muted(&self, account: &AccountId, muted: bool, by: By) -> impl Future<Output = Result<()>> + Send;

    /// Blocks a network until a time; a time in the past unblocks it.
    fn block_range(
        &self,
        range: AddressRange,
        until: Millis,
        by: By,
    ) -> impl Future<Output = Result<()>> + Send;

    /// The networks blocked now.
    fn blocked_ranges(&self, now: Millis) -> impl Future<Output = Result<Vec<AddressRange>>> + Send;

    /// The accounts that are blocked.
    fn blocked_accounts(&self) -> impl Future<Output = Result<Vec<AccountId>>> + Send;

    /// Closes a game, whichever node owns it.
    fn shut_game(&self, game: &GameId, by: By) -> impl Future<Output = Result<()>> + Send;

    /// Hides or shows a row of a board.
    fn set_hidden(&self, run: &RunHash, hidden: bool, by: By) -> impl Future<Output = Result<()>> + Send;

    /// The newest entries, newest first; with `before`, those older than that number.
    fn audit(&self, before: Option<i64>, limit: u32) -> impl Future<Output = Result<Vec<Act>>> + Send;
}

async fn log(c: &mut AnyConnection, what: &str, whom: &str, by: &By) -> Result<()> {
    let sql = "INSERT INTO audit (at, who, what, whom, why) VALUES ($1, $2, $3, $4, $5)";
    run!(c, sql, by.at, sentence(&by.who), sentence(what), sentence(whom), sentence(&by.why))?;
    Ok(())
}

impl Moderation for Database {
    async fn set_blocked(&self, account: &AccountId, blocked: bool, by: By) -> Result<()> {
        let id = account.clone();
        self.write(move |c| {
            Box::pin(async move {
                let id = id.as_str();
                let sql = "UPDATE accounts SET blocked = $2 WHERE id = $1";
                must_be_one(run!(c, sql, id, i64::from(blocked))?, LedgerError::Missing)?;
                run!(c, "DELETE FROM web_sessions WHERE account = $1", id)?;
                run!(c, "DELETE FROM sign_in_codes WHERE account = $1", id)?;
                log(c, if blocked { "block" } else { "unblock" }, id, &by).await
            })
        })
        .await
    }

    async fn set_muted(&self, account: &AccountId, muted: bool, by: By) -> Result<()> {
        let id = account.clone();
        self.write(move |c| {
            Box::pin(async move {
                let sql = "UPDATE accounts SET muted = $2 WHERE id = $1";
                must_be_one(run!(c, sql, id.as_str(), i64::from(muted))?, LedgerError::Missing)?;
                log(c, if muted { "mute" } else { "unmute" }, id.as_str(), &by).await
            })
        })
        .await
    }

    async fn block_range(&self, range: AddressRange, until: Millis, by: By) -> Result<()> {
        let range = range.to_string();
        self.write(move |c| {
            Box::pin(async move {
                let sql = "INSERT INTO blocked_ranges (addresses, expires) VALUES ($1, $2)
                     ON CONFLICT (addresses) DO UPDATE SET expires = excluded.expires";
                run!(c, sql, range.as_str(), until)?;
                log(c, if until > by.at { "block" } else { "unblock" }, &range, &by).await
            })
        })
        .await
    }

    async fn blocked_ranges(&self, now: Millis) -> Result<Vec<AddressRange>> {
        let sql = "SELECT addresses FROM blocked_ranges WHERE expires > $1 ORDER BY addresses";
        let found = many!(self.readers(), sql, now)?;
        found.iter().map(|row| row.try_get::<String, _>(0)?.parse()).collect()
    }

    async fn blocked_accounts(&self) -> Result<Vec<AccountId>> {
        let found = many!(self.readers(), "SELECT id FROM accounts WHERE blocked = 1")?;
        found.iter().map(|row| Ok(AccountId::kept(row.try_get(0)?))).collect()
    }

    async fn shut_game(&self, game: &GameId, by: By) -> Result<()> {
        let id = game.clone();
        self.write(move |c| {
            Box::pin(async move {
                let id = id.as_str();
                let row = one!(&mut *c, "SELECT epoch FROM volumes WHERE id = $1", id)?;
                let epoch = row.ok_or(LedgerError::Missing)?.try_get(0)?;
                volume::shut(c, id, epoch).await.map_err(|_| LedgerError::Closed)?;
                set_closed(c, id, by.at, &sentence(&by.why)).await?;
                log(c, "close", id, &by).await
            })
        })
        .await
    }

    async fn set_hidden(&self, run: &RunHash, hidden: bool, by: By) -> Result<()> {
        let run = run.clone();
        self.write(move |c| {
            Box::pin(async move {
                let sql = "UPDATE board SET hidden = $2 WHERE run = $1";
                must_be_one(run!(c, sql, run.as_str(), i64::from(hidden))?, LedgerError::Missing)?;
                log(c, if hidden { "hide" } else { "unhide" }, run.as_str(), &by).await
            })
        })
        .await
    }

    async fn audit(&self, before: Option<i64>, limit: u32) -> Result<Vec<Act>> {
        let sql = "SELECT nr, at, who, what, whom, why FROM audit WHERE nr < $1 ORDER BY nr DESC LIMIT $2";
        let found = many!(self.readers(), sql, before.unwrap_or(i64::MAX), rows(limit))?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(Act {
                nr: row.try_get("nr")?,
                at: row.try_get("at")?,
                who: row.try_get("who")?,
                what: row.try_get("what")?,
                whom: row.try_get("whom")?,
                why: row.try_get("why")?,
            })
        };
        found.iter().map(read).collect()
    }
}
