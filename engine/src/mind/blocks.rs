//! Splits a text into blocks that are kept or dropped as a whole: a list entry, a paragraph, a code block, a heading.

use crate::mind::document::{Fence, open_fence};

/// Splits a text into its blocks.
#[must_use]
pub fn blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let mut fence = Fence::default();
    for line in text.lines() {
        let bare = line.trim_start();
        let was_open = fence.is_open();
        if fence.takes(line) {
            if !was_open {
                flush(&mut paragraph, &mut blocks);
            }
            paragraph.push(line);
            if !fence.is_open() {
                flush(&mut paragraph, &mut blocks);
            }
            continue;
        }
        if bare.is_empty() || is_entry(bare) || bare.starts_with('#') {
            flush(&mut paragraph, &mut blocks);
        }
        if bare.starts_with('#') {
            blocks.push(line.trim_end().to_owned());
        } else if !bare.is_empty() {
            paragraph.push(line.trim_end());
        }
    }
    flush(&mut paragraph, &mut blocks);
    blocks
}

fn flush(paragraph: &mut Vec<&str>, blocks: &mut Vec<String>) {
    if !paragraph.is_empty() {
        blocks.push(paragraph.join("\n"));
        paragraph.clear();
    }
}

/// Returns true if the line begins a list entry.
fn is_entry(line: &str) -> bool {
    let bare = line.trim_start();
    bare.starts_with(['-', '*', '+']) && bare[1..].starts_with(' ')
}

/// Joins blocks into a text that [`blocks`] splits into the same blocks again.
#[must_use]
pub fn join_blocks<'a>(blocks: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut last = "";
    for block in blocks {
        let is_tight = is_entry(block) && (is_entry(last) || last.trim_start().starts_with('#'));
        if !text.is_empty() {
            text.push_str(if is_tight { "\n" } else { "\n\n" });
        }
        text.push_str(block);
        last = block;
    }
    text
}

/// Splits a block after at most `most` characters and returns both parts. Cuts after a line, otherwise after a word. A
/// code block is closed in the first part and reopened in the second.
#[must_use]
pub fn split(block: &str, most: usize) -> (String, String) {
    let end = |(at, _): (usize, char)| at;
    let most = block.char_indices().nth(most).map_or(block.len(), end);
    let begin = &block[..most];
    let at = begin
        .rfind('\n')
        .or_else(|| begin.rfind(char::is_whitespace))
        .filter(|at| !begin[..*at].trim().is_empty())
        .unwrap_or(most);
    let (begin, rest) = block.split_at(at);
    let (mut begin, mut rest) = (begin.trim_end().to_owned(), rest.trim_end().to_owned());
    if rest.starts_with('\n') {
        rest.remove(0);
    }
    if let Some(fence) = open_fence(&begin) {
        let first = block.lines().next().unwrap_or_default();
        begin = format!("{begin}\n{fence}");
        rest = format!("{first}\n{rest}");
    }
    (begin, rest)
}

#[cfg(test)]
mod tests {
    use super::{blocks, join_blocks, split};

    #[test]
    fn a_text_falls_into_what_stands_together() {
        let parts = [
            "# Head",
            "para one\ngoes on",
            "- a\n  more of a",
            "- b",
            "```\n# code\n\n- x\n```",
            "last",
        ];
        assert_eq!(
            blocks(
                "# Head\npara one\ngoes on\n\n- a\n  more of a\n- b\n```\n# code\n\n- x\n```\nlast"
            ),
            parts
        );
        let text = join_blocks(parts);
        assert_eq!(blocks(&text), parts, "{text}");
        let code = "````md\n```\n# code\n```\n````";
        assert_eq!(blocks(&format!("{code}\n- a")), [code, "- a"]);
        assert!(text.contains("- a\n  more of a\n- b\n\n```"), "{text}");
    }

    #[test]
    fn a_part_is_cut_where_it_can_be() {
        for (block, most, begin, rest) in [
            ("| a |\n| b |\n| c |", 13, "| a |\n| b |", "| c |"),
            ("one two three", 9, "one two", " three"),
            ("unbreakable", 5, "unbre", "akable"),
            ("記憶記憶", 2, "記憶", "記憶"),
            ("```sh\na\nb\n```", 8, "```sh\na\n```", "```sh\nb\n```"),
            ("short", 9, "short", ""),
        ] {
            let expected = (begin.to_owned(), rest.to_owned());
            assert_eq!(split(block, most), expected, "{block}");
        }
    }
}
