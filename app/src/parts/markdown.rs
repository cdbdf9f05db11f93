//! Markdown parser for texts of people and agents: a tree of the few elements that a page renders, each with its
//! range in the source. A pure function of the text, the same on server and browser, in time linear to its length.
//! HTML in a text is plain text.
//!
//! For any text, the tree has at most `NODES` nodes and a depth of at most `DEPTH`; the rest of the text follows at
//! its end, unparsed. Link addresses are restricted by `target`.

mod parted;
mod target;
mod tree;

use std::mem;
use std::ops::Range;

use pulldown_cmark::{Alignment, Event, LinkType, Options, Parser, Tag, TagEnd};

pub use parted::split;
pub use target::{Target, target};
use tree::Tree;

/// Maximum number of nodes of a tree, apart from the unparsed rest.
pub const NODES: usize = 6_000;
/// Maximum depth of a tree.
pub const DEPTH: usize = 16;
/// Maximum number of columns of a table; wider ones stay unparsed.
pub const COLUMNS: usize = 40;
/// Maximum length of text that is parsed, in bytes.
const READ: usize = 64 * 1024;
/// Maximum number of quotes and lists in which a line may begin. The parser checks each of them for every following
/// line.
const MARKS: usize = 24;

/// Kind of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text, as in the source.
    Text,
    /// Text that differs from the source, such as a character reference.
    Words(String),
    /// Inline code; contains its text.
    Code,
    /// Code block; contains its text.
    Block,
    /// A paragraph.
    Paragraph,
    /// A heading with its level among those of the text: 1, 2, … without a gap.
    Heading(u8),
    /// A block quote.
    Quote,
    /// A list of items; a numbered one has the number of its first item.
    List(Option<u64>),
    /// An item of a list; in a task list with its state.
    Item(Option<Tick>),
    /// A thematic break.
    Rule,
    /// A table of rows; the first may be a header.
    Table,
    /// Header row of a table; contains cells.
    Head,
    /// Row of a table; contains cells.
    Row,
    /// Cell of a row, with its alignment.
    Cell(Side),
    /// Emphasized text.
    Emphasis,
    /// Strongly emphasized text.
    Strong,
    /// Struck-through text.
    Struck,
    /// A link; its target has no address if it may not be followed.
    Link(Target),
}

/// State of an item in a task list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tick {
    /// Not done.
    Open,
    /// Done.
    Done,
}

/// Alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// At the start of the line.
    Start,
    /// Centered.
    Middle,
    /// At the end of the line.
    End,
}

/// Node of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Kind of the node.
    pub kind: Kind,
    /// Byte range in the source.
    pub at: Range<usize>,
    /// Child nodes.
    pub inside: Vec<Node>,
}

/// Parses a text with paragraphs, lists and tables.
#[must_use]
pub fn blocks(text: &str) -> Vec<Node> {
    let end = readable(text);
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
    let mut tree = Tree::new(text);
    let mut events = Parser::new_ext(&text[..end], options).into_offset_iter();
    while let Some((event, at)) = events.next() {
        // The range of an end event covers the whole element.
        if tree.is_full() && !matches!(event, Event::End(_)) {
            return tree.finish_at(at.start);
        }
        match event {
            Event::Start(Tag::Table(columns)) if columns.len() > COLUMNS => {
                // The table's end event comes before that of any element around it, because tables contain none.
                events
                    .by_ref()
                    .find(|(event, _)| matches!(event, Event::End(TagEnd::Table)));
                tree.verbatim(at);
            }
            event => read(&mut tree, event, at),
        }
    }
    tree.finish_at(end)
}

/// Parses a text within a line, such as a title or a sentence. Block markup is plain text.
#[must_use]
pub fn line(text: &str) -> Vec<Node> {
    let end = cut_position(text, READ);
    // After another character on one line, nothing can start a block. Ranges are shifted by this one byte.
    let before = ",";
    let flat = format!("{before}{}", text.replace(['\n', '\r'], " "));
    let mut tree = Tree::new(&flat[before.len()..]);
    let mut left = end;
    let mut is_first = true;
    let read_to = &flat[..before.len() + end];
    for (event, at) in Parser::new_ext(read_to, Options::ENABLE_STRIKETHROUGH).into_offset_iter() {
        let at = at.start.saturating_sub(before.len())..at.end.saturating_sub(before.len());
        if tree.is_full() && !matches!(event, Event::End(_)) {
            left = at.start;
            break;
        }
        match event {
            Event::Text(words) if mem::take(&mut is_first) => {
                tree.words(words.strip_prefix(before).unwrap_or(&words), at);
            }
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
            event => read(&mut tree, event, at),
        }
    }
    let unwrapped = |node: Node| match node.kind {
        Kind::Paragraph => node.inside,
        _ => vec![node],
    };
    tree.finish_at(left)
        .into_iter()
        .flat_map(unwrapped)
        .collect()
}

