//! Markdown that somebody keeps as a memory: each paragraph, list item, table or fenced block under its headings.

use super::Memory;
use super::taking::{NAME, Taking};

/// How many of the files that a text names are told.
const NAMED: usize = 20;
/// Between the headings of a topic.
const WITHIN: &str = " > ";

/// Reads a text.
pub(super) fn read(text: &str, taking: &mut Taking) {
    let text = text.trim_start_matches('\u{feff}');
    let has_nul = text.contains('\0');
    let text = text.replace('\0', "\u{fffd}");
    taking.begin(Vec::new(), u32::from(has_nul));
    let mut reading = Reading {
        taking,
        headings: Vec::new(),
        block: Vec::new(),
        begun: 0,
        is_item: false,
        fence: None,
        imports: Vec::new(),
    };
    let lines: Vec<&str> = text.lines().collect();
    let front = front_matter(&lines);
    if front > 0 {
        let said = lines[1..front - 1].join("\n");
        reading.keep("front matter", &said, 1);
    }
    for (n, line) in lines.iter().enumerate().skip(front) {
        reading.line(n + 1, line);
    }
    reading.end();
    let mut imports = reading.imports;
    imports.dedup();
    if !imports.is_empty() {
        let many = imports.len();
        imports.truncate(NAMED);
        taking.note(format!(
            "It names {many} other files, which are not read: {}.",
            imports.join(", ")
        ));
    }
}

/// How many lines at the beginning are set off as fields.
fn front_matter(lines: &[&str]) -> usize {
    if lines.first().map(|line| line.trim_end()) != Some("---") {
        return 0;
    }
    let mut rest = lines.iter().enumerate().skip(1).take(100);
    rest.find(|(_, line)| line.trim_end() == "---")
        .map_or(0, |(n, _)| n + 1)
}

struct Reading<'a> {
    taking: &'a mut Taking,
    headings: Vec<(usize, String)>,
    /// The lines of what is being read.
    block: Vec<String>,
    begun: usize,
    is_item: bool,
    /// The fence that is open: its character, and how many of it.
    fence: Option<(char, usize)>,
    imports: Vec<String>,
}

impl Reading<'_> {
    fn line(&mut self, number: usize, line: &str) {
        let trimmed = line.trim();
        let indent = line.len() - line.trim_start().len();
        if let Some((mark, many)) = self.fence {
            self.push(number, line);
            let is_end = trimmed.chars().all(|c| c == mark) && trimmed.chars().count() >= many;
            if is_end {
                self.fence = None;
                if !self.is_item {
                    self.close();
                }
            }
            return;
        }
        let within = self.is_item && indent >= 2;
        if let Some(fence) = fence(trimmed) {
            let goes_on = within
                || self
                    .block
                    .last()
                    .is_some_and(|last| last.trim_end().ends_with(':'));
            if !goes_on {
                self.close();
            }
            self.fence = Some(fence);
            return self.push(number, line);
        }
        if trimmed.is_empty() {
            // An item may go on after an empty line, further in.
            if self.is_item {
                self.block.push(String::new());
            } else {
                self.close();
            }
            return;
        }
        if let Some((level, heading)) = heading(line) {
            self.close();
            return self.head(level, heading);
        }
        let is_rule = |mark: char| trimmed.len() >= 3 && trimmed.chars().all(|c| c == mark);
        if is_rule('=') || is_rule('-') {
            let is_heading = !self.is_item && self.block.len() == 1;
            if let Some(heading) = self.block.pop().filter(|_| is_heading) {
                return self.head(if is_rule('=') { 1 } else { 2 }, heading.trim());
            }
            return self.close();
        }
        if is_rule('*') || is_rule('_') {
            return self.close();
        }
        if let Some(said) = item(line).filter(|_| !within) {
            self.close();
            self.is_item = true;
            self.push(number, said);
            return self.names(trimmed);
        }
        let is_over =
            self.is_item && indent == 0 && self.block.last().is_some_and(String::is_empty);
        if is_over {
            self.close();
        }
        self.push(number, line);
        self.names(trimmed);
    }

    fn push(&mut self, number: usize, line: &str) {
        if self.block.is_empty() {
            self.begun = number;
        }
        self.block.push(line.trim_end().to_owned());
    }

    fn head(&mut self, level: usize, heading: &str) {
        self.headings.retain(|(known, _)| *known < level);
        self.headings.push((level, heading.to_owned()));
    }

    /// Files that a line names to be read with it.
    fn names(&mut self, line: &str) {
        for word in line.split_whitespace() {
            let word = word.trim_matches(|c: char| "(),;:\"'".contains(c));
            let Some(path) = word.strip_prefix('@') else {
                continue;
            };
            let is_path = path.contains('/') || path.to_lowercase().ends_with("md");
            // A package's scope looks alike.
            let is_package =
                path.contains('/') && !path.contains('.') && !path.starts_with(['~', '/']);
            if is_path && !is_package && path.len() <= NAME {
                self.imports.push(word.to_owned());
            }
        }
    }

    fn close(&mut self) {
        let block = std::mem::take(&mut self.block);
        self.is_item = false;
        let said = block.join("\n");
        let said = said.trim_matches('\n').trim_end();
        if !said.trim().is_empty() {
            let topic: Vec<&str> = self
                .headings
                .iter()
                .map(|(_, said)| said.as_str())
                .collect();
            self.keep(&topic.join(WITHIN), said, self.begun);
        }
    }

    fn keep(&mut self, topic: &str, said: &str, line: usize) {
        let topic = topic.replace(char::is_control, " ");
        self.taking.take(Memory {
            text: said.to_owned(),
            topics: Some(shortened(topic))
                .filter(|topic| !topic.trim().is_empty())
                .into_iter()
                .collect(),
            place: format!("line {line}"),
            ..Memory::default()
        });
    }

    fn end(&mut self) {
        self.close();
    }
}

fn shortened(mut topic: String) -> String {
    if topic.len() > NAME {
        let end = (0..=NAME).rev().find(|at| topic.is_char_boundary(*at));
        topic.truncate(end.unwrap_or(0));
    }
    topic
}

fn fence(line: &str) -> Option<(char, usize)> {
    let mark = line
        .chars()
        .next()
        .filter(|mark| matches!(mark, '`' | '~'))?;
    let many = line.chars().take_while(|c| *c == mark).count();
    let is_closed = mark == '`' && line[many..].contains('`');
    (many >= 3 && !is_closed).then_some((mark, many))
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.chars().take_while(|c| *c == '#').count();
    let said = line[level..].trim();
    let is_set_off = line[level..].starts_with([' ', '\t']) || said.is_empty();
    let said = said.trim_end_matches('#').trim_end();
    ((1..=6).contains(&level) && is_set_off).then_some((level, said))
}

/// What a list item says behind its mark.
fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let said = match line.chars().next()? {
        '-' | '*' | '+' => &line[1..],
        c if c.is_ascii_digit() => {
            let digits = line.chars().take_while(char::is_ascii_digit).count();
            line[digits..]
                .strip_prefix(['.', ')'])
                .filter(|_| digits <= 9)?
        }
        _ => return None,
    };
    said.starts_with([' ', '\t']).then(|| said.trim_start())
}
