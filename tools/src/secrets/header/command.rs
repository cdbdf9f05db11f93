//! Finds secrets on command lines: `curl -su user:password`, also as a list of words:
//! `["curl", "-u", "user:password"]`.

use std::ops::Range;

use super::{NAME, cookie_list, credentials, of_pair};
use crate::secrets::{Scan, around, value};

/// Programs that authenticate with an option.
const PROGRAMS: [&str; 4] = ["curl", "wget", "http", "lynx"];
/// Short options of `curl` that take an argument.
const TAKING: &[u8] = b"AbBcCdDeEFhHKmoPQrtTuUwxXyYz";
/// Maximum number of options after one hyphen.
const BUNDLE: usize = 12;

/// Kind of an option's argument.
#[derive(Clone, Copy)]
enum Argument {
    Pair,
    Token,
    Cookies,
}

/// Examines the options of a program, up to the next program or the end of the line.
pub(in crate::secrets) fn client(scan: &mut Scan<'_>, word: Range<usize>) {
    let bytes = scan.bytes();
    if !is_program(bytes, word.start) {
        return;
    }
    scan.seen.client = Some(word.start);
    let mut at = word.end;
    while at < bytes.len() && !ends(bytes, at) && !is_program(bytes, at) {
        if bytes[at] == b'-'
            && is_apart(bytes, at)
            && let Some((argument, from)) = option(bytes, at, word.start)
        {
            redact_argument(scan, argument, from);
        }
        // Arguments are not skipped: they may name the next program.
        at += 1;
    }
    // Another command begins on the same line.
    if matches!(bytes.get(at), Some(b'|' | b';' | b'&')) {
        scan.seen.client = None;
    }
}

/// Returns true if one of the programs is run at `at`, and the name is not that of a protocol.
fn is_program(bytes: &[u8], at: usize) -> bool {
    let Some(name) = PROGRAMS
        .iter()
        .find(|name| around::follows(bytes, at, name))
    else {
        return false;
    };
    let mut end = at + name.len();
    for ending in ["s", ".exe"] {
        if around::follows(bytes, end, ending) {
            end += ending.len();
        }
    }
    let parted = |byte: &u8| byte.is_ascii_whitespace() || b"\"'`\\,".contains(byte);
    around::begins(bytes, at) && bytes.get(end).is_some_and(parted)
}

/// Returns true if the line ends at `at`, and the command with it.
fn ends(bytes: &[u8], at: usize) -> bool {
    match bytes[at] {
        b'\n' => {
            let line = bytes[..at].strip_suffix(b"\r").unwrap_or(&bytes[..at]);
            // Marks that continue the line: that of a shell, and those of the two shells of Windows.
            !matches!(line.last(), Some(b'\\' | b'^' | b'`'))
        }
        b'\\' if at == 0 || bytes[at - 1] != b'\\' => {
            let end = around::run(bytes, at, 15, |byte| byte == b'\\');
            // Each level of nested strings doubles the backslashes: three, six and twelve are a continuation mark and a
            // line break.
            bytes.get(end) == Some(&b'n') && !(end - at).is_multiple_of(3)
        }
        b'|' | b';' | b'&' => {
            at > 0 && bytes[at - 1] == b' ' && matches!(bytes.get(at + 1), Some(b' ' | b'|' | b'&'))
        }
        _ => false,
    }
}

/// Returns true if a word of a command begins at `at`.
fn is_apart(bytes: &[u8], at: usize) -> bool {
    let parts = |byte: &u8| byte.is_ascii_whitespace() || b"\"'`,[(=".contains(byte);
    match at.checked_sub(1) {
        Some(before) => parts(&bytes[before]) || around::after_escape(bytes, at),
        None => true,
    }
}

/// Returns the option at `at` of the program at `program`, and the start of its argument.
fn option(bytes: &[u8], at: usize, program: usize) -> Option<(Argument, usize)> {
    let long = [
        ("--user", Argument::Pair),
        ("--proxy-user", Argument::Pair),
        ("--oauth2-bearer", Argument::Token),
        ("--cookie", Argument::Cookies),
    ];
    for (name, argument) in long {
        let end = at + name.len();
        if around::follows(bytes, at, name)
            && !bytes.get(end).copied().is_some_and(around::is_token)
        {
            return Some((argument, next(bytes, end)));
        }
    }
    if knows_a(bytes, program) && around::follows(bytes, at, "-a ") {
        return Some((Argument::Pair, next(bytes, at + 2)));
    }
    let letters = around::run(bytes, at + 1, BUNDLE, |byte| {
        byte.is_ascii_alphanumeric() || byte == b'#'
    });
    let taking = (at + 1..letters).find(|at| TAKING.contains(&bytes[*at]))?;
    let argument = match bytes[taking] {
        b'u' | b'U' => Argument::Pair,
        b'b' => Argument::Cookies,
        _ => return None,
    };
    Some((argument, next(bytes, taking + 1)))
}

