//! Tests that no word of a parsed text is lost, and that written text stays text.

mod attachments;
mod branches;
mod conversations;
mod formats;
mod injected;
mod loci;
mod markdown;
mod mem0;
mod memories;
mod mermaid;
mod remembered;
mod transcripts;

use proptest::prelude::*;

/// Generates texts with every character that marks, escapes, ends or breaks a line in some format.
fn hostile() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "\\u0000",
        "\\\\u0000",
        "\\",
        "\"",
        "\u{feff}",
        "\r",
        "\n",
        "\r\n",
        "\u{2028}",
        "\u{85}",
        "\u{b}",
        "\t",
        "```",
        "~~~",
        "# ",
        "- ",
        "---",
        "===",
        "<script>",
        "</svg>",
        "&amp;",
        "[a](b)",
        "1. ",
        "1) ",
        "+ ",
        "> ",
        "|",
        "é",
        "\u{1F600}",
        "\u{202e}",
        "]]>",
        "-->",
        "%%",
        ";",
    ]);
    let parts = prop::collection::vec(
        prop_oneof![words.prop_map(str::to_owned), "[a-z ]{0,4}", ".{0,2}"],
        0..12,
    );
    parts.prop_map(|parts| parts.concat())
}
