//! Renders an example call of an operation as a command, which is also the initial text of the page's script.

use std::fmt::Write as _;

use serde_json::Value;

use crate::base_path::at;
use crate::encoding::html;

/// Renders the example if the operation takes arguments.
pub fn of(path: &str, operation: &Value, out: &mut String) {
    let body = &operation["requestBody"]["content"]["application/json"]["example"];
    if !body.is_object() {
        return;
    }
    let body = serde_json::to_string_pretty(body).unwrap_or_default();
    // A single quote ends a quoted string of the shell.
    let quoted = body.replace('\'', "'\\''");
    let _ = write!(
        out,
        "<h4>Example</h4><figure><pre tabindex=\"0\">curl \"$LOCI_URL{path}\" -H \"Authorization: Bearer $LOCI_TOKEN\" \
         --json '{quoted}'</pre><button type=\"button\" class=\"btn btn--quiet\" data-copy hidden>Copy</button></figure>\
         <button type=\"button\" class=\"btn\" data-path=\"{address}\" data-body=\"{body}\" hidden>Try it</button>",
        path = html(path),
        address = html(&at(path)),
        quoted = html(&quoted),
        body = html(&body),
    );
}
