//! Report as Markdown: a table of figures, then tables and lists with details.

use std::collections::BTreeMap;

/// Figures and details.
#[derive(Default)]
pub struct Report {
    figures: Vec<Vec<String>>,
    details: Vec<String>,
}

impl Report {
    /// Adds a row to the table of figures.
    pub fn figure(&mut self, name: &str, value: String) {
        self.figures.push(vec![name.to_owned(), value]);
    }

    /// Adds a table to the details.
    pub fn table(&mut self, title: &str, head: &[&str], rows: Vec<Vec<String>>) {
        self.details
            .push(format!("### {title}\n\n{}", table(head, rows)));
    }

    /// Adds a list to the details.
    pub fn list(&mut self, title: &str, lines: &[String]) {
        let lines: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
        self.details
            .push(format!("### {title}\n\n{}", lines.join("\n")));
    }

    /// Prints the report.
    pub fn print(self) {
        println!("\n{}", table(&["figure", "now"], self.figures));
        for detail in self.details {
            println!("\n{detail}");
        }
    }
}

fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let head = head.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
    let rule = format!("|{}", "---|".repeat(head.len()));
    let mut lines = vec![line(head), rule];
    lines.extend(rows.into_iter().map(line));
    lines.join("\n")
}

/// Returns the heaviest entries, heaviest first, and the sum of the others as the last.
pub fn heaviest<T>(
    all: BTreeMap<String, T>,
    rows: usize,
    weight: impl Fn(&T) -> u64,
    add: impl Fn(&mut T, &T),
) -> Vec<(String, T)> {
    let mut all: Vec<(String, T)> = all.into_iter().collect();
    all.sort_by_key(|(_, one)| std::cmp::Reverse(weight(one)));
    let mut others = all.split_off(rows.min(all.len())).into_iter();
    if let Some((_, mut sum)) = others.next() {
        let mut count = 1;
        for (_, one) in others {
            add(&mut sum, &one);
            count += 1;
        }
        all.push((format!("{count} others"), sum));
    }
    all
}

/// Formats bytes as decimal megabytes.
#[expect(clippy::cast_precision_loss, reason = "it is rounded for people")]
pub fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1_000_000.0)
}

/// Formats bytes as decimal kilobytes.
pub fn kilobytes(bytes: u64) -> String {
    (bytes / 1_000).to_string()
}