/// Returns the ranges of text that is neither code nor part of a link, in order.
#[must_use]
pub fn words(nodes: &[Node]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    gather(nodes, &mut found);
    found
}

fn gather(nodes: &[Node], found: &mut Vec<Range<usize>>) {
    for node in nodes {
        match node.kind {
            Kind::Text => found.push(node.at.clone()),
            Kind::Code | Kind::Block | Kind::Link(_) => {}
            _ => gather(&node.inside, found),
        }
    }
}

/// Adds an event of the parser to the tree.
fn read(tree: &mut Tree, event: Event<'_>, at: Range<usize>) {
    match event {
        Event::Start(tag) => start(tree, tag, at),
        Event::End(_) => tree.close(),
        Event::Code(words) => {
            tree.open(Kind::Code, at.clone());
            tree.words(&words, at);
            tree.close();
        }
        Event::SoftBreak | Event::HardBreak => tree.words("\n", at),
        Event::Rule => {
            tree.open(Kind::Rule, at);
            tree.close();
        }
        Event::TaskListMarker(done) => tree.tick(if done { Tick::Done } else { Tick::Open }),
        // The last three events cannot occur, because their options are off.
        Event::Text(words)
        | Event::Html(words)
        | Event::InlineHtml(words)
        | Event::InlineMath(words)
        | Event::DisplayMath(words)
        | Event::FootnoteReference(words) => tree.words(&words, at),
    }
}

fn start(tree: &mut Tree, tag: Tag<'_>, at: Range<usize>) {
    let kind = match tag {
        Tag::Heading { level, .. } => Kind::Heading(level as u8),
        Tag::BlockQuote(_) => Kind::Quote,
        Tag::CodeBlock(_) => Kind::Block,
        Tag::List(first) => Kind::List(first),
        Tag::Item => Kind::Item(None),
        Tag::Table(columns) => {
            tree.columns = columns.into_iter().map(side).collect();
            Kind::Table
        }
        Tag::TableHead => Kind::Head,
        Tag::TableRow => Kind::Row,
        Tag::TableCell => Kind::Cell(tree.side()),
        Tag::Emphasis => Kind::Emphasis,
        Tag::Strong => Kind::Strong,
        Tag::Strikethrough => Kind::Struck,
        Tag::Link {
            link_type,
            dest_url,
            ..
        } => match link_type {
            LinkType::Email => Kind::Link(target(&format!("mailto:{dest_url}"))),
            _ => Kind::Link(target(&dest_url)),
        },
        // Images are not loaded; they are links.
        Tag::Image { dest_url, .. } => Kind::Link(target(&dest_url)),
        _ => Kind::Paragraph,
    };
    tree.open(kind, at);
}

const fn side(alignment: Alignment) -> Side {
    match alignment {
        Alignment::None | Alignment::Left => Side::Start,
        Alignment::Center => Side::Middle,
        Alignment::Right => Side::End,
    }
}

/// Returns the length of the text that is parsed: up to the first line in too many quotes and lists.
fn readable(text: &str) -> usize {
    let mut at = 0;
    for line in text[..cut_position(text, READ)].split_inclusive('\n') {
        if marks(line) > MARKS {
            return at;
        }
        at += line.len();
    }
    at
}

/// Returns the number of quotes and lists in which a line begins.
fn marks(line: &str) -> usize {
    let mut letters = line.bytes().peekable();
    let mut marks = 0;
    // A line of one repeated list marker is a thematic break.
    let mut across = None;
    let mut is_across = true;
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let parts = next.is_none_or(|next| next.is_ascii_whitespace());
        match letter {
            b'-' | b'*' | b'+' if parts => {
                marks += 1;
                is_across &= *across.get_or_insert(letter) == letter;
            }
            b'>' => (marks, is_across) = (marks + 1, false),
            b'.' | b')' if parts => (marks, is_across) = (marks + 1, false),
            b'0'..=b'9' if next.is_some_and(|next| matches!(next, b'0'..=b'9' | b'.' | b')')) => {}
            letter if letter.is_ascii_whitespace() => {}
            _ => return marks,
        }
    }
    if is_across { 0 } else { marks }
}

/// Returns the position at which to cut a text longer than `most` bytes: after a line, if one ends in its second
/// half.
fn cut_position(text: &str, most: usize) -> usize {
    if text.len() <= most {
        return text.len();
    }
    let end = text.floor_char_boundary(most);
    let line = text[..end].rfind('\n').map(|at| at + 1);
    line.filter(|line| *line > end / 2).unwrap_or(end)
}

#[cfg(test)]
mod tests;
