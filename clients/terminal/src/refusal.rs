//! A refusal in one or two lines for people. Knows no operation.

use kernel::problem::Problem;
use kernel::{Code, Error};

use crate::shown;

/// The reason of an error about an output that nobody reads any more: it is no failure.
pub const CLOSED: &str = "output_closed";

/// What an answer with that status and body refuses, if it is a refusal as Loci writes them.
#[must_use]
pub fn read(body: &str) -> Option<Error> {
    serde_json::from_str::<Problem>(body).ok().map(Into::into)
}

/// The lines that say it: what was wrong, then what helps.
#[must_use]
pub fn lines(error: &Error) -> String {
    let kind = match &error.extra.reason {
        Some(reason) => format!("{}: {}", error.code.name(), shown::line(reason)),
        None => error.code.name().to_owned(),
    };
    let mut lines = vec![format!("{} ({kind})", shown::line(error.detail.trim_end()))];
    // One wrong field is told by the detail itself.
    if error.extra.fields.len() > 1 {
        for fault in &error.extra.fields {
            let (place, detail) = (&fault.pointer, &fault.detail);
            lines.push(format!("  {}: {}", shown::line(place), shown::line(detail)));
        }
    }
    if error.code == Code::Unauthenticated {
        lines.push("Set LOCI_TOKEN to a token that holds; `loci token create` makes one.".into());
    }
    if let Some(current) = error.extra.current {
        lines.push(format!("It is at version {current} now."));
    }
    if let Some(seconds) = error.extra.retry_after_seconds {
        lines.push(format!("Try again in {seconds} s."));
    }
    for notice in &error.extra.inbox {
        let (id, from) = (shown::line(&notice.id), shown::line(&notice.from.id));
        lines.push(format!(
            "{id} from {from}: {}",
            shown::line(&notice.message)
        ));
    }
    lines.join("\n")
}
