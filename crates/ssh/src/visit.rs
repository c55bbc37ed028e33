//! What the host decides about visitors, and what it gives them.

use app::{Depth, Environment, GlyphSet, Host, Policy, Theme};
use keeper::Home;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::Notify;

/// What the host decides about visitors.
pub trait Visitors: Send + Sync + 'static {
    /// Somebody is there and has proved to have a key. It may wait for the host's storage.
    ///
    /// # Errors
    /// One sentence, when they are not let in.
    fn arrive(&self, arrival: Arrival) -> Result<Visit, String>;
}

/// Somebody who comes in.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The fingerprint of their key, as `ssh-keygen -l` shows it: `SHA256:…`. It is who they are.
    pub key: String,
    /// Where they come from.
    pub address: IpAddr,
    /// What their client called its user; it says nothing about who they are.
    pub login: String,
    /// Wakes the application when something has happened that it did not ask for.
    pub news: News,
}

/// What a visitor is given.
#[derive(Debug)]
pub struct Visit {
    /// Their games and settings.
    pub home: Home,
    /// What the host offers them.
    pub host: Arc<dyn Host>,
    /// Clock and seeds; colours and glyphs are chosen by what their client says of itself.
    pub environment: Environment,
}

/// Tells an application that something has happened that it did not ask for: somebody else has acted in its room.
#[derive(Clone, Debug)]
pub struct News(Arc<Notify>);

impl News {
    pub(crate) fn of(notify: &Arc<Notify>) -> Self {
        Self(notify.clone())
    }

    /// There is something to be looked at. It may be said from anywhere, and as often as one likes.
    pub fn tell(&self) {
        self.0.notify_one();
    }
}

/// What a host offers every application: its clock and seeds, and nothing else of the machine.
#[must_use]
pub fn environment() -> Environment {
    Environment {
        depth: Depth::None,
        glyphs: GlyphSet::Ascii,
        theme: Theme::Dark,
        still: false,
        clock: keeper::now_seconds,
        fresh_seed: keeper::fresh_seed,
        user_folder: None,
        policy: Policy::default(),
        // It is done by the worker that plays the visitor's command.
        later: |task| task(),
    }
}
