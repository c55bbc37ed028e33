//! The host from the outside: the real program on loopback, with websockets and requests.

mod boards;
mod browsers;
mod client;
#[path = "../../../front-web/tests/browser/devtools.rs"]
#[allow(dead_code, reason = "the driver of the browser's tests, which use more of it")]
mod devtools;
mod hostile;
mod keeping;
mod moderating;
mod over_ssh;
mod pages;
mod playing;
mod secrets;
mod server;
mod strangers;
mod together;
