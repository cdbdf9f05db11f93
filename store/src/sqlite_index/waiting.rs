//! The queue of texts that wait for a vector of the configured model. Vectors of an earlier model answer until it is
//! empty.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use kernel::ports::embedder::Embedder;
use kernel::ports::index::{Embedded, Unembedded, Waiting};
use kernel::{Error, Result};
use sqlx::Executor;

use super::shelves::{Move, Moved};
use super::vectors::text_to_embed;
use super::{SqliteIndex, stream_id};
use crate::error::index_fault as fault;
use crate::kept::{Hash, hash};

/// Number of texts that are hashed at a time.
const PAGE: i64 = 5_000;

/// A text without a vector: stream, item, body, author.
type Bare = (String, String, String, Option<String>);
/// A text with a new vector: position in the batch, row, body, author, shelf.
type Ready = (i64, i64, String, Option<String>, String);

impl SqliteIndex {
    /// Sets the configured embedder. If another one was configured before, queues all texts on shelves that have no
    /// vector of it.
    pub(super) async fn want(&self, embedder: Option<&dyn Embedder>) -> Result<()> {
        let name = embedder.map_or("", Embedder::name);
        let mut lease = self.writer.lease().await.map_err(fault)?;
        let wanted: String = sqlx::query_scalar("SELECT value FROM meta WHERE key = 'model'")
            .fetch_one(&mut lease.conn)
            .await
            .map_err(fault)?;
        if wanted != name {
            lease.begin().await.map_err(fault)?;
            lease
                .conn
                .execute("DELETE FROM waiting")
                .await
                .map_err(fault)?;
            if embedder.is_some() {
                sqlx::query(
                    "INSERT INTO waiting SELECT t.id FROM texts t WHERE t.shelf IS NOT NULL \
                     AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.text = t.id AND v.model = ?1)",
                )
                .bind(name)
                .execute(&mut lease.conn)
                .await
                .map_err(fault)?;
            }
            sqlx::query("UPDATE meta SET value = ?1 WHERE key = 'model'")
                .bind(name)
                .execute(&mut lease.conn)
                .await
                .map_err(fault)?;
            lease.commit().await.map_err(fault)?;
        }
        lease.keep();
        Ok(())
    }

    /// Selects the model that answers while texts wait: the one with the most vectors whose embedder is still
    /// available, otherwise the configured one.
    pub(super) async fn choose_answering(&self) -> Result<()> {
        let Some(wanted) = &self.embedder else {
            return Ok(());
        };
        let models: Vec<String> = sqlx::query_scalar(
            "SELECT model FROM vectors WHERE vector IS NOT NULL AND EXISTS (SELECT 1 FROM waiting) \
             GROUP BY model ORDER BY count(*) DESC",
        )
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        for name in models {
            if name == wanted.name() {
                break;
            }
            if let Some(earlier) = wanted.earlier(&name) {
                tracing::info!(
                    model = name,
                    "its vectors answer until all texts have others"
                );
                self.answer_by(&earlier);
                return Ok(());
            }
        }
        self.answer_by_wanted();
        Ok(())
    }

    /// Lets the vectors of the configured model answer, even if not all texts have one.
    pub(super) fn answer_by_wanted(&self) {
        if let Some(wanted) = &self.embedder {
            self.answer_by(wanted);
        }
    }

    fn answer_by(&self, embedder: &Arc<dyn Embedder>) {
        let mut answering = self
            .answering
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let before = answering.replace(embedder.clone());
        drop(answering);
        if before.is_none_or(|before| before.name() != embedder.name()) {
            // Shelves that are built from now on have its vectors.
            self.shelves.clear();
        }
    }

    pub(super) async fn texts_without(&self, limit: usize) -> Result<Unembedded> {
        const WAITING: &str = "FROM waiting w JOIN texts t ON t.id = w.text \
             JOIN entries e ON e.id = t.entry WHERE t.shelf IS NOT NULL AND e.doc IS NOT NULL";
        let total: i64 = sqlx::query_scalar(&format!("SELECT count(*) {WAITING}"))
            .fetch_one(&self.readers())
            .await
            .map_err(fault)?;
        let rows: Vec<Bare> = sqlx::query_as(&format!(
            "SELECT e.stream, t.item, t.body, t.who {WAITING} ORDER BY w.text LIMIT ?1"
        ))
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        let texts = rows.into_iter().map(|(stream, item, body, who)| {
            Ok(Waiting {
                stream: stream_id(&stream)?,
                item,
                text: text_to_embed(&body, who.as_deref()).into(),
            })
        });
        Ok(Unembedded {
            texts: texts.collect::<Result<_>>()?,
            total: u64::try_from(total).unwrap_or(0),
        })
    }

