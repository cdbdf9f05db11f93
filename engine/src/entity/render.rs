//! Renders the `[WORKING MEMORY]` block of a prompt.

use kernel::unseen::quote;

use crate::entity::{Entities, Entity, words};

const HEAD: &str = "[WORKING MEMORY]\n";
const EMPTY: &str = "No entities tracked yet.";

pub(crate) fn block(entities: &Entities) -> String {
    let mut groups: Vec<(&str, Vec<&Entity>)> = Vec::new();
    for entity in entities.iter() {
        match groups.iter_mut().find(|(kind, _)| *kind == entity.kind) {
            Some((_, group)) => group.push(entity),
            None => groups.push((&entity.kind, vec![entity])),
        }
    }
    let mut block = String::from(HEAD);
    if groups.is_empty() {
        block.push_str(EMPTY);
    }
    for (kind, group) in groups {
        block.push_str(&words::plural(kind));
        block.push_str(":\n");
        for entity in group {
            block.push_str("  - ");
            self::entity(&mut block, entity);
            block.push('\n');
        }
    }
    block
}

/// Writes an entity such as `"About Us" (page-123)`.
pub(super) fn entity(out: &mut String, entity: &Entity) {
    out.push_str(&quote(&entity.name));
    out.push_str(" (");
    if is_plain(&entity.id) {
        out.push_str(&entity.id);
    } else {
        out.push_str(&quote(&entity.id));
    }
    out.push(')');
}

/// Returns true if an id needs no quotes.
fn is_plain(id: &str) -> bool {
    !id.is_empty()
        && id.chars().all(|c| {
            c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '/' | '#' | '@' | '+' | '=')
        })
}
