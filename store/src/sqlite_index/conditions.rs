//! Builds the SQL of a search: its tables and its conditions.

use kernel::ports::index::{Find, Group, Source, TagTest, TimeTest};
use kernel::{Error, Result, Time};
use sqlx::{QueryBuilder, Sqlite};

use super::list::among;
use super::start::{Start, narrows};

pub(super) type Builder = QueryBuilder<'static, Sqlite>;

/// The words of a search.
pub(super) struct Question {
    /// FTS5 query for the search.
    pub asked: String,
    /// One FTS5 query for each word.
    pub terms: Vec<String>,
    /// Minimum number of words that an item must contain.
    pub least: usize,
}

/// Appends the tables and all conditions.
pub(super) fn conditions(
    query: &mut Builder,
    find: &Find,
    question: Option<&Question>,
    start: &Start,
) -> Result<()> {
    match (question, start) {
        (None, Start::Rows(rows)) => query.push(" FROM json_each(").push_bind(rows.clone()).push(
            ") j CROSS JOIN texts t ON t.id = j.value \
                 CROSS JOIN entries e ON e.id = t.entry WHERE",
        ),
        (None, Start::Moment(field)) => along(query, find, field),
        // Words first: the other conditions are tested on the items that contain them.
        (Some(question), _) => query
            .push(
                " FROM words CROSS JOIN texts t ON t.id = words.rowid \
                 CROSS JOIN entries e ON e.id = t.entry WHERE words MATCH ",
            )
            .push_bind(question.asked.clone())
            .push(" AND"),
        // Otherwise the items with a filtered tag or moment.
        (None, _) if find.tags.iter().any(|(_, test)| narrows(test)) || !spans(find).is_empty() => {
            query.push(" FROM texts t CROSS JOIN entries e ON e.id = t.entry WHERE")
        }
        (None, _) => query.push(" FROM texts t JOIN entries e ON e.id = t.entry WHERE"),
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
        push_hidden(query, source, reader);
    }
    for (at, (field, test)) in find.tags.iter().enumerate() {
        let is_start = *start == Start::Everything || *start == Start::Tag(at);
        tag(
            query,
            field,
            test,
            if is_start { AMONG_ALL } else { OF_EACH },
        )?;
    }
    if *start == Start::Everything {
        for (field, from, to) in spans(find) {
            during(query, field, from, to);
        }
    }
    for (field, test) in &find.times {
        time(query, field, *test);
    }
    either(query, &find.either)
}

/// Appends the tables for reading the items in the order of a moment.
fn along<'a>(query: &'a mut Builder, find: &Find, field: &'static str) -> &'a mut Builder {
    query
        .push(
            " FROM times o CROSS JOIN texts t ON t.id = o.text \
             CROSS JOIN entries e ON e.id = t.entry WHERE o.field = ",
        )
        .push_bind(field);
    for (_, from, to) in spans(find)
        .into_iter()
        .filter(|(other, ..)| *other == field)
    {
        query
            .push(" AND o.at BETWEEN ")
            .push_bind(from.0)
            .push(" AND ")
            .push_bind(to.0);
    }
    query.push(" AND")
}

pub(super) fn is_walk(start: &Start) -> bool {
    matches!(start, Start::Moment(_))
}

/// Appends the condition that the source of `t` is a stream that `reader` may not read.
pub(super) fn push_hidden(query: &mut Builder, source: Source, reader: &str) {
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

/// Returns the fields with both a lower and an upper bound, and the bounds.
pub(super) fn spans(find: &Find) -> Vec<(&'static str, Time, Time)> {
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

/// Appends a range of a moment as a condition evaluated once over all items, so that the search can start there.
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

/// Appends the condition that one of these groups holds.
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
            let Some((first, others)) = values.split_first() else {
                return Ok(());
            };
            having(query, field, start)
                .push("value = ")
                .push_bind(first.clone())
                .push(")");
            if !others.is_empty() {
                // One condition for all of them: SQLite rejects a statement with a thousand.
                query
                    .push(" AND NOT EXISTS (SELECT 1 FROM json_each(")
                    .push_bind(json(others)?)
                    .push(") j WHERE NOT EXISTS (SELECT 1 FROM tags g WHERE g.text = t.id AND g.field = ")
                    .push_bind(field)
                    .push(" AND g.value = j.value))");
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
        TagTest::AbsentOr(values) => {
            query
                .push(" AND (NOT EXISTS (SELECT 1 FROM tags g WHERE g.text = t.id AND g.field = ")
                .push_bind(field)
                .push(") OR EXISTS (SELECT 1 FROM tags g WHERE g.text = t.id AND g.field = ")
                .push_bind(field)
                .push(" AND g.value IN (SELECT value FROM json_each(")
                .push_bind(json(values)?)
                .push("))))");
        }
        TagTest::StartsWith(begin) => {
            // No text sorts after one that continues with the last character.
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

/// Begins a tag condition that is tested on each item.
const OF_EACH: &str = " AND EXISTS (SELECT 1 FROM tags g WHERE g.text = t.id AND g.field = ";
/// Begins a tag condition that is evaluated once over all items, so that the search can start there.
const AMONG_ALL: &str = " AND t.id IN (SELECT g.text FROM tags g WHERE g.field = ";

/// Appends the start of a tag condition of `field`, up to `g.`.
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

fn json(values: &[String]) -> Result<String> {
    serde_json::to_string(values).map_err(|error| Error::internal(error.to_string()))
}

pub(super) fn sql(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
