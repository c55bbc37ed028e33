//! The host as its users meet it: the real program on loopback, websockets and requests.

mod client;
mod pages;
mod playing;
mod server;
