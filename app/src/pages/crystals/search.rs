//! The search of the list, as its address describes it.

use engine::crystal::decay::{CrystalKind, Lifecycle};
use engine::crystal::filter::{Filters, Range, Tag};
use engine::crystal::ops::memory_forgotten::MemoryForgotten;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::crystal::{MemoryType, Trust};
use engine::session::SessionKey;
use kernel::Time;
use kernel::time::{DAY, HOUR};

use super::row::Row;
use crate::pages::ask::{Loaded, ask};
use crate::pages::crystal::type_name;
use crate::paths::CrystalsAddress;

/// Page size of the list.
pub const ROWS: u32 = 20;

/// Filter value for forgotten memories that can still be restored.
pub const FORGOTTEN: &str = "forgotten";

/// Time filters: the name in the address, the label, and the number of days.
pub const SINCE: [(&str, &str, i64); 5] = [
    ("", "any time", 0),
    ("1d", "a day ago", 1),
    ("7d", "7 days ago", 7),
    ("30d", "30 days ago", 30),
    ("90d", "90 days ago", 90),
];

/// Kind filters: the name in the address, and the label. The first ones are memory types, the others the kinds that
/// memories declare.
pub const KINDS: [(&str, &str); 10] = [
    ("", "any"),
    ("semantic", "facts"),
    ("episodic", "episodes"),
    ("message", "session messages"),
    ("preference", "preferences"),
    ("goal", "goals"),
    ("pattern", "patterns"),
    ("insight", "insights"),
    ("relationship", "relationships"),
    ("skill", "skills"),
];

/// Lifecycle filters: the name in the address, and the label.
pub const LIVES: [(&str, &str); 10] = [
    ("", "not archived"),
    ("generated", "generated"),
    ("activated", "activated"),
    ("consolidated", "consolidated"),
    ("frozen", "frozen"),
    ("archived", "archived"),
    ("superseded", "including superseded"),
    ("quarantined", "quarantined"),
    (WAITING, "waiting for approval"),
    (FORGOTTEN, "forgotten"),
];

/// Filter value for memories that wait for approval.
pub const WAITING: &str = "waiting";

/// Result of a search.
pub struct Found {
    /// Rows of this page.
    pub rows: Vec<Row>,
    /// Total number of matches.
    pub total: u64,
    /// Cursor of the next page.
    pub next: Option<String>,
}

/// Runs the search.
///
/// # Errors
/// Returns the operation's refusal.
pub async fn load(wish: CrystalsAddress, now: Time) -> Loaded<Found> {
    if wish.life == FORGOTTEN {
        return load_forgotten(wish).await;
    }
    let query = wish.query.trim().to_owned();
    let page = ask(MemorySearch {
        filters: filters(&wish, now),
        query: Some(query.clone()).filter(|query| !query.is_empty()),
        limit: Some(ROWS),
        cursor: wish.cursor,
        ..MemorySearch::default()
    })
    .await?;
    let hits = page.items.into_iter();
    Ok(Found {
        rows: hits.map(|hit| Row::of(hit, &query)).collect(),
        total: page.total,
        next: page.next_cursor,
    })
}

async fn load_forgotten(wish: CrystalsAddress) -> Loaded<Found> {
    let page = ask(MemoryForgotten {
        core: Some(wish.core).filter(|core| !core.is_empty()),
        id: None,
        limit: Some(ROWS),
        cursor: wish.cursor,
    })
    .await?;
    let total = page.total.unwrap_or(page.items.len() as u64);
    let rows = page
        .items
        .into_iter()
        .map(|gone| Row::of_forgotten(gone.memory));
    Ok(Found {
        rows: rows.collect(),
        total,
        next: page.next_cursor,
    })
}

/// Converts the address into search filters.
fn filters(wish: &CrystalsAddress, now: Time) -> Filters {
    let tag = |text: &str| {
        Some(text.trim())
            .filter(|text| !text.is_empty())
            .map(Tag::eq)
    };
    let session = SessionKey::parse(&wish.session).ok();
    let session = session.filter(|_| !wish.session.is_empty());
    Filters {
        core: tag(&wish.core),
        agent: tag(&wish.agent),
        session_id: session.as_ref().map(|key| Tag::eq(&*key.id)),
        user_id: session
            .and_then(|key| key.user_id)
            .map(|user| Tag::eq(&*user)),
        // Messages belong to conversations, which have pages of their own: they are found only on request.
        memory_type: Some(match wish.kind.as_str() {
            its @ ("semantic" | "episodic" | "message") => Tag::eq(its),
            _ => Tag::not(type_name(MemoryType::Message)),
        }),
        kind: CrystalKind::ALL
            .into_iter()
            .map(CrystalKind::name)
            .find(|name| *name == wish.kind)
            .map(Tag::eq),
        lifecycle: Lifecycle::ALL
            .into_iter()
            .filter(|life| life.name() == wish.life)
            .collect(),
        superseded: (wish.life == "superseded").then_some(true),
        trust: (wish.life == "quarantined").then(|| Tag::eq(Trust::Quarantined.name())),
        created_at: since(&wish.since, now).map(|at| Range {
            gte: Some(at.into()),
            ..Range::default()
        }),
        ..Filters::default()
    }
}

/// Returns the start of the period with this name in [`SINCE`], rounded down to the full hour so that counts can be
/// cached for an hour.
fn since(name: &str, now: Time) -> Option<Time> {
    let (_, _, days) = SINCE.into_iter().find(|(known, ..)| *known == name)?;
    (days > 0).then(|| now.plus(-days * DAY - now.0.rem_euclid(HOUR)))
}

#[cfg(test)]
mod tests {
    use kernel::Time;

    use super::since;

    #[test]
    fn days_are_counted_back_from_the_full_hour() {
        let hour = 3_600_000;
        for (name, now, expected) in [
            ("1d", 100 * hour, Some(76 * hour)),
            ("1d", 101 * hour - 1, Some(76 * hour)),
            ("1d", 101 * hour, Some(77 * hour)),
            ("7d", 200 * hour + 1, Some(32 * hour)),
            ("", 5, None),
            ("2d", 5, None),
        ] {
            assert_eq!(since(name, Time(now)), expected.map(Time), "{name} {now}");
        }
    }
}
