//! Seals and challenges: seeds that are secret until every game played with them is over.

use crate::database::{Database, many, one, run};
use crate::limits::{SENTENCE_BYTES_MAX, word};
use crate::{AccountId, GameId, LedgerError, Millis, Result, SealId, Secret};
use sqlx::Row as _;
use sqlx::any::AnyRow;
use std::future::Future;

/// A secret to be sealed.
#[derive(Clone, Debug)]
pub struct NewSeal {
    /// Its id, not used before.
    pub id: SealId,
    /// The secret.
    pub secret: Secret,
    /// The hash published at once, with which everybody can check the secret later.
    pub commitment: String,
    /// From when it may be used.
    pub opens: Millis,
    /// When it may be published; `None` means when the games that use it are closed.
    pub closes: Option<Millis>,
}

/// A seal, with its secret only if that is published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    /// Its id.
    pub id: SealId,
    /// The hash published at once.
    pub commitment: String,
    /// From when it may be used.
    pub opens: Millis,
    /// When it may be published.
    pub closes: Option<Millis>,
    /// When it was published, and the secret.
    pub published: Option<(Millis, Secret)>,
}

/// A game that everybody may try once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The game.
    pub game: String,
    /// Its day, in days since 1970.
    pub day: i64,
    /// Its options, in the caller's format.
    pub setup: String,
    /// Its seed.
    pub seal: Seal,
}

/// Seals and challenges.
pub trait Challenges {
    /// Seals a secret.
    fn create_seal(&self, new: NewSeal) -> impl Future<Output = Result<()>> + Send;

    /// Seals the secret of a challenge. [`LedgerError::Taken`] when that id exists: use the existing one
    /// then.
    fn create_challenge(
        &self,
        new: NewSeal,
        game: &str,
        day: i64,
        setup: &str,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Finds a seal.
    fn sealed(&self, id: &SealId) -> impl Future<Output = Result<Option<Seal>>> + Send;

    /// Finds a challenge.
    fn challenge(&self, id: &SealId) -> impl Future<Output = Result<Option<Challenge>>> + Send;

    /// The secret, for use within this process; refused before the seal opens.
    fn secret(&self, id: &SealId, now: Millis) -> impl Future<Output = Result<Secret>> + Send;

    /// Publishes a secret; refused while it may still be used. Publishing again returns the same secret.
    fn publish(&self, id: &SealId, now: Millis) -> impl Future<Output = Result<Secret>> + Send;

    /// Seals that may be published and are not: of challenges that are closed, and of games that are.
    fn to_publish(&self, now: Millis) -> impl Future<Output = Result<Vec<SealId>>> + Send;

    /// Records the one scored try of an account. [`LedgerError::Taken`] when it has another game already;
    /// refused when the challenge is not open.
    fn begin_try(
        &self,
        challenge: &SealId,
        account: &AccountId,
        game: &GameId,
        now: Millis,
    ) -> impl Future<Output = Result<()>> + Send;

    /// The game of an account's scored try.
    fn try_of(
        &self,
        challenge: &SealId,
        account: &AccountId,
    ) -> impl Future<Output = Result<Option<GameId>>> + Send;
}

fn seal(row: &AnyRow) -> Result<Seal> {
    let published = row.try_get::<Option<Millis>, _>("published")?;
    let secret = || Secret::kept(&row.try_get::<String, _>("secret")?);
    Ok(Seal {
        id: SealId::kept(row.try_get("id")?),
        commitment: row.try_get("commitment")?,
        opens: row.try_get("opens")?,
        closes: row.try_get("closes")?,
        published: published.map(|at| Ok::<_, LedgerError>((at, secret()?))).transpose()?,
    })
}

fn challenge(row: &AnyRow) -> Result<Challenge> {
    Ok(Challenge {
        game: row.try_get("game")?,
        day: row.try_get("day")?,
        setup: row.try_get("setup")?,
        seal: seal(row)?,
    })
}

/// A query whose rows [`challenge`] can read.
macro_rules! challenges {
    ($rest:literal) => {
        concat!(
            "SELECT seals.id, secret, commitment, opens, closes, published, game, day, setup \
             FROM challenges JOIN seals ON seals.id = challenges.id ",
            $rest
        )
    };
}

impl Database {
    async fn put_seal(&self, new: NewSeal, of: Option<(String, i64, String)>) -> Result<()> {
        let commitment = word(&new.commitment, SENTENCE_BYTES_MAX)?;
        self.write(move |c| {
            Box::pin(async move {
                let id = new.id.as_str();
                let sql = "INSERT INTO seals (id, secret, commitment, opens, closes, published)
                     VALUES ($1, $2, $3, $4, $5, NULL)";
                run!(c, sql, id, new.secret.hex(), commitment, new.opens, new.closes)?;
                if let Some((game, day, setup)) = of {
                    let sql = "INSERT INTO challenges (id, game, day, setup) VALUES ($1, $2, $3, $4)";
                    run!(c, sql, id, game, day, setup)?;
                }
                Ok(())
            })
        })
        .await
    }
}

impl Challenges for Database {
    async fn create_seal(&self, new: NewSeal) -> Result<()> {
        self.put_seal(new, None).await
    }

