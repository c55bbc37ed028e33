//! The server with real connections: clients in this process, and the machine's `ssh` if there is one.

mod openssh;
mod playing;
mod refusals;
mod slow;
mod stand;
