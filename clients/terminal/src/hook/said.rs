//! What an agent says of its session, on standard input: read so that what no text can hold costs the rest nothing.

use std::io::Read;

use kernel::{Error, Result};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{PROMPT, SAID};
use crate::input::Input;

/// The most bytes of a message that are kept: as many as a session takes.
const MESSAGE_BYTES: usize = 256 * 1024;
/// What stands behind a message that was longer.
const SHORTENED: &str = " … (shortened)";
/// What stands for a character that no text can hold.
const REPLACED: &str = "\\ufffd";

/// Reads it.
///
/// # Errors
/// When it is not a JSON object.
pub fn said(input: impl Read) -> Result<Value> {
    let text = Input::new(input).text("the hook", "-")?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let said: Value = serde_json::from_str(&mended(text))
        .map_err(|error| Error::invalid(format!("the hook: is not JSON: {error}")))?;
    if said.is_object() {
        return Ok(said);
    }
    Err(Error::invalid(
        "the hook: expected a JSON object on standard input",
    ))
}

/// JSON without escapes of what is no character: halves of pairs and NUL.
fn mended(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let unit = unit(rest);
        let pair = unit.is_some_and(|first| (0xd800..0xdc00).contains(&first))
            && self::unit(&rest[6..]).is_some_and(|second| (0xdc00..0xe000).contains(&second));
        let length = match unit {
            _ if pair => 12,
            Some(_) => 6,
            // An escape of one character, which may be a backslash.
            None => rest.chars().take(2).map(char::len_utf8).sum(),
        };
        let is_odd = unit.is_some_and(|unit| unit == 0 || (0xd800..0xe000).contains(&unit));
        out.push_str(if is_odd && !pair {
            REPLACED
        } else {
            &rest[..length]
        });
        rest = &rest[length..];
    }
    out + rest
}

/// The unit of UTF-16 that a text begins with as an escape.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

/// What the agent calls the moment.
pub fn event(said: &Value) -> &str {
    first(said, &["hook_event_name", "hookEventName"]).unwrap_or_default()
}

/// The session of the agent's own id.
pub fn session(said: &Value) -> Option<&str> {
    let names = ["conversation_id", "session_id", "sessionId"];
    let mut ids = names.iter().filter_map(|name| said[*name].as_str());
    ids.find(|id| !id.is_empty())
}

/// What the agent said last.
pub fn last_words(said: &Value) -> Option<&str> {
    first(said, &["last_assistant_message", "prompt_response", "text"])
}

/// The first of these members that says something.
fn first<'a>(said: &'a Value, members: &[&str]) -> Option<&'a str> {
    let mut texts = members.iter().filter_map(|name| said[*name].as_str());
    texts.find(|text| !text.trim().is_empty())
}

/// What is kept of a moment; once for each turn, where the agent says which one it is.
pub fn message(moment: &str, said: &Value) -> Option<Value> {
    let (role, content) = match moment {
        PROMPT | SAID => ("user", first(said, &["prompt"])?),
        _ => ("assistant", last_words(said)?),
    };
    let session = session(said)?;
    let content = bounded(content);
    let mut wish =
        json!({ "session": session, "messages": [{ "role": role, "content": content }] });
    if let Some(turn) = first(said, &["turn_id", "generation_id"]) {
        let key = json!([session, turn, role, content]).to_string();
        wish["idempotency_key"] = format!("hook-{:x}", Sha256::digest(key)).into();
    }
    Some(wish)
}

/// A message that a session takes.
fn bounded(content: &str) -> String {
    if content.len() <= MESSAGE_BYTES {
        return content.to_owned();
    }
    let end = content.floor_char_boundary(MESSAGE_BYTES - SHORTENED.len());
    format!("{}{SHORTENED}", &content[..end])
}

#[cfg(test)]
mod tests {
    use super::super::ANSWER;
    use super::*;

    #[test]
    fn what_is_kept_follows_the_moment() {
        let said = |member: &str| json!({ "session_id": "s", member: "x\ny" });
        let kept = |role: &str| {
            Some(json!({ "session": "s", "messages": [{ "role": role, "content": "x\ny" }] }))
        };
        for (moment, said, expected) in [
            (PROMPT, said("prompt"), kept("user")),
            (ANSWER, said("last_assistant_message"), kept("assistant")),
            (ANSWER, said("prompt_response"), kept("assistant")),
            (ANSWER, said("text"), kept("assistant")),
            (ANSWER, said("prompt"), None),
            (SAID, said("prompt"), kept("user")),
            (
                SAID,
                json!({ "sessionId": "s", "prompt": "x\ny" }),
                kept("user"),
            ),
            (PROMPT, json!({ "prompt": "x" }), None),
            (PROMPT, json!({ "session_id": "s", "prompt": " " }), None),
            (PROMPT, json!({ "session_id": 1, "prompt": ["x"] }), None),
        ] {
            assert_eq!(message(moment, &said), expected, "{moment} {said}");
        }
        let turn = |id: &str| {
            let said = json!({ "conversation_id": "c", "session_id": "s", "generation_id": id, "text": "x" });
            message(ANSWER, &said).expect("a message")
        };
        assert_eq!(turn("1")["session"], "c");
        assert_eq!(turn("1"), turn("1"));
        assert_ne!(turn("1"), turn("2"), "another turn may say the same");
    }

    #[test]
    fn what_no_text_can_hold_costs_the_rest_nothing() {
        for (written, expected) in [
            (r#"{"a": "x\u0000y"}"#, "x\u{fffd}y"),
            (r#"{"a": "x\ud83dy"}"#, "x\u{fffd}y"),
            (r#"{"a": "\udca9"}"#, "\u{fffd}"),
            (r#"{"a": "\ud83d\ud83d\udca9"}"#, "\u{fffd}\u{1f4a9}"),
            (r#"{"a": "\uD83D\uDCA9"}"#, "\u{1f4a9}"),
            (
                r#"{"a": "\\ud83d\\\\u0000\"\u00e4"}"#,
                "\\ud83d\\\\u0000\"ä",
            ),
            (r#"{"a": "\\\ud83d"}"#, "\\\u{fffd}"),
            (r#"{"a": "ä漢"}"#, "ä漢"),
        ] {
            let said = said(written.as_bytes()).expect(written);
            assert_eq!(said["a"], expected, "{written}");
        }
        for wrong in [
            "",
            "[]",
            "{\"a\": \"\\",
            "{\"a\": \"\\u",
            "{\"a\": \"\\ud83\"}",
            "\\ä",
        ] {
            assert!(said(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_long_message_is_kept_as_far_as_a_session_takes_it() {
        let said = json!({ "session_id": "s", "prompt": "ä".repeat(MESSAGE_BYTES) });
        let kept = message(PROMPT, &said).expect("a message");
        let content = kept["messages"][0]["content"].as_str().expect("a text");
        assert!(content.len() <= MESSAGE_BYTES && content.len() > MESSAGE_BYTES - 4);
        assert!(content.ends_with(SHORTENED));
        assert_eq!(bounded("x"), "x");
    }
}
