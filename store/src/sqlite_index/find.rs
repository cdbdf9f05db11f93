//! Search: pages of items by words, tags and moments, each with its exact total.

use std::collections::HashMap;

use kernel::ports::index::{Find, Finding, Found, Order, Place, TagTest, Wanted};
use kernel::{Result, Time};

use super::conditions::{Builder, Question, conditions, is_walk, spans, sql};
use super::counts::Counted;
use super::question::{AnyOf, all_words, any_word};
use super::start::{Start, narrows};
use super::{SqliteIndex, stream_id};
use crate::error::index_fault as fault;

/// Weight of a word in the title relative to one in the body.
const TITLE_WEIGHT: f64 = 4.0;

/// Number of items from which a tag counts as common.
const MANY: i64 = 10_000;

/// A hit: row, score (larger is better), stream, item, kind, title, body and doc.
type Hit = (
    i64,
    f64,
    String,
    String,
    String,
    String,
    String,
    Option<String>,
);

impl SqliteIndex {
    pub(super) async fn find_page(&self, find: &Find) -> Result<Finding> {
        let Some(words) = &find.words else {
            return self.answer(find, None).await;
        };
        let every = |asked: String| Question {
            terms: vec![asked.clone()],
            asked,
            least: 1,
        };
        match words.wanted {
            Wanted::All => {
                let Some(all) = all_words(&words.text) else {
                    return Ok(Finding::default());
                };
                let finding = self.answer(find, Some(every(all))).await?;
                match any_word(&words.text) {
                    Some(any) if finding.total == 0 => self.answer(find, Some(every(any))).await,
                    _ => Ok(finding),
                }
            }
            Wanted::Share(share) => {
                let Some(any) = AnyOf::new(&words.text) else {
                    return Ok(Finding::default());
                };
                let question = Question {
                    asked: any.question(),
                    least: any.least(share),
                    terms: any.terms,
                };
                self.answer(find, Some(question)).await
            }
        }
    }

    async fn answer(&self, find: &Find, question: Option<Question>) -> Result<Finding> {
        let question = question.as_ref();
        let counted = match question {
            None if find.uncounted => None,
            None => Some(self.count_matches(find).await?),
            Some(_) => Some(self.count(find, question).await?),
        };
        let total = counted.as_ref().map(|counted| counted.total);
        let mut finding = Finding {
            found: Vec::new(),
            total: total.unwrap_or(0),
            words: question.map_or(0, |question| number(question.terms.len())),
        };
        if total.is_some_and(|total| total <= find.offset as u64) || find.limit == 0 {
            return Ok(finding);
        }
        let hits = self.page_of(find, question, counted).await?;
        let ids: Vec<i64> = hits.iter().map(|hit| hit.0).collect();
        let ids = serde_json::Value::from(ids).to_string();
        let mut matched = match question {
            Some(question) => self.matches(question, &ids).await?,
            None => HashMap::new(),
        };
        let mut times = if hits.iter().any(|hit| hit.7.is_some()) {
            self.times(&ids).await?
        } else {
            HashMap::new()
        };
        for (id, score, stream, item, kind, title, body, doc) in hits {
            let words = matched.remove(&id).unwrap_or_default();
            finding.found.push(Found {
                place: Place(id),
                stream: stream_id(&stream)?,
                item,
                kind,
                title,
                body,
                doc,
                times: times.remove(&id).unwrap_or_default(),
                score,
                words,
            });
        }
        Ok(finding)
    }

    async fn count(&self, find: &Find, question: Option<&Question>) -> Result<Counted> {
        let mut count = Builder::new("SELECT count(*)");
        conditions(&mut count, find, question, &Start::Words)?;
        let total: i64 = count
            .build_query_scalar()
            .fetch_one(&self.readers())
            .await
            .map_err(fault)?;
        Ok(Counted {
            total: total.unsigned_abs(),
            rows: Vec::new(),
        })
    }

