//! A client's message, parsed as far as forwarding requires.

use std::borrow::Cow;
use std::fmt;

use axum::body::Bytes;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use doors::IDEMPOTENCY_KEY;
use doors::mcp::{self, MAX_ENVELOPE};
use kernel::operation::Effect;
use reqwest::header::{HeaderName, HeaderValue};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Header with the protocol revision.
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// Header with the session id.
pub const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
/// Header with the method.
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// Header with the name of the target.
const NAME: HeaderName = HeaderName::from_static("mcp-name");
/// Prefix and suffix of an encoded header value.
const ENCODED: (&str, &str) = ("=?base64?", "?=");
/// Method for calling a tool.
const CALL: &str = "tools/call";
/// JSON pointer to a message's protocol revision.
const META: &str = "/params/_meta/io.modelcontextprotocol~1protocolVersion";

/// Result of `initialize`.
#[derive(Clone, Debug, Default)]
pub struct Agreed {
    /// Protocol revision.
    pub version: Option<HeaderValue>,
    /// Session id.
    pub session: Option<HeaderValue>,
}

impl Agreed {
    /// Returns the headers for all further messages.
    pub fn headers(self) -> Vec<(HeaderName, HeaderValue)> {
        let version = self.version.map(|version| (VERSION, version));
        let session = self.session.map(|session| (SESSION, session));
        version.into_iter().chain(session).collect()
    }
}

/// UTF-8 byte order mark.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A message, or a batch.
pub struct Message {
    /// Original text.
    pub text: Vec<u8>,
    /// Id of a request.
    pub id: Option<Value>,
    read: Value,
}

impl Message {
    /// Parses a line: for a tool's arguments only the idempotency key, for a message that exceeds the server's limit
    /// only what is needed to send it there.
    ///
    /// # Errors
    /// Returns an error if it is not a message, with its id if readable.
    pub fn read(mut text: Vec<u8>) -> Result<Self, Unread> {
        if text.starts_with(MARK) {
            text.drain(..MARK.len());
        }
        let text = Bytes::from(text);
        let unread = |detail| Unread {
            id: id_in(&text),
            detail,
        };
        let read =
            outlines(&text).map_err(|error| unread(format!("The line is not JSON: {error}.")))?;
        if !read.is_object() && !read.is_array() {
            return Err(unread("The line is no JSON-RPC message.".into()));
        }
        let id = read.get("id").cloned();
        let text = text.into();
        Ok(Self { text, id, read })
    }

    /// Returns true for a batch.
    pub fn is_batch(&self) -> bool {
        self.read.is_array()
    }

    /// Returns the ids that expect responses.
    pub fn ids(&self) -> Vec<&Value> {
        let asks = |message: &&Value| message.get("result").or(message.get("error")).is_none();
        self.each()
            .filter(asks)
            .filter_map(|message| message.get("id"))
            .collect()
    }

    /// Iterates over its messages.
    fn each(&self) -> impl Iterator<Item = &Value> {
        let several = self.read.as_array().map(Vec::as_slice);
        several.unwrap_or(std::slice::from_ref(&self.read)).iter()
    }

    fn method(&self) -> &str {
        self.read["method"].as_str().unwrap_or_default()
    }

    /// Returns true for `initialize`, which begins a session of the earlier revisions.
    pub fn begins(&self) -> bool {
        self.method() == "initialize"
    }

    /// Returns true for the notification that completes `initialize`.
    pub fn is_begun(&self) -> bool {
        self.method() == "notifications/initialized"
    }

    /// Returns true for a response to a request of the server.
    pub fn answers(&self) -> bool {
        !self.is_batch() && self.method().is_empty()
    }

    /// Returns true for a subscription, whose response lasts as long as the client listens.
    pub fn listens(&self) -> bool {
        self.method() == "subscriptions/listen"
    }

    /// Returns true for a tool call, whose response may be delayed.
    pub fn calls(&self) -> bool {
        self.method() == CALL
    }

    /// Returns the idempotency key of a tool call, if present.
    pub fn key(&self) -> Option<&str> {
        let key = self.calls().then(|| &self.read["params"]["arguments"]);
        key.and_then(|arguments| arguments[IDEMPOTENCY_KEY].as_str())
    }

