//! Sessions for a timeline, each with its stored summary, plus a digest of the messages that the summary does not
//! cover. Reads only sessions that the caller may read.

use std::collections::BTreeMap;

use crate::crystal::filter::Filters;
use crate::session::find::{ACTIVE, SessionRow};
use crate::session::key::SessionKey;
use crate::session::request::line;
use crate::session::state::Session;
use crate::summary::Line;
use crate::summary::{Prompt, Request};
use crate::timeline::asked::{About, Asked};
use crate::timeline::entry::{Candidate, EntryKind, TimelineEntry, cut};
use kernel::access::reader_name;
use kernel::error::Result;
use kernel::ports::index::{Find, ListQuery, TagTest, Wanted, Words};
use kernel::ports::tokens::Tokens;
use kernel::stream::StreamId;
use kernel::view::{View, aside};

/// Maximum number of sessions whose summaries are read.
const READ: usize = 4;
/// Maximum number of rows to consider.
const ROWS: usize = 50;
/// Number of first and of newest messages that represent a session without a summary.
const FIRST: usize = 10;
const NEWEST: usize = 60;
/// Maximum characters of each message.
const LETTERS: usize = 1_500;
/// Maximum characters of a session's text per token of its room.
const PER_TOKEN: usize = 8;
/// Score of a session that is not asked for: it fills the remaining room.
const BESIDE: f64 = 0.2;
/// Minimum share of the topic's words that a session must contain.
const SHARE: f64 = 0.5;

/// Finds the sessions for a timeline, each in at most `room` tokens.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
pub(super) async fn talks(
    view: &View,
    asked: &Asked,
    filters: &Filters,
    memories: &[Candidate],
    room: u32,
) -> Result<Vec<Candidate>> {
    let Some(wanted) = Wants::of(filters, view) else {
        return Ok(Vec::new());
    };
    let mut scores: BTreeMap<StreamId, f64> = BTreeMap::new();
    let mut add = |stream: StreamId, score: f64| *scores.entry(stream).or_default() += score;
    for key in memories
        .iter()
        .filter_map(|memory| memory.entry.session.as_ref().map(|key| (key, memory.score)))
    {
        add(key.0.stream(), key.1);
    }
    if !wanted.ids.is_empty() || (asked.about != About::Order && asked.topic.is_empty()) {
        for row in rows(view, &wanted).await? {
            add(row.session.stream(), 1.0);
        }
    } else {
        for (stream, score) in find_sessions(view, &asked.topic).await? {
            add(stream, score);
        }
    }
    let mut best: Vec<(StreamId, f64)> = scores.into_iter().collect();
    best.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let mut told = Vec::new();
    for (nth, (stream, _)) in best.into_iter().take(ROWS).enumerate() {
        if told.len() == READ {
            break;
        }
        if let Some(entry) = talk(view, &stream, &wanted, filters, room).await? {
            let score = match asked.about {
                About::Conversation => 1.0,
                About::Order | About::Period => BESIDE,
            };
            // Keeps them in order, best first.
            let score = score / (1.0 + f64::from(u32::try_from(nth).unwrap_or(u32::MAX)) / 100.0);
            told.push(Candidate {
                entry,
                score,
                hit: None,
            });
        }
    }
    Ok(told)
}

/// The filters as they apply to sessions.
struct Wants {
    tags: Vec<(&'static str, TagTest)>,
    /// The only session ids, if the filters name some.
    ids: Vec<String>,
}

impl Wants {
    /// Converts the filters; `None` if they ask for properties that only memories have.
    fn of(filters: &Filters, view: &View) -> Option<Self> {
        let own = Filters {
            happened: None,
            superseded: None,
            ..filters.clone()
        };
        let tests = own.tests(view.now);
        let of_sessions = |field: &str| matches!(field, "namespace" | "user_id" | "session_id");
        let fits = tests.times.is_empty()
            && tests.either.is_empty()
            && tests.tags.iter().all(|(field, _)| of_sessions(field));
        let ids = tests.tags.iter().filter_map(|(field, test)| match test {
            TagTest::Is(id) if *field == "session_id" => Some(vec![id.clone()]),
            TagTest::Any(ids) if *field == "session_id" => Some(ids.clone()),
            _ => None,
        });
        let ids = ids.flatten().take(READ).collect();
        fits.then_some(Self {
            tags: tests.tags,
            ids,
        })
    }

