//! The whole application over SSH, for a host: the key is the account, and every visitor has a screen of
//! their own.
//!
//! A visitor costs three tasks and some memory, no thread, process or file. Commands are played on a few
//! workers, because they wait until they are saved; an inactive visitor takes no time. Nobody is sent more
//! than they read: a slow client gets the newest frame, not those before it.
//!
//! It knows neither games nor storage: the host gives each visitor a home ([`Visitors`]).

mod connection;
mod door;
mod gate;
mod host_key;
mod line;
mod player;
mod sitting;
mod stage;
mod visit;
mod wishes;

pub use door::{Door, Figures};
pub use gate::Limits;
pub use host_key::host_key;
pub use russh::keys::PrivateKey;
pub use visit::{Arrival, News, Visit, Visitors, environment};
