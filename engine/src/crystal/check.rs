//! Validation of new memories.

use crate::crystal::record::{NewCrystal, TTL_SECONDS};
use crate::fence::is_unreadable;
use crate::session::record::MemoryType;
pub use crate::session::record::{NAME_BYTES, NAMES, TEXT_BYTES};
use kernel::error::{Error, Result};
use kernel::ports::secrets::must_name;
use kernel::time::{SECOND, Time};

/// Maximum size of the metadata or of an extraction's configuration, in bytes of JSON.
const EXTRA_BYTES: usize = 64 * 1024;

/// Maximum number of memories that one memory can replace.
pub(super) const SUPERSEDES: usize = 20;

/// Maximum lead of another clock over the server's, in milliseconds.
pub const AHEAD: i64 = 300 * SECOND;

/// Validates a new memory.
///
/// # Errors
/// Returns `invalid` with the name of the field.
pub fn check(new: &NewCrystal) -> Result<()> {
    // Messages are stored as they were said, whatever they contain.
    let is_message = new.memory_type == MemoryType::Message;
    if new.text.trim().is_empty() || !is_message && is_unreadable(&new.text) {
        return Err(Error::field("/text", "say what is to be remembered"));
    }
    if new.text.len() > TEXT_BYTES {
        return Err(Error::field(
            "/text",
            format!("expected at most {TEXT_BYTES} bytes"),
        ));
    }
    let names = [
        ("/id", &new.id),
        ("/namespace", &new.namespace),
        ("/user_id", &new.user_id),
        ("/session_id", &new.session_id),
        ("/agent", &new.agent),
        ("/workflow", &new.workflow),
        ("/extraction_strategy", &new.extraction_strategy),
        ("/discrete_memory_extracted", &new.discrete_memory_extracted),
    ];
    for (pointer, name) in names {
        if let Some(name) = name {
            check_name(pointer, name)?;
            must_name(pointer, name)?;
        }
    }
    if new.id.as_deref() == Some("") {
        return Err(Error::field(
            "/id",
            "expected 1 to 256 bytes, or none for a fresh one",
        ));
    }
    let lists = [
        ("/topics", &new.topics),
        ("/entities", &new.entities),
        ("/extracted_from", &new.extracted_from),
    ];
    for (pointer, list) in lists {
        if list.len() > NAMES {
            return Err(Error::field(pointer, format!("expected at most {NAMES}")));
        }
        for (at, name) in list.iter().enumerate() {
            check_name(&format!("{pointer}/{at}"), name)?;
        }
    }
    if new.importance.is_some_and(|n| !(0.0..=1.0).contains(&n)) {
        return Err(Error::field("/importance", "expected 0 to 1"));
    }
    if new.valence.is_some_and(|n| !(-1.0..=1.0).contains(&n)) {
        return Err(Error::field("/valence", "expected -1 to 1"));
    }
    check_validity(new)?;
    let extras = [
        ("/metadata", &new.metadata),
        (
            "/extraction_strategy_config",
            &new.extraction_strategy_config,
        ),
    ];
    for (pointer, extra) in extras {
        if let Some(extra) = extra
            && serde_json::to_string(extra).map_or(usize::MAX, |json| json.len()) > EXTRA_BYTES
        {
            let detail = format!("expected at most {EXTRA_BYTES} bytes of JSON");
            return Err(Error::field(pointer, detail));
        }
    }
    Ok(())
}

/// Validates the validity, the time to live and the ids of replaced memories.
fn check_validity(new: &NewCrystal) -> Result<()> {
    if let (Some(from), Some(to)) = (new.valid_from, new.valid_to)
        && to < from
    {
        return Err(Error::field(
            "/valid_to",
            "expected no earlier than `valid_from`",
        ));
    }
    if let Some(seconds) = new.ttl_seconds {
        if new.expires_at.is_some() {
            return Err(Error::field(
                "/ttl_seconds",
                "give either it or `expires_at`",
            ));
        }
        if !(1..=TTL_SECONDS).contains(&seconds) {
            let detail = format!("expected 1 to {TTL_SECONDS}");
            return Err(Error::field("/ttl_seconds", detail));
        }
    }
    if new.supersedes.len() > SUPERSEDES {
        let detail = format!("expected at most {SUPERSEDES}");
        return Err(Error::field("/supersedes", detail));
    }
    for (at, id) in new.supersedes.iter().enumerate() {
        let pointer = format!("/supersedes/{at}");
        check_name(&pointer, id)?;
        if id.is_empty() || new.id.as_ref() == Some(id) {
            let detail = "expected the id of another memory";
            return Err(Error::field(pointer, detail));
        }
    }
    Ok(())
}

/// Rejects times of creation, change and recall in the future. The event of a memory may lie ahead.
pub(super) fn check_moments(new: &NewCrystal, now: Time) -> Result<()> {
    let latest = now.plus(AHEAD);
    for (pointer, moment) in [
        ("/created_at", new.created_at),
        ("/updated_at", new.updated_at),
        ("/persisted_at", new.persisted_at),
        ("/last_accessed", new.last_accessed),
    ] {
        if moment.is_some_and(|moment| moment > latest) {
            let detail = format!(
                "lies more than {} seconds ahead of the time here",
                AHEAD / SECOND
            );
            return Err(Error::field(pointer, detail));
        }
    }
    Ok(())
}

/// Rejects names that are too long or contain control characters.
pub(super) fn check_name(pointer: &str, name: &str) -> Result<()> {
    if name.len() > NAME_BYTES {
        return Err(Error::field(
            pointer,
            format!("expected at most {NAME_BYTES} bytes"),
        ));
    }
    if name.chars().any(char::is_control) {
        return Err(Error::field(
            pointer,
            "expected a name without control characters",
        ));
    }
    Ok(())
}
