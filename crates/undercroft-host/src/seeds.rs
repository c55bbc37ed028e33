//! Sealed seeds: 256 random bits that nobody knows until the game, or the day's challenge, is over.
//!
//! At the start a hash of the seed is published. With the seed, which is published at the end, everybody can
//! check that it was fixed before the first command.

use crate::game::{ROOM, about};
use crate::{clock, random};
use data_encoding::HEXLOWER;
use ledger::{Challenge, Challenges, Database, GameId, Games as _, LedgerError, NewSeal, SealId, Secret};
use session::Run;

/// How long after its day a challenge can still be finished.
const GRACE: ledger::Millis = 2 * 60 * 60 * 1000;

/// What somebody is told who asks for a run too early.
pub(crate) const SEALED: &str = "The seed of this game is sealed until everybody has played it.";

/// A sealed seed.
pub(crate) struct Sealed {
    pub(crate) seal: SealId,
    pub(crate) seed: String,
    pub(crate) commitment: String,
}

/// The seed as text for the game.
pub(crate) fn seed_text(secret: Secret) -> String {
    HEXLOWER.encode(&secret.0)
}

/// The hash published at the start.
pub(crate) fn commitment(seed: &str) -> String {
    blake3::derive_key("undercroft sealed seed v1", seed.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Draws a seed for one game.
pub(crate) async fn draw(ledger: &Database) -> Result<Sealed, LedgerError> {
    let secret = random::secret();
    let seed = seed_text(secret);
    let (id, commitment) = (SealId::new(&random::id())?, commitment(&seed));
    let new =
        NewSeal { id: id.clone(), secret, commitment: commitment.clone(), opens: clock::now(), closes: None };
    ledger.create_seal(new).await?;
    Ok(Sealed { seal: id, seed, commitment })
}

/// The challenge of a day, created by the first request on that day.
pub(crate) async fn daily(
    ledger: &Database,
    game: &str,
    date: &str,
) -> Result<Option<Challenge>, LedgerError> {
    let Some(opens) = clock::begin_of(date) else { return Ok(None) };
    let id = SealId::new(&format!("daily-{game}-{date}"))?;
    if let Some(found) = ledger.challenge(&id).await? {
        return Ok(Some(found));
    }
    if clock::date().to_string() != date {
        return Ok(None);
    }
    let secret = random::secret();
    let commitment = commitment(&seed_text(secret));
    let closes = Some(opens + clock::DAY + GRACE);
    let new = NewSeal { id: id.clone(), secret, commitment, opens, closes };
    match ledger.create_challenge(new, game, clock::day_of(opens), "").await {
        // Another request created it at the same moment.
        Ok(()) | Err(LedgerError::Taken) => ledger.challenge(&id).await,
        Err(why) => Err(why),
    }
}

/// The seed of a day's challenge, for a game that begins now.
pub(crate) async fn daily_seed(ledger: &Database, game: &str, date: &str) -> Result<Sealed, LedgerError> {
    let over = || LedgerError::Refused("That daily game is not open today.".to_owned());
    let challenge = daily(ledger, game, date).await?.ok_or_else(over)?;
    if clock::date().to_string() != date {
        return Err(over());
    }
    let seed = seed_text(ledger.secret(&challenge.seal.id, challenge.seal.opens.max(clock::now())).await?);
    Ok(Sealed { seal: challenge.seal.id, seed, commitment: challenge.seal.commitment })
}

/// The hash of the seed of a run that is sealed still: such a run is shown to nobody, since it holds the seed. A run says
/// itself of which game it is; one that makes that up only hides itself.
pub(crate) async fn sealed(ledger: &Database, text: &[u8]) -> Option<String> {
    let header = Run::parse(head(text)).run?.header;
    let game = GameId::new(about(&header, ROOM)?).ok()?;
    let seal = ledger.game(&game).await.ok()??.seal?;
    let seal = ledger.sealed(&seal).await.ok()??;
    seal.published.is_none().then_some(seal.commitment)
}

/// A run without its commands.
fn head(text: &[u8]) -> &[u8] {
    let mut end = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        end += line.len();
        if line.starts_with(b"begin ") {
            break;
        }
    }
    &text[..end]
}

/// Publishes the seeds of challenges whose time is over.
pub(crate) async fn publish(ledger: &Database) {
    for seal in ledger.to_publish(clock::now()).await.unwrap_or_default() {
        let _ = ledger.publish(&seal, clock::now()).await;
    }
}
