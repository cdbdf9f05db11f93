//! `loci copy`: copies a workspace between a data folder and a database.

use std::io::{IsTerminal as _, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use kernel::Position;
use store::{Place, Postgres};

use super::ask::damage_failure;
use crate::config::workspace_name;
use crate::failure::Failure;
use crate::output::{mention, say};

/// Time between two lines about the progress.
const PAUSE: Duration = Duration::from_secs(2);

/// Arguments of the command.
#[derive(Args, Debug)]
pub struct Asked {
    /// Place to copy: a data folder that no server uses, a backup, or postgres://USER@HOST:PORT/DATABASE.
    #[arg(long, value_name = "PLACE", value_parser = address)]
    from: String,
    /// New place: a folder that is new or empty, or a database that does not have the workspace.
    #[arg(long, value_name = "PLACE", value_parser = address)]
    to: String,
    /// Workspace in the database of --from.
    #[arg(long, value_name = "NAME", default_value = "main", value_parser = workspace_name)]
    from_workspace: String,
    /// Workspace in the database of --to.
    #[arg(long, value_name = "NAME", default_value = "main", value_parser = workspace_name)]
    to_workspace: String,
}

/// Refuses places that are neither a folder nor a database.
fn address(text: &str) -> Result<String, String> {
    match text.split_once("://") {
        None if text.is_empty() => Err("expected a folder".into()),
        Some((scheme, _)) if !is_database(scheme) => Err(format!(
            "{scheme}:// is no place of a workspace; expected a folder or postgres://USER:PASSWORD@HOST:PORT/DATABASE"
        )),
        Some(_) => match Postgres::check_address(text) {
            Ok(()) => Ok(text.into()),
            Err(expected) => Err(expected.into()),
        },
        None => Ok(text.into()),
    }
}

fn is_database(scheme: &str) -> bool {
    matches!(scheme, "postgres" | "postgresql")
}

fn place(text: String, workspace: String) -> Place {
    match text.split_once("://") {
        Some(_) => Place::Database {
            url: text,
            workspace,
        },
        None => Place::Folder(text.into()),
    }
}

/// Copies, and prints the result.
pub async fn run(asked: Asked) -> Result<(), Failure> {
    let said = Mutex::new(Instant::now());
    let is_watched = stderr().is_terminal();
    let progress = |copied: Position, last: Position| {
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        if is_watched && said.elapsed() >= PAUSE {
            *said = Instant::now();
            mention(format_args!("copied {copied} of {last} facts"));
        }
    };
    let (from, to) = (
        place(asked.from, asked.from_workspace),
        place(asked.to, asked.to_workspace),
    );
    let copied = store::copy(&from, &to, &progress).await?;
    let (facts, blobs, head) = (copied.facts, copied.blobs, copied.head);
    let done = format!("{facts} facts and {blobs} blobs\nhead {head}");
    if !copied.damaged.is_empty() {
        let what = format!("copied {done}\nThese blobs are damaged and were not copied");
        return Err(damage_failure(&what, &copied.damaged));
    }
    mention("everybody is signed out in the copy; tokens and passwords are valid");
    say(&done)
}
