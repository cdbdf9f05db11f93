//! Finds the data of images, audio and files in a value: in the formats of `OpenAI`'s Chat and Responses APIs,
//! Anthropic, Gemini, the AI SDK and MCP; `data:` URLs and base64 anywhere.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::kind::{Found, MediaKind};

/// Minimum length of a string that can be data, in bytes.
const MIN_DATA: usize = 64;
/// Minimum length of base64 within other text that counts as data, in bytes.
const MIN_RUN: usize = 1_024;
/// Maximum length of a `data:` URL before its data, in bytes.
const MAX_HEAD: usize = 256;
/// Beginnings and ends of SVG images in a URL: as they are, and percent-encoded.
const SVG: [(&str, &str); 3] = [
    ("<", "</svg>"),
    ("%3C", "%3C/svg%3E"),
    ("%3C", "%3C%2Fsvg%3E"),
];
/// Minimum line length of wrapped base64.
const MIN_LINE: usize = 60;
/// Maximum depth of the search within a part.
const MAX_DEPTH: usize = 64;

/// Finds all images, files and other data in a part.
#[must_use]
pub fn in_part(part: &Value) -> Vec<Found> {
    let mut found = Vec::new();
    look(part, &mut String::new(), None, 0, &mut found);
    found
}

/// Fields whose strings only their provider can read.
const OPAQUE: [&str; 4] = [
    "signature",
    "encrypted_content",
    "thoughtSignature",
    "thought_signature",
];

/// Searches a value for data. `data` is the pointer to the data of the enclosing image or file, which is already found.
fn look(
    value: &Value,
    pointer: &mut String,
    data: Option<&str>,
    depth: usize,
    found: &mut Vec<Found>,
) {
    if depth > MAX_DEPTH || data == Some(pointer.as_str()) {
        return;
    }
    let begin = pointer.len();
    match value {
        Value::String(text) => found.extend(in_text(text, pointer)),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                // Writing to a string cannot fail.
                let _ = write!(pointer, "/{at}");
                look(item, pointer, data, depth + 1, found);
                pointer.truncate(begin);
            }
        }
        Value::Object(fields) => {
            let own = form(value).filter(|_| data.is_none());
            let own = own.map(|(kind, named)| named.locate(kind, pointer));
            let found_here = own.as_ref().map(|own| own.pointer.clone());
            let data = found_here.as_deref().or(data);
            // Entries of a tool's list may look like files, but only refer to them.
            let is_nested = |own: &Found| own.pointer[begin..].matches('/').count() > 1;
            found.extend(own.filter(|own| own.is_data() || depth == 0 || is_nested(own)));
            let is_redacted = type_of(fields) == Some("redacted_thinking");
            for (name, field) in fields {
                pointer.push('/');
                pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
                let is_opaque = OPAQUE.contains(&name.as_str()) || (is_redacted && name == "data");
                match field {
                    Value::String(text) if is_opaque && text.len() >= MIN_DATA => {
                        found.push(Found {
                            pointer: pointer.clone(),
                            range: 0..text.len(),
                            kind: MediaKind::Reasoning,
                            media_type: String::new(),
                        });
                    }
                    field => look(field, pointer, data, depth + 1, found),
                }
                pointer.truncate(begin);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The string of an image or a file: its data or its address.
pub(super) struct Named<'a> {
    pointer: String,
    pub text: &'a str,
    media_type: &'a str,
}

impl Named<'_> {
    fn locate(&self, kind: MediaKind, begin: &str) -> Found {
        let pointer = format!("{begin}{}", self.pointer);
        let (media_type, data) = match data_url(self.text) {
            Some(media_type) => (media_type, true),
            None => (self.media_type, is_base64(self.text)),
        };
        Found {
            pointer,
            range: if data { 0..self.text.len() } else { 0..0 },
            kind: if media_type.is_empty() {
                kind
            } else {
                kind.or(media_type)
            },
            media_type: media_type.into(),
        }
    }
}

fn type_of(fields: &Map<String, Value>) -> Option<&str> {
    fields.get("type")?.as_str()
}

