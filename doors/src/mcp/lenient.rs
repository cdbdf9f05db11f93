//! Brings requests into the form that the library accepts, where their meaning is clear.

use axum::body::Bytes;
use axum::http::Method;
use axum::http::header::{ACCEPT, HeaderMap, HeaderValue};
use memchr::memmem;
use rmcp::model::{ClientCapabilities, Implementation, ProtocolVersion};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::transport::{SESSION, VERSION};

/// Location of the revision in a message, since 2026-07-28.
const META_VERSION: &str = "/params/_meta/io.modelcontextprotocol~1protocolVersion";

/// Fills in the media types that a client leaves to the server: without `Accept` it takes all of them, and one that
/// takes JSON can read the answer to any message but a subscription.
pub fn accept(method: &Method, headers: &mut HeaderMap) {
    let accepted: Vec<&str> = headers
        .get_all(ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .collect();
    let accepted = accepted.join(",");
    let takes = |kinds: &[&str]| {
        accepted.is_empty() || media_types(&accepted).any(|one| kinds.contains(&&*one))
    };
    let filled = if *method == Method::POST && takes(&["application/json", "application/*", "*/*"])
    {
        "application/json, text/event-stream"
    } else if *method == Method::GET && takes(&["text/event-stream", "text/*", "*/*"]) {
        "text/event-stream"
    } else {
        return;
    };
    headers.insert(ACCEPT, HeaderValue::from_static(filled));
}

/// Returns the media types of an `Accept` header, without those that it excludes with `q=0`.
fn media_types(accepted: &str) -> impl Iterator<Item = String> {
    accepted.split(',').filter_map(|one| {
        let mut parts = one.split(';').map(str::trim);
        let kind = parts.next()?.to_ascii_lowercase();
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        let is_excluded = weight.and_then(|weight| weight.parse().ok()) == Some(0.0);
        (!is_excluded).then_some(kind)
    })
}

/// Completes the body of an `initialize` with the fields that the library requires; returns `None` for another message.
/// Removes the headers of an earlier session, which a client that starts over may still send.
pub fn initialize(headers: &mut HeaderMap, body: &[u8]) -> Option<Bytes> {
    memmem::find(body, b"initialize")?;
    let mut message: Value = serde_json::from_slice(body).ok()?;
    if message.get("method")? != "initialize" || message.pointer(META_VERSION).is_some() {
        return None;
    }
    for name in [VERSION, SESSION] {
        headers.remove(name);
    }
    let params = &mut message["params"];
    if !params.is_object() {
        *params = json!({});
    }
    if !params["protocolVersion"].is_string() {
        params["protocolVersion"] = ProtocolVersion::LATEST_WITH_INITIALIZE.as_str().into();
    }
    if !reads::<ClientCapabilities>(&params["capabilities"]) {
        params["capabilities"] = json!({});
    }
    let client = &params["clientInfo"];
    if !reads::<Implementation>(client) {
        let name = client["name"].as_str().unwrap_or("unknown");
        params["clientInfo"] = json!({ "name": name, "version": "0" });
    }
    Some(message.to_string().into())
}

fn reads<T: DeserializeOwned>(value: &Value) -> bool {
    T::deserialize(value).is_ok()
}

#[cfg(test)]
mod tests {
    use super::super::transport::text;
    use super::*;

    #[test]
    fn who_takes_json_takes_answers() {
        let both = "application/json, text/event-stream";
        for (method, sent, filled) in [
            (Method::POST, None, both),
            (Method::POST, Some("*/*"), both),
            (Method::POST, Some("application/*"), both),
            (Method::POST, Some("application/json"), both),
            (
                Method::POST,
                Some("text/html, Application/JSON;q=0.5"),
                both,
            ),
            (Method::POST, Some("text/event-stream"), "text/event-stream"),
            (Method::POST, Some("*/*;q=0"), "*/*;q=0"),
            (Method::POST, Some("text/html"), "text/html"),
            (Method::GET, None, "text/event-stream"),
            (Method::GET, Some("*/*"), "text/event-stream"),
            (Method::GET, Some("application/json"), "application/json"),
            (Method::DELETE, Some("*/*"), "*/*"),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(sent) = sent {
                headers.insert(ACCEPT, HeaderValue::from_static(sent));
            }
            accept(&method, &mut headers);
            assert_eq!(text(&headers, "accept"), Some(filled), "{method} {sent:?}");
        }
    }

    #[test]
    fn an_initialize_is_completed() {
        let whole = json!({ "protocolVersion": "2025-06-18", "capabilities": { "roots": {} },
            "clientInfo": { "name": "a", "version": "1" } });
        let empty = json!({ "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "unknown", "version": "0" } });
        let odd = json!({ "protocolVersion": 5, "capabilities": 7, "clientInfo": { "name": "b", "version": 2 } });
        let mended = json!({ "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "b", "version": "0" } });
        for (params, expected) in [
            (whole.clone(), whole),
            (json!({}), empty.clone()),
            (json!(null), empty.clone()),
            (json!([1]), empty),
            (odd, mended),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(VERSION, HeaderValue::from_static("2025-12-31"));
            headers.insert(SESSION, HeaderValue::from_static("stale"));
            let message =
                json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
            let read = initialize(&mut headers, message.to_string().as_bytes()).unwrap();
            let read: Value = serde_json::from_slice(&read).unwrap();
            assert_eq!(read["params"], expected, "{params}");
            assert_eq!(read["id"], 1);
            assert!(headers.is_empty(), "{headers:?}");
        }
    }

    #[test]
    fn other_messages_are_no_initialize() {
        let meta = json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } });
        for message in [
            json!({ "method": "ping" }),
            json!({ "method": 1 }),
            json!(["initialize"]),
            json!({ "method": "initialize", "params": meta }),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(VERSION, HeaderValue::from_static("2026-07-28"));
            assert!(initialize(&mut headers, message.to_string().as_bytes()).is_none());
            assert_eq!(headers.len(), 1);
        }
    }
}