    async fn create_challenge(&self, new: NewSeal, game: &str, day: i64, setup: &str) -> Result<()> {
        if new.closes.is_none() {
            return Err(LedgerError::refused("A challenge needs a time when it closes."));
        }
        if setup.len() > SENTENCE_BYTES_MAX || kernel::printable_lines(setup) != setup {
            return Err(LedgerError::Full);
        }
        let game = word(game, 32)?;
        self.put_seal(new, Some((game, day, setup.to_owned()))).await
    }

    async fn sealed(&self, id: &SealId) -> Result<Option<Seal>> {
        let row = one!(self.readers(), "SELECT * FROM seals WHERE id = $1", id.as_str())?;
        row.as_ref().map(seal).transpose()
    }

    async fn challenge(&self, id: &SealId) -> Result<Option<Challenge>> {
        let row = one!(self.readers(), challenges!("WHERE challenges.id = $1"), id.as_str())?;
        row.as_ref().map(challenge).transpose()
    }

    async fn secret(&self, id: &SealId, now: Millis) -> Result<Secret> {
        let sql = "SELECT secret, opens FROM seals WHERE id = $1";
        let row = one!(self.readers(), sql, id.as_str())?.ok_or(LedgerError::Missing)?;
        if row.try_get::<Millis, _>("opens")? > now {
            return Err(LedgerError::refused("That has not opened yet."));
        }
        Secret::kept(&row.try_get::<String, _>("secret")?)
    }

    async fn publish(&self, id: &SealId, now: Millis) -> Result<Secret> {
        let id = id.clone();
        self.write(move |c| {
            Box::pin(async move {
                // A challenge closes at a fixed time, any other seal with the last of its games.
                let sql = "UPDATE seals SET published = COALESCE(published, $2) WHERE id = $1
                     AND (published IS NOT NULL OR closes <= $2 OR closes IS NULL
                          AND EXISTS (SELECT 1 FROM games WHERE seal = $1)
                          AND NOT EXISTS (SELECT 1 FROM games WHERE seal = $1 AND closed IS NULL))
                     RETURNING secret";
                match one!(c, sql, id.as_str(), now)? {
                    Some(row) => Secret::kept(&row.try_get::<String, _>(0)?),
                    None => Err(LedgerError::refused("That is still being played.")),
                }
            })
        })
        .await
    }

    async fn to_publish(&self, now: Millis) -> Result<Vec<SealId>> {
        let sql = "SELECT id FROM seals WHERE published IS NULL AND (closes <= $1 OR closes IS NULL
             AND EXISTS (SELECT 1 FROM games WHERE seal = seals.id)
             AND NOT EXISTS (SELECT 1 FROM games WHERE seal = seals.id AND closed IS NULL)) ORDER BY id LIMIT 1000";
        let found = many!(self.readers(), sql, now)?;
        found.iter().map(|row| Ok(SealId::kept(row.try_get(0)?))).collect()
    }

    async fn begin_try(
        &self,
        challenge: &SealId,
        account: &AccountId,
        game: &GameId,
        now: Millis,
    ) -> Result<()> {
        let (challenge, account, game) = (challenge.clone(), account.clone(), game.clone());
        self.write(move |c| {
            Box::pin(async move {
                let sql = "SELECT 1 FROM seals WHERE id = $1 AND opens <= $2 AND closes > $2";
                if one!(&mut *c, sql, challenge.as_str(), now)?.is_none() {
                    return Err(LedgerError::refused("That challenge is not open."));
                }
                let sql = "INSERT INTO tries (challenge, account, game, begun) VALUES ($1, $2, $3, $4)
                     ON CONFLICT (challenge, account) DO UPDATE SET game = tries.game WHERE tries.game = excluded.game";
                let begun = run!(c, sql, challenge.as_str(), account.as_str(), game.as_str(), now)?;
                if begun == 1 { Ok(()) } else { Err(LedgerError::Taken) }
            })
        })
        .await
    }

    async fn try_of(&self, challenge: &SealId, account: &AccountId) -> Result<Option<GameId>> {
        let sql = "SELECT game FROM tries WHERE challenge = $1 AND account = $2";
        let row = one!(self.readers(), sql, challenge.as_str(), account.as_str())?;
        row.map(|row| Ok(GameId::kept(row.try_get(0)?))).transpose()
    }
}
