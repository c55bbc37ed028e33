//! Test databases: an SQLite file, and a PostgreSQL server that ends with the tests.

use ledger::{Database, Grouping, Lease, Millis, NodeId};
use sqlx::AnyPool;
use std::future::Future;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;
use tempfile::TempDir;

/// An empty database for one law.
pub(crate) struct Place {
    pub(crate) url: String,
    _folder: TempDir,
}

impl Place {
    /// Opens it as a host does.
    pub(crate) async fn open(&self) -> Database {
        self.open_with(Duration::from_millis(1)).await
    }

    /// The same with a long grouping delay, so that everything lands in one group.
    pub(crate) async fn open_slowly(&self) -> Database {
        self.open_with(Duration::from_millis(300)).await
    }

    async fn open_with(&self, wait: Duration) -> Database {
        Database::open(&self.url, Grouping { wait, ..Grouping::default() }).await.unwrap()
    }

    /// Opens it for raw SQL.
    pub(crate) async fn raw(&self) -> AnyPool {
        sqlx::any::install_default_drivers();
        AnyPool::connect(&self.url).await.unwrap()
    }

    /// Whether this is PostgreSQL.
    pub(crate) fn is_server(&self) -> bool {
        self.url.starts_with("postgres")
    }
}

/// A lease for a node of ten seconds from this time.
pub(crate) fn lease(node: &str, now: Millis) -> Lease {
    Lease { node: NodeId::new(node).unwrap(), now, until: now + 10_000 }
}

fn run<F: Future<Output = ()>>(law: impl FnOnce(Place) -> F, place: Place) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(law(place));
}

pub(crate) fn on_sqlite<F: Future<Output = ()>>(_: &str, law: impl FnOnce(Place) -> F) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("a ledger.db").display());
    run(law, Place { url, _folder: folder });
}

pub(crate) fn on_postgres<F: Future<Output = ()>>(name: &str, law: impl FnOnce(Place) -> F) {
    let server = match SERVER.get_or_init(start) {
        Ok(server) => server,
        Err(why) => {
            assert!(
                std::env::var("UNDERCROFT_POSTGRES").as_deref() != Ok("required"),
                "PostgreSQL is required: {why}"
            );
            return testkit::skip(&format!("postgres: skipped ({why})"));
        }
    };
    // PostgreSQL cuts names of databases to 63 bytes.
    let name = &name[..name.len().min(60)];
    let url = |database: &str| {
        format!("postgres://undercroft@localhost/{database}?host={}", server.folder.display())
    };
    let place = Place { url: url(name), _folder: tempfile::tempdir().unwrap() };
    let law = async |place: Place| {
        sqlx::any::install_default_drivers();
        let pool = AnyPool::connect(&url("postgres")).await.unwrap();
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(create).execute(&pool).await.unwrap();
        pool.close().await;
        law(place).await;
    };
    run(law, place);
}

/// A server that is stopped and removed when its script reads the end of its input, so whenever this process
/// ends.
struct Server {
    folder: PathBuf,
    _lives: ChildStdin,
}

static SERVER: OnceLock<Result<Server, String>> = OnceLock::new();

/// Prints the server's folder when it runs, or the reason why it does not.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
folder=$(mktemp -d) && cd "$folder" || exit 1
"$1/initdb" -D data -U undercroft -A trust -E UTF8 --no-locale --no-sync >log 2>&1 &&
    "$1/pg_ctl" -D data -l log -w -t 60 -o "-k '$folder' -c listen_addresses='' -c fsync=off" start >>log 2>&1 &&
    echo "runs $folder" || echo "failed $(tail -n 1 log)"
cat >/dev/null
"$1/pg_ctl" -D data -m immediate -w stop >/dev/null 2>&1
rm -rf "$folder"
"#;

fn start() -> Result<Server, String> {
    let programs = programs().ok_or("there is no initdb")?;
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    let mut command = if is_root {
        // The server refuses to run as root.
        let known =
            |name: &&str| Command::new("id").arg(name).output().is_ok_and(|done| done.status.success());
        let user = ["postgres", "nobody"].into_iter().find(known).ok_or("there is no user to run it as")?;
        let mut command = Command::new("runuser");
        command.args(["-u", user, "--", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    command.args(["-c", SCRIPT, "sh"]).arg(programs).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line).map_err(|error| error.to_string())?;
    match line.trim_end().split_once(' ') {
        Some(("runs", folder)) => Ok(Server { folder: folder.into(), _lives: stdin }),
        Some((_, why)) => Err(why.to_owned()),
        None => Err("the server did not start".to_owned()),
    }
}

/// The folder of `initdb`: on the path, or where Debian installs it.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    folders.extend(versions.map(|version| version.path().join("bin")));
    // The other programs are beside the real file, which the path may only link to.
    let real = |folder: &PathBuf| folder.join("initdb").canonicalize().ok();
    folders.iter().find_map(real).and_then(|file| file.parent().map(PathBuf::from))
}