    /// Returns true if it can be retried safely after an unknown outcome: it changes nothing, or has an idempotency
    /// key.
    pub fn is_repeatable(&self) -> bool {
        self.key().is_some() || !self.writes()
    }

    /// Returns true if it calls a tool that changes something.
    pub fn writes(&self) -> bool {
        self.each().any(|message| {
            let name = message["params"]["name"].as_str().unwrap_or_default();
            let mut all = engine::operations::ALL.iter();
            message["method"] == CALL
                && all.any(|entry| entry.spec.name == name && entry.spec.effect == Effect::Write)
        })
    }

    /// Adds an idempotency key to a call that changes something, unless it has one. Everything else stays unchanged.
    pub fn add_key(&mut self, key: &str) {
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

    /// Returns the id of the request that it cancels.
    pub fn cancels(&self) -> Option<String> {
        (self.method() == "notifications/cancelled")
            .then(|| self.read["params"]["requestId"].to_string())
    }

    /// Returns the headers: the revision, and from 2026-07-28 on the method and the name.
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

/// A line that is not a message.
#[derive(Debug)]
pub struct Unread {
    /// Id of the intended request; null if unreadable.
    pub id: Value,
    /// Description of the problem.
    pub detail: String,
}

/// Returns the id of a message that may be truncated or contain invalid text; null if there is none.
pub fn id_in(text: &[u8]) -> Value {
    struct Finder<'a>(&'a mut Value);
    impl<'de> Visitor<'de> for Finder<'_> {
        type Value = ();

        fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
            out.write_str("a message")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some(name) = map.next_key::<String>()? {
                if name == "id" {
                    *self.0 = map.next_value()?;
                } else {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            Ok(())
        }
    }
    let mut id = Value::Null;
    let mut reader = serde_json::Deserializer::from_slice(text);
    // The text after the id may be unreadable.
    drop(reader.deserialize_map(Finder(&mut id)));
    if id.is_string() || id.is_number() {
        id
    } else {
        Value::Null
    }
}

/// Encodes a text for a header, if it is not plain or looks encoded.
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

/// Returns the parsed parts of a message, or of each message of a batch.
fn outlines(text: &Bytes) -> serde_json::Result<Value> {
    if !text.trim_ascii_start().starts_with(b"[") {
        return outline(text);
    }
    let messages: Vec<&RawValue> = serde_json::from_slice(text)?;
    let outlines = messages.into_iter();
    outlines
        .map(|message| outline(&text.slice_ref(message.get().as_bytes())))
        .collect()
}

/// Returns the parsed parts of a message.
fn outline(text: &Bytes) -> serde_json::Result<Value> {
    let envelope = mcp::Message::read(text);
    if envelope.text.len() > MAX_ENVELOPE {
        serde_json::from_slice::<IgnoredAny>(text)?;
        let mut read = json!({ "method": envelope.method });
        if let Some(id) = &envelope.id {
            read["id"] = serde_json::from_str(id.get())?;
        }
        if envelope.answers {
            read["result"] = json!({});
        }
        return Ok(read);
    }
    let mut read: Value = serde_json::from_slice(&envelope.text)?;
    if let Some(arguments) = envelope.arguments {
        read["params"]["arguments"] = reduce_arguments(&arguments);
    }
    Ok(read)
}

/// Returns the parsed parts of a tool's arguments: the idempotency key, and a mark if there are others.
fn reduce_arguments(arguments: &[u8]) -> Value {
    #[derive(Default, Deserialize)]
    struct Keyed {
        #[serde(default, deserialize_with = "deserialize_present")]
        idempotency_key: Option<Value>,
    }
    fn deserialize_present<'de, D: Deserializer<'de>>(key: D) -> Result<Option<Value>, D::Error> {
        Value::deserialize(key).map(Some)
    }
    let is_empty = arguments[1..].trim_ascii_start().starts_with(b"}");
    let keyed: Keyed = serde_json::from_slice(arguments).unwrap_or_default();
    match keyed.idempotency_key {
        Some(key) => json!({ IDEMPOTENCY_KEY: key }),
        None if is_empty => json!({}),
        // Other arguments, regardless of their names.
        None => json!({ "…": true }),
    }
}

/// Returns the offset of the first member of a call's arguments.
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
mod tests;
