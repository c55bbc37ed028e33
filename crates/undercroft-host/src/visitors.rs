//! Visitors over SSH: the account of a key, the texts of an account, codes for the web, and rooms.

use crate::mirrors::{self, Seated};
use crate::rooms::{LEASE, told};
use crate::serve::Host;
use crate::{clock, random};
use app::{RoomInfo, WebCode, Wish};
use keeper::{Home, Shelf, Volume};
use kernel::Name;
use ledger::{AccountId, AccountShelf, Accounts as _, LedgerError, Millis, NodeId, ShelfPlan, Shelves as _};
use session::Session;
use ssh::{Arrival, Door, News, Visit, Visitors};
use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;
use tokio::runtime::Handle;

/// Maximum size of all texts of an account, in bytes.
const TEXTS_BYTES_MAX: i64 = 16 * 1024 * 1024;
/// How many minutes a sign-in code is valid.
const CODE_MINUTES: Millis = 10;
/// File name of the SSH host key.
const HOST_KEY: &str = "ssh_host_ed25519_key";

/// Starts the SSH server.
pub(crate) fn open(host: &Arc<Host>, node: NodeId, address: SocketAddr, data: &Path) -> Result<Door, String> {
    let key = ssh::host_key(&data.join(HOST_KEY))?;
    let desk = Desk { host: Arc::clone(host), node, runtime: Handle::current() };
    let failed = |error: io::Error| format!("{address} cannot be listened on: {error}.");
    Door::open(address, key, Arc::new(Welcome(Arc::new(desk))), ssh::Limits::default()).map_err(failed)
}

/// Access for visitors' threads, which may block.
struct Desk {
    host: Arc<Host>,
    node: NodeId,
    runtime: Handle,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

impl Desk {
    fn wait<T>(&self, work: impl Future<Output = ledger::Result<T>>) -> Result<T, LedgerError> {
        self.runtime.block_on(work)
    }

    fn shelf(&self, account: AccountId) -> Result<AccountShelf, LedgerError> {
        let plan = ShelfPlan {
            account,
            node: self.node.clone(),
            lease: LEASE,
            bytes_max: TEXTS_BYTES_MAX,
            clock: Arc::new(clock::now),
        };
        self.wait(self.host.ledger.shelf(plan))
    }
}

/// Admits visitors who are not blocked.
struct Welcome(Arc<Desk>);

impl Visitors for Welcome {
    fn arrive(&self, arrival: Arrival) -> Result<Visit, String> {
        let desk = &self.0;
        if let Some(why) = desk.host.blocked(arrival.address, None) {
            return Err(why.to_owned());
        }
        let account = desk.wait(desk.host.ledger.account_by_key(&arrival.key)).map_err(told)?;
        let texts = Arc::new(Texts::default());
        let mut name = None;
        if let Some(account) = account {
            if account.blocked {
                return Err("Your account is blocked.".to_owned());
            }
            let _ = desk.wait(desk.host.ledger.set_seen(&account.id, clock::now()));
            let shelf = desk.shelf(account.id.clone()).map_err(told)?;
            name = Some(account.name);
            let _ = texts.0.set((account.id, shelf));
        }
        let Arrival { key, address, news, .. } = arrival;
        let guest = Guest { desk: Arc::clone(desk), key, address, news, name, texts: Arc::clone(&texts) };
        let home = Home::at("", catalog::GAMES).on(texts);
        Ok(Visit { home, host: Arc::new(guest), environment: ssh::environment() })
    }
}

/// A visitor.
#[derive(Debug)]
struct Guest {
    desk: Arc<Desk>,
    key: String,
    address: IpAddr,
    news: News,
    name: Option<String>,
    texts: Arc<Texts>,
}

impl Guest {
    fn account(&self) -> Option<&AccountId> {
        self.texts.0.get().map(|(account, _)| account)
    }

