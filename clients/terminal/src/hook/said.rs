//! Parses an agent's event from standard input. Invalid characters are replaced, so that the rest can be read.

use std::io::Read;

use kernel::{Error, Result, Time};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{PROMPT, SAID};
use crate::input::Input;

/// Maximum size of a stored message, in bytes: the limit of a session.
const MESSAGE_BYTES: usize = 256 * 1024;
/// Suffix of a truncated message.
const SHORTENED: &str = " … (shortened)";
/// Tags around the output of a hook.
const CONTEXT: (&str, &str) = ("<hook_context>", "</hook_context>");
/// Replacement of an invalid character.
const REPLACED: &str = "\\ufffd";

/// Reads the event up to the end of the object: some agents keep standard input open.
///
/// # Errors
/// Returns an error if it is not a JSON object.
pub fn read_object(input: impl Read) -> Result<Value> {
    let text = Input::new(Object::new(input)).text("the hook", "-")?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let said: Value = serde_json::from_str(&repair_escapes(text))
        .map_err(|error| Error::invalid(format!("the hook: is not JSON: {error}")))?;
    if said.is_object() {
        return Ok(said);
    }
    Err(Error::invalid(
        "the hook: expected a JSON object on standard input",
    ))
}

/// Reads a JSON object from a stream: ends with its closing brace, whatever follows. If the stream begins with
/// something else, reads all of it.
struct Object<R> {
    input: R,
    depth: usize,
    in_text: bool,
    is_escaped: bool,
    is_over: bool,
}

impl<R: Read> Object<R> {
    fn new(input: R) -> Self {
        Self {
            input,
            depth: 0,
            in_text: false,
            is_escaped: false,
            is_over: false,
        }
    }

    /// Consumes a byte. Returns true if the object ends with it.
    fn ends_with(&mut self, byte: u8) -> bool {
        if self.in_text {
            self.in_text = self.is_escaped || byte != b'"';
            self.is_escaped = byte == b'\\' && !self.is_escaped;
            return false;
        }
        match byte {
            b'"' => self.in_text = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

impl<R: Read> Read for Object<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.is_over {
            return Ok(0);
        }
        let read = self.input.read(buffer)?;
        let end = buffer[..read].iter().position(|byte| self.ends_with(*byte));
        self.is_over = end.is_some();
        Ok(end.map_or(read, |end| end + 1))
    }
}

/// Replaces escapes of invalid characters in JSON: unpaired surrogates and NUL.
fn repair_escapes(json: &str) -> String {
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

/// Returns the UTF-16 code unit of the escape at the beginning of a text.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

/// Returns the agent's name for the moment.
pub fn event(said: &Value) -> &str {
    first(said, &["hook_event_name", "hookEventName"]).unwrap_or_default()
}

/// Returns the agent's id for the session.
pub fn session(said: &Value) -> Option<&str> {
    let names = ["conversation_id", "session_id", "sessionId"];
    let mut ids = names.iter().filter_map(|name| said[*name].as_str());
    ids.find(|id| !id.is_empty())
}

/// Returns the last message of the agent.
pub fn last_words(said: &Value) -> Option<&str> {
    first(said, &["last_assistant_message", "prompt_response", "text"])
}

/// Returns the first of these members that is not blank.
fn first<'a>(said: &'a Value, members: &[&str]) -> Option<&'a str> {
    let mut texts = members.iter().filter_map(|name| said[*name].as_str());
    texts.find(|text| !text.trim().is_empty())
}

/// Returns the message of a moment, sent at `now`. It is stored once for each turn, if the agent names one, or else
/// once for each `name`.
pub fn message(moment: &str, said: &Value, now: Time, name: &str) -> Option<Value> {
    let (role, content) = match moment {
        PROMPT | SAID => ("user", without_context(first(said, &["prompt"])?)?),
        _ => ("assistant", last_words(said)?),
    };
    let session = session(said)?;
    let content = truncate_message(content);
    let turn = first(said, &["turn_id", "generation_id"]);
    let which = match turn {
        Some(turn) => json!([session, turn, role, content]),
        None => json!([session, name, role]),
    };
    let id = format!("{:x}", Sha256::digest(which.to_string()));
    let message = json!({ "id": id[..32], "role": role, "content": content, "created_at": now });
    Some(json!({ "session": session, "messages": [message] }))
}

/// Strips the output of a hook from a prompt: Gemini CLI prepends it when it runs without a terminal. Returns `None` if
/// nothing is left.
fn without_context(prompt: &str) -> Option<&str> {
    let mut rest = prompt;
    while let Some(context) = rest.trim_start().strip_prefix(CONTEXT.0) {
        let (_, after) = context.split_once(CONTEXT.1)?;
        rest = after.trim_start();
    }
    (!rest.trim().is_empty()).then_some(rest)
}

