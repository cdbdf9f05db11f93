//! Shared scratchpads: the rules of the house, the releases, Mara's open wishes.

use serde_json::{Value, json};

use crate::member::Member;

/// Writes the scratchpads.
pub fn write(me: &mut Member) {
    me.also(
        "scratchpad_define",
        &json!({ "scope": "global", "name": "releases", "schema": releases(), "template": {} }),
    );
    me.also(
        "scratchpad_update",
        &json!({
            "scope": "global", "name": "releases",
            "patch": { "slug": { "version": "1.0", "files": ["slug.sh", "tests/slug.sh", "README.md"] } },
        }),
    );
    me.also(
        "scratchpad_put",
        &json!({ "scope": "global", "name": "house-rules", "value": RULES }),
    );
    me.also(
        "scratchpad_update",
        &json!({
            "scope": "resource", "owner": "mara", "name": "wishes",
            "patch": {
                "open": ["A command for Roman numerals, for the chapters of a book"],
                "done": ["A command that makes file names out of titles"],
                "reads_results": "in the evening",
            },
        }),
    );
}

fn releases() -> Value {
    json!({
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "properties": {
                "version": { "type": "string" },
                "files": { "type": "array", "items": { "type": "string" } },
            },
            "required": ["version", "files"],
        },
    })
}

const RULES: &str = "# How we work\n\n\
    - The test comes first, and says how many cases passed.\n\
    - A task names the paths it changes.\n\
    - A decision names what was not chosen, and why.\n\
    - What is for Mara to decide we ask; we do not guess.\n\
    - The reason stands before the list of changes.\n";
