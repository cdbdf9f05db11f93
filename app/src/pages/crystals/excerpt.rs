//! Excerpts of long texts for lists: the part that contains the search terms.

use std::ops::Range;

use crate::parts::markdown::{Kind, Node, blocks};

/// Length of an excerpt, in bytes.
const SHOWN: usize = 320;
/// Length up to which a text is shown whole, in bytes.
const WHOLE: usize = 420;
/// Text before the first search term, in bytes.
const BEFORE: usize = 90;

/// Returns the words of a Markdown text, without its markup.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    gather(text, &blocks(text), &mut words);
    words.trim_end().to_owned()
}

fn gather(text: &str, nodes: &[Node], words: &mut String) {
    for node in nodes {
        match &node.kind {
            Kind::Text => words.push_str(&text[node.at.clone()].replace(['\n', '\r'], " ")),
            Kind::Words(other) => words.push_str(other),
            _ => gather(text, &node.inside, words),
        }
        // Blocks that were apart stay apart.
        let is_apart = !matches!(
            node.kind,
            Kind::Text
                | Kind::Words(_)
                | Kind::Code
                | Kind::Emphasis
                | Kind::Strong
                | Kind::Struck
                | Kind::Link(_)
        );
        if is_apart && !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
    }
}

/// Returns the excerpt of a text, cut at word boundaries, with an ellipsis for omitted text.
#[must_use]
pub fn excerpt(text: &str, first: Option<&Range<usize>>) -> String {
    let text = text.trim_end();
    if text.len() <= WHOLE {
        return text.to_owned();
    }
    let from = match first {
        Some(first) if first.end > SHOWN => first.start.saturating_sub(BEFORE),
        _ => 0,
    };
    let from = text.floor_char_boundary(from);
    let start = match from {
        0 => 0,
        from => text[from..]
            .find(char::is_whitespace)
            .filter(|space| *space < BEFORE)
            .map_or(from, |space| from + space),
    };
    let most = text.floor_char_boundary((start + SHOWN).min(text.len()));
    let shown = &text[start..most];
    let shown = match shown.rfind(char::is_whitespace) {
        Some(space) if most < text.len() && space > SHOWN / 2 => &shown[..space],
        _ => shown,
    };
    let before = if start > 0 { "… " } else { "" };
    let after = if start + shown.len() < text.len() {
        " …"
    } else {
        ""
    };
    format!("{before}{}{after}", shown.trim())
}

#[cfg(test)]
mod tests {
    use super::{SHOWN, WHOLE, excerpt, plain};

    #[test]
    fn a_list_shows_words_and_no_marks() {
        for (text, words) in [
            ("Plain <b>words</b> & more.", "Plain <b>words</b> & more."),
            (
                "# Release\n\n1. Run *it*\n2. Tell `ada`",
                "Release Run it Tell ada",
            ),
            ("| a | b |\n|---|---|\n| 1 | 2 |", "a b 1 2"),
            ("one\ntwo", "one two"),
        ] {
            assert_eq!(plain(text), words);
        }
    }

    #[test]
    fn a_long_text_is_shown_where_it_was_found() {
        assert_eq!(excerpt("Short.\n", None), "Short.");
        let long = format!("{}needle {}", "straw ".repeat(200), "hay ".repeat(200));
        let at = long.find("needle").unwrap();
        let shown = excerpt(&long, Some(&(at..at + 6)));
        assert!(shown.contains("straw needle hay"), "{shown}");
        assert!(
            shown.starts_with("… straw") && shown.ends_with("hay …"),
            "{shown}"
        );
        assert!(excerpt(&long, None).starts_with("straw straw"));
        let word = "x".repeat(400);
        let shown = excerpt(&format!("a {word} {long}"), Some(&(2..402)));
        assert!(shown.starts_with("a xxx"), "{shown}");
        for unbroken in ["é".repeat(900), "x".repeat(WHOLE + 1)] {
            let at = unbroken.len() - 2;
            assert!(excerpt(&unbroken, Some(&(at..at + 2))).len() <= SHOWN + 16);
            assert!(excerpt(&unbroken, None).len() <= SHOWN + 16);
        }
    }
}