/// Truncates a message to the limit of a session.
fn truncate_message(content: &str) -> String {
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

    const NOW: Time = Time(1_700_000_000_000);

    #[test]
    fn what_is_kept_follows_the_moment() {
        let said = |member: &str| json!({ "session_id": "s", member: "x\ny" });
        let kept = |role: &'static str| Some((role, "x\ny".to_owned()));
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
            let message = message(moment, &said, NOW, "1");
            let found = message.as_ref().map(|message| {
                assert_eq!(message["session"], "s");
                let said = &message["messages"][0];
                assert_eq!(said["created_at"], json!(NOW));
                let text = |value: &Value| value.as_str().map(str::to_owned).expect("a text");
                (text(&said["role"]), text(&said["content"]))
            });
            let expected = expected.map(|(role, content)| (role.to_owned(), content));
            assert_eq!(found, expected, "{moment} {said}");
        }
    }

    #[test]
    fn a_message_has_the_id_of_its_turn() {
        let id = |said: &Value, name: &str| {
            let message = message(ANSWER, said, NOW, name).expect("a message");
            message["messages"][0]["id"].clone()
        };
        let turn = |id: &str| json!({ "conversation_id": "c", "session_id": "s", "generation_id": id, "text": "x" });
        assert_eq!(
            message(ANSWER, &turn("1"), NOW, "1").expect("a message")["session"],
            "c"
        );
        assert_eq!(id(&turn("1"), "1"), id(&turn("1"), "2"));
        assert_ne!(
            id(&turn("1"), "1"),
            id(&turn("2"), "1"),
            "another turn may say the same"
        );
        let said = json!({ "session_id": "s", "text": "x" });
        assert_ne!(id(&said, "1"), id(&said, "2"), "the same may be said twice");
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
            let said = read_object(written.as_bytes()).expect(written);
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
            assert!(read_object(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_context_of_a_hook_is_no_words_of_a_person() {
        for (prompt, expected) in [
            (
                "<hook_context>a &lt;b&gt;</hook_context>\n\nGo on",
                Some("Go on"),
            ),
            (
                "\n<hook_context>a</hook_context> <hook_context>b</hook_context>\n x ",
                Some("x "),
            ),
            ("<hook_context>a</hook_context>\n", None),
            ("<hook_context>a", None),
            (
                " x <hook_context>a</hook_context>",
                Some(" x <hook_context>a</hook_context>"),
            ),
            ("x", Some("x")),
        ] {
            assert_eq!(without_context(prompt), expected, "{prompt}");
        }
    }

    #[test]
    fn an_object_is_read_up_to_its_end() {
        /// Returns a few bytes at a time, and fails where an open pipe would block.
        struct Open<'a>(&'a [u8], usize);
        impl Read for Open<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                if self.0.is_empty() {
                    return Err(std::io::Error::other("read beyond the end"));
                }
                let bytes = self.1.min(self.0.len()).min(buffer.len());
                buffer[..bytes].copy_from_slice(&self.0[..bytes]);
                self.0 = &self.0[bytes..];
                Ok(bytes)
            }
        }
        let mark = "\u{feff}";
        for text in [
            r#"{"a": "x"}"#,
            &format!("{mark} {{\"a\": \"x\"}}\n"),
            r#"{"b": [{"c": {}}], "a": "x", "d": "}\"}\\"}"#,
            r#"{"a": "x"} {"a": "y"}"#,
        ] {
            for bytes in 1..=text.len() {
                let read = read_object(Open(text.as_bytes(), bytes));
                assert_eq!(read.expect(text)["a"], "x", "{bytes}: {text}");
            }
        }
        for open in [r#"{"a": "x"#, r#"{"a": "}""#, "x", ""] {
            assert!(read_object(Open(open.as_bytes(), 3)).is_err(), "{open}");
        }
    }

    #[test]
    fn a_long_message_is_kept_as_far_as_a_session_takes_it() {
        let said = json!({ "session_id": "s", "prompt": "ä".repeat(MESSAGE_BYTES) });
        let kept = message(PROMPT, &said, NOW, "1").expect("a message");
        let content = kept["messages"][0]["content"].as_str().expect("a text");
        assert!(content.len() <= MESSAGE_BYTES && content.len() > MESSAGE_BYTES - 4);
        assert!(content.ends_with(SHORTENED));
        assert_eq!(truncate_message("x"), "x");
    }
}
