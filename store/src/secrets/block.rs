//! Private keys: blocks of lines in base64 between two marks, with real line breaks or escaped ones.

use std::ops::Range;

use super::{Sight, around};

/// What a private key is called in the text that replaces it.
const KIND: &str = "private_key";
/// The longest words between `BEGIN` and `PRIVATE KEY`.
const LABEL: usize = 40;
/// The shortest line of base64 that no word of prose is taken for.
const LINE: usize = 24;
/// The longest key of `PuTTY`.
const PUTTY: usize = 32 * 1024;

/// A block from `-----BEGIN … PRIVATE KEY-----` to its end; or, cut off, as far as its lines are base64.
pub(super) fn pem(sight: &mut Sight<'_>, word: Range<usize>) {
    let bytes = sight.bytes();
    if word.start < sight.seen.pem {
        return;
    }
    let Some(head) = mark(bytes, word.end) else {
        return;
    };
    let (mut at, mut lines) = (head, head);
    let mut is_key = true;
    let end = loop {
        match bytes.get(at) {
            Some(b'-') if around::follows(bytes, at, "-----END ") => {
                break mark(bytes, at + 9);
            }
            // Another key begins: this one was cut off.
            Some(b'-') if around::follows(bytes, at, "-----BEGIN ") => break None,
            Some(b'\\') => {
                let escape = around::run(bytes, at, 15, |byte| byte == b'\\');
                if !matches!(bytes.get(escape), Some(b'n' | b'r' | b't' | b'/')) {
                    break None;
                }
                at = escape + 1;
            }
            Some(byte) if byte.is_ascii_alphanumeric() || b"+/=".contains(byte) => at += 1,
            Some(b' ' | b'\t' | b'\r' | b'\n') => at += 1,
            Some(b':' | b',' | b'.' | b'-' | b'(' | b')' | b'@' | b'_') => {
                is_key = false;
                at += 1;
            }
            _ => break None,
        }
        if is_key {
            lines = at;
        }
    };
    sight.seen.pem = at;
    // Who writes about keys puts three dots or a word between the marks.
    let is_written = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let end = match end {
        Some(end) if bytes[head..at].iter().any(is_written) => end,
        Some(_) => return,
        None => cut_off(bytes, head).min(lines),
    };
    if end > head {
        sight.add(word.start..end, KIND);
    }
}

/// Where the mark ends whose label begins at `from`, when it is that of a private key.
fn mark(bytes: &[u8], from: usize) -> Option<usize> {
    let part = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b' ';
    let end = around::run(bytes, from, LABEL + 20, part);
    let label = std::str::from_utf8(&bytes[from..end]).ok()?;
    let is_private = label.ends_with("PRIVATE KEY") || label.ends_with("PRIVATE KEY BLOCK");
    (is_private && around::follows(bytes, end, "-----")).then_some(end + 5)
}

/// Where the lines of base64 end that begin at `from`: words of prose are no such lines.
fn cut_off(bytes: &[u8], from: usize) -> usize {
    let mut end = from;
    loop {
        let mut line = end;
        loop {
            let space = around::run(bytes, line, usize::MAX, |byte| byte.is_ascii_whitespace());
            let slashes = around::run(bytes, space, 15, |byte| byte == b'\\');
            let escaped = slashes > space && matches!(bytes.get(slashes), Some(b'n' | b'r' | b't'));
            line = if escaped { slashes + 1 } else { space };
            if !escaped {
                break;
            }
        }
        let stop = around::run(bytes, line, usize::MAX, |byte| {
            byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)
        });
        if stop - line < LINE {
            return end;
        }
        end = stop;
    }
}

/// A key file of `PuTTY`, to the hash at its end; or, cut off, as far as its lines go.
pub(super) fn putty(sight: &mut Sight<'_>, word: Range<usize>) {
    if word.start < sight.seen.putty {
        return;
    }
    let window = around::window(sight.text, word.start, PUTTY);
    let next = window
        .get(word.len()..)
        .and_then(|rest| rest.find("PuTTY-User-Key-File-"));
    let window = &window[..next.map_or(window.len(), |at| at + word.len())];
    // A quote of JSON ends the text that the key stands in.
    let bytes = window.as_bytes();
    let quote = |at: &usize| bytes[*at] == b'"' && (*at == 0 || bytes[at - 1] != b'\\');
    let window = &window[..(0..bytes.len()).find(quote).unwrap_or(bytes.len())];
    sight.seen.putty = word.start + window.len().max(1);
    let Some(lines) = window.find("Private-Lines:") else {
        return;
    };
    let bytes = window.as_bytes();
    let hex = |mark: &str| {
        let at = lines + window[lines..].find(mark)? + mark.len();
        let at = around::run(bytes, at, 4, |byte| byte == b' ');
        Some(around::run(bytes, at, 128, |byte| byte.is_ascii_hexdigit()))
    };
    let number = around::run(bytes, lines + "Private-Lines:".len(), 8, |byte| {
        byte == b' ' || byte.is_ascii_digit()
    });
    let end = hex("Private-MAC:").or_else(|| hex("Private-Hash:"));
    let end = end.unwrap_or_else(|| cut_off(bytes, number));
    sight.add(word.start..word.start + end, KIND);
}
