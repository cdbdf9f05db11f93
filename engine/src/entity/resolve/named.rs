//! References by name or id: "the About Us page", "page-123".

use crate::entity::resolve::{Resolution, grammar};
use crate::entity::{Entities, Entity, words};

/// What `phrase` names outright; `None` when it names nothing that is tracked.
pub(super) fn resolve(
    entities: &Entities,
    phrase: &str,
    said: &[String],
    kinds: &[&str],
) -> Option<Resolution> {
    let by_id: Vec<&Entity> = entities
        .iter()
        .filter(|entity| has_id(phrase, &entity.id))
        .collect();
    if !by_id.is_empty() {
        return Some(pick(by_id, said));
    }
    let mut best = 0;
    let mut named: Vec<&Entity> = Vec::new();
    for entity in entities.iter() {
        let name = words::of_phrase(&entity.name);
        // A page that is called "Page", or "This", must not take over every phrase.
        let speaks = name.iter().any(|word| !grammar::is_grammar(word, kinds));
        if !speaks || !said.windows(name.len()).any(|part| part == name) {
            continue;
        }
        if name.len() > best {
            best = name.len();
            named.clear();
        }
        if name.len() == best {
            named.push(entity);
        }
    }
    (!named.is_empty()).then(|| pick(named, said))
}

/// Of several of that name those of the type that the phrase says; else the newest, unsure.
fn pick(named: Vec<&Entity>, said: &[String]) -> Resolution {
    let typed: Vec<&Entity> = named
        .iter()
        .copied()
        .filter(|entity| said.iter().any(|word| words::is(word, &entity.kind)))
        .collect();
    let left = if typed.is_empty() { named } else { typed };
    match left.as_slice() {
        [one] => Resolution::one(one),
        several => Resolution::unsure("one", several.iter().copied().cloned().collect()),
    }
}

/// Whether the id stands in the phrase by itself, not as a part of a longer word.
fn has_id(phrase: &str, id: &str) -> bool {
    // A short number is rather a count than an id, unless it is all that was said.
    if phrase.trim() == id {
        return true;
    }
    let telling = id.chars().count() > 3 && id.chars().any(|c| c.is_ascii_digit() || c == '-');
    telling
        && phrase.match_indices(id).any(|(at, _)| {
            let joins = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
            let before = phrase[..at].chars().next_back();
            let after = phrase[at + id.len()..].chars().next();
            !before.is_some_and(joins) && !after.is_some_and(joins)
        })
}

/// Whether the entity's name has all of those words.
pub(super) fn has_words(entity: &Entity, described: &[String]) -> bool {
    let name = words::of_phrase(&entity.name);
    described.iter().all(|word| name.contains(word))
}
