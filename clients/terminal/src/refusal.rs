//! Formats an error in one or two lines for people.

use kernel::problem::Problem;
use kernel::{Code, Error};

use crate::shown;

/// Reason of the error about an output that the reader has closed, which is no failure.
pub const CLOSED: &str = "output_closed";

/// Parses the body of an error response, if it is one of Loci's.
#[must_use]
pub fn read(body: &str) -> Option<Error> {
    serde_json::from_str::<Problem>(body).ok().map(Into::into)
}

/// Formats the error: first the fault, then its solution.
#[must_use]
pub fn lines(error: &Error) -> String {
    let kind = match &error.extra.reason {
        Some(reason) => format!("{}: {}", error.code.name(), shown::line(reason)),
        None => error.code.name().to_owned(),
    };
    let mut lines = vec![format!("{} ({kind})", shown::line(error.detail.trim_end()))];
    // A single invalid field is named in the detail.
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