/// Returns the kind of an image or file part, and the string with its data or address.
pub(super) fn form(part: &Value) -> Option<(MediaKind, Named<'_>)> {
    let fields = part.as_object()?;
    let kind = match type_of(fields) {
        Some(
            "image"
            | "image_url"
            | "input_image"
            | "output_image"
            | "image-data"
            | "image-url"
            | "computer_screenshot"
            | "image_generation_call",
        ) => MediaKind::Image,
        Some("input_audio" | "output_audio" | "audio") => MediaKind::Audio,
        Some("video" | "video_url" | "input_video") => MediaKind::Video,
        Some(
            "file" | "input_file" | "document" | "media" | "file-data" | "file-url" | "file-id"
            | "resource",
        ) => MediaKind::File,
        Some(_) => return None,
        // Gemini's parts have no `type`.
        None => {
            let mut names = ["inlineData", "inline_data", "fileData", "file_data"].into_iter();
            names.find(|name| fields.get(*name).is_some_and(Value::is_object))?;
            MediaKind::File
        }
    };
    let named = parse_typed(part, 0)?;
    let kind = if named.media_type.is_empty() {
        kind
    } else {
        kind.or(named.media_type)
    };
    Some((kind, named))
}

/// Fields that hold data or an address, data first.
const DATA: [&str; 12] = [
    "data",
    "file_data",
    "blob",
    "image",
    "result",
    "url",
    "image_url",
    "file_url",
    "fileUri",
    "file_uri",
    "file_id",
    "fileId",
];
/// Fields that nest an object with those.
const AROUND: [&str; 10] = [
    "source",
    "image_url",
    "video_url",
    "input_audio",
    "audio",
    "file",
    "inlineData",
    "inline_data",
    "fileData",
    "resource",
];

fn parse_typed(value: &Value, depth: usize) -> Option<Named<'_>> {
    let fields = value.as_object()?;
    // A document with a text source is text.
    if depth > 0 && matches!(type_of(fields), Some("text" | "content")) {
        return None;
    }
    let types = ["media_type", "mediaType", "mimeType", "mime_type"];
    let media_type = types.iter().find_map(|name| fields.get(*name)?.as_str());
    let own = DATA.iter().find_map(|name| {
        let text = fields
            .get(*name)?
            .as_str()
            .filter(|text| !text.is_empty())?;
        Some(Named {
            pointer: format!("/{name}"),
            text,
            media_type: media_type.unwrap_or_default(),
        })
    });
    own.or_else(|| {
        let mut around = AROUND.iter().filter(|_| depth < 2);
        around.find_map(|name| {
            let inner = parse_typed(fields.get(*name)?, depth + 1)?;
            Some(Named {
                pointer: format!("/{name}{}", inner.pointer),
                media_type: media_type.unwrap_or(inner.media_type),
                text: inner.text,
            })
        })
    })
}

/// Returns the media type of a `data:` URL, whatever its encoding.
fn data_url(text: &str) -> Option<&str> {
    let (head, _) = text.strip_prefix("data:")?.split_once(',')?;
    (head.len() <= MAX_HEAD).then(|| head.split(';').next().unwrap_or_default())
}

const fn is_base64_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_')
}

/// Returns true if the text consists of base64 only.
fn is_base64(text: &str) -> bool {
    let is_in = |byte: u8| is_base64_byte(byte) || matches!(byte, b'\n' | b'\r');
    text.len() >= MIN_DATA && text.bytes().all(is_in)
}

/// Finds the data in a text: `data:` URLs and long runs of base64.
#[must_use]
pub fn in_text(text: &str, pointer: &str) -> Vec<Found> {
    let mut found = Vec::new();
    if text.len() < MIN_DATA {
        return found;
    }
    let bytes = text.as_bytes();
    let (mut at, mut closes) = (0, [true; SVG.len()]);
    while at < bytes.len() {
        if !is_base64_byte(bytes[at]) {
            at += 1;
            continue;
        }
        let end = run_end(bytes, at);
        if let Some(url) = encoded_url(text, at, end, &mut closes) {
            at = url.range.end;
            found.push(Found {
                pointer: pointer.into(),
                ..url
            });
            continue;
        }
        let (begin, media_type) = address(text, at);
        let is_data = match media_type {
            Some(_) => end - at >= MIN_DATA,
            None => end - at >= MIN_RUN && is_mixed(&bytes[at..end]),
        };
        if is_data {
            let begin = begin.max(found.last().map_or(0, |last: &Found| last.range.end));
            let (guess, media) = MediaKind::of_beginning(&text[at..end]);
            let media_type = media_type.unwrap_or(media);
            found.push(Found {
                pointer: pointer.into(),
                range: begin..end,
                kind: if media_type.is_empty() {
                    guess
                } else {
                    MediaKind::of_type(media_type)
                },
                media_type: media_type.into(),
            });
        }
        at = end;
    }
    found
}

