//! Games of rooms: their runs, seats and answered commands.

use crate::database::{Database, many, must_be_one, one, run};
use crate::hold::{Answered, Hold};
use crate::ids::token_hash;
use crate::limits::{GAME_BYTES_MAX, LINES_BYTES_MAX, rows, sentence, word};
use crate::volume::{self, Lease};
use crate::{AccountId, GameId, LedgerError, Millis, NodeId, Result, SealId};
use kernel::Name;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};
use std::future::Future;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $value:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$each])* $value),* }

        impl $name {
            /// The word used in the database and on pages.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$value => $word),* }
            }

            /// Parses the word.
            #[must_use]
            pub fn of(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$value),)* _ => None }
            }

            pub(crate) fn kept(word: &str) -> Result<Self> {
                Self::of(word).ok_or_else(|| LedgerError::Failed(format!("it holds an unknown word, {word}")))
            }
        }
    };
}

words!(
    /// How a game was played; the classes are ranked separately.
    Class {
        /// Played on this host, with a seed that was sealed until the end.
        Live = "live",
        /// With a known seed; anything goes.
        Open = "open",
        /// Played by a bot.
        Bot = "bot",
    }
);
words!(
    /// What spectators see of a game.
    Privacy {
        /// Live.
        Live = "live",
        /// With a delay.
        Delayed = "delayed",
        /// Nothing.
        Private = "private",
    }
);

/// A game to be created.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its id, not used before.
    pub id: GameId,
    /// Which game, such as `boo`.
    pub game: String,
    /// The header of its run, in complete lines.
    pub header: String,
    /// Its class.
    pub class: Class,
    /// Who may watch.
    pub privacy: Privacy,
    /// The seal of its seed, if the seed is sealed.
    pub seal: Option<SealId>,
    /// Maximum size of its run in bytes.
    pub bytes_max: i64,
}

/// A game without its run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as in NewGame")]
pub struct GameRow {
    pub id: GameId,
    pub game: String,
    pub class: Class,
    pub privacy: Privacy,
    pub seal: Option<SealId>,
    /// Number of commands in its run.
    pub commands: i64,
    /// When it was created.
    pub made: Millis,
    /// When it was last written.
    pub written: Millis,
    /// When it was closed, if it is.
    pub closed: Option<Millis>,
    /// Why it was closed.
    pub why: String,
    /// The node that owns it; empty for none.
    pub owner: String,
}

/// A seat of a game and its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// The seat.
    pub seat: u8,
    /// The player's account, if any.
    pub account: Option<AccountId>,
    /// The player's name.
    pub name: String,
    token: String,
}

impl SeatRow {
    /// Whether this is the secret of the seat.
    #[must_use]
    pub fn is_token(&self, token: &str) -> bool {
        // Only hashes are compared, so timing reveals nothing about the secret.
        self.token == token_hash(token)
    }
}

/// A game that was taken, with everything stored about it.
#[derive(Debug)]
pub struct TakenGame {
    /// The right to append to it.
    pub hold: Hold,
    /// The game.
    pub row: GameRow,
    /// Its complete run.
    pub text: String,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// The latest answers, oldest first.
    pub answers: Vec<Answered>,
}

/// Games and their runs.
pub trait Games {
    /// Creates a game; its run so far is the header.
    fn create_game(&self, new: NewGame, lease: Lease) -> impl Future<Output = Result<Hold>> + Send;

    /// Takes a game in order to continue it: one that has no owner, belongs to this node, or has an expired
    /// lease. [`LedgerError::Held`] when another node owns it, [`LedgerError::Closed`] when it is closed.
    fn take_game(&self, id: &GameId, lease: Lease) -> impl Future<Output = Result<TakenGame>> + Send;

    /// Renews all leases of a node, for its games and its open texts.
    fn renew(&self, node: &NodeId, until: Millis) -> impl Future<Output = Result<()>> + Send;

    /// Releases a game, so that any node can take it at once.
    fn give_back(&self, hold: Hold) -> impl Future<Output = Result<()>> + Send;

    /// Closes a game permanently, after everything queued before.
    fn close_game(&self, hold: Hold, now: Millis, why: &str) -> impl Future<Output = Result<()>> + Send;

