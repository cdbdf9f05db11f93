//! Answers questions in any words from the shelves in memory, and reads the rows of results.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, PoisonError, RwLock};

use kernel::ports::embedder::{UNKNOWN, excerpt, quantise};
use kernel::ports::index::{By, Fetched, Find, Found, Place, Recall, Recalled, Source, TagTest};
use kernel::{Error, Result};

use super::conditions::{Builder, push_hidden};
use super::list::among;
use super::{SqliteIndex, stream_id};
use crate::error::index_fault as fault;
use crate::recall::answer::Job;
use crate::recall::mask::{Either, Tests};
use crate::recall::nearest::Arrow;
use crate::recall::question::Question;
use crate::recall::shelf::Shelf;
use crate::recall::tagged::{Tagged, sort};

/// Number of items above which a question is answered on a blocking thread.
const MANY: usize = 20_000;

/// A result row: position in the request, row, stream, item, kind, title, body, doc, and the name of the other item.
type Shown = (
    i64,
    i64,
    String,
    String,
    String,
    String,
    String,
    Option<String>,
    Option<String>,
);

fn have_vectors(shelves: &[Arc<RwLock<Shelf>>]) -> bool {
    shelves.iter().any(|shelf| {
        let shelf = shelf.read().unwrap_or_else(PoisonError::into_inner);
        shelf.dimensions > 0
    })
}

impl SqliteIndex {
    pub(super) async fn recall_things(&self, recall: &Recall) -> Result<Recalled> {
        // A required phrase alone finds memories.
        let texts: Vec<&str> = std::iter::once(&recall.text)
            .chain(&recall.phrases.must)
            .map(String::as_str)
            .collect();
        let question = Question::read(&texts.join("\n"));
        if question.words.is_empty() {
            return Ok(Recalled::default());
        }
        let (shelves, model) = self.shelves_of(recall.shelves.as_deref()).await?;
        // Embedding a question may cost something, and helps only if the shelves have vectors.
        let model = model.filter(|_| have_vectors(&shelves));
        let (tests, doors, key) = self.tests(&recall.find).await?;
        let mut job = Job {
            shelves,
            tests,
            key,
            doors,
            question,
            share: recall.share,
            when: recall.when,
            most: recall.most,
            arrow: None,
            embedder: self.embedder.clone(),
        };
        if let (Some(source), Some(reader)) = (recall.find.source, &recall.find.reader) {
            job.tests.without = self.find_hidden(&job.rows(), source, reader).await?;
        }
        self.restrict(&mut job, &recall.phrases).await?;
        let is_large = job.size() > MANY;
        let about = job.about();
        if let Some(model) = model
            && recall.by != By::Words
            && recall.share.is_none()
        {
            let text = about.without_names(excerpt(&recall.text));
            let is_in_capitals =
                text.contains(char::is_uppercase) && !text.contains(char::is_lowercase);
            // To a model that distinguishes case, texts in capitals are similar to each other.
            let text = if is_in_capitals {
                text.to_lowercase()
            } else {
                text
            };
            job.arrow = self.arrow(&model, &text).await;
        }
        if !is_large {
            return Ok(job.answer(&about));
        }
        tokio::task::spawn_blocking(move || job.answer(&about))
            .await
            .map_err(|error| Error::internal(error.to_string()))
    }

    /// Returns the vector of a question from that model. On failure, the question is answered by its words alone.
    async fn arrow(&self, model: &str, text: &str) -> Option<Arrow> {
        let answering = self.answering();
        let embedder = answering.filter(|embedder| embedder.name() == model)?;
        match embedder.ask(text).await {
            Ok(vector) => Arrow::new(quantise(&vector)),
            Err(error) => {
                tracing::debug!(%error, "a question is looked for by its words alone");
                if error.extra.reason.as_deref() == Some(UNKNOWN) {
                    self.answer_by_wanted();
                }
                None
            }
        }
    }

