//! What people and agents write, read as Markdown: a tree of the few things that a page sets, each with the place
//! in the text that it is from. A plain function of the text, on the server as in the browser, in time that grows
//! with its length alone. Knows no element and no style; HTML in a text is words.
//!
//! Whatever the text: the tree has at most `NODES` nodes and is at most `DEPTH` deep, and what is left out of it
//! stands at its end as it was written. Addresses are those that `target` allows.

mod parted;
mod target;
mod tree;

use std::mem;
use std::ops::Range;

use pulldown_cmark::{Alignment, Event, LinkType, Options, Parser, Tag, TagEnd};

pub use parted::parted;
pub use target::{Target, target};
use tree::Tree;

/// The most nodes of a tree, but for what is left over: a page is for reading.
pub const NODES: usize = 6_000;
/// How deep a tree is at most.
pub const DEPTH: usize = 16;
/// The widest table that is set as one.
pub const COLUMNS: usize = 40;
/// How much of a text is read as Markdown, in bytes.
const READ: usize = 64 * 1024;
/// In how many quotes and lists a line may begin. The reader looks at each of them for every line that follows.
const MARKS: usize = 24;

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words, as they stand in the text.
    Text,
    /// Words that stand otherwise in the text: a character by its name.
    Words(String),
    /// Code inside a line; holds its words.
    Code,
    /// Lines of code; holds their words.
    Block,
    /// A paragraph.
    Paragraph,
    /// A heading, and how deep it is among those of the text: 1, 2, … without a gap.
    Heading(u8),
    /// What somebody else said.
    Quote,
    /// A list of items; a numbered one has the number of its first.
    List(Option<u64>),
    /// An item of a list; in a list of tasks whether it is done.
    Item(Option<Tick>),
    /// A line across.
    Rule,
    /// A table of rows; the first may be a head.
    Table,
    /// The head of a table; holds cells.
    Head,
    /// A row of a table; holds cells.
    Row,
    /// A cell of a row.
    Cell(Side),
    /// Stressed words.
    Emphasis,
    /// Words that are stressed more.
    Strong,
    /// Words that hold no more.
    Struck,
    /// What leads somewhere, or would.
    Link(Target),
}

/// Whether a task of a list is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tick {
    /// It is not.
    Open,
    /// It is.
    Done,
}

/// Where the words of a column begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where lines begin.
    Start,
    /// In the middle.
    Middle,
    /// They end where lines end.
    End,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Which bytes of the text it is from.
    pub at: Range<usize>,
    /// What is in it.
    pub inside: Vec<Node>,
}

/// A text of paragraphs, lists, tables.
#[must_use]
pub fn blocks(text: &str) -> Vec<Node> {
    let end = readable(text);
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
    let mut tree = Tree::new(text);
    let mut events = Parser::new_ext(&text[..end], options).into_offset_iter();
    while let Some((event, at)) = events.next() {
        // The place of an end is all of what ends.
        if tree.is_full() && !matches!(event, Event::End(_)) {
            return tree.left(at.start);
        }
        match event {
            Event::Start(Tag::Table(columns)) if columns.len() > COLUMNS => {
                // The end of it comes before that of anything around it: tables hold none.
                events
                    .by_ref()
                    .find(|(event, _)| matches!(event, Event::End(TagEnd::Table)));
                tree.verbatim(at);
            }
            event => read(&mut tree, event, at),
        }
    }
    tree.left(end)
}

/// A text that stands in a line with others: a title, a sentence. What would begin a paragraph, a list or a table
/// is words.
#[must_use]
pub fn line(text: &str) -> Vec<Node> {
    let end = cut(text, READ);
    // In one line, and not at its beginning, nothing can be a block. Places stay what they are, but for this one byte.
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
    tree.left(left).into_iter().flat_map(unwrapped).collect()
}

/// The places of words that are neither code nor part of a link, in order.
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

/// Takes up what the reader found.
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
        // The last three were not asked for.
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
        // A picture is not fetched; who wants to see it follows the link.
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

/// How much of a text is read: to the first line that begins in too many quotes and lists.
fn readable(text: &str) -> usize {
    let mut at = 0;
    for line in text[..cut(text, READ)].split_inclusive('\n') {
        if marks(line) > MARKS {
            return at;
        }
        at += line.len();
    }
    at
}

/// In how many quotes and lists a line begins.
fn marks(line: &str) -> usize {
    let mut letters = line.bytes().peekable();
    let mut marks = 0;
    // Nothing but one mark of lists again and again is a line across.
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

/// Where a text is cut that is longer than `most` bytes: behind a line if that can be had.
fn cut(text: &str, most: usize) -> usize {
    if text.len() <= most {
        return text.len();
    }
    let end = text.floor_char_boundary(most);
    let line = text[..end].rfind('\n').map(|at| at + 1);
    line.filter(|line| *line > end / 2).unwrap_or(end)
}

#[cfg(test)]
mod tests;
