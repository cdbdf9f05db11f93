//! Detects that an index is lost while it is open (its file deleted, truncated or overwritten, its tables dropped, its
//! disk failing), stops reading from it, and replaces it by a new file.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use kernel::{Error, Result};
use sqlx::Connection;

use super::SqliteIndex;
use super::open::{READERS, Stamp, create, mark_open, remove};
use crate::error::{LOST, index_fault};
use crate::sqlite::{options, readers};

/// Delay after which a caller should retry, in seconds.
const RETRY_AFTER: u64 = 2;

/// Counts the tables that every index has.
const TABLES: &str = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' \
                      AND name IN ('meta', 'entries', 'texts', 'tags', 'times', 'words', 'vectors', 'shelves', 'waiting')";

impl SqliteIndex {
    /// Runs a read if the index is complete.
    pub(super) async fn read<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        if self.is_lost() || self.building.load(Ordering::Acquire) {
            return Err(rebuilding());
        }
        self.noticing(work).await
    }

    /// Runs a write, also while the index is being built.
    pub(super) async fn write<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        if self.is_lost() {
            return Err(rebuilding());
        }
        self.noticing(work).await
    }

    /// Runs `work` and marks the index as lost if the error shows it.
    async fn noticing<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let done = work.await;
        if let Err(error) = &done {
            if error.extra.reason.as_deref() == Some(LOST) {
                self.lose(&error.detail);
            }
            if self.is_lost() || self.building.load(Ordering::Acquire) {
                return Err(rebuilding());
            }
        }
        done
    }

    fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Acquire)
    }

    fn lose(&self, why: &str) {
        if !self.lost.swap(true, Ordering::AcqRel) {
            tracing::error!(
                why,
                "the index is lost; lists and search wait until it is built again"
            );
        }
    }

    /// Returns an error unless the index is complete, still the file that was opened, and has its tables.
    pub(super) async fn look(&self) -> Result<()> {
        if !self.is_lost() && !self.is_there() {
            self.lose("its file was taken away or cut off");
        }
        if self.is_lost() || self.building.load(Ordering::Acquire) {
            return Err(rebuilding());
        }
        let tables = sqlx::query_scalar::<_, i64>(TABLES);
        match tables.fetch_one(&self.readers()).await {
            Ok(9) => Ok(()),
            Ok(_) => {
                self.lose("a table of it was dropped");
                Err(rebuilding())
            }
            Err(error) => self.noticing(async { Err(index_fault(error)) }).await,
        }
    }

    /// Returns true if the file is the one that was opened, and no shorter than before. During a write only the first
    /// is checked, because rewriting the file may shorten it.
    fn is_there(&self) -> bool {
        let Ok(file) = fs::metadata(&self.path) else {
            return false;
        };
        let Some(_nobody_writes) = self.writer.try_hold() else {
            return file.ino() == self.file.load(Ordering::Acquire);
        };
        // Read again: the file may have been rewritten before the writer was held.
        let length = fs::metadata(&self.path).map_or(0, |file| file.len());
        file.ino() == self.file.load(Ordering::Acquire)
            && length >= self.length.fetch_max(length, Ordering::AcqRel)
    }

    /// Records the inode and the length of the file.
    pub(super) fn note_file(&self) {
        if let Ok(file) = fs::metadata(&self.path) {
            self.file.store(file.ino(), Ordering::Release);
            self.length.store(file.len(), Ordering::Release);
        }
    }

    /// Empties the index, or replaces a lost one by a new file.
    pub(super) async fn begin_anew(&self) -> Result<()> {
        if !self.is_lost() {
            let emptied = self.noticing(self.forget_all()).await;
            if emptied.is_ok() || !self.is_lost() {
                return emptied;
            }
        }
        self.renew().await
    }

    async fn renew(&self) -> Result<()> {
        self.note_unsure().await?;
        let failed = |error: crate::OpenError| Error::unavailable(error.to_string());
        let mut slot = self.writer.hold().await;
        if let Some(open) = slot.take() {
            // The file is discarded, so an error here does not matter.
            drop(open.conn.close().await);
        }
        self.readers().close().await;
        self.shelves.close();
        self.counts.clear();
        remove(&self.path).map_err(|error| {
            Error::unavailable(format!("the lost index cannot be removed: {error}"))
        })?;
        let options = options(&self.path, sqlx::sqlite::SqliteSynchronous::Off);
        create(&self.path, &options).await.map_err(failed)?;
        let stamp = Stamp::now(self.epoch);
        mark_open(&self.path, &options, &stamp)
            .await
            .map_err(failed)?;
        *self.readers.write().unwrap_or_else(PoisonError::into_inner) = readers(&options, READERS);
        self.note_file();
        self.position.store(0, Ordering::Release);
        self.building.store(true, Ordering::Release);
        self.lost.store(false, Ordering::Release);
        drop(slot);
        self.want(self.embedder.as_deref()).await?;
        self.choose_answering().await
    }
}

/// Returns the error for requests until the index is complete again.
fn rebuilding() -> Error {
    let mut error = Error::unavailable(
        "The index is being built again: lists and search will be back when that is done. Everything else \
         works, and nothing is lost.",
    );
    error.extra.retry_after_seconds = Some(RETRY_AFTER);
    error
}