    fn admits(&self, key: &SessionKey) -> bool {
        self.tags.iter().all(|(field, test)| {
            let value = match *field {
                "namespace" => key.namespace.as_deref(),
                "user_id" => key.user_id.as_deref(),
                _ => Some(&*key.id),
            };
            let values: Vec<&str> = value.into_iter().collect();
            test.passes(&values)
        })
    }
}

/// Returns the sessions with these ids; without ids the newest ones.
async fn rows(view: &View, wanted: &Wants) -> Result<Vec<SessionRow>> {
    let mut ids = wanted
        .ids
        .iter()
        .map(|id| vec![("id", id.clone())])
        .collect::<Vec<_>>();
    if ids.is_empty() {
        ids.push(Vec::new());
    }
    let mut rows: Vec<SessionRow> = Vec::new();
    for fields in ids {
        let query = ListQuery {
            kind: "session",
            status: Some(ACTIVE.into()),
            fields,
            beyond: Some(view.now),
            reader: reader_name(view.actor()?).map(Into::into),
            limit: ROWS,
            ..ListQuery::default()
        };
        for entry in view.services.index().list(&query).await?.entries {
            rows.push(entry.parse_row()?);
        }
    }
    Ok(rows)
}

/// Finds the sessions whose summary or beginning has words of the topic, each with the share of the words.
async fn find_sessions(view: &View, topic: &str) -> Result<Vec<(StreamId, f64)>> {
    let find = Find {
        kind: Some("session"),
        words: Some(Words {
            text: topic.into(),
            wanted: Wanted::Share(SHARE),
        }),
        reader: reader_name(view.actor()?).map(Into::into),
        limit: READ * 2,
        ..Find::default()
    };
    let finding = view.services.index().find(&find).await?;
    let of = f64::from(finding.words.max(1));
    let found = finding.found.into_iter();
    Ok(found
        .map(|found| (found.stream, f64::from(found.words) / of))
        .collect())
}

/// Returns a session in a few lines; `None` if the caller may not read it, or the filters exclude it.
async fn talk(
    view: &View,
    stream: &StreamId,
    wanted: &Wants,
    filters: &Filters,
    room: u32,
) -> Result<Option<TimelineEntry>> {
    let Ok((session, _)) = view.state::<Session>(stream).await else {
        return Ok(None);
    };
    let (from, to) = filters.happened.clone().unwrap_or_default().span();
    let during = session.created_at <= to && session.updated_at >= from;
    if !session.lives(view.now) || !wanted.admits(&session.key) || !during {
        return Ok(None);
    }
    let (services, of) = (view.services.clone(), session.clone());
    let Some(said) = aside(move || session_text(&of, room, services.tokens())).await? else {
        return Ok(None);
    };
    let most = usize::try_from(room)
        .unwrap_or(usize::MAX)
        .saturating_mul(PER_TOKEN);
    let (text, is_cut) = cut(&said, most);
    Ok(Some(TimelineEntry {
        at: session.created_at.into(),
        until: Some(session.updated_at),
        noted: false,
        kind: EntryKind::Session,
        id: session.key.to_string(),
        text,
        is_cut,
        ended_at: None,
        agent: None,
        core: None,
        session: Some(session.key.clone()),
        workflow: None,
        provenance: None,
    }))
}

/// Returns the stored summary, and a digest of later messages as far as there is room.
fn session_text(session: &Session, room: u32, tokens: &dyn Tokens) -> Option<String> {
    let stored = session.context.as_deref().unwrap_or_default();
    let has = tokens.count(stored);
    let newer = messages(session);
    if stored.is_empty() {
        return digest("", &newer, room, tokens);
    }
    if has > room {
        return digest(stored, &[], room, tokens);
    }
    let since = digest("", &newer, room - has, tokens);
    Some(match since {
        Some(since) => format!("{stored}\n{since}"),
        None => stored.into(),
    })
}

/// Returns the first and the newest messages, a bounded number.
fn messages(session: &Session) -> Vec<Line> {
    let all = session.messages.len();
    let first = FIRST.min(all.saturating_sub(NEWEST));
    let newest = session.messages.newest(NEWEST);
    let told = session.messages.iter().take(first).chain(newest.iter());
    let told = told.filter(|message| !message.is_result());
    told.map(|message| {
        let line = line(message);
        let content = line.content.chars().take(LETTERS).collect();
        Line { content, ..line }
    })
    .collect()
}

/// Returns a digest of messages with at most `room` tokens.
fn digest(previous: &str, messages: &[Line], room: u32, tokens: &dyn Tokens) -> Option<String> {
    let request = Request {
        previous: previous.into(),
        messages: messages.to_vec(),
        model: String::new(),
        window: 0,
        prompt: Prompt::default(),
        budget: room,
        most: room,
    };
    let written = crate::summary::extractive(&request, tokens).ok()?;
    Some(written.text)
}
