//! What a host offers the people who visit it, beside the games: a name and a way to sign in on the web.

use std::fmt::Debug;
use std::sync::Arc;

/// What a host offers one visitor. It may take as long as keeping a command does.
pub trait Host: Debug + Send + Sync {
    /// The name the visitor plays under; nothing before they have chosen one.
    fn name(&self) -> Option<String>;

    /// Gives the visitor a name.
    ///
    /// # Errors
    /// A sentence, when it is no name or somebody else has it.
    fn take_name(&self, name: &str) -> Result<(), String>;

    /// A code that signs the visitor in on the web, once, and the sentences that say so.
    ///
    /// # Errors
    /// A sentence, when there is none.
    fn web_code(&self) -> Result<WebCode, String>;
}

/// A code to sign in with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebCode {
    /// The code.
    pub code: String,
    /// Where it is to be typed, and for how long it can be.
    pub about: String,
}

/// A host and the name under which somebody came to it.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    pub(crate) host: Arc<dyn Host>,
    /// The name the visitor plays under, once they have one.
    pub(crate) name: Option<String>,
    /// What the client called its user. It says nothing about who it is.
    pub(crate) login: String,
}
