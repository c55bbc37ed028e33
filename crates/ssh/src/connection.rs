//! An SSH connection at the protocol level: authentication, requests, refusals.

use crate::gate::Pass;
use crate::sitting::{Context, Event, Way, sit};
use crate::stage::Stage;
use crate::visit::{Arrival, News};
use crate::wishes::{Wishes, usable};
use russh::keys::HashAlg;
use russh::server::{Auth, ChannelOpenHandle, Handler, Msg, Session, VerifiedPublicKey};
use russh::{Channel, ChannelId, Error, Pty};
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::{Notify, mpsc, watch};

/// The banner shown before signing in.
const BANNER: &str = "Undercroft: your key is your account (Ed25519 or ECDSA; make one with ssh-keygen). There are no passwords, \
                      commands, files or forwarding here.\r\n";
const NO_TERMINAL: &str = "Undercroft needs a terminal: connect with ssh -t.";
const NO_COMMANDS: &str = "No commands are run here: connect without one to play.";
const NO_FILES: &str = "There are no files here: connect with ssh to play.";

/// Maximum number of reports waiting for the visit.
const EVENTS: usize = 2;

/// A connection.
pub(crate) struct Connection {
    context: Arc<Context>,
    pass: Pass,
    address: IpAddr,
    stage: Arc<watch::Sender<Stage>>,
    key: String,
    login: String,
    /// Why this key may not play now.
    refusal: Option<String>,
    /// Its only channel.
    channel: Option<ChannelId>,
    wishes: Wishes,
    /// The way to the visit, once it has begun.
    events: Option<mpsc::Sender<Event>>,
}

impl Connection {
    pub(crate) fn new(
        context: Arc<Context>,
        pass: Pass,
        address: IpAddr,
        stage: Arc<watch::Sender<Stage>>,
    ) -> Self {
        let (key, login) = (String::new(), String::new());
        let wishes = Wishes::default();
        Self { context, pass, address, stage, key, login, refusal: None, channel: None, wishes, events: None }
    }

    /// Whether the visit has not begun yet, and this is its channel.
    fn is_asking(&self, channel: ChannelId) -> bool {
        self.channel == Some(channel) && *self.stage.borrow() < Stage::Seated
    }

    /// Sends one sentence and closes the channel.
    fn refuse(&self, channel: ChannelId, session: &mut Session, told: &str) -> Result<(), Error> {
        session.channel_success(channel)?;
        session.extended_data(channel, 1, format!("{}\r\n", app::printable(told)))?;
        session.exit_status_request(channel, 1)?;
        session.eof(channel)?;
        session.close(channel)?;
        self.stage.send_replace(Stage::Over);
        Ok(())
    }

    async fn report(&self, channel: ChannelId, event: Event) {
        if let Some(events) = self.events.as_ref().filter(|_| self.channel == Some(channel)) {
            // A visit that has ended receives nothing more.
            let _ = events.send(event).await;
        }
    }
}

impl Handler for Connection {
    type Error = Error;

    async fn authentication_banner(&mut self) -> Result<Option<String>, Error> {
        Ok(Some(BANNER.to_owned()))
    }

    async fn auth_publickey(&mut self, user: &str, key: VerifiedPublicKey<'_>) -> Result<Auth, Error> {
        self.key = key.public_key.fingerprint(HashAlg::Sha256).to_string();
        self.login = user.chars().take(64).collect();
        Ok(Auth::Accept)
    }

    async fn auth_succeeded(&mut self, _: &mut Session) -> Result<(), Error> {
        self.refusal = self.pass.sign_in(&self.key).err();
        self.stage.send_replace(Stage::SignedIn);
        Ok(())
    }

