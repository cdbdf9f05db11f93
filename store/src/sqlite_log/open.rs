//! Opening the log: checks it first, copies it before a migration, and changes nothing that is damaged.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kernel::Time;
use kernel::ports::log::Head;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::watch;

use super::SqliteLog;
use super::links::chain_all;
use super::snapshots::Snapshots;
use super::verify::{gaps, loose};
use crate::columns::from_sql;
use crate::error::OpenError;
use crate::folder;
use crate::migrations;
use crate::sqlite::{Pages, Pending, WriteConnection, inspect, migrate, options, pending, readers};

/// Number of read connections. Hot reads come from memory; these serve histories and cold streams.
const READERS: u32 = 4;

impl SqliteLog {
    /// Opens the log at `path`, or creates it. Before a migration of a log that has facts, it is copied to
    /// `log.before-VERSION-TIME.sqlite` in the same folder. The next start that finds the log sound removes the copy,
    /// and so does the first erasure.
    ///
    /// # Errors
    /// Returns an error if the file is damaged, is not a log, comes from a newer Loci, or cannot be written.
    pub async fn open(path: &Path, now: Time) -> Result<Self, OpenError> {
        let options = options(path, SqliteSynchronous::Full);
        let (epoch, is_migrated) = prepare(path, &options, &migrations::LOG, now).await?;
        let writer = WriteConnection::<super::Tail>::new(options.clone());
        let mut lease = writer
            .lease()
            .await
            .map_err(|error| OpenError::sql(path, &error))?;
        let erased: i64 = sqlx::query_scalar("SELECT coalesce(max(seal), 0) FROM erasures")
            .fetch_one(&mut lease.conn)
            .await
            .map_err(|error| OpenError::sql(path, &error))?;
        let head = Head {
            epoch: from_sql(epoch),
            position: lease.state.position,
            erased: from_sql(erased),
        };
        lease.keep();
        if !is_migrated {
            remove_copies(path)
                .map_err(|error| OpenError::io(path.parent().unwrap_or(path), error))?;
        }
        if let Some(folder) = path.parent() {
            folder::sync(folder).map_err(|error| OpenError::io(folder, error))?;
        }
        Ok(Self {
            path: path.to_path_buf(),
            writer,
            readers: readers(&options, READERS),
            snapshots: Snapshots::new(&path.with_file_name("snapshots"), from_sql(epoch)),
            head: watch::Sender::new(head),
        })
    }
}

/// Checks and migrates the file. Returns the log's epoch, and true if there was something to migrate.
async fn prepare(
    path: &Path,
    options: &SqliteConnectOptions,
    migrator: &Migrator,
    now: Time,
) -> Result<(i64, bool), OpenError> {
    let sql = |error: sqlx::Error| OpenError::sql(path, &error);
    let size = fs::metadata(path).map_or(0, |file| file.len());
    if size > 0 {
        inspect(path, Pages::of(size)).await?;
    }
    let mut conn = options.connect().await.map_err(sql)?;
    let pending = pending(&mut conn, migrator).await.map_err(sql)?;
    let is_migrated = matches!(pending, Pending::From(_));
    match pending {
        Pending::From(version) => {
            let copy = path.with_file_name(format!("{COPY_PREFIX}{version}-{}.sqlite", now.0));
            copy_to(&mut conn, &copy).await.map_err(sql)?;
            tracing::info!(copy = %copy.display(), "copied the log before its migration");
        }
        Pending::New | Pending::Nothing => {}
    }
    migrate(&mut conn, migrator, path).await?;
    if let Some(fault) = gaps(&mut conn).await.map_err(sql)? {
        return Err(OpenError::damaged(path, fault));
    }
    chain_all(&mut conn).await.map_err(sql)?;
    if let Some(fault) = loose(&mut conn).await.map_err(sql)? {
        return Err(OpenError::damaged(path, fault));
    }
    let epoch = sqlx::query_scalar("SELECT value FROM meta WHERE key = 'epoch'")
        .fetch_optional(&mut conn)
        .await
        .map_err(sql)?
        .ok_or_else(|| OpenError::damaged(path, "it has no epoch"))?;
    conn.close().await.map_err(sql)?;
    Ok((epoch, is_migrated))
}

/// Prefix of the names of copies made before migrations.
const COPY_PREFIX: &str = "log.before-";

/// Lists the copies of the log at `path` that were made before migrations.
fn copies(path: &Path) -> io::Result<Vec<PathBuf>> {
    let Some(folder) = path.parent() else {
        return Ok(Vec::new());
    };
    let mut copies = Vec::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        if file.file_name().to_string_lossy().starts_with(COPY_PREFIX) {
            copies.push(file.path());
        }
    }
    Ok(copies)
}

