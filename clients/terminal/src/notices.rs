//! Notices for the calling agent. Each answer carries a notice once, so commands that do not print the whole answer
//! print its notices.

use kernel::Error;
use serde::Deserialize;
use serde_json::Value;

use crate::{output, shown};

/// Notices in an answer.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    inbox: Vec<Value>,
}

/// Returns the notices of an answer.
pub fn of(answer: &str) -> Vec<Value> {
    let answer: Answer = serde_json::from_str(answer).unwrap_or_default();
    answer.inbox
}

/// Removes and returns the notices of an error.
pub fn of_error(error: &mut Error) -> Vec<Value> {
    let inbox = error.extra.inbox.drain(..);
    let inbox = inbox.filter_map(|notice| serde_json::to_value(notice).ok());
    inbox.collect()
}

/// Prints notices on standard error.
pub fn say(notices: &[Value]) {
    for notice in notices {
        output::mention(format_args!("loci: {}", line(notice)));
    }
}

/// Formats a notice on one line.
pub fn line(notice: &Value) -> String {
    let word = |value: &Value| shown::line(value.as_str().unwrap_or_default()).into_owned();
    let (id, from) = (word(&notice["id"]), word(&notice["from"]["id"]));
    format!("{id} from {from}: {}", word(&notice["message"]))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_notice_is_one_line_that_does_nothing() {
        let notice = json!({ "id": "N1", "from": { "id": "mara" }, "message": "a\n\u{1b}[2Jb" });
        assert_eq!(line(&notice), "N1 from mara: a\\n\\x1b[2Jb");
        assert_eq!(line(&json!({})), " from : ");
    }
}
