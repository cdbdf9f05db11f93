//! Search: pages of things by words, tags and moments, each with its true total.

use std::collections::HashMap;

use kernel::ports::index::{
    Find, Finding, Found, Group, Order, Place, Source, TagTest, TimeTest, Wanted,
};
use kernel::{Error, Result, Time};
use sqlx::{QueryBuilder, Sqlite};

use super::list::among;
use super::question::{AnyOf, all_words, any_word};
use super::start::{Start, narrows};
use super::{SqliteIndex, stream_id};
use crate::error::index_fault as fault;

/// Stands before each match in a snippet.
pub const MATCH_BEGINS: char = '«';
/// Stands behind each match in a snippet.
pub const MATCH_ENDS: char = '»';

/// How much more a word in the title weighs than one in the body.
const TITLE_WEIGHT: f64 = 4.0;

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

/// The words that are asked for.
struct Question {
    /// What FTS5 is asked.
    asked: String,
    /// One question for each word.
    terms: Vec<String>,
    /// How many of them a thing needs.
    least: usize,
}

pub(super) type Builder = QueryBuilder<'static, Sqlite>;

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
        let start = match &question {
            Some(_) => Start::Words,
            None => self.rarest(find).await?,
        };
        let question = question.as_ref();
        let mut count = Builder::new("SELECT count(*)");
        conditions(&mut count, find, question, start)?;
        let total: i64 = count
            .build_query_scalar()
            .fetch_one(&self.readers())
            .await
            .map_err(fault)?;
        let mut finding = Finding {
            found: Vec::new(),
            total: u64::try_from(total).unwrap_or(0),
            words: question.map_or(0, |question| number(question.terms.len())),
        };
        if total <= sql(find.offset) || find.limit == 0 {
            return Ok(finding);
        }
        let hits = self.hits(find, question, start).await?;
        let ids: Vec<i64> = hits.iter().map(|hit| hit.0).collect();
        let ids = serde_json::Value::from(ids).to_string();
        let mut beside = match question {
            Some(question) => self.matches(question, &ids).await?,
            None => HashMap::new(),
        };
        let mut times = if hits.iter().any(|hit| hit.7.is_some()) {
            self.times(&ids).await?
        } else {
            HashMap::new()
        };
        for (id, score, stream, item, kind, title, body, doc) in hits {
            let (words, snippet) = beside.remove(&id).unwrap_or_default();
            finding.found.push(Found {
                place: Place(id),
                stream: stream_id(&stream)?,
                item,
                kind,
                title,
                body,
                doc,
                times: times.remove(&id).unwrap_or_default(),
                snippet,
                score,
                words,
            });
        }
        Ok(finding)
    }

    async fn hits(
        &self,
        find: &Find,
        question: Option<&Question>,
        start: Start,
    ) -> Result<Vec<Hit>> {
        let score = match question {
            Some(_) => format!("-bm25(words, {TITLE_WEIGHT:.1}, 1.0)"),
            None => "0.0".into(),
        };
        let mut query = Builder::new(format!(
            "SELECT t.id, {score} AS score, e.stream, t.item, t.kind, t.title, t.body, t.doc"
        ));
        conditions(&mut query, find, question, start)?;
        if let Some(behind) = find.behind {
            behind_that(&mut query, find.order, behind);
        }
        match find.order {
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
        query
            .build_query_as()
            .fetch_all(&self.readers())
            .await
            .map_err(fault)
    }

    /// How many words each of those rows has, and a snippet. For the page alone: cutting a snippet reads
    /// the whole text.
    async fn matches(&self, question: &Question, ids: &str) -> Result<HashMap<i64, (u32, String)>> {
        let rows: Vec<(i64, i64, String)> = sqlx::query_as(&format!(
            "SELECT words.rowid, c.n, \
                    snippet(words, -1, '{MATCH_BEGINS}', '{MATCH_ENDS}', '…', 24) \
             FROM words \
             JOIN (SELECT w.rowid AS id, count(*) AS n FROM json_each(?2) j CROSS JOIN words w \
                   WHERE w.words MATCH j.value AND w.rowid IN (SELECT value FROM json_each(?3)) \
                   GROUP BY w.rowid) c ON c.id = words.rowid \
             WHERE words MATCH ?1 AND words.rowid IN (SELECT value FROM json_each(?3))"
        ))
        .bind(&question.asked)
        .bind(serde_json::Value::from(question.terms.clone()).to_string())
        .bind(ids)
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        Ok(rows
            .into_iter()
            .map(|(id, n, snippet)| (id, (u32::try_from(n).unwrap_or(0), snippet)))
            .collect())
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

/// The tables and everything that must hold.
fn conditions(
    query: &mut Builder,
    find: &Find,
    question: Option<&Question>,
    start: Start,
) -> Result<()> {
    match question {
        // The words first: whatever else is asked is asked of what has them.
        Some(question) => query
            .push(
                " FROM words CROSS JOIN texts t ON t.id = words.rowid \
                 CROSS JOIN entries e ON e.id = t.entry WHERE words MATCH ",
            )
            .push_bind(question.asked.clone())
            .push(" AND"),
        // Else the things that have a tag or a moment, where one is asked for.
        None if find.tags.iter().any(|(_, test)| narrows(test)) || !spans(find).is_empty() => {
            query.push(" FROM texts t CROSS JOIN entries e ON e.id = t.entry WHERE")
        }
        None => query.push(" FROM texts t JOIN entries e ON e.id = t.entry WHERE"),
    };
    query.push(" e.doc IS NOT NULL");
    if let Some(question) = question.filter(|question| question.least > 1) {
        query
            .push(" AND t.id IN (SELECT w.rowid FROM json_each(")
            .push_bind(json(&question.terms)?)
            .push(") j CROSS JOIN words w WHERE w.words MATCH j.value GROUP BY w.rowid HAVING count(*) >= ")
            .push_bind(sql(question.least))
            .push(")");
    }
    if let Some(kind) = find.kind {
        query.push(" AND e.kind = ").push_bind(kind);
    }
    if let Some(stream) = &find.stream {
        query.push(" AND e.stream = ").push_bind(stream.to_string());
    }
    if let Some(reader) = &find.reader {
        query
            .push(
                " AND instr(coalesce((SELECT o.readers FROM entries o WHERE o.stream = e.readers_of), \
                 e.readers, ",
            )
            .push_bind(among(reader))
            .push("), ")
            .push_bind(among(reader))
            .push(")");
    }
    if let (Some(source), Some(reader)) = (find.source, &find.reader) {
        query.push(" AND NOT ");
        hidden(query, source, reader);
    }
    for (at, (field, test)) in find.tags.iter().enumerate() {
        let is_start = start == Start::Everything || start == Start::Tag(at);
        tag(
            query,
            field,
            test,
            if is_start { AMONG_ALL } else { OF_EACH },
        )?;
    }
    if start == Start::Everything {
        for (field, from, to) in spans(find) {
            during(query, field, from, to);
        }
    }
    for (field, test) in &find.times {
        time(query, field, *test);
    }
    either(query, &find.either)
}

/// Whether `t` is from a stream that `reader` may not find.
pub(super) fn hidden(query: &mut Builder, source: Source, reader: &str) {
    let shut = |query: &mut Builder| {
        query
            .push("s.readers IS NOT NULL AND instr(s.readers, ")
            .push_bind(among(reader))
            .push(") = 0");
    };
    query
        .push("(EXISTS (SELECT 1 FROM entries s WHERE s.stream = json_extract(t.doc, ")
        .push_bind(source.taken)
        .push(") AND ");
    shut(query);
    query
        .push(
            ") OR EXISTS (SELECT 1 FROM tags g CROSS JOIN entries s ON s.stream = g.value \
             WHERE g.text = t.id AND g.field = ",
        )
        .push_bind(source.said)
        .push(" AND (json_extract(t.doc, ")
        .push_bind(source.taken)
        .push(
            ") IS NOT NULL OR NOT EXISTS (SELECT 1 FROM tags o WHERE o.text = t.id AND o.field = ",
        )
        .push_bind(source.author)
        .push(" AND o.value = ")
        .push_bind(reader.to_owned())
        .push(")) AND ");
    shut(query);
    query.push("))");
}

/// The fields of which a moment between two others is asked for.
fn spans(find: &Find) -> Vec<(&'static str, Time, Time)> {
    let begins = find.times.iter().filter_map(|(field, test)| match test {
        TimeTest::Gte(from) => Some((*field, *from)),
        _ => None,
    });
    let ends = |field: &'static str| {
        find.times.iter().find_map(|(other, test)| match test {
            TimeTest::Lte(to) if *other == field => Some(*to),
            _ => None,
        })
    };
    begins
        .filter_map(|(field, from)| Some((field, from, ends(field)?)))
        .collect()
}

/// That the moment of a field lies between two: asked once for all things, so that those are where the search
/// begins.
fn during(query: &mut Builder, field: &'static str, from: Time, to: Time) {
    query
        .push(" AND t.id IN (SELECT m.text FROM times m WHERE m.field = ")
        .push_bind(field)
        .push(" AND m.at BETWEEN ")
        .push_bind(from.0)
        .push(" AND ")
        .push_bind(to.0)
        .push(")");
}

/// That one of these groups holds.
fn either(query: &mut Builder, groups: &[Group]) -> Result<()> {
    if groups.is_empty() {
        return Ok(());
    }
    query.push(" AND (0");
    for group in groups {
        query.push(" OR (1");
        for (field, test) in &group.tags {
            tag(query, field, test, OF_EACH)?;
        }
        for (field, test) in &group.times {
            time(query, field, *test);
        }
        query.push(")");
    }
    query.push(")");
    Ok(())
}

fn tag(
    query: &mut Builder,
    field: &'static str,
    test: &TagTest,
    start: &'static str,
) -> Result<()> {
    match test {
        TagTest::Is(value) => {
            having(query, field, start)
                .push("value = ")
                .push_bind(value.clone())
                .push(")");
        }
        TagTest::Any(values) => {
            having(query, field, start)
                .push("value IN (SELECT value FROM json_each(")
                .push_bind(json(values)?)
                .push(")))");
        }
        TagTest::All(values) => {
            for value in values {
                having(query, field, start)
                    .push("value = ")
                    .push_bind(value.clone())
                    .push(")");
            }
        }
        TagTest::None(values) => {
            query
                .push(" AND NOT EXISTS (SELECT 1 FROM tags g WHERE g.text = t.id AND g.field = ")
                .push_bind(field)
                .push(" AND g.value IN (SELECT value FROM json_each(")
                .push_bind(json(values)?)
                .push(")))");
        }
        TagTest::StartsWith(begin) => {
            // Nothing sorts after a text that goes on with the last of all characters.
            having(query, field, start)
                .push("value >= ")
                .push_bind(begin.clone())
                .push(" AND g.value < ")
                .push_bind(format!("{begin}{}", char::MAX))
                .push(")");
        }
    }
    Ok(())
}

/// Begins the condition that a tag is so, asked each time of a thing that has the words.
const OF_EACH: &str = " AND EXISTS (SELECT 1 FROM tags g WHERE g.text = t.id AND g.field = ";
/// The same, asked once for all things, so that those with the tag are where the search begins.
const AMONG_ALL: &str = " AND t.id IN (SELECT g.text FROM tags g WHERE g.field = ";

/// The condition that a tag of `field` is so, up to `g.`.
fn having<'a>(query: &'a mut Builder, field: &'static str, start: &'static str) -> &'a mut Builder {
    query.push(start).push_bind(field).push(" AND g.")
}