    /// Returns the tests of a search, the number of door changes that they include, and the cache key of everything in
    /// them except doors and the open moment.
    async fn tests(&self, find: &Find) -> Result<(Tests, u64, Arc<str>)> {
        let mut tags = Vec::with_capacity(find.tags.len());
        for (field, test) in &find.tags {
            tags.push(self.tags_of(field, test).await?);
        }
        let mut either = Vec::with_capacity(find.either.len());
        for group in &find.either {
            let mut tags = Vec::with_capacity(group.tags.len());
            for (field, test) in &group.tags {
                tags.push(self.tags_of(field, test).await?);
            }
            let times = group.times.clone();
            either.push(Either { tags, times });
        }
        let reader = find.reader.as_deref().map(among);
        let doors = self
            .shelves
            .doors
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let stream = find.stream.as_ref();
        let tests = Tests {
            open: doors.open_to(reader.as_deref(), find.kind),
            stream: stream.map(|stream| doors.find(stream.as_str())),
            tags,
            times: find.times.clone(),
            either,
            without: HashSet::new(),
            only: None,
        };
        // The values that begin with a prefix can change with each write, so the key includes the values found.
        let mut found = DefaultHasher::new();
        tests.tags.hash(&mut found);
        let found = found.finish();
        let asked = (find.kind, stream, &find.tags, found, &find.reader);
        let key = format!("{asked:?}{}", tests.key());
        Ok((tests, doors.changes, key.into()))
    }

    async fn tags_of(&self, field: &'static str, test: &TagTest) -> Result<Tagged> {
        if let Some(tagged) = Tagged::of(field, test, &self.shelves.tags) {
            return Ok(tagged);
        }
        // Shelves store tags as hashes, so prefixes are looked up in the index.
        let TagTest::StartsWith(begin) = test else {
            return Ok(Tagged::Any(Vec::new()));
        };
        let values: Vec<String> = sqlx::query_scalar(
            "SELECT DISTINCT value FROM tags WHERE field = ?1 AND value >= ?2 AND value < ?3",
        )
        .bind(field)
        .bind(begin)
        .bind(format!("{begin}{}", char::MAX))
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        let hash = |value: &String| self.shelves.tags.hash(field, value);
        Ok(Tagged::Any(sort(values.iter().map(hash).collect())))
    }

    /// Returns those of the rows whose source is a stream that `reader` may not read.
    async fn find_hidden(
        &self,
        rows: &[i64],
        source: Source,
        reader: &str,
    ) -> Result<HashSet<i64>> {
        let mut query = Builder::new("SELECT t.id FROM json_each(");
        query
            .push_bind(serde_json::Value::from(rows).to_string())
            .push(") j CROSS JOIN texts t ON t.id = j.value WHERE ");
        push_hidden(&mut query, source, reader);
        let hidden: Vec<i64> = query
            .build_query_scalar()
            .fetch_all(&self.readers())
            .await
            .map_err(fault)?;
        Ok(hidden.into_iter().collect())
    }

    pub(super) async fn things_at(
        &self,
        places: &[(Place, Option<Place>)],
    ) -> Result<Vec<Fetched>> {
        let places: Vec<_> = places
            .iter()
            .map(|(place, other)| (place.0, other.map(|other| other.0)))
            .collect();
        let places =
            serde_json::to_string(&places).map_err(|error| Error::internal(error.to_string()))?;
        let rows: Vec<Shown> = sqlx::query_as(
            "SELECT j.key, t.id, e.stream, t.item, t.kind, t.title, t.body, t.doc, \
                    (SELECT o.item FROM texts o WHERE o.id = j.value ->> 1) \
             FROM json_each(?1) j CROSS JOIN texts t ON t.id = j.value ->> 0 \
             CROSS JOIN entries e ON e.id = t.entry WHERE e.doc IS NOT NULL",
        )
        .bind(places)
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        let mut found: HashMap<i64, Fetched> = HashMap::new();
        let mut order = Vec::with_capacity(rows.len());
        for (key, row, stream, item, kind, title, body, doc, other) in rows {
            order.push(key);
            let thing = Found {
                place: Place(row),
                stream: stream_id(&stream)?,
                item,
                kind,
                title,
                body,
                doc,
                times: Vec::new(),
                score: 0.0,
                words: 0,
            };
            found.insert(key, (thing, other));
        }
        order.sort_unstable();
        Ok(order.iter().filter_map(|key| found.remove(key)).collect())
    }
}
