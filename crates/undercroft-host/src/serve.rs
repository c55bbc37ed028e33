//! `undercroft-host serve`: listeners, background work, and shutdown.

use crate::args::Serving;
use crate::budget::Budget;
use crate::limits::{Limits, Net, address_of};
use crate::metrics::Metrics;
use crate::page::Page;
use crate::rooms::Rooms;
use crate::verify::{self, Payers};
use crate::writer::{self, Writer};
use crate::{api, assets, boards, clock, pages, people, play, random, replays, seeds, uploads, visitors};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ledger::{AccountId, Accounts as _, AddressRange, Database, Grouping, Moderation as _, NodeId, RunHash};
use serde_json::json;
use std::collections::HashSet;
use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::{Notify, Semaphore};
use tokio::time::{interval, sleep, timeout};
use tower_service::Service as _;

/// Maximum number of connections of all kinds.
const CONNECTIONS_MAX: usize = 16_384;
/// How long a client may take to send the head of a request.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);
/// How long a request may take, its body included.
const REQUEST_PATIENCE: Duration = Duration::from_secs(30);
/// Grace period for clients to read the closing message.
const FAREWELL: Duration = Duration::from_secs(3);
/// Maximum number of runs replayed at once for pages.
const LOOKS: usize = 2;
/// How often leases are renewed and moderators' lists are read.
const REFRESH_SECONDS: u64 = 10;
/// The websocket.
const PLAY: &str = "/api/v1/play";
/// How often expired data is deleted.
const FORGET_SECONDS: u64 = 600;
/// Size of the buffers for a request's head and for its answer.
const BUFFER_BYTES: usize = 16 * 1024;

/// State shared by all requests.
pub(crate) struct Host {
    pub(crate) rooms: Rooms,
    pub(crate) ledger: Database,
    /// Notified when a run is queued for verification.
    pub(crate) queued: Notify,
    pub(crate) payers: Payers,
    pub(crate) budget: Arc<Budget>,
    /// Limits the number of concurrent verifications.
    pub(crate) workers: Semaphore,
    /// Limits the number of runs replayed for pages, because each takes processor time.
    pub(crate) looks: Semaphore,
    /// What moderators have blocked.
    blocked: RwLock<Blocked>,
    pub(crate) limits: Limits,
    pub(crate) metrics: &'static Metrics,
    pub(crate) trust_proxy: bool,
    pub(crate) web: Option<PathBuf>,
    pub(crate) began: Instant,
    /// Where SSH clients connect.
    ssh: OnceLock<SocketAddr>,
}

/// What moderators have blocked, as it was read last.
#[derive(Default)]
struct Blocked {
    ranges: Vec<AddressRange>,
    accounts: HashSet<AccountId>,
}

/// The peer address of a connection.
#[derive(Clone, Copy)]
struct Peer(IpAddr);

/// The address of whoever makes a request.
#[derive(Clone, Copy)]
pub(crate) struct Address(pub(crate) IpAddr);

/// Serves until a signal asks to stop.
pub(crate) fn run(serving: Serving) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("No threads can be started: {error}."))?;
    raise_file_limit();
    let done = runtime.block_on(serve(serving));
    // What still waits for a stalled reader is abandoned.
    runtime.shutdown_timeout(Duration::from_millis(200));
    done
}

async fn serve(serving: Serving) -> Result<(), String> {
    let metrics: &'static Metrics = Box::leak(Box::default());
    let ledger = open_ledger(&serving.data, serving.database.as_deref()).await?;
    let (writer, jobs) = Writer::new();
    let (over, overs) = unbounded_channel();
    let writing = tokio::spawn(writer::write(jobs, ledger.clone(), metrics, over));
    let node = node(&serving.data)?;
    let budget = Arc::new(Budget::default());
    let host = Arc::new(Host {
        rooms: Rooms::new(writer, ledger.clone(), node.clone(), metrics, Arc::clone(&budget)),
        ledger: ledger.clone(),
        queued: Notify::new(),
        payers: Payers::default(),
        budget,
        workers: Semaphore::new(verify::WORKERS),
        looks: Semaphore::new(LOOKS),
        blocked: RwLock::default(),
        limits: Limits::new(serving.guest_games),
        metrics,
        trust_proxy: serving.trust_proxy,
        web: serving.web.clone().filter(|folder| has_page(folder)),
        began: Instant::now(),
        ssh: OnceLock::new(),
    });
    host.refresh().await;
    let (http, http_at) = listen(serving.http).await?;
    let (figures, figures_at) = listen(serving.metrics).await?;
    let ssh = Arc::new(visitors::open(&host, node, serving.ssh, &serving.data)?);
    let ssh_at = ssh.address();
    let _ = host.ssh.set(ssh_at);
    let mut stop = Stop::new()?;
    println!("ready http={http_at} ssh={ssh_at} metrics={figures_at}");
    let _ = std::io::stdout().flush();

    let accepting = [
        tokio::spawn(accept(http, router(Arc::clone(&host)), Arc::clone(&host))),
        tokio::spawn(accept(figures, figures_router(Arc::clone(&host)), Arc::clone(&host))),
        tokio::spawn(tick(Arc::clone(&host), Arc::clone(&ssh))),
        tokio::spawn(verify::take_over(Arc::clone(&host), overs)),
    ];
    tokio::spawn(verify::work(Arc::clone(&host)));
    let reopening = Arc::clone(&host);
    tokio::spawn(async move { reopening.rooms.open_again().await });
    stop.wait().await;
    host.rooms.drain();
    // Games over SSH are closed while other clients read the end.
    let seen_out = tokio::spawn(async move { ssh.close(FAREWELL).await });
    let until = Instant::now() + FAREWELL;
    while (host.metrics.sockets.get() > 0 || !host.rooms.is_drained()) && Instant::now() < until {
        sleep(Duration::from_millis(20)).await;
    }
    let _ = seen_out.await;
    accepting.iter().for_each(tokio::task::JoinHandle::abort);
    writing.abort();
    ledger.close().await.map_err(|why| why.to_string())
}

