//! Messages of a body: one, or a batch. Only the revision 2025-03-26 has batches, and a client that names no revision
//! speaks that one. Each message is answered as if it had come alone, one after the other; the answers are streamed, so
//! that only one of them is held in memory.

use std::convert::Infallible;
use std::fmt;
use std::future::Future;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use futures_util::{StreamExt as _, stream};
use rmcp::model::ErrorCode;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::json;
use serde_json::value::RawValue;

use super::message::{Arguments, MAX_ENVELOPE, Message};
use super::transport::{VERSION, text};
use super::whole::answers;
use crate::http::{rounding_error, run_in_bulk, too_long, without_mark};

/// Revision that has batches.
const REVISION: &str = "2025-03-26";
/// Maximum number of messages in a batch.
const MAX_MESSAGES: usize = 100;
/// Maximum nesting depth of JSON in a body before its arguments are checked.
const MAX_DEPTH: usize = 127;
/// Content type of answers.
pub const JSON: &str = "application/json";

/// Content of a request.
pub enum Brought {
    /// Request without a body, or with a content type other than JSON.
    Other(Request),
    /// One message, which may be invalid.
    One(Parts, Message),
    /// Batch with the head of its request.
    Several(Parts, Vec<Message>),
}

/// Reads a request; a body has at most `most` bytes.
///
/// # Errors
/// Returns the response to a body that is too large, is not JSON, is ambiguous, or has messages that are not allowed in
/// a batch.
pub async fn read(request: Request, most: usize) -> Result<Brought, Response<Body>> {
    if request.method() != Method::POST || !is_json(request.headers()) {
        return Ok(Brought::Other(request));
    }
    let (head, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, most).await else {
        let why = format!("The body broke off, or has more than {most} bytes.");
        let refusal = Refusal::invalid(&why);
        return Err(refusal.response(StatusCode::PAYLOAD_TOO_LARGE));
    };
    let bytes = without_mark(bytes);
    let may_be_several = text(&head.headers, VERSION).is_none_or(|version| version == REVISION);
    let read = run_in_bulk(bytes.len(), move || messages(&bytes, may_be_several)).await;
    match read {
        Ok(Ok(Messages::One(message))) => Ok(Brought::One(head, message)),
        Ok(Ok(Messages::Several(messages))) => Ok(Brought::Several(head, messages)),
        Ok(Err(refusal)) => Err(refusal.response(StatusCode::BAD_REQUEST)),
        Err(error) => {
            let refusal = Refusal::invalid(&error.detail);
            Err(refusal.response(StatusCode::INTERNAL_SERVER_ERROR))
        }
    }
}

/// Builds a request from one message.
///
/// # Errors
/// Returns the response to a message that is too large to be parsed.
#[expect(clippy::result_large_err, reason = "a refusal is sent at once")]
pub fn request(mut head: Parts, message: Message) -> Result<Request, Response<Body>> {
    if message.text.len() > MAX_ENVELOPE {
        let why = format!(
            "The message has {} bytes outside the arguments of a tool; the maximum is {MAX_ENVELOPE}.",
            message.text.len()
        );
        let refusal = Refusal {
            id: message.id,
            ..Refusal::invalid(&why)
        };
        return Err(refusal.response(StatusCode::PAYLOAD_TOO_LARGE));
    }
    // The header is about the whole body.
    head.headers.remove(CONTENT_LENGTH);
    if let Some(arguments) = message.arguments {
        head.extensions.insert(Arguments(arguments));
    }
    Ok(Request::from_parts(head, Body::from(message.text)))
}

