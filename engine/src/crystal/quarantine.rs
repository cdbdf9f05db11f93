//! Quarantine for parts of an import that could not be read. They become memories that no search finds, with the
//! reason; people see them among the memories and rule on each.

use std::fmt::Write as _;

use exchange::report::Odd;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use crate::crystal::check::TEXT_BYTES;
use crate::crystal::record::{NewCrystal, Provenance, Trust};
use crate::crystal::rules::{Duplicates, put};
use crate::crystal::state::Core;
use crate::fence::is_unreadable;
use kernel::error::{Error, Result};
use kernel::stream::StreamId;
use kernel::tenant::Tenant;
use kernel::tx::Tx;

/// Maximum number of quarantined parts of an import.
pub const MAX_PARTS: usize = 1_000;
/// Topic of these memories.
const TOPIC: &str = "import";
/// Maximum length of a position or a reason stored with a part, in bytes.
const SAID: usize = 1_000;

/// Rejects an import with too many unreadable parts to review: the text is probably in another format.
///
/// # Errors
/// Returns `invalid` with the first unreadable part.
pub fn check(odd: &[Odd], format: &str) -> Result<()> {
    let Some(first) = odd.get(MAX_PARTS).and(odd.first()) else {
        return Ok(());
    };
    let many = odd.len();
    Err(Error::field(
        "/content",
        format!(
            "has {many} things that cannot be taken in, and {MAX_PARTS} are set aside at most; the first: {} {}. Is it {format}? \
             Name its `format`, or send it in parts. Nothing was written.",
            first.at, first.why
        ),
    ))
}

/// Stores unreadable parts in a core. Existing ones stay as they are.
///
/// # Errors
/// Same as [`put`].
pub fn set_aside(
    tx: &mut Tx,
    core: &StreamId,
    odd: &[Odd],
    format: &str,
    from: Option<&StreamId>,
) -> Result<()> {
    let actor = tx.cx.actor.clone();
    let of = |part: fn(&Tenant) -> Option<&str>| {
        let tenant = actor.tenant()?;
        part(tenant).map(str::to_owned)
    };
    let draft = tx.draft::<Core>(core)?;
    for odd in odd {
        let hash = Sha256::digest(format!("{}\n{}\n{}", odd.at, odd.why, odd.text));
        let id = hash[..12].iter().fold(String::new(), |mut id, byte| {
            // Writing to a string never fails.
            let _ = write!(id, "{byte:02x}");
            id
        });
        let parts = cut(&odd.text, TEXT_BYTES);
        for (n, text) in parts.iter().enumerate() {
            let mut metadata = Map::new();
            metadata.insert("at".into(), begin(&odd.at).into());
            metadata.insert("why".into(), begin(&odd.why).into());
            metadata.insert("format".into(), format.into());
            if parts.len() > 1 {
                metadata.insert("part".into(), Value::from(n + 1));
                metadata.insert("parts".into(), Value::from(parts.len()));
            }
            let memory = NewCrystal {
                id: Some(format!("odd-{id}-{}", n + 1)),
                text: (*text).to_owned(),
                topics: vec![TOPIC.into()],
                agent: actor.role.is_agent().then(|| actor.id.clone()),
                metadata: Some(metadata),
                provenance: from.map(|stream| Provenance {
                    stream: stream.clone(),
                    message: None,
                    version: None,
                }),
                user_id: of(|tenant| tenant.user_id.as_deref()),
                namespace: of(|tenant| tenant.namespace.as_deref()),
                trust: Some(Trust::Quarantined),
                ..NewCrystal::default()
            };
            put(draft, memory, Duplicates::Keep)?;
        }
    }
    Ok(())
}

/// Cuts a text into pieces of at most `most` bytes.
fn cut(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > most {
        let at = (0..=most).rev().find(|at| rest.is_char_boundary(*at));
        let (part, left) = rest.split_at(at.unwrap_or(most));
        parts.push(part);
        rest = left;
    }
    parts.push(rest);
    // A memory has a text, so pieces without a readable character are dropped.
    parts.retain(|part| !is_unreadable(part));
    parts
}

fn begin(text: &str) -> &str {
    let end = (0..=SAID.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn long_texts_are_kept_whole_in_pieces() {
        for (text, most, parts) in [
            ("abcdef", 3, vec!["abc", "def"]),
            ("äöü", 3, vec!["ä", "ö", "ü"]),
            ("ab", 3, vec!["ab"]),
            ("", 3, vec![]),
        ] {
            assert_eq!(cut(text, most), parts);
        }
    }
}
