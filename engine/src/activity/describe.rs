//! Descriptions of facts: one fragment of an English sentence per kind of fact, in the past tense and without the
//! author's name, which the caller puts in front. Each memory describes its own facts.

use crate::memories;
use kernel::fact::Fact;

/// Returns the description of a fact, such as `completed T5`. A redacted or unreadable fact is described as such.
#[must_use]
pub fn describe(fact: &Fact) -> String {
    memories::describe(fact).unwrap_or_else(|| {
        let kind = fact.kind.replace('_', " ");
        if fact.kind == "redacted" || fact.body.get() == "null" {
            "did something that has since been redacted".into()
        } else {
            format!("did something that this version of Loci cannot read ({kind})")
        }
    })
}
