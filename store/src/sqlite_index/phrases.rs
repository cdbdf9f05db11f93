//! Restricts a search to texts with required phrases and without excluded ones. Shelves find the texts with the words;
//! the order of the words is read from the texts.

use std::collections::HashSet;

use kernel::Result;
use kernel::ports::index::Phrases;

use super::SqliteIndex;
use crate::error::index_fault as fault;
use crate::recall::answer::Job;
use crate::recall::phrase::Phrase;

/// Texts per read.
const PAGE: usize = 1_000;

/// A text: row, title, body, author.
type TextRow = (i64, String, String, Option<String>);

impl SqliteIndex {
    pub(super) async fn restrict(&self, job: &mut Job, phrases: &Phrases) -> Result<()> {
        for phrase in &phrases.must {
            let mut matching = self.matches_of(job, phrase).await?;
            if let Some(known) = job.tests.only.take() {
                matching.retain(|row| known.contains(row));
            }
            job.tests.only = Some(matching);
        }
        for phrase in &phrases.must_not {
            let matching = self.matches_of(job, phrase).await?;
            job.tests.without.extend(matching);
        }
        Ok(())
    }

    /// Returns the rows that pass and contain a phrase, none for a phrase without a word.
    async fn matches_of(&self, job: &Job, phrase: &str) -> Result<HashSet<i64>> {
        let Some(phrase) = Phrase::of(phrase) else {
            return Ok(HashSet::new());
        };
        let mut matching = HashSet::new();
        for rows in job.rows_with(&phrase.terms).chunks(PAGE) {
            let texts: Vec<TextRow> = sqlx::query_as(
                "SELECT t.id, t.title, t.body, t.who \
                 FROM json_each(?1) j CROSS JOIN texts t ON t.id = j.value",
            )
            .bind(serde_json::Value::from(rows).to_string())
            .fetch_all(&self.readers())
            .await
            .map_err(fault)?;
            let found = texts.into_iter().filter(|(_, title, body, who)| {
                let who = who.as_deref().unwrap_or_default();
                [title.as_str(), body.as_str(), who]
                    .into_iter()
                    .any(|text| phrase.is_in(text))
            });
            matching.extend(found.map(|(row, ..)| row));
        }
        Ok(matching)
    }
}