    pub(super) async fn take_vectors(&self, made: &[Embedded]) -> Result<()> {
        let Some(embedder) = &self.embedder else {
            return Ok(());
        };
        let names: Vec<_> = made
            .iter()
            .map(|one| (one.of.stream.as_str(), one.of.item.as_str()))
            .collect();
        let names =
            serde_json::to_string(&names).map_err(|error| Error::internal(error.to_string()))?;
        let mut lease = self.writer.lease().await.map_err(fault)?;
        lease.begin().await.map_err(fault)?;
        let rows: Vec<Ready> = sqlx::query_as(
            "SELECT j.key, t.id, t.body, t.who, t.shelf FROM json_each(?1) j \
             CROSS JOIN entries e ON e.stream = j.value ->> 0 \
             CROSS JOIN texts t ON t.entry = e.id AND t.item = j.value ->> 1 \
             WHERE t.shelf IS NOT NULL",
        )
        .bind(names)
        .fetch_all(&mut lease.conn)
        .await
        .map_err(fault)?;
        let (mut moved, mut paid) = (Vec::new(), Vec::new());
        for (key, row, body, who, shelf) in rows {
            let made = usize::try_from(key).ok().and_then(|key| made.get(key));
            let Some(made) =
                made.filter(|made| made.of.text == text_to_embed(&body, who.as_deref()))
            else {
                continue;
            };
            let vector = made.vector.as_ref();
            let bytes: Option<Vec<u8>> =
                vector.map(|vector| vector.iter().map(|x| x.cast_unsigned()).collect());
            sqlx::query("INSERT OR REPLACE INTO vectors (text, model, vector) VALUES (?1, ?2, ?3)")
                .bind(row)
                .bind(embedder.name())
                .bind(bytes)
                .execute(&mut lease.conn)
                .await
                .map_err(fault)?;
            sqlx::query("DELETE FROM waiting WHERE text = ?1")
                .bind(row)
                .execute(&mut lease.conn)
                .await
                .map_err(fault)?;
            if let Some(vector) = vector {
                paid.push((made.of.text.as_str(), vector.as_slice()));
                let change = Move::Vector(row, vector.clone());
                moved.push(Moved { shelf, change });
            }
        }
        // Cached while the writer is held: a later erasure then also checks these vectors.
        if let Some(kept) = self.kept.as_ref().filter(|_| !embedder.is_immediate())
            && let Err(error) = kept.keep(embedder.name(), &paid).await
        {
            tracing::warn!(%error, "vectors are not kept; an index that is built again asks for them again");
        }
        lease.commit().await.map_err(fault)?;
        self.shelves.keep_up(Vec::new(), moved, embedder.name());
        lease.keep();
        Ok(())
    }

    /// Returns the cached vectors of texts, also those that other servers asked for; `None` where there is none.
    ///
    /// # Errors
    /// Returns an error if the cache or the database cannot be read.
    pub async fn find_vectors(&self, texts: &[Waiting]) -> Result<Vec<Option<Vec<i8>>>> {
        let embedder = (self.embedder.as_ref()).filter(|embedder| !embedder.is_immediate());
        match (embedder, &self.kept) {
            (Some(embedder), Some(kept)) => {
                let texts: Vec<&str> = texts.iter().map(|one| one.text.as_str()).collect();
                kept.find_anywhere(embedder.name(), &texts).await
            }
            _ => Ok(vec![None; texts.len()]),
        }
    }

    /// Returns true for each of the different `texts` whose vector this server may ask for. Of several servers one asks.
    ///
    /// # Errors
    /// Returns an error if the database that they share cannot be written.
    pub async fn claim(&self, texts: &[&str]) -> Result<Vec<bool>> {
        match (&self.embedder, &self.kept) {
            (Some(embedder), Some(kept)) => kept.claim(embedder.name(), texts).await,
            _ => Ok(vec![true; texts.len()]),
        }
    }

