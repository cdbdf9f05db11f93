//! Where the data of pictures, sound and files is in a value: the forms of `OpenAI`'s chat and Responses,
//! Anthropic, Gemini, the AI SDK and MCP, and base64 wherever it is.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::kind::{Found, MediaKind};

/// Strings shorter than this hold no data.
const MIN_DATA: usize = 64;
/// Base64 within other text is data from this length on.
const MIN_RUN: usize = 1_024;
/// The shortest line of base64 that is broken into lines.
const MIN_LINE: usize = 60;
/// How deep in a part its data is looked for.
const MAX_DEPTH: usize = 64;

/// All that is no text in a part.
#[must_use]
pub fn in_part(part: &Value) -> Vec<Found> {
    let mut found = Vec::new();
    look(part, &mut String::new(), None, 0, &mut found);
    found
}

/// Names of strings that only their provider can read.
const OPAQUE: [&str; 4] = [
    "signature",
    "encrypted_content",
    "thoughtSignature",
    "thought_signature",
];

/// Looks for data in a value. `data` is the pointer to the string of the picture or file that it is a part of.
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
                // Writing into a text cannot fail.
                let _ = write!(pointer, "/{at}");
                look(item, pointer, data, depth + 1, found);
                pointer.truncate(begin);
            }
        }
        Value::Object(fields) => {
            let own = form(value).filter(|_| data.is_none());
            let own = own.map(|(kind, named)| named.found(kind, pointer));
            let found_here = own.as_ref().map(|own| own.pointer.clone());
            let data = found_here.as_deref().or(data);
            // What a tool lists may look like a file, and only names it.
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

/// The string of a picture or file: its data, or what names it.
pub(super) struct Named<'a> {
    pointer: String,
    pub text: &'a str,
    media_type: &'a str,
}

impl Named<'_> {
    fn found(&self, kind: MediaKind, begin: &str) -> Found {
        let pointer = format!("{begin}{}", self.pointer);
        let (media_type, data) = match data_url(self.text) {
            Some((media_type, _)) => (media_type, true),
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

/// The kind of a part that is a picture or a file, and its data or its name.
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
        // Gemini's parts have no type.
        None => {
            let mut names = ["inlineData", "inline_data", "fileData", "file_data"].into_iter();
            names.find(|name| fields.get(*name).is_some_and(Value::is_object))?;
            MediaKind::File
        }
    };
    let named = named(part, 0)?;
    let kind = if named.media_type.is_empty() {
        kind
    } else {
        kind.or(named.media_type)
    };
    Some((kind, named))
}

/// Members that hold data or its name, the former first.
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
/// Members that hold one with those.
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

fn named(value: &Value, depth: usize) -> Option<Named<'_>> {
    let fields = value.as_object()?;
    // A document whose source is text is text.
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
            let inner = named(fields.get(*name)?, depth + 1)?;
            Some(Named {
                pointer: format!("/{name}{}", inner.pointer),
                media_type: media_type.unwrap_or(inner.media_type),
                text: inner.text,
            })
        })
    })
}

/// The media type and the data of a `data:` address.
fn data_url(text: &str) -> Option<(&str, &str)> {
    let (head, data) = text.strip_prefix("data:")?.split_once(',')?;
    let head = head
        .strip_suffix(";base64")
        .filter(|head| head.len() <= 256)?;
    Some((head.split(';').next().unwrap_or_default(), data))
}

const fn is_base64_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_')
}

/// Whether the text is base64 and nothing else.
fn is_base64(text: &str) -> bool {
    let is_in = |byte: u8| is_base64_byte(byte) || matches!(byte, b'\n' | b'\r');
    text.len() >= MIN_DATA && text.bytes().all(is_in)
}

/// The data in a text: `data:` addresses, and long runs of base64.
#[must_use]
pub fn in_text(text: &str, pointer: &str) -> Vec<Found> {
    let mut found = Vec::new();
    if text.len() < MIN_DATA {
        return found;
    }
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_base64_byte(bytes[at]) {
            at += 1;
            continue;
        }
        let end = run_end(bytes, at);
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

/// Where base64 that begins there ends. It may be broken into lines.
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

/// Where the `data:` address begins whose data begins there, and its media type.
fn address(text: &str, data: usize) -> (usize, Option<&str>) {
    let none = (data, None);
    let Some(head) = text[..data].strip_suffix(";base64,") else {
        return none;
    };
    let mut from = head.len().saturating_sub(256);
    while !head.is_char_boundary(from) {
        from += 1;
    }
    let begin = head[from..].rfind("data:").map(|begin| from + begin);
    match begin.filter(|begin| !head[*begin..].contains(char::is_whitespace)) {
        Some(begin) => (begin, head[begin + 5..].split(';').next()),
        None => none,
    }
}

/// Whether there are capital and small letters and digits, as in any base64 of that length.
fn is_mixed(bytes: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| bytes.iter().any(is);
    has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit)
}