/// Removes the copies of the log at `path` that were made before migrations.
pub(super) fn remove_copies(path: &Path) -> io::Result<()> {
    for copy in copies(path)? {
        fs::remove_file(&copy)?;
        tracing::info!(copy = %copy.display(), "removed a copy of the log from before its migration");
    }
    Ok(())
}

/// Writes a consistent copy of a database and syncs it.
pub(crate) async fn copy_to(conn: &mut SqliteConnection, copy: &Path) -> sqlx::Result<()> {
    sqlx::query("VACUUM INTO ?1")
        .bind(copy.to_string_lossy().into_owned())
        .execute(conn)
        .await?;
    fs::File::open(copy)?.sync_all()?;
    if let Some(folder) = copy.parent() {
        folder::sync(folder)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use kernel::ports::log::{Log, Tombstone};
    use kernel::{Actor, StreamId};
    use sqlx::Executor;
    use sqlx::migrate::{Migration, MigrationType};
    use tempfile::TempDir;

    use super::*;

    /// Returns the migrations of a later version.
    fn later() -> Migrator {
        let mut migrations: Vec<_> = migrations::LOG.iter().cloned().collect();
        migrations.push(Migration::new(
            1_000,
            "later".into(),
            MigrationType::Simple,
            "CREATE TABLE later (it)".into(),
            false,
        ));
        Migrator {
            migrations: Cow::Owned(migrations),
            ..Migrator::DEFAULT
        }
    }

    #[tokio::test]
    async fn a_copy_is_made_before_a_migration_and_kept_until_something_is_erased() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("log.sqlite");
        let options = options(&path, SqliteSynchronous::Full);
        prepare(&path, &options, &migrations::LOG, Time(1))
            .await
            .unwrap();
        assert!(
            copies(&path).unwrap().is_empty(),
            "a new log has nothing to keep"
        );
        prepare(&path, &options, &later(), Time(2)).await.unwrap();
        let copy = folder.path().join("log.before-1000-2.sqlite");
        assert_eq!(copies(&path).unwrap(), std::slice::from_ref(&copy));
        prepare(&path, &options, &later(), Time(3)).await.unwrap();
        assert_eq!(
            copies(&path).unwrap().len(),
            1,
            "there was nothing to migrate"
        );

        // This version does not know the migration, so it changes nothing.
        let newer = SqliteLog::open(&path, Time(4)).await.err().unwrap();
        assert!(
            matches!(newer, OpenError::Newer { version: 1_000, .. }),
            "{newer}"
        );

        // The copy is the log from before the migration.
        fs::rename(&copy, &path).unwrap();
        let log = SqliteLog::open(&path, Time(5)).await.unwrap();
        fs::write(&copy, "another copy").unwrap();
        let stone = Tombstone {
            stream: StreamId::new("w", 1),
            by: Actor::system(),
            at: Time(6),
        };
        log.erase_stream(stone).await.unwrap();
        assert!(!copy.exists());
    }

    #[tokio::test]
    async fn the_start_after_a_migration_removes_the_copy() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("log.sqlite");
        let options = options(&path, SqliteSynchronous::Full);
        let earlier: Vec<_> = migrations::LOG.iter().take(2).cloned().collect();
        let earlier = Migrator {
            migrations: Cow::Owned(earlier),
            ..Migrator::DEFAULT
        };
        let mut conn = options.connect().await.unwrap();
        migrate(&mut conn, &earlier, &path).await.unwrap();
        conn.close().await.unwrap();
        for (at, expected) in [(1, 1), (2, 0)] {
            let log = SqliteLog::open(&path, Time(at)).await.unwrap();
            log.close().await;
            assert_eq!(copies(&path).unwrap().len(), expected, "start {at}");
        }
    }

    #[tokio::test]
    async fn another_programs_database_is_left_alone() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("log.sqlite");
        let mut conn = SqliteConnectOptions::new()
            .filename(&path)
            .create_if_missing(true)
            .connect()
            .await
            .unwrap();
        conn.execute("CREATE TABLE theirs (it)").await.unwrap();
        conn.close().await.unwrap();
        let before = fs::read(&path).unwrap();
        let refused = SqliteLog::open(&path, Time(1)).await.err().unwrap();
        assert!(refused.to_string().contains("another program"), "{refused}");
        assert!(fs::read(&path).unwrap() == before);
    }
}
