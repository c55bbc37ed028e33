//! Verification: replays runs, a few at a time, and puts the results on the boards.
//!
//! Nothing a run claims is believed, not even where it was played: the class *live* requires that its text
//! equals that of a game of this host, byte for byte.

use crate::budget::{Payer, cpu_time};
use crate::clock;
use crate::game::{PLAYER, ROOM, about};
use crate::room::Room;
use crate::serve::Host;
use kernel::{EDITION, Name, Options};
use ledger::{
    Accounts as _, Boards as _, Challenges as _, Claim, Class, GameId, GameRow, Games as _, Hold, Privacy,
    RunHash, Runs as _, SealId, Verdict,
};
use session::{Entry, Header, Proved, Proving, Run, Seating};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;

/// Maximum number of runs verified at once; players have precedence.
pub(crate) const WORKERS: usize = 1;
/// Maximum number of runs claimed at once; most of them wait for their turn or for a commit.
const JUDGED: usize = 64;
/// Processor time for one run, unless whoever sent it has less left.
const RUN_BUDGET: Duration = Duration::from_secs(20);
/// Number of commands between two checks of the time.
const SLICE: usize = 256;
/// How long a claim lasts.
const CLAIM: ledger::Millis = 120_000;
/// A run that a worker has died over this many times is not tried again.
const TRIES_MAX: i64 = 3;
/// How often the queue is checked without a notification.
const LOOK: Duration = Duration::from_secs(5);

/// The editions with boards.
pub(crate) const CLASSIC: &str = "classic";
pub(crate) const UNDERCROFT: &str = "undercroft";
/// The challenge of a day.
pub(crate) const DAILY: &str = "daily";
/// Only these have boards; other runs are verified but not ranked.
pub(crate) const EDITIONS: [&str; 3] = [CLASSIC, UNDERCROFT, DAILY];
const CUSTOM: &str = "custom";

/// The result of replaying a run.
pub(crate) struct Found {
    pub(crate) good: bool,
    pub(crate) sentence: String,
    pub(crate) header: Header,
    edition: &'static str,
    score: i64,
    turns: i64,
    marks: Vec<&'static str>,
    ended: bool,
    /// The processor time it took.
    pub(crate) took: Duration,
}

/// Verifies queued runs as long as the host lives. When many are queued it claims many at once, so that it
/// does not wait for a commit each time.
pub(crate) async fn work(host: Arc<Host>) {
    let places = Arc::new(Semaphore::new(JUDGED));
    let mut wanted = 1;
    loop {
        let mut claims = JoinSet::new();
        for _ in 0..wanted {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let host = Arc::clone(&host);
            claims.spawn(async move { (claim(&host).await, place) });
        }
        let mut all = true;
        while let Some(Ok((claim, place))) = claims.join_next().await {
            let Some(claim) = claim else {
                all = false;
                continue;
            };
            let host = Arc::clone(&host);
            tokio::spawn(async move {
                judge(&host, claim).await;
                drop(place);
            });
        }
        wanted = if all { (2 * wanted).min(JUDGED / 2) } else { 1 };
        if !all {
            let _ = timeout(LOOK, host.queued.notified()).await;
        }
    }
}

async fn claim(host: &Host) -> Option<Claim> {
    let now = clock::now();
    host.ledger.claim_run(now, now + CLAIM).await.ok().flatten()
}

/// Closes the games that are over.
pub(crate) async fn take_over(host: Arc<Host>, mut over: UnboundedReceiver<(Arc<Room>, Hold)>) {
    while let Some((room, hold)) = over.recv().await {
        let host = Arc::clone(&host);
        tokio::spawn(async move {
            close(&host, &room, hold).await;
            room.set_gone();
        });
    }
}

/// Queues the run of a game that is over, closes the game and publishes its seed. In this order nothing is forgotten
/// when the process dies in between: a game that was not closed is closed after the next start.
async fn close(host: &Host, room: &Room, hold: Hold) {
    let facts = &room.facts;
    let (ledger, now) = (&host.ledger, clock::now());
    if facts.privacy != Privacy::Private
        && let Ok(text) = ledger.game_text(&facts.id, 0).await
        && let Err(why) = ledger.upload(text.into_bytes(), facts.owner.as_ref(), now).await
    {
        crate::rooms::told(why);
    }
    if let Err(why) = ledger.close_game(hold, now, "over").await {
        crate::rooms::told(why);
    }
    host.queued.notify_one();
    if let Some(seal) = &facts.seal {
        // The seed of a daily game stays sealed until its day is over.
        let _ = ledger.publish(seal, now).await;
    }
}