    /// Returns the hits of a page. If many rows match, the first in the order of a moment are read along its index; if
    /// few match, their rows are known from the count.
    async fn page_of(
        &self,
        find: &Find,
        question: Option<&Question>,
        counted: Option<Counted>,
    ) -> Result<Vec<Hit>> {
        let total = counted.as_ref().map(|counted| counted.total);
        if question.is_some() {
            return self.hits(find, question, &Start::Words).await;
        }
        if let Order::Newest(field) | Order::Oldest(field) = find.order
            && self.is_dense(find, field, total).await?
        {
            let hits = self.hits(find, None, &Start::Moment(field)).await?;
            // Items without the moment come last, and are not in its index.
            let rest = total.map_or(0, |total| total.saturating_sub(find.offset as u64));
            if find.behind.is_some() || hits.len() as u64 >= rest.min(find.limit as u64) {
                return Ok(hits);
            }
        }
        if let Some(few) = counted.filter(|counted| !counted.rows.is_empty()) {
            self.counts.look_at(few.total);
            let start = Start::Rows(serde_json::Value::from(few.rows).to_string());
            return self.hits(find, None, &start).await;
        }
        self.counts.look_at(self.all().await?);
        let start = self.rarest(find).await?;
        self.hits(find, None, &start).await
    }

    /// Returns true if enough rows match that a page is found sooner by reading along an order than by sorting all
    /// matches.
    async fn is_dense(&self, find: &Find, field: &'static str, total: Option<u64>) -> Result<bool> {
        let Some(total) = total else {
            return self.is_likely_dense(find, field).await;
        };
        let (all, total) = (u128::from(self.all().await?), u128::from(total));
        let page = find.offset.saturating_add(find.limit) as u128;
        // One row in `all / total` matches, so about `page * all / total` rows would be read.
        Ok(page * all <= total * total)
    }