    /// The name of the account as it is now: it may have been chosen during this visit.
    fn seated(&self) -> Result<Seated, String> {
        let id = self.account().ok_or("Choose a name first.")?;
        let account = self.desk.wait(self.desk.host.ledger.account(id)).map_err(told)?;
        let account = account.ok_or("Your account is gone.")?;
        let name = Name::new(&account.name).map_err(|refused| refused.0.into_owned())?;
        Ok(Seated { account: account.id, name, news: self.news.clone() })
    }
}

impl app::Host for Guest {
    fn name(&self) -> Option<String> {
        self.name.clone()
    }

    fn take_name(&self, name: &str) -> Result<(), String> {
        let name = Name::new(name).map_err(|refused| refused.0.into_owned())?;
        let ledger = &self.desk.host.ledger;
        let new = AccountId::new(&random::id()).map_err(told)?;
        let id = match self.desk.wait(ledger.create_account(&new, &name, &self.key, clock::now())) {
            Ok(()) => new,
            Err(LedgerError::Taken) => {
                match self.desk.wait(ledger.account_by_key(&self.key)).map_err(told)? {
                    // The same key has chosen its name in another window meanwhile.
                    Some(account) => account.id,
                    None => return Err("Somebody else has that name.".to_owned()),
                }
            }
            Err(why) => return Err(told(why)),
        };
        let shelf = self.desk.shelf(id.clone()).map_err(told)?;
        let _ = self.texts.0.set((id, shelf));
        Ok(())
    }

    fn web_code(&self) -> Result<WebCode, String> {
        let Some((id, _)) = self.texts.0.get() else { return Err("Choose a name first.".to_owned()) };
        let code = random::code();
        let expires = clock::now() + CODE_MINUTES * 60 * 1000;
        self.desk.wait(self.desk.host.ledger.create_code(id, &code, expires)).map_err(told)?;
        let about = format!(
            "Type it on the page /signin of this host. It works once, for {CODE_MINUTES} minutes; whoever knows it \
             until then can sign in as you."
        );
        Ok(WebCode { code, about })
    }

    fn rooms(&self) -> Vec<RoomInfo> {
        let list = mirrors::list(&self.desk.host, self.account());
        self.desk.runtime.block_on(list)
    }

    fn enter(&self, wish: Wish) -> Result<Box<dyn Session>, String> {
        let entered = mirrors::enter(&self.desk.host, self.seated()?, wish);
        self.desk.runtime.block_on(entered)
    }

    fn expelled(&self) -> Option<String> {
        self.desk.host.blocked(self.address, self.account()).map(str::to_owned)
    }
}

/// The texts of a visitor; empty before they have a name.
#[derive(Debug, Default)]
struct Texts(OnceLock<(AccountId, AccountShelf)>);

impl Texts {
    fn shelf(&self) -> io::Result<&AccountShelf> {
        self.0.get().map(|(_, shelf)| shelf).ok_or_else(|| ErrorKind::NotFound.into())
    }
}

impl Shelf for Texts {
    fn list(&self, below: &Path) -> Vec<PathBuf> {
        self.shelf().map(|shelf| shelf.list(below)).unwrap_or_default()
    }

    fn open(&self, name: &Path) -> io::Result<Box<dyn Volume>> {
        self.shelf()?.open(name)
    }

    fn start(&self, name: &Path, text: &str, unique: bool) -> io::Result<Box<dyn Volume>> {
        self.shelf()?.start(name, text, unique)
    }

    fn read(&self, name: &Path) -> io::Result<Vec<u8>> {
        self.shelf()?.read(name)
    }

    fn write(&self, name: &Path, text: &[u8]) -> io::Result<()> {
        self.shelf()?.write(name, text)
    }

    fn written(&self, name: &Path) -> Option<SystemTime> {
        self.shelf().ok()?.written(name)
    }

    fn remove(&self, name: &Path) -> io::Result<()> {
        self.shelf()?.remove(name)
    }
}
