//! Opening a database: accepted formats, connection setup, and migrations.

use crate::{LedgerError, Result};
use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{Migrate as _, MigrateError, Migration, MigrationType, Migrator};
use sqlx::{
    AnyConnection, AnyPool, AssertSqlSafe, Connection as _, Executor as _, Row as _, SqlSafeStr as _,
};
use std::fs::{self, File, OpenOptions};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// All migrations, oldest first. A published one never changes; new ones are added at the end.
const MIGRATIONS: [(i64, &str, &str); 2] = [
    (1, "first shape", include_str!("../migrations/0001.sql")),
    (2, "seals to publish", include_str!("../migrations/0002.sql")),
];

/// The header of every SQLite file.
const SQLITE_MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Larger files are not checked completely when opened.
const CHECKED_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Maximum attempts to migrate, in case two processes create the same database at once.
const MIGRATE_TRIES: u32 = 5;

/// Which database is behind the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Sqlite(PathBuf),
    Postgres(String),
}

impl Place {
    pub(crate) fn read(url: &str) -> Result<Self> {
        if let Some(path) = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:")) {
            if path.is_empty() || path == ":memory:" {
                return Err(LedgerError::Unusable("sqlite: must be followed by the name of a file.".into()));
            }
            return Ok(Self::Sqlite(PathBuf::from(path)));
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Self::Postgres(url.to_owned()));
        }
        Err(LedgerError::Unusable("A database is sqlite:FILE or postgres://….".into()))
    }

    /// How a writing transaction begins: SQLite takes its only write lock at once.
    pub(crate) const fn begin(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "BEGIN IMMEDIATE",
            Self::Postgres(_) => "BEGIN",
        }
    }

    /// Its name in messages, without the password in a URL.
    fn shown(&self) -> String {
        match self {
            Self::Sqlite(path) => kernel::printable(&path.display().to_string()).into_owned(),
            Self::Postgres(_) => "The PostgreSQL database".to_owned(),
        }
    }

    fn unusable(&self, why: impl std::fmt::Display) -> LedgerError {
        let why = why.to_string();
        LedgerError::Unusable(format!("{}: {}", self.shown(), kernel::printable(&why)))
    }

    fn url(&self) -> String {
        match self {
            Self::Postgres(url) => url.clone(),
            Self::Sqlite(path) => {
                let mut url = "sqlite://".to_owned();
                for byte in path.as_os_str().as_encoded_bytes() {
                    if byte.is_ascii_alphanumeric() || b"/._-".contains(byte) {
                        url.push(char::from(*byte));
                    } else {
                        url.push_str(&format!("%{byte:02X}"));
                    }
                }
                url
            }
        }
    }

    /// The statements that set up a connection.
    const fn setup(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => SQLITE_SETUP,
            Self::Postgres(_) => POSTGRES_SETUP,
        }
    }

    /// Opens a pool of at most this many connections.
    async fn pool(&self, connections: u32) -> Result<AnyPool> {
        let setup = self.setup();
        AnyPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(Duration::from_secs(10))
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(matches!(self, Self::Postgres(_)))
            .after_connect(move |connection, _| {
                Box::pin(async move { connection.execute(setup).await.map(drop) })
            })
            .connect(&self.url())
            .await
            .map_err(|error| self.unusable(plain(&error)))
    }
}

/// FULL: a committed write is on disk. The rest protects against damaged files and long waits.
const SQLITE_SETUP: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON";
const POSTGRES_SETUP: &str = "SET synchronous_commit = on; SET statement_timeout = 20000; SET lock_timeout = 10000; \
     SET client_min_messages = warning";

/// Opens a database, creates or migrates its tables, and returns the pools for writing and reading.
pub(crate) async fn open(place: &Place, readers: u32) -> Result<(AnyPool, AnyPool)> {
    if let Place::Sqlite(path) = place {
        prepare_file(path).map_err(|error| place.unusable(error))?;
    }
    // A pool would retry for a while, but a failure to open should be reported at once.
    sqlx::any::install_default_drivers();
    let wrong = |error: sqlx::Error| place.unusable(plain(&error));
    let mut connection = AnyConnection::connect(&place.url()).await.map_err(wrong)?;
    let ready = prepare(place, &mut connection).await;
    let closed = connection.close().await.map_err(wrong);
    ready?;
    closed?;
    Ok((place.pool(1).await?, place.pool(readers).await?))
}

