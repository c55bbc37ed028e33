//! `undercroft-host admin`: moderation. Each act is recorded in the audit log with its author and reason.
//!
//! It works on the database, also while the host is serving: blocked addresses and accounts take effect
//! within seconds, and a game closed here closes its room with the next command.

use crate::args::{Action, Admin};
use crate::{clock, serve};
use kernel::{Name, printable};
use ledger::{
    Account, Accounts as _, By, Database, GameId, Ledger as _, LedgerError, Moderation as _, RunHash,
};

/// Carries out one act.
pub(crate) fn run(admin: Admin) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("No threads can be started: {error}."))?;
    runtime.block_on(async {
        let ledger = serve::open_ledger(&admin.data, admin.database.as_deref()).await?;
        let by = By { at: clock::now(), who: admin.by, why: admin.why };
        let done = act(&ledger, admin.action, by).await;
        let _ = ledger.flush().await;
        done
    })
}

async fn act(ledger: &Database, action: Action, by: By) -> Result<(), String> {
    let said = |why: LedgerError| why.to_string();
    let done = match action {
        Action::Block { name } => ledger.set_blocked(&account(ledger, &name).await?.id, true, by).await,
        Action::Unblock { name } => ledger.set_blocked(&account(ledger, &name).await?.id, false, by).await,
        Action::Mute { name } => ledger.set_muted(&account(ledger, &name).await?.id, true, by).await,
        Action::Unmute { name } => ledger.set_muted(&account(ledger, &name).await?.id, false, by).await,
        Action::BlockAddress { range, hours } => {
            let until = by.at + i64::from(hours) * 60 * 60 * 1000;
            ledger.block_range(range.parse().map_err(said)?, until, by).await
        }
        Action::UnblockAddress { range } => {
            let now = by.at;
            ledger.block_range(range.parse().map_err(said)?, now, by).await
        }
        Action::Close { game } => ledger.shut_game(&GameId::new(&game).map_err(said)?, by).await,
        Action::Hide { run } => ledger.set_hidden(&RunHash::new(&run).map_err(said)?, true, by).await,
        Action::Show { run } => ledger.set_hidden(&RunHash::new(&run).map_err(said)?, false, by).await,
        Action::Audit { limit } => return audit(ledger, limit).await,
    };
    done.map_err(said)
}

async fn account(ledger: &Database, name: &str) -> Result<Account, String> {
    let name = Name::new(name).map_err(|refused| refused.0.into_owned())?;
    let found = ledger.account_by_name(&name).await.map_err(|why| why.to_string())?;
    found.ok_or_else(|| format!("There is no account of the name {name}."))
}

async fn audit(ledger: &Database, limit: u32) -> Result<(), String> {
    for act in ledger.audit(None, limit).await.map_err(|why| why.to_string())? {
        let day = records::challenge::Date::of_seconds(u64::try_from(act.at / 1000).unwrap_or_default());
        let line = format!("{} {day} {} {} {}: {}", act.nr, act.who, act.what, act.whom, act.why);
        println!("{}", printable(&line));
    }
    Ok(())
}
