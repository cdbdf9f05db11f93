//! Copies a workspace between data folders and databases: the log with its positions and its chain, the accounts and the
//! blobs. Sessions, one-time links and results of forms are left out: nothing in a copy is a login.
//!
//! Rows are copied in the order of their keys, each page in a transaction. A copy that was interrupted is continued by the
//! next one: the table `copying` marks a target that is not complete, and no server opens it. A complete target has the
//! chain of its source, and a new epoch.

mod rows;
mod side;
mod tables;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use kernel::ports::clock::Clock as _;
use kernel::ports::log::Log as _;
use kernel::{Code, Error, Position, Result};
use sqlx::{AnyConnection, Connection as _, Executor as _};

use crate::backup::{Backup, Target, apart, back_up, describe, merge_files};
use crate::blobs::CheckedBlobs;
use crate::clock::SystemClock;
use crate::columns::{from_sql, to_sql};
use crate::database::Engine;
use crate::folder::is_inhabited;
use crate::open::Store;
use crate::postgres::{Missing, Postgres, code};
use crate::postgres_log::PostgresLog;

use rows::Failure;
use side::{End, Side, failed};
use tables::Table;

/// Lock of the only copy into a schema, and the time for which the statements of a copy wait for a lock.
const LOCK: &str = "SELECT pg_advisory_lock('head'::regclass::oid::bigint)";
const PATIENCE: &str = "SET lock_timeout TO '10s'";

/// A place of a workspace.
#[derive(Clone, Debug)]
pub enum Place {
    /// A data folder or a backup.
    Folder(PathBuf),
    /// A workspace in PostgreSQL.
    Database {
        /// Address of the database.
        url: String,
        /// Name of the workspace.
        workspace: String,
    },
}

/// The result of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Number of facts.
    pub facts: u64,
    /// Position of the last fact.
    pub position: Position,
    /// Head of the log's chain.
    pub head: String,
    /// Number of blobs.
    pub blobs: u64,
    /// Names of blobs that are damaged in the source. The target does not have them.
    pub damaged: Vec<String>,
}

/// Called with the position up to which facts are copied, and with the last one.
pub type Progress<'a> = &'a (dyn Fn(Position, Position) + Send + Sync);

/// Copies the workspace at `from`, which no server may use if it is a folder, to `to`, which must be new, empty or the
/// target of an interrupted copy. A folder becomes a backup, which is also a data folder.
///
/// # Errors
/// Returns an error if one of the places cannot be used, the target is not empty, or the source is damaged. A copy that
/// failed can be continued.
pub async fn copy(from: &Place, to: &Place, progress: Progress<'_>) -> Result<Copied> {
    let mut source = match from {
        Place::Folder(root) => Side::of_folder(root).await?,
        Place::Database { url, workspace } => {
            let database = Postgres::open(url, workspace, Missing::Refused).await?;
            Side::in_database(&database).await?
        }
    };
    let copied = match to {
        Place::Folder(root) => {
            let from = match from {
                Place::Folder(from) => fs::canonicalize(from).ok(),
                Place::Database { .. } => None,
            };
            let made = into_folder(&mut source, root, from, progress).await;
            made.map(Into::into)
        }
        Place::Database { url, workspace } => {
            match Postgres::open(url, workspace, Missing::Copied).await {
                Ok(database) => into_database(&mut source, &database, progress).await,
                Err(error) => Err(error.into()),
            }
        }
    };
    source.close().await;
    copied
}

impl Store {
    /// Makes a backup in the folder `to`, which must be new or empty, and checks it. Writes continue meanwhile; the backup
    /// is of one moment.
    ///
    /// # Errors
    /// Returns `invalid` if the folder is not empty or is inside a data folder, `unavailable` if it cannot be written,
    /// `internal` if the log is damaged.
    pub async fn backup(&self, to: &Path) -> Result<Backup> {
        // It would be lost with that folder. A copy may be made there: a folder with workspaces has their folders in it.
        if let Some(around) = surrounding_folder(to) {
            return Err(Error::invalid(format!(
                "{} lies in the data folder {}; choose a folder outside of it, best on another disk.",
                to.display(),
                around.display()
            )));
        }
        let Some(database) = &self.database else {
            return back_up(self.folder.paths(), to, self.clock.now()).await;
        };
        let mut source = Side::in_database(database).await?;
        let own = self.folder.paths().root().to_path_buf();
        let made = into_folder(&mut source, to, Some(own), &|_, _| ()).await;
        source.close().await;
        made
    }
}

