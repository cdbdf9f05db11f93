//! Decodes files of any origin to text.

use kernel::error::{Error, Result};

use super::zip;

/// Maximum size of the unpacked content of an archive, in bytes.
pub const MAX_UNPACKED_BYTES: usize = 1024 * 1024 * 1024;

/// Beginnings of files that are not text, and the next step for each.
const OTHERS: [(&[u8], &str); 3] = [
    (b"PK\x05\x06", "is an empty ZIP archive"),
    (b"\x1f\x8b", "is compressed with gzip: unpack it first"),
    (b"%PDF", "is a PDF: give its text"),
];

/// Decodes the bytes of a file: UTF-8, or UTF-16 if its first bytes say so. The text of a ZIP archive is that of the
/// conversations in it, which may unpack to [`MAX_UNPACKED_BYTES`].
///
/// # Errors
/// Returns `invalid` if they are not text, `too_large` if they unpack to too much.
pub fn text(bytes: Vec<u8>) -> Result<String> {
    text_within(bytes, MAX_UNPACKED_BYTES)
}

/// Same as [`text`], with a limit on the unpacked size of an archive.
///
/// # Errors
/// Same as [`text`].
pub fn text_within(bytes: Vec<u8>, most: usize) -> Result<String> {
    if !bytes.starts_with(zip::BEGIN) {
        return plain(bytes);
    }
    let files = zip::unpack(&bytes, most)?;
    drop(bytes);
    let mut texts = files
        .into_iter()
        .map(plain)
        .collect::<Result<Vec<String>>>()?;
    if texts.len() == 1 {
        return Ok(texts.remove(0));
    }
    // Each part of an export is a list of conversations.
    let is_list = |text: &&str| text.starts_with('[') && text.ends_with(']');
    let lists = texts.iter().map(|text| text.trim());
    let Some(lists) = lists
        .map(|text| Some(text).filter(is_list))
        .collect::<Option<Vec<&str>>>()
    else {
        return Ok(texts.join("\n"));
    };
    let items = lists.iter().map(|list| list[1..list.len() - 1].trim());
    let items: Vec<&str> = items.filter(|items| !items.is_empty()).collect();
    Ok(format!("[{}]", items.join(",")))
}

fn plain(mut bytes: Vec<u8>) -> Result<String> {
    if let Some((_, why)) = OTHERS.iter().find(|(begin, _)| bytes.starts_with(begin)) {
        return Err(Error::invalid(*why));
    }
    match bytes[..] {
        [0xff, 0xfe, ..] => return utf16(&bytes[2..], u16::from_le_bytes),
        [0xfe, 0xff, ..] => return utf16(&bytes[2..], u16::from_be_bytes),
        [b'{' | b'[' | b'#', 0, ..] => return utf16(&bytes, u16::from_le_bytes),
        [0, b'{' | b'[' | b'#', ..] => return utf16(&bytes, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, ..] => drop(bytes.drain(..3)),
        _ => {}
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::invalid(format!(
            "is not UTF-8: byte {} is no part of a character",
            at + 1
        ))
    })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String> {
    let pairs = bytes.chunks(2).map(|pair| match *pair {
        [first, second] => Some(unit([first, second])),
        _ => None,
    });
    let units: Option<Vec<u16>> = pairs.collect();
    let text = units.and_then(|units| String::from_utf16(&units).ok());
    text.ok_or_else(|| Error::invalid("is not UTF-16, as which it begins"))
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn texts_are_read_whatever_wrote_them() {
        let wide = |begin: &[u8], unit: fn(u16) -> [u8; 2]| {
            let units = "{\"ä\"}🐈".encode_utf16().flat_map(unit);
            begin.iter().copied().chain(units).collect::<Vec<u8>>()
        };
        for bytes in [
            "{\"ä\"}🐈".as_bytes().to_vec(),
            b"\xef\xbb\xbf{\"\xc3\xa4\"}\xf0\x9f\x90\x88".to_vec(),
            wide(b"\xff\xfe", u16::to_le_bytes),
            wide(b"\xfe\xff", u16::to_be_bytes),
            wide(b"", u16::to_le_bytes),
            wide(b"", u16::to_be_bytes),
        ] {
            assert_eq!(text(bytes).unwrap(), "{\"ä\"}🐈");
        }
        for (bytes, same) in [(&b""[..], ""), (b"a\0b", "a\0b"), (b"a\r\n", "a\r\n")] {
            assert_eq!(text(bytes.to_vec()).unwrap(), same);
        }
    }

    #[test]
    fn what_is_no_text_is_told() {
        for (bytes, expected) in [
            (&b"PK\x03\x04\x14\0"[..], "ZIP archive that is damaged"),
            (b"\x1f\x8b\x08", "gzip"),
            (b"%PDF-1.7", "PDF"),
            (b"ab\xe4", "byte 3"),
            (b"\xff\xfe{", "UTF-16"),
            (b"\xff\xfe\0\xd8{\0", "UTF-16"),
        ] {
            let said = text(bytes.to_vec()).unwrap_err().detail;
            assert!(said.contains(expected), "{said}");
        }
    }
}