/// Whether a folder holds the browser edition. A host does without one.
fn has_page(folder: &Path) -> bool {
    let there = folder.join("index.html").is_file();
    if !there {
        eprintln!("{} does not hold the browser edition; it is not served.", folder.display());
    }
    there
}

/// Opens the given database, or a file in the data folder.
pub(crate) async fn open_ledger(data: &Path, url: Option<&str>) -> Result<Database, String> {
    std::fs::create_dir_all(data).map_err(|error| format!("{}: {error}", data.display()))?;
    let file = format!("sqlite:{}", data.join("undercroft.db").display());
    Database::open(url.unwrap_or(&file), Grouping::default()).await.map_err(|why| why.to_string())
}

/// The name of this host in its database; it owns its games again after a restart.
fn node(data: &Path) -> Result<NodeId, String> {
    let path = data.join("node");
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    match std::fs::read_to_string(&path) {
        Ok(text) => NodeId::new(text.trim()).map_err(|_| format!("{} is damaged.", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let id = random::id();
            std::fs::write(&path, &id).map_err(failed)?;
            NodeId::new(&id).map_err(|why| why.to_string())
        }
        Err(error) => Err(failed(error)),
    }
}

impl Host {
    /// Charges whoever sent a run.
    pub(crate) fn charge(&self, run: &RunHash, took: Duration) {
        if let Some(payer) = self.payers.take(run) {
            self.budget.charge(payer, took);
        }
    }

    /// Reads what moderators have changed, and does periodic work.
    async fn refresh(&self) {
        let (ranges, accounts) =
            (self.ledger.blocked_ranges(clock::now()).await, self.ledger.blocked_accounts().await);
        if let (Ok(ranges), Ok(accounts)) = (ranges, accounts) {
            let blocked = Blocked { ranges, accounts: accounts.into_iter().collect() };
            *self.blocked.write().unwrap_or_else(PoisonError::into_inner) = blocked;
        }
        self.rooms.renew().await;
        seeds::publish(&self.ledger).await;
    }

    /// The command with which whoever reads a page connects by SSH; nothing if they cannot.
    pub(crate) fn ssh_command(&self, headers: &HeaderMap) -> Option<String> {
        let ssh = self.ssh.get()?;
        let authority: Authority = headers.get(header::HOST)?.to_str().ok()?.parse().ok()?;
        let name = authority.host().trim_matches(['[', ']']);
        let is_local = name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback());
        (is_local || !ssh.ip().is_loopback()).then(|| format!("ssh -p {} {name}", ssh.port()))
    }

    /// Why somebody is not let in, or has to go; nothing for everybody else.
    pub(crate) fn blocked(&self, address: IpAddr, account: Option<&AccountId>) -> Option<&'static str> {
        let blocked = self.blocked.read().unwrap_or_else(PoisonError::into_inner);
        if account.is_some_and(|account| blocked.accounts.contains(account)) {
            return Some("Your account is blocked.");
        }
        blocked.ranges.iter().any(|range| range.contains(address)).then_some("Your address is blocked.")
    }
}

async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), String> {
    let failed = |error| format!("{address} cannot be listened on: {error}.");
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

async fn tick(host: Arc<Host>, ssh: Arc<ssh::Door>) {
    let mut seconds = interval(Duration::from_secs(1));
    for second in 1_u64.. {
        seconds.tick().await;
        if second.is_multiple_of(REFRESH_SECONDS) {
            host.refresh().await;
        }
        if second.is_multiple_of(FORGET_SECONDS) {
            let _ = host.ledger.forget_expired(clock::now()).await;
        }
        host.rooms.tick();
        host.limits.forget();
        host.metrics.ssh.set(i64::try_from(ssh.figures().visitors).unwrap_or(i64::MAX));
    }
}

fn router(host: Arc<Host>) -> Router {
    Router::new()
        .merge(pages::routes())
        .merge(api::routes())
        .merge(boards::routes())
        .merge(people::routes())
        .merge(replays::routes())
        .merge(uploads::routes())
        .merge(assets::routes())
        .route(PLAY, get(play::upgrade))
        .fallback(pages::nothing)
        .layer(from_fn_with_state(Arc::clone(&host), guard))
        .with_state(host)
}

fn figures_router(host: Arc<Host>) -> Router {
    let text = |State(host): State<Arc<Host>>| async move {
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], host.metrics.text())
    };
    Router::new().route("/metrics", get(text)).with_state(host)
}

