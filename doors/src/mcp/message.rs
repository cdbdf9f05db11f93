//! Reads the envelope of a message without parsing its parameters. The arguments of a tool are cut out of it: they are
//! parsed once, by their operation, which limits them first.

use axum::body::Bytes;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// Maximum size of a message without the arguments of a tool, in bytes.
pub const MAX_ENVELOPE: usize = 64 * 1024;
/// Maximum length of an id that an error repeats, in bytes.
const MAX_ID: usize = 1024;
/// Method that calls a tool.
const CALL: &str = "tools/call";

/// Arguments of a tool as they arrived. Extension of the request that carries the message.
#[derive(Clone, Debug)]
pub struct Arguments(pub Bytes);

/// Message with unparsed parameters.
#[derive(Debug, Default)]
pub struct Message {
    /// JSON of the message, with `{}` in place of the arguments of a tool.
    pub text: Bytes,
    /// Arguments of a tool.
    pub arguments: Option<Bytes>,
    /// Method; `None` in a response to the server.
    pub method: Option<String>,
    /// Id as it is written, unless it is too long to be repeated.
    pub id: Option<Box<RawValue>>,
    /// True for a response to the server.
    pub answers: bool,
}

#[derive(Default, Deserialize)]
struct Envelope<'a> {
    method: Option<String>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    result: Option<IgnoredAny>,
    error: Option<IgnoredAny>,
}

#[derive(Default, Deserialize)]
struct Parameters<'a> {
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

impl Message {
    /// Reads a message. Invalid text is kept, with all other fields empty.
    pub fn read(text: &Bytes) -> Self {
        let envelope: Envelope<'_> = object(text).unwrap_or_default();
        let calls = envelope.method.as_deref() == Some(CALL);
        let parameters = envelope.params.filter(|_| calls);
        let parameters = parameters.and_then(|all| object::<Parameters<'_>>(all.get().as_bytes()));
        let arguments = parameters.and_then(|parameters| parameters.arguments);
        let arguments = arguments.map(|arguments| arguments.get().as_bytes());
        let arguments = arguments.filter(|arguments| arguments.starts_with(b"{"));
        let short = |id: &&RawValue| id.get().len() <= MAX_ID;
        Self {
            text: arguments.map_or_else(|| text.clone(), |arguments| without(text, arguments)),
            arguments: arguments.map(|arguments| text.slice_ref(arguments)),
            id: envelope.id.filter(short).map(ToOwned::to_owned),
            answers: envelope.result.is_some() || envelope.error.is_some(),
            method: envelope.method,
        }
    }

    /// Returns true if the message has this method.
    pub fn is(&self, method: &str) -> bool {
        self.method.as_deref() == Some(method)
    }

    /// Returns true if the message needs a response. An invalid message is answered with an error.
    pub fn asks(&self) -> bool {
        !self.answers && (self.method.is_none() || self.id.is_some())
    }
}

/// Deserializes a JSON object as a `T`. Serde would accept a list as well, field by field.
fn object<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Option<T> {
    let is_object = text.trim_ascii_start().starts_with(b"{");
    is_object.then(|| serde_json::from_slice(text).ok())?
}

/// Returns the text with a part of it replaced by an empty object.
fn without(text: &Bytes, part: &[u8]) -> Bytes {
    let begin = part.as_ptr().addr() - text.as_ptr().addr();
    [&text[..begin], b"{}", &text[begin + part.len()..]]
        .concat()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_arguments_of_a_tool_are_cut_out() {
        for (text, rest, arguments) in [
            (
                r#"{"id":1,"method":"tools/call","params":{"name":"a","arguments": {"b":[1]} }}"#,
                r#"{"id":1,"method":"tools/call","params":{"name":"a","arguments": {} }}"#,
                Some(r#"{"b":[1]}"#),
            ),
            (
                r#"{"method":"tools\/call","params":{"arguments":{},"name":"a"}}"#,
                r#"{"method":"tools\/call","params":{"arguments":{},"name":"a"}}"#,
                Some("{}"),
            ),
        ] {
            let message = Message::read(&Bytes::from_static(text.as_bytes()));
            assert_eq!(message.text, rest.as_bytes(), "{text}");
            assert_eq!(message.arguments.as_deref(), arguments.map(str::as_bytes));
        }
        for text in [
            r#"{"method":"ping","params":{"name":"a","arguments":{"b":1}}}"#,
            r#"{"method":"tools/call","params":{"name":"a","arguments":[1]}}"#,
            r#"{"method":"tools/call","params":{"arguments":{},"arguments":{}}}"#,
            r#"{"method":"tools/call","method":"ping","params":{"arguments":{}}}"#,
            r#"["tools/call",1,{"arguments":{}}]"#,
            r#"{"method":"tools/call"}"#,
            "7",
        ] {
            let message = Message::read(&Bytes::from_static(text.as_bytes()));
            assert_eq!(message.text, text.as_bytes());
            assert!(message.arguments.is_none(), "{text}");
        }
    }

    #[test]
    fn what_asks_is_told_from_what_answers_and_what_informs() {
        for (text, asks) in [
            (r#"{"id":1,"method":"ping"}"#, true),
            (r#"{"method":"notifications/initialized"}"#, false),
            (r#"{"id":1,"result":{}}"#, false),
            (r#"{"id":1,"error":{}}"#, false),
            ("7", true),
        ] {
            let message = Message::read(&Bytes::from_static(text.as_bytes()));
            assert_eq!(message.asks(), asks, "{text}");
        }
    }

    #[test]
    fn an_id_is_repeated_only_while_it_is_short() {
        for (length, is_kept) in [(1_022, true), (1_023, false)] {
            let text = format!(r#"{{"id":"{}","method":"ping"}}"#, "x".repeat(length));
            assert_eq!(
                Message::read(&text.into()).id.is_some(),
                is_kept,
                "{length}"
            );
        }
    }
}