/// Returns the data folder that a path is in.
fn surrounding_folder(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let mut above = path.ancestors().skip(1);
    let above = above.find_map(|above| fs::canonicalize(above).ok())?;
    let found = above.ancestors().find(|above| is_inhabited(above));
    found.map(Path::to_path_buf)
}

/// Copies a workspace into a folder, which becomes a backup. It must not be in the data folder `own`.
async fn into_folder(
    source: &mut Side,
    root: &Path,
    own: Option<PathBuf>,
    progress: Progress<'_>,
) -> Result<Backup> {
    let to = root.to_path_buf();
    let place = apart(move || Target::prepare(&to, own.as_deref())).await??;
    let paths = place.files();
    let mut target = Side::to_folder(&paths).await?;
    let copied = copy_all(source, &mut target, progress).await;
    let done = match &copied {
        Ok(_) => complete(&mut target).await,
        Err(_) => Ok(()),
    };
    target.close().await;
    let (end, damaged) = copied?;
    done?;
    merge_files(&paths).await?;
    let backup = describe(&paths, SystemClock::default().now(), damaged).await?;
    check_head(&backup.head, &end, source)?;
    apart(move || place.finish()).await??;
    Ok(backup)
}

async fn into_database(
    source: &mut Side,
    database: &Postgres,
    progress: Progress<'_>,
) -> Result<Copied> {
    let mut target = Side::in_database(database).await?;
    let (end, damaged) = copy_all(source, &mut target, progress).await?;
    let blobs = target.blobs.names().await?.len() as u64;
    let log = PostgresLog::open(database.clone()).await?;
    let report = log.verify(None).await;
    log.close().await;
    let report = report?;
    if let Some(fault) = report.faults.first() {
        return Err(Error::internal(format!(
            "the log of {} is damaged, so its copy is: {fault}",
            source.name
        )));
    }
    let head = report.head.to_string();
    check_head(&head, &end, source)?;
    complete(&mut target).await?;
    target.close().await;
    Ok(Copied {
        facts: report.facts,
        position: from_sql(end.position),
        head,
        blobs,
        damaged,
    })
}

fn check_head(head: &str, end: &End, source: &Side) -> Result<()> {
    if head == end.link.to_string() {
        return Ok(());
    }
    Err(Error::internal(format!(
        "the copy does not end as the log of {} does; remove it, and copy again",
        source.name
    )))
}

/// Copies everything. Returns the end of the log, and the names of blobs that are damaged in the source.
async fn copy_all(
    from: &mut Side,
    to: &mut Side,
    progress: Progress<'_>,
) -> Result<(End, Vec<String>)> {
    let end = from.view().await?;
    begin(&end, from, to).await?;
    let last = from_sql(end.position);
    let mut copied = to.last("facts", "position").await?;
    progress(from_sql(copied), last);
    let [facts, seals, erasures] = tables::growing(from.engine, to.engine);
    let done = rows::copy(&facts, Some(copied), &mut from.log, &mut to.log, |rows| {
        copied += to_sql(rows);
        progress(from_sql(copied), last);
    });
    done.await.map_err(|failure| failure.of(from, to))?;
    for (table, name, column) in [(seals, "seals", "number"), (erasures, "erasures", "seal")] {
        let after = Some(to.last(name, column).await?);
        let done = rows::copy(&table, after, &mut from.log, &mut to.log, |_| ());
        done.await.map_err(|failure| failure.of(from, to))?;
    }
    let tables = tables::changing(from.engine, to.engine);
    let clear = tables::clear_changing();
    replace(
        &tables,
        &clear,
        &mut from.log,
        &mut to.log,
        Some((&end, to.engine)),
    )
    .await
    .map_err(|failure| failure.of(from, to))?;
    let (tables, clear) = (tables::accounts(), tables::clear_accounts());
    replace(&tables, &clear, &mut from.accounts, &mut to.accounts, None)
        .await
        .map_err(|failure| failure.of(from, to))?;
    let damaged = copy_blobs(&*from.blobs, &*to.blobs).await?;
    Ok((end, damaged))
}

