//! A host for tests, with a folder for every key, and a client that reads its screen.

use app::{Host, WebCode};
use keeper::Home;
use russh::client::{self, AuthResult};
use russh::keys::ssh_key::private::{Ed25519Keypair, KeypairData};
use russh::keys::{PrivateKey, PrivateKeyWithHashAlg};
use russh::{Channel, ChannelMsg};
use ssh::{Arrival, Door, Limits, Visit, Visitors};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::timeout;

/// Time limit for everything; generous, because test machines are busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The accounts of a host and their folders.
#[derive(Debug)]
pub(crate) struct People {
    folder: PathBuf,
    names: Mutex<BTreeMap<String, String>>,
}

impl People {
    /// The folder of a key.
    pub(crate) fn folder_of(&self, key: &str) -> PathBuf {
        self.folder.join(key.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_"))
    }

    /// The commands of the newest run of a game played with a key.
    pub(crate) fn kept(&self, key: &str, game: &str) -> Vec<String> {
        let runs = self.folder_of(key).join("runs").join(game);
        let mut runs: Vec<PathBuf> =
            std::fs::read_dir(runs).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        runs.retain(|path| path.extension().is_some_and(|extension| extension == "run"));
        runs.sort();
        let Some(path) = runs.pop() else { return Vec::new() };
        let (run, damage, _) = keeper::read_run(&path).unwrap();
        assert_eq!(damage, None);
        run.steps.into_iter().map(|step| step.text).collect()
    }
}

/// A visitor of the host.
#[derive(Debug)]
struct Guest {
    people: Arc<People>,
    key: String,
}

impl Host for Guest {
    fn name(&self) -> Option<String> {
        self.people.names.lock().unwrap().get(&self.key).cloned()
    }

    fn take_name(&self, name: &str) -> Result<(), String> {
        let mut names = self.people.names.lock().unwrap();
        if names.values().any(|other| other == name) {
            return Err(format!("Somebody else is called {name}."));
        }
        names.insert(self.key.clone(), name.to_owned());
        Ok(())
    }

    fn web_code(&self) -> Result<WebCode, String> {
        Ok(WebCode {
            code: "4711-abcd".to_owned(),
            about: "Type it on the page within five minutes.".to_owned(),
        })
    }
}

/// A host that admits everybody.
#[derive(Debug)]
struct Everybody(Arc<People>);

impl Visitors for Everybody {
    fn arrive(&self, arrival: Arrival) -> Result<Visit, String> {
        if arrival.login == "nobody" {
            return Err("Nobody\u{1b}[31m is not let in.".to_owned());
        }
        let home = Home::at(self.0.folder_of(&arrival.key), catalog::GAMES);
        let host = Arc::new(Guest { people: self.0.clone(), key: arrival.key });
        let environment = environment();
        Ok(Visit { home, host, environment })
    }
}

/// An environment without animations and with a fixed seed.
pub(crate) fn environment() -> app::Environment {
    app::Environment {
        still: true,
        clock: || 1_794_589_200,
        fresh_seed: || "tamariso".to_owned(),
        ..ssh::environment()
    }
}

/// A host.
pub(crate) struct House {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) people: Arc<People>,
    pub(crate) door: Option<Door>,
    /// The address of a proxy in front of the server, to connect to instead.
    pub(crate) valve: Option<std::net::SocketAddr>,
}

impl House {
    /// A host with generous limits.
    pub(crate) fn open() -> Self {
        Self::with(Limits { arrivals_a_minute: 10_000, ..Limits::default() })
    }

    pub(crate) fn with(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let people = People { folder: folder.path().join("homes"), names: Mutex::default() };
        let mut house = Self { folder, people: Arc::new(people), door: None, valve: None };
        house.reopen(limits);
        house
    }

    /// Starts the server, possibly again.
    pub(crate) fn reopen(&mut self, limits: Limits) {
        let key = ssh::host_key(&self.folder.path().join("host_key")).unwrap();
        let visitors = Arc::new(Everybody(self.people.clone()));
        self.door = Some(Door::open("127.0.0.1:0".parse().unwrap(), key, visitors, limits).unwrap());
    }

    pub(crate) fn address(&self) -> std::net::SocketAddr {
        self.valve.unwrap_or_else(|| self.door.as_ref().unwrap().address())
    }

    pub(crate) async fn close(&mut self) {
        self.door.take().unwrap().close(Duration::from_secs(10)).await;
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        let folder: &Path = self.folder.path();
        folder.join(name)
    }

    /// Waits until all connections are closed.
    pub(crate) async fn empties(&self) {
        let door = self.door.as_ref().unwrap();
        let empty = async {
            while door.figures().connections > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, empty).await.expect("everybody goes");
    }
}

/// The key with this number.
pub(crate) fn key(number: u8) -> PrivateKey {
    let data = KeypairData::Ed25519(Ed25519Keypair::from_seed(&[number; 32]));
    PrivateKey::new(data, "somebody").unwrap()
}