/// Answers each message with `answer`. A transport error for the first one, such as an unknown session, rejects the whole
/// batch.
pub async fn answer<F, A>(head: Parts, messages: Vec<Message>, answer: F) -> Response<Body>
where
    F: Fn(Parts, Message) -> A + Clone + Send + 'static,
    A: Future<Output = Response<Body>> + Send + 'static,
{
    let is_asked = messages.iter().any(Message::asks);
    let mut messages = messages.into_iter();
    let mut first = Vec::new();
    // A batch of notifications is processed completely before the response.
    for message in messages.by_ref() {
        let id = message.id.clone();
        let response = answer(head.clone(), message).await;
        let refuses = response.status().is_client_error() && !is_json(response.headers());
        if refuses {
            return response;
        }
        first.extend(response_messages(response, id).await);
        if is_asked {
            break;
        }
    }
    if !is_asked && first.is_empty() {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::ACCEPTED;
        return response;
    }
    let rest = stream::iter(messages).then(move |message| {
        let id = message.id.clone();
        let response = answer(head.clone(), message);
        async move { response_messages(response.await, id).await }
    });
    let all = stream::once(std::future::ready(first)).chain(rest);
    let all = all.flat_map(stream::iter).enumerate().map(|(at, answer)| {
        let before: &[u8] = if at == 0 { b"" } else { b"," };
        Bytes::from([before, &answer].concat())
    });
    let all = stream::once(std::future::ready(Bytes::from_static(b"["))).chain(all);
    let all = all.chain(stream::once(std::future::ready(Bytes::from_static(b"]"))));
    let mut response = Response::new(Body::from_stream(all.map(Ok::<_, Infallible>)));
    let json = HeaderValue::from_static(JSON);
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

/// Messages of a body.
enum Messages {
    One(Message),
    Several(Vec<Message>),
}

/// Splits a body into messages without parsing them.
fn messages(bytes: &Bytes, may_be_several: bool) -> Result<Messages, Refusal> {
    let unreadable = |why: &str| Refusal {
        code: ErrorCode::PARSE_ERROR,
        ..Refusal::invalid(&format!("The body is not JSON: {why}."))
    };
    if str::from_utf8(bytes).is_err() {
        return Err(unreadable("it is not UTF-8"));
    }
    if let Err(error) = serde_json::from_slice::<IgnoredAny>(bytes) {
        return Err(unreadable(&error.to_string()));
    }
    if depth(bytes) > MAX_DEPTH {
        return Err(unreadable(&format!(
            "it is nested deeper than {MAX_DEPTH} levels"
        )));
    }
    if let Some(number) = too_long(bytes) {
        return Err(Refusal {
            id: Message::read(bytes).id,
            ..Refusal::invalid(&rounding_error(number).detail)
        });
    }
    let is_list = bytes.trim_ascii_start().starts_with(b"[");
    let listed = (may_be_several && is_list).then(|| serde_json::from_slice(bytes).ok());
    let Some(Listed { first, many }) = listed.flatten() else {
        return Ok(Messages::One(Message::read(bytes)));
    };
    let messages = first.iter();
    let messages =
        messages.map(|message| Message::read(&bytes.slice_ref(message.get().as_bytes())));
    let messages: Vec<Message> = messages.collect();
    let why = if many == 0 {
        "The body holds no message.".to_owned()
    } else if many > MAX_MESSAGES {
        format!("The body holds {many} messages; expected at most {MAX_MESSAGES}.")
    } else if messages.iter().any(|message| message.is("initialize")) {
        "`initialize` comes alone, not among other messages.".to_owned()
    } else {
        return Ok(Messages::Several(messages));
    };
    Err(Refusal::invalid(&why))
}

/// Returns the nesting depth of JSON.
fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_text, mut is_escaped) = (false, false);
    for byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = in_text,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Messages of a batch: at most `MAX_MESSAGES`, and the number of all.
struct Listed<'a> {
    first: Vec<&'a RawValue>,
    many: usize,
}

impl<'de: 'a, 'a> Deserialize<'de> for Listed<'a> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Listed<'de>;

            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("messages")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Listed<'de>, A::Error> {
                let mut first = Vec::new();
                while first.len() < MAX_MESSAGES {
                    match seq.next_element()? {
                        Some(message) => first.push(message),
                        None => break,
                    }
                }
                let mut many = first.len();
                while seq.next_element::<IgnoredAny>()?.is_some() {
                    many += 1;
                }
                Ok(Listed { first, many })
            }
        }
        reader.deserialize_seq(Reader)
    }
}

/// Returns true if the content type is JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = text(headers, CONTENT_TYPE.as_str()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case(JSON)
}

/// Extracts the answers to the message `id` from its response.
async fn response_messages(response: Response<Body>, id: Option<Box<RawValue>>) -> Vec<Vec<u8>> {
    let status = response.status();
    let is_json = is_json(response.headers());
    let bytes = to_bytes(response.into_body(), usize::MAX).await;
    let bytes = bytes.unwrap_or_default();
    if is_json {
        return vec![bytes.into()];
    }
    if status.is_success() {
        return answers(&bytes);
    }
    let refusal = Refusal {
        code: ErrorCode::INTERNAL_ERROR,
        id,
        why: String::from_utf8_lossy(&bytes).into_owned(),
    };
    vec![refusal.text().into()]
}

/// Protocol error about a message of which nothing was done.
pub struct Refusal {
    code: ErrorCode,
    id: Option<Box<RawValue>>,
    why: String,
}

impl Refusal {
    /// Creates the error about an invalid request.
    pub fn invalid(why: &str) -> Self {
        Self {
            code: ErrorCode::INVALID_REQUEST,
            id: None,
            why: why.to_owned(),
        }
    }

    /// Returns the error as JSON.
    pub fn text(&self) -> String {
        let error = json!({ "code": self.code.0, "message": self.why });
        json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string()
    }

    /// Returns the error as a response.
    pub fn response(&self, status: StatusCode) -> Response<Body> {
        let mut response = Response::new(Body::from(self.text()));
        *response.status_mut() = status;
        let json = HeaderValue::from_static(JSON);
        response.headers_mut().insert(CONTENT_TYPE, json);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_counted_outside_of_texts() {
        for (json, expected) in [
            ("1", 0),
            ("[]", 1),
            (r#"{"a":[{}],"b":[]}"#, 3),
            (r#"["[[[\"[[["]"#, 1),
            (r#"["\\",[1]]"#, 2),
        ] {
            assert_eq!(depth(json.as_bytes()), expected, "{json}");
        }
    }
}
