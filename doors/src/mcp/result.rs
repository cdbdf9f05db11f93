//! Converts answers and errors to tool results. An error is a result, too, so that a model reads it and corrects its
//! call.

use std::fmt::Write as _;

use kernel::problem::Problem;
use kernel::{Code, Error};
use rmcp::model::{CallToolResult, ContentBlock, ErrorData};
use serde_json::{Value, json};

use super::inbox;
use crate::http::Called;

/// Members of an answer that are returned in a separate block.
const INBOX: [&str; 2] = ["inbox", "inbox_waiting"];
/// Member of the structured content that holds an error; no answer has a member of that name.
const PROBLEM: &str = "problem";

/// Creates the result of a call.
pub fn of(called: kernel::Result<Called>, request: &str) -> CallToolResult {
    match called.and_then(|called| success_result(&called)) {
        Ok(result) => result,
        Err(error) => error_result(error, request),
    }
}

fn success_result(called: &Called) -> kernel::Result<CallToolResult> {
    let whole: Value = serde_json::from_slice(&called.json)
        .map_err(|error| Error::internal(format!("an answer is not JSON: {error}")))?;
    let mut content = vec![ContentBlock::text(without_inbox(&whole))];
    content.extend(inbox::words(&called.inbox, called.inbox_waiting).map(ContentBlock::text));
    let mut result = CallToolResult::success(content);
    result.structured_content = Some(whole);
    Ok(result)
}

/// Returns an answer as text, without the members that are formatted separately.
pub fn without_inbox(answer: &Value) -> String {
    let mut answer = answer.clone();
    if let Value::Object(members) = &mut answer {
        members.retain(|name, _| !INBOX.contains(&name.as_str()));
    }
    answer.to_string()
}

fn error_result(error: Error, request: &str) -> CallToolResult {
    if error.code == Code::Internal {
        tracing::error!(request, detail = error.detail, "a fault of Loci");
    }
    let problem = Problem::new(error, request);
    let mut text = format!("{}: {}", problem.title, problem.detail);
    if let Some(reason) = &problem.reason {
        // Writing to a string cannot fail.
        let _ = write!(text, " ({reason})");
    }
    if let Some(seconds) = problem.retry_after_seconds {
        let _ = write!(text, " Try again after {seconds} s.");
    }
    let mut content = vec![ContentBlock::text(text)];
    content.extend(inbox::words(&problem.inbox, problem.inbox_waiting).map(ContentBlock::text));
    let mut result = CallToolResult::error(content);
    result.structured_content = serde_json::to_value(&problem)
        .ok()
        .map(|problem| json!({ PROBLEM: problem }));
    result
}

/// Converts an error to a protocol error, with the problem details as its data.
pub fn error(error: Error, request: &str) -> ErrorData {
    if error.code == Code::Internal {
        tracing::error!(request, detail = error.detail, "a fault of Loci");
    }
    let code = error.code;
    let problem = Problem::new(error, request);
    let detail = problem.detail.clone();
    let data = serde_json::to_value(&problem).ok();
    match code {
        Code::NotFound | Code::Gone => ErrorData::resource_not_found(detail, data),
        Code::Internal | Code::Unavailable | Code::RateLimited => {
            ErrorData::internal_error(detail, data)
        }
        _ => ErrorData::invalid_params(detail, data),
    }
}
