//! What the host decides about visitors, and what it provides.

use app::{Depth, Environment, GlyphSet, Host, Policy, Theme};
use keeper::Home;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::Notify;

/// The host's decisions about visitors.
pub trait Visitors: Send + Sync + 'static {
    /// Called when a visitor has proved to have a key. It may wait for the host's storage.
    ///
    /// # Errors
    /// One sentence, when the visitor is not admitted.
    fn arrive(&self, arrival: Arrival) -> Result<Visit, String>;
}

/// A visitor who arrives.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The fingerprint of their key, as shown by `ssh-keygen -l`: `SHA256:…`. It is their identity.
    pub key: String,
    /// The address they connect from.
    pub address: IpAddr,
    /// The user name sent by their client; it identifies nobody.
    pub login: String,
    /// Wakes the application when something happened elsewhere.
    pub news: News,
}

/// What a visitor gets.
#[derive(Debug)]
pub struct Visit {
    /// Their games and settings.
    pub home: Home,
    /// The host's services for them.
    pub host: Arc<dyn Host>,
    /// Clock and seeds; colours and glyphs are chosen by what their client reports.
    pub environment: Environment,
}

/// Notifies an application that something happened elsewhere: another player acted in its room.
#[derive(Clone, Debug)]
pub struct News(Arc<Notify>);

impl News {
    pub(crate) fn of(notify: &Arc<Notify>) -> Self {
        Self(notify.clone())
    }

    /// Notifies the application. May be called from anywhere, any number of times.
    pub fn tell(&self) {
        self.0.notify_one();
    }
}

/// The environment of every visitor: clock and seeds, and nothing else of the machine.
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
        // Runs on the worker that plays the visitor's command.
        later: |task| task(),
    }
}
