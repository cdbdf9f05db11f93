//! Block of lines at the end of a text file, between two marker lines: inserted, updated and removed without changing
//! the rest of the file.

/// Comment syntax of a file.
#[derive(Clone, Copy, Debug)]
pub enum Comment {
    /// `# …`
    Hash,
    /// `<!-- … -->`
    Markup,
    /// `// …`
    Slashes,
}

/// Marker lines of a block.
const BEGIN: &str = "loci: begin (made by `loci init`, which also removes it)";
const END: &str = "loci: end";

impl Comment {
    fn line(self, text: &str) -> String {
        match self {
            Self::Hash => format!("# {text}"),
            Self::Markup => format!("<!-- {text} -->"),
            Self::Slashes => format!("// {text}"),
        }
    }
}

/// Returns the range of the block, from its first marker to the end of its last one.
///
/// # Errors
/// Returns an error if the markers are not a pair.
pub fn span(text: &str, comment: Comment) -> Result<Option<std::ops::Range<usize>>, String> {
    let (begin, end) = (comment.line(BEGIN), comment.line(END));
    let (begins, ends) = (text.matches(&begin).count(), text.matches(&end).count());
    match (begins, ends, text.find(&begin), text.find(&end)) {
        (0, 0, ..) => Ok(None),
        (1, 1, Some(from), Some(to)) if from < to => Ok(Some(from..to + end.len())),
        _ => Err("the lines `loci: begin` and `loci: end` are not a pair".into()),
    }
}

/// Returns the line ending of a text.
fn ends(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Inserts or replaces the block.
///
/// # Errors
/// Returns an error if the markers are not a pair.
pub fn put(text: Option<&str>, comment: Comment, body: &str) -> Result<String, String> {
    let known = text.map(|text| span(text, comment)).transpose()?.flatten();
    let like = match (text, &known) {
        (Some(text), Some(span)) => &text[span.clone()],
        (text, _) => text.unwrap_or_default(),
    };
    let newline = ends(like);
    let lines = [&comment.line(BEGIN), body.trim_end(), &comment.line(END)];
    let block = lines.join("\n").replace('\n', newline);
    let Some(text) = text else {
        return Ok(block + newline);
    };
    Ok(match known {
        Some(span) => format!("{}{block}{}", &text[..span.start], &text[span.end..]),
        // The existing text may lack a final line ending.
        None => format!("{text}{newline}{block}{newline}"),
    })
}

/// Removes the block. Returns `None` if the text had nothing else.
///
/// # Errors
/// Same as [`put`].
pub fn take(text: &str, comment: Comment) -> Result<Option<String>, String> {
    let Some(span) = span(text, comment)? else {
        return Ok(Some(text.to_owned()));
    };
    let (before, after) = (&text[..span.start], &text[span.end..]);
    if before.is_empty() && after.trim().is_empty() {
        return Ok(None);
    }
    let newline = ends(&text[span]);
    let shorter = before.strip_suffix(newline).unwrap_or(before);
    let after = after.strip_prefix(newline).unwrap_or(after);
    // A last line without a line ending is not joined with text after the block.
    let is_line = shorter.is_empty() || shorter.ends_with('\n');
    let before = if is_line || after.is_empty() {
        shorter
    } else {
        before
    };
    Ok(Some(format!("{before}{after}")))
}
