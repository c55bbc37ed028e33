//! Accounts: public keys, names, one-time codes and web sessions.

use crate::database::{Database, one, run};
use crate::ids::token_hash;
use crate::limits::word;
use crate::{AccountId, Millis, Result};
use kernel::Name;
use sqlx::Row as _;
use sqlx::any::AnyRow;
use std::future::Future;

/// Maximum length of a fingerprint such as `SHA256:…`, in bytes.
const FINGERPRINT_BYTES_MAX: usize = 128;

/// A player known to the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The account's id.
    pub id: AccountId,
    /// The name.
    pub name: String,
    /// Whether the account may do nothing.
    pub blocked: bool,
    /// Whether the account may not speak.
    pub muted: bool,
    /// When it was created.
    pub made: Millis,
    /// When it was last used.
    pub seen: Millis,
}

/// Accounts and their credentials.
pub trait Accounts {
    /// Creates an account with a key. [`LedgerError::Taken`] when the name, or one easily confused with it,
    /// or the key belongs to another account.
    fn create_account(
        &self,
        id: &AccountId,
        name: &Name,
        fingerprint: &str,
        now: Millis,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Finds an account.
    fn account(&self, id: &AccountId) -> impl Future<Output = Result<Option<Account>>> + Send;

    /// Finds the account with a key.
    fn account_by_key(&self, fingerprint: &str) -> impl Future<Output = Result<Option<Account>>> + Send;

    /// Finds the account with a name, or with one easily confused with it.
    fn account_by_name(&self, name: &Name) -> impl Future<Output = Result<Option<Account>>> + Send;

    /// Records that the account was used.
    fn set_seen(&self, id: &AccountId, now: Millis) -> impl Future<Output = Result<()>> + Send;

    /// Stores a one-time code for an account, replacing an earlier one. Only its hash is stored.
    fn create_code(
        &self,
        id: &AccountId,
        code: &str,
        expires: Millis,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Redeems a code: the account it belongs to. A code works once, and not after it has expired.
    fn use_code(&self, code: &str, now: Millis) -> impl Future<Output = Result<Option<AccountId>>> + Send;

    /// Stores a web session. Only the hash of its token is stored.
    fn create_web_session(
        &self,
        id: &AccountId,
        token: &str,
        expires: Millis,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Finds the account of a web session, unless it has expired.
    fn web_session(&self, token: &str, now: Millis) -> impl Future<Output = Result<Option<Account>>> + Send;

    /// Ends a web session.
    fn end_web_session(&self, token: &str) -> impl Future<Output = Result<()>> + Send;

    /// Deletes expired codes and web sessions.
    fn forget_expired(&self, now: Millis) -> impl Future<Output = Result<()>> + Send;
}

/// A query whose rows [`account`] can read.
macro_rules! accounts {
    ($rest:literal) => {
        concat!("SELECT accounts.id, name, blocked, muted, made, seen FROM accounts ", $rest)
    };
}

fn account(row: &AnyRow) -> Result<Account> {
    let is = |column: &str| row.try_get::<i64, _>(column).map(|flag| flag == 1);
    Ok(Account {
        id: AccountId::kept(row.try_get("id")?),
        name: row.try_get("name")?,
        blocked: is("blocked")?,
        muted: is("muted")?,
        made: row.try_get("made")?,
        seen: row.try_get("seen")?,
    })
}

const NEW: &str = "INSERT INTO accounts (id, name, folded, guest, blocked, muted, made, seen)
     VALUES ($1, $2, $3, 0, 0, 0, $4, $4)";
const NEW_KEY: &str = "INSERT INTO account_keys (fingerprint, account, added) VALUES ($1, $2, $3)";

impl Accounts for Database {
    async fn create_account(
        &self,
        id: &AccountId,
        name: &Name,
        fingerprint: &str,
        now: Millis,
    ) -> Result<()> {
        let (id, name, key) = (id.clone(), *name, word(fingerprint, FINGERPRINT_BYTES_MAX)?);
        self.write(move |c| {
            Box::pin(async move {
                run!(c, NEW, id.as_str(), name.as_str(), name.folded(), now)?;
                run!(c, NEW_KEY, key, id.as_str(), now)?;
                Ok(())
            })
        })
        .await
    }

    async fn account(&self, id: &AccountId) -> Result<Option<Account>> {
        let row = one!(self.readers(), accounts!("WHERE accounts.id = $1"), id.as_str())?;
        row.as_ref().map(account).transpose()
    }

    async fn account_by_key(&self, fingerprint: &str) -> Result<Option<Account>> {
        let sql = accounts!("JOIN account_keys ON account = accounts.id WHERE fingerprint = $1");
        let Ok(key) = word(fingerprint, FINGERPRINT_BYTES_MAX) else { return Ok(None) };
        one!(self.readers(), sql, key)?.as_ref().map(account).transpose()
    }

    async fn account_by_name(&self, name: &Name) -> Result<Option<Account>> {
        let row = one!(self.readers(), accounts!("WHERE folded = $1"), name.folded())?;
        row.as_ref().map(account).transpose()
    }

    async fn set_seen(&self, id: &AccountId, now: Millis) -> Result<()> {
        let id = id.clone();
        self.write(move |c| {
            Box::pin(async move {
                run!(c, "UPDATE accounts SET seen = $2 WHERE id = $1 AND seen < $2", id.as_str(), now)?;
                Ok(())
            })
        })
        .await
    }

    async fn create_code(&self, id: &AccountId, code: &str, expires: Millis) -> Result<()> {
        let (id, hash) = (id.clone(), token_hash(code));
        self.write(move |c| {
            Box::pin(async move {
                run!(c, "DELETE FROM sign_in_codes WHERE account = $1", id.as_str())?;
                let sql = "INSERT INTO sign_in_codes (hash, account, expires) VALUES ($1, $2, $3)";
                run!(c, sql, hash, id.as_str(), expires)?;
                Ok(())
            })
        })
        .await
    }

    async fn use_code(&self, code: &str, now: Millis) -> Result<Option<AccountId>> {
        let hash = token_hash(code);
        self.write(move |c| {
            Box::pin(async move {
                let sql = "DELETE FROM sign_in_codes WHERE hash = $1 RETURNING account, expires";
                let Some(row) = one!(c, sql, hash)? else { return Ok(None) };
                let valid = row.try_get::<Millis, _>("expires")? > now;
                Ok(valid.then_some(AccountId::kept(row.try_get("account")?)))
            })
        })
        .await
    }

    async fn create_web_session(&self, id: &AccountId, token: &str, expires: Millis) -> Result<()> {
        let (id, hash) = (id.clone(), token_hash(token));
        self.write(move |c| {
            Box::pin(async move {
                let sql = "INSERT INTO web_sessions (hash, account, expires) VALUES ($1, $2, $3)";
                run!(c, sql, hash, id.as_str(), expires)?;
                Ok(())
            })
        })
        .await
    }

    async fn web_session(&self, token: &str, now: Millis) -> Result<Option<Account>> {
        let sql = accounts!("JOIN web_sessions ON account = accounts.id WHERE hash = $1 AND expires > $2");
        one!(self.readers(), sql, token_hash(token), now)?.as_ref().map(account).transpose()
    }

    async fn end_web_session(&self, token: &str) -> Result<()> {
        let hash = token_hash(token);
        self.write(move |c| {
            Box::pin(async move {
                run!(c, "DELETE FROM web_sessions WHERE hash = $1", hash)?;
                Ok(())
            })
        })
        .await
    }

    async fn forget_expired(&self, now: Millis) -> Result<()> {
        self.write(move |c| {
            Box::pin(async move {
                run!(c, "DELETE FROM sign_in_codes WHERE expires <= $1", now)?;
                run!(c, "DELETE FROM web_sessions WHERE expires <= $1", now)?;
                run!(c, "DELETE FROM blocked_ranges WHERE expires <= $1", now)?;
                Ok(())
            })
        })
        .await
    }
}
