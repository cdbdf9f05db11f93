//! Index entry of a memory: its text, the fields that filters use, and the times at which its stage changes, so that
//! the passing of time rewrites no row.

use std::sync::Arc;

use crate::crystal::bond::{BOND, bond_of};
use crate::crystal::entry::CrystalEntry;
use crate::crystal::metadata::{self, METADATA};
use crate::crystal::record::Crystal;
use crate::crystal::{shelves, source};
use kernel::ports::index::{Change, Facets, Item, Stamp, Text};
use kernel::time::{OffsetTime, Time};

/// Time of the last recall.
pub const LAST_ACCESSED: &str = "last_accessed";
/// Time from which searches leave it out by default.
pub const UNTIL: &str = "until";
/// Time from which it is archived.
pub const ARCHIVES_AT: &str = "archives_at";
/// Time until which it is consolidated.
pub const CONSOLIDATED_UNTIL: &str = "consolidated_until";
/// Time of the last recall; only set if there was one.
pub const RECALLED: &str = "recalled";
/// Expiry time.
pub const EXPIRES_AT: &str = "expires_at";
/// Start of validity.
pub const VALID_FROM: &str = "valid_from";
/// End of validity.
pub const VALID_TO: &str = "valid_to";
/// Time of its event.
pub const EVENT_DATE: &str = "event_date";
/// Local time of its event: the day that a question names is the local one.
pub const EVENT_DAY: &str = "event_day";
/// Session that the author named as the source.
pub const SAID: &str = "said";
/// Agent that wrote it.
pub const AGENT: &str = "agent";
/// Value of a flag that is set.
pub const YES: &str = "t";

/// Builds the index entry of a memory.
pub(super) fn put(record: &Crystal, kept: Option<&Arc<CrystalEntry>>) -> Vec<Change> {
    let Some(kept) = kept else {
        return Vec::new();
    };
    let mut shown = record.clone();
    // The index stores the text once, as the body that search reads.
    let body = std::mem::take(&mut shown.text);
    let Ok(doc) = serde_json::to_string(&shown) else {
        return Vec::new();
    };
    let about: Vec<&str> = record
        .topics
        .iter()
        .chain(&record.entities)
        .map(String::as_str)
        .collect();
    let text = Text {
        item: record.id.clone(),
        kind: "crystal",
        title: about.join(", "),
        body,
    };
    let facets = Facets {
        doc,
        tags: tags(record),
        times: times(record, kept),
        shelved: Some(shelves::place(record)),
    };
    vec![Change::Put(Item {
        text,
        facets: Some(facets),
    })]
}

/// Returns the fields that filters use.
pub(super) fn tags(record: &Crystal) -> Vec<(&'static str, String)> {
    let mut tags: Vec<(&'static str, String)> = vec![
        ("id", record.id.clone()),
        ("core", record.core.clone()),
        ("memory_type", record.memory_type.name().into()),
        ("memory_hash", record.memory_hash.clone()),
        ("trust", record.trust.name().into()),
    ];
    for (field, value) in [
        ("namespace", &record.namespace),
        ("user_id", &record.user_id),
        ("session_id", &record.session_id),
        (AGENT, &record.agent),
        ("workflow", &record.workflow),
        ("extraction_strategy", &record.extraction_strategy),
        (
            "discrete_memory_extracted",
            &record.discrete_memory_extracted,
        ),
    ] {
        tags.extend(value.iter().map(|value| (field, value.clone())));
    }
    let taken = record.provenance.iter();
    tags.extend(taken.map(|from| ("source", from.stream.to_string())));
    let said = source::author_session(record).into_iter();
    tags.extend(said.map(|session| (SAID, session.to_string())));
    tags.extend(record.kind.map(|kind| ("kind", kind.name().into())));
    tags.extend(bond_of(record).map(|_| (BOND, YES.into())));
    let is_frozen = record.frozen && record.merged_into.is_none();
    for (field, is_so) in [("pinned", record.pinned), ("frozen", is_frozen)] {
        tags.extend(is_so.then(|| (field, YES.into())));
    }
    let metadata = record.metadata.iter().flat_map(metadata::values);
    tags.extend(metadata.map(|value| (METADATA, value)));
    tags.extend(record.topics.iter().map(|topic| ("topics", topic.clone())));
    tags.extend(
        record
            .entities
            .iter()
            .map(|entity| ("entities", entity.clone())),
    );
    tags
}

const fn stamp(field: &'static str, at: Time) -> Stamp {
    Stamp {
        field,
        at,
        count: 0,
    }
}

fn times(record: &Crystal, kept: &CrystalEntry) -> Vec<Stamp> {
    let mut times = vec![
        stamp("created_at", record.created_at),
        stamp("updated_at", record.updated_at),
    ];
    for (field, at) in [
        (EVENT_DATE, record.event_date.map(OffsetTime::time)),
        (EVENT_DAY, record.event_date.map(OffsetTime::local)),
        (EXPIRES_AT, record.expires_at),
        (VALID_FROM, record.valid_from),
        (VALID_TO, record.valid_to),
    ] {
        times.extend(at.map(|at| stamp(field, at)));
    }
    times.extend(recall_stamps(kept));
    times
}

/// Returns the times that a recall changes.
pub(super) fn recall_stamps(kept: &CrystalEntry) -> Vec<Stamp> {
    let mut times = vec![Stamp {
        field: LAST_ACCESSED,
        at: kept.accessed,
        count: kept.recalls,
    }];
    let life = kept.life();
    for (field, at) in [
        (UNTIL, kept.until()),
        (ARCHIVES_AT, life.archives_at()),
        (CONSOLIDATED_UNTIL, life.consolidation_end()),
        (RECALLED, (kept.recalls > 0).then_some(kept.accessed)),
    ] {
        times.extend(at.map(|at| stamp(field, at)));
    }
    times
}
