//! The laws of the ledger, each tested on both databases with the same code.

mod accounts;
mod boards;
mod challenges;
mod crash;
mod full;
mod games;
mod moderation;
mod opening;
mod place;
mod shelves;

/// Makes two tests of each law: `sqlite::LAW` and `postgres::LAW`.
macro_rules! laws {
    ($($law:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $law() { crate::place::on_sqlite(stringify!($law), super::$law); })*
        }
        mod postgres {
            $(#[test] fn $law() { crate::place::on_postgres(stringify!($law), super::$law); })*
        }
    };
}
pub(crate) use laws;
