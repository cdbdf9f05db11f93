//! Error reference of the API page.

use std::fmt::Write as _;

use kernel::Code;
use serde_json::Value;

use crate::encoding::html;

/// Error codes with their meaning for callers.
const KINDS: [(Code, &str); 10] = [
    (
        Code::Invalid,
        "The arguments are wrong; `fields` says which and what was expected.",
    ),
    (
        Code::Unauthenticated,
        "Nobody is signed in, or the token is not valid or has ended.",
    ),
    (Code::Forbidden, "The caller may not do this."),
    (
        Code::NotFound,
        "There is no such thing, or the caller may not know of it.",
    ),
    (
        Code::Conflict,
        "What is so now does not allow it; `reason` says why, `changes` what changed meanwhile.",
    ),
    (Code::Gone, "It was there and has been erased."),
    (
        Code::TooLarge,
        "More than the limit, which the detail names.",
    ),
    (
        Code::RateLimited,
        "Too often; `Retry-After` says when to come again.",
    ),
    (
        Code::Unavailable,
        "Loci cannot do it now. Nothing was written; it can be tried again.",
    ),
    (
        Code::Internal,
        "A fault of Loci; its log has more under the `X-Request-Id`.",
    ),
];

/// Renders the table of errors that every operation can return.
pub fn table(out: &mut String) {
    out.push_str(
        "<section><h2>Errors</h2><article id=\"errors\"><p>An error is a problem of RFC 9457: \
         <code>application/problem+json</code> with <code>code</code>, <code>detail</code> and, where there is one, \
         <code>reason</code>. Nothing was written then.</p>\
         <div class=\"table-frame\"><table class=\"table\"><thead><tr><th scope=\"col\">status</th>\
         <th scope=\"col\">code</th><th scope=\"col\">what it means</th></tr></thead><tbody>",
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
