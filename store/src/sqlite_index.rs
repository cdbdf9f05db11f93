//! The index on SQLite: lists and full-text search, in a file of their own that follows the log.
//!
//! `synchronous=OFF`: a killed process loses nothing (the system has the pages), and after an unclean
//! stop of the machine the file is thrown away and built again. Knows nothing of what entries mean.

mod apply;
mod find;
mod forget;
mod list;
mod open;
mod question;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::operation::Fut;
use engine::ports::index::{Entry, Find, Finding, Index, ListQuery, Listed, Update};
use engine::{Error, Position, Result, StreamId, Time};
use sqlx::{SqliteConnection, SqlitePool};

use crate::sqlite::{Kept, Writer};

pub use find::{MATCH_BEGINS, MATCH_ENDS};

/// The index on SQLite.
pub struct SqliteIndex {
    path: PathBuf,
    writer: Writer<NextText>,
    readers: SqlitePool,
    position: AtomicU64,
}

/// The row the next new text gets.
struct NextText(i64);

impl Kept for NextText {
    fn load(conn: &mut SqliteConnection) -> Fut<'_, sqlx::Result<Self>> {
        Box::pin(async move {
            sqlx::query_scalar("SELECT coalesce(max(id), 0) + 1 FROM texts")
                .fetch_one(conn)
                .await
                .map(Self)
        })
    }
}

impl Index for SqliteIndex {
    fn position(&self) -> Fut<'_, Result<Position>> {
        let position = self.position.load(Ordering::Acquire);
        Box::pin(async move { Ok(position) })
    }

    fn apply<'a>(&'a self, update: &'a Update) -> Fut<'a, Result<()>> {
        Box::pin(self.take_in(update))
    }

    fn forget<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<()>> {
        Box::pin(self.forget_stream(stream))
    }

    fn clear(&self) -> Fut<'_, Result<()>> {
        Box::pin(self.forget_all())
    }

    fn entry<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Entry>>> {
        Box::pin(self.read_entry(stream))
    }

    fn list<'a>(&'a self, query: &'a ListQuery) -> Fut<'a, Result<Listed>> {
        Box::pin(self.page(query))
    }

    fn due(&self, now: Time, limit: usize) -> Fut<'_, Result<Vec<StreamId>>> {
        Box::pin(self.due_until(now, limit))
    }

    fn find<'a>(&'a self, find: &'a Find) -> Fut<'a, Result<Finding>> {
        Box::pin(self.find_page(find))
    }
}

fn stream_id(name: &str) -> Result<StreamId> {
    StreamId::parse(name).ok_or_else(|| {
        Error::internal(format!(
            "the index names {name:?}, which is no stream; rebuild the index"
        ))
    })
}
