//! A message of a client, as far as its way has to know it.

use std::borrow::Cow;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use doors::IDEMPOTENCY_KEY;
use kernel::operation::Effect;
use reqwest::header::{HeaderName, HeaderValue};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// The header of the revision that a message is of.
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The header of the session that a message belongs to.
pub const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
/// The header of what is asked for.
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// The header of what it is asked of.
const NAME: HeaderName = HeaderName::from_static("mcp-name");
/// What a header's value begins and ends with that is no plain text.
const ENCODED: (&str, &str) = ("=?base64?", "?=");
/// Where a message says of which revision it is.
const META: &str = "/params/_meta/io.modelcontextprotocol~1protocolVersion";

/// What `initialize` agreed on.
#[derive(Clone, Debug, Default)]
pub struct Agreed {
    /// The revision.
    pub version: Option<HeaderValue>,
    /// The session that messages belong to.
    pub session: Option<HeaderValue>,
}

impl Agreed {
    /// What has to stand in the headers of whatever belongs to it.
    pub fn headers(self) -> Vec<(HeaderName, HeaderValue)> {
        let version = self.version.map(|version| (VERSION, version));
        let session = self.session.map(|session| (SESSION, session));
        version.into_iter().chain(session).collect()
    }
}

/// A message.
pub struct Message {
    /// It as it came.
    pub text: Vec<u8>,
    /// The id of a request.
    pub id: Option<Value>,
    read: Value,
}

impl Message {
    /// Reads a line; nothing when it is no message.
    pub fn read(text: Vec<u8>) -> Option<Self> {
        let read: Value = serde_json::from_slice(&text).ok()?;
        if !read.is_object() {
            return None;
        }
        let id = read.get("id").cloned();
        Some(Self { text, id, read })
    }

    fn method(&self) -> &str {
        self.read["method"].as_str().unwrap_or_default()
    }

    /// Whether it begins a conversation of the earlier revisions.
    pub fn begins(&self) -> bool {
        self.method() == "initialize"
    }

    /// Whether it says that a conversation of the earlier revisions has begun.
    pub fn is_begun(&self) -> bool {
        self.method() == "notifications/initialized"
    }

    /// Whether it answers what the server asked.
    pub fn answers(&self) -> bool {
        self.method().is_empty()
    }

    /// Whether it is answered for as long as somebody listens.
    pub fn listens(&self) -> bool {
        self.method() == "subscriptions/listen"
    }

    /// Whether it may be answered late: a tool may wait.
    pub fn calls(&self) -> bool {
        self.method() == "tools/call"
    }

    /// The key under which a call of a tool is done once, if it has one.
    pub fn key(&self) -> Option<&str> {
        let key = self.calls().then(|| &self.read["params"]["arguments"]);
        key.and_then(|arguments| arguments[IDEMPOTENCY_KEY].as_str())
    }

    /// Whether it may be sent again when nobody knows what became of it: it changes nothing, or has a key.
    pub fn is_repeatable(&self) -> bool {
        self.key().is_some() || !self.writes()
    }

    /// Whether it calls a tool that changes something.
    pub fn writes(&self) -> bool {
        let name = self.read["params"]["name"].as_str().unwrap_or_default();
        let mut all = engine::operations::ALL.iter();
        self.calls()
            && all.any(|entry| entry.spec.name == name && entry.spec.effect == Effect::Write)
    }

    /// Gives a call that changes something the key under which it is done once, unless it has its own. All else stays
    /// as it came.
    pub fn keyed(&mut self, key: &str) {
        let arguments = &self.read["params"]["arguments"];
        let is_wanted = arguments.is_object() && arguments.get(IDEMPOTENCY_KEY).is_none();
        if !is_wanted || self.is_repeatable() {
            return;
        }
        let Some(at) = arguments_at(&self.text) else {
            return;
        };
        let is_empty = arguments.as_object().is_some_and(serde_json::Map::is_empty);
        let comma = if is_empty { "" } else { "," };
        let member = format!("\"{IDEMPOTENCY_KEY}\":\"{key}\"{comma}");
        self.text.splice(at..at, member.into_bytes());
        self.read["params"]["arguments"][IDEMPOTENCY_KEY] = key.into();
    }

    /// The id of the request that it takes back.
    pub fn cancels(&self) -> Option<String> {
        (self.method() == "notifications/cancelled")
            .then(|| self.read["params"]["requestId"].to_string())
    }

    /// What has to stand in headers: the revision, and from 2026-07-28 on what is asked for.
    pub fn headers(&self, agreed: Agreed) -> Vec<(HeaderName, HeaderValue)> {
        let own = self.read.pointer(META).and_then(Value::as_str);
        let Some(own) = own.and_then(|version| HeaderValue::from_str(version).ok()) else {
            return if self.begins() {
                Vec::new()
            } else {
                agreed.headers()
            };
        };
        let mut headers = vec![(VERSION, own)];
        let params = &self.read["params"];
        let name = match self.method() {
            "resources/read" => params["uri"].as_str(),
            _ => params["name"].as_str(),
        };
        for (header, value) in [(METHOD, Some(self.method())), (NAME, name)] {
            if let Some(value) = value.and_then(|value| HeaderValue::from_str(&plain(value)).ok()) {
                headers.push((header, value));
            }
        }
        headers
    }
}

/// A text as it may stand in a header: encoded when it is not plain, or looks as if it were encoded.
fn plain(text: &str) -> Cow<'_, str> {
    let (begin, end) = ENCODED;
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && text.trim() == text
        && !(text.starts_with(begin) && text.ends_with(end));
    if is_plain {
        return text.into();
    }
    format!("{begin}{}{end}", BASE64_STANDARD.encode(text)).into()
}

