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
