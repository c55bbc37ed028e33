//! The door with real connections: clients in this process, and the `ssh` of the machine where it has one.

mod openssh;
mod playing;
mod refusals;
mod slow;
mod stand;
