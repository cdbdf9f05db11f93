//! What others say to the agent that called, as answers carry it: each answer does so once, so that what does not show
//! the whole of one says these. Knows no operation.

use kernel::Error;
use serde::Deserialize;
use serde_json::Value;

use crate::{output, shown};

/// What is read of an answer besides all that it says.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    inbox: Vec<Value>,
}

/// What an answer carries.
pub fn of(answer: &str) -> Vec<Value> {
    let answer: Answer = serde_json::from_str(answer).unwrap_or_default();
    answer.inbox
}

/// What a refusal carries; it does so no more.
pub fn of_error(error: &mut Error) -> Vec<Value> {
    let inbox = error.extra.inbox.drain(..);
    let inbox = inbox.filter_map(|notice| serde_json::to_value(notice).ok());
    inbox.collect()
}

/// Says notices on standard error.
pub fn say(notices: &[Value]) {
    for notice in notices {
        output::mention(format_args!("loci: {}", line(notice)));
    }
}

/// A notice on one line.
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