    /// Estimates the same if the total is unknown: true if no tag is rare and no other moment is filtered by.
    async fn is_likely_dense(&self, find: &Find, field: &'static str) -> Result<bool> {
        if spans(find).iter().any(|(other, ..)| *other != field) {
            return Ok(false);
        }
        for (field, test) in find.tags.iter().filter(|(_, test)| narrows(test)) {
            let values = match test {
                TagTest::Is(value) => std::slice::from_ref(value),
                TagTest::All(values) => values.as_slice(),
                _ => return Ok(false),
            };
            for value in values {
                if self.having(field, value, MANY).await? < MANY {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    async fn hits(
        &self,
        find: &Find,
        question: Option<&Question>,
        start: &Start,
    ) -> Result<Vec<Hit>> {
        let mut query = page_query("SELECT", find, question, start)?;
        query
            .build_query_as()
            .fetch_all(&self.readers())
            .await
            .map_err(fault)
    }

    /// Returns the number of matched words of each row.
    async fn matches(&self, question: &Question, ids: &str) -> Result<HashMap<i64, u32>> {
        let rows: Vec<(i64, u32)> = sqlx::query_as(
            "SELECT w.rowid, count(*) FROM json_each(?1) j CROSS JOIN words w \
             WHERE w.words MATCH j.value AND w.rowid IN (SELECT value FROM json_each(?2)) \
             GROUP BY w.rowid",
        )
        .bind(serde_json::Value::from(question.terms.clone()).to_string())
        .bind(ids)
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        Ok(rows.into_iter().collect())
    }

    async fn times(&self, ids: &str) -> Result<HashMap<i64, Vec<(String, Time, u32)>>> {
        let rows: Vec<(i64, String, i64, i64)> = sqlx::query_as(
            "SELECT text, field, at, count FROM times \
             WHERE text IN (SELECT value FROM json_each(?1)) ORDER BY text, field",
        )
        .bind(ids)
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        let mut times: HashMap<i64, Vec<_>> = HashMap::new();
        for (id, field, at, count) in rows {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            times.entry(id).or_default().push((field, Time(at), count));
        }
        Ok(times)
    }
}

/// Builds the query for a page of hits in its order, beginning with `select`.
fn page_query(
    select: &str,
    find: &Find,
    question: Option<&Question>,
    start: &Start,
) -> Result<Builder> {
    let score = match question {
        Some(_) => format!("-bm25(words, {TITLE_WEIGHT:.1}, 1.0)"),
        None => "0.0".into(),
    };
    let mut query = Builder::new(format!(
        "{select} t.id, {score} AS score, e.stream, t.item, t.kind, t.title, t.body, t.doc"
    ));
    conditions(&mut query, find, question, start)?;
    if let Some(behind) = find.behind {
        behind_that(&mut query, find.order, start, behind);
    }
    match find.order {
        Order::Newest(_) if is_walk(start) => query.push(" ORDER BY o.at DESC, o.text DESC"),
        Order::Oldest(_) if is_walk(start) => query.push(" ORDER BY o.at, o.text"),
        Order::Best => query.push(" ORDER BY score DESC, t.id DESC"),
        Order::Newest(field) => {
            moment(query.push(" ORDER BY "), field).push(" DESC NULLS LAST, t.id DESC")
        }
        Order::Oldest(field) => {
            moment(query.push(" ORDER BY "), field).push(" ASC NULLS LAST, t.id")
        }
    };
    query.push(" LIMIT ").push_bind(sql(find.limit));
    query.push(" OFFSET ").push_bind(sql(find.offset));
    Ok(query)
}

/// Appends the condition that an item comes after the given one in the order of a moment.
fn behind_that(query: &mut Builder, order: Order, start: &Start, (at, place): (Time, Place)) {
    let (field, sign) = match order {
        Order::Best => return,
        Order::Newest(field) => (field, " < "),
        Order::Oldest(field) => (field, " > "),
    };
    let query = if is_walk(start) {
        query.push(" AND (o.at, o.text)")
    } else {
        moment(query.push(" AND ("), field).push(", t.id)")
    };
    query
        .push(sign)
        .push("(")
        .push_bind(at.0)
        .push(", ")
        .push_bind(place.0)
        .push(")");
}

fn moment<'a>(query: &'a mut Builder, field: &'static str) -> &'a mut Builder {
    query
        .push("(SELECT m.at FROM times m WHERE m.text = t.id AND m.field = ")
        .push_bind(field)
        .push(")")
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use kernel::Time;
    use kernel::ports::index::{Find, Order, Place, TimeTest};

    use super::{SqliteIndex, Start, page_query};

    /// Query plan of a page that is read along the index of the moment `made`.
    async fn plan(find: &Find) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("index.sqlite");
        let index = SqliteIndex::open(&path, 1).await.unwrap();
        let start = Start::Moment("made");
        let mut query = page_query("EXPLAIN QUERY PLAN SELECT", find, None, &start).unwrap();
        let steps: Vec<(i64, i64, i64, String)> = query
            .build_query_as()
            .fetch_all(&index.readers())
            .await
            .unwrap();
        let steps = steps.into_iter().map(|(.., step)| step);
        steps.collect::<Vec<_>>().join("\n")
    }

    #[tokio::test]
    async fn a_page_in_the_order_of_a_moment_is_found_without_sorting() {
        for order in [Order::Newest("made"), Order::Oldest("made")] {
            let first = Find {
                kind: Some("core"),
                order,
                limit: 10,
                ..Find::default()
            };
            let next = Find {
                behind: Some((Time(5), Place(7))),
                ..first.clone()
            };
            let between = Find {
                times: vec![
                    ("made", TimeTest::Gte(Time(1))),
                    ("made", TimeTest::Lte(Time(9))),
                ],
                ..first.clone()
            };
            for (find, bounds) in [(first, "field=?"), (next, "at"), (between, "at>? AND at<?")] {
                let plan = plan(&find).await;
                assert!(!plan.contains("TEMP B-TREE"), "{plan}");
                let walk = plan.lines().next().unwrap();
                assert!(
                    walk.contains("SEARCH o USING") && walk.contains("times_by_moment"),
                    "{plan}"
                );
                assert!(walk.contains(bounds), "{plan}");
            }
        }
    }
}
