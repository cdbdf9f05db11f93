//! Opening a log read-only: on a disk that cannot be written, or in a backup, which must not change.

use std::fs;
use std::path::Path;

use kernel::ports::log::Head;
use sqlx::{ConnectOptions, Connection};
use tokio::sync::watch;

use super::snapshots::Snapshots;
use super::verify::{gaps, loose};
use super::{SqliteLog, Tail};
use crate::columns::from_sql;
use crate::error::OpenError;
use crate::migrations;
use crate::sqlite::{
    Pages, WriteConnection, WriterState as _, inspect_by, looking, must_be_current, readers,
};

/// Number of read connections, for one command.
const READERS: u32 = 2;

impl SqliteLog {
    /// Opens the log at `path` read-only. Its snapshots are kept in `aside`.
    ///
    /// # Errors
    /// Returns an error if the file is missing or damaged, is not a log, or is of another version.
    pub async fn look(path: &Path, aside: &Path) -> Result<Self, OpenError> {
        let sql = |error: sqlx::Error| OpenError::sql(path, &error);
        let size = fs::metadata(path).map_or(0, |file| file.len());
        if size == 0 {
            return Err(OpenError::damaged(path, "it is missing"));
        }
        let options = looking(path);
        inspect_by(&options, path, Pages::of(size)).await?;
        let mut conn = options.connect().await.map_err(sql)?;
        must_be_current(&mut conn, &migrations::LOG, path).await?;
        let lost = gaps(&mut conn).await.map_err(sql)?;
        let loose = loose(&mut conn).await.map_err(sql)?;
        if let Some(fault) = lost.or(loose) {
            return Err(OpenError::damaged(path, fault));
        }
        let (epoch, erased): (i64, i64) = sqlx::query_as(
            "SELECT (SELECT value FROM meta WHERE key = 'epoch'), \
                    (SELECT coalesce(max(seal), 0) FROM erasures)",
        )
        .fetch_one(&mut conn)
        .await
        .map_err(sql)?;
        let position = Tail::load(&mut conn).await.map_err(sql)?.position;
        conn.close().await.map_err(sql)?;
        let head = Head {
            epoch: from_sql(epoch),
            position,
            erased: from_sql(erased),
        };
        Ok(Self {
            path: path.to_path_buf(),
            writer: WriteConnection::new(options.clone()),
            readers: readers(&options, READERS),
            snapshots: Snapshots::new(&aside.join("snapshots"), head.epoch),
            head: watch::Sender::new(head),
        })
    }
}