async fn judge(host: &Arc<Host>, claim: Claim) {
    let Claim { run, text, account, tries } = claim;
    let text = Arc::new(text);
    let found = if tries > TRIES_MAX {
        Found::bad("It cannot be played again here.".to_owned(), Header::default())
    } else {
        let text = Arc::clone(&text);
        let _turn = host.workers.acquire().await;
        let left = host.payers.of(&run).map_or(RUN_BUDGET, |payer| host.budget.left(&payer).min(RUN_BUDGET));
        spawn_blocking(move || replay(&text, left))
            .await
            .unwrap_or_else(|_| Found::bad("It cannot be played again here.".to_owned(), Header::default()))
    };
    host.charge(&run, found.took);
    let counter = if found.good { &host.metrics.verified } else { &host.metrics.rejected };
    counter.add(1);
    let game = played_here(host, &found.header, &text).await;
    let bot = found.marks.iter().any(|mark| [session::BOT, session::PROGRAM].contains(mark));
    let class = match &game {
        Some(game) => game.class,
        None if bot => Class::Bot,
        None => Class::Open,
    };
    let day = match (&game, &account) {
        (Some(game), Some(account)) => daily(host, game, account).await,
        _ => None,
    };
    let is_challenge = about(&found.header, session::CHALLENGE).is_some();
    let edition = match day {
        Some(_) => DAILY,
        None if is_challenge => CUSTOM,
        None => found.edition,
    };
    let verdict = Verdict {
        run,
        build: build(),
        good: found.good,
        sentence: found.sentence,
        game: found.header.game.chars().filter(char::is_ascii_lowercase).take(32).collect(),
        rules: found.header.rules,
        class,
        edition: edition.to_owned(),
        score: found.score,
        turns: found.turns,
        marks: found.marks.join(" "),
        account: account.clone(),
        made: clock::now(),
    };
    if let Err(why) = host.ledger.put_verdict(verdict.clone()).await {
        crate::rooms::told(why);
        return;
    }
    let plain = found.marks.iter().all(|mark| match class {
        Class::Live => false,
        Class::Open => [session::ASSISTED, session::BRANCH].contains(mark),
        Class::Bot => [session::BOT, session::PROGRAM].contains(mark),
    });
    if verdict.good && found.ended && plain && edition != CUSTOM {
        let known = match &account {
            Some(id) => host.ledger.account(id).await.ok().flatten().map(|account| account.name),
            None => game.as_ref().and_then(|_| about(&found.header, PLAYER)).map(str::to_owned),
        };
        let name = known.and_then(|name| Name::new(&name).ok());
        let day = day.unwrap_or_else(|| clock::day_of(clock::now()));
        if let Err(why) = host.ledger.put_on_board(&verdict, name.as_ref(), day, clock::now()).await {
            crate::rooms::told(why);
        }
    }
}

/// The game of this host that has exactly this run, if any.
async fn played_here(host: &Host, header: &Header, text: &[u8]) -> Option<GameRow> {
    let id = GameId::new(about(header, ROOM)?).ok()?;
    let row = host.ledger.game(&id).await.ok()??;
    let kept = host.ledger.game_text(&id, 0).await.ok()?;
    (kept.as_bytes() == text).then_some(row)
}

/// The day whose challenge a game was the scored try of, if it was over before the seed was published.
async fn daily(host: &Host, game: &GameRow, account: &ledger::AccountId) -> Option<i64> {
    let seal: &SealId = game.seal.as_ref()?;
    let challenge = host.ledger.challenge(seal).await.ok()??;
    let scored = host.ledger.try_of(seal, account).await.ok()??;
    let in_time = challenge.seal.closes.is_none_or(|closes| game.written <= closes);
    (scored == game.id && in_time).then_some(challenge.day)
}

