//! What a host offers its visitors besides the games: a name, and a way to sign in on the web.

use std::fmt::Debug;
use std::sync::Arc;

/// A host, for one visitor. Calls may take as long as saving a command.
pub trait Host: Debug + Send + Sync {
    /// The visitor's name; `None` before they have chosen one.
    fn name(&self) -> Option<String>;

    /// Gives the visitor a name.
    ///
    /// # Errors
    /// A sentence, when the name is invalid or taken.
    fn take_name(&self, name: &str) -> Result<(), String>;

    /// A code that signs the visitor in on the web, once, with the sentences that explain it.
    ///
    /// # Errors
    /// A sentence, when there is none.
    fn web_code(&self) -> Result<WebCode, String>;
}

/// A sign-in code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebCode {
    /// The code.
    pub code: String,
    /// Where to type it, and for how long it is valid.
    pub about: String,
}

/// A host and its visitor.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    pub(crate) host: Arc<dyn Host>,
    /// The visitor's name, once they have one.
    pub(crate) name: Option<String>,
    /// The user name sent by the client. It identifies nobody.
    pub(crate) login: String,
}
