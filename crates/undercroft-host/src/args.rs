//! The command line.

use clap::{Args, Parser, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Hosts the five games of Undercroft for browsers, programs and SSH clients.
#[derive(Parser)]
#[command(name = "undercroft-host", version, arg_required_else_help = true)]
pub(crate) struct Program {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serve until SIGTERM; then everything is kept, everybody is told, and it ends.
    Serve(Serving),
    /// Measure a host of its own on this machine, with the load generator.
    Bench(Bench),
    /// Moderate: block, mute, close, hide, and read the audit log.
    Admin(Admin),
}

/// What `serve` is given.
#[derive(Args, Clone)]
pub(crate) struct Serving {
    /// The folder with the database and the keys of this host.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// Where browsers and programs connect.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:0")]
    pub(crate) http: SocketAddr,
    /// Where SSH clients connect.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:0")]
    pub(crate) ssh: SocketAddr,
    /// Where Prometheus reads the figures.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:0")]
    pub(crate) metrics: SocketAddr,
    /// `sqlite:FILE` or `postgres://…`; without it an SQLite file in the data folder.
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// Take addresses from X-Forwarded-For, as a proxy in front of this host writes it.
    #[arg(long)]
    pub(crate) trust_proxy: bool,
    /// How many games an address without an account may start in an hour.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) guest_games: u32,
    /// The folder of the browser edition (`cargo xtask web` makes it in target/web), served under /browser/.
    #[arg(long, value_name = "DIR")]
    pub(crate) web: Option<PathBuf>,
}

/// What `bench` is given.
#[derive(Args, Clone)]
pub(crate) struct Bench {
    /// What is measured.
    #[arg(value_enum, default_value_t = Measured::Play)]
    pub(crate) what: Measured,
    /// Games at a time.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    pub(crate) games: u32,
    /// Commands a second in each game.
    #[arg(long, value_name = "R", default_value_t = 2.0)]
    pub(crate) rate: f64,
    /// Those who only watch.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) watchers: u32,
    /// For so long.
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) seconds: u64,
    /// Runs to verify.
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) runs: u32,
    /// The folder for the database; without it a temporary one. It should be on the disk that is used later.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Measured {
    /// Games over websockets, with spectators.
    Play,
    /// Runs from the database, verified by the host's own pool.
    Verify,
}

/// What `admin` is given.
#[derive(Args)]
pub(crate) struct Admin {
    /// The folder of the host.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// The database of the host, if it is not in its folder.
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// Who does it, for the audit log.
    #[arg(long, value_name = "NAME", default_value = "admin")]
    pub(crate) by: String,
    /// Why, for the audit log.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) why: String,
    #[command(subcommand)]
    pub(crate) action: Action,
}

/// What a moderator can do.
#[derive(Subcommand)]
pub(crate) enum Action {
    /// An account may do nothing any more.
    Block { name: String },
    /// It may again.
    Unblock { name: String },
    /// An account may say nothing any more, where there is anything to say.
    Mute { name: String },
    /// It may again.
    Unmute { name: String },
    /// Addresses may do nothing for some hours: 192.0.2.0/24, 2001:db8::/48.
    BlockAddress {
        range: String,
        #[arg(long, default_value_t = 24)]
        hours: u32,
    },
    /// They may again.
    UnblockAddress { range: String },
    /// Close a game for ever.
    Close { game: String },
    /// Take a run off its board.
    Hide { run: String },
    /// Put it there again.
    Show { run: String },
    /// Print the audit log, newest first.
    Audit {
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
}
