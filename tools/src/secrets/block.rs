//! Finds private keys: base64 lines between two marks, with real or escaped line breaks. Each line may have a prefix of
//! quotes, comments, diffs or line numbers.

use std::ops::Range;

use super::{Scan, around, value};

/// Kind of the secret in the text that replaces it.
const KIND: &str = "private_key";
/// Maximum length of the words between `BEGIN` and `PRIVATE KEY`.
const LABEL: usize = 40;
/// Minimum length of a base64 line, longer than words of prose.
const LINE: usize = 24;
/// Minimum length of a line that is a string of its own: names in programs are longer than words.
const QUOTED: usize = 40;
/// Maximum length of a key file of `PuTTY`, in bytes.
const PUTTY: usize = 32 * 1024;

/// Content between two marks.
#[derive(Default)]
struct Block {
    /// Runs of base64 characters: the lines of a key, and any words.
    runs: Vec<Range<usize>>,
    /// Position of the first quote, which ends the string that the key began in.
    quote: Option<usize>,
    /// Position up to which it was read.
    end: usize,
}

impl Block {
    /// Reads from `from` to the next mark, or to a character that no key contains.
    fn read(bytes: &[u8], from: usize, most: usize) -> Self {
        let mut block = Self::default();
        let mut at = from;
        let stop = bytes.len().min(from.saturating_add(most));
        while at < stop {
            let run = base64(bytes, at);
            if run > at {
                block.runs.push(at..run);
                at = run;
            } else if let Some((_, end)) = around::quote(bytes, at) {
                block.quote = block.quote.or(Some(at));
                at = end;
            } else if bytes[at] == b'\\' {
                at = escape_end(bytes, at);
            } else if is_mark(bytes, at) || !is_margin(bytes[at]) {
                break;
            } else {
                at += 1;
            }
        }
        block.end = at;
        block
    }

    /// Returns the end of the last line of a truncated key: words of prose are not such lines.
    fn last_line_end(&self, bytes: &[u8]) -> Option<usize> {
        let is_line = |run: &&Range<usize>| run.len() >= LINE;
        let goes_on = |run: &&Range<usize>| is_line(run) || is_number(&bytes[(*run).clone()]);
        let lines = self.runs.iter().take_while(goes_on).filter(is_line);
        lines.last().map(|line| line.end)
    }

    /// Returns the lines of a key in which each line is a string of its own. The last ones may be short if the key
    /// `ends`.
    fn find_quoted_lines(&self, text: &str, ends: bool) -> Vec<Range<usize>> {
        let is_line = |run: &&Range<usize>| {
            run.len() >= QUOTED
                && value::is_random(around::window(
                    text,
                    run.start,
                    run.len().min(value::JUDGED),
                ))
        };
        let mut lines: Vec<Range<usize>> = self.runs.iter().filter(is_line).cloned().collect();
        let last = self.runs.iter().rposition(|run| is_line(&run));
        let rest = last.map_or(&[][..], |last| &self.runs[last + 1..]);
        let is_text = |run: &&Range<usize>| text[(*run).clone()].contains(char::is_alphanumeric);
        let rest: Vec<Range<usize>> = rest.iter().filter(is_text).cloned().collect();
        // The rest of the key and its checksum, but not the name of the next value.
        let is_rest = |run: &Range<usize>| !text.as_bytes()[run.end..self.end].contains(&b':');
        if ends && rest.len() <= 2 && rest.iter().all(is_rest) {
            lines.extend(rest);
        }
        lines
    }

    fn is_quoted(&self, end: usize) -> bool {
        self.quote.is_some_and(|quote| quote < end)
    }
}

/// Returns the end of the base64 that begins at `at`. Some encoders write `\/` for a slash.
fn base64(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    loop {
        let end = around::run(bytes, at, usize::MAX, |byte| {
            byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)
        });
        let slashes = around::run(bytes, end, 15, |byte| byte == b'\\');
        if slashes == end || bytes.get(slashes) != Some(&b'/') {
            return end;
        }
        at = slashes + 1;
    }
}

/// Returns the end of the escape that begins at `at`: a line break, a tab, or a character by its number.
fn escape_end(bytes: &[u8], at: usize) -> usize {
    let end = around::run(bytes, at, 15, |byte| byte == b'\\');
    let hex = around::run(bytes, end + 1, 4, |byte| byte.is_ascii_hexdigit());
    match bytes.get(end) {
        Some(b'n' | b'r' | b't') => end + 1,
        Some(b'u') if hex == end + 5 => hex,
        _ => end,
    }
}