/// Identifies the program that replays a run; every version gives its own verdicts.
pub(crate) fn build() -> String {
    let rules: Vec<String> =
        catalog::GAMES.iter().map(|entry| format!("{}{}", entry.id, entry.rules)).collect();
    format!("{} {}", env!("CARGO_PKG_VERSION"), rules.join(" "))
}

/// Replays a run, within the limits for untrusted content.
fn replay(text: &[u8], within: Duration) -> Found {
    let began = cpu_time();
    let mut found = replay_until(text, began + within);
    found.took = cpu_time().saturating_sub(began);
    found
}

fn replay_until(text: &[u8], until: Duration) -> Found {
    let parsed = Run::parse(text);
    let Some(run) = parsed.run else {
        let what = parsed.damage.map_or_else(|| "it is empty".to_owned(), |damage| damage.what);
        return Found::bad(format!("This is no run: {what}."), Header::default());
    };
    let header = run.header.clone();
    if let Some(damage) = parsed.damage {
        return Found::bad(format!("It is damaged at line {}: {}.", damage.line, damage.what), header);
    }
    let marks = session::marks(catalog::GAMES, &header, &run.marks);
    let mut proving = match Proving::new(catalog::GAMES, Cow::Owned(run), &Seating::default()) {
        Ok(proving) => proving,
        Err(fault) => return Found::bad(format!("{fault}."), header),
    };
    while proving.study() || proving.play(SLICE) {
        if cpu_time() > until {
            return Found::bad("It takes too long to be played again here.".to_owned(), header);
        }
    }
    let Proved { entry, session, .. } = match proving.finish() {
        Ok(proved) => proved,
        Err(fault) => return Found::bad(format!("{fault}."), header),
    };
    let vitals = session.vitals(session.to_move());
    let outcome = session.outcome();
    let score = outcome.as_ref().map(|outcome| outcome.score).or_else(|| vitals.number("score")).unwrap_or(0);
    let turns = vitals.number("turn").unwrap_or(session.commands() as i64);
    Found {
        good: true,
        sentence: format!("verified: {}, {turns} turns, score {score}", entry.id),
        edition: edition_of(entry, &header),
        header,
        score,
        turns,
        marks,
        // A game that was left was not played to its end.
        ended: outcome.is_some_and(|outcome| !outcome.left),
        took: Duration::ZERO,
    }
}

impl Found {
    fn bad(sentence: String, header: Header) -> Self {
        Self {
            good: false,
            sentence,
            header,
            edition: CUSTOM,
            score: 0,
            turns: 0,
            marks: Vec::new(),
            ended: false,
            took: Duration::ZERO,
        }
    }
}

/// The edition a run was played with, if it is a common one.
fn edition_of(entry: &Entry, header: &Header) -> &'static str {
    let first = (entry.attached.examples)().first().map(|(_, text)| *text);
    if header.level.as_ref().is_some_and(|level| Some(level.text.as_str()) != first) {
        return CUSTOM;
    }
    if header.options.is_empty() {
        return CLASSIC;
    }
    let mut options = Options::default();
    let set = options.set(entry.options, EDITION, UNDERCROFT);
    let same = options.iter().eq(header.options.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    if set.is_ok() && same { UNDERCROFT } else { CUSTOM }
}

/// Who pays for the queued runs.
#[derive(Default)]
pub(crate) struct Payers(Mutex<Vec<(RunHash, Payer)>>);

/// Maximum number of payers remembered; runs beyond that are free.
const PAYERS_MAX: usize = 10_000;

impl Payers {
    pub(crate) fn add(&self, run: RunHash, payer: Payer) {
        let mut payers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if payers.len() < PAYERS_MAX {
            payers.push((run, payer));
        }
    }

    /// How many runs of somebody wait.
    pub(crate) fn waiting(&self, payer: &Payer) -> usize {
        let payers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        payers.iter().filter(|(_, other)| other == payer).count()
    }

    pub(crate) fn of(&self, run: &RunHash) -> Option<Payer> {
        let payers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        payers.iter().find(|(other, _)| other == run).map(|(_, payer)| payer.clone())
    }

    pub(crate) fn take(&self, run: &RunHash) -> Option<Payer> {
        let mut payers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = payers.iter().position(|(other, _)| other == run)?;
        Some(payers.swap_remove(place).1)
    }
}