/// Returns the end of the base64 run that starts at `begin`. The run may be wrapped into lines.
fn run_end(bytes: &[u8], begin: usize) -> usize {
    let (mut at, mut line) = (begin, begin);
    while let Some(&byte) = bytes.get(at) {
        if is_base64_byte(byte) {
            at += 1;
            continue;
        }
        let breaks = bytes[at..]
            .iter()
            .take_while(|byte| matches!(byte, b'\n' | b'\r'));
        let next = at + breaks.count();
        let goes_on = bytes.get(next).is_some_and(|byte| is_base64_byte(*byte));
        if next == at || next > at + 2 || at - line < MIN_LINE || !goes_on {
            break;
        }
        (at, line) = (next, next);
    }
    at
}

/// Returns the start and the media type of the `data:` URL whose data starts at `data`.
fn address(text: &str, data: usize) -> (usize, Option<&str>) {
    let none = (data, None);
    let Some(head) = text[..data].strip_suffix(";base64,") else {
        return none;
    };
    let mut from = head.len().saturating_sub(MAX_HEAD);
    while !head.is_char_boundary(from) {
        from += 1;
    }
    let begin = head[from..].rfind("data:").map(|begin| from + begin);
    match begin.filter(|begin| !head[*begin..].contains(char::is_whitespace)) {
        Some(begin) => (begin, head[begin + 5..].split(';').next()),
        None => none,
    }
}

/// Returns the `data:` URL without base64 whose scheme is at the end of the run from `at` to `end`.
fn encoded_url(text: &str, at: usize, end: usize, closes: &mut [bool; SVG.len()]) -> Option<Found> {
    let before = text[at..end].strip_suffix("data")?;
    let rest = text[end..].strip_prefix(':')?;
    if before.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    let comma = rest.bytes().take(MAX_HEAD).position(|byte| byte == b',')?;
    let head = &rest[..comma];
    let media_type = head.split(';').next().unwrap_or_default();
    let is_head = |c: char| c.is_ascii_alphanumeric() || "/+-._;=".contains(c);
    if head.ends_with(";base64") || !media_type.contains('/') || !head.chars().all(is_head) {
        return None;
    }
    let data = &rest[comma + 1..];
    let length = encoded_length(data, media_type, closes);
    let begin = at + before.len();
    (length >= MIN_DATA).then(|| Found {
        pointer: String::new(),
        range: begin..end + 1 + comma + 1 + length,
        kind: MediaKind::of_type(media_type),
        media_type: media_type.into(),
    })
}

/// Returns the length of the data at the beginning of a text: a whole SVG image, which may contain spaces and quotes,
/// or characters of a URL. `closes` has the ends of [`SVG`] that may still follow, so that a text is searched once for each.
fn encoded_length(data: &str, media_type: &str, closes: &mut [bool; SVG.len()]) -> usize {
    let is_svg = media_type == "image/svg+xml";
    for ((begin, end), closes) in SVG.iter().zip(closes).filter(|_| is_svg) {
        let starts = data.get(..begin.len());
        if *closes && starts.is_some_and(|start| start.eq_ignore_ascii_case(begin)) {
            match find_ignoring_case(data, end) {
                Some(at) => return at + end.len(),
                None => *closes = false,
            }
        }
    }
    let is_in = |byte: &u8| byte.is_ascii_alphanumeric() || b"%-._~!$&'()*+,;=:@/?".contains(byte);
    let length = data.bytes().take_while(|byte| is_in(byte)).count();
    // Punctuation at the end belongs to the text around the URL.
    data[..length]
        .trim_end_matches(|c| "!'()*+,;:.?".contains(c))
        .len()
}

/// Returns the position of an ASCII text, regardless of case.
fn find_ignoring_case(text: &str, part: &str) -> Option<usize> {
    let mut windows = text.as_bytes().windows(part.len());
    windows.position(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}

/// Returns true if it has upper case, lower case and digits, as any base64 of that length has.
fn is_mixed(bytes: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| bytes.iter().any(is);
    has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit)
}
