//! Parses Markdown notes: each paragraph, list item, table or fenced block becomes a memory with its headings as topic.

use super::Memory;
use super::taking::{NAME, Taking};
use crate::lines::lines;

/// Maximum number of referenced files in a note.
const NAMED: usize = 20;
/// Width of a tab stop, in columns.
const TAB: usize = 4;
/// Separator of the headings in a topic.
const WITHIN: &str = " > ";

/// Parses a text.
pub(super) fn read(text: &str, taking: &mut Taking) {
    let text = text.trim_start_matches('\u{feff}');
    let has_nul = text.contains('\0');
    let text = text.replace('\0', "\u{fffd}");
    taking.begin(Vec::new(), u32::from(has_nul));
    let mut reading = Reading {
        taking,
        headings: Vec::new(),
        untold: Vec::new(),
        block: Vec::new(),
        begun: 0,
        item: None,
        fence: None,
        imports: Vec::new(),
    };
    let lines: Vec<&str> = lines(&text).collect();
    let front = front_matter(&lines);
    if front > 0 {
        let said = lines[1..front - 1].join("\n");
        reading.keep(vec!["front matter".into()], &said, 1);
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

/// Returns the number of lines of the front matter.
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
    /// Underlined headings with nothing below them yet, each with its level and its line.
    untold: Vec<(usize, usize, String)>,
    /// Lines of the current block.
    block: Vec<String>,
    begun: usize,
    /// Indentation of the current list item, in columns.
    item: Option<usize>,
    /// Open fence: its character and length.
    fence: Option<(char, usize)>,
    imports: Vec<String>,
}

impl Reading<'_> {
    fn line(&mut self, number: usize, line: &str) {
        let trimmed = line.trim();
        let indent = indentation(line);
        if let Some((mark, many)) = self.fence {
            self.push(number, line);
            let is_end = trimmed.chars().all(|c| c == mark) && trimmed.chars().count() >= many;
            if is_end {
                self.fence = None;
                if self.item.is_none() {
                    self.close();
                }
            }
            return;
        }
        let within = self.item.is_some_and(|item| indent > item);
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
            // An item may continue after an empty line, if it is indented further.
            if self.item.is_some() {
                self.block.push(String::new());
            } else {
                self.close();
            }
            return;
        }
        if let Some((level, heading)) = heading(line) {
            self.close();
            return self.head(level, heading, number);
        }
        if let Some(mark) = underline(trimmed) {
            match self.block.as_slice() {
                [heading] if self.item.is_none() => {
                    let heading = heading.trim().to_owned();
                    self.block.clear();
                    return self.add_underlined_line(if mark == '=' { 1 } else { 2 }, heading);
                }
                // A line of `=` is no rule: it belongs to the text of the item.
                [.., last] if self.item.is_some() && mark == '=' && !last.is_empty() => {}
                _ => return self.close(),
            }
        } else if is_rule(trimmed) {
            return self.close();
        }
        if let Some(said) = item(line).filter(|_| !within) {
            self.close();
            self.item = Some(indent);
            self.push(number, said);
            return self.names(trimmed);
        }
        let is_over = self.item.is_some_and(|item| indent <= item)
            && self.block.last().is_some_and(String::is_empty);
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

    fn head(&mut self, level: usize, heading: &str, line: usize) {
        self.tell(level);
        self.headings.retain(|(known, _)| *known < level);
        // A heading that is too long for a topic becomes a memory of its own.
        if heading.len() > NAME {
            self.keep(self.topics(level), heading, line);
        }
        self.headings.push((level, heading.to_owned()));
    }

    /// Handles a line with a rule below it: a heading of the following text, or a sentence if nothing follows.
    fn add_underlined_line(&mut self, level: usize, heading: String) {
        self.head(level, &heading, self.begun);
        if heading.len() <= NAME {
            self.untold.push((level, self.begun, heading));
        }
    }

    /// Keeps an underlined line that turned out to be no heading, before a heading of that level.
    fn tell(&mut self, level: usize) {
        if let Some((own, line, said)) = self.untold.pop_if(|(own, ..)| *own >= level) {
            self.keep(self.topics(own), &said, line);
        }
        self.untold.retain(|(own, ..)| *own < level);
    }

    /// Notes the files that a line includes.
    fn names(&mut self, line: &str) {
        for word in line.split_whitespace() {
            let word = word.trim_matches(|c: char| "(),;:\"'".contains(c));
            let Some(path) = word.strip_prefix('@') else {
                continue;
            };
            let is_path = path.contains('/') || path.to_lowercase().ends_with("md");
            // The scope of a package looks similar.
            let is_package =
                path.contains('/') && !path.contains('.') && !path.starts_with(['~', '/']);
            if is_path && !is_package && path.len() <= NAME {
                self.imports.push(word.to_owned());
            }
        }
    }

    fn close(&mut self) {
        let block = std::mem::take(&mut self.block);
        self.item = None;
        let said = block.join("\n");
        let said = said.trim_matches('\n').trim_end();
        if !said.trim().is_empty() {
            self.keep(self.topics(usize::MAX), said, self.begun);
        }
    }

    /// Returns the headings above a level as one topic, or as one topic each if that would be too long.
    fn topics(&self, level: usize) -> Vec<String> {
        let above = self.headings.iter().filter(|(own, _)| *own < level);
        let above: Vec<&str> = above.map(|(_, said)| said.as_str()).collect();
        let whole = above.join(WITHIN);
        if whole.len() <= NAME {
            return vec![whole];
        }
        above.into_iter().map(shorten).collect()
    }

    fn keep(&mut self, topics: Vec<String>, said: &str, line: usize) {
        // The open headings are now used as topics.
        self.untold.clear();
        let topics = topics
            .into_iter()
            .map(|topic| topic.replace(char::is_control, " "));
        self.taking.take(Memory {
            text: said.to_owned(),
            topics: topics.filter(|topic| !topic.trim().is_empty()).collect(),
            place: format!("line {line}"),
            ..Memory::default()
        });
    }

    fn end(&mut self) {
        self.close();
        self.tell(0);
    }
}

fn shorten(topic: &str) -> String {
    let end = (0..=NAME.min(topic.len())).rev();
    let mut end = end.filter(|at| topic.is_char_boundary(*at));
    topic[..end.next().unwrap_or(0)].to_owned()
}

/// Returns the character of a line that underlines a heading.
fn underline(line: &str) -> Option<char> {
    let mark = line
        .chars()
        .next()
        .filter(|mark| matches!(mark, '=' | '-'))?;
    (line.len() >= 3 && line.chars().all(|c| c == mark)).then_some(mark)
}

/// Returns true if a line is a horizontal rule.
fn is_rule(line: &str) -> bool {
    let mut marks = line.chars().filter(|c| !c.is_whitespace());
    let Some(mark) = marks.next().filter(|mark| matches!(mark, '*' | '_' | '-')) else {
        return false;
    };
    let mut many = 1;
    marks.all(|c| {
        many += 1;
        c == mark
    }) && many >= 3
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

/// Returns the number of columns before the first character of a line. A tab advances to the next multiple of [`TAB`].
fn indentation(line: &str) -> usize {
    let blank = line.chars().take_while(|c| c.is_whitespace());
    blank.fold(0, |columns, c| match c {
        '\t' => (columns / TAB + 1) * TAB,
        _ => columns + 1,
    })
}

/// Returns the text of a list item without its mark.
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
