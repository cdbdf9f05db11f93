//! Formats a list of objects as a table.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::{Room, in_line};
use crate::node::Node;
use crate::shown;

/// Separator of columns.
const GAP: &str = "  ";
/// Minimum width of a column that is cut.
const LEAST: usize = 8;
/// Width that a column should at least have, if its text is that long.
const FAIR: usize = 36;
/// Columns that are kept when others are left out.
const KEPT: [&str; 9] = [
    "id", "name", "title", "text", "summary", "message", "question", "status", "actor",
];
/// Members that identify a nested object, in order of preference.
const NAMES: [&str; 5] = ["id", "name", "title", "task", "text"];

/// Returns the lines of a table with a row for each item, if all are objects whose members fit into cells.
pub fn lines(items: &[Node], room: Room) -> Option<Vec<String>> {
    let mut columns: Vec<(&str, bool)> = Vec::new();
    for item in items {
        let Node::Object(members) = item else {
            return None;
        };
        for (name, node) in members {
            match columns.iter_mut().find(|(known, _)| known == name) {
                Some((_, used)) => *used |= !node.is_empty(),
                None => columns.push((name, !node.is_empty())),
            }
        }
    }
    columns.retain(|(_, used)| *used);
    if columns.is_empty() {
        return None;
    }
    let all = columns.len();
    while let Some(last) = too_many(&columns, items, room.columns) {
        columns.remove(last);
    }
    let mut rows: Vec<Vec<String>> = Vec::with_capacity(items.len() + 1);
    rows.push(
        columns
            .iter()
            .map(|(name, _)| shown::line(name).to_uppercase())
            .collect(),
    );
    for item in items {
        let cells = columns.iter().map(|(name, _)| item.get(name).map(cell));
        rows.push(cells.map(Option::unwrap_or_default).collect());
    }
    let wide: Vec<usize> = (0..columns.len())
        .map(|at| rows.iter().map(|row| row[at].width()).max().unwrap_or(0))
        .collect();
    let widths = fit_widths(wide, room.cells);
    // An uncut long text does not pad the other lines with spaces.
    let pad = if room.cells == usize::MAX {
        FAIR
    } else {
        usize::MAX
    };
    let rows = rows.iter().map(|row| line(row, &widths, pad));
    let mut lines: Vec<String> = rows.collect();
    if widths.len() < all {
        let left_out = all - widths.len();
        lines.push(format!("(columns left out: {left_out}; --wide shows them)"));
    }
    Some(lines)
}

/// Returns the column to leave out if there is no room for all: the last one that is not [`KEPT`].
fn too_many(columns: &[(&str, bool)], items: &[Node], width: usize) -> Option<usize> {
    let fair = |name: &str| {
        let cells = items.iter().filter_map(|item| item.get(name));
        let widest = cells.map(|node| cell(node).width()).max().unwrap_or(0);
        widest.min(FAIR).max(shown::line(name).width())
    };
    let gaps = GAP.len() * columns.len().saturating_sub(1);
    let total: usize = columns.iter().map(|(name, _)| fair(name)).sum();
    if total + gaps <= width {
        return None;
    }
    columns.iter().rposition(|(name, _)| !KEPT.contains(name))
}

/// Formats a value for a cell.
fn cell(node: &Node) -> String {
    match node {
        node if node.is_empty() => String::new(),
        Node::List(items) if items.iter().all(Node::is_single) => {
            let words: Vec<String> = items.iter().filter_map(in_line).collect();
            words.join(", ")
        }
        Node::List(items) => {
            let names: Option<Vec<String>> = items.iter().map(name).collect();
            names.map_or_else(|| format!("({})", items.len()), |names| names.join(", "))
        }
        Node::Object(members) => name(node).unwrap_or_else(|| format!("({})", members.len())),
        single => in_line(single).unwrap_or_default(),
    }
}

fn name(node: &Node) -> Option<String> {
    let mut found = NAMES.iter().filter_map(|name| node.get(name));
    found.find(|node| node.is_single()).and_then(in_line)
}

/// Reduces the widths to the available one: the widest columns first; if all are at the minimum, the last columns are
/// dropped.
fn fit_widths(mut widths: Vec<usize>, width: usize) -> Vec<usize> {
    let total = |widths: &[usize]| {
        let gaps = GAP.len() * widths.len().saturating_sub(1);
        widths
            .iter()
            .fold(gaps, |sum, width| sum.saturating_add(*width))
    };
    loop {
        let over = total(&widths).saturating_sub(width);
        if over == 0 {
            return widths;
        }
        let widest = (0..widths.len()).rev().max_by_key(|at| widths[*at]);
        let Some(widest) = widest.filter(|at| widths[*at] > LEAST) else {
            if widths.len() <= 1 {
                return widths;
            }
            widths.pop();
            continue;
        };
        // Down to the next widest at most, so that columns shrink together.
        let next = widths
            .iter()
            .copied()
            .filter(|other| *other < widths[widest])
            .max();
        let floor = next.unwrap_or(LEAST).max(LEAST);
        let cut = (widths[widest] - floor).clamp(1, over);
        widths[widest] -= cut;
    }
}

/// Formats a row, with cells padded to at most `pad`.
fn line(row: &[String], widths: &[usize], pad: usize) -> String {
    let mut line = String::new();
    for (at, (cell, width)) in row.iter().zip(widths).enumerate() {
        if at > 0 {
            line.push_str(GAP);
        }
        let cell = cut(cell, *width);
        line.push_str(&cell);
        if at + 1 < widths.len() {
            let rest = width.min(&pad).saturating_sub(cell.width());
            line.extend(std::iter::repeat_n(' ', rest));
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// Cuts a text to a width.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut room = width.saturating_sub(1);
    for c in text.chars() {
        let takes = c.width().unwrap_or(0);
        if takes > room {
            break;
        }
        room -= takes;
        out.push(c);
    }
    out.push('…');
    out
}
