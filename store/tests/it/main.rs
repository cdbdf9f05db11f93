//! The integration tests of the store, in one binary: one suite per module.

mod accounts;
mod accounts_on_postgres;
mod chain;
mod common;
mod conversations;
mod copying;
mod crystals;
mod earlier_accounts;
mod folder;
mod following_accounts;
mod form_results;
mod full_disk;
mod index;
mod log_conformance;
mod minds;
mod nodes;
mod people;
mod read_only;
mod recall;
