//! How a value follows its name: behind a sign, in a pair, in a table, in a sentence. Judges neither.

use std::ops::Range;

use crate::secrets::around::{self, gap};

/// The most spaces around a sign.
const SPACES: usize = 8;
/// The most spaces that a column of a table is filled up with.
const COLUMN: usize = 64;
/// The longest type between a name and its value.
const TYPE: usize = 48;

/// Where a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Anywhere.
    Plain,
    /// `--token`.
    Option,
    /// `?token`, `&token`.
    Parameter,
    /// `<token`.
    Element,
    /// `:token`.
    Symbol,
    /// `set token`, `ENV TOKEN`, `setx TOKEN`.
    Command,
}

impl Place {
    /// Where the name stands that begins at `begin`. A part of a longer name (`a:secret:b`) is given no value.
    pub fn of(bytes: &[u8], begin: usize, name: &str) -> Option<Self> {
        let before = begin.checked_sub(1).map(|at| bytes[at]);
        let is_apart = matches!(before, Some(b' ' | b'"' | b'\'' | b'`'));
        // A line that was taken out begins with the same mark.
        let is_set = bytes.get(begin + name.len()) == Some(&b':');
        if name.starts_with("--") || name.starts_with('-') && is_apart && !is_set {
            return Some(Self::Option);
        }
        match before {
            Some(b'?' | b'&') => Some(Self::Parameter),
            Some(b'<') => Some(Self::Element),
            Some(b':') if ends_with(&bytes[..begin], b"env:") => Some(Self::Plain),
            Some(b':') => {
                let is_symbol = around::begins(bytes, begin - 1)
                    && !(begin > 1 && b":])}>".contains(&bytes[begin - 2]));
                is_symbol.then_some(Self::Symbol)
            }
            Some(b' ') if is_commanded(bytes, begin) => Some(Self::Command),
            _ => Some(Self::Plain),
        }
    }
}

fn ends_with(bytes: &[u8], end: &[u8]) -> bool {
    bytes
        .len()
        .checked_sub(end.len())
        .is_some_and(|from| bytes[from..].eq_ignore_ascii_case(end))
}

/// Whether a command stands before `begin` that gives a value to what is named there.
fn is_commanded(bytes: &[u8], begin: usize) -> bool {
    let spaces = |to| around::run_back(bytes, to, SPACES, |byte| byte == b' ');
    let mut end = spaces(begin);
    // Options of the command, such as `-gx`.
    for _ in 0..2 {
        let option = around::run_back(bytes, end, 16, |byte| {
            around::is_token(byte) || byte == b'/'
        });
        if option < end && matches!(bytes[option], b'-' | b'/') {
            end = spaces(option);
        }
    }
    let commands: [&[u8]; 8] = [
        b"env",
        b"set",
        b"setx",
        b"setenv",
        b"define",
        b"config",
        b"put",
        b"proxy_set_header",
    ];
    let is_command = commands
        .iter()
        .any(|name| ends_with(&bytes[..end], name) && around::begins(bytes, end - name.len()));
    // `login ada password …`.
    let user = around::run_back(bytes, end, COLUMN, |byte| !byte.is_ascii_whitespace());
    is_command || user < end && ends_with(&bytes[..user], b"login ")
}

/// How a value follows its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// `=`, `:`, `:=`, `=>`, `==`; the value of a name in XML or in a list of names and values.
    Given,
    /// `", "`: a pair in a list.
    Pair,
    /// A space after an option or in a command.
    Option,
    /// `is`, in a sentence, or quotes behind the name.
    Told,
    /// The next cell of a row.
    Cell,
}