fn time(query: &mut Builder, field: &'static str, test: TimeTest) {
    let (start, sign, at) = match test {
        TimeTest::Gt(at) => (" AND EXISTS", " > ", at),
        TimeTest::Lt(at) => (" AND EXISTS", " < ", at),
        TimeTest::Gte(at) => (" AND EXISTS", " >= ", at),
        TimeTest::Lte(at) => (" AND EXISTS", " <= ", at),
        TimeTest::Eq(at) => (" AND EXISTS", " = ", at),
        TimeTest::Ne(at) => (" AND NOT EXISTS", " = ", at),
        TimeTest::Open(at) => (" AND NOT EXISTS", " <= ", at),
        TimeTest::Begun(at) => (" AND NOT EXISTS", " > ", at),
    };
    query
        .push(start)
        .push(" (SELECT 1 FROM times m WHERE m.text = t.id AND m.field = ")
        .push_bind(field)
        .push(" AND m.at")
        .push(sign)
        .push_bind(at.0)
        .push(")");
}

/// That a thing comes behind that one in an order by a moment.
fn behind_that(query: &mut Builder, order: Order, (at, place): (Time, Place)) {
    let (field, sign) = match order {
        Order::Best => return,
        Order::Newest(field) => (field, " < "),
        Order::Oldest(field) => (field, " > "),
    };
    moment(query.push(" AND ("), field)
        .push(", t.id)")
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

fn json(values: &[String]) -> Result<String> {
    serde_json::to_string(values).map_err(|error| Error::internal(error.to_string()))
}

fn sql(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