async fn prepare(place: &Place, connection: &mut AnyConnection) -> Result<()> {
    connection.execute(place.setup()).await.map_err(|error| place.unusable(plain(&error)))?;
    if let Place::Sqlite(path) = place {
        check_file(place, path, connection).await?;
    }
    let mut result = migrate(place, connection).await;
    for _ in 1..MIGRATE_TRIES {
        // A refusal is final; a failure may be a collision with another process that migrates.
        if !matches!(result, Err(LedgerError::Failed(_))) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        result = migrate(place, connection).await;
    }
    result.map_err(|error| match error {
        LedgerError::Failed(why) => place.unusable(why),
        other => other,
    })
}

/// Creates the file, accessible to its owner only, or checks whether it can be a database at all.
fn prepare_file(path: &Path) -> std::result::Result<(), String> {
    let plain = |error: std::io::Error| store::plain(&error);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => return Err(plain(error)),
        Err(_) => {}
    }
    if !fs::metadata(path).map_err(plain)?.is_file() {
        return Err("it is not a regular file.".to_owned());
    }
    let mut first = Vec::new();
    File::open(path).and_then(|file| file.take(16).read_to_end(&mut first)).map_err(plain)?;
    if !first.is_empty() && first != SQLITE_MAGIC {
        return Err("it is not an SQLite database.".to_owned());
    }
    Ok(())
}

async fn check_file(place: &Place, path: &Path, connection: &mut AnyConnection) -> Result<()> {
    if fs::metadata(path).map_or(0, |meta| meta.len()) <= CHECKED_BYTES_MAX {
        let answer = sqlx::query("PRAGMA quick_check(1)").fetch_one(&mut *connection).await;
        match answer.and_then(|row| row.try_get::<String, _>(0)) {
            Ok(answer) if answer == "ok" => {}
            Ok(_) => return Err(place.unusable("it is damaged.")),
            Err(error) => return Err(place.unusable(plain(&error))),
        }
    }
    Ok(())
}

/// Migrates the tables. A database with other contents is refused.
async fn migrate(place: &Place, connection: &mut AnyConnection) -> Result<()> {
    let sqlite = matches!(place, Place::Sqlite(_));
    let tables = if sqlite {
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    } else {
        "SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = current_schema()"
    };
    let wrong = |error: sqlx::Error| place.unusable(plain(&error));
    let rows = sqlx::query(tables).fetch_all(&mut *connection).await.map_err(wrong)?;
    let names: Vec<String> = rows.iter().filter_map(|row| row.try_get(0).ok()).collect();
    let ours = |name: &str| names.iter().any(|other| other == name);
    let begun = names.is_empty() || ours(TABLE) && (names.len() == 1 || ours("volume_parts"));
    if !begun {
        return Err(place.unusable("it belongs to another program."));
    }
    let migrations = MIGRATIONS.iter().map(|(version, name, sql)| {
        let (bytes, serial) = if sqlite {
            ("BLOB", "INTEGER PRIMARY KEY AUTOINCREMENT")
        } else {
            ("BYTEA", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY")
        };
        let sql = sql.replace(" BYTES ", &format!(" {bytes} ")).replace(" SERIAL,", &format!(" {serial},"));
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(*version, (*name).into(), MigrationType::Simple, sql, false)
    });
    let mut migrator = Migrator::with_migrations(migrations.collect());
    migrator.dangerous_set_table_name(TABLE);
    let done = migrator.run_direct(None, connection, false).await;
    if done.is_err() {
        let _ = connection.unlock().await;
    }
    done.map_err(|error| match error {
        MigrateError::VersionMissing(_) => place.unusable("a newer version of this program has made it."),
        MigrateError::VersionMismatch(_) => place.unusable("its tables are not those of this program."),
        other => LedgerError::Failed(other.to_string()),
    })
}

/// The table of completed migrations.
const TABLE: &str = "undercroft_migrations";

/// The database's error message without the library's prefix.
fn plain(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(inner) => inner.message().to_owned(),
        other => other.to_string(),
    }
}