/// The sign after a name, and where what follows it begins.
pub(super) fn after(bytes: &[u8], name: Range<usize>, place: Place) -> Option<(Sign, usize)> {
    let byte = |at: usize| bytes.get(at).copied();
    let quote = around::quote(bytes, name.end);
    // The end of a path may look like a name.
    let is_whole = name.start > 0 && b"\"'`".contains(&bytes[name.start - 1]);
    let closed = closed(bytes, quote.map_or(name.end, |(_, end)| end));
    let at = spaces(bytes, closed);
    if let Some(from) = assigned(bytes, at).or_else(|| typed(bytes, at)) {
        return Some((Sign::Given, from));
    }
    if let Some(from) = valued(bytes, closed).or_else(|| element(bytes, closed)) {
        return Some((Sign::Given, from));
    }
    let is_argument = matches!(place, Place::Option | Place::Command);
    match byte(at) {
        Some(b',') if quote.is_some() && is_whole || place == Place::Symbol => {
            let from = spaces(bytes, at + 1);
            around::quote(bytes, from).map(|_| (Sign::Pair, from))
        }
        Some(b'>') if place == Place::Element || quote.is_some() => {
            let sign = if place == Place::Element {
                Sign::Given
            } else {
                Sign::Told
            };
            Some((sign, at + 1))
        }
        Some(b'i') if at > closed && around::follows(bytes, at, "is ") => {
            Some((Sign::Told, spaces(bytes, at + 3)))
        }
        _ if is_argument => argument(bytes, closed).map(|from| (Sign::Option, from)),
        Some(_) if at > closed && quote.is_none() && around::quote(bytes, at).is_some() => {
            Some((Sign::Told, at))
        }
        _ => column(bytes, closed).map(|from| (Sign::Cell, from)),
    }
}

/// Where the spaces and tabs end that begin at `from`.
fn spaces(bytes: &[u8], from: usize) -> usize {
    around::run(bytes, from, SPACES, |byte| byte == b' ' || byte == b'\t')
}

/// Where what closes around a name ends: `]`, `)`, `}`, `[33]`, `**`.
fn closed(bytes: &[u8], at: usize) -> usize {
    let open = around::follows(bytes, at, "[");
    let digits = around::run(bytes, at + 1, 4, |byte| byte.is_ascii_digit());
    if open && bytes.get(digits) == Some(&b']') {
        return digits + 1;
    }
    around::run(bytes, at, 2, |byte| {
        matches!(byte, b']' | b')' | b'}' | b'*')
    })
}

/// Where the value begins behind a sign at `at` by which it is assigned.
fn assigned(bytes: &[u8], at: usize) -> Option<usize> {
    // Only of what is not there.
    let otherwise = ["||=", "??=", "||", "??", "or ", "?=", "<-"];
    if let Some(sign) = otherwise
        .iter()
        .find(|sign| around::follows(bytes, at, sign))
    {
        let from = opened(bytes, spaces(bytes, at + sign.len()));
        let is_sure = *sign == "?=" || around::quote(bytes, from).is_some();
        return is_sure.then_some(from);
    }
    if typed(bytes, at).is_some() {
        return None;
    }
    let end = around::run(bytes, at, 3, |byte| matches!(byte, b'=' | b':' | b'>'));
    if end == at || bytes[at] == b'>' {
        return None;
    }
    let mut from = end;
    // Bold words end behind the colon.
    if around::follows(bytes, from, "** ") {
        from += 2;
    }
    Some(opened(
        bytes,
        around::run(bytes, from, COLUMN, |byte| byte == b' ' || byte == b'\t'),
    ))
}

/// Where the quoted value begins behind a type: `: &str = "…"`, ` string = "…"`.
fn typed(bytes: &[u8], at: usize) -> Option<usize> {
    let colon = bytes.get(at) == Some(&b':');
    let from = spaces(bytes, if colon { at + 1 } else { at });
    let end = around::run(bytes, from, TYPE, |byte| {
        around::is_word(byte) || b"[]*".contains(&byte) || colon && b"&'<>|?.! :".contains(&byte)
    });
    let sign = spaces(bytes, end);
    let is_sign =
        bytes.get(sign) == Some(&b'=') && !matches!(bytes.get(sign + 1), Some(b'=' | b'>'));
    // Without a colon also the attribute of an element may stand there.
    let is_text = |word: &str| (from..end).any(|at| around::follows(bytes, at, word));
    let is_type = colon && end > from || ["str", "char", "byte"].into_iter().any(is_text);
    let value = opened(bytes, spaces(bytes, sign + 1));
    (is_type && is_sign && around::quote(bytes, value).is_some()).then_some(value)
}

