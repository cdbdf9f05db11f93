//! A call on its way between browser and server, as text. Not generic over operations, so that an
//! operation costs the wasm next to nothing. Knows nothing of what is asked.

use kernel::problem::Problem;
use kernel::{Code, Error, Result};
use serde::de::DeserializeOwned;
use serde_json::Value;
use server_fn::client::Client;
use server_fn::client::browser::BrowserClient;
use server_fn::request::ClientReq;
use server_fn::request::browser::BrowserRequest;
use server_fn::response::ClientRes;

use super::fault::{Fault, unreachable_server};

/// How the arguments travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As a JSON body.
    Json,
    /// As the url-encoded body of a form.
    Form,
}

/// Sends a body to an operation's address and gives the answer's text.
///
/// # Errors
/// The problem that came back; `unavailable` when nothing did, or something that is not Loci's.
pub async fn send(path: &str, way: Way, body: String) -> Result<String> {
    let content_type = match way {
        Way::Json => "application/json",
        Way::Form => "application/x-www-form-urlencoded",
    };
    let request: BrowserRequest =
        ClientReq::<Fault>::try_new_post(path, content_type, "application/json", body)
            .map_err(|fault| fault.0)?;
    let response = <BrowserClient as Client<Fault>>::send(request)
        .await
        .map_err(|fault| fault.0)?;
    let status = ClientRes::<Fault>::status(&response);
    let text = ClientRes::<Fault>::try_into_string(response)
        .await
        .map_err(|fault| fault.0)?;
    if (200..300).contains(&status) {
        return Ok(text);
    }
    Err(serde_json::from_str::<Problem>(&text).map_or_else(|_| foreign(status), Error::from))
}

/// What an answer that is not Loci's means: a proxy between the two speaks for itself.
fn foreign(status: u16) -> Error {
    match status {
        401 => Error::new(
            Code::Unauthenticated,
            "Your session has ended. Sign in again.",
        ),
        413 => Error::new(
            Code::TooLarge,
            "This is more than the server takes at once.",
        ),
        429 => Error::new(Code::RateLimited, "Too often. Wait a moment and try again."),
        _ => unreachable_server(),
    }
}

/// Reads an output.
///
/// # Errors
/// `unavailable` when it is not one.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|_| outdated())
}

/// What it means that an answer cannot be read: the page is of another build than the server.
#[must_use]
pub fn outdated() -> Error {
    Error::unavailable("The server has been updated meanwhile. Reload the page.")
}

/// The fields of a form, url-encoded: nested ones as `a[b][0]`.
#[must_use]
pub fn form(fields: &Value) -> String {
    let mut out = String::new();
    flatten("", fields, &mut out);
    out
}

fn flatten(name: &str, value: &Value, out: &mut String) {
    let inner = |key: &str| match name {
        "" => key.to_owned(),
        _ => format!("{name}[{key}]"),
    };
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                flatten(&inner(key), value, out);
            }
        }
        Value::Array(items) => {
            for (i, value) in items.iter().enumerate() {
                flatten(&inner(&i.to_string()), value, out);
            }
        }
        Value::Null => {}
        Value::String(text) => pair(name, text, out),
        other => pair(name, &other.to_string(), out),
    }
}

fn pair(name: &str, value: &str, out: &mut String) {
    if !out.is_empty() {
        out.push('&');
    }
    encode(name, out);
    out.push('=');
    encode(value, out);
}

/// An address in which `{id}` stands for a member of an answer, with what the answer has.
#[must_use]
pub fn fill(wish: &str, answer: &Value) -> String {
    let mut out = String::new();
    let mut rest = wish;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        let pointer = format!("/{}", name.replace('.', "/"));
        match answer.pointer(&pointer) {
            Some(Value::String(text)) => encode(text, &mut out),
            Some(Value::Number(number)) => out.push_str(&number.to_string()),
            _ => {}
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Percent-encodes everything but RFC 3986's unreserved characters.
pub fn encode(text: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                out.push('%');
                out.push(char::from(HEX[usize::from(byte >> 4)]));
                out.push(char::from(HEX[usize::from(byte & 15)]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_form_is_flattened_and_encoded() {
        let fields = json!({"a": "x y&z", "b": {"c": ["1", "ä"]}, "n": null});
        assert_eq!(
            form(&fields),
            "a=x%20y%26z&b%5Bc%5D%5B0%5D=1&b%5Bc%5D%5B1%5D=%C3%A4"
        );
    }

    #[test]
    fn a_proxy_s_page_is_not_mistaken_for_a_problem() {
        assert_eq!(foreign(502).code, Code::Unavailable);
        assert_eq!(foreign(429).code, Code::RateLimited);
    }
}
