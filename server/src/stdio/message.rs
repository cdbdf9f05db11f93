//! A message of a client, as far as its way has to know it.

use reqwest::header::{HeaderName, HeaderValue};
use serde_json::Value;

/// The header of the revision that a message is of.
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The header of the session that a message belongs to.
pub const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
/// The header of what is asked for.
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// The header of what it is asked of.
const NAME: HeaderName = HeaderName::from_static("mcp-name");
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
            if let Some(value) = value.and_then(|value| HeaderValue::from_str(value).ok()) {
                headers.push((header, value));
            }
        }
        headers
    }
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
    fn what_is_no_message_is_none() {
        for text in ["", "x", "[]", "7", "{"] {
            assert!(Message::read(text.into()).is_none(), "{text}");
        }
    }
}