/// Returns the start of the next word: after spaces, a sign, the quotes and the comma of a list, or on the next line.
fn next(bytes: &[u8], at: usize) -> usize {
    let behind = |at| around::quote(bytes, at).map_or(at, |(_, end)| end);
    let at = behind(at);
    let sign = around::run(bytes, at, 1, |byte| byte == b',' || byte == b'=');
    let gap = around::gap(bytes, sign);
    let item = match bytes.get(gap..gap + 2) {
        Some(b"- ") if gap > at => gap + 2,
        _ => gap,
    };
    // A string in Python may have a prefix letter.
    let letter = around::run(bytes, item, 1, |byte| byte == b'f');
    behind(around::quote(bytes, letter).map_or(item, |_| letter))
}

/// Marks the secret in an argument that begins at `from`.
fn redact_argument(scan: &mut Scan<'_>, argument: Argument, from: usize) {
    match argument {
        Argument::Pair => pair(scan, from),
        Argument::Token => credentials(scan, from, false),
        Argument::Cookies => cookie_list(scan, from),
    }
}

/// Marks the secret of `user:password`.
fn pair(scan: &mut Scan<'_>, from: usize) {
    let bytes = scan.bytes();
    let stops = |byte: u8| byte.is_ascii_whitespace() || b"\"'`\\|<>".contains(&byte);
    let user = around::run(bytes, from, NAME, |byte| !stops(byte) && byte != b':');
    if bytes.get(user) != Some(&b':') {
        return;
    }
    let end = around::run(bytes, user + 1, NAME, |byte| !stops(byte));
    if let Some(secret) = of_pair(scan.text, from..user, user + 1..end) {
        scan.add(secret, "basic_auth");
    }
}

/// Returns true if the program at `program` takes `user:password` after `-a`.
fn knows_a(bytes: &[u8], program: usize) -> bool {
    around::follows(bytes, program, "http")
}

/// Finds `-u user:password` and similar options at the beginning of a line after the name of a program.
pub(in crate::secrets) fn sign_in(scan: &mut Scan<'_>, word: Range<usize>) {
    let bytes = scan.bytes();
    let Some(program) = scan.seen.client else {
        return;
    };
    let margin = |byte: u8| b" \t-\"'`,\\".contains(&byte);
    let line = around::run_back(bytes, word.start, NAME, margin);
    let begins = line == 0 || bytes[line - 1] == b'\n' || around::after_escape(bytes, line);
    let is_near = word.start.saturating_sub(program) <= NAME;
    let option = &scan.text[word.clone()];
    let is_known = option.trim() != "-a" || knows_a(bytes, program);
    // An option with more letters is a different one.
    let goes_on = around::run(bytes, word.end, 1, around::is_token) > word.end;
    if begins && is_near && is_known && (option.ends_with(' ') || !goes_on) {
        let from = next(bytes, word.end);
        pair(scan, from);
    }
}

/// Maximum length of a command that is examined for a password, in bytes.
const COMMAND: usize = 512;

/// Finds the password after `-p`: attached to it (`mysql -pSECRET`), for `sshpass` also in the next word.
pub(in crate::secrets) fn password_option(scan: &mut Scan<'_>, word: Range<usize>) {
    let bytes = scan.bytes();
    if word.start < scan.seen.options || !around::begins(bytes, word.start) {
        return;
    }
    let takes_word = around::follows(bytes, word.start, "sshpass");
    let end = bytes.len().min(word.end + COMMAND);
    let mut at = word.end;
    while at < end && !ends(bytes, at) {
        if bytes[at..].starts_with(b"-p") && is_apart(bytes, at) {
            let attached = around::quote(bytes, at + 2).map_or(at + 2, |(_, end)| end);
            option_value(
                scan,
                if takes_word {
                    next(bytes, at + 2)
                } else {
                    attached
                },
            );
            // The words after the password of `sshpass` are another command.
            if takes_word {
                break;
            }
        }
        at += 1;
    }
    scan.seen.options = at;
}

fn option_value(scan: &mut Scan<'_>, from: usize) {
    let stops = |byte: u8| byte.is_ascii_whitespace() || b"\"'`\\|<>;".contains(&byte);
    let end = around::run(scan.bytes(), from, NAME, |byte| !stops(byte));
    let Some(given) = scan.text.get(from..end) else {
        return;
    };
    let says_nothing = value::is_stand_in(given)
        || !value::has_digit(given) && value::says_stand_in(given)
        || given.starts_with('-');
    if given.len() >= 4 && !says_nothing {
        scan.add(from..end, "command_password");
    }
}
