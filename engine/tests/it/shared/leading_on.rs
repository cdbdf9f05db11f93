//! Requirements of every error: it says what is wrong and what to do next. The world checks each error of a workflow's
//! operations in any test.

use std::collections::BTreeSet;

use kernel::error::{Code, Error};
use kernel::operation::{Operation, Visitor};

/// Names of all operations.
struct Names(BTreeSet<&'static str>);

impl Visitor for Names {
    fn visit<O: Operation>(&mut self) {
        self.0.insert(O::SPEC.name);
    }
}

/// Words that state the expected form of an argument.
const EXPECTS: [&str; 12] = [
    "expected",
    "must",
    "say ",
    "give ",
    "name ",
    "take ",
    "choose",
    "needs ",
    "at most",
    "leave ",
    "there is ",
    "ends at",
];

/// Returns the part that an error lacks, if any.
pub fn lacks(error: &Error) -> Option<&'static str> {
    let mut names = Names(BTreeSet::new());
    engine::operations::each(&mut names);
    let text = error.detail.as_str();
    let names_a_call = text
        .split('`')
        .skip(1)
        .step_by(2)
        .any(|word| names.0.contains(word));
    // A stale error includes the changes and the current version.
    let is_stale = error.extra.reason.as_deref() == Some("stale") && error.extra.current.is_some();
    match error.code {
        Code::Invalid
            if EXPECTS
                .iter()
                .any(|word| text.to_lowercase().contains(word)) =>
        {
            None
        }
        Code::Invalid if names_a_call => None,
        Code::Invalid => Some("what was expected"),
        Code::Internal => Some("a fault of Loci is no refusal"),
        _ if names_a_call || is_stale => None,
        _ => Some("the call that helps"),
    }
}