/// Returns true for characters between the lines of a key, in their prefixes, or in its headers.
fn is_margin(byte: u8) -> bool {
    byte.is_ascii_whitespace() || !byte.is_ascii() || b":,.-()@_<>#|*!;%&[]".contains(&byte)
}

fn is_mark(bytes: &[u8], at: usize) -> bool {
    ["-----END ", "-----BEGIN "]
        .iter()
        .any(|mark| around::follows(bytes, at, mark))
}

/// Returns true for a line number, or a diff mark that is also a digit of base64.
fn is_number(run: &[u8]) -> bool {
    run.iter()
        .all(|byte| byte.is_ascii_digit() || b"+/=".contains(byte))
}

/// Finds a block from `-----BEGIN … PRIVATE KEY-----` to its end; if truncated, to the last base64 line.
pub(super) fn pem(scan: &mut Scan<'_>, word: Range<usize>) {
    let bytes = scan.bytes();
    if word.start < scan.seen.pem {
        return;
    }
    let Some(head) = mark(bytes, word.end) else {
        return;
    };
    let block = Block::read(bytes, head, usize::MAX);
    scan.seen.pem = block.end.max(head);
    let is_end = around::follows(bytes, block.end, "-----END ");
    let end = is_end.then(|| mark(bytes, block.end + 9)).flatten();
    // Documentation about keys has three dots or a word between the marks.
    if end.is_some() && block.runs.iter().all(|run| run.len() < LINE) {
        return;
    }
    let Some(last) = end.or_else(|| block.last_line_end(bytes)) else {
        return;
    };
    if block.is_quoted(last) {
        for line in block.find_quoted_lines(scan.text, end.is_some()) {
            scan.add(line, KIND);
        }
    } else {
        scan.add(word.start..last, KIND);
    }
}

/// Returns the end of the mark whose label begins at `from`, if it is that of a private key.
fn mark(bytes: &[u8], from: usize) -> Option<usize> {
    let part = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b' ';
    let end = around::run(bytes, from, LABEL + 20, part);
    let label = std::str::from_utf8(&bytes[from..end]).ok()?;
    let is_private = label.ends_with("PRIVATE KEY") || label.ends_with("PRIVATE KEY BLOCK");
    (is_private && around::follows(bytes, end, "-----")).then_some(end + 5)
}

/// Finds a key file of `PuTTY`, to the hash at its end; if truncated, to its last line.
pub(super) fn putty(scan: &mut Scan<'_>, word: Range<usize>) {
    if word.start < scan.seen.putty {
        return;
    }
    let window = around::window(scan.text, word.start, PUTTY);
    let next = window
        .get(word.len()..)
        .and_then(|rest| rest.find("PuTTY-User-Key-File-"));
    let window = &window[..next.map_or(window.len(), |at| at + word.len())];
    scan.seen.putty = word.start + window.len().max(1);
    let bytes = window.as_bytes();
    let Some(lines) = window.find("Private-Lines:") else {
        return;
    };
    let number = around::run(bytes, lines + "Private-Lines:".len(), 8, |byte| {
        byte == b' ' || byte.is_ascii_digit()
    });
    let marked = ["Private-MAC:", "Private-Hash:"].into_iter();
    let hash = marked.filter_map(|mark| Some((lines + window[lines..].find(mark)?, mark.len())));
    let hash = hash.min().map(|(mark, length)| {
        let at = around::run(bytes, mark + length, 4, |byte| byte == b' ');
        let end = around::run(bytes, at, 128, |byte| byte.is_ascii_hexdigit());
        (mark, at..end)
    });
    let stop = hash.as_ref().map_or(window.len(), |(mark, _)| *mark);
    let block = Block::read(bytes, number, stop.saturating_sub(number));
    let end = hash.as_ref().map(|(_, hash)| hash.end);
    let Some(end) = end.or_else(|| block.last_line_end(bytes)) else {
        return;
    };
    // A quote ends the string that the key began in.
    if (0..end).all(|at| around::quote(bytes, at).is_none()) {
        return scan.add(word.start..word.start + end, KIND);
    }
    let hash = hash.map(|(_, hash)| hash);
    let hash = hash.filter(|hash| hash.len() >= LINE);
    let lines = block.find_quoted_lines(window, hash.is_some());
    for line in lines.into_iter().chain(hash) {
        scan.add(word.start + line.start..word.start + line.end, KIND);
    }
}