/// Where the quote begins of a text in a wrapping, such as `b"…"` or `Some("…")`; or where what stands there begins.
fn opened(bytes: &[u8], from: usize) -> usize {
    if from >= bytes.len() {
        return from;
    }
    let end = around::run(bytes, from, TYPE, |byte| {
        around::is_word(byte) || b"$@#:.".contains(&byte)
    });
    let word = around::run_back(bytes, end, end - from, around::is_word);
    let wrapping = [
        "some",
        "ok",
        "from",
        "new",
        "of",
        "str",
        "bytes",
        "secretstr",
        "secretstring",
        "secret",
    ];
    let is_wrapped = wrapping
        .iter()
        .any(|name| bytes[word..end].eq_ignore_ascii_case(name.as_bytes()));
    let value = match bytes.get(end) {
        Some(b'(') if is_wrapped => end + 1,
        _ if end - from <= 2 => end,
        _ => return from,
    };
    around::quote(bytes, value).map_or(from, |_| value)
}

/// Where the value begins of what is named by another value: `name: API_KEY`, and `value: …` behind it.
fn valued(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = gap(bytes, at);
    if matches!(bytes.get(at), Some(b',' | b';')) {
        at = gap(bytes, at + 1);
    }
    let opened = around::quote(bytes, at).map_or(at, |(_, end)| end);
    let names = ["parametervalue", "value"];
    let name = names
        .iter()
        .find(|name| around::follows(bytes, opened, name))?;
    let end = opened + name.len();
    let at = spaces(bytes, around::quote(bytes, end).map_or(end, |(_, end)| end));
    matches!(bytes.get(at), Some(b':' | b'=')).then(|| spaces(bytes, at + 1))
}

/// Where the text of the next element begins: `<td>API_KEY</td><td>…`.
fn element(bytes: &[u8], at: usize) -> Option<usize> {
    let tag = |from: usize| {
        let part = |byte: u8| byte != b'<' && byte != b'>' && byte != b'\n';
        let open = bytes.get(from) == Some(&b'<');
        let end = around::run(bytes, from + 1, TYPE, part);
        (open && bytes.get(end) == Some(&b'>')).then_some(end + 1)
    };
    let closes = around::follows(bytes, at, "</") || around::follows(bytes, at, "<\\/");
    let next = gap(bytes, closes.then(|| tag(at)).flatten()?);
    tag(next)
}

/// Where the next word of a command begins, also in a list with a line for each.
fn argument(bytes: &[u8], at: usize) -> Option<usize> {
    let from = spaces(bytes, at);
    let item = gap(bytes, at);
    match bytes.get(item..item + 2) {
        Some(b"- ") if item > from => Some(spaces(bytes, item + 2)),
        _ => (from > at).then_some(from),
    }
}

/// Where the next cell of a row begins: behind a line, an arrow, a tab or many spaces.
fn column(bytes: &[u8], at: usize) -> Option<usize> {
    let spaces = |from| around::run(bytes, from, COLUMN, |byte| byte == b' ' || byte == b'\t');
    let end = spaces(at);
    let escape = around::run(bytes, end, 15, |byte| byte == b'\\');
    let line = match bytes.get(end..) {
        Some([b'|', next, ..]) if *next != b'|' => Some(end + 1),
        Some([0xe2, 0x94, 0x82, ..] | [0xe2, 0x86, 0x92, ..]) => Some(end + 3),
        _ if escape > end && bytes.get(escape) == Some(&b't') => Some(escape + 1),
        _ => None,
    };
    match line {
        Some(line) => Some(spaces(line)),
        None => (end > at + 1 || bytes[at..end].contains(&b'\t')).then_some(end),
    }
}

/// Whether nothing else stands in the cell of a value that ends at `at`.
pub(super) fn fills_cell(bytes: &[u8], at: usize) -> bool {
    let mark = |byte: u8| matches!(byte, b'"' | b'\'' | b'`' | b'*');
    let at = around::run(bytes, at, 8, mark);
    let spaces = around::run(bytes, at, 2, |byte| byte == b' ');
    match bytes.get(spaces) {
        None | Some(b'|' | b'\n' | b'\r' | b'\t' | b'\\' | 0xe2) => true,
        Some(_) => spaces > at + 1 || mark(bytes[at.saturating_sub(1)]) && spaces == at,
    }
}
