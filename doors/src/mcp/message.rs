//! Reads the envelope of a message without parsing its parameters. The arguments of a tool are cut out of it: they are
//! parsed once, by the operation that they are for, which bounds them first.

use axum::body::Bytes;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// The most bytes of a message besides the arguments of a tool.
pub const MAX_ENVELOPE: usize = 64 * 1024;
/// The longest id that a refusal repeats, in bytes.
const MAX_ID: usize = 1024;
/// The method that calls a tool.
const CALL: &str = "tools/call";

/// The arguments of a tool as they arrived. An extension of the request in whose message they were.
#[derive(Clone, Debug)]
pub struct Arguments(pub Bytes);

/// A message whose parameters were not parsed.
#[derive(Debug, Default)]
pub struct Message {
    /// Its text, with `{}` where the arguments were that were cut out.
    pub text: Bytes,
    /// The arguments of a tool.
    pub arguments: Option<Bytes>,
    /// What it asks for; none in what answers the server.
    pub method: Option<String>,
    /// The id as it is written, unless it is too long to be repeated.
    pub id: Option<Box<RawValue>>,
    /// Whether it answers the server.
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
    /// Reads a message. Text that is no message is kept, and has nothing else.
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

    /// Whether its method is this one.
    pub fn is(&self, method: &str) -> bool {
        self.method.as_deref() == Some(method)
    }

    /// Whether it has to be answered. What is no message is answered with an error.
    pub fn asks(&self) -> bool {
        !self.answers && (self.method.is_none() || self.id.is_some())
    }
}

/// An object of JSON as a `T`. Serde would read a list as well, field by field.
fn object<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Option<T> {
    let is_object = text.trim_ascii_start().starts_with(b"{");
    is_object.then(|| serde_json::from_slice(text).ok())?
}

/// The text with an empty object in the place of a part of it.
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
