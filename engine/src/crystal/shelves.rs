//! Shelves of memories in the index: one per core, and per namespace one for the messages of sessions and one for the
//! memories promoted from them. Word frequencies are counted on the shelves that a question searches.

use serde_json::Value;

use crate::crystal::filter::{Filters, Tag};
use crate::crystal::record::Crystal;
use crate::crystal::{MESSAGES, PRIVATE, core_of};
use kernel::ports::index::Shelved;
use kernel::time::OffsetTime;

/// Metadata fields that may name the author.
const AUTHORS: [&str; 5] = ["author", "speaker", "who", "name", "role"];
/// Maximum length of a name at the start of a text, in words and in bytes.
const NAME: (usize, usize) = (3, 40);
/// Roles at the start of a text. They count as names.
const PARTS: [&str; 5] = ["user", "assistant", "human", "system", "tool"];

/// Returns the place of a memory on its shelf.
pub(super) fn place(record: &Crystal) -> Shelved {
    let namespace = core_of(record.namespace.as_deref());
    let together = [MESSAGES, PRIVATE].into_iter();
    let mut together = together.filter(|begin| record.core.starts_with(begin));
    let (shelf, sought) = if let Some(begin) = together.next() {
        (format!("{begin}{namespace}"), None)
    } else {
        let is_elsewhere = record.namespace.is_some() && *namespace != *record.core;
        let sought = is_elsewhere.then(|| namespace.clone().into_owned());
        (record.core.clone(), sought)
    };
    let group = record.session_id.as_ref().map(|session| {
        let user = record.user_id.as_deref().unwrap_or_default();
        format!("{user}/{session}")
    });
    Shelved {
        shelf,
        sought,
        who: who(record),
        group,
        at: record
            .event_date
            .map_or(record.created_at, OffsetTime::local),
    }
}

/// Returns the author: the name at the start of the text, else from the metadata, else the agent.
fn who(record: &Crystal) -> Option<String> {
    if let Some(name) = speaker(&record.text) {
        return Some(name.into());
    }
    let metadata = record.metadata.as_ref();
    let said = AUTHORS
        .iter()
        .find_map(|field| match metadata?.get(*field)? {
            Value::String(name) if !name.trim().is_empty() && name.len() <= NAME.1 => {
                Some(name.clone())
            }
            _ => None,
        });
    said.or_else(|| record.agent.clone())
}

/// Returns the name at the start of a text, as in `Ann: I am here`.
pub(super) fn speaker(text: &str) -> Option<&str> {
    let (name, rest) = text.split_once(':')?;
    let is_short = name.len() <= NAME.1 && name.split(' ').count() <= NAME.0;
    let is_name = name.starts_with(char::is_uppercase) || PARTS.contains(&name);
    let is_one = name
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '.' | '-' | '\''));
    (is_short && is_name && is_one && rest.starts_with(char::is_whitespace)).then_some(name)
}

/// Returns the shelves with all memories that can pass these filters, or `None` for all shelves.
pub(super) fn of(filters: &Filters) -> Option<Vec<String>> {
    let names = |tag: &Option<Tag>| tag.as_ref().and_then(Tag::only);
    if let Some(cores) = names(&filters.core) {
        let is_own = |core: &&str| !core.starts_with(MESSAGES) && !core.starts_with(PRIVATE);
        return cores
            .iter()
            .all(|core| is_own(&core.as_str()))
            .then_some(cores);
    }
    let namespaces = names(&filters.namespace)?;
    let mut shelves = Vec::new();
    for namespace in namespaces {
        let core = core_of(Some(&namespace));
        shelves.push(format!("{MESSAGES}{core}"));
        shelves.push(format!("{PRIVATE}{core}"));
        shelves.push(core.into_owned());
    }
    Some(shelves)
}

#[cfg(test)]
mod tests {
    use super::speaker;

    #[test]
    fn a_text_may_begin_with_its_author() {
        for (text, name) in [
            ("Ann: I am here", Some("Ann")),
            ("user: Where am I?", Some("user")),
            ("Dr. Mary-Jane O'Neil: yes", Some("Dr. Mary-Jane O'Neil")),
            ("Note to self", None),
            ("http://example.org", None),
            ("12:30 is lunch", None),
            ("We decided four things: tea", None),
            ("remember: tea", None),
            (": tea", None),
            ("Ann:tea", None),
            ("", None),
        ] {
            assert_eq!(speaker(text), name, "{text}");
        }
    }
}