    /// Assigns a seat, with the secret for reclaiming it. The seat's earlier player loses it.
    fn seat(
        &self,
        id: &GameId,
        seat: u8,
        name: &Name,
        account: Option<&AccountId>,
        token: &str,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Finds a game, open or closed.
    fn game(&self, id: &GameId) -> impl Future<Output = Result<Option<GameRow>>> + Send;

    /// The run of a game so far, from a chapter on (0 for all of it).
    fn game_text(&self, id: &GameId, chapter: i64) -> impl Future<Output = Result<String>> + Send;

    /// Open public games, newest first.
    fn open_games(&self, limit: u32) -> impl Future<Output = Result<Vec<GameRow>>> + Send;

    /// Games that were open in a process that has died: those a node still owns when it starts, and those whose lease has run
    /// out.
    fn games_to_take(
        &self,
        node: &NodeId,
        now: Millis,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<GameId>>> + Send;

    /// The games in which an account has a seat, newest first.
    fn games_of(&self, account: &AccountId, limit: u32) -> impl Future<Output = Result<Vec<GameRow>>> + Send;
}

/// A query whose rows [`game_row`] can read.
macro_rules! games {
    ($rest:literal) => {
        concat!(
            "SELECT games.id, games.game, class, privacy, seal, commands, made, written, closed, why, owner \
             FROM games JOIN volumes ON volumes.id = games.id ",
            $rest
        )
    };
}

fn game_row(row: &AnyRow) -> Result<GameRow> {
    let text = |column: &str| row.try_get::<String, _>(column);
    Ok(GameRow {
        id: GameId::kept(text("id")?),
        game: text("game")?,
        class: Class::kept(&text("class")?)?,
        privacy: Privacy::kept(&text("privacy")?)?,
        seal: row.try_get::<Option<String>, _>("seal")?.map(SealId::kept),
        commands: row.try_get("commands")?,
        made: row.try_get("made")?,
        written: row.try_get("written")?,
        closed: row.try_get("closed")?,
        why: text("why")?,
        owner: text("owner")?,
    })
}

impl Games for Database {
    async fn create_game(&self, new: NewGame, lease: Lease) -> Result<Hold> {
        let game = word(&new.game, 32)?;
        if new.header.len() > LINES_BYTES_MAX * 4 || new.bytes_max > GAME_BYTES_MAX {
            return Err(LedgerError::Full);
        }
        self.write(move |c| {
            Box::pin(async move {
                let id = new.id.as_str();
                let hold = volume::create(c, id, new.header.as_bytes(), new.bytes_max, &lease).await?;
                let sql = "INSERT INTO games (id, game, class, privacy, seal, made, closed, why)
                     VALUES ($1, $2, $3, $4, $5, $6, NULL, '')";
                let (class, privacy) = (new.class.word(), new.privacy.word());
                let seal = new.seal.as_ref().map(|seal| seal.as_str().to_owned());
                run!(c, sql, id, game, class, privacy, seal, lease.now)?;
                Ok(hold)
            })
        })
        .await
    }

    async fn take_game(&self, id: &GameId, lease: Lease) -> Result<TakenGame> {
        let wanted = id.clone();
        let (hold, _) = self
            .write(move |c| Box::pin(async move { volume::take(c, wanted.as_str(), &lease).await }))
            .await?;
        // Nobody else can write any more, so what is read now is complete.
        let row = self.game(id).await?.ok_or(LedgerError::Missing)?;
        let text = volume::text(self.readers(), id.as_str(), hold.parts, 0).await?;
        let text = String::from_utf8(text)
            .map_err(|_| LedgerError::Failed("the run of a game is damaged".to_owned()))?;
        let seats = seats(self, id).await?;
        let answers = answers(self, id).await?;
        Ok(TakenGame { hold, row, text, seats, answers })
    }

    async fn renew(&self, node: &NodeId, until: Millis) -> Result<()> {
        let node = node.clone();
        self.write(move |c| {
            Box::pin(async move {
                let sql = "UPDATE volumes SET lease = $2 WHERE owner = $1 AND shut = 0 AND lease < $2";
                run!(c, sql, node.as_str(), until)?;
                Ok(())
            })
        })
        .await
    }

    async fn give_back(&self, hold: Hold) -> Result<()> {
        self.write(move |c| Box::pin(async move { volume::give_back(c, &hold.volume, hold.epoch).await }))
            .await
    }

    async fn close_game(&self, hold: Hold, now: Millis, why: &str) -> Result<()> {
        let why = sentence(why);
        self.write(move |c| {
            Box::pin(async move {
                volume::shut(c, &hold.volume, hold.epoch).await?;
                set_closed(c, &hold.volume, now, &why).await
            })
        })
        .await
    }

    async fn seat(
        &self,
        id: &GameId,
        seat: u8,
        name: &Name,
        account: Option<&AccountId>,
        token: &str,
    ) -> Result<()> {
        let (id, name, account) = (id.clone(), *name, account.map(|id| id.as_str().to_owned()));
        let token = token_hash(token);
        self.write(move |c| {
            Box::pin(async move {
                let sql = "INSERT INTO seats (game, seat, account, name, token) VALUES ($1, $2, $3, $4, $5)
                     ON CONFLICT (game, seat) DO UPDATE SET account = excluded.account, name = excluded.name,
                     token = excluded.token";
                run!(c, sql, id.as_str(), i64::from(seat), account, name.as_str(), token)?;
                Ok(())
            })
        })
        .await
    }

    async fn game(&self, id: &GameId) -> Result<Option<GameRow>> {
        let row = one!(self.readers(), games!("WHERE games.id = $1"), id.as_str())?;
        row.as_ref().map(game_row).transpose()
    }

    async fn game_text(&self, id: &GameId, chapter: i64) -> Result<String> {
        let bytes = volume::text(self.readers(), id.as_str(), i64::MAX, chapter).await?;
        String::from_utf8(bytes).map_err(|_| LedgerError::Failed("the run of a game is damaged".to_owned()))
    }

    async fn open_games(&self, limit: u32) -> Result<Vec<GameRow>> {
        let sql =
            games!("WHERE closed IS NULL AND privacy <> 'private' ORDER BY made DESC, games.id LIMIT $1");
        many!(self.readers(), sql, rows(limit))?.iter().map(game_row).collect()
    }

    async fn games_to_take(&self, node: &NodeId, now: Millis, limit: u32) -> Result<Vec<GameId>> {
        let sql = "SELECT games.id FROM games JOIN volumes ON volumes.id = games.id
             WHERE closed IS NULL AND shut = 0 AND (owner = $1 OR owner <> '' AND lease <= $2)
             ORDER BY written DESC, games.id LIMIT $3";
        let found = many!(self.readers(), sql, node.as_str(), now, i64::from(limit))?;
        found.iter().map(|row| Ok(GameId::kept(row.try_get(0)?))).collect()
    }

    async fn games_of(&self, account: &AccountId, limit: u32) -> Result<Vec<GameRow>> {
        let sql = games!(
            "WHERE games.id IN (SELECT game FROM seats WHERE account = $1) ORDER BY made DESC, games.id LIMIT $2"
        );
        many!(self.readers(), sql, account.as_str(), rows(limit))?.iter().map(game_row).collect()
    }
}

/// Marks a game closed after its volume was shut.
pub(crate) async fn set_closed(c: &mut AnyConnection, id: &str, now: Millis, why: &str) -> Result<()> {
    let sql = "UPDATE games SET closed = $2, why = $3 WHERE id = $1 AND closed IS NULL";
    must_be_one(run!(c, sql, id, now, why)?, LedgerError::Missing)?;
    run!(c, "DELETE FROM answers WHERE game = $1", id)?;
    Ok(())
}

async fn seats(database: &Database, id: &GameId) -> Result<Vec<SeatRow>> {
    let sql = "SELECT seat, account, name, token FROM seats WHERE game = $1 ORDER BY seat";
    let read = |row: &AnyRow| {
        Ok(SeatRow {
            seat: u8::try_from(row.try_get::<i64, _>("seat")?).unwrap_or(u8::MAX),
            account: row.try_get::<Option<String>, _>("account")?.map(AccountId::kept),
            name: row.try_get("name")?,
            token: row.try_get("token")?,
        })
    };
    many!(database.readers(), sql, id.as_str())?.iter().map(read).collect()
}

async fn answers(database: &Database, id: &GameId) -> Result<Vec<Answered>> {
    let sql = "SELECT seat, client, n, reply FROM answers WHERE game = $1 ORDER BY n, seat, client";
    let read = |row: &AnyRow| {
        Ok(Answered {
            seat: u8::try_from(row.try_get::<i64, _>("seat")?).unwrap_or(u8::MAX),
            client: row.try_get::<i64, _>("client")?.cast_unsigned(),
            n: row.try_get("n")?,
            reply: row.try_get("reply")?,
        })
    };
    many!(database.readers(), sql, id.as_str())?.iter().map(read).collect()
}
