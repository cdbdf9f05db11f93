//! Vectors of what stands on shelves: made with the commit where that takes microseconds, and else handed in
//! afterwards. Knows no model.

use std::collections::HashMap;

use kernel::ports::embedder::{excerpt, quantise};
use kernel::ports::index::{Change, Embedded, Unembedded, Update, Waiting};
use kernel::{Error, Result};

use super::shelves::{Move, Moved};
use super::{SqliteIndex, stream_id};
use crate::error::index_fault as fault;
use crate::recall::shelf::said;

/// The vectors that a commit brings, by the number of the change.
#[derive(Default)]
pub(super) struct Vectors {
    model: String,
    vectors: HashMap<usize, Vec<i8>>,
}

impl Vectors {
    pub(super) fn model(&self) -> &str {
        &self.model
    }

    pub(super) fn get(&self, change: usize) -> Option<&[i8]> {
        self.vectors.get(&change).map(Vec::as_slice)
    }

    pub(super) fn has(&self, change: usize) -> bool {
        self.vectors.contains_key(&change)
    }

    /// Those of these rows, one after the other; and of each where it begins, from 1, and how long it is.
    pub(super) fn blob(&self, rows: &[(i64, usize)]) -> (Vec<u8>, Vec<(i64, usize, usize)>) {
        let (mut blob, mut parts) = (Vec::new(), Vec::new());
        for (row, change) in rows {
            let Some(vector) = self.vectors.get(change) else {
                continue;
            };
            parts.push((*row, blob.len() + 1, vector.len()));
            blob.extend(vector.iter().map(|x| x.cast_unsigned()));
        }
        (blob, parts)
    }
}

/// What is embedded of a text.
fn meant<'a>(body: &'a str, who: Option<&str>) -> &'a str {
    excerpt(said(body, who.unwrap_or_default()))
}

/// A text without a vector: stream, item, body, who said it.
type Bare = (String, String, String, Option<String>);

impl SqliteIndex {
    /// The vectors that come with a commit.
    pub(super) async fn vectors_of(&self, update: &Update) -> Vectors {
        let embedder = self.embedder.as_ref();
        let Some(embedder) = embedder.filter(|embedder| embedder.is_immediate()) else {
            return Vectors::default();
        };
        let texts: Vec<(usize, &str)> = update
            .items
            .iter()
            .enumerate()
            .filter_map(|(at, (_, change))| {
                let Change::Put(item) = change else {
                    return None;
                };
                let shelved = item.facets.as_ref()?.shelved.as_ref()?;
                Some((at, meant(&item.text.body, shelved.who.as_deref())))
            })
            .collect();
        if texts.is_empty() {
            return Vectors::default();
        }
        let plain: Vec<&str> = texts.iter().map(|(_, text)| *text).collect();
        let made = match embedder.embed(&plain).await {
            Ok(made) => made,
            Err(error) => {
                // They wait, and are found by their words.
                tracing::warn!(%error, "no vectors were made of what was written");
                return Vectors::default();
            }
        };
        let numbers = texts.into_iter().map(|(at, _)| at);
        Vectors {
            model: embedder.name().into(),
            vectors: numbers
                .zip(made.iter().map(|vector| quantise(vector)))
                .collect(),
        }
    }

    pub(super) async fn texts_without(&self, limit: usize) -> Result<Unembedded> {
        let Some(embedder) = &self.embedder else {
            return Ok(Unembedded::default());
        };
        let without = "FROM texts t JOIN entries e ON e.id = t.entry WHERE t.shelf IS NOT NULL \
             AND e.doc IS NOT NULL \
             AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.text = t.id AND v.model = ?1)";
        let total: i64 = sqlx::query_scalar(&format!("SELECT count(*) {without}"))
            .bind(embedder.name())
            .fetch_one(&self.readers())
            .await
            .map_err(fault)?;
        let rows: Vec<Bare> = sqlx::query_as(&format!(
            "SELECT e.stream, t.item, t.body, t.who {without} ORDER BY t.id LIMIT ?2"
        ))
        .bind(embedder.name())
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        let texts = rows.into_iter().map(|(stream, item, body, who)| {
            Ok(Waiting {
                stream: stream_id(&stream)?,
                item,
                text: meant(&body, who.as_deref()).into(),
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
        let rows: Vec<(i64, i64, String, Option<String>, String)> = sqlx::query_as(
            "SELECT j.key, t.id, t.body, t.who, t.shelf FROM json_each(?1) j \
             CROSS JOIN entries e ON e.stream = j.value ->> 0 \
             CROSS JOIN texts t ON t.entry = e.id AND t.item = j.value ->> 1 \
             WHERE t.shelf IS NOT NULL",
        )
        .bind(names)
        .fetch_all(&mut lease.conn)
        .await
        .map_err(fault)?;
        let mut moved = Vec::new();
        for (key, row, body, who, shelf) in rows {
            let made = usize::try_from(key).ok().and_then(|key| made.get(key));
            let Some(made) = made.filter(|made| made.of.text == meant(&body, who.as_deref()))
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
            if let Some(vector) = vector {
                let change = Move::Vector(row, vector.clone());
                moved.push(Moved { shelf, change });
            }
        }
        lease.commit().await.map_err(fault)?;
        self.shelves.keep_up(Vec::new(), moved);
        lease.keep();
        Ok(())
    }
}
