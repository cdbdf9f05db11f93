//! What happened, in words: one fragment of an English sentence per kind of fact, in the past tense and
//! without the name of who did it, which whoever shows it puts in front. Asks the memory that the fact is of.

use crate::memories;
use kernel::fact::Fact;

/// What the fact says, such as `completed T5`. A fact whose body was redacted or cannot be read says
/// so.
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