/// Middleware for every request: limits before it, headers after it.
async fn guard(State(host): State<Arc<Host>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
    let address = address_of(peer, request.headers(), host.trust_proxy);
    if let Some(why) = host.blocked(address, None) {
        return (StatusCode::FORBIDDEN, format!("{why}\n")).into_response();
    }
    let net = Net::of(address);
    let free = matches!(request.uri().path(), "/healthz" | "/readyz");
    if !free && !host.limits.request(net) {
        host.metrics.limited.add(1);
        let wait = [(header::RETRY_AFTER, "5")];
        return (StatusCode::TOO_MANY_REQUESTS, wait, "Too many requests from your address.\n")
            .into_response();
    }
    // A page of another site may look, but it may not act in a visitor's name.
    let acts = !request.method().is_safe() || request.headers().contains_key(header::UPGRADE);
    if acts && !is_same_origin(request.headers(), host.trust_proxy) {
        return (StatusCode::FORBIDDEN, "This page belongs to another site.\n").into_response();
    }
    let browser = request.uri().path().starts_with("/browser/");
    let (path, method) = (request.uri().path().to_owned(), request.method().clone());
    request.extensions_mut().insert(net);
    request.extensions_mut().insert(Address(address));
    let mut response = match timeout(REQUEST_PATIENCE, next.run(request)).await {
        Ok(response) => plain_words(response, &path, &method),
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "Your request takes too long.\n").into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = if browser { assets::BROWSER_POLICY } else { POLICY };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    // Pages change all the time, and some show who is signed in.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-cache"));
    response
}

/// What is refused before a handler sees it (a wrong method, an address or a form that cannot be read) gets a page or JSON
/// of this host.
fn plain_words(response: Response, path: &str, method: &Method) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_own = kind.is_some_and(|kind| !kind.starts_with("text/plain"));
    let why = match status {
        _ if is_own => return response,
        StatusCode::METHOD_NOT_ALLOWED => format!("{method} is not possible here."),
        StatusCode::NOT_FOUND => "There is no such page.".to_owned(),
        StatusCode::BAD_REQUEST if path == PLAY => "Connect here with a websocket.".to_owned(),
        StatusCode::BAD_REQUEST => "This address is not understood.".to_owned(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE | StatusCode::UNPROCESSABLE_ENTITY => {
            "This form is not understood.".to_owned()
        }
        _ => return response,
    };
    let own = match path.starts_with("/api/") {
        true => (status, Json(json!({ "error": why }))).into_response(),
        false => Page::failure(status, &why),
    };
    let (mut parts, _) = response.into_parts();
    let (written, body) = own.into_parts();
    // The length is that of the new body.
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.extend(written.headers);
    Response::from_parts(parts, body)
}

/// True when the page that makes a request is one of this host, or when no page makes it. Browsers name the page's origin
/// in every request that acts; programs name none.
fn is_same_origin(headers: &HeaderMap, trust_proxy: bool) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if !headers.contains_key(header::ORIGIN) {
        return true;
    }
    let Some((_, origin)) = text("origin").and_then(|origin| origin.split_once("://")) else { return false };
    // A proxy may write its own name into Host and pass the visitor's on.
    let forwarded = text("x-forwarded-host").filter(|_| trust_proxy);
    [text("host"), forwarded].into_iter().flatten().any(|host| host.eq_ignore_ascii_case(origin))
}

/// Pages may load only what this host serves.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Takes connections. One address gets a limited number of them, and one that sends no request in time is closed.
async fn accept(listener: TcpListener, router: Router, host: Arc<Host>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let (stream, from) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(_) => {
                // Out of file handles: wait until a connection ends.
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Behind a proxy all connections come from the proxy, which has limits of its own.
        let own =
            if host.trust_proxy { None } else { Some(host.limits.connections.take(Net::of(from.ip()))) };
        if matches!(own, Some(None)) {
            host.metrics.limited.add(1);
            continue;
        }
        let router = router.clone();
        tokio::spawn(async move {
            connection(stream, from.ip(), router).await;
            drop((place, own));
        });
    }
}

async fn connection(stream: TcpStream, peer: IpAddr, router: Router) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        router.clone().call(request.map(Body::new))
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_PATIENCE).max_buf_size(BUFFER_BYTES);
    let _ = builder.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
}

/// The signals that ask to stop.
struct Stop {
    #[cfg(unix)]
    term: tokio::signal::unix::Signal,
}

impl Stop {
    fn new() -> Result<Self, String> {
        Ok(Self {
            #[cfg(unix)]
            term: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
                .map_err(|error| format!("Signals cannot be received: {error}."))?,
        })
    }

    async fn wait(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.term.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Raises the limit for open files as far as the system allows: the usual 1,024 are too few for a host.
pub(crate) fn raise_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
