//! The host as its users meet it: the real program on loopback, websockets and requests.

mod boards;
mod client;
mod hostile;
mod keeping;
mod moderating;
mod pages;
mod playing;
mod server;
mod together;