pub(crate) fn fingerprint(key: &PrivateKey) -> String {
    key.public_key().fingerprint(russh::keys::HashAlg::Sha256).to_string()
}

/// A client that trusts every host and records the banner.
#[derive(Clone, Default)]
pub(crate) struct Trusting(pub(crate) Arc<Mutex<String>>);

impl client::Handler for Trusting {
    type Error = russh::Error;

    async fn check_server_key(
        &mut self,
        _: &russh::keys::PublicKeyOrCertificate,
    ) -> Result<bool, russh::Error> {
        Ok(true)
    }

    async fn auth_banner(&mut self, banner: &str, _: &mut client::Session) -> Result<(), russh::Error> {
        self.0.lock().unwrap().push_str(banner);
        Ok(())
    }
}

/// A connection that has signed in.
pub(crate) async fn signed_in(house: &House, key: &PrivateKey, login: &str) -> client::Handle<Trusting> {
    let config = Arc::new(client::Config::default());
    let mut handle =
        client::connect(config, house.address(), Trusting::default()).await.expect("a connection");
    let key = PrivateKeyWithHashAlg::new(Arc::new(key.clone()), None);
    let answer = handle.authenticate_publickey(login, key).await.expect("an answer");
    assert!(matches!(answer, AuthResult::Success));
    handle
}

/// A remote terminal.
pub(crate) struct Client {
    pub(crate) handle: client::Handle<Trusting>,
    pub(crate) channel: Channel<client::Msg>,
    pub(crate) screen: vt100::Parser,
    /// Text sent beside the screen.
    pub(crate) told: String,
    pub(crate) status: Option<u32>,
    pub(crate) closed: bool,
    /// Number of bytes received.
    pub(crate) bytes: usize,
}

/// Environment variables sent by test clients.
pub(crate) const COLOURFUL: [(&str, &str); 2] = [("COLORTERM", "truecolor"), ("LANG", "en_GB.UTF-8")];

impl Client {
    /// Connects with a terminal of 80 by 24; the first screen has not arrived yet.
    pub(crate) async fn connect(house: &House, key: &PrivateKey) -> Self {
        Self::connect_as(house, key, "ann", &COLOURFUL, (80, 24)).await
    }

    pub(crate) async fn connect_as(
        house: &House,
        key: &PrivateKey,
        login: &str,
        variables: &[(&str, &str)],
        (cols, rows): (u16, u16),
    ) -> Self {
        let handle = signed_in(house, key, login).await;
        let channel = handle.channel_open_session().await.unwrap();
        channel
            .request_pty(false, "xterm-256color", u32::from(cols), u32::from(rows), 0, 0, &[])
            .await
            .unwrap();
        for (name, value) in variables {
            channel.set_env(false, *name, *value).await.unwrap();
        }
        channel.request_shell(false).await.unwrap();
        let screen = vt100::Parser::new(rows, cols, 0);
        Self { handle, channel, screen, told: String::new(), status: None, closed: false, bytes: 0 }
    }

    /// Handles the next message; false when there is none.
    pub(crate) async fn hear(&mut self) -> bool {
        let message = self.channel.wait().await;
        match message {
            Some(ChannelMsg::Data { data }) => {
                self.bytes += data.len();
                self.screen.process(&data);
            }
            Some(ChannelMsg::ExtendedData { data, .. }) => {
                self.told.push_str(&String::from_utf8_lossy(&data))
            }
            Some(ChannelMsg::ExitStatus { exit_status }) => self.status = Some(exit_status),
            Some(_) => {}
            None => self.closed = true,
        }
        !self.closed
    }

    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the client satisfies a condition.
    pub(crate) async fn until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        let waiting = async { while !holds(self) && self.hear().await {} };
        let waited = timeout(PATIENCE, waiting).await;
        assert!(waited.is_ok() && holds(self), "{what} does not come:\n{}\n{}", self.text(), self.told);
    }

    pub(crate) async fn shows(&mut self, wanted: &str) {
        self.until(wanted, |client| client.text().contains(wanted)).await;
    }

    pub(crate) async fn type_keys(&mut self, keys: &str) {
        self.channel.data_bytes(keys.as_bytes().to_vec()).await.unwrap();
    }

    /// Types keys one after the other, waiting for the text that each shows.
    pub(crate) async fn play(&mut self, keys: &[(&str, &str)]) {
        for (keys, shown) in keys {
            self.type_keys(keys).await;
            self.shows(shown).await;
        }
    }

    /// Waits for the end of the channel.
    pub(crate) async fn ends(&mut self) {
        self.until("the end", |client| client.closed).await;
    }
}

/// Waits until nothing has arrived for a moment.
pub(crate) async fn settle(client: &mut Client) {
    while timeout(Duration::from_millis(150), client.hear()).await.unwrap_or(false) {}
}