    /// Returns the number of dimensions of the configured model's vectors, `None` if there are none yet.
    ///
    /// # Errors
    /// Returns an error if the index or the cache cannot be read.
    pub async fn dimensions(&self) -> Result<Option<usize>> {
        let Some(embedder) = &self.embedder else {
            return Ok(None);
        };
        let length: Option<i64> = sqlx::query_scalar(
            "SELECT length(vector) FROM vectors WHERE model = ?1 AND vector IS NOT NULL LIMIT 1",
        )
        .bind(embedder.name())
        .fetch_optional(&self.readers())
        .await
        .map_err(fault)?;
        let indexed = length.and_then(|length| usize::try_from(length).ok());
        match &self.kept {
            Some(kept) if indexed.is_none() => kept.dimensions(embedder.name()).await,
            _ => Ok(indexed),
        }
    }

    /// Waits until new texts wait for vectors.
    pub async fn until_more_waits(&self) {
        self.more_waits.notified().await;
    }

    /// Lets the vectors of the configured model answer once no text waits for one, and deletes all others.
    ///
    /// # Errors
    /// Returns an error if the index cannot be written.
    pub async fn settle(&self) -> Result<()> {
        let wanted = self.embedder.as_ref();
        let Some(wanted) = wanted.filter(|_| !self.settled.load(Ordering::Acquire)) else {
            return Ok(());
        };
        self.write(async {
            let mut lease = self.writer.lease().await.map_err(fault)?;
            // Texts of hidden entries may keep waiting.
            let is_done: bool = sqlx::query_scalar(
                "SELECT NOT EXISTS (SELECT 1 FROM waiting w JOIN texts t ON t.id = w.text \
                 JOIN entries e ON e.id = t.entry WHERE t.shelf IS NOT NULL AND e.doc IS NOT NULL)",
            )
            .fetch_one(&mut lease.conn)
            .await
            .map_err(fault)?;
            if is_done {
                self.answer_by_wanted();
                sqlx::query("DELETE FROM vectors WHERE model <> ?1")
                    .bind(wanted.name())
                    .execute(&mut lease.conn)
                    .await
                    .map_err(fault)?;
                self.settled.store(true, Ordering::Release);
            }
            lease.keep();
            Ok(())
        })
        .await
    }

    /// Records that an erasure is in progress, if there is a cache of vectors.
    pub(super) async fn note_unsure(&self) -> Result<()> {
        match &self.kept {
            Some(kept) => kept.note_unsure().await,
            None => Ok(()),
        }
    }

    /// Removes the cached vectors of erased texts. Does nothing while the index is being built, because it cannot tell
    /// yet which texts are left.
    ///
    /// # Errors
    /// Returns an error if the index cannot be read, or the vectors cannot be removed.
    pub async fn make_sure(&self) -> Result<()> {
        let Some(kept) = self.kept.as_ref().filter(|kept| kept.is_unsure()) else {
            return Ok(());
        };
        if self.building.load(Ordering::Acquire) {
            return Ok(());
        }
        // The writer is held, so no vector is cached meanwhile.
        let _nobody_writes = self.writer.hold().await;
        let hashes = self.read(self.hashes()).await?;
        kept.keep_only(&hashes).await
    }

    /// Returns the hashes of the embedded parts of all texts.
    async fn hashes(&self) -> Result<HashSet<Hash>> {
        let (mut hashes, mut last) = (HashSet::new(), 0);
        loop {
            let rows: Vec<(i64, String, Option<String>)> = sqlx::query_as(
                "SELECT id, body, who FROM texts WHERE id > ?1 AND shelf IS NOT NULL ORDER BY id LIMIT ?2",
            )
            .bind(last)
            .bind(PAGE)
            .fetch_all(&self.readers())
            .await
            .map_err(fault)?;
            let Some((end, ..)) = rows.last() else {
                return Ok(hashes);
            };
            last = *end;
            let of = |(_, body, who): &(i64, String, Option<String>)| {
                hash(text_to_embed(body, who.as_deref()))
            };
            hashes.extend(rows.iter().map(of));
        }
    }
}