/// Where the first member of a call's arguments stands.
fn arguments_at(text: &[u8]) -> Option<usize> {
    #[derive(Deserialize)]
    struct Call<'a> {
        #[serde(borrow)]
        params: Params<'a>,
    }
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(borrow)]
        arguments: &'a RawValue,
    }
    let call: Call<'_> = serde_json::from_slice(text).ok()?;
    let arguments = call.params.arguments.get();
    let at = arguments
        .as_ptr()
        .addr()
        .checked_sub(text.as_ptr().addr())?;
    arguments.starts_with('{').then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn headers(message: &Value, agreed: Option<&str>) -> Vec<(String, String)> {
        let message = Message::read(message.to_string().into_bytes()).unwrap();
        let agreed = Agreed {
            version: agreed.map(|version| HeaderValue::from_str(version).unwrap()),
            session: agreed.map(|_| HeaderValue::from_static("s")),
        };
        let headers = message.headers(agreed).into_iter();
        headers
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
            .collect()
    }

    #[test]
    fn what_a_message_says_stands_in_its_headers() {
        let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
        for (method, params, agreed, expected) in [
            ("initialize", json!({}), None, vec![]),
            ("initialize", json!({}), Some("2025-11-25"), vec![]),
            (
                "tools/list",
                json!({}),
                Some("2025-11-25"),
                vec![
                    ("mcp-protocol-version", "2025-11-25"),
                    ("mcp-session-id", "s"),
                ],
            ),
            (
                "tools/call",
                json!({ "_meta": meta, "name": "task_claim" }),
                Some("2025-11-25"),
                vec![
                    ("mcp-protocol-version", "2026-07-28"),
                    ("mcp-method", "tools/call"),
                    ("mcp-name", "task_claim"),
                ],
            ),
            (
                "resources/read",
                json!({ "_meta": meta, "uri": "loci://mind/a" }),
                None,
                vec![
                    ("mcp-protocol-version", "2026-07-28"),
                    ("mcp-method", "resources/read"),
                    ("mcp-name", "loci://mind/a"),
                ],
            ),
            (
                "resources/read",
                json!({ "_meta": meta, "uri": "loci://mind/té€" }),
                None,
                vec![
                    ("mcp-protocol-version", "2026-07-28"),
                    ("mcp-method", "resources/read"),
                    ("mcp-name", "=?base64?bG9jaTovL21pbmQvdMOp4oKs?="),
                ],
            ),
            (
                "prompts/get",
                json!({ "_meta": meta, "name": "a\nb" }),
                None,
                vec![
                    ("mcp-protocol-version", "2026-07-28"),
                    ("mcp-method", "prompts/get"),
                    ("mcp-name", "=?base64?YQpi?="),
                ],
            ),
        ] {
            let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            assert_eq!(headers(&message, agreed), expected, "{message}");
        }
    }

    #[test]
    fn a_header_is_plain_text_that_reads_as_what_it_says() {
        for (text, expected) in [
            ("", ""),
            ("task_claim", "task_claim"),
            ("a b", "a b"),
            (" a", "=?base64?IGE=?="),
            ("a ", "=?base64?YSA=?="),
            ("a\tb", "=?base64?YQli?="),
            ("\u{7f}", "=?base64?fw==?="),
            ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_call_that_changes_something_gets_a_key_and_nothing_else_changes() {
        let call = |params: &str| {
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#)
        };
        for (params, expected, is_repeatable) in [
            (
                r#"{"name":"task_claim","arguments": { "workflow":"W", "n":1.50}}"#,
                r#"{"name":"task_claim","arguments": {"idempotency_key":"k", "workflow":"W", "n":1.50}}"#,
                true,
            ),
            (
                r#"{"arguments":{ },"name":"task_claim"}"#,
                r#"{"arguments":{"idempotency_key":"k" },"name":"task_claim"}"#,
                true,
            ),
            (
                r#"{"name":"task_claim","arguments":{"idempotency_key":"own"}}"#,
                r#"{"name":"task_claim","arguments":{"idempotency_key":"own"}}"#,
                true,
            ),
            (
                r#"{"name":"task_get","arguments":{}}"#,
                r#"{"name":"task_get","arguments":{}}"#,
                true,
            ),
            (
                r#"{"name":"nothing","arguments":{}}"#,
                r#"{"name":"nothing","arguments":{}}"#,
                true,
            ),
            (
                r#"{"name":"task_claim"}"#,
                r#"{"name":"task_claim"}"#,
                false,
            ),
            (
                r#"{"name":"task_claim","arguments":{"idempotency_key":null}}"#,
                r#"{"name":"task_claim","arguments":{"idempotency_key":null}}"#,
                false,
            ),
            (
                r#"{"name":"task_claim","arguments":"{}"}"#,
                r#"{"name":"task_claim","arguments":"{}"}"#,
                false,
            ),
            (
                r#"{"name":"task_claim","arguments":{},"arguments":{}}"#,
                r#"{"name":"task_claim","arguments":{},"arguments":{}}"#,
                false,
            ),
        ] {
            let mut message = Message::read(call(params).into_bytes()).unwrap();
            message.keyed("k");
            let text = String::from_utf8(message.text.clone()).unwrap();
            assert_eq!(text, call(expected));
            assert_eq!(message.is_repeatable(), is_repeatable, "{params}");
        }
    }

    #[test]
    fn what_is_no_message_is_none() {
        for text in ["", "x", "[]", "7", "{"] {
            assert!(Message::read(text.into()).is_none(), "{text}");
        }
    }
}
