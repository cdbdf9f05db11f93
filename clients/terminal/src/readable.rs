//! Formats an answer for people: lists of objects as tables, everything else as `name: value`, one per line.

mod table;

use crate::node::Node;
use crate::shown;

/// Member of a list answer that holds the items.
const ITEMS: &str = "items";
/// Omitted member: the answer's position in the log.
const LEFT_OUT: &str = "position";
/// Member with the cursor of the next page.
const NEXT: &str = "next_cursor";
/// Indentation of a nesting level.
const STEP: usize = 2;

/// Room for tables.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Width in which columns are chosen.
    pub columns: usize,
    /// Width at which cells are cut.
    pub cells: usize,
}

impl Room {
    /// All columns, with their whole text.
    pub const ENDLESS: Self = Self::of(usize::MAX);

    /// Lines of this width.
    #[must_use]
    pub const fn of(width: usize) -> Self {
        Self {
            columns: width,
            cells: width,
        }
    }

    const fn within(self, indent: usize) -> Self {
        Self {
            columns: self.columns.saturating_sub(indent),
            cells: self.cells.saturating_sub(indent),
        }
    }
}

/// Formats an answer, with tables in this room.
#[must_use]
pub fn text(answer: &Node, room: Room) -> String {
    let mut page = Page {
        out: String::new(),
        room,
    };
    let Node::Object(members) = answer else {
        page.value(0, "", answer);
        return page.out;
    };
    for (name, node) in members {
        match (name.as_str(), node) {
            (LEFT_OUT, _) => {}
            (ITEMS, Node::List(items)) if items.is_empty() => page.line(0, "nothing"),
            (ITEMS, Node::List(items)) => page.list(0, items),
            (NEXT, Node::Text(cursor)) => {
                let cursor = shown::line(cursor).into_owned();
                page.line(0, &format!("more: --cursor {cursor}"));
            }
            (name, node) => page.member(0, name, node),
        }
    }
    if page.out.is_empty() {
        page.line(0, "done");
    }
    page.out
}

struct Page {
    out: String,
    room: Room,
}

impl Page {
    fn line(&mut self, indent: usize, text: &str) {
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn member(&mut self, indent: usize, name: &str, node: &Node) {
        if node.is_empty() {
            return;
        }
        let name = shown::line(name).into_owned();
        self.value(indent, &format!("{name}:"), node);
    }

    /// Formats a value after `label`, or below it if it does not fit the line.
    fn value(&mut self, indent: usize, label: &str, node: &Node) {
        let below = indent + STEP;
        if let Node::Text(text) = node
            && text.trim_end().contains('\n')
        {
            self.line(indent, label);
            for line in shown::lines(text.trim_end()).lines() {
                self.line(below, line);
            }
            return;
        }
        if let Some(text) = in_line(node) {
            let space = if label.is_empty() { "" } else { " " };
            return self.line(indent, &format!("{label}{space}{text}"));
        }
        if !label.is_empty() {
            self.line(indent, label);
        }
        match node {
            Node::Object(members) => {
                for (name, node) in members {
                    self.member(below, name, node);
                }
            }
            Node::List(items) => self.list(below, items),
            _ => {}
        }
    }

    fn list(&mut self, indent: usize, items: &[Node]) {
        if let Some(lines) = table::lines(items, self.room.within(indent)) {
            for line in lines {
                self.line(indent, &line);
            }
            return;
        }
        for item in items {
            match item {
                Node::Object(members) => self.item(indent, members),
                other => self.value(indent, "-", other),
            }
        }
    }

    /// Formats an object in a list: its first member is on the line of the dash.
    fn item(&mut self, indent: usize, members: &[(String, Node)]) {
        let start = self.out.len();
        for (name, node) in members {
            self.member(indent + STEP, name, node);
        }
        if self.out.len() > start {
            let dash = start + indent;
            self.out.replace_range(dash..=dash, "-");
        } else {
            self.line(indent, "-");
        }
    }
}

/// Formats a value for one line, if possible.
fn in_line(node: &Node) -> Option<String> {
    match node {
        Node::Null => Some("none".into()),
        Node::Bool(value) => Some(if *value { "yes" } else { "no" }.into()),
        Node::Number(number) => Some(number.to_string()),
        Node::Text(text) => Some(shown::line(text.trim_end()).into_owned()),
        Node::List(items) => {
            let is_short = |item: &Node| item.text().is_none_or(is_word);
            let short = items.iter().all(|item| item.is_single() && is_short(item));
            short.then(|| {
                let words: Vec<String> = items.iter().filter_map(in_line).collect();
                words.join(", ")
            })
        }
        Node::Object(_) => None,
    }
}

/// Returns true if a text is short enough for a line with others.
fn is_word(text: &str) -> bool {
    text.len() <= 40 && !text.contains([',', '\n'])
}

#[cfg(test)]
mod tests;
