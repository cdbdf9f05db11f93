//! Blobs in PostgreSQL. Several servers store and erase the same contents, without waiting for each other.
//!
//! An erasure first marks its blobs, then looks whether a fact refers to them, and then removes them. A blob that another
//! server marked before, or stored again since the mark, stays: a fact that refers to it may just be appended. Its mark
//! stays, too, so that it is looked at again.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use kernel::Result;
use kernel::future::Fut;
use kernel::ports::blobs::Blobs;
use sqlx::PgPool;

use crate::blobs::{CheckedBlobs, hash};
use crate::postgres::{Postgres, await_answer};

/// Condition for marks of servers that are still working on their blobs.
macro_rules! is_fresh {
    () => {
        "at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 3600000"
    };
}

/// Blobs in a workspace's schema.
pub struct PostgresBlobs {
    pool: PgPool,
    /// Name of this server among those of the workspace.
    place: String,
    /// Blobs that this process marked for erasure, with `stored` at that time; `None` if another server had marked them.
    doomed: Mutex<HashMap<String, Option<i64>>>,
}

impl PostgresBlobs {
    /// Opens the blobs for the server with this `place`.
    #[must_use]
    pub fn new(database: &Postgres, place: String) -> Self {
        Self {
            pool: database.pool(),
            place,
            doomed: Mutex::default(),
        }
    }

    async fn store(&self, bytes: Vec<u8>) -> Result<String> {
        let name = hash(&bytes);
        let put = sqlx::query(
            "WITH mark AS (INSERT INTO blob_marks (sha256, place) VALUES ($1, $2) \
                           ON CONFLICT (sha256, place) DO UPDATE SET at = excluded.at) \
             INSERT INTO blobs (sha256, bytes, stored) VALUES ($1, $3, nextval('storings')) \
             ON CONFLICT (sha256) DO UPDATE SET stored = excluded.stored",
        )
        .bind(&name)
        .bind(&self.place)
        .bind(bytes)
        .execute(&self.pool);
        await_answer(put).await?;
        Ok(name)
    }

    async fn load(&self, sha256: &str) -> Result<Option<Vec<u8>>> {
        let get = sqlx::query_scalar("SELECT bytes FROM blobs WHERE sha256 = $1")
            .bind(sha256)
            .fetch_optional(&self.pool);
        let bytes: Option<Vec<u8>> = await_answer(get).await?;
        Ok(bytes.filter(|bytes| {
            let is_whole = hash(bytes) == sha256;
            if !is_whole {
                tracing::error!(blob = sha256, "a blob does not hold what its name says");
            }
            is_whole
        }))
    }

    async fn mark(&self, blobs: &HashSet<String>) -> Result<()> {
        let names: Vec<&str> = blobs.iter().map(String::as_str).collect();
        let mark = sqlx::query(
            "INSERT INTO blob_marks (sha256, place) SELECT name, $2 FROM unnest($1) AS name \
             ON CONFLICT (sha256, place) DO UPDATE SET at = excluded.at",
        )
        .bind(&names)
        .bind(&self.place)
        .execute(&self.pool);
        await_answer(mark).await?;
        let look = sqlx::query_as(concat!(
            "SELECT sha256, CASE WHEN NOT EXISTS (SELECT 1 FROM blob_marks m \
                 WHERE m.sha256 = blobs.sha256 AND m.place <> $2 AND m.",
            is_fresh!(),
            ") THEN stored END FROM blobs WHERE sha256 = ANY ($1)"
        ))
        .bind(&names)
        .bind(&self.place)
        .fetch_all(&self.pool);
        let found: Vec<(String, Option<i64>)> = await_answer(look).await?;
        let mut doomed = self.doomed.lock().unwrap_or_else(PoisonError::into_inner);
        doomed.extend(found);
        Ok(())
    }

    async fn erase(&self, sha256: &str) -> Result<bool> {
        let stored = {
            let mut doomed = self.doomed.lock().unwrap_or_else(PoisonError::into_inner);
            doomed.remove(sha256)
        };
        let is_left = match stored {
            // Another server works on it.
            Some(None) => true,
            Some(Some(stored)) => {
                let erase = sqlx::query_scalar(concat!(
                    "WITH erased AS (DELETE FROM blobs WHERE sha256 = $1 AND stored = $3 AND NOT EXISTS \
                         (SELECT 1 FROM blob_marks m WHERE m.sha256 = $1 AND m.place <> $2 AND m.",
                    is_fresh!(),
                    ") RETURNING 1) \
                     SELECT NOT EXISTS (SELECT 1 FROM erased) AND EXISTS (SELECT 1 FROM blobs WHERE sha256 = $1)"
                ))
                .bind(sha256)
                .bind(&self.place)
                .bind(stored)
                .fetch_one(&self.pool);
                await_answer(erase).await?
            }
            // It did not exist when it was marked, or the mark failed.
            None => self.has(sha256).await?,
        };
        if !is_left {
            self.unmark(sha256).await?;
        }
        Ok(!is_left)
    }

    async fn unmark(&self, sha256: &str) -> Result<()> {
        let unmark = sqlx::query(concat!(
            "DELETE FROM blob_marks WHERE sha256 = $1 AND (place = $2 OR NOT ",
            is_fresh!(),
            ")"
        ))
        .bind(sha256)
        .bind(&self.place)
        .execute(&self.pool);
        await_answer(unmark).await.map(drop)
    }

    async fn list(&self, sql: &'static str) -> Result<Vec<String>> {
        await_answer(
            sqlx::query_scalar(sql)
                .bind(&self.place)
                .fetch_all(&self.pool),
        )
        .await
    }
}

impl Blobs for PostgresBlobs {
    fn put(&self, bytes: Vec<u8>) -> Fut<'_, Result<String>> {
        Box::pin(self.store(bytes))
    }

    fn get<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<Option<Vec<u8>>>> {
        Box::pin(self.load(sha256))
    }

    fn remove<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<bool>> {
        Box::pin(self.erase(sha256))
    }

    fn doom<'a>(&'a self, blobs: &'a HashSet<String>) -> Fut<'a, Result<()>> {
        Box::pin(self.mark(blobs))
    }

    fn list_doomed(&self) -> Fut<'_, Result<Vec<String>>> {
        // Those of this server, and those of servers that stopped in the middle of their work.
        Box::pin(self.list(concat!(
            "SELECT DISTINCT sha256 FROM blob_marks WHERE place = $1 OR NOT ",
            is_fresh!()
        )))
    }

    fn spare<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<()>> {
        Box::pin(self.unmark(sha256))
    }
}

impl CheckedBlobs for PostgresBlobs {
    fn names(&self) -> Fut<'_, Result<Vec<String>>> {
        Box::pin(self.list("SELECT sha256 FROM blobs WHERE $1 <> ''"))
    }

    fn find_damaged(&self) -> Fut<'_, Result<Vec<String>>> {
        Box::pin(self.list(
            "SELECT sha256 FROM blobs WHERE encode(sha256(bytes), 'hex') <> sha256 AND $1 <> ''",
        ))
    }

    fn has<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<bool>> {
        Box::pin(async move {
            let has = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM blobs WHERE sha256 = $1)")
                .bind(sha256)
                .fetch_one(&self.pool);
            await_answer(has).await
        })
    }
}
