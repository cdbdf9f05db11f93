//! Builder for the tree of a text: keeps the open nodes, and limits size and depth.

use std::ops::Range;

use super::{DEPTH, Kind, NODES, Node, Side, Tick};

/// Builder for a tree.
pub struct Tree<'a> {
    text: &'a str,
    /// Closed nodes at the top level.
    done: Vec<Node>,
    /// Open nodes, outermost first.
    open: Vec<Node>,
    /// For each opened and not yet closed element, true if it became a node.
    kept: Vec<bool>,
    nodes: usize,
    headings: Vec<u8>,
    /// Alignments of the columns of the open table.
    pub columns: Vec<Side>,
}

impl<'a> Tree<'a> {
    /// Creates an empty tree.
    pub const fn new(text: &'a str) -> Self {
        Self {
            text,
            done: Vec::new(),
            open: Vec::new(),
            kept: Vec::new(),
            nodes: 0,
            headings: Vec::new(),
            columns: Vec::new(),
        }
    }

    /// Returns true if the tree has reached its maximum size.
    pub const fn is_full(&self) -> bool {
        self.nodes >= NODES
    }

    /// Opens a node. Beyond the maximum depth, its content goes into the surrounding node.
    pub fn open(&mut self, kind: Kind, at: Range<usize>) {
        let is_part = matches!(kind, Kind::Item(_) | Kind::Head | Kind::Row | Kind::Cell(_));
        let deepest = match kind {
            // Leaves room for the nodes inside.
            Kind::List(_) => DEPTH - 2,
            Kind::Table => DEPTH - 4,
            _ => DEPTH - 1,
        };
        let is_kept = if is_part {
            self.kept.last() == Some(&true)
        } else {
            self.open.len() < deepest
        };
        self.kept.push(is_kept);
        if is_kept {
            self.nodes += 1;
            let kind = match kind {
                Kind::Heading(level) => Kind::Heading(self.heading(level)),
                kind => kind,
            };
            self.open.push(Node {
                kind,
                at,
                inside: Vec::new(),
            });
        }
    }

    /// Closes the element that was opened last.
    pub fn close(&mut self) {
        if self.kept.pop() != Some(true) {
            return;
        }
        let Some(mut node) = self.open.pop() else {
            return;
        };
        match &mut node.kind {
            Kind::Block => end_lines(self.text, &mut node.inside),
            Kind::Link(target) => {
                let says = match node.inside.as_slice() {
                    [only] if only.kind == Kind::Text => &self.text[only.at.clone()],
                    _ => "",
                };
                target.unless_said(says);
            }
            _ => {}
        }
        // The parser counts a tab as its columns, and may place a list before the quote that contains it.
        for part in &node.inside {
            node.at.start = node.at.start.min(part.at.start);
            node.at.end = node.at.end.max(part.at.end);
        }
        self.put(node);
    }

    /// Adds text to the open node. Adjacent texts become one node.
    pub fn words(&mut self, words: &str, at: Range<usize>) {
        if words.is_empty() {
            return;
        }
        let from = self.text.get(at.clone()).and_then(|part| part.find(words));
        let found = from.map(|from| at.start + from..at.start + from + words.len());
        let last = match self.open.last_mut() {
            Some(open) => open.inside.last_mut(),
            None => self.done.last_mut(),
        };
        match (last, found) {
            (Some(last), Some(found)) if last.kind == Kind::Text && last.at.end == found.start => {
                last.at.end = found.end;
            }
            (_, Some(found)) => self.leaf(Kind::Text, found),
            (
                Some(Node {
                    kind: Kind::Words(said),
                    at: place,
                    ..
                }),
                None,
            ) => {
                said.push_str(words);
                place.end = at.end;
            }
            (_, None) => self.leaf(Kind::Words(words.to_owned()), at),
        }
    }

    /// Adds a part of the source unparsed.
    pub fn verbatim(&mut self, at: Range<usize>) {
        self.open(Kind::Block, at.clone());
        self.leaf(Kind::Text, at);
        self.close();
    }

    /// Returns the normalized level of a heading: at most one deeper than its parent.
    fn heading(&mut self, level: u8) -> u8 {
        while self.headings.last().is_some_and(|last| *last >= level) {
            self.headings.pop();
        }
        self.headings.push(level);
        u8::try_from(self.headings.len()).unwrap_or(u8::MAX)
    }

    /// Returns the alignment of the next cell.
    pub fn side(&self) -> Side {
        let before = self.open.last().map_or(0, |row| row.inside.len());
        self.columns.get(before).copied().unwrap_or(Side::Start)
    }

    /// Sets the state of the open item in a task list.
    pub fn tick(&mut self, tick: Tick) {
        let item = self.open.iter_mut().rev();
        let mut item = item.filter_map(|node| match &mut node.kind {
            Kind::Item(done) => Some(done),
            _ => None,
        });
        if let Some(done) = item.next() {
            *done = Some(tick);
        }
    }

    /// Finishes the tree at a position of the source; the rest of the text follows unparsed.
    pub fn finish_at(mut self, from: usize) -> Vec<Node> {
        while !self.kept.is_empty() {
            self.close();
        }
        let rest = &self.text[from..];
        if !rest.trim().is_empty() {
            let at = from..self.text.len();
            self.done.push(Node {
                kind: Kind::Paragraph,
                at: at.clone(),
                inside: vec![Node {
                    kind: Kind::Text,
                    at,
                    inside: Vec::new(),
                }],
            });
        }
        self.done
    }

    fn leaf(&mut self, kind: Kind, at: Range<usize>) {
        self.nodes += 1;
        self.put(Node {
            kind,
            at,
            inside: Vec::new(),
        });
    }

    fn put(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(open) => open.inside.push(node),
            None => self.done.push(node),
        }
    }
}

/// Removes the final line break of a block.
fn end_lines(text: &str, lines: &mut Vec<Node>) {
    let Some(last) = lines.last_mut() else {
        return;
    };
    match &mut last.kind {
        Kind::Text => {
            let words = text[last.at.clone()].trim_end_matches(['\n', '\r']);
            last.at.end = last.at.start + words.len();
            if last.at.is_empty() {
                lines.pop();
            }
        }
        Kind::Words(words) => words.truncate(words.trim_end_matches(['\n', '\r']).len()),
        _ => {}
    }
}