/// Begins a copy, or continues one of the same log.
async fn begin(end: &End, from: &mut Side, to: &mut Side) -> Result<()> {
    if to.engine == Engine::Postgres {
        // The database ends a copy that was killed once it writes to it, so that takes a moment.
        for statement in [PATIENCE, LOCK] {
            match to.log.execute(statement).await {
                Ok(_) => {}
                // lock_not_available
                Err(error) if code(&error).as_deref() == Some("55P03") => {
                    return Err(Error::new(
                        Code::Conflict,
                        format!(
                            "Another copy into {} is in progress: this one waited for ten seconds. Try again once \
                             it has ended.",
                            to.name
                        ),
                    ));
                }
                Err(error) => return Err(to.failed(&error)),
            }
        }
    }
    let position = to.last("facts", "position").await?;
    if position > 0 && to.link_at(position).await? != from.link_at(position).await? {
        return Err(Error::new(
            Code::Conflict,
            format!(
                "{} has an interrupted copy of another log; remove it, or choose another place.",
                to.name
            ),
        ));
    }
    let erased = sqlx::query_scalar("SELECT erased FROM copying").fetch_optional(&mut *to.log);
    let erased: Option<i64> = erased.await.map_err(|error| to.failed(&error))?;
    if erased == Some(end.erased) {
        return Ok(());
    }
    let begin = async {
        // An erasure changed facts that may be copied already.
        for statement in tables::clear_growing(to.engine) {
            to.log.execute(&*statement).await?;
        }
        sqlx::query("INSERT INTO copying (erased) VALUES ($1)")
            .bind(end.erased)
            .execute(&mut *to.log)
            .await
    };
    begin
        .await
        .map(drop)
        .map_err(|error| failed(&to.name, &error))
}

/// Replaces all rows of the tables in one transaction. With the end of the log, the target ends there, in a new epoch.
async fn replace(
    tables: &[Table],
    clear: &[String],
    from: &mut AnyConnection,
    to: &mut AnyConnection,
    end: Option<(&End, Engine)>,
) -> std::result::Result<(), Failure> {
    let mut to = to.begin().await.map_err(Failure::Write)?;
    for statement in clear {
        let cleared = to.execute(&**statement).await;
        cleared.map_err(Failure::Write)?;
    }
    for table in tables {
        rows::copy(table, None, from, &mut to, |_| ()).await?;
    }
    let finish = async {
        match end {
            Some((end, Engine::Sqlite)) => {
                let epoch = "UPDATE meta SET value = max($1 + 1, unixepoch()) WHERE key = 'epoch'";
                sqlx::query(epoch).bind(end.epoch).execute(&mut *to).await?;
            }
            Some((end, Engine::Postgres)) => {
                sqlx::query(
                    "UPDATE head SET epoch = greatest($1 + 1, extract(epoch FROM clock_timestamp())::bigint),                          position = $2, stream = $3, seal = $4, link = $5, erased = $6",
                )
                .bind(end.epoch)
                .bind(end.position)
                .bind(end.stream)
                .bind(end.seal)
                .bind(&end.link.0[..])
                .bind(end.erased)
                .execute(&mut *to)
                .await?;
            }
            None => {}
        }
        to.commit().await
    };
    finish.await.map_err(Failure::Write)
}

/// Copies the blobs that the target lacks, and removes those that were erased since an earlier attempt. Returns the names
/// of those that are damaged.
async fn copy_blobs(from: &dyn CheckedBlobs, to: &dyn CheckedBlobs) -> Result<Vec<String>> {
    let mut left: HashSet<String> = to.names().await?.into_iter().collect();
    let mut damaged = Vec::new();
    for name in from.names().await? {
        if left.remove(&name) {
            continue;
        }
        match from.get(&name).await? {
            Some(bytes) => {
                to.put(bytes).await?;
                to.spare(&name).await?;
            }
            // It was erased meanwhile, or it is damaged.
            None if from.has(&name).await? => damaged.push(name),
            None => {}
        }
    }
    to.doom(&left).await?;
    for name in &left {
        to.remove(name).await?;
    }
    Ok(damaged)
}

/// Removes the mark of a target that is not complete.
async fn complete(target: &mut Side) -> Result<()> {
    let done = target.log.execute("DROP TABLE copying").await;
    done.map(drop).map_err(|error| target.failed(&error))
}

impl From<Backup> for Copied {
    fn from(backup: Backup) -> Self {
        Self {
            facts: backup.facts,
            position: backup.position,
            head: backup.head,
            blobs: backup.blobs,
            damaged: backup.damaged.unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The server runs a backup in a task.
    #[test]
    fn a_copy_can_run_on_any_thread() {
        fn check<T: Send>(_: impl FnOnce(&'static mut Side) -> T) {}
        check(|source| into_folder(source, Path::new("copy"), None, &|_, _| ()));
    }
}