    async fn channel_open_session(
        &mut self,
        channel: Channel<Msg>,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Result<(), Error> {
        // A second channel is refused by dropping the reply, like every other kind of channel.
        if self.channel.is_none() {
            self.channel = Some(channel.id());
            reply.accept().await;
        }
        Ok(())
    }

    async fn pty_request(
        &mut self,
        channel: ChannelId,
        term: &str,
        cols: u32,
        rows: u32,
        _: u32,
        _: u32,
        _: &[(Pty, u32)],
        session: &mut Session,
    ) -> Result<(), Error> {
        if !self.is_asking(channel) {
            return session.channel_failure(channel);
        }
        self.wishes.terminal(term, cols, rows);
        session.channel_success(channel)
    }

    async fn env_request(
        &mut self,
        channel: ChannelId,
        name: &str,
        value: &str,
        session: &mut Session,
    ) -> Result<(), Error> {
        if self.is_asking(channel) && self.wishes.variable(name, value) {
            session.channel_success(channel)
        } else {
            session.channel_failure(channel)
        }
    }

    async fn shell_request(&mut self, channel: ChannelId, session: &mut Session) -> Result<(), Error> {
        if !self.is_asking(channel) {
            return session.channel_failure(channel);
        }
        if let Some(why) = self.refusal.take() {
            return self.refuse(channel, session, &why);
        }
        if self.wishes.size.is_none() {
            return self.refuse(channel, session, NO_TERMINAL);
        }
        session.channel_success(channel)?;
        self.stage.send_replace(Stage::Seated);
        let (sender, events) = mpsc::channel(EVENTS);
        self.events = Some(sender);
        let news = Arc::new(Notify::new());
        let arrival = Arrival {
            key: self.key.clone(),
            address: self.address,
            login: self.login.clone(),
            news: News::of(&news),
        };
        let way = Way { handle: session.handle(), channel };
        let (context, stage, wishes) = (self.context.clone(), self.stage.clone(), self.wishes.clone());
        tokio::spawn(async move {
            sit(context, way, events, arrival, news, wishes).await;
            stage.send_replace(Stage::Over);
        });
        Ok(())
    }

    async fn exec_request(
        &mut self,
        channel: ChannelId,
        _: &[u8],
        session: &mut Session,
    ) -> Result<(), Error> {
        if self.is_asking(channel) {
            self.refuse(channel, session, NO_COMMANDS)
        } else {
            session.channel_failure(channel)
        }
    }

    async fn subsystem_request(
        &mut self,
        channel: ChannelId,
        _: &str,
        session: &mut Session,
    ) -> Result<(), Error> {
        if self.is_asking(channel) {
            self.refuse(channel, session, NO_FILES)
        } else {
            session.channel_failure(channel)
        }
    }

    async fn x11_request(
        &mut self,
        channel: ChannelId,
        _: bool,
        _: &str,
        _: &str,
        _: u32,
        session: &mut Session,
    ) -> Result<(), Error> {
        session.channel_failure(channel)
    }

    async fn window_change_request(
        &mut self,
        channel: ChannelId,
        cols: u32,
        rows: u32,
        _: u32,
        _: u32,
        _: &mut Session,
    ) -> Result<(), Error> {
        let (cols, rows) = usable(cols, rows);
        self.report(channel, Event::Size(cols, rows)).await;
        Ok(())
    }

    async fn data(&mut self, channel: ChannelId, data: &[u8], _: &mut Session) -> Result<(), Error> {
        self.report(channel, Event::Bytes(data.to_vec())).await;
        Ok(())
    }

    async fn channel_eof(&mut self, channel: ChannelId, _: &mut Session) -> Result<(), Error> {
        self.channel_close_of(channel);
        Ok(())
    }

    async fn channel_close(&mut self, channel: ChannelId, _: &mut Session) -> Result<(), Error> {
        self.channel_close_of(channel);
        Ok(())
    }
}

impl Connection {
    /// The client will send nothing more: the visit ends.
    fn channel_close_of(&mut self, channel: ChannelId) {
        if self.channel == Some(channel) {
            self.events = None;
        }
    }
}
