//! Finds the value after a name: after a sign, in a pair, in a table, in a sentence.

use std::ops::Range;

use crate::secrets::around::{self, gap};

/// Maximum number of spaces around a sign.
const SPACES: usize = 8;
/// Maximum number of padding spaces in a column of a table.
const COLUMN: usize = 64;
/// Maximum length of a type between a name and its value.
const TYPE: usize = 48;

/// Context of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Any other.
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
    /// Returns the context of the name that begins at `begin`; `None` for a part of a longer name (`a:secret:b`), which
    /// has no value.
    pub fn of(bytes: &[u8], begin: usize, name: &str) -> Option<Self> {
        let before = begin.checked_sub(1).map(|at| bytes[at]);
        let is_apart = matches!(before, Some(b' ' | b'"' | b'\'' | b'`'));
        // A removed line in a diff begins with the same mark.
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

/// Returns true if a command before `begin` assigns a value to the name.
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

/// Connection between a name and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// `=`, `:`, `:=`, `=>`, `==`; the value of a name in XML or in a list of names and values.
    Given,
    /// `", "`: a pair in a list.
    Pair,
    /// Space after an option or in a command.
    Option,
    /// `is` in a sentence, or quotes after the name.
    Told,
    /// Next cell of a row.
    Cell,
}

/// Returns the sign after a name, and the start of the value.
pub(super) fn after(bytes: &[u8], name: Range<usize>, place: Place) -> Option<(Sign, usize)> {
    let byte = |at: usize| bytes.get(at).copied();
    let quote = around::quote(bytes, name.end);
    // The end of a path may look like a name.
    let is_whole = name.start > 0 && b"\"'`".contains(&bytes[name.start - 1]);
    let closed = closing_end(bytes, quote.map_or(name.end, |(_, end)| end));
    let at = spaces(bytes, closed);
    if let Some(from) = value_after_assignment(bytes, at).or_else(|| value_after_type(bytes, at)) {
        return Some((Sign::Given, from));
    }
    if let Some(from) = value_after_name(bytes, closed).or_else(|| element(bytes, closed)) {
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

/// Returns the end of the spaces and tabs that begin at `from`.
fn spaces(bytes: &[u8], from: usize) -> usize {
    around::run(bytes, from, SPACES, |byte| byte == b' ' || byte == b'\t')
}

/// Returns the end of the closing marks after a name: `]`, `)`, `}`, `[33]`, `**`.
fn closing_end(bytes: &[u8], at: usize) -> usize {
    let open = around::follows(bytes, at, "[");
    let digits = around::run(bytes, at + 1, 4, |byte| byte.is_ascii_digit());
    if open && bytes.get(digits) == Some(&b']') {
        return digits + 1;
    }
    around::run(bytes, at, 2, |byte| {
        matches!(byte, b']' | b')' | b'}' | b'*')
    })
}

/// Returns the start of the value after an assignment sign at `at`.
fn value_after_assignment(bytes: &[u8], at: usize) -> Option<usize> {
    // Signs that assign a default value.
    let otherwise = ["||=", "??=", "||", "??", "or ", "?=", "<-"];
    if let Some(sign) = otherwise
        .iter()
        .find(|sign| around::follows(bytes, at, sign))
    {
        let from = quote_start(bytes, spaces(bytes, at + sign.len()));
        let is_sure = *sign == "?=" || around::quote(bytes, from).is_some();
        return is_sure.then_some(from);
    }
    if value_after_type(bytes, at).is_some() {
        return None;
    }
    let end = around::run(bytes, at, 3, |byte| matches!(byte, b'=' | b':' | b'>'));
    if end == at || bytes[at] == b'>' {
        return None;
    }
    let mut from = end;
    // The bold mark ends after the colon.
    if around::follows(bytes, from, "** ") {
        from += 2;
    }
    Some(quote_start(
        bytes,
        around::run(bytes, from, COLUMN, |byte| byte == b' ' || byte == b'\t'),
    ))
}

/// Returns the start of the quoted value after a type: `: &str = "…"`, ` string = "…"`.
fn value_after_type(bytes: &[u8], at: usize) -> Option<usize> {
    let colon = bytes.get(at) == Some(&b':');
    let from = spaces(bytes, if colon { at + 1 } else { at });
    let end = around::run(bytes, from, TYPE, |byte| {
        around::is_word(byte) || b"[]*".contains(&byte) || colon && b"&'<>|?.! :".contains(&byte)
    });
    let sign = spaces(bytes, end);
    let is_sign =
        bytes.get(sign) == Some(&b'=') && !matches!(bytes.get(sign + 1), Some(b'=' | b'>'));
    // Without a colon it may also be an attribute of an element.
    let is_text = |word: &str| (from..end).any(|at| around::follows(bytes, at, word));
    let is_type = colon && end > from || ["str", "char", "byte"].into_iter().any(is_text);
    let value = quote_start(bytes, spaces(bytes, sign + 1));
    (is_type && is_sign && around::quote(bytes, value).is_some()).then_some(value)
}

/// Returns the opening quote of a wrapped string, such as `b"…"` or `Some("…")`; otherwise `from`.
fn quote_start(bytes: &[u8], from: usize) -> usize {
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

/// Returns the start of the value in a pair of `name: API_KEY` and `value: …`.
fn value_after_name(bytes: &[u8], at: usize) -> Option<usize> {
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

/// Returns the start of the text of the next element: `<td>API_KEY</td><td>…`.
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

/// Returns the start of the next word of a command, also in a list with one item per line.
fn argument(bytes: &[u8], at: usize) -> Option<usize> {
    let from = spaces(bytes, at);
    let item = gap(bytes, at);
    match bytes.get(item..item + 2) {
        Some(b"- ") if item > from => Some(spaces(bytes, item + 2)),
        _ => (from > at).then_some(from),
    }
}

/// Returns the start of the next cell of a row: after a line, an arrow, a tab or many spaces.
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

/// Returns true if the value that ends at `at` fills its cell.
pub(super) fn fills_cell(bytes: &[u8], at: usize) -> bool {
    let mark = |byte: u8| matches!(byte, b'"' | b'\'' | b'`' | b'*');
    let at = around::run(bytes, at, 8, mark);
    let spaces = around::run(bytes, at, 2, |byte| byte == b' ');
    match bytes.get(spaces) {
        None | Some(b'|' | b'\n' | b'\r' | b'\t' | b'\\' | 0xe2) => true,
        Some(_) => spaces > at + 1 || mark(bytes[at.saturating_sub(1)]) && spaces == at,
    }
}
