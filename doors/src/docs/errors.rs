//! Error reference of the API page.

use std::fmt::Write as _;

use kernel::Code;
use serde_json::Value;

use crate::encoding::html;

/// Error codes with their meaning for callers.
const KINDS: [(Code, &str); 10] = [
    (
        Code::Invalid,
        "Invalid arguments; `fields` lists them with what was expected.",
    ),
    (
        Code::Unauthenticated,
        "Not signed in, or the token is invalid, expired or revoked.",
    ),
    (Code::Forbidden, "The caller lacks the permission."),
    (
        Code::NotFound,
        "The resource does not exist, or the caller may not see it.",
    ),
    (
        Code::Conflict,
        "The current state does not allow it; `reason` names the cause, `changes` lists what changed meanwhile.",
    ),
    (Code::Gone, "The resource was erased."),
    (Code::TooLarge, "A limit is exceeded; `detail` names it."),
    (
        Code::RateLimited,
        "Rate limit exceeded; retry after `Retry-After` seconds.",
    ),
    (
        Code::Unavailable,
        "Temporarily unavailable; retry. Nothing was written, unless `reason` is `unknown_outcome`.",
    ),
    (
        Code::Internal,
        "Internal error; the server log has details under the `X-Request-Id`.",
    ),
];

/// Renders the table of errors that every operation can return.
pub fn table(out: &mut String) {
    out.push_str(
        "<section><h2>Errors</h2><article id=\"errors\"><p>Errors are RFC 9457 problem details: \
         <code>application/problem+json</code> with <code>code</code>, <code>detail</code> and, if there is one, \
         <code>reason</code>.</p>\
         <div class=\"table-frame\"><table class=\"table\"><thead><tr><th scope=\"col\">status</th>\
         <th scope=\"col\">code</th><th scope=\"col\">meaning</th></tr></thead><tbody>",
    );
    for (code, means) in KINDS {
        let _ = write!(
            out,
            "<tr><td class=\"num\">{}</td><th scope=\"row\"><code>{}</code></th><td>",
            code.status(),
            code.name()
        );
        super::prose(means, out);
        out.push_str("</td></tr>");
    }
    out.push_str("</tbody></table></div></article></section>");
}

/// Renders the errors that only this operation returns.
pub fn of(operation: &Value, out: &mut String) {
    let refusals = operation["x-refusals"]
        .as_object()
        .filter(|all| !all.is_empty());
    let Some(refusals) = refusals else { return };
    out.push_str("<h4>Refused with 409 and the reason</h4><dl class=\"docs-reasons\">");
    for (reason, means) in refusals {
        let _ = write!(out, "<dt><code>{}</code></dt><dd>", html(reason));
        super::line(means.as_str().unwrap_or_default(), out);
        out.push_str("</dd>");
    }
    out.push_str("</dl>");
}
